/* strata-hex-digit.h - reads a hexadecimal digit
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * strata_hex_digit:
 * @c: a character
 *
 * The same as g_ascii_xdigit_value(), but inline: lists of symbols have millions of digits.
 *
 * Returns: its value, or %G_MAXUINT if it is not a hexadecimal digit
 */
static inline guint
strata_hex_digit (char c)
{
  const char letter = (char) (c | 0x20);

  return c >= '0' && c <= '9' ? (guint) (c - '0') : letter >= 'a' && letter <= 'f' ? (guint) (letter - 'a') + 10
                                                                                   : G_MAXUINT;
}

G_END_DECLS
