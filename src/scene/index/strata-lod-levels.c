/* strata-lod-levels.c - many slices a column: the longest of each is precomputed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lod-private.h"

#include <math.h>

/* Buckets of a level are at most a column wide when used, and belong as a whole to the column in
 * which they end. So only a longer slice can hide a slice, though it may be shown a column further
 * right. The longest slices of many columns are found at once, without a branch; then they are
 * drawn. */

#define N_COLUMNS_AT_ONCE 256
#define PREFETCH_AHEAD 16

/* A slice that falls short of a column by less than this may be as wide as the column, since keys
 * are rounded. */
#define WIDE_SHARE 0.9999f

typedef struct
{
  const StrataLodBucket *buckets;
  gint64 n_buckets;
  double origin; /* left edge of the grid, in buckets from the first */
  double buckets_per_column;
} Level;

static inline gint64
get_column_bucket (const Level *level,
                   int column)
{
  return (gint64) CLAMP (level->origin + column * level->buckets_per_column, 0.0, (double) level->n_buckets);
}

static void
init_level (Level *self,
            const StrataLodIndex *lod,
            const StrataLodRow *row,
            guint level,
            const StrataGrid *grid)
{
  const double bucket_ns = ldexp (row->bucket_ns, STRATA_LOD_LEVEL_SHIFT * (int) level);

  self->buckets = lod->buckets + row->first_bucket;
  for (guint i = 0; i < level; i++)
    self->buckets += strata_lod_row_get_n_buckets (row, i);

  self->n_buckets = strata_lod_row_get_n_buckets (row, level);
  self->origin = -strata_grid_time_to_column (grid, row->origin_ns) * grid->ns_per_column / bucket_ns;
  self->buckets_per_column = grid->ns_per_column / bucket_ns;
}

static StrataLodBucket
find_best (const Level *level,
           gint64 begin,
           gint64 end)
{
  StrataLodBucket best = 0;

  for (gint64 i = begin; i < end; i++)
    best = MAX (best, level->buckets[i]);

  return best;
}

/* The best of @n buckets and of one more if @has_more. */
G_ALWAYS_INLINE static inline StrataLodBucket
find_best_of (const StrataLodBucket *buckets,
              guint n,
              gboolean has_more)
{
  StrataLodBucket best = has_more ? buckets[n] : 0;

  for (guint i = 0; i < n; i++)
    best = MAX (best, buckets[i]);

  return best;
}

/* Each column has @n buckets or one more, except the columns in which the level begins and ends. */
G_ALWAYS_INLINE static inline void
find_bests_of (const Level *level,
               int first,
               int n_columns,
               guint n,
               StrataLodBucket *bests)
{
  gint64 begin = get_column_bucket (level, first);

  for (int i = 0; i < n_columns; i++)
    {
      const gint64 end = get_column_bucket (level, first + i + 1);

      if (G_LIKELY ((guint64) (end - begin) - n <= 1))
        bests[i] = find_best_of (level->buckets + begin, n, (guint64) (end - begin) > n);
      else
        bests[i] = find_best (level, begin, end);
      begin = end;
    }
}

static void
find_bests (const Level *level,
            int first,
            int n_columns,
            StrataLodBucket *bests)
{
  switch ((int) level->buckets_per_column)
    {
    case 1:
      find_bests_of (level, first, n_columns, 1, bests);
      break;
    case 2:
      find_bests_of (level, first, n_columns, 2, bests);
      break;
    default:
      find_bests_of (level, first, n_columns, 3, bests);
    }
}

typedef struct
{
  const StrataLodIndex *lod;
  const StrataLodRow *row;
  const StrataGrid *grid;
  Level level;
  float columns_per_ns;
  StrataColumn *runs;
} Walk;

/* Draws a slice of at least a column, except in columns that are taken; returns the column after it. */
static int
push_wide (const Walk *walk,
           StrataLodBucket best,
           int first_free)
{
  const guint32 place = strata_lod_bucket_get_place (best);
  int begin;
  int end = strata_lod_index_get_columns (walk->lod, walk->row, walk->grid, place, &begin);

  begin = MAX (begin, first_free);
  end = MIN (MAX (end, begin + 1), walk->grid->n_columns);
  if (begin < end)
    *(StrataRun *) strata_column_push (walk->runs, sizeof (StrataRun)) =
        (StrataRun){ begin, end, place, 1.0f, strata_lod_bucket_get_key (best) & 0xff };

  return MAX (end, first_free);
}

/* The longest of a column's slices that begin after @best. */
static StrataLodBucket
find_behind (const Walk *walk,
             int column,
             StrataLodBucket best)
{
  gint64 begin = get_column_bucket (&walk->level, column);
  const gint64 end = get_column_bucket (&walk->level, column + 1);

  while (begin < end && walk->level.buckets[begin] != best)
    begin++;

  return find_best (&walk->level, begin + 1, end);
}

static inline gboolean
is_wide (const Walk *walk,
         StrataLodBucket best)
{
  return strata_lod_index_get_key_ns (strata_lod_bucket_get_key (best)) * walk->columns_per_ns > WIDE_SHARE;
}

G_ALWAYS_INLINE static inline void
prefetch (const Walk *walk,
          StrataLodBucket best)
{
  if (is_wide (walk, best))
    __builtin_prefetch (&walk->lod->slices[walk->row->first_slice + (strata_lod_bucket_get_place (best) - walk->row->begin)]);
}

/* Draws wide slices. A bucket may cross the border of its column and its slice may end before the
 * column, which is then still free. Returns the first free column. */
static int
push_wides (const Walk *walk,
            int column,
            StrataLodBucket *best,
            int first_free)
{
  while (is_wide (walk, *best) && first_free <= column)
    {
      first_free = push_wide (walk, *best, first_free);
      *best = first_free <= column ? find_behind (walk, column, *best) : 0;
    }

  return first_free;
}

static int
draw_columns (const Walk *walk,
              int first,
              int n_columns,
              StrataLodBucket *bests,
              int first_free)
{
  const float columns_per_ns = walk->columns_per_ns;

  /* At most a run a column, one that begins left of them, and one that is not drawn. */
  strata_column_grow (walk->runs, sizeof (StrataRun), walk->runs->n + (gsize) n_columns + 2);

  StrataRun *runs = walk->runs->data;
  gsize n = walk->runs->n;

  for (int i = 0; i < n_columns; i++)
    {
      const int column = first + i;

      prefetch (walk, bests[i + PREFETCH_AHEAD]);
      if (G_UNLIKELY (is_wide (walk, bests[i])))
        {
          walk->runs->n = n;
          first_free = push_wides (walk, column, &bests[i], first_free);
          n = walk->runs->n;
        }

      const guint32 key = strata_lod_bucket_get_key (bests[i]);
      const gboolean is_drawn = (bests[i] != 0) & (column >= first_free);

      runs[n] = (StrataRun){ column, column + 1, strata_lod_bucket_get_place (bests[i]), strata_lod_index_get_key_ns (key) * columns_per_ns, key & 0xff };
      n += (gsize) is_drawn;
      first_free = is_drawn ? column + 1 : first_free;
    }

  walk->runs->n = n;
  return first_free;
}

void
strata_lod_index_walk_level (const StrataLodIndex *self,
                             const StrataLodRow *row,
                             guint level,
                             const StrataGrid *grid,
                             StrataColumn *runs)
{
  StrataLodBucket bests[N_COLUMNS_AT_ONCE + PREFETCH_AHEAD] = { 0 };
  Walk walk = { .lod = self, .row = row, .grid = grid, .columns_per_ns = (float) (1.0 / grid->ns_per_column), .runs = runs };
  int first_free = 0;

  init_level (&walk.level, self, row, level, grid);
  strata_lod_index_push_first (self, row, grid, runs);
  if (runs->n > 0)
    first_free = strata_column_at (runs, StrataRun, runs->n - 1).end;

  for (int column = first_free; column < grid->n_columns; column += N_COLUMNS_AT_ONCE)
    {
      const int n = MIN (grid->n_columns - column, N_COLUMNS_AT_ONCE);

      find_bests (&walk.level, column, n, bests);
      first_free = draw_columns (&walk, column, n, bests, first_free);
    }
}
