/* strata-table.c - rows as text for the user, CSV, TSV or JSON
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-real.h"
#include "strata-text-table.h"
#include "strata-units.h"

/* CSV, TSV and JSON are written directly. Text goes through StrataTextTable, which uses the
 * first rows to decide the widths of the columns. */
struct _StrataTable
{
  StrataOutput *output; /* borrowed */
  StrataTableStyle style;
  StrataTableColumn *columns; /* (array length=n_columns) owned */
  GPtrArray *names;           /* (element-type utf8) owned: names and titles of columns in another unit */
  guint n_columns;
  guint column;          /* index of the next cell */
  gboolean has_rows;     /* for JSON: whether a comma is due */
  StrataTextTable *text; /* (nullable) owned */
};

/**
 * strata_table_style_from_name:
 * @name: name or path of a file
 * @style: (out): the style of its suffix: CSV, TSV or JSON
 *
 * Returns: whether the suffix is known
 */
gboolean
strata_table_style_from_name (const char *name,
                              StrataTableStyle *style)
{
  static const struct
  {
    const char *suffix;
    StrataTableStyle style;
  } styles[] = { { ".csv", STRATA_TABLE_CSV }, { ".tsv", STRATA_TABLE_TSV }, { ".json", STRATA_TABLE_JSON } };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (g_str_has_suffix (lower, styles[i].suffix))
      {
        *style = styles[i].style;
        return TRUE;
      }

  return FALSE;
}

static char
get_separator (const StrataTable *self)
{
  return self->style == STRATA_TABLE_TSV ? '\t' : ',';
}

static void
write_header (StrataTable *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      if (i > 0)
        strata_output_char (self->output, get_separator (self));
      strata_output_text (self->output, self->columns[i].name);
    }

  strata_output_char (self->output, '\n');
}

static char *
take (StrataTable *self,
      char *text)
{
  g_ptr_array_add (self->names, text);
  return text;
}

/* If samples are laid out by weight, "wall_ns" becomes "wall_cycles". */
static void
change_unit (StrataTable *self,
             const char *unit)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      StrataTableColumn *column = &self->columns[i];

      if (column->kind < STRATA_CELL_TIME)
        continue;

      if (g_str_has_suffix (column->name, "_ns"))
        column->name = take (self, g_strdup_printf ("%.*s_%s", (int) strlen (column->name) - 3, column->name, unit));

      column->title = take (self, g_strdup_printf ("%s (%s)", _ (column->title), unit));
      column->kind = STRATA_CELL_COUNT;
    }
}

/**
 * strata_table_new:
 * @output: the output
 * @style: the style of the table
 * @columns: (array length=n_columns): the columns
 * @n_columns: how many, above 0
 *
 * Returns: (transfer full): a table; free with strata_table_close()
 */
StrataTable *
strata_table_new (StrataOutput *output,
                  StrataTableStyle style,
                  const StrataTableColumn *columns,
                  guint n_columns)
{
  StrataTable *self = g_new0 (StrataTable, 1);

  self->output = output;
  self->style = style;
  self->columns = g_memdup2 (columns, n_columns * sizeof *columns);
  self->n_columns = n_columns;
  self->names = g_ptr_array_new_with_free_func (g_free);
  if (output->unit != NULL)
    change_unit (self, output->unit);

  switch (style)
    {
    case STRATA_TABLE_TEXT:
      self->text = strata_text_table_new (output, self->columns, n_columns);
      break;
    case STRATA_TABLE_CSV:
    case STRATA_TABLE_TSV:
      write_header (self);
      break;
    case STRATA_TABLE_JSON:
      strata_output_char (output, '[');
      break;
    }

  return self;
}

static void
begin_cell (StrataTable *self)
{
  StrataOutput *output = self->output;

  if (self->column > 0)
    strata_output_char (output, get_separator (self));
  if (self->style != STRATA_TABLE_JSON)
    return;

  if (self->column == 0)
    strata_output_text (output, self->has_rows ? ",\n{" : "\n{");

  strata_output_char (output, '"');
  strata_output_text (output, self->columns[self->column].name);
  strata_output_bytes (output, "\":", 2);
}

static void
end_cell (StrataTable *self)
{
  if (++self->column < self->n_columns)
    return;

  self->column = 0;
  self->has_rows = TRUE;

  strata_output_char (self->output, self->style == STRATA_TABLE_JSON ? '}' : '\n');
}

/**
 * strata_table_text:
 * @self: the table
 * @text: (nullable): the next cell; %NULL if its value is unknown
 */
void
strata_table_text (StrataTable *self,
                   const char *text)
{
  if (text == NULL)
    {
      strata_table_unknown (self);
      return;
    }

  if (self->text != NULL)
    {
      strata_text_table_add (self->text, text);
      return;
    }

  begin_cell (self);
  if (self->style == STRATA_TABLE_CSV)
    strata_output_csv (self->output, text);
  else if (self->style == STRATA_TABLE_TSV)
    strata_output_tsv (self->output, text);
  else
    strata_output_json (self->output, text);
  end_cell (self);
}

/* Writes seconds with nine decimals; the kernel prints six. */
static void
add_time_text (StrataTable *self,
               gint64 time_ns)
{
  char text[STRATA_UNITS_BYTES];
  guint64 magnitude_ns = time_ns < 0 ? -(guint64) time_ns : (guint64) time_ns;

  g_snprintf (text, sizeof text, "%s%" G_GUINT64_FORMAT ".%09" G_GUINT64_FORMAT, time_ns < 0 ? "-" : "",
              magnitude_ns / 1000000000, magnitude_ns % 1000000000);
  strata_text_table_add (self->text, text);
}

static void
add_number_text (StrataTable *self,
                 gint64 number)
{
  StrataCellKind kind = self->columns[strata_text_table_get_column (self->text)].kind;
  char text[STRATA_UNITS_BYTES];

  switch (kind)
    {
    case STRATA_CELL_TIME:
      add_time_text (self, number);
      return;
    case STRATA_CELL_DURATION:
      strata_text_table_add (self->text, strata_units_duration (number, text));
      return;
    case STRATA_CELL_TEXT:
    case STRATA_CELL_FIGURE:
    case STRATA_CELL_NUMBER:
    case STRATA_CELL_COUNT:
      g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, number);
      strata_text_table_add (self->text, text);
      return;
    }
}

/**
 * strata_table_number:
 * @self: the table
 * @number: the next cell; %STRATA_NO_TIME in a column of times is unknown
 */
void
strata_table_number (StrataTable *self,
                     gint64 number)
{
  guint column = self->text != NULL ? strata_text_table_get_column (self->text) : self->column;

  if (number == STRATA_NO_TIME && self->columns[column].kind >= STRATA_CELL_COUNT)
    {
      strata_table_unknown (self);
      return;
    }

  if (self->text != NULL)
    {
      add_number_text (self, number);
      return;
    }

  begin_cell (self);
  strata_output_number (self->output, number);
  end_cell (self);
}

/**
 * strata_table_real:
 * @self: the table
 * @number: the next cell; NaN is unknown
 *
 * Writes a number with four significant digits.
 */
void
strata_table_real (StrataTable *self,
                   double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (isnan (number))
    {
      strata_table_unknown (self);
      return;
    }

  if (self->text != NULL)
    {
      g_snprintf (text, sizeof text, "%.4g", number);
      strata_text_table_add (self->text, text);
      return;
    }

  g_ascii_formatd (text, sizeof text, "%.4g", number);

  begin_cell (self);
  strata_output_text (self->output, text);
  end_cell (self);
}

/**
 * strata_table_unknown:
 * @self: the table
 *
 * Writes an unknown value as the next cell.
 */
void
strata_table_unknown (StrataTable *self)
{
  if (self->text != NULL)
    {
      strata_text_table_add (self->text, "–");
      return;
    }

  begin_cell (self);
  if (self->style == STRATA_TABLE_JSON)
    strata_output_text (self->output, "null");
  end_cell (self);
}

/* Writes numbers for programs with all digits, for display with the significant ones. JSON has no infinite numbers. */
static void
add_exact (StrataTable *self,
           double number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (number))
    {
      strata_table_unknown (self);
      return;
    }

  if (self->text != NULL)
    {
      g_autofree char *shown = strata_real_dup_short (number);

      strata_text_table_add (self->text, shown);
      return;
    }

  begin_cell (self);
  strata_output_text (self->output, strata_real_format (number, text));
  end_cell (self);
}

/**
 * strata_table_cell:
 * @self: the table
 * @cell: the next cell
 *
 * Writes a cell according to the kind of its value.
 */
void
strata_table_cell (StrataTable *self,
                   const StrataCell *cell)
{
  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      strata_table_unknown (self);
      return;
    case STRATA_VALUE_TEXT:
      strata_table_text (self, cell->text);
      return;
    case STRATA_VALUE_NUMBER:
      strata_table_number (self, cell->number);
      return;
    case STRATA_VALUE_REAL:
      add_exact (self, cell->real);
      return;
    }
}

/**
 * strata_table_close:
 * @self: (transfer full): the table
 *
 * Writes the rest and frees the table.
 */
void
strata_table_close (StrataTable *self)
{
  g_assert (self->column == 0);

  if (self->text != NULL)
    strata_text_table_close (self->text);
  if (self->style == STRATA_TABLE_JSON)
    strata_output_text (self->output, "\n]\n");

  g_ptr_array_unref (self->names);
  g_free (self->columns);
  g_free (self);
}
