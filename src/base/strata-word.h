/* strata-word.h - text, eight bytes at a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* Eight bytes from anywhere as a number, the first lowest. */
static inline guint64
strata_word_load (const char *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* A hash for tables of a few thousand texts; all of its bits are good. */
static inline guint32
strata_word_hash (const char *text,
                  gsize n_bytes)
{
  guint64 hash = n_bytes;

  if (n_bytes >= 8)
    {
      for (gsize i = 0; i + 8 <= n_bytes; i += 8)
        hash = (hash ^ strata_word_load (text + i)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) ^ hash >> 32;

      hash ^= strata_word_load (text + n_bytes - 8);
    }
  else
    for (gsize i = 0; i < n_bytes; i++)
      hash = hash << 8 ^ (guint8) text[i];

  hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return (guint32) (hash >> 32);
}

G_END_DECLS
