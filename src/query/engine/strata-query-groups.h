/* strata-query-groups.h - sums by groups that need no SQLite
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-query-private.h"

G_BEGIN_DECLS

/* Only statements of ours read it. */
#define STRATA_QUERY_GROUPS_TABLE "strata_groups"

/* So many different sums may be in a statement. */
#define STRATA_QUERY_MAX_SUMS 16

/**
 * StrataQuerySumKind:
 * @STRATA_QUERY_COUNT: count(*), or count (column)
 * @STRATA_QUERY_SUM: sum (column)
 * @STRATA_QUERY_MIN: min (column)
 * @STRATA_QUERY_MAX: max (column)
 * @STRATA_QUERY_AVG: avg (column)
 *
 * An aggregate function.
 */
typedef enum
{
  STRATA_QUERY_COUNT,
  STRATA_QUERY_SUM,
  STRATA_QUERY_MIN,
  STRATA_QUERY_MAX,
  STRATA_QUERY_AVG,
} StrataQuerySumKind;

/**
 * StrataQuerySum:
 * @kind: which
 * @column: (nullable): of whole numbers; %NULL counts rows
 *
 * What is asked of the rows of a group.
 */
typedef struct
{
  StrataQuerySumKind kind;
  const StrataSqlColumn *column;
} StrataQuerySum;

/**
 * StrataQueryGroups:
 * @source: the trace
 * @table: whose rows are summed
 * @key: (nullable): the column that they are grouped by; %NULL for all rows as one group
 * @second: (nullable): a column of strings that each group is divided by
 * @sums: (array length=n_sums): what is asked
 * @n_sums: how many
 *
 * What a statement asks of a table of groups.
 */
typedef struct
{
  StrataSqlSource *source;
  const StrataSqlTable *table;
  const StrataSqlColumn *key;
  const StrataSqlColumn *second;
  StrataQuerySum sums[STRATA_QUERY_MAX_SUMS];
  guint n_sums;
} StrataQueryGroups;

/* The statement over a table of groups that has the result of that of @tokens, or %NULL if that is not of a kind
 * for which there is one. */
char *strata_query_groups_write (StrataQuery *self, GArray *tokens, StrataQueryGroups *groups);

/* The sum at function ( [alias.] column ), added to those of @groups; @index is moved past it. Returns its number, or %STRATA_NONE;
 * @alias is the token with the name of the table. */
guint32 strata_query_groups_read_sum (StrataQueryGroups *groups, const StrataQuery *query, const GArray *tokens, guint alias, guint *index);

/* strata-query-joined.c: the same of a statement that joins slices with other tables, which sums them before that. */
char *strata_query_joined_write (StrataQuery *self, GArray *tokens, StrataQueryGroups *groups);

/* Registers the table of groups; which ones is bound to a statement with the type below. */
gboolean strata_vtab_groups_register (StrataQuery *self);

#define STRATA_QUERY_GROUPS_TYPE "strata-groups"

G_END_DECLS
