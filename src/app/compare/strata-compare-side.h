/* strata-compare-side.h - saved state of one of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

void strata_compare_side_take (GKeyFile *state, const char *name, StrataSession *session);
void strata_compare_side_apply (GKeyFile *state, const char *name, StrataSession *session);
void strata_compare_side_apply_view (GKeyFile *state, const char *name, StrataSession *session);

G_END_DECLS
