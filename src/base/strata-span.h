/* strata-span.h - half-open spans of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An unknown time. */
#define STRATA_NO_TIME G_MININT64

/* No recording lasts as long: 365 days. */
#define STRATA_YEAR_NS (G_GINT64_CONSTANT (365) * 24 * 3600 * 1000000000)

/* An index or id that names nothing. */
#define STRATA_NONE G_MAXUINT32

/* A half-open span of time, `[begin_ns, end_ns)`, in the clock of the trace. */
typedef struct
{
  gint64 begin_ns; /* first nanosecond inside */
  gint64 end_ns;   /* first nanosecond after */
} StrataSpan;

/* The drift of a file's clock relative to the trace's clock. */
typedef struct
{
  gint64 ppb;     /* how many billionths a clock is slower than the trace's clock */
  gint64 from_ns; /* time at which both agree, on its own clock */
} StrataDrift;

/* Adds without wrapping, since times from files may have any value. */
static inline gint64
strata_time_add (gint64 a_ns,
                 gint64 b_ns)
{
  gint64 sum_ns;

  if (__builtin_add_overflow (a_ns, b_ns, &sum_ns))
    return b_ns > 0 ? G_MAXINT64 : G_MININT64 + 1;

  return sum_ns;
}

/* Subtracts without wrapping. */
static inline gint64
strata_time_subtract (gint64 a_ns,
                      gint64 b_ns)
{
  gint64 difference_ns;

  if (__builtin_sub_overflow (a_ns, b_ns, &difference_ns))
    return b_ns < 0 ? G_MAXINT64 : G_MININT64 + 1;

  return difference_ns;
}

static inline gint64
strata_span_get_length_ns (StrataSpan span)
{
  return strata_time_subtract (span.end_ns, span.begin_ns);
}

/* The unit to which lists round times of a trace: microseconds are too coarse for a trace of less than a millisecond. */
static inline gint64
strata_span_get_step_ns (StrataSpan span)
{
  return strata_span_get_length_ns (span) < 1000000 ? 1 : 1000;
}

/* How much a clock has lost by a time of its own. Computed from whole seconds and the rest, so that nothing overflows. */
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
