/* strata-histogram.c - durations of the slices of a name, as bars
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-histogram.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-action.h"
#include "strata-units.h"

#define LEAST_WIDTH_PX 240
#define NATURAL_WIDTH_PX 420
#define HEIGHT_PX 96
#define AXIS_PX 18
#define LEAST_BAR_PX 3
#define GAP_PX 1

/* Bars are side by side from the shortest to the longest duration. Both their widths and their
 * heights are logarithmic, so that one slice among a million still has a bar. The marked bar has
 * the accent colour, and the bar reached by keys has a frame. */
struct _StrataHistogramView
{
  GtkWidget parent_instance;

  StrataHistogram histogram;
  char *unit;    /* owned: unit of the durations; NULL for ns */
  guint marked;  /* bar of the selected slice; the number of bars if none */
  guint current; /* bar reached by keys */
};

enum
{
  BIN_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataHistogramView, strata_histogram, GTK_TYPE_WIDGET)

static char *
describe_bar (StrataHistogramView *self,
              guint bar)
{
  const StrataHistogramBin *bin = &self->histogram.bins[bar];
  char count[STRATA_UNITS_BYTES];
  char begin[STRATA_UNITS_BYTES];
  char end[STRATA_UNITS_BYTES];

  strata_units_count (bin->n_slices, count);
  strata_units_amount (bin->begin_ns, self->unit, begin);
  strata_units_amount (bin->end_ns, self->unit, end);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s slice of %s to %s", "%s slices of %s to %s", bin->n_slices), count, begin, end);
}

static void
update_description (StrataHistogramView *self)
{
  g_autofree char *text = self->current < self->histogram.n_bins ? describe_bar (self, self->current) : g_strdup ("");

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static double
get_bar_x (StrataHistogramView *self,
           guint bar)
{
  return floor ((double) gtk_widget_get_width (GTK_WIDGET (self)) * bar / MAX (self->histogram.n_bins, 1));
}

static guint
find_bar_at (StrataHistogramView *self,
             double x_px)
{
  guint n = self->histogram.n_bins;
  int bar = (int) floor (x_px * n / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1));

  return (guint) CLAMP (bar, 0, (int) MAX (n, 1) - 1);
}

static void
draw_bar (StrataHistogramView *self,
          cairo_t *cr,
          const GdkRGBA *color,
          guint bar,
          double height_px)
{
  double x_px = get_bar_x (self, bar);
  double bottom_px = gtk_widget_get_height (GTK_WIDGET (self)) - AXIS_PX;
  double width_px = MAX (get_bar_x (self, bar + 1) - x_px - GAP_PX, 1);

  gdk_cairo_set_source_rgba (cr, color);
  cairo_rectangle (cr, x_px, bottom_px - height_px, width_px, height_px);
  cairo_fill (cr);

  if (bar != self->current || !gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    return;

  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, x_px + 0.5, 0.5, width_px - 1, bottom_px - 1);
  cairo_stroke (cr);
}

static void
draw_bars (StrataHistogramView *self,
           cairo_t *cr,
           const GdkRGBA *foreground,
           const GdkRGBA *accent)
{
  double room_px = gtk_widget_get_height (GTK_WIDGET (self)) - AXIS_PX - 2;
  GdkRGBA dim = *foreground;
  guint32 most = 1;

  dim.alpha *= 0.45f;
  for (guint i = 0; i < self->histogram.n_bins; i++)
    most = MAX (most, self->histogram.bins[i].n_slices);

  for (guint i = 0; i < self->histogram.n_bins; i++)
    {
      guint32 n = self->histogram.bins[i].n_slices;
      double height_px = n > 0 ? MAX (room_px * log1p (n) / log1p (most), LEAST_BAR_PX) : 0;

      draw_bar (self, cr, i == self->marked ? accent : &dim, i, floor (height_px));
    }

  gdk_cairo_set_source_rgba (cr, &dim);
  cairo_rectangle (cr, 0, room_px + 2, gtk_widget_get_width (GTK_WIDGET (self)), 1);
  cairo_fill (cr);
}

static void
draw_text (StrataHistogramView *self,
           GtkSnapshot *snapshot,
           const GdkRGBA *color,
           gint64 duration_ns,
           gboolean is_at_end)
{
  char text[STRATA_UNITS_BYTES];
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), strata_units_amount (duration_ns, self->unit, text));
  int width_px;

  pango_layout_get_pixel_size (layout, &width_px, NULL);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (is_at_end ? (float) (gtk_widget_get_width (GTK_WIDGET (self)) - width_px) : 0,
                                                          (float) (gtk_widget_get_height (GTK_WIDGET (self)) - AXIS_PX + 1)));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
strata_histogram_snapshot (GtkWidget *widget,
                           GtkSnapshot *snapshot)
{
  StrataHistogramView *self = STRATA_HISTOGRAM (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA foreground;
  GdkRGBA accent;
  guint n = self->histogram.n_bins;

  if (n == 0)
    return;

  gtk_style_context_get_color (style, &foreground);
  if (!gtk_style_context_lookup_color (style, "theme_selected_bg_color", &accent))
    accent = foreground;

  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget)));

  draw_bars (self, cr, &foreground, &accent);
  cairo_destroy (cr);
  draw_text (self, snapshot, &foreground, self->histogram.bins[0].begin_ns, FALSE);
  draw_text (self, snapshot, &foreground, self->histogram.bins[n - 1].end_ns, TRUE);
}

static void
strata_histogram_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_px,
                          int *minimum_px,
                          int *natural_px,
                          int *minimum_baseline_px,
                          int *natural_baseline_px)
{
  *minimum_px = orientation == GTK_ORIENTATION_HORIZONTAL ? LEAST_WIDTH_PX : HEIGHT_PX;
  *natural_px = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH_PX : HEIGHT_PX;
}

static void
strata_histogram_state_flags_changed (GtkWidget *widget,
                                      GtkStateFlags previous)
{
  gtk_widget_queue_draw (widget);
  GTK_WIDGET_CLASS (strata_histogram_parent_class)->state_flags_changed (widget, previous);
}

static void
choose_bar (StrataHistogramView *self)
{
  guint32 slice = self->current < self->histogram.n_bins ? self->histogram.bins[self->current].longest : STRATA_NONE;

  if (slice != STRATA_NONE)
    g_signal_emit (self, signals[BIN_CHOSEN], 0, slice);
}

/* Steps to the next bar that is not empty. */
static void
step_bar (StrataHistogramView *self,
          int direction)
{
  guint bar = self->current;

  do
    bar += direction < 0 ? -1u : 1u;
  while (bar < self->histogram.n_bins && self->histogram.bins[bar].n_slices == 0);

  if (bar >= self->histogram.n_bins)
    return;

  self->current = bar;
  update_description (self);
}

static void
activate_next (StrataHistogramView *self)
{
  step_bar (self, 1);
}

static void
activate_previous (StrataHistogramView *self)
{
  step_bar (self, -1);
}

/* A press on an empty bar chooses the nearest that is not empty. */
static void
on_pressed (GtkGestureClick *gesture,
            int n_presses,
            double x_px,
            double y_px,
            StrataHistogramView *self)
{
  guint wanted = find_bar_at (self, x_px);
  guint n = self->histogram.n_bins;

  for (guint distance = 0; distance < n; distance++)
    for (int side = -1; side <= 1; side += 2)
      {
        guint bar = wanted + (guint) (side * (int) distance);

        if (bar >= n || self->histogram.bins[bar].n_slices == 0)
          continue;

        self->current = bar;
        update_description (self);
        choose_bar (self);
        return;
      }
}

static gboolean
on_query_tooltip (StrataHistogramView *self,
                  int x_px,
                  int y_px,
                  gboolean is_keyboard,
                  GtkTooltip *tooltip)
{
  guint bar = is_keyboard ? self->current : find_bar_at (self, x_px);

  if (bar >= self->histogram.n_bins)
    return FALSE;

  g_autofree char *text = describe_bar (self, bar);

  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/**
 * strata_histogram_set:
 * @self: the view
 * @histogram: the histogram
 * @unit: (nullable): the unit of durations; %NULL for ns
 *
 * Shows other durations, without a mark.
 */
void
strata_histogram_set (StrataHistogramView *self,
                      const StrataHistogram *histogram,
                      const char *unit)
{
  g_free (self->unit);
  self->unit = g_strdup (unit);
  self->histogram = *histogram;
  self->marked = histogram->n_bins;
  self->current = 0;
  update_description (self);
}

/**
 * strata_histogram_mark:
 * @self: the view
 * @duration_ns: a duration
 *
 * Marks the bar of a duration.
 */
void
strata_histogram_mark (StrataHistogramView *self,
                       gint64 duration_ns)
{
  self->marked = self->histogram.n_bins;

  for (guint i = 0; i < self->histogram.n_bins; i++)
    if (self->histogram.bins[i].n_slices > 0 && duration_ns >= self->histogram.bins[i].begin_ns)
      self->marked = i;

  if (self->marked < self->histogram.n_bins)
    self->current = self->marked;

  update_description (self);
}

/**
 * strata_histogram_get_range:
 * @self: the view
 * @slice: the argument of "bin-chosen"
 * @begin_ns: (out): shortest duration of its bar
 * @end_ns: (out): upper limit of its durations, exclusive
 *
 * Returns: %FALSE if it is not the longest slice of any bar
 */
gboolean
strata_histogram_get_range (StrataHistogramView *self,
                            guint32 slice,
                            gint64 *begin_ns,
                            gint64 *end_ns)
{
  for (guint i = 0; i < self->histogram.n_bins; i++)
    if (self->histogram.bins[i].longest == slice)
      {
        *begin_ns = self->histogram.bins[i].begin_ns;
        *end_ns = self->histogram.bins[i].end_ns;
        return TRUE;
      }

  return FALSE;
}

static void
add_keys (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "histogram.next-bar", NULL, STRATA_ACTION (activate_next));
  gtk_widget_class_install_action (widget_class, "histogram.previous-bar", NULL, STRATA_ACTION (activate_previous));
  gtk_widget_class_install_action (widget_class, "histogram.choose-bar", NULL, STRATA_ACTION (choose_bar));
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, "histogram.next-bar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, "histogram.previous-bar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "histogram.choose-bar", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "histogram.choose-bar", NULL);
}

static void
strata_histogram_finalize (GObject *object)
{
  g_free (STRATA_HISTOGRAM (object)->unit);

  G_OBJECT_CLASS (strata_histogram_parent_class)->finalize (object);
}

static void
strata_histogram_class_init (StrataHistogramViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = strata_histogram_finalize;
  widget_class->snapshot = strata_histogram_snapshot;
  widget_class->measure = strata_histogram_measure;
  widget_class->state_flags_changed = strata_histogram_state_flags_changed;

  signals[BIN_CHOSEN] = g_signal_new ("bin-chosen", STRATA_TYPE_HISTOGRAM, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  gtk_widget_class_set_css_name (widget_class, "histogram");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  add_keys (widget_class);
}

static void
strata_histogram_init (StrataHistogramView *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);

  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Durations of this name"), -1);
}
