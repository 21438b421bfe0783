/* strata-lod-slices.c - few slices a column: they are walked one by one
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <float.h>

#include "strata-lod-private.h"

/* Whether a slice is the first of its column, longer than the current one, or wide, is
 * unpredictable, and a wrong prediction costs more than the computation. So all slices of a block
 * are computed the same way, and each is written either to its final place or to where the next one
 * will overwrite it. */

/* Rounds up, so that a time on the border of two columns is right of it, the same as with a division. */
#define ROUNDED_UP (1.0 + 4.0 * DBL_EPSILON)

/* Returns the column in which a slice ends, at most the last. The part of that column that the
 * slice reaches into belongs to slices that begin there. Reads the table if the key does not show
 * on which side of a border the end is. */
static int
get_end_column (const StrataLodIndex *self,
                const StrataGrid *grid,
                guint32 place,
                double begin,
                guint32 key)
{
  const double length = (double) strata_lod_index_get_key_ns (key) / grid->ns_per_column;
  double end = CLAMP (begin + length, 0.0, grid->n_columns);

  if ((int) CLAMP (begin + length * STRATA_LOD_KEY_CEILING, 0.0, grid->n_columns) != (int) end)
    end = strata_grid_time_to_column (grid, strata_slice_table_get_end_ns (self->table, self->table->order[place]));

  return (int) CLAMP (end, 0.0, grid->n_columns);
}

int
strata_lod_index_get_columns (const StrataLodIndex *self,
                              const StrataLodRow *row,
                              const StrataGrid *grid,
                              guint32 place,
                              int *begin)
{
  const double column = strata_grid_time_to_column (grid, strata_lod_index_get_start_ns (self, row, place));

  *begin = (int) CLAMP (column, 0.0, grid->n_columns);
  return get_end_column (self, grid, place, column, self->slices[row->first_slice + (place - row->begin)].key);
}

guint32
strata_lod_index_push_first (const StrataLodIndex *self,
                             const StrataLodRow *row,
                             const StrataGrid *grid,
                             StrataColumn *runs)
{
  const StrataSliceTable *table = self->table;
  guint32 place = strata_slice_table_find_first (table, row->begin, row->end, grid->begin_ns);

  for (; place < row->end && strata_grid_time_to_column (grid, table->start_ns[table->order[place]]) < 0.0; place++)
    {
      int begin;
      const int end = strata_lod_index_get_columns (self, row, grid, place, &begin);

      if (end > 0 && (double) strata_slice_table_get_wall_ns (table, table->order[place]) >= grid->ns_per_column)
        *(StrataRun *) strata_column_push (runs, sizeof (StrataRun)) =
            (StrataRun){ 0, end, place, 1.0f, self->slices[row->first_slice + (place - row->begin)].key & 0xff };
    }

  return place;
}

/* The state of the walk. */
typedef struct
{
  const StrataLodIndex *lod;
  const StrataLodRow *row;
  const StrataGrid *grid;
  double columns_per_ns;
  StrataColumn *runs;
  guint32 last_length; /* of the last run, as in its key */
} Walk;

/* The time from the left edge to the base of a block. */
static double
get_base_ns (const Walk *walk,
             guint32 block)
{
  const gint64 base_ns = walk->lod->bases[walk->row->first_base + block];
  gint64 offset_ns;

  if (__builtin_sub_overflow (base_ns, walk->grid->begin_ns, &offset_ns))
    return base_ns > walk->grid->begin_ns ? 1e18 : -1e18;

  return (double) offset_ns - walk->grid->begin_frac_ns;
}

/* Where the slices of a block are, in columns from the left edge, and which part of a column they take. */
typedef struct
{
  int first[STRATA_LOD_BLOCK];
  int last[STRATA_LOD_BLOCK];
  float share[STRATA_LOD_BLOCK];
} Block;

/* The bits of non-negative floats sort like their values, so a number is limited without a branch. */
static inline float
limit_to_1 (float value)
{
  union
  {
    float value;
    gint32 bits;
  } limited = { value };

  limited.bits = MIN (limited.bits, 0x3f800000);
  return limited.value;
}

/* Used if a start is far from its base, or an end so close to the border of two columns that the
 * key does not show its side. */
static void
measure_exactly (const Walk *walk,
                 guint32 begin,
                 guint32 end,
                 Block *block)
{
  for (guint32 i = begin; i < end; i++)
    {
      const float length_ns = strata_lod_index_get_key_ns (walk->lod->slices[walk->row->first_slice + i].key);
      const guint32 k = i % STRATA_LOD_BLOCK;
      const int last = strata_lod_index_get_columns (walk->lod, walk->row, walk->grid, walk->row->begin + i, &block->first[k]);

      block->last[k] = MAX (last, block->first[k] + 1);
      block->share[k] = limit_to_1 (length_ns * (float) walk->columns_per_ns);
    }
}

/* Computes several slices at once, without branches, so numbers are limited while they are
 * integers. Returns whether all results are exact. */
static gboolean
measure_near (const Walk *walk,
              const StrataLodSlice *restrict slices,
              double base,
              Block *restrict block)
{
  const double columns_per_ns = walk->columns_per_ns;
  const int n_columns = walk->grid->n_columns;
  const gint32 most_offset = (gint32) CLAMP ((n_columns - base) / columns_per_ns + 1.0, 0.0, STRATA_LOD_FAR);
  const gint32 most_length = (gint32) (strata_lod_index_pack_key ((gint64) CLAMP (n_columns / columns_per_ns + 1.0, 0.0, 4e18), 0) >> 8) + 1;
  int vague = 0;

  for (guint i = 0; i < STRATA_LOD_BLOCK; i++)
    {
      const gint32 length_key = (gint32) (slices[i].key >> 8);
      const gint32 offset = slices[i].offset;
      const gint32 near_offset = MIN (offset, most_offset);
      const float length = strata_lod_index_get_key_ns ((guint32) MIN (length_key, most_length) << 8) * (float) columns_per_ns;
      const double column = base + near_offset * columns_per_ns;
      const int first = (int) column;
      const int last = (int) (column + (double) length);
      const int in_columns = MIN (last, n_columns);

      block->first[i] = first;
      block->last[i] = MAX (in_columns, first + 1);
      block->share[i] = limit_to_1 (length);
      vague |= (int) (column + (double) length * STRATA_LOD_KEY_CEILING) ^ last;
      vague |= -(offset == STRATA_LOD_FAR);
    }

  return vague == 0;
}

static void
measure_block (const Walk *walk,
               guint32 first,
               guint32 begin,
               guint32 end,
               Block *block)
{
  const double base = get_base_ns (walk, first / STRATA_LOD_BLOCK) * walk->columns_per_ns;

  if (base > walk->grid->n_columns || base < G_MININT32 / 2 ||
      !measure_near (walk, walk->lod->slices + walk->row->first_slice + first, base, block))
    measure_exactly (walk, begin, end, block);
}

/* Draws the slices from @i to @end, all of one block; returns the one after the last visible. Of
 * slices that begin in one column the longest stays. */
static guint32
walk_block (Walk *walk,
            guint32 i,
            guint32 end)
{
  const guint32 block_begin = i - i % STRATA_LOD_BLOCK;
  const StrataLodSlice *slices = walk->lod->slices + walk->row->first_slice + block_begin;
  const guint32 place = walk->row->begin + block_begin;
  const int n_columns = walk->grid->n_columns;
  gsize n = walk->runs->n;
  Block block;

  strata_column_grow (walk->runs, sizeof (StrataRun), n + STRATA_LOD_BLOCK + 1);
  measure_block (walk, block_begin, i, end, &block);

  StrataRun *runs = walk->runs->data;
  int last_end = n > 0 ? runs[n - 1].end : 0;
  guint32 last_length = walk->last_length;

  for (i -= block_begin; i < end - block_begin && block.first[i] < n_columns; i++)
    {
      const guint32 length = slices[i].key >> 8;
      const gboolean is_new = block.first[i] >= last_end;
      const gboolean is_longer = (length > last_length) & !is_new;

      runs[n - (gsize) is_longer] = (StrataRun){ block.first[i], block.last[i], place + i, block.share[i], slices[i].key & 0xff };
      n += (gsize) is_new;
      last_end = MAX (last_end, block.last[i]);
      last_length = MAX (length, last_length & ((guint32) is_new - 1));
    }

  walk->runs->n = n;
  walk->last_length = last_length;
  return block_begin + i;
}

/* Slices crowd in the column of the last run: finds the longest of them by a search. Returns the
 * first slice after the column. */
static guint32
leave_column (Walk *walk,
              guint32 i)
{
  const StrataSliceTable *table = walk->lod->table;
  const guint32 begin = walk->row->begin + i;
  StrataRun *run = &strata_column_at (walk->runs, StrataRun, walk->runs->n - 1);
  const guint32 end = strata_slice_table_find_next_start (table, begin, walk->row->end, strata_grid_column_to_time (walk->grid, run->begin + 1));
  const guint32 place = strata_slice_table_find_longest (table, begin, end);

  if (place != STRATA_NONE && strata_slice_table_get_wall_ns (table, table->order[place]) > strata_slice_table_get_wall_ns (table, table->order[run->place]))
    {
      const guint32 key = walk->lod->slices[walk->row->first_slice + (place - walk->row->begin)].key;
      const int last = strata_lod_index_get_columns (walk->lod, walk->row, walk->grid, place, &run->begin);

      run->end = MAX (last, run->begin + 1);
      run->place = place;
      run->share = (float) MIN (strata_lod_index_get_key_ns (key) * walk->columns_per_ns, 1.0);
      run->hue = key & 0xff;
      walk->last_length = key >> 8;
    }

  return end - walk->row->begin;
}

void
strata_lod_index_walk_slices (const StrataLodIndex *self,
                              const StrataLodRow *row,
                              const StrataGrid *grid,
                              StrataColumn *runs)
{
  Walk walk = { self, row, grid, ROUNDED_UP / grid->ns_per_column, runs, 0 };
  const guint32 n = row->end - row->begin;
  guint32 end;

  for (guint32 i = strata_lod_index_push_first (self, row, grid, runs) - row->begin; i < n; i = end)
    {
      const guint32 block_end = MIN (n, (i / STRATA_LOD_BLOCK + 1) * STRATA_LOD_BLOCK);
      const gsize n_before = runs->n;

      end = walk_block (&walk, i, block_end);
      if (end < block_end)
        return;

      if (runs->n == n_before && end - i == STRATA_LOD_BLOCK)
        end = leave_column (&walk, end);
    }
}
