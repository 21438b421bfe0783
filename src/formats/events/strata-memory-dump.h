/* strata-memory-dump.h - how much memory the allocators of a process have
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"

G_BEGIN_DECLS

/**
 * StrataMemoryDump:
 *
 * The allocators of a process at one moment, and other sums of its memory.
 */
typedef struct _StrataMemoryDump StrataMemoryDump;

StrataMemoryDump *strata_memory_dump_new (void);
void strata_memory_dump_free (StrataMemoryDump *self);
void strata_memory_dump_add (StrataMemoryDump *self, StrataText path, guint64 n_bytes);
void strata_memory_dump_add_total (StrataMemoryDump *self, const char *counter, guint64 value);
gboolean strata_memory_dump_pass (StrataMemoryDump *self, StrataEventSink *sink, guint32 process, gint64 time_ns);
void strata_memory_dump_clear (StrataMemoryDump *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataMemoryDump, strata_memory_dump_free)

G_END_DECLS
