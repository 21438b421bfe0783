/* strata-call-pane.c - the selected call in both captures, with all calls inside it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-call-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-call-diff-rows.h"

struct _StrataCallPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataTableView *table;
  GtkLabel *cut; /* the note of the table that there are more rows */
};

/* More than anyone reads, but few enough that a click reacts at once. */
#define MOST_ROWS 20000

G_DEFINE_FINAL_TYPE (StrataCallPane, strata_call_pane, GTK_TYPE_WIDGET)

/* Without the note its label stays, so that the menu of the table is at the right. */
static void
show_cut (StrataCallPane *self,
          gboolean is_cut)
{
  g_autofree char *text = is_cut ? g_strdup_printf (_ ("Only the first %d calls are shown; “strata-cli diff --call” lists all of them."), MOST_ROWS) : NULL;

  gtk_label_set_label (self->cut, text != NULL ? text : "");
}

static void
say_why_empty (StrataCallPane *self)
{
  guint32 slices[STRATA_N_DIFF_SIDES];

  strata_session_pair_get_calls (self->pair, slices);
  strata_table_view_set_empty (self->table, slices[STRATA_DIFF_A] != STRATA_NONE || slices[STRATA_DIFF_B] != STRATA_NONE
                                                ? _ ("The selected call has no counterpart in the other capture.")
                                                : _ ("Select a call in one of the captures to compare it with the same call in the other."));
}

static void
update (StrataCallPane *self)
{
  gboolean is_cut = FALSE;
  g_autoptr (GArray) calls = strata_session_pair_compare_calls (self->pair, MOST_ROWS, &is_cut);
  StrataTrace *traces[STRATA_N_DIFF_SIDES];

  show_cut (self, is_cut);
  if (calls == NULL)
    {
      strata_table_view_set_rows (self->table, NULL, NULL, 0);
      say_why_empty (self);
      return;
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    traces[side] = strata_session_get_trace (strata_session_pair_get (self->pair, side));

  g_autoptr (StrataRows) rows = strata_call_diff_rows_new (traces, calls);

  strata_table_view_set_rows (self->table, rows, NULL, 0);
}

/* Not while hidden: it would make each click slow. */
static void
on_calls_changed (StrataCallPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* Goes to the call, and to its counterpart if there is one, so that these are compared next. */
static void
on_row_activated (StrataCallPane *self,
                  guint row)
{
  const StrataCallDiff call = *strata_call_diff_rows_get (strata_table_view_get_rows (self->table), row);
  const StrataDiffSide side = call.slice[STRATA_DIFF_B] != STRATA_NONE ? STRATA_DIFF_B : STRATA_DIFF_A;

  strata_session_select_slice (strata_session_pair_get (self->pair, side), call.slice[side]);
  strata_session_pair_centre_calls (self->pair, side);
}

static void
strata_call_pane_dispose (GObject *object)
{
  StrataCallPane *self = STRATA_CALL_PANE (object);

  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->table)));
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_call_pane_parent_class)->dispose (object);
}

static void
strata_call_pane_class_init (StrataCallPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_call_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_call_pane_init (StrataCallPane *self)
{
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Matched calls"), &strata_call_diff_rows_class));
  self->cut = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->cut, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->cut), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->cut), "warning");
  strata_table_view_add_header (self->table, GTK_WIDGET (self->cut));
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (update), NULL);
  g_signal_connect_object (self->table, "row-activated", G_CALLBACK (on_row_activated), self, G_CONNECT_SWAPPED);
}

/**
 * strata_call_pane_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): the selected calls of both, side by side
 */
GtkWidget *
strata_call_pane_new (StrataSessionPair *pair)
{
  StrataCallPane *self = g_object_new (STRATA_TYPE_CALL_PANE, NULL);

  self->pair = g_object_ref (pair);
  g_signal_connect_object (pair, "calls-changed", G_CALLBACK (on_calls_changed), self, G_CONNECT_SWAPPED);
  say_why_empty (self);

  return GTK_WIDGET (self);
}
