/* strata-lane-action.c - menu actions for one lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-action.h"

static void
subject_free (gpointer data,
              GClosure *closure)
{
  g_object_unref (((StrataLaneSubject *) data)->session);
  g_free (data);
}

/**
 * strata_lane_action_add:
 * @group: actions of a menu that is made anew for each use
 * @action: (transfer full): an action
 * @on_done: called with a #StrataLaneSubject when the action is activated, or for a stateful action when its state should change
 * @session: a session
 * @lane: index of the lane of the menu
 *
 * Adds an action to a group, which owns it.
 */
void
strata_lane_action_add (GSimpleActionGroup *group,
                        GSimpleAction *action,
                        gpointer on_done,
                        StrataSession *session,
                        guint32 lane)
{
  StrataLaneSubject *subject = g_new (StrataLaneSubject, 1);
  const char *signal = g_action_get_state_type (G_ACTION (action)) != NULL ? "change-state" : "activate";

  *subject = (StrataLaneSubject){ g_object_ref (session), lane };
  g_signal_connect_data (action, signal, G_CALLBACK (on_done), subject, subject_free, 0);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  g_object_unref (action);
}

/* Each of these is a StrataLaneAct. */
void
strata_lane_action_hide (StrataSession *session,
                         guint32 lane,
                         int way)
{
  strata_lanes_set_hidden (strata_session_get_lanes (session), lane, TRUE);
}

void
strata_lane_action_show_hidden (StrataSession *session,
                                guint32 lane,
                                int way)
{
  strata_lanes_show_hidden (strata_session_get_lanes (session));
}

void
strata_lane_action_move (StrataSession *session,
                         guint32 lane,
                         int way)
{
  strata_lanes_move_by (strata_session_get_lanes (session), lane, way);
}

/**
 * strata_lane_action_change_height:
 * @session: a session
 * @lane: index of a lane
 * @way: 1 for higher, -1 for lower
 *
 * Gives a lane the next height.
 */
void
strata_lane_action_change_height (StrataSession *session,
                                  guint32 lane,
                                  int way)
{
  StrataLanes *lanes = strata_session_get_lanes (session);
  const int height = (int) strata_lanes_get_height (lanes, lane) + way;

  strata_lanes_set_height (lanes, lane, (StrataLaneHeight) CLAMP (height, STRATA_LANE_HEIGHT_COMPACT, STRATA_LANE_HEIGHT_TALL));
}

/**
 * strata_lane_action_change_depth:
 * @session: a session
 * @lane: index of a lane
 * @way: 1 for more, -1 for fewer
 *
 * Doubles or halves the number of shown levels of calls.
 */
void
strata_lane_action_change_depth (StrataSession *session,
                                 guint32 lane,
                                 int way)
{
  StrataLanes *lanes = strata_session_get_lanes (session);
  const StrataLane *found = &strata_lanes_get (lanes, NULL)[lane];
  const guint32 depth = strata_lanes_get_depth (lanes, lane);
  const guint32 n_shown = strata_lane_is_group (found) ? depth : MIN (depth, MAX (found->n_all_rows, 1));

  strata_lanes_set_depth (lanes, lane, way > 0 ? MIN (n_shown * 2, STRATA_LANE_MAX_ROWS) : MAX (n_shown / 2, 1));
}
