/* strata-lane-action.h - an action of a menu that is about one lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataLaneSubject:
 * @session: a session
 * @lane: index of a lane
 *
 * What an action gets as its user data.
 */
typedef struct
{
  StrataSession *session;
  guint32 lane;
} StrataLaneSubject;

/* Does something with a lane: down or more with a @way of 1, up or less with -1, where there are two. */
typedef void (*StrataLaneAct) (StrataSession *session, guint32 lane, int way);

void strata_lane_action_add (GSimpleActionGroup *group, GSimpleAction *action, gpointer on_done, StrataSession *session, guint32 lane);
void strata_lane_action_hide (StrataSession *session, guint32 lane, int way);
void strata_lane_action_show_hidden (StrataSession *session, guint32 lane, int way);
void strata_lane_action_move (StrataSession *session, guint32 lane, int way);
void strata_lane_action_change_height (StrataSession *session, guint32 lane, int way);
void strata_lane_action_change_depth (StrataSession *session, guint32 lane, int way);

G_END_DECLS
