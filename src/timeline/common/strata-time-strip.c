/* strata-time-strip.c - a strip of the scene above the lanes: the base of ruler and overview
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-time-strip.h"

G_DEFINE_ABSTRACT_TYPE (StrataTimeStrip, strata_time_strip, GTK_TYPE_WIDGET)

static GskRenderNode *
build_node (StrataTimeStrip *self,
            const StrataSceneRegion *frame)
{
  cairo_t *cr = strata_pictures_begin (&self->pictures, (int) frame->width_px, (int) frame->height_px, (int) frame->scale);

  if (self->painter == NULL)
    self->painter = strata_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));

  G_TYPE_INSTANCE_GET_CLASS (self, STRATA_TYPE_TIME_STRIP, StrataTimeStripClass)->build (self->session, frame, self->palette, self->list);
  strata_painter_draw (self->painter, cr, self->list);
  return strata_pictures_end (&self->pictures, cr, GTK_WIDGET (self));
}

static void
strata_time_strip_snapshot (GtkWidget *widget,
                            GtkSnapshot *snapshot)
{
  StrataTimeStrip *self = STRATA_TIME_STRIP (widget);
  StrataSceneRegion frame;

  strata_time_strip_get_frame (self, &frame);
  if (frame.width_px <= frame.header_px || frame.height_px <= 0)
    return;

  if (self->node == NULL)
    self->node = build_node (self, &frame);
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
}

static void
strata_time_strip_size_allocate (GtkWidget *widget,
                                 int width_px,
                                 int height_px,
                                 int baseline_px)
{
  strata_time_strip_invalidate (STRATA_TIME_STRIP (widget));
}

static void
strata_time_strip_css_changed (GtkWidget *widget,
                               GtkCssStyleChange *change)
{
  StrataTimeStrip *self = STRATA_TIME_STRIP (widget);

  GTK_WIDGET_CLASS (strata_time_strip_parent_class)->css_changed (widget, change);
  if (self->painter != NULL)
    strata_painter_set_context (self->painter, gtk_widget_get_pango_context (widget));
  strata_time_strip_invalidate (self);
}

static void
strata_time_strip_dispose (GObject *object)
{
  g_clear_pointer (&STRATA_TIME_STRIP (object)->node, gsk_render_node_unref);
  G_OBJECT_CLASS (strata_time_strip_parent_class)->dispose (object);
}

static void
strata_time_strip_finalize (GObject *object)
{
  StrataTimeStrip *self = STRATA_TIME_STRIP (object);

  strata_pictures_clear (&self->pictures);
  g_clear_pointer (&self->painter, strata_painter_free);
  strata_draw_list_free (self->list);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (strata_time_strip_parent_class)->finalize (object);
}

static void
strata_time_strip_class_init (StrataTimeStripClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_time_strip_dispose;
  object_class->finalize = strata_time_strip_finalize;
  widget_class->snapshot = strata_time_strip_snapshot;
  widget_class->size_allocate = strata_time_strip_size_allocate;
  widget_class->css_changed = strata_time_strip_css_changed;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
strata_time_strip_init (StrataTimeStrip *self)
{
  self->palette = strata_palette_get_light ();
  self->header_px = STRATA_SCENE_HEADER_PX;
  self->list = strata_draw_list_new ();
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (strata_time_strip_invalidate), NULL);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/* Shows a session. Call it once, when the widget is made. */
void
strata_time_strip_set_session (StrataTimeStrip *self,
                               StrataSession *session)
{
  self->session = g_object_ref (session);
  g_signal_connect_object (strata_session_get_view (session), "options-changed", G_CALLBACK (strata_time_strip_invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_findings (session), "hits-changed", G_CALLBACK (strata_time_strip_invalidate), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (strata_session_get_view (session), "viewport-changed", G_CALLBACK (strata_time_strip_invalidate), self, G_CONNECT_SWAPPED);
}

/**
 * strata_time_strip_set_palette:
 * @self: a strip
 * @palette: (transfer none): the colours
 *
 * Sets the colours.
 */
void
strata_time_strip_set_palette (StrataTimeStrip *self,
                               const StrataPalette *palette)
{
  self->palette = palette;
  strata_time_strip_invalidate (self);
}

/**
 * strata_time_strip_set_header_px:
 * @self: a strip
 * @header_px: width of the lane headers below it
 *
 * Aligns its time axis with the axis of the lanes.
 */
void
strata_time_strip_set_header_px (StrataTimeStrip *self,
                                 double header_px)
{
  self->header_px = header_px;
  strata_time_strip_invalidate (self);
}

/**
 * strata_time_strip_invalidate:
 * @self: a strip
 *
 * Makes the next frame draw the picture again.
 */
void
strata_time_strip_invalidate (StrataTimeStrip *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * strata_time_strip_get_frame:
 * @self: a strip
 * @frame: (out caller-allocates): where to write
 *
 * Reports the size of its picture.
 */
void
strata_time_strip_get_frame (StrataTimeStrip *self,
                             StrataSceneRegion *frame)
{
  *frame = (StrataSceneRegion){
    .width_px = gtk_widget_get_width (GTK_WIDGET (self)),
    .height_px = gtk_widget_get_height (GTK_WIDGET (self)),
    .header_px = self->header_px,
    .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
  };
}
