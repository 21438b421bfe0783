/* strata-compare-window.h - a window with two traces side by side
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-compare-page.h"

G_BEGIN_DECLS

#define STRATA_TYPE_COMPARE_WINDOW (strata_compare_window_get_type ())
G_DECLARE_FINAL_TYPE (StrataCompareWindow, strata_compare_window, STRATA, COMPARE_WINDOW, GtkApplicationWindow)

/* Actions: win.cancel (Escape), and win.back and win.open of the page that is shown after a failure. */

/* The hint with which an application opens two files as a comparison. */
#define STRATA_COMPARE_HINT "compare"

StrataCompareWindow *strata_compare_window_new (GtkApplication *app);
void strata_compare_window_open (StrataCompareWindow *self, GFile *a, GFile *b);
void strata_compare_window_open_at (StrataCompareWindow *self, GFile *a, GFile *b, const char *name);
void strata_compare_window_open_saved (StrataCompareWindow *self, GFile *file);
gboolean strata_compare_window_save (StrataCompareWindow *self, GFile *file, GError **error);
StrataComparePage *strata_compare_window_get_page (StrataCompareWindow *self);

G_END_DECLS
