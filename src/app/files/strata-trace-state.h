/* strata-trace-state.h - notes and view of a trace, saved between runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataTraceState StrataTraceState;

StrataTraceState *strata_trace_state_new (GPtrArray *files, StrataSession *session);
void strata_trace_state_free (StrataTraceState *self);
gboolean strata_trace_state_restore (StrataTraceState *self, char **message);
void strata_trace_state_restore_bookmarks (StrataTraceState *self);

char *strata_trace_state_dup_folder (void);
char *strata_trace_state_hash_file (GFile *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataTraceState, strata_trace_state_free)

G_END_DECLS
