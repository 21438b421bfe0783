/* strata-trace-page.h - a loaded trace: timeline above, panes below, details beside them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_TRACE_PAGE (strata_trace_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataTracePage, strata_trace_page, STRATA, TRACE_PAGE, GtkWidget)

GtkWidget *strata_trace_page_new (StrataSession *session);
void strata_trace_page_expect_width (StrataTracePage *self, int width_px);
StrataSession *strata_trace_page_get_session (StrataTracePage *self);
GtkWidget *strata_trace_page_get_timeline (StrataTracePage *self);
GtkWidget *strata_trace_page_get_pane_widget (StrataTracePage *self, const char *name);
void strata_trace_page_reveal_selection (StrataTracePage *self);
void strata_trace_page_show_answer (StrataTracePage *self);
void strata_trace_page_tell_limits (StrataTracePage *self);
void strata_trace_page_show_message (StrataTracePage *self, const char *text);
void strata_trace_page_show_pane (StrataTracePage *self, const char *name);
void strata_trace_page_focus_pane (StrataTracePage *self, const char *name);
void strata_trace_page_set_pane_share (StrataTracePage *self, double share);
double strata_trace_page_get_pane_share (StrataTracePage *self);

G_END_DECLS
