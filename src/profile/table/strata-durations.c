/* strata-durations.c - the durations of many slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-durations.h"

#include <string.h>

/**
 * strata_durations_are_cpu:
 * @trace: a trace
 *
 * Returns: whether durations of its slices are CPU times, because the axis is not a clock of the slices
 */
gboolean
strata_durations_are_cpu (StrataTrace *trace)
{
  return strata_trace_get_base (trace) == trace && strata_trace_get_axis (trace) == STRATA_CLOCK_CPU &&
         strata_ns_column_exists (&strata_trace_get_slices (trace)->cpu);
}

/* Returns its duration on the clock of the trace. */
gint64
strata_durations_get_ns (StrataTrace *trace,
                         guint32 slice)
{
  return strata_durations_get_of (strata_trace_get_slices (trace), strata_durations_are_cpu (trace), slice);
}

/* Durations are grouped by their leading bits as floats: the exponent and two more, four steps per
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

/* While slices are counted, the end of a step is its longest slice so far. */
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

      /* the last step with slices contains the longest */
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
 * @histogram: (out caller-allocates): their durations
 *
 * Counts slices by their duration on the clock of the trace. Of several longest slices, a bin has the first.
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
      const gint64 slice_ns = strata_durations_get_of (table, is_cpu, slices[i]);

      count_slice (&steps[get_step (slice_ns)], slices[i], slice_ns);
    }

  if (n_slices > 0)
    join_steps (steps, histogram);
}

/* Percentiles are found digit by digit from the highest on, without sorting, which would take twice
 * as much memory as the slices' numbers. */
#define DIGIT_BITS 11
#define N_DIGIT_VALUES (1 << DIGIT_BITS)

static const guint percents[] = { 50, 90, 95, 99 };

/* A percentile that is being computed. */
typedef struct
{
  guint64 n_before; /* among durations that share the digits */
  guint64 digits;   /* the digits known so far */
  guint32 counts[N_DIGIT_VALUES];
} Rank;

/* Counts the durations that share the known digits by their next digit. */
static void
count_digits (StrataTrace *trace,
              const guint32 *slices,
              guint32 n_slices,
              Rank *ranks,
              guint shift)
{
  const StrataSliceTable *table = strata_trace_get_slices (trace);
  const gboolean is_cpu = strata_durations_are_cpu (trace);

  for (guint32 i = 0; i < n_slices; i++)
    {
      if (strata_slice_table_get_flags (table, slices[i]) & STRATA_SLICE_UNFINISHED)
        continue;

      const guint64 digits = (guint64) MAX (strata_durations_get_of (table, is_cpu, slices[i]), 0) >> shift;

      for (guint k = 0; k < G_N_ELEMENTS (percents); k++)
        if (digits >> DIGIT_BITS == ranks[k].digits)
          ranks[k].counts[digits & (N_DIGIT_VALUES - 1)]++;
    }
}

static void
choose_digit (Rank *rank)
{
  guint digit = 0;

  while (rank->n_before >= rank->counts[digit])
    rank->n_before -= rank->counts[digit++];

  rank->digits = rank->digits << DIGIT_BITS | digit;
  memset (rank->counts, 0, sizeof rank->counts);
}

/* The nearest-rank percentiles of the @n finished slices. */
static void
find_percentiles (StrataTrace *trace,
                  const guint32 *slices,
                  guint32 n_slices,
                  guint32 n,
                  gint64 max_ns,
                  gint64 *percentiles_ns)
{
  g_autofree Rank *ranks = g_new0 (Rank, G_N_ELEMENTS (percents));
  guint n_digits = 1;

  while (n_digits * DIGIT_BITS < 63 && max_ns >> (n_digits * DIGIT_BITS) != 0)
    n_digits++;

  for (guint k = 0; k < G_N_ELEMENTS (percents); k++)
    ranks[k].n_before = n - (guint64) n * (100 - percents[k]) / 100 - 1;

  for (guint digit = n_digits; digit-- > 0;)
    {
      count_digits (trace, slices, n_slices, ranks, digit * DIGIT_BITS);
      for (guint k = 0; k < G_N_ELEMENTS (percents); k++)
        choose_digit (&ranks[k]);
    }

  for (guint k = 0; k < G_N_ELEMENTS (percents); k++)
    percentiles_ns[k] = (gint64) ranks[k].digits;
}

/**
 * strata_durations_summarise:
 * @trace: a trace
 * @slices: (array length=n_slices): some of its slices
 * @n_slices: how many
 * @durations: (out caller-allocates): their durations
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
  gint64 percentiles_ns[G_N_ELEMENTS (percents)];
  gint64 min_ns = G_MAXINT64;
  gint64 max_ns = 0;
  gint64 total_ns = 0;
  guint32 n = 0;

  for (guint32 i = 0; i < n_slices; i++)
    {
      if (strata_slice_table_get_flags (table, slices[i]) & STRATA_SLICE_UNFINISHED)
        continue;

      const gint64 slice_ns = MAX (strata_durations_get_of (table, is_cpu, slices[i]), 0);

      n++;
      min_ns = MIN (min_ns, slice_ns);
      max_ns = MAX (max_ns, slice_ns);
      total_ns = strata_time_add (total_ns, slice_ns);
    }

  *durations = (StrataDurations){ n, n_slices - n, total_ns, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME, STRATA_NO_TIME };
  if (n == 0)
    return;

  find_percentiles (trace, slices, n_slices, n, max_ns, percentiles_ns);
  durations->min_ns = min_ns;
  durations->max_ns = max_ns;
  durations->mean_ns = (gint64) (((guint64) total_ns + n / 2) / n);
  durations->p50_ns = percentiles_ns[0];
  durations->p90_ns = percentiles_ns[1];
  durations->p95_ns = percentiles_ns[2];
  durations->p99_ns = percentiles_ns[3];
}
