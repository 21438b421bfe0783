/* strata-path-box.h - the critical path by thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-selection-box.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PATH_BOX (strata_path_box_get_type ())
G_DECLARE_FINAL_TYPE (StrataPathBox, strata_path_box, STRATA, PATH_BOX, StrataSelectionBox)

void strata_path_box_set_narrow (StrataPathBox *self, gboolean is_narrow);

G_END_DECLS
