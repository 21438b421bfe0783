/* strata-lane-action.h - menu actions for one lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

/* The user data of an action. */
typedef struct
{
  StrataSession *session; /* a session */
  guint32 lane;           /* index of a lane */
} StrataLaneSubject;

/* Changes a lane. If there are two directions, a @way of 1 means down or more, -1 up or less. */
typedef void (*StrataLaneAct) (StrataSession *session, guint32 lane, int way);

void strata_lane_action_add (GSimpleActionGroup *group, GSimpleAction *action, gpointer on_done, StrataSession *session, guint32 lane);
void strata_lane_action_hide (StrataSession *session, guint32 lane, int way);
void strata_lane_action_show_hidden (StrataSession *session, guint32 lane, int way);
void strata_lane_action_move (StrataSession *session, guint32 lane, int way);
void strata_lane_action_change_height (StrataSession *session, guint32 lane, int way);
void strata_lane_action_change_depth (StrataSession *session, guint32 lane, int way);

G_END_DECLS
