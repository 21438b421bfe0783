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

/* Numbers of so many digits fit 64 bits, and are exact as a double, too. */
#define STRATA_DIGITS_EXACT 15

/**
 * strata_digits_read:
 * @text: a text that may begin with decimal digits
 * @value: (out): their number, of at most %STRATA_DIGITS_EXACT of them
 *
 * Reads a number without sign, which is faster than strtoll(). What follows tells whether it is the whole number.
 *
 * Returns: the character after the digits that were read
 */
static inline const char *
strata_digits_read (const char *text,
                    gint64 *value)
{
  const char *at = text;

  for (*value = 0; g_ascii_isdigit (*at) && at - text < STRATA_DIGITS_EXACT; at++)
    *value = *value * 10 + (*at - '0');

  return at;
}

G_END_DECLS
