/* strata-timeline-actions.c - what can be done in the timeline by key, menu or assistive tool
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline-actions.h"

#include <glib/gi18n-lib.h>

#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"
#include "strata-session-found.h"
#include "strata-timeline-lane-actions.h"
#include "strata-timeline.h"

#define KEY_ZOOM 1.5
#define KEY_PAN_FRAC 0.1
#define KEY_PAGE_FRAC 0.9
#define KEY_SCROLL_PX 60
#define ZOOM_MARGIN_FRAC 0.1

/* Actions are of the class, not of an action group: so AT-SPI shows and does them. */
typedef void (*Act) (StrataCanvas *canvas, StrataSession *session, int way);

typedef struct
{
  guint key;
  GdkModifierType modifiers;
} Key;

typedef struct
{
  const char *name;
  Act act;
  int way;     /* a direction, or what else @act does in several ways; 0 where there is one */
  Key keys[4]; /* ends with a key of 0 */
} Action;

static double
get_width_px (StrataSession *session)
{
  return strata_view_get_viewport (strata_session_get_view (session))->width_px;
}

static double
get_height_px (StrataCanvas *canvas)
{
  return gtk_widget_get_height (GTK_WIDGET (canvas));
}

static void
zoom (StrataCanvas *canvas,
      StrataSession *session,
      int way)
{
  strata_canvas_zoom_by (canvas, way > 0 ? KEY_ZOOM : 1 / KEY_ZOOM);
}

static void
zoom_all (StrataCanvas *canvas,
          StrataSession *session,
          int way)
{
  StrataViewport all = *strata_view_get_viewport (strata_session_get_view (session));

  strata_viewport_init (&all, all.bounds, all.width_px);
  strata_canvas_show_span (canvas, strata_viewport_get_span (&all), 0);
}

/* The area first, which lies above the selection. */
static void
zoom_selection (StrataCanvas *canvas,
                StrataSession *session,
                int way)
{
  StrataSpan span;

  if (strata_session_get_area (session, &span))
    {
      strata_canvas_show_span (canvas, span, ZOOM_MARGIN_FRAC);
      return;
    }

  if (!strata_session_get_item_span (session, strata_session_get_selected_item (session), &span))
    return;

  strata_canvas_reveal_selection (canvas);
  strata_canvas_show_span (canvas, span, ZOOM_MARGIN_FRAC);
}

static void
pan (StrataCanvas *canvas,
     StrataSession *session,
     int way)
{
  strata_canvas_pan_by (canvas, way * get_width_px (session) * KEY_PAN_FRAC);
}

static void
pan_page (StrataCanvas *canvas,
          StrataSession *session,
          int way)
{
  strata_canvas_pan_by (canvas, way * get_width_px (session) * KEY_PAGE_FRAC);
}

/* The view keeps its length; the session keeps it inside the trace. */
static void
pan_to_end (StrataCanvas *canvas,
            StrataSession *session,
            int way)
{
  const StrataViewport *view = strata_view_get_viewport (strata_session_get_view (session));
  const gint64 length_ns = strata_span_get_length_ns (strata_viewport_get_span (view));
  const gint64 begin_ns = way < 0 ? view->bounds.begin_ns : strata_time_add (view->bounds.end_ns, -length_ns);

  strata_canvas_show_span (canvas, (StrataSpan){ begin_ns, strata_time_add (begin_ns, length_ns) }, 0);
}

static void
scroll (StrataCanvas *canvas,
        StrataSession *session,
        int way)
{
  strata_canvas_scroll_by (canvas, way * KEY_SCROLL_PX);
}

static void
scroll_page (StrataCanvas *canvas,
             StrataSession *session,
             int way)
{
  strata_canvas_scroll_by (canvas, way * get_height_px (canvas) * KEY_PAGE_FRAC);
}

/* A walk by keys begins with what is in view. */
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
select_neighbour (StrataCanvas *canvas,
                  StrataSession *session,
                  int way)
{
  if (!select_first (canvas, session))
    strata_session_select_neighbour (session, way);
}

static void
select_relative (StrataCanvas *canvas,
                 StrataSession *session,
                 int way)
{
  if (!select_first (canvas, session))
    strata_session_select_relative (session, way);
}

static void
select_chain_parent (StrataCanvas *canvas,
                     StrataSession *session,
                     int way)
{
  strata_session_select_chain_parent (session);
}

static void
select_chain_neighbour (StrataCanvas *canvas,
                        StrataSession *session,
                        int way)
{
  strata_session_select_chain_neighbour (session, way);
}

static void
select_waker (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_session_select_waker (session);
}

static void
select_run (StrataCanvas *canvas,
            StrataSession *session,
            int way)
{
  strata_session_select_run (session);
}

static void
select_thread (StrataCanvas *canvas,
               StrataSession *session,
               int way)
{
  strata_session_select_thread (session);
}

static void
toggle_extra (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (session));

  strata_lanes_set_shown (lanes, strata_lanes_get_shown (lanes) ^ (guint) way);
}

static void
change_counter (StrataCanvas *canvas,
                StrataSession *session,
                int way)
{
  const guint32 lane = strata_canvas_find_counter_lane (canvas);

  if (lane != STRATA_NONE)
    strata_lanes_set_counter_mode (strata_view_get_lanes (strata_session_get_view (session)), lane, (strata_lanes_get (strata_view_get_lanes (strata_session_get_view (session)), NULL)[lane].mode + 1) % STRATA_N_COUNTER_MODES);
}

static void
share_scale (StrataCanvas *canvas,
             StrataSession *session,
             int way)
{
  const guint32 lane = strata_canvas_find_counter_lane (canvas);

  if (lane != STRATA_NONE)
    strata_lanes_set_scale_shared (strata_view_get_lanes (strata_session_get_view (session)), lane, !strata_lanes_get (strata_view_get_lanes (strata_session_get_view (session)), NULL)[lane].is_scale_shared);
}

static void
open_counter_menu (StrataCanvas *canvas,
                   StrataSession *session,
                   int way)
{
  const guint32 lane = strata_canvas_find_counter_lane (canvas);

  if (lane != STRATA_NONE)
    strata_canvas_open_lane_menu (canvas, lane);
}

static void
select_alike (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_session_select_alike (session, (StrataAlikeStep) way);
}

/* A key that does nothing says why. */
static void
select_slow_frame (StrataCanvas *canvas,
                   StrataSession *session,
                   int way)
{
  if (!strata_session_select_slow_frame (session, way))
    gtk_widget_activate_action (GTK_WIDGET (canvas), "trace.tell", "s", way > 0 ? _ ("No slow frame follows.") : _ ("No slow frame comes before."));
}

static void
toggle_vsync (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_view_set_vsync_shown (strata_session_get_view (session), !strata_view_get_vsync_shown (strata_session_get_view (session)));
}

static void
toggle_clock (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  view_options.clock = view_options.clock == STRATA_CLOCK_CPU ? STRATA_CLOCK_WALL : STRATA_CLOCK_CPU;
  if (strata_view_has_both_clocks (strata_session_get_view (session)))
    strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
toggle_switches (StrataCanvas *canvas,
                 StrataSession *session,
                 int way)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  view_options.has_switches = !view_options.has_switches;
  strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
change_colors (StrataCanvas *canvas,
               StrataSession *session,
               int way)
{
  StrataViewOptions view_options = strata_view_get_wanted_options (strata_session_get_view (session));

  view_options.coloring = (view_options.coloring + 1) % STRATA_N_COLORINGS;
  strata_view_want_options (strata_session_get_view (session), view_options);
}

static void
put_cursor (StrataCanvas *canvas,
            StrataSession *session,
            int way)
{
  strata_canvas_put_cursor_here (canvas, (StrataCursor) way);
}

static void
measure_selection (StrataCanvas *canvas,
                   StrataSession *session,
                   int way)
{
  strata_session_measure_selection (session);
}

static void
clear_cursors (StrataCanvas *canvas,
               StrataSession *session,
               int way)
{
  strata_marks_clear_cursors (strata_session_get_marks (session));
}

static void
add_bookmark (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_session_add_bookmark_here (session);
}

static void
go_to_bookmark (StrataCanvas *canvas,
                StrataSession *session,
                int way)
{
  strata_session_go_to_next_bookmark (session, way);
}

static void
filter_lanes (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_timeline_focus_filter (STRATA_TIMELINE (gtk_widget_get_parent (GTK_WIDGET (canvas))));
}

static void
go_in_history (StrataCanvas *canvas,
               StrataSession *session,
               int way)
{
  strata_timeline_go_in_history (STRATA_TIMELINE (gtk_widget_get_parent (GTK_WIDGET (canvas))), way);
}

static void
select_area (StrataCanvas *canvas,
             StrataSession *session,
             int way)
{
  strata_canvas_select_area (canvas);
}

static void
extend_area (StrataCanvas *canvas,
             StrataSession *session,
             int way)
{
  strata_session_extend_area (session);
}

/* The area first, which lies above the selection, and the cursors last. */
static void
clear_selection (StrataCanvas *canvas,
                 StrataSession *session,
                 int way)
{
  if (strata_session_get_area (session, NULL))
    {
      strata_session_clear_area (session);
      return;
    }
  if (strata_session_get_selected_item (session).kind == STRATA_ITEM_NONE)
    strata_marks_clear_cursors (strata_session_get_marks (session));

  strata_session_select (session, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
}

static void
toggle_group (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  guint32 lane = strata_canvas_find_current_lane (canvas);

  if (lane != STRATA_NONE)
    strata_canvas_toggle_group (canvas, lane);
}

static void
open_menu (StrataCanvas *canvas,
           StrataSession *session,
           int way)
{
  strata_canvas_open_menu (canvas);
}

static void
open_lane_menu (StrataCanvas *canvas,
                StrataSession *session,
                int way)
{
  strata_canvas_open_lane_menu (canvas, strata_canvas_find_pointed_lane (canvas));
}

/* All that is folded: counters that never change, too. */
static void
expand_all (StrataCanvas *canvas,
            StrataSession *session,
            int way)
{
  StrataLanes *lanes = strata_view_get_lanes (strata_session_get_view (session));

  strata_lanes_set_shown (lanes, strata_lanes_get_shown (lanes) | STRATA_LANE_EXTRA_STEADY);
  strata_lanes_set_all_collapsed (lanes, FALSE);
}

static void
collapse_all (StrataCanvas *canvas,
              StrataSession *session,
              int way)
{
  strata_lanes_set_all_collapsed (strata_view_get_lanes (strata_session_get_view (session)), TRUE);
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
  { "timeline.select-chain-parent", select_chain_parent, 0, { { GDK_KEY_u, 0 } } },
  { "timeline.select-chain-next", select_chain_neighbour, 1, { { GDK_KEY_j, 0 } } },
  { "timeline.select-chain-previous", select_chain_neighbour, -1, { { GDK_KEY_J, GDK_SHIFT_MASK } } },
  { "timeline.select-waker", select_waker, 0, { { GDK_KEY_k, 0 } } },
  { "timeline.select-run", select_run, 0, { { GDK_KEY_r, 0 } } },
  { "timeline.select-thread", select_thread, 0, { { GDK_KEY_R, GDK_SHIFT_MASK } } },
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
  { "timeline.measure-selection", measure_selection, 0, { { GDK_KEY_3, 0 }, { GDK_KEY_KP_3, 0 } } },
  { "timeline.clear-cursors", clear_cursors, 0, { { GDK_KEY_BackSpace, 0 } } },
  { "timeline.add-bookmark", add_bookmark, 0, { { GDK_KEY_b, 0 } } },
  { "timeline.next-bookmark", go_to_bookmark, 1, { { GDK_KEY_v, 0 } } },
  { "timeline.previous-bookmark", go_to_bookmark, -1, { { GDK_KEY_V, GDK_SHIFT_MASK } } },
  { "timeline.select-area", select_area, 0, { { GDK_KEY_m, 0 } } },
  { "timeline.extend-area", extend_area, 0, { { GDK_KEY_M, GDK_SHIFT_MASK } } },
  { "timeline.clear-selection", clear_selection, 0, { { GDK_KEY_Escape, 0 } } },
  { "timeline.toggle-group", toggle_group, 0, { { GDK_KEY_Return, 0 }, { GDK_KEY_KP_Enter, 0 }, { GDK_KEY_space, 0 } } },
  { "timeline.expand-all", expand_all, 0, { { GDK_KEY_bracketright, GDK_CONTROL_MASK } } },
  { "timeline.collapse-all", collapse_all, 0, { { GDK_KEY_bracketleft, GDK_CONTROL_MASK } } },
};

/* Keys that walk among items while one is selected. */
typedef struct
{
  Key key;
  const char *with_selection;
  const char *without; /* NULL: the key is not taken */
  int direction;       /* of a walk that ends where the row does, and gives the key back; 0 for none */
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
  const StrataItem before = session != NULL ? strata_session_get_selected_item (session) : (StrataItem){ STRATA_ITEM_NONE };

  if (before.kind == STRATA_ITEM_NONE)
    return walk->without != NULL && gtk_widget_activate_action (widget, walk->without, NULL);

  gtk_widget_activate_action (widget, walk->with_selection, NULL);
  return walk->direction == 0 || strata_session_get_selected_item (session).index != before.index;
}

static void
activate (GtkWidget *widget,
          const char *name,
          GVariant *parameter)
{
  StrataSession *session = strata_timeline_get_session (STRATA_TIMELINE (widget));

  for (guint i = 0; session != NULL && i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name))
      actions[i].act (strata_timeline_get_canvas (widget), session, actions[i].way);
}

/**
 * strata_timeline_share_letters:
 * @widget_class: of a widget around timelines
 * @callback: called with the name of an action
 *
 * Adds a key binding for each letter that means something in a timeline, so that it means
 * the same wherever else the focus is.
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
  gtk_widget_class_add_binding (widget_class, GDK_KEY_q, 0, callback, "s", "timeline.pin-lane");
}

void
strata_timeline_install_actions (GtkWidgetClass *widget_class)
{
  strata_timeline_install_lane_actions (widget_class);
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
