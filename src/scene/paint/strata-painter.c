/* strata-painter.c - paints a draw list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-painter.h"

#include <math.h>

#include <pango/pangocairo.h>

#include "strata-draw-list-private.h"
#include "strata-glyph-masks.h"
#include "strata-glyphs.h"
#include "strata-painter-private.h"
#include "strata-raster.h"

/* Boxes, strips and graphs are drawn by strata-raster.c into images, and by strata-painter-areas.c
 * elsewhere. Texts come last in a layer: their glyphs are collected by font and colour, and drawn
 * together, or become masks for the raster. */

/* A text with less room than its first letters need is not drawn. */
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
  StrataColumn colors;     /* StrataColor: the colours of a layer, in order of appearance */
  StrataRaster raster;
  StrataGlyphMasks *masks; /* owned: for the fonts of the cache */
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

void
strata_painter_free (StrataPainter *self)
{
  if (self == NULL)
    return;

  strata_glyph_cache_free (self->cache);
  strata_glyph_masks_free (self->masks);
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
 * Sets other fonts, or the same after they changed.
 */
void
strata_painter_set_context (StrataPainter *self,
                            PangoContext *context)
{
  g_clear_pointer (&self->cache, strata_glyph_cache_free);
  g_array_set_size (self->glyph_runs, 0);
  g_clear_pointer (&self->masks, strata_glyph_masks_free);
  self->cache = strata_glyph_cache_new (context);
  self->masks = strata_glyph_masks_new ();
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

      strata_painter_set_color (cr, shape->color);
      cairo_fill (cr);
    }
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
}

/* The line stops short of the tip, which would otherwise be as blunt as the line is wide. */
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
  strata_painter_set_color (cr, color);
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

/* The start of a glyph, or the end of the text. */
static double
get_begin (const StrataGlyphs *glyphs,
           guint glyph)
{
  return glyph > 0 ? glyphs->glyphs[glyph - 1].end : 0.0;
}

/* How many glyphs of a text end before @room. */
static guint
count_fitting (const StrataGlyphs *glyphs,
               double room)
{
  guint n = glyphs->n_glyphs;

  if (glyphs->width <= room)
    return n;

  while (n > 0 && glyphs->glyphs[n - 1].end > room)
    n--;
  while (n > 0 && n < glyphs->n_glyphs && !glyphs->glyphs[n].may_cut)
    n--;

  return n;
}

/* The first glyph from which on a text that is read from the right fits in @room. */
static guint
find_fitting (const StrataGlyphs *glyphs,
              double room)
{
  guint first = 0;

  while (first < glyphs->n_glyphs && glyphs->width - get_begin (glyphs, first) > room)
    first++;
  while (first < glyphs->n_glyphs && !glyphs->glyphs[first].may_cut)
    first++;

  return first;
}

static void
collect_glyphs (StrataPainter *self,
                const StrataGlyphs *glyphs,
                guint first,
                guint end,
                double x,
                double y,
                StrataColor color)
{
  guint font = G_MAXUINT;
  StrataColumn *column = NULL;

  for (guint i = first; i < end; i++)
    {
      const StrataGlyph *glyph = &glyphs->glyphs[i];

      if (glyph->font != font)
        column = get_glyph_run (self, font = glyph->font, color);

      *(cairo_glyph_t *) strata_column_push (column, sizeof (cairo_glyph_t)) = (cairo_glyph_t){ glyph->id, x + glyph->x, y + glyph->y };
    }
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
  const guint n = count_fitting (glyphs, room);

  collect_glyphs (self, glyphs, 0, n, x, y, color);
  return n == glyphs->n_glyphs ? glyphs->width : get_begin (glyphs, n);
}

/* Collects the glyphs at the right end, where a text that is read from the right begins; returns
 * their width. */
static double
add_last_glyphs (StrataPainter *self,
                 const StrataGlyphs *glyphs,
                 double x,
                 double y,
                 double room,
                 StrataColor color)
{
  const guint first = find_fitting (glyphs, room);
  const double begin = get_begin (glyphs, first);

  collect_glyphs (self, glyphs, first, glyphs->n_glyphs, x - begin, y, color);
  return glyphs->width - begin;
}

/* Keeps both ends, around the @ellipsis. */
static double
add_both_ends (StrataPainter *self,
               const StrataGlyphs *glyphs,
               const StrataGlyphs *ellipsis,
               double x,
               double y,
               double room,
               StrataColor color)
{
  const double rest = room - ellipsis->width;
  double width = add_glyphs (self, glyphs, x, y, rest / 2.0, color);

  width += add_glyphs (self, ellipsis, x + width, y, ellipsis->width, color);
  return width + add_last_glyphs (self, glyphs, x + width, y, rest + ellipsis->width - width, color);
}

static double
add_shortened (StrataPainter *self,
               const StrataGlyphs *glyphs,
               double x,
               double y,
               double room,
               StrataColor color,
               guint flags)
{
  if (glyphs->width <= room)
    return add_glyphs (self, glyphs, x, y, room, color);
  if (room < MIN_TEXT_PX)
    return 0.0;

  const StrataGlyphs *ellipsis = strata_glyph_cache_get (self->cache, "…", (flags & STRATA_TEXT_BOLD) != 0);

  if ((flags & STRATA_TEXT_MIDDLE) != 0)
    return add_both_ends (self, glyphs, ellipsis, x, y, room, color);
  if (glyphs->is_rtl || (flags & STRATA_TEXT_END) != 0)
    return add_glyphs (self, ellipsis, x, y, ellipsis->width, color) + add_last_glyphs (self, glyphs, x + ellipsis->width, y, room - ellipsis->width, color);

  double width = add_glyphs (self, glyphs, x, y, room - ellipsis->width, color);

  return width + add_glyphs (self, ellipsis, x + width, y, ellipsis->width, color);
}

static void
add_text (StrataPainter *self,
          const StrataDrawList *list,
          const StrataDrawText *text)
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

  double width = add_shortened (self, name, x, y, name_room, text->color, text->flags);

  if (detail == NULL || width + DETAIL_GAP_PX + detail->width > room + 0.5)
    return;

  double detail_x = (text->flags & STRATA_TEXT_DETAIL_RIGHT) != 0 ? x + room - detail->width : x + width + DETAIL_GAP_PX;

  add_glyphs (self, detail, detail_x, y, detail->width + 1.0, text->detail_color);
}

static void
show_run (StrataPainter *self,
          cairo_t *cr,
          GlyphRun *run)
{
  if (run->glyphs.n == 0)
    return;

  strata_glyph_masks_set_font (cr, strata_glyph_cache_get_font (self->cache, run->font));
  strata_painter_set_color (cr, run->color);
  cairo_show_glyphs (cr, run->glyphs.data, (int) run->glyphs.n);
  run->glyphs.n = 0;
}

/* Keeps glyphs that have no mask, such as pictures in colour. */
static void
add_masks (StrataPainter *self,
           GlyphRun *run,
           double scale)
{
  cairo_scaled_font_t *font = strata_glyph_cache_get_font (self->cache, run->font);
  gsize n_kept = 0;

  for (gsize i = 0; i < run->glyphs.n; i++)
    {
      const cairo_glyph_t glyph = strata_column_at (&run->glyphs, cairo_glyph_t, i);
      double x = glyph.x * scale;
      double y = glyph.y * scale;
      const StrataGlyphMask *mask = strata_glyph_masks_get (self->masks, run->font, font, (guint32) glyph.index, &x, &y);

      if (mask != NULL && !mask->has_colors)
        strata_raster_add_mask (&self->raster, mask, (int) x, (int) y, run->color);
      else
        strata_column_at (&run->glyphs, cairo_glyph_t, n_kept++) = glyph;
    }

  run->glyphs.n = n_kept;
}

static void
collect_texts (StrataPainter *self,
               const StrataDrawList *list,
               const StrataColumn *texts)
{
  for (gsize i = 0; i < texts->n; i++)
    add_text (self, list, &strata_column_at (texts, StrataDrawText, i));
}

static void
add_texts_to_raster (StrataPainter *self,
                     const StrataDrawList *list,
                     const StrataColumn *texts)
{
  collect_texts (self, list, texts);
  for (guint i = 0; i < self->glyph_runs->len; i++)
    add_masks (self, &g_array_index (self->glyph_runs, GlyphRun, i), list->scale);
}

static void
show_runs (StrataPainter *self,
           cairo_t *cr)
{
  for (guint i = 0; i < self->glyph_runs->len; i++)
    show_run (self, cr, &g_array_index (self->glyph_runs, GlyphRun, i));
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
draw_outlines (cairo_t *cr,
               const StrataDrawList *list,
               const StrataLayerColumns *layer)
{
  begin_pixels (cr, list);
  draw_shapes (cr, &layer->shapes);
  draw_arrows (cr, &layer->arrows);
  cairo_restore (cr);
}

static void
draw_layer (StrataPainter *self,
            cairo_t *cr,
            const StrataDrawList *list,
            const StrataLayerColumns *layer)
{
  begin_pixels (cr, list);
  strata_painter_draw_areas (cr, list, layer, &self->colors);
  cairo_restore (cr);
  draw_outlines (cr, list, layer);
  collect_texts (self, list, &layer->texts);
  show_runs (self, cr);
}

/* Layers up to one with outlines or texts go to the raster together. Shapes are never so close to
 * texts that they would overlap, but arrows cross everything and have texts above them. */
static void
draw_layers_by_raster (StrataPainter *self,
                       cairo_t *cr,
                       const StrataDrawList *list)
{
  guint first = 0;

  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    {
      const StrataLayerColumns *layer = &list->layers[i];

      if (layer->shapes.n == 0 && layer->arrows.n == 0 && layer->texts.n == 0 && i + 1 < STRATA_N_LAYERS)
        continue;

      if (layer->arrows.n == 0)
        add_texts_to_raster (self, list, &layer->texts);
      strata_raster_draw (&self->raster, list, first, i + 1);
      draw_outlines (cr, list, layer);
      if (layer->arrows.n > 0)
        collect_texts (self, list, &layer->texts);
      show_runs (self, cr);
      first = i + 1;
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
 * @cr: where to draw, at the origin; already scaled by the list's scale if that is not 1
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
  strata_glyph_masks_set_scale (self->masks, list->scale);
  if (begin_raster (self, cr, list))
    draw_layers_by_raster (self, cr, list);
  else
    for (guint i = 0; i < STRATA_N_LAYERS; i++)
      draw_layer (self, cr, list, &list->layers[i]);
  cairo_restore (cr);
}

/**
 * strata_painter_measure_texts:
 * @self: the painter
 * @list: a draw list
 *
 * Returns: where the text of its content that reaches furthest would end if none were shortened, in
 *   pixels from the left
 */
double
strata_painter_measure_texts (StrataPainter *self,
                              const StrataDrawList *list)
{
  const StrataColumn *texts = &list->layers[STRATA_LAYER_CONTENT].texts;
  const char *bytes = list->bytes.data;
  double end_px = 0.0;

  for (gsize i = 0; i < texts->n; i++)
    {
      const StrataDrawText *text = &strata_column_at (texts, StrataDrawText, i);
      double width_px = strata_glyph_cache_get (self->cache, bytes + text->text, (text->flags & STRATA_TEXT_BOLD) != 0)->width;

      if (text->detail != STRATA_NO_TEXT)
        width_px += DETAIL_GAP_PX + strata_glyph_cache_get (self->cache, bytes + text->detail, FALSE)->width;

      end_px = MAX (end_px, text->x / list->scale + width_px);
    }

  return end_px;
}
