/* strata-row-list.h - the rows of a table as a list model
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-rows.h"

G_BEGIN_DECLS

#define STRATA_TYPE_ROW_ITEM (strata_row_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataRowItem, strata_row_item, STRATA, ROW_ITEM, GObject)

#define STRATA_TYPE_ROW_LIST (strata_row_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataRowList, strata_row_list, STRATA, ROW_LIST, GObject)

StrataRows *strata_row_item_get_rows (StrataRowItem *self);
guint strata_row_item_get_row (StrataRowItem *self);

StrataRowList *strata_row_list_new_all (StrataRows *rows);
void strata_row_list_set (StrataRowList *self, StrataRows *rows, guint32 *listed, guint n_listed);
StrataRows *strata_row_list_get_rows (StrataRowList *self);
guint strata_row_list_get_row (StrataRowList *self, guint position);
const guint32 *strata_row_list_get (StrataRowList *self, guint *n_listed);

G_END_DECLS
