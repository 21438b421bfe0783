/* strata-diff-private.h - the parts of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-samples.h"
#include "strata-diff.h"

G_BEGIN_DECLS

struct _StrataDiff
{
  gatomicrefcount ref_count;

  StrataProfile *profiles[STRATA_N_DIFF_SIDES]; /* owned */
  StrataClocks clock;                           /* the clock that is sorted by and tested */
  StrataDiffUnits units;
  gint64 limit_ns; /* the least change that matters, in the scope of A */
  gint64 floor_ns; /* the same under the default limit, for changes that are a large part of their name */
  gboolean has_default_limit;
  StrataDiffUnfinished *unfinished[STRATA_N_DIFF_SIDES]; /* owned: of the rows of each profile */
  StrataDiffRow *rows;                                   /* (array length=n_rows) owned: sorted */
  char **names;                                          /* (array length=n_rows) owned: of the rows */
  guint32 n_rows;
  GHashTable *row_of_name; /* owned: borrowed names to indices */
  guint n_verdicts[STRATA_N_DIFF_VERDICTS];
};

/* The metric by which names are sorted: their self time. */
static inline StrataDiffMetric
strata_diff_get_own_metric (const StrataDiff *self)
{
  return self->clock == STRATA_CLOCK_CPU ? STRATA_DIFF_EXCLUSIVE_CPU : STRATA_DIFF_EXCLUSIVE;
}

/* The metric of a name's calls with everything inside them. */
static inline StrataDiffMetric
strata_diff_get_total_metric (const StrataDiff *self)
{
  return self->clock == STRATA_CLOCK_CPU ? STRATA_DIFF_CPU : STRATA_DIFF_INCLUSIVE;
}

/* The calls whose times are tested. */
static inline guint64
strata_diff_count_finished (const StrataProfileRow *row)
{
  return row->n_calls + row->n_recursive_calls - row->n_unfinished;
}

/* Whether none of the calls ended. */
static inline gboolean
strata_diff_is_unfinished (const StrataProfileRow *row)
{
  return row->n_unfinished > 0 && strata_diff_count_finished (row) == 0;
}

/* CPU time of a row is compared only if it is known for all its calls: a difference of sums over
 * different calls means nothing. */
static inline gboolean
strata_diff_knows_cpu (const StrataProfileRow *row)
{
  return row->n_unknown_cpu == 0 && row->inclusive_cpu_ns != STRATA_NO_TIME;
}

static inline gboolean
strata_diff_knows_own_cpu (const StrataProfileRow *row)
{
  return row->n_unknown_self_cpu == 0 && row->exclusive_cpu_ns != STRATA_NO_TIME;
}

/* The change of a name's self time, scaled to as many units as A has, in ns; NaN if it is not known. */
static inline double
strata_diff_get_own_change_ns (const StrataDiff *self,
                               const StrataDiffRow *row)
{
  return strata_diff_get_delta (self, row, strata_diff_get_own_metric (self)) * self->units.n[STRATA_DIFF_A];
}

/* Links removed names to the names that do their work now; called once, when the rows are judged and sorted. */
void strata_diff_find_moves (StrataDiff *self);

/* Decides the verdict of each row. Called once, when rows and sums are complete. Sorts
 * @samples, so the order of calls is lost. */
void strata_diff_test_rows (StrataDiff *self, StrataDiffSamples samples[STRATA_N_DIFF_SIDES]);

G_END_DECLS
