/* strata-diff-measures-private.h - what fills the list of measures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-measures.h"

G_BEGIN_DECLS

/* Appends a value of each side; nothing where neither has one. @name is copied. */
void strata_diff_measures_add (GArray *measures, StrataMeasureKind kind, const char *name, const char *figure, StrataMeasureUnit unit, const double value[STRATA_N_DIFF_SIDES], double p_value);
/* What many times are taken of: frames, inputs and asynchronous slices. */
void strata_diff_measures_add_times (GArray *measures, const StrataMeasureInput *input, GCancellable *cancellable);

G_END_DECLS
