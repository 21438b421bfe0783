/* strata-diff-sets.c - strata-cli diff --a --b: two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-sets.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "strata-diff-condition.h"
#include "strata-memory.h"
#include "strata-output.h"
#include "strata-replace.h"
#include "strata-run-files.h"
#include "strata-run-memory.h"
#include "strata-run-names.h"
#include "strata-run-twins.h"
#include "strata-runs-report.h"
#include "strata-runs-table.h"
#include "strata-runs-text.h"
#include "strata-scope-option.h"
#include "strata-sets-condition.h"
#include "strata-sets-document.h"
#include "strata-span-text.h"

/* Writes one line per build about the difference of two sets. */

/* The header of the file is written with its first line, so that a file only has the columns of one version: a file
 * with another header is rejected. */
static const char head[] =
    "date,a_runs,b_runs,tested,more,less,added,removed,"
    "a_late,b_late,late_p,a_frame_p50_ns,b_frame_p50_ns,a_frame_p99_ns,b_frame_p99_ns,"
    "worst,worst_change,worst_low,worst_high,worst_p_adjusted\r\n";

static void
append_real (GString *line,
             double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isfinite (value))
    g_string_append_printf (line, ",%s", g_ascii_formatd (text, sizeof text, "%.12g", value));
  else
    g_string_append_c (line, ',');
}

static void
append_frames (GString *line,
               const StrataRunsDiff *diff,
               const char *name,
               gboolean has_p)
{
  const StrataRunsRow *row = strata_runs_diff_find (diff, STRATA_RUN_FRAMES, name);

  append_real (line, row != NULL ? row->median[STRATA_DIFF_A] : NAN);
  append_real (line, row != NULL ? row->median[STRATA_DIFF_B] : NAN);
  if (has_p)
    append_real (line, row != NULL ? row->p_value : NAN);
}

/* The rows are sorted, so the first name that is significantly more is the worst. */
static const StrataRunsRow *
find_worst (const StrataRunsDiff *diff)
{
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (strata_run_kind_is_name (rows[i].kind) && rows[i].verdict == STRATA_RUNS_MORE)
      return &rows[i];

  return NULL;
}

static void
append_worst (GString *line,
              const StrataRunsDiff *diff)
{
  const StrataRunsRow *worst = find_worst (diff);

  if (worst == NULL)
    {
      g_string_append (line, ",,,,,");
      return;
    }

  const char *role;
  g_autofree char *name = strata_run_names_split (worst->name, &role);
  g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
  g_autofree char *quoted = g_strjoinv ("\"\"", parts);

  g_string_append_printf (line, ",\"%s\"", quoted);
  append_real (line, worst->change);
  append_real (line, worst->change_low);
  append_real (line, worst->change_high);
  append_real (line, worst->adjusted);
}

static char *
make_line (const StrataRunsDiff *diff)
{
  static const StrataRunsVerdict verdicts[] = { STRATA_RUNS_MORE, STRATA_RUNS_LESS, STRATA_RUNS_ADDED, STRATA_RUNS_REMOVED };
  const StrataRunSet *set = strata_runs_diff_get_set (diff);
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *date = g_date_time_format_iso8601 (now);
  GString *line = g_string_new (date);

  g_string_append_printf (line, ",%u,%u,%u", strata_run_set_count_used (set, STRATA_DIFF_A), strata_run_set_count_used (set, STRATA_DIFF_B), strata_runs_diff_get_n_tested (diff));
  for (guint i = 0; i < G_N_ELEMENTS (verdicts); i++)
    g_string_append_printf (line, ",%u", strata_runs_diff_get_n_sure (diff, strata_runs_diff_get_names (diff), verdicts[i]));

  append_frames (line, diff, STRATA_RUN_LATE, TRUE);
  append_frames (line, diff, STRATA_RUN_FRAME_P50, FALSE);
  append_frames (line, diff, STRATA_RUN_FRAME_P99, FALSE);
  append_worst (line, diff);
  g_string_append (line, "\r\n");
  return g_string_free (line, FALSE);
}

static gboolean
has_our_head (const char *text)
{
  return g_str_has_prefix (text, head);
}

/* Appends a line to a CSV file, and a header first if the file is new or empty. */
static gboolean
sets_history_append (const char *path,
                     const StrataRunsDiff *diff,
                     GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *line = make_line (diff);
  FILE *file = fopen (path, "a+b");
  char begin[sizeof head] = "";

  if (file == NULL)
    {
      const int code = errno;

      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", shown, g_strerror (code));
      return FALSE;
    }

  const gsize n_bytes = fread (begin, 1, sizeof begin - 1, file);
  const gboolean is_ours = n_bytes == 0 || has_our_head (begin);
  gboolean is_written = is_ours && fseek (file, 0, SEEK_END) == 0 && (n_bytes > 0 || fputs (head, file) >= 0) && fputs (line, file) >= 0;

  if (fclose (file) != 0)
    is_written = FALSE;
  if (!is_ours)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("%s: this is not a history of strata-cli diff"), shown);
  else if (!is_written)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_IO, _ ("%s: cannot write"), shown);

  return is_written;
}

/* At most two traces are in memory, one that is loading and one that is being summed; only its sums are kept. */

static gboolean
choose_scope (const StrataSetsRequest *request,
              StrataDiffSide side,
              StrataTrace *trace,
              StrataScope *scope,
              GError **error)
{
  *scope = strata_scope_everything (trace);
  scope->clock = request->clock;

  return strata_span_parse (request->span[side], scope->span, &scope->span, error) &&
         (request->process[side] == NULL || strata_scope_find_process (trace, request->process[side], &scope->process, error)) &&
         (request->thread[side] == NULL || strata_scope_find_thread (trace, scope->process, request->thread[side], &scope->thread, error));
}

static StrataTrace *
load_trace (const StrataSetsRequest *request,
            StrataDiffSide side,
            const char *path,
            StrataScope *scope,
            GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) mapping = request->mapping[side] != NULL ? g_file_new_for_path (request->mapping[side]) : NULL;
  StrataLoadOptions load = request->load;
  StrataProgress progress = { 0 };

  load.mapping = mapping;
  load.find_mapping = !request->keeps_names;

  g_autoptr (StrataTrace) trace = strata_load_file (file, &load, &progress, NULL, error);

  return trace != NULL && choose_scope (request, side, trace, scope, error) ? g_steal_pointer (&trace) : NULL;
}

/* A loaded run, which is summed while the next one loads. */
typedef struct
{
  const char *path;   /* borrowed */
  StrataTrace *trace; /* owned; nullable: NULL if it could not be loaded */
  StrataScope scope;
  GThread *thread; /* owned; nullable */
  GError *error;   /* owned; nullable */
} Summing;

static gpointer
sum_up (gpointer data)
{
  Summing *summing = data;
  StrataRunSums *sums = strata_run_sums_new_of_trace (summing->path, summing->trace, &summing->scope, NULL);

  g_clear_object (&summing->trace);
  return sums;
}

static void
begin_summing (const StrataSetsRequest *request,
               StrataDiffSide side,
               const char *path,
               StrataRunTwins *twins,
               Summing *summing)
{
  g_autofree char *reason = strata_run_twins_add (twins, side, path);

  if (reason == NULL)
    reason = strata_run_memory_check (path);

  summing->path = path;
  if (reason != NULL)
    summing->error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, reason);
  else
    summing->trace = load_trace (request, side, path, &summing->scope, &summing->error);
}

/* Adds the sums of the run, or the reason why there are none. */
static void
end_summing (Summing *summing,
             StrataDiffSide side,
             StrataRunTwins *twins,
             StrataRunSet *set)
{
  StrataRunSums *sums = summing->thread != NULL ? g_thread_join (g_steal_pointer (&summing->thread)) : NULL;

  if (summing->path == NULL)
    return;

  if (sums != NULL)
    strata_run_set_take (set, side, sums);
  else
    strata_run_set_add_failed (set, side, summing->path, summing->error->message);

  strata_run_twins_check (twins, side, set);

  const StrataSetRun *run = strata_run_set_get (set, side, strata_run_set_get_n (set, side) - 1);

  if (run->reason != NULL)
    strata_command_note (summing->path, _ ("left out: %s"), run->reason);
  g_clear_error (&summing->error);
  *summing = (Summing){ 0 };
  strata_memory_trim (); /* the memory of the trace is not needed until the next one */
}

static gboolean
load_side (const StrataSetsRequest *request,
           StrataDiffSide side,
           StrataRunTwins *twins,
           StrataRunSet *set,
           GError **error)
{
  g_autoptr (GPtrArray) files = strata_run_files_find ((const char *const *) request->files[side], error);
  Summing summing[2] = { { 0 } };

  for (guint i = 0; files != NULL && i < files->len; i++)
    {
      Summing *next = &summing[i % 2];

      begin_summing (request, side, files->pdata[i], twins, next);
      end_summing (&summing[(i + 1) % 2], side, twins, set);
      if (next->trace != NULL)
        next->thread = g_thread_new ("strata sums", sum_up, next);
    }

  if (files != NULL)
    end_summing (&summing[(files->len - 1) % 2], side, twins, set);
  return files != NULL;
}

static gboolean
load_sets (const StrataSetsRequest *request,
           StrataRunSet *set,
           GError **error)
{
  g_autoptr (StrataRunTwins) twins = strata_run_twins_new ();

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (!load_side (request, side, twins, set, error))
      return FALSE;

  strata_run_twins_join (twins, set);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    if (strata_run_set_count_used (set, side) == 0)
      {
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("no run of %s could be loaded"), side == STRATA_DIFF_A ? "A" : "B");
        return FALSE;
      }

  return TRUE;
}

/* A comparison and its output. */
typedef struct
{
  const StrataSetsRequest *request;
  StrataRunsDiff *diff;
} Writing;

static void
write_summary (const StrataRunsDiff *diff,
               StrataOutput *output)
{
  g_autofree char *summary = strata_runs_dup_summary (diff);
  g_autofree char *order = strata_runs_dup_order (diff);
  g_autofree char *late = strata_runs_dup_late (diff);

  strata_output_format (output, "%s\n", summary);
  if (order != NULL)
    strata_output_format (output, "%s\n", order);
  if (late != NULL)
    strata_output_format (output, "%s\n", late);
}

static void
write_asked (const Writing *writing,
             StrataOutput *output)
{
  const StrataTableStyle style = writing->request->style;

  if (writing->request->is_html)
    strata_runs_report_write (output, writing->diff);
  else if (writing->request->lists_runs)
    strata_runs_table_write_runs (output, writing->diff, style);
  else if (style == STRATA_TABLE_JSON)
    strata_sets_document_write (output, writing->diff);
  else
    {
      if (style == STRATA_TABLE_TEXT)
        write_summary (writing->diff, output);
      strata_runs_table_write (output, writing->diff, style);
    }
}

static gboolean
write_stream (GOutputStream *stream,
              gpointer data,
              GError **error)
{
  StrataOutput *output = strata_output_new_for_stream (stream, NULL);

  write_asked (data, output);
  return strata_output_close (output, error);
}

static StrataExit
write_diff (const StrataSetsRequest *request,
            StrataRunsDiff *diff)
{
  Writing writing = { request, diff };
  g_autoptr (GError) error = NULL;

  if (request->output != NULL && !g_str_equal (request->output, "-"))
    return strata_replace_path (request->output, write_stream, &writing, &error) ? STRATA_EXIT_DONE : strata_command_fail (error);

  StrataOutput *output = strata_output_new (STDOUT_FILENO);

  write_asked (&writing, output);
  return strata_command_close (output);
}

/* Conditions that cannot be evaluated are reported last, after those that are true. */
static StrataExit
check_conditions (const StrataSetsRequest *request,
                  StrataRunsDiff *diff)
{
  g_autoptr (GString) reasons = g_string_new (NULL);
  StrataExit status = STRATA_EXIT_DONE;

  for (guint i = 0; i < request->conditions->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (strata_sets_condition_check (&g_array_index (request->conditions, StrataDiffCondition, i), diff, &request->options, reasons, &error))
        status = STRATA_EXIT_CONDITION;
      else if (error != NULL && status == STRATA_EXIT_DONE)
        status = strata_command_fail (error);
      else if (error != NULL)
        strata_command_fail (error);
    }

  g_printerr ("%s", strata_output_make_plain (reasons->str));
  return status;
}

/**
 * strata_diff_sets_run:
 * @request: the request
 *
 * Loads both sets, one file after another, compares them, and writes the result.
 *
 * Returns: the exit status
 */
StrataExit
strata_diff_sets_run (const StrataSetsRequest *request)
{
  g_autoptr (StrataRunSet) set = strata_run_set_new ();
  g_autoptr (GError) error = NULL;

  if (!load_sets (request, set, &error))
    return strata_command_fail (error);

  StrataRunsOptions options = request->options;
  g_autofree char *iteration = strata_runs_dup_typed_name (set, options.iteration);

  if (options.iteration != NULL && iteration == NULL)
    return strata_command_fail_usage (request->command, _ ("--iteration %s: no run contains this name, or it matches several names"), options.iteration);

  if (options.per == STRATA_DIFF_PER_SECOND && strata_run_set_get_unit (set) != NULL)
    return strata_command_fail_usage (request->command, _ ("--per second: the runs count %s, not time"), strata_run_set_get_unit (set));

  options.iteration = iteration;
  g_autoptr (StrataRunsDiff) diff = strata_runs_diff_new (set, &options, NULL);
  StrataExit status = write_diff (request, diff);

  if (status == STRATA_EXIT_DONE && request->history != NULL && !sets_history_append (request->history, diff, &error))
    status = strata_command_fail (error);

  return status == STRATA_EXIT_DONE ? check_conditions (request, diff) : status;
}
