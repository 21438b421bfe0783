/* strata-draw-list.c - a picture as plain data
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-draw-list.h"

#include <math.h>

#include "strata-draw-list-private.h"

/* Columns keep their memory between frames, so that a steady view allocates
 * nothing. Everything is clipped to the picture and one pixel around it when it
 * is added: cairo wraps coordinates beyond eight million pixels. */

static const char *const layer_names[STRATA_N_LAYERS] = { "ground", "lines", "content", "over" };

StrataDrawList *
strata_draw_list_new (void)
{
  StrataDrawList *self = g_new0 (StrataDrawList, 1);

  self->scale = 1.0;
  return self;
}

void
strata_draw_list_free (StrataDrawList *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    {
      strata_column_clear (&self->layers[i].boxes);
      strata_column_clear (&self->layers[i].strips);
      strata_column_clear (&self->layers[i].graphs);
      strata_column_clear (&self->layers[i].shapes);
      strata_column_clear (&self->layers[i].arrows);
      strata_column_clear (&self->layers[i].texts);
    }

  strata_column_clear (&self->pixels);
  strata_column_clear (&self->levels);
  strata_column_clear (&self->bytes);
  g_free (self);
}

/**
 * strata_draw_list_reset:
 * @self: the draw list
 * @width_px: width of the next picture
 * @height_px: its height
 *
 * Empties the list for a new picture.
 */
void
strata_draw_list_reset (StrataDrawList *self,
                        double width_px,
                        double height_px)
{
  self->width_px = MAX (width_px, 0.0);
  self->height_px = MAX (height_px, 0.0);
  self->scale = 1.0;

  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    {
      self->layers[i].boxes.n = 0;
      self->layers[i].strips.n = 0;
      self->layers[i].graphs.n = 0;
      self->layers[i].shapes.n = 0;
      self->layers[i].arrows.n = 0;
      self->layers[i].texts.n = 0;
    }

  self->pixels.n = 0;
  self->levels.n = 0;
  self->bytes.n = 0;
}

int
strata_draw_list_get_device_width (const StrataDrawList *self)
{
  return (int) ceil (self->width_px * self->scale);
}

int
strata_draw_list_get_device_height (const StrataDrawList *self)
{
  return (int) ceil (self->height_px * self->scale);
}

void
strata_draw_list_add_box (StrataDrawList *self,
                          StrataLayer layer,
                          StrataBox box)
{
  int x1 = MIN (box.x + box.width, strata_draw_list_get_device_width (self) + 1);
  int y1 = MIN (box.y + box.height, strata_draw_list_get_device_height (self) + 1);

  box.x = MAX (box.x, -1);
  box.y = MAX (box.y, -1);
  box.width = x1 - box.x;
  box.height = y1 - box.y;

  if (box.width > 0 && box.height > 0)
    *(StrataBox *) strata_column_push (&self->layers[layer].boxes, sizeof (StrataBox)) = box;
}

void
strata_draw_list_add_outline (StrataDrawList *self,
                              StrataLayer layer,
                              StrataBox box,
                              int line)
{
  strata_draw_list_add_box (self, layer, (StrataBox){ box.x, box.y, box.width, line, box.color });
  strata_draw_list_add_box (self, layer, (StrataBox){ box.x, box.y + box.height - line, box.width, line, box.color });
  strata_draw_list_add_box (self, layer, (StrataBox){ box.x, box.y, line, box.height, box.color });
  strata_draw_list_add_box (self, layer, (StrataBox){ box.x + box.width - line, box.y, line, box.height, box.color });
}

static gpointer
push_zeros (StrataColumn *column,
            gsize element_bytes,
            gsize n)
{
  strata_column_grow (column, element_bytes, column->n + n);
  column->n += n;

  return memset ((char *) column->data + element_bytes * (column->n - n), 0, element_bytes * n);
}

StrataColor *
strata_draw_list_add_strip (StrataDrawList *self,
                            StrataLayer layer,
                            int x,
                            int y,
                            int height,
                            guint32 n_pixels)
{
  StrataStrip strip = { x, y, height, n_pixels, self->pixels.n };

  *(StrataStrip *) strata_column_push (&self->layers[layer].strips, sizeof strip) = strip;
  return push_zeros (&self->pixels, sizeof (StrataColor), n_pixels);
}

StrataLevel *
strata_draw_list_add_graph (StrataDrawList *self,
                            StrataLayer layer,
                            StrataGraph graph)
{
  graph.first_level = self->levels.n;
  *(StrataGraph *) strata_column_push (&self->layers[layer].graphs, sizeof graph) = graph;

  return push_zeros (&self->levels, sizeof (StrataLevel), graph.n_columns);
}

void
strata_draw_list_add_shape (StrataDrawList *self,
                            StrataLayer layer,
                            StrataShape shape)
{
  *(StrataShape *) strata_column_push (&self->layers[layer].shapes, sizeof shape) = shape;
}

void
strata_draw_list_add_arrow (StrataDrawList *self,
                            StrataLayer layer,
                            StrataArrow arrow)
{
  *(StrataArrow *) strata_column_push (&self->layers[layer].arrows, sizeof arrow) = arrow;
}

static gsize
add_string (StrataDrawList *self,
            const char *string)
{
  gsize place = self->bytes.n;
  gsize n_bytes = strlen (string) + 1;

  strata_column_grow (&self->bytes, 1, place + n_bytes);
  memcpy ((char *) self->bytes.data + place, string, n_bytes);
  self->bytes.n += n_bytes;

  return place;
}

void
strata_draw_list_add_text (StrataDrawList *self,
                           StrataLayer layer,
                           StrataDrawText text,
                           const char *string,
                           const char *detail)
{
  if (text.width <= 0)
    return;

  text.text = add_string (self, string);
  text.detail = detail != NULL ? add_string (self, detail) : STRATA_NO_TEXT;
  *(StrataDrawText *) strata_column_push (&self->layers[layer].texts, sizeof text) = text;
}

static void
print_strip (const StrataDrawList *self,
             const StrataStrip *strip,
             GString *out)
{
  const StrataColor *pixels = &strata_column_at (&self->pixels, StrataColor, strip->first_pixel);

  for (guint32 begin = 0, end; begin < strip->n_pixels; begin = end)
    {
      for (end = begin + 1; end < strip->n_pixels && pixels[end] == pixels[begin];)
        end++;

      if (pixels[begin] != 0)
        g_string_append_printf (out, " %u+%u:%08x", begin, end - begin, pixels[begin]);
    }
}

static void
print_graph (const StrataDrawList *self,
             const StrataGraph *graph,
             GString *out)
{
  const StrataLevel *levels = &strata_column_at (&self->levels, StrataLevel, graph->first_level);

  for (guint32 begin = 0, end; begin < graph->n_columns; begin = end)
    {
      for (end = begin + 1; end < graph->n_columns && levels[end].top == levels[begin].top && levels[end].bottom == levels[begin].bottom;)
        end++;

      if (levels[begin].top >= 0)
        g_string_append_printf (out, " %u+%u:%d-%d", begin, end - begin, levels[begin].top, levels[begin].bottom);
    }
}

static void
print_texts (const StrataDrawList *self,
             const StrataColumn *texts,
             const char *layer,
             GString *out)
{
  for (gsize i = 0; i < texts->n; i++)
    {
      const StrataDrawText *text = &strata_column_at (texts, StrataDrawText, i);
      const char *bytes = self->bytes.data;

      g_string_append_printf (out, "%s text %d,%d %dx%d %08x flags %u “%s”", layer, text->x, text->y, text->width, text->height,
                              text->color, text->flags, bytes + text->text);
      if (text->detail != STRATA_NO_TEXT)
        g_string_append_printf (out, " “%s” %08x", bytes + text->detail, text->detail_color);
      g_string_append_c (out, '\n');
    }
}

static void
print_layer (const StrataDrawList *self,
             const StrataLayerColumns *columns,
             const char *layer,
             GString *out)
{
  static const char *const shapes[] = { "triangle-right", "triangle-down", "diamond" };

  for (gsize i = 0; i < columns->boxes.n; i++)
    {
      const StrataBox *box = &strata_column_at (&columns->boxes, StrataBox, i);

      g_string_append_printf (out, "%s box %d,%d %dx%d %08x\n", layer, box->x, box->y, box->width, box->height, box->color);
    }

  for (gsize i = 0; i < columns->strips.n; i++)
    {
      const StrataStrip *strip = &strata_column_at (&columns->strips, StrataStrip, i);

      g_string_append_printf (out, "%s strip %d,%d %ux%d", layer, strip->x, strip->y, strip->n_pixels, strip->height);
      print_strip (self, strip, out);
      g_string_append_c (out, '\n');
    }

  for (gsize i = 0; i < columns->graphs.n; i++)
    {
      const StrataGraph *graph = &strata_column_at (&columns->graphs, StrataGraph, i);

      g_string_append_printf (out, "%s graph %d,%d %ux%d %08x %08x", layer, graph->x, graph->y, graph->n_columns, graph->height, graph->fill, graph->line);
      if (graph->above_px != 0)
        g_string_append_printf (out, " above %d", graph->above_px);
      print_graph (self, graph, out);
      g_string_append_c (out, '\n');
    }

  for (gsize i = 0; i < columns->shapes.n; i++)
    {
      const StrataShape *shape = &strata_column_at (&columns->shapes, StrataShape, i);

      g_string_append_printf (out, "%s %s %d,%d %d %08x\n", layer, shapes[shape->kind], shape->x, shape->y, shape->size, shape->color);
    }

  for (gsize i = 0; i < columns->arrows.n; i++)
    {
      const StrataArrow *arrow = &strata_column_at (&columns->arrows, StrataArrow, i);

      g_string_append_printf (out, "%s arrow %d,%d %d,%d %d,%d %d,%d head %d width %g+%g %08x %08x\n", layer, arrow->x[0], arrow->y[0], arrow->x[1], arrow->y[1],
                              arrow->x[2], arrow->y[2], arrow->x[3], arrow->y[3], arrow->head, arrow->width, arrow->halo_width, arrow->color, arrow->halo);
    }

  print_texts (self, &columns->texts, layer, out);
}

/**
 * strata_draw_list_to_string:
 * @self: the draw list
 *
 * Writes the list, one line an entry, in device pixels, for golden tests and
 * for debugging.
 *
 * Returns: (transfer full): the text
 */
char *
strata_draw_list_to_string (const StrataDrawList *self)
{
  GString *out = g_string_new (NULL);

  g_string_append_printf (out, "picture %gx%g scale %g\n", self->width_px, self->height_px, self->scale);
  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    print_layer (self, &self->layers[i], layer_names[i], out);

  return g_string_free (out, FALSE);
}
