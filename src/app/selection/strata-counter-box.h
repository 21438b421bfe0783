/* strata-counter-box.h - statistics of the selected counter in the visible time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection-box.h"

G_BEGIN_DECLS

#define STRATA_TYPE_COUNTER_BOX (strata_counter_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataCounterBox, strata_counter_box, STRATA, COUNTER_BOX, StrataSelectionBox)

G_END_DECLS
