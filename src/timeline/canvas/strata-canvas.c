/* strata-canvas.c - the widget of the timeline's lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-canvas-private.h"

#define LEAST_WIDTH_PX (STRATA_SCENE_HEADER_PX + 100)
#define LEAST_HEIGHT_PX 60

/* The resolution at which text has its normal size. */
#define NORMAL_DPI 96.0

/* Used while headers are measured: wider than any name. */
#define MOST_HEADER_PX 4000

/* Space between the longest name and the end of its header. */
#define HEADER_END_PX 8

/* Pinned lanes leave room for the others. */
#define MOST_PINNED_FRAC 0.6

enum
{
  SIGNAL_POINTER_MOVED,
  SIGNAL_SCROLLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataCanvas, strata_canvas, GTK_TYPE_WIDGET)

static void
drop_marks (StrataCanvas *self)
{
  g_clear_pointer (&self->marks, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Everything has to be drawn again, as the view has changed. */
static void
drop_content (StrataCanvas *self)
{
  g_clear_pointer (&self->content, gsk_render_node_unref);
  g_clear_pointer (&self->dims, gsk_render_node_unref);
  drop_marks (self);
}

static void
update_description (StrataCanvas *self)
{
  g_autofree char *text = strata_session_describe_selection (self->session);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : _ ("Nothing selected"), -1);
}

static void
on_selection_changed (StrataCanvas *self)
{
  const guint32 thread = strata_session_find_item_thread (self->session, strata_session_get_selected_item (self->session));

  update_description (self);
  if (thread != self->dimmed_for)
    g_clear_pointer (&self->dims, gsk_render_node_unref);
  drop_marks (self);
}

static void
on_view_options_changed (StrataCanvas *self)
{
  self->seen = (StrataSpan){ 0 };
  update_description (self);
  drop_content (self);
}

static void
on_lanes_changed (StrataCanvas *self)
{
  strata_canvas_keep_anchor (self);
  drop_content (self);
}

static void
on_scrolled (StrataCanvas *self)
{
  strata_canvas_update_anchor (self);
  drop_content (self);
  if (self->n_quiet == 0)
    g_signal_emit (self, signals[SIGNAL_SCROLLED], 0, self->motion.is_revealing);
}

static void
strata_canvas_size_allocate (GtkWidget *widget,
                             int width_px,
                             int height_px,
                             int baseline_px)
{
  StrataCanvas *self = STRATA_CANVAS (widget);

  strata_view_set_width (strata_session_get_view (self->session), MAX (width_px - self->header_px, 1));
  strata_canvas_configure_scroll (self);
  drop_content (self);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/* Scales lanes to the height of their text. */
static void
scale_lanes (StrataCanvas *self)
{
  const double dots_per_inch = pango_cairo_context_get_resolution (gtk_widget_get_pango_context (GTK_WIDGET (self)));

  if (dots_per_inch > 0)
    strata_lanes_set_text_percent (strata_session_get_lanes (self->session), (guint) lround (100 * MIN (dots_per_inch / NORMAL_DPI, 10.0)));
}

static void
strata_canvas_css_changed (GtkWidget *widget,
                           GtkCssStyleChange *change)
{
  StrataCanvas *self = STRATA_CANVAS (widget);

  GTK_WIDGET_CLASS (strata_canvas_parent_class)->css_changed (widget, change);

  /* The font may have changed; the painter keeps layouts made with the old one. */
  if (self->painter != NULL)
    strata_painter_set_context (self->painter, gtk_widget_get_pango_context (widget));
  scale_lanes (self);
  drop_content (self);
}

static void
strata_canvas_state_flags_changed (GtkWidget *widget,
                                   GtkStateFlags previous)
{
  GtkStateFlags changed = previous ^ gtk_widget_get_state_flags (widget);

  if ((changed & (GTK_STATE_FLAG_FOCUSED | GTK_STATE_FLAG_FOCUS_VISIBLE)) != 0)
    gtk_widget_queue_draw (widget);

  GTK_WIDGET_CLASS (strata_canvas_parent_class)->state_flags_changed (widget, previous);
}

/* Jumps to the end of an animation, which nobody can see. */
static void
strata_canvas_unmap (GtkWidget *widget)
{
  StrataCanvas *self = STRATA_CANVAS (widget);

  strata_view_arrive (strata_session_get_view (self->session));
  strata_canvas_stop_motion (self);
  GTK_WIDGET_CLASS (strata_canvas_parent_class)->unmap (widget);
}

static void
strata_canvas_dispose (GObject *object)
{
  StrataCanvas *self = STRATA_CANVAS (object);

  strata_canvas_stop_motion (self);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_object (&self->vadjustment);
  g_clear_pointer (&self->content, gsk_render_node_unref);
  g_clear_pointer (&self->dims, gsk_render_node_unref);
  g_clear_pointer (&self->marks, gsk_render_node_unref);
  G_OBJECT_CLASS (strata_canvas_parent_class)->dispose (object);
}

static void
strata_canvas_finalize (GObject *object)
{
  StrataCanvas *self = STRATA_CANVAS (object);

  strata_pictures_clear (&self->pictures);
  strata_painter_free (self->painter);
  strata_draw_list_free (self->list);
  g_object_unref (self->session);
  G_OBJECT_CLASS (strata_canvas_parent_class)->finalize (object);
}

static void
strata_canvas_class_init (StrataCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_canvas_dispose;
  object_class->finalize = strata_canvas_finalize;
  widget_class->snapshot = strata_canvas_snapshot;
  widget_class->size_allocate = strata_canvas_size_allocate;
  widget_class->css_changed = strata_canvas_css_changed;
  widget_class->state_flags_changed = strata_canvas_state_flags_changed;
  widget_class->unmap = strata_canvas_unmap;

  signals[SIGNAL_POINTER_MOVED] = g_signal_new ("pointer-moved", STRATA_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_SCROLLED] = g_signal_new ("scrolled", STRATA_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);

  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
connect_session_signals (StrataCanvas *self)
{
  StrataView *view = strata_session_get_view (self->session);
  StrataSelection *selection = strata_session_get_selection (self->session);
  StrataFindings *findings = strata_session_get_findings (self->session);
  StrataMarks *marks = strata_session_get_marks (self->session);

  g_signal_connect_object (view, "viewport-changed", G_CALLBACK (drop_content), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "options-changed", G_CALLBACK (on_view_options_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "lanes-changed", G_CALLBACK (on_lanes_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "item-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "highlight-changed", G_CALLBACK (drop_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "highlight-found", G_CALLBACK (drop_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (findings, "hits-changed", G_CALLBACK (drop_content), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (findings, "frames-changed", G_CALLBACK (drop_content), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "hover-changed", G_CALLBACK (drop_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (marks, "cursors-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "area-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (findings, "events-changed", G_CALLBACK (drop_marks), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "leapt", G_CALLBACK (strata_canvas_take_there), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "reveal-requested", G_CALLBACK (strata_canvas_reveal_selection), self, G_CONNECT_SWAPPED);
}

static void
strata_canvas_init (StrataCanvas *self)
{
  self->palette = strata_palette_get_light ();
  self->list = strata_draw_list_new ();
  self->header_px = STRATA_SCENE_HEADER_PX;
  self->anchor_lane = STRATA_NONE;
  self->vadjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->vadjustment, "value-changed", G_CALLBACK (on_scrolled), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (drop_content), NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self), LEAST_WIDTH_PX, LEAST_HEIGHT_PX);
  strata_canvas_init_input (self);
  strata_canvas_init_menu (self);
  strata_canvas_init_area (self);
  strata_canvas_init_move (self);
  strata_canvas_init_measure (self);

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Lanes"), -1);
}

GtkWidget *
strata_canvas_new (StrataSession *session)
{
  StrataCanvas *self = g_object_new (STRATA_TYPE_CANVAS, NULL);

  self->session = g_object_ref (session);
  connect_session_signals (self);
  scale_lanes (self);
  strata_canvas_configure_scroll (self);
  strata_canvas_update_anchor (self);
  update_description (self);

  return GTK_WIDGET (self);
}

/**
 * strata_canvas_set_palette:
 * @self: the canvas
 * @palette: (transfer none): the colours, which must outlive the canvas
 *
 * Sets the colours.
 */
void
strata_canvas_set_palette (StrataCanvas *self,
                           const StrataPalette *palette)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->palette = palette;
  drop_content (self);
}

/**
 * strata_canvas_set_header_px:
 * @self: the canvas
 * @header_px: width of the lane headers
 *
 * Changes the width of the time axis, which shows the same time as before.
 */
void
strata_canvas_set_header_px (StrataCanvas *self,
                             double header_px)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  if (self->header_px == header_px)
    return;

  self->header_px = header_px;
  if (gtk_widget_get_width (GTK_WIDGET (self)) > header_px)
    strata_view_set_width (strata_session_get_view (self->session), gtk_widget_get_width (GTK_WIDGET (self)) - header_px);
  drop_content (self);
}

/**
 * strata_canvas_get_header_px:
 * @self: the canvas
 *
 * Returns: width of the lane headers
 */
double
strata_canvas_get_header_px (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), 0.0);

  return self->header_px;
}

/**
 * strata_canvas_measure_headers:
 * @self: the canvas
 * @height_px: how much of the lanes counts, from the first visible one on
 *
 * Returns: the width at which no name of these lanes is shortened
 */
double
strata_canvas_measure_headers (StrataCanvas *self,
                               double height_px)
{
  StrataSceneRegion frame;
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  g_return_val_if_fail (STRATA_IS_CANVAS (self), 0.0);

  strata_canvas_get_frame (self, &frame);
  frame.height_px = height_px;
  frame.header_px = MOST_HEADER_PX;
  frame.width_px = MOST_HEADER_PX + 1;
  strata_scene_build_lanes (self->session, &frame, self->palette, list);
  return ceil (strata_painter_measure_texts (strata_canvas_get_painter (self), list)) + HEADER_END_PX;
}

/**
 * strata_canvas_set_band:
 * @self: the canvas
 * @begin_px: one edge
 * @end_px: the other edge; the same for no band
 *
 * Shades a band over all lanes: the time that the user is choosing on the ruler.
 */
void
strata_canvas_set_band (StrataCanvas *self,
                        double begin_px,
                        double end_px)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  self->band_begin_px = begin_px;
  self->band_end_px = end_px;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * strata_canvas_get_vadjustment:
 * @self: the canvas
 *
 * Returns: (transfer none): how far the lanes are scrolled down, for a scrollbar
 */
GtkAdjustment *
strata_canvas_get_vadjustment (StrataCanvas *self)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), NULL);

  return self->vadjustment;
}

/* Height of the pinned lanes; those that do not fit scroll with the rest. */
static double
get_pinned_px (StrataCanvas *self,
               double height_px)
{
  const int pinned_px = strata_lanes_get_pinned_px (strata_session_get_lanes (self->session));

  return MIN (pinned_px, floor (height_px * MOST_PINNED_FRAC));
}

/**
 * strata_canvas_get_frame:
 * @self: the canvas
 * @frame: (out caller-allocates): where to write
 *
 * Reports which part of the lanes is visible.
 */
void
strata_canvas_get_frame (StrataCanvas *self,
                         StrataSceneRegion *frame)
{
  g_return_if_fail (STRATA_IS_CANVAS (self));

  *frame = (StrataSceneRegion){
    .width_px = gtk_widget_get_width (GTK_WIDGET (self)),
    .height_px = gtk_widget_get_height (GTK_WIDGET (self)),
    .header_px = self->header_px,
    .scroll_px = gtk_adjustment_get_value (self->vadjustment),
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .pinned_px = get_pinned_px (self, gtk_widget_get_height (GTK_WIDGET (self))),
  };
}

/**
 * strata_canvas_get_pointer:
 * @self: the canvas
 * @x_px: (out): its place, from the left
 * @y_px: (out): its place, from the top
 *
 * Returns: whether the pointer is over the canvas and not dragging
 */
gboolean
strata_canvas_get_pointer (StrataCanvas *self,
                           double *x_px,
                           double *y_px)
{
  g_return_val_if_fail (STRATA_IS_CANVAS (self), FALSE);

  *x_px = self->pointer_x_px;
  *y_px = self->pointer_y_px;
  return self->is_pointer_inside && !self->drag.is_active;
}
