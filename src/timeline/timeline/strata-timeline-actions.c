/* strata-timeline-actions.c - commands of the timeline for keys, menus and assistive tools
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline-actions.h"

#include <glib/gi18n-lib.h>

#include "strata-lane-action.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"
#include "strata-session-found.h"
#include "strata-timeline.h"

#define KEY_ZOOM 1.5
#define KEY_PAN_FRAC 0.1
#define KEY_PAGE_FRAC 0.9
#define KEY_SCROLL_PX 60
#define ZOOM_MARGIN_FRAC 0.1
#define HEADER_STEP_PX 20

/* The actions belong to the class, not to an action group, so that AT-SPI shows and performs them. */
typedef struct
{
  StrataCanvas *canvas;   /* borrowed */
  StrataSession *session; /* borrowed: the session of the canvas */
  int way;                /* a direction or another variant of the action; 0 if there is only one */
} Command;

typedef void (*Act) (const Command *command);

typedef struct
{
  guint key;
  GdkModifierType modifiers;
} Key;

typedef struct
{
  const char *name;
  Act act;
  int way;                                            /* of the command */
  Key keys[4];                                        /* ends with a key of 0 */
  gboolean (*of_session) (StrataSession *session);    /* instead of @act: a function of the session alone */
  gboolean (*step) (StrataSession *session, int way); /* the same in a direction */
  StrataLaneAct of_lane;                              /* instead of @act: a function of a lane */
  gboolean needs_no_lane;
} Action;

static double
get_width_px (StrataSession *session)
{
  return strata_session_get_viewport (session)->width_px;
}

static double
get_height_px (StrataCanvas *canvas)
{
  return gtk_widget_get_height (GTK_WIDGET (canvas));
}

static void
zoom (const Command *command)
{
  strata_canvas_zoom_by (command->canvas, command->way > 0 ? KEY_ZOOM : 1 / KEY_ZOOM);
}

static void
zoom_all (const Command *command)
{
  StrataViewport all = *strata_session_get_viewport (command->session);

  strata_viewport_init (&all, all.bounds, all.width_px);
  strata_canvas_show_span (command->canvas, strata_viewport_get_span (&all), 0);
}

/* The area comes first, as it is above the selection. */
static void
zoom_selection (const Command *command)
{
  StrataSpan span;

  if (strata_session_get_area (command->session, &span))
    {
      strata_canvas_show_span (command->canvas, span, ZOOM_MARGIN_FRAC);
      return;
    }

  if (!strata_session_get_item_span (command->session, strata_session_get_selected_item (command->session), &span))
    return;

  strata_canvas_reveal_selection (command->canvas);
  strata_canvas_show_span (command->canvas, span, ZOOM_MARGIN_FRAC);
}

static void
pan (const Command *command)
{
  strata_canvas_pan_by (command->canvas, command->way * get_width_px (command->session) * KEY_PAN_FRAC);
}

static void
pan_page (const Command *command)
{
  strata_canvas_pan_by (command->canvas, command->way * get_width_px (command->session) * KEY_PAGE_FRAC);
}

/* The view keeps its length; the session keeps it inside the trace. */
static void
pan_to_end (const Command *command)
{
  const StrataViewport *view = strata_session_get_viewport (command->session);
  const gint64 length_ns = strata_span_get_length_ns (strata_viewport_get_span (view));
  const gint64 begin_ns = command->way < 0 ? view->bounds.begin_ns : strata_time_add (view->bounds.end_ns, -length_ns);

  strata_canvas_show_span (command->canvas, (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) }, 0);
}

static void
scroll (const Command *command)
{
  strata_canvas_scroll_by (command->canvas, command->way * KEY_SCROLL_PX);
}

static void
scroll_page (const Command *command)
{
  strata_canvas_scroll_by (command->canvas, command->way * get_height_px (command->canvas) * KEY_PAGE_FRAC);
}

/* Stepping with keys begins at the first slice in view. */
static gboolean
select_first (StrataCanvas *canvas,
              StrataSession *session)
{
  if (strata_session_get_selected_item (session).kind != STRATA_ITEM_NONE)
    return FALSE;

  guint32 slice = strata_canvas_find_slice_in_view (canvas);

  if (slice != STRATA_NONE)
    strata_session_select_slice (session, slice);

  return slice != STRATA_NONE;
}

static void
select_neighbour (const Command *command)
{
  if (!select_first (command->canvas, command->session))
    strata_session_select_neighbour (command->session, command->way);
}

static void
select_relative (const Command *command)
{
  if (!select_first (command->canvas, command->session))
    strata_session_select_relative (command->session, command->way);
}

static void
toggle_extra (const Command *command)
{
  StrataLanes *lanes = strata_session_get_lanes (command->session);

  strata_lanes_set_shown (lanes, strata_lanes_get_shown (lanes) ^ (guint) command->way);
}

static void
change_counter (const Command *command)
{
  const guint32 lane = strata_canvas_find_counter_lane (command->canvas);

  if (lane != STRATA_NONE)
    strata_lanes_set_counter_mode (strata_session_get_lanes (command->session), lane, (strata_lanes_get (strata_session_get_lanes (command->session), NULL)[lane].mode + 1) % STRATA_N_COUNTER_MODES);
}

static void
share_scale (const Command *command)
{
  const guint32 lane = strata_canvas_find_counter_lane (command->canvas);

  if (lane != STRATA_NONE)
    strata_lanes_set_scale_shared (strata_session_get_lanes (command->session), lane, !strata_lanes_get (strata_session_get_lanes (command->session), NULL)[lane].is_scale_shared);
}

static void
open_counter_menu (const Command *command)
{
  const guint32 lane = strata_canvas_find_counter_lane (command->canvas);

  if (lane != STRATA_NONE)
    strata_canvas_open_lane_menu (command->canvas, lane);
}

static void
select_alike (const Command *command)
{
  strata_session_select_alike (command->session, (StrataAlikeStep) command->way);
}

/* If a key has no effect, shows why. */
static void
select_slow_frame (const Command *command)
{
  if (!strata_session_select_slow_frame (command->session, command->way))
    gtk_widget_activate_action (GTK_WIDGET (command->canvas), "trace.tell", "s", command->way > 0 ? _ ("No slow frame follows.") : _ ("No slow frame comes before."));
}

static void
toggle_vsync (const Command *command)
{
  strata_view_set_vsync_shown (strata_session_get_view (command->session), !strata_view_get_vsync_shown (strata_session_get_view (command->session)));
}

static void
toggle_clock (const Command *command)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (command->session));

  view_options.clock = view_options.clock == STRATA_CLOCK_CPU ? STRATA_CLOCK_WALL : STRATA_CLOCK_CPU;
  if (strata_view_has_both_clocks (strata_session_get_view (command->session)))
    strata_view_want_options (strata_session_get_view (command->session), view_options);
}

static void
toggle_switches (const Command *command)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (command->session));

  view_options.has_switches = !view_options.has_switches;
  strata_view_want_options (strata_session_get_view (command->session), view_options);
}

static void
change_colors (const Command *command)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (command->session));

  view_options.coloring = (view_options.coloring + 1) % STRATA_N_COLORINGS;
  strata_view_want_options (strata_session_get_view (command->session), view_options);
}

static void
put_cursor (const Command *command)
{
  strata_canvas_put_cursor_here (command->canvas, (StrataCursor) command->way);
}

static void
clear_cursors (const Command *command)
{
  strata_marks_clear_cursors (strata_session_get_marks (command->session));
}

static void
add_bookmark (const Command *command)
{
  strata_session_add_bookmark_here (command->session);
}

static StrataTimeline *
get_timeline (const Command *command)
{
  return STRATA_TIMELINE (gtk_widget_get_parent (GTK_WIDGET (command->canvas)));
}

static void
filter_lanes (const Command *command)
{
  strata_timeline_focus_filter (get_timeline (command));
}

static void
go_in_history (const Command *command)
{
  strata_timeline_go_in_history (get_timeline (command), command->way);
}

static void
widen_headers (const Command *command)
{
  strata_timeline_set_header_width (get_timeline (command), strata_timeline_get_header_width (get_timeline (command)) + command->way * HEADER_STEP_PX);
}

static void
fit_headers (const Command *command)
{
  strata_timeline_fit_headers (get_timeline (command));
}

static void
reset_headers (const Command *command)
{
  strata_timeline_reset_headers (get_timeline (command));
}

static void
select_area (const Command *command)
{
  strata_canvas_select_area (command->canvas);
}

/* The area comes first, as it is above the selection; the cursors and the underlined name come last. */
static void
clear_selection (const Command *command)
{
  if (strata_session_get_area (command->session, NULL))
    {
      strata_session_clear_area (command->session);
      return;
    }
  if (strata_session_get_selected_item (command->session).kind == STRATA_ITEM_NONE)
    {
      strata_marks_clear_cursors (strata_session_get_marks (command->session));
      strata_selection_set_highlight (strata_session_get_selection (command->session), STRATA_NONE);
    }

  strata_session_select (command->session, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
}

static void
toggle_group (const Command *command)
{
  guint32 lane = strata_canvas_find_current_lane (command->canvas);

  if (lane != STRATA_NONE)
    strata_canvas_toggle_group (command->canvas, lane);
}

static void
open_menu (const Command *command)
{
  strata_canvas_open_menu (command->canvas);
}

static void
open_lane_menu (const Command *command)
{
  strata_canvas_open_lane_menu (command->canvas, strata_canvas_find_pointed_lane (command->canvas));
}

/* Expands everything that is collapsed, including counters that never change. */
static void
expand_all (const Command *command)
{
  StrataLanes *lanes = strata_session_get_lanes (command->session);

  strata_lanes_set_shown (lanes, strata_lanes_get_shown (lanes) | STRATA_LANE_EXTRA_STEADY);
  strata_lanes_set_all_collapsed (lanes, FALSE);
}

static void
collapse_all (const Command *command)
{
  strata_lanes_set_all_collapsed (strata_session_get_lanes (command->session), TRUE);
}

static void
pin (StrataSession *session,
     guint32 lane,
     int way)
{
  StrataLanes *lanes = strata_session_get_lanes (session);

  strata_lanes_set_pinned (lanes, lane, !strata_lanes_get (lanes, NULL)[lane].is_pinned);
}

static void
reset_lanes (StrataSession *session,
             guint32 lane,
             int way)
{
  g_autoptr (StrataLaneArrangement) untouched = strata_lane_arrangement_new ();

  strata_lanes_set_arrangement (strata_session_get_lanes (session), untouched);
}

static const Action actions[] = {
  { "timeline.zoom-in", zoom, 1, { { GDK_KEY_w, 0 }, { GDK_KEY_plus, 0 }, { GDK_KEY_equal, 0 }, { GDK_KEY_KP_Add, 0 } } },
  { "timeline.zoom-out", zoom, -1, { { GDK_KEY_s, 0 }, { GDK_KEY_minus, 0 }, { GDK_KEY_KP_Subtract, 0 } } },
  { "timeline.zoom-all", zoom_all, 0, { { GDK_KEY_0, 0 }, { GDK_KEY_KP_0, 0 } } },
  { "timeline.zoom-selection", zoom_selection, 0, { { GDK_KEY_f, 0 } } },
  { "timeline.pan-left", pan, -1, { { GDK_KEY_a, 0 }, { GDK_KEY_Left, 0 }, { GDK_KEY_KP_Left, 0 } } },
  { "timeline.pan-right", pan, 1, { { GDK_KEY_d, 0 }, { GDK_KEY_Right, 0 }, { GDK_KEY_KP_Right, 0 } } },
  { "timeline.pan-page-left", pan_page, -1, { { GDK_KEY_Left, GDK_SHIFT_MASK } } },
  { "timeline.pan-page-right", pan_page, 1, { { GDK_KEY_Right, GDK_SHIFT_MASK } } },
  { "timeline.pan-to-start", pan_to_end, -1, { { GDK_KEY_Home, 0 } } },
  { "timeline.pan-to-end", pan_to_end, 1, { { GDK_KEY_End, 0 } } },
  { "timeline.scroll-up", scroll, -1, { { GDK_KEY_Up, GDK_SHIFT_MASK } } },
  { "timeline.scroll-down", scroll, 1, { { GDK_KEY_Down, GDK_SHIFT_MASK } } },
  { "timeline.scroll-page-up", scroll_page, -1, { { GDK_KEY_Page_Up, 0 } } },
  { "timeline.scroll-page-down", scroll_page, 1, { { GDK_KEY_Page_Down, 0 } } },
  { "timeline.select-next", select_neighbour, 1, { { GDK_KEY_period, 0 }, { GDK_KEY_Right, GDK_CONTROL_MASK } } },
  { "timeline.select-previous", select_neighbour, -1, { { GDK_KEY_comma, 0 }, { GDK_KEY_Left, GDK_CONTROL_MASK } } },
  { "timeline.select-parent", select_relative, -1, { { GDK_KEY_Up, GDK_CONTROL_MASK } } },
  { "timeline.select-child", select_relative, 1, { { GDK_KEY_Down, GDK_CONTROL_MASK } } },
  { "timeline.select-chain-parent", .keys = { { GDK_KEY_u, 0 } }, .of_session = strata_session_select_chain_parent },
  { "timeline.select-chain-next", .way = 1, .keys = { { GDK_KEY_j, 0 } }, .step = strata_session_select_chain_neighbour },
  { "timeline.select-chain-previous", .way = -1, .keys = { { GDK_KEY_J, GDK_SHIFT_MASK } }, .step = strata_session_select_chain_neighbour },
  { "timeline.select-waker", .keys = { { GDK_KEY_k, 0 } }, .of_session = strata_session_select_waker },
  { "timeline.select-run", .keys = { { GDK_KEY_r, 0 } }, .of_session = strata_session_select_run },
  { "timeline.select-thread", .keys = { { GDK_KEY_R, GDK_SHIFT_MASK } }, .of_session = strata_session_select_thread },
  { "timeline.toggle-threads", toggle_extra, STRATA_LANE_EXTRA_THREADS, { { GDK_KEY_h, 0 } } },
  { "timeline.toggle-cpu-details", toggle_extra, STRATA_LANE_EXTRA_CPU, { { GDK_KEY_i, 0 } } },
  { "timeline.select-same-next", select_alike, STRATA_ALIKE_NEXT, { { GDK_KEY_n, 0 } } },
  { "timeline.select-same-previous", select_alike, STRATA_ALIKE_PREVIOUS, { { GDK_KEY_p, 0 } } },
  { "timeline.change-counter", change_counter, 0, { { GDK_KEY_Y, GDK_SHIFT_MASK } } },
  { "timeline.share-scale", share_scale, 0, { { GDK_KEY_y, 0 } } },
  { "timeline.open-counter-menu", open_counter_menu, 0, { { 0, 0 } } },
  { "timeline.open-menu", open_menu, 0, { { GDK_KEY_Menu, 0 }, { GDK_KEY_F10, GDK_SHIFT_MASK } } },
  { "timeline.open-lane-menu", open_lane_menu, 0, { { GDK_KEY_Menu, GDK_SHIFT_MASK } } },
  { "timeline.select-same-longest", select_alike, STRATA_ALIKE_LONGEST, { { GDK_KEY_o, 0 } } },
  { "timeline.select-same-longer", select_alike, STRATA_ALIKE_LONGER, { { GDK_KEY_L, GDK_SHIFT_MASK } } },
  { "timeline.select-same-shorter", select_alike, STRATA_ALIKE_SHORTER, { { GDK_KEY_l, 0 } } },
  { "timeline.next-slow-frame", select_slow_frame, 1, { { GDK_KEY_e, 0 } } },
  { "timeline.previous-slow-frame", select_slow_frame, -1, { { GDK_KEY_E, GDK_SHIFT_MASK } } },
  { "timeline.toggle-vsync", toggle_vsync, 0, { { GDK_KEY_z, 0 } } },
  { "timeline.toggle-clock", toggle_clock, 0, { { GDK_KEY_t, 0 } } },
  { "timeline.toggle-switches", toggle_switches, 0, { { GDK_KEY_x, 0 } } },
  { "timeline.change-colors", change_colors, 0, { { GDK_KEY_c, 0 } } },
  { "timeline.filter-lanes", filter_lanes, 0, { { GDK_KEY_l, GDK_CONTROL_MASK } } },
  { "timeline.view-back", go_in_history, -1, { { GDK_KEY_Left, GDK_ALT_MASK } } },
  { "timeline.view-forward", go_in_history, 1, { { GDK_KEY_Right, GDK_ALT_MASK } } },
  { "timeline.cursor-a", put_cursor, STRATA_CURSOR_A, { { GDK_KEY_1, 0 }, { GDK_KEY_KP_1, 0 } } },
  { "timeline.cursor-b", put_cursor, STRATA_CURSOR_B, { { GDK_KEY_2, 0 }, { GDK_KEY_KP_2, 0 } } },
  { "timeline.measure-selection", .keys = { { GDK_KEY_3, 0 }, { GDK_KEY_KP_3, 0 } }, .of_session = strata_session_measure_selection },
  { "timeline.clear-cursors", clear_cursors, 0, { { GDK_KEY_BackSpace, 0 } } },
  { "timeline.add-bookmark", add_bookmark, 0, { { GDK_KEY_b, 0 } } },
  { "timeline.next-bookmark", .way = 1, .keys = { { GDK_KEY_v, 0 } }, .step = strata_session_go_to_next_bookmark },
  { "timeline.previous-bookmark", .way = -1, .keys = { { GDK_KEY_V, GDK_SHIFT_MASK } }, .step = strata_session_go_to_next_bookmark },
  { "timeline.select-area", select_area, 0, { { GDK_KEY_m, 0 } } },
  { "timeline.extend-area", .keys = { { GDK_KEY_M, GDK_SHIFT_MASK } }, .of_session = strata_session_extend_area },
  { "timeline.clear-selection", clear_selection, 0, { { GDK_KEY_Escape, 0 } } },
  { "timeline.toggle-group", toggle_group, 0, { { GDK_KEY_Return, 0 }, { GDK_KEY_KP_Enter, 0 }, { GDK_KEY_space, 0 } } },
  { "timeline.expand-all", expand_all, 0, { { GDK_KEY_bracketright, GDK_CONTROL_MASK } } },
  { "timeline.collapse-all", collapse_all, 0, { { GDK_KEY_bracketleft, GDK_CONTROL_MASK } } },
  { "timeline.widen-headers", widen_headers, 1, { { GDK_KEY_Right, GDK_ALT_MASK | GDK_SHIFT_MASK } } },
  { "timeline.narrow-headers", widen_headers, -1, { { GDK_KEY_Left, GDK_ALT_MASK | GDK_SHIFT_MASK } } },
  { "timeline.fit-headers", fit_headers, 0, { { GDK_KEY_w, GDK_ALT_MASK | GDK_SHIFT_MASK } } },
  { "timeline.reset-headers", reset_headers, 0, { { GDK_KEY_a, GDK_ALT_MASK | GDK_SHIFT_MASK } } },
  { "timeline.pin-lane", .keys = { { GDK_KEY_q, 0 } }, .of_lane = pin },
  { "timeline.hide-lane", .keys = { { GDK_KEY_Delete, 0 } }, .of_lane = strata_lane_action_hide },
  { "timeline.show-hidden-lanes", .keys = { { GDK_KEY_Delete, GDK_SHIFT_MASK } }, .of_lane = strata_lane_action_show_hidden, .needs_no_lane = TRUE },
  { "timeline.move-lane-up", .way = -1, .keys = { { GDK_KEY_Up, GDK_ALT_MASK | GDK_SHIFT_MASK } }, .of_lane = strata_lane_action_move },
  { "timeline.move-lane-down", .way = 1, .keys = { { GDK_KEY_Down, GDK_ALT_MASK | GDK_SHIFT_MASK } }, .of_lane = strata_lane_action_move },
  { "timeline.lower-lane", .way = -1, .keys = { { GDK_KEY_braceleft, GDK_SHIFT_MASK } }, .of_lane = strata_lane_action_change_height },
  { "timeline.raise-lane", .way = 1, .keys = { { GDK_KEY_braceright, GDK_SHIFT_MASK } }, .of_lane = strata_lane_action_change_height },
  { "timeline.fewer-levels", .way = -1, .keys = { { GDK_KEY_bracketleft, 0 } }, .of_lane = strata_lane_action_change_depth },
  { "timeline.more-levels", .way = 1, .keys = { { GDK_KEY_bracketright, 0 } }, .of_lane = strata_lane_action_change_depth },
  { "timeline.reset-lanes", .of_lane = reset_lanes, .needs_no_lane = TRUE },
};

/* Keys that step among items while one is selected. */
typedef struct
{
  Key key;
  const char *with_selection;
  const char *without; /* NULL: the key is not handled */
  int direction;       /* the direction of a walk that ends at the end of the row and then leaves the key to others; 0 for none */
} Walk;

static const Walk walks[] = {
  { { GDK_KEY_Up, 0 }, "timeline.select-parent", "timeline.scroll-up", 0 },
  { { GDK_KEY_KP_Up, 0 }, "timeline.select-parent", "timeline.scroll-up", 0 },
  { { GDK_KEY_Down, 0 }, "timeline.select-child", "timeline.scroll-down", 0 },
  { { GDK_KEY_KP_Down, 0 }, "timeline.select-child", "timeline.scroll-down", 0 },
  { { GDK_KEY_Tab, 0 }, "timeline.select-next", NULL, 1 },
  { { GDK_KEY_ISO_Left_Tab, GDK_SHIFT_MASK }, "timeline.select-previous", NULL, -1 },
  { { GDK_KEY_Tab, GDK_SHIFT_MASK }, "timeline.select-previous", NULL, -1 },
};

static gboolean
on_walk_key (GtkWidget *widget,
             GVariant *index,
             gpointer user_data)
{
  const Walk *walk = &walks[g_variant_get_uint32 (index)];
  StrataSession *session = strata_timeline_get_session (STRATA_TIMELINE (widget));
  const StrataItem before = strata_session_get_selected_item (session);

  if (before.kind == STRATA_ITEM_NONE)
    return walk->without != NULL && gtk_widget_activate_action (widget, walk->without, NULL);

  gtk_widget_activate_action (widget, walk->with_selection, NULL);
  return walk->direction == 0 || strata_session_get_selected_item (session).index != before.index;
}

/* The lane under the pointer, else the lane of the selection, else the topmost. */
static void
act_on_lane (const Action *action,
             const Command *command)
{
  const guint32 lane = strata_canvas_find_pointed_lane (command->canvas);

  if (lane != STRATA_NONE || action->needs_no_lane)
    action->of_lane (command->session, lane, action->way);
}

static void
act (const Action *action,
     Command *command)
{
  command->way = action->way;
  if (action->of_session != NULL)
    action->of_session (command->session);
  else if (action->of_lane != NULL)
    act_on_lane (action, command);
  else if (action->step != NULL)
    action->step (command->session, action->way);
  else
    action->act (command);
}

static void
activate (GtkWidget *widget,
          const char *name,
          GVariant *parameter)
{
  Command command = { strata_timeline_get_canvas (widget), strata_timeline_get_session (STRATA_TIMELINE (widget)), 0 };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name))
      act (&actions[i], &command);
}

/**
 * strata_timeline_share_letters:
 * @widget_class: of a widget around timelines
 * @callback: called with the name of an action
 *
 * Adds a key binding for each letter that has an action in a timeline, so that it has the
 * same action wherever the focus is.
 */
void
strata_timeline_share_letters (GtkWidgetClass *widget_class,
                               GtkShortcutFunc callback)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    for (guint k = 0; k < G_N_ELEMENTS (actions[i].keys) && actions[i].keys[k].key != 0; k++)
      if (g_ascii_isalpha ((char) gdk_keyval_to_unicode (actions[i].keys[k].key)) && (actions[i].keys[k].modifiers & ~GDK_SHIFT_MASK) == 0)
        gtk_widget_class_add_binding (widget_class, actions[i].keys[k].key, actions[i].keys[k].modifiers, callback, "s", actions[i].name);

  gtk_widget_class_add_binding (widget_class, GDK_KEY_g, 0, callback, "s", "timeline.area-tool");
}

void
strata_timeline_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (walks); i++)
    gtk_widget_class_add_binding (widget_class, walks[i].key.key, walks[i].key.modifiers, on_walk_key, "u", i);

  gtk_widget_class_install_property_action (widget_class, "timeline.area-tool", "is-area-tool");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_g, 0, "timeline.area-tool", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const Action *action = &actions[i];

      gtk_widget_class_install_action (widget_class, action->name, NULL, activate);
      for (guint k = 0; k < G_N_ELEMENTS (action->keys) && action->keys[k].key != 0; k++)
        gtk_widget_class_add_binding_action (widget_class, action->keys[k].key, action->keys[k].modifiers, action->name, NULL);
    }
}
