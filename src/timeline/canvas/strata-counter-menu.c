/* strata-counter-menu.c - what to show of a counter
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-menu.h"

#include <glib/gi18n-lib.h>

#include "strata-lane-action.h"

/* Made anew each time, for the lane that it is about: its actions have the state
 * of that lane, and die with it. */

static void
on_mode_changed (GSimpleAction *action,
                 GVariant *state,
                 gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;
  StrataCounterMode mode;

  if (!strata_counter_mode_from_id (g_variant_get_string (state, NULL), &mode))
    return;

  g_simple_action_set_state (action, state);
  strata_lanes_set_counter_mode (strata_view_get_lanes (strata_session_get_view (subject->session)), subject->lane, mode);
}

static void
on_shared_changed (GSimpleAction *action,
                   GVariant *state,
                   gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  g_simple_action_set_state (action, state);
  strata_lanes_set_scale_shared (strata_view_get_lanes (strata_session_get_view (subject->session)), subject->lane, g_variant_get_boolean (state));
}

/**
 * strata_counter_menu_append:
 * @menu: a menu
 *
 * Appends what can be shown of a counter; the actions are of
 * strata_counter_menu_new_actions(), named "counter".
 */
void
strata_counter_menu_append (GMenu *menu)
{
  g_autoptr (GMenu) modes = g_menu_new ();
  g_autoptr (GMenu) scale = g_menu_new ();

  g_menu_append (modes, _ ("_Values"), "counter.mode::value");
  g_menu_append (modes, _ ("_Changes"), "counter.mode::change");
  g_menu_append (modes, _ ("_Rate"), "counter.mode::rate");
  g_menu_append (scale, _ ("One _Scale for All of This Name"), "counter.shared");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (modes));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (scale));
}

/**
 * strata_counter_menu_new_actions:
 * @session: a session
 * @lane: index of a counter's lane
 *
 * Returns: (transfer full): the actions of a counter's menu
 */
GActionGroup *
strata_counter_menu_new_actions (StrataSession *session,
                                 guint32 lane)
{
  const StrataLane *counter = &strata_lanes_get (strata_view_get_lanes (strata_session_get_view (session)), NULL)[lane];
  GSimpleActionGroup *group = g_simple_action_group_new ();

  strata_lane_action_add (group, g_simple_action_new_stateful ("mode", G_VARIANT_TYPE_STRING, g_variant_new_string (strata_counter_mode_get_id (counter->mode))),
                          on_mode_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("shared", NULL, g_variant_new_boolean (counter->is_scale_shared)),
                          on_shared_changed, session, lane);
  return G_ACTION_GROUP (group);
}
