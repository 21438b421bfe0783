/* strata-session-found.h - selects frames, phases, tasks and search hits
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

guint32 strata_session_get_selected_frame (StrataSession *self);
gboolean strata_session_select_frame (StrataSession *self, guint32 frame);
gboolean strata_session_select_slow_frame (StrataSession *self, int direction);
void strata_session_select_phase (StrataSession *self, guint32 phase);
void strata_session_select_task (StrataSession *self, guint32 slice);
gboolean strata_session_show_cause (StrataSession *self, const StrataCause *cause);

guint32 strata_session_get_hit_rank (StrataSession *self);
gboolean strata_session_select_hit (StrataSession *self, int direction);
guint32 strata_session_get_selected_row (StrataSession *self, gboolean is_by_sample);
void strata_session_select_row (StrataSession *self, guint32 row, gboolean is_by_sample);

G_END_DECLS
