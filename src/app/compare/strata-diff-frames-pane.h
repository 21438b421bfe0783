/* strata-diff-frames-pane.h - the frames of two captures
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-table-view.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_DIFF_FRAMES_PANE (strata_diff_frames_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataDiffFramesPane, strata_diff_frames_pane, STRATA, DIFF_FRAMES_PANE, GtkWidget)

GtkWidget *strata_diff_frames_pane_new (StrataSessionPair *pair);
const StrataDiffFrames *strata_diff_frames_pane_get_chosen (StrataDiffFramesPane *self);

G_END_DECLS
