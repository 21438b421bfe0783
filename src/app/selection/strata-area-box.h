/* strata-area-box.h - statistics of the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection-box.h"

G_BEGIN_DECLS

#define STRATA_TYPE_AREA_BOX (strata_area_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataAreaBox, strata_area_box, STRATA, AREA_BOX, StrataSelectionBox)

char *strata_area_box_dup_text (StrataAreaBox *self);

G_END_DECLS
