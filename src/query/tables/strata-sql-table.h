/* strata-sql-table.h - an SQL table: its columns and how its rows are found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-cell.h"

G_BEGIN_DECLS

/* A trace and the data that its tables need in addition, see strata-sql-source.h. */
typedef struct _StrataSqlSource StrataSqlSource;

/* The number that means NULL. */
#define STRATA_SQL_NULL G_MININT64

/**
 * StrataSqlType:
 * @STRATA_SQL_INTEGER: a whole number
 * @STRATA_SQL_REAL: a number with a fraction
 * @STRATA_SQL_TEXT: a string
 *
 * The type of all values of a column, except NULL.
 */
typedef enum
{
  STRATA_SQL_INTEGER,
  STRATA_SQL_REAL,
  STRATA_SQL_TEXT,
} StrataSqlType;

/**
 * StrataSqlFlags:
 * @STRATA_SQL_HIDDEN: another name of a column, or an argument: not part of `*`
 * @STRATA_SQL_ARGUMENT: a required argument of a table function
 * @STRATA_SQL_ID: the id of the row: starts with @StrataSqlTable.first_id and ascends by one
 * @STRATA_SQL_TIME: the time by which rows are found
 * @STRATA_SQL_END: the end of a row, the sum of time and duration, if rows of a run do not overlap
 * @STRATA_SQL_RUN: the same for all rows of a run, see @StrataSqlTable.list_runs
 */
typedef enum
{
  STRATA_SQL_HIDDEN = 1 << 0,
  STRATA_SQL_ARGUMENT = 1 << 1,
  STRATA_SQL_ID = 1 << 2,
  STRATA_SQL_TIME = 1 << 3,
  STRATA_SQL_RUN = 1 << 4,
  STRATA_SQL_END = 1 << 5,
} StrataSqlFlags;

/**
 * StrataSqlSegment:
 * @order: (nullable): row numbers, of which `[begin, end)` are used; %NULL for the rows with the numbers `[begin,
 *   end)`
 * @begin: first
 * @end: one past the last
 *
 * A sequence of rows of a table.
 */
typedef struct
{
  const guint32 *order;
  guint32 begin;
  guint32 end;
} StrataSqlSegment;

/* Appends `[begin, end)` to an array of segments unless it is empty. */
static inline void
strata_sql_segments_add (GArray *segments,
                         const guint32 *order,
                         guint32 begin,
                         guint32 end)
{
  const StrataSqlSegment segment = { order, begin, end };

  if (begin < end)
    g_array_append_val (segments, segment);
}

/* Appends the rows with @value to @segments. */
typedef void (*StrataSqlFind) (StrataSqlSource *source, gint64 value, GArray *segments);

/* Appends all rows to @segments, in an order that is documented where it is used. */
typedef void (*StrataSqlList) (StrataSqlSource *source, GArray *segments);

/**
 * StrataSqlColumn:
 * @name: its name, a contract; as in PerfettoSQL if it has such a column
 * @type: the type of its values
 * @unit: (nullable): unit of a number, such as "ns"
 * @doc: its description, a sentence without a full stop
 * @flags: #StrataSqlFlags
 * @number: (nullable): its value as a number, or %STRATA_SQL_NULL
 * @string: (nullable): its value as a string id of the trace; the empty string is NULL
 * @word: (nullable): its value as a text that lives as long as the trace; %NULL is NULL
 * @cell: (nullable): its value, if it has another type
 * @find: (nullable): finds the rows with a value: a number, or the id of a string
 * @list_grouped: (nullable): lists all rows, those with the same value in one segment
 *
 * A column. Exactly one of @number, @string, @word and @cell is set, except for arguments, which have none.
 */
typedef struct
{
  const char *name;
  StrataSqlType type;
  const char *unit;
  const char *doc;
  guint flags;
  gint64 (*number) (StrataSqlSource *source, guint32 row);
  guint32 (*string) (StrataSqlSource *source, guint32 row);
  const char *(*word) (StrataSqlSource *source, guint32 row);
  void (*cell) (StrataSqlSource *source, guint32 row, StrataCell *cell);
  StrataSqlFind find;
  StrataSqlList list_grouped;
} StrataSqlColumn;

/**
 * StrataSqlTable:
 * @name: its name, a contract; as in PerfettoSQL if it has such a table
 * @doc: what its rows are
 * @columns: (array length=n_columns): its columns
 * @n_columns: how many
 * @count: the number of its rows; may compute them
 * @first_id: (nullable): id of the first row; %NULL for 0
 * @exists: (nullable): whether a row exists; %NULL if all do
 * @list_runs: (nullable): lists all rows in runs in which time ascends, with the same value of the run column as
 *   neighbours
 * @prefetch: (nullable): prefetches the columns of a row that most queries read
 * @is_by_time: whether row numbers ascend by time
 * @is_computed: whether @count computes, so that it is not called while a query is planned
 *
 * A table of SQL over the columns of a trace, without a copy of them. It is static.
 */
typedef struct
{
  const char *name;
  const char *doc;
  const StrataSqlColumn *columns;
  guint n_columns;
  guint32 (*count) (StrataSqlSource *source);
  guint32 (*first_id) (StrataSqlSource *source);
  gboolean (*exists) (StrataSqlSource *source, guint32 row);
  StrataSqlList list_runs;
  void (*prefetch) (StrataSqlSource *source, guint32 row);
  gboolean is_by_time;
  gboolean is_computed;
} StrataSqlTable;

const StrataSqlTable *const *strata_sql_tables_get (guint *n_tables);
const StrataSqlTable *strata_sql_tables_find (const char *name, gssize n_bytes);
const char *strata_sql_type_get_name (StrataSqlType type);

G_END_DECLS
