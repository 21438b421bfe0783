/* strata-call-rows.h - lanes whose rows are the slices of a track
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-scene-private.h"

G_BEGIN_DECLS

/* Shared by the classes of threads, asynchronous lanes and the kernel: the index of the lane is a
 * track, and each depth is a row. See StrataLaneClass. */
int strata_call_rows_lay_out (const StrataLanes *lanes, StrataLane *lane, StrataLaneHeight height);
gboolean strata_call_rows_has_hit (const StrataLanes *lanes, const StrataHits *hits, const StrataLane *lane);
void strata_call_rows_draw (StrataPen *pen, const StrataLane *lane);
StrataItem strata_call_rows_hit (const StrataPen *pen, const StrataLane *lane, double y_px, int column);
void strata_call_rows_snap (StrataSnap *snap, const StrataLane *lane, double y_px);

/* The fields of such a class that concern its rows. */
#define STRATA_CALL_ROWS                                                                                    \
  .source = STRATA_LANE_OF_TRACK, .lay_out = strata_call_rows_lay_out, .has_hit = strata_call_rows_has_hit, \
  .draw = strata_call_rows_draw, .hit = strata_call_rows_hit, .snap = strata_call_rows_snap

/* Draws the outermost slices of a track, without labels; @y and @height are device pixels. */
void strata_call_rows_add_summary (StrataPen *pen, const StrataTrack *track, int y, int height);

G_END_DECLS
