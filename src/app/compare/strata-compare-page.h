/* strata-compare-page.h - two timelines and the differences between them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-diff-model.h"
#include "strata-session-pair.h"

G_BEGIN_DECLS

#define STRATA_TYPE_COMPARE_PAGE (strata_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataComparePage, strata_compare_page, STRATA, COMPARE_PAGE, GtkWidget)

/* Actions:
 *   compare.lock             Ctrl+Shift+L  whether the views move together
 *   compare.beside           Ctrl+Shift+B  side by side or stacked
 *   compare.align            "starts", "absolute", "selection", "selection-scaled", "areas"
 *   compare.align-nth        by the slice of the typed name and number
 *   compare.align-frame      by the frame of the typed number
 *   compare.show-names, compare.show-threads, compare.show-calls, compare.show-frames  Alt+1 to Alt+4
 * Dragging a timeline with Alt moves it relative to the other.
 * Signal: renamed, without arguments, when the title of a side changes. */

GtkWidget *strata_compare_page_new (StrataSession *a, StrataSession *b, StrataThreadMatch *threads, const char *title_a, const char *title_b);
StrataDiffModel *strata_compare_page_get_model (StrataComparePage *self);
StrataSessionPair *strata_compare_page_get_pair (StrataComparePage *self);
GtkWidget *strata_compare_page_get_timeline (StrataComparePage *self, StrataDiffSide side);
GtkWidget *strata_compare_page_get_pane (StrataComparePage *self, const char *name);
const char *strata_compare_page_get_title (StrataComparePage *self, StrataDiffSide side);
void strata_compare_page_set_name (StrataComparePage *self, StrataDiffSide side, const char *name);
GKeyFile *strata_compare_page_take_state (StrataComparePage *self);
void strata_compare_page_apply_state (StrataComparePage *self, GKeyFile *state);
const char *strata_compare_page_get_message (StrataComparePage *self);

G_END_DECLS
