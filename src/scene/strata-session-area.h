/* strata-session-area.h - an area over time and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

void strata_session_set_area (StrataSession *self, StrataSpan span, guint32 first_lane, guint32 last_lane);
void strata_session_clear_area (StrataSession *self);
gboolean strata_session_get_area (StrataSession *self, StrataSpan *span);
gboolean strata_session_get_area_lanes (StrataSession *self, guint32 *first_lane, guint32 *last_lane);

gboolean strata_session_set_area_around_selection (StrataSession *self);
gboolean strata_session_extend_area (StrataSession *self);

guint32 *strata_session_get_area_threads (StrataSession *self, guint *n_threads);
guint32 *strata_session_get_area_processes (StrataSession *self, guint *n_processes);
guint32 *strata_session_get_area_tracks (StrataSession *self, guint *n_tracks);
guint32 *strata_session_get_area_cpus (StrataSession *self, guint *n_cpus);

G_END_DECLS
