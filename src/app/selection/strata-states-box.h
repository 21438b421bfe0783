/* strata-states-box.h - the selected slice by thread state
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection-box.h"

G_BEGIN_DECLS

#define STRATA_TYPE_STATES_BOX (strata_states_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataStatesBox, strata_states_box, STRATA, STATES_BOX, StrataSelectionBox)

G_END_DECLS
