/* strata-strip.c - a strip of scene above the lanes, shared by ruler and overview
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-strip.h"

/**
 * strata_strip_init:
 * @self: a strip
 * @session: the session to show
 * @widget: the widget that holds it
 * @build: builds its picture
 *
 * Prepares a strip.
 */
void
strata_strip_init (StrataStrip *self,
                   StrataSession *session,
                   GtkWidget *widget,
                   StrataStripBuild build)
{
  *self = (StrataStrip){
    .widget = widget,
    .build = build,
    .session = g_object_ref (session),
    .palette = strata_palette_get_light (),
    .header_px = STRATA_SCENE_HEADER_PX,
    .list = strata_draw_list_new (),
  };

  g_signal_connect_swapped (strata_session_get_view (session), "options-changed", G_CALLBACK (strata_strip_invalidate), self);
  g_signal_connect_swapped (strata_session_get_findings (session), "hits-changed", G_CALLBACK (strata_strip_invalidate), self);
  g_signal_connect_swapped (strata_session_get_view (session), "viewport-changed", G_CALLBACK (strata_strip_invalidate), self);
  g_signal_connect_swapped (widget, "notify::scale-factor", G_CALLBACK (strata_strip_invalidate), self);
}

/* Stops following the session; may run twice. */
void
strata_strip_dispose (StrataStrip *self)
{
  g_signal_handlers_disconnect_by_data (strata_session_get_view (self->session), self);
  g_signal_handlers_disconnect_by_data (strata_session_get_findings (self->session), self);
  g_clear_pointer (&self->node, gsk_render_node_unref);
}

/* Frees its memory. Call it when its widget is finalised. */
void
strata_strip_clear (StrataStrip *self)
{
  strata_pictures_clear (&self->pictures);
  g_clear_pointer (&self->painter, strata_painter_free);
  g_clear_pointer (&self->list, strata_draw_list_free);
  g_clear_object (&self->session);
}

/* Sets the colours. */
void
strata_strip_set_palette (StrataStrip *self,
                          const StrataPalette *palette)
{
  self->palette = palette;
  strata_strip_invalidate (self);
}

/**
 * strata_strip_set_header_px:
 * @self: a strip
 * @header_px: width of the lane headers below it
 *
 * Aligns its time axis with the axis of the lanes.
 */
void
strata_strip_set_header_px (StrataStrip *self,
                            double header_px)
{
  self->header_px = header_px;
  strata_strip_invalidate (self);
}

/* Makes the next frame draw the picture again. */
void
strata_strip_invalidate (StrataStrip *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (self->widget);
}

/* Call it when the style, and with it perhaps the font, has changed. */
void
strata_strip_update_font (StrataStrip *self)
{
  if (self->painter != NULL)
    strata_painter_set_context (self->painter, gtk_widget_get_pango_context (self->widget));
  strata_strip_invalidate (self);
}

/**
 * strata_strip_get_frame:
 * @self: a strip
 * @frame: (out caller-allocates): where to write
 *
 * Reports the size of its picture.
 */
void
strata_strip_get_frame (StrataStrip *self,
                        StrataSceneRegion *frame)
{
  *frame = (StrataSceneRegion){
    .width_px = gtk_widget_get_width (self->widget),
    .height_px = gtk_widget_get_height (self->widget),
    .header_px = self->header_px,
    .scale = gtk_widget_get_scale_factor (self->widget),
  };
}

static GskRenderNode *
build_node (StrataStrip *self,
            const StrataSceneRegion *frame)
{
  cairo_t *cr = strata_pictures_begin (&self->pictures, (int) frame->width_px, (int) frame->height_px, (int) frame->scale);

  if (self->painter == NULL)
    self->painter = strata_painter_new (gtk_widget_get_pango_context (self->widget));

  self->build (self->session, frame, self->palette, self->list);
  strata_painter_draw (self->painter, cr, self->list);
  return strata_pictures_end (&self->pictures, cr, self->widget);
}

/**
 * strata_strip_snapshot:
 * @self: a strip
 * @snapshot: where to draw
 *
 * Draws the strip over the whole of its widget.
 */
void
strata_strip_snapshot (StrataStrip *self,
                       GtkSnapshot *snapshot)
{
  StrataSceneRegion frame;

  strata_strip_get_frame (self, &frame);
  if (frame.width_px <= frame.header_px || frame.height_px <= 0)
    return;

  if (self->node == NULL)
    self->node = build_node (self, &frame);
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
}
