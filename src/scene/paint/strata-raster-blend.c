/* strata-raster-blend.c - blends colours onto lines of pixels
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-raster-blend.h"

#include <string.h>
#include <wchar.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

G_STATIC_ASSERT (sizeof (wchar_t) == sizeof (guint32));

/* Computes two channels at a time. Correct for all grounds, since the colour is premultiplied on the way. */
static inline guint32
blend (guint32 ground,
       StrataColor color)
{
  const guint32 mask = 0x00ff00ff;
  const guint32 alpha = color >> 24;
  guint32 low = (color & mask) * alpha + (ground & mask) * (255 - alpha) + 0x00800080;
  guint32 high = ((color >> 8 & 0xff) | 0x00ff0000) * alpha + (ground >> 8 & mask) * (255 - alpha) + 0x00800080;

  low = (low + (low >> 8 & mask)) >> 8 & mask;
  high = (high + (high >> 8 & mask)) & ~mask;
  return low | high;
}

/**
 * strata_blend_fill:
 * @line: pixels, premultiplied
 * @n: how many
 * @color: the colour to draw
 *
 * Draws a colour on some pixels.
 */
void
strata_blend_fill (guint32 *line,
                   int n,
                   StrataColor color)
{
  if (color >> 24 == 0xff)
    wmemset ((wchar_t *) line, (wchar_t) color, (gsize) n);
  else
    for (int i = 0; i < n; i++)
      line[i] = blend (line[i], color);
}

#ifdef __SSE2__
static inline __m128i
divide_by_255 (__m128i products)
{
  const __m128i sum = _mm_add_epi16 (products, _mm_set1_epi16 (128));

  return _mm_srli_epi16 (_mm_add_epi16 (sum, _mm_srli_epi16 (sum, 8)), 8);
}

/* Blends two pixels; @alpha has the alpha of each pixel in all its channels. */
static inline __m128i
blend_two (__m128i ground,
           __m128i color,
           __m128i alpha)
{
  const __m128i rest = _mm_sub_epi16 (_mm_set1_epi16 (255), alpha);

  return divide_by_255 (_mm_add_epi16 (_mm_mullo_epi16 (color, alpha), _mm_mullo_epi16 (ground, rest)));
}

static inline __m128i
spread_alpha (__m128i two)
{
  return _mm_shufflehi_epi16 (_mm_shufflelo_epi16 (two, _MM_SHUFFLE (3, 3, 3, 3)), _MM_SHUFFLE (3, 3, 3, 3));
}

/* Blends four pixels, each with its own colour. */
static inline void
blend_colors (guint32 *line,
              __m128i four)
{
  const __m128i zero = _mm_setzero_si128 ();
  const __m128i opaque = _mm_or_si128 (four, _mm_set1_epi32 ((int) 0xff000000));
  const __m128i ground = _mm_loadu_si128 ((const __m128i *) (gconstpointer) line);
  const __m128i low = blend_two (_mm_unpacklo_epi8 (ground, zero), _mm_unpacklo_epi8 (opaque, zero), spread_alpha (_mm_unpacklo_epi8 (four, zero)));
  const __m128i high = blend_two (_mm_unpackhi_epi8 (ground, zero), _mm_unpackhi_epi8 (opaque, zero), spread_alpha (_mm_unpackhi_epi8 (four, zero)));

  _mm_storeu_si128 ((__m128i *) (gpointer) line, _mm_packus_epi16 (low, high));
}

/* Blends as many groups of four as fit; ANDs their alphas into @alphas. */
static int
blend_fours (guint32 *line,
             const StrataColor *colors,
             int n,
             guint32 *alphas)
{
  __m128i all = _mm_set1_epi32 (-1);
  guint32 parts[4];
  int i = 0;

  for (; i + 4 <= n; i += 4)
    {
      const __m128i four = _mm_loadu_si128 ((const __m128i *) (gconstpointer) (colors + i));

      all = _mm_and_si128 (all, four);
      blend_colors (line + i, four);
    }

  _mm_storeu_si128 ((__m128i *) (gpointer) parts, all);
  *alphas &= (parts[0] & parts[1] & parts[2] & parts[3]) >> 24;
  return i;
}
#else
static int
blend_fours (guint32 *line,
             const StrataColor *colors,
             int n,
             guint32 *alphas)
{
  return 0;
}
#endif

/**
 * strata_blend_line:
 * @line: pixels, premultiplied
 * @colors: (array length=n): the colour for each; 0 for none
 * @n: how many
 *
 * Draws a colour on each of some pixels.
 *
 * Returns: whether all colours are opaque, so that nothing of the ground is left
 */
gboolean
strata_blend_line (guint32 *line,
                   const StrataColor *colors,
                   int n)
{
  guint32 alphas = 0xff;

  for (int i = blend_fours (line, colors, n, &alphas); i < n; i++)
    {
      alphas &= colors[i] >> 24;
      line[i] = blend (line[i], colors[i]);
    }

  return alphas == 0xff;
}

/**
 * strata_blend_part:
 * @pixel: a pixel, premultiplied
 * @color: the colour to draw
 * @part: how much of the pixel to cover, of 255
 *
 * Draws a colour on a part of a pixel.
 */
void
strata_blend_part (guint32 *pixel,
                   StrataColor color,
                   guint32 part)
{
  const guint32 alpha = ((color >> 24) * part + 127) / 255;

  if (alpha == 0xff)
    *pixel = color;
  else if (alpha != 0)
    *pixel = blend (*pixel, (color & 0x00ffffff) | alpha << 24);
}

#ifdef __SSE2__
/* Mixes two pixels of 4 channels, 16 bits each. */
static inline __m128i
mix_two (__m128i ground,
         __m128i color,
         __m128i parts,
         __m128i alpha)
{
  const __m128i parts_of_255 = divide_by_255 (_mm_mullo_epi16 (parts, alpha));
  const __m128i rest = _mm_sub_epi16 (_mm_set1_epi16 (255), parts_of_255);

  return divide_by_255 (_mm_add_epi16 (_mm_mullo_epi16 (color, parts_of_255), _mm_mullo_epi16 (ground, rest)));
}

static inline void
blend_four (guint32 *line,
            guint32 four,
            StrataColor color)
{
  const __m128i zero = _mm_setzero_si128 ();
  const __m128i alpha = _mm_set1_epi16 ((short) (color >> 24));
  const __m128i opaque = _mm_unpacklo_epi8 (_mm_set1_epi32 ((int) (color | 0xff000000)), zero);
  const __m128i ground = _mm_loadu_si128 ((const __m128i *) (gconstpointer) line);
  __m128i parts = _mm_cvtsi32_si128 ((int) four);

  parts = _mm_unpacklo_epi8 (parts, parts);
  parts = _mm_unpacklo_epi16 (parts, parts);

  const __m128i low = mix_two (_mm_unpacklo_epi8 (ground, zero), opaque, _mm_unpacklo_epi8 (parts, zero), alpha);
  const __m128i high = mix_two (_mm_unpackhi_epi8 (ground, zero), opaque, _mm_unpackhi_epi8 (parts, zero), alpha);

  _mm_storeu_si128 ((__m128i *) (gpointer) line, _mm_packus_epi16 (low, high));
}
#else
static inline void
blend_four (guint32 *line,
            guint32 four,
            StrataColor color)
{
  guint8 parts[4];

  memcpy (parts, &four, sizeof four);
  for (int i = 0; i < 4; i++)
    strata_blend_part (&line[i], color, parts[i]);
}
#endif

/**
 * strata_blend_mask:
 * @pixels: where the first of these lines begins, premultiplied
 * @stride: pixels from one line to the next
 * @mask: how much of each pixel to cover
 * @begin: first line of the mask to draw
 * @end: one past the last
 * @color: the colour to draw
 *
 * Draws a colour through some lines of a mask.
 */
void
strata_blend_mask (guint32 *pixels,
                   gsize stride,
                   const StrataGlyphMask *mask,
                   int begin,
                   int end,
                   StrataColor color)
{
  for (guint i = 0; i < mask->n_pieces; i++)
    {
      const StrataMaskPiece *piece = &mask->pieces[i];
      guint32 four;

      if (piece->y < begin || piece->y >= end)
        continue;

      memcpy (&four, piece->alphas, sizeof four);
      blend_four (pixels + (gsize) (piece->y - begin) * stride + piece->x, four, color);
    }
}
