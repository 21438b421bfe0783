/* strata-traceview-methods.h - the methods of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataTraceviewMethod:
 * @id: its id in the file
 * @name: string id; a stand-in while it is not declared
 * @is_declared: whether the file has named it
 * @is_unmatched: whether it was left without having been entered
 * @n_undeclared: records before it was declared
 * @place: of the first of these
 *
 * A method.
 */
typedef struct
{
  guint64 id;
  guint32 name;
  gboolean is_declared;
  gboolean is_unmatched;
  guint64 n_undeclared;
  StrataPlace place;
} StrataTraceviewMethod;

typedef struct _StrataTraceviewMethods StrataTraceviewMethods;

StrataTraceviewMethods *strata_traceview_methods_new (StrataTraceBuilder *builder);
void strata_traceview_methods_free (StrataTraceviewMethods *self);
StrataTraceviewMethod *strata_traceview_methods_at (StrataTraceviewMethods *self, guint32 index);
guint32 strata_traceview_methods_find (StrataTraceviewMethods *self, guint64 id);
guint32 strata_traceview_methods_find_nameless (StrataTraceviewMethods *self);
void strata_traceview_methods_declare (StrataTraceviewMethods *self, guint64 id, const char *name, gsize n_bytes);
void strata_traceview_methods_count_undeclared (StrataTraceviewMethods *self, StrataTraceviewMethod *method, StrataPlace place);
void strata_traceview_methods_finish (StrataTraceviewMethods *self);

G_END_DECLS
