/* strata-name-column.h - keeps the names of a table near its numbers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void strata_name_column_follow (GtkColumnView *view);

G_END_DECLS
