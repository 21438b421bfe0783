/* strata-diff-condition.h - conditions on a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-figure.h"
#include "strata-diff-measures.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_LIMIT_CHANGE, /* "+10%": how much larger B is, relative to A */
  STRATA_LIMIT_DELTA,  /* "+2ms": how much larger B is */
  STRATA_LIMIT_VALUE,  /* "16ms": the value of B */
} StrataConditionLimit;

/* A condition on a comparison. */
typedef struct
{
  char *text;                             /* the condition as typed, such as "mean(doFrame) > +10%" */
  StrataFigureKind figure;                /* the kind of figure */
  StrataDiffMetric metric;                /* the metric of a name */
  StrataFigureMetric frame_metric;        /* the metric of frames */
  StrataDiffCounterMetric counter_metric; /* the metric of a counter */
  StrataMeasureKind measure_kind;         /* the kind of a measure */
  char *measure_figure;                   /* the value of a measure */
  StrataMeasureUnit measure_unit;         /* the unit of that value */
  char *name;                             /* the name; "*" for any with a significant change; or the name of an app, or empty; or of a counter */
  gboolean is_less;                       /* whether the operator is < or <= */
  gboolean is_equal_enough;               /* whether it is also true at the limit */
  gboolean is_sure;                       /* whether the whole interval of the change has to be beyond the limit; only for sets */
  StrataConditionLimit kind;              /* the value to compare with the limit */
  double limit;                           /* a share, ns, or a number of calls */
} StrataDiffCondition;

/* The data that conditions are checked against. */
typedef struct
{
  const StrataDiff *diff; /* the comparison of names */
  GArray *frames;         /* (element-type StrataDiffFrames): the frames of both; NULL if no condition needs them */
  GArray *counters;       /* (element-type StrataDiffCounter): the counters of both */
  GArray *measures;       /* (element-type StrataDiffMeasure): all other measures */
} StrataDiffSubject;

gboolean strata_diff_condition_parse (StrataDiffCondition *self, const char *text, GError **error);
gboolean strata_diff_condition_get_latency (const StrataDiffCondition *self, StrataLatencyNames *names);
void strata_diff_condition_clear (StrataDiffCondition *self);
gboolean strata_diff_condition_holds (const StrataDiffCondition *self, double figure);
gboolean strata_diff_condition_check (const StrataDiffCondition *self, const StrataDiffSubject *subject, GString *reasons, GError **error);

G_END_DECLS
