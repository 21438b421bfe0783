/* strata-select.c - the n-th smallest of many durations
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-private.h"

static inline void
swap (gint64 *a,
      gint64 *b)
{
  gint64 value = *a;

  *a = *b;
  *b = value;
}

/* Leaves the median of first, middle and last in the middle. */
static gint64
choose_pivot (gint64 *values,
              gsize begin,
              gsize last)
{
  gsize middle = begin + (last - begin) / 2;

  if (values[middle] < values[begin])
    swap (&values[middle], &values[begin]);
  if (values[last] < values[begin])
    swap (&values[last], &values[begin]);
  if (values[last] < values[middle])
    swap (&values[last], &values[middle]);

  return values[middle];
}

static int
compare_ns (gconstpointer a,
            gconstpointer b)
{
  gint64 ns_a = *(const gint64 *) a;
  gint64 ns_b = *(const gint64 *) b;

  return ns_a < ns_b ? -1 : ns_a > ns_b;
}

/**
 * strata_select_ns:
 * @values: (array length=n_values): durations, which change their order
 * @n_values: how many, above 0
 * @rank: which one, from 0
 *
 * Hoare's selection, linear on average. Times from a file may be of the one
 * order that makes it slow; then the rest is sorted.
 *
 * Returns: the value that would stand at @rank if all were sorted
 */
gint64
strata_select_ns (gint64 *values,
                  gsize n_values,
                  gsize rank)
{
  gsize begin = 0;
  gsize last = n_values - 1;

  g_assert (rank < n_values);

  for (guint n_rounds = 0; begin < last; n_rounds++)
    {
      if (n_rounds == 64)
        {
          qsort (values + begin, last - begin + 1, sizeof *values, compare_ns);
          break;
        }

      gint64 pivot = choose_pivot (values, begin, last);
      gsize i = begin;
      gsize j = last;

      for (;;)
        {
          while (values[i] < pivot)
            i++;
          while (values[j] > pivot)
            j--;
          if (i >= j)
            break;
          swap (&values[i++], &values[j--]);
        }

      if (rank <= j)
        last = j;
      else
        begin = j + 1;
    }

  return values[rank];
}
