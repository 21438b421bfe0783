/* strata-sets-document.c - a comparison of sets as one JSON document
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sets-document.h"

#include <math.h>

#include "strata-json.h"
#include "strata-run-late.h"
#include "strata-run-names.h"
#include "strata-runs-table.h"

static void
write_real (StrataJson *json,
            const char *key,
            double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (value))
    {
      strata_json_null (json, key);
      return;
    }

  strata_json_key (json, key);
  strata_output_text (json->output, g_ascii_formatd (text, sizeof text, "%.12g", value));
}

static void
write_sides (StrataJson *json,
             const char *key,
             const double values[STRATA_N_DIFF_SIDES])
{
  strata_json_begin (json, key, '{');
  write_real (json, "a", values[STRATA_DIFF_A]);
  write_real (json, "b", values[STRATA_DIFF_B]);
  strata_json_end (json, '}');
}

/* In the order of the runs, so that values can be matched to runs. */
static void
write_values (StrataJson *json,
              const char *key,
              const double *values,
              guint n)
{
  strata_json_begin (json, key, '[');
  for (guint i = 0; i < n; i++)
    write_real (json, NULL, values[i]);
  strata_json_end (json, ']');
}

static void
write_row (StrataJson *json,
           const StrataRunsDiff *diff,
           const StrataRunsRow *row)
{
  const StrataRunSet *set = strata_runs_diff_get_set (diff);
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);
  double change_frac;
  const char *role;
  const char *moved_role;
  g_autofree char *name = strata_run_names_split (row->name, &role);
  g_autofree char *moved = row->moved != STRATA_NONE ? strata_run_names_split (rows[row->moved].name, &moved_role) : NULL;

  strata_json_begin (json, NULL, '{');
  strata_json_string (json, "kind", strata_run_kind_get_id (row->kind));
  strata_json_string (json, "name", name);
  if (role != NULL)
    strata_json_string (json, "thread", role);
  strata_json_string (json, "verdict", strata_runs_verdict_get_id (row->verdict));
  strata_json_boolean (json, "is_sure", row->is_sure);
  strata_json_string (json, "unit", row->amount != NULL ? row->amount : strata_runs_unit_get_id (row->unit));
  write_sides (json, "median", row->median);
  write_sides (json, "spread", row->spread);
  write_real (json, "change", row->change);
  write_real (json, "change_low", row->change_low);
  write_real (json, "change_high", row->change_high);
  write_real (json, "change_percent", strata_runs_row_get_change (row, row->change, &change_frac) ? 100.0 * change_frac : NAN);
  write_real (json, "p_value", row->p_value);
  write_real (json, "p_adjusted", row->adjusted);
  write_real (json, "smallest_change", row->smallest);
  if (moved != NULL)
    strata_json_string (json, "renamed", moved);
  else
    strata_json_null (json, "renamed");
  write_values (json, "a", row->values[STRATA_DIFF_A], strata_run_set_get_n (set, STRATA_DIFF_A));
  write_values (json, "b", row->values[STRATA_DIFF_B], strata_run_set_get_n (set, STRATA_DIFF_B));
  strata_json_end (json, '}');
}

/* Whether the time of recording separates the sides. */
static void
write_order (StrataJson *json,
             const StrataRunsDiff *diff)
{
  const StrataRunsDrift *drift = strata_runs_diff_get_drift (diff);

  strata_json_begin (json, "recorded", '{');
  strata_json_string (json, "order", strata_runs_order_get_id (drift->order));
  strata_json_boolean (json, "is_by_file_dates", drift->is_by_file_dates);
  write_real (json, "trend", drift->trend);
  write_real (json, "trend_p_value", drift->p_value);
  strata_json_end (json, '}');
}

/* The late frames of all runs of a side together. */
static void
write_late (StrataJson *json,
            const StrataRunsDiff *diff,
            const char *key,
            StrataDiffSide side)
{
  StrataRunLate late;

  strata_run_late_init (&late, strata_runs_diff_get_set (diff), side);
  strata_json_begin (json, key, '{');
  strata_json_number (json, "judged", (gint64) late.n_judged);
  strata_json_number (json, "late", (gint64) late.n_late);
  write_real (json, "share", late.share);
  write_real (json, "share_low", late.low);
  write_real (json, "share_high", late.high);
  strata_json_end (json, '}');
}

/**
 * strata_sets_document_write:
 * @output: where to write
 * @diff: a comparison
 *
 * Writes everything: the runs, with the reason if they are left out, and each row with the figure of each run.
 */
void
strata_sets_document_write (StrataOutput *output,
                            const StrataRunsDiff *diff)
{
  StrataJson json = { .output = output };
  const char *iteration = strata_runs_diff_get_iteration (diff);
  guint n_rows;
  const StrataRunsRow *rows = strata_runs_diff_get_rows (diff, &n_rows);

  strata_json_begin (&json, NULL, '{');
  strata_json_string (&json, "metric", strata_run_metric_get_id (strata_runs_diff_get_metric (diff)));
  strata_json_string (&json, "per", iteration != NULL ? "iteration" : strata_diff_per_get_id (strata_runs_diff_get_per (diff)));
  if (iteration != NULL)
    strata_json_string (&json, "iteration", iteration);
  strata_json_number (&json, "tested", strata_runs_diff_get_n_tested (diff));
  strata_json_number (&json, "runs_needed", strata_runs_diff_get_n_needed (diff));
  strata_json_number (&json, "runs_on_both_sides", strata_run_set_count_shared (strata_runs_diff_get_set (diff)));
  write_order (&json, diff);
  strata_json_key (&json, "runs");
  strata_runs_table_write_runs (output, diff, STRATA_TABLE_JSON);
  strata_json_begin (&json, "late_frames", '{');
  write_late (&json, diff, "a", STRATA_DIFF_A);
  write_late (&json, diff, "b", STRATA_DIFF_B);
  strata_json_end (&json, '}');
  strata_json_begin (&json, "rows", '[');
  for (guint i = 0; i < n_rows; i++)
    write_row (&json, diff, &rows[i]);
  strata_json_end (&json, ']');
  strata_json_end (&json, '}');
}
