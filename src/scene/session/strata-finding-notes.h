/* strata-finding-notes.h - view, selection and notes that are sent with a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

char *strata_finding_notes_to_text (StrataSession *session, StrataSpan span, gint64 moved_ns, const char *const *queries);
gboolean strata_finding_notes_apply (StrataSession *session);
char **strata_finding_notes_dup_queries (StrataTrace *trace);

G_END_DECLS
