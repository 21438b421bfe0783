/* strata-sql-private.h - the SQL tables, one file per subject
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-sql-source.h"

G_BEGIN_DECLS

extern const StrataSqlTable strata_sql_table_actual_frame;
extern const StrataSqlTable strata_sql_table_ancestor_slice;
extern const StrataSqlTable strata_sql_table_args;
extern const StrataSqlTable strata_sql_table_counter;
extern const StrataSqlTable strata_sql_table_counter_track;
extern const StrataSqlTable strata_sql_table_cpu;
extern const StrataSqlTable strata_sql_table_machine;
extern const StrataSqlTable strata_sql_table_descendant_slice;
extern const StrataSqlTable strata_sql_table_diagnostic;
extern const StrataSqlTable strata_sql_table_expected_frame;
extern const StrataSqlTable strata_sql_table_flow;
extern const StrataSqlTable strata_sql_table_directly_connected_flow;
extern const StrataSqlTable strata_sql_table_following_flow;
extern const StrataSqlTable strata_sql_table_preceding_flow;
extern const StrataSqlTable strata_sql_table_frame;
extern const StrataSqlTable strata_sql_table_instant;
extern const StrataSqlTable strata_sql_table_log;
extern const StrataSqlTable strata_sql_table_loss;
extern const StrataSqlTable strata_sql_table_metadata;
extern const StrataSqlTable strata_sql_table_package_list;
extern const StrataSqlTable strata_sql_table_process;
extern const StrataSqlTable strata_sql_table_profile;
extern const StrataSqlTable strata_sql_table_raw_event;
extern const StrataSqlTable strata_sql_table_sched;
extern const StrataSqlTable strata_sql_table_slice;
extern const StrataSqlTable strata_sql_table_stack_profile_callsite;
extern const StrataSqlTable strata_sql_table_stack_profile_frame;
extern const StrataSqlTable strata_sql_table_stack_profile_mapping;
extern const StrataSqlTable strata_sql_table_stack_sample;
extern const StrataSqlTable strata_sql_table_stats;
extern const StrataSqlTable strata_sql_table_state;
extern const StrataSqlTable strata_sql_table_task;
extern const StrataSqlTable strata_sql_table_thread;
extern const StrataSqlTable strata_sql_table_thread_state;
extern const StrataSqlTable strata_sql_table_trace_bounds;
extern const StrataSqlTable strata_sql_table_track;

/* strata-sql-arrows.c: adds the arrows implied by the kernel and the system. */
void strata_sql_arrows_add (StrataSqlSource *source, GArray *flows);

/* strata-sql-timeline.c: adds the arrows from frames of apps to the display frames that show them. */
void strata_sql_timeline_add_arrows (StrataSqlSource *source, GArray *flows);

/* Defines a column from one expression: @name is its getter, @value has `source` and `row` as in #StrataSqlColumn. */
#define STRATA_SQL_GETTER(type, name, value)              \
  static type name (StrataSqlSource *source, guint32 row) \
  {                                                       \
    return value;                                         \
  }

/* The same for the number of rows of a table. */
#define STRATA_SQL_COUNT(name, value)           \
  static guint32 name (StrataSqlSource *source) \
  {                                             \
    return value;                               \
  }

/* The id of a row if ids equal row numbers. */
static inline gint64
strata_sql_get_row (StrataSqlSource *source,
                    guint32 row)
{
  return row;
}

/* A column that has no value in any capture. */
static inline gint64
strata_sql_get_null (StrataSqlSource *source,
                     guint32 row)
{
  return STRATA_SQL_NULL;
}

G_END_DECLS
