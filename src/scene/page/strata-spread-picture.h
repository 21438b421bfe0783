/* strata-spread-picture.h - the durations in two captures as bars for an HTML page
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-spread.h"
#include "strata-output.h"

G_BEGIN_DECLS

void strata_spread_picture_write (StrataOutput *output, const char *title, const StrataDiffSpread *spread);

G_END_DECLS
