/* strata-mark-number.c - parses numbers in the payload of a marker
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-mark-number.h"

#include <math.h>
#include <string.h>

/* No number with a fraction is longer than this. */
#define MOST_REAL_BYTES 64

/**
 * strata_mark_trim_spaces:
 * @text: a text
 *
 * Returns: the text without spaces around it
 */
StrataText
strata_mark_trim_spaces (StrataText text)
{
  const char *begin = text.text;
  const char *end = text.text + text.n_bytes;

  while (begin < end && *begin == ' ')
    begin++;

  while (end > begin && end[-1] == ' ')
    end--;

  return strata_text (begin, end);
}

/**
 * strata_mark_parse_number:
 * @field: a field of a marker
 * @value: (out): its value
 *
 * Parses a whole field as a signed 64-bit number. Values above 2^53 are common, so no
 * double is involved.
 *
 * Returns: whether it is such a number
 */
gboolean
strata_mark_parse_number (StrataText field,
                          gint64 *value)
{
  field = strata_mark_trim_spaces (field);

  const char *p = field.text;
  const char *end = field.text + field.n_bytes;
  gboolean is_negative = p < end && *p == '-';
  guint64 magnitude;

  if (strata_text_parse_uint (p + is_negative, end, (guint64) G_MAXINT64 + is_negative, &magnitude) != end)
    return FALSE;

  *value = is_negative ? (gint64) (0 - magnitude) : (gint64) magnitude;
  return TRUE;
}

/**
 * strata_mark_parse_value:
 * @field: a field of a marker
 * @value: (out): its value, or the nearest one that fits into 64 bits
 * @is_limit: (out): whether the value did not fit
 *
 * Parses a whole field as a signed number.
 *
 * Returns: whether it is a number
 */
gboolean
strata_mark_parse_value (StrataText field,
                         gint64 *value,
                         gboolean *is_limit)
{
  *is_limit = FALSE;
  if (strata_mark_parse_number (field, value))
    return TRUE;

  field = strata_mark_trim_spaces (field);

  const char *end = field.text + field.n_bytes;
  const gboolean is_negative = field.n_bytes > 0 && *field.text == '-';
  const char *p = field.text + is_negative;

  if (p == end)
    return FALSE;

  for (; p < end; p++)
    if (!g_ascii_isdigit (*p))
      return FALSE;

  *value = is_negative ? G_MININT64 : G_MAXINT64;
  *is_limit = TRUE;
  return TRUE;
}

/**
 * strata_mark_parse_real:
 * @field: a field of a marker
 * @value: (out): its value
 *
 * Parses a whole field as a number with a point or an exponent, such as "-1.5" or "2e9".
 *
 * Returns: whether it is such a number
 */
gboolean
strata_mark_parse_real (StrataText field,
                        double *value)
{
  char text[MOST_REAL_BYTES + 1];
  char *end;

  field = strata_mark_trim_spaces (field);
  if (field.n_bytes == 0 || field.n_bytes > MOST_REAL_BYTES)
    return FALSE;

  memcpy (text, field.text, field.n_bytes);
  text[field.n_bytes] = '\0';
  if (!g_ascii_isdigit (text[*text == '-']) || strspn (text, "+-.0123456789eE") != field.n_bytes)
    return FALSE;

  *value = g_ascii_strtod (text, &end);
  return *end == '\0' && isfinite (*value);
}

/**
 * strata_mark_split_old_number:
 * @fields: "name number", as HiTrace before API version 19 writes it
 * @name: (out): the name
 * @rest: (inout): the text after a bar, unless the number is there
 * @value: (out): the number
 *
 * Splits a name from its number. The number is at the end, even after a name with bars,
 * or else before the first bar.
 *
 * Returns: whether there is one
 */
gboolean
strata_mark_split_old_number (StrataText fields,
                              StrataText *name,
                              StrataText *rest,
                              gint64 *value)
{
  const char *end = fields.text + fields.n_bytes;
  const char *bar = memchr (fields.text, '|', fields.n_bytes);
  const StrataText candidates[2] = { fields, strata_text (fields.text, bar != NULL ? bar : end) };

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++)
    {
      const StrataText trimmed = strata_mark_trim_spaces (candidates[i]);
      const char *space = memrchr (trimmed.text, ' ', trimmed.n_bytes);

      if (space == NULL || !strata_mark_parse_number (strata_text (space + 1, trimmed.text + trimmed.n_bytes), value))
        continue;

      *name = strata_text (candidates[i].text, space);
      if (i == 1 && bar != NULL)
        *rest = strata_text (bar + 1, end);

      return TRUE;
    }

  return FALSE;
}

/**
 * strata_mark_make_cookie:
 * @field: a field of a marker that is not a signed number in its printed form
 *
 * Cookies only have to be distinguishable, and a cookie that is not a number is identified by its text. The hash
 * may equal a numeric cookie, so the caller keeps the two kinds apart.
 *
 * Returns: the hash of the field
 */
gint64
strata_mark_make_cookie (StrataText field)
{
  guint64 hash = (guint64) STRATA_MARK_EMPTY_COOKIE;

  for (gsize i = 0; i < field.n_bytes; i++)
    hash = (hash ^ (guint8) field.text[i]) * 0x100000001b3u;

  return (gint64) hash;
}
