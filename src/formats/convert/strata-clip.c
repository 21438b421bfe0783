/* strata-clip.c - the part of a trace that is written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-clip.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

/* Whole seconds, so that the digits after the point do not change. */
#define STEP_NS G_GINT64_CONSTANT (1000000000)

static gint64
find_moved_ns (gint64 begin_ns)
{
  const gint64 n_steps = -(begin_ns / STEP_NS) + (begin_ns % STEP_NS != 0);

  return begin_ns < 0 ? MIN (n_steps, G_MAXINT64 / STEP_NS) * STEP_NS : 0;
}

StrataClip
strata_clip_new (StrataTrace *trace,
                 StrataSpan span)
{
  const StrataSpan all = strata_trace_get_span (trace);
  const gboolean is_all = span.begin_ns <= all.begin_ns && span.end_ns >= all.end_ns;

  const gint64 begin_ns = MAX (span.begin_ns, all.begin_ns);

  return (StrataClip){
    .span = { begin_ns, MIN (span.end_ns, all.end_ns) },
    .limits = is_all ? (StrataSpan){ G_MININT64, G_MAXINT64 } : span,
    .moved_ns = find_moved_ns (begin_ns),
  };
}

StrataClip
strata_clip_new_all (StrataTrace *trace)
{
  return strata_clip_new (trace, strata_trace_get_span (trace));
}

/* Returns whether it is the whole trace. */
gboolean
strata_clip_is_all (const StrataClip *self)
{
  return self->limits.begin_ns == G_MININT64 && self->limits.end_ns == G_MAXINT64;
}

/**
 * strata_clip_get_start_time_us:
 * @self: a part of a trace
 * @trace: the trace
 *
 * Returns: the calendar time at the start of the part, in µs since 1970, or %STRATA_NO_TIME
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

/**
 * strata_clip_dup_note:
 * @self: a part of a trace, in a format of kernel clocks
 *
 * Returns: (transfer full) (nullable): a sentence if times in the file are not those of the trace
 */
char *
strata_clip_dup_note (const StrataClip *self)
{
  const gint64 moved_s = self->moved_ns / STEP_NS;

  return moved_s > 0 ? g_strdup_printf (_ ("all times are %" PRId64 " s later than in the trace, because this format has no times before 0"), moved_s) : NULL;
}
