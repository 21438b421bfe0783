/* strata-spread-picture.c - the durations in two captures as bars for an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same picture as in the window: the bars of B lie over those of A, and each is a part of its
 * side, so that captures of different length look alike. The style of the page colours it.
 */
#include "config.h"

#include "strata-spread-picture.h"

#include <glib/gi18n-lib.h>

#include "strata-page.h"
#include "strata-units.h"

#define WIDTH_PX 400
#define BARS_PX 110
#define HEIGHT_PX (BARS_PX + 20)
#define LEAST_BAR_PX 2.0

static const char *const classes[STRATA_N_DIFF_SIDES] = { "run-a", "run-b" };
static const char *const letters[STRATA_N_DIFF_SIDES] = { "A", "B" };

static void
write_attribute (StrataOutput *output,
                 const char *name,
                 double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  strata_output_format (output, " %s=\"%s\"", name, g_ascii_formatd (text, sizeof text, "%.1f", value));
}

/* The tooltip of a bar: "A: 12 of 149, 8.1 ms to 9.0 ms". */
static char *
dup_bar_title (const StrataDiffSpread *spread,
               StrataDiffSide side,
               guint bin)
{
  char n[STRATA_UNITS_BYTES];
  char n_all[STRATA_UNITS_BYTES];
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];

  strata_units_count (spread->n_calls[side][bin], n);
  strata_units_count (spread->n_all[side], n_all);
  strata_units_duration ((gint64) spread->edges_ns[bin], low);
  strata_units_duration ((gint64) spread->edges_ns[bin + 1], high);

  /* Translators: a side, how many of all its times, from the shortest to the longest: "A: 12 of 149, 8.1 ms to 9.0 ms" */
  return g_strdup_printf (_ ("%s: %s of %s, %s to %s"), letters[side], n, n_all, low, high);
}

static void
write_bar (StrataOutput *output,
           const StrataDiffSpread *spread,
           StrataDiffSide side,
           guint bin,
           double largest)
{
  const double part = strata_diff_spread_get_part (spread, side, bin);
  const double bar_px = (double) WIDTH_PX / spread->n_bins;
  const double height_px = MAX (part / largest * BARS_PX, LEAST_BAR_PX);

  if (part == 0.0)
    return;

  g_autofree char *title = dup_bar_title (spread, side, bin);

  strata_output_format (output, "<rect class=\"%s\"", classes[side]);
  write_attribute (output, "x", bin * bar_px);
  write_attribute (output, "y", BARS_PX - height_px);
  write_attribute (output, "width", MAX (bar_px - 1.0, 1.0));
  write_attribute (output, "height", height_px);
  strata_page_element (output, "><title>", title, "</title></rect>");
}

static void
write_edge (StrataOutput *output,
            double edge_ns,
            double x_px,
            const char *anchor)
{
  char text[STRATA_UNITS_BYTES];

  strata_output_format (output, "<text text-anchor=\"%s\"", anchor);
  write_attribute (output, "x", x_px);
  write_attribute (output, "y", HEIGHT_PX - 4.0);
  strata_page_element (output, ">", strata_units_duration ((gint64) edge_ns, text), "</text>");
}

static void
write_caption (StrataOutput *output,
               const char *title,
               const StrataDiffSpread *spread)
{
  strata_page_element (output, "<figcaption>", title, "");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      char count[STRATA_UNITS_BYTES];
      g_autofree char *text = g_strdup_printf ("%s · %s", letters[side], strata_units_count (spread->n_all[side], count));

      strata_output_format (output, " <b class=\"%s\">", classes[side]);
      strata_page_element (output, "", text, "</b>");
    }
  strata_output_text (output, "</figcaption>\n");
}

/**
 * strata_spread_picture_write:
 * @output: a page
 * @title: what the times belong to
 * @spread: the times of both sides
 *
 * Writes a figure of both distributions over one another; nothing if there are no times.
 */
void
strata_spread_picture_write (StrataOutput *output,
                             const char *title,
                             const StrataDiffSpread *spread)
{
  const double largest = strata_diff_spread_get_largest_part (spread);

  if (spread->n_bins == 0)
    return;

  strata_output_text (output, "<figure>");
  write_caption (output, title, spread);
  strata_output_format (output, "<svg class=\"spread\" role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", WIDTH_PX, HEIGHT_PX, WIDTH_PX, HEIGHT_PX);
  strata_page_element (output, " aria-label=\"", title, "\">");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint bin = 0; bin < spread->n_bins; bin++)
      write_bar (output, spread, side, bin, largest);
  strata_output_format (output, "<line class=\"axis\" x1=\"0\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>", BARS_PX, WIDTH_PX, BARS_PX);
  write_edge (output, spread->edges_ns[0], 0.0, "start");
  write_edge (output, spread->edges_ns[spread->n_bins], WIDTH_PX, "end");
  strata_output_text (output, "</svg></figure>\n");
}
