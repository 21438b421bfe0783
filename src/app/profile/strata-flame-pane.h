/* strata-flame-pane.h - where the time went, as a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-flame-canvas.h"
#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_FLAME_PANE (strata_flame_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataFlamePane, strata_flame_pane, STRATA, FLAME_PANE, GtkWidget)

/* Properties: inverted, upwards and fold-recursion, booleans. Actions: the same names with "flame."
 * in front, flame.zoom-in, flame.zoom-out, flame.zoom-all, flame.inner, flame.outer, flame.next,
 * flame.previous, flame.show-longest-call, flame.focus-search, flame.export. */

GtkWidget *strata_flame_pane_new (StrataSession *session);

G_END_DECLS
