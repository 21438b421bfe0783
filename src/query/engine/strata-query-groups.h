/* strata-query-groups.h - sums by groups without SQLite
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query-private.h"

G_BEGIN_DECLS

/* Only our own statements read it. */
#define STRATA_QUERY_GROUPS_TABLE "strata_groups"

/* Limit for the different sums in a statement. */
#define STRATA_QUERY_MAX_SUMS 16

/* An aggregate function. */
typedef enum
{
  STRATA_QUERY_COUNT, /* count(*), or count (column) */
  STRATA_QUERY_SUM,   /* sum (column) */
  STRATA_QUERY_MIN,   /* min (column) */
  STRATA_QUERY_MAX,   /* max (column) */
  STRATA_QUERY_AVG,   /* avg (column) */
} StrataQuerySumKind;

/* A sum over the rows of a group. */
typedef struct
{
  StrataQuerySumKind kind;       /* the function */
  const StrataSqlColumn *column; /* nullable: a column of whole numbers; NULL counts rows */
} StrataQuerySum;

/* What a statement reads from the table of groups. */
typedef struct
{
  StrataSqlSource *source;                    /* the trace */
  const StrataSqlTable *table;                /* the table whose rows are summed */
  const StrataSqlColumn *key;                 /* nullable: the column that they are grouped by; NULL for all rows as one group */
  const StrataSqlColumn *second;              /* nullable: a column of strings that each group is divided by */
  StrataQuerySum sums[STRATA_QUERY_MAX_SUMS]; /* (array length=n_sums): the sums */
  guint n_sums;                               /* how many */
} StrataQueryGroups;

/* Rewrites the statement of @tokens to one over the table of groups with the same result; %NULL if that is
 * not possible. */
char *strata_query_groups_write (StrataQuery *self, GArray *tokens, StrataQueryGroups *groups);

/* Reads the sum at function ( [alias.] column ), adds it to those of @groups and moves @index past it. Returns its number, or
 * %STRATA_NONE; @alias is the token with the name of the table. */
guint32 strata_query_groups_read_sum (StrataQueryGroups *groups, const StrataQuery *query, const GArray *tokens, guint alias, guint *index);

/* strata-query-joined.c: the same for a statement that joins slices with other tables; slices are summed before the join. */
char *strata_query_joined_write (StrataQuery *self, GArray *tokens, StrataQueryGroups *groups);

/* Registers the table of groups. Each statement binds its groups with the type below. */
gboolean strata_vtab_groups_register (StrataQuery *self);

#define STRATA_QUERY_GROUPS_TYPE "strata-groups"

G_END_DECLS
