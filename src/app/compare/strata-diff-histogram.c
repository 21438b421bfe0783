/* strata-diff-histogram.c - durations of the calls of a name in both captures, as bars
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-histogram.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-units.h"

#define WIDTH_PX 260
#define HEIGHT_PX 110
#define AXIS_PX 20
#define LEGEND_PX 20

/* The bars of B are drawn over the bars of A, which show through. Heights are shares of the calls
 * of a side, so that captures of different length can be compared. */
struct _StrataDiffHistogram
{
  GtkWidget parent_instance;

  StrataDiffSpread spread;
  gboolean is_empty; /* the name has no calls whose duration is known */
  char *unit;        /* owned: unit of the durations; NULL for ns */
};

G_DEFINE_FINAL_TYPE (StrataDiffHistogram, strata_diff_histogram, GTK_TYPE_WIDGET)

/* Blue and orange are distinguishable for everyone, in light and dark. */
static const GdkRGBA colors[STRATA_N_DIFF_SIDES] = {
  { 0.21f, 0.52f, 0.89f, 0.75f },
  { 0.90f, 0.45f, 0.05f, 0.65f },
};

static void
draw_bars (StrataDiffHistogram *self,
           GtkSnapshot *snapshot,
           float width_px,
           float height_px)
{
  const double largest = strata_diff_spread_get_largest_part (&self->spread);
  const float bar_px = width_px / (float) MAX (self->spread.n_bins, 1u);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint bin = 0; bin < self->spread.n_bins; bin++)
      {
        const double part = strata_diff_spread_get_part (&self->spread, side, bin);
        const float bar_height_px = part > 0.0 ? MAX ((float) (part / largest) * height_px, 2.0f) : 0.0f;

        gtk_snapshot_append_color (snapshot, &colors[side], &GRAPHENE_RECT_INIT ((float) bin * bar_px, LEGEND_PX + height_px - bar_height_px, MAX (bar_px - 1.0f, 1.0f), bar_height_px));
      }
}

static void
draw_text (GtkWidget *widget,
           GtkSnapshot *snapshot,
           const char *text,
           float x_px,
           float y_px,
           float align_frac)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  GdkRGBA color;
  int text_width_px;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  pango_layout_get_pixel_size (layout, &text_width_px, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x_px - align_frac * (float) text_width_px, y_px));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_legend (StrataDiffHistogram *self,
             GtkSnapshot *snapshot)
{
  static const char *const names[] = { "A", "B" };
  float x_px = 0.0f;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      char count[STRATA_UNITS_BYTES];
      g_autofree char *text = g_strdup_printf ("%s · %s", names[side], strata_units_count (self->spread.n_all[side], count));

      gtk_snapshot_append_color (snapshot, &colors[side], &GRAPHENE_RECT_INIT (x_px, 4.0f, 10.0f, 10.0f));
      draw_text (GTK_WIDGET (self), snapshot, text, x_px + 14.0f, 0.0f, 0.0f);
      x_px += 100.0f;
    }
}

static void
strata_diff_histogram_snapshot (GtkWidget *widget,
                                GtkSnapshot *snapshot)
{
  StrataDiffHistogram *self = STRATA_DIFF_HISTOGRAM (widget);
  const float width_px = (float) gtk_widget_get_width (widget);
  const float height_px = (float) gtk_widget_get_height (widget);
  char text[STRATA_UNITS_BYTES];

  if (self->spread.n_bins == 0)
    {
      draw_text (widget, snapshot, self->is_empty ? _ ("No finished calls") : "", 0.0f, 0.0f, 0.0f);
      return;
    }

  draw_legend (self, snapshot);
  draw_bars (self, snapshot, width_px, height_px - AXIS_PX - LEGEND_PX);
  draw_text (widget, snapshot, strata_units_amount ((gint64) self->spread.edges_ns[0], self->unit, text), 0.0f, height_px - AXIS_PX, 0.0f);
  draw_text (widget, snapshot, strata_units_amount ((gint64) self->spread.edges_ns[self->spread.n_bins], self->unit, text), width_px, height_px - AXIS_PX, 1.0f);
}

static void
strata_diff_histogram_finalize (GObject *object)
{
  g_free (STRATA_DIFF_HISTOGRAM (object)->unit);

  G_OBJECT_CLASS (strata_diff_histogram_parent_class)->finalize (object);
}

static void
strata_diff_histogram_class_init (StrataDiffHistogramClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = strata_diff_histogram_finalize;
  widget_class->snapshot = strata_diff_histogram_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
strata_diff_histogram_init (StrataDiffHistogram *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), WIDTH_PX, HEIGHT_PX);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("How long the calls took in A and B"), -1);
}

/* Returns its colour in pictures of both sides. */
const GdkRGBA *
strata_diff_histogram_get_color (StrataDiffSide side)
{
  return &colors[side];
}

/* The median of a side, to the precision of the bins. */
static double
get_median_ns (const StrataDiffSpread *spread,
               StrataDiffSide side)
{
  guint n = 0;

  for (guint bin = 0; bin < spread->n_bins; bin++)
    {
      n += spread->n_calls[side][bin];
      if (2 * n >= spread->n_all[side])
        return sqrt (spread->edges_ns[bin] * spread->edges_ns[bin + 1]);
    }

  return 0.0;
}

/**
 * strata_diff_histogram_set:
 * @self: the bars
 * @spread: (nullable): the durations to show
 * @unit: (nullable): their unit; %NULL for ns
 */
void
strata_diff_histogram_set (StrataDiffHistogram *self,
                           const StrataDiffSpread *spread,
                           const char *unit)
{
  char texts[STRATA_N_DIFF_SIDES][STRATA_UNITS_BYTES];

  g_free (self->unit);
  self->unit = g_strdup (unit);

  self->spread = spread != NULL ? *spread : (StrataDiffSpread){ 0 };
  self->is_empty = spread != NULL && spread->n_bins == 0;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_units_amount (self->spread.n_all[side] > 0 ? (gint64) get_median_ns (&self->spread, side) : STRATA_NO_TIME, self->unit, texts[side]);

  g_autofree char *medians = g_strdup_printf (_ ("Median about %s in A and %s in B"), texts[STRATA_DIFF_A], texts[STRATA_DIFF_B]);
  const char *text = self->is_empty ? _ ("No finished calls") : self->spread.n_bins > 0 ? medians
                                                                                        : "";

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
