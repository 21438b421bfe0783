/* strata-diff-threads.c - compares the activity of matched threads in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-threads.h"

#include "strata-order.h"
#include "strata-usage.h"

static gint64
get_time (const StrataUsageRow *row,
          StrataActivity activity)
{
  switch (activity)
    {
    case STRATA_ACTIVITY_RUNNING:
      return row->states_ns[STRATA_STATE_RUNNING];
    case STRATA_ACTIVITY_RUNNABLE:
      return row->states_ns[STRATA_STATE_RUNNABLE] + row->states_ns[STRATA_STATE_PREEMPTED];
    case STRATA_ACTIVITY_SLEEPING:
      return row->states_ns[STRATA_STATE_SLEEPING];
    case STRATA_ACTIVITY_BLOCKED:
      return strata_usage_row_get_blocked_ns (row);
    }

  g_return_val_if_reached (STRATA_NO_TIME);
}

static void
add_side (GArray *threads,
          const StrataThreadMatch *match,
          StrataDiffSide side,
          const StrataUsage *usage,
          const guint32 *place_of)
{
  guint n_rows;
  const StrataUsageRow *rows = strata_usage_get_threads (usage, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      StrataDiffThread *thread = &g_array_index (threads, StrataDiffThread, place_of[rows[i].index]);

      for (guint activity = 0; activity < STRATA_N_ACTIVITIES; activity++)
        thread->time_ns[side][activity] = get_time (&rows[i], activity);
    }
}

static GArray *
list_matches (const StrataThreadMatch *match,
              StrataTrace *const traces[STRATA_N_DIFF_SIDES],
              guint32 *place_of[STRATA_N_DIFF_SIDES])
{
  guint n;
  const StrataMatch *matches = strata_thread_match_get_threads (match, &n);
  GArray *threads = g_array_sized_new (FALSE, FALSE, sizeof (StrataDiffThread), n);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_threads;

      strata_trace_get_threads (traces[side], &n_threads);
      place_of[side] = g_new0 (guint32, n_threads);
    }

  for (guint i = 0; i < n; i++)
    {
      StrataDiffThread thread = { .match = matches[i] };

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        {
          if (matches[i].index[side] != STRATA_NONE)
            place_of[side][matches[i].index[side]] = i;
          for (guint activity = 0; activity < STRATA_N_ACTIVITIES; activity++)
            thread.time_ns[side][activity] = STRATA_NO_TIME;
        }

      g_array_append_val (threads, thread);
    }

  return threads;
}

static gint64
get_size (const StrataDiffThread *thread)
{
  gint64 size_ns = -1;

  for (guint activity = 0; activity < STRATA_N_ACTIVITIES; activity++)
    {
      const gint64 delta_ns = strata_diff_thread_get_delta (thread, activity);

      if (delta_ns != STRATA_NO_TIME && activity != STRATA_ACTIVITY_SLEEPING)
        size_ns = MAX (size_ns, ABS (delta_ns));
    }

  return size_ns;
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  const gint64 size_a = get_size (a);
  const gint64 size_b = get_size (b);
  const StrataDiffThread *thread_a = a;
  const StrataDiffThread *thread_b = b;

  return STRATA_ORDER (size_b, size_a) ?: (STRATA_ORDER (thread_a->match.index[STRATA_DIFF_A], thread_b->match.index[STRATA_DIFF_A]) ?: STRATA_ORDER (thread_a->match.index[STRATA_DIFF_B], thread_b->match.index[STRATA_DIFF_B]));
}

/**
 * strata_diff_threads_new:
 * @traces: two traces
 * @spans: the span of each
 * @match: their matched threads
 * @cancellable: (nullable): stops it
 *
 * Compares how long the threads of two traces were running and waiting.
 *
 * Returns: (transfer full) (element-type StrataDiffThread): all threads, those first whose time on a CPU, waiting for
 *   one or blocked changed most; or %NULL if it was cancelled
 */
GArray *
strata_diff_threads_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                         const StrataSpan spans[STRATA_N_DIFF_SIDES],
                         const StrataThreadMatch *match,
                         GCancellable *cancellable)
{
  guint32 *place_of[STRATA_N_DIFF_SIDES];
  g_autoptr (GArray) threads = list_matches (match, traces, place_of);
  gboolean is_complete = TRUE;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autoptr (StrataUsage) usage = is_complete ? strata_usage_new (traces[side], spans[side], cancellable) : NULL;

      is_complete = usage != NULL;
      if (is_complete)
        add_side (threads, match, side, usage, place_of[side]);
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_free (place_of[side]);
  if (!is_complete)
    return NULL;

  g_array_sort (threads, compare_threads);
  return g_steal_pointer (&threads);
}

/**
 * strata_diff_thread_get_delta:
 * @self: a thread
 * @activity: an activity
 *
 * Returns: how much longer it lasted in B; %STRATA_NO_TIME if that is not known
 */
gint64
strata_diff_thread_get_delta (const StrataDiffThread *self,
                              StrataActivity activity)
{
  const gint64 a = self->time_ns[STRATA_DIFF_A][activity];
  const gint64 b = self->time_ns[STRATA_DIFF_B][activity];

  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}
