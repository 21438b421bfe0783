/* strata-side-heading.h - the title of one of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-diff.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SIDE_HEADING (strata_side_heading_get_type ())
G_DECLARE_FINAL_TYPE (StrataSideHeading, strata_side_heading, STRATA, SIDE_HEADING, GtkWidget)

/* Signal: renamed, with the typed name; "" for the name of the file. */

GtkWidget *strata_side_heading_new (StrataDiffSide side);
void strata_side_heading_set_title (StrataSideHeading *self, const char *title);
const char *strata_side_heading_get_text (StrataSideHeading *self);

G_END_DECLS
