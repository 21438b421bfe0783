/* strata-session-frames.h - the frames and long tasks of a session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-causes.h"
#include "strata-long-tasks.h"
#include "strata-phases.h"
#include "strata-session.h"

G_BEGIN_DECLS

void strata_session_find_frames (StrataSession *self);
StrataFrames *strata_session_get_frames (StrataSession *self);
const StrataLongTask *strata_session_get_long_tasks (StrataSession *self, guint *n_tasks);
void strata_session_set_task_limits (StrataSession *self, StrataTaskLimits *limits);
const StrataPhase *strata_session_get_phases (StrataSession *self, guint *n_phases);
void strata_session_select_phase (StrataSession *self, guint32 phase);
void strata_session_select_task (StrataSession *self, guint32 slice);
guint32 strata_session_get_selected_frame (StrataSession *self);
gboolean strata_session_select_frame (StrataSession *self, guint32 frame);
gboolean strata_session_select_slow_frame (StrataSession *self, int direction);
gboolean strata_session_show_cause (StrataSession *self, const StrataCause *cause);
char *strata_session_describe_frame (StrataSession *self, guint32 frame);

G_END_DECLS
