/* strata-diff-picture.h - a comparison as a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"
#include "strata-palette.h"

G_BEGIN_DECLS

GBytes *strata_diff_picture_new (StrataDiff *diff, StrataDiffSide widths, const StrataPalette *palette, const char *name, GError **error);

G_END_DECLS
