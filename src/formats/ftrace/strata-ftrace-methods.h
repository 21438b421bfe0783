/* strata-ftrace-methods.h - method markers of RheaTrace among the markers of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct _StrataFtraceMethods StrataFtraceMethods;

StrataFtraceMethods *strata_ftrace_methods_new (StrataTraceBuilder *builder, StrataFtraceStrings *strings);
void strata_ftrace_methods_free (StrataFtraceMethods *self);

gboolean strata_ftrace_methods_see (StrataFtraceMethods *self, StrataText name);
gboolean strata_ftrace_methods_are_used (const StrataFtraceMethods *self);

guint32 strata_ftrace_methods_name (StrataFtraceMethods *self, guint32 name);
gboolean strata_ftrace_methods_take (StrataFtraceMethods *self, guint32 thread, gint64 time_ns, guint32 marked);
void strata_ftrace_methods_begin (StrataFtraceMethods *self, guint32 thread, gint64 time_ns);
gboolean strata_ftrace_methods_end (StrataFtraceMethods *self, guint32 thread, gint64 time_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceMethods, strata_ftrace_methods_free)

G_END_DECLS
