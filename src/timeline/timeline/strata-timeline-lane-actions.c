/* strata-timeline-lane-actions.c - arranging lanes by key, menu or assistive tool
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline-lane-actions.h"

#include "strata-lane-action.h"
#include "strata-timeline.h"

/* How much wider or narrower a key makes headers. */
#define HEADER_STEP_PX 20

/* They are about the lane under the pointer; where the pointer is elsewhere, that
 * of the selection, or the topmost. */
typedef struct
{
  const char *name;
  StrataLaneAct act;
  int way;
  guint key;
  GdkModifierType modifiers;
} Action;

static const StrataLane *
get_lane (StrataSession *session,
          guint32 lane)
{
  return &strata_lanes_get (strata_session_get_lanes (session), NULL)[lane];
}

static void
pin (StrataSession *session,
     guint32 lane,
     int way)
{
  strata_lanes_set_pinned (strata_session_get_lanes (session), lane, !get_lane (session, lane)->is_pinned);
}

static void
reset (StrataSession *session,
       guint32 lane,
       int way)
{
  g_autoptr (StrataLaneArrangement) untouched = strata_lane_arrangement_new ();

  strata_lanes_set_arrangement (strata_session_get_lanes (session), untouched);
}

/* Headers are of all lanes, shown or not. */
static const struct
{
  const char *name;
  int step_px; /* 0: as wide as the names */
  guint key;
} widths[] = {
  { "timeline.widen-headers", HEADER_STEP_PX, GDK_KEY_Right },
  { "timeline.narrow-headers", -HEADER_STEP_PX, GDK_KEY_Left },
  { "timeline.fit-headers", 0, GDK_KEY_w },
};

static const Action actions[] = {
  { "timeline.pin-lane", pin, 0, GDK_KEY_q, 0 },
  { "timeline.hide-lane", strata_lane_action_hide, 0, GDK_KEY_Delete, 0 },
  { "timeline.show-hidden-lanes", strata_lane_action_show_hidden, 0, GDK_KEY_Delete, GDK_SHIFT_MASK },
  { "timeline.move-lane-up", strata_lane_action_move, -1, GDK_KEY_Up, GDK_ALT_MASK | GDK_SHIFT_MASK },
  { "timeline.move-lane-down", strata_lane_action_move, 1, GDK_KEY_Down, GDK_ALT_MASK | GDK_SHIFT_MASK },
  { "timeline.lower-lane", strata_lane_action_change_height, -1, GDK_KEY_braceleft, GDK_SHIFT_MASK },
  { "timeline.raise-lane", strata_lane_action_change_height, 1, GDK_KEY_braceright, GDK_SHIFT_MASK },
  { "timeline.fewer-levels", strata_lane_action_change_depth, -1, GDK_KEY_bracketleft, 0 },
  { "timeline.more-levels", strata_lane_action_change_depth, 1, GDK_KEY_bracketright, 0 },
  { "timeline.reset-lanes", reset, 0, 0, 0 },
};

static void
activate (GtkWidget *widget,
          const char *name,
          GVariant *parameter)
{
  StrataSession *session = strata_timeline_get_session (STRATA_TIMELINE (widget));
  const guint32 lane = session != NULL ? strata_canvas_find_pointed_lane (strata_timeline_get_canvas (widget)) : STRATA_NONE;

  for (guint i = 0; session != NULL && i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name) && (lane != STRATA_NONE || actions[i].act == strata_lane_action_show_hidden || actions[i].act == reset))
      actions[i].act (session, lane, actions[i].way);
}

static void
change_width (GtkWidget *widget,
              const char *name,
              GVariant *parameter)
{
  StrataTimeline *timeline = STRATA_TIMELINE (widget);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (g_str_equal (widths[i].name, name) && widths[i].step_px == 0)
      strata_timeline_fit_headers (timeline);
    else if (g_str_equal (widths[i].name, name))
      strata_timeline_set_header_width (timeline, strata_timeline_get_header_width (timeline) + widths[i].step_px);
}

/* Gives timelines the commands that arrange lanes. */
void
strata_timeline_install_lane_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, activate);
      if (actions[i].key != 0)
        gtk_widget_class_add_binding_action (widget_class, actions[i].key, actions[i].modifiers, actions[i].name, NULL);
    }

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gtk_widget_class_install_action (widget_class, widths[i].name, NULL, change_width);
      gtk_widget_class_add_binding_action (widget_class, widths[i].key, GDK_ALT_MASK | GDK_SHIFT_MASK, widths[i].name, NULL);
    }
}
