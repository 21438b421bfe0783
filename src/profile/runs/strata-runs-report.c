/* strata-runs-report.c - a comparison of sets as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-report.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-page.h"
#include "strata-run-test.h"
#include "strata-runs-axis.h"
#include "strata-runs-text.h"
#include "strata-units.h"

/* A self-contained file. Pictures are inline SVG, in the colours of the page's style. */

#define MOST_ROWS 500
#define MOST_CHARTS 10
#define STRIP_WIDTH_PX 160
#define STRIP_HEIGHT_PX 30
#define CHART_WIDTH_PX 600
#define CHART_HEIGHT_PX 150
#define MARGIN_PX 8.0
/* The maximum number of steps in a curve of the frames of a run. */
#define MOST_STEPS 60

typedef struct
{
  StrataOutput *output;
  const StrataRunsDiff *diff;
} Page;

/* A number for browsers, independent of the locale. */
static void
write_attribute (const Page *page,
                 const char *name,
                 double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  strata_output_format (page->output, " %s=\"%s\"", name, g_ascii_formatd (text, sizeof text, "%.1f", value));
}

static const char *
get_side_class (guint side)
{
  return side == STRATA_DIFF_A ? "run-a" : "run-b";
}

static char *
dup_run_name (const Page *page,
              guint side,
              guint run)
{
  return g_filename_display_basename (strata_run_set_get (strata_runs_diff_get_set (page->diff), side, run)->file);
}

/* Hovering over a dot shows the run. */
static void
write_dot (const Page *page,
           const StrataRunsRow *row,
           guint side,
           guint run,
           double x,
           double y)
{
  g_autofree char *file = dup_run_name (page, side, run);
  g_autofree char *value = strata_runs_dup_value (row->unit, row->amount, row->values[side][run]);
  g_autofree char *title = g_strdup_printf ("%s: %s", file, value);

  strata_output_format (page->output, "<circle class=\"%s\" r=\"3\"", get_side_class (side));
  write_attribute (page, "cx", x);
  write_attribute (page, "cy", y);
  strata_page_element (page->output, "><title>", title, "</title></circle>");
}

static void
write_line (const Page *page,
            const char *css_class,
            double x1,
            double y1,
            double x2,
            double y2)
{
  strata_output_format (page->output, "<line class=\"%s\"", css_class);
  write_attribute (page, "x1", x1);
  write_attribute (page, "y1", y1);
  write_attribute (page, "x2", x2);
  write_attribute (page, "y2", y2);
  strata_output_text (page->output, "/>");
}

static void
begin_picture (const Page *page,
               const char *label,
               int width_px,
               int height_px)
{
  strata_output_format (page->output, "<svg role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\"", width_px, height_px, width_px, height_px);
  strata_page_element (page->output, " aria-label=\"", label, "\">");
}

static guint
get_n_runs (const Page *page,
            guint side)
{
  return strata_run_set_get_n (strata_runs_diff_get_set (page->diff), side);
}

static void
widen (const Page *page,
       const StrataRunsRow *row,
       StrataRunsAxis *axis)
{
  axis->low = INFINITY;
  axis->high = -INFINITY;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (page, side); i++)
      if (!isnan (row->values[side][i]))
        {
          axis->low = fmin (axis->low, row->values[side][i]);
          axis->high = fmax (axis->high, row->values[side][i]);
        }
}

/* A dot for each run: those of A above, those of B below, and a line at each median. */
static void
write_strip (const Page *page,
             const StrataRunsRow *row)
{
  StrataRunsAxis axis = { .begin_px = MARGIN_PX, .end_px = STRIP_WIDTH_PX - MARGIN_PX };

  widen (page, row, &axis);
  strata_output_text (page->output, "<td>");
  begin_picture (page, _ ("The runs of both sides"), STRIP_WIDTH_PX, STRIP_HEIGHT_PX);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      const double y = side == STRATA_DIFF_A ? 9.0 : 21.0;

      for (guint i = 0; i < get_n_runs (page, side); i++)
        if (!isnan (row->values[side][i]))
          write_dot (page, row, side, i, strata_runs_axis_place (&axis, row->values[side][i]), y);
      if (row->n[side] > 0)
        write_line (page, "median", strata_runs_axis_place (&axis, row->median[side]), y - 6.0, strata_runs_axis_place (&axis, row->median[side]), y + 6.0);
    }
  strata_output_text (page->output, "</svg></td>");
}

static void
take_cell (const Page *page,
           const char *css_class,
           char *text)
{
  strata_page_cell (page->output, css_class, text);
  g_free (text);
}

static const char *
get_class (const StrataRunsRow *row)
{
  if (!strata_runs_row_is_change (row) || row->moved != STRATA_NONE)
    return "";

  return row->change > 0.0 ? "worse" : "better";
}

static void
write_row (const Page *page,
           const StrataRunsRow *row)
{
  char text[STRATA_UNITS_BYTES];
  double change_frac;

  strata_output_text (page->output, "<tr>");
  take_cell (page, "text name", strata_runs_dup_name (page->diff, row));
  strata_page_cell (page->output, "text", strata_runs_row_get_title (row));
  write_strip (page, row);
  take_cell (page, get_class (row), strata_runs_dup_delta (row->unit, row->amount, row->change));
  strata_page_cell (page->output, get_class (row), row->unit != STRATA_RUNS_SHARE && strata_runs_row_get_change (row, row->change, &change_frac) ? strata_units_change (change_frac, text) : "–");
  take_cell (page, "", strata_runs_dup_interval (row));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    take_cell (page, "", strata_runs_dup_value (row->unit, row->amount, row->median[side]));
  take_cell (page, "", strata_runs_dup_value (row->unit, row->amount, row->smallest));
  g_snprintf (text, sizeof text, "%.2g", row->adjusted);
  strata_page_cell (page->output, "", isnan (row->adjusted) ? "–" : text);
  strata_output_text (page->output, "</tr>\n");
}

static void
begin_table (const Page *page)
{
  static const char *const titles[] = {
    N_ ("Name"),
    N_ ("Change"),
    N_ ("Runs: A above, B below"),
    N_ ("Δ"),
    N_ ("Δ %"),
    /* xgettext:no-c-format */ N_ ("95 % interval"),
    N_ ("A"),
    N_ ("B"),
    N_ ("Detectable"),
    N_ ("Adjusted p"),
  };

  strata_page_begin_table (page->output, titles, G_N_ELEMENTS (titles), 2);
}

typedef gboolean (*RowFilter) (const StrataRunsRow *row);

static gboolean
is_changed_name (const StrataRunsRow *row)
{
  return strata_run_kind_is_name (row->kind) && strata_runs_row_is_change (row);
}

static gboolean
is_frame_or_start (const StrataRunsRow *row)
{
  return (row->kind == STRATA_RUN_FRAMES && !row->is_repeated) || row->kind == STRATA_RUN_START;
}

static gboolean
is_changed_state (const StrataRunsRow *row)
{
  return row->kind == STRATA_RUN_STATE && strata_runs_row_is_change (row);
}

static gboolean
is_unchanged (const StrataRunsRow *row)
{
  return !strata_runs_row_is_change (row) && row->kind != STRATA_RUN_FRAMES && row->kind != STRATA_RUN_START && row->verdict != STRATA_RUNS_UNTESTED;
}

static void
write_rows (const Page *page,
            RowFilter has_row,
            const char *none)
{
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (page->diff, &n_rows);
  guint n_written = 0;

  for (guint i = 0; i < n_rows && n_written < MOST_ROWS; i++)
    if (has_row (&rows[i]))
      {
        if (n_written++ == 0)
          begin_table (page);
        write_row (page, &rows[i]);
      }

  if (n_written > 0)
    strata_page_end_table (page->output);
  else
    strata_page_element (page->output, "<p class=\"none\">", none, "</p>\n");
}

static gint64
get_recorded_us (const Page *page,
                 guint side,
                 guint run)
{
  const StrataRunSums *sums = strata_run_set_get (strata_runs_diff_get_set (page->diff), side, run)->sums;

  return sums != NULL ? sums->recorded_us : 0;
}

static char *
dup_time (double time_us)
{
  g_autoptr (GDateTime) time = time_us > 0.0 ? g_date_time_new_from_unix_local ((gint64) time_us / G_USEC_PER_SEC) : NULL;

  return time != NULL ? g_date_time_format (time, "%Y-%m-%d %H:%M:%S") : g_strdup ("–");
}

/* The time of recording is the axis, so that a drift or a slow first run is visible. */
static void
write_chart (const Page *page,
             const StrataRunsRow *row)
{
  g_autofree char *name = strata_runs_dup_name (page->diff, row);
  StrataRunsAxis times = { INFINITY, -INFINITY, MARGIN_PX, CHART_WIDTH_PX - MARGIN_PX };
  StrataRunsAxis values = { .begin_px = CHART_HEIGHT_PX - MARGIN_PX, .end_px = MARGIN_PX };

  widen (page, row, &values);
  strata_runs_axis_pad (&values);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (page, side); i++)
      if (!isnan (row->values[side][i]))
        {
          times.low = fmin (times.low, (double) get_recorded_us (page, side, i));
          times.high = fmax (times.high, (double) get_recorded_us (page, side, i));
        }

  g_autofree char *low = strata_runs_dup_value (row->unit, row->amount, values.low);
  g_autofree char *high = strata_runs_dup_value (row->unit, row->amount, values.high);
  g_autofree char *first = dup_time (times.low);
  g_autofree char *last = dup_time (times.high);
  g_autofree char *note = g_strdup_printf (_ ("From %s at the bottom to %s at the top; recorded from %s to %s."), low, high, first, last);

  strata_page_element (page->output, "<h3>", name, "</h3>\n");
  strata_page_element (page->output, "<p class=\"note\">", note, "</p>\n");
  begin_picture (page, name, CHART_WIDTH_PX, CHART_HEIGHT_PX);
  write_line (page, "axis", 0.0, values.begin_px, CHART_WIDTH_PX, values.begin_px);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (page, side); i++)
      if (!isnan (row->values[side][i]))
        write_dot (page, row, side, i, strata_runs_axis_place (&times, (double) get_recorded_us (page, side, i)), strata_runs_axis_place (&values, row->values[side][i]));
  strata_output_text (page->output, "</svg>\n");
}

static void
write_charts (const Page *page)
{
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (page->diff, &n_rows);
  guint n_written = 0;

  for (guint i = 0; i < n_rows && n_written < MOST_CHARTS; i++)
    if (is_changed_name (&rows[i]))
      {
        if (n_written++ == 0)
          strata_page_element (page->output, "<h2>", _ ("Runs by time of recording"), "</h2>\n");
        write_chart (page, &rows[i]);
      }
}

static gboolean
has_curve (const Page *page,
           guint side,
           guint run)
{
  const StrataRunSet *set = strata_runs_diff_get_set (page->diff);

  return strata_run_set_is_used (set, side, run) && strata_run_set_get (set, side, run)->sums->frame_times_ns->len > 0;
}

/* The share of the frames of a run up to each duration. */
static void
write_curve (const Page *page,
             const StrataRunsAxis *times,
             const StrataRunsAxis *parts,
             guint side,
             guint run)
{
  const StrataRunSums *sums = strata_run_set_get (strata_runs_diff_get_set (page->diff), side, run)->sums;
  g_autofree char *file = dup_run_name (page, side, run);
  const guint n_steps = MIN (sums->frame_times_ns->len, MOST_STEPS);
  char x[G_ASCII_DTOSTR_BUF_SIZE];
  char y[G_ASCII_DTOSTR_BUF_SIZE];

  strata_output_format (page->output, "<polyline class=\"curve %s\" points=\"", get_side_class (side));
  for (guint i = 0; i < 2 * n_steps; i++)
    {
      const double time_ns = fmin (strata_run_sums_get_frame_time (sums, (i / 2 + 1.0) / n_steps), times->high);

      strata_output_format (page->output, "%s,%s ", g_ascii_formatd (x, sizeof x, "%.1f", strata_runs_axis_place (times, time_ns)), g_ascii_formatd (y, sizeof y, "%.1f", strata_runs_axis_place (parts, (double) ((i + 1) / 2) / n_steps)));
    }
  strata_page_element (page->output, "\"><title>", file, "</title></polyline>");
}

static void
write_curves (const Page *page)
{
  StrataRunsAxis times = { INFINITY, 0.0, MARGIN_PX, CHART_WIDTH_PX - MARGIN_PX };
  const StrataRunsAxis parts = { 0.0, 1.0, 2 * CHART_HEIGHT_PX - MARGIN_PX, MARGIN_PX };
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (page, side); i++)
      if (has_curve (page, side, i))
        {
          const StrataRunSums *sums = strata_run_set_get (strata_runs_diff_get_set (page->diff), side, i)->sums;

          times.low = fmin (times.low, strata_run_sums_get_frame_time (sums, 0.0));
          times.high = fmax (times.high, strata_run_sums_get_frame_time (sums, 0.99));
        }

  if (times.high <= 0.0)
    return;

  g_autofree char *note = g_strdup_printf (_ ("Share of the frames that took at most this long, one curve per run, from %s to %s."), strata_units_duration ((gint64) times.low, low), strata_units_duration ((gint64) times.high, high));

  strata_page_element (page->output, "<h3>", _ ("Frame times of all runs"), "</h3>\n");
  strata_page_element (page->output, "<p class=\"note\">", note, "</p>\n");
  begin_picture (page, _ ("Frame times of all runs"), CHART_WIDTH_PX, 2 * CHART_HEIGHT_PX);
  write_line (page, "axis", 0.0, parts.begin_px, CHART_WIDTH_PX, parts.begin_px);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < get_n_runs (page, side); i++)
      if (has_curve (page, side, i))
        write_curve (page, &times, &parts, side, i);
  strata_output_text (page->output, "</svg>\n");
}

/* The share of the runs of a side up to each figure. */
static void
write_steps (const Page *page,
             const StrataRunsRow *row,
             const StrataRunsAxis *values,
             const StrataRunsAxis *parts,
             guint side)
{
  const guint n = get_n_runs (page, side);
  g_autofree double *sorted = g_memdup2 (row->values[side], sizeof (double) * n);
  char x[G_ASCII_DTOSTR_BUF_SIZE];
  char y[G_ASCII_DTOSTR_BUF_SIZE];
  guint n_known = 0;

  for (guint i = 0; i < n; i++)
    if (!isnan (sorted[i]))
      sorted[n_known++] = sorted[i];

  strata_run_test_sort (sorted, n_known);
  strata_output_format (page->output, "<polyline class=\"curve %s\" points=\"", get_side_class (side));
  for (guint i = 0; i < 2 * n_known; i++)
    strata_output_format (page->output, "%s,%s ", g_ascii_formatd (x, sizeof x, "%.1f", strata_runs_axis_place (values, sorted[i / 2])), g_ascii_formatd (y, sizeof y, "%.1f", strata_runs_axis_place (parts, (double) ((i + 1) / 2) / n_known)));
  strata_output_text (page->output, "\"/>");
}

/* A start has one figure per run, so each side has one curve of all its runs. */
static void
write_start (const Page *page,
             const StrataRunsRow *row)
{
  g_autofree char *name = strata_runs_dup_name (page->diff, row);
  StrataRunsAxis values = { .begin_px = MARGIN_PX, .end_px = CHART_WIDTH_PX - MARGIN_PX };
  const StrataRunsAxis parts = { 0.0, 1.0, CHART_HEIGHT_PX - MARGIN_PX, MARGIN_PX };

  widen (page, row, &values);

  g_autofree char *low = strata_runs_dup_value (row->unit, row->amount, values.low);
  g_autofree char *high = strata_runs_dup_value (row->unit, row->amount, values.high);
  g_autofree char *note = g_strdup_printf (_ ("Share of the runs that took at most this long, from %s to %s."), low, high);

  strata_page_element (page->output, "<h3>", name, "</h3>\n");
  strata_page_element (page->output, "<p class=\"note\">", note, "</p>\n");
  begin_picture (page, name, CHART_WIDTH_PX, CHART_HEIGHT_PX);
  write_line (page, "axis", 0.0, parts.begin_px, CHART_WIDTH_PX, parts.begin_px);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_steps (page, row, &values, &parts, side);
  strata_output_text (page->output, "</svg>\n");
}

static void
write_starts (const Page *page)
{
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (page->diff, &n_rows);
  guint n_written = 0;

  for (guint i = 0; i < n_rows && n_written < MOST_CHARTS; i++)
    if (rows[i].kind == STRATA_RUN_START && rows[i].n[STRATA_DIFF_A] > 1 && rows[i].n[STRATA_DIFF_B] > 1)
      {
        write_start (page, &rows[i]);
        n_written++;
      }
}

static void
write_late (const Page *page)
{
  g_autofree char *late = strata_runs_dup_late (page->diff);

  if (late != NULL)
    strata_page_element (page->output, "<p>", late, "</p>\n");
}

static void
write_side (const Page *page,
            StrataDiffSide side)
{
  const StrataRunSet *set = strata_runs_diff_get_set (page->diff);
  const guint n_used = strata_run_set_count_used (set, side);
  g_autofree char *count = g_strdup_printf (ngettext ("%u run", "%u runs", n_used), n_used);
  g_autofree char *title = g_strdup_printf ("%s: %s", side == STRATA_DIFF_A ? "A" : "B", count);

  strata_output_format (page->output, "<div class=\"side\"><b class=\"%s\">", get_side_class (side));
  strata_page_element (page->output, "", title, "</b><dl>");
  for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
    {
      const StrataSetRun *run = strata_run_set_get (set, side, i);
      g_autofree char *name = dup_run_name (page, side, i);
      g_autofree char *left_out = strata_runs_dup_left_out (page->diff, side, i);
      g_autofree char *frames = run->sums != NULL ? g_strdup_printf (ngettext ("%u frame", "%u frames", run->sums->n_frames), run->sums->n_frames) : NULL;

      strata_page_term (page->output, name, left_out != NULL ? left_out : frames);
    }
  strata_output_text (page->output, "</dl></div>\n");
}

/**
 * strata_runs_report_write:
 * @output: where to write
 * @diff: a comparison
 *
 * Writes a self-contained page: changes with a dot for each run, frames and starts, the runs of changes by time of
 * recording, and the list of runs.
 */
void
strata_runs_report_write (StrataOutput *output,
                          const StrataRunsDiff *diff)
{
  const Page page = { output, diff };
  g_autofree char *summary = strata_runs_dup_summary (diff);
  g_autofree char *order = strata_runs_dup_order (diff);

  strata_page_begin (output, _ ("Comparison of two sets of runs"));
  strata_page_element (output, "<div class=\"verdict\">", summary, "</div>\n");
  if (order != NULL)
    strata_page_element (output, "<p>", order, "</p>\n");
  strata_page_element (output, "<h2>", _ ("Names"), "</h2>\n");
  write_rows (&page, is_changed_name, _ ("No name changed significantly."));
  strata_page_element (output, "<h2>", _ ("Frames and app starts"), "</h2>\n");
  write_late (&page);
  write_rows (&page, is_frame_or_start, _ ("The runs have no frames."));
  write_curves (&page);
  write_starts (&page);
  strata_page_element (output, "<h2>", _ ("Thread states"), "</h2>\n");
  write_rows (&page, is_changed_state, _ ("No thread changed significantly."));
  write_charts (&page);
  strata_page_element (output, "<details><summary>", _ ("Not significant"), "</summary>\n");
  write_rows (&page, is_unchanged, _ ("Nothing."));
  strata_output_text (output, "</details>\n");
  strata_page_element (output, "<h2>", _ ("Runs"), "</h2>\n<div class=\"sides\">\n");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_side (&page, side);
  strata_output_text (output, "</div>\n");
  strata_page_end (output, /* xgettext:no-c-format */ _ ("Each run counts once. A change is significant if the Mann–Whitney test over runs gives p < 3 % after the Benjamini–Hochberg correction for all tested rows. Δ is the median of all differences between a run of B and a run of A. “Detectable” is the change that this number of runs finds in four of five cases. A run is disturbed if nearly all its names took longer, or shorter, than in the other runs of its side; it counts for medians and intervals but is not tested."));
}
