/* strata-lane-queries.h - runs the queries of result lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataLaneQueries StrataLaneQueries;

/**
 * StrataLaneFailed:
 * @session: the session of the lane
 * @error: why it has no rows
 * @user_data: data of the callback
 *
 * Reports that a query of a lane failed.
 */
typedef void (*StrataLaneFailed) (StrataSession *session, const GError *error, gpointer user_data);

StrataLaneQueries *strata_lane_queries_new (StrataSession *session, StrataLaneFailed failed, gpointer user_data);
void strata_lane_queries_free (StrataLaneQueries *self);

G_END_DECLS
