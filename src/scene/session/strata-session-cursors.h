/* strata-session-cursors.h - two cursors that measure a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

void strata_session_set_cursor (StrataSession *self, StrataCursor cursor, gint64 time_ns);
gboolean strata_session_get_measure (StrataSession *self, StrataSpan *span);
gboolean strata_session_measure_selection (StrataSession *self);
char *strata_session_describe_cursors (StrataSession *self);

G_END_DECLS
