/* strata-runs-diff.h - compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-run-set.h"

G_BEGIN_DECLS

/* Options of a comparison of sets. */
typedef struct
{
  StrataRunMetric metric; /* the figure of names to compare; STRATA_N_RUN_METRICS for self time */
  /* the unit that sums are divided by; STRATA_DIFF_PER_CAPTURE for frames if all runs have them,
   * else seconds */
  StrataDiffPer per;
  const char *iteration; /* nullable: a name; sums are divided by its calls instead */
  gboolean by_thread;    /* whether names are distinguished by thread */
  double limit_ns;       /* the least change of a time that matters; 0 for any */
  double limit_frac;     /* the same as a share of the self times of all names of a run */
} StrataRunsOptions;

/* Verdicts on a row. */
typedef enum
{
  STRATA_RUNS_MORE,     /* it is significantly more in B */
  STRATA_RUNS_LESS,     /* it is significantly less in B */
  STRATA_RUNS_ADDED,    /* in all runs of B, and in none of A */
  STRATA_RUNS_REMOVED,  /* in all runs of A, and in none of B */
  STRATA_RUNS_TOO_FEW,  /* it differs, but with so few runs no difference can be significant */
  STRATA_RUNS_NOISE,    /* it differs, but not significantly */
  STRATA_RUNS_SMALL,    /* it changed significantly, but by less than the limit */
  STRATA_RUNS_SAME,     /* it is the same in all runs */
  STRATA_RUNS_UNTESTED, /* it takes too little time to matter, so it was not tested */
} StrataRunsVerdict;

#define STRATA_N_RUNS_VERDICTS (STRATA_RUNS_UNTESTED + 1)

/* Units of the figures of a row. */
typedef enum
{
  STRATA_RUNS_TIME,  /* ns, or the unit of the runs */
  STRATA_RUNS_COUNT, /* a number */
  STRATA_RUNS_SHARE, /* a part of 1 */
} StrataRunsUnit;

/* A figure in all runs. */
typedef struct
{
  StrataRunKind kind;  /* what kind of row */
  const char *name;    /* borrowed: its name */
  StrataRunsUnit unit; /* the unit of its figures */
  const char *amount;  /* borrowed; nullable: the unit of the runs if it is not time, such as "bytes" */
  /* for each side (array length=strata_run_set_get_n()): the figure of each run; NaN if it is left
   * out or has none */
  double *values[STRATA_N_DIFF_SIDES];
  guint n[STRATA_N_DIFF_SIDES];       /* how many runs of each side have it */
  double median[STRATA_N_DIFF_SIDES]; /* of each side; NaN if no run has it */
  double spread[STRATA_N_DIFF_SIDES]; /* the spread of the runs of each side, see strata_run_test_get_spread() */
  double change;                      /* how much larger it is in B, by Hodges and Lehmann */
  double change_low;                  /* lower end of the 95 % confidence interval of @change, or -infinity */
  double change_high;                 /* upper end of the interval, or infinity */
  double p_value;                     /* the p value of the rank test over undisturbed runs, see strata_runs_diff_get_disturbance() */
  double adjusted;                    /* the same adjusted for all tested rows; NaN if this one was not tested */
  double smallest;                    /* the change that so many runs detect in four of five cases; infinity for none */
  gboolean is_sure;                   /* whether @adjusted is below STRATA_RUNS_LEVEL */
  /* whether a later figure of the frames is equal in all runs, such as the longest of few frames;
   * both are tested as one */
  gboolean is_repeated;
  StrataRunsVerdict verdict; /* the verdict */
  guint32 moved;             /* index of the row that does its work now, or did it before; else STRATA_NONE */
} StrataRunsRow;

/* Orders in which the sides were recorded. */
typedef enum
{
  /* the time of recording of a run is not known, or a side has a single run, or all times are too
   * close to be those of recording */
  STRATA_RUNS_ORDER_UNKNOWN,
  STRATA_RUNS_ORDER_MIXED,   /* runs of one side were recorded between those of the other */
  STRATA_RUNS_ORDER_A_FIRST, /* all of A were recorded before those of B */
  STRATA_RUNS_ORDER_B_FIRST, /* all of B were recorded before those of A */
} StrataRunsOrder;

/* How the figures depend on the time of recording. If it separates the sides, a drift of the
 * device looks like a change. */
typedef struct
{
  StrataRunsOrder order;     /* the order in which the sides were recorded */
  gboolean is_by_file_dates; /* whether that is known only from the dates of files */
  /* whether runs of a side took longer the later they were recorded: Kendall's τ of both sides,
   * from -1 for always shorter to 1 for always longer; NaN if it is not known */
  double trend;
  double p_value; /* the two-sided probability of such a trend or a stronger one by chance */
} StrataRunsDrift;

/* A trend is significant if its p value is below this. */
#define STRATA_RUNS_DRIFT_LEVEL 0.05

/* A change is significant if its adjusted p value is below this. With 5 %, one in twenty comparisons of equal sets had
 * a false alarm, or slightly more; it has to be less. */
#define STRATA_RUNS_LEVEL 0.03

typedef struct _StrataRunsDiff StrataRunsDiff;

StrataRunsDiff *strata_runs_diff_new (const StrataRunSet *set, const StrataRunsOptions *options, GCancellable *cancellable);
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
