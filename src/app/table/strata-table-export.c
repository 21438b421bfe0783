/* strata-table-export.c - writes a table of the window to a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table-export.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

typedef struct
{
  StrataTableRows *rows; /* owned */
  StrataTableStyle style;
} Table;

static gboolean
write_table (gpointer data,
             GOutputStream *stream,
             StrataProgress *progress,
             GCancellable *cancellable,
             GError **error)
{
  Table *table = data;

  return strata_table_rows_write (table->rows, stream, table->style, progress, cancellable, error);
}

static void
table_free (gpointer data)
{
  Table *table = data;

  strata_table_rows_free (table->rows);
  g_free (table);
}

static char *
describe_rows (guint64 n_rows)
{
  char count[STRATA_UNITS_BYTES];

  strata_units_count ((gint64) n_rows, count);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row written", "%s rows written", (gulong) n_rows), count);
}

/**
 * strata_table_export:
 * @from: a widget of the pane; errors are shown by its action "trace.tell"
 * @rows: (transfer full): the rows to write
 * @file: where to write; replaced when all is written
 * @style: the format
 * @exported: (nullable) (scope async): called at the end
 * @user_data: for @exported
 *
 * Writes a table, see strata_file_export().
 */
void
strata_table_export (GtkWidget *from,
                     StrataTableRows *rows,
                     GFile *file,
                     StrataTableStyle style,
                     StrataFileExported exported,
                     gpointer user_data)
{
  static const StrataFileExportKind kind = { write_table, table_free, describe_rows };
  Table *table = g_new (Table, 1);

  *table = (Table){ rows, style };
  strata_file_export (from, &kind, table, file, exported, user_data);
}
