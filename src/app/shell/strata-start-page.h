/* strata-start-page.h - the page of a window without a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_START_PAGE (strata_start_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataStartPage, strata_start_page, STRATA, START_PAGE, GtkWidget)

G_END_DECLS
