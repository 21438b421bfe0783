/* strata-nearest.h - finds items near a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"

G_BEGIN_DECLS

guint32 strata_nearest_find_slice (StrataTrace *trace, guint32 thread, gint64 time_ns);
void strata_nearest_select (StrataSession *session, gint64 tid, gint64 time_ns, StrataSpan within);
gboolean strata_nearest_select_loss (StrataSession *session, gint64 time_ns, StrataSpan within);

G_END_DECLS
