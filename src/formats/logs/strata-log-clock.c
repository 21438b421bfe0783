/* strata-log-clock.c - converts dates of a log to times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-log-clock.h"

#include <string.h>

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define S_PER_DAY 86400

/* A log may be a little ahead of this computer. */
#define MAX_AHEAD_S S_PER_DAY

typedef struct
{
  gint64 year; /* 0 if the date has no year */
  gint64 month;
  gint64 day;
} Date;

/**
 * strata_log_clock_init:
 * @self: (out caller-allocates): a clock
 *
 * Begins a log.
 */
void
strata_log_clock_init (StrataLogClock *self)
{
  *self = (StrataLogClock){
    .zone = g_time_zone_new_local (),
    .now_s = g_get_real_time () / G_USEC_PER_SEC,
    .hour = G_MININT64,
  };
}

void
strata_log_clock_clear (StrataLogClock *self)
{
  g_clear_pointer (&self->zone, g_time_zone_unref);
}

/* Days since 1970 in the Gregorian calendar. */
static gint64
count_days (const Date *date)
{
  const gint64 year = date->month <= 2 ? date->year - 1 : date->year;
  const gint64 era = year / 400;
  const gint64 of_era = year - era * 400;
  const gint64 of_year = (153 * (date->month + (date->month > 2 ? -3 : 9)) + 2) / 5 + date->day - 1;

  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static gboolean
is_leap (gint64 year)
{
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* In an unknown year, February may have 29 days. */
static gboolean
is_in_calendar (const Date *date)
{
  static const gint8 n_days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

  if (date->month < 1 || date->month > 12 || date->day < 1 || date->day > n_days[date->month - 1])
    return FALSE;

  return date->month != 2 || date->day < 29 || date->year == 0 || is_leap (date->year);
}

/* Parses @n_digits digits, or fewer if the text is padded with a space. */
static const char *
parse_digits (const char *p,
              const char *end,
              int n_digits,
              gint64 *value)
{
  gint64 sum = 0;

  for (int i = 0; i < n_digits; i++, p++)
    {
      if (p == end || (!g_ascii_isdigit (*p) && (i > 0 || *p != ' ')))
        return NULL;

      sum = sum * 10 + (*p != ' ' ? *p - '0' : 0);
    }

  *value = sum;
  return p;
}

static const char *
parse_mark (const char *p,
            const char *end,
            const char *marks)
{
  return p != NULL && p < end && *p != '\0' && strchr (marks, *p) != NULL ? p + 1 : NULL;
}

static const char *
parse_fraction (const char *p,
                const char *end,
                gboolean is_us,
                gint64 *fraction_ns)
{
  gint64 value = 0;
  int n_digits = 0;

  for (; p < end && g_ascii_isdigit (*p); p++)
    if (n_digits < 9)
      {
        value = value * 10 + (*p - '0');
        n_digits++;
      }

  if (n_digits == 0)
    return NULL;

  if (is_us)
    value *= 1000;
  for (; !is_us && n_digits < 9; n_digits++)
    value *= 10;

  *fraction_ns = value;
  return p;
}

/* "04:06:43", "04-06-43.123456" or "04:06:43:354". */
static const char *
parse_day_time (const char *p,
                const char *end,
                gboolean is_us,
                gint64 *of_day_ns)
{
  gint64 hour;
  gint64 minute;
  gint64 second;
  gint64 fraction_ns = 0;

  p = parse_digits (p, end, 2, &hour);
  p = parse_mark (p, end, ":-");
  p = p != NULL ? parse_digits (p, end, 2, &minute) : NULL;
  p = parse_mark (p, end, ":-");
  p = p != NULL ? parse_digits (p, end, 2, &second) : NULL;
  if (p == NULL || hour > 23 || minute > 59 || second > 60)
    return NULL;

  if (end - p > 1 && strchr (".:,", *p) != NULL && *p != '\0' && g_ascii_isdigit (p[1]))
    p = parse_fraction (p + 1, end, is_us, &fraction_ns);

  *of_day_ns = ((hour * 60 + minute) * 60 + second) * NS_PER_S + fraction_ns;
  return p;
}

/* "2026-07-17", "2026/07/17" or "07-17". */
static const char *
parse_date (const char *p,
            const char *end,
            Date *date)
{
  const gboolean has_year = end - p > 4 && g_ascii_isdigit (p[2]);

  date->year = 0;
  if (has_year)
    p = parse_mark (parse_digits (p, end, 4, &date->year), end, "-/");

  p = p != NULL ? parse_digits (p, end, 2, &date->month) : NULL;
  p = parse_mark (p, end, "-/");
  p = p != NULL ? parse_digits (p, end, 2, &date->day) : NULL;
  if (p == NULL || date->month < 1 || date->month > 12 || date->day < 1 || date->day > 31)
    return NULL;

  return !has_year || (date->year >= 1970 && date->year <= 2200) ? p : NULL;
}

static gboolean
is_utc (const char *name,
        const char *end)
{
  return end - name == 3 && (memcmp (name, "UTC", 3) == 0 || memcmp (name, "GMT", 3) == 0);
}

static const char *
skip_capitals (const char *p,
               const char *end)
{
  while (p < end && g_ascii_isupper (*p))
    p++;

  return p;
}

/* "+0800" or "+08:00". */
static const char *
parse_offset (const char *p,
              const char *end,
              gint64 *zone_s)
{
  gint64 hours;
  gint64 minutes;

  if (end - p < 5 || (*p != '+' && *p != '-') || !g_ascii_isdigit (p[1]))
    return NULL;

  const char *after = parse_digits (p + 1, end, 2, &hours);

  if (after != NULL && after < end && *after == ':')
    after++;

  after = after != NULL && after + 1 < end && g_ascii_isdigit (*after) ? parse_digits (after, end, 2, &minutes) : NULL;
  if (after != NULL)
    *zone_s = (*p == '-' ? -60 : 60) * (hours * 60 + minutes);

  return after;
}

/* The zone after a time: " +0800", "+08:00" or "Z" as in ISO 8601, or " UTC". Most logs have none. Other names, such as
 * " CST", are ambiguous. */
static const char *
parse_zone (const char *p,
            const char *end,
            gboolean *has_zone,
            gint64 *zone_s)
{
  const char *begin = p < end && *p == ' ' ? p + 1 : p;
  const char *after = parse_offset (begin, end, zone_s);
  const char *name_end = skip_capitals (begin, end);

  if (after == NULL && ((name_end - p == 1 && *p == 'Z') || (begin > p && is_utc (begin, name_end))))
    {
      after = name_end;
      *zone_s = 0;
    }

  *has_zone |= after != NULL;
  return after != NULL ? after : p;
}

/* The zone in front of a date: "CST ", "GMT+08:00 " or "+0800 ". */
static const char *
parse_zone_in_front (const char *p,
                     const char *end,
                     gboolean *has_zone,
                     gint64 *zone_s)
{
  const char *name_end = skip_capitals (p, end);
  const char *offset_end = parse_offset (name_end, end, zone_s);
  const char *after = offset_end != NULL ? offset_end : name_end;

  if (after == end || *after != ' ' || (offset_end == NULL && name_end - p < 3))
    return p;

  *has_zone = offset_end != NULL || is_utc (p, name_end);
  return after + 1;
}

static gint64
find_zone_s (StrataLogClock *self,
             gint64 local_s)
{
  const gint64 hour = local_s / 3600;

  if (hour != self->hour)
    {
      const int interval = g_time_zone_find_interval (self->zone, G_TIME_TYPE_STANDARD, local_s);

      self->hour = hour;
      self->zone_s = interval >= 0 ? g_time_zone_get_offset (self->zone, interval) : 0;
    }

  return self->zone_s;
}

/* The year in which the day is nearest to a time. */
static gint64
find_year_around (gint64 around_s,
                  const Date *date)
{
  const gint64 year = 1970 + around_s / 31556952;
  gint64 best = year;

  for (gint64 i = year - 1; i <= year + 1; i++)
    {
      const Date guess = { i, date->month, date->day };
      const Date known = { best, date->month, date->day };

      if (ABS (count_days (&guess) * S_PER_DAY - around_s) < ABS (count_days (&known) * S_PER_DAY - around_s))
        best = i;
    }

  return best;
}

static gboolean
is_ahead (const StrataLogClock *self,
          gint64 year,
          const Date *date)
{
  const Date guess = { year, date->month, date->day };

  return count_days (&guess) * S_PER_DAY > self->now_s + MAX_AHEAD_S;
}

/* The most recent year in which the day is not in the future. */
static gint64
find_latest_year (const StrataLogClock *self,
                  const Date *date)
{
  gint64 year = 1970 + self->now_s / 31556952;

  year -= is_ahead (self, year, date);
  while (date->month == 2 && date->day == 29 && !is_leap (year))
    year--;

  return year;
}

/* Lines of several buffers are not quite in order, even around New Year. */
static gboolean
is_just_before (const StrataLogClock *self,
                const Date *date)
{
  const Date guess = { self->year - 1, date->month, date->day };
  const Date last = { self->year, self->month, self->day };

  return date->month - self->month > 6 && count_days (&last) - count_days (&guess) <= 1;
}

static gint64
find_year (const StrataLogClock *self,
           const Date *date)
{
  if (self->around_s != 0)
    return find_year_around (self->around_s, date);
  if (self->year == 0)
    return find_latest_year (self, date) - self->is_year_earlier;

  const gint64 year = self->year + (self->month - date->month > 6) - is_just_before (self, date);

  return self->may_be_ahead || !is_ahead (self, year, date) ? year : find_latest_year (self, date);
}

static gint64
get_ns (StrataLogClock *self,
        Date date,
        gint64 of_day_ns)
{
  if (date.year == 0)
    {
      date.year = self->assumed_year = find_year (self, &date);
      self->assumed_month = date.month;
      self->assumed_day = date.day;
    }

  const gint64 local_s = count_days (&date) * S_PER_DAY;

  return (local_s - find_zone_s (self, local_s + of_day_ns / NS_PER_S)) * NS_PER_S + of_day_ns;
}

/* Counts text that looks like a date but is not valid: its line cannot be placed. */
static gboolean
check_date (StrataLogClock *self,
            const Date *date)
{
  if (is_in_calendar (date))
    return TRUE;

  self->n_bad_dates++;
  return FALSE;
}

static const char *
parse (StrataLogClock *self,
       const char *p,
       const char *end,
       gboolean is_us,
       gint64 *time_ns)
{
  Date date;
  gint64 of_day_ns;
  gint64 zone_s = 0;
  gboolean has_zone = FALSE;

  p = parse_zone_in_front (p, end, &has_zone, &zone_s);
  p = parse_date (p, end, &date);
  p = parse_mark (p, end, " -T");
  p = p != NULL ? parse_day_time (p, end, is_us, &of_day_ns) : NULL;
  if (p == NULL || !check_date (self, &date))
    return NULL;

  p = parse_zone (p, end, &has_zone, &zone_s);
  *time_ns = get_ns (self, date, of_day_ns);
  if (has_zone)
    *time_ns += (self->zone_s - zone_s) * NS_PER_S;

  return p;
}

/**
 * strata_log_clock_parse:
 * @self: a clock
 * @p: where a date may begin
 * @end: where the text ends
 * @time_ns: (out): ns since 1970
 *
 * Parses "2026-07-17 04:06:43.354", "2026/07/17-04:06:43:354", "07-17 04:06:43.354" and similar dates, with or without
 * a fraction and a zone, which may be in front.
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse (StrataLogClock *self,
                        const char *p,
                        const char *end,
                        gint64 *time_ns)
{
  return parse (self, p, end, FALSE, time_ns);
}

/**
 * strata_log_clock_parse_us:
 * @self: a clock
 * @p: where a date may begin
 * @end: where the text ends
 * @time_ns: (out): ns since 1970
 *
 * Parses a date like strata_log_clock_parse(), but the digits after the seconds are a number of microseconds without
 * leading zeros.
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse_us (StrataLogClock *self,
                           const char *p,
                           const char *end,
                           gint64 *time_ns)
{
  return parse (self, p, end, TRUE, time_ns);
}

static gboolean
find_month (const char *p,
            const char *end,
            gint64 *month)
{
  static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

  for (gint64 i = 0; i < 12; i++)
    if (end - p >= 3 && memcmp (p, names + 3 * i, 3) == 0)
      {
        *month = i + 1;
        return TRUE;
      }

  return FALSE;
}

/**
 * strata_log_clock_parse_ctime:
 * @self: a clock
 * @p: where a date may begin
 * @end: where the text ends
 * @time_ns: (out): ns since 1970
 *
 * Parses "Fri Jul 17 04:06:43 2026", as ctime() and dmesg -T write it.
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse_ctime (StrataLogClock *self,
                              const char *p,
                              const char *end,
                              gint64 *time_ns)
{
  Date date;
  gint64 of_day_ns;

  if (end - p < 24 || p[3] != ' ' || !g_ascii_isupper (p[0]) || !find_month (p + 4, end, &date.month) || p[7] != ' ')
    return NULL;

  p = parse_mark (parse_digits (p + 8, end, 2, &date.day), end, " ");
  p = p != NULL ? parse_day_time (p, end, FALSE, &of_day_ns) : NULL;
  p = parse_mark (p, end, " ");
  p = p != NULL ? parse_digits (p, end, 4, &date.year) : NULL;
  if (p == NULL || date.year < 1970 || date.year > 2200 || !check_date (self, &date))
    return NULL;

  *time_ns = get_ns (self, date, of_day_ns);
  return p;
}

/* "Jul 17" or "Jul17". */
static const char *
parse_month_day (const char *p,
                 const char *end,
                 Date *date)
{
  date->year = 0;
  if (!find_month (p, end, &date->month))
    return NULL;

  p += 3;
  if (end - p > 2 && *p == ' ' && p[2] != ' ')
    p++;

  p = parse_mark (parse_digits (p, end, 2, &date->day), end, " ");
  return p != NULL && date->day >= 1 && date->day <= 31 ? p : NULL;
}

/**
 * strata_log_clock_parse_short:
 * @self: a clock
 * @p: where a date may begin
 * @end: where the text ends
 * @time_ns: (out): ns since 1970
 *
 * Parses "Jul 17 04:06:43" with or without a fraction, as syslog writes it (RFC 3164).
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse_short (StrataLogClock *self,
                              const char *p,
                              const char *end,
                              gint64 *time_ns)
{
  Date date;
  gint64 of_day_ns;

  p = parse_month_day (p, end, &date);
  p = p != NULL ? parse_day_time (p, end, FALSE, &of_day_ns) : NULL;
  if (p == NULL || !check_date (self, &date))
    return NULL;

  *time_ns = get_ns (self, date, of_day_ns);
  return p;
}

/**
 * strata_log_clock_parse_minute:
 * @self: a clock
 * @p: where a date may begin
 * @end: where the text ends
 * @time_ns: (out): ns since 1970
 *
 * Parses "Jul17 04:06", which dmesg -e writes at a new minute. Steps are added to it. Since the line may be from any
 * second of that minute, the time is early by up to a minute.
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse_minute (StrataLogClock *self,
                               const char *p,
                               const char *end,
                               gint64 *time_ns)
{
  Date date;
  gint64 hour;
  gint64 minute;

  p = parse_month_day (p, end, &date);
  p = parse_mark (p != NULL ? parse_digits (p, end, 2, &hour) : NULL, end, ":");
  p = p != NULL ? parse_digits (p, end, 2, &minute) : NULL;
  if (p == NULL || hour > 23 || minute > 59 || !check_date (self, &date))
    return NULL;

  *time_ns = get_ns (self, date, (hour * 60 + minute) * 60 * NS_PER_S);
  self->step_ns = self->has_minute ? MAX (self->step_ns, *time_ns) : *time_ns;
  self->has_minute = TRUE;
  *time_ns = self->step_ns;
  return p;
}

/**
 * strata_log_clock_accept:
 * @self: a clock
 *
 * Accepts the last parsed date as that of a line; the year of later dates continues from it.
 */
void
strata_log_clock_accept (StrataLogClock *self)
{
  if (self->assumed_year == 0)
    return;

  self->n_new_years += self->year != 0 && self->assumed_year > self->year;
  self->year = self->assumed_year;
  self->month = self->assumed_month;
  self->day = self->assumed_day;
}

/**
 * strata_log_clock_is_ahead:
 * @self: a clock
 * @time_ns: a time since 1970
 *
 * Returns: whether it is too far in the future for a log
 */
gboolean
strata_log_clock_is_ahead (const StrataLogClock *self,
                           gint64 time_ns)
{
  return time_ns / NS_PER_S > self->now_s + MAX_AHEAD_S;
}

/**
 * strata_log_clock_step:
 * @self: a clock
 * @step_ns: time since the previous line, may be negative
 *
 * Advances the clock for a line without another time.
 */
void
strata_log_clock_step (StrataLogClock *self,
                       gint64 step_ns)
{
  if (step_ns < G_MAXINT64 / 2 - self->step_ns)
    self->step_ns = MAX (self->step_ns + step_ns, 0);
}

/**
 * strata_log_clock_parse_name:
 * @self: a clock
 * @name: (nullable): name of a file
 * @time_ns: (out): ns since 1970
 * @pid: (out): a process
 *
 * Parses the end of "MAIN_THREAD_JANK_20260717033320_26982.txt": the name may contain the time and the process if the
 * content does not.
 *
 * Returns: whether the name has both
 */
gboolean
strata_log_clock_parse_name (StrataLogClock *self,
                             const char *name,
                             gint64 *time_ns,
                             gint64 *pid)
{
  const char *last = name != NULL ? strrchr (name, '_') : NULL;
  Date date = { 0 };
  gint64 parts[3];
  guint64 id;

  if (last == NULL || last - name < 15 || last[-15] != '_' || strata_text_parse_uint (last + 1, last + strlen (last), G_MAXINT32, &id) == NULL)
    return FALSE;

  for (int i = -14; i < 0; i++)
    if (!g_ascii_isdigit (last[i]))
      return FALSE;

  parse_digits (last - 14, last, 4, &date.year);
  parse_digits (last - 10, last, 2, &date.month);
  parse_digits (last - 8, last, 2, &date.day);
  for (int i = 0; i < 3; i++)
    parse_digits (last - 6 + 2 * i, last, 2, &parts[i]);
  if (date.year < 1970 || date.year > 2200 || !is_in_calendar (&date) || parts[0] > 23 || parts[1] > 59 || parts[2] > 60)
    return FALSE;

  *time_ns = get_ns (self, date, ((parts[0] * 60 + parts[1]) * 60 + parts[2]) * NS_PER_S);
  *pid = (gint64) id;
  return TRUE;
}

/**
 * strata_log_clock_parse_of_day:
 * @p: where a time may begin
 * @end: where the text ends
 * @of_day_ns: (out): ns since midnight
 *
 * Parses "04:06:43:354".
 *
 * Returns: (nullable): the first byte after it, or %NULL if there is none
 */
const char *
strata_log_clock_parse_of_day (const char *p,
                               const char *end,
                               gint64 *of_day_ns)
{
  return parse_day_time (p, end, FALSE, of_day_ns);
}

/**
 * strata_log_clock_place_of_day:
 * @self: a clock
 * @of_day_ns: a time of day, ns since midnight
 * @before_ns: a time since 1970
 *
 * Returns: the last time before @before_ns with that time of day, ns since 1970
 */
gint64
strata_log_clock_place_of_day (StrataLogClock *self,
                               gint64 of_day_ns,
                               gint64 before_ns)
{
  const gint64 day_ns = S_PER_DAY * NS_PER_S;
  const gint64 zone_ns = find_zone_s (self, before_ns / NS_PER_S) * NS_PER_S;
  const gint64 midnight_ns = (before_ns + zone_ns) / day_ns * day_ns - zone_ns;

  return midnight_ns + of_day_ns <= before_ns ? midnight_ns + of_day_ns : midnight_ns + of_day_ns - day_ns;
}
