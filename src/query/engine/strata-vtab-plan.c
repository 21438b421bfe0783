/* strata-vtab-plan.c - chooses how to find rows of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-vtab-private.h"

/* All constraints that the cursor can check are passed to it, since that is much cheaper than in
 * SQLite. SQLite checks them again (omit is not set): it decides how values of another type
 * compare, and the cursor may let such rows pass. */

/* Divisors for the share of rows that a constraint leaves; nothing is known about the values. */
#define LEFT_BY_EQUAL 30.0
#define LEFT_BY_RANGE 3.0
#define LEFT_BY_MATCH 5.0

/* Assumed rows of a table that is computed when it is first read. */
#define UNKNOWN_ROWS 2000

typedef struct
{
  const StrataVtab *vtab;
  sqlite3_index_info *info;
  GString *text;
  int n_used;
  double n_rows;    /* in the table */
  double n_left;    /* estimated result rows */
  double n_scanned; /* estimated rows that are read */
  int n_bounds;     /* number of time bounds */
  StrataVtabPlan plan;
} Planner;

static const StrataSqlColumn *
get_column (const Planner *self,
            int column)
{
  return column >= 0 && (guint) column < self->vtab->table->n_columns ? &self->vtab->table->columns[column] : NULL;
}

static gboolean
is_match (int op)
{
  return op == SQLITE_INDEX_CONSTRAINT_LIKE || op == SQLITE_INDEX_CONSTRAINT_GLOB || op == SQLITE_INDEX_CONSTRAINT_REGEXP;
}

static gboolean
is_range (int op)
{
  return op == SQLITE_INDEX_CONSTRAINT_LT || op == SQLITE_INDEX_CONSTRAINT_LE || op == SQLITE_INDEX_CONSTRAINT_GT || op == SQLITE_INDEX_CONSTRAINT_GE;
}

static gboolean
is_checkable (const Planner *self,
              int index)
{
  const int op = self->info->aConstraint[index].op;
  const StrataSqlColumn *column = get_column (self, self->info->aConstraint[index].iColumn);

  if (column == NULL)
    return FALSE;
  if ((column->flags & STRATA_SQL_ARGUMENT) != 0)
    return op == SQLITE_INDEX_CONSTRAINT_EQ;
  if (column->number != NULL)
    return op == SQLITE_INDEX_CONSTRAINT_EQ || op == SQLITE_INDEX_CONSTRAINT_NE || is_range (op);
  if (column->string == NULL && column->word == NULL)
    return FALSE;
  if (op == SQLITE_INDEX_CONSTRAINT_EQ)
    return g_str_equal (sqlite3_vtab_collation (self->info, index), "BINARY");

  return is_match (op);
}

/* Whether an argument cannot be used yet: the table has to be read after the table that provides it. */
static gboolean
lacks_argument (const Planner *self)
{
  gboolean has_argument = FALSE;
  gboolean needs_argument = FALSE;

  for (guint i = 0; i < self->vtab->table->n_columns; i++)
    needs_argument |= (self->vtab->table->columns[i].flags & STRATA_SQL_ARGUMENT) != 0;

  for (int i = 0; i < self->info->nConstraint; i++)
    {
      const StrataSqlColumn *column = get_column (self, self->info->aConstraint[i].iColumn);

      if (column != NULL && (column->flags & STRATA_SQL_ARGUMENT) != 0 && self->info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
        has_argument |= self->info->aConstraint[i].usable;
    }

  return needs_argument && !has_argument;
}

/* Estimates the rows with one value; a run column has about one value per thread. */
static double
get_rows_of_value (const Planner *self,
                   const StrataSqlColumn *column)
{
  if ((column->flags & STRATA_SQL_ARGUMENT) != 0)
    return 10;

  const double n_values = (column->flags & STRATA_SQL_RUN) != 0 ? MAX (self->vtab->source->n_threads, 16) : 256;

  return MAX (self->n_rows / n_values, 1);
}

static void
take_path (Planner *self,
           int index,
           int argument)
{
  const StrataSqlColumn *column = get_column (self, self->info->aConstraint[index].iColumn);

  if (self->info->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ)
    return;

  if ((column->flags & STRATA_SQL_ID) != 0)
    {
      self->plan = (StrataVtabPlan){ STRATA_VTAB_ID, argument, 0 };
      self->n_scanned = 1;
    }
  else if ((column->flags & STRATA_SQL_ARGUMENT) != 0 ||
           (column->find != NULL && self->plan.path != STRATA_VTAB_ID && get_rows_of_value (self, column) < self->n_scanned))
    {
      /* an argument cannot be tested: its rows can only be found */
      self->plan = (StrataVtabPlan){ STRATA_VTAB_FIND, argument, 0 };
      self->n_scanned = get_rows_of_value (self, column);
    }
}

static void
take_constraint (Planner *self,
                 int index)
{
  const struct sqlite3_index_constraint *constraint = &self->info->aConstraint[index];
  const StrataSqlColumn *column = get_column (self, constraint->iColumn);

  g_string_append_c (self->text, (char) (' ' + constraint->op));
  g_string_append_c (self->text, (char) (' ' + 1 + constraint->iColumn));
  self->info->aConstraintUsage[index].argvIndex = ++self->n_used;
  self->info->aConstraintUsage[index].omit = (column->flags & STRATA_SQL_ARGUMENT) != 0;

  take_path (self, index, self->n_used - 1);
  if ((column->flags & (STRATA_SQL_TIME | STRATA_SQL_END)) != 0 && is_range (constraint->op))
    self->n_bounds++;

  if (constraint->op == SQLITE_INDEX_CONSTRAINT_EQ)
    self->n_left /= (column->flags & STRATA_SQL_ID) != 0 ? MAX (self->n_rows, 1) : MAX (self->n_rows / get_rows_of_value (self, column), LEFT_BY_EQUAL);
  else if (is_range (constraint->op))
    self->n_left /= LEFT_BY_RANGE;
  else if (is_match (constraint->op))
    self->n_left /= LEFT_BY_MATCH;
}

/* Time bounds narrow every run by bisection. */
static void
use_time (Planner *self)
{
  const StrataSqlTable *table = self->vtab->table;

  if (self->n_bounds == 0 || self->plan.path == STRATA_VTAB_ID || (table->list_runs == NULL && !table->is_by_time))
    return;
  if (self->plan.path == STRATA_VTAB_ALL && table->list_runs != NULL)
    self->plan.path = STRATA_VTAB_RUNS;

  for (int i = 0; i < self->n_bounds; i++)
    self->n_scanned /= LEFT_BY_RANGE;
}

/* For GROUP BY and DISTINCT, neighbours with equal values should be enough. But SQLite 3.40 uses the order of groups for an
 * ORDER BY of the same column, so values ascend, too. */
static void
use_order (Planner *self)
{
  const struct sqlite3_index_orderby *order = self->info->aOrderBy;
  const StrataSqlColumn *column = self->info->nOrderBy == 1 ? get_column (self, order->iColumn) : NULL;
  const int distinct = sqlite3_vtab_distinct (self->info);

  if (column == NULL || self->plan.path == STRATA_VTAB_ID)
    return;

  /* rows are numbered by id: GROUP BY of an id needs no sorter if its table is the outer one of a join */
  if ((column->flags & STRATA_SQL_ID) != 0 && self->plan.path == STRATA_VTAB_ALL && !order->desc)
    self->info->orderByConsumed = TRUE;
  else if ((column->flags & STRATA_SQL_TIME) != 0 && self->plan.path == STRATA_VTAB_ALL && self->vtab->table->is_by_time && !order->desc)
    self->info->orderByConsumed = TRUE;
  else if ((distinct != 1 && distinct != 2) || order->desc)
    return;
  else if (self->plan.path == STRATA_VTAB_RUNS && (column->flags & STRATA_SQL_RUN) != 0)
    self->info->orderByConsumed = TRUE;
  else if (self->plan.path == STRATA_VTAB_ALL && (column->flags & STRATA_SQL_RUN) != 0 && self->vtab->table->list_runs != NULL)
    {
      self->plan.path = STRATA_VTAB_RUNS;
      self->info->orderByConsumed = TRUE;
    }
  else if (self->plan.path == STRATA_VTAB_ALL && column->list_grouped != NULL)
    {
      self->plan = (StrataVtabPlan){ STRATA_VTAB_GROUPED, -1, order->iColumn };
      self->info->orderByConsumed = TRUE;
    }
}

/* SQLite ignores the cost of sorting if the outer table is virtual. So a table that has its rows in order
 * has to appear cheaper than an unordered one of about the same size: the sorter would keep every joined
 * row. */
#define BONUS_OF_ORDER 8.0

static void
estimate (Planner *self)
{
  const double bonus = self->info->orderByConsumed ? BONUS_OF_ORDER : 1;
  const double n_left = MIN (self->n_left, self->n_scanned) / bonus;

  self->info->estimatedRows = (sqlite3_int64) MAX (n_left, 1);
  self->info->estimatedCost = 2 + self->n_scanned * 0.3 / bonus + n_left;
}

int
strata_vtab_best_index (sqlite3_vtab *vtab,
                        sqlite3_index_info *info)
{
  const StrataVtab *self = (StrataVtab *) vtab;
  const double n_rows = self->table->is_computed ? UNKNOWN_ROWS : MAX (self->table->count (self->source), 1);
  g_autoptr (GString) text = g_string_new (NULL);
  Planner planner = { self, info, text, 0, n_rows, n_rows, n_rows, 0, { STRATA_VTAB_ALL, -1, 0 } };

  if (lacks_argument (&planner))
    return SQLITE_CONSTRAINT;

  for (int i = 0; i < info->nConstraint; i++)
    if (info->aConstraint[i].usable && is_checkable (&planner, i))
      take_constraint (&planner, i);

  use_time (&planner);
  use_order (&planner);

  info->idxNum = STRATA_VTAB_PLAN_PACK (planner.plan);
  info->idxStr = sqlite3_mprintf ("%s", text->str);
  info->needToFreeIdxStr = TRUE;
  estimate (&planner);
  if (planner.plan.path == STRATA_VTAB_ID)
    info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;

  return info->idxStr != NULL ? SQLITE_OK : SQLITE_NOMEM;
}
