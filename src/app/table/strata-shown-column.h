/* strata-shown-column.h - hides columns of a view and keeps their widths
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkColumnViewColumn *strata_shown_column_dup (GtkColumnView *view, guint index);
void strata_shown_column_set (GtkColumnView *view, guint index, gboolean is_shown);
void strata_shown_column_align_last_title (GtkColumnView *view);

G_END_DECLS
