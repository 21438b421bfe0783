/* strata-header-grip.h - the draggable edge of the lane headers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_HEADER_GRIP (strata_header_grip_get_type ())
G_DECLARE_FINAL_TYPE (StrataHeaderGrip, strata_header_grip, STRATA, HEADER_GRIP, GtkWidget)

/* Signal `dragged` with the position in its parent, an int, that it was dragged to; signal
 * `fit-requested`, without arguments: double-clicked. */

G_END_DECLS
