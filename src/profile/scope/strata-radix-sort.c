/* strata-radix-sort.c - sorts any number of keys
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-radix-sort.h"

#include <string.h>

/* From the lowest digit to the highest, which keeps the order of equal keys. Digits that all keys
 * share are skipped after the count, so durations and ranks take two or three passes. */
#define DIGIT_BITS 11
#define N_DIGITS 6
#define N_VALUES (1 << DIGIT_BITS)

static inline guint
get_digit (guint64 key,
           guint digit)
{
  return (guint) (key >> (digit * DIGIT_BITS)) & (N_VALUES - 1);
}

typedef struct
{
  guint64 *keys;
  guint32 *values; /* nullable */
} Side;

static void
place (const Side *from,
       const Side *to,
       gsize n,
       guint digit,
       gsize *begins)
{
  for (gsize i = 0; i < n; i++)
    {
      const gsize where = begins[get_digit (from->keys[i], digit)]++;

      to->keys[where] = from->keys[i];
      if (from->values != NULL)
        to->values[where] = from->values[i];
    }
}

/* Turns counts into the start of the keys with each digit.
 *
 * Returns: whether there is more than one digit */
static gboolean
find_begins (gsize *counts,
             gsize n)
{
  gsize begin = 0;

  for (guint i = 0; i < N_VALUES; i++)
    {
      const gsize count = counts[i];

      if (count == n)
        return FALSE;

      counts[i] = begin;
      begin += count;
    }

  return TRUE;
}

/**
 * strata_radix_sort:
 * @keys: (array length=n): the keys to sort
 * @values: (nullable) (array length=n): values that move with the keys
 * @n: how many
 * @cancellable: (nullable): stops it early
 *
 * Sorts in time linear in @n; equal keys keep their order. Needs as much memory again.
 *
 * Returns: %FALSE if it was cancelled; both arrays are in no particular order then
 */
gboolean
strata_radix_sort (guint64 *keys,
                   guint32 *values,
                   gsize n,
                   GCancellable *cancellable)
{
  g_autofree gsize *counts = g_new0 (gsize, N_DIGITS * N_VALUES);
  g_autofree guint64 *other_keys = g_new (guint64, n);
  g_autofree guint32 *other_values = values != NULL ? g_new (guint32, n) : NULL;
  Side from = { keys, values };
  Side to = { other_keys, other_values };

  for (gsize i = 0; i < n; i++)
    for (guint digit = 0; digit < N_DIGITS; digit++)
      counts[digit * N_VALUES + get_digit (keys[i], digit)]++;

  for (guint digit = 0; digit < N_DIGITS; digit++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (n == 0 || !find_begins (&counts[digit * N_VALUES], n))
        continue;

      place (&from, &to, n, digit, &counts[digit * N_VALUES]);

      const Side side = from;

      from = to;
      to = side;
    }

  if (from.keys != keys)
    {
      memcpy (keys, from.keys, n * sizeof *keys);
      if (values != NULL)
        memcpy (values, from.values, n * sizeof *values);
    }

  return TRUE;
}
