/* strata-glyph-masks.c - glyph masks, cached between pictures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-glyph-masks.h"

#include <math.h>
#include <string.h>

#include "strata-column.h"

/* cairo draws each glyph once. After that its mask is found by font and number, without a hash or a
 * lock. Glyphs are placed at quarters of a pixel like in cairo since 1.17.4, at whole pixels with
 * older versions. */

#define MAX_GLYPH 0xffff
#define MARGIN_PX 1
#define PIECE_PX ((int) G_N_ELEMENTS (((StrataMaskPiece *) NULL)->alphas))
#define MAX_SIDE_PX 1024

/* A red that reveals whether a glyph has its own colours. */
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

  /* cairo_set_scaled_font is for one scale, but pictures have different scales. */
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
}

static guint32
get_pixel (cairo_surface_t *image,
           int x,
           int y)
{
  const guint8 *line = cairo_image_surface_get_data (image) + (gsize) y * (gsize) cairo_image_surface_get_stride (image);

  return x < cairo_image_surface_get_width (image) ? ((const guint32 *) (gconstpointer) line)[x] : 0;
}

/* Appends the pixels from @x on. */
static void
add_piece (cairo_surface_t *image,
           int x,
           int y,
           StrataGlyphMask *extents,
           StrataColumn *pieces)
{
  StrataMaskPiece *piece = strata_column_push (pieces, sizeof *piece);

  piece->x = (guint16) x;
  piece->y = (guint16) y;
  for (int i = 0; i < PIECE_PX; i++)
    {
      const guint32 pixel = get_pixel (image, x + i, y);

      piece->alphas[i] = (guint8) (pixel >> PROBE_ALPHA_SHIFT);
      extents->has_colors |= (pixel & PROBE_OTHERS) != 0;
    }

  extents->width = MAX (extents->width, x + PIECE_PX);
}

/* Most of the image of a glyph is empty. */
static void
collect_pieces (cairo_surface_t *image,
                StrataGlyphMask *extents,
                StrataColumn *pieces)
{
  const int width = extents->width;

  for (int y = 0; cairo_image_surface_get_data (image) != NULL && y < extents->height; y++)
    for (int x = 0; x < width; x++)
      if (get_pixel (image, x, y) != 0)
        {
          add_piece (image, x, y, extents, pieces);
          x += PIECE_PX - 1;
        }
}

/* Removes empty lines. */
static void
trim (StrataGlyphMask *extents,
      StrataColumn *pieces)
{
  if (pieces->n == 0)
    {
      extents->height = 0;
      return;
    }

  const guint16 top = strata_column_at (pieces, StrataMaskPiece, 0).y;

  extents->height = strata_column_at (pieces, StrataMaskPiece, pieces->n - 1).y + 1 - top;
  extents->y += top;
  for (gsize i = 0; i < pieces->n; i++)
    strata_column_at (pieces, StrataMaskPiece, i).y -= top;
}

static StrataGlyphMask *
pack (const StrataGlyphMask *extents,
      const StrataColumn *pieces)
{
  StrataGlyphMask *mask = g_malloc (sizeof *mask + pieces->n * sizeof (StrataMaskPiece));

  *mask = *extents;
  mask->n_pieces = (guint) pieces->n;
  if (pieces->n > 0)
    memcpy (mask->pieces, pieces->data, pieces->n * sizeof (StrataMaskPiece));

  return mask;
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

  StrataColumn pieces = STRATA_COLUMN_INIT;
  cairo_t *cr = open_image (self, font, extents.x, extents.y, extents.width, extents.height);

  cairo_show_glyphs (cr, &glyph, 1);
  cairo_surface_flush (cairo_get_target (cr));
  collect_pieces (cairo_get_target (cr), &extents, &pieces);
  cairo_destroy (cr);
  trim (&extents, &pieces);

  StrataGlyphMask *mask = pack (&extents, &pieces);

  strata_column_clear (&pieces);
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

/* Returns (nullable) (transfer none): the mask of a glyph at @x and @y, until the scale changes.
 * @x and @y are in pixels and become the whole pixels at which the mask starts. */
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
