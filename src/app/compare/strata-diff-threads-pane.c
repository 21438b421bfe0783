/* strata-diff-threads-pane.c - states of matched threads, and matching threads by hand
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-threads-pane.h"

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-diff-thread-rows.h"
#include "strata-job.h"

struct _StrataDiffThreadsPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataJob *job;          /* owned */
  StrataTableView *table;
  GtkDropDown *choice; /* all threads of B, in their order */
  guint32 selected;    /* thread of A, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataDiffThreadsPane, strata_diff_threads_pane, GTK_TYPE_WIDGET)

/* The request whose times a worker sums. */
typedef struct
{
  StrataThreadMatch *match;                 /* owned */
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
} Threads;

static void
threads_free (gpointer data)
{
  Threads *threads = data;

  strata_thread_match_unref (threads->match);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (threads->traces[side]);
  g_free (threads);
}

static Threads *
threads_new (StrataSessionPair *pair)
{
  Threads *threads = g_new0 (Threads, 1);

  threads->match = strata_thread_match_ref (strata_session_pair_get_threads (pair));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    threads->traces[side] = g_object_ref (strata_session_get_trace (strata_session_pair_get (pair, side)));

  return threads;
}

static gpointer
run (gpointer data,
     GCancellable *cancellable)
{
  const Threads *threads = data;
  const StrataSpan spans[STRATA_N_DIFF_SIDES] = { strata_trace_get_span (threads->traces[STRATA_DIFF_A]), strata_trace_get_span (threads->traces[STRATA_DIFF_B]) };

  return strata_diff_threads_new (threads->traces, spans, threads->match, cancellable);
}

static void
on_summed (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataDiffThreadsPane *self = user_data;
  const Threads *threads = data;
  g_autoptr (GArray) summed = result;
  g_autoptr (StrataRows) rows = strata_diff_thread_rows_new (threads->traces, summed);

  strata_table_view_set_rows (self->table, rows, NULL, 0);
}

static const StrataJobKind threads_job = {
  .name = "[strata] threads of both",
  .run = run,
  .done = on_summed,
  .free_data = threads_free,
  .free_result = (GDestroyNotify) g_array_unref,
};

static void
update (StrataDiffThreadsPane *self)
{
  strata_job_start (self->job, threads_new (self->pair), 0);
}

static void
on_row_selected (StrataDiffThreadsPane *self,
                 guint row)
{
  const gboolean is_row = row != STRATA_TABLE_VIEW_NO_ROW;

  self->selected = is_row ? strata_diff_thread_rows_get (strata_table_view_get_rows (self->table), row)->match.index[STRATA_DIFF_A] : STRATA_NONE;
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.match", self->selected != STRATA_NONE);
}

static void
activate_match (StrataDiffThreadsPane *self)
{
  const guint chosen = gtk_drop_down_get_selected (self->choice);

  if (self->selected != STRATA_NONE && chosen != GTK_INVALID_LIST_POSITION)
    strata_session_pair_match_threads (self->pair, self->selected, chosen);
}

static void
fill_choice (StrataDiffThreadsPane *self)
{
  StrataTrace *trace = strata_session_get_trace (strata_session_pair_get (self->pair, STRATA_DIFF_B));
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);
  for (guint32 i = 0; i < n_threads; i++)
    gtk_string_list_take (titles, strata_diff_thread_dup_title (trace, i));

  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
}

static void
add_header (StrataDiffThreadsPane *self)
{
  g_autoptr (GtkExpression) title = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Match"));
  GtkWidget *words = gtk_label_new (_ ("The selected thread of A is in B:"));
  GtkWidget *space = gtk_label_new (NULL);

  self->choice = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_drop_down_set_expression (self->choice, title);
  gtk_drop_down_set_enable_search (self->choice, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Thread of B"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "threads.match");
  gtk_widget_set_hexpand (space, TRUE);
  strata_table_view_add_header (self->table, words);
  strata_table_view_add_header (self->table, GTK_WIDGET (self->choice));
  strata_table_view_add_header (self->table, button);
  strata_table_view_add_header (self->table, space);
}

static void
strata_diff_threads_pane_dispose (GObject *object)
{
  StrataDiffThreadsPane *self = STRATA_DIFF_THREADS_PANE (object);

  g_clear_pointer (&self->job, strata_job_free);
  if (self->table != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->table)));
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (strata_diff_threads_pane_parent_class)->dispose (object);
}

static void
strata_diff_threads_pane_class_init (StrataDiffThreadsPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_diff_threads_pane_dispose;
  gtk_widget_class_install_action (widget_class, "threads.match", NULL, STRATA_ACTION (activate_match));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_threads_pane_init (StrataDiffThreadsPane *self)
{
  self->selected = STRATA_NONE;
  self->job = strata_job_new (&threads_job, self);
  self->table = STRATA_TABLE_VIEW (strata_table_view_new (_ ("Threads"), &strata_diff_thread_rows_class));
  strata_table_view_set_empty (self->table, _ ("The captures have no threads."));
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
  add_header (self);
  g_signal_connect_object (self->table, "row-selected", G_CALLBACK (on_row_selected), self, G_CONNECT_SWAPPED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.match", FALSE);
}

/**
 * strata_diff_threads_pane_new:
 * @pair: two sessions
 *
 * Returns: (transfer floating): the threads of both and how long they ran and waited
 */
GtkWidget *
strata_diff_threads_pane_new (StrataSessionPair *pair)
{
  StrataDiffThreadsPane *self = g_object_new (STRATA_TYPE_DIFF_THREADS_PANE, NULL);

  self->pair = g_object_ref (pair);
  g_signal_connect_object (pair, "match-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  fill_choice (self);
  update (self);

  return GTK_WIDGET (self);
}
