/* strata-runs-plot.c - the runs of a row as dots, and their frame times as curves
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-plot.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-histogram.h"
#include "strata-run-test.h"
#include "strata-runs-axis.h"
#include "strata-runs-text.h"

#define MARGIN_PX 8.0
#define DOT_PX 3.0
/* Room above a chart for its largest value, and below it for the labels of its edges. */
#define TEXT_PX 22.0
/* A click within this distance of a dot selects it. */
#define NEAR_PX 10.0
/* More steps cannot be distinguished. */
#define MOST_STEPS 250

/* Everything is drawn from the comparison, which is immutable. A chart has labels at its edges,
 * since it need not begin at 0: a drift of a few per cent would not be visible then. */
struct _StrataRunsPlot
{
  GtkWidget parent_instance;

  StrataRunsPlotKind kind;
  StrataRunsDiff *diff;     /* owned; nullable */
  const StrataRunsRow *row; /* borrowed from the comparison; nullable */

  /* the dot reached by keys */
  gboolean has_current;
  guint current_side;
  guint current_run;
};

enum
{
  RUN_CLICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataRunsPlot, strata_runs_plot, GTK_TYPE_WIDGET)

static const struct
{
  int width_px;
  int height_px;
} sizes[] = {
  [STRATA_RUNS_STRIP] = { 130, 26 },
  [STRATA_RUNS_CHART] = { 280, 190 },
  [STRATA_RUNS_CURVES] = { 280, 190 },
};

static void
widen (StrataRunsAxis *axis,
       double value)
{
  axis->low = fmin (axis->low, value);
  axis->high = fmax (axis->high, value);
}

static guint
get_n_runs (StrataRunsPlot *self,
            guint side)
{
  return strata_run_set_get_n (strata_runs_diff_get_set (self->diff), side);
}

static const StrataSetRun *
get_run (StrataRunsPlot *self,
         guint side,
         guint run)
{
  return strata_run_set_get (strata_runs_diff_get_set (self->diff), side, run);
}

static gboolean
has_value (StrataRunsPlot *self,
           guint side,
           guint run)
{
  return !isnan (self->row->values[side][run]);
}

/* The axis of values, and in a chart also the time axis. */
static void
find_axes (StrataRunsPlot *self,
           StrataRunsAxis *values,
           StrataRunsAxis *times)
{
  const double width_px = gtk_widget_get_width (GTK_WIDGET (self));
  const double height_px = gtk_widget_get_height (GTK_WIDGET (self));
  const gboolean is_strip = self->kind == STRATA_RUNS_STRIP;

  *values = (StrataRunsAxis){ INFINITY, -INFINITY, is_strip ? MARGIN_PX : height_px - TEXT_PX, is_strip ? width_px - MARGIN_PX : TEXT_PX };
  *times = (StrataRunsAxis){ INFINITY, -INFINITY, MARGIN_PX, width_px - MARGIN_PX };
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (self, side); i++)
      if (has_value (self, side, i))
        {
          widen (values, self->row->values[side][i]);
          widen (times, (double) get_run (self, side, i)->sums->recorded_us);
        }

  if (!is_strip)
    strata_runs_axis_pad (values);
}

static void
find_dot (StrataRunsPlot *self,
          const StrataRunsAxis *values,
          const StrataRunsAxis *times,
          guint side,
          guint run,
          double *x_px,
          double *y_px)
{
  const double value_px = strata_runs_axis_place (values, self->row->values[side][run]);

  if (self->kind == STRATA_RUNS_STRIP)
    {
      *x_px = value_px;
      *y_px = gtk_widget_get_height (GTK_WIDGET (self)) * (side == STRATA_DIFF_A ? 0.3 : 0.7);
      return;
    }

  *x_px = strata_runs_axis_place (times, (double) get_run (self, side, run)->sums->recorded_us);
  *y_px = value_px;
}

static void
draw_medians (StrataRunsPlot *self,
              cairo_t *cr,
              const StrataRunsAxis *values)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (self->row->n[side] > 0)
      {
        const double x_px = strata_runs_axis_place (values, self->row->median[side]);
        const double y_px = gtk_widget_get_height (GTK_WIDGET (self)) * (side == STRATA_DIFF_A ? 0.3 : 0.7);

        cairo_move_to (cr, x_px, y_px - 5.0);
        cairo_line_to (cr, x_px, y_px + 5.0);
      }
}

/* Runs that are excluded from the test are rings. */
static void
add_dots (StrataRunsPlot *self,
          cairo_t *cr,
          const StrataRunsAxis *values,
          const StrataRunsAxis *times,
          guint side,
          gboolean is_disturbed)
{
  for (guint i = 0; i < get_n_runs (self, side); i++)
    if (has_value (self, side, i) && (strata_runs_diff_get_disturbance (self->diff, side, i) != 0.0) == is_disturbed)
      {
        double x_px;
        double y_px;

        find_dot (self, values, times, side, i, &x_px, &y_px);
        cairo_new_sub_path (cr);
        cairo_arc (cr, x_px, y_px, self->kind == STRATA_RUNS_STRIP ? DOT_PX : DOT_PX + 1.0, 0.0, 2.0 * G_PI);
      }
}

static void
draw_current (StrataRunsPlot *self,
              cairo_t *cr,
              const StrataRunsAxis *values,
              const StrataRunsAxis *times,
              const GdkRGBA *text_color)
{
  double x_px;
  double y_px;

  find_dot (self, values, times, self->current_side, self->current_run, &x_px, &y_px);
  gdk_cairo_set_source_rgba (cr, text_color);
  cairo_set_line_width (cr, 1.5);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x_px, y_px, DOT_PX + 4.0, 0.0, 2.0 * G_PI);
  cairo_stroke (cr);
}

/* A dashed line at the median of each side, so that dots above and below it are distinguishable. */
static void
draw_levels (StrataRunsPlot *self,
             cairo_t *cr,
             const StrataRunsAxis *values)
{
  static const double dashes[] = { 4.0, 4.0 };

  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0.0);
  cairo_set_line_width (cr, 1.0);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (self->row->n[side] > 0)
      {
        const double y_px = round (strata_runs_axis_place (values, self->row->median[side])) + 0.5;

        gdk_cairo_set_source_rgba (cr, strata_diff_histogram_get_color (side));
        cairo_move_to (cr, 0.0, y_px);
        cairo_line_to (cr, gtk_widget_get_width (GTK_WIDGET (self)), y_px);
        cairo_stroke (cr);
      }
  cairo_set_dash (cr, NULL, 0, 0.0);
}

static void
draw_dots (StrataRunsPlot *self,
           cairo_t *cr,
           const GdkRGBA *text_color)
{
  StrataRunsAxis values;
  StrataRunsAxis times;

  find_axes (self, &values, &times);
  if (self->kind == STRATA_RUNS_CHART)
    draw_levels (self, cr, &values);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      gdk_cairo_set_source_rgba (cr, strata_diff_histogram_get_color (side));
      add_dots (self, cr, &values, &times, side, FALSE);
      cairo_fill (cr);
      cairo_set_line_width (cr, 1.5);
      add_dots (self, cr, &values, &times, side, TRUE);
      cairo_stroke (cr);
    }

  if (self->has_current && gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    draw_current (self, cr, &values, &times, text_color);

  gdk_cairo_set_source_rgba (cr, text_color);
  cairo_set_line_width (cr, 1.0);
  if (self->kind == STRATA_RUNS_STRIP)
    draw_medians (self, cr, &values);
  else
    {
      cairo_move_to (cr, 0.0, round (values.begin_px) + 0.5);
      cairo_line_to (cr, gtk_widget_get_width (GTK_WIDGET (self)), round (values.begin_px) + 0.5);
    }
  cairo_stroke (cr);
}

static gboolean
has_curve (StrataRunsPlot *self,
           guint side,
           guint run)
{
  return strata_run_set_is_used (strata_runs_diff_get_set (self->diff), side, run) && get_run (self, side, run)->sums->frame_times_ns->len > 0;
}

/* From the fastest frame to the 99th percentile of the slowest run. */
static StrataRunsAxis
find_frame_axis (StrataRunsPlot *self)
{
  StrataRunsAxis times = { INFINITY, 0.0, MARGIN_PX, gtk_widget_get_width (GTK_WIDGET (self)) - MARGIN_PX };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (self, side); i++)
      if (has_curve (self, side, i))
        {
          const StrataRunSums *sums = get_run (self, side, i)->sums;

          times.low = fmin (times.low, strata_run_sums_get_frame_time (sums, 0.0));
          times.high = fmax (times.high, strata_run_sums_get_frame_time (sums, 0.99));
        }

  return times;
}

static void
add_curve (StrataRunsPlot *self,
           cairo_t *cr,
           const StrataRunsAxis *times,
           const StrataRunsAxis *parts,
           const StrataRunSums *sums)
{
  const guint n_steps = MIN (sums->frame_times_ns->len, MOST_STEPS);

  for (guint i = 0; i < n_steps; i++)
    {
      const double part = (i + 1.0) / n_steps;
      const double x_px = strata_runs_axis_place (times, fmin (strata_run_sums_get_frame_time (sums, part), times->high));

      cairo_line_to (cr, x_px, strata_runs_axis_place (parts, (double) i / n_steps));
      cairo_line_to (cr, x_px, strata_runs_axis_place (parts, part));
    }
}

static void
draw_curves (StrataRunsPlot *self,
             cairo_t *cr)
{
  const StrataRunsAxis times = find_frame_axis (self);
  const StrataRunsAxis parts = { 0.0, 1.0, gtk_widget_get_height (GTK_WIDGET (self)) - TEXT_PX, MARGIN_PX };

  cairo_set_line_width (cr, 1.0);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (self, side); i++)
      if (has_curve (self, side, i))
        {
          add_curve (self, cr, &times, &parts, get_run (self, side, i)->sums);
          gdk_cairo_set_source_rgba (cr, strata_diff_histogram_get_color (side));
          cairo_stroke (cr);
        }
}

static gboolean
is_of_starts (StrataRunsPlot *self)
{
  return self->row != NULL && self->row->kind == STRATA_RUN_START;
}

/* The axis of a curve; for starts it begins at the fastest. */
static StrataRunsAxis
find_curve_axis (StrataRunsPlot *self)
{
  StrataRunsAxis values = find_frame_axis (self);

  if (!is_of_starts (self))
    return values;

  values.low = INFINITY;
  values.high = -INFINITY;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (self, side); i++)
      if (has_value (self, side, i))
        widen (&values, self->row->values[side][i]);

  return values;
}

/* A start has one value per run, so each side has one curve of all its runs. */
static void
draw_steps (StrataRunsPlot *self,
            cairo_t *cr)
{
  const StrataRunsAxis parts = { 0.0, 1.0, gtk_widget_get_height (GTK_WIDGET (self)) - TEXT_PX, MARGIN_PX };
  const StrataRunsAxis values = find_curve_axis (self);

  cairo_set_line_width (cr, 1.5);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const guint n = self->row->n[side];
      g_autofree double *sorted = g_new (double, get_n_runs (self, side));
      guint n_sorted = 0;

      for (guint i = 0; i < get_n_runs (self, side); i++)
        if (has_value (self, side, i))
          sorted[n_sorted++] = self->row->values[side][i];

      strata_run_test_sort (sorted, n_sorted);
      for (guint i = 0; i < 2 * n_sorted; i++)
        cairo_line_to (cr, strata_runs_axis_place (&values, sorted[i / 2]), strata_runs_axis_place (&parts, (double) ((i + 1) / 2) / n));

      gdk_cairo_set_source_rgba (cr, strata_diff_histogram_get_color (side));
      cairo_stroke (cr);
    }
}

/* Draws text at the left or right edge, above or below the picture. */
static void
draw_text (StrataRunsPlot *self,
           GtkSnapshot *snapshot,
           const GdkRGBA *color,
           const char *text,
           gboolean is_right,
           gboolean is_below)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int text_width_px;
  int text_height_px;

  pango_layout_get_pixel_size (layout, &text_width_px, &text_height_px);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (is_right ? (float) (gtk_widget_get_width (GTK_WIDGET (self)) - text_width_px) : 0.0f, is_below ? (float) (gtk_widget_get_height (GTK_WIDGET (self)) - text_height_px) : 0.0f));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

/* The date is included if the runs are from several days. */
static char *
dup_time (double time_us,
          gboolean has_date)
{
  g_autoptr (GDateTime) time = time_us > 0.0 ? g_date_time_new_from_unix_local ((gint64) time_us / G_USEC_PER_SEC) : NULL;

  return time != NULL ? g_date_time_format (time, has_date ? "%x %H:%M" : "%H:%M:%S") : g_strdup ("");
}

/* Labels the edges of a picture: the largest value of a chart and its first and last time, or the
 * shortest and longest time of curves. */
static void
draw_limits (StrataRunsPlot *self,
             GtkSnapshot *snapshot,
             const GdkRGBA *color)
{
  StrataRunsAxis values;
  StrataRunsAxis times;

  if (self->kind == STRATA_RUNS_STRIP)
    return;

  if (self->kind == STRATA_RUNS_CHART)
    {
      find_axes (self, &values, &times);

      const gboolean has_date = times.high - times.low >= 12.0 * 3600.0 * G_USEC_PER_SEC;
      g_autofree char *low = strata_runs_dup_value (self->row->unit, self->row->amount, values.low);
      g_autofree char *high = strata_runs_dup_value (self->row->unit, self->row->amount, values.high);
      g_autofree char *first = dup_time (times.low, has_date);
      g_autofree char *last = dup_time (times.high, has_date);

      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0.0f, (float) -TEXT_PX));
      draw_text (self, snapshot, color, low, FALSE, TRUE);
      gtk_snapshot_restore (snapshot);
      draw_text (self, snapshot, color, high, FALSE, FALSE);
      draw_text (self, snapshot, color, first, FALSE, TRUE);
      if (times.high > times.low)
        draw_text (self, snapshot, color, last, TRUE, TRUE);
      return;
    }

  values = find_curve_axis (self);
  if (!(values.high >= values.low))
    return;

  g_autofree char *low = strata_runs_dup_value (STRATA_RUNS_TIME, NULL, values.low);
  g_autofree char *high = strata_runs_dup_value (STRATA_RUNS_TIME, NULL, values.high);

  draw_text (self, snapshot, color, "100 %", FALSE, FALSE);
  draw_text (self, snapshot, color, low, FALSE, TRUE);
  draw_text (self, snapshot, color, high, TRUE, TRUE);
}

/* The colour of a selected row would hide the dots of one side, so the picture has its own ground. */
static void
draw_ground (StrataRunsPlot *self,
             cairo_t *cr,
             GdkRGBA *text_color)
{
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  GdkRGBA ground;

  if (!gtk_style_context_lookup_color (style, "theme_base_color", &ground) || !gtk_style_context_lookup_color (style, "theme_text_color", text_color))
    return;

  gdk_cairo_set_source_rgba (cr, &ground);
  cairo_paint (cr);
}

static void
strata_runs_plot_snapshot (GtkWidget *widget,
                           GtkSnapshot *snapshot)
{
  StrataRunsPlot *self = STRATA_RUNS_PLOT (widget);
  GdkRGBA color;

  if (self->diff == NULL || (self->row == NULL && self->kind != STRATA_RUNS_CURVES))
    return;

  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget), (float) gtk_widget_get_height (widget)));

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (self->kind == STRATA_RUNS_STRIP)
    draw_ground (self, cr, &color);
  if (self->kind == STRATA_RUNS_CURVES && is_of_starts (self))
    draw_steps (self, cr);
  else if (self->kind == STRATA_RUNS_CURVES)
    draw_curves (self, cr);
  else
    draw_dots (self, cr, &color);
  cairo_destroy (cr);
  draw_limits (self, snapshot, &color);
}

/* FALSE if no dot is near. */
static gboolean
find_nearest (StrataRunsPlot *self,
              double x_px,
              double y_px,
              guint *side,
              guint *run)
{
  double nearest_px = NEAR_PX;
  gboolean is_found = FALSE;
  StrataRunsAxis values;
  StrataRunsAxis times;

  if (self->diff == NULL || self->row == NULL || self->kind == STRATA_RUNS_CURVES)
    return FALSE;

  find_axes (self, &values, &times);
  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    for (guint j = 0; j < get_n_runs (self, i); j++)
      {
        double dot_x_px;
        double dot_y_px;

        if (!has_value (self, i, j))
          continue;

        find_dot (self, &values, &times, i, j, &dot_x_px, &dot_y_px);
        if (hypot (dot_x_px - x_px, dot_y_px - y_px) <= nearest_px)
          {
            nearest_px = hypot (dot_x_px - x_px, dot_y_px - y_px);
            *side = i;
            *run = j;
            is_found = TRUE;
          }
      }

  return is_found;
}

/* The tooltip of a dot. */
static char *
dup_dot (StrataRunsPlot *self,
         guint side,
         guint run)
{
  g_autofree char *name = g_filename_display_basename (get_run (self, side, run)->file);
  g_autofree char *value = strata_runs_dup_value (self->row->unit, self->row->amount, self->row->values[side][run]);

  return g_strdup_printf ("%s  %s: %s", side == STRATA_DIFF_A ? "A" : "B", name, value);
}

static gboolean
on_query_tooltip (StrataRunsPlot *self,
                  int x_px,
                  int y_px,
                  gboolean is_by_keyboard,
                  GtkTooltip *tooltip)
{
  guint side;
  guint run;

  if (is_by_keyboard || !find_nearest (self, x_px, y_px, &side, &run))
    return FALSE;

  g_autofree char *text = dup_dot (self, side, run);
  g_autofree char *left_out = strata_runs_dup_left_out (self->diff, side, run);
  g_autofree char *both = left_out != NULL ? g_strdup_printf ("%s\n%s", text, left_out) : g_strdup (text);

  gtk_tooltip_set_text (tooltip, both);
  return TRUE;
}

static void
on_click_released (GtkGestureClick *gesture,
                   int n_press,
                   double x_px,
                   double y_px,
                   StrataRunsPlot *self)
{
  guint side;
  guint run;

  if (self->kind == STRATA_RUNS_CHART && find_nearest (self, x_px, y_px, &side, &run))
    g_signal_emit (self, signals[RUN_CLICKED], 0, side, run);
}

/* The order of dots in time, so that keys go from left to right; A is before B. */
static gboolean
is_before (StrataRunsPlot *self,
           guint side_a,
           guint run_a,
           guint side_b,
           guint run_b)
{
  const gint64 time_a = get_run (self, side_a, run_a)->sums->recorded_us;
  const gint64 time_b = get_run (self, side_b, run_b)->sums->recorded_us;

  if (time_a != time_b)
    return time_a < time_b;

  return side_a != side_b ? side_a < side_b : run_a < run_b;
}

/* The next dot in a direction of 1 or -1; without a current dot, the first or last. */
static gboolean
find_next (StrataRunsPlot *self,
           int direction,
           guint *side,
           guint *run)
{
  gboolean is_found = FALSE;

  for (guint i = 0; i < STRATA_N_DIFF_SIDES; i++)
    for (guint j = 0; j < get_n_runs (self, i); j++)
      {
        const gboolean is_after = !self->has_current || (direction > 0 ? is_before (self, self->current_side, self->current_run, i, j) : is_before (self, i, j, self->current_side, self->current_run));

        if (!has_value (self, i, j) || !is_after || (is_found && (direction > 0 ? is_before (self, *side, *run, i, j) : is_before (self, i, j, *side, *run))))
          continue;

        *side = i;
        *run = j;
        is_found = TRUE;
      }

  return is_found;
}

static gboolean
move_current (GtkWidget *widget,
              GVariant *arguments,
              gpointer user_data)
{
  StrataRunsPlot *self = STRATA_RUNS_PLOT (widget);
  int direction;
  guint side = 0;
  guint run = 0;

  g_variant_get (arguments, "(i)", &direction);
  if (self->kind != STRATA_RUNS_CHART || self->diff == NULL || self->row == NULL || !find_next (self, direction, &side, &run))
    return FALSE;

  self->has_current = TRUE;
  self->current_side = side;
  self->current_run = run;

  g_autofree char *text = dup_dot (self, side, run);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  gtk_widget_queue_draw (widget);
  return TRUE;
}

static gboolean
activate_current (GtkWidget *widget,
                  GVariant *arguments,
                  gpointer user_data)
{
  StrataRunsPlot *self = STRATA_RUNS_PLOT (widget);

  if (self->kind != STRATA_RUNS_CHART || !self->has_current)
    return FALSE;

  g_signal_emit (self, signals[RUN_CLICKED], 0, self->current_side, self->current_run);
  return TRUE;
}

static void
strata_runs_plot_dispose (GObject *object)
{
  StrataRunsPlot *self = STRATA_RUNS_PLOT (object);

  self->row = NULL;
  g_clear_pointer (&self->diff, strata_runs_diff_unref);

  G_OBJECT_CLASS (strata_runs_plot_parent_class)->dispose (object);
}

static void
strata_runs_plot_class_init (StrataRunsPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = strata_runs_plot_dispose;
  widget_class->snapshot = strata_runs_plot_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Left, 0, move_current, "(i)", -1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Right, 0, move_current, "(i)", 1);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, 0, activate_current, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, 0, activate_current, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_space, 0, activate_current, NULL);
  signals[RUN_CLICKED] = g_signal_new ("run-clicked", STRATA_TYPE_RUNS_PLOT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
strata_runs_plot_init (StrataRunsPlot *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (click, "released", G_CALLBACK (on_click_released), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect_swapped (self, "query-tooltip", G_CALLBACK (on_query_tooltip), self);
}

/**
 * strata_runs_plot_new:
 * @kind: its kind
 *
 * Returns: (transfer floating): an empty picture
 */
GtkWidget *
strata_runs_plot_new (StrataRunsPlotKind kind)
{
  static const char *const labels[] = { N_ ("The runs of both sides"), N_ ("Runs by time of recording"), N_ ("Frame times of all runs") };
  StrataRunsPlot *self = g_object_new (STRATA_TYPE_RUNS_PLOT, NULL);

  self->kind = kind;
  gtk_widget_set_size_request (GTK_WIDGET (self), sizes[kind].width_px, sizes[kind].height_px);
  gtk_widget_set_can_target (GTK_WIDGET (self), TRUE);
  gtk_widget_set_focusable (GTK_WIDGET (self), kind == STRATA_RUNS_CHART);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ (labels[kind]), -1);
  return GTK_WIDGET (self);
}

/* Describes the picture for screen readers. */
static void
describe (StrataRunsPlot *self)
{
  if (self->row == NULL)
    return;

  g_autofree char *a = strata_runs_dup_value (self->row->unit, self->row->amount, self->row->median[STRATA_DIFF_A]);
  g_autofree char *b = strata_runs_dup_value (self->row->unit, self->row->amount, self->row->median[STRATA_DIFF_B]);
  g_autofree char *text = g_strdup_printf (_ ("Median %s in A and %s in B"), a, b);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/**
 * strata_runs_plot_set:
 * @self: a picture
 * @diff: (nullable): a comparison
 * @row: (nullable): one of its rows; curves use it only if it is about app starts
 */
void
strata_runs_plot_set (StrataRunsPlot *self,
                      StrataRunsDiff *diff,
                      const StrataRunsRow *row)
{
  StrataRunsDiff *old = self->diff;

  self->diff = diff != NULL ? strata_runs_diff_ref (diff) : NULL;
  self->row = row;
  self->has_current = self->has_current && row != NULL && self->current_run < get_n_runs (self, self->current_side) && has_value (self, self->current_side, self->current_run);
  strata_runs_diff_unref (old);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * strata_runs_plot_get_place:
 * @self: a picture of dots
 * @side: a side
 * @run: index of one of its runs
 * @x_px: (out): x of its dot
 * @y_px: (out): y of its dot
 *
 * Returns: %FALSE if it has no dot
 */
gboolean
strata_runs_plot_get_place (StrataRunsPlot *self,
                            StrataDiffSide side,
                            guint run,
                            double *x_px,
                            double *y_px)
{
  StrataRunsAxis values;
  StrataRunsAxis times;

  if (self->row == NULL || !has_value (self, side, run))
    return FALSE;

  find_axes (self, &values, &times);
  find_dot (self, &values, &times, side, run, x_px, y_px);
  return TRUE;
}
