/* strata-query-table.c - the result of a query as rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-table.h"

#include <string.h>

/* The last result of the statements, 16 bytes per cell, with texts in one buffer. Larger results are
 * cut at the limits. The row class is made from the names of the columns: ts and names that end with
 * _ts are times, dur and names that end with _dur are durations. */
#define MAX_ROWS 1000000
#define MAX_BYTES (G_GUINT64_CONSTANT (256) * 1024 * 1024)

/* Row classes number columns with 8 bits. */
#define MAX_COLUMNS 255

/* Minimum width of a column of numbers. */
#define LEAST_CHARS 8
#define MOST_MEASURED_ROWS 1000

typedef struct
{
  StrataValueKind kind;
  union
  {
    gint64 number;
    double real;
    guint64 text; /* offset in the texts */
  };
} Value;

struct _StrataQueryTable
{
  gatomicrefcount n_refs;
  char **names; /* (nullable) owned */
  guint n_columns;
  guint n_rows;
  guint n_results; /* of all statements */
  GArray *values;  /* (element-type Value) owned */
  GString *texts;  /* owned: NUL-ended, one after the other */
  gboolean is_cut;
  StrataTableColumn *columns; /* (nullable) owned */
  StrataRowClass klass;
};

static void
forget (StrataQueryTable *self)
{
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->columns, g_free);
  g_array_set_size (self->values, 0);
  g_string_truncate (self->texts, 0);
  self->n_columns = 0;
  self->n_rows = 0;
  self->is_cut = FALSE;
}

/**
 * strata_query_table_ref:
 * @self: a result
 *
 * Returns: (transfer full): the same
 */
StrataQueryTable *
strata_query_table_ref (StrataQueryTable *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
strata_query_table_unref (StrataQueryTable *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;

  forget (self);
  g_array_unref (self->values);
  g_string_free (self->texts, TRUE);
  g_free (self);
}

static gboolean
begin_result (gpointer data,
              const char *const *names,
              guint n_columns)
{
  StrataQueryTable *self = data;

  forget (self);
  self->names = g_strdupv ((char **) names);
  self->n_columns = MIN (n_columns, MAX_COLUMNS);
  self->n_results++;
  return TRUE;
}

static Value
make_value (StrataQueryTable *self,
            const StrataCell *cell)
{
  Value value = { cell->kind };

  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      break;
    case STRATA_VALUE_TEXT:
      value.text = self->texts->len;
      g_string_append_len (self->texts, cell->text, (gssize) strlen (cell->text) + 1);
      break;
    case STRATA_VALUE_NUMBER:
      value.number = cell->number;
      break;
    case STRATA_VALUE_REAL:
      value.real = cell->real;
      break;
    }

  return value;
}

static gboolean
take_row (gpointer data,
          const StrataCell *cells,
          guint n_columns)
{
  StrataQueryTable *self = data;

  if (self->n_rows >= MAX_ROWS || self->texts->len + (guint64) self->values->len * sizeof (Value) > MAX_BYTES)
    {
      self->is_cut = TRUE;
      return FALSE;
    }

  for (guint i = 0; i < self->n_columns; i++)
    {
      const Value value = make_value (self, &cells[i]);

      g_array_append_val (self->values, value);
    }

  self->n_rows++;
  return TRUE;
}

static void
end_result (gpointer data)
{
}

static const Value *
get_value (const StrataQueryTable *self,
           guint row,
           guint column)
{
  return &g_array_index (self->values, Value, (gsize) row * self->n_columns + column);
}

static gboolean
get_cell (StrataRow row,
          guint column,
          StrataCell *cell)
{
  const StrataQueryTable *self = row.data;
  const Value *value = get_value (self, row.number, column);

  switch (value->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      break;
    case STRATA_VALUE_TEXT:
      strata_cell_set_text (cell, self->texts->str + value->text);
      break;
    case STRATA_VALUE_NUMBER:
      strata_cell_set_number (cell, value->number);
      break;
    case STRATA_VALUE_REAL:
      strata_cell_set_real (cell, value->real);
      break;
    }

  return TRUE;
}

static StrataCellKind
find_kind (const StrataQueryTable *self,
           guint column)
{
  const char *name = self->names[column];
  gboolean has_text = self->n_rows == 0;

  for (guint i = 0; i < self->n_rows && !has_text; i++)
    has_text = get_value (self, i, column)->kind == STRATA_VALUE_TEXT;

  if (has_text)
    return STRATA_CELL_TEXT;
  if (g_str_equal (name, "ts") || g_str_has_suffix (name, "_ts"))
    return STRATA_CELL_TIME;

  return g_str_equal (name, "dur") || g_str_has_suffix (name, "_dur") ? STRATA_CELL_DURATION : STRATA_CELL_NUMBER;
}

/* Width for the full numbers of the first rows: results are in ns or bytes, without units. */
static guint8
count_chars (const StrataQueryTable *self,
             guint column)
{
  gsize most = LEAST_CHARS;

  for (guint i = 0; i < MIN (self->n_rows, MOST_MEASURED_ROWS); i++)
    {
      const Value *value = get_value (self, i, column);
      g_autofree char *text = value->kind == STRATA_VALUE_NUMBER ? g_strdup_printf ("%" G_GINT64_FORMAT, value->number) : NULL;

      if (text != NULL)
        most = MAX (most, strlen (text) + 1);
    }

  return (guint8) most;
}

static void
make_class (StrataQueryTable *self)
{
  self->columns = g_new0 (StrataTableColumn, MAX (self->n_columns, 1));
  for (guint i = 0; i < self->n_columns; i++)
    {
      const StrataCellKind kind = find_kind (self, i);

      self->columns[i] = (StrataTableColumn){ self->names[i], self->names[i], kind, .is_wide = kind == STRATA_CELL_TEXT, .n_chars = kind == STRATA_CELL_NUMBER ? count_chars (self, i) : 0 };
    }

  self->klass = (StrataRowClass){
    .columns = self->columns,
    .n_columns = self->n_columns,
    .get = get_cell,
    .free_data = (GDestroyNotify) strata_query_table_unref,
  };
}

/**
 * strata_query_table_run:
 * @query: the connection
 * @sql: statements
 * @limits: their limits
 * @offset: (out) (optional): offset of the error in @sql
 * @error: return location for an error
 *
 * Runs statements and returns the last result.
 *
 * Returns: (transfer full) (nullable): the result, without columns if no statement has one
 */
StrataQueryTable *
strata_query_table_run (StrataQuery *query,
                        const char *sql,
                        const StrataQueryLimits *limits,
                        gsize *offset,
                        GError **error)
{
  static const StrataQueryReceiver receiver = { begin_result, take_row, end_result };
  g_autoptr (StrataQueryTable) self = g_new0 (StrataQueryTable, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->values = g_array_new (FALSE, FALSE, sizeof (Value));
  self->texts = g_string_new (NULL);
  if (!strata_query_run (query, sql, limits, &receiver, self, offset, error))
    return NULL;

  make_class (self);
  return g_steal_pointer (&self);
}

guint
strata_query_table_get_n_rows (const StrataQueryTable *self)
{
  return self->n_rows;
}

guint
strata_query_table_get_n_columns (const StrataQueryTable *self)
{
  return self->n_columns;
}

/* Returns how many of the statements had a result; this is the last. */
guint
strata_query_table_get_n_results (const StrataQueryTable *self)
{
  return self->n_results;
}

/* Whether there were more rows than are kept. */
gboolean
strata_query_table_is_cut (const StrataQueryTable *self)
{
  return self->is_cut;
}

static const Value *
find_value (const StrataQueryTable *self,
            guint row,
            const char *column)
{
  for (guint i = 0; i < self->n_columns && row < self->n_rows; i++)
    if (g_str_equal (self->names[i], column))
      return get_value (self, row, i);

  return NULL;
}

/**
 * strata_query_table_get_number:
 * @self: a result
 * @row: number of a row
 * @column: name of a column
 * @number: (out): its value
 *
 * Returns: whether the column exists and has a whole number there
 */
gboolean
strata_query_table_get_number (const StrataQueryTable *self,
                               guint row,
                               const char *column,
                               gint64 *number)
{
  const Value *value = find_value (self, row, column);

  if (value == NULL || value->kind != STRATA_VALUE_NUMBER)
    return FALSE;

  *number = value->number;
  return TRUE;
}

/**
 * strata_query_table_get_real:
 * @self: a result
 * @row: number of a row
 * @column: name of a column
 * @real: (out): its value
 *
 * Returns: whether the column exists and has a number there
 */
gboolean
strata_query_table_get_real (const StrataQueryTable *self,
                             guint row,
                             const char *column,
                             double *real)
{
  const Value *value = find_value (self, row, column);

  if (value == NULL || (value->kind != STRATA_VALUE_NUMBER && value->kind != STRATA_VALUE_REAL))
    return FALSE;

  *real = value->kind == STRATA_VALUE_NUMBER ? (double) value->number : value->real;
  return TRUE;
}

/**
 * strata_query_table_get_text:
 * @self: a result
 * @row: number of a row
 * @column: name of a column
 *
 * Returns: (transfer none) (nullable): its text, or %NULL if there is no such column or no text there
 */
const char *
strata_query_table_get_text (const StrataQueryTable *self,
                             guint row,
                             const char *column)
{
  const Value *value = find_value (self, row, column);

  return value != NULL && value->kind == STRATA_VALUE_TEXT ? self->texts->str + value->text : NULL;
}

/* Whether it has a column with that name. */
gboolean
strata_query_table_has_column (const StrataQueryTable *self,
                               const char *column)
{
  return self->n_columns > 0 && g_strv_contains ((const char *const *) self->names, column);
}

/* Returns the class of its rows; lives as long as @self. */
const StrataRowClass *
strata_query_table_get_class (const StrataQueryTable *self)
{
  return &self->klass;
}

StrataRows *
strata_query_table_new_rows (StrataQueryTable *self)
{
  return strata_rows_new (&self->klass, strata_query_table_ref (self), self->n_rows);
}
