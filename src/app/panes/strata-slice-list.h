/* strata-slice-list.h - slices as a list that makes only the rows that are seen
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-slice-query.h"
#include "strata-table-rows.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SLICE_ROW (strata_slice_row_get_type ())
G_DECLARE_FINAL_TYPE (StrataSliceRow, strata_slice_row, STRATA, SLICE_ROW, GObject)

char *strata_slice_row_dup_text (StrataSliceRow *self, StrataSliceColumn column);

#define STRATA_TYPE_SLICE_LIST (strata_slice_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataSliceList, strata_slice_list, STRATA, SLICE_LIST, GObject)

StrataSliceList *strata_slice_list_new (StrataSliceListing *listing);
const StrataSliceListing *strata_slice_list_get_listing (StrataSliceList *self);
guint32 strata_slice_list_find (StrataSliceList *self, guint32 slice);
StrataTableRows *strata_slice_list_new_rows (StrataSliceList *self, const guint32 *positions, guint n_positions);

G_END_DECLS
