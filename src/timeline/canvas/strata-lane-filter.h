/* strata-lane-filter.h - the entry that filters lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

GtkWidget *strata_lane_filter_new (StrataSession *session);

G_END_DECLS
