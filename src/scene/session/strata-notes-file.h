/* strata-notes-file.h - reads and writes bookmarks and views
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/* The group that identifies the format. */
#define STRATA_NOTES_GROUP "Strata Notes"

/* Such a file is written by hand or by us; a larger one is a mistake or an attack. */
#define STRATA_NOTES_MOST_BYTES (16 * 1024 * 1024)

/* Prefix of the groups of bookmarks. */
#define STRATA_NOTES_BOOKMARK_GROUP "Bookmark "

GKeyFile *strata_notes_to_key_file (StrataSession *session, gboolean has_view, StrataSpan span);
GKeyFile *strata_notes_parse (const char *text, gsize n_bytes, GError **error);
char *strata_notes_to_text (StrataSession *session, gboolean has_view);
gboolean strata_notes_check (const char *text, gsize n_bytes, GError **error);
gboolean strata_notes_apply (StrataSession *session, const char *text, gsize n_bytes, guint *n_lost, GError **error);
void strata_notes_apply_bookmarks (StrataSession *session, const char *text, gsize n_bytes);
void strata_notes_replace_bookmarks (StrataSession *session, const char *text, gsize n_bytes);

G_END_DECLS
