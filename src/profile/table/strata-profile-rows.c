/* strata-profile-rows.c - the rows of a profile as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-rows.h"

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
  { "name", NULL, STRATA_CELL_TEXT },
  { "inclusive_ns", NULL, STRATA_CELL_DURATION },
  { "exclusive_ns", NULL, STRATA_CELL_DURATION },
  { "inclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  { "exclusive_cpu_ns", NULL, STRATA_CELL_DURATION },
  { "calls", NULL, STRATA_CELL_NUMBER },
  { "recursive_calls", NULL, STRATA_CELL_NUMBER },
  { "min_ns", NULL, STRATA_CELL_DURATION },
  { "mean_ns", NULL, STRATA_CELL_DURATION },
  { "p95_ns", NULL, STRATA_CELL_DURATION },
  { "max_ns", NULL, STRATA_CELL_DURATION },
  { "median_ns", NULL, STRATA_CELL_DURATION },
  { "first_ns", NULL, STRATA_CELL_TIME },
  { "last_ns", NULL, STRATA_CELL_TIME },
};

/**
 * strata_profile_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_profile_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);
  return columns;
}

/**
 * strata_profile_rows_write:
 * @table: a table with these columns
 * @profile: a profile
 * @row: index of one of its rows
 *
 * Writes a row.
 */
void
strata_profile_rows_write (StrataTable *table,
                           const StrataProfile *profile,
                           guint row)
{
  guint n_rows;
  const StrataProfileRow *values = strata_profile_get_rows (profile, &n_rows) + row;
  const StrataSliceTable *slices = strata_trace_get_slices (strata_profile_get_trace (profile));
  g_autofree char *name = strata_profile_dup_name (profile, values->key);

  g_return_if_fail (row < n_rows);

  strata_table_text (table, name);
  strata_table_number (table, values->inclusive_ns);
  strata_table_number (table, values->exclusive_ns);
  strata_table_number (table, values->inclusive_cpu_ns);
  strata_table_number (table, values->exclusive_cpu_ns);
  strata_table_number (table, (gint64) values->n_calls);
  strata_table_number (table, (gint64) values->n_recursive_calls);
  strata_table_number (table, values->min_ns);
  strata_table_number (table, values->mean_ns);
  strata_table_number (table, values->p95_ns);
  strata_table_number (table, values->max_ns);
  strata_table_number (table, values->median_ns);
  strata_table_number (table, slices->start_ns[values->first_slice]);
  strata_table_number (table, slices->start_ns[values->last_slice]);
}
