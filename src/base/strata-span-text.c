/* strata-span-text.c - parses spans of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-span-text.h"

#include <string.h>

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *name;
  gint64 size_ns;
} Unit;

static const Unit units[] = {
  { "", 1 },
  { "ns", 1 },
  { "us", 1000 },
  { "µs", 1000 },
  { "ms", 1000000 },
  { "s", G_GINT64_CONSTANT (1000000000) },
};

static const Unit *
find_unit (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (units[i].name, name) == 0)
      return &units[i];

  return NULL;
}

/* Parses "12.345" in units of @size_ns, exactly; digits below 1 ns are dropped. */
static gboolean
parse_decimal (const char *text,
               gsize n_bytes,
               gint64 size_ns,
               gint64 *value_ns)
{
  gint64 sum_ns = 0;
  gint64 place_ns = size_ns;
  gboolean is_fraction = FALSE;

  for (gsize i = 0; i < n_bytes; i++)
    {
      gint64 digit = g_ascii_digit_value (text[i]);

      if (text[i] == '.' && !is_fraction)
        is_fraction = TRUE;
      else if (is_fraction)
        {
          place_ns /= 10;
          sum_ns = strata_time_add (sum_ns, digit * place_ns);
        }
      else if (__builtin_mul_overflow (sum_ns, 10, &sum_ns) ||
               __builtin_mul_overflow (digit, size_ns, &digit) ||
               __builtin_add_overflow (sum_ns, digit, &sum_ns))
        return FALSE;
    }

  *value_ns = sum_ns;
  return TRUE;
}

static gboolean
parse_time (const char *text,
            gint64 begin_ns,
            gint64 *time_ns)
{
  gboolean is_relative = *text == '+';
  const char *number = text + is_relative;
  gsize n_bytes = strspn (number, "0123456789.");
  const Unit *unit = find_unit (number + n_bytes);
  const char *point = memchr (number, '.', n_bytes);
  gboolean has_two_points = point != NULL && memchr (point + 1, '.', n_bytes - (gsize) (point + 1 - number)) != NULL;
  gint64 value_ns;

  if (n_bytes == 0 || !g_ascii_isdigit (*number) || unit == NULL || has_two_points)
    return FALSE;

  if (!parse_decimal (number, n_bytes, unit->size_ns, &value_ns))
    return FALSE;

  *time_ns = is_relative ? strata_time_add (begin_ns, value_ns) : value_ns;
  return TRUE;
}

/**
 * strata_offset_parse:
 * @text: an offset with its sign, such as "+12.5ms" or "-3s"
 * @offset_ns: (out): the offset
 *
 * Returns: %FALSE if @text is not an offset
 */
gboolean
strata_offset_parse (const char *text,
                     gint64 *offset_ns)
{
  gint64 length_ns;

  if ((*text != '+' && *text != '-') || !g_ascii_isdigit (text[1]) || !parse_time (text + 1, 0, &length_ns))
    return FALSE;

  *offset_ns = *text == '-' ? -length_ns : length_ns;
  return TRUE;
}

/**
 * strata_duration_parse:
 * @text: a duration such as "150ms"
 * @duration_ns: (out): the duration
 *
 * Returns: %FALSE if @text is not a duration
 */
gboolean
strata_duration_parse (const char *text,
                       gint64 *duration_ns)
{
  return g_ascii_isdigit (*text) && parse_time (text, 0, duration_ns);
}

/**
 * strata_span_parse:
 * @text: (nullable): a span such as "1.2s..1.3s" or "+500ms..", or %NULL for the whole trace
 * @trace_span: the span of the trace
 * @span: (out): the span
 * @error: return location for an error
 *
 * Returns: %FALSE if @text is not a span
 */
gboolean
strata_span_parse (const char *text,
                   StrataSpan trace_span,
                   StrataSpan *span,
                   GError **error)
{
  const char *dots = text != NULL ? strstr (text, "..") : NULL;
  StrataSpan parsed = trace_span;

  if (text == NULL)
    {
      *span = trace_span;
      return TRUE;
    }

  if (dots == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is not a span: expected two times separated by “..”"), text);
      return FALSE;
    }

  g_autofree char *begin = g_strndup (text, (gsize) (dots - text));
  const char *end = dots + 2;

  if ((*begin != '\0' && !parse_time (begin, trace_span.begin_ns, &parsed.begin_ns)) ||
      (*end != '\0' && !parse_time (end, trace_span.begin_ns, &parsed.end_ns)))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is not a span: expected times such as 1200000, 1.2s or +500ms"), text);
      return FALSE;
    }

  /* an open end is the end of the trace, or the start of the span if that is later; an open start, the other way round */
  if (*end == '\0')
    parsed.end_ns = MAX (parsed.end_ns, parsed.begin_ns);
  if (*begin == '\0')
    parsed.begin_ns = MIN (parsed.begin_ns, parsed.end_ns);

  if (parsed.end_ns < parsed.begin_ns)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _ ("“%s” is not a span: it ends before it starts"), text);
      return FALSE;
    }

  *span = parsed;
  return TRUE;
}
