/* strata-item-class.c - the list of the kinds of items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-item-class.h"

/* The classes are in scene/kinds; see strata-lane-class.c. */

static const StrataItemClass *const classes[STRATA_N_ITEM_KINDS] = {
  [STRATA_ITEM_SLICE] = &strata_item_slice_class,
  [STRATA_ITEM_CPU_RUN] = &strata_item_cpu_run_class,
  [STRATA_ITEM_SAMPLE] = &strata_item_sample_class,
  [STRATA_ITEM_INSTANT] = &strata_item_instant_class,
  [STRATA_ITEM_LOSS] = &strata_item_loss_class,
  [STRATA_ITEM_PATH] = &strata_item_path_class,
  [STRATA_ITEM_STATE] = &strata_item_state_class,
  [STRATA_ITEM_USAGE] = &strata_item_usage_class,
  [STRATA_ITEM_FRAME] = &strata_item_frame_class,
  [STRATA_ITEM_PHASE] = &strata_item_phase_class,
  [STRATA_ITEM_LANE] = &strata_item_lane_class,
  [STRATA_ITEM_EVENT] = &strata_item_event_class,
  [STRATA_ITEM_RESULT] = &strata_item_result_class,
};

/**
 * strata_item_get_class:
 * @item: an item
 *
 * Returns: (transfer none) (nullable): the class of its kind; %NULL for no item
 */
const StrataItemClass *
strata_item_get_class (StrataItem item)
{
  return classes[item.kind];
}
