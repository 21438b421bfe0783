/* strata-canvas-draw.c - drawing of the canvas, with cached render nodes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-colors.h"

/* The canvas is only as large as its visible part, never as large as the lanes: render nodes of
 * tens of thousands of pixels are blank or abort the GL renderer. It keeps three render nodes: the
 * content (lanes), the dims (over everything but the selected thread) and the marks (selection,
 * hover, highlight) on top. A kept node costs nothing in a frame, as GSK caches its texture, so
 * moving the pointer only draws the marks. Events only change the session, drop a node and request
 * a frame. */

#define FOCUS_RING_PX 2

/* How far marks extend beyond the edges of their items. */
#define MARK_REACH_PX 6

StrataPainter *
strata_canvas_get_painter (StrataCanvas *self)
{
  if (self->painter == NULL)
    self->painter = strata_painter_new (gtk_widget_get_pango_context (GTK_WIDGET (self)));

  return self->painter;
}

static void
draw_list (StrataCanvas *self,
           GtkSnapshot *snapshot,
           const graphene_rect_t *bounds)
{
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  strata_painter_draw (strata_canvas_get_painter (self), cr, self->list);
  cairo_destroy (cr);
}

static graphene_rect_t
get_part_bounds (const StrataSceneRegion *part)
{
  double begin_px;
  double end_px;

  strata_frame_get_clip (part, &begin_px, &end_px);
  return GRAPHENE_RECT_INIT (0, begin_px, part->width_px, end_px - begin_px);
}

static GskRenderNode *
build_content (StrataCanvas *self,
               const StrataSceneRegion *frame)
{
  cairo_t *cr = strata_pictures_begin (&self->pictures, (int) frame->width_px, (int) frame->height_px, (int) frame->scale);
  StrataSceneRegion parts[2];
  const guint n_parts = strata_frame_split (frame, parts);

  for (guint i = 0; i < n_parts; i++)
    {
      double begin_px;
      double end_px;

      strata_frame_get_clip (&parts[i], &begin_px, &end_px);
      strata_scene_build_lanes (self->session, &parts[i], self->palette, self->list);
      cairo_save (cr);
      cairo_rectangle (cr, 0, begin_px, frame->width_px, end_px - begin_px);
      cairo_clip (cr);
      strata_painter_draw (strata_canvas_get_painter (self), cr, self->list);
      cairo_restore (cr);
    }

  return strata_pictures_end (&self->pictures, cr, GTK_WIDGET (self));
}

static GskRenderNode *
build_dims (StrataCanvas *self,
            const StrataSceneRegion *frame)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  StrataSceneRegion parts[2];
  const guint n_parts = strata_frame_split (frame, parts);

  for (guint i = 0; i < n_parts; i++)
    {
      double begin_px;
      double end_px;

      if (strata_scene_build_dims (self->session, &parts[i], self->palette, self->list, &begin_px, &end_px))
        draw_list (self, snapshot, &GRAPHENE_RECT_INIT (0, floor (begin_px), frame->width_px, ceil (end_px) - floor (begin_px)));
    }

  self->dimmed_for = strata_session_find_item_thread (self->session, strata_session_get_selected_item (self->session));
  return gtk_snapshot_free_to_node (snapshot);
}

static void
add_mark_bounds (StrataCanvas *self,
                 const StrataSceneRegion *frame,
                 StrataItem item,
                 graphene_rect_t *bounds)
{
  double rect[4];

  if (item.kind == STRATA_ITEM_NONE || !strata_scene_get_item_rect (self->session, frame, item, rect))
    return;

  double begin_px = CLAMP (rect[0] - MARK_REACH_PX, 0, frame->width_px);
  double end_px = CLAMP (rect[0] + rect[2] + MARK_REACH_PX, 0, frame->width_px);
  double top_px = CLAMP (rect[1] - MARK_REACH_PX, 0, frame->height_px);
  double bottom_px = CLAMP (rect[1] + rect[3] + MARK_REACH_PX, 0, frame->height_px);
  graphene_rect_t mark = GRAPHENE_RECT_INIT (floor (begin_px), floor (top_px), ceil (end_px - floor (begin_px)), ceil (bottom_px - floor (top_px)));

  if (bounds->size.width > 0)
    graphene_rect_union (bounds, &mark, bounds);
  else
    *bounds = mark;
}

/* The smallest bounds of all marks: a cairo node costs a texture of its size, and this one is made
 * whenever the pointer moves. */
static graphene_rect_t
get_marks_bounds (StrataCanvas *self,
                  const StrataSceneRegion *frame)
{
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  guint n_links;
  guint n_all;

  strata_selection_get_links (strata_session_get_selection (self->session), &n_links, &n_all);
  if (strata_selection_get_highlight (strata_session_get_selection (self->session)) != STRATA_NONE || n_links > 0)
    return GRAPHENE_RECT_INIT (0, 0, frame->width_px, frame->height_px);

  add_mark_bounds (self, frame, strata_session_get_selected_item (self->session), &bounds);
  add_mark_bounds (self, frame, strata_selection_get_hover (strata_session_get_selection (self->session)), &bounds);
  return bounds;
}

static GskRenderNode *
build_marks (StrataCanvas *self,
             const StrataSceneRegion *frame)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  const graphene_rect_t all = get_marks_bounds (self, frame);
  StrataSceneRegion parts[2];
  const guint n_parts = strata_frame_split (frame, parts);

  for (guint i = 0; i < n_parts; i++)
    {
      const graphene_rect_t part = get_part_bounds (&parts[i]);
      graphene_rect_t bounds;

      if (all.size.width <= 0 || all.size.height <= 0 || !graphene_rect_intersection (&all, &part, &bounds))
        continue;

      strata_scene_build_marks (self->session, &parts[i], self->palette, self->list);
      draw_list (self, snapshot, &bounds);
    }

  return gtk_snapshot_free_to_node (snapshot);
}

static void
append_band (StrataCanvas *self,
             GtkSnapshot *snapshot,
             const StrataSceneRegion *frame)
{
  if (self->band_begin_px == self->band_end_px)
    return;

  double begin_px = MIN (self->band_begin_px, self->band_end_px);
  double end_px = MAX (self->band_begin_px, self->band_end_px);
  GdkRGBA fill = strata_color_to_rgba (self->palette->overview_window, STRATA_BAND_ALPHA);

  gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (begin_px, 0, end_px - begin_px, frame->height_px));
}

/* Drawn here, since a style sheet would draw it around a widget that fills its window. */
static void
append_focus_ring (StrataCanvas *self,
                   GtkSnapshot *snapshot,
                   const StrataSceneRegion *frame)
{
  if (!gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    return;

  GdkRGBA color = strata_color_to_rgba (self->palette->overview_window, 1);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (0, 0, frame->width_px, frame->height_px), 0);
  gtk_snapshot_append_border (snapshot,
                              &outline,
                              (float[]){ FOCUS_RING_PX, FOCUS_RING_PX, FOCUS_RING_PX, FOCUS_RING_PX },
                              (GdkRGBA[]){ color, color, color, color });
}

static void
append_node (GtkSnapshot *snapshot,
             GskRenderNode *node)
{
  if (node != NULL)
    gtk_snapshot_append_node (snapshot, node);
}

static void
append_scene (StrataCanvas *self,
              GtkSnapshot *snapshot,
              const StrataSceneRegion *frame)
{
  if (self->content == NULL)
    self->content = build_content (self, frame);
  if (self->dims == NULL)
    self->dims = build_dims (self, frame);
  if (self->marks == NULL)
    self->marks = build_marks (self, frame);

  append_node (snapshot, self->content);
  append_node (snapshot, self->dims);
  append_node (snapshot, self->marks);
  strata_canvas_append_area (self, snapshot, frame);
  strata_canvas_append_move (self, snapshot, frame);
  strata_canvas_append_cursors (self, snapshot, frame);
  self->seen = strata_viewport_get_span (strata_session_get_viewport (self->session));
}

void
strata_canvas_snapshot (GtkWidget *widget,
                        GtkSnapshot *snapshot)
{
  StrataCanvas *self = STRATA_CANVAS (widget);
  StrataSceneRegion frame;
  GdkRGBA background = strata_color_to_rgba (self->palette->background, 1);

  strata_canvas_get_frame (self, &frame);
  if (frame.width_px <= 0 || frame.height_px <= 0)
    return;

  gtk_snapshot_append_color (snapshot, &background, &GRAPHENE_RECT_INIT (0, 0, frame.width_px, frame.height_px));
  if (frame.width_px > frame.header_px)
    append_scene (self, snapshot, &frame);
  append_band (self, snapshot, &frame);
  append_focus_ring (self, snapshot, &frame);
}
