/* strata-log-clock.h - converts dates of a log to times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-line.h"

G_BEGIN_DECLS

/* Turns the dates of a log into times since 1970. A date without a zone is assumed to be in the
 * zone of this computer. A date without a year is assumed to be in the last twelve months, or
 * nearest to @around_s if that is not 0; @assumed_year is the last assumed year, or 0. The year of
 * an accepted line continues in the next lines, across New Year as well; @is_year_earlier starts
 * one year earlier. Lines that only have the time since the previous line are at @step_ns, which
 * counts from 1970 if a minute was written before (@has_minute), and otherwise from the first
 * line. */
typedef struct
{
  GTimeZone *zone;
  gint64 now_s;
  gint64 around_s; /* since 1970: when the trace next to the log was made */
  gint64 assumed_year;
  gint64 assumed_month;
  gint64 assumed_day;
  gint64 year; /* of the last accepted line, or 0 */
  gint64 month;
  gint64 day;
  guint n_new_years;
  guint n_bad_dates; /* dates that are not in the calendar */
  gboolean is_year_earlier;
  gboolean may_be_ahead; /* whether dates may be later than now */
  gint64 hour;           /* since 1970, of the last local time that was converted */
  gint64 zone_s;
  gint64 step_ns;
  gboolean has_minute;
} StrataLogClock;

void strata_log_clock_init (StrataLogClock *self);
void strata_log_clock_clear (StrataLogClock *self);
const char *strata_log_clock_parse (StrataLogClock *self, const char *p, const char *end, gint64 *time_ns);
const char *strata_log_clock_parse_us (StrataLogClock *self, const char *p, const char *end, gint64 *time_ns);
const char *strata_log_clock_parse_ctime (StrataLogClock *self, const char *p, const char *end, gint64 *time_ns);
const char *strata_log_clock_parse_short (StrataLogClock *self, const char *p, const char *end, gint64 *time_ns);
const char *strata_log_clock_parse_minute (StrataLogClock *self, const char *p, const char *end, gint64 *time_ns);
void strata_log_clock_accept (StrataLogClock *self);
gboolean strata_log_clock_is_ahead (const StrataLogClock *self, gint64 time_ns);
void strata_log_clock_step (StrataLogClock *self, gint64 step_ns);
const char *strata_log_clock_parse_of_day (const char *p, const char *end, gint64 *of_day_ns);
gboolean strata_log_clock_parse_name (StrataLogClock *self, const char *name, gint64 *time_ns, gint64 *pid);
gint64 strata_log_clock_place_of_day (StrataLogClock *self, gint64 of_day_ns, gint64 before_ns);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataLogClock, strata_log_clock_clear)

G_END_DECLS
