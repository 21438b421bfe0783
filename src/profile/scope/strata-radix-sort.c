/* strata-radix-sort.c - sorting by numbers, however many
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-radix-sort.h"

#include <string.h>

/* From the lowest digit to the highest, which keeps the order of equal keys.
 * Digits that all keys share cost nothing but the first look, so durations and
 * ranks take two or three passes. */
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

/* Turns counts into where the keys with each digit begin.
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
 * @keys: (array length=n): what to sort by; sorted in the end
 * @values: (nullable) (array length=n): what goes with the keys
 * @n: how many
 * @cancellable: (nullable): what ends it early
 *
 * Sorts in time that grows with @n alone; equal keys stay in their order. It takes
 * as much memory again.
 *
 * Returns: %FALSE when it was cancelled, with both arrays in no order
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
