/* strata-table-rows.c - rows of a table in the window, for exports
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table-rows.h"

/* How many rows are written between reports of progress and checks for cancellation. */
#define ROWS_A_STEP 1024

/* A snapshot of a table: the export does not change when the window shows something else. */
struct _StrataTableRows
{
  char *name;                       /* owned */
  const StrataTableColumn *columns; /* borrowed: static */
  guint n_columns;
  guint n_rows;
  StrataTablePrepare prepare; /* nullable; called once */
  StrataTableWriteRow write_row;
  gpointer data; /* owned */
  GDestroyNotify free_data;
  StrataRows *rows; /* owned; nullable: used instead of the fields above */
  guint32 *listed;  /* (array length=n_rows) owned; nullable: numbers of the rows to write, in order */
};

/**
 * strata_table_rows_new:
 * @name: suggested file name, without suffix
 * @columns: (array length=n_columns): the columns, which must live as long as the program; their names are a
 *   contract, the same as in strata-cli if it has such a table
 * @n_columns: how many, above 0
 * @n_rows: how many rows there are
 * @write_row: writes a row
 * @data: (transfer full): passed to @write_row
 * @free_data: (nullable): frees @data, in the thread that uses it last
 *
 * Returns: (transfer full): the rows
 */
StrataTableRows *
strata_table_rows_new (const char *name,
                       const StrataTableColumn *columns,
                       guint n_columns,
                       guint n_rows,
                       StrataTableWriteRow write_row,
                       gpointer data,
                       GDestroyNotify free_data)
{
  StrataTableRows *self = g_new (StrataTableRows, 1);

  *self = (StrataTableRows){
    .name = g_strdup (name),
    .columns = columns,
    .n_columns = n_columns,
    .n_rows = n_rows,
    .write_row = write_row,
    .data = data,
    .free_data = free_data,
  };

  return self;
}

/**
 * strata_table_rows_new_listed:
 * @name: suggested file name, without suffix
 * @rows: the rows
 * @listed: (array length=n_listed) (nullable): numbers of the rows to write, in order; copied; %NULL for the first
 *   @n_listed rows
 * @n_listed: how many
 *
 * Returns: (transfer full): these rows
 */
StrataTableRows *
strata_table_rows_new_listed (const char *name,
                              StrataRows *rows,
                              const guint32 *listed,
                              guint n_listed)
{
  StrataTableRows *self = g_new0 (StrataTableRows, 1);

  self->name = g_strdup (name);
  self->n_rows = n_listed;
  self->rows = strata_rows_ref (rows);
  self->listed = listed != NULL ? g_memdup2 (listed, n_listed * sizeof *listed) : NULL;

  return self;
}

/**
 * strata_table_rows_new_all:
 * @name: suggested file name, without suffix
 * @rows: the rows
 *
 * Returns: (transfer full): all of these rows
 */
StrataTableRows *
strata_table_rows_new_all (const char *name,
                           StrataRows *rows)
{
  return strata_table_rows_new_listed (name, rows, NULL, strata_rows_get_n_rows (rows));
}

/**
 * strata_table_rows_set_prepare:
 * @self: rows
 * @prepare: finds the rows, whose number was not known before
 *
 * Lets the worker that writes the rows find them first.
 */
void
strata_table_rows_set_prepare (StrataTableRows *self,
                               StrataTablePrepare prepare)
{
  self->prepare = prepare;
}

void
strata_table_rows_free (StrataTableRows *self)
{
  if (self == NULL)
    return;

  if (self->free_data != NULL)
    self->free_data (self->data);

  strata_rows_unref (self->rows);
  g_free (self->listed);
  g_free (self->name);
  g_free (self);
}

/* Returns suggested file name, without suffix. */
const char *
strata_table_rows_get_name (const StrataTableRows *self)
{
  return self->name;
}

guint
strata_table_rows_get_n_rows (const StrataTableRows *self)
{
  return self->n_rows;
}

static void
write_row (StrataTableRows *self,
           StrataTable *table,
           StrataTableStyle style,
           guint row)
{
  if (self->rows != NULL)
    strata_rows_write (self->rows, table, style, self->listed != NULL ? self->listed[row] : row);
  else
    self->write_row (table, self->data, row);
}

static void
write_rows (StrataTableRows *self,
            StrataTable *table,
            StrataTableStyle style,
            const StrataOutput *output,
            StrataProgress *progress,
            GCancellable *cancellable)
{
  for (guint64 begin = 0; begin < self->n_rows; begin += ROWS_A_STEP)
    {
      const guint64 end = MIN (begin + ROWS_A_STEP, self->n_rows);

      if (output->error != NULL || g_cancellable_is_cancelled (cancellable))
        return;

      for (guint row = (guint) begin; row < end; row++)
        write_row (self, table, style, row);

      strata_progress_add (progress, end - begin);
    }
}

/**
 * strata_table_rows_write:
 * @self: rows
 * @stream: the output
 * @style: the style of the table
 * @progress: (nullable): counts rows instead of bytes
 * @cancellable: (nullable): cancels it
 * @error: return location for an error
 *
 * Writes the table. This may take long.
 *
 * Returns: whether all rows were written
 */
gboolean
strata_table_rows_write (StrataTableRows *self,
                         GOutputStream *stream,
                         StrataTableStyle style,
                         StrataProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  StrataOutput *output = strata_output_new_for_stream (stream, cancellable);
  StrataTable *table = self->rows != NULL ? strata_rows_open (self->rows, output, style) : strata_table_new (output, style, self->columns, self->n_columns);

  if (self->prepare != NULL)
    self->n_rows = self->prepare (self->data, cancellable);

  self->prepare = NULL;
  strata_progress_set_total (progress, self->n_rows);
  write_rows (self, table, style, output, progress, cancellable);
  strata_table_close (table);

  return strata_output_close (output, error) && !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * strata_table_rows_dup_text:
 * @self: rows, not too many
 * @style: the style of the table
 *
 * Returns: (transfer full): the table
 */
char *
strata_table_rows_dup_text (StrataTableRows *self,
                            StrataTableStyle style)
{
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();

  strata_table_rows_write (self, stream, style, NULL, NULL, NULL);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}
