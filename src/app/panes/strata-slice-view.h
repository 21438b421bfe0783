/* strata-slice-view.h - slices in columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-slice-list.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SLICE_VIEW (strata_slice_view_get_type ())
G_DECLARE_FINAL_TYPE (StrataSliceView, strata_slice_view, STRATA, SLICE_VIEW, GtkWidget)

/* Signals: sort-changed (): a header was clicked; slice-selected (guint slice):
 * the only row that is selected, by the user; slice-activated (guint slice). */

GtkWidget *strata_slice_view_new (void);
GtkWidget *strata_slice_view_get_view (StrataSliceView *self);
void strata_slice_view_set_list (StrataSliceView *self, StrataSliceList *list);
StrataSliceList *strata_slice_view_get_list (StrataSliceView *self);
void strata_slice_view_set_sort (StrataSliceView *self, StrataSliceColumn column, gboolean is_descending);
void strata_slice_view_get_sort (StrataSliceView *self, StrataSliceColumn *column, gboolean *is_descending);
void strata_slice_view_select (StrataSliceView *self, guint32 slice);
StrataTableRows *strata_slice_view_new_rows (StrataSliceView *self, gboolean is_selection);
const char *strata_slice_column_get_id (StrataSliceColumn column);
const char *strata_slice_column_get_title (StrataSliceColumn column);

G_END_DECLS
