/* strata-word.h - reads text eight bytes at a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* Loads eight bytes from any address as a number; the first byte is the lowest. */
static inline guint64
strata_word_load (const char *p)
{
  guint64 word;

  memcpy (&word, p, sizeof word);
  return GUINT64_FROM_LE (word);
}

/* Four bytes in the same way. */
static inline guint32
strata_word_load_half (const char *p)
{
  guint32 half;

  memcpy (&half, p, sizeof half);
  return GUINT32_FROM_LE (half);
}

/* All bytes of a text of 4 to 8 bytes. */
static inline guint64
strata_word_load_short (const char *text,
                        gsize n_bytes)
{
  return strata_word_load_half (text) | (guint64) strata_word_load_half (text + n_bytes - 4) << 32;
}

/* Whether two short texts of the same length are equal; without a function call. */
static inline gboolean
strata_word_equal (const char *a,
                   const char *b,
                   gsize n_bytes)
{
  gsize i;

  if (n_bytes < 4)
    return memcmp (a, b, n_bytes) == 0;
  if (n_bytes <= 8)
    return strata_word_load_short (a, n_bytes) == strata_word_load_short (b, n_bytes);

  for (i = 0; i + 8 < n_bytes; i += 8)
    if (strata_word_load (a + i) != strata_word_load (b + i))
      return FALSE;

  return strata_word_load (a + n_bytes - 8) == strata_word_load (b + n_bytes - 8);
}

/* A hash for tables of a few thousand texts; all of its bits are well mixed. */
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
  else if (n_bytes >= 4)
    hash ^= strata_word_load_short (text, n_bytes);
  else
    for (gsize i = 0; i < n_bytes; i++)
      hash = hash << 8 ^ (guint8) text[i];

  /* in the lower half, a product contains nothing of the last bytes, which are the highest */
  hash ^= hash >> 32;
  hash *= G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return (guint32) (hash >> 32);
}

G_END_DECLS
