/* strata-diff-histogram.h - durations of the calls of a name in both captures, as bars
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-diff-spread.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_HISTOGRAM (strata_diff_histogram_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffHistogram, strata_diff_histogram, STRATA, DIFF_HISTOGRAM, GtkWidget)

const GdkRGBA *strata_diff_histogram_get_color (StrataDiffSide side);
void strata_diff_histogram_set (StrataDiffHistogram *self, const StrataDiffSpread *spread, const char *unit);

G_END_DECLS
