/* strata-diff-measures-private.h - fills the list of measures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-measures.h"

G_BEGIN_DECLS

/* Appends a measure with the value of each side; nothing if neither has one. @name is copied. */
void strata_diff_measures_add (GArray *measures, StrataMeasureKind kind, const char *name, const char *figure, StrataMeasureUnit unit, const double value[STRATA_N_DIFF_SIDES], double p_value);
/* Appends the measures that have many times: of frames, inputs and asynchronous slices. */
void strata_diff_measures_add_times (GArray *measures, const StrataMeasureInput *input, GCancellable *cancellable);

G_END_DECLS
