/* strata-phases-pane.c - what people waited for: starts and inputs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-phases-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-phase-rows.h"
#include "strata-session-found.h"

/* In the order of time, in which the steps of a start follow it. A line leads
 * to its place. */
struct _StrataPhasesPane
{
  GtkWidget parent_instance;

  StrataTableView *table; /* a child */
  StrataSession *session; /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataPhasesPane, strata_phases_pane, GTK_TYPE_WIDGET)

static void
show_phases (StrataPhasesPane *self)
{
  guint n_phases = 0;
  const StrataPhase *phases = self->session != NULL ? strata_findings_get_phases (strata_session_get_findings (self->session), &n_phases) : NULL;
  g_autoptr (StrataRows) rows = phases != NULL ? strata_phase_rows_new (strata_session_get_trace (self->session), phases, n_phases) : NULL;

  strata_table_view_set_rows (self->table, rows, NULL, 0);
}

static void
on_row_chosen (StrataPhasesPane *self,
               guint row)
{
  guint n_phases = 0;

  if (self->session != NULL)
    strata_findings_get_phases (strata_session_get_findings (self->session), &n_phases);
  if (row < n_phases)
    strata_session_select_phase (self->session, row);
}

/**
 * strata_phases_pane_set_session:
 * @self: the pane
 * @session: (nullable): whose starts and inputs to look at
 *
 * Shows what people waited for in a session.
 */
void
strata_phases_pane_set_session (StrataPhasesPane *self,
                                StrataSession *session)
{
  if (g_set_object (&self->session, session))
    show_phases (self);
}

/**
 * strata_phases_pane_add_switcher:
 * @self: the pane
 * @switcher: what leads to what else was slow
 *
 * Puts it into the bar.
 */
void
strata_phases_pane_add_switcher (StrataPhasesPane *self,
                                 GtkWidget *switcher)
{
  GtkWidget *space = gtk_label_new (NULL);

  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_add_header (self->table, switcher);
  strata_table_view_add_header (self->table, space);
}

/**
 * strata_phases_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its lines
 */
StrataTableView *
strata_phases_pane_get_table (StrataPhasesPane *self)
{
  return self->table;
}

static void
strata_phases_pane_dispose (GObject *object)
{
  StrataPhasesPane *self = STRATA_PHASES_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->table));
  self->table = NULL;
  g_clear_object (&self->session);

  G_OBJECT_CLASS (strata_phases_pane_parent_class)->dispose (object);
}

static void
strata_phases_pane_class_init (StrataPhasesPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_phases_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_phases_pane_init (StrataPhasesPane *self)
{
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Starts and inputs"), strata_phase_rows_get_class ()));
  strata_table_view_set_empty (self->table, _ ("The trace has neither the start of an app nor an input that led to a frame."));
  strata_table_view_add_header (self->table, NULL);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_chosen), self, G_CONNECT_SWAPPED);
}

/**
 * strata_phases_pane_new:
 *
 * Returns: (transfer floating): an empty pane
 */
GtkWidget *
strata_phases_pane_new (void)
{
  return g_object_new (STRATA_TYPE_PHASES_PANE, NULL);
}
