/* strata-lod-index.c - rows of slices become columns of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lod-private.h"

#include <math.h>
#include <string.h>

#include "strata-memory.h"
#include "strata-palette-private.h"

/* In each column of pixels the longest slice that begins there wins. The slices of a row are far
 * apart in the table, and each would cost three cache misses. So begin, duration and colour of each
 * are packed next to its neighbours', 8 bytes a slice and a base for each block. For zoom levels at
 * which many slices share every column, long rows also have levels of buckets. A bucket holds the
 * longest slice that begins in its time, so a frame reads only a few buckets a column, in order.
 * All this takes 14 bytes a slice. */

#define MIN_INDEXED 512
#define MIN_BUCKETS 128

static void
plan_buckets (StrataLodIndex *self,
              StrataLodRow *row)
{
  const guint32 *order = self->table->order;
  const guint32 n = row->end - row->begin;

  if (n < MIN_INDEXED)
    return;

  const gint64 last_ns = self->table->start_ns[order[row->end - 1]];

  row->origin_ns = self->table->start_ns[order[row->begin]];
  row->n_buckets = n / STRATA_LOD_BUCKET_SLICES;
  row->bucket_ns = ((double) ((guint64) last_ns - (guint64) row->origin_ns) + 1.0) / (double) row->n_buckets;
  row->first_bucket = self->n_buckets;
  do
    self->n_buckets += (gsize) strata_lod_row_get_n_buckets (row, row->n_levels++);
  while (strata_lod_row_get_n_buckets (row, row->n_levels - 1u) > MIN_BUCKETS);
}

static void
plan_row (StrataLodIndex *self,
          StrataLodRow *row)
{
  const guint32 n = row->end - row->begin;

  row->first_slice = self->n_slices;
  row->first_base = self->n_bases;
  self->n_slices += n;
  self->n_bases += (n + STRATA_LOD_BLOCK - 1) / STRATA_LOD_BLOCK;
  plan_buckets (self, row);
}

static guint8
get_hue (const StrataLodIndex *self,
         const StrataHues *hues,
         guint row,
         guint32 slice)
{
  const guint8 hue = hues->by_name[self->table->name[slice]];

  if (hue >= STRATA_HUE_IDLE)
    return hue;
  if (hues->by_row != NULL)
    return hues->by_row[row];
  if (hues->by_attrs != NULL)
    return hues->by_attrs[strata_slice_table_get_attrs (self->table, slice)];
  if (hues->by_slice != NULL)
    return hues->by_slice[slice];
  if (hues->is_by_duration)
    return strata_hues_get_duration_hue (strata_slice_table_get_wall_ns (self->table, slice));

  return hue;
}

static void
pack_slices (StrataLodIndex *self,
             const StrataLodRow *row,
             const StrataHues *hues)
{
  const StrataSliceTable *table = self->table;
  StrataLodSlice *slices = self->slices + row->first_slice;
  gint64 *bases = self->bases + row->first_base;

  for (guint32 i = 0; i < row->end - row->begin; i++)
    {
      const guint32 slice = table->order[row->begin + i];
      const gint64 start_ns = table->start_ns[slice];
      const guint8 hue = get_hue (self, hues, (guint) (row - self->rows), slice);

      if (i % STRATA_LOD_BLOCK == 0)
        bases[i / STRATA_LOD_BLOCK] = start_ns;

      const guint64 offset = (guint64) start_ns - (guint64) bases[i / STRATA_LOD_BLOCK];

      slices[i].offset = (gint32) MIN (offset, STRATA_LOD_FAR);
      slices[i].key = strata_lod_index_pack_key (strata_slice_table_get_wall_ns (table, slice), hue);
    }
}

/* Of equally long slices the first stays. */
static inline void
improve_bucket (StrataLodBucket *bucket,
                StrataLodBucket other)
{
  if (*bucket == 0 || other >> 40 > *bucket >> 40)
    *bucket = other;
}

static void
fill_levels (const StrataLodRow *row,
             StrataLodBucket *buckets)
{
  for (guint level = 1; level < row->n_levels; level++)
    {
      const gint64 n_below = strata_lod_row_get_n_buckets (row, level - 1);
      StrataLodBucket *above = buckets + n_below;

      for (gint64 i = 0; i < n_below; i++)
        if (buckets[i] != 0)
          improve_bucket (&above[i >> STRATA_LOD_LEVEL_SHIFT], buckets[i]);

      buckets = above;
    }
}

static void
fill_buckets (StrataLodIndex *self,
              const StrataLodRow *row)
{
  const StrataLodSlice *slices = self->slices + row->first_slice;
  StrataLodBucket *buckets = self->buckets + row->first_bucket;
  const double buckets_per_ns = 1.0 / row->bucket_ns;

  for (guint32 place = row->begin; place < row->end; place++)
    {
      const guint64 offset_ns = (guint64) strata_lod_index_get_start_ns (self, row, place) - (guint64) row->origin_ns;
      const gint64 bucket = MIN ((gint64) ((double) offset_ns * buckets_per_ns), row->n_buckets - 1);

      improve_bucket (&buckets[bucket], (StrataLodBucket) slices[place - row->begin].key << 32 | (place + 1));
    }

  fill_levels (row, buckets);
}

/**
 * strata_lod_index_new:
 * @table: the slices; borrowed
 * @row_begin: (array length=n_rows+1): first places of the rows in the table's order, and the end
 * @n_rows: how many rows there are
 * @hues: colours
 *
 * Prepares rows for drawing; takes time in proportion to the slices.
 *
 * Returns: (transfer full): the index
 */
StrataLodIndex *
strata_lod_index_new (const StrataSliceTable *table,
                      const guint32 *row_begin,
                      guint n_rows,
                      const StrataHues *hues)
{
  return strata_lod_index_new_of_rows (table, row_begin, row_begin + 1, n_rows, hues);
}

/**
 * strata_lod_index_new_of_rows:
 * @table: the slices; borrowed
 * @row_begin: (array length=n_rows): first places of the rows in the table's order
 * @row_end: (array length=n_rows): one past their last places
 * @n_rows: how many rows there are
 * @hues: colours
 *
 * Like strata_lod_index_new(), but the rows need not be adjacent.
 *
 * Returns: (transfer full): the index
 */
StrataLodIndex *
strata_lod_index_new_of_rows (const StrataSliceTable *table,
                              const guint32 *row_begin,
                              const guint32 *row_end,
                              guint n_rows,
                              const StrataHues *hues)
{
  StrataLodIndex *self = g_new0 (StrataLodIndex, 1);

  self->table = table;
  self->rows = g_new0 (StrataLodRow, n_rows);
  self->n_rows = n_rows;

  for (guint i = 0; i < n_rows; i++)
    {
      self->rows[i].begin = row_begin[i];
      self->rows[i].end = row_end[i];
      plan_row (self, &self->rows[i]);
    }

  /* Large pages: wide slices are looked up at random places. */
  self->slices = strata_memory_new (self->n_slices + STRATA_LOD_BLOCK, sizeof (StrataLodSlice));
  self->bases = strata_memory_new (self->n_bases, sizeof (gint64));
  self->buckets = strata_memory_new (self->n_buckets + 1, sizeof (StrataLodBucket));
  memset (self->slices + self->n_slices, 0, STRATA_LOD_BLOCK * sizeof (StrataLodSlice));
  memset (self->buckets, 0, (self->n_buckets + 1) * sizeof (StrataLodBucket));
  for (guint i = 0; i < n_rows; i++)
    {
      pack_slices (self, &self->rows[i], hues);
      if (self->rows[i].n_levels > 0)
        fill_buckets (self, &self->rows[i]);
    }

  return self;
}

void
strata_lod_index_free (StrataLodIndex *self)
{
  if (self == NULL)
    return;

  g_free (self->rows);
  g_free (self->slices);
  g_free (self->bases);
  g_free (self->buckets);
  g_free (self);
}

/* Returns the memory that it takes, in bytes. */
gsize
strata_lod_index_get_n_bytes (const StrataLodIndex *self)
{
  return self->n_rows * sizeof (StrataLodRow) + self->n_slices * sizeof (StrataLodSlice) + self->n_bases * sizeof (gint64) + self->n_buckets * sizeof (StrataLodBucket);
}

/* The coarsest level whose buckets are no longer than a column, plus 1; 0 if there is none. */
static guint
choose_level (const StrataLodRow *row,
              double ns_per_column)
{
  guint n = row->n_levels;

  while (n > 0 && ldexp (row->bucket_ns, STRATA_LOD_LEVEL_SHIFT * (int) (n - 1)) > ns_per_column)
    n--;

  return n;
}

/**
 * strata_lod_index_walk:
 * @self: the index
 * @row: number of a row
 * @grid: the columns to draw into
 * @runs: (element-type StrataRun): where to write; emptied first
 *
 * Finds the slice that each column of pixels of a row shows, from left to right. Empty
 * columns are left out.
 */
void
strata_lod_index_walk (const StrataLodIndex *self,
                       guint row,
                       const StrataGrid *grid,
                       StrataColumn *runs)
{
  g_assert (row < self->n_rows);

  const guint level = choose_level (&self->rows[row], grid->ns_per_column);

  runs->n = 0;
  if (level > 0)
    strata_lod_index_walk_level (self, &self->rows[row], level - 1, grid, runs);
  else
    strata_lod_index_walk_slices (self, &self->rows[row], grid, runs);
}

/**
 * strata_lod_index_find_at:
 * @self: the index
 * @row: number of a row
 * @begin_ns: start of a column of pixels
 * @end_ns: its end
 * @n_folded: (out): how many slices share the column with the one found
 *
 * Finds the slice drawn in one column: the longest that begins there, else one that
 * reaches into it.
 *
 * Returns: a place in the table's order, or %STRATA_NONE
 */
guint32
strata_lod_index_find_at (const StrataLodIndex *self,
                          guint row,
                          gint64 begin_ns,
                          gint64 end_ns,
                          guint32 *n_folded)
{
  const StrataLodRow *places = &self->rows[row];
  guint32 first = strata_slice_table_find_first (self->table, places->begin, places->end, begin_ns - 1);
  guint32 begin = strata_slice_table_find_next_start (self->table, first, places->end, begin_ns);
  guint32 end = strata_slice_table_find_next_start (self->table, begin, places->end, MAX (end_ns, begin_ns + 1));

  *n_folded = MAX (end - begin, 1);
  if (begin < end)
    return strata_slice_table_find_longest (self->table, begin, end);

  if (first < begin && strata_slice_table_get_end_ns (self->table, self->table->order[begin - 1]) > begin_ns)
    return begin - 1;

  return STRATA_NONE;
}
