/* strata-ruler.h - the time axis above the lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-time-strip.h"

G_BEGIN_DECLS

#define STRATA_TYPE_RULER (strata_ruler_get_type ())
G_DECLARE_FINAL_TYPE (StrataRuler, strata_ruler, STRATA, RULER, StrataTimeStrip)

/* Signals:
 *   band-changed (double begin_px, double end_px)  a range is being dragged; both are equal when it ends
 *   band-chosen (double begin_px, double end_px)   the drag has ended
 *   all-requested ()                               a double click
 *   cursor-dragged (uint cursor, double x_px, boolean is_snapping)  the handle of a cursor is being moved
 * Places are from the left edge of the widget. */

GtkWidget *strata_ruler_new (StrataSession *session);

G_END_DECLS
