/* strata-ring-list.h - reads lines and addresses of the kernel's lists
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-ftrace-line.h"
#include "strata-hex-digit.h"

G_BEGIN_DECLS

/* Removes the first line from a list; FALSE if the list is empty. */
static inline gboolean
strata_ring_list_take_line (StrataText *list,
                            StrataText *line)
{
  const char *const end = list->text + list->n_bytes;
  const char *line_end = list->n_bytes > 0 ? memchr (list->text, '\n', list->n_bytes) : NULL;

  if (list->n_bytes == 0)
    return FALSE;

  *line = strata_text (list->text, line_end != NULL ? line_end : end);
  if (line->n_bytes > 0 && line->text[line->n_bytes - 1] == '\r')
    line->n_bytes--;
  *list = strata_text (line_end != NULL ? line_end + 1 : end, end);
  return TRUE;
}

/* Reads an address without a prefix; returns the rest, or NULL if there is no address. */
static inline const char *
strata_ring_list_parse_address (const char *p,
                                const char *end,
                                guint64 *address)
{
  const char *const begin = p;
  guint digit;

  for (*address = 0; p < end && (digit = strata_hex_digit (*p)) != G_MAXUINT; p++)
    *address = *address << 4 | digit;

  return p > begin && p - begin <= 16 ? p : NULL;
}

G_END_DECLS
