/* strata-thread-index.h - finds threads by their ids
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataThreadIndex StrataThreadIndex;

StrataThreadIndex *strata_thread_index_new (StrataTrace *trace);
void strata_thread_index_free (StrataThreadIndex *self);
guint32 strata_thread_index_find (const StrataThreadIndex *self, guint32 device, gint64 tid, gint64 time_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataThreadIndex, strata_thread_index_free)

G_END_DECLS
