/* strata-time-text.h - points in time as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-span.h"

G_BEGIN_DECLS

/* How to interpret times as typed. */
typedef struct
{
  StrataSpan trace_span; /* the time of the trace */
  gint64 middle_ns;      /* the middle of the view, from which a time with a sign is counted */
  gint64 start_us;       /* when the trace began, in microseconds since 1970, or STRATA_NO_TIME */
  GTimeZone *zone;       /* nullable: time zone of clock times; the computer's if NULL */
} StrataTimeContext;

gboolean strata_time_parse (const char *text, const StrataTimeContext *context, gint64 *time_ns, GError **error);
char *strata_time_describe (const StrataTimeContext *context, gint64 time_ns);

G_END_DECLS
