/* strata-track-place.h - the tree of lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

int strata_track_compare (StrataTrace *trace, const StrataTrack *a, const StrataTrack *b);
guint32 strata_track_get_parent (StrataTrace *trace, const StrataTrack *track);
char *strata_track_dup_path (StrataTrace *trace, const StrataTrack *track);

G_END_DECLS
