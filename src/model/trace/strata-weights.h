/* strata-weights.h - traces whose axis is the weights of samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* A property of traces whose samples are placed one after another, each as long as its weight; its value does not matter. */
#define STRATA_LAID_BY_WEIGHT_PROPERTY "laid_by_weight"

gboolean strata_trace_is_laid_by_weight (StrataTrace *self);
gint64 strata_trace_sum_weights (StrataTrace *self);
const char *strata_weights_get_prefix (gint64 scale);
const char *strata_weights_skip_prefix (const char *unit);

G_END_DECLS
