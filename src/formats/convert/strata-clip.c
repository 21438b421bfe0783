/* strata-clip.c - the part of a trace that is written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-clip.h"

StrataClip
strata_clip_new (StrataTrace *trace,
                 StrataSpan span)
{
  const StrataSpan all = strata_trace_get_span (trace);
  const gboolean is_all = span.begin_ns <= all.begin_ns && span.end_ns >= all.end_ns;

  return (StrataClip){
    .span = { MAX (span.begin_ns, all.begin_ns), MIN (span.end_ns, all.end_ns) },
    .limits = is_all ? (StrataSpan){ G_MININT64, G_MAXINT64 } : span,
  };
}

StrataClip
strata_clip_new_all (StrataTrace *trace)
{
  return strata_clip_new (trace, strata_trace_get_span (trace));
}

/**
 * strata_clip_get_start_time_us:
 * @self: a part of a trace
 * @trace: the trace
 *
 * Returns: the time of day when the part begins, in µs since 1970, or %STRATA_NO_TIME
 */
gint64
strata_clip_get_start_time_us (const StrataClip *self,
                               StrataTrace *trace)
{
  const gint64 start_us = strata_trace_get_start_time_us (trace);

  if (start_us == STRATA_NO_TIME)
    return start_us;

  return strata_time_add (start_us, (self->span.begin_ns - strata_trace_get_span (trace).begin_ns) / 1000);
}
