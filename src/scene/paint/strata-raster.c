/* strata-raster.c - draws boxes, strips and graphs directly into the pixels of an image
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raster.h"

#include <math.h>
#include <string.h>

#include "strata-raster-blend.h"

/* Everything drawn here has edges on whole pixels, so cairo is not needed: a box is
 * one store per line, and a strip is blended once and copied to the lines below as
 * long as these show the same ground. A picture of 3840x2160 is 33 MB, more than
 * caches hold. So all layers of a few lines are drawn before the lines below them,
 * and each pixel goes to memory once.
 *
 * Most lines of a picture equal the line above: the previous picture is covered,
 * and boxes and strips begin and end at a few lines only. Of equal lines the first is drawn
 * and the others are copied from it. */

#define BAND_BYTES (384 * 1024)

/* Flags of a line: something begins or ends at it; a graph crosses it. */
#define LINE_IS_EDGE (1 << 0)
#define LINE_HAS_GRAPH (1 << 1)

/* The ground of a picture consists of a few boxes, which come first. */
#define MAX_GROUND_BOXES 4

static guint32 *
get_line (const StrataRaster *self,
          int x,
          int y)
{
  return self->pixels + (gsize) y * self->stride + x;
}

static void
draw_box (const StrataRaster *self,
          const StrataBox *box)
{
  const int x0 = MAX (box->x + self->x, self->x0);
  const int x1 = MIN (box->x + self->x + box->width, self->x1);
  const int y0 = MAX (box->y + self->y, self->y0);
  const int y1 = MIN (box->y + self->y + box->height, self->y1);

  for (int y = y0; x0 < x1 && y < y1; y++)
    strata_blend_fill (get_line (self, x0, y), x1 - x0, box->color);
}

static void
draw_strip (StrataRaster *self,
            const StrataStrip *strip,
            const StrataColor *colors)
{
  const int x0 = MAX (strip->x + self->x, self->x0);
  const int x1 = MIN (strip->x + self->x + (int) strip->n_pixels, self->x1);
  const int y0 = MAX (strip->y + self->y, self->y0);
  const int y1 = MIN (strip->y + self->y + strip->height, self->y1);

  if (x0 >= x1 || y0 >= y1)
    return;

  const gsize n = (gsize) (x1 - x0);
  guint32 *ground = self->scratch.data;
  const guint32 *drawn = get_line (self, x0, y0);

  colors += x0 - strip->x - self->x;
  if (y1 - y0 > 1)
    memcpy (ground, drawn, n * sizeof *ground);

  const gboolean is_opaque = strata_blend_line (get_line (self, x0, y0), colors, (int) n);

  for (int y = y0 + 1; y < y1; y++)
    {
      guint32 *line = get_line (self, x0, y);

      if (is_opaque || memcmp (line, ground, n * sizeof *line) == 0)
        memcpy (line, drawn, n * sizeof *line);
      else
        strata_blend_line (line, colors, (int) n);
    }
}

/* The line in a column starts at the level of its neighbour, so that it has no gaps. */
void
strata_graph_get_line (const StrataLevel *levels,
                       guint32 column,
                       int *top,
                       int *bottom)
{
  *top = levels[column].top;
  *bottom = levels[column].bottom + 1;

  if (column > 0 && levels[column - 1].top >= 0)
    {
      *top = MIN (*top, levels[column - 1].bottom);
      *bottom = MAX (*bottom, levels[column - 1].top + 1);
    }
}

static void
draw_column (const StrataRaster *self,
             int x,
             int y0,
             int y1,
             StrataColor color)
{
  draw_box (self, &(StrataBox){ x, y0, 1, y1 - y0, color });
}

static void
draw_graph (const StrataRaster *self,
            const StrataGraph *graph,
            const StrataLevel *levels)
{
  const int base = graph->height - graph->above_px;

  if (graph->y + self->y >= self->y1 || graph->y + graph->height + self->y <= self->y0)
    return;

  for (guint32 column = 0; column < graph->n_columns; column++)
    {
      const int x = graph->x + (int) column;
      int top;
      int bottom;

      if (levels[column].top < 0)
        continue;

      strata_graph_get_line (levels, column, &top, &bottom);
      draw_column (self, x, graph->y + MIN (bottom, base), graph->y + MAX (top, base), graph->fill);
      draw_column (self, x, graph->y + top, graph->y + bottom, graph->line);
    }
}

/* Draws pixel by pixel, for a glyph at the left or right edge. */
static void
draw_mask_clipped (const StrataRaster *self,
                   const StrataPlacedMask *placed)
{
  for (guint i = 0; i < placed->mask->n_pieces; i++)
    {
      const StrataMaskPiece *piece = &placed->mask->pieces[i];
      const int y = placed->y + piece->y;
      const int x = placed->x + piece->x;

      for (int k = 0; y >= self->y0 && y < self->y1 && k < (int) G_N_ELEMENTS (piece->alphas); k++)
        if (x + k >= self->x0 && x + k < self->x1)
          strata_blend_part (get_line (self, x + k, y), placed->color, piece->alphas[k]);
    }
}

static void
draw_mask (const StrataRaster *self,
           const StrataPlacedMask *placed)
{
  const StrataGlyphMask *mask = placed->mask;
  const int begin = MAX (self->y0 - placed->y, 0);
  const int end = MIN (self->y1 - placed->y, mask->height);

  if (placed->x < self->x0 || placed->x + mask->width > self->x1)
    draw_mask_clipped (self, placed);
  else if (begin < end)
    strata_blend_mask (get_line (self, placed->x, placed->y + begin), self->stride, mask, begin, end, placed->color);
}

/**
 * strata_raster_add_mask:
 * @self: the image
 * @mask: a glyph; borrowed until the next drawing
 * @x: where its origin is, in pixels of the list
 * @y: the same
 * @color: its colour
 *
 * Queues a glyph to be drawn above the layers of the next call of strata_raster_draw().
 */
void
strata_raster_add_mask (StrataRaster *self,
                        const StrataGlyphMask *mask,
                        int x,
                        int y,
                        StrataColor color)
{
  const StrataPlacedMask placed = { mask, x + self->x + mask->x, y + self->y + mask->y, color, 0 };

  if (placed.x < self->x1 && placed.x + mask->width > self->x0 && placed.y < self->y1 && placed.y + mask->height > self->y0)
    *(StrataPlacedMask *) strata_column_push (&self->masks, sizeof placed) = placed;
}

/* Chains the masks of each band; 0 ends a chain. */
static void
sort_masks (StrataRaster *self,
            int band)
{
  const guint32 n_bands = (guint32) ((self->y1 - self->y0) / band) + 2;

  strata_column_grow (&self->bands, sizeof (guint32), n_bands);
  memset (self->bands.data, 0, n_bands * sizeof (guint32));
  for (gsize i = 0; i < self->masks.n; i++)
    {
      StrataPlacedMask *placed = &strata_column_at (&self->masks, StrataPlacedMask, i);
      guint32 *first = &strata_column_at (&self->bands, guint32, (MAX (placed->y, self->y0) - self->y0) / band);

      placed->next = *first;
      *first = (guint32) i + 1;
    }
}

/* Masks that reach below the band continue in the next one. */
static void
draw_masks (StrataRaster *self,
            guint32 *bands)
{
  for (guint32 i = bands[0], next; i != 0; i = next)
    {
      StrataPlacedMask *placed = &strata_column_at (&self->masks, StrataPlacedMask, i - 1);

      next = placed->next;
      draw_mask (self, placed);
      if (placed->y + placed->mask->height > self->y1)
        {
          placed->next = bands[1];
          bands[1] = i;
        }
    }
}

/* Stores an area that reaches into the band, and the lines at which it begins and ends. */
static void
add_area (StrataRaster *self,
          StrataRasterArea area,
          int y,
          int height)
{
  const int y0 = MAX (y + self->y, self->y0) - self->y0;
  const int y1 = MIN (y + self->y + height, self->y1) - self->y0;
  guint8 *lines = self->lines.data;

  if (y0 >= y1)
    return;

  *(StrataRasterArea *) strata_column_push (&self->areas, sizeof area) = area;
  lines[y0] |= LINE_IS_EDGE;
  lines[y1] |= LINE_IS_EDGE;
  for (int i = y0; area.graph != NULL && i < y1; i++)
    lines[i] |= LINE_HAS_GRAPH;
}

static void
add_layer (StrataRaster *self,
           const StrataLayerColumns *layer)
{
  for (gsize i = 0; i < layer->boxes.n; i++)
    {
      const StrataBox *box = &strata_column_at (&layer->boxes, StrataBox, i);

      add_area (self, (StrataRasterArea){ .box = box }, box->y, box->height);
    }

  for (gsize i = 0; i < layer->strips.n; i++)
    {
      const StrataStrip *strip = &strata_column_at (&layer->strips, StrataStrip, i);

      add_area (self, (StrataRasterArea){ .strip = strip }, strip->y, strip->height);
    }

  for (gsize i = 0; i < layer->graphs.n; i++)
    {
      const StrataGraph *graph = &strata_column_at (&layer->graphs, StrataGraph, i);

      add_area (self, (StrataRasterArea){ .graph = graph }, graph->y, graph->height);
    }
}

static void
draw_areas (StrataRaster *self,
            const StrataDrawList *list)
{
  for (gsize i = 0; i < self->areas.n; i++)
    {
      const StrataRasterArea *area = &strata_column_at (&self->areas, StrataRasterArea, i);

      if (area->box != NULL)
        draw_box (self, area->box);
      else if (area->strip != NULL)
        draw_strip (self, area->strip, &strata_column_at (&list->pixels, StrataColor, area->strip->first_pixel));
      else
        draw_graph (self, area->graph, &strata_column_at (&list->levels, StrataLevel, area->graph->first_level));
    }
}

/* Draws lines that are all equal. */
static void
draw_alike (StrataRaster *self,
            const StrataDrawList *list)
{
  const int y1 = self->y1;
  const guint32 *first = get_line (self, self->x0, self->y0);

  self->y1 = self->y0 + 1;
  draw_areas (self, list);
  self->y1 = y1;
  for (int y = self->y0 + 1; y < y1; y++)
    memcpy (get_line (self, self->x0, y), first, (gsize) (self->x1 - self->x0) * sizeof *first);
}

/* Draws a band that is covered completely, in groups of lines without an edge between them. */
static void
draw_covered (StrataRaster *self,
              const StrataDrawList *list)
{
  const guint8 *lines = self->lines.data;
  const int y0 = self->y0;
  const int y1 = self->y1;

  for (int y = y0; y < y1; y = self->y1)
    {
      self->y0 = y;
      self->y1 = y + 1;
      while (self->y1 < y1 && (lines[self->y1 - y0] & LINE_IS_EDGE) == 0)
        self->y1++;
      if ((lines[y - y0] & LINE_HAS_GRAPH) != 0)
        draw_areas (self, list);
      else
        draw_alike (self, list);
    }

  self->y0 = y0;
}

static void
draw_band (StrataRaster *self,
           const StrataDrawList *list,
           guint first_layer,
           guint end_layer,
           gboolean is_covered)
{
  self->areas.n = 0;
  memset (self->lines.data, 0, (gsize) (self->y1 - self->y0) + 1);
  for (guint i = first_layer; i < end_layer; i++)
    add_layer (self, &list->layers[i]);

  if (is_covered)
    draw_covered (self, list);
  else
    draw_areas (self, list);
}

/* Whether the first boxes of a layer cover everything that was there before. */
static gboolean
is_ground (const StrataRaster *self,
           const StrataColumn *boxes)
{
  const gsize n = MIN (boxes->n, MAX_GROUND_BOXES);
  int x = self->x0;

  for (gsize i = 0; i < n * n; i++)
    {
      const StrataBox *box = &strata_column_at (boxes, StrataBox, i % n);

      if (box->color >> 24 == 0xff && box->x + self->x <= x && box->y + self->y <= self->y0 && box->y + self->y + box->height >= self->y1)
        x = MAX (x, box->x + self->x + box->width);
    }

  return x >= self->x1;
}

/**
 * strata_raster_draw:
 * @self: the image
 * @list: what to draw
 * @first_layer: the first layer of it
 * @end_layer: one past the last
 *
 * Draws boxes, strips and graphs of some layers, one above the other, and the
 * glyphs that were added above them all. Needs strata_raster_begin() first; cairo may
 * draw in between.
 */
void
strata_raster_draw (StrataRaster *self,
                    const StrataDrawList *list,
                    guint first_layer,
                    guint end_layer)
{
  const int band = MAX (BAND_BYTES / (int) (self->stride * sizeof (guint32)), 4);
  const int y0 = self->y0;
  const int y1 = self->y1;
  const gboolean is_covered = is_ground (self, &list->layers[first_layer].boxes);
  guint32 *bands;

  strata_column_grow (&self->lines, 1, (gsize) band + 1);
  cairo_surface_flush (self->surface);
  sort_masks (self, band);
  bands = self->bands.data;
  for (int y = y0; y < y1; y += band, bands++)
    {
      self->y0 = y;
      self->y1 = MIN (y + band, y1);
      draw_band (self, list, first_layer, end_layer, is_covered);
      draw_masks (self, bands);
    }

  self->masks.n = 0;

  self->y0 = y0;
  self->y1 = y1;
  cairo_surface_mark_dirty (self->surface);
}

/* Finds a clip that is one box of whole pixels, in pixels of the image. */
static gboolean
find_clip (StrataRaster *self,
           cairo_t *cr,
           double offset_x,
           double offset_y)
{
  cairo_rectangle_list_t *clip = cairo_copy_clip_rectangle_list (cr);
  const gboolean is_box = clip->status == CAIRO_STATUS_SUCCESS && clip->num_rectangles <= 1;
  const cairo_rectangle_t box = is_box && clip->num_rectangles == 1 ? clip->rectangles[0] : (cairo_rectangle_t){ 0 };

  cairo_rectangle_list_destroy (clip);

  const double x0 = box.x + offset_x;
  const double y0 = box.y + offset_y;
  const double x1 = x0 + box.width;
  const double y1 = y0 + box.height;

  self->x0 = MAX ((int) lrint (x0), 0);
  self->y0 = MAX ((int) lrint (y0), 0);
  self->x1 = MIN ((int) lrint (x1), cairo_image_surface_get_width (self->surface));
  self->y1 = MIN ((int) lrint (y1), cairo_image_surface_get_height (self->surface));
  return is_box && x0 == rint (x0) && y0 == rint (y0) && x1 == rint (x1) && y1 == rint (y1);
}

/**
 * strata_raster_begin:
 * @self: to be set up; zeros before its first use
 * @cr: the target, with one pixel of @list as its unit
 * @list: what will be drawn
 *
 * Checks whether a picture can be drawn without cairo: its target has to be an image
 * of 32 bits, translated by whole pixels and clipped at most to a box.
 *
 * Returns: whether it can
 */
gboolean
strata_raster_begin (StrataRaster *self,
                     cairo_t *cr,
                     const StrataDrawList *list)
{
  cairo_matrix_t matrix;
  double device_x;
  double device_y;
  double scale_x;
  double scale_y;

  self->surface = cairo_get_group_target (cr);
  if (cairo_surface_get_type (self->surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return FALSE;

  const cairo_format_t format = cairo_image_surface_get_format (self->surface);

  cairo_get_matrix (cr, &matrix);
  cairo_surface_get_device_scale (self->surface, &scale_x, &scale_y);
  cairo_surface_get_device_offset (self->surface, &device_x, &device_y);
  if ((format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24) || cairo_get_operator (cr) != CAIRO_OPERATOR_OVER ||
      fabs (matrix.xx * scale_x - 1.0) > 1e-9 || fabs (matrix.yy * scale_y - 1.0) > 1e-9 || matrix.xy != 0.0 || matrix.yx != 0.0)
    return FALSE;

  const double x = matrix.x0 * scale_x + device_x;
  const double y = matrix.y0 * scale_y + device_y;

  if (x != rint (x) || y != rint (y) || fabs (x) > 1e6 || fabs (y) > 1e6 || !find_clip (self, cr, x, y))
    return FALSE;

  self->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (self->surface);
  self->stride = (gsize) cairo_image_surface_get_stride (self->surface) / sizeof (guint32);
  self->x = (int) x;
  self->y = (int) y;
  strata_column_grow (&self->scratch, sizeof (guint32), (gsize) MAX (self->x1 - self->x0, 1));
  return self->pixels != NULL;
}

/**
 * strata_raster_clear:
 * @self: the image
 *
 * Frees what was kept between pictures.
 */
void
strata_raster_clear (StrataRaster *self)
{
  strata_column_clear (&self->scratch);
  strata_column_clear (&self->masks);
  strata_column_clear (&self->areas);
  strata_column_clear (&self->lines);
  strata_column_clear (&self->bands);
}
