/* strata-lane-action.c - an action of a menu that is about one lane
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
 * @group: actions of a menu that is made anew each time
 * @action: (transfer full): an action
 * @on_done: called with a #StrataLaneSubject when the action is activated, or when its state is to change if it has one
 * @session: a session
 * @lane: index of the lane that the menu is about
 *
 * Adds an action to a group, with which it dies.
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
