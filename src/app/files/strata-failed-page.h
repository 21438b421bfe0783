/* strata-failed-page.h - the page shown when a file cannot be opened
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_FAILED_PAGE (strata_failed_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataFailedPage, strata_failed_page, STRATA, FAILED_PAGE, GtkWidget)

void strata_failed_page_set_error (StrataFailedPage *self, const char *file_name, const GError *error);

G_END_DECLS
