/* strata-sql-table.c - all SQL tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

static const StrataSqlTable *const tables[] = {
  &strata_sql_table_slice,
  &strata_sql_table_ancestor_slice,
  &strata_sql_table_descendant_slice,
  &strata_sql_table_instant,
  &strata_sql_table_track,
  &strata_sql_table_thread,
  &strata_sql_table_process,
  &strata_sql_table_cpu,
  &strata_sql_table_machine,
  &strata_sql_table_package_list,
  &strata_sql_table_sched,
  &strata_sql_table_thread_state,
  &strata_sql_table_state,
  &strata_sql_table_counter,
  &strata_sql_table_counter_track,
  &strata_sql_table_args,
  &strata_sql_table_flow,
  &strata_sql_table_directly_connected_flow,
  &strata_sql_table_following_flow,
  &strata_sql_table_preceding_flow,
  &strata_sql_table_frame,
  &strata_sql_table_actual_frame,
  &strata_sql_table_expected_frame,
  &strata_sql_table_task,
  &strata_sql_table_profile,
  &strata_sql_table_stack_sample,
  &strata_sql_table_stack_profile_callsite,
  &strata_sql_table_stack_profile_frame,
  &strata_sql_table_stack_profile_mapping,
  &strata_sql_table_log,
  &strata_sql_table_raw_event,
  &strata_sql_table_loss,
  &strata_sql_table_diagnostic,
  &strata_sql_table_stats,
  &strata_sql_table_metadata,
  &strata_sql_table_trace_bounds,
};

/**
 * strata_sql_tables_get:
 * @n_tables: (out): how many
 *
 * Returns: (array length=n_tables) (transfer none): all tables of a trace
 */
const StrataSqlTable *const *
strata_sql_tables_get (guint *n_tables)
{
  *n_tables = G_N_ELEMENTS (tables);
  return tables;
}

/**
 * strata_sql_tables_find:
 * @name: the name of a table, in any case
 * @n_bytes: its length, or -1 if it is NUL-terminated
 *
 * Returns: (nullable) (transfer none): the table
 */
const StrataSqlTable *
strata_sql_tables_find (const char *name,
                        gssize n_bytes)
{
  const gsize n = n_bytes >= 0 ? (gsize) n_bytes : strlen (name);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    if (strlen (tables[i]->name) == n && g_ascii_strncasecmp (tables[i]->name, name, n) == 0)
      return tables[i];

  return NULL;
}

/**
 * strata_sql_type_get_name:
 * @type: a type
 *
 * Returns: (transfer none): its name in SQL
 */
const char *
strata_sql_type_get_name (StrataSqlType type)
{
  switch (type)
    {
    case STRATA_SQL_INTEGER:
      return "INTEGER";
    case STRATA_SQL_REAL:
      return "REAL";
    case STRATA_SQL_TEXT:
      return "TEXT";
    }

  g_assert_not_reached ();
}
