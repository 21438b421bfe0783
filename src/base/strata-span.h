/* strata-span.h - half-open spans of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A time that is not known. */
#define STRATA_NO_TIME G_MININT64

/* An index or id that names nothing. */
#define STRATA_NONE G_MAXUINT32

/**
 * StrataSpan:
 * @begin_ns: first nanosecond inside
 * @end_ns: first nanosecond after
 *
 * A half-open span of time, `[begin_ns, end_ns)`, in the clock of the trace.
 */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
} StrataSpan;

/**
 * StrataDrift:
 * @ppb: by how many billionths a clock is slower than that of the trace
 * @from_ns: when both agree, on its own clock
 *
 * How the clock of a file goes, compared with that of the trace.
 */
typedef struct
{
  gint64 ppb;
  gint64 from_ns;
} StrataDrift;

static inline gint64
strata_span_get_length_ns (StrataSpan span)
{
  return span.end_ns - span.begin_ns;
}

/* To what lists round times of a trace: where all is over in a millisecond, microseconds say too little. */
static inline gint64
strata_span_get_step_ns (StrataSpan span)
{
  return strata_span_get_length_ns (span) < 1000000 ? 1 : 1000;
}

/* Adds without wrapping: times come from files and may be anything. */
static inline gint64
strata_time_add (gint64 a_ns,
                 gint64 b_ns)
{
  gint64 sum_ns;

  if (__builtin_add_overflow (a_ns, b_ns, &sum_ns))
    return b_ns > 0 ? G_MAXINT64 : G_MININT64 + 1;

  return sum_ns;
}

/* What a clock has lost by a time of its own: in whole seconds and what is left, so that nothing overflows. */
static inline gint64
strata_drift_get_ns (const StrataDrift *drift,
                     gint64 own_ns)
{
  const gint64 second_ns = G_GINT64_CONSTANT (1000000000);
  gint64 since_ns;

  if (drift->ppb == 0 || __builtin_sub_overflow (own_ns, drift->from_ns, &since_ns))
    return 0;

  return since_ns / second_ns * drift->ppb + since_ns % second_ns * drift->ppb / second_ns;
}

void strata_span_join_all (GArray *spans);

G_END_DECLS
