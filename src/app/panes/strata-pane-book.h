/* strata-pane-book.h - the panes below the timeline, in tabs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_PANE_BOOK (strata_pane_book_get_type ())
G_DECLARE_FINAL_TYPE (StrataPaneBook, strata_pane_book, STRATA, PANE_BOOK, GtkWidget)

GtkWidget *strata_pane_book_new (StrataSession *session);
GtkWidget *strata_pane_book_get_pane (StrataPaneBook *self, const char *name);
void strata_pane_book_show (StrataPaneBook *self, const char *name);
const char *strata_pane_book_get_shown (StrataPaneBook *self);
GtkWidget *strata_pane_book_take_selection (StrataPaneBook *self);
void strata_pane_book_return_selection (StrataPaneBook *self, GtkWidget *pane);

G_END_DECLS
