/* strata-metric-limit.h - a condition on a metric
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-run-figures.h"

G_BEGIN_DECLS

/* A condition on a metric. */
typedef struct
{
  char *text;               /* the condition as typed, such as "frames.p99 > 32ms" */
  char *name;               /* the metric */
  gboolean is_less;         /* whether the operator is < or <= */
  gboolean is_equal_enough; /* whether it is also true at the limit */
  double limit;             /* ns, a number, or a share of 1 */
} StrataMetricLimit;

gboolean strata_metric_limit_parse (StrataMetricLimit *self, const char *text, GError **error);
void strata_metric_limit_clear (StrataMetricLimit *self);
gboolean strata_metric_limit_is_true (const StrataMetricLimit *self, const StrataRunFigure *figure);

G_END_DECLS
