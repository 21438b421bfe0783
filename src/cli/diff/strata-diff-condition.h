/* strata-diff-condition.h - what makes a comparison fail
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
 * @STRATA_LIMIT_CHANGE: "+10%": by what part B is more than A
 * @STRATA_LIMIT_DELTA: "+2ms": by how much
 * @STRATA_LIMIT_VALUE: "16ms": what B is
 */
typedef enum
{
  STRATA_LIMIT_CHANGE,
  STRATA_LIMIT_DELTA,
  STRATA_LIMIT_VALUE,
} StrataConditionLimit;

/**
 * StrataDiffCondition:
 * @text: what was typed, such as "mean(doFrame) > +10%"
 * @figure: what it is about
 * @metric: what of the name
 * @frame_metric: what of the frames
 * @counter_metric: what of the counter
 * @measure_kind: what the measure is about
 * @measure_figure: which of its values
 * @measure_unit: what that counts
 * @name: the name; "*" for any whose change is more than chance; of an app, or empty; of a counter
 * @is_less: whether less than the limit is meant
 * @is_equal_enough: whether the limit itself is
 * @is_sure: whether the whole interval of the change has to be beyond the limit; only of sets
 * @kind: what is compared with the limit
 * @limit: a part, ns, or a number of calls
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
 * @frames: (element-type StrataDiffFrames): the frames of both; %NULL where no condition asks for them
 * @counters: (element-type StrataDiffCounter): the counters of both
 * @measures: (element-type StrataDiffMeasure): all other measures
 *
 * What conditions are checked against.
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
