/* strata-diff-judge.c - decides the verdict on a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A change has to be significant, which the tests decide, and large enough to matter, which the limit decides. In large
 * captures even the smallest change is significant, and chance makes large changes. The variance of a name's calls does
 * not show whether a change matters: 10 % of a call that runs 20,000 times does, however widely its times are spread.
 */
#include "config.h"

#include "strata-diff-judge.h"

#include <math.h>

#include "strata-diff-private.h"

/* A tenth more or fewer calls than the other side. */
#define LEAST_CALLS_EFFECT (0.1 / 2.1)
/* As a fraction of a name's self time: smaller changes occur between runs of the same code. */
#define LEAST_CHANGE 0.04

static gboolean
is_sure (const StrataDiffTest *test)
{
  return test->adjusted < STRATA_DIFF_LEVEL;
}

/* The effect of a mean change on all calls of B, scaled to as many units as A has. */
static double
get_whole_change_ns (const StrataDiff *diff,
                     const StrataDiffRow *row,
                     double mean_change_ns)
{
  guint n_rows;
  const StrataProfileRow *of_b = &strata_profile_get_rows (diff->profiles[STRATA_DIFF_B], &n_rows)[row->row[STRATA_DIFF_B]];

  return mean_change_ns * (double) strata_diff_count_finished (of_b) * diff->units.n[STRATA_DIFF_A] / diff->units.n[STRATA_DIFF_B];
}

static gboolean
is_large (const StrataDiff *diff,
          double change_ns,
          double change_frac)
{
  if (fabs (change_ns) >= (double) diff->limit_ns)
    return TRUE;

  return diff->has_default_limit && fabs (change_frac) >= LEAST_CHANGE && fabs (change_ns) >= (double) diff->floor_ns;
}

static gboolean
is_own_change_large (const StrataDiff *diff,
                     const StrataDiffRow *row)
{
  return !isnan (row->mean_change_ns) && is_large (diff, get_whole_change_ns (diff, row, row->mean_change_ns), row->mean_change_frac);
}

static gboolean
is_inside_change_large (const StrataDiff *diff,
                        const StrataDiffRow *row)
{
  const double unit = diff->units.per == STRATA_DIFF_PER_CALL ? strata_diff_get_value (diff, row, STRATA_DIFF_B, STRATA_DIFF_CALLS) : diff->units.n[STRATA_DIFF_A];
  const double change_ns = strata_diff_get_delta (diff, row, strata_diff_get_total_metric (diff)) * unit;
  double change_frac = INFINITY;

  strata_diff_get_change (diff, row, STRATA_DIFF_MEAN, &change_frac);
  return is_large (diff, change_ns, change_frac);
}

static gboolean
is_same (const StrataDiff *diff,
         const StrataDiffRow *row)
{
  for (guint metric = 0; metric < STRATA_N_DIFF_METRICS; metric++)
    {
      const double a = strata_diff_get_value (diff, row, STRATA_DIFF_A, metric);
      const double b = strata_diff_get_value (diff, row, STRATA_DIFF_B, metric);

      if (a != b && !(isnan (a) && isnan (b)))
        return FALSE;
    }

  return TRUE;
}

/* A name that only one capture has. In captures of similar length that is a fact; otherwise the other capture may be
 * too short for it. */
static StrataDiffVerdict
judge_single (const StrataDiff *diff,
              const StrataDiffRow *row)
{
  if (!strata_diff_units_are_like (&diff->units) && !is_sure (&row->calls))
    return fabs (strata_diff_get_own_change_ns (diff, row)) >= (double) diff->floor_ns ? STRATA_DIFF_TOO_FEW : STRATA_DIFF_NOISE;

  return row->row[STRATA_DIFF_A] == STRATA_NONE ? STRATA_DIFF_ADDED : STRATA_DIFF_REMOVED;
}

/* The verdict on a name's self time; %STRATA_DIFF_SAME if nothing is significant. A change of the typical call is
 * ignored if the mean contradicts it: then the longest calls outweigh it. */
static StrataDiffVerdict
judge_own (const StrataDiffRow *row)
{
  const gboolean is_longer = row->mean_change_ns > 0.0;
  const gboolean is_typical_sure = is_sure (&row->self) && (row->self.effect > 0.0) == is_longer;
  const gboolean is_tail_sure = is_sure (&row->tail) && (row->tail.effect > 0.0) == is_longer;

  if (is_typical_sure || (is_sure (&row->mean) && !is_tail_sure))
    return is_longer ? STRATA_DIFF_SLOWER : STRATA_DIFF_FASTER;
  if (is_tail_sure)
    return is_longer ? STRATA_DIFF_SLOWER_TAIL : STRATA_DIFF_FASTER_TAIL;

  return STRATA_DIFF_SAME;
}

static StrataDiffVerdict
judge_inside (const StrataDiff *diff,
              const StrataDiffRow *row)
{
  double change_frac = 0.0;

  strata_diff_get_change (diff, row, STRATA_DIFF_MEAN, &change_frac);
  return change_frac > 0.0 ? STRATA_DIFF_SLOWER_INSIDE : STRATA_DIFF_FASTER_INSIDE;
}

/* In pairs, the longest calls all differ in one direction, but are too few to be significant. If some differ in the
 * other direction, it is chance. */
static gboolean
has_open_tail (const StrataDiffRow *row)
{
  return row->is_paired && row->tail.p_value < 2.0 * STRATA_DIFF_LEVEL && fabs (row->tail.effect) >= 1.0 && (row->tail.effect > 0.0) == (row->mean_change_ns > 0.0);
}

static gboolean
has_other_calls (const StrataDiffRow *row)
{
  return is_sure (&row->calls) && fabs (row->calls.effect) >= LEAST_CALLS_EFFECT;
}

/* Fewer but longer calls, or more but shorter ones: the change of the sums decides. */
static gboolean
outweighs_times (const StrataDiff *diff,
                 const StrataDiffRow *row)
{
  const double own_ns = strata_diff_get_own_change_ns (diff, row);
  const double total_ns = strata_diff_get_delta (diff, row, strata_diff_get_total_metric (diff));
  const double mean_ns = strata_diff_get_delta (diff, row, STRATA_DIFF_MEAN);

  return diff->units.per != STRATA_DIFF_PER_CALL && own_ns * row->calls.effect >= 0.0 && total_ns * row->calls.effect > 0.0 &&
         (own_ns * row->mean_change_ns < 0.0 || total_ns * mean_ns < 0.0);
}

static StrataDiffVerdict
judge_calls (const StrataDiffRow *row)
{
  return row->calls.effect > 0.0 ? STRATA_DIFF_MORE_CALLS : STRATA_DIFF_FEWER_CALLS;
}

/**
 * strata_diff_judge_can_matter:
 * @self: a comparison
 * @row: one of its rows, in both captures, with tested times
 * @mean_change_ns: how much its mean could change, at least 0
 * @mean_change_frac: the same as a fraction of the mean
 *
 * Returns: whether that would be large enough to matter
 */
gboolean
strata_diff_judge_can_matter (const StrataDiff *self,
                              const StrataDiffRow *row,
                              double mean_change_ns,
                              double mean_change_frac)
{
  return is_large (self, get_whole_change_ns (self, row, mean_change_ns), mean_change_frac);
}

/**
 * strata_diff_judge:
 * @self: a comparison whose rows are tested
 * @row: one of them
 * @could_be_sure: whether its number of calls could make the largest change significant
 *
 * Returns: the verdict on it
 */
StrataDiffVerdict
strata_diff_judge (const StrataDiff *self,
                   const StrataDiffRow *row,
                   gboolean could_be_sure)
{
  if (row->row[STRATA_DIFF_A] == STRATA_NONE || row->row[STRATA_DIFF_B] == STRATA_NONE)
    return judge_single (self, row);
  if (is_same (self, row))
    return STRATA_DIFF_SAME;

  if (has_other_calls (row) && outweighs_times (self, row))
    return judge_calls (row);

  const StrataDiffVerdict own = judge_own (row);

  if (own != STRATA_DIFF_SAME && is_own_change_large (self, row))
    return own;
  if (is_sure (&row->total) && is_inside_change_large (self, row))
    return judge_inside (self, row);
  if (has_other_calls (row))
    return judge_calls (row);
  if (own != STRATA_DIFF_SAME)
    return STRATA_DIFF_SMALL;

  return (!could_be_sure || has_open_tail (row)) && is_own_change_large (self, row) ? STRATA_DIFF_TOO_FEW : STRATA_DIFF_NOISE;
}
