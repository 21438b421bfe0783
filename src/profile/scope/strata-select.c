/* strata-select.c - selects the n-th smallest of many durations
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-select.h"

/* Counts how many values are in each of up to 2048 equal parts of their range, keeps those of the
 * part with the wanted one, and repeats. Each round removes 11 bits of the range, so there are at
 * most three, whatever order and values a file has. */
#define PART_BITS 11
#define N_PARTS (1 << PART_BITS)

static guint
get_shift (StrataRange range)
{
  guint shift = 0;

  while ((range.max - range.min) >> shift >= N_PARTS)
    shift++;

  return shift;
}

/* Finds the part with the value of @rank, and subtracts the number of values below it from @rank. */
static guint32
find_part (const guint32 *values,
           gsize n_values,
           StrataRange range,
           guint shift,
           gsize *rank)
{
  gsize n_in_part[N_PARTS] = { 0 };
  guint32 part = 0;

  for (gsize i = 0; i < n_values; i++)
    n_in_part[(values[i] - range.min) >> shift]++;

  while (*rank >= n_in_part[part])
    *rank -= n_in_part[part++];

  return part;
}

static gsize
keep_part (guint32 *values,
           gsize n_values,
           StrataRange range,
           guint shift,
           guint32 part)
{
  gsize n_kept = 0;

  for (gsize i = 0; i < n_values; i++)
    {
      guint32 value = values[i];

      values[n_kept] = value;
      n_kept += (value - range.min) >> shift == part;
    }

  return n_kept;
}

/* A few values are sorted faster than counted. */
static guint32
select_of_few (guint32 *values,
               gsize n_values,
               gsize rank)
{
  for (gsize i = 1; i < n_values; i++)
    {
      guint32 value = values[i];
      gsize place = i;

      for (; place > 0 && values[place - 1] > value; place--)
        values[place] = values[place - 1];

      values[place] = value;
    }

  return values[rank];
}

/**
 * strata_select_get_range:
 * @values: (array length=n_values): values
 * @n_values: how many
 *
 * Returns: the smallest and the largest value
 */
StrataRange
strata_select_get_range (const guint32 *values,
                         gsize n_values)
{
  StrataRange range = { G_MAXUINT32, 0 };

  for (gsize i = 0; i < n_values; i++)
    {
      range.min = MIN (range.min, values[i]);
      range.max = MAX (range.max, values[i]);
    }

  return range;
}

/**
 * strata_select:
 * @values: (array length=n_values): values, which are overwritten
 * @n_values: how many, above 0
 * @rank: which one, from 0
 * @range: their range
 *
 * Returns: the value that would be at @rank if all were sorted
 */
guint32
strata_select (guint32 *values,
               gsize n_values,
               gsize rank,
               StrataRange range)
{
  g_assert (rank < n_values);

  while (n_values > 32 && range.min < range.max)
    {
      guint shift = get_shift (range);
      guint32 part = find_part (values, n_values, range, shift, &rank);

      if (shift == 0)
        return range.min + part;

      n_values = keep_part (values, n_values, range, shift, part);
      range.min += part << shift;
      range.max = MIN (range.max, range.min + ((1u << shift) - 1));
    }

  return n_values > 32 ? range.min : select_of_few (values, n_values, rank);
}

static guint32 *
dup_part (const guint32 *values,
          gsize n_values,
          StrataRange range,
          guint shift,
          guint32 part,
          gsize n_in_part)
{
  guint32 *copy = g_new (guint32, n_in_part + 1);
  gsize n = 0;

  for (gsize i = 0; i < n_values; i++)
    {
      copy[n] = values[i];
      n += (values[i] - range.min) >> shift == part;
    }

  return copy;
}

static StrataRange
get_part_range (StrataRange range,
                guint shift,
                guint32 part)
{
  guint32 min = range.min + (part << shift);

  return (StrataRange){ min, MIN (range.max, min + ((1u << shift) - 1)) };
}

/**
 * strata_select_many:
 * @values: (array length=n_values): values
 * @n_values: how many
 * @ranks: (array length=n_ranks): which ones, from 0 and below @n_values
 * @n_ranks: how many of these
 * @range: the range of @values
 * @selected: (out caller-allocates) (array length=n_ranks): the values of these ranks
 *
 * Like [func@Strata.select] for several ranks, but counts the parts only once.
 */
void
strata_select_many (const guint32 *values,
                    gsize n_values,
                    const gsize *ranks,
                    guint n_ranks,
                    StrataRange range,
                    guint32 *selected)
{
  gsize n_in_part[N_PARTS] = { 0 };
  guint shift = get_shift (range);

  if (n_ranks == 0)
    return;

  for (gsize i = 0; i < n_values; i++)
    n_in_part[(values[i] - range.min) >> shift]++;

  for (guint i = 0; i < n_ranks; i++)
    {
      guint32 part = 0;
      gsize rank = ranks[i];

      while (rank >= n_in_part[part])
        rank -= n_in_part[part++];

      g_autofree guint32 *copy = dup_part (values, n_values, range, shift, part, n_in_part[part]);

      selected[i] = strata_select (copy, n_in_part[part], rank, get_part_range (range, shift, part));
    }
}
