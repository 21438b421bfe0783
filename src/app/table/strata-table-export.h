/* strata-table-export.h - writes a table of the window to a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-file-export.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

void strata_table_export (GtkWidget *from, StrataTableRows *rows, GFile *file, StrataTableStyle style, StrataFileExported exported, gpointer user_data);

G_END_DECLS
