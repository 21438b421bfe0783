/* strata-real.c - numbers with a fraction as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-real.h"

#include <math.h>
#include <string.h>

#include "strata-digits.h"

/* Whole numbers up to this one have all their digits. */
#define MOST_EXACT 1e15

/* 2^63, from which on numbers do not fit 64 bits. */
#define MOST_INT 9223372036854775808.0

/**
 * strata_real_to_int:
 * @number: a number
 * @whole: (out): the nearest whole number of 64 bits; 0 for NaN
 *
 * Returns: whether both are equal
 */
gboolean
strata_real_to_int (double number,
                    gint64 *whole)
{
  if (isnan (number))
    *whole = 0;
  else if (number >= MOST_INT)
    *whole = G_MAXINT64;
  else if (number < -MOST_INT)
    *whole = G_MININT64;
  else
    *whole = llround (number);

  return number >= -MOST_INT && number < MOST_INT && (double) *whole == number;
}

/**
 * strata_real_to_bits:
 * @number: a number
 *
 * Returns: its bits, to be stored as an integer
 */
gint64
strata_real_to_bits (double number)
{
  gint64 bits;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

/**
 * strata_real_from_bits:
 * @bits: from strata_real_to_bits()
 *
 * Returns: the number
 */
double
strata_real_from_bits (gint64 bits)
{
  double number;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/* Digits after the point that the quick way has, and the numbers that it has 15 digits for. */
#define QUICK_DECIMALS 6
#define QUICK_SCALE 1000000
#define LEAST_QUICK 1e-4
#define MOST_QUICK 1e9

/* Writes a number that has few digits, which most have, like "%.15g": an integer that is divided by a power of ten is rounded like its
 * text. Returns FALSE if it is another number. */
static gboolean
format_quickly (double number,
                char *text)
{
  const double size = fabs (number);
  const guint64 scaled = size < MOST_QUICK ? (guint64) llround (size * QUICK_SCALE) : 0;
  char digits[2 * STRATA_DIGITS_MOST];
  char *const end = digits + sizeof digits;
  char *fraction = end - QUICK_DECIMALS;
  char *last = end - 1;

  if (!(size < MOST_QUICK) || (size < LEAST_QUICK && size != 0) || (double) scaled / QUICK_SCALE != size)
    return FALSE;

  memset (fraction, '0', QUICK_DECIMALS);
  strata_digits_put (end, scaled % QUICK_SCALE, 10);
  while (last > fraction && *last == '0')
    last--;

  *--fraction = '.';
  fraction = strata_digits_put (fraction, scaled / QUICK_SCALE, 10);
  if (signbit (number))
    *--fraction = '-';

  memcpy (text, fraction, (gsize) (last + 1 - fraction));
  text[last + 1 - fraction] = '\0';
  return TRUE;
}

/**
 * strata_real_format:
 * @number: a number
 * @text: (out caller-allocates): its text
 *
 * Uses as few digits as are needed to read the same number again, and always marks it as not an integer. The text is the
 * same in every language.
 *
 * Returns: @text
 */
const char *
strata_real_format (double number,
                    char text[G_ASCII_DTOSTR_BUF_SIZE])
{
  if (format_quickly (number, text))
    return text;

  g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.15g", number);
  if (g_ascii_strtod (text, NULL) != number)
    g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, "%.17g", number);
  if (strpbrk (text, ".en") == NULL)
    g_strlcat (text, ".0", G_ASCII_DTOSTR_BUF_SIZE);

  return text;
}

/**
 * strata_real_dup_short:
 * @number: a number
 *
 * For display: whole numbers, such as a frequency of 1555200, have all their digits. Others have four digits, or all digits before the point if
 * these are more.
 *
 * Returns: (transfer full): its text, in the language of the user
 */
char *
strata_real_dup_short (double number)
{
  const double size = fabs (number);

  if (size >= MOST_EXACT || !isfinite (number) || (size < 1000 && trunc (number) != number))
    return g_strdup_printf ("%.4g", number);

  return g_strdup_printf (trunc (number) == number ? "%.0f" : "%.1f", number);
}
