/* strata-usage-graph.h - how busy CPUs were, as a graph in a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-scene-private.h"

G_BEGIN_DECLS

/* These draw or hit the part of a lane from usage_top_px on. The index of the lane is a CPU, or
 * STRATA_NONE for all CPUs together. */
void strata_usage_graph_add (StrataPen *pen, const StrataLane *lane);
StrataItem strata_usage_graph_hit (const StrataPen *pen, const StrataLane *lane, int column);

/* Hatches the columns whose mark is not 0; @y and @height are device pixels. */
void strata_usage_graph_add_hatch (StrataPen *pen, const guint8 *marks, int y, int height);

G_END_DECLS
