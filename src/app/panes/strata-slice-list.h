/* strata-slice-list.h - slices as the rows of a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-rows.h"
#include "strata-slice-query.h"

G_BEGIN_DECLS

const StrataRowClass *strata_slice_list_get_class (void);
const char *strata_slice_list_get_title (StrataSliceColumn column);
StrataRows *strata_slice_list_new (StrataSliceListing *listing);
const StrataSliceListing *strata_slice_list_get_listing (StrataRows *rows);
guint32 strata_slice_list_find (StrataRows *rows, guint32 hit);

G_END_DECLS
