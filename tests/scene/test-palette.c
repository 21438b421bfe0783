/* test-palette.c - colours can be read and told apart
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-palette-private.h"

static const StrataPalette *
get_palette (gboolean is_dark)
{
  return is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
}

static void
test_known_contrasts (void)
{
  g_assert_cmpfloat_with_epsilon (strata_color_get_contrast (0xff000000, 0xffffffff), 21.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (strata_color_get_contrast (0xffffffff, 0xff777777), 4.478, 0.001);
  g_assert_cmpfloat_with_epsilon (strata_color_get_contrast (0xff123456, 0xff123456), 1.0, 1e-9);
}

static void
test_slice_text (void)
{
  for (int is_dark = 0; is_dark < 2; is_dark++)
    for (guint8 hue = 0; hue < STRATA_N_HUES; hue++)
      {
        const StrataPalette *palette = get_palette (is_dark);
        StrataColor fill = strata_palette_get_hue_color (palette, hue);

        g_assert_cmpuint (fill >> 24, ==, 0xff);
        g_assert_cmpfloat (strata_color_get_contrast (fill, palette->slice_text), >=, 4.5);

        /* A fill is seen against the ground. */
        g_assert_cmpfloat (strata_color_get_contrast (fill, palette->background), >=, 1.25);
      }
}

static void
test_other_text (void)
{
  for (int is_dark = 0; is_dark < 2; is_dark++)
    {
      const StrataPalette *palette = get_palette (is_dark);
      const StrataColor grounds[] = { palette->header_background, palette->group_background, palette->background };

      g_assert_cmpint (palette->is_dark, ==, is_dark);
      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          g_assert_cmpfloat (strata_color_get_contrast (palette->header_text, grounds[i]), >=, 7.0);
          g_assert_cmpfloat (strata_color_get_contrast (palette->header_dim_text, grounds[i]), >=, 4.0);
          g_assert_cmpfloat (strata_color_get_contrast (palette->selection, grounds[i]), >=, 4.5);
          g_assert_cmpfloat (strata_color_get_contrast (palette->highlight, grounds[i]), >=, 3.0);
          g_assert_cmpfloat (strata_color_get_contrast (palette->arrow, grounds[i]), >=, 4.5);
        }
    }
}

static void
test_names (void)
{
  const StrataPalette *palette = strata_palette_get_light ();
  guint n_used = 0;
  gboolean used[STRATA_N_HUES] = { FALSE };

  g_assert_cmphex (strata_palette_get_name_color (palette, "doFrame 123"), ==, strata_palette_get_name_color (palette, "doFrame 124"));
  g_assert_cmphex (strata_palette_get_name_color (palette, "doFrame"), !=, strata_palette_get_name_color (palette, "inflate"));
  g_assert_cmpuint (strata_palette_get_name_hue (""), <, STRATA_N_HUES);

  /* Names spread over the hues. */
  for (char first = 'a'; first <= 'z'; first++)
    for (char second = 'a'; second <= 'z'; second++)
      used[strata_palette_get_name_hue ((char[]){ first, second, '\0' })] = TRUE;
  for (guint i = 0; i < STRATA_N_HUES; i++)
    n_used += used[i] ? 1 : 0;
  g_assert_cmpuint (n_used, ==, STRATA_N_HUES);
}

static void
test_mixing (void)
{
  g_assert_cmphex (strata_color_mix (0xff000000, 0xffffffff, 0.0), ==, 0xff000000);
  g_assert_cmphex (strata_color_mix (0xff000000, 0xff204060, 0.5), ==, 0xff102030);
  g_assert_cmphex (strata_color_set_alpha (0xff112233, 0.5), ==, 0x80112233);
  g_assert_cmphex (strata_color_set_alpha (0xff112233, 7.0), ==, 0xff112233);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/palette/known-contrasts", test_known_contrasts);
  g_test_add_func ("/palette/slice-text", test_slice_text);
  g_test_add_func ("/palette/other-text", test_other_text);
  g_test_add_func ("/palette/names", test_names);
  g_test_add_func ("/palette/mixing", test_mixing);

  return g_test_run ();
}
