/* strata-short-text.c - texts that somebody can read at all
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-short-text.h"

#include <string.h>

#define ELLIPSIS "…"

/* Up to which byte a line is kept that has room for @n_bytes: whole characters, and the ellipsis. */
static gsize
find_cut (const char *line,
          gsize n_bytes)
{
  gsize n = n_bytes - strlen (ELLIPSIS);

  while (n > 0 && (line[n] & 0xc0) == 0x80)
    n--;

  return n;
}

/**
 * strata_short_text_cut:
 * @text: (nullable) (transfer full): lines of UTF-8
 *
 * Names can be as long as the file; a widget that is to lay out megabytes of
 * text keeps the whole window waiting. So lines above STRATA_SHORT_TEXT_BYTES end
 * with an ellipsis.
 *
 * Returns: (nullable) (transfer full): the same text, in place
 */
char *
strata_short_text_cut (char *text)
{
  char *to = text;

  if (text == NULL)
    return NULL;

  for (const char *from = text;;)
    {
      const gsize n_line = strcspn (from, "\n");
      const gboolean is_long = n_line > STRATA_SHORT_TEXT_BYTES;
      const gsize n_kept = is_long ? find_cut (from, STRATA_SHORT_TEXT_BYTES) : n_line;
      const char end = from[n_line];

      memmove (to, from, n_kept);
      to += n_kept;
      if (is_long)
        to = (char *) memcpy (to, ELLIPSIS, strlen (ELLIPSIS)) + strlen (ELLIPSIS);

      *to++ = end;
      if (end == '\0')
        return text;

      from += n_line + 1;
    }
}

/**
 * strata_short_text_end:
 * @text: (array length=n_bytes): a text that was cut; at least an ellipsis long
 * @n_bytes: its length
 *
 * Puts an ellipsis in place of the last characters.
 *
 * Returns: the new length, @n_bytes or somewhat less
 */
gsize
strata_short_text_end (char *text,
                       gsize n_bytes)
{
  const gsize n_kept = find_cut (text, n_bytes);

  memcpy (text + n_kept, ELLIPSIS, strlen (ELLIPSIS));
  return n_kept + strlen (ELLIPSIS);
}
