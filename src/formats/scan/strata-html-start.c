/* strata-html-start.c - whether an input begins like an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-html-start.h"

#include <string.h>

static gboolean
begins_with (const char *p,
             const char *end,
             const char *word)
{
  return (gsize) (end - p) >= strlen (word) && g_ascii_strncasecmp (p, word, strlen (word)) == 0;
}

/**
 * strata_html_is_page:
 * @data: the first bytes of an input
 * @n_bytes: how many there are
 *
 * Returns: whether they look like an HTML page
 */
gboolean
strata_html_is_page (const guint8 *data,
                     gsize n_bytes)
{
  static const char *const beginnings[] = { "<!doctype html", "<html", "<head", "<body", "<script", "<!--" };
  const char *p = (const char *) data;
  const char *end = p + n_bytes;

  if (begins_with (p, end, "\xef\xbb\xbf"))
    p += 3;

  while (p < end && g_ascii_isspace (*p))
    p++;

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (begins_with (p, end, beginnings[i]))
      return TRUE;

  return FALSE;
}
