/* strata-diff-report.c - saves a comparison as an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-report.h"

#include "strata-diff-page.h"
#include "strata-file-export.h"

/* The lanes are drawn as they are arranged; the worker measures and writes everything else. */
typedef struct
{
  StrataDiff *diff;                          /* owned */
  StrataThreadMatch *match;                  /* owned */
  StrataFrames *frames[STRATA_N_DIFF_SIDES]; /* owned */
  GArray *latencies;                         /* (element-type StrataLatencyNames) owned */
  StrataDiffPage page;                       /* owned: files, traces and pictures; the rest is set while it is written */
} Report;

static void
report_free (gpointer data)
{
  Report *report = data;

  strata_diff_page_clear_pictures (&report->page);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_free (report->page.files[side]);
      g_clear_object (&report->page.traces[side]);
      g_clear_pointer (&report->frames[side], strata_frames_unref);
    }
  g_array_unref (report->latencies);
  strata_thread_match_unref (report->match);
  strata_diff_unref (report->diff);
  g_free (report);
}

static GArray *
measure (const Report *report,
         GCancellable *cancellable)
{
  StrataMeasureInput input = { .match = report->match, .latencies = (const StrataLatencyNames *) report->latencies->data, .n_latencies = report->latencies->len };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      input.traces[side] = report->page.traces[side];
      input.scopes[side] = report->page.scopes[side];
      input.frames[side] = report->frames[side];
    }

  return strata_diff_measures_new (&input, cancellable);
}

static gboolean
write_report (gpointer data,
              GOutputStream *stream,
              StrataProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  Report *report = data;
  StrataDiffPage page = report->page;
  const StrataSpan spans[] = { page.scopes[STRATA_DIFF_A].span, page.scopes[STRATA_DIFF_B].span };

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (report->frames[side] == NULL)
      report->frames[side] = strata_frames_new (page.traces[side], NULL);

  g_autoptr (GArray) threads = strata_diff_threads_new (page.traces, spans, report->match, cancellable);

  if (threads == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);

  g_autoptr (GArray) frames = strata_diff_frames_new (report->frames, report->match);
  g_autoptr (GArray) measures = measure (report, cancellable);
  StrataOutput *output = strata_output_new_for_stream (stream, cancellable);

  page.threads = threads;
  page.frames = frames;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    page.all_frames[side] = report->frames[side];
  page.measures = measures;
  output->unit = strata_diff_get_unit (report->diff);
  strata_diff_page_write (output, report->diff, &page);
  return strata_output_close (output, error);
}

/**
 * strata_diff_report_save:
 * @from: a widget of the page of the comparison, see strata_file_export()
 * @pair: two sessions
 * @diff: the comparison of their names
 * @titles: the titles of the sides
 * @file: where to write
 *
 * Writes an HTML page, like "strata-cli diff --html".
 */
void
strata_diff_report_save (GtkWidget *from,
                         StrataSessionPair *pair,
                         StrataDiff *diff,
                         const char *const titles[STRATA_N_DIFF_SIDES],
                         GFile *file)
{
  static const StrataFileExportKind kind = { write_report, report_free, NULL };
  Report *report = g_new0 (Report, 1);

  report->diff = strata_diff_ref (diff);
  report->match = strata_thread_match_ref (strata_session_pair_get_threads (pair));
  report->latencies = strata_session_pair_list_latencies (pair);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataSession *session = strata_session_pair_get (pair, side);
      StrataFrames *known = strata_findings_get_frames (strata_session_get_findings (session));

      report->frames[side] = known != NULL ? strata_frames_ref (known) : NULL;
      report->page.files[side] = g_strdup (titles[side]);
      report->page.traces[side] = g_object_ref (strata_session_get_trace (session));
      report->page.scopes[side] = *strata_profile_get_scope (strata_diff_get_profile (diff, side));
      strata_diff_page_take_pictures (&report->page, side, session, report->page.scopes[side].span);
    }

  strata_file_export (from, &kind, report, file, NULL, NULL);
}
