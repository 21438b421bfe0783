/* strata-diff-spread.c - the durations of a name's calls in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-spread.h"

#include <math.h>

#include "strata-diff-private.h"
#include "strata-rank-test.h"

/* A duration of 0 counts as 1 ns. */
static double
get_duration_ns (guint32 value)
{
  return MAX (strata_rank_test_time (value), 1.0);
}

typedef struct
{
  const guint32 *values;
  gsize n;
} Calls;

static void
set_edges (StrataDiffSpread *self,
           const Calls calls[STRATA_N_DIFF_SIDES])
{
  double least = INFINITY;
  double most = 0.0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (gsize i = 0; i < calls[side].n; i++)
      {
        least = MIN (least, get_duration_ns (calls[side].values[i]));
        most = MAX (most, get_duration_ns (calls[side].values[i]));
      }

  if (most == 0.0)
    return;

  self->n_bins = most > least ? STRATA_SPREAD_BINS : 1;
  for (guint i = 0; i <= self->n_bins; i++)
    self->edges_ns[i] = least * pow (MAX (most / least, 1.0), (double) i / self->n_bins);
}

static guint
find_bin (const StrataDiffSpread *self,
          double duration_ns)
{
  const double whole = log (self->edges_ns[self->n_bins] / self->edges_ns[0]);

  if (self->n_bins <= 1 || whole <= 0.0)
    return 0;

  return (guint) CLAMP (floor (log (duration_ns / self->edges_ns[0]) / whole * self->n_bins), 0.0, self->n_bins - 1.0);
}

static void
count (StrataDiffSpread *self,
       StrataDiffSide side,
       const Calls *calls)
{
  self->n_all[side] = (guint) calls->n;
  for (gsize i = 0; i < calls->n; i++)
    self->n_calls[side][find_bin (self, get_duration_ns (calls->values[i]))]++;
}

static void
fill (StrataDiffSpread *self,
      const Calls calls[STRATA_N_DIFF_SIDES])
{
  *self = (StrataDiffSpread){ 0 };
  set_edges (self, calls);
  for (guint side = 0; self->n_bins > 0 && side < STRATA_N_DIFF_SIDES; side++)
    count (self, side, &calls[side]);
}

/**
 * strata_diff_spread_init_times:
 * @self: (out caller-allocates): the spread
 * @times: (element-type guint32): durations of each side, see strata_rank_test_value()
 *
 * Sorts times into bins.
 */
void
strata_diff_spread_init_times (StrataDiffSpread *self,
                               const GArray *const times[STRATA_N_DIFF_SIDES])
{
  Calls calls[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    calls[side] = (Calls){ (const guint32 *) (gconstpointer) times[side]->data, times[side]->len };

  fill (self, calls);
}

/**
 * strata_diff_spread_init:
 * @self: (out caller-allocates): the spread
 * @diff: a comparison
 * @row: one of its rows
 *
 * Sorts the calls of a name into bins, in one pass over the calls of each side.
 */
void
strata_diff_spread_init (StrataDiffSpread *self,
                         const StrataDiff *diff,
                         const StrataDiffRow *row)
{
  StrataDiffSamples samples[STRATA_N_DIFF_SIDES] = { { 0 } };
  Calls calls[STRATA_N_DIFF_SIDES] = { { 0 } };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row->row[side] != STRATA_NONE)
      {
        strata_diff_samples_init (&samples[side], diff->profiles[side], NULL);
        calls[side].values = samples[side].total + samples[side].first[row->row[side]];
        calls[side].n = samples[side].first[row->row[side] + 1] - samples[side].first[row->row[side]];
      }

  fill (self, calls);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_diff_samples_clear (&samples[side]);
}

/* Returns the bin's share of the side's finished calls, so that sides of different lengths can be
 * compared. */
double
strata_diff_spread_get_part (const StrataDiffSpread *self,
                             StrataDiffSide side,
                             guint bin)
{
  return self->n_all[side] > 0 ? (double) self->n_calls[side][bin] / self->n_all[side] : 0.0;
}

/**
 * strata_diff_spread_get_largest_part:
 * @self: a spread
 *
 * Returns: the largest share of a bin on either side, for the highest bar
 */
double
strata_diff_spread_get_largest_part (const StrataDiffSpread *self)
{
  double largest = 0.0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint bin = 0; bin < self->n_bins; bin++)
      largest = MAX (largest, strata_diff_spread_get_part (self, side, bin));

  return largest;
}
