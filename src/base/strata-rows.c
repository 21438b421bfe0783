/* strata-rows.c - rows of a table, with their columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-rows.h"

#include <math.h>

#include "strata-real.h"
#include "strata-units.h"

/* A snapshot of a table's content: the window, workers that write a file and the command line
 * make all cells from it, through the same columns. Its data never changes, so it needs no lock;
 * data that is computed lazily does its own locking. */
struct _StrataRows
{
  gatomicrefcount n_refs;
  const StrataRowClass *klass; /* borrowed: static */
  gpointer data;               /* owned if the class frees it */
  guint n_rows;
  gint64 origin_ns; /* the window shows times relative to this */
  gint64 step_ns;   /* and rounds them to this */
};

#define DEFAULT_STEP_NS 1000

/**
 * strata_rows_new:
 * @klass: the class of the rows
 * @data: (transfer full): the data of their cells
 * @n_rows: how many there are
 *
 * Returns: (transfer full): the rows
 */
StrataRows *
strata_rows_new (const StrataRowClass *klass,
                 gpointer data,
                 guint n_rows)
{
  StrataRows *self = g_new0 (StrataRows, 1);

  g_atomic_ref_count_init (&self->n_refs);
  self->klass = klass;
  self->data = data;
  self->n_rows = n_rows;
  self->step_ns = DEFAULT_STEP_NS;

  return self;
}

StrataRows *
strata_rows_ref (StrataRows *self)
{
  g_atomic_ref_count_inc (&self->n_refs);

  return self;
}

void
strata_rows_unref (StrataRows *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->n_refs))
    return;

  if (self->klass->free_data != NULL)
    self->klass->free_data (self->data);
  g_free (self);
}

/**
 * strata_rows_set_axis:
 * @self: rows that are not shared yet
 * @axis: axis of the trace: the window counts times from its start instead of 0, with as many digits as it needs
 */
void
strata_rows_set_axis (StrataRows *self,
                      StrataSpan axis)
{
  self->origin_ns = axis.begin_ns;
  self->step_ns = strata_span_get_step_ns (axis);
}

const StrataRowClass *
strata_rows_get_class (const StrataRows *self)
{
  return self->klass;
}

/* Returns the data of their cells; NULL if there is none. @self may be NULL. */
gpointer
strata_rows_get_data (const StrataRows *self)
{
  return self != NULL ? self->data : NULL;
}

guint
strata_rows_get_n_rows (const StrataRows *self)
{
  return self != NULL ? self->n_rows : 0;
}

static StrataRow
get_row (const StrataRows *self,
         guint number)
{
  return (StrataRow){ self->data, number };
}

/* Returns the key of the row; its number if the class has no keys. */
guint64
strata_rows_get_key (const StrataRows *self,
                     guint row)
{
  return self->klass->get_key != NULL ? self->klass->get_key (get_row (self, row)) : row;
}

static const StrataTableColumn *
get_column (const StrataRows *self,
            guint column)
{
  return &self->klass->columns[column];
}

/* Tries @first before the getter of all cells, if the class has one. */
static void
get_cell (const StrataRows *self,
          StrataCellGet first,
          guint row,
          guint column,
          StrataCell *cell)
{
  if (first != NULL && first (get_row (self, row), column, cell))
    return;

  if (self->klass->get != NULL)
    self->klass->get (get_row (self, row), column, cell);
}

static char *
dup_number (const StrataRows *self,
            StrataCellKind kind,
            gint64 number)
{
  char text[STRATA_UNITS_BYTES];

  switch (kind)
    {
    case STRATA_CELL_TEXT:
    case STRATA_CELL_FIGURE:
    case STRATA_CELL_NUMBER:
      return g_strdup_printf ("%" G_GINT64_FORMAT, number);
    case STRATA_CELL_COUNT:
      return g_strdup (strata_units_count (number, text));
    case STRATA_CELL_TIME:
      return g_strdup (number != STRATA_NO_TIME ? strata_units_offset (number - self->origin_ns, self->step_ns, text) : "");
    case STRATA_CELL_DURATION:
      return g_strdup (number != STRATA_NO_TIME ? strata_units_duration (number, text) : "");
    }

  g_return_val_if_reached (g_strdup (""));
}

static char *
dup_cell (const StrataRows *self,
          StrataCellKind kind,
          const StrataCell *cell)
{
  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      break;
    case STRATA_VALUE_TEXT:
      return g_utf8_make_valid (cell->text, -1);
    case STRATA_VALUE_NUMBER:
      return dup_number (self, kind, cell->number);
    case STRATA_VALUE_REAL:
      return strata_real_dup_short (cell->real);
    }

  return g_strdup ("");
}

/**
 * strata_rows_dup_text:
 * @self: rows
 * @row: number of a row
 * @column: a column of the class
 *
 * Returns: (transfer full): the text of the cell in the window, valid UTF-8; empty for an unknown value
 */
char *
strata_rows_dup_text (const StrataRows *self,
                      guint row,
                      guint column)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  get_cell (self, self->klass->show, row, column, &cell);

  return dup_cell (self, get_column (self, column)->kind, &cell);
}

/* Returns how many levels its first column in the window is indented. */
guint
strata_rows_get_indent (const StrataRows *self,
                        guint row)
{
  return self->klass->get_indent != NULL ? self->klass->get_indent (get_row (self, row)) : 0;
}

/* Returns how good the row is, if that column shows it. */
StrataTone
strata_rows_get_tone (const StrataRows *self,
                      guint row,
                      guint column)
{
  return self->klass->get_tone != NULL && column == self->klass->toned ? self->klass->get_tone (get_row (self, row)) : STRATA_TONE_NONE;
}

/**
 * strata_rows_dup_tooltip:
 * @self: rows
 * @row: number of a row
 * @column: a column of the class
 *
 * Returns: (transfer full) (nullable): the tooltip of the cell, if it has one
 */
char *
strata_rows_dup_tooltip (const StrataRows *self,
                         guint row,
                         guint column)
{
  g_auto (StrataCell) cell = STRATA_CELL_INIT;

  if (self->klass->tooltip != NULL && self->klass->tooltip (get_row (self, row), column, &cell))
    return dup_cell (self, STRATA_CELL_TEXT, &cell);

  return get_column (self, column)->is_wide ? strata_rows_dup_text (self, row, column) : NULL;
}

/* A row and its sort key, which is computed once rather than in each comparison. */
typedef struct
{
  guint32 row;
  guint32 place; /* before sorting */
  StrataCell cell;
  char *collated; /* owned; nullable: for text */
} Sorted;

static void
find_sorted (const StrataRows *self,
             guint column,
             Sorted *sorted)
{
  get_cell (self, self->klass->sort, sorted->row, column, &sorted->cell);

  if ((sorted->cell.kind == STRATA_VALUE_NUMBER && sorted->cell.number == STRATA_NO_TIME && get_column (self, column)->kind >= STRATA_CELL_TIME) ||
      (sorted->cell.kind == STRATA_VALUE_REAL && isnan (sorted->cell.real)))
    strata_cell_clear (&sorted->cell);
  if (sorted->cell.kind != STRATA_VALUE_TEXT)
    return;

  g_autofree char *valid = g_utf8_make_valid (sorted->cell.text, -1);
  g_autofree char *folded = g_utf8_casefold (valid, -1);

  sorted->collated = g_utf8_collate_key (folded, -1);
}

/* Unknown values sort before all others. */
static int
compare_values (const Sorted *a,
                const Sorted *b)
{
  if (a->cell.kind != b->cell.kind)
    return a->cell.kind < b->cell.kind ? -1 : 1;

  switch (a->cell.kind)
    {
    case STRATA_VALUE_UNKNOWN:
      return 0;
    case STRATA_VALUE_TEXT:
      return strcmp (a->collated, b->collated);
    case STRATA_VALUE_NUMBER:
      return (a->cell.number > b->cell.number) - (a->cell.number < b->cell.number);
    case STRATA_VALUE_REAL:
      return (a->cell.real > b->cell.real) - (a->cell.real < b->cell.real);
    }

  return 0;
}

/* Equal rows keep their order in both directions. */
static int
compare_sorted (gconstpointer a,
                gconstpointer b,
                gpointer is_descending)
{
  const Sorted *x = a;
  const Sorted *y = b;
  const int order = compare_values (x, y);

  if (order != 0)
    return GPOINTER_TO_INT (is_descending) ? -order : order;

  return (x->place > y->place) - (x->place < y->place);
}

/**
 * strata_rows_sort:
 * @self: rows
 * @rows: (inout) (array length=n_rows): numbers of rows
 * @n_rows: how many
 * @column: a column of the class
 * @is_descending: whether the largest comes first
 *
 * Sorts numbers of rows; equal rows keep their order.
 */
void
strata_rows_sort (const StrataRows *self,
                  guint32 *rows,
                  guint n_rows,
                  guint column,
                  gboolean is_descending)
{
  g_autofree Sorted *sorted = g_new0 (Sorted, MAX (n_rows, 1));

  for (guint i = 0; i < n_rows; i++)
    {
      sorted[i].row = rows[i];
      sorted[i].place = i;
      find_sorted (self, column, &sorted[i]);
    }

  g_qsort_with_data (sorted, (int) n_rows, sizeof *sorted, compare_sorted, GINT_TO_POINTER (is_descending));

  for (guint i = 0; i < n_rows; i++)
    {
      rows[i] = sorted[i].row;
      strata_cell_clear (&sorted[i].cell);
      g_free (sorted[i].collated);
    }
}

guint
strata_row_class_count (const StrataRowClass *klass,
                        const StrataColumnList *list)
{
  return list->n_columns > 0 ? list->n_columns : klass->n_columns;
}

guint
strata_row_class_get_column (const StrataColumnList *list,
                             guint place)
{
  return list->columns != NULL ? list->columns[place] : place;
}

static const StrataColumnList *
get_list (const StrataRows *self,
          StrataTableStyle style)
{
  const gboolean is_printed = style == STRATA_TABLE_TEXT && self->klass->printed.n_columns > 0;

  return is_printed ? &self->klass->printed : &self->klass->exported;
}

/**
 * strata_rows_open:
 * @self: rows
 * @output: the output
 * @style: the style of the table
 *
 * Returns: (transfer full): a table with their columns and no rows yet; free with strata_table_close()
 */
StrataTable *
strata_rows_open (const StrataRows *self,
                  StrataOutput *output,
                  StrataTableStyle style)
{
  const StrataColumnList *list = get_list (self, style);
  const guint n_columns = strata_row_class_count (self->klass, list);
  g_autofree StrataTableColumn *columns = g_new (StrataTableColumn, n_columns);

  for (guint i = 0; i < n_columns; i++)
    columns[i] = *get_column (self, strata_row_class_get_column (list, i));

  return strata_table_new (output, style, columns, n_columns);
}

/**
 * strata_rows_write:
 * @self: rows
 * @table: a table from strata_rows_open()
 * @style: its style
 * @row: number of a row
 *
 * Writes a row.
 */
void
strata_rows_write (const StrataRows *self,
                   StrataTable *table,
                   StrataTableStyle style,
                   guint row)
{
  const StrataColumnList *list = get_list (self, style);
  const guint n_columns = strata_row_class_count (self->klass, list);

  if (self->klass->write != NULL)
    {
      self->klass->write (get_row (self, row), table);
      return;
    }

  for (guint i = 0; i < n_columns; i++)
    {
      g_auto (StrataCell) cell = STRATA_CELL_INIT;

      self->klass->get (get_row (self, row), strata_row_class_get_column (list, i), &cell);
      strata_table_cell (table, &cell);
    }
}

/**
 * strata_rows_print:
 * @self: rows
 * @output: the output
 * @style: the style of the table
 *
 * Writes all rows as a table.
 */
void
strata_rows_print (const StrataRows *self,
                   StrataOutput *output,
                   StrataTableStyle style)
{
  StrataTable *table = strata_rows_open (self, output, style);

  for (guint i = 0; i < self->n_rows; i++)
    strata_rows_write (self, table, style, i);

  strata_table_close (table);
}
