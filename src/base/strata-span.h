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

static inline gint64
strata_span_get_length_ns (StrataSpan span)
{
  return span.end_ns - span.begin_ns;
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

G_END_DECLS
