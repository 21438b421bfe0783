/* test-log-line.c - lines of logcat, hilog, dmesg, syslog and the journal
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-log-line.h"

#define DAY_NS (86400 * G_GINT64_CONSTANT (1000000000))

static char *
dup_text (StrataText text)
{
  return g_strndup (text.text, text.n_bytes);
}

/* Each logcat format with times, hilog, dmesg, syslog and the journal. */
static void
test_lines (void)
{
  static const struct
  {
    const char *text;
    StrataLogLineKind kind;
    gint64 of_day_us; /* of the day, or since the start */
    gint64 pid;
    gint64 tid;
    char level;
    const char *tag;
    const char *message;
  } cases[] = {
    { "1970-01-02 00:00:01.250  1234  1250 I Tag: hello: you", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'I', "Tag", "hello: you" },
    { "1970-01-02 00:00:01.250000 +0000  1234  1250 W Tag:", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'W', "Tag", "" },
    { "1970-01-02 00:00:01.250  1000  1234  1250 A Tag: x", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'F', "Tag", "x" },
    { "1970-01-02 00:00:01.250  root  1234  1250 I Tag: x", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'I', "Tag", "x" },
    { "1970-01-02 00:00:01.250 E/My Tag( 1234): broken (a): b", STRATA_LOG_ANDROID, 1250000, 1234, -1, 'E', "My Tag", "broken (a): b" },
    { "[ 1970-01-02 00:00:01.250  1234: 1250 D/Tag ]", STRATA_LOG_HEAD, 1250000, 1234, 1250, 'D', "Tag", "" },
    { "   123.456  1234  1250 V Tag: up", STRATA_LOG_ANDROID, 123456000, 1234, 1250, 'V', "Tag", "up" },
    { "123.456789000  1234  1250 V Tag: up", STRATA_LOG_ANDROID, 123456789, 1234, 1250, 'V', "Tag", "up" },
    { "           123.456 I/Tag     ( 1234): up", STRATA_LOG_ANDROID, 123456000, 1234, -1, 'I', "Tag", "up" },
    { "[ 123.456  1234: 1250 D/Tag      ]", STRATA_LOG_HEAD, 123456000, 1234, 1250, 'D', "Tag", "" },
    { "1970-01-02 02:00:01.250000000 +0200  1234  1250 I Tag: x", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'I', "Tag", "x" },
    { "1970-01-02 02:00:01.250 +0200 I/Tag( 1234): x", STRATA_LOG_ANDROID, 1250000, 1234, -1, 'I', "Tag", "x" },
    { "[ 1970-01-02 02:00:01.250 +0200  1234: 1250 D/Tag ]", STRATA_LOG_HEAD, 1250000, 1234, 1250, 'D', "Tag", "" },
    { "1970-01-02 00:00:01.250 UTC  1234  1250 I Tag: x", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'I', "Tag", "x" },
    { "1970-01-02 00:00:01.250 1234-1250/com.example I/Tag: x: y", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'I', "Tag", "x: y" },
    { "1970-01-02 00:00:01.250  1234-1250  Tag                     com.example          W  x: y", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'W', "Tag", "x: y" },
    { "1970-01-02 00:00:01.250  1234-1250  My Tag  E  x", STRATA_LOG_ANDROID, 1250000, 1234, 1250, 'E', "My Tag", "x" },
    { "1970-01-02 00:00:01.250  1234-1250  Tag", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02 00:00:01.250   1234-1250   A03200/APPKIT   com.example   I   x", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'I', "APPKIT", "x" },
    { "CST 1970-01-02 00:00:01.250  1234  1250 I C02d10/APPKIT: ready", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'I', "APPKIT", "ready" },
    { "GMT+02:00 1970-01-02 02:00:01.250  1234  1250 I P02d10/APPKIT: ready", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'I', "APPKIT", "ready" },
    { "+0200 1970-01-02 02:00:01.250  1234  1250 I C02d10/APPKIT: ready", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'I', "APPKIT", "ready" },
    { "  123.456789  1234  1250 I C02d10/APPKIT: ready", STRATA_LOG_HARMONY, 123456789, 1234, 1250, 'I', "APPKIT", "ready" },
    { "1970-01-02 00:00:01.250  1234  1250 I C02d10/APPKIT: ready", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'I', "APPKIT", "ready" },
    { "1970-01-02 00:00:01.250  1234  1250 F A03200/com.example/Tag: gone\r", STRATA_LOG_HARMONY, 1250000, 1234, 1250, 'F', "com.example/Tag", "gone" },
    { "[Fri Jan  2 00:00:01 1970] usb 1-1: new", STRATA_LOG_KERNEL, 1000000, -1, -1, 'I', "kernel", "usb 1-1: new" },
    { "[   12.345678]   indented", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "  indented" },
    { "[   12.345678] usb 1-1: new", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "usb 1-1: new" },
    { "[   12.345678][  T123] x", STRATA_LOG_KERNEL, 12345678, -1, 123, 'I', "kernel", "x" },
    { "[   12.345678][    C0] x", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "x" },
    { "[   12.345678][    Cx] x", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "[    Cx] x" },
    { "kern  :warn  : [   12.345678] hot", STRATA_LOG_KERNEL, 12345678, -1, -1, 'W', "kernel", "hot" },
    { "<3>[   12.345678] bad", STRATA_LOG_KERNEL, 12345678, -1, -1, 'E', "kernel", "bad" },
    { "[   12.345678 <    0.000001>] delta", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "delta" },
    { "[   12.345678 <    0.000001 >] delta", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "delta" },
    { "[   12.345678                ] first", STRATA_LOG_KERNEL, 12345678, -1, -1, 'I', "kernel", "first" },
    { "[   12.345678 <", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02T02:00:01,250000+02:00 usb 1-1: new", STRATA_LOG_KERNEL, 1250000, -1, -1, 'I', "kernel", "usb 1-1: new" },
    { "kern  :err   : 1970-01-01T22:30:01,250000-01:30 usb: x", STRATA_LOG_KERNEL, 1250000, -1, -1, 'E', "kernel", "usb: x" },
    { "3,1234,12345678,-;usb 1-1: new 1", STRATA_LOG_KERNEL, 12345678, -1, -1, 'E', "kernel", "usb 1-1: new 1" },
    { "3,1234,12345678,-", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02 00:00:01.250 E/Tag  (10123: 1234): x", STRATA_LOG_ANDROID, 1250000, 1234, -1, 'E', "Tag", "x" },
    { "1970-01-02 00:00:01.250 E/Tag  (u0_a12: 1234): x", STRATA_LOG_ANDROID, 1250000, 1234, -1, 'E', "Tag", "x" },
    { "[ 1970-01-02 00:00:01.250 10123: 1234: 1250 D/Tag ]", STRATA_LOG_HEAD, 1250000, 1234, 1250, 'D', "Tag", "" },
    { "2026-07-17T04:06:43+0800", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02T00:00:01+0000 host app[1234]: up: x", STRATA_LOG_SYSTEM, 1000000, 1234, -1, 'I', "app", "up: x" },
    { "1970-01-02T02:00:01.250000+02:00 host app: up", STRATA_LOG_SYSTEM, 1250000, -1, -1, 'I', "app", "up" },
    { "Fri 1970-01-02 00:00:01 CST host app[1234]: up", STRATA_LOG_SYSTEM, 1000000, 1234, -1, 'I', "app", "up" },
    { "Fri 1970-01-02 00:00:01.250000 UTC host app[1234]: up", STRATA_LOG_SYSTEM, 1250000, 1234, -1, 'I', "app", "up" },
    { "<34>1 1970-01-02T00:00:01.250Z host app 1234 ID47 [a@1 k=\"v] \\\"\"][b] \xef\xbb\xbfup", STRATA_LOG_SYSTEM, 1250000, 1234, -1, 'E', "app", "up" },
    { "<165>1 1970-01-01T23:00:01.25-01:00 - - - - -", STRATA_LOG_SYSTEM, 1250000, -1, -1, 'I', "-", "" },
    { "<34>1 1970-01-02T00:00:01Z host app - - [a", STRATA_LOG_SYSTEM, 1000000, -1, -1, 'E', "app", "" },
    { "<34>1 - host app - - - x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "<999>1 1970-01-02T00:00:01Z host app - - - x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "Foo 17 04:06:43 host app: x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "Jul 17 04:06:43", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "-- Boot 0123 --", STRATA_LOG_NOTE, 0, 0, 0, 0, NULL, NULL },
    { "--------- beginning of main", STRATA_LOG_NOTE, 0, 0, 0, 0, NULL, NULL },
    { "I/Tag( 1234): no time", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-13-02 00:00:01.250  1234  1250 I Tag: x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02 00:00:01.250  1234  1250 X Tag: x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "1970-01-02 00:00:01.250  1234", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "99999999999999999999.1  1 1 I T: x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "[12.3", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "[] x", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
    { "", STRATA_LOG_NONE, 0, 0, 0, 0, NULL, NULL },
  };
  g_auto (StrataLogClock) clock;

  strata_log_clock_init (&clock);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      StrataLogLine line;

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (strata_log_line_parse (&clock, (StrataText){ cases[i].text, strlen (cases[i].text) }, &line), ==, cases[i].kind);
      if (cases[i].kind < STRATA_LOG_ANDROID)
        continue;

      g_autofree char *tag = dup_text (line.tag);
      g_autofree char *message = dup_text (line.message);

      g_assert_cmpint (line.time_ns - (line.has_date ? DAY_NS : 0), ==, cases[i].of_day_us * 1000);
      g_assert_cmpint (line.pid, ==, cases[i].pid);
      g_assert_cmpint (line.tid, ==, cases[i].tid);
      g_assert_cmpint (line.level, ==, cases[i].level);
      g_assert_cmpstr (tag, ==, cases[i].tag);
      g_assert_cmpstr (message, ==, cases[i].message);
    }
}

static void
test_dates (void)
{
  static const struct
  {
    const char *text;
    gint64 time_s; /* since 1970, or -1 without a date */
  } cases[] = {
    { "2026-07-17 04:06:43", 1784261203 },
    { "2026/07/17-04:06:43:000", 1784261203 },
    { "2026-07-17-04-06-43.000", 1784261203 },
    { "2026-07-17T04:06:43 +0800", 1784261203 - 8 * 3600 },
    { "2000-02-29 00:00:00", 951782400 },
    { "2026-07-17 24:00:00", -1 },
    { "2026-00-17 04:06:43", -1 },
    { "2026-07-17", -1 },
  };
  g_auto (StrataLogClock) clock;
  gint64 time_ns;
  gint64 pid;

  strata_log_clock_init (&clock);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *after = strata_log_clock_parse (&clock, cases[i].text, cases[i].text + strlen (cases[i].text), &time_ns);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (after != NULL, ==, cases[i].time_s >= 0);
      if (after != NULL)
        g_assert_cmpint (time_ns, ==, cases[i].time_s * 1000000000);
    }

  g_assert_true (strata_log_clock_parse_name (&clock, "/x/MAIN_THREAD_JANK_20260717033320_26982.txt", &time_ns, &pid));
  g_assert_cmpint (time_ns, ==, G_GINT64_CONSTANT (1784259200) * 1000000000);
  g_assert_cmpint (pid, ==, 26982);
  g_assert_false (strata_log_clock_parse_name (&clock, "stacks_1.txt", &time_ns, &pid));
  g_assert_false (strata_log_clock_parse_name (&clock, NULL, &time_ns, &pid));
}

/* Dates without a year, in any year: only their distance is known. */
static void
test_short_dates (void)
{
  static const struct
  {
    const char *text;
    gint64 pid;
    char level;
    const char *tag;
    const char *message;
  } cases[] = {
    { "Jul 17 04:06:43 host app[1234]: up", 1234, 'I', "app", "up" },
    { "Jul 17 04:06:43 host app[1234]:   up", 1234, 'I', "app", "  up" },
    { "Jul 17 04:06:43.000000 host kernel: up", -1, 'I', "kernel", "up" },
    { "<34>Jul 17 04:06:43 host su: up", -1, 'E', "su", "up" },
    { "Jul 17 04:06:43 host last message repeated", -1, 'I', "", "last message repeated" },
    { "07-17 04:06:43.000  1234  1250 W Tag: up", 1234, 'W', "Tag", "up" },
    { "07-17 06:06:43.000 +0200  1234  1250 W Tag: up", 1234, 'W', "Tag", "up" },
  };
  g_auto (StrataLogClock) clock;
  StrataLogLine line;

  strata_log_clock_init (&clock);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      strata_log_line_parse (&clock, (StrataText){ cases[i].text, strlen (cases[i].text) }, &line);

      g_autofree char *tag = dup_text (line.tag);
      g_autofree char *message = dup_text (line.message);
      g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (line.time_ns / 1000000000);
      g_autofree char *text = g_date_time_format (date, "%m-%d %H:%M:%S");

      g_assert_true (line.has_date);
      g_assert_cmpstr (text, ==, "07-17 04:06:43");
      g_assert_cmpint (g_date_time_get_year (date), ==, clock.assumed_year);
      g_assert_cmpint (line.pid, ==, cases[i].pid);
      g_assert_cmpint (line.level, ==, cases[i].level);
      g_assert_cmpstr (tag, ==, cases[i].tag);
      g_assert_cmpstr (message, ==, cases[i].message);
    }
}

/* The year of a line carries over to the next, also over New Year. Impossible dates are not dates. */
static void
test_years (void)
{
  static const struct
  {
    const char *text;
    gint64 year;
  } cases[] = {
    { "11-26 20:17:01.123  1000  1001 I Tag: a", 2025 },
    { "12-31 23:59:59.999  1000  1001 I Tag: b", 2025 },
    { "01-01 00:00:00.001  1000  1001 I Tag: c", 2026 },
    { "12-31 23:59:59.999  1000  1001 I Tag: of another buffer, a little late", 2025 },
    { "01-01 00:00:00.002  1000  1001 I Tag: c", 2026 },
    { "11-26 20:17:01.123  1000  1001 I Tag: d", 2026 },
    { "12-24 20:17:01.123  1000  1001 I Tag: in the future, so of the last year", 2025 },
  };
  static const char *const bad[] = { "02-30 20:17:01.123  1000  1001 I Tag: a", "2026-02-29 20:17:01.123  1000  1001 I Tag: b", "Apr 31 04:06:43 host app[1234]: c", "[Thu Apr 31 04:06:43 2026] d", "2100-02-29 20:17:01.123  1000  1001 I Tag: e" };
  g_auto (StrataLogClock) clock;
  StrataLogLine line;

  strata_log_clock_init (&clock);
  clock.now_s = 1795724223; /* 2026-11-26 */
  clock.is_year_earlier = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (strata_log_line_parse (&clock, (StrataText){ cases[i].text, strlen (cases[i].text) }, &line), ==, STRATA_LOG_ANDROID);
      strata_log_clock_accept (&clock);

      g_autoptr (GDateTime) date = g_date_time_new_from_unix_utc (line.time_ns / 1000000000);

      g_assert_cmpint (g_date_time_get_year (date), ==, cases[i].year);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const guint n_bad_dates = clock.n_bad_dates;

      g_test_message ("%s", bad[i]);
      g_assert_cmpint (strata_log_line_parse (&clock, (StrataText){ bad[i], strlen (bad[i]) }, &line), ==, STRATA_LOG_NONE);
      g_assert_cmpuint (clock.n_bad_dates, >, n_bad_dates);
    }
}

/* 29 February without a year is in a leap year. */
static void
test_leap_day (void)
{
  static const char text[] = "02-29 12:00:00.000  1000  1001 I Tag: a";
  g_auto (StrataLogClock) clock;
  StrataLogLine line;

  strata_log_clock_init (&clock);
  clock.now_s = 1795724223;
  strata_log_line_parse (&clock, (StrataText){ text, strlen (text) }, &line);
  g_assert_cmpint (line.time_ns, ==, G_GINT64_CONSTANT (1709208000) * 1000000000);
}

/* dmesg -e: seconds since the previous line, and a full minute when a new one begins. */
static void
test_steps (void)
{
  static const struct
  {
    const char *text;
    gint64 of_hour_us;
  } cases[] = {
    { "[Jul17 04:06] a", 6 * 60000000 },
    { "[  +0.250000] b", 6 * 60000000 + 250000 },
    { "kern  :warn  : [ +10.000001] c", 6 * 60000000 + 10250001 },
    { "[  -0.000001] c", 6 * 60000000 + 10250000 },
    { "[Jul17 04:07] d", 7 * 60000000 },
    { "[<    1.000000>] e", 7 * 60000000 + 1000000 },
    { "[Jul 17 04:07] f", 7 * 60000000 + 1000000 },
  };
  static const char *const alone[] = { "[  +0.000000] a", "[  +1.500000] b" };
  g_auto (StrataLogClock) clock;
  g_auto (StrataLogClock) other;
  StrataLogLine line;

  strata_log_clock_init (&clock);
  strata_log_clock_init (&other);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      g_assert_cmpint (strata_log_line_parse (&clock, (StrataText){ cases[i].text, strlen (cases[i].text) }, &line), ==, STRATA_LOG_KERNEL);
      g_assert_true (line.has_date);
      g_assert_cmpint (line.time_ns / 1000 % G_GINT64_CONSTANT (3600000000), ==, cases[i].of_hour_us);
    }

  for (guint i = 0; i < G_N_ELEMENTS (alone); i++)
    {
      g_assert_cmpint (strata_log_line_parse (&other, (StrataText){ alone[i], strlen (alone[i]) }, &line), ==, STRATA_LOG_KERNEL);
      g_assert_false (line.has_date);
      g_assert_cmpint (line.time_ns, ==, i * G_GINT64_CONSTANT (1500000000));
    }
}

/* The journal with times since the start looks like dmesg, apart from the host. */
static void
test_host (void)
{
  static const char journal[] = "[   12.345678] host kernel: usb 1-1: new\n[   13.000000] host app[12]: up\n[   13.500000] host app: down\n";
  static const char kernel[] = "[   12.345678] usb 1-1: new\n[   13.000000] usb 1-1: gone\n[   13.500000] usb kernel: x\n";
  g_auto (StrataLogClock) clock;
  StrataLogLine line;

  strata_log_clock_init (&clock);

  const StrataText host = strata_log_find_host (&clock, (StrataText){ journal, strlen (journal) });

  g_assert_cmpuint (host.n_bytes, ==, 4);
  g_assert_cmpuint (strata_log_find_host (&clock, (StrataText){ kernel, strlen (kernel) }).n_bytes, ==, 0);

  strata_log_line_parse (&clock, (StrataText){ "[   13.000000] host app[12]: up", 31 }, &line);
  strata_log_line_take_host (&line, host);

  g_autofree char *message = dup_text (line.message);

  g_assert_cmpint (line.kind, ==, STRATA_LOG_SYSTEM);
  g_assert_false (line.has_date);
  g_assert_cmpint (line.pid, ==, 12);
  g_assert_cmpstr (message, ==, "up");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/log-line/lines", test_lines);
  g_test_add_func ("/log-line/dates", test_dates);
  g_test_add_func ("/log-line/short-dates", test_short_dates);
  g_test_add_func ("/log-line/years", test_years);
  g_test_add_func ("/log-line/leap-day", test_leap_day);
  g_test_add_func ("/log-line/steps", test_steps);
  g_test_add_func ("/log-line/host", test_host);

  return g_test_run ();
}
