/* strata-alike-box.h - the selected slice compared with others of its name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection-box.h"

G_BEGIN_DECLS

#define STRATA_TYPE_ALIKE_BOX (strata_alike_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataAlikeBox, strata_alike_box, STRATA, ALIKE_BOX, StrataSelectionBox)

void strata_alike_box_set_narrow (StrataAlikeBox *self, gboolean is_narrow);

G_END_DECLS
