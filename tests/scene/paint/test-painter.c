/* test-painter.c - fast drawing yields the pixels of slow drawing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <pango/pangocairo.h>

#include "strata-draw-list-private.h"
#include "strata-painter.h"

/* Pictures of random boxes, strips, graphs and texts, drawn directly into an image and, through a
 * recording, by cairo. Its colours have 16 bits in between, so channels may differ by one per
 * layer. Where letters touch, it adds up their coverage. */

#define WIDTH_PX 230
#define HEIGHT_PX 170
#define N_PICTURES 300
#define MAX_DIFFERENCE 4
#define MAX_TEXT_DIFFERENCE 40

static StrataColor
make_color (GRand *random)
{
  static const guint32 alphas[] = { 0xff000000, 0xff000000, 0x90000000, 0x01000000, 0 };

  return alphas[g_rand_int_range (random, 0, G_N_ELEMENTS (alphas))] | (g_rand_int (random) & 0x00ffffff);
}

/* Items of a layer do not overlap: each has a separate line of 20 pixels. */
static void
add_line (StrataDrawList *list,
          GRand *random,
          StrataLayer layer,
          int y)
{
  const int x = g_rand_int_range (random, -40, WIDTH_PX);
  const int n = g_rand_int_range (random, 1, 2 * WIDTH_PX);
  const int height = g_rand_int_range (random, 1, 20);
  StrataColor *pixels;
  StrataLevel *levels;

  switch (g_rand_int_range (random, 0, list->scale == 1.0 ? 4 : 3))
    {
    case 0:
      strata_draw_list_add_box (list, layer, (StrataBox){ x, y, n, height, make_color (random) });
      return;
    case 1:
      pixels = strata_draw_list_add_strip (list, layer, x, y, height, (guint32) n);
      for (int i = 0; i < n; i++)
        pixels[i] = make_color (random);
      return;
    case 3:
      strata_draw_list_add_text (list, layer, (StrataDrawText){ .x = x, .y = y, .width = n, .height = 20, .color = make_color (random), .detail_color = make_color (random) }, "Frame Ög 42 汉字", "1.5 ms");
      return;
    default:
      levels = strata_draw_list_add_graph (list, layer, (StrataGraph){ x, y, height, g_rand_int_range (random, 0, height + 1), (guint32) n, 0, make_color (random), make_color (random) });
      for (int i = 0; i < n; i++)
        {
          levels[i].top = (gint16) g_rand_int_range (random, -1, height);
          levels[i].bottom = (gint16) g_rand_int_range (random, MAX (levels[i].top, 0), height);
        }
    }
}

/* Covers everything that the image showed before, as the lanes do. */
static void
add_ground (StrataDrawList *list,
            GRand *random)
{
  const int x = g_rand_int_range (random, 0, WIDTH_PX);

  strata_draw_list_add_box (list, STRATA_LAYER_GROUND, (StrataBox){ x, 0, WIDTH_PX - x, HEIGHT_PX, 0xfffafbfc });
  strata_draw_list_add_box (list, STRATA_LAYER_GROUND, (StrataBox){ 0, 0, x, HEIGHT_PX, 0xff203040 });
}

static void
make_list (StrataDrawList *list,
           GRand *random,
           double scale)
{
  strata_draw_list_reset (list, WIDTH_PX / scale, HEIGHT_PX / scale);
  list->scale = scale;
  if (g_rand_boolean (random))
    add_ground (list, random);
  for (guint layer = 0; layer < STRATA_N_LAYERS; layer++)
    for (int y = g_rand_int_range (random, -19, 20); y < HEIGHT_PX; y += 20)
      add_line (list, random, layer, y);
}

static cairo_surface_t *
new_image (void)
{
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH_PX, HEIGHT_PX);
  cairo_t *cr = cairo_create (image);

  cairo_set_source_rgba (cr, 0.1, 0.7, 0.3, 0.5);
  cairo_paint (cr);
  cairo_destroy (cr);
  return image;
}

static void
draw (StrataPainter *painter,
      cairo_surface_t *target,
      const StrataDrawList *list,
      int clip_px)
{
  cairo_t *cr = cairo_create (target);

  cairo_scale (cr, list->scale, list->scale);
  cairo_rectangle (cr, 0, 0, clip_px / list->scale, clip_px / list->scale);
  cairo_clip (cr);
  strata_painter_draw (painter, cr, list);
  cairo_destroy (cr);
}

static void
draw_by_cairo (StrataPainter *painter,
               cairo_surface_t *target,
               const StrataDrawList *list,
               int clip_px)
{
  cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (target);

  draw (painter, recording, list, clip_px);
  cairo_set_source_surface (cr, recording, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (recording);
}

static void
assert_alike (cairo_surface_t *fast,
              cairo_surface_t *slow,
              gboolean has_texts)
{
  const int stride = cairo_image_surface_get_stride (fast);
  int n_different = 0;

  cairo_surface_flush (fast);
  cairo_surface_flush (slow);
  for (int i = 0; i < stride * HEIGHT_PX; i++)
    {
      const int difference = cairo_image_surface_get_data (fast)[i] - cairo_image_surface_get_data (slow)[i];

      g_assert_cmpint (ABS (difference), <=, has_texts ? MAX_TEXT_DIFFERENCE : MAX_DIFFERENCE);
      n_different += ABS (difference) > MAX_DIFFERENCE;
    }

  g_assert_cmpint (n_different, <=, stride * HEIGHT_PX / 1000);
}

static void
test_alike (void)
{
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  StrataPainter *painter = strata_painter_new (context);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint i = 0; i < N_PICTURES; i++)
    {
      cairo_surface_t *fast = new_image ();
      cairo_surface_t *slow = new_image ();
      const int clip_px = i % 3 == 0 ? 122 : 1000;

      make_list (list, random, i % 2 == 0 ? 1.0 : 2.0);
      draw (painter, fast, list, clip_px);
      draw_by_cairo (painter, slow, list, clip_px);
      assert_alike (fast, slow, i % 2 == 0);
      cairo_surface_destroy (fast);
      cairo_surface_destroy (slow);
    }

  strata_painter_free (painter);
  g_object_unref (context);
  g_object_unref (map);
}

/* The number of consecutive inked columns from @begin, in steps of @direction. */
static int
count_inked (cairo_surface_t *image,
             int begin,
             int direction)
{
  cairo_surface_t *blank = new_image ();
  const int stride = cairo_image_surface_get_stride (image);
  int n = 0;

  cairo_surface_flush (image);
  for (int x = begin; x >= 0 && x < WIDTH_PX; x += direction)
    {
      gboolean has_ink = FALSE;

      for (int y = 0; y < HEIGHT_PX; y++)
        has_ink = has_ink || memcmp (cairo_image_surface_get_data (image) + y * stride + 4 * x, cairo_image_surface_get_data (blank) + y * stride + 4 * x, 4) != 0;
      if (!has_ink && n > 0)
        break;
      n += has_ink ? 1 : 0;
    }

  cairo_surface_destroy (blank);
  return n;
}

/* A wide letter and many narrow ones: in either reading direction, the wide one stays. */
static void
test_shortened (void)
{
  static const struct
  {
    const char *text;
    int begin_px;
    int direction;
  } rows[] = {
    { "Miiiiiiiiiiiiiiiiiiii", 0, 1 },
    { "שוווווווווווווווווווו", 59, -1 },
  };
  PangoFontMap *map = pango_cairo_font_map_new ();
  PangoContext *context = pango_font_map_create_context (map);
  PangoFontDescription *font = pango_font_description_from_string ("DejaVu Sans 9");

  pango_context_set_font_description (context, font);

  StrataPainter *painter = strata_painter_new (context);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataDrawList) list = strata_draw_list_new ();
      cairo_surface_t *image = new_image ();

      strata_draw_list_reset (list, WIDTH_PX, HEIGHT_PX);
      strata_draw_list_add_text (list, STRATA_LAYER_CONTENT, (StrataDrawText){ .width = 60, .height = 20, .color = 0xff000000 }, rows[i].text, NULL);
      draw (painter, image, list, 1000);
      g_assert_cmpint (count_inked (image, rows[i].begin_px, rows[i].direction), >=, 6);
      cairo_surface_destroy (image);
    }

  strata_painter_free (painter);
  pango_font_description_free (font);
  g_object_unref (context);
  g_object_unref (map);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/painter/raster-like-cairo", test_alike);

  g_test_add_func ("/painter/shortened", test_shortened);

  return g_test_run ();
}
