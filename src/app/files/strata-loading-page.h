/* strata-loading-page.h - the page shown while a trace loads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-progress.h"

G_BEGIN_DECLS

#define STRATA_TYPE_LOADING_PAGE (strata_loading_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataLoadingPage, strata_loading_page, STRATA, LOADING_PAGE, GtkWidget)

void strata_loading_page_start (StrataLoadingPage *self, const char *file_name, StrataProgress *progress);
void strata_loading_page_stop (StrataLoadingPage *self);

G_END_DECLS
