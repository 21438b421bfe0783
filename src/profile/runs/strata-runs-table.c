/* strata-runs-table.c - tables of a comparison of sets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-runs-table.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-runs-rows.h"

static const StrataTableColumn run_columns[] = {
  { "side", N_ ("Side"), STRATA_CELL_TEXT },
  { "file", N_ ("File"), STRATA_CELL_TEXT },
  { "recorded", N_ ("Recorded"), STRATA_CELL_TEXT },
  { "seconds", N_ ("Seconds"), STRATA_CELL_FIGURE },
  { "frames", N_ ("Frames"), STRATA_CELL_NUMBER },
  { "late", N_ ("Late"), STRATA_CELL_NUMBER },
  { "left_out", N_ ("Left out"), STRATA_CELL_TEXT },
  { "disturbed_percent", N_ ("Disturbed %"), STRATA_CELL_FIGURE },
};

static void
take_text (StrataTable *table,
           char *text)
{
  strata_table_text (table, text);
  g_free (text);
}

static void
write_real (StrataTable *table,
            double value)
{
  if (isfinite (value))
    strata_table_real (table, value);
  else
    strata_table_unknown (table);
}

/* Thousands of names take next to no time, and have no verdict. */
static gboolean
is_written (const StrataRunsRow *row,
            StrataTableStyle style)
{
  return style != STRATA_TABLE_TEXT || (!row->is_repeated && row->verdict != STRATA_RUNS_UNTESTED && row->verdict != STRATA_RUNS_SAME);
}

static guint
count_written (const StrataRunsRow *rows,
               guint n_rows,
               StrataTableStyle style)
{
  guint n = 0;

  for (guint i = 0; i < n_rows; i++)
    n += is_written (&rows[i], style) || rows[i].is_repeated;

  return n;
}

/**
 * strata_runs_table_write:
 * @output: where to write
 * @diff: a comparison
 * @style: how
 *
 * Writes the rows of a comparison. Text leaves out rows that were too short to be tested, and equal ones.
 */
void
strata_runs_table_write (StrataOutput *output,
                         StrataRunsDiff *diff,
                         StrataTableStyle style)
{
  g_autoptr (StrataRows) listed = strata_runs_rows_new (diff);
  StrataTable *table = strata_rows_open (listed, output, style);
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);

  for (guint i = 0; i < n_rows; i++)
    if (is_written (&rows[i], style))
      strata_rows_write (listed, table, style, i);

  strata_table_close (table);

  const guint n_left = n_rows - count_written (rows, n_rows, style);

  if (n_left > 0)
    strata_output_format (output, ngettext ("%u more row is the same or too short to matter; --csv has it.\n", "%u more rows are the same or too short to matter; --csv has them.\n", n_left), n_left);
}

static char *
dup_date (gint64 recorded_us)
{
  g_autoptr (GDateTime) time = recorded_us > 0 ? g_date_time_new_from_unix_utc (recorded_us / G_USEC_PER_SEC) : NULL;

  return time != NULL ? g_date_time_format_iso8601 (time) : g_strdup ("–");
}

/**
 * strata_runs_table_write_runs:
 * @output: where to write
 * @diff: a comparison
 * @style: how
 *
 * Writes the runs of both sides, with the reason if they are left out.
 */
void
strata_runs_table_write_runs (StrataOutput *output,
                              const StrataRunsDiff *diff,
                              StrataTableStyle style)
{
  const StrataRunSet *set = strata_runs_diff_get_set (diff);
  StrataTable *table = strata_table_new (output, style, run_columns, G_N_ELEMENTS (run_columns));

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    for (guint i = 0; i < strata_run_set_get_n (set, side); i++)
      {
        const StrataSetRun *run = strata_run_set_get (set, side, i);

        strata_table_text (table, side == STRATA_DIFF_A ? "a" : "b");
        take_text (table, g_filename_display_name (run->file));
        take_text (table, dup_date (run->sums != NULL ? run->sums->recorded_us : 0));
        write_real (table, run->sums != NULL ? run->sums->seconds : NAN);
        strata_table_number (table, run->sums != NULL ? run->sums->n_frames : 0);
        strata_table_number (table, run->sums != NULL ? run->sums->n_late : 0);
        strata_table_text (table, run->reason);
        write_real (table, strata_runs_diff_get_disturbance (diff, side, i) != 0.0 ? 100.0 * strata_runs_diff_get_disturbance (diff, side, i) : NAN);
      }

  strata_table_close (table);
}
