/* strata-coverage.c - how much of each column of pixels is covered by spans
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-coverage.h"

#include "strata-bisect.h"

/* The time covered up to a point is the length of all spans before it, plus a part of one.
 * Sums are kept only for every 16th span, half a byte a span. Columns are visited
 * in order, so each is found by galloping from the previous one: the cost is the number
 * of columns times the logarithm of the spans between two. Sums may
 * wrap, since a file may contain any times; their differences do not.
 *
 * With millions of spans that would be a dozen cache misses a column, so long rows
 * also have buckets of time, one for 8 spans. If a column is several
 * buckets wide, its edges are taken from them as if a bucket were covered evenly:
 * the error is far less than a pixel of the graph. */

#define MIN_INDEXED 512
#define SPANS_PER_BUCKET 8
#define MIN_COLUMN_BUCKETS 4

/* The first span of [begin, end) that ends after a time. */
static guint32
find_end (const StrataCoverage *self,
          guint32 begin,
          guint32 end,
          gint64 time_ns)
{
  STRATA_BISECT (begin, end, i, self->end_ns[i] <= time_ns);

  return begin;
}

/* As above, but searches from @begin on: for ends that are near. */
static guint32
gallop_end (const StrataCoverage *self,
            guint32 begin,
            guint32 end,
            gint64 time_ns)
{
  guint32 step = 1;

  if (begin >= end || self->end_ns[begin] > time_ns)
    return begin;

  while (end - begin > step && self->end_ns[begin + step] <= time_ns)
    {
      begin += step;
      step *= 2;
    }

  return find_end (self, begin, begin + MIN (step, end - begin), time_ns);
}

/* The length of all spans before @place, and of the part of the span at @place that is before @time_ns. */
static guint64
sum_to (const StrataCoverage *self,
        guint32 place,
        guint32 end,
        gint64 time_ns)
{
  const guint32 block = place / STRATA_COVERAGE_BLOCK;
  guint64 sum_ns = self->block_ns[block];

  for (guint32 i = block * STRATA_COVERAGE_BLOCK; i < place; i++)
    sum_ns += (guint64) self->end_ns[i] - (guint64) self->begin_ns[i];

  if (place < end && self->begin_ns[place] < time_ns)
    sum_ns += (guint64) time_ns - (guint64) self->begin_ns[place];

  return sum_ns;
}

static void
add_exact_columns (const StrataCoverage *self,
                   guint row,
                   const StrataGrid *grid,
                   double *columns_ns)
{
  const guint32 end = self->row_begin[row + 1];
  const gint64 first_ns = strata_grid_column_to_time (grid, 0);
  guint32 place = find_end (self, self->row_begin[row], end, first_ns);
  guint64 before_ns = sum_to (self, place, end, first_ns);

  for (int column = 0; column < grid->n_columns && place < end; column++)
    {
      const gint64 time_ns = strata_grid_column_to_time (grid, column + 1);

      if (self->begin_ns[place] >= time_ns)
        continue;

      place = gallop_end (self, place, end, time_ns);

      const guint64 sum_ns = sum_to (self, place, end, time_ns);

      columns_ns[column] += (double) (sum_ns - before_ns);
      before_ns = sum_ns;
    }
}

static void
index_row (StrataCoverage *self,
           guint row)
{
  StrataCoverageLevel *level = &self->levels[row];
  const guint32 begin = self->row_begin[row];
  const guint32 end = self->row_begin[row + 1];

  if (end - begin < MIN_INDEXED)
    return;

  level->n_buckets = (end - begin) / SPANS_PER_BUCKET;
  level->origin_ns = self->begin_ns[begin];
  level->bucket_ns = MAX ((double) ((guint64) self->end_ns[end - 1] - (guint64) level->origin_ns) / level->n_buckets, 1.0);
  level->covered_ns = g_new0 (double, level->n_buckets + 1);

  const StrataGrid grid = { level->origin_ns, 0.0, level->bucket_ns, (int) level->n_buckets };

  add_exact_columns (self, row, &grid, level->covered_ns + 1);
  for (guint32 i = 0; i < level->n_buckets; i++)
    level->covered_ns[i + 1] += level->covered_ns[i];
}

/* Prepares the spans of some rows. */
void
strata_coverage_init (StrataCoverage *self,
                      const gint64 *begin_ns,
                      const gint64 *end_ns,
                      const guint32 *row_begin,
                      guint n_rows)
{
  const guint32 n_spans = row_begin[n_rows];
  guint64 sum_ns = 0;

  *self = (StrataCoverage){ begin_ns, end_ns, row_begin, NULL, n_spans / STRATA_COVERAGE_BLOCK + 1, g_new0 (StrataCoverageLevel, n_rows), n_rows };
  self->block_ns = g_new (guint64, self->n_blocks);

  for (guint32 i = 0; i < n_spans; i++)
    {
      if (i % STRATA_COVERAGE_BLOCK == 0)
        self->block_ns[i / STRATA_COVERAGE_BLOCK] = sum_ns;

      sum_ns += (guint64) end_ns[i] - (guint64) begin_ns[i];
    }

  if (n_spans % STRATA_COVERAGE_BLOCK == 0)
    self->block_ns[self->n_blocks - 1] = sum_ns;

  for (guint row = 0; row < n_rows; row++)
    index_row (self, row);
}

void
strata_coverage_clear (StrataCoverage *self)
{
  for (guint row = 0; row < self->n_rows; row++)
    g_free (self->levels[row].covered_ns);

  g_clear_pointer (&self->levels, g_free);
  g_clear_pointer (&self->block_ns, g_free);
  self->n_rows = 0;
}

/* The covered time up to a time, interpolated from the buckets. */
static double
get_covered_ns (const StrataCoverageLevel *level,
                gint64 time_ns)
{
  if (time_ns <= level->origin_ns)
    return 0.0;

  const double place = (double) ((guint64) time_ns - (guint64) level->origin_ns) / level->bucket_ns;

  if (place >= level->n_buckets)
    return level->covered_ns[level->n_buckets];

  const guint32 bucket = (guint32) place;

  return level->covered_ns[bucket] + (place - bucket) * (level->covered_ns[bucket + 1] - level->covered_ns[bucket]);
}

static void
add_bucket_columns (const StrataCoverageLevel *level,
                    const StrataGrid *grid,
                    double *columns_ns)
{
  double before_ns = get_covered_ns (level, strata_grid_column_to_time (grid, 0));

  for (int column = 0; column < grid->n_columns; column++)
    {
      const double covered_ns = get_covered_ns (level, strata_grid_column_to_time (grid, column + 1));

      columns_ns[column] += covered_ns - before_ns;
      before_ns = covered_ns;
    }
}

/* Adds to each column of a grid the time that the spans of a row cover in it. */
void
strata_coverage_add_columns (const StrataCoverage *self,
                             guint row,
                             const StrataGrid *grid,
                             double *columns_ns)
{
  const StrataCoverageLevel *level = &self->levels[row];

  if (level->n_buckets > 0 && grid->ns_per_column >= level->bucket_ns * MIN_COLUMN_BUCKETS)
    add_bucket_columns (level, grid, columns_ns);
  else
    add_exact_columns (self, row, grid, columns_ns);
}

/* Returns how much of a span of time the spans of a row cover. */
gint64
strata_coverage_get_ns (const StrataCoverage *self,
                        guint row,
                        StrataSpan span)
{
  const guint32 begin = self->row_begin[row];
  const guint32 end = self->row_begin[row + 1];

  if (span.end_ns <= span.begin_ns)
    return 0;

  return (gint64) (sum_to (self, find_end (self, begin, end, span.end_ns), end, span.end_ns) -
                   sum_to (self, find_end (self, begin, end, span.begin_ns), end, span.begin_ns));
}

gsize
strata_coverage_get_n_bytes (const StrataCoverage *self)
{
  gsize n_bytes = self->n_blocks * sizeof (guint64) + self->n_rows * sizeof (StrataCoverageLevel);

  for (guint row = 0; row < self->n_rows; row++)
    n_bytes += (gsize) self->levels[row].n_buckets * sizeof (double);

  return n_bytes;
}
