/* strata-lane-menu.c - the menu of a lane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lane-menu.h"

#include <glib/gi18n-lib.h>

#include "strata-lane-action.h"
#include "strata-menu-model.h"

/* The display modes of a counter. */

/* Made anew for each use, for one lane: the actions have the state of that lane, and die with the
 * menu. */

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
  strata_lanes_set_counter_mode (strata_session_get_lanes (subject->session), subject->lane, mode);
}

static void
on_shared_changed (GSimpleAction *action,
                   GVariant *state,
                   gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  g_simple_action_set_state (action, state);
  strata_lanes_set_scale_shared (strata_session_get_lanes (subject->session), subject->lane, g_variant_get_boolean (state));
}

/* Appends the display modes of a counter; the actions are from counter_menu_new_actions(), in the
 * group "counter". */
static void
counter_menu_append (GMenu *menu)
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

/* The actions of a counter's menu. */
static GActionGroup *
counter_menu_new_actions (StrataSession *session,
                          guint32 lane)
{
  const StrataLane *counter = &strata_lanes_get (strata_session_get_lanes (session), NULL)[lane];
  GSimpleActionGroup *group = g_simple_action_group_new ();

  strata_lane_action_add (group, g_simple_action_new_stateful ("mode", G_VARIANT_TYPE_STRING, g_variant_new_string (strata_counter_mode_get_id (counter->mode))),
                          on_mode_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("shared", NULL, g_variant_new_boolean (counter->is_scale_shared)),
                          on_shared_changed, session, lane);
  return G_ACTION_GROUP (group);
}

/* Made anew for each use, like the menu of a counter, which it contains if the lane is a counter. */

static const StrataLane *
get_lane (StrataSession *session,
          guint32 lane)
{
  return &strata_lanes_get (strata_session_get_lanes (session), NULL)[lane];
}

static void
on_pin_changed (GSimpleAction *action,
                GVariant *state,
                gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  g_simple_action_set_state (action, state);
  strata_lanes_set_pinned (strata_session_get_lanes (subject->session), subject->lane, g_variant_get_boolean (state));
}

static void
on_collapsed_changed (GSimpleAction *action,
                      GVariant *state,
                      gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  g_simple_action_set_state (action, state);
  strata_lanes_set_collapsed (strata_session_get_lanes (subject->session), subject->lane, g_variant_get_boolean (state));
}

static void
on_height_changed (GSimpleAction *action,
                   GVariant *state,
                   gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;
  StrataLaneHeight height;

  if (!strata_lane_height_from_id (g_variant_get_string (state, NULL), &height))
    return;

  g_simple_action_set_state (action, state);
  strata_lanes_set_height (strata_session_get_lanes (subject->session), subject->lane, height);
}

static void
on_depth_changed (GSimpleAction *action,
                  GVariant *state,
                  gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  g_simple_action_set_state (action, state);
  strata_lanes_set_depth (strata_session_get_lanes (subject->session), subject->lane, (guint32) g_variant_get_int32 (state));
}

static void
on_sort_changed (GSimpleAction *action,
                 GVariant *state,
                 gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;
  StrataLaneSort sort;

  if (!strata_lane_sort_from_id (g_variant_get_string (state, NULL), &sort))
    return;

  g_simple_action_set_state (action, state);
  strata_lanes_set_sort (strata_session_get_lanes (subject->session), sort);
}

static const struct
{
  const char *name;
  StrataLaneAct act;
  int way;
} commands[] = {
  { "hide", strata_lane_action_hide, 0 },
  { "show-hidden", strata_lane_action_show_hidden, 0 },
  { "move-up", strata_lane_action_move, -1 },
  { "move-down", strata_lane_action_move, 1 },
  { "lower", strata_lane_action_change_height, -1 },
  { "raise", strata_lane_action_change_height, 1 },
  { "fewer", strata_lane_action_change_depth, -1 },
  { "more", strata_lane_action_change_depth, 1 },
};

static void
on_command (GSimpleAction *action,
            GVariant *parameter,
            gpointer user_data)
{
  const StrataLaneSubject *subject = user_data;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (commands[i].name, g_action_get_name (G_ACTION (action))))
      commands[i].act (subject->session, subject->lane, commands[i].way);
}

static void
add_commands (GSimpleActionGroup *group,
              StrataSession *session,
              guint32 lane)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    strata_lane_action_add (group, g_simple_action_new (commands[i].name, NULL), on_command, session, lane);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (G_ACTION_MAP (group), "show-hidden")),
                               strata_lanes_get_n_hidden (strata_session_get_lanes (session)) > 0);
}

static GActionGroup *
make_actions (StrataSession *session,
              guint32 lane)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  const StrataLanes *lanes = strata_session_get_lanes (session);
  const StrataLane *found = get_lane (session, lane);
  const guint32 depth = strata_lanes_get_depth (lanes, lane);
  GVariant *height = g_variant_new_string (strata_lane_height_get_id (found->own_height));
  GVariant *sort = g_variant_new_string (strata_lane_sort_get_id (strata_lanes_get_sort (lanes)));

  add_commands (group, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("pinned", NULL, g_variant_new_boolean (found->is_pinned)), on_pin_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("collapsed", NULL, g_variant_new_boolean (found->is_collapsed)), on_collapsed_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("height", G_VARIANT_TYPE_STRING, height), on_height_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("depth", G_VARIANT_TYPE_INT32, g_variant_new_int32 ((gint32) depth)), on_depth_changed, session, lane);
  strata_lane_action_add (group, g_simple_action_new_stateful ("sort", G_VARIANT_TYPE_STRING, sort), on_sort_changed, session, lane);
  return G_ACTION_GROUP (group);
}

static void
append_keyed (GMenu *menu,
              const char *label,
              const char *action,
              const char *key)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, action);

  g_menu_item_set_attribute (item, "accel", "s", key);
  g_menu_append_item (menu, item);
}

static void
append_section (GMenu *menu,
                GMenu *section)
{
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static GMenu *
make_heights (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("_Compact"), "lane.height::compact");
  g_menu_append (menu, _ ("_Normal"), "lane.height::normal");
  g_menu_append (menu, _ ("_Tall"), "lane.height::tall");
  g_menu_append (menu, _ ("As _All Lanes"), "lane.height::inherited");
  append_keyed (menu, _ ("_Lower"), "lane.lower", "braceleft");
  append_keyed (menu, _ ("_Higher"), "lane.raise", "braceright");
  return menu;
}

static GMenu *
make_depths (void)
{
  static const int depths[] = { 1, 2, 4, 8, 16 };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (depths); i++)
    {
      g_autofree char *label = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%d Level", "%d Levels", (gulong) depths[i]), depths[i]);
      g_autofree char *action = g_strdup_printf ("lane.depth(%d)", depths[i]);

      g_menu_append (menu, label, action);
    }

  g_autofree char *all = g_strdup_printf ("lane.depth(%d)", STRATA_LANE_MAX_ROWS);

  g_menu_append (menu, _ ("_All Levels"), all);
  append_keyed (menu, _ ("_Fewer"), "lane.fewer", "bracketleft");
  append_keyed (menu, _ ("_More"), "lane.more", "bracketright");
  return menu;
}

static GMenu *
make_sorts (void)
{
  GMenu *menu = g_menu_new ();

  g_menu_append (menu, _ ("By Number of _Slices"), "lane.sort::slices");
  g_menu_append (menu, _ ("By _Activity"), "lane.sort::activity");
  g_menu_append (menu, _ ("By _Name"), "lane.sort::name");
  g_menu_append (menu, _ ("By _ID"), "lane.sort::id");
  g_menu_append (menu, _ ("As in the _File"), "lane.sort::file");
  return menu;
}

/* The widths apply to the headers of all lanes. */
static GMenu *
make_widths (void)
{
  GMenu *menu = g_menu_new ();

  append_keyed (menu, _ ("_Fit to Names"), "timeline.fit-headers", "<Alt><Shift>w");
  append_keyed (menu, _ ("_Automatic"), "timeline.reset-headers", "<Alt><Shift>a");
  append_keyed (menu, _ ("_Wider"), "timeline.widen-headers", "<Alt><Shift>Right");
  append_keyed (menu, _ ("_Narrower"), "timeline.narrow-headers", "<Alt><Shift>Left");
  return menu;
}

static gboolean
has_levels (const StrataLane *lane)
{
  return strata_lane_is_group (lane) || (lane->n_all_rows > 1 && strata_lane_get_track (lane) != STRATA_NONE);
}

static GMenu *
make_model (const StrataLane *lane,
            gboolean has_counter)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) places = g_menu_new ();
  g_autoptr (GMenu) sizes = g_menu_new ();
  g_autoptr (GMenu) all = g_menu_new ();
  g_autoptr (GMenu) heights = make_heights ();
  g_autoptr (GMenu) depths = make_depths ();
  g_autoptr (GMenu) sorts = make_sorts ();
  g_autoptr (GMenu) widths = make_widths ();

  append_keyed (places, _ ("_Pin to Top"), "lane.pinned", "q");
  append_keyed (places, _ ("_Hide"), "lane.hide", "Delete");
  append_keyed (places, _ ("Move _Up"), "lane.move-up", "<Alt><Shift>Up");
  append_keyed (places, _ ("Move _Down"), "lane.move-down", "<Alt><Shift>Down");
  if (strata_lane_is_group (lane))
    append_keyed (sizes, _ ("_Collapsed"), "lane.collapsed", "Return");
  g_menu_append_submenu (sizes, _ ("H_eight"), G_MENU_MODEL (heights));
  if (has_levels (lane))
    g_menu_append_submenu (sizes, _ ("_Levels of Calls"), G_MENU_MODEL (depths));
  g_menu_append_submenu (all, _ ("Header _Width"), G_MENU_MODEL (widths));
  g_menu_append_submenu (all, _ ("Sort P_rocesses"), G_MENU_MODEL (sorts));
  append_keyed (all, _ ("_Show All Hidden Lanes"), "lane.show-hidden", "<Shift>Delete");
  append_keyed (all, _ ("_Filter Lanes"), "timeline.filter-lanes", "<Control>l");
  append_keyed (all, _ ("E_xpand All Groups"), "timeline.expand-all", "<Control>bracketright");
  append_keyed (all, _ ("Collapse _All Groups"), "timeline.collapse-all", "<Control>bracketleft");

  append_section (menu, places);
  append_section (menu, sizes);
  if (has_counter)
    counter_menu_append (menu);
  append_section (menu, all);
  return menu;
}

/**
 * strata_lane_menu_append:
 * @menu: a menu of an item
 * @session: a session
 * @lane: index of the lane
 *
 * Adds the commands for a lane as a submenu. For a counter, its display modes
 * come first.
 */
void
strata_lane_menu_append (GMenu *menu,
                         StrataSession *session,
                         guint32 lane)
{
  const StrataLane *found = get_lane (session, lane);
  g_autoptr (GMenu) counter = g_menu_new ();
  g_autoptr (GMenu) submenu = make_model (found, FALSE);

  if (strata_lane_get_counter (found) != STRATA_NONE)
    {
      counter_menu_append (counter);
      g_menu_prepend_section (menu, NULL, G_MENU_MODEL (counter));
    }
  g_menu_append_submenu (menu, _ ("This _Lane"), G_MENU_MODEL (submenu));
}

/**
 * strata_lane_menu_insert_actions:
 * @menu: a menu with the entries of strata_lane_menu_append()
 * @session: a session
 * @lane: index of the lane
 *
 * Adds the actions of these entries.
 */
void
strata_lane_menu_insert_actions (GtkWidget *menu,
                                 StrataSession *session,
                                 guint32 lane)
{
  g_autoptr (GObject) actions = G_OBJECT (make_actions (session, lane));

  gtk_widget_insert_action_group (menu, "lane", G_ACTION_GROUP (actions));
  if (strata_lane_get_counter (get_lane (session, lane)) != STRATA_NONE)
    {
      g_autoptr (GObject) counter = G_OBJECT (counter_menu_new_actions (session, lane));

      gtk_widget_insert_action_group (menu, "counter", G_ACTION_GROUP (counter));
    }
}

/**
 * strata_lane_menu_new:
 * @session: a session
 * @lane: index of a lane
 *
 * Makes a menu with the commands for a lane.
 *
 * Returns: (transfer floating): the menu, which has no parent yet
 */
GtkWidget *
strata_lane_menu_new (StrataSession *session,
                      guint32 lane)
{
  const StrataLane *found = get_lane (session, lane);
  g_autoptr (GMenu) model = make_model (found, strata_lane_get_counter (found) != STRATA_NONE);
  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));

  strata_menu_model_own (menu, G_MENU_MODEL (model));
  strata_lane_menu_insert_actions (menu, session, lane);
  gtk_accessible_update_property (GTK_ACCESSIBLE (menu), GTK_ACCESSIBLE_PROPERTY_LABEL, found->title, -1);
  return menu;
}
