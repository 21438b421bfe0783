/* strata-size-option.c - sizes with a unit on the command line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-size-option.h"

#include <inttypes.h>
#include <string.h>

/* Reads a size; units are powers of 1024. */
static gboolean
parse_size (const char *text,
            guint64 *n_bytes)
{
  static const char units[] = "KMGT";
  char *end;
  const guint64 number = g_ascii_strtoull (text, &end, 10);
  const char *unit = *end != 0 ? strchr (units, g_ascii_toupper (*end)) : NULL;
  const int shift = unit != NULL ? 10 * (int) (unit - units + 1) : 0;

  if (!g_ascii_isdigit (*text) || number == 0 || number > (guint64) G_MAXINT64 >> shift)
    return FALSE;

  end += unit != NULL;
  if (unit != NULL && g_str_has_prefix (end, "iB"))
    end += 2;
  if (*end != 0)
    return FALSE;

  *n_bytes = number << shift;
  return TRUE;
}

static gboolean
expand (char **argument,
        gsize n_before)
{
  guint64 n_bytes;

  if (!parse_size (*argument + n_before, &n_bytes))
    return FALSE;

  char *expanded = g_strdup_printf ("%.*s%" PRIu64, (int) n_before, *argument, n_bytes);

  g_free (*argument);
  *argument = expanded;
  return TRUE;
}

/**
 * strata_size_option_expand:
 * @arguments: (inout): the arguments of a command
 *
 * Replaces the unit of --max-bytes, which GOption does not support, by a number of bytes.
 *
 * Returns: (nullable) (transfer none): the invalid size, or %NULL
 */
const char *
strata_size_option_expand (char **arguments)
{
  static const char option[] = "--" STRATA_SIZE_OPTION;

  for (; *arguments != NULL && !g_str_equal (*arguments, "--"); arguments++)
    {
      const gboolean is_joined = g_str_has_prefix (*arguments, option) && (*arguments)[strlen (option)] == '=';
      const gboolean is_apart = g_str_equal (*arguments, option) && arguments[1] != NULL;

      arguments += is_apart;
      if (is_joined && !expand (arguments, strlen (option) + 1))
        return *arguments + strlen (option) + 1;
      if (is_apart && !expand (arguments, 0))
        return *arguments;
    }

  return NULL;
}
