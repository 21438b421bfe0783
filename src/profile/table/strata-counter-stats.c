/* strata-counter-stats.c - statistics of a counter in a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-stats.h"

#include "strata-bisect.h"

#define SAMPLES_BETWEEN_CHECKS 65536

/* The first sample of a counter after @time_ns, or the end of its samples. */
static guint32
find_after (const StrataSamples *samples,
            const StrataCounter *counter,
            gint64 time_ns)
{
  guint32 begin = counter->first_sample;
  guint32 end = begin + counter->n_samples;

  STRATA_BISECT (begin, end, i, samples->time_ns[i] <= time_ns);

  return begin;
}

/* A double, since a span may be as long as the range of integers. */
static double
get_length (gint64 begin_ns,
            gint64 end_ns)
{
  return end_ns > begin_ns ? (double) ((guint64) end_ns - (guint64) begin_ns) : 0.0;
}

/* Each of the values from @begin on lasts until the next one, or until the span ends. */
static gboolean
add_values (const StrataSamples *samples,
            guint32 begin,
            guint32 end,
            GCancellable *cancellable,
            StrataCounterStats *stats)
{
  const double length = get_length (stats->span.begin_ns, stats->span.end_ns);

  stats->mean = length > 0.0 ? 0.0 : strata_samples_get_real (samples, end - 1);
  for (guint32 i = begin; i < end; i++)
    {
      const gint64 from_ns = MAX (samples->time_ns[i], stats->span.begin_ns);
      const gint64 to_ns = i + 1 < end ? samples->time_ns[i + 1] : stats->span.end_ns;

      stats->min = MIN (stats->min, strata_samples_get_real (samples, i));
      stats->max = MAX (stats->max, strata_samples_get_real (samples, i));
      if (length > 0.0)
        stats->mean += strata_samples_get_real (samples, i) * (get_length (from_ns, to_ns) / length);
      if (i % SAMPLES_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }

  return TRUE;
}

/**
 * strata_counter_stats_find:
 * @trace: a trace
 * @counter: index of a counter
 * @span: the span
 * @cancellable: (nullable): stops it early
 * @stats: (out caller-allocates): its statistics
 *
 * Computes statistics of a counter in a span, from its first value on. A value set before applies at the start of
 * the span, and the last one until the end of the span, of its process or of the trace.
 *
 * Returns: whether it has a value there; also %FALSE if it was cancelled
 */
gboolean
strata_counter_stats_find (StrataTrace *trace,
                           guint32 counter,
                           StrataSpan span,
                           GCancellable *cancellable,
                           StrataCounterStats *stats)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataCounter *row = &strata_trace_get_counters (trace, NULL)[counter];
  const gint64 last_ns = strata_trace_get_counter_end_ns (trace, row);
  const gint64 end_ns = MAX (MIN (span.end_ns, last_ns), span.begin_ns);
  const guint32 after = find_after (samples, row, span.begin_ns);
  const guint32 end = find_after (samples, row, end_ns);
  const guint32 begin = after > row->first_sample ? after - 1 : after;

  if (begin >= end || span.begin_ns > last_ns)
    return FALSE;

  *stats = (StrataCounterStats){
    .span = { MAX (span.begin_ns, samples->time_ns[begin]), end_ns },
    .n_samples = end - after + (begin < after && samples->time_ns[begin] == span.begin_ns),
    .min = strata_samples_get_real (samples, begin),
    .max = strata_samples_get_real (samples, begin),
    .first = strata_samples_get_real (samples, begin),
    .last = strata_samples_get_real (samples, end - 1),
  };

  return add_values (samples, begin, end, cancellable, stats);
}
