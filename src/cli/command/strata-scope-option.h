/* strata-scope-option.h - parses processes and threads as typed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

gboolean strata_scope_find_process (StrataTrace *trace, const char *text, guint32 *process, GError **error);
gboolean strata_scope_find_thread (StrataTrace *trace, guint32 process, const char *text, guint32 *thread, GError **error);
gboolean strata_scope_find_slice (StrataTrace *trace, const char *text, guint32 thread, StrataSpan span, guint32 *slice, GError **error);

G_END_DECLS
