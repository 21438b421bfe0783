/* strata-runs-diff.h - compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-run-set.h"

G_BEGIN_DECLS

/**
 * StrataRunsOptions:
 * @metric: the figure of names to compare; %STRATA_N_RUN_METRICS for self time
 * @per: the unit that sums are divided by; %STRATA_DIFF_PER_CAPTURE for frames if all runs have them, else seconds
 * @iteration: (nullable): a name; sums are divided by its calls instead
 * @by_thread: whether names are distinguished by thread
 * @limit_ns: the least change of a time that matters; 0 for any
 * @limit_frac: the same as a share of the self times of all names of a run
 *
 * Options of a comparison of sets.
 */
typedef struct
{
  StrataRunMetric metric;
  StrataDiffPer per;
  const char *iteration;
  gboolean by_thread;
  double limit_ns;
  double limit_frac;
} StrataRunsOptions;

/**
 * StrataRunsVerdict:
 * @STRATA_RUNS_MORE: it is significantly more in B
 * @STRATA_RUNS_LESS: it is significantly less in B
 * @STRATA_RUNS_ADDED: in all runs of B, and in none of A
 * @STRATA_RUNS_REMOVED: in all runs of A, and in none of B
 * @STRATA_RUNS_TOO_FEW: it differs, but with so few runs no difference can be significant
 * @STRATA_RUNS_NOISE: it differs, but not significantly
 * @STRATA_RUNS_SMALL: it changed significantly, but by less than the limit
 * @STRATA_RUNS_SAME: it is the same in all runs
 * @STRATA_RUNS_UNTESTED: it takes too little time to matter, so it was not tested
 *
 * Verdicts on a row.
 */
typedef enum
{
  STRATA_RUNS_MORE,
  STRATA_RUNS_LESS,
  STRATA_RUNS_ADDED,
  STRATA_RUNS_REMOVED,
  STRATA_RUNS_TOO_FEW,
  STRATA_RUNS_NOISE,
  STRATA_RUNS_SMALL,
  STRATA_RUNS_SAME,
  STRATA_RUNS_UNTESTED,
} StrataRunsVerdict;

#define STRATA_N_RUNS_VERDICTS (STRATA_RUNS_UNTESTED + 1)

/**
 * StrataRunsUnit:
 * @STRATA_RUNS_TIME: ns, or the unit of the runs
 * @STRATA_RUNS_COUNT: a number
 * @STRATA_RUNS_SHARE: a part of 1
 *
 * Units of the figures of a row.
 */
typedef enum
{
  STRATA_RUNS_TIME,
  STRATA_RUNS_COUNT,
  STRATA_RUNS_SHARE,
} StrataRunsUnit;

/**
 * StrataRunsRow:
 * @kind: what kind of row
 * @name: (transfer none): its name
 * @unit: the unit of its figures
 * @amount: (transfer none) (nullable): the unit of the runs if it is not time, such as "bytes"
 * @values: for each side (array length=strata_run_set_get_n()): the figure of each run; NaN if it is left out or has none
 * @n: how many runs of each side have it
 * @median: of each side; NaN if no run has it
 * @spread: the spread of the runs of each side, see [func@Strata.run_test_get_spread]
 * @change: how much larger it is in B, by Hodges and Lehmann
 * @change_low: lower end of the 95 % confidence interval of @change, or -infinity
 * @change_high: upper end of the interval, or infinity
 * @p_value: the p value of the rank test over undisturbed runs, see [method@Strata.RunsDiff.get_disturbance]
 * @adjusted: the same adjusted for all tested rows; NaN if this one was not tested
 * @smallest: the change that so many runs detect in four of five cases; infinity for none
 * @is_sure: whether @adjusted is below %STRATA_RUNS_LEVEL
 * @is_repeated: whether a later figure of the frames is equal in all runs, such as the longest of few frames; both are
 *   tested as one
 * @verdict: the verdict
 * @moved: index of the row that does its work now, or did it before; else %STRATA_NONE
 *
 * A figure in all runs.
 */
typedef struct
{
  StrataRunKind kind;
  const char *name;
  StrataRunsUnit unit;
  const char *amount;
  double *values[STRATA_N_DIFF_SIDES];
  guint n[STRATA_N_DIFF_SIDES];
  double median[STRATA_N_DIFF_SIDES];
  double spread[STRATA_N_DIFF_SIDES];
  double change;
  double change_low;
  double change_high;
  double p_value;
  double adjusted;
  double smallest;
  gboolean is_sure;
  gboolean is_repeated;
  StrataRunsVerdict verdict;
  guint32 moved;
} StrataRunsRow;

/**
 * StrataRunsOrder:
 * @STRATA_RUNS_ORDER_UNKNOWN: the time of recording of a run is not known, or a side has a single run, or all times are
 *   too close to be those of recording
 * @STRATA_RUNS_ORDER_MIXED: runs of one side were recorded between those of the other
 * @STRATA_RUNS_ORDER_A_FIRST: all of A were recorded before those of B
 * @STRATA_RUNS_ORDER_B_FIRST: all of B were recorded before those of A
 *
 * Orders in which the sides were recorded.
 */
typedef enum
{
  STRATA_RUNS_ORDER_UNKNOWN,
  STRATA_RUNS_ORDER_MIXED,
  STRATA_RUNS_ORDER_A_FIRST,
  STRATA_RUNS_ORDER_B_FIRST,
} StrataRunsOrder;

/**
 * StrataRunsDrift:
 * @order: the order in which the sides were recorded
 * @is_by_file_dates: whether that is known only from the dates of files
 * @trend: whether runs of a side took longer the later they were recorded: Kendall's τ of both sides, from -1 for always
 *   shorter to 1 for always longer; NaN if it is not known
 * @p_value: the two-sided probability of such a trend or a stronger one by chance
 *
 * How the figures depend on the time of recording. If it separates the sides, a drift of the device looks like a change.
 */
typedef struct
{
  StrataRunsOrder order;
  gboolean is_by_file_dates;
  double trend;
  double p_value;
} StrataRunsDrift;

/* A trend is significant if its p value is below this. */
#define STRATA_RUNS_DRIFT_LEVEL 0.05

/* A change is significant if its adjusted p value is below this. With 5 %, one in twenty comparisons of equal sets had
 * a false alarm, or slightly more; it has to be less. */
#define STRATA_RUNS_LEVEL 0.03

typedef struct _StrataRunsDiff StrataRunsDiff;

StrataRunsDiff *strata_runs_diff_new (const StrataRunSet *set, const StrataRunsOptions *options, GCancellable *cancellable, GError **error);
StrataRunsDiff *strata_runs_diff_ref (StrataRunsDiff *self);
void strata_runs_diff_unref (StrataRunsDiff *self);
const StrataRunSet *strata_runs_diff_get_set (const StrataRunsDiff *self);
const StrataRunsRow *strata_runs_diff_get_rows (const StrataRunsDiff *self, guint *n_rows);
const StrataRunsRow *strata_runs_diff_find (const StrataRunsDiff *self, StrataRunKind kind, const char *name);
void strata_runs_diff_compare (const StrataRunsDiff *self, StrataRunKind kind, const char *name, StrataRunMetric metric, StrataRunsRow *row);
void strata_runs_row_clear (StrataRunsRow *row);
StrataRunMetric strata_runs_diff_get_metric (const StrataRunsDiff *self);
StrataDiffPer strata_runs_diff_get_per (const StrataRunsDiff *self);
const char *strata_runs_diff_get_iteration (const StrataRunsDiff *self);
double strata_runs_diff_get_disturbance (const StrataRunsDiff *self, StrataDiffSide side, guint run);
guint strata_runs_diff_get_n_disturbed (const StrataRunsDiff *self);
StrataRunKind strata_runs_diff_get_names (const StrataRunsDiff *self);
guint strata_runs_diff_get_n_tested (const StrataRunsDiff *self);
guint strata_runs_diff_get_n_sure (const StrataRunsDiff *self, StrataRunKind kind, StrataRunsVerdict verdict);
guint strata_runs_diff_get_n_needed (const StrataRunsDiff *self);
gboolean strata_runs_diff_can_be_sure (const StrataRunsDiff *self);
double strata_runs_diff_get_limit_ns (const StrataRunsDiff *self);
const StrataRunsDrift *strata_runs_diff_get_drift (const StrataRunsDiff *self);
gboolean strata_runs_row_get_change (const StrataRunsRow *row, double value, double *change_frac);
const char *strata_runs_row_get_title (const StrataRunsRow *row);
char *strata_runs_dup_typed_name (const StrataRunSet *set, const char *text);
const char *strata_runs_unit_get_id (StrataRunsUnit unit);
const char *strata_runs_verdict_get_id (StrataRunsVerdict verdict);
const char *strata_runs_order_get_id (StrataRunsOrder order);
gboolean strata_runs_row_is_change (const StrataRunsRow *row);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataRunsRow, strata_runs_row_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRunsDiff, strata_runs_diff_unref)

G_END_DECLS
