/* strata-compare-state.h - state of two captures, kept between runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-diff-model.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

/* The group that identifies the format. */
#define STRATA_COMPARE_STATE_GROUP "Strata Comparison"
#define STRATA_COMPARE_STATE_VERSION 1

char *strata_compare_state_dup_path (GFile *const files[STRATA_N_DIFF_SIDES]);
GKeyFile *strata_compare_state_take (StrataSessionPair *pair, StrataDiffModel *model);
void strata_compare_state_apply (GKeyFile *state, StrataSessionPair *pair, StrataDiffModel *model);
GArray *strata_compare_state_list_threads (GKeyFile *state, StrataTrace *const traces[STRATA_N_DIFF_SIDES]);
gboolean strata_compare_state_save (GKeyFile *state, const char *path, GError **error);

G_END_DECLS
