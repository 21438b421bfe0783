/* strata-diff-page.c - a comparison as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-page.h"

#include <gio/gio.h>
#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-flame-data.h"
#include "strata-diff-measures.h"
#include "strata-diff-table.h"
#include "strata-export.h"
#include "strata-flame.h"
#include "strata-method-signature.h"
#include "strata-page.h"
#include "strata-spread-picture.h"
#include "strata-trace-titles.h"
#include "strata-units.h"

/* One file that loads nothing from the network: style, script and pictures are inside, the pictures
 * once for light and once for dark screens. Without the script the tables stay as they are written,
 * and the flame graphs are pictures. */

#define PICTURE_WIDTH_PX 1280
#define PICTURE_MAX_HEIGHT_PX 900
/* Wide enough to zoom in. */
#define TIMELINE_WIDTH_PX 3840
#define MOST_TOP_ROWS 20
#define MOST_ROWS 2000
#define MOST_THREADS 40
#define MOST_SPREADS 4

typedef struct
{
  StrataOutput *output;
  const StrataDiff *diff;
  StrataDiffMetric self;
  StrataDiffMetric total;
  double largest_ns; /* of the significant changes of exclusive time */
} Page;

static void
write_side (const Page *page,
            StrataDiffSide side,
            const char *file,
            StrataTrace *trace,
            const StrataScope *scope)
{
  const StrataProfile *profile = strata_diff_get_profile (page->diff, side);
  g_autofree char *name = g_filename_display_basename (file);
  g_autofree char *title = g_strdup_printf ("%s: %s", side == STRATA_DIFF_A ? "A" : "B", name);
  char text[STRATA_UNITS_BYTES];
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  gint64 n_calls = 0;

  for (guint i = 0; i < n_rows; i++)
    n_calls += (gint64) (rows[i].n_calls + rows[i].n_recursive_calls);

  strata_page_element (page->output, "<div class=\"side\"><b>", title, "</b><dl>");
  strata_page_term (page->output, _ ("Format"), strata_trace_get_format_name (trace));
  strata_page_term (page->output, strata_trace_get_unit (trace) != NULL ? _ ("Weight") : _ ("Time"), strata_units_amount (scope->span.end_ns - scope->span.begin_ns, strata_trace_get_unit (trace), text));
  strata_page_term (page->output, _ ("Calls"), strata_units_count (n_calls, text));
  if (strata_trace_get_unit (trace) == NULL)
    strata_page_term (page->output, _ ("Wall time of calls"), strata_units_duration (strata_profile_get_total_ns (profile), text));
  strata_page_term (page->output, _ ("CPU time of calls"), strata_units_duration (strata_profile_get_total_cpu_ns (profile), text));
  strata_output_text (page->output, "</dl></div>\n");
}

static const char *
get_class (gint64 delta)
{
  if (delta == STRATA_NO_TIME || delta == 0)
    return "";

  return delta > 0 ? "worse" : "better";
}

static void
write_duration (const Page *page,
                double duration_ns)
{
  char text[STRATA_UNITS_BYTES];

  strata_page_value_cell (page->output, "", isnan (duration_ns) ? "" : strata_units_amount ((gint64) rint (duration_ns), strata_diff_get_unit (page->diff), text), duration_ns);
}

/* Only significant changes are coloured. For example, the own time of a name whose callees alone
 * changed has no colour. */
static gboolean
is_telling (const Page *page,
            const StrataDiffRow *row,
            StrataDiffMetric metric)
{
  if (!strata_diff_verdict_is_real (row->verdict))
    return FALSE;
  if (metric == STRATA_DIFF_MEAN)
    return row->total.adjusted < STRATA_DIFF_LEVEL;

  return row->verdict != STRATA_DIFF_SLOWER_INSIDE && row->verdict != STRATA_DIFF_FASTER_INSIDE;
}

static const char *
choose_class (const Page *page,
              const StrataDiffRow *row,
              StrataDiffMetric metric)
{
  return is_telling (page, row, metric) ? get_class (strata_diff_get_delta (page->diff, row, metric)) : "";
}

static void
write_change (const Page *page,
              const StrataDiffRow *row,
              StrataDiffMetric metric)
{
  char text[STRATA_UNITS_BYTES];
  double change_frac;

  if (strata_diff_get_change (page->diff, row, metric, &change_frac))
    strata_page_value_cell (page->output, choose_class (page, row, metric), strata_units_change (change_frac, text), change_frac);
  else
    strata_page_value_cell (page->output, "", "", NAN);
}

/* The bar shows the size of the change relative to the largest one. */
static void
write_delta (const Page *page,
             const StrataDiffRow *row)
{
  const double delta_ns = strata_diff_get_delta (page->diff, row, page->self);
  const char *css_class = choose_class (page, row, page->self);
  char text[STRATA_UNITS_BYTES];
  char percent[G_ASCII_DTOSTR_BUF_SIZE];

  strata_output_text (page->output, "<td");
  if (!isnan (delta_ns))
    strata_output_format (page->output, " data-v=\"%s\"", g_ascii_formatd (percent, sizeof percent, "%.0f", delta_ns));
  strata_output_format (page->output, " class=\"%s\">", css_class);
  strata_page_escaped (page->output, isnan (delta_ns) ? "" : strata_units_amount_delta ((gint64) rint (delta_ns), strata_diff_get_unit (page->diff), text));
  if (*css_class != '\0' && page->largest_ns > 0.0)
    strata_output_format (page->output, "<span class=\"bar %s\" style=\"width:%s%%\"></span>", css_class,
                          g_ascii_formatd (percent, sizeof percent, "%.1f", 100.0 * fabs (delta_ns) / page->largest_ns));
  strata_output_text (page->output, "</td>");
}

static void
write_calls (const Page *page,
             const StrataDiffRow *row,
             StrataDiffSide side)
{
  const double n_calls = strata_diff_get_value (page->diff, row, side, STRATA_DIFF_CALLS);
  char text[STRATA_UNITS_BYTES];

  if (isnan (n_calls))
    *text = '\0';
  else if (n_calls == rint (n_calls))
    strata_units_count ((gint64) n_calls, text);
  else
    g_ascii_formatd (text, sizeof text, "%.2f", n_calls);
  strata_page_value_cell (page->output, "", text, n_calls);
}

/* The change of the mean own time of a call, with a confidence of 95 %. */
static void
write_interval (const Page *page,
                const StrataDiffRow *row)
{
  const char *unit = strata_diff_get_unit (page->diff);
  char low[STRATA_UNITS_BYTES];
  char high[STRATA_UNITS_BYTES];

  if (!isfinite (row->mean_change_ns) || !isfinite (row->mean_error_ns))
    {
      strata_page_value_cell (page->output, "", "", NAN);
      return;
    }

  strata_units_amount_delta ((gint64) rint (row->mean_change_ns - row->mean_error_ns), unit, low);
  strata_units_amount_delta ((gint64) rint (row->mean_change_ns + row->mean_error_ns), unit, high);

  /* Translators: an interval, from the lowest to the highest */
  g_autofree char *text = g_strdup_printf (_ ("%s to %s"), low, high);

  strata_page_value_cell (page->output, "", text, row->mean_change_ns);
}

static void
write_p (const Page *page,
         double p_value)
{
  char text[STRATA_UNITS_BYTES];

  strata_page_value_cell (page->output, "", strata_diff_format_p (p_value, text), p_value);
}

static void
write_note (const Page *page,
            const StrataDiffRow *row)
{
  g_autofree char *note = strata_diff_dup_note (page->diff, row);

  strata_page_cell (page->output, "text note", note != NULL ? note : "");
}

static void
write_row (const Page *page,
           const StrataDiffRow *row)
{
  const char *name = strata_diff_get_name (page->diff, row);
  g_autofree char *readable = strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED);

  strata_output_text (page->output, "<tr>");
  strata_page_cell (page->output, "text name", *name != '\0' ? readable : _ ("(empty name)"));
  strata_page_cell (page->output, "text", strata_diff_verdict_get_title (row->verdict));
  write_delta (page, row);
  write_change (page, row, page->self);
  write_duration (page, strata_diff_get_value (page->diff, row, STRATA_DIFF_A, page->total));
  write_duration (page, strata_diff_get_value (page->diff, row, STRATA_DIFF_B, page->total));
  write_calls (page, row, STRATA_DIFF_A);
  write_calls (page, row, STRATA_DIFF_B);
  write_duration (page, strata_diff_get_value (page->diff, row, STRATA_DIFF_A, STRATA_DIFF_MEAN));
  write_duration (page, strata_diff_get_value (page->diff, row, STRATA_DIFF_B, STRATA_DIFF_MEAN));
  write_change (page, row, STRATA_DIFF_MEAN);
  write_interval (page, row);
  write_p (page, strata_diff_row_get_p (row));
  write_note (page, row);
  strata_output_text (page->output, "</tr>\n");
}

static void
begin_table (const Page *page)
{
  static const char *const titles[] = {
    N_ ("Name"),
    N_ ("Change"),
    N_ ("Δ exclusive"),
    N_ ("Δ %"),
    N_ ("Inclusive A"),
    N_ ("Inclusive B"),
    N_ ("Calls A"),
    N_ ("Calls B"),
    N_ ("Mean A"),
    N_ ("Mean B"),
    N_ ("Δ mean"),
    N_ ("Δ own time per call, 95 %"),
    N_ ("p"),
    N_ ("Note"),
  };

  strata_page_begin_table (page->output, titles, G_N_ELEMENTS (titles), 2);
}

typedef enum
{
  TOP_WORSE,
  TOP_BETTER,
  TOP_BOTH_WAYS,
  TOP_NONE,
} Top;

/* A name that is called less often but takes longer each time has not improved. */
static Top
get_top (const Page *page,
         const StrataDiffRow *row)
{
  double change_frac;

  if (!strata_diff_verdict_is_real (row->verdict))
    return TOP_NONE;
  if (strata_diff_verdict_is_worse (row->verdict))
    return TOP_WORSE;

  return strata_diff_get_change (page->diff, row, STRATA_DIFF_MEAN, &change_frac) && change_frac > 0.0 ? TOP_BOTH_WAYS : TOP_BETTER;
}

static void
write_top (const Page *page,
           const char *title,
           Top top,
           const char *none)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (page->diff, &n_rows);
  guint n_written = 0;

  if (none != NULL)
    strata_page_element (page->output, "<h2>", title, "</h2>\n");
  for (guint i = 0; i < n_rows && n_written < MOST_TOP_ROWS; i++)
    if (get_top (page, &rows[i]) == top)
      {
        if (n_written == 0 && none == NULL)
          strata_page_element (page->output, "<h2>", title, "</h2>\n");
        if (n_written++ == 0)
          begin_table (page);
        write_row (page, &rows[i]);
      }

  if (n_written > 0)
    strata_page_end_table (page->output);
  else if (none != NULL)
    strata_page_element (page->output, "<p class=\"none\">", none, "</p>\n");
}

static void
write_all (const Page *page)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (page->diff, &n_rows);
  g_autofree char *title = g_strdup_printf (ngettext ("All names (%u)", "All names (%u)", n_rows), n_rows);

  strata_page_element (page->output, "<details><summary>", title, "</summary>\n");
  begin_table (page);
  for (guint i = 0; i < MIN (n_rows, MOST_ROWS); i++)
    write_row (page, &rows[i]);
  strata_page_end_table (page->output);

  if (n_rows > MOST_ROWS)
    {
      g_autofree char *rest = g_strdup_printf (ngettext ("%u more name is left out; --csv has all.", "%u more names are left out; --csv has all.", n_rows - MOST_ROWS), n_rows - MOST_ROWS);

      strata_page_element (page->output, "<p class=\"note\">", rest, "</p>\n");
    }
  strata_output_text (page->output, "</details>\n");
}

static void
write_thread_name (const Page *page,
                   StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                   const StrataDiffThread *thread,
                   StrataDiffSide side)
{
  const guint32 index = thread->match.index[side];
  g_autofree char *name = index != STRATA_NONE ? strata_trace_titles_dup_thread (traces[side], index) : NULL;

  strata_page_cell (page->output, "text", name != NULL ? name : "");
}

static void
write_threads (const Page *page,
               StrataTrace *const traces[STRATA_N_DIFF_SIDES],
               GArray *threads)
{
  static const char *const titles[] = {
    N_ ("Thread A"),
    N_ ("Thread B"),
    N_ ("Match"),
    N_ ("Running A"),
    N_ ("Running B"),
    N_ ("Δ running"),
    N_ ("Δ runnable"),
    N_ ("Δ blocked"),
  };
  static const StrataActivity activities[] = { STRATA_ACTIVITY_RUNNING, STRATA_ACTIVITY_RUNNABLE, STRATA_ACTIVITY_BLOCKED };

  strata_page_element (page->output, "<h2>", _ ("Threads"), "</h2>\n");
  strata_page_begin_table (page->output, titles, G_N_ELEMENTS (titles), 3);
  for (guint i = 0; i < MIN (threads->len, MOST_THREADS); i++)
    {
      const StrataDiffThread *thread = &g_array_index (threads, StrataDiffThread, i);
      char text[STRATA_UNITS_BYTES];

      strata_output_text (page->output, "<tr>");
      write_thread_name (page, traces, thread, STRATA_DIFF_A);
      write_thread_name (page, traces, thread, STRATA_DIFF_B);
      strata_page_cell (page->output, "text", strata_match_reason_get_title (thread->match.reason));
      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        {
          const gint64 running_ns = thread->time_ns[side][STRATA_ACTIVITY_RUNNING];

          write_duration (page, running_ns != STRATA_NO_TIME ? (double) running_ns : NAN);
        }
      for (guint j = 0; j < G_N_ELEMENTS (activities); j++)
        {
          const gint64 delta_ns = strata_diff_thread_get_delta (thread, activities[j]);
          const gboolean is_known = delta_ns != STRATA_NO_TIME;

          strata_page_value_cell (page->output, "", is_known ? strata_units_delta (delta_ns, text) : "", is_known ? (double) delta_ns : NAN);
        }
      strata_output_text (page->output, "</tr>\n");
    }

  strata_page_end_table (page->output);
}

static void
write_number (const Page *page,
              gint64 number)
{
  char text[STRATA_UNITS_BYTES];

  strata_page_value_cell (page->output, "", strata_units_count (number, text), (double) number);
}

/* A side without such frames has empty cells. */
static void
write_frame_numbers (const Page *page,
                     const StrataDiffFrames *row)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_number (page, row->summary[side].n_frames);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (row->summary[side].n_judged > 0)
      write_number (page, strata_diff_frames_get_n_late (row, side));
    else
      strata_page_value_cell (page->output, "", "", NAN);
}

static void
write_frame_time (const Page *page,
                  gint64 time_ns)
{
  write_duration (page, time_ns > 0 ? (double) time_ns : NAN);
}

/* The durations of the frames of an app, and of their parts, A over B. */
static void
write_spreads (const Page *page,
               const StrataDiffFrames *row,
               StrataFrames *const all_frames[STRATA_N_DIFF_SIDES])
{
  static const char *const titles[STRATA_N_FRAME_PARTS] = {
    [STRATA_FRAME_WHOLE] = N_ ("Whole frames"),
    [STRATA_FRAME_UI] = N_ ("UI thread"),
    [STRATA_FRAME_RENDER] = N_ ("Rendering"),
  };

  strata_page_element (page->output, "<h3>", row->title, "</h3>\n<div class=\"spreads\">\n");
  for (guint part = 0; part < STRATA_N_FRAME_PARTS; part++)
    {
      StrataDiffSpread spread;

      strata_diff_frames_spread (row, all_frames, part, &spread);
      strata_spread_picture_write (page->output, _ (titles[part]), &spread);
    }
  strata_output_text (page->output, "</div>\n");
}

static void
write_all_spreads (const Page *page,
                   const StrataDiffPage *input)
{
  guint n_written = 0;

  for (guint i = 0; i < input->frames->len && n_written < MOST_SPREADS; i++)
    {
      const StrataDiffFrames *row = &g_array_index (input->frames, StrataDiffFrames, i);

      if (row->summary[STRATA_DIFF_A].n_frames == 0 || row->summary[STRATA_DIFF_B].n_frames == 0)
        continue;

      write_spreads (page, row, input->all_frames);
      n_written++;
    }
}

/* Captures without frames have no section. */
static void
write_frames (const Page *page,
              GArray *frames)
{
  static const char *const titles[] = {
    N_ ("Thread"),
    N_ ("Frames A"),
    N_ ("Frames B"),
    N_ ("Late A"),
    N_ ("Late B"),
    N_ ("p of late"),
    N_ ("Median A"),
    N_ ("Median B"),
    N_ ("95 % A"),
    N_ ("95 % B"),
    N_ ("Longest A"),
    N_ ("Longest B"),
  };

  if (frames->len == 0)
    return;

  strata_page_element (page->output, "<h2>", _ ("Frames"), "</h2>\n");
  strata_page_begin_table (page->output, titles, G_N_ELEMENTS (titles), 1);
  for (guint i = 0; i < frames->len; i++)
    {
      const StrataDiffFrames *row = &g_array_index (frames, StrataDiffFrames, i);
      const StrataFrameSummary *a = &row->summary[STRATA_DIFF_A];
      const StrataFrameSummary *b = &row->summary[STRATA_DIFF_B];

      strata_output_text (page->output, "<tr>");
      strata_page_cell (page->output, "text", row->title);
      write_frame_numbers (page, row);
      write_p (page, strata_diff_frames_get_late_p (row));
      write_frame_time (page, a->p50_ns);
      write_frame_time (page, b->p50_ns);
      write_frame_time (page, a->p95_ns);
      write_frame_time (page, b->p95_ns);
      write_frame_time (page, a->longest_ns);
      write_frame_time (page, b->longest_ns);
      strata_output_text (page->output, "</tr>\n");
    }

  strata_page_end_table (page->output);
}

/* A significant change of a mean is coloured, except for counters: it is unknown whether more is better. */
static const char *
get_measure_class (const StrataDiffMeasure *measure)
{
  if (!(measure->p_value < STRATA_DIFF_LEVEL) || measure->unit == STRATA_MEASURE_IN_OWN)
    return "";

  return strata_diff_measure_get_delta (measure) > 0.0 ? "worse" : "better";
}

static void
write_measure (const Page *page,
               const StrataDiffMeasure *measure)
{
  const double delta = strata_diff_measure_get_delta (measure);
  const double change_frac = strata_diff_measure_get_change (measure);
  char text[STRATA_UNITS_BYTES];

  strata_output_text (page->output, "<tr>");
  strata_page_cell (page->output, "text name", measure->name);
  strata_page_cell (page->output, "text", strata_measure_kind_get_title (measure->kind));
  strata_page_cell (page->output, "text", strata_measure_figure_get_title (measure->figure));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    strata_page_value_cell (page->output, "", strata_diff_measure_format (measure->unit, measure->value[side], text), measure->value[side]);
  strata_page_value_cell (page->output, get_measure_class (measure), strata_diff_measure_format_delta (measure->unit, delta, text), delta);
  strata_page_value_cell (page->output, "", isnan (change_frac) ? "" : strata_units_change (change_frac, text), change_frac);
  strata_page_value_cell (page->output, "", strata_diff_format_p (measure->p_value, text), measure->p_value);
  strata_output_text (page->output, "</tr>\n");
}

static void
write_measures (const Page *page,
                GArray *measures)
{
  static const char *const titles[] = { N_ ("Name"), N_ ("Kind"), N_ ("Value"), N_ ("A"), N_ ("B"), N_ ("Δ"), N_ ("Δ %"), N_ ("p") };
  g_autofree char *title = g_strdup_printf (_ ("Other measurements (%u)"), measures->len);

  if (measures->len == 0)
    return;

  strata_page_element (page->output, "<details><summary>", title, "</summary>\n");
  strata_page_begin_table (page->output, titles, G_N_ELEMENTS (titles), 3);
  for (guint i = 0; i < MIN (measures->len, MOST_ROWS); i++)
    write_measure (page, &g_array_index (measures, StrataDiffMeasure, i));
  strata_page_end_table (page->output);
  if (measures->len > MOST_ROWS)
    strata_page_element (page->output, "<p class=\"note\">", _ ("The rest is left out; “strata-cli diff --measures --csv” has all."), "</p>\n");
  strata_output_text (page->output, "</details>\n");
}

static char *
encode (GBytes *bytes)
{
  gsize n_bytes;
  const guchar *data = bytes != NULL ? g_bytes_get_data (bytes, &n_bytes) : NULL;

  return data != NULL ? g_base64_encode (data, n_bytes) : NULL;
}

static void
write_picture (const Page *page,
               const char *title,
               const char *note,
               const char *css_class,
               GBytes *light,
               GBytes *dark)
{
  g_autofree char *light_text = encode (light);
  g_autofree char *dark_text = encode (dark);

  if (light_text == NULL || dark_text == NULL)
    return;

  strata_page_element (page->output, "<h2>", title, "</h2>\n");
  if (note != NULL)
    strata_page_element (page->output, "<p class=\"note\">", note, "</p>\n");
  strata_output_format (page->output, "<div class=\"%s\">", css_class);
  strata_output_text (page->output, "<picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"data:image/png;base64,");
  strata_output_text (page->output, dark_text);
  strata_output_text (page->output, "\"><img alt=\"");
  strata_page_escaped (page->output, title);
  strata_output_text (page->output, "\" src=\"data:image/png;base64,");
  strata_output_text (page->output, light_text);
  strata_output_text (page->output, "\"></picture></div>\n");
}

static void
write_timeline (const Page *page,
                StrataDiffSide side,
                StrataExportPicture *const pictures[STRATA_N_DIFF_PAGE_PICTURES])
{
  g_autoptr (GBytes) light = pictures[0] != NULL ? strata_export_picture_draw (pictures[0], NULL, NULL, NULL) : NULL;
  g_autoptr (GBytes) dark = pictures[1] != NULL ? strata_export_picture_draw (pictures[1], NULL, NULL, NULL) : NULL;

  write_picture (page, side == STRATA_DIFF_A ? _ ("Timeline of A") : _ ("Timeline of B"), NULL, "wide zooms", light, dark);
}

static const char *const flame_titles[] = { N_ ("Flame graph of A"), N_ ("Flame graph of B") };
static const char *const flame_notes[] = {
  N_ ("Widths are the times of A. Red: slower in B; blue: faster in B; grey: not significant."),
  N_ ("Widths are the times of B. Red: slower in B; blue: faster in B; grey: not significant."),
};

/* For browsers that do not run scripts. */
static void
write_flame_picture (const Page *page,
                     StrataDiffTree *changes,
                     StrataDiffSide widths)
{
  g_autoptr (StrataFlame) flame = strata_flame_new_diff (changes, widths);
  const StrataFlameFrame frame = { .root = STRATA_CALL_TREE_ROOT, .height_px = PICTURE_MAX_HEIGHT_PX };

  if (strata_flame_get_n_levels (flame) == 0)
    return;

  g_autoptr (GBytes) light = strata_flame_export (flame, PICTURE_WIDTH_PX, &frame, strata_palette_get_light (), ".png", NULL);
  g_autoptr (GBytes) dark = strata_flame_export (flame, PICTURE_WIDTH_PX, &frame, strata_palette_get_dark (), ".png", NULL);

  write_picture (page, _ (flame_titles[widths]), _ (flame_notes[widths]), "wide", light, dark);
  if (strata_flame_get_height_px (flame) > PICTURE_MAX_HEIGHT_PX)
    strata_page_element (page->output, "<p class=\"note\">", _ ("Deeper calls are not drawn; “strata-cli diff --flame” draws all of them."), "</p>\n");
}

static gboolean
has_calls (const StrataDiffTree *changes)
{
  return strata_call_tree_get_n_nodes (strata_diff_tree_get_tree (changes, STRATA_DIFF_A)) > 1 ||
         strata_call_tree_get_n_nodes (strata_diff_tree_get_tree (changes, STRATA_DIFF_B)) > 1;
}

static void
write_flames (const Page *page,
              StrataDiff *diff)
{
  g_autoptr (StrataDiffTree) changes = strata_diff_tree_new (diff, NULL);

  if (!has_calls (changes))
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_output_format (page->output, "<div data-widths=\"%u\" hidden>", side);
      strata_page_element (page->output, "<h2>", _ (flame_titles[side]), "</h2>\n");
      strata_page_element (page->output, "<p class=\"note\">", _ (flame_notes[side]), "</p></div>\n");
    }

  strata_output_text (page->output, "<div id=\"flame\"></div>\n<script type=\"application/json\" id=\"flame-data\">");
  strata_diff_flame_data_write (page->output, changes);
  strata_output_text (page->output, "</script>\n<noscript>\n");
  write_flame_picture (page, changes, STRATA_DIFF_B);
  write_flame_picture (page, changes, STRATA_DIFF_A);
  strata_output_text (page->output, "</noscript>\n");
}

static double
get_largest_change (const Page *page)
{
  guint n_rows;
  const StrataDiffRow *rows = strata_diff_get_rows (page->diff, &n_rows);
  double largest_ns = 0.0;

  for (guint i = 0; i < n_rows; i++)
    {
      const double delta_ns = strata_diff_get_delta (page->diff, &rows[i], page->self);

      if (!isnan (delta_ns) && *choose_class (page, &rows[i], page->self) != '\0')
        largest_ns = MAX (largest_ns, fabs (delta_ns));
    }

  return largest_ns;
}

static void
begin_page (const Page *page,
            char *const files[STRATA_N_DIFF_SIDES])
{
  g_autofree char *name_a = g_filename_display_basename (files[STRATA_DIFF_A]);
  g_autofree char *name_b = g_filename_display_basename (files[STRATA_DIFF_B]);
  /* Translators: the names of two captures */
  g_autofree char *title = g_strdup_printf (_ ("%s compared with %s"), name_b, name_a);

  strata_page_begin (page->output, title);
}

/**
 * strata_diff_page_take_pictures:
 * @self: the input of the page
 * @side: a side
 * @session: the session whose lanes are drawn as they are arranged now
 * @span: the time to show
 *
 * Copies the timeline of a side; strata_diff_page_write() draws it, in any thread.
 */
void
strata_diff_page_take_pictures (StrataDiffPage *self,
                                StrataDiffSide side,
                                StrataSession *session,
                                StrataSpan span)
{
  const int lanes_px = strata_lanes_get_height_px (strata_session_get_lanes (session));
  const int height_px = lanes_px > PICTURE_MAX_HEIGHT_PX ? PICTURE_MAX_HEIGHT_PX : 0;
  StrataExportOptions options = { span, TIMELINE_WIDTH_PX, height_px, strata_palette_get_light () };

  self->pictures[side][0] = strata_export_picture_new (session, &options, ".png", NULL);
  options.palette = strata_palette_get_dark ();
  self->pictures[side][1] = strata_export_picture_new (session, &options, ".png", NULL);
}

/**
 * strata_diff_page_clear_pictures:
 * @self: the input of the page
 *
 * Frees what strata_diff_page_take_pictures() took.
 */
void
strata_diff_page_clear_pictures (StrataDiffPage *self)
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < STRATA_N_DIFF_PAGE_PICTURES; i++)
      g_clear_pointer (&self->pictures[side][i], strata_export_picture_free);
}

/**
 * strata_diff_page_write:
 * @output: where to write
 * @diff: a comparison
 * @input: the rest of the input
 *
 * Writes a page that needs no other file: the changes, flame graphs of them,
 * frames, threads, and pictures of both timelines.
 */
void
strata_diff_page_write (StrataOutput *output,
                        StrataDiff *diff,
                        const StrataDiffPage *input)
{
  const gboolean is_by_cpu = strata_diff_get_clock (diff) == STRATA_CLOCK_CPU;
  Page page = {
    .output = output,
    .diff = diff,
    .self = is_by_cpu ? STRATA_DIFF_EXCLUSIVE_CPU : STRATA_DIFF_EXCLUSIVE,
    .total = is_by_cpu ? STRATA_DIFF_CPU : STRATA_DIFF_INCLUSIVE,
  };

  page.largest_ns = get_largest_change (&page);
  begin_page (&page, input->files);

  strata_output_text (output, "<div class=\"sides\">\n");
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_side (&page, side, input->files[side], input->traces[side], &input->scopes[side]);
  strata_output_text (output, "</div>\n<div class=\"verdict\">");
  strata_diff_table_write_summary (output, diff);
  strata_output_text (output, "</div>\n");

  write_top (&page, _ ("Regressions"), TOP_WORSE, _ ("Nothing got significantly slower."));
  write_top (&page, _ ("Improvements"), TOP_BETTER, _ ("Nothing got significantly faster."));
  write_top (&page, _ ("Fewer calls, but longer ones"), TOP_BOTH_WAYS, NULL);
  write_flames (&page, diff);
  write_frames (&page, input->frames);
  if (input->all_frames[STRATA_DIFF_A] != NULL)
    write_all_spreads (&page, input);
  write_measures (&page, input->measures);
  write_threads (&page, input->traces, input->threads);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_timeline (&page, side, input->pictures[side]);
  write_all (&page);

  strata_page_end (output, /* xgettext:no-c-format */ _ ("Names are compared without numbers and ids. A change is significant if a test of the typical call, the mean or the longest calls gives p < 5 % after Holm’s correction for all names (for the longest calls, also among the names whose longest calls could matter), and if it is large enough to matter: see --limit in strata-cli(1). The interval is the 95 % confidence interval of the mean own time of a call. The tests cover differences between calls within a capture, not differences from run to run."));
}
