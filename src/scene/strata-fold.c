/* strata-fold.c - rows of slices become columns of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-fold.h"

#include <math.h>

#include "strata-palette-private.h"

/* In each column of pixels the longest of the slices that begin there wins. A
 * row with few slices a column is walked slice by slice, with the table's own
 * searches where some crowd. Where many slices share every column, that would
 * be a search with a dozen cache misses a column, 100,000 times a frame; so each
 * long row has levels of buckets besides. A bucket holds the longest slice that begins in
 * its time, with duration and colour packed beside it: a frame then reads a few
 * buckets a column, in order, and nothing else.
 *
 * Buckets of a level are at most a column wide when used, and belong as a whole
 * to the column in which they end: a slice is never lost but to a longer one, though
 * it may show a column further right. Level 0 has a bucket a slice and each level a
 * quarter of the one below: about 11 bytes a slice. With half of that, rows of less
 * than two slices a column had to be walked, at three cache misses a slice. */

#define MIN_INDEXED 512
#define LEVEL_SHIFT 2
#define MIN_BUCKETS 128
#define MAX_CROWD 16
#define PREFETCH_AHEAD 24

/* Place plus 1, 0 for an empty bucket; the duration as a float without sign and
 * the lowest 7 bits, over 8 bits of hue. Larger keys are longer slices. */
typedef struct
{
  guint32 place_1;
  guint32 key;
} Bucket;

typedef struct
{
  guint32 begin;
  guint32 end;
  gint64 origin_ns;
  gsize first_bucket; /* of level 0; the other levels follow */
  gint64 n_buckets;   /* of level 0 */
  double bucket_ns;   /* of level 0 */
  guint8 n_levels;    /* 0 for a row without buckets */
} Row;

struct _StrataFold
{
  const StrataSliceTable *table; /* borrowed */
  StrataHues hues;               /* its arrays are borrowed */
  Row *rows;                     /* owned */
  guint n_rows;
  Bucket *buckets; /* owned */
  gsize n_buckets;
};

/* But for rows that have a colour of their own, which is given in the end. */
static inline guint8
get_hue (const StrataFold *self,
         guint32 slice)
{
  const guint8 hue = self->hues.by_name[self->table->name[slice]];

  if (self->hues.by_attrs != NULL && hue < STRATA_HUE_IDLE)
    return self->hues.by_attrs[strata_slice_table_get_attrs (self->table, slice)];
  if (self->hues.by_slice != NULL && hue < STRATA_HUE_IDLE)
    return self->hues.by_slice[slice];
  if (self->hues.is_by_duration && hue < STRATA_HUE_IDLE)
    return strata_hues_get_duration_hue (strata_slice_table_get_wall_ns (self->table, slice));

  return hue;
}

static guint32
pack_key (gint64 wall_ns,
          guint8 hue)
{
  union
  {
    float value;
    guint32 bits;
  } wall = { (float) wall_ns };

  return (wall.bits >> 7) << 8 | hue;
}

static float
get_key_ns (guint32 key)
{
  union
  {
    guint32 bits;
    float value;
  } wall = { (key >> 8) << 7 };

  return wall.value;
}

static gint64
get_n_level_buckets (const Row *row,
                     guint level)
{
  return ((row->n_buckets - 1) >> (LEVEL_SHIFT * level)) + 1;
}

static gsize
get_level_offset (const Row *row,
                  guint level)
{
  gsize offset = row->first_bucket;

  for (guint i = 0; i < level; i++)
    offset += (gsize) get_n_level_buckets (row, i);

  return offset;
}

static void
plan_row (StrataFold *self,
          Row *row)
{
  guint32 n = row->end - row->begin;

  if (n < MIN_INDEXED)
    return;

  const guint32 *order = self->table->order;
  gint64 last_ns = self->table->start_ns[order[row->end - 1]];

  row->origin_ns = self->table->start_ns[order[row->begin]];
  row->n_buckets = n;
  row->bucket_ns = ((double) ((guint64) last_ns - (guint64) row->origin_ns) + 1.0) / (double) row->n_buckets;
  row->first_bucket = self->n_buckets;
  do
    self->n_buckets += (gsize) get_n_level_buckets (row, row->n_levels++);
  while (get_n_level_buckets (row, row->n_levels - 1u) > MIN_BUCKETS);
}

static inline void
improve_bucket (Bucket *bucket,
                Bucket other)
{
  if (bucket->place_1 == 0 || other.key >> 8 > bucket->key >> 8)
    *bucket = other;
}

static void
fill_row (StrataFold *self,
          const Row *row)
{
  const StrataSliceTable *table = self->table;
  Bucket *buckets = self->buckets + row->first_bucket;
  double buckets_per_ns = 1.0 / row->bucket_ns;

  for (guint32 place = row->begin; place < row->end; place++)
    {
      guint32 slice = table->order[place];
      gint64 wall_ns = strata_slice_table_get_wall_ns (table, slice);
      Bucket bucket = { place + 1, pack_key (wall_ns, get_hue (self, slice)) };

      gint64 i = (gint64) ((double) ((guint64) table->start_ns[slice] - (guint64) row->origin_ns) * buckets_per_ns);

      improve_bucket (&buckets[MIN (i, row->n_buckets - 1)], bucket);
    }

  for (guint level = 1; level < row->n_levels; level++)
    {
      gint64 n_below = get_n_level_buckets (row, level - 1);
      Bucket *above = buckets + n_below;

      for (gint64 i = 0; i < n_below; i++)
        if (buckets[i].place_1 != 0)
          improve_bucket (&above[i >> LEVEL_SHIFT], buckets[i]);

      buckets = above;
    }
}

/**
 * strata_fold_new:
 * @table: the slices; borrowed
 * @row_begin: (array length=n_rows+1): first places of the rows in the table's order, and the end
 * @n_rows: how many rows there are
 * @hues: colours; the arrays are borrowed
 *
 * Prepares rows for drawing; takes time in proportion to the slices.
 *
 * Returns: (transfer full): the index
 */
StrataFold *
strata_fold_new (const StrataSliceTable *table,
                 const guint32 *row_begin,
                 guint n_rows,
                 const StrataHues *hues)
{
  return strata_fold_new_of_rows (table, row_begin, row_begin + 1, n_rows, hues);
}

/**
 * strata_fold_new_of_rows:
 * @table: the slices; borrowed
 * @row_begin: (array length=n_rows): first places of the rows in the table's order
 * @row_end: (array length=n_rows): one past their last places
 * @n_rows: how many rows there are
 * @hues: colours; the arrays are borrowed
 *
 * Does as [ctor@Strata.Fold.new] with rows that lie anywhere.
 *
 * Returns: (transfer full): the index
 */
StrataFold *
strata_fold_new_of_rows (const StrataSliceTable *table,
                         const guint32 *row_begin,
                         const guint32 *row_end,
                         guint n_rows,
                         const StrataHues *hues)
{
  StrataFold *self = g_new0 (StrataFold, 1);

  self->table = table;
  self->hues = *hues;
  self->rows = g_new0 (Row, n_rows);
  self->n_rows = n_rows;

  for (guint i = 0; i < n_rows; i++)
    {
      self->rows[i].begin = row_begin[i];
      self->rows[i].end = row_end[i];
      plan_row (self, &self->rows[i]);
    }

  self->buckets = g_new0 (Bucket, self->n_buckets);
  for (guint i = 0; i < n_rows; i++)
    if (self->rows[i].n_levels > 0)
      fill_row (self, &self->rows[i]);

  return self;
}

/**
 * strata_fold_free:
 * @self: (nullable): the index
 *
 * Frees it.
 */
void
strata_fold_free (StrataFold *self)
{
  if (self == NULL)
    return;

  g_free (self->rows);
  g_free (self->buckets);
  g_free (self);
}

/**
 * strata_fold_get_n_bytes:
 * @self: the index
 *
 * Returns: the memory that it takes
 */
gsize
strata_fold_get_n_bytes (const StrataFold *self)
{
  return self->n_rows * sizeof (Row) + self->n_buckets * sizeof (Bucket);
}

/**
 * strata_grid_time_to_column:
 * @self: the grid
 * @time_ns: any time
 *
 * Returns: where it is, in columns from the left edge
 */
double
strata_grid_time_to_column (const StrataGrid *self,
                            gint64 time_ns)
{
  gint64 offset_ns;

  if (__builtin_sub_overflow (time_ns, self->begin_ns, &offset_ns))
    return time_ns > self->begin_ns ? 1e18 : -1e18;

  return ((double) offset_ns - self->begin_frac_ns) / self->ns_per_column;
}

/**
 * strata_grid_column_to_time:
 * @self: the grid
 * @column: a place in columns
 *
 * Returns: the first whole nanosecond at or after it
 */
gint64
strata_grid_column_to_time (const StrataGrid *self,
                            double column)
{
  double offset_ns = ceil (self->begin_frac_ns + column * self->ns_per_column);

  return strata_time_add (self->begin_ns, (gint64) CLAMP (offset_ns, -4e18, 4e18));
}

static int
floor_column (const StrataGrid *grid,
              double column)
{
  const double clamped = CLAMP (column, -1.0, grid->n_columns + 1.0);
  const int whole = (int) clamped;

  return whole - (clamped < whole ? 1 : 0);
}

static void
push_run (StrataColumn *runs,
          int begin,
          int end,
          guint32 place,
          guint8 hue,
          float share)
{
  *(StrataRun *) strata_column_push (runs, sizeof (StrataRun)) = (StrataRun){ begin, end, place, hue, share < 1.0f, share };
}

/* Draws a slice of at least a column; returns the column after it. The part of a
 * column into which a slice reaches at its end belongs to what begins there. */
static int
push_wide (const StrataFold *self,
           const StrataGrid *grid,
           StrataColumn *runs,
           guint32 place,
           guint8 hue,
           int first_free)
{
  guint32 slice = self->table->order[place];
  double begin = strata_grid_time_to_column (grid, self->table->start_ns[slice]);
  double end = strata_grid_time_to_column (grid, strata_slice_table_get_end_ns (self->table, slice));
  int x0 = MAX (floor_column (grid, begin), first_free);
  int x1 = floor_column (grid, end);

  if (x1 <= 0 && begin < 0.0)
    return first_free;

  x1 = MIN (MAX (x1, x0 + 1), grid->n_columns);
  if (x0 < x1)
    push_run (runs, x0, x1, place, hue, 1.0f);

  return MAX (x1, first_free);
}

static inline double
get_wall_columns (const StrataFold *self,
                  const StrataGrid *grid,
                  guint32 place)
{
  return (double) strata_slice_table_get_wall_ns (self->table, self->table->order[place]) / grid->ns_per_column;
}

/* Slices of a row lie apart in memory, but it is known long before which come. Always inline: of a
 * function that does nothing but this GCC 12 thinks that it does nothing. */
G_ALWAYS_INLINE static inline void
prefetch (const StrataFold *self,
          const Row *row,
          guint32 place)
{
  const StrataSliceTable *table = self->table;

  if (place + PREFETCH_AHEAD >= row->end)
    return;

  guint32 slice = table->order[place + PREFETCH_AHEAD];

  __builtin_prefetch (&table->start_ns[slice]);
  __builtin_prefetch (&table->name[slice]);
  if (table->wall.narrow != NULL)
    __builtin_prefetch (&table->wall.narrow[slice]);
}

/* Finds the slice of a crowd to show: of all that begin in a column, from @place
 * on, the longest. A few are looked at one by one, more are searched. */
static guint32
find_winner (const StrataFold *self,
             const Row *row,
             guint32 place,
             gint64 column_end_ns,
             guint32 *next)
{
  const StrataSliceTable *table = self->table;
  guint32 stop = MIN (row->end, place + MAX_CROWD);
  guint32 best = place;
  gint64 best_ns = strata_slice_table_get_wall_ns (table, table->order[place]);

  for (*next = place + 1; *next < stop && table->start_ns[table->order[*next]] < column_end_ns; (*next)++)
    {
      gint64 wall_ns = strata_slice_table_get_wall_ns (table, table->order[*next]);

      prefetch (self, row, *next);
      if (wall_ns > best_ns)
        {
          best = *next;
          best_ns = wall_ns;
        }
    }

  if (*next < stop || stop == row->end)
    return best;

  *next = strata_slice_table_find_next_start (table, *next, row->end, column_end_ns);
  return strata_slice_table_find_longest (table, place, *next);
}

/* Shows the longest of slices that all begin in @column. */
static int
push_winner (const StrataFold *self,
             const StrataGrid *grid,
             StrataColumn *runs,
             guint32 place,
             int column)
{
  double share = get_wall_columns (self, grid, place);
  guint8 hue = get_hue (self, self->table->order[place]);

  if (share >= 1.0)
    return push_wide (self, grid, runs, place, hue, column);

  push_run (runs, column, column + 1, place, hue, (float) share);
  return column + 1;
}

static void
walk_slices (const StrataFold *self,
             const Row *row,
             const StrataGrid *grid,
             StrataColumn *runs)
{
  const StrataSliceTable *table = self->table;
  guint32 place = strata_slice_table_find_first (table, row->begin, row->end, grid->begin_ns);
  int first_free = 0;

  while (place < row->end && first_free < grid->n_columns)
    {
      double begin = strata_grid_time_to_column (grid, table->start_ns[table->order[place]]);

      prefetch (self, row, place);
      if (begin >= grid->n_columns)
        return;

      if (get_wall_columns (self, grid, place) >= 1.0)
        {
          first_free = push_wide (self, grid, runs, place, get_hue (self, table->order[place]), first_free);
          place++;
          continue;
        }

      int column = floor_column (grid, begin);
      guint32 next = place;

      /* What begins in a column that is taken already lies under a longer one. */
      if (column < first_free)
        next = strata_slice_table_find_next_start (table, place, row->end, strata_grid_column_to_time (grid, first_free));

      if (next == place)
        {
          column = MAX (column, first_free);

          guint32 winner = find_winner (self, row, place, strata_grid_column_to_time (grid, column + 1), &next);

          first_free = push_winner (self, grid, runs, winner, column);
        }

      place = next;
    }
}

typedef struct
{
  const Bucket *buckets;
  gint64 n_buckets;
  double origin; /* of the grid, in buckets from the first */
  double buckets_per_column;
} Level;

static gint64
get_column_bucket (const Level *level,
                   int column)
{
  return (gint64) CLAMP (level->origin + column * level->buckets_per_column, 0.0, (double) level->n_buckets);
}

/* Of what is narrower than a column, the bucket tells all. */
G_ALWAYS_INLINE static inline void
prefetch_wide (const StrataFold *self,
               const Level *level,
               gint64 bucket,
               guint32 wide_key)
{
  if (bucket >= level->n_buckets || level->buckets[bucket].key < wide_key)
    return;

  const StrataSliceTable *table = self->table;
  guint32 slice = table->order[level->buckets[bucket].place_1 - 1];

  __builtin_prefetch (&table->start_ns[slice]);
  if (table->wall.narrow != NULL)
    __builtin_prefetch (&table->wall.narrow[slice]);
}

static void
walk_level (const StrataFold *self,
            const Row *row,
            const Level *level,
            const StrataGrid *grid,
            StrataColumn *runs)
{
  guint32 place = strata_slice_table_find_first (self->table, row->begin, row->end, grid->begin_ns);
  float columns_per_ns = (float) (1.0 / grid->ns_per_column);
  const guint32 wide_key = pack_key ((gint64) CLAMP (grid->ns_per_column, 1.0, 9e18), 0);
  int first_free = 0;

  if (place < row->end && self->table->start_ns[self->table->order[place]] < grid->begin_ns)
    first_free = push_wide (self, grid, runs, place, get_hue (self, self->table->order[place]), 0);

  gint64 bucket = get_column_bucket (level, first_free);

  for (int column = first_free; column < grid->n_columns && bucket < level->n_buckets;)
    {
      gint64 end = get_column_bucket (level, column + 1);
      Bucket best = { 0, 0 };
      gint64 best_bucket = bucket;

      for (; bucket < end; bucket++)
        {
          prefetch_wide (self, level, bucket + PREFETCH_AHEAD, wide_key);
          if (level->buckets[bucket].key >= best.key && level->buckets[bucket].place_1 != 0)
            best = level->buckets[best_bucket = bucket];
        }

      if (best.place_1 == 0)
        {
          column++;
          continue;
        }

      float share = get_key_ns (best.key) * columns_per_ns;

      if (share > 0.9999f)
        {
          first_free = push_wide (self, grid, runs, best.place_1 - 1, best.key & 0xff, first_free);

          /* Its bucket may lie across the columns' border and it before: then this column is free yet. */
          if (first_free <= column)
            {
              bucket = best_bucket + 1;
              continue;
            }

          bucket = MAX (bucket, get_column_bucket (level, first_free));
        }
      else if (column >= first_free)
        {
          push_run (runs, column, column + 1, best.place_1 - 1, best.key & 0xff, share);
          first_free = column + 1;
        }

      column = MAX (column + 1, first_free);
    }
}

static double
get_bucket_ns (const Row *row,
               guint level)
{
  return ldexp (row->bucket_ns, LEVEL_SHIFT * (int) level);
}

/* The coarsest level that is fine enough. */
static gboolean
choose_level (const StrataFold *self,
              const Row *row,
              const StrataGrid *grid,
              Level *level)
{
  guint k = row->n_levels;

  while (k > 0 && get_bucket_ns (row, k - 1) > grid->ns_per_column)
    k--;

  if (k == 0)
    return FALSE;

  double bucket_ns = get_bucket_ns (row, k - 1);

  level->buckets = self->buckets + get_level_offset (row, k - 1);
  level->n_buckets = get_n_level_buckets (row, k - 1);
  level->origin = -strata_grid_time_to_column (grid, row->origin_ns) * grid->ns_per_column / bucket_ns;
  level->buckets_per_column = grid->ns_per_column / bucket_ns;
  return TRUE;
}

/**
 * strata_fold_walk:
 * @self: the index
 * @row: number of a row
 * @grid: the columns to draw into
 * @runs: (element-type StrataRun): where to write; emptied first
 *
 * Finds what each column of pixels shows of a row, from left to right. Columns
 * that show nothing are left out.
 */
void
strata_fold_walk (const StrataFold *self,
                  guint row,
                  const StrataGrid *grid,
                  StrataColumn *runs)
{
  Level level;

  g_assert (row < self->n_rows);

  runs->n = 0;
  if (choose_level (self, &self->rows[row], grid, &level))
    walk_level (self, &self->rows[row], &level, grid, runs);
  else
    walk_slices (self, &self->rows[row], grid, runs);

  for (gsize i = 0; i < runs->n && self->hues.by_row != NULL; i++)
    if (strata_column_at (runs, StrataRun, i).hue < STRATA_HUE_IDLE)
      strata_column_at (runs, StrataRun, i).hue = self->hues.by_row[row];
}

/**
 * strata_fold_find_at:
 * @self: the index
 * @row: number of a row
 * @begin_ns: begin of a column of pixels
 * @end_ns: its end
 * @n_folded: (out): how many slices share the column with the one found
 *
 * Finds what is drawn in one column: the longest that begins there, else what
 * reaches into it.
 *
 * Returns: a place in the table's order, or %STRATA_NONE
 */
guint32
strata_fold_find_at (const StrataFold *self,
                     guint row,
                     gint64 begin_ns,
                     gint64 end_ns,
                     guint32 *n_folded)
{
  const Row *places = &self->rows[row];
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
