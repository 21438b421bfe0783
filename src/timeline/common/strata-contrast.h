/* strata-contrast.h - whether the desktop wants high contrast
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-palette.h"

G_BEGIN_DECLS

gboolean strata_contrast_is_high (void);
const StrataPalette *strata_contrast_get_palette (gboolean is_dark);
void strata_contrast_follow (gpointer object, GCallback callback);

G_END_DECLS
