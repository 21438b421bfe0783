/* strata-diff-threads-pane.c - what matched threads did, and matching them by hand
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-threads-pane.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-threads.h"
#include "strata-job.h"
#include "strata-units.h"

struct _StrataDiffThreadsPane
{
  GtkWidget parent_instance;

  StrataSessionPair *pair; /* owned */
  StrataJob *job;          /* owned */
  StrataCompareTable *table;
  GtkDropDown *choice; /* of all threads of B, in their order */
  guint32 selected;    /* thread of A, or STRATA_NONE */
};

G_DEFINE_FINAL_TYPE (StrataDiffThreadsPane, strata_diff_threads_pane, GTK_TYPE_WIDGET)

/* What the table is given, once a worker has summed the times. */
typedef struct
{
  StrataThreadMatch *match;                 /* owned */
  GArray *threads;                          /* (element-type StrataDiffThread) owned; nullable: not yet */
  StrataTrace *traces[STRATA_N_DIFF_SIDES]; /* owned */
} Threads;

static void
threads_free (gpointer data)
{
  Threads *threads = data;

  g_clear_pointer (&threads->threads, g_array_unref);
  strata_thread_match_unref (threads->match);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (threads->traces[side]);
  g_free (threads);
}

static const StrataDiffThread *
get_thread (gpointer data,
            guint row)
{
  return &g_array_index (((Threads *) data)->threads, StrataDiffThread, row);
}

static char *
dup_thread_title (StrataTrace *trace,
                  guint32 index)
{
  const StrataThread *thread = index != STRATA_NONE ? strata_trace_get_threads (trace, NULL) + index : NULL;

  if (thread == NULL)
    return g_strdup ("–");

  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, thread->name), -1);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, thread->tid);
}

static char *
dup_side (gpointer data,
          guint row,
          StrataDiffSide side)
{
  return dup_thread_title (((Threads *) data)->traces[side], get_thread (data, row)->match.index[side]);
}

static char *
dup_a (gpointer data,
       guint row)
{
  return dup_side (data, row, STRATA_DIFF_A);
}

static char *
dup_b (gpointer data,
       guint row)
{
  return dup_side (data, row, STRATA_DIFF_B);
}

static char *
dup_match (gpointer data,
           guint row)
{
  return g_strdup (strata_match_reason_get_title (get_thread (data, row)->match.reason));
}

static const char *
get_match_id (gpointer data,
              guint row)
{
  return strata_match_reason_get_id (get_thread (data, row)->match.reason);
}

static double
get_match (gpointer data,
           guint row)
{
  return get_thread (data, row)->match.reason;
}

#define TIME_CELL(function, value, write)                    \
  static char *dup_##function (gpointer data, guint row)     \
  {                                                          \
    char text[STRATA_UNITS_BYTES];                           \
                                                             \
    return g_strdup (write (value, text));                   \
  }                                                          \
  static double get_##function (gpointer data, guint row)    \
  {                                                          \
    const gint64 number = value;                             \
                                                             \
    return number != STRATA_NO_TIME ? (double) number : NAN; \
  }
#define ACTIVITY_CELLS(function, activity)                                                                  \
  TIME_CELL (function##_a, get_thread (data, row)->time_ns[STRATA_DIFF_A][activity], strata_units_duration) \
  TIME_CELL (function##_b, get_thread (data, row)->time_ns[STRATA_DIFF_B][activity], strata_units_duration) \
  TIME_CELL (function##_delta, strata_diff_thread_get_delta (get_thread (data, row), activity), strata_units_delta)

ACTIVITY_CELLS (running, STRATA_ACTIVITY_RUNNING)
ACTIVITY_CELLS (runnable, STRATA_ACTIVITY_RUNNABLE)
ACTIVITY_CELLS (sleeping, STRATA_ACTIVITY_SLEEPING)
ACTIVITY_CELLS (blocked, STRATA_ACTIVITY_BLOCKED)

static const StrataCompareColumn columns[] = {
  { "a_thread", N_ ("Thread A"), STRATA_CELLS_TEXT, TRUE, dup_a, NULL },
  { "b_thread", N_ ("Thread B"), STRATA_CELLS_TEXT, TRUE, dup_b, NULL },
  { "match", N_ ("Match"), STRATA_CELLS_TEXT, FALSE, dup_match, get_match, get_match_id },
  { "a_running_ns", N_ ("Running A"), STRATA_CELLS_NUMBER, FALSE, dup_running_a, get_running_a },
  { "b_running_ns", N_ ("Running B"), STRATA_CELLS_NUMBER, FALSE, dup_running_b, get_running_b },
  { "delta_running_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_running_delta, get_running_delta },
  { "a_runnable_ns", N_ ("Runnable A"), STRATA_CELLS_NUMBER, FALSE, dup_runnable_a, get_runnable_a },
  { "b_runnable_ns", N_ ("Runnable B"), STRATA_CELLS_NUMBER, FALSE, dup_runnable_b, get_runnable_b },
  { "delta_runnable_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_runnable_delta, get_runnable_delta },
  { "a_sleeping_ns", N_ ("Sleeping A"), STRATA_CELLS_NUMBER, FALSE, dup_sleeping_a, get_sleeping_a },
  { "b_sleeping_ns", N_ ("Sleeping B"), STRATA_CELLS_NUMBER, FALSE, dup_sleeping_b, get_sleeping_b },
  { "delta_sleeping_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_sleeping_delta, get_sleeping_delta },
  { "a_blocked_ns", N_ ("Blocked A"), STRATA_CELLS_NUMBER, FALSE, dup_blocked_a, get_blocked_a },
  { "b_blocked_ns", N_ ("Blocked B"), STRATA_CELLS_NUMBER, FALSE, dup_blocked_b, get_blocked_b },
  { "delta_blocked_ns", N_ ("Δ"), STRATA_CELLS_NUMBER, FALSE, dup_blocked_delta, get_blocked_delta },
};

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

  return strata_diff_threads_new (threads->traces, spans, threads->match, cancellable, NULL);
}

static void
on_summed (gpointer result,
           gpointer data,
           gpointer user_data)
{
  StrataDiffThreadsPane *self = user_data;
  Threads *threads = threads_new (self->pair);

  threads->threads = result;
  strata_compare_table_set (self->table, threads, threads_free, threads->threads->len);
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
  self->selected = get_thread (strata_compare_table_get_data (self->table), row)->match.index[STRATA_DIFF_A];
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "threads.match", self->selected != STRATA_NONE);
}

static void
activate_match (GtkWidget *widget,
                const char *action_name,
                GVariant *parameter)
{
  StrataDiffThreadsPane *self = STRATA_DIFF_THREADS_PANE (widget);
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
    gtk_string_list_take (titles, dup_thread_title (trace, i));

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
  strata_compare_table_add_header (self->table, words);
  strata_compare_table_add_header (self->table, GTK_WIDGET (self->choice));
  strata_compare_table_add_header (self->table, button);
  strata_compare_table_add_header (self->table, space);
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
  gtk_widget_class_install_action (widget_class, "threads.match", NULL, activate_match);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_diff_threads_pane_init (StrataDiffThreadsPane *self)
{
  self->selected = STRATA_NONE;
  self->job = strata_job_new (&threads_job, self);
  self->table = STRATA_COMPARE_TABLE (strata_compare_table_new (_ ("Threads"), _ ("The captures have no threads."), columns, G_N_ELEMENTS (columns)));
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

/**
 * strata_diff_threads_pane_get_table:
 * @self: the pane
 *
 * Returns: (transfer none): its table
 */
StrataCompareTable *
strata_diff_threads_pane_get_table (StrataDiffThreadsPane *self)
{
  return self->table;
}

/**
 * strata_diff_threads_pane_choose:
 * @self: the pane
 * @thread: index of a thread of B
 *
 * Chooses the thread that threads.match takes.
 */
void
strata_diff_threads_pane_choose (StrataDiffThreadsPane *self,
                                 guint32 thread)
{
  gtk_drop_down_set_selected (self->choice, thread);
}
