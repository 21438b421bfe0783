/* strata-coverage.c - how much of each column of pixels is covered by spans
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-coverage.h"

/* What spans cover up to a time is the sum of those before it, and a part of one.
 * The sums are kept for every 16th span alone, half a byte a span; columns are met
 * in order, so each is found by galloping from the one before: the cost is that
 * of the columns, times the logarithm of what lies between two. Sums may
 * wrap, as times in a file may be anything: their differences do not. */

/* Prepares the spans of some rows. */
void
strata_coverage_init (StrataCoverage *self,
                      const gint64 *begin_ns,
                      const gint64 *end_ns,
                      guint32 n_spans,
                      const guint32 *row_begin)
{
  guint64 sum_ns = 0;

  *self = (StrataCoverage){ begin_ns, end_ns, row_begin, NULL, n_spans / STRATA_COVERAGE_BLOCK + 1 };
  self->block_ns = g_new (guint64, self->n_blocks);

  for (guint32 i = 0; i < n_spans; i++)
    {
      if (i % STRATA_COVERAGE_BLOCK == 0)
        self->block_ns[i / STRATA_COVERAGE_BLOCK] = sum_ns;

      sum_ns += (guint64) end_ns[i] - (guint64) begin_ns[i];
    }

  if (n_spans % STRATA_COVERAGE_BLOCK == 0)
    self->block_ns[self->n_blocks - 1] = sum_ns;
}

void
strata_coverage_clear (StrataCoverage *self)
{
  g_clear_pointer (&self->block_ns, g_free);
}

/* The first span of [begin, end) that ends after a time. */
static guint32
find_end (const StrataCoverage *self,
          guint32 begin,
          guint32 end,
          gint64 time_ns)
{
  while (begin < end)
    {
      const guint32 middle = begin + (end - begin) / 2;

      if (self->end_ns[middle] > time_ns)
        end = middle;
      else
        begin = middle + 1;
    }

  return begin;
}

/* As above, from near. */
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

/* The length of all spans before @place, and of what of it is before @time_ns. */
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

/* Adds what the spans of a row cover to each of the columns of a grid. */
void
strata_coverage_add_columns (const StrataCoverage *self,
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

/* How much of a span of time the spans of a row cover. */
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
  return self->n_blocks * sizeof (guint64);
}
