/* strata-sql-table.h - what a table of SQL is: its columns and how its rows are found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-cell.h"

G_BEGIN_DECLS

/* A trace and what its tables need beside it, see strata-sql-source.h. */
typedef struct _StrataSqlSource StrataSqlSource;

/* What a number is where SQL has NULL. */
#define STRATA_SQL_NULL G_MININT64

/**
 * StrataSqlType:
 * @STRATA_SQL_INTEGER: a whole number
 * @STRATA_SQL_REAL: a number with a fraction
 * @STRATA_SQL_TEXT: a string
 *
 * What all values of a column are, but for NULL.
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
 * @STRATA_SQL_ARGUMENT: an argument of a table function: has to be given
 * @STRATA_SQL_ID: the id of the row: what @StrataSqlTable.first_id returns, and ascending by one
 * @STRATA_SQL_TIME: the time by which rows are found
 * @STRATA_SQL_END: the time at which a row ends, where those of a run do not overlap, as the sum of time and duration
 * @STRATA_SQL_RUN: what all rows of a run have in common, see @StrataSqlTable.list_runs
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
 * @order: (nullable): rows, of which `[begin, end)` are meant; %NULL for the rows with those numbers
 * @begin: first
 * @end: one past the last
 *
 * Some rows of a table, one after the other.
 */
typedef struct
{
  const guint32 *order;
  guint32 begin;
  guint32 end;
} StrataSqlSegment;

/* Appends `[begin, end)` to an array of segments unless that is empty. */
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

/* Appends all rows to @segments, in an order that the place of use describes. */
typedef void (*StrataSqlList) (StrataSqlSource *source, GArray *segments);

/**
 * StrataSqlColumn:
 * @name: its name, a contract; that of PerfettoSQL where it has such a column
 * @type: what its values are
 * @unit: (nullable): of a number, such as "ns"
 * @doc: what it is, a sentence without a full stop
 * @flags: #StrataSqlFlags
 * @number: (nullable): its value as a number, or %STRATA_SQL_NULL
 * @string: (nullable): its value as an id in the pool of the trace; the empty string is NULL
 * @word: (nullable): its value as a text that lives as long as the trace; %NULL is NULL
 * @cell: (nullable): its value, if it is none of these
 * @find: (nullable): finds the rows with a value: a number, or the id of a string
 * @list_grouped: (nullable): lists all rows, those with the same value in one segment
 *
 * A column. Exactly one of @number, @string, @word and @cell is set, but for arguments, which have none.
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
 * @name: its name, a contract; that of PerfettoSQL where it has such a table
 * @doc: what its rows are
 * @columns: (array length=n_columns): its columns
 * @n_columns: how many
 * @count: how many rows it has; may compute them
 * @first_id: (nullable): id of the first row; %NULL for 0
 * @exists: (nullable): whether a row is there; %NULL for all
 * @list_runs: (nullable): lists all rows in runs in which time ascends, those of the same run column as neighbours
 * @prefetch: (nullable): asks the processor for the columns that most queries read of a row
 * @is_by_time: whether all rows ascend by time as they are numbered
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
const char *strata_sql_type_get_name (StrataSqlType type);

G_END_DECLS
