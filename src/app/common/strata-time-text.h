/* strata-time-text.h - points in time as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-span.h"

G_BEGIN_DECLS

/**
 * StrataTimeContext:
 * @trace_span: the time of the trace
 * @middle_ns: the middle of the view, from which a time with a sign is counted
 * @start_us: when the trace began, in microseconds since 1970, or %STRATA_NO_TIME
 * @zone: (nullable): time zone of clock times; the computer's if %NULL
 *
 * How to interpret times as typed.
 */
typedef struct
{
  StrataSpan trace_span;
  gint64 middle_ns;
  gint64 start_us;
  GTimeZone *zone;
} StrataTimeContext;

gboolean strata_time_parse (const char *text, const StrataTimeContext *context, gint64 *time_ns, GError **error);
char *strata_time_describe (const StrataTimeContext *context, gint64 time_ns);

G_END_DECLS
