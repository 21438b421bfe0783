/* strata-chain-list.h - the slices of a call chain as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-table-rows.h"
#include "strata-trace.h"

G_BEGIN_DECLS

#define STRATA_TYPE_CHAIN_ITEM (strata_chain_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataChainItem, strata_chain_item, STRATA, CHAIN_ITEM, GObject)

StrataTrace *strata_chain_item_get_trace (StrataChainItem *self);
guint32 strata_chain_item_get_row (StrataChainItem *self);

#define STRATA_TYPE_CHAIN_LIST (strata_chain_list_get_type ())
G_DECLARE_FINAL_TYPE (StrataChainList, strata_chain_list, STRATA, CHAIN_LIST, GObject)

StrataChainList *strata_chain_list_new (StrataTrace *trace, guint32 chain);
StrataTableRows *strata_chain_list_new_rows (StrataChainList *self, guint position, guint n_rows);

G_END_DECLS
