/* strata-event-methods.h - RheaTrace method markers among the markers of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-strings.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

typedef struct _StrataEventMethods StrataEventMethods;

StrataEventMethods *strata_event_methods_new (StrataTraceBuilder *builder, StrataEventStrings *strings);
void strata_event_methods_free (StrataEventMethods *self);

gboolean strata_event_methods_see (StrataEventMethods *self, StrataText name);
gboolean strata_event_methods_are_used (const StrataEventMethods *self);

guint32 strata_event_methods_name (StrataEventMethods *self, guint32 name);
gboolean strata_event_methods_take (StrataEventMethods *self, guint32 thread, gint64 time_ns, guint32 marked);
void strata_event_methods_begin (StrataEventMethods *self, guint32 thread, gint64 time_ns);
gboolean strata_event_methods_end (StrataEventMethods *self, guint32 thread, gint64 time_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataEventMethods, strata_event_methods_free)

G_END_DECLS
