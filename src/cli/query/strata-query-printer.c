/* strata-query-printer.c - results of queries on the command line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-printer.h"

#include <math.h>

#include "strata-real.h"
#include "strata-text-table.h"

/* Columns have the names and values from the query: numbers are complete, as programs need them, and have no units.
 * Results are separated by an empty line; in JSON each is an array of objects. */
struct _StrataQueryPrinter
{
  StrataOutput *output; /* borrowed */
  StrataTableStyle style;
  char **names; /* (nullable) owned */
  guint n_columns;
  guint n_results;
  guint64 n_rows;
  StrataTableColumn *columns; /* (nullable) owned: of text */
  StrataTextTable *text;      /* (nullable) owned */
};

/**
 * strata_query_printer_new:
 * @output: where to write
 * @style: how to write
 *
 * Returns: (transfer full): a printer for results
 */
StrataQueryPrinter *
strata_query_printer_new (StrataOutput *output,
                          StrataTableStyle style)
{
  StrataQueryPrinter *self = g_new0 (StrataQueryPrinter, 1);

  self->output = output;
  self->style = style;
  return self;
}

static void
forget_result (StrataQueryPrinter *self)
{
  if (self->text != NULL)
    strata_text_table_close (g_steal_pointer (&self->text));

  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->columns, g_free);
}

/**
 * strata_query_printer_free:
 * @self: (nullable): a printer
 *
 * Completes an unfinished result and frees the printer.
 */
void
strata_query_printer_free (StrataQueryPrinter *self)
{
  if (self == NULL)
    return;

  forget_result (self);
  g_free (self);
}

static void
write_separator (const StrataQueryPrinter *self,
                 guint column)
{
  if (column > 0)
    strata_output_char (self->output, self->style == STRATA_TABLE_TSV ? '\t' : ',');
}

static void
write_header (const StrataQueryPrinter *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      write_separator (self, i);
      if (self->style == STRATA_TABLE_TSV)
        strata_output_tsv (self->output, self->names[i]);
      else
        strata_output_csv (self->output, self->names[i]);
    }

  strata_output_char (self->output, '\n');
}

/* A key of an object must be unique: the second "name" becomes "name_2". */
static char **
dup_keys (const char *const *names,
          guint n_names)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  char **keys = g_new0 (char *, n_names + 1);

  for (guint i = 0; i < n_names; i++)
    {
      keys[i] = g_strdup (names[i]);
      for (guint number = 2; g_hash_table_contains (seen, keys[i]); number++)
        {
          g_free (keys[i]);
          keys[i] = g_strdup_printf ("%s_%u", names[i], number);
        }

      g_hash_table_add (seen, keys[i]);
    }

  return keys;
}

static gboolean
begin_result (gpointer data,
              const char *const *names,
              guint n_columns)
{
  StrataQueryPrinter *self = data;

  if (self->n_results++ > 0 && self->style != STRATA_TABLE_JSON)
    strata_output_char (self->output, '\n');

  self->names = self->style == STRATA_TABLE_JSON ? dup_keys (names, n_columns) : g_strdupv ((char **) names);
  self->n_columns = n_columns;
  self->n_rows = 0;
  if (self->style == STRATA_TABLE_JSON)
    strata_output_char (self->output, '[');
  else if (self->style != STRATA_TABLE_TEXT)
    write_header (self);

  return TRUE;
}

static void
write_text (const StrataQueryPrinter *self,
            const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  if (self->style == STRATA_TABLE_JSON)
    strata_output_json (self->output, valid);
  else if (self->style == STRATA_TABLE_TSV)
    strata_output_tsv (self->output, valid);
  else
    strata_output_csv (self->output, valid);
}

static void
write_cell (const StrataQueryPrinter *self,
            const StrataCell *cell)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      if (self->style == STRATA_TABLE_JSON)
        strata_output_text (self->output, "null");
      break;
    case STRATA_VALUE_TEXT:
      write_text (self, cell->text);
      break;
    case STRATA_VALUE_NUMBER:
      strata_output_number (self->output, cell->number);
      break;
    case STRATA_VALUE_REAL:
      strata_output_text (self->output, self->style == STRATA_TABLE_JSON && !isfinite (cell->real) ? "null" : strata_real_format (cell->real, text));
      break;
    }
}

static void
write_row (StrataQueryPrinter *self,
           const StrataCell *cells)
{
  const gboolean is_json = self->style == STRATA_TABLE_JSON;

  if (is_json)
    strata_output_text (self->output, self->n_rows > 0 ? ",\n{" : "\n{");

  for (guint i = 0; i < self->n_columns; i++)
    {
      write_separator (self, i);
      if (is_json)
        {
          strata_output_json (self->output, self->names[i]);
          strata_output_char (self->output, ':');
        }
      write_cell (self, &cells[i]);
    }

  strata_output_char (self->output, is_json ? '}' : '\n');
}

/* Numbers are aligned to the right; the first row shows the types of columns. */
static void
open_text (StrataQueryPrinter *self,
           const StrataCell *cells)
{
  self->columns = g_new0 (StrataTableColumn, self->n_columns);
  for (guint i = 0; i < self->n_columns; i++)
    {
      const gboolean is_number = cells != NULL && (cells[i].kind == STRATA_VALUE_NUMBER || cells[i].kind == STRATA_VALUE_REAL);

      self->columns[i] = (StrataTableColumn){ self->names[i], self->names[i], is_number ? STRATA_CELL_NUMBER : STRATA_CELL_TEXT };
    }

  self->text = strata_text_table_new (self->output, self->columns, self->n_columns);
}

static void
add_text_cell (StrataQueryPrinter *self,
               const StrataCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *valid = NULL;

  switch (cell->kind)
    {
    case STRATA_VALUE_UNKNOWN:
      strata_text_table_add (self->text, "NULL");
      break;
    case STRATA_VALUE_TEXT:
      valid = g_utf8_make_valid (cell->text, -1);
      strata_text_table_add (self->text, valid);
      break;
    case STRATA_VALUE_NUMBER:
      g_snprintf (number, sizeof number, "%" G_GINT64_FORMAT, cell->number);
      strata_text_table_add (self->text, number);
      break;
    case STRATA_VALUE_REAL:
      strata_text_table_add (self->text, strata_real_format (cell->real, number));
      break;
    }
}

static gboolean
take_row (gpointer data,
          const StrataCell *cells,
          guint n_columns)
{
  StrataQueryPrinter *self = data;

  if (self->style != STRATA_TABLE_TEXT)
    write_row (self, cells);
  else
    {
      if (self->text == NULL)
        open_text (self, cells);
      for (guint i = 0; i < n_columns; i++)
        add_text_cell (self, &cells[i]);
    }

  self->n_rows++;
  return self->output->failure == 0;
}

static void
end_result (gpointer data)
{
  StrataQueryPrinter *self = data;

  if (self->style == STRATA_TABLE_JSON)
    strata_output_text (self->output, "\n]\n");
  else if (self->style == STRATA_TABLE_TEXT && self->text == NULL)
    open_text (self, NULL);

  forget_result (self);
}

/**
 * strata_query_printer_get_receiver:
 *
 * Returns: (transfer none): the receiver that passes results to a printer
 */
const StrataQueryReceiver *
strata_query_printer_get_receiver (void)
{
  static const StrataQueryReceiver receiver = { begin_result, take_row, end_result };

  return &receiver;
}
