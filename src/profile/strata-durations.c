/* strata-durations.c - how long many slices took
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-durations.h"

#include <string.h>

#include "strata-radix-sort.h"

/**
 * strata_durations_are_cpu:
 * @trace: a trace
 *
 * Returns: whether its slices are as long as they ran, because the axis is none on which they would be
 */
gboolean
strata_durations_are_cpu (StrataTrace *trace)
{
  return strata_trace_get_base (trace) == trace && strata_trace_get_axis (trace) == STRATA_CLOCK_CPU &&
         strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu);
}

static inline gint64
get_ns (const StrataSliceTable *table,
        gboolean is_cpu,
        guint32 slice)
{
  return is_cpu ? strata_slice_table_get_cpu_ns (table, slice) : strata_slice_table_get_wall_ns (table, slice);
}

/**
 * strata_durations_get_ns:
 * @trace: a trace
 * @slice: a slice
 *
 * Returns: how long it took on the clock of the trace
 */
gint64
strata_durations_get_ns (StrataTrace *trace,
                         guint32 slice)
{
  return get_ns (strata_trace_get_slices (trace), strata_durations_are_cpu (trace), slice);
}

/* Durations by their leading bits: the exponent and two more, four steps to a
 * doubling. Steps ascend with the duration and need no logarithm. */
#define STEP_SHIFT 50
#define N_STEPS (64 * 4)

static guint
get_step (gint64 duration_ns)
{
  double value = (double) MAX (duration_ns, 0) + 1.0;
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return MIN ((guint) (bits >> STEP_SHIFT) - (1023u << 2), N_STEPS - 1);
}

/* The shortest duration of a step. */
static gint64
get_step_begin (guint step)
{
  guint64 bits = ((guint64) step + (1023u << 2)) << STEP_SHIFT;
  double value;

  memcpy (&value, &bits, sizeof value);
  return (gint64) MAX (value - 1.0 + 0.999999, 0.0);
}

/* A step while slices are counted: its end is the longest so far. */
static void
count_slice (StrataHistogramBin *step,
             guint32 slice,
             gint64 slice_ns)
{
  if (step->n_slices++ == 0 || slice_ns > step->end_ns)
    {
      step->longest = slice;
      step->end_ns = slice_ns;
    }
}

static void
join_steps (const StrataHistogramBin *steps,
            StrataHistogram *histogram)
{
  guint first = 0;
  guint last = N_STEPS - 1;

  while (steps[first].n_slices == 0)
    first++;
  while (steps[last].n_slices == 0)
    last--;

  guint n_joined = (last - first) / STRATA_HISTOGRAM_BINS + 1;

  histogram->n_bins = (last - first) / n_joined + 1;
  for (guint i = 0; i < histogram->n_bins; i++)
    {
      guint step = first + i * n_joined;
      StrataHistogramBin bin = { get_step_begin (step), get_step_begin (step + n_joined), 0, STRATA_NONE };

      /* the last step with any holds the longest */
      for (guint k = step; k < MIN (step + n_joined, N_STEPS); k++)
        if (steps[k].n_slices > 0)
          {
            bin.n_slices += steps[k].n_slices;
            bin.longest = steps[k].longest;
          }

      histogram->bins[i] = bin;
    }
}

/**
 * strata_durations_fill_histogram:
 * @trace: a trace
 * @slices: (array length=n_slices): some of its slices, ascending
 * @n_slices: how many
 * @histogram: (out caller-allocates): how long they took
 *
 * Counts slices by their duration on the clock of the trace. Of the longest of
 * equal length a bin names the first.
 */
void
strata_durations_fill_histogram (StrataTrace *trace,
                                 const guint32 *slices,
                                 guint32 n_slices,
                                 StrataHistogram *histogram)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean is_cpu = strata_durations_are_cpu (trace);
  StrataHistogramBin steps[N_STEPS] = { 0 };

  *histogram = (StrataHistogram){ 0 };
  for (guint32 i = 0; i < n_slices; i++)
    {
      const gint64 slice_ns = get_ns (table, is_cpu, slices[i]);

      count_slice (&steps[get_step (slice_ns)], slices[i], slice_ns);
    }

  if (n_slices > 0)
    join_steps (steps, histogram);
}

/* The nearest-rank percentile of sorted durations. */
static gint64
get_percentile (const guint64 *sorted_ns,
                guint32 n,
                guint percent)
{
  const guint64 n_above = (guint64) n * (100 - percent) / 100;

  return (gint64) sorted_ns[n - (guint32) n_above - 1];
}

/**
 * strata_durations_summarise:
 * @trace: a trace
 * @slices: (array length=n_slices): some of its slices
 * @n_slices: how many
 * @durations: (out caller-allocates): how long they took
 *
 * Finds mean, percentiles and extremes on the clock of the trace.
 */
void
strata_durations_summarise (StrataTrace *trace,
                            const guint32 *slices,
                            guint32 n_slices,
                            StrataDurations *durations)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean is_cpu = strata_durations_are_cpu (trace);
  g_autofree guint64 *ns = g_new (guint64, n_slices);
  guint32 n = 0;
  gint64 total_ns = 0;

  for (guint32 i = 0; i < n_slices; i++)
    {
      if (strata_slice_table_get_flags (table, slices[i]) & STRATA_SLICE_UNFINISHED)
        continue;

      const gint64 slice_ns = MAX (get_ns (table, is_cpu, slices[i]), 0);

      ns[n++] = (guint64) slice_ns;
      total_ns = strata_time_add (total_ns, slice_ns);
    }

  *durations = (StrataDurations){ n, n_slices - n, total_ns, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME };
  if (n == 0)
    return;

  strata_radix_sort (ns, NULL, n, NULL);
  durations->min_ns = (gint64) ns[0];
  durations->max_ns = (gint64) ns[n - 1];
  durations->mean_ns = (gint64) (((guint64) total_ns + n / 2) / n);
  durations->p50_ns = get_percentile (ns, n, 50);
  durations->p90_ns = get_percentile (ns, n, 90);
  durations->p95_ns = get_percentile (ns, n, 95);
  durations->p99_ns = get_percentile (ns, n, 99);
}
