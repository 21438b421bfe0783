/* strata-row-column.h - a column of a table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-rows.h"

G_BEGIN_DECLS

GtkColumnViewColumn *strata_row_column_new (const StrataRowClass *klass, guint place);

G_END_DECLS
