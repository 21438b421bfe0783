/* strata-painter.c - a draw list becomes pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-painter.h"

#include <math.h>

#include <pango/pangocairo.h>

#include "strata-draw-list-private.h"
#include "strata-glyphs.h"
#include "strata-raster.h"

/* On an image, strata-raster.c draws boxes, strips and graphs. Elsewhere boxes are
 * filled a colour at a time without antialiasing, and the strips of a layer become
 * rows of one image, each stretched over its height; where the target keeps vectors
 * (SVG, PDF) they are filled run by run instead, so that a picture stays sharp. Texts come last in a layer: their glyphs are collected by
 * font and colour, and shown together. */

/* A text is not drawn in less room than its first letters take. */
#define MIN_TEXT_PX 30
#define DETAIL_GAP_PX 7

typedef struct
{
  guint font;
  StrataColor color;
  StrataColumn glyphs; /* cairo_glyph_t */
} GlyphRun;

struct _StrataPainter
{
  StrataGlyphCache *cache; /* owned */
  GArray *glyph_runs;      /* (element-type GlyphRun) owned */
  StrataColumn colors;     /* StrataColor: those met in a layer, in order */
  StrataRaster raster;
};

static void
clear_glyph_run (gpointer run)
{
  strata_column_clear (&((GlyphRun *) run)->glyphs);
}

/**
 * strata_painter_new:
 * @context: fonts and their size
 *
 * Returns: (transfer full): a painter
 */
StrataPainter *
strata_painter_new (PangoContext *context)
{
  StrataPainter *self = g_new0 (StrataPainter, 1);

  self->glyph_runs = g_array_new (FALSE, FALSE, sizeof (GlyphRun));
  g_array_set_clear_func (self->glyph_runs, clear_glyph_run);
  strata_painter_set_context (self, context);
  return self;
}

/**
 * strata_painter_free:
 * @self: (nullable): the painter
 *
 * Frees it.
 */
void
strata_painter_free (StrataPainter *self)
{
  if (self == NULL)
    return;

  strata_glyph_cache_free (self->cache);
  g_array_unref (self->glyph_runs);
  strata_column_clear (&self->colors);
  strata_raster_clear (&self->raster);
  g_free (self);
}

/**
 * strata_painter_set_context:
 * @self: the painter
 * @context: fonts and their size
 *
 * Takes other fonts, or the same after they changed.
 */
void
strata_painter_set_context (StrataPainter *self,
                            PangoContext *context)
{
  g_clear_pointer (&self->cache, strata_glyph_cache_free);
  g_array_set_size (self->glyph_runs, 0);
  self->cache = strata_glyph_cache_new (context);
}

static void
set_color (cairo_t *cr,
           StrataColor color)
{
  cairo_set_source_rgba (cr, (color >> 16 & 0xff) / 255.0, (color >> 8 & 0xff) / 255.0, (color & 0xff) / 255.0, (color >> 24) / 255.0);
}

/* The colours of boxes, in order of their first appearance. */
static void
collect_colors (StrataPainter *self,
                const StrataColumn *boxes)
{
  self->colors.n = 0;
  for (gsize i = 0; i < boxes->n; i++)
    {
      StrataColor color = strata_column_at (boxes, StrataBox, i).color;
      gsize k = 0;

      while (k < self->colors.n && strata_column_at (&self->colors, StrataColor, k) != color)
        k++;
      if (k == self->colors.n)
        strata_column_push_u32 (&self->colors, color);
    }
}

static void
draw_boxes (StrataPainter *self,
            cairo_t *cr,
            const StrataColumn *boxes)
{
  collect_colors (self, boxes);
  for (gsize k = 0; k < self->colors.n; k++)
    {
      StrataColor color = strata_column_at (&self->colors, StrataColor, k);

      for (gsize i = 0; i < boxes->n; i++)
        {
          const StrataBox *box = &strata_column_at (boxes, StrataBox, i);

          if (box->color == color)
            cairo_rectangle (cr, box->x, box->y, box->width, box->height);
        }

      set_color (cr, color);
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

      set_color (cr, pixels[begin]);
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

      set_color (cr, pass == 0 ? graph->fill : graph->line);
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

static void
trace_shape (cairo_t *cr,
             const StrataShape *shape)
{
  static const double corners[][4][2] = {
    { { 0.22, 0.0 }, { 0.83, 0.5 }, { 0.22, 1.0 }, { 0.22, 0.0 } },
    { { 0.0, 0.22 }, { 1.0, 0.22 }, { 0.5, 0.83 }, { 0.0, 0.22 } },
    { { 0.5, 0.0 }, { 1.0, 0.5 }, { 0.5, 1.0 }, { 0.0, 0.5 } },
  };

  cairo_new_sub_path (cr);
  for (guint i = 0; i < 4; i++)
    cairo_line_to (cr, shape->x + shape->size * corners[shape->kind][i][0], shape->y + shape->size * corners[shape->kind][i][1]);
  cairo_close_path (cr);
}

static void
draw_shapes (cairo_t *cr,
             const StrataColumn *shapes)
{
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  for (gsize i = 0; i < shapes->n; i++)
    {
      const StrataShape *shape = &strata_column_at (shapes, StrataShape, i);

      trace_shape (cr, shape);
      if (i + 1 < shapes->n && strata_column_at (shapes, StrataShape, i + 1).color == shape->color)
        continue;

      set_color (cr, shape->color);
      cairo_fill (cr);
    }
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
}

/* The line stops short of the tip, which would else be as blunt as it is wide. */
static void
trace_line (cairo_t *cr,
            const StrataArrow *arrow)
{
  const int end = arrow->x[3] - arrow->head / 2;

  cairo_move_to (cr, arrow->x[0], arrow->y[0]);
  cairo_curve_to (cr, arrow->x[1], arrow->y[1], MIN (arrow->x[2], end), arrow->y[2], end, arrow->y[3]);
}

static void
trace_head (cairo_t *cr,
            const StrataArrow *arrow,
            double reach)
{
  const double half = arrow->head * 0.5 + reach;

  cairo_move_to (cr, arrow->x[3] + reach * 1.5, arrow->y[3]);
  cairo_line_to (cr, arrow->x[3] - arrow->head - reach, arrow->y[3] - half);
  cairo_line_to (cr, arrow->x[3] - arrow->head - reach, arrow->y[3] + half);
  cairo_close_path (cr);
}

static void
draw_arrow (cairo_t *cr,
            const StrataArrow *arrow,
            double reach,
            StrataColor color)
{
  trace_line (cr, arrow);
  cairo_set_line_width (cr, arrow->width + 2 * reach);
  set_color (cr, color);
  cairo_stroke (cr);

  if (arrow->head == 0)
    return;

  trace_head (cr, arrow, reach);
  cairo_fill (cr);
}

static void
draw_arrows (cairo_t *cr,
             const StrataColumn *arrows)
{
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_DEFAULT);
  for (gsize i = 0; i < arrows->n; i++)
    {
      const StrataArrow *arrow = &strata_column_at (arrows, StrataArrow, i);

      draw_arrow (cr, arrow, arrow->halo_width, arrow->halo);
      draw_arrow (cr, arrow, 0, arrow->color);
    }
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
}

static StrataColumn *
get_glyph_run (StrataPainter *self,
               guint font,
               StrataColor color)
{
  for (guint i = 0; i < self->glyph_runs->len; i++)
    {
      GlyphRun *run = &g_array_index (self->glyph_runs, GlyphRun, i);

      if (run->font == font && run->color == color)
        return &run->glyphs;
    }

  GlyphRun run = { font, color, STRATA_COLUMN_INIT };

  g_array_append_val (self->glyph_runs, run);
  return &g_array_index (self->glyph_runs, GlyphRun, self->glyph_runs->len - 1).glyphs;
}

/* Collects the glyphs of a text that end before @room; returns the width that they take. */
static double
add_glyphs (StrataPainter *self,
            const StrataGlyphs *glyphs,
            double x,
            double y,
            double room,
            StrataColor color)
{
  guint n = glyphs->n_glyphs;

  if (glyphs->width > room)
    {
      while (n > 0 && glyphs->glyphs[n - 1].end > room)
        n--;
      while (n > 0 && n < glyphs->n_glyphs && !glyphs->glyphs[n].may_cut)
        n--;
    }

  guint font = G_MAXUINT;
  StrataColumn *column = NULL;

  for (guint i = 0; i < n; i++)
    {
      const StrataGlyph *glyph = &glyphs->glyphs[i];

      if (glyph->font != font)
        column = get_glyph_run (self, font = glyph->font, color);

      *(cairo_glyph_t *) strata_column_push (column, sizeof (cairo_glyph_t)) = (cairo_glyph_t){ glyph->id, x + glyph->x, y + glyph->y };
    }

  return n == glyphs->n_glyphs ? glyphs->width : n > 0 ? glyphs->glyphs[n - 1].end
                                                       : 0.0;
}

static double
add_shortened (StrataPainter *self,
               const StrataGlyphs *glyphs,
               double x,
               double y,
               double room,
               StrataColor color,
               gboolean is_bold)
{
  if (glyphs->width <= room)
    return add_glyphs (self, glyphs, x, y, room, color);
  if (room < MIN_TEXT_PX)
    return 0.0;

  const StrataGlyphs *ellipsis = strata_glyph_cache_get (self->cache, "…", is_bold);
  double width = add_glyphs (self, glyphs, x, y, room - ellipsis->width, color);

  return width + add_glyphs (self, ellipsis, x + width, y, ellipsis->width, color);
}

static void
add_text (StrataPainter *self,
          const StrataDrawList *list,
          const StrataText *text)
{
  const char *bytes = list->bytes.data;
  gboolean is_bold = (text->flags & STRATA_TEXT_BOLD) != 0;
  const StrataGlyphs *name = strata_glyph_cache_get (self->cache, bytes + text->text, is_bold);
  const StrataGlyphs *detail = text->detail != STRATA_NO_TEXT ? strata_glyph_cache_get (self->cache, bytes + text->detail, FALSE) : NULL;
  double x = text->x / list->scale;
  double room = text->width / list->scale;
  double y = text->y / list->scale + (text->height / list->scale - strata_glyph_cache_get_height (self->cache)) / 2.0 + strata_glyph_cache_get_ascent (self->cache);
  double name_room = room;

  y = round (y * list->scale) / list->scale;
  if (detail != NULL && (text->flags & STRATA_TEXT_DETAIL_FIRST) != 0)
    name_room = MAX (room - detail->width - DETAIL_GAP_PX, 0.0);
  if ((text->flags & STRATA_TEXT_CENTRED) != 0 && name->width < room)
    x += (room - name->width) / 2.0;

  double width = add_shortened (self, name, x, y, name_room, text->color, is_bold);

  if (detail == NULL || width + DETAIL_GAP_PX + detail->width > room + 0.5)
    return;

  double detail_x = (text->flags & STRATA_TEXT_DETAIL_RIGHT) != 0 ? x + room - detail->width : x + width + DETAIL_GAP_PX;

  add_glyphs (self, detail, detail_x, y, detail->width + 1.0, text->detail_color);
}

static void
set_font (cairo_t *cr,
          cairo_scaled_font_t *font)
{
  cairo_matrix_t matrix;
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Not cairo_set_scaled_font: that one is for one scale, and pictures have others. */
  cairo_scaled_font_get_font_matrix (font, &matrix);
  cairo_scaled_font_get_font_options (font, options);
  cairo_set_font_face (cr, cairo_scaled_font_get_font_face (font));
  cairo_set_font_matrix (cr, &matrix);
  cairo_set_font_options (cr, options);
  cairo_font_options_destroy (options);
}

static void
draw_texts (StrataPainter *self,
            cairo_t *cr,
            const StrataDrawList *list,
            const StrataColumn *texts)
{
  for (gsize i = 0; i < texts->n; i++)
    add_text (self, list, &strata_column_at (texts, StrataText, i));

  for (guint i = 0; i < self->glyph_runs->len; i++)
    {
      GlyphRun *run = &g_array_index (self->glyph_runs, GlyphRun, i);

      if (run->glyphs.n == 0)
        continue;

      set_font (cr, strata_glyph_cache_get_font (self->cache, run->font));
      set_color (cr, run->color);
      cairo_show_glyphs (cr, run->glyphs.data, (int) run->glyphs.n);
      run->glyphs.n = 0;
    }
}

/* What the raster does not draw. */
static gboolean
is_bare (const StrataLayerColumns *layer)
{
  return layer->shapes.n == 0 && layer->arrows.n == 0 && layer->texts.n == 0;
}

static void
begin_pixels (cairo_t *cr,
              const StrataDrawList *list)
{
  cairo_save (cr);
  cairo_scale (cr, 1.0 / list->scale, 1.0 / list->scale);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
}

static void
draw_areas (StrataPainter *self,
            cairo_t *cr,
            const StrataDrawList *list,
            const StrataLayerColumns *layer)
{
  draw_boxes (self, cr, &layer->boxes);
  if (is_vector (cr))
    draw_strips_as_vectors (cr, list, &layer->strips);
  else
    draw_strips (cr, list, &layer->strips);
  draw_graphs (cr, list, &layer->graphs);
}

static void
draw_layer (StrataPainter *self,
            cairo_t *cr,
            const StrataDrawList *list,
            const StrataLayerColumns *layer,
            gboolean has_areas)
{
  begin_pixels (cr, list);
  if (has_areas)
    draw_areas (self, cr, list, layer);
  draw_shapes (cr, &layer->shapes);
  draw_arrows (cr, &layer->arrows);
  cairo_restore (cr);

  draw_texts (self, cr, list, &layer->texts);
}

/* Layers up to one that cairo has to draw into go to the raster together. */
static void
draw_layers_by_raster (StrataPainter *self,
                       cairo_t *cr,
                       const StrataDrawList *list)
{
  guint first = 0;

  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    {
      if (is_bare (&list->layers[i]) && i + 1 < STRATA_N_LAYERS)
        continue;

      strata_raster_draw (&self->raster, list, first, i + 1);
      first = i + 1;
      if (!is_bare (&list->layers[i]))
        draw_layer (self, cr, list, &list->layers[i], FALSE);
    }
}

static gboolean
begin_raster (StrataPainter *self,
              cairo_t *cr,
              const StrataDrawList *list)
{
  begin_pixels (cr, list);

  const gboolean is_possible = strata_raster_begin (&self->raster, cr, list);

  cairo_restore (cr);
  return is_possible;
}

/**
 * strata_painter_draw:
 * @self: the painter
 * @cr: where to draw, at the origin; scaled by the list's scale already where that is not 1
 * @list: what to draw
 *
 * Paints a picture.
 */
void
strata_painter_draw (StrataPainter *self,
                     cairo_t *cr,
                     const StrataDrawList *list)
{
  strata_glyph_cache_trim (self->cache);

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, list->width_px, list->height_px);
  cairo_clip (cr);
  if (begin_raster (self, cr, list))
    draw_layers_by_raster (self, cr, list);
  else
    for (guint i = 0; i < STRATA_N_LAYERS; i++)
      draw_layer (self, cr, list, &list->layers[i], TRUE);
  cairo_restore (cr);
}
