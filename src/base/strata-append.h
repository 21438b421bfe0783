/* strata-append.h - puts texts together from short parts
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * strata_append:
 * @text: a text
 * @bytes: (array length=n_bytes): its next part
 * @n_bytes: how many bytes that has
 *
 * Does the same as g_string_append_len(), which takes a hundred instructions for a part of a few bytes.
 */
static inline void
strata_append (GString *text,
               const void *bytes,
               gsize n_bytes)
{
  if (G_UNLIKELY (n_bytes >= text->allocated_len - text->len))
    {
      g_string_append_len (text, bytes, (gssize) n_bytes);
      return;
    }

  memcpy (text->str + text->len, bytes, n_bytes);
  text->len += n_bytes;
  text->str[text->len] = '\0';
}

/* Makes a text empty. */
static inline void
strata_append_reset (GString *text)
{
  text->len = 0;
  text->str[0] = '\0';
}

/* Makes a text of one part. */
static inline void
strata_append_first (GString *text,
                     const void *bytes,
                     gsize n_bytes)
{
  strata_append_reset (text);
  strata_append (text, bytes, n_bytes);
}

G_END_DECLS
