/* strata-profile-sums.c - sums of one worker for the rows of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-sums.h"

#include "strata-order.h"
#include "strata-select.h"

void
strata_profile_sum_init (StrataProfileSum *self,
                         guint32 key)
{
  *self = (StrataProfileSum){
    .key = key,
    .longest_slice = STRATA_NONE,
    .earliest_slice = STRATA_NONE,
    .latest_slice = STRATA_NONE,
    .longest_ns = -1,
  };
}

void
strata_profile_sum_clear (StrataProfileSum *self)
{
  strata_column_clear (&self->finished);
  strata_column_clear (&self->finished_long);
}

static gboolean
is_before (const StrataSliceTable *slices,
           guint32 a,
           guint32 b)
{
  if (slices->start_ns[a] != slices->start_ns[b])
    return slices->start_ns[a] < slices->start_ns[b];

  return a < b;
}

/* Accounts for a call that may be the earliest or latest so far. */
static void
add_extent (StrataProfileSum *self,
            const StrataSliceTable *slices,
            guint32 slice)
{
  if (self->earliest_slice == STRATA_NONE || is_before (slices, slice, self->earliest_slice))
    self->earliest_slice = slice;
  if (self->latest_slice == STRATA_NONE || is_before (slices, self->latest_slice, slice))
    self->latest_slice = slice;
}

static void
leave_piece (StrataProfileSum *self,
             const StrataSliceTable *slices)
{
  if (self->piece != 0)
    add_extent (self, slices, self->last_slice);
}

/**
 * strata_profile_sum_enter:
 * @self: a sum
 * @slices: the slices
 * @piece: number of a piece, from 1
 * @slice: the first call of the row in that piece
 *
 * Within a piece, calls are sorted by begin, so the first and the last call of a row only
 * need a check when the piece changes.
 */
void
strata_profile_sum_enter (StrataProfileSum *self,
                          const StrataSliceTable *slices,
                          guint32 piece,
                          guint32 slice)
{
  leave_piece (self, slices);
  add_extent (self, slices, slice);
  self->piece = piece;
}

static void
append (StrataColumn *to,
        StrataColumn *from,
        gsize element_bytes)
{
  if (to->n == 0)
    {
      StrataColumn empty = *to;

      *to = *from;
      *from = empty;
      return;
    }
  if (from->n == 0)
    return;

  strata_column_reserve (to, element_bytes, to->n + from->n);
  memcpy ((char *) to->data + element_bytes * to->n, from->data, element_bytes * from->n);
  to->n += from->n;
  strata_column_clear (from);
}

/**
 * strata_profile_sum_merge:
 * @self: a sum
 * @slices: the slices
 * @other: the sum of the next worker for the same row; must live until @self is finished
 *
 * Adds @other, except for its durations, which are added when the row is made.
 */
void
strata_profile_sum_merge (StrataProfileSum *self,
                          const StrataSliceTable *slices,
                          StrataProfileSum *other)
{
  leave_piece (self, slices);
  leave_piece (other, slices);
  self->piece = 0;

  if (other->earliest_slice != STRATA_NONE)
    {
      add_extent (self, slices, other->earliest_slice);
      add_extent (self, slices, other->latest_slice);
    }

  if (other->longest_ns > self->longest_ns)
    {
      self->longest_ns = other->longest_ns;
      self->longest_slice = other->longest_slice;
    }

  self->exclusive_ns = strata_time_add (self->exclusive_ns, other->exclusive_ns);
  self->exclusive_cpu_ns = strata_time_add (self->exclusive_cpu_ns, other->exclusive_cpu_ns);
  self->inclusive_ns = strata_time_add (self->inclusive_ns, other->inclusive_ns);
  self->inclusive_cpu_ns = strata_time_add (self->inclusive_cpu_ns, other->inclusive_cpu_ns);
  self->finished_ns = strata_time_add (self->finished_ns, other->finished_ns);
  self->n_outermost += other->n_outermost;
  self->n_calls += other->n_calls;
  self->n_unfinished += other->n_unfinished;
  self->n_unknown_cpu += other->n_unknown_cpu;
  self->n_unknown_self_cpu += other->n_unknown_self_cpu;
  other->more = self->more;
  self->more = other;
}

/* One row at a time, so that not all durations are in memory twice. */
static void
collect_durations (StrataProfileSum *self)
{
  for (StrataProfileSum *other = self->more; other != NULL; other = other->more)
    {
      append (&self->finished, &other->finished, sizeof (guint32));
      append (&self->finished_long, &other->finished_long, sizeof (gint64));
    }
}

/* The index of a nearest-rank percentile in n sorted values. */
static gsize
get_p95_rank (gsize n)
{
  return n - n / 20 - 1;
}

static gsize
get_median_rank (gsize n)
{
  return n - n / 2 - 1;
}

static void
finish_percentiles (StrataProfileSum *self,
                    StrataProfileRow *row,
                    StrataRange range)
{
  const gint64 *long_values = self->finished_long.data;
  gsize n = self->finished.n;
  gsize n_long = self->finished_long.n;
  gsize ranks[] = { get_median_rank (n + n_long), get_p95_rank (n + n_long) };
  guint32 selected[2] = { 0 };
  guint n_short = (ranks[0] < n) + (ranks[1] < n);

  strata_select_many (self->finished.data, n, ranks, n_short, range, selected);
  row->median_ns = ranks[0] < n ? selected[0] : long_values[ranks[0] - n];
  row->p95_ns = ranks[1] < n ? selected[1] : long_values[ranks[1] - n];
}

/* All long durations come after all short ones. */
static void
finish_durations (StrataProfileSum *self,
                  StrataProfileRow *row)
{
  gint64 *long_values = self->finished_long.data;
  gsize n = self->finished.n;
  gsize n_long = self->finished_long.n;

  row->min_ns = row->mean_ns = row->median_ns = row->p95_ns = row->max_ns = STRATA_NO_TIME;
  if (n + n_long == 0)
    return;

  StrataRange range = strata_select_get_range (self->finished.data, n);

  if (n_long > 0)
    qsort (long_values, n_long, sizeof *long_values, strata_order_i64);

  row->min_ns = n > 0 ? range.min : long_values[0];
  row->max_ns = n_long > 0 ? long_values[n_long - 1] : range.max;
  row->mean_ns = (gint64) (((guint64) self->finished_ns + (n + n_long) / 2) / (n + n_long));
  finish_percentiles (self, row, range);
}

/**
 * strata_profile_sum_finish:
 * @self: a sum with all calls of its row; it is cleared
 * @slices: the slices
 * @row: (out caller-allocates): its row
 *
 * Makes a row, with the times of the axis as its wall times.
 */
void
strata_profile_sum_finish (StrataProfileSum *self,
                           const StrataSliceTable *slices,
                           StrataProfileRow *row)
{
  leave_piece (self, slices);
  collect_durations (self);

  *row = (StrataProfileRow){
    .key = self->key,
    .longest_slice = self->longest_slice,
    .first_slice = self->earliest_slice,
    .last_slice = self->latest_slice,
    .n_calls = self->n_outermost,
    .n_recursive_calls = self->n_calls - self->n_outermost,
    .n_unfinished = self->n_unfinished,
    .inclusive_ns = self->inclusive_ns,
    .exclusive_ns = self->exclusive_ns,
    .n_unknown_cpu = self->n_unknown_cpu,
    .n_unknown_self_cpu = self->n_unknown_self_cpu,
    .inclusive_cpu_ns = self->n_unknown_cpu < self->n_calls ? self->inclusive_cpu_ns : STRATA_NO_TIME,
    .exclusive_cpu_ns = self->n_unknown_self_cpu < self->n_calls ? self->exclusive_cpu_ns : STRATA_NO_TIME,
  };

  finish_durations (self, row);
  strata_profile_sum_clear (self);
}
