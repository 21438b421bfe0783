/* strata-item-class.c - kinds of items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-item-class.h"

/* The classes are in scene/kinds; see strata-lane-class.c. */

static const StrataItemClass *const classes[STRATA_N_ITEM_KINDS] = {
#define KIND(symbol, name) [STRATA_ITEM_##symbol] = &strata_item_##name##_class,
  STRATA_ITEM_KINDS (KIND)
#undef KIND
};

/* Returns the class of its kind; NULL for no item. */
const StrataItemClass *
strata_item_get_class (StrataItem item)
{
  return classes[item.kind];
}
