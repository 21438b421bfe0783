/* strata-hitrace-field.c - parses fields that only HiTrace markers have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-hitrace-field.h"

#include <string.h>

/**
 * strata_hitrace_parse_level:
 * @field: a field of a marker
 * @level: (out): its letter
 * @tags: (out): bit n is set for tag n
 *
 * Reads a level and tag set, such as "M62" or "I3062".
 *
 * Returns: whether the field is one
 */
gboolean
strata_hitrace_parse_level (StrataText field,
                            char *level,
                            guint64 *tags)
{
  const char *p = field.text;
  guint64 bits = 0;

  if (field.n_bytes < 3 || field.n_bytes % 2 == 0 || (*p != 'M' && *p != 'I' && *p != 'D' && *p != 'C'))
    return FALSE;

  for (p++; p < field.text + field.n_bytes; p += 2)
    {
      if (!g_ascii_isdigit (p[0]) || !g_ascii_isdigit (p[1]))
        return FALSE;

      guint tag = (guint) (p[0] - '0') * 10 + (guint) (p[1] - '0');

      if (tag > 63)
        return FALSE;

      bits |= G_GUINT64_CONSTANT (1) << tag;
    }

  *level = field.text[0];
  *tags = bits;
  return TRUE;
}

/**
 * strata_hitrace_is_half_level:
 * @field: a field of a marker
 *
 * Returns: whether it is an incomplete level and tag set: empty, "M", "M6"
 */
gboolean
strata_hitrace_is_half_level (StrataText field)
{
  return field.n_bytes == 0 || (field.n_bytes <= 2 && strchr ("DICM", field.text[0]) != NULL && (field.n_bytes == 1 || g_ascii_isdigit (field.text[1])));
}

static const char *
skip_hex (const char *p,
          const char *end)
{
  while (p < end && g_ascii_isxdigit (*p))
    p++;

  return p;
}

/**
 * strata_hitrace_find_chain_end:
 * @name: a name after "H:"
 *
 * Finds the end of "[chain,span,parent]#", three hexadecimal numbers.
 *
 * Returns: (nullable): the closing bracket
 */
const char *
strata_hitrace_find_chain_end (StrataText name)
{
  const char *p = name.text;
  const char *end = name.text + name.n_bytes;

  if (name.n_bytes < 8 || *p != '[')
    return NULL;

  for (guint i = 0; i < 3; i++)
    {
      const char *begin = p + 1;

      p = skip_hex (begin, end);

      if (p == begin || p == end || *p != (i < 2 ? ',' : ']'))
        return NULL;
    }

  return p + 1 < end && p[1] == '#' ? p : NULL;
}
