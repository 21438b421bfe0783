/* strata-goal.h - what to show of a file once it is open
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-session.h"

G_BEGIN_DECLS

char *strata_goal_new (const char *select, const char *span, const char *mapping, gboolean rebuilds_callers, GPtrArray *files);
GFile *strata_goal_dup_mapping (const char *goal);
gboolean strata_goal_rebuilds_callers (const char *goal);
GPtrArray *strata_goal_dup_files (const char *goal);
gboolean strata_goal_reach (const char *goal, StrataSession *session, GError **error);

G_END_DECLS
