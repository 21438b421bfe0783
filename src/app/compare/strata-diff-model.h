/* strata-diff-model.h - keeps the comparison of two sessions up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_MODEL (strata_diff_model_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffModel, strata_diff_model, STRATA, DIFF_MODEL, GObject)

/* Signals, without arguments:
 *   started  a new comparison has begun
 *   options-changed  the clock or the divisor has changed
 *   ready    there is a comparison, or a hint why there is none */

StrataDiffModel *strata_diff_model_new (StrataSessionPair *pair);
void strata_diff_model_set_clock (StrataDiffModel *self, StrataClocks clock);
gboolean strata_diff_model_knows_clock (StrataDiffModel *self, StrataClocks clock);
StrataClocks strata_diff_model_get_clock (StrataDiffModel *self);
void strata_diff_model_set_per (StrataDiffModel *self, StrataDiffPer per);
StrataDiffPer strata_diff_model_get_per (StrataDiffModel *self);
StrataDiff *strata_diff_model_get_diff (StrataDiffModel *self);
const char *strata_diff_model_get_hint (StrataDiffModel *self);

G_END_DECLS
