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

/* The type of all values of a column, except NULL. */
typedef enum
{
  STRATA_SQL_INTEGER, /* a whole number */
  STRATA_SQL_REAL,    /* a number with a fraction */
  STRATA_SQL_TEXT,    /* a string */
} StrataSqlType;

typedef enum
{
  STRATA_SQL_HIDDEN = 1 << 0,   /* another name of a column, or an argument: not part of `*` */
  STRATA_SQL_ARGUMENT = 1 << 1, /* a required argument of a table function */
  STRATA_SQL_ID = 1 << 2,       /* the id of the row: starts with @StrataSqlTable.first_id and ascends by one */
  STRATA_SQL_TIME = 1 << 3,     /* the time by which rows are found */
  STRATA_SQL_RUN = 1 << 4,      /* the same for all rows of a run, see @StrataSqlTable.list_runs */
  STRATA_SQL_END = 1 << 5,      /* the end of a row, the sum of time and duration, if rows of a run do not overlap */
} StrataSqlFlags;

/* A sequence of rows of a table. */
typedef struct
{
  /* nullable: row numbers, of which `[begin, end)` are used; NULL for the rows with the numbers
   * `[begin, end)` */
  const guint32 *order;
  guint32 begin; /* first */
  guint32 end;   /* one past the last */
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

/* A column. Exactly one of @number, @string, @word and @cell is set, except for arguments, which
 * have none. */
typedef struct
{
  const char *name;   /* its name, a contract; as in PerfettoSQL if it has such a column */
  StrataSqlType type; /* the type of its values */
  const char *unit;   /* nullable: unit of a number, such as "ns" */
  const char *doc;    /* its description, a sentence without a full stop */
  guint flags;        /* StrataSqlFlags */
  /* nullable: its value as a number, or STRATA_SQL_NULL */
  gint64 (*number) (StrataSqlSource *source, guint32 row);
  /* nullable: its value as a string id of the trace; the empty string is NULL */
  guint32 (*string) (StrataSqlSource *source, guint32 row);
  /* nullable: its value as a text that lives as long as the trace; NULL is NULL */
  const char *(*word) (StrataSqlSource *source, guint32 row);
  /* nullable: its value, if it has another type */
  void (*cell) (StrataSqlSource *source, guint32 row, StrataCell *cell);
  StrataSqlFind find;         /* nullable: finds the rows with a value: a number, or the id of a string */
  StrataSqlList list_grouped; /* nullable: lists all rows, those with the same value in one segment */
} StrataSqlColumn;

/* A table of SQL over the columns of a trace, without a copy of them. It is static. */
typedef struct
{
  const char *name;                           /* its name, a contract; as in PerfettoSQL if it has such a table */
  const char *doc;                            /* what its rows are */
  const StrataSqlColumn *columns;             /* (array length=n_columns): its columns */
  guint n_columns;                            /* how many */
  guint32 (*count) (StrataSqlSource *source); /* the number of its rows; may compute them */
  /* nullable: id of the first row; NULL for 0 */
  guint32 (*first_id) (StrataSqlSource *source);
  /* nullable: whether a row exists; NULL if all do */
  gboolean (*exists) (StrataSqlSource *source, guint32 row);
  /* nullable: lists all rows in runs in which time ascends, with the same value of the run column
   * as neighbours */
  StrataSqlList list_runs;
  /* nullable: prefetches the columns of a row that most queries read */
  void (*prefetch) (StrataSqlSource *source, guint32 row);
  gboolean is_by_time;  /* whether row numbers ascend by time */
  gboolean is_computed; /* whether @count computes, so that it is not called while a query is planned */
} StrataSqlTable;

const StrataSqlTable *const *strata_sql_tables_get (guint *n_tables);
const StrataSqlTable *strata_sql_tables_find (const char *name, gssize n_bytes);
const char *strata_sql_type_get_name (StrataSqlType type);

G_END_DECLS
