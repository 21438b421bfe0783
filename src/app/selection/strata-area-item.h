/* strata-area-item.h - a row of what lies in the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-area-stats.h"

G_BEGIN_DECLS

/**
 * StrataAreaColumn:
 * @STRATA_AREA_NAME: name of the slices, or the thread that ran
 * @STRATA_AREA_COUNT: how many
 * @STRATA_AREA_TOTAL: how long together
 * @STRATA_AREA_MEAN: how long each, on the average
 * @STRATA_AREA_LONGEST: how long the longest
 *
 * A column.
 */
typedef enum
{
  STRATA_AREA_NAME,
  STRATA_AREA_COUNT,
  STRATA_AREA_TOTAL,
  STRATA_AREA_MEAN,
  STRATA_AREA_LONGEST,
} StrataAreaColumn;

#define STRATA_N_AREA_COLUMNS (STRATA_AREA_LONGEST + 1)

#define STRATA_TYPE_AREA_ITEM (strata_area_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataAreaItem, strata_area_item, STRATA, AREA_ITEM, GObject)

StrataAreaItem *strata_area_item_new (StrataTrace *trace, const StrataAreaRow *row);
const StrataAreaRow *strata_area_item_get_row (StrataAreaItem *self);
char *strata_area_item_dup_text (StrataAreaItem *self, StrataAreaColumn column);
int strata_area_item_compare (StrataAreaItem *a, StrataAreaItem *b, StrataAreaColumn column);

G_END_DECLS
