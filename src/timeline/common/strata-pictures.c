/* strata-pictures.c - reuses image memory for widgets that change in every frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pictures.h"

/* gtk_snapshot_append_cairo() records drawing and draws it later, glyph by
 * glyph, which costs twice as much. So pictures are drawn at once, into reused memory,
 * since fresh memory from the system costs as much as the drawing. While one
 * image is on the screen, the next one is drawn.
 *
 * The GL renderer gets a texture, which it only has to upload. The cairo renderer would
 * first download that into fresh memory, so it gets a cairo node. The node does not refer to the image
 * but to a source that returns it: cairo copies a recorded image as soon as it changes, even if
 * the recording will not be drawn again. */

static cairo_surface_t *
make_image (int width_px,
            int height_px,
            int scale)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width_px * scale, height_px * scale);

  cairo_surface_set_device_scale (image, scale, scale);
  return image;
}

static gboolean
is_fit (cairo_surface_t *image,
        int width_px,
        int height_px,
        int scale)
{
  double image_scale;
  double unused;

  if (image == NULL || cairo_surface_get_reference_count (image) > 1)
    return FALSE;

  cairo_surface_get_device_scale (image, &image_scale, &unused);
  return image_scale == scale && cairo_image_surface_get_width (image) == width_px * scale && cairo_image_surface_get_height (image) == height_px * scale;
}

/**
 * strata_pictures_begin:
 * @self: the pictures
 * @width_px: width of the next one
 * @height_px: its height
 * @scale: device pixels per logical pixel, along each side
 *
 * Begins a picture. Its content is undefined, so all of it has to be drawn.
 *
 * Returns: (transfer full): where to draw it; pass it to strata_pictures_end()
 */
cairo_t *
strata_pictures_begin (StrataPictures *self,
                       int width_px,
                       int height_px,
                       int scale)
{
  cairo_surface_t **image = &self->images[self->next];

  /* If the old image is still in use, its user keeps it alive. */
  if (!is_fit (*image, width_px, height_px, scale))
    {
      g_clear_pointer (image, cairo_surface_destroy);
      *image = make_image (width_px, height_px, scale);
    }

  return cairo_create (*image);
}

static GskRenderNode *
make_texture_node (cairo_surface_t *image,
                   const graphene_rect_t *bounds)
{
  const int height = cairo_image_surface_get_height (image);
  const gsize stride = (gsize) cairo_image_surface_get_stride (image);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (image), stride * (gsize) height, (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (image));
  g_autoptr (GdkTexture) texture = gdk_memory_texture_new (cairo_image_surface_get_width (image), height, GDK_MEMORY_DEFAULT, bytes, stride);

  return gsk_texture_node_new (texture, bounds);
}

static cairo_surface_t *
acquire_image (cairo_pattern_t *source,
               void *image,
               cairo_surface_t *target,
               const cairo_rectangle_int_t *extents)
{
  return cairo_surface_reference (image);
}

static void
release_image (cairo_pattern_t *source,
               void *image,
               cairo_surface_t *acquired)
{
  cairo_surface_destroy (acquired);
}

static cairo_status_t
copy_source (cairo_pattern_t *source,
             void *image,
             const cairo_pattern_t *other)
{
  cairo_surface_reference (image);
  return CAIRO_STATUS_SUCCESS;
}

static void
finish_source (cairo_pattern_t *source,
               void *image)
{
  cairo_surface_destroy (image);
}

/* Each copy of the source keeps a reference to the image. */
static cairo_pattern_t *
make_source (cairo_surface_t *image,
             double scale)
{
  cairo_pattern_t *source = cairo_pattern_create_raster_source (cairo_surface_reference (image), CAIRO_CONTENT_COLOR_ALPHA,
                                                                cairo_image_surface_get_width (image), cairo_image_surface_get_height (image));
  cairo_matrix_t matrix;

  cairo_raster_source_pattern_set_acquire (source, acquire_image, release_image);
  cairo_raster_source_pattern_set_copy (source, copy_source);
  cairo_raster_source_pattern_set_finish (source, finish_source);
  cairo_matrix_init_scale (&matrix, scale, scale);
  cairo_pattern_set_matrix (source, &matrix);
  cairo_pattern_set_filter (source, CAIRO_FILTER_NEAREST);
  return source;
}

static GskRenderNode *
make_cairo_node (cairo_surface_t *image,
                 double scale,
                 const graphene_rect_t *bounds)
{
  GskRenderNode *node = gsk_cairo_node_new (bounds);
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);
  cairo_pattern_t *source = make_source (image, scale);

  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source (cr, source);
  cairo_paint (cr);
  cairo_pattern_destroy (source);
  cairo_destroy (cr);
  return node;
}

/**
 * strata_pictures_end:
 * @self: the pictures
 * @cr: (transfer full): returned by strata_pictures_begin()
 * @widget: the widget that will show the picture
 *
 * Ends a picture.
 *
 * Returns: (transfer full): the picture, with its top left corner at the origin
 */
GskRenderNode *
strata_pictures_end (StrataPictures *self,
                     cairo_t *cr,
                     GtkWidget *widget)
{
  cairo_surface_t *image = cairo_get_target (cr);
  GtkNative *native = gtk_widget_get_native (widget);
  const gboolean is_cairo = native != NULL && GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
  double scale;
  double unused;

  cairo_surface_flush (image);
  cairo_surface_get_device_scale (image, &scale, &unused);

  const graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) (cairo_image_surface_get_width (image) / scale), (float) (cairo_image_surface_get_height (image) / scale));
  GskRenderNode *node = is_cairo ? make_cairo_node (image, scale, &bounds) : make_texture_node (image, &bounds);

  self->next = (self->next + 1) % STRATA_N_PICTURES;
  cairo_destroy (cr);
  return node;
}

/**
 * strata_pictures_clear:
 * @self: the pictures
 *
 * Frees their memory. Nodes made from them stay valid.
 */
void
strata_pictures_clear (StrataPictures *self)
{
  for (guint i = 0; i < STRATA_N_PICTURES; i++)
    g_clear_pointer (&self->images[i], cairo_surface_destroy);
}
