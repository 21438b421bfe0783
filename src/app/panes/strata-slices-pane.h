/* strata-slices-pane.h - all slices in a table
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-slice-query.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SLICES_PANE (strata_slices_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataSlicesPane, strata_slices_pane, STRATA, SLICES_PANE, GtkWidget)

/* Property: sort-column (string).
 * Actions: slices.clear-limits, slices.sort-by (s), slices.reverse. */

GtkWidget *strata_slices_pane_new (StrataSession *session);
void strata_slices_pane_search (StrataSlicesPane *self, const char *text);
void strata_slices_pane_show (StrataSlicesPane *self, guint32 name, gint64 least_ns, gint64 below_ns, gboolean is_longest_first);
const StrataSliceListing *strata_slices_pane_get_listing (StrataSlicesPane *self);

G_END_DECLS
