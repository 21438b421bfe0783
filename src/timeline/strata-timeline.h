/* strata-timeline.h - the timeline: overview, ruler and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TIMELINE (strata_timeline_get_type ())
G_DECLARE_FINAL_TYPE (StrataTimeline, strata_timeline, STRATA, TIMELINE, GtkWidget)

/* Properties: session (StrataSession, nullable), is-dark (boolean).
 * Actions, each also on a key: timeline.zoom-in, timeline.zoom-out, timeline.zoom-all,
 * timeline.zoom-selection, timeline.pan-left, timeline.pan-right, timeline.scroll-up,
 * timeline.scroll-down, timeline.select-next, timeline.select-previous,
 * timeline.select-parent, timeline.select-child, timeline.clear-selection,
 * timeline.expand-all, timeline.collapse-all, timeline.toggle-group. */

GtkWidget *strata_timeline_new (void);
void strata_timeline_set_session (StrataTimeline *self, StrataSession *session);
StrataSession *strata_timeline_get_session (StrataTimeline *self);

G_END_DECLS
