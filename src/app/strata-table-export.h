/* strata-table-export.h - writes a table of the window to a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-rows.h"

G_BEGIN_DECLS

/* Called when all is over, in the thread of the window. @error is %NULL when the
 * file was written. */
typedef void (*StrataTableExported) (const GError *error, gpointer user_data);

void strata_table_export (GtkWidget *from, StrataTableRows *rows, GFile *file, StrataTableStyle style, StrataTableExported exported, gpointer user_data);

G_END_DECLS
