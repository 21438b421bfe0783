/* strata-sets-history.h - a line a build of what two sets differ in
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-runs-diff.h"

G_BEGIN_DECLS

gboolean strata_sets_history_append (const char *path, const StrataRunsDiff *diff, GError **error);

G_END_DECLS
