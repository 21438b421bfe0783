/* strata-diff.h - compares two profiles, name by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-options.h"
#include "strata-profile.h"
#include "strata-units.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_DIFF_A, /* the baseline */
  STRATA_DIFF_B, /* the trace compared with the baseline */
} StrataDiffSide;

#define STRATA_N_DIFF_SIDES (STRATA_DIFF_B + 1)

static inline StrataDiffSide
strata_diff_side_get_other (StrataDiffSide side)
{
  return side == STRATA_DIFF_A ? STRATA_DIFF_B : STRATA_DIFF_A;
}

typedef enum
{
  STRATA_DIFF_INCLUSIVE,     /* wall time of the outermost calls */
  STRATA_DIFF_EXCLUSIVE,     /* wall self time of all calls */
  STRATA_DIFF_CPU,           /* CPU time of the outermost calls */
  STRATA_DIFF_EXCLUSIVE_CPU, /* CPU self time of all calls */
  STRATA_DIFF_CALLS,         /* how many calls there were, including recursive ones */
  STRATA_DIFF_MEAN,          /* the mean of the finished calls, by the clock of the scope */
  STRATA_DIFF_P95,           /* the same for the 95th percentile */
  STRATA_DIFF_MAX,           /* the same for the longest call */
} StrataDiffMetric;

#define STRATA_N_DIFF_METRICS (STRATA_DIFF_MAX + 1)

/* Verdicts on a name. */
typedef enum
{
  STRATA_DIFF_SLOWER,        /* its self time per call is longer */
  STRATA_DIFF_ADDED,         /* only in B */
  STRATA_DIFF_FASTER,        /* its self time per call is shorter */
  STRATA_DIFF_REMOVED,       /* only in A */
  STRATA_DIFF_MORE_CALLS,    /* a call takes as long, but there are more */
  STRATA_DIFF_FEWER_CALLS,   /* a call takes as long, but there are fewer */
  STRATA_DIFF_SLOWER_TAIL,   /* most calls take as long, but the longest ones are longer or more */
  STRATA_DIFF_FASTER_TAIL,   /* most calls take as long, but the longest ones are shorter or fewer */
  STRATA_DIFF_SLOWER_INSIDE, /* its calls take longer, but not its self time: the cause is inside */
  STRATA_DIFF_FASTER_INSIDE, /* its calls take less, but not its self time */
  STRATA_DIFF_TOO_FEW,       /* there are differences, but too few calls to decide whether they are significant */
  STRATA_DIFF_SMALL,         /* there is a change, but it is less than the limit */
  STRATA_DIFF_NOISE,         /* the differences are within the spread of the calls */
  STRATA_DIFF_SAME,          /* no figure differs */
} StrataDiffVerdict;

#define STRATA_N_DIFF_VERDICTS (STRATA_DIFF_SAME + 1)

/* The result of a test of the times of single calls, or of their number. */
typedef struct
{
  double p_value;  /* the probability of such a difference or a larger one by chance; NaN if there is nothing to compare */
  double adjusted; /* the same, adjusted for the number of tests */
  /* Cliff's delta, above 0 if those of B are larger; for counts, their difference over their sum;
   * for the longest calls, the share of B's calls among them less the share of A's */
  double effect;
} StrataDiffTest;

/* A name on both sides. */
typedef struct
{
  guint32 row[STRATA_N_DIFF_SIDES]; /* index of the row in the profile of each side, or STRATA_NONE */
  guint32 moved;                    /* index of the row that does its work now, or did it before; else STRATA_NONE */
  StrataDiffVerdict verdict;        /* the verdict */
  StrataDiffTest total;             /* the test of the times of the calls */
  StrataDiffTest self;              /* the test of their self times */
  StrataDiffTest mean;              /* the same for their mean */
  StrataDiffTest tail;              /* the same for the longest */
  StrataDiffTest calls;             /* the test of the number of calls */
  double mean_change_ns;            /* how much larger the mean self time of a call is in B; NaN if a side has no finished call */
  double mean_change_frac;          /* the same as a fraction of A's mean */
  double mean_error_ns;             /* half the width of the 95 % confidence interval of @mean_change_ns */
  gboolean is_paired;               /* whether calls were compared one by one, since both captures have the same ones in the same order */
} StrataDiffRow;

/* A parent, the self time or a child of a name, on both sides. */
typedef struct
{
  StrataRelation relation;                  /* its relation to the name */
  char *name;                               /* nullable: its name; NULL for the name itself and for "no caller" */
  guint64 n_calls[STRATA_N_DIFF_SIDES];     /* calls between the two, of each side */
  gint64 inclusive_ns[STRATA_N_DIFF_SIDES]; /* wall time of those calls, of each side; STRATA_NO_TIME when not known */
  /* the same by CPU time */
  gint64 inclusive_cpu_ns[STRATA_N_DIFF_SIDES];
} StrataDiffRelative;

/* Differences that are less likely than this by chance are significant. */
#define STRATA_DIFF_LEVEL 0.05

typedef struct _StrataDiff StrataDiff;

StrataDiff *strata_diff_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES], const StrataScope scopes[STRATA_N_DIFF_SIDES], const StrataDiffOptions *options, GCancellable *cancellable);
StrataDiff *strata_diff_ref (StrataDiff *self);
void strata_diff_unref (StrataDiff *self);
const StrataDiffRow *strata_diff_get_rows (const StrataDiff *self, guint *n_rows);
const StrataDiffRow *strata_diff_get_row (const StrataDiff *self, guint row);
const StrataProfile *strata_diff_get_profile (const StrataDiff *self, StrataDiffSide side);
StrataClocks strata_diff_get_clock (const StrataDiff *self);
StrataDiffUnits strata_diff_get_units (const StrataDiff *self);
const char *strata_diff_get_unit (const StrataDiff *self);
gint64 strata_diff_get_limit_ns (const StrataDiff *self);
guint strata_diff_get_n_verdicts (const StrataDiff *self, StrataDiffVerdict verdict);
const char *strata_diff_get_name (const StrataDiff *self, const StrataDiffRow *row);
guint32 strata_diff_find (const StrataDiff *self, const char *name);
double strata_diff_get_value (const StrataDiff *self, const StrataDiffRow *row, StrataDiffSide side, StrataDiffMetric metric);
double strata_diff_get_delta (const StrataDiff *self, const StrataDiffRow *row, StrataDiffMetric metric);
gboolean strata_diff_get_change (const StrataDiff *self, const StrataDiffRow *row, StrataDiffMetric metric, double *change_frac);
GPtrArray *strata_diff_list_relatives (const StrataDiff *self, const StrataDiffRow *row);
const char *strata_diff_verdict_get_id (StrataDiffVerdict verdict);
const char *strata_diff_verdict_get_title (StrataDiffVerdict verdict);
gboolean strata_diff_verdict_is_real (StrataDiffVerdict verdict);
gboolean strata_diff_verdict_is_worse (StrataDiffVerdict verdict);
double strata_diff_row_get_p (const StrataDiffRow *row);
const char *strata_diff_format_p (double p_value, char text[STRATA_UNITS_BYTES]);
char *strata_diff_dup_note (const StrataDiff *self, const StrataDiffRow *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDiff, strata_diff_unref)

G_END_DECLS
