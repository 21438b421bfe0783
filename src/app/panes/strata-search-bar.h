/* strata-search-bar.h - searches slices above the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_SEARCH_BAR (strata_search_bar_get_type ())
G_DECLARE_FINAL_TYPE (StrataSearchBar, strata_search_bar, STRATA, SEARCH_BAR, GtkWidget)

/* Property: others (string), "dimmed", "hidden" or "shown".
 * Actions: search.next, search.previous, search.list, search.add (s), search.others (s). */

GtkWidget *strata_search_bar_new (StrataSession *session);
void strata_search_bar_open (StrataSearchBar *self, const char *text);
void strata_search_bar_step (StrataSearchBar *self, int direction);

G_END_DECLS
