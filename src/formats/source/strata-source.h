/* strata-source.h - provides decompressed bytes on demand
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-decoder.h"
#include "strata-diagnostics.h"
#include "strata-progress.h"

G_BEGIN_DECLS

/* A window on the decompressed input, from which formats pull bytes. It reads in large blocks,
 * checks for cancellation once per refill, and tracks its offset. */
typedef struct _StrataSource StrataSource;

StrataSource *strata_source_new (GInputStream *stream, gsize read_bytes, guint64 max_bytes, GCancellable *cancellable);
void strata_source_free (StrataSource *self);
void strata_source_set_progress (StrataSource *self, StrataProgress *progress);
void strata_source_set_spent (StrataSource *self, guint64 n_bytes);
guint64 strata_source_get_n_left (const StrataSource *self);
gboolean strata_source_count_unpacked (StrataSource *self, const char *name, guint64 n_bytes, GError **error);
guint64 strata_source_get_n_yielded (const StrataSource *self);
gboolean strata_source_open (StrataSource *self, GError **error);
gboolean strata_source_fill (StrataSource *self, gsize n_wanted_bytes, GError **error);
const guint8 *strata_source_get_data (const StrataSource *self, gsize *n_bytes);
const guint8 *strata_source_take (StrataSource *self, gsize n_bytes, gpointer *buffer, gsize *n_allocated);
void strata_source_skip (StrataSource *self, gsize n_bytes);
guint64 strata_source_get_n_file_bytes (const StrataSource *self);
gsize strata_source_read_at (StrataSource *self, guint64 offset, gpointer bytes, gsize n_bytes);
void strata_source_recover (StrataSource *self);
void strata_source_push (StrataSource *self, StrataDecoder *decoder);
void strata_source_pop (StrataSource *self);
guint64 strata_source_get_offset (const StrataSource *self);
gboolean strata_source_is_at_end (const StrataSource *self);
const GError *strata_source_get_damage (const StrataSource *self);
guint64 strata_source_get_n_damages (const StrataSource *self);
guint64 strata_source_get_damage_offset (const StrataSource *self);
StrataDiagnosticKind strata_source_get_damage_kind (const StrataSource *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSource, strata_source_free)

G_END_DECLS
