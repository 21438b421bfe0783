/* strata-area-stats.c - sums the items in a span on some lanes by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-stats.h"

#include "strata-bisect.h"
#include "strata-order.h"

/* One pass over the rows of each track, which visits only items in the span. Rows of the result are
 * found by a table over all names, and another over all threads. */

/* Cancellation is checked once per this many items. */
#define CHECK_MASK 0xffff

typedef struct
{
  StrataTrace *trace;
  const StrataAreaScope *scope;
  GCancellable *cancellable;
  guint64 n_visited;
  guint32 *row_of_name;   /* STRATA_NONE for none yet */
  guint32 *row_of_thread; /* the same */
  GArray *rows;           /* (element-type StrataAreaRow) */
} Sum;

static gboolean
is_cancelled (Sum *sum)
{
  return (++sum->n_visited & CHECK_MASK) == 0 && g_cancellable_is_cancelled (sum->cancellable);
}

static StrataAreaRow *
get_row (Sum *sum,
         guint32 *row_of,
         StrataAreaKind kind,
         guint32 key)
{
  if (row_of[key] == STRATA_NONE)
    {
      const StrataAreaRow row = { .kind = kind, .key = key, .longest = STRATA_NONE, .longest_ns = -1 };

      row_of[key] = sum->rows->len;
      g_array_append_val (sum->rows, row);
    }

  return &g_array_index (sum->rows, StrataAreaRow, row_of[key]);
}

static void
add_item (StrataAreaRow *row,
          guint32 index,
          StrataSpan item,
          StrataSpan span)
{
  const gint64 inside_ns = MAX (MIN (item.end_ns, span.end_ns) - MAX (item.begin_ns, span.begin_ns), 0);

  row->n_items++;
  row->total_ns = strata_time_add (row->total_ns, inside_ns);
  if (inside_ns > row->longest_ns || (inside_ns == row->longest_ns && index < row->longest))
    {
      row->longest_ns = inside_ns;
      row->longest = index;
    }
}

static gboolean
sum_slices (Sum *sum,
            guint32 begin,
            guint32 end)
{
  const StrataSliceTable *slices = strata_trace_get_slices (sum->trace);
  const StrataSpan span = sum->scope->span;

  /* from a nanosecond before, for slices without length at the start */
  for (guint32 place = strata_slice_table_find_first (slices, begin, end, strata_time_add (span.begin_ns, -1)); place < end; place++)
    {
      const guint32 slice = slices->order[place];
      const StrataSpan item = { slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice) };

      if (item.begin_ns >= span.end_ns)
        break;
      if (item.end_ns <= span.begin_ns && item.begin_ns < span.begin_ns)
        continue;
      if (is_cancelled (sum))
        return FALSE;

      add_item (get_row (sum, sum->row_of_name, STRATA_AREA_SLICES, slices->name[slice]), slice, item, span);
    }

  return TRUE;
}

static gboolean
sum_track (Sum *sum,
           guint32 index)
{
  const StrataTrack *track = &strata_trace_get_tracks (sum->trace, NULL)[index];
  gboolean is_done = TRUE;

  for (guint32 depth = 0; is_done && depth < track->n_rows; depth++)
    {
      guint32 begin;
      guint32 end;

      strata_trace_get_row (sum->trace, track, depth, &begin, &end);
      is_done = sum_slices (sum, begin, end);
    }

  return is_done;
}

static guint32
find_first_run (const StrataCpuRuns *runs,
                const StrataCpu *cpu,
                gint64 time_ns)
{
  guint32 begin = cpu->first_run;
  guint32 end = cpu->first_run + cpu->n_runs;

  STRATA_BISECT (begin, end, i, runs->end_ns[i] <= time_ns);

  return begin;
}

static gboolean
sum_cpu (Sum *sum,
         guint32 index)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (sum->trace);
  const StrataCpu *cpu = &strata_trace_get_cpus (sum->trace, NULL)[index];
  const StrataSpan span = sum->scope->span;

  for (guint32 run = find_first_run (runs, cpu, span.begin_ns); run < cpu->first_run + cpu->n_runs; run++)
    {
      if (runs->start_ns[run] >= span.end_ns)
        break;
      if (is_cancelled (sum))
        return FALSE;
      if (runs->thread[run] != STRATA_NONE)
        add_item (get_row (sum, sum->row_of_thread, STRATA_AREA_RUNS, runs->thread[run]), run,
                  (StrataSpan){ runs->start_ns[run], runs->end_ns[run] }, span);
    }

  return TRUE;
}

static gboolean
sum_all (Sum *sum)
{
  gboolean is_done = TRUE;

  for (guint i = 0; is_done && i < sum->scope->n_tracks; i++)
    is_done = sum_track (sum, sum->scope->tracks[i]);
  for (guint i = 0; is_done && i < sum->scope->n_cpus; i++)
    is_done = sum_cpu (sum, sum->scope->cpus[i]);

  return is_done;
}

static guint32 *
new_table (guint n_keys)
{
  guint32 *table = g_new (guint32, MAX (n_keys, 1));

  memset (table, 0xff, n_keys * sizeof *table);
  return table;
}

static int
compare_totals (gconstpointer a,
                gconstpointer b)
{
  const StrataAreaRow *x = a;
  const StrataAreaRow *y = b;

  return STRATA_ORDER (x->kind, y->kind) ?: (STRATA_ORDER (y->total_ns, x->total_ns) ?: STRATA_ORDER (x->key, y->key));
}

/**
 * strata_area_stats_compute:
 * @trace: a trace
 * @scope: the items to sum
 * @cancellable: (nullable): stops it
 *
 * Sums the items in a span on some tracks and CPUs.
 *
 * Returns: (transfer full) (element-type StrataAreaRow): a row per name, then a row per thread that ran, each with the
 *   largest totals first; %NULL if it was cancelled
 */
GArray *
strata_area_stats_compute (StrataTrace *trace,
                           const StrataAreaScope *scope,
                           GCancellable *cancellable)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);

  g_autofree guint32 *row_of_name = new_table (strata_string_pool_get_n_strings (strata_trace_get_strings (trace)));
  g_autofree guint32 *row_of_thread = new_table (n_threads);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (StrataAreaRow));
  Sum sum = { trace, scope, cancellable, 0, row_of_name, row_of_thread, rows };

  if (!sum_all (&sum))
    return NULL;

  g_array_sort (rows, compare_totals);
  return g_steal_pointer (&rows);
}
