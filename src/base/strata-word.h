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

G_END_DECLS
