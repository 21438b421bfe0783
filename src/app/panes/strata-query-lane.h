/* strata-query-lane.h - query results as lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query-table.h"
#include "strata-session.h"

G_BEGIN_DECLS

gboolean strata_query_lane_can_show (const StrataQueryTable *table);
char *strata_query_lane_dup_title (const char *sql);
StrataResult *strata_query_lane_new_result (const StrataQueryTable *table, const char *title, const char *sql, StrataTrace *trace);
const StrataResult *strata_query_lane_find_pending (StrataSession *session);

G_END_DECLS
