/* strata-diff-condition.h - conditions on a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-figure.h"
#include "strata-diff-measures.h"

G_BEGIN_DECLS

/**
 * StrataConditionLimit:
 * @STRATA_LIMIT_CHANGE: "+10%": how much larger B is, relative to A
 * @STRATA_LIMIT_DELTA: "+2ms": how much larger B is
 * @STRATA_LIMIT_VALUE: "16ms": the value of B
 */
typedef enum
{
  STRATA_LIMIT_CHANGE,
  STRATA_LIMIT_DELTA,
  STRATA_LIMIT_VALUE,
} StrataConditionLimit;

/**
 * StrataDiffCondition:
 * @text: the condition as typed, such as "mean(doFrame) > +10%"
 * @figure: the kind of figure
 * @metric: the metric of a name
 * @frame_metric: the metric of frames
 * @counter_metric: the metric of a counter
 * @measure_kind: the kind of a measure
 * @measure_figure: the value of a measure
 * @measure_unit: the unit of that value
 * @name: the name; "*" for any with a significant change; or the name of an app, or empty; or of a counter
 * @is_less: whether the operator is < or <=
 * @is_equal_enough: whether it is also true at the limit
 * @is_sure: whether the whole interval of the change has to be beyond the limit; only for sets
 * @kind: the value to compare with the limit
 * @limit: a share, ns, or a number of calls
 *
 * A condition on a comparison.
 */
typedef struct
{
  char *text;
  StrataFigureKind figure;
  StrataDiffMetric metric;
  StrataFigureMetric frame_metric;
  StrataDiffCounterMetric counter_metric;
  StrataMeasureKind measure_kind;
  char *measure_figure;
  StrataMeasureUnit measure_unit;
  char *name;
  gboolean is_less;
  gboolean is_equal_enough;
  gboolean is_sure;
  StrataConditionLimit kind;
  double limit;
} StrataDiffCondition;

/**
 * StrataDiffSubject:
 * @diff: the comparison of names
 * @frames: (element-type StrataDiffFrames): the frames of both; %NULL if no condition needs them
 * @counters: (element-type StrataDiffCounter): the counters of both
 * @measures: (element-type StrataDiffMeasure): all other measures
 *
 * The data that conditions are checked against.
 */
typedef struct
{
  const StrataDiff *diff;
  GArray *frames;
  GArray *counters;
  GArray *measures;
} StrataDiffSubject;

gboolean strata_diff_condition_parse (StrataDiffCondition *self, const char *text, GError **error);
gboolean strata_diff_condition_get_latency (const StrataDiffCondition *self, StrataLatencyNames *names);
void strata_diff_condition_clear (StrataDiffCondition *self);
gboolean strata_diff_condition_holds (const StrataDiffCondition *self, double figure);
gboolean strata_diff_condition_check (const StrataDiffCondition *self, const StrataDiffSubject *subject, GString *reasons, GError **error);

G_END_DECLS
