/* strata-path-box.c - what the critical path waited for, thread by thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-path-box.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* Threads beyond these took so little that nobody waits for them. */
#define MAX_THREADS 8

struct _StrataPathBox
{
  GtkWidget parent_instance;

  GtkGrid *grid;

  StrataSession *session; /* owned; nullable */
  GSignalGroup *signals;  /* owned: of the session */
};

G_DEFINE_FINAL_TYPE (StrataPathBox, strata_path_box, GTK_TYPE_WIDGET)

static void
attach (StrataPathBox *self,
        const char *text,
        int column,
        int row,
        const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0.0f : 1.0f);
  gtk_label_set_ellipsize (GTK_LABEL (label), column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (label, css_class);
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
}

static void
attach_duration (StrataPathBox *self,
                 gint64 duration_ns,
                 int column,
                 int row)
{
  char text[STRATA_UNITS_BYTES];

  attach (self, duration_ns > 0 ? strata_units_duration (duration_ns, text) : "–", column, row, "numeric");
}

static void
attach_headings (StrataPathBox *self)
{
  static const char *const headings[] = {
    N_ ("Critical path"), N_ ("Total"), N_ ("Share"), N_ ("Running"), N_ ("Waiting for a CPU"), N_ ("I/O"), N_ ("Interrupt"), N_ ("Unknown")
  };

  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    attach (self, _ (headings[i]), (int) i, 0, i == 0 ? "heading" : "dim-label");
}

static void
attach_total (StrataPathBox *self,
              const StrataPathTotal *total,
              gint64 all_ns,
              int row)
{
  StrataTrace *trace = strata_session_get_trace (self->session);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[total->thread];
  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, thread->name), -1);
  g_autofree char *title = g_strdup_printf ("%s %" G_GINT64_FORMAT, name, thread->tid);
  char text[STRATA_UNITS_BYTES];

  attach (self, g_strchug (title), 0, row, "numeric");
  attach_duration (self, total->total_ns, 1, row);
  attach (self, strata_units_share (total->total_ns, all_ns, text), 2, row, "numeric");
  for (int i = 0; i < STRATA_N_PATH_REASONS; i++)
    attach_duration (self, total->by_reason_ns[i], 3 + i, row);
}

static void
on_path_changed (StrataPathBox *self)
{
  const StrataCriticalPath *path = self->session != NULL ? strata_session_get_critical_path (self->session) : NULL;
  GtkWidget *child;
  guint n_totals = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  gtk_widget_set_visible (GTK_WIDGET (self), path != NULL);
  if (path == NULL)
    return;

  const StrataPathTotal *totals = strata_critical_path_get_totals (path, &n_totals);
  const gint64 all_ns = strata_span_get_length_ns (strata_critical_path_get_span (path));

  attach_headings (self);
  for (guint i = 0; i < MIN (n_totals, MAX_THREADS); i++)
    attach_total (self, &totals[i], all_ns, (int) i + 1);

  if (strata_critical_path_is_cut (path))
    attach (self, _ ("Too long to be followed: a part of it is left unknown"), 0, MAX_THREADS + 1, "dim-label");
}

/**
 * strata_path_box_set_session:
 * @self: the box
 * @session: (nullable): whose critical path to show
 *
 * Shows the sums of a session's critical path, now and whenever it changes.
 */
void
strata_path_box_set_session (StrataPathBox *self,
                             StrataSession *session)
{
  if (!g_set_object (&self->session, session))
    return;

  g_signal_group_set_target (self->signals, session);
  on_path_changed (self);
}

static void
strata_path_box_dispose (GObject *object)
{
  StrataPathBox *self = STRATA_PATH_BOX (object);

  if (self->signals != NULL)
    g_signal_group_set_target (self->signals, NULL);

  g_clear_object (&self->signals);
  g_clear_object (&self->session);
  if (self->grid != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->grid));
  self->grid = NULL;

  G_OBJECT_CLASS (strata_path_box_parent_class)->dispose (object);
}

static void
strata_path_box_class_init (StrataPathBoxClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_path_box_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_path_box_init (StrataPathBox *self)
{
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 18);
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_widget_set_parent (GTK_WIDGET (self->grid), GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);

  self->signals = g_signal_group_new (STRATA_TYPE_SESSION);
  g_signal_group_connect_swapped (self->signals, "path-changed", G_CALLBACK (on_path_changed), self);
}

/**
 * strata_path_box_new:
 *
 * Returns: (transfer floating): a box without a session
 */
GtkWidget *
strata_path_box_new (void)
{
  return g_object_new (STRATA_TYPE_PATH_BOX, NULL);
}
