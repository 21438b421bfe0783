/* strata-glyphs.c - texts as glyphs, cached between frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-glyphs.h"

#include <string.h>

#include <pango/pangocairo.h>

/* Laying out a text costs twenty times as much as drawing it. So each is laid out once, in full,
 * regardless of its room. Shortening it then only leaves glyphs out, so a zoom can do it in every
 * frame at no cost. All texts of a frame that share a font and a colour are drawn by one call. */

#define MAX_ENTRIES 20000
#define MAX_TEXT_BYTES 400

struct _StrataGlyphCache
{
  PangoContext *context;   /* owned */
  PangoLayout *layouts[2]; /* owned: regular, bold */
  GHashTable *texts[2];    /* (element-type utf8 StrataGlyphs*) owned */
  GPtrArray *fonts;        /* (element-type PangoFont) owned */
  double ascent;
  double height;
};

static void
measure_font (StrataGlyphCache *self)
{
  PangoFontMetrics *metrics = pango_context_get_metrics (self->context, NULL, NULL);

  self->ascent = pango_font_metrics_get_ascent (metrics) / (double) PANGO_SCALE;
  self->height = self->ascent + pango_font_metrics_get_descent (metrics) / (double) PANGO_SCALE;
  pango_font_metrics_unref (metrics);
}

static PangoLayout *
make_layout (PangoContext *context,
             gboolean is_bold)
{
  PangoLayout *layout = pango_layout_new (context);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (is_bold)
    {
      PangoFontDescription *font = pango_font_description_copy (pango_context_get_font_description (context));

      pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
      pango_layout_set_font_description (layout, font);
      pango_font_description_free (font);
    }

  return layout;
}

StrataGlyphCache *
strata_glyph_cache_new (PangoContext *context)
{
  StrataGlyphCache *self = g_new0 (StrataGlyphCache, 1);

  self->context = g_object_ref (context);
  self->fonts = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < 2; i++)
    {
      self->layouts[i] = make_layout (context, i == 1);
      self->texts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    }

  measure_font (self);
  return self;
}

void
strata_glyph_cache_free (StrataGlyphCache *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < 2; i++)
    {
      g_hash_table_unref (self->texts[i]);
      g_object_unref (self->layouts[i]);
    }

  g_ptr_array_unref (self->fonts);
  g_object_unref (self->context);
  g_free (self);
}

/* Forgets all texts if there are many. Only call it between frames: it invalidates returned texts. */
void
strata_glyph_cache_trim (StrataGlyphCache *self)
{
  for (guint i = 0; i < 2; i++)
    if (g_hash_table_size (self->texts[i]) > MAX_ENTRIES)
      g_hash_table_remove_all (self->texts[i]);
}

static guint16
find_font (StrataGlyphCache *self,
           PangoFont *font)
{
  guint place;

  if (g_ptr_array_find (self->fonts, font, &place))
    return (guint16) place;

  g_ptr_array_add (self->fonts, g_object_ref (font));
  return (guint16) (self->fonts->len - 1);
}

static void
add_run (StrataGlyphCache *self,
         PangoGlyphItem *run,
         float *x,
         StrataColumn *glyphs)
{
  guint16 font = find_font (self, run->item->analysis.font);

  for (int i = 0; i < run->glyphs->num_glyphs; i++)
    {
      const PangoGlyphInfo *info = &run->glyphs->glyphs[i];
      StrataGlyph glyph = {
        .font = font,
        .may_cut = info->attr.is_cluster_start,
        .id = info->glyph,
        .x = *x + (float) info->geometry.x_offset / PANGO_SCALE,
        .y = (float) info->geometry.y_offset / PANGO_SCALE,
      };

      *x += (float) info->geometry.width / PANGO_SCALE;
      glyph.end = *x;

      /* Boxes for characters that no font has can only be drawn by pango; their space stays empty. */
      if (info->glyph != PANGO_GLYPH_EMPTY && (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) == 0)
        *(StrataGlyph *) strata_column_push (glyphs, sizeof glyph) = glyph;
    }
}

/* Names may be any bytes, of any length. */
static void
set_text (PangoLayout *layout,
          const char *text)
{
  gsize n_bytes = strnlen (text, MAX_TEXT_BYTES);
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) n_bytes);

  pango_layout_set_text (layout, valid, -1);
}

static StrataGlyphs *
lay_out (StrataGlyphCache *self,
         const char *text,
         gboolean is_bold)
{
  PangoLayout *layout = self->layouts[is_bold ? 1 : 0];
  StrataColumn glyphs = STRATA_COLUMN_INIT;
  float x = 0.0f;

  set_text (layout, text);

  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);

  for (GSList *run = line->runs; run != NULL; run = run->next)
    add_run (self, run->data, &x, &glyphs);

  StrataGlyphs *laid_out = g_malloc (sizeof (StrataGlyphs) + glyphs.n * sizeof (StrataGlyph));

  laid_out->n_glyphs = (guint) glyphs.n;
  laid_out->width = x;
  laid_out->is_rtl = line->resolved_dir == PANGO_DIRECTION_RTL;
  if (glyphs.n > 0)
    memcpy (laid_out->glyphs, glyphs.data, glyphs.n * sizeof (StrataGlyph));
  strata_column_clear (&glyphs);

  return laid_out;
}

/* Returns (transfer none): the text laid out, until the next trim. */
const StrataGlyphs *
strata_glyph_cache_get (StrataGlyphCache *self,
                        const char *text,
                        gboolean is_bold)
{
  GHashTable *texts = self->texts[is_bold ? 1 : 0];
  StrataGlyphs *glyphs = g_hash_table_lookup (texts, text);

  if (glyphs == NULL)
    {
      glyphs = lay_out (self, text, is_bold);
      g_hash_table_insert (texts, g_strdup (text), glyphs);
    }

  return glyphs;
}

cairo_scaled_font_t *
strata_glyph_cache_get_font (StrataGlyphCache *self,
                             guint font)
{
  return pango_cairo_font_get_scaled_font (PANGO_CAIRO_FONT (g_ptr_array_index (self->fonts, font)));
}

double
strata_glyph_cache_get_ascent (StrataGlyphCache *self)
{
  return self->ascent;
}

double
strata_glyph_cache_get_height (StrataGlyphCache *self)
{
  return self->height;
}
