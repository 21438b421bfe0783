/* strata-glyph-masks.c - glyphs as pixels, kept from picture to picture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-glyph-masks.h"

#include <math.h>
#include <string.h>

#include "strata-column.h"

/* cairo draws each glyph once; its mask is found by font and number from then on,
 * without a hash or a lock. Like cairo itself, which since 1.17.4 tells quarters of
 * a pixel apart, and whole ones before. */

#define MAX_GLYPH 0xffff
#define MARGIN_PX 1
#define MAX_SIDE_PX 1024

/* A red that shows whether a glyph has colours of its own. */
#define PROBE_RGB 1.0, 0.0, 0.0
#define PROBE_ALPHA_SHIFT 24
#define PROBE_OTHERS 0x0000ffffu

struct _StrataGlyphMasks
{
  GPtrArray *fonts; /* (element-type GPtrArray) owned: (element-type StrataGlyphMask) by glyph and phase */
  double scale;
  int n_phases; /* to a pixel */
};

static void
free_font (gpointer masks)
{
  if (masks != NULL)
    g_ptr_array_unref (masks);
}

StrataGlyphMasks *
strata_glyph_masks_new (void)
{
  StrataGlyphMasks *self = g_new0 (StrataGlyphMasks, 1);

  self->fonts = g_ptr_array_new_with_free_func (free_font);
  self->scale = 1.0;
  self->n_phases = cairo_version () >= CAIRO_VERSION_ENCODE (1, 17, 4) ? 4 : 1;
  return self;
}

void
strata_glyph_masks_free (StrataGlyphMasks *self)
{
  g_ptr_array_unref (self->fonts);
  g_free (self);
}

/* Forgets all if they were made for another scale. */
void
strata_glyph_masks_set_scale (StrataGlyphMasks *self,
                              double scale)
{
  if (self->scale == scale)
    return;

  self->scale = scale;
  g_ptr_array_set_size (self->fonts, 0);
}

void
strata_glyph_masks_set_font (cairo_t *cr,
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

/* Grey, as GTK draws text: masks have one value a pixel. */
static cairo_t *
open_image (StrataGlyphMasks *self,
            cairo_scaled_font_t *font,
            int x,
            int y,
            int width,
            int height)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_font_options_t *options = cairo_font_options_create ();
  cairo_t *cr = cairo_create (image);

  cairo_translate (cr, -x, -y);
  cairo_scale (cr, self->scale, self->scale);
  strata_glyph_masks_set_font (cr, font);
  cairo_get_font_options (cr, options);
  if (cairo_font_options_get_antialias (options) != CAIRO_ANTIALIAS_NONE)
    cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options (cr, options);
  cairo_set_source_rgb (cr, PROBE_RGB);
  cairo_font_options_destroy (options);
  cairo_surface_destroy (image);
  return cr;
}

static void
measure (StrataGlyphMasks *self,
         cairo_scaled_font_t *font,
         const cairo_glyph_t *glyph,
         StrataGlyphMask *mask)
{
  cairo_t *cr = open_image (self, font, 0, 0, 1, 1);
  cairo_text_extents_t extents;

  cairo_glyph_extents (cr, glyph, 1, &extents);
  cairo_destroy (cr);
  mask->x = (int) floor (CLAMP (extents.x_bearing * self->scale, -MAX_SIDE_PX, MAX_SIDE_PX)) - MARGIN_PX;
  mask->y = (int) floor (CLAMP (extents.y_bearing * self->scale, -MAX_SIDE_PX, MAX_SIDE_PX)) - MARGIN_PX;
  mask->width = (int) ceil (CLAMP (extents.width * self->scale, 0, MAX_SIDE_PX)) + 2 * MARGIN_PX + 1;
  mask->height = (int) ceil (CLAMP (extents.height * self->scale, 0, MAX_SIDE_PX)) + 2 * MARGIN_PX + 1;
  mask->stride = (mask->width + 3) & ~3;
}

static void
copy_alphas (cairo_surface_t *image,
             StrataGlyphMask *mask)
{
  const guint8 *data = cairo_image_surface_get_data (image);

  for (int y = 0; data != NULL && y < mask->height; y++)
    for (int x = 0; x < mask->width; x++)
      {
        const guint32 pixel = *(const guint32 *) (gconstpointer) (data + (gsize) y * (gsize) cairo_image_surface_get_stride (image) + (gsize) x * sizeof (guint32));

        mask->alphas[y * mask->stride + x] = (guint8) (pixel >> PROBE_ALPHA_SHIFT);
        mask->has_colors |= (pixel & PROBE_OTHERS) != 0;
      }
}

static gboolean
is_line_empty (const StrataGlyphMask *mask,
               int y)
{
  for (int x = 0; x < mask->width; x++)
    if (mask->alphas[y * mask->stride + x] != 0)
      return FALSE;

  return TRUE;
}

/* Leaves the empty lines away. */
static void
trim (StrataGlyphMask *mask)
{
  int top = 0;

  while (mask->height > 0 && is_line_empty (mask, mask->height - 1))
    mask->height--;
  while (top < mask->height && is_line_empty (mask, top))
    top++;

  memmove (mask->alphas, mask->alphas + top * mask->stride, (gsize) (mask->height - top) * (gsize) mask->stride);
  mask->height -= top;
  mask->y += top;
}

static StrataGlyphMask *
make_mask (StrataGlyphMasks *self,
           cairo_scaled_font_t *font,
           guint32 id,
           int phase)
{
  const cairo_glyph_t glyph = { id, phase / (self->n_phases * self->scale), 0 };
  StrataGlyphMask extents = { 0 };

  measure (self, font, &glyph, &extents);

  StrataGlyphMask *mask = g_malloc0 (sizeof *mask + (gsize) extents.stride * (gsize) extents.height);
  cairo_t *cr = open_image (self, font, extents.x, extents.y, extents.width, extents.height);

  *mask = extents;
  cairo_show_glyphs (cr, &glyph, 1);
  cairo_surface_flush (cairo_get_target (cr));
  copy_alphas (cairo_get_target (cr), mask);
  cairo_destroy (cr);
  trim (mask);
  return mask;
}

static GPtrArray *
get_font (StrataGlyphMasks *self,
          guint font_index)
{
  if (font_index >= self->fonts->len)
    g_ptr_array_set_size (self->fonts, (int) font_index + 1);
  if (g_ptr_array_index (self->fonts, font_index) == NULL)
    g_ptr_array_index (self->fonts, font_index) = g_ptr_array_new_with_free_func (g_free);

  return g_ptr_array_index (self->fonts, font_index);
}

/* Returns (nullable) (transfer none): the mask, until the scale changes; of a glyph at
 * @x and @y, in pixels, which become the whole ones that its mask starts from. */
const StrataGlyphMask *
strata_glyph_masks_get (StrataGlyphMasks *self,
                        guint font_index,
                        cairo_scaled_font_t *font,
                        guint32 glyph,
                        double *x,
                        double *y)
{
  if (glyph > MAX_GLYPH)
    return NULL;

  const double place = floor (*x * self->n_phases + 0.5);
  const double whole = floor (place / self->n_phases);
  const guint index = glyph * (guint) self->n_phases + (guint) (place - whole * self->n_phases);
  GPtrArray *masks = get_font (self, font_index);

  *x = whole;
  *y = floor (*y + 0.5);
  if (index >= masks->len)
    g_ptr_array_set_size (masks, (int) index + 1);
  if (g_ptr_array_index (masks, index) == NULL)
    g_ptr_array_index (masks, index) = make_mask (self, font, glyph, (int) (place - whole * self->n_phases));

  return g_ptr_array_index (masks, index);
}
