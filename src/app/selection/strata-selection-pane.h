/* strata-selection-pane.h - all facts about the selected item
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SELECTION_PANE (strata_selection_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataSelectionPane, strata_selection_pane, STRATA, SELECTION_PANE, GtkWidget)

GtkWidget *strata_selection_pane_new (StrataSession *session);
void strata_selection_pane_set_session (StrataSelectionPane *self, StrataSession *session);
void strata_selection_pane_set_narrow (StrataSelectionPane *self, gboolean is_narrow);
void strata_selection_pane_set_title (StrataSelectionPane *self, const char *title);

G_END_DECLS
