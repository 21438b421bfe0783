/* strata-session-bookmarks.h - bookmarks and notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataBookmark:
 * @time_ns: where it is on the clock of the file; the begin of @slice
 * @slice: the slice that it is on, or %STRATA_NONE
 * @note: what it says; never %NULL
 */
typedef struct
{
  gint64 time_ns;
  guint32 slice;
  char *note;
} StrataBookmark;

const StrataBookmark *strata_session_get_bookmarks (StrataSession *self, guint *n_bookmarks);
gboolean strata_session_get_bookmark_time (StrataSession *self, guint index, gint64 *time_ns);
guint strata_session_add_bookmark (StrataSession *self, gint64 time_ns, guint32 slice, const char *note);
void strata_session_add_bookmarks (StrataSession *self, const StrataBookmark *added, guint n_added);
guint strata_session_add_bookmark_here (StrataSession *self);
void strata_session_set_bookmark_note (StrataSession *self, guint index, const char *note);
void strata_session_remove_bookmark (StrataSession *self, guint index);
void strata_session_go_to_bookmark (StrataSession *self, guint index);
gboolean strata_session_go_to_next_bookmark (StrataSession *self, int direction);
guint strata_session_find_bookmark_near (StrataSession *self, double x_px, double reach_px);

G_END_DECLS
