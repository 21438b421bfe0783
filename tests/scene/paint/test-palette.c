/* test-palette.c - colours are readable and distinguishable
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-palette-private.h"
#include "strata-state-hues.h"

/* Light, dark, and both in high contrast. */
#define N_PALETTES 4

static const StrataPalette *
get_palette (int index)
{
  if (index >= 2)
    return strata_palette_get_contrast (index == 3);

  return index == 1 ? strata_palette_get_dark () : strata_palette_get_light ();
}

/* The minimum contrast of text against its background. */
static double
get_least (const StrataPalette *palette)
{
  return palette->is_high_contrast ? 7.0 : 4.5;
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
  for (int index = 0; index < N_PALETTES; index++)
    for (guint8 hue = 0; hue < STRATA_N_HUES; hue++)
      {
        const StrataPalette *palette = get_palette (index);
        StrataColor fill = strata_palette_get_hue_color (palette, hue);

        g_assert_cmpuint (fill >> 24, ==, 0xff);
        g_assert_cmpfloat (strata_color_get_contrast (fill, palette->slice_text), >=, get_least (palette));

        /* So can the detail after the label, mixed with the fill below it. */
        const StrataColor detail = strata_palette_get_detail_color (palette, palette->slice_text);
        const StrataColor seen = strata_color_mix (fill, detail | 0xff000000, (detail >> 24) / 255.0);

        g_assert_cmpfloat (strata_color_get_contrast (fill, seen), >=, get_least (palette));

        /* A fill, or its outline, is visible against the background. */
        g_assert_cmpfloat (strata_color_get_contrast (palette->outline != 0 ? palette->outline : fill, palette->background), >=, palette->outline != 0 ? 7.0 : 1.25);
      }
}

/* The colours of slices by state have readable text and can be told apart. */
static void
test_state_hues (void)
{
  for (int index = 0; index < N_PALETTES; index++)
    for (StrataState state = STRATA_STATE_UNKNOWN; state < STRATA_STATE_DEAD; state++)
      {
        const StrataPalette *palette = get_palette (index);
        const StrataColor fill = strata_palette_get_hue_color (palette, strata_state_hues_get (state));

        g_assert_cmpfloat (strata_color_get_contrast (fill, palette->slice_text), >=, get_least (palette));
        for (StrataState other = state + 1; other < STRATA_STATE_DEAD; other++)
          g_assert_cmphex (fill, !=, strata_palette_get_hue_color (palette, strata_state_hues_get (other)));
      }
}

static void
test_other_text (void)
{
  for (int index = 0; index < N_PALETTES; index++)
    {
      const StrataPalette *palette = get_palette (index);
      const StrataColor grounds[] = { palette->header_background, palette->group_background, palette->background };

      g_assert_cmpint (palette->is_dark, ==, index % 2);
      for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
        {
          g_assert_cmpfloat (strata_color_get_contrast (palette->header_text, grounds[i]), >=, 7.0);
          g_assert_cmpfloat (strata_color_get_contrast (palette->header_dim_text, grounds[i]), >=, get_least (palette));
          g_assert_cmpfloat (strata_color_get_contrast (palette->selection, grounds[i]), >=, get_least (palette));
          g_assert_cmpfloat (strata_color_get_contrast (palette->highlight, grounds[i]), >=, 3.0);
          g_assert_cmpfloat (strata_color_get_contrast (palette->arrow, grounds[i]), >=, 4.5);
        }
    }
}

/* How a colour looks without one kind of cone: the remaining red, green and blue light, after
 * Machado, Oliveira and Fernandes 2009. */
static const double sights[][3][3] = {
  { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
  { { 0.152286, 1.052583, -0.204868 }, { 0.114503, 0.786281, 0.099216 }, { -0.003882, -0.048116, 1.051998 } },
  { { 0.367322, 0.860646, -0.227968 }, { 0.280085, 0.672501, 0.047413 }, { -0.011820, 0.042940, 0.968881 } },
  { { 1.255528, -0.076749, -0.178779 }, { -0.078411, 0.930809, 0.147602 }, { 0.004733, 0.691367, 0.303900 } },
};

static double
get_linear (guint32 channel)
{
  const double value = channel / 255.0;

  return value <= 0.04045 ? value / 12.92 : pow ((value + 0.055) / 1.055, 2.4);
}

static double
get_root (double value)
{
  return value > 0.008856 ? cbrt (value) : 7.787 * value + 16.0 / 116.0;
}

static void
get_lab (StrataColor color,
         const double sight[3][3],
         double lab[3])
{
  const double rgb[3] = { get_linear (color >> 16 & 0xff), get_linear (color >> 8 & 0xff), get_linear (color & 0xff) };
  double seen[3];

  for (guint i = 0; i < 3; i++)
    seen[i] = CLAMP (sight[i][0] * rgb[0] + sight[i][1] * rgb[1] + sight[i][2] * rgb[2], 0.0, 1.0);

  const double x = get_root ((0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]) / 0.9505);
  const double y = get_root (0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]);
  const double z = get_root ((0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]) / 1.089);

  lab[0] = 116.0 * y - 16.0;
  lab[1] = 500.0 * (x - y);
  lab[2] = 200.0 * (y - z);
}

static double
get_distance (StrataColor a,
              StrataColor b,
              const double sight[3][3])
{
  double lab_a[3];
  double lab_b[3];

  get_lab (a, sight, lab_a);
  get_lab (b, sight, lab_b);
  return sqrt (pow (lab_a[0] - lab_b[0], 2) + pow (lab_a[1] - lab_b[1], 2) + pow (lab_a[2] - lab_b[2], 2));
}

/* With any vision, each state can be told apart from all others, and from the background. */
static void
test_states (void)
{
  for (int index = 0; index < N_PALETTES; index++)
    for (guint sight = 0; sight < G_N_ELEMENTS (sights); sight++)
      for (guint a = STRATA_STATE_UNKNOWN; a < STRATA_STATE_DEAD; a++)
        for (guint b = a + 1; b < STRATA_STATE_DEAD; b++)
          {
            const StrataColor *colors = get_palette (index)->states;
            const gboolean is_pale = a == STRATA_STATE_UNKNOWN && b == STRATA_STATE_SLEEPING;

            g_assert_cmpfloat (get_distance (colors[a], colors[b], sights[sight]), >=, is_pale ? 10.0 : 14.0);
          }

  for (int index = 0; index < N_PALETTES; index++)
    g_assert_cmphex (get_palette (index)->states[STRATA_STATE_UNKNOWN], ==, get_palette (index)->background);
}

/* The same for the verdicts on frames. */
static void
test_frames (void)
{
  for (int index = 0; index < N_PALETTES; index++)
    for (guint i = 0; i < STRATA_N_FRAME_VERDICTS; i++)
      {
        const StrataPalette *palette = get_palette (index);
        const StrataColor fill = palette->frames[i];

        g_assert_cmpfloat (strata_color_get_contrast (fill, strata_palette_get_text_color (palette, fill)), >=, get_least (palette));
      }

  for (int index = 0; index < N_PALETTES; index++)
    for (guint sight = 0; sight < G_N_ELEMENTS (sights); sight++)
      for (guint a = 0; a < STRATA_N_FRAME_VERDICTS; a++)
        for (guint b = a + 1; b < STRATA_N_FRAME_VERDICTS; b++)
          g_assert_cmpfloat (get_distance (get_palette (index)->frames[a], get_palette (index)->frames[b], sights[sight]), >=, 14.0);
}

/* More and less differ from the same in opposite directions, each step further than the one before;
 * all have readable slice text. */
static void
test_changes (void)
{
  for (int index = 0; index < N_PALETTES; index++)
    for (guint sight = 0; sight < G_N_ELEMENTS (sights); sight++)
      for (guint step = 1; step <= STRATA_DIFF_TREE_STEPS; step++)
        {
          const StrataPalette *palette = get_palette (index);
          const StrataColor *changes = palette->changes + STRATA_DIFF_TREE_STEPS;
          const StrataColor less = palette->changes[STRATA_DIFF_TREE_STEPS - step];

          g_assert_cmpfloat (strata_color_get_contrast (changes[step], palette->slice_text), >=, get_least (palette));
          g_assert_cmpfloat (strata_color_get_contrast (less, palette->slice_text), >=, get_least (palette));
          g_assert_cmpfloat (get_distance (changes[step], less, sights[sight]), >=, 10.0 * step);
          g_assert_cmpfloat (get_distance (changes[step], changes[step - 1], sights[sight]), >=, 5.0);
          g_assert_cmpfloat (get_distance (less, palette->changes[STRATA_DIFF_TREE_STEPS - step + 1], sights[sight]), >=, 5.0);
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

  /* Names are spread over the hues. */
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
  g_test_add_func ("/palette/state-hues", test_state_hues);
  g_test_add_func ("/palette/other-text", test_other_text);
  g_test_add_func ("/palette/states", test_states);
  g_test_add_func ("/palette/frames", test_frames);
  g_test_add_func ("/palette/changes", test_changes);
  g_test_add_func ("/palette/names", test_names);
  g_test_add_func ("/palette/mixing", test_mixing);

  return g_test_run ();
}
