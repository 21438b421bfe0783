/* strata-lane-order.h - the order of lanes in a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"
#include "strata-thread-match.h"

G_BEGIN_DECLS

/* An order of lanes. Equal ranks keep the default order. */
typedef struct
{
  guint32 *process; /* (array length=n_processes): rank of each process of the trace */
  guint32 *thread;  /* (array length=n_threads): rank of each thread */
} StrataLaneOrder;

void strata_lane_order_clear (StrataLaneOrder *self);
void strata_lane_order_match (StrataLaneOrder orders[STRATA_N_DIFF_SIDES], StrataSession *const sessions[STRATA_N_DIFF_SIDES], const StrataThreadMatch *match);
void strata_session_order_lanes (StrataSession *self, const StrataLaneOrder *order);

G_END_DECLS
