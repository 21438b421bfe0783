/* strata-path-box.c - the critical path by thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-path-box.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-path-call.h"
#include "strata-tooltip.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* Further threads took too little time to matter. */
#define MAX_THREADS 8

/* This many threads are named in the sentence. */
#define MAX_TOLD 3

/* Thread, total and share; reasons and the call follow. */
#define N_TOTAL_COLUMNS 3

struct _StrataPathBox
{
  StrataSelectionBox parent_instance;

  GtkBox *content;
  GtkLabel *sentence;
  GtkGrid *grid;
  gboolean is_narrow; /* has room only for totals */

  StrataSession *session; /* borrowed; nullable */
};

G_DEFINE_FINAL_TYPE (StrataPathBox, strata_path_box, STRATA_TYPE_SELECTION_BOX)

static void
attach (StrataPathBox *self,
        const char *text,
        int column,
        int row,
        const char *css_class)
{
  GtkWidget *label = strata_cell_text_new_label (text, column == 0 ? 0.0f : 1.0f, column == 0 ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_NONE);

  gtk_widget_set_hexpand (label, column == 0 && self->is_narrow);
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
    N_ ("Critical path"), N_ ("Total"), N_ ("Share"), N_ ("Running"), N_ ("Waiting for a CPU"), N_ ("I/O"), N_ ("Interrupt"), N_ ("Unknown"), N_ ("Mostly in")
  };

  const guint n_columns = self->is_narrow ? N_TOTAL_COLUMNS : G_N_ELEMENTS (headings);

  for (guint i = 0; i < n_columns; i++)
    attach (self, _ (headings[i]), (int) i, 0, i == 0 ? "heading" : "dim-label");

  if (!self->is_narrow)
    gtk_label_set_xalign (GTK_LABEL (gtk_grid_get_child_at (self->grid, G_N_ELEMENTS (headings) - 1, 0)), 0);
}

/* Finds the call with most of the time that the path spends on a thread; not the call of the path,
 * which has all of it. */
static guint32
find_call (StrataPathBox *self,
           guint32 thread)
{
  gint64 inside_ns;
  const guint32 call = strata_path_call_find (strata_session_get_trace (self->session), strata_selection_get_path (strata_session_get_selection (self->session)), thread, &inside_ns);

  return call != strata_selection_get_path_slice (strata_session_get_selection (self->session)) ? call : STRATA_NONE;
}

static char *
dup_call (StrataPathBox *self,
          guint32 call)
{
  StrataTrace *trace = strata_session_get_trace (self->session);

  return g_utf8_make_valid (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[call]), -1);
}

static void
on_clicked (GtkButton *button,
            StrataPathBox *self)
{
  const guint32 call = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "strata-slice"));
  g_autoptr (StrataPathBox) kept = g_object_ref (self);

  strata_session_select_slice (self->session, call);
}

static void
attach_call (StrataPathBox *self,
             guint32 call,
             int column,
             int row)
{
  if (call == STRATA_NONE)
    return;

  g_autofree char *name = dup_call (self, call);
  GtkWidget *button = gtk_button_new_with_label (name);

  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))), PANGO_ELLIPSIZE_MIDDLE);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_add_css_class (button, "state-link");
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  strata_tooltip_set (button, _ ("Select this call on the timeline"));
  g_object_set_data (G_OBJECT (button), "strata-slice", GUINT_TO_POINTER (call));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_clicked), self, 0);
  gtk_grid_attach (self->grid, button, column, row, 1, 1);
}

/* "50.4 % waiting for Worker-2 9884, which was in commit" */
static void
append_part (StrataPathBox *self,
             GString *text,
             const StrataPathTotal *total,
             gint64 all_ns)
{
  const gboolean is_own = total->thread == strata_critical_path_get_thread (strata_selection_get_path (strata_session_get_selection (self->session)));
  const guint32 call = find_call (self, total->thread);
  g_autofree char *thread = strata_trace_titles_dup_thread (strata_session_get_trace (self->session), total->thread);
  g_autofree char *name = call != STRATA_NONE ? dup_call (self, call) : NULL;
  char share[STRATA_UNITS_BYTES];

  strata_units_share (total->total_ns, all_ns, share);
  g_string_append (text, text->len > 0 ? _ ("; ") : "");

  if (is_own && name != NULL)
    g_string_append_printf (text, _ ("%s was its own work and waiting, mostly in %s"), share, name);
  else if (is_own)
    g_string_append_printf (text, _ ("%s was its own work and waiting"), share);
  else if (name != NULL)
    g_string_append_printf (text, _ ("%s waiting for %s, which was in %s"), share, thread, name);
  else
    g_string_append_printf (text, _ ("%s waiting for %s"), share, thread);
}

/* Describes where the time went in a sentence. Small shares are only in the table. */
static void
show_sentence (StrataPathBox *self,
               const StrataPathTotal *totals,
               guint n_totals,
               gint64 all_ns)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *sentence = NULL;
  char length[STRATA_UNITS_BYTES];

  for (guint i = 0; i < MIN (n_totals, MAX_TOLD); i++)
    if (totals[i].total_ns >= all_ns / 10)
      append_part (self, text, &totals[i], all_ns);

  sentence = g_strdup_printf (_ ("Of %s: %s."), strata_units_duration (all_ns, length), text->str);
  gtk_label_set_label (self->sentence, sentence);
  gtk_widget_set_visible (GTK_WIDGET (self->sentence), text->len > 0);
}

static void
attach_total (StrataPathBox *self,
              const StrataPathTotal *total,
              gint64 all_ns,
              int row)
{
  g_autofree char *title = strata_trace_titles_dup_thread (strata_session_get_trace (self->session), total->thread);
  char text[STRATA_UNITS_BYTES];

  attach (self, title, 0, row, "numeric");
  attach_duration (self, total->total_ns, 1, row);
  attach (self, strata_units_share (total->total_ns, all_ns, text), 2, row, "numeric");
  if (self->is_narrow)
    return;

  for (int i = 0; i < STRATA_N_PATH_REASONS; i++)
    attach_duration (self, total->by_reason_ns[i], N_TOTAL_COLUMNS + i, row);

  attach_call (self, find_call (self, total->thread), N_TOTAL_COLUMNS + STRATA_N_PATH_REASONS, row);
}

static void
on_path_changed (StrataPathBox *self)
{
  const StrataCriticalPath *path = self->session != NULL ? strata_selection_get_path (strata_session_get_selection (self->session)) : NULL;
  GtkWidget *child;
  guint n_totals = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);

  gtk_widget_set_visible (GTK_WIDGET (self), path != NULL);
  if (path == NULL)
    return;

  const StrataPathTotal *totals = strata_critical_path_get_totals (path, &n_totals);
  const gint64 all_ns = strata_span_get_length_ns (strata_critical_path_get_span (path));

  show_sentence (self, totals, n_totals, all_ns);
  attach_headings (self);
  for (guint i = 0; i < MIN (n_totals, MAX_THREADS); i++)
    attach_total (self, &totals[i], all_ns, (int) i + 1);

  if (strata_critical_path_is_cut (path))
    attach (self, _ ("Too long to follow; part of it is unknown"), 0, MAX_THREADS + 1, "dim-label");
}

/**
 * strata_path_box_set_narrow:
 * @self: the box
 * @is_narrow: whether there is little width
 *
 * Shows only the totals in the table if there is little width; the sentence has the rest.
 */
void
strata_path_box_set_narrow (StrataPathBox *self,
                            gboolean is_narrow)
{
  if (self->is_narrow == is_narrow)
    return;

  self->is_narrow = is_narrow;
  on_path_changed (self);
}

static void
strata_path_box_session_changed (StrataSelectionBox *box,
                                 StrataSession *session)
{
  StrataPathBox *self = STRATA_PATH_BOX (box);

  self->session = session;
  on_path_changed (self);
}

static void
strata_path_box_class_init (StrataPathBoxClass *klass)
{
  STRATA_SELECTION_BOX_CLASS (klass)->session_changed = strata_path_box_session_changed;
}

static void
strata_path_box_init (StrataPathBox *self)
{
  StrataSessionSignals *signals = strata_selection_box_get_signals (STRATA_SELECTION_BOX (self));

  self->content = strata_selection_box_get_content (STRATA_SELECTION_BOX (self));
  self->sentence = GTK_LABEL (gtk_label_new (NULL));
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_label_set_xalign (self->sentence, 0);
  gtk_label_set_wrap (self->sentence, TRUE);
  gtk_label_set_wrap_mode (self->sentence, PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (self->sentence, TRUE);
  gtk_box_append (self->content, GTK_WIDGET (self->sentence));
  gtk_box_append (self->content, GTK_WIDGET (self->grid));
  gtk_grid_set_column_spacing (self->grid, 18);
  gtk_grid_set_row_spacing (self->grid, 4);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);

  g_signal_group_connect_swapped (signals->selection, "path-changed", G_CALLBACK (on_path_changed), self);
}
