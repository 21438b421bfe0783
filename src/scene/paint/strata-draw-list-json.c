/* strata-draw-list-json.c - draw lists for HTML pages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-draw-list.h"

#include "strata-draw-list-private.h"

/* An array of layers. Each is an object of arrays of numbers, concatenated: boxes (b: x, y, width,
 * height, colour), strips (s: x, y, height, then pairs of a count and a colour), graphs (g: x, y,
 * height, fill, line, then triples of a count, top and bottom), shapes (h: kind, x, y, size,
 * colour), arrows (a: four points, width, colour) and texts (t: x, y, width, height, colour, flags,
 * text, detail). The page reads it in src/scene/page/page.js. */

static void
put_boxes (const StrataColumn *boxes,
           GString *out)
{
  for (gsize i = 0; i < boxes->n; i++)
    {
      const StrataBox *box = &strata_column_at (boxes, StrataBox, i);

      g_string_append_printf (out, "%s%d,%d,%d,%d,%u", i > 0 ? "," : "", box->x, box->y, box->width, box->height, box->color);
    }
}

static void
put_strip (const StrataDrawList *self,
           const StrataStrip *strip,
           GString *out)
{
  g_string_append_printf (out, "[%d,%d,%d", strip->x, strip->y, strip->height);
  for (guint32 i = 0, n = 1; i < strip->n_pixels; i += n)
    {
      const StrataColor color = strata_column_at (&self->pixels, StrataColor, strip->first_pixel + i);

      for (n = 1; i + n < strip->n_pixels && strata_column_at (&self->pixels, StrataColor, strip->first_pixel + i + n) == color; n++)
        ;
      g_string_append_printf (out, ",%u,%u", n, color);
    }
  g_string_append_c (out, ']');
}

static void
put_graph (const StrataDrawList *self,
           const StrataGraph *graph,
           GString *out)
{
  g_string_append_printf (out, "[%d,%d,%d,%u,%u", graph->x, graph->y, graph->height, graph->fill, graph->line);
  for (guint32 i = 0, n = 1; i < graph->n_columns; i += n)
    {
      const StrataLevel level = strata_column_at (&self->levels, StrataLevel, graph->first_level + i);

      for (n = 1; i + n < graph->n_columns; n++)
        {
          const StrataLevel other = strata_column_at (&self->levels, StrataLevel, graph->first_level + i + n);

          if (other.top != level.top || other.bottom != level.bottom)
            break;
        }
      g_string_append_printf (out, ",%u,%d,%d", n, level.top, level.bottom);
    }
  g_string_append_c (out, ']');
}

static void
put_arrow (const StrataArrow *arrow,
           GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < G_N_ELEMENTS (arrow->x); i++)
    g_string_append_printf (out, "%d,%d,", arrow->x[i], arrow->y[i]);

  g_string_append_printf (out, "%d,%u]", (int) arrow->width, arrow->color);
}

/* Escapes all characters that mean something to HTML. */
static void
put_string (const StrataDrawList *self,
            gsize place,
            GString *out)
{
  g_autofree char *text = place != STRATA_NO_TEXT ? g_utf8_make_valid (&strata_column_at (&self->bytes, char, place), -1) : NULL;

  g_string_append_c (out, '"');
  for (const char *p = text; p != NULL && *p != '\0'; p++)
    if ((guint8) *p < 0x20 || *p == '"' || *p == '\\' || *p == '<' || *p == '>' || *p == '&')
      g_string_append_printf (out, "\\u%04x", (guint) *p);
    else
      g_string_append_c (out, *p);

  g_string_append_c (out, '"');
}

static void
put_text (const StrataDrawList *self,
          const StrataDrawText *text,
          GString *out)
{
  g_string_append_printf (out, "[%d,%d,%d,%d,%u,%u,", text->x, text->y, text->width, text->height, text->color, text->flags);
  put_string (self, text->text, out);
  g_string_append_c (out, ',');
  put_string (self, text->detail, out);
  g_string_append_c (out, ']');
}

static void
put_layer (const StrataDrawList *self,
           const StrataLayerColumns *layer,
           GString *out)
{
  g_string_append (out, "{\"b\":[");
  put_boxes (&layer->boxes, out);
  g_string_append (out, "],\"s\":[");
  for (gsize i = 0; i < layer->strips.n; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      put_strip (self, &strata_column_at (&layer->strips, StrataStrip, i), out);
    }

  g_string_append (out, "],\"g\":[");
  for (gsize i = 0; i < layer->graphs.n; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      put_graph (self, &strata_column_at (&layer->graphs, StrataGraph, i), out);
    }

  g_string_append (out, "],\"h\":[");
  for (gsize i = 0; i < layer->shapes.n; i++)
    {
      const StrataShape *shape = &strata_column_at (&layer->shapes, StrataShape, i);

      g_string_append_printf (out, "%s%d,%d,%d,%d,%u", i > 0 ? "," : "", (int) shape->kind, shape->x, shape->y, shape->size, shape->color);
    }

  g_string_append (out, "],\"a\":[");
  for (gsize i = 0; i < layer->arrows.n; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      put_arrow (&strata_column_at (&layer->arrows, StrataArrow, i), out);
    }

  g_string_append (out, "],\"t\":[");
  for (gsize i = 0; i < layer->texts.n; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      put_text (self, &strata_column_at (&layer->texts, StrataDrawText, i), out);
    }
  g_string_append (out, "]}");
}

/**
 * strata_draw_list_append_json:
 * @self: the draw list
 * @out: where to write
 *
 * Writes the list as JSON, without characters that mean something to HTML.
 */
void
strata_draw_list_append_json (const StrataDrawList *self,
                              GString *out)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < STRATA_N_LAYERS; i++)
    {
      g_string_append (out, i > 0 ? "," : "");
      put_layer (self, &self->layers[i], out);
    }
  g_string_append_c (out, ']');
}
