/* strata-traceview-log.h - keeps the records of a method trace unchanged
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-traceview-calls.h"
#include "strata-traceview-methods.h"

G_BEGIN_DECLS

typedef struct _StrataTraceviewLog StrataTraceviewLog;

StrataTraceviewLog *strata_traceview_log_new (StrataMethodLog *log, StrataTraceviewMethods *methods);
void strata_traceview_log_free (StrataTraceviewLog *self);
void strata_traceview_log_declare_method (StrataTraceviewLog *self, guint64 id, const char *line, gsize n_bytes);
void strata_traceview_log_declare_thread (StrataTraceviewLog *self, guint32 tid, const char *name, gsize n_bytes);
void strata_traceview_log_add (StrataTraceviewLog *self, const StrataTraceviewRecord *record);

G_END_DECLS
