/* strata-notes-file.h - bookmarks and views as a file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/* What the groups of bookmarks begin with. */
#define STRATA_NOTES_BOOKMARK_GROUP "Bookmark "

char *strata_notes_to_text (StrataSession *session, gboolean has_view);
gboolean strata_notes_check (const char *text, gsize n_bytes, GError **error);
gboolean strata_notes_apply (StrataSession *session, const char *text, gsize n_bytes, guint *n_lost, GError **error);
void strata_notes_apply_bookmarks (StrataSession *session, const char *text, gsize n_bytes);
void strata_notes_replace_bookmarks (StrataSession *session, const char *text, gsize n_bytes);

G_END_DECLS
