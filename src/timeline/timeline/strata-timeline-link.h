/* strata-timeline-link.h - links two timelines
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session-pair.h"
#include "strata-timeline.h"

G_BEGIN_DECLS

void strata_timeline_link (StrataTimeline *a, StrataTimeline *b, StrataSessionPair *pair);

G_END_DECLS
