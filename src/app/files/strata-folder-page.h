/* strata-folder-page.h - the page that offers the traces of a folder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define STRATA_TYPE_FOLDER_PAGE (strata_folder_page_get_type ())
G_DECLARE_FINAL_TYPE (StrataFolderPage, strata_folder_page, STRATA, FOLDER_PAGE, GtkWidget)

/* Signal `listed`, without arguments: the traces of the folder are known. */

gboolean strata_folder_page_is_folder (GFile *file);
void strata_folder_page_list (StrataFolderPage *self, GFile *folder);
void strata_folder_page_clear (StrataFolderPage *self);
void strata_folder_page_stop (StrataFolderPage *self);
GPtrArray *strata_folder_page_get_files (StrataFolderPage *self);

G_END_DECLS
