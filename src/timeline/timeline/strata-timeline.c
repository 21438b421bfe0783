/* strata-timeline.c - the timeline: overview, ruler and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-timeline.h"

#include <glib/gi18n-lib.h>

#include "strata-canvas.h"
#include "strata-contrast.h"
#include "strata-header-grip.h"
#include "strata-lane-filter.h"
#include "strata-overview.h"
#include "strata-readout.h"
#include "strata-ruler.h"
#include "strata-timeline-actions.h"
#include "strata-units.h"
#include "strata-view-history.h"

/* Stacks its parts, all on one time axis, with the readout above them. It does its own layout,
 * because the readout must be able to move without measuring anything else. */

/* Distance from the pointer to the readout, and from the readout to the edges. */
#define READOUT_DISTANCE_PX 16
#define READOUT_MARGIN_PX 4

/* Margin around the entry that filters lanes, above their headers. */
#define FILTER_MARGIN_PX 5

/* A view that rests this long is added to the history. */
#define VIEW_REST_MS 400

/* Limits of the width of lane headers, the least width of the axis, and the width of the grip.
 * Unless the user has chosen a width, headers fit the names on the first screen of lanes, up to a
 * share of the window. */
#define LEAST_HEADER_PX 80
#define MOST_HEADER_PX 1000
#define MOST_HEADER_FRAC 0.2
#define SCREEN_PX 1000
#define LEAST_AXIS_PX 100
#define GRIP_PX 7

struct _StrataTimeline
{
  GtkWidget parent_instance;

  StrataSession *session; /* owned */
  gboolean is_dark;
  gboolean is_area_tool;
  gboolean is_wheel_zooming;
  int header_px; /* requested; a narrow window may give less. 0 to fit the names */
  int names_px;  /* what the names need */

  GtkWidget *overview;
  GtkWidget *ruler;
  GtkWidget *canvas;
  GtkWidget *scrollbar;
  GtkWidget *filter;
  GtkWidget *grip;
  GtkWidget *readout;
  double readout_x_px; /* the place it points at */
  double readout_y_px;
  StrataViewHistory *history;
  guint rest_id;        /* until the view has rested and is noted */
  StrataClocks axis;    /* of the views in the history */
  gboolean is_choosing; /* the user drags a band on the ruler: the readout shows its length */
};

enum
{
  PROP_0,
  PROP_IS_DARK,
  PROP_IS_AREA_TOOL,
  PROP_IS_WHEEL_ZOOMING,
  PROP_HEADER_WIDTH,
  PROP_NAMES_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (StrataTimeline, strata_timeline, GTK_TYPE_WIDGET)

StrataCanvas *
strata_timeline_get_canvas (GtkWidget *widget)
{
  return STRATA_CANVAS (STRATA_TIMELINE (widget)->canvas);
}

static void
point_readout_at (StrataTimeline *self,
                  double x_px,
                  double y_px)
{
  self->readout_x_px = x_px;
  self->readout_y_px = y_px;
  if (gtk_widget_get_visible (self->readout))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
on_pointer_moved (StrataTimeline *self)
{
  double x_px;
  double y_px;

  if (!strata_canvas_get_pointer (STRATA_CANVAS (self->canvas), &x_px, &y_px))
    return;

  gtk_widget_translate_coordinates (self->canvas, GTK_WIDGET (self), x_px, y_px, &x_px, &y_px);
  point_readout_at (self, x_px, y_px);
}

static void
on_hover_changed (StrataTimeline *self)
{
  StrataItem item = strata_selection_get_hover (strata_session_get_selection (self->session));
  double x_px;
  double y_px;

  if (self->is_choosing)
    return;
  if (item.kind == STRATA_ITEM_NONE || !strata_canvas_get_pointer (STRATA_CANVAS (self->canvas), &x_px, &y_px))
    {
      strata_readout_hide (STRATA_READOUT (self->readout));
      return;
    }

  g_autofree char *text = strata_session_describe_item (self->session, item);

  on_pointer_moved (self);
  strata_readout_show (STRATA_READOUT (self->readout), text);
}

static void
on_band_changed (StrataTimeline *self,
                 double begin_px,
                 double end_px)
{
  char text[STRATA_UNITS_BYTES];

  strata_canvas_set_band (STRATA_CANVAS (self->canvas), begin_px, end_px);
  self->is_choosing = begin_px != end_px;
  if (!self->is_choosing)
    {
      strata_readout_hide (STRATA_READOUT (self->readout));
      return;
    }

  double length_px = ABS (end_px - begin_px);

  strata_units_amount ((gint64) (length_px * strata_session_get_viewport (self->session)->ns_per_px), strata_trace_get_unit (strata_session_get_trace (self->session)), text);
  point_readout_at (self, end_px, STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX);
  strata_readout_show_now (STRATA_READOUT (self->readout), text);
}

static void
on_band_chosen (StrataTimeline *self,
                double begin_px,
                double end_px)
{
  const StrataViewport *view = strata_session_get_viewport (self->session);
  StrataSpan span = {
    strata_viewport_x_to_time (view, begin_px - strata_canvas_get_header_px (STRATA_CANVAS (self->canvas))),
    strata_viewport_x_to_time (view, end_px - strata_canvas_get_header_px (STRATA_CANVAS (self->canvas))),
  };

  strata_canvas_show_span (STRATA_CANVAS (self->canvas), span, 0);
}

static void
on_cursor_dragged (StrataTimeline *self,
                   guint cursor,
                   double x_px,
                   gboolean is_snapping)
{
  strata_canvas_put_cursor (STRATA_CANVAS (self->canvas), cursor, x_px, -1, is_snapping);
}

static void
note_view (StrataTimeline *self)
{
  strata_view_history_note (self->history, strata_view_get_settled_span (strata_session_get_view (self->session)));
}

/* Not with every frame, or a screen reader would read nothing else; the widget is busy until then. */
static void
tell_view (StrataTimeline *self)
{
  g_autofree char *view = strata_session_describe_view (self->session);
  g_autofree char *lanes = strata_session_describe_lanes (self->session);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self->overview), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, view, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, lanes, -1);
}

static void
set_is_busy (StrataTimeline *self,
             gboolean is_busy)
{
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->overview), GTK_ACCESSIBLE_STATE_BUSY, is_busy, -1);
}

static gboolean
on_view_rested (gpointer user_data)
{
  StrataTimeline *self = user_data;

  self->rest_id = 0;
  note_view (self);
  tell_view (self);
  set_is_busy (self, FALSE);

  return G_SOURCE_REMOVE;
}

static void
on_view_changed (StrataTimeline *self)
{
  if (self->rest_id == 0)
    set_is_busy (self, TRUE);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (VIEW_REST_MS, on_view_rested, self);
}

/* Times of one clock mean nothing on another, so the history is cleared. */
static void
on_view_options_changed (StrataTimeline *self)
{
  const StrataClocks axis = strata_trace_get_axis (strata_session_get_trace (self->session));

  if (axis != self->axis)
    strata_view_history_clear (self->history);
  self->axis = axis;
}

/* It only grows: the axis stays in place while lanes with short names are shown. */
static void
set_names_px (StrataTimeline *self,
              int names_px)
{
  if (names_px <= self->names_px)
    return;

  self->names_px = names_px;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAMES_WIDTH]);
}

static void
measure_names (StrataTimeline *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    set_names_px (self, (int) MIN (strata_canvas_measure_headers (STRATA_CANVAS (self->canvas), SCREEN_PX), MOST_HEADER_PX));
}

/* Returns the width that the visible names need. */
static int
measure_visible (StrataTimeline *self)
{
  const double header_px = strata_canvas_measure_headers (STRATA_CANVAS (self->canvas), gtk_widget_get_height (self->canvas));

  return (int) CLAMP (header_px, LEAST_HEADER_PX, MOST_HEADER_PX);
}

static void
strata_timeline_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_timeline_parent_class)->map (widget);
  measure_names (STRATA_TIMELINE (widget));
}

static void
on_all_requested (StrataTimeline *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "timeline.zoom-all", NULL);
}

static void
strata_timeline_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_px,
                         int *minimum_px,
                         int *natural_px,
                         int *minimum_baseline_px,
                         int *natural_baseline_px)
{
  StrataTimeline *self = STRATA_TIMELINE (widget);
  int canvas_px;
  int scrollbar_px;

  gtk_widget_measure (self->canvas, orientation, -1, &canvas_px, NULL, NULL, NULL);
  gtk_widget_measure (self->scrollbar, orientation, -1, &scrollbar_px, NULL, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum_px = canvas_px + scrollbar_px;
  else
    *minimum_px = MAX (canvas_px, scrollbar_px) + STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX;

  *natural_px = *minimum_px;
}

static void
allocate_child (GtkWidget *child,
                int x_px,
                int y_px,
                int width_px,
                int height_px)
{
  int ignored;

  /* GTK requires that every child is measured, even if the result is not used. */
  gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &ignored, NULL, NULL, NULL);
  gtk_widget_size_allocate (child, &(GtkAllocation){ x_px, y_px, width_px, height_px }, -1);
}

/* Right below the pointer, or left or above it if there is no room. */
static void
allocate_readout (StrataTimeline *self,
                  int width_px,
                  int height_px)
{
  GtkRequisition size;

  if (!gtk_widget_should_layout (self->readout))
    return;

  gtk_widget_get_preferred_size (self->readout, NULL, &size);
  size.width = MIN (size.width, width_px - 2 * READOUT_MARGIN_PX);

  int x_px = (int) self->readout_x_px + READOUT_DISTANCE_PX;
  int y_px = (int) self->readout_y_px + READOUT_DISTANCE_PX;

  if (x_px + size.width > width_px - READOUT_MARGIN_PX)
    x_px = (int) self->readout_x_px - READOUT_DISTANCE_PX - size.width;
  if (y_px + size.height > height_px - READOUT_MARGIN_PX)
    y_px = (int) self->readout_y_px - READOUT_DISTANCE_PX - size.height;

  allocate_child (self->readout, MAX (x_px, READOUT_MARGIN_PX), MAX (y_px, READOUT_MARGIN_PX), size.width, size.height);
}

/* In the middle of the overview's corner. */
static void
allocate_filter (StrataTimeline *self)
{
  GtkRequisition size;

  gtk_widget_get_preferred_size (self->filter, &size, NULL);

  const int height_px = MIN (size.height, STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX);

  allocate_child (self->filter, FILTER_MARGIN_PX, MAX ((STRATA_SCENE_OVERVIEW_PX - height_px) / 2, 0), MAX ((int) strata_canvas_get_header_px (STRATA_CANVAS (self->canvas)) - 2 * FILTER_MARGIN_PX, size.width), height_px);
}

/* Returns the width of the lane headers if the timeline is this wide. */
static int
choose_header_px (StrataTimeline *self,
                  int canvas_px)
{
  const int most_px = MAX ((int) (canvas_px * MOST_HEADER_FRAC), STRATA_SCENE_HEADER_PX);

  return self->header_px > 0 ? self->header_px : CLAMP (self->names_px, STRATA_SCENE_HEADER_PX, most_px);
}

/* All parts begin their time axis at the same place. */
static void
set_header_px (StrataTimeline *self,
               int header_px)
{
  strata_canvas_set_header_px (STRATA_CANVAS (self->canvas), header_px);
  strata_time_strip_set_header_px (STRATA_TIME_STRIP (self->ruler), header_px);
  strata_time_strip_set_header_px (STRATA_TIME_STRIP (self->overview), header_px);
}

static void
strata_timeline_size_allocate (GtkWidget *widget,
                               int width_px,
                               int height_px,
                               int baseline_px)
{
  StrataTimeline *self = STRATA_TIMELINE (widget);
  int top_px = STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX;
  int scrollbar_px;

  gtk_widget_measure (self->scrollbar, GTK_ORIENTATION_HORIZONTAL, -1, &scrollbar_px, NULL, NULL, NULL);

  int canvas_px = width_px - scrollbar_px;
  const int header_px = CLAMP (choose_header_px (self, canvas_px), LEAST_HEADER_PX, MAX (canvas_px - LEAST_AXIS_PX, LEAST_HEADER_PX));

  set_header_px (self, header_px);

  allocate_child (self->overview, 0, 0, canvas_px, STRATA_SCENE_OVERVIEW_PX);
  allocate_child (self->ruler, 0, STRATA_SCENE_OVERVIEW_PX, canvas_px, STRATA_SCENE_RULER_PX);
  allocate_child (self->canvas, 0, top_px, canvas_px, height_px - top_px);
  allocate_child (self->grip, header_px - GRIP_PX / 2, STRATA_SCENE_OVERVIEW_PX, GRIP_PX, MAX (height_px - STRATA_SCENE_OVERVIEW_PX, 1));
  allocate_child (self->scrollbar, canvas_px, 0, scrollbar_px, height_px);
  allocate_filter (self);
  allocate_readout (self, width_px, height_px);
}

/* The lanes take the focus for the whole timeline. */
static gboolean
strata_timeline_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (STRATA_TIMELINE (widget)->canvas);
}

static void
update_palette (StrataTimeline *self)
{
  const StrataPalette *palette = strata_contrast_get_palette (self->is_dark);

  strata_canvas_set_palette (STRATA_CANVAS (self->canvas), palette);
  strata_time_strip_set_palette (STRATA_TIME_STRIP (self->ruler), palette);
  strata_time_strip_set_palette (STRATA_TIME_STRIP (self->overview), palette);
  strata_readout_set_palette (STRATA_READOUT (self->readout), palette);
}

static void
set_is_dark (StrataTimeline *self,
             gboolean is_dark)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  if (self->is_dark == is_dark)
    return;

  self->is_dark = is_dark;
  update_palette (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_DARK]);
}

/* Whether drags on the lanes select an area without Shift. */
static void
set_is_area_tool (StrataTimeline *self,
                  gboolean is_area_tool)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  if (self->is_area_tool == is_area_tool)
    return;

  self->is_area_tool = is_area_tool;
  strata_canvas_set_area_tool (STRATA_CANVAS (self->canvas), is_area_tool);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_AREA_TOOL]);
}

/* Whether the wheel zooms, and scrolls with Ctrl, rather than the reverse. */
static void
set_is_wheel_zooming (StrataTimeline *self,
                      gboolean is_wheel_zooming)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  if (self->is_wheel_zooming == is_wheel_zooming)
    return;

  self->is_wheel_zooming = is_wheel_zooming;
  strata_canvas_set_wheel_zooming (STRATA_CANVAS (self->canvas), is_wheel_zooming);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_IS_WHEEL_ZOOMING]);
}

static void
set_requested_px (StrataTimeline *self,
                  int header_px)
{
  if (self->header_px == header_px)
    return;

  self->header_px = header_px;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HEADER_WIDTH]);
}

static void
strata_timeline_set_property (GObject *object,
                              guint id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  StrataTimeline *self = STRATA_TIMELINE (object);

  switch (id)
    {
    case PROP_IS_DARK:
      set_is_dark (self, g_value_get_boolean (value));
      break;
    case PROP_IS_AREA_TOOL:
      set_is_area_tool (self, g_value_get_boolean (value));
      break;
    case PROP_IS_WHEEL_ZOOMING:
      set_is_wheel_zooming (self, g_value_get_boolean (value));
      break;
    case PROP_HEADER_WIDTH:
      set_requested_px (self, g_value_get_int (value));
      break;
    case PROP_NAMES_WIDTH:
      set_names_px (self, g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
strata_timeline_get_property (GObject *object,
                              guint id,
                              GValue *value,
                              GParamSpec *pspec)
{
  StrataTimeline *self = STRATA_TIMELINE (object);

  switch (id)
    {
    case PROP_IS_DARK:
      g_value_set_boolean (value, self->is_dark);
      break;
    case PROP_IS_AREA_TOOL:
      g_value_set_boolean (value, self->is_area_tool);
      break;
    case PROP_IS_WHEEL_ZOOMING:
      g_value_set_boolean (value, self->is_wheel_zooming);
      break;
    case PROP_HEADER_WIDTH:
      g_value_set_int (value, self->header_px);
      break;
    case PROP_NAMES_WIDTH:
      g_value_set_int (value, self->names_px);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
strata_timeline_dispose (GObject *object)
{
  StrataTimeline *self = STRATA_TIMELINE (object);

  g_clear_handle_id (&self->rest_id, g_source_remove);
  g_clear_pointer (&self->history, strata_view_history_free);
  g_clear_object (&self->session);
  g_clear_pointer (&self->overview, gtk_widget_unparent);
  g_clear_pointer (&self->ruler, gtk_widget_unparent);
  g_clear_pointer (&self->canvas, gtk_widget_unparent);
  g_clear_pointer (&self->scrollbar, gtk_widget_unparent);
  g_clear_pointer (&self->filter, gtk_widget_unparent);
  g_clear_pointer (&self->grip, gtk_widget_unparent);
  g_clear_pointer (&self->readout, gtk_widget_unparent);
  G_OBJECT_CLASS (strata_timeline_parent_class)->dispose (object);
}

static void
strata_timeline_class_init (StrataTimelineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = strata_timeline_set_property;
  object_class->get_property = strata_timeline_get_property;
  object_class->dispose = strata_timeline_dispose;
  widget_class->map = strata_timeline_map;
  widget_class->measure = strata_timeline_measure;
  widget_class->size_allocate = strata_timeline_size_allocate;
  widget_class->grab_focus = strata_timeline_grab_focus;

  properties[PROP_IS_DARK] =
      g_param_spec_boolean ("is-dark", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_IS_AREA_TOOL] =
      g_param_spec_boolean ("is-area-tool", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_IS_WHEEL_ZOOMING] =
      g_param_spec_boolean ("is-wheel-zooming", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_HEADER_WIDTH] =
      g_param_spec_int ("header-width", NULL, NULL, 0, MOST_HEADER_PX, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_NAMES_WIDTH] =
      g_param_spec_int ("names-width", NULL, NULL, 0, MOST_HEADER_PX, 0, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  strata_timeline_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
add_parts (StrataTimeline *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->canvas = strata_canvas_new (self->session);
  self->overview = strata_overview_new (self->session);
  self->ruler = strata_ruler_new (self->session);
  self->scrollbar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, strata_canvas_get_vadjustment (STRATA_CANVAS (self->canvas)));
  self->filter = strata_lane_filter_new (self->session);
  self->grip = g_object_new (STRATA_TYPE_HEADER_GRIP, NULL);
  self->readout = g_object_new (STRATA_TYPE_READOUT, NULL);

  /* In the order of drawing and reading. */
  gtk_widget_set_parent (self->overview, widget);
  gtk_widget_set_parent (self->ruler, widget);
  gtk_widget_set_parent (self->canvas, widget);
  gtk_widget_set_parent (self->scrollbar, widget);
  gtk_widget_set_parent (self->filter, widget);
  gtk_widget_set_parent (self->grip, widget);
  gtk_widget_set_parent (self->readout, widget);
}

/* The second double-click goes back to the width that nobody chose. */
static void
on_fit_requested (StrataTimeline *self)
{
  if (self->header_px == measure_visible (self))
    strata_timeline_reset_headers (self);
  else
    strata_timeline_fit_headers (self);
}

static void
connect_parts (StrataTimeline *self)
{
  g_signal_connect_swapped (self->canvas, "pointer-moved", G_CALLBACK (on_pointer_moved), self);
  g_signal_connect_swapped (self->ruler, "band-changed", G_CALLBACK (on_band_changed), self);
  g_signal_connect_swapped (self->ruler, "band-chosen", G_CALLBACK (on_band_chosen), self);
  g_signal_connect_swapped (self->ruler, "cursor-dragged", G_CALLBACK (on_cursor_dragged), self);
  g_signal_connect_swapped (self->ruler, "all-requested", G_CALLBACK (on_all_requested), self);
  g_signal_connect_swapped (self->overview, "moving", G_CALLBACK (strata_canvas_stop_motion), self->canvas);

  g_signal_connect_swapped (self->grip, "dragged", G_CALLBACK (strata_timeline_set_header_width), self);
  g_signal_connect_swapped (self->grip, "fit-requested", G_CALLBACK (on_fit_requested), self);

  g_signal_connect_object (strata_session_get_selection (self->session), "hover-changed", G_CALLBACK (on_hover_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (self->session), "viewport-changed", G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (self->session), "lanes-changed", G_CALLBACK (on_view_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (self->session), "lanes-changed", G_CALLBACK (measure_names), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (self->session), "options-changed", G_CALLBACK (on_view_options_changed), self, G_CONNECT_SWAPPED);
}

static void
strata_timeline_init (StrataTimeline *self)
{
  self->history = strata_view_history_new ();
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Timeline"), -1);
}

GtkWidget *
strata_timeline_new (StrataSession *session)
{
  StrataTimeline *self = g_object_new (STRATA_TYPE_TIMELINE, NULL);

  self->session = g_object_ref (session);
  self->axis = strata_trace_get_axis (strata_session_get_trace (session));
  add_parts (self);
  connect_parts (self);
  update_palette (self);
  strata_contrast_follow (self, G_CALLBACK (update_palette));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scrollbar), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Scroll lanes"), -1);
  tell_view (self);
  on_view_changed (self);

  return GTK_WIDGET (self);
}

StrataSession *
strata_timeline_get_session (StrataTimeline *self)
{
  g_return_val_if_fail (STRATA_IS_TIMELINE (self), NULL);

  return self->session;
}

/**
 * strata_timeline_set_header_width:
 * @self: the timeline
 * @header_px: width of the lane headers
 *
 * Sets the width of the lane headers, within reasonable limits.
 */
void
strata_timeline_set_header_width (StrataTimeline *self,
                                  int header_px)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  set_requested_px (self, CLAMP (header_px, LEAST_HEADER_PX, MOST_HEADER_PX));
}

/**
 * strata_timeline_get_header_width:
 * @self: the timeline
 *
 * Returns: width of the lane headers, if the window has room for it
 */
int
strata_timeline_get_header_width (StrataTimeline *self)
{
  g_return_val_if_fail (STRATA_IS_TIMELINE (self), 0);

  return choose_header_px (self, gtk_widget_get_width (self->canvas));
}

/**
 * strata_timeline_fit_headers:
 * @self: the timeline
 *
 * Makes the lane headers as wide as the longest visible name.
 */
void
strata_timeline_fit_headers (StrataTimeline *self)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  set_requested_px (self, measure_visible (self));
}

/**
 * strata_timeline_reset_headers:
 * @self: the timeline
 *
 * Makes the width of the lane headers automatic again, as it is until the user chooses one.
 */
void
strata_timeline_reset_headers (StrataTimeline *self)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  set_requested_px (self, 0);
}

/**
 * strata_timeline_focus_filter:
 * @self: the timeline
 *
 * Moves the focus to the filter of lanes.
 */
void
strata_timeline_focus_filter (StrataTimeline *self)
{
  g_return_if_fail (STRATA_IS_TIMELINE (self));

  gtk_widget_grab_focus (self->filter);
  gtk_editable_select_region (GTK_EDITABLE (self->filter), 0, -1);
}

/**
 * strata_timeline_go_in_history:
 * @self: the timeline
 * @direction: below 0 for back, above for forward
 *
 * Shows the previous or next view of the history.
 */
void
strata_timeline_go_in_history (StrataTimeline *self,
                               int direction)
{
  StrataSpan view;

  g_return_if_fail (STRATA_IS_TIMELINE (self));

  note_view (self);
  if (strata_view_history_go (self->history, direction, &view))
    strata_canvas_show_span (STRATA_CANVAS (self->canvas), view, 0);
}
