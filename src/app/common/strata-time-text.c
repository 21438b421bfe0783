/* strata-time-text.c - points in time as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-time-text.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span-text.h"
#include "strata-units.h"

/* With a sign, a time counts from the middle of the view; with a unit, from the start of the trace,
 * as on the ruler; with colons, it is a time of day. A bare number is on the clock of the file:
 * seconds if it has a point, as in lines of ftrace, else nanoseconds. */

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define NS_PER_DAY (24 * 3600 * NS_PER_S)

/* Removes all kinds of spaces and replaces a comma by a point. */
static char *
dup_plain (const char *text)
{
  GString *plain = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_utf8_get_char (p);

      if (c == ',')
        g_string_append_c (plain, '.');
      else if (!g_unichar_isspace (c))
        g_string_append_unichar (plain, c);
    }

  return g_string_free (plain, FALSE);
}

/* "2026-11-21T14:03:22.5", or "14:03:22.5" on the day on which the trace began, or the day after. */
static gboolean
parse_calendar (const char *text,
                const StrataTimeContext *context,
                gint64 *time_ns)
{
  g_autoptr (GTimeZone) local = g_time_zone_new_local ();
  GTimeZone *zone = context->zone != NULL ? context->zone : local;
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (context->start_us / 1000000);
  g_autoptr (GDateTime) begin = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  g_autofree char *day = begin != NULL ? g_date_time_format (begin, "%Y-%m-%d") : NULL;
  const gboolean has_day = strchr (text, '-') != NULL;
  g_autofree char *whole = has_day ? g_strdup (text) : g_strdup_printf ("%sT%s%s", day, text[1] == ':' ? "0" : "", text);

  if (has_day && strlen (whole) > 10 && g_ascii_isdigit (whole[10]))
    {
      g_autofree char *date = g_strndup (whole, 10); /* the space between day and time was removed */
      char *joined = g_strconcat (date, "T", whole + 10, NULL);

      g_free (whole);
      whole = joined;
    }

  g_autoptr (GDateTime) then = begin != NULL ? g_date_time_new_from_iso8601 (whole, zone) : NULL;

  if (then == NULL)
    return FALSE;

  const gint64 whole_s = g_date_time_to_unix (then) - context->start_us / 1000000;
  const gint64 rest_us = g_date_time_get_microsecond (then) - context->start_us % 1000000;
  gint64 offset_ns;

  if (__builtin_mul_overflow (whole_s, NS_PER_S, &offset_ns))
    return FALSE;

  offset_ns = strata_time_add (offset_ns, rest_us * 1000);
  if (!has_day && offset_ns < -NS_PER_DAY / 2)
    offset_ns += NS_PER_DAY;

  *time_ns = strata_time_add (context->trace_span.begin_ns, offset_ns);
  return TRUE;
}

/* A bare number on the file's clock; strata_offset_parse() parses the digits. */
static gboolean
parse_clock (const char *plain,
             gint64 *time_ns)
{
  g_autofree char *text = g_strconcat ("+", plain, strchr (plain, '.') != NULL ? "s" : "ns", NULL);

  return strata_offset_parse (text, time_ns);
}

static gboolean
parse_any (const char *plain,
           const StrataTimeContext *context,
           gint64 *time_ns)
{
  const gboolean is_signed = *plain == '+' || *plain == '-';
  gint64 offset_ns;

  if (!is_signed && plain[strspn (plain, "0123456789.")] == '\0')
    return parse_clock (plain, time_ns);

  g_autofree char *text = is_signed ? g_strdup (plain) : g_strconcat ("+", plain, NULL);

  if (!strata_offset_parse (text, &offset_ns))
    return FALSE;

  *time_ns = strata_time_add (is_signed ? context->middle_ns : context->trace_span.begin_ns, offset_ns);
  return TRUE;
}

/**
 * strata_time_parse:
 * @text: such as "1.5 s", "+20ms", "1234.567890" or "14:03:22.5"
 * @context: how to interpret it
 * @time_ns: (out): the time, on the clock of the trace and inside it
 * @error: return location for an error
 *
 * Returns: %FALSE if @text is not a time, or not inside the trace
 */
gboolean
strata_time_parse (const char *text,
                   const StrataTimeContext *context,
                   gint64 *time_ns,
                   GError **error)
{
  g_autofree char *plain = g_utf8_validate (text, -1, NULL) ? dup_plain (text) : g_strdup ("");
  const gboolean is_calendar = strchr (plain, ':') != NULL;
  gint64 found_ns;

  if (is_calendar && context->start_us == STRATA_NO_TIME)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("This trace does not contain the time of day."));
      return FALSE;
    }

  if (!(is_calendar ? parse_calendar (plain, context, &found_ns) : parse_any (plain, context, &found_ns)))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Not a valid time."));
      return FALSE;
    }

  if (found_ns < context->trace_span.begin_ns || found_ns > context->trace_span.end_ns)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("Outside the trace."));
      return FALSE;
    }

  *time_ns = found_ns;
  return TRUE;
}

/**
 * strata_time_describe:
 * @context: how to write it
 * @time_ns: a time of the trace
 *
 * Writes a time: since the start, on the clock of the file, and as time of day
 * if that is known.
 *
 * Returns: (transfer full): the text
 */
char *
strata_time_describe (const StrataTimeContext *context,
                      gint64 time_ns)
{
  const gint64 offset_ns = time_ns - context->trace_span.begin_ns;
  char since[STRATA_UNITS_BYTES];
  g_autoptr (GTimeZone) local = g_time_zone_new_local ();
  g_autoptr (GDateTime) utc = NULL;
  g_autofree char *clock = NULL;
  g_autofree char *in_file = g_strdup_printf ("%" G_GINT64_FORMAT ".%09d", time_ns / NS_PER_S, (int) ABS (time_ns % NS_PER_S));
  g_autofree char *text = g_strdup_printf (_ ("%s after the start; %s in the file"),
                                           strata_units_duration (offset_ns, since), in_file);

  if (context->start_us != STRATA_NO_TIME)
    utc = g_date_time_new_from_unix_utc ((context->start_us + offset_ns / 1000) / 1000000);
  if (utc == NULL)
    return g_steal_pointer (&text);

  g_autoptr (GDateTime) then = g_date_time_to_timezone (utc, context->zone != NULL ? context->zone : local);

  clock = then != NULL ? g_date_time_format (then, "%H:%M:%S") : g_strdup ("");
  return g_strdup_printf ("%s; %s", text, clock);
}
