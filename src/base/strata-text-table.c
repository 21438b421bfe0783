/* strata-text-table.c - aligned columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-text-table.h"

#include <glib/gi18n-lib.h>

/* The first rows are held back to decide the widths of the columns. After that rows are written
 * directly, so a list of any length takes little memory. The headings are the first row. A very
 * long cell shifts the rest of its row rather than widening all rows. */
struct _StrataTextTable
{
  StrataOutput *output;             /* borrowed */
  const StrataTableColumn *columns; /* borrowed */
  guint n_columns;
  guint column;    /* index of the next cell */
  GString *held;   /* owned: NUL-ended cells, until the widths are set */
  guint n_held;    /* complete rows held back */
  gboolean is_set; /* whether the widths are set */
  guint *widths;   /* (array length=n_columns) owned */
};

#define MOST_HELD_ROWS 2000
#define WIDEST_TEXT 56

/**
 * strata_text_table_measure:
 * @text: text in UTF-8
 *
 * Returns: how many terminal columns it takes
 */
guint
strata_text_table_measure (const char *text)
{
  guint width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (c < 0x80)
        {
          width++;
          continue;
        }

      if (!g_unichar_iszerowidth (c))
        width += g_unichar_iswide (c) ? 2 : 1;
    }

  return width;
}

static void
write_cell (StrataTextTable *self,
            guint column,
            const char *text)
{
  gboolean is_left = self->columns[column].kind == STRATA_CELL_TEXT;
  gboolean is_last = column + 1 == self->n_columns;
  guint width = is_left && is_last ? 0 : strata_text_table_measure (text);
  guint n_spaces = self->widths[column] > width ? self->widths[column] - width : 0;

  if (!is_left)
    strata_output_spaces (self->output, n_spaces);

  strata_output_plain (self->output, text);

  if (is_last)
    strata_output_char (self->output, '\n');
  else
    strata_output_spaces (self->output, (is_left ? n_spaces : 0) + 2);
}

static void
set_widths (StrataTextTable *self)
{
  const char *cell = self->held->str;

  for (guint i = 0; i < self->n_held * self->n_columns; i++)
    {
      guint width = strata_text_table_measure (cell);

      if (self->columns[i % self->n_columns].kind == STRATA_CELL_TEXT)
        width = MIN (width, WIDEST_TEXT);

      self->widths[i % self->n_columns] = MAX (self->widths[i % self->n_columns], width);
      cell += strlen (cell) + 1;
    }
}

static void
write_held (StrataTextTable *self)
{
  const char *cell = self->held->str;

  set_widths (self);
  for (guint i = 0; i < self->n_held * self->n_columns; i++)
    {
      write_cell (self, i % self->n_columns, cell);
      cell += strlen (cell) + 1;
    }

  g_string_truncate (self->held, 0);
  self->is_set = TRUE;
}

/* Times are in seconds here, unlike in all other tables for the user. */
static void
add_title (StrataTextTable *self,
           const StrataTableColumn *column)
{
  g_autofree char *title = g_strconcat (_ (column->title), column->kind == STRATA_CELL_TIME ? " (s)" : "", NULL);

  strata_text_table_add (self, title);
}

/**
 * strata_text_table_new:
 * @output: the output
 * @columns: (array length=n_columns): the columns, which must outlive the table
 * @n_columns: how many, above 0
 *
 * Returns: (transfer full): a table; free with strata_text_table_close()
 */
StrataTextTable *
strata_text_table_new (StrataOutput *output,
                       const StrataTableColumn *columns,
                       guint n_columns)
{
  StrataTextTable *self = g_new0 (StrataTextTable, 1);

  self->output = output;
  self->columns = columns;
  self->n_columns = n_columns;
  self->held = g_string_new (NULL);
  self->widths = g_new0 (guint, n_columns);

  for (guint i = 0; i < n_columns; i++)
    add_title (self, &columns[i]);

  return self;
}

/**
 * strata_text_table_add:
 * @self: the table
 * @text: the next cell
 */
void
strata_text_table_add (StrataTextTable *self,
                       const char *text)
{
  if (self->is_set)
    write_cell (self, self->column, text);
  else
    g_string_append_len (self->held, text, (gssize) strlen (text) + 1);

  if (++self->column < self->n_columns)
    return;

  self->column = 0;
  if (!self->is_set && ++self->n_held == MOST_HELD_ROWS)
    write_held (self);
}

guint
strata_text_table_get_column (const StrataTextTable *self)
{
  return self->column;
}

/**
 * strata_text_table_close:
 * @self: (transfer full): the table
 *
 * Writes the rest and frees the table.
 */
void
strata_text_table_close (StrataTextTable *self)
{
  if (!self->is_set)
    write_held (self);

  g_string_free (self->held, TRUE);
  g_free (self->widths);
  g_free (self);
}
