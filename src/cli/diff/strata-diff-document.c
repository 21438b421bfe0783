/* strata-diff-document.c - a comparison as one JSON document
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-document.h"

#include <gio/gio.h>

#include "strata-diff-frame-rows.h"
#include "strata-diff-measure-rows.h"
#include "strata-diff-rows.h"
#include "strata-diff-thread-rows.h"
#include "strata-json.h"

static void
write_time (StrataJson *json,
            const char *key,
            gint64 time_ns)
{
  if (time_ns == STRATA_NO_TIME)
    strata_json_null (json, key);
  else
    strata_json_number (json, key, time_ns);
}

static gint64
count_calls (const StrataProfile *profile)
{
  guint n_rows;
  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  guint64 n_calls = 0;

  for (guint i = 0; i < n_rows; i++)
    n_calls += rows[i].n_calls + rows[i].n_recursive_calls;

  return (gint64) n_calls;
}

static void
write_side (StrataJson *json,
            const char *key,
            const char *file,
            StrataTrace *trace,
            const StrataProfile *profile)
{
  const StrataSpan span = strata_profile_get_scope (profile)->span;
  g_autofree char *name = g_filename_display_name (file);

  strata_json_begin (json, key, '{');
  strata_json_string (json, "file", name);
  strata_json_string (json, "format", strata_trace_get_format_name (trace));
  strata_json_number (json, "begin_ns", span.begin_ns);
  strata_json_number (json, "end_ns", span.end_ns);
  strata_json_number (json, "calls", count_calls (profile));
  write_time (json, "inclusive_ns", strata_profile_get_total_ns (profile));
  write_time (json, "inclusive_cpu_ns", strata_profile_get_total_cpu_ns (profile));
  strata_json_end (json, '}');
}

static void
write_units (StrataJson *json,
             const StrataDiff *diff)
{
  const StrataDiffUnits units = strata_diff_get_units (diff);

  strata_json_string (json, "per", strata_diff_per_get_id (units.per));
  if (units.per == STRATA_DIFF_PER_FRAME)
    {
      strata_json_number (json, "a_frames", (gint64) units.n[STRATA_DIFF_A]);
      strata_json_number (json, "b_frames", (gint64) units.n[STRATA_DIFF_B]);
    }
  strata_json_number (json, "limit_ns", strata_diff_get_limit_ns (diff));
}

/* The number of names of each verdict, including those with none. */
static void
write_verdicts (StrataJson *json,
                const StrataDiff *diff)
{
  strata_json_begin (json, "verdicts", '{');
  for (guint verdict = 0; verdict < STRATA_N_DIFF_VERDICTS; verdict++)
    strata_json_number (json, strata_diff_verdict_get_id (verdict), strata_diff_get_n_verdicts (diff, verdict));
  strata_json_end (json, '}');
}

/* Takes the rows. */
static void
write_rows (StrataJson *json,
            const char *key,
            StrataRows *rows)
{
  strata_json_key (json, key);
  strata_rows_print (rows, json->output, STRATA_TABLE_JSON);
  strata_rows_unref (rows);
}

/**
 * strata_diff_document_write:
 * @output: where to write
 * @diff: a comparison
 * @by: how calls are grouped
 * @files: the names of the captures
 * @traces: the captures
 * @threads: (element-type StrataDiffThread): their threads
 * @frames: (element-type StrataDiffFrames): their frames
 * @measures: (element-type StrataDiffMeasure): their other measures
 *
 * Writes the content of the HTML page, for programs: both sides, how many names there are of each verdict, the names,
 * threads, frames and other measures.
 */
void
strata_diff_document_write (StrataOutput *output,
                            StrataDiff *diff,
                            const char *by,
                            char *const files[STRATA_N_DIFF_SIDES],
                            StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                            GArray *threads,
                            GArray *frames,
                            GArray *measures)
{
  StrataJson json = { .output = output };
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  strata_json_begin (&json, NULL, '{');
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    write_side (&json, side == STRATA_DIFF_A ? "a" : "b", files[side], traces[side], strata_diff_get_profile (diff, side));
  strata_json_string (&json, "by", by);
  strata_json_string (&json, "clock", strata_diff_get_clock (diff) == STRATA_CLOCK_CPU ? "cpu" : "wall");
  write_units (&json, diff);
  strata_json_boolean (&json, "is_same", strata_diff_get_n_verdicts (diff, STRATA_DIFF_SAME) == n_rows);
  write_verdicts (&json, diff);
  write_rows (&json, "names", strata_diff_rows_new (diff));
  write_rows (&json, "threads", strata_diff_thread_rows_new (traces, threads));
  write_rows (&json, "frames", strata_diff_frame_rows_new (frames));
  write_rows (&json, "measures", strata_diff_measure_rows_new (measures));
  strata_json_end (&json, '}');
}
