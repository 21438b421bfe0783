/* strata-painter-areas.c - boxes, strips and graphs by cairo
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-painter-private.h"

#include "strata-raster.h"

/* Boxes are filled one colour at a time without antialiasing. The strips of a layer become rows of
 * one image, each stretched over its height. For vector targets (SVG, PDF) strips are filled run by
 * run instead, so that the picture stays sharp. */

void
strata_painter_set_color (cairo_t *cr,
                          StrataColor color)
{
  cairo_set_source_rgba (cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0, (color & 0xff) / 255.0, (color >> 24) / 255.0);
}

/* The colours of boxes, in order of their first appearance. */
static void
collect_colors (StrataColumn *colors,
                const StrataColumn *boxes)
{
  colors->n = 0;
  for (gsize i = 0; i < boxes->n; i++)
    {
      StrataColor color = strata_column_at (boxes, StrataBox, i).color;
      gsize k = 0;

      while (k < colors->n && strata_column_at (colors, StrataColor, k) != color)
        k++;
      if (k == colors->n)
        strata_column_push_u32 (colors, color);
    }
}

static void
draw_boxes (cairo_t *cr,
            const StrataColumn *boxes,
            StrataColumn *colors)
{
  collect_colors (colors, boxes);
  for (gsize k = 0; k < colors->n; k++)
    {
      StrataColor color = strata_column_at (colors, StrataColor, k);

      for (gsize i = 0; i < boxes->n; i++)
        {
          const StrataBox *box = &strata_column_at (boxes, StrataBox, i);

          if (box->color == color)
            cairo_rectangle (cr, box->x, box->y, box->width, box->height);
        }

      strata_painter_set_color (cr, color);
      cairo_fill (cr);
    }
}

static inline guint32
premultiply (StrataColor color)
{
  guint32 alpha = color >> 24;

  if (alpha == 0xff)
    return color;

  guint32 red = ((color >> 16 & 0xff) * alpha + 127) / 255;
  guint32 green = ((color >> 8 & 0xff) * alpha + 127) / 255;
  guint32 blue = ((color & 0xff) * alpha + 127) / 255;

  return alpha << 24 | red << 16 | green << 8 | blue;
}

static gboolean
is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PS;
}

static void
draw_strip_runs (cairo_t *cr,
                 const StrataStrip *strip,
                 const StrataColor *pixels)
{
  for (guint32 begin = 0, end; begin < strip->n_pixels; begin = end)
    {
      for (end = begin + 1; end < strip->n_pixels && pixels[end] == pixels[begin];)
        end++;

      if (pixels[begin] == 0)
        continue;

      strata_painter_set_color (cr, pixels[begin]);
      cairo_rectangle (cr, strip->x + (double) begin, strip->y, end - begin, strip->height);
      cairo_fill (cr);
    }
}

static cairo_surface_t *
make_strip_image (const StrataDrawList *list,
                  const StrataColumn *strips,
                  gsize first,
                  gsize n)
{
  guint32 width = 1;

  for (gsize i = first; i < first + n; i++)
    width = MAX (width, strata_column_at (strips, StrataStrip, i).n_pixels);

  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) n);
  guchar *data = cairo_image_surface_get_data (image);

  for (gsize i = 0; data != NULL && i < n; i++)
    {
      const StrataStrip *strip = &strata_column_at (strips, StrataStrip, first + i);
      const StrataColor *pixels = &strata_column_at (&list->pixels, StrataColor, strip->first_pixel);
      guint32 *row = (guint32 *) (gpointer) (data + (gsize) cairo_image_surface_get_stride (image) * i);

      for (guint32 k = 0; k < strip->n_pixels; k++)
        row[k] = premultiply (pixels[k]);
    }

  cairo_surface_mark_dirty (image);
  return image;
}

static void
draw_stretched (cairo_t *cr,
                cairo_pattern_t *pattern,
                const StrataStrip *strip,
                double row)
{
  cairo_matrix_t matrix;

  cairo_matrix_init (&matrix, 1.0, 0.0, 0.0, 1.0 / strip->height, -strip->x, row - (double) strip->y / strip->height);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, strip->x, strip->y, strip->n_pixels, strip->height);
  cairo_fill (cr);
}

#define MAX_IMAGE_ROWS 4096

static void
draw_strips (cairo_t *cr,
             const StrataDrawList *list,
             const StrataColumn *strips)
{
  for (gsize first = 0; first < strips->n; first += MAX_IMAGE_ROWS)
    {
      gsize n = MIN (strips->n - first, MAX_IMAGE_ROWS);
      cairo_surface_t *image = make_strip_image (list, strips, first, n);
      cairo_pattern_t *pattern = cairo_pattern_create_for_surface (image);

      cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
      for (gsize i = 0; i < n; i++)
        draw_stretched (cr, pattern, &strata_column_at (strips, StrataStrip, first + i), (double) i);

      cairo_pattern_destroy (pattern);
      cairo_surface_destroy (image);
    }
}

static void
draw_strips_as_vectors (cairo_t *cr,
                        const StrataDrawList *list,
                        const StrataColumn *strips)
{
  for (gsize i = 0; i < strips->n; i++)
    {
      const StrataStrip *strip = &strata_column_at (strips, StrataStrip, i);

      draw_strip_runs (cr, strip, &strata_column_at (&list->pixels, StrataColor, strip->first_pixel));
    }
}

static void
draw_graph_image (cairo_t *cr,
                  const StrataGraph *graph,
                  const StrataLevel *levels)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) graph->n_columns, graph->height);
  guchar *data = cairo_image_surface_get_data (image);
  int stride = cairo_image_surface_get_stride (image);
  int base = graph->height - graph->above_px;
  guint32 fill = premultiply (graph->fill);
  guint32 line = premultiply (graph->line);

  for (int y = 0; data != NULL && y < graph->height; y++)
    {
      guint32 *row = (guint32 *) (gpointer) (data + (gsize) y * (gsize) stride);

      for (guint32 column = 0; column < graph->n_columns; column++)
        {
          int top;
          int bottom;

          if (levels[column].top < 0)
            continue;

          strata_graph_get_line (levels, column, &top, &bottom);
          if (y >= top && y < bottom)
            row[column] = line;
          else if (y >= MIN (bottom, base) && y < MAX (top, base))
            row[column] = fill;
        }
    }

  cairo_surface_mark_dirty (image);
  cairo_set_source_surface (cr, image, graph->x, graph->y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_rectangle (cr, graph->x, graph->y, graph->n_columns, graph->height);
  cairo_fill (cr);
  cairo_surface_destroy (image);
}

static void
draw_graph_as_vectors (cairo_t *cr,
                       const StrataGraph *graph,
                       const StrataLevel *levels)
{
  const int base = graph->height - graph->above_px;

  for (int pass = 0; pass < 2; pass++)
    {
      for (guint32 column = 0; column < graph->n_columns; column++)
        {
          int top;
          int bottom;

          if (levels[column].top < 0)
            continue;

          strata_graph_get_line (levels, column, &top, &bottom);
          if (pass == 0 && bottom <= base)
            cairo_rectangle (cr, graph->x + (double) column, graph->y + bottom, 1, base - bottom);
          else if (pass == 0)
            cairo_rectangle (cr, graph->x + (double) column, graph->y + base, 1, MAX (top - base, 0));
          else
            cairo_rectangle (cr, graph->x + (double) column, graph->y + top, 1, bottom - top);
        }

      strata_painter_set_color (cr, pass == 0 ? graph->fill : graph->line);
      cairo_fill (cr);
    }
}

static void
draw_graphs (cairo_t *cr,
             const StrataDrawList *list,
             const StrataColumn *graphs)
{
  for (gsize i = 0; i < graphs->n; i++)
    {
      const StrataGraph *graph = &strata_column_at (graphs, StrataGraph, i);
      const StrataLevel *levels = &strata_column_at (&list->levels, StrataLevel, graph->first_level);

      if (graph->n_columns == 0 || graph->height <= 0)
        continue;
      if (is_vector (cr))
        draw_graph_as_vectors (cr, graph, levels);
      else
        draw_graph_image (cr, graph, levels);
    }
}

void
strata_painter_draw_areas (cairo_t *cr,
                           const StrataDrawList *list,
                           const StrataLayerColumns *layer,
                           StrataColumn *colors)
{
  draw_boxes (cr, &layer->boxes, colors);
  if (is_vector (cr))
    draw_strips_as_vectors (cr, list, &layer->strips);
  else
    draw_strips (cr, list, &layer->strips);
  draw_graphs (cr, list, &layer->graphs);
}
