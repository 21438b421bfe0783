/* strata-view-option-actions.c - menu actions for the view options of a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-view-option-actions.h"

/* Their states follow the session, whatever changed it. Colours and context switches are saved as
 * preferences; the clock is chosen for each trace. */

static const char *
get_clock_id (StrataViewOptions view_options)
{
  return view_options.clock == STRATA_CLOCK_CPU ? "cpu" : "wall";
}

static void
change_clock (GSimpleAction *action,
              GVariant *state,
              gpointer user_data)
{
  StrataSession *session = user_data;
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  view_options.clock = g_str_equal (g_variant_get_string (state, NULL), "cpu") ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
  strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
change_coloring (GSimpleAction *action,
                 GVariant *state,
                 gpointer user_data)
{
  StrataSession *session = user_data;
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  if (strata_coloring_from_id (g_variant_get_string (state, NULL), &view_options.coloring))
    strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
change_switches (GSimpleAction *action,
                 GVariant *state,
                 gpointer user_data)
{
  StrataSession *session = user_data;
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  view_options.has_switches = g_variant_get_boolean (state);
  strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
change_path (GSimpleAction *action,
             GVariant *state,
             gpointer user_data)
{
  strata_selection_set_path_shown (strata_session_get_selection (user_data), g_variant_get_boolean (state));
}

static void
change_shown (StrataSession *session,
              StrataLaneExtras extra,
              gboolean is_shown)
{
  const StrataLaneExtras shown = strata_lanes_get_shown (strata_session_get_lanes (session));

  strata_lanes_set_shown (strata_session_get_lanes (session), is_shown ? shown | extra : shown & ~extra);
}

static void
change_quiet_threads (GSimpleAction *action,
                      GVariant *state,
                      gpointer user_data)
{
  change_shown (user_data, STRATA_LANE_EXTRA_THREADS, g_variant_get_boolean (state));
}

static void
change_cpu_details (GSimpleAction *action,
                    GVariant *state,
                    gpointer user_data)
{
  change_shown (user_data, STRATA_LANE_EXTRA_CPU, g_variant_get_boolean (state));
}

static void
change_steady_counters (GSimpleAction *action,
                        GVariant *state,
                        gpointer user_data)
{
  change_shown (user_data, STRATA_LANE_EXTRA_STEADY, g_variant_get_boolean (state));
}

static void
change_lane_sort (GSimpleAction *action,
                  GVariant *state,
                  gpointer user_data)
{
  StrataLaneSort sort;

  if (strata_lane_sort_from_id (g_variant_get_string (state, NULL), &sort))
    strata_lanes_set_sort (strata_session_get_lanes (user_data), sort);
}

static void
change_lane_height (GSimpleAction *action,
                    GVariant *state,
                    gpointer user_data)
{
  StrataLaneHeight height;

  if (strata_lane_height_from_id (g_variant_get_string (state, NULL), &height))
    strata_lanes_set_height (strata_session_get_lanes (user_data), STRATA_NONE, height);
}

static void
change_lane_depth (GSimpleAction *action,
                   GVariant *state,
                   gpointer user_data)
{
  strata_lanes_set_depth (strata_session_get_lanes (user_data), STRATA_NONE, (guint32) MAX (g_variant_get_int32 (state), 0));
}

static void
change_only_hits (GSimpleAction *action,
                  GVariant *state,
                  gpointer user_data)
{
  g_simple_action_set_state (action, state);
  strata_findings_set_only_hit_lanes (strata_session_get_findings (user_data), g_variant_get_boolean (state));
}

static const GActionEntry entries[] = {
  { .name = "lanes-with-hits", .state = "false", .change_state = change_only_hits },
  { .name = "lane-sort", .parameter_type = "s", .state = "'slices'", .change_state = change_lane_sort },
  { .name = "lane-height", .parameter_type = "s", .state = "'normal'", .change_state = change_lane_height },
  { .name = "lane-depth", .parameter_type = "i", .state = "512", .change_state = change_lane_depth },
  { .name = "quiet-threads", .state = "false", .change_state = change_quiet_threads },
  { .name = "steady-counters", .state = "true", .change_state = change_steady_counters },
  { .name = "cpu-details", .state = "false", .change_state = change_cpu_details },
  { .name = "clock", .parameter_type = "s", .state = "'wall'", .change_state = change_clock },
  { .name = "color-by", .parameter_type = "s", .state = "'name'", .change_state = change_coloring },
  { .name = "context-switches", .state = "false", .change_state = change_switches },
  { .name = "critical-path", .state = "false", .change_state = change_path },
};

static void
set_state (GActionMap *map,
           const char *name,
           GVariant *state)
{
  g_simple_action_set_state (G_SIMPLE_ACTION (g_action_map_lookup_action (map, name)), state);
}

static void
show_states (GActionMap *map,
             StrataView *view)
{
  StrataViewOptions view_options = strata_view_get_options (view);

  set_state (map, "clock", g_variant_new_string (get_clock_id (view_options)));
  set_state (map, "color-by", g_variant_new_string (strata_coloring_get_id (view_options.coloring)));
  set_state (map, "context-switches", g_variant_new_boolean (view_options.has_switches));
}

static void
on_lanes_changed (StrataView *view,
                  StrataLanesChange change,
                  GActionMap *map)
{
  StrataSession *session = g_object_get_data (G_OBJECT (map), "session");
  const StrataLanes *lanes = strata_view_get_lanes (view);
  const StrataLaneExtras shown = strata_lanes_get_shown (lanes);

  set_state (map, "quiet-threads", g_variant_new_boolean ((shown & STRATA_LANE_EXTRA_THREADS) != 0));
  set_state (map, "steady-counters", g_variant_new_boolean ((shown & STRATA_LANE_EXTRA_STEADY) != 0));
  set_state (map, "cpu-details", g_variant_new_boolean ((shown & STRATA_LANE_EXTRA_CPU) != 0));
  set_state (map, "lanes-with-hits", g_variant_new_boolean (strata_findings_get_only_hit_lanes (strata_session_get_findings (session))));
  set_state (map, "lane-sort", g_variant_new_string (strata_lane_sort_get_id (strata_lanes_get_sort (lanes))));
  set_state (map, "lane-height", g_variant_new_string (strata_lane_height_get_id (strata_lanes_get_height (lanes, STRATA_NONE))));
  set_state (map, "lane-depth", g_variant_new_int32 ((gint32) strata_lanes_get_depth (lanes, STRATA_NONE)));
}

static void
on_options_changed (StrataView *view,
                    const StrataViewOptions *before,
                    GActionMap *map)
{
  GSettings *settings = g_object_get_data (G_OBJECT (map), "settings");
  StrataViewOptions view_options = strata_view_get_options (view);

  show_states (map, view);
  if (settings == NULL)
    return;

  g_settings_set_string (settings, "color-by", strata_coloring_get_id (view_options.coloring));
  g_settings_set_boolean (settings, "context-switches", view_options.has_switches);
}

static void
on_path_changed (StrataSelection *selection,
                 guint slice,
                 GActionMap *map)
{
  set_state (map, "critical-path", g_variant_new_boolean (strata_selection_get_path_shown (selection)));
}

/* Changed by the preferences, or by another window. */
static void
on_color_preferred (GSettings *settings,
                    const char *key,
                    GActionMap *map)
{
  StrataView *view = strata_session_get_view (g_object_get_data (G_OBJECT (map), "session"));
  StrataViewOptions view_options = strata_view_get_wanted_options (view);
  const StrataColoring before = view_options.coloring;
  g_autofree char *color_by = g_settings_get_string (settings, key);

  if (strata_coloring_from_id (color_by, &view_options.coloring) && view_options.coloring != before)
    strata_view_want_options (view, view_options);
}

static void
restore_view_options (StrataView *view,
                      GSettings *settings)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (view);
  g_autofree char *color_by = g_settings_get_string (settings, "color-by");
  g_autofree char *clock = g_settings_get_string (settings, "clock");

  strata_coloring_from_id (color_by, &view_options.coloring);
  if (strata_view_has_both_clocks (view) && g_str_equal (clock, "cpu"))
    view_options.clock = STRATA_CLOCK_CPU;
  view_options.has_switches = g_settings_get_boolean (settings, "context-switches");
  strata_view_want_options (view, view_options);
}

/**
 * strata_view_option_actions_new:
 * @session: the session whose view options to change
 * @settings: (nullable): where preferences are saved
 *
 * Makes the actions clock, color-by, context-switches, critical-path,
 * quiet-threads, steady-counters, cpu-details, lanes-with-hits, lane-sort,
 * lane-height and lane-depth, and sets the view
 * options of the last trace in @session.
 *
 * Returns: (transfer full): the actions
 */
GActionGroup *
strata_view_option_actions_new (StrataSession *session,
                                GSettings *settings)
{
  GSimpleActionGroup *group = g_simple_action_group_new ();
  GActionMap *map = G_ACTION_MAP (group);
  StrataView *view = strata_session_get_view (session);
  gboolean has_switches = strata_trace_get_switch_name (strata_session_get_trace (session)) != STRATA_NONE;

  g_action_map_add_action_entries (map, entries, G_N_ELEMENTS (entries), session);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "clock")), strata_view_has_both_clocks (view));
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "context-switches")), has_switches);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, "critical-path")), strata_selection_can_show_path (strata_session_get_selection (session)));

  g_object_set_data_full (G_OBJECT (group), "session", g_object_ref (session), g_object_unref);
  if (settings != NULL)
    {
      g_object_set_data_full (G_OBJECT (group), "settings", g_object_ref (settings), g_object_unref);
      restore_view_options (view, settings);
      g_signal_connect_object (settings, "changed::color-by", G_CALLBACK (on_color_preferred), group, 0);
    }

  show_states (map, view);
  on_lanes_changed (view, STRATA_LANES_LAYOUT, map);
  g_signal_connect_object (view, "lanes-changed", G_CALLBACK (on_lanes_changed), group, 0);
  g_signal_connect_object (view, "options-changed", G_CALLBACK (on_options_changed), group, 0);
  g_signal_connect_object (strata_session_get_selection (session), "path-changed", G_CALLBACK (on_path_changed), group, 0);

  return G_ACTION_GROUP (group);
}
