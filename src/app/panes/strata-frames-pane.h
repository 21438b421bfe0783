/* strata-frames-pane.h - slow frames and their reasons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"
#include "strata-table-view.h"

G_BEGIN_DECLS

#define STRATA_TYPE_FRAMES_PANE (strata_frames_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataFramesPane, strata_frames_pane, STRATA, FRAMES_PANE, GtkWidget)

GtkWidget *strata_frames_pane_new (StrataSession *session);
void strata_frames_pane_add_switcher (StrataFramesPane *self, GtkWidget *switcher);
void strata_frames_pane_choose (StrataFramesPane *self, guint position);
void strata_frames_pane_set_explaining (StrataFramesPane *self, gboolean is_explaining);

G_END_DECLS
