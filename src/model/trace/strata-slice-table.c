/* strata-slice-table.c - all slices of a trace, in columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-table.h"

#include "strata-bisect.h"

/* `longest` finds the longest slice between two places of `order`, which a pixel that covers many
 * slices has to show. Level 0 has the place of the longest for each 16 adjacent entries of `order`;
 * level k the same for 16 entries of level k - 1. A query reads at most 32 entries per level, and
 * all levels together take 0.27 bytes per slice. */
#define FANOUT 16

static inline gint64
get_wall_at (const StrataSliceTable *self,
             guint32 place)
{
  return strata_ns_column_get (&self->wall, self->order[place]);
}

static inline guint32
pick_longer (const StrataSliceTable *self,
             guint32 best,
             guint32 place)
{
  return best == STRATA_NONE || get_wall_at (self, place) > get_wall_at (self, best) ? place : best;
}

void
strata_slice_table_clear (StrataSliceTable *self)
{
  g_clear_pointer (&self->start_ns, g_free);
  strata_ns_column_clear (&self->wall);
  strata_ns_column_clear (&self->cpu);
  strata_ns_column_clear (&self->cpu_start);
  g_clear_pointer (&self->cpu_unknown, g_free);
  g_clear_pointer (&self->self_cpu_unknown, g_free);
  g_clear_pointer (&self->cpu_start_unknown, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->depth_flags, g_free);
  g_clear_pointer (&self->subtree_end, g_free);
  g_clear_pointer (&self->attrs, g_free);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->cookie, g_free);
  g_clear_pointer (&self->async_thread, g_free);
  g_clear_pointer (&self->longest, g_ptr_array_unref);
}

static guint32
find_longest_below (const StrataSliceTable *self,
                    const guint32 *below,
                    guint32 begin,
                    guint32 end)
{
  guint32 best = STRATA_NONE;

  for (guint32 i = begin; i < end; i++)
    best = pick_longer (self, best, below != NULL ? below[i] : i);

  return best;
}

/**
 * strata_slice_table_index:
 * @self: a table whose other columns are complete
 *
 * Builds the index for [method@Strata.SliceTable.find_longest].
 */
void
strata_slice_table_index (StrataSliceTable *self)
{
  const guint32 *below = NULL;
  guint32 n_below = self->n_slices;

  g_clear_pointer (&self->longest, g_ptr_array_unref);
  self->longest = g_ptr_array_new_with_free_func (g_free);

  while (n_below > FANOUT)
    {
      guint32 n = n_below / FANOUT; /* a tail that fills no block is read entry by entry */
      guint32 *level = g_new (guint32, n);

      for (guint32 i = 0; i < n; i++)
        level[i] = find_longest_below (self, below, i * FANOUT, (i + 1) * FANOUT);

      g_ptr_array_add (self->longest, level);
      below = level;
      n_below = n;
    }
}

/**
 * strata_slice_table_get_self_ns:
 * @self: the table
 * @slice: a slice
 *
 * Returns: its time without its children's
 */
gint64
strata_slice_table_get_self_ns (const StrataSliceTable *self,
                                guint32 slice)
{
  gint64 self_ns = strata_slice_table_get_wall_ns (self, slice);

  for (guint32 child = slice + 1; child < self->subtree_end[slice]; child = self->subtree_end[child])
    self_ns -= strata_slice_table_get_wall_ns (self, child);

  return self_ns;
}

/**
 * strata_slice_table_get_self_cpu_ns:
 * @self: a table that has CPU times
 * @slice: a slice
 *
 * Returns: its CPU time without the known part of its children's
 */
gint64
strata_slice_table_get_self_cpu_ns (const StrataSliceTable *self,
                                    guint32 slice)
{
  gint64 self_ns = strata_slice_table_get_cpu_ns (self, slice);

  for (guint32 child = slice + 1; child < self->subtree_end[slice]; child = self->subtree_end[child])
    self_ns -= strata_slice_table_get_cpu_ns (self, child);

  return self_ns;
}

/**
 * strata_slice_table_find_start:
 * @self: the table
 * @begin: a slice of a track
 * @end: one past a slice of that track
 * @time_ns: a time
 *
 * Returns: the first slice of [begin, end) that begins at @time_ns or later, or @end
 */
guint32
strata_slice_table_find_start (const StrataSliceTable *self,
                               guint32 begin,
                               guint32 end,
                               gint64 time_ns)
{
  STRATA_BISECT (begin, end, i, self->start_ns[i] < time_ns);

  return begin;
}

/**
 * strata_slice_table_find_first:
 * @self: the table
 * @row_begin: first place of a row in @order
 * @row_end: one past its last place
 * @time_ns: a time
 *
 * Finds the first slice of a row that ends after @time_ns.
 *
 * Returns: its place in @order, or @row_end
 */
guint32
strata_slice_table_find_first (const StrataSliceTable *self,
                               guint32 row_begin,
                               guint32 row_end,
                               gint64 time_ns)
{
  STRATA_BISECT (row_begin, row_end, i, strata_slice_table_get_end_ns (self, self->order[i]) <= time_ns);

  return row_begin;
}

/**
 * strata_slice_table_find_next_start:
 * @self: the table
 * @row_begin: a place of a row in @order
 * @row_end: one past the row's last place
 * @time_ns: a time
 *
 * Finds the first slice at or after @row_begin that starts at @time_ns or later. Gallops, because it is usually near.
 *
 * Returns: its place in @order, or @row_end
 */
guint32
strata_slice_table_find_next_start (const StrataSliceTable *self,
                                    guint32 row_begin,
                                    guint32 row_end,
                                    gint64 time_ns)
{
  guint32 step = 1;

  while (row_end - row_begin > step && self->start_ns[self->order[row_begin + step]] < time_ns)
    {
      row_begin += step;
      step *= 2;
    }

  row_end = row_begin + MIN (step, row_end - row_begin);

  STRATA_BISECT (row_begin, row_end, i, self->start_ns[self->order[i]] < time_ns);

  return row_begin;
}

/**
 * strata_slice_table_find_longest:
 * @self: the table
 * @begin: first place in @order to search
 * @end: one past the last
 *
 * Finds the longest slice of a range of @order in O(log n).
 *
 * Returns: its place in @order; %STRATA_NONE for an empty range
 */
guint32
strata_slice_table_find_longest (const StrataSliceTable *self,
                                 guint32 begin,
                                 guint32 end)
{
  const guint32 *below = NULL;
  guint32 best = STRATA_NONE;

  for (guint k = 0; begin < end; k++)
    {
      guint32 inner_begin = (begin + FANOUT - 1) / FANOUT;
      guint32 inner_end = end / FANOUT;

      if (k >= self->longest->len || inner_begin >= inner_end)
        {
          guint32 rest = find_longest_below (self, below, begin, end);

          return rest == STRATA_NONE ? best : pick_longer (self, best, rest);
        }

      guint32 head = find_longest_below (self, below, begin, inner_begin * FANOUT);
      guint32 tail = find_longest_below (self, below, inner_end * FANOUT, end);

      best = head == STRATA_NONE ? best : pick_longer (self, best, head);
      best = tail == STRATA_NONE ? best : pick_longer (self, best, tail);
      below = g_ptr_array_index (self->longest, k);
      begin = inner_begin;
      end = inner_end;
    }

  return best;
}

static gsize
ns_column_get_n_bytes (const StrataNsColumn *column,
                       gsize n)
{
  return column->narrow != NULL ? 4 * n : column->wide != NULL ? 8 * n
                                                               : 0;
}

/**
 * strata_slice_table_get_n_bytes:
 * @self: the table
 *
 * Returns: the memory that the columns and the index take
 */
gsize
strata_slice_table_get_n_bytes (const StrataSliceTable *self)
{
  gsize n = self->n_slices;
  gsize n_async = n - self->first_async;
  gsize n_bits = (self->cpu_unknown != NULL) + (self->self_cpu_unknown != NULL) + (self->cpu_start_unknown != NULL);
  gsize n_bytes = 24 * n + (self->attrs != NULL ? 4 * n : 0) + 12 * n_async + n_bits * n / 8;

  for (gsize level = n / FANOUT; level > 0 && self->longest != NULL; level /= FANOUT)
    n_bytes += 4 * level;

  return n_bytes + ns_column_get_n_bytes (&self->wall, n) + ns_column_get_n_bytes (&self->cpu, n) + ns_column_get_n_bytes (&self->cpu_start, n);
}
