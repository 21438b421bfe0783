/* strata-list-order.c - the order that several kinds of list share
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-list.h"
#include "strata-order.h"

typedef struct
{
  gint64 time_ns;
  guint32 index;
} Entry;

STRATA_ORDER_BY_TWO (compare_entries, Entry, time_ns, index)

/**
 * strata_list_sort_by_time:
 * @time_ns: a column of times
 * @begin: first index to look at
 * @end: one past the last
 *
 * Returns: (transfer full) (array): the indices, earliest first, and in their own order where times are equal
 */
guint32 *
strata_list_sort_by_time (const gint64 *time_ns,
                          guint32 begin,
                          guint32 end)
{
  guint32 n = end - begin;
  g_autofree Entry *entries = g_new (Entry, n);
  guint32 *indices = g_new (guint32, n);

  for (guint32 i = 0; i < n; i++)
    entries[i] = (Entry){ time_ns[begin + i], begin + i };

  if (n > 1)
    qsort (entries, n, sizeof *entries, compare_entries);
  for (guint32 i = 0; i < n; i++)
    indices[i] = entries[i].index;

  return indices;
}
