/* strata-bookmarks-pane.h - bookmarks and notes as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "strata-session.h"

G_BEGIN_DECLS

#define STRATA_TYPE_BOOKMARKS_PANE (strata_bookmarks_pane_get_type ())
G_DECLARE_FINAL_TYPE (StrataBookmarksPane, strata_bookmarks_pane, STRATA, BOOKMARKS_PANE, GtkWidget)

/* Actions: bookmarks.add, bookmarks.import, bookmarks.export. */

GtkWidget *strata_bookmarks_pane_new (StrataSession *session);
gboolean strata_bookmarks_pane_import (StrataBookmarksPane *self, GFile *file, char **message);
gboolean strata_bookmarks_pane_export (StrataBookmarksPane *self, GFile *file, GError **error);

G_END_DECLS
