/* strata-trace-samples.c - samples of counters: by time, and as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-bisect.h"
#include "strata-real.h"
#include "strata-trace.h"

/**
 * strata_trace_find_sample:
 * @self: a trace
 * @counter: a counter of @self
 * @time_ns: a time, in ns of the trace's clock
 *
 * Finds the sample whose value is valid at @time_ns: the last one that is not later.
 *
 * Returns: an index into strata_trace_get_samples(), or %STRATA_NONE before the first sample
 */
guint32
strata_trace_find_sample (StrataTrace *self,
                          const StrataCounter *counter,
                          gint64 time_ns)
{
  const gint64 *times_ns = strata_trace_get_samples (self)->time_ns;
  guint32 begin = counter->first_sample;
  guint32 end = begin + counter->n_samples;

  STRATA_BISECT (begin, end, i, times_ns[i] <= time_ns);

  return begin > counter->first_sample ? begin - 1 : STRATA_NONE;
}

/**
 * strata_trace_get_counter_end_ns:
 * @self: a trace
 * @counter: a counter of @self
 *
 * Returns: until when its last value holds: the end of its process, or else of the trace
 */
gint64
strata_trace_get_counter_end_ns (StrataTrace *self,
                                 const StrataCounter *counter)
{
  const gint64 trace_end_ns = strata_trace_get_span (self).end_ns;
  const gint64 end_ns = counter->process != STRATA_NONE ? strata_trace_get_processes (self, NULL)[counter->process].end_ns : STRATA_NO_TIME;

  if (end_ns == STRATA_NO_TIME || counter->n_samples == 0)
    return trace_end_ns;

  /* the kernel may report memory of a process that has just ended */
  return CLAMP (strata_trace_get_samples (self)->time_ns[counter->first_sample + counter->n_samples - 1], MIN (end_ns, trace_end_ns), trace_end_ns);
}

/**
 * strata_trace_format_sample:
 * @self: a trace
 * @sample: index of a sample
 * @text: (out caller-allocates): its value as text
 *
 * Formats all digits of a value, for programs.
 *
 * Returns: @text
 */
const char *
strata_trace_format_sample (StrataTrace *self,
                            guint32 sample,
                            char text[STRATA_SAMPLE_BYTES])
{
  const StrataSamples *samples = strata_trace_get_samples (self);

  if (!strata_samples_is_whole (samples, sample))
    return strata_real_format (strata_samples_get_real (samples, sample), text);

  g_snprintf (text, STRATA_SAMPLE_BYTES, "%" G_GINT64_FORMAT, samples->value[sample]);
  return text;
}
