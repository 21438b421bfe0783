/* strata-sets-history.c - a line a build of what two sets differ in
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sets-history.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#include <glib/gi18n.h>

#include "strata-output.h"
#include "strata-run-names.h"

/* The head of the file is written with its first line, so that a file can only have the columns of one
 * version: a file with another head is refused. */
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

/* The rows are sorted, so the first name that is surely more is the worst. */
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

/**
 * strata_sets_history_append:
 * @path: a CSV file, which need not exist
 * @diff: a comparison
 * @error: set where the file cannot be written, or is something else
 *
 * Appends a line, and a head first if the file is new or empty.
 *
 * Returns: whether it was written
 */
gboolean
strata_sets_history_append (const char *path,
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
