/* strata-session-bookmarks.h - bookmarks and notes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

gboolean strata_session_get_bookmark_time (StrataSession *self, guint index, gint64 *time_ns);
guint strata_session_add_bookmark (StrataSession *self, gint64 time_ns, guint32 slice, const char *note);
guint strata_session_add_bookmark_here (StrataSession *self);
void strata_session_go_to_bookmark (StrataSession *self, guint index);
gboolean strata_session_go_to_next_bookmark (StrataSession *self, int direction);
guint strata_session_find_bookmark_near (StrataSession *self, double x_px, double reach_px);

G_END_DECLS
