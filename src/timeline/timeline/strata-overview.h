/* strata-overview.h - the whole trace and its visible part
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-time-strip.h"

G_BEGIN_DECLS

#define STRATA_TYPE_OVERVIEW (strata_overview_get_type ())
G_DECLARE_FINAL_TYPE (StrataOverview, strata_overview, STRATA, OVERVIEW, StrataTimeStrip)

/* Signal `moving`, without arguments: the overview is about to move the visible time. */

GtkWidget *strata_overview_new (StrataSession *session);

G_END_DECLS
