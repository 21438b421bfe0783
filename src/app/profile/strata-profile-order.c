/* strata-profile-order.c - the rows of a profile, sorted by a column
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-order.h"

#include "strata-radix-sort.h"

/* Rows without a call come first. */
static gint64
get_begin (const StrataProfileOrder *self,
           guint32 slice)
{
  return slice != STRATA_NONE ? strata_trace_get_slices (strata_profile_get_trace (self->profile))->start_ns[slice] : G_MININT64;
}

static gint64
get_sort_value (const StrataProfileOrder *self,
                const StrataProfileRow *row)
{
  switch (self->column)
    {
    case STRATA_PROFILE_COLUMN_INCLUSIVE:
    case STRATA_PROFILE_COLUMN_INCLUSIVE_SHARE:
      return row->inclusive_ns;
    case STRATA_PROFILE_COLUMN_EXCLUSIVE:
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_SHARE:
      return row->exclusive_ns;
    case STRATA_PROFILE_COLUMN_INCLUSIVE_CPU:
    case STRATA_PROFILE_COLUMN_INCLUSIVE_CPU_SHARE:
      return row->inclusive_cpu_ns;
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU:
    case STRATA_PROFILE_COLUMN_EXCLUSIVE_CPU_SHARE:
      return row->exclusive_cpu_ns;
    case STRATA_PROFILE_COLUMN_PER_CALL:
      return strata_profile_row_get_per_call_ns (row, row->inclusive_ns);
    case STRATA_PROFILE_COLUMN_CPU_PER_CALL:
      return strata_profile_row_get_per_call_ns (row, row->n_unknown_cpu == 0 ? row->inclusive_cpu_ns : STRATA_NO_TIME);
    case STRATA_PROFILE_COLUMN_CALLS:
      return (gint64) (row->n_calls + row->n_recursive_calls);
    case STRATA_PROFILE_COLUMN_MEAN:
      return row->mean_ns;
    case STRATA_PROFILE_COLUMN_MEDIAN:
      return row->median_ns;
    case STRATA_PROFILE_COLUMN_P95:
      return row->p95_ns;
    case STRATA_PROFILE_COLUMN_MAX:
      return row->max_ns;
    case STRATA_PROFILE_COLUMN_FIRST:
      return get_begin (self, row->first_slice);
    case STRATA_PROFILE_COLUMN_LAST:
      return get_begin (self, row->last_slice);
    case STRATA_PROFILE_COLUMN_NAME:
    case STRATA_N_PROFILE_COLUMNS:
      break;
    }

  return 0;
}

static int
compare_names (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const StrataProfileOrder *self = user_data;
  const int order = strata_profile_names_compare (self->names, *(const guint32 *) a, *(const guint32 *) b);

  return self->is_descending ? -order : order;
}

static void
swap_rows (guint32 *order,
           guint a,
           guint b)
{
  guint32 row = order[a];

  order[a] = order[b];
  order[b] = row;
}

/* Moves the row at a random place to its sorted place between @begin and @end. */
static guint
place_pivot (const StrataProfileOrder *self,
             guint32 *order,
             guint begin,
             guint end)
{
  guint place = begin;

  swap_rows (order, (guint) g_random_int_range ((gint32) begin, (gint32) end), end - 1);

  for (guint i = begin; i < end - 1; i++)
    if (compare_names (&order[i], &order[end - 1], (gpointer) self) < 0)
      swap_rows (order, i, place++);

  swap_rows (order, place, end - 1);
  return place;
}

/* Moves the rows that will be shown to the front, so that the rest need not be sorted: with a
 * million names that saves most of the time. */
static void
select_shown (const StrataProfileOrder *self,
              guint32 *order,
              guint n_rows,
              guint n_shown,
              GCancellable *cancellable)
{
  guint begin = 0;
  guint end = n_rows;

  while (end - begin > 1 && n_shown > begin && n_shown < end && !g_cancellable_is_cancelled (cancellable))
    {
      guint place = place_pivot (self, order, begin, end);

      if (place < n_shown)
        begin = place + 1;
      else
        end = place;
    }
}

static void
sort_by_name (const StrataProfileOrder *self,
              guint32 *order,
              guint n_rows,
              guint n_shown,
              GCancellable *cancellable)
{
  select_shown (self, order, n_rows, n_shown, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    g_qsort_with_data (order, (int) n_shown, sizeof *order, compare_names, (gpointer) self);
}

/* Equal rows keep their order: initially the order of the profile, longest first. */
static void
sort_by_value (const StrataProfileOrder *self,
               guint32 *order,
               guint n_rows,
               GCancellable *cancellable)
{
  guint n;
  const StrataProfileRow *rows = strata_profile_get_rows (self->profile, &n);
  g_autofree guint64 *keys = g_new (guint64, n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      const guint64 key = (guint64) get_sort_value (self, &rows[order[i]]) ^ (G_GUINT64_CONSTANT (1) << 63);

      keys[i] = self->is_descending ? ~key : key;
    }

  strata_radix_sort (keys, order, n_rows, cancellable);
}

/**
 * strata_profile_order_sort:
 * @self: the order
 * @order: (array length=n_rows): rows of the profile, which are sorted
 * @n_rows: how many
 * @n_shown: how many of the first ones must be in order, at most @n_rows
 * @cancellable: (nullable): stops it early, with the rows in no particular order
 *
 * Sorts rows. For numbers the time is linear in the number of rows, since the
 * user waits for it.
 */
void
strata_profile_order_sort (const StrataProfileOrder *self,
                           guint32 *order,
                           guint n_rows,
                           guint n_shown,
                           GCancellable *cancellable)
{
  if (n_rows == 0)
    return;

  if (self->column == STRATA_PROFILE_COLUMN_NAME)
    sort_by_name (self, order, n_rows, n_shown, cancellable);
  else
    sort_by_value (self, order, n_rows, cancellable);
}
