/* strata-opening.h - the first view of a newly opened trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"
#include "strata-thread-match.h"

G_BEGIN_DECLS

void strata_opening_arrange (StrataSession *session);
void strata_opening_arrange_pair (StrataSession *const sessions[STRATA_N_DIFF_SIDES], const StrataThreadMatch *match);

G_END_DECLS
