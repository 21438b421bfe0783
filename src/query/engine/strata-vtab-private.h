/* strata-vtab-private.h - a table of a trace as an SQLite virtual table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query-private.h"

G_BEGIN_DECLS

typedef struct
{
  sqlite3_vtab base;
  StrataQuery *query;          /* borrowed */
  StrataSqlSource *source;     /* borrowed */
  const StrataSqlTable *table; /* borrowed */
} StrataVtab;

/* How rows are found. */
typedef enum
{
  STRATA_VTAB_ALL,     /* all rows */
  STRATA_VTAB_ID,      /* the row with an id */
  STRATA_VTAB_FIND,    /* the rows with a value of one column */
  STRATA_VTAB_RUNS,    /* run by run, each narrowed to a span of time */
  STRATA_VTAB_GROUPED, /* all rows, those with the same value of one column as neighbours */
} StrataVtabPath;

/**
 * StrataVtabPlan:
 * @path: how rows are found
 * @argument: index of the constraint used by the path, or -1
 * @group: the column of %STRATA_VTAB_GROUPED
 * @n_constraints: how many constraints there are
 *
 * The decision of xBestIndex. Constraints are a string of pairs: operator and column, each plus ' '.
 */
typedef struct
{
  StrataVtabPath path;
  int argument;
  int group;
} StrataVtabPlan;

#define STRATA_VTAB_PLAN_PACK(plan) ((int) (plan).path | ((plan).argument + 1) << 4 | (plan).group << 16)
#define STRATA_VTAB_PLAN_UNPACK(number) \
  ((StrataVtabPlan){ (StrataVtabPath) ((number) &0xf), ((number) >> 4 & 0xfff) - 1, (number) >> 16 })

/* How many rows ahead are prefetched. */
#define STRATA_VTAB_PREFETCH_ROWS 24

/* The row at an index of a segment. */
static inline guint32
strata_vtab_get_row (const StrataSqlSegment *segment,
                     guint32 place)
{
  return segment->order != NULL ? segment->order[place] : place;
}

/* Rows in another order than in memory cause cache misses unless they are prefetched. */
static inline void
strata_vtab_prefetch (StrataSqlSource *source,
                      const StrataSqlTable *table,
                      const StrataSqlSegment *segment,
                      guint32 place)
{
  if (segment->order != NULL && table->prefetch != NULL && segment->end - place > STRATA_VTAB_PREFETCH_ROWS)
    table->prefetch (source, segment->order[place + STRATA_VTAB_PREFETCH_ROWS]);
}

/* xBestIndex, in strata-vtab-plan.c. */
int strata_vtab_best_index (sqlite3_vtab *vtab, sqlite3_index_info *info);

/* The methods of cursors are in strata-vtab-cursor.c. xOpen. */
int strata_vtab_open (sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor);
/* xClose. */
int strata_vtab_close (sqlite3_vtab_cursor *cursor);
/* xFilter: @number and @text are the plan. */
int strata_vtab_filter (sqlite3_vtab_cursor *cursor, int number, const char *text, int n_values, sqlite3_value **values);
/* xNext. */
int strata_vtab_next (sqlite3_vtab_cursor *cursor);
/* xEof. */
int strata_vtab_eof (sqlite3_vtab_cursor *cursor);
/* xColumn. */
int strata_vtab_column (sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column);
/* xRowid. */
int strata_vtab_rowid (sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);

G_END_DECLS
