/* strata-timeline.h - the timeline: overview, ruler and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TIMELINE (strata_timeline_get_type ())
G_DECLARE_FINAL_TYPE (StrataTimeline, strata_timeline, STRATA, TIMELINE, GtkWidget)

/* Properties: session (StrataSession, nullable), is-dark (boolean), is-area-tool (boolean),
 * is-wheel-zooming (boolean).
 *
 * Actions, all without a parameter, and the keys that do them while the focus is inside:
 *
 *   timeline.zoom-in            W, plus, equal       about the pointer, or the middle
 *   timeline.zoom-out           S, minus
 *   timeline.zoom-all           0
 *   timeline.zoom-selection     F
 *   timeline.pan-left           A, Left
 *   timeline.pan-right          D, Right
 *   timeline.pan-page-left      Shift+Left
 *   timeline.pan-page-right     Shift+Right
 *   timeline.pan-to-start       Home
 *   timeline.pan-to-end         End
 *   timeline.scroll-up          Up, if nothing is selected; Shift+Up
 *   timeline.scroll-down        Down, by the same amount
 *   timeline.scroll-page-up     Page_Up
 *   timeline.scroll-page-down   Page_Down
 *   timeline.view-back          Alt+Left    the previous view
 *   timeline.view-forward       Alt+Right
 *   timeline.select-next        Tab, period, Ctrl+Right   the next item of the row
 *   timeline.select-previous    Shift+Tab, comma, Ctrl+Left
 *   timeline.select-parent      Up, Ctrl+Up          the caller
 *   timeline.select-child       Down, Ctrl+Down      the longest call inside
 *   timeline.select-same-next       N       the next of the same name
 *   timeline.select-same-previous   P
 *   timeline.select-chain-parent    U       where the span came from
 *   timeline.select-chain-next      J       the next span of the chain
 *   timeline.select-chain-previous  Shift+J
 *   timeline.select-waker           K       the waker of the thread
 *   timeline.select-run             R       on its CPU
 *   timeline.select-thread          Shift+R in its own lane
 *   timeline.toggle-threads         H       threads without slices
 *   timeline.toggle-cpu-details     I       kernel activity on each CPU
 *   timeline.cursor-a               1       at the start of the selection, else at the pointer; by pointer: Ctrl and drag
 *   timeline.cursor-b               2       at its end
 *   timeline.measure-selection      3       both
 *   timeline.clear-cursors          BackSpace
 *   timeline.add-bookmark           B       on the selected slice, else in the middle of the view
 *   timeline.next-bookmark          V
 *   timeline.previous-bookmark      Shift+V
 *   timeline.select-area            M       of the selection, or of all in view; by pointer: Shift and drag
 *   timeline.extend-area            Shift+M to the selection
 *   timeline.area-tool              G       drags select an area without Shift; with a state
 *   timeline.clear-selection    Escape      the area first
 *   timeline.toggle-group       Return, space        of the selection, else under the pointer
 *   timeline.expand-all         Ctrl+plus
 *   timeline.collapse-all       Ctrl+minus
 *
 * Tab leaves the timeline if nothing is selected, or nothing follows in the row. */

void strata_timeline_share_letters (GtkWidgetClass *widget_class, GtkShortcutFunc callback);
GtkWidget *strata_timeline_new (StrataSession *session);
StrataSession *strata_timeline_get_session (StrataTimeline *self);
void strata_timeline_set_header_width (StrataTimeline *self, int header_px);
int strata_timeline_get_header_width (StrataTimeline *self);
void strata_timeline_fit_headers (StrataTimeline *self);
void strata_timeline_reset_headers (StrataTimeline *self);
void strata_timeline_focus_filter (StrataTimeline *self);
void strata_timeline_go_in_history (StrataTimeline *self, int direction);

G_END_DECLS
