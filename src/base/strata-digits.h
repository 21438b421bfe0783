/* strata-digits.h - the digits of numbers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The most digits of a number: in octal. */
#define STRATA_DIGITS_MOST 22

/**
 * strata_digits_put:
 * @end: where the last digit ends; there must be room for %STRATA_DIGITS_MOST before it
 * @value: a number
 * @base: from 8 to 16; as a constant, it costs no division
 *
 * Writes a number without fill and prefix, which is faster than printf().
 *
 * Returns: its first digit
 */
static inline char *
strata_digits_put (char *end,
                   guint64 value,
                   guint base)
{
  do
    *--end = "0123456789abcdef"[value % base];
  while ((value /= base) > 0);

  return end;
}

G_END_DECLS
