/* strata-ring-blob.h - random access to a whole file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ring-page.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Names and formats follow the pages, or are anywhere, and the pages of all CPUs are needed at once. So parts
 * of a file are read on demand. A stream, such as compressed data, must be in memory as a whole before the first
 * event. Then the pages are held, and each piece of the file is freed as soon as its last page was decoded, while
 * the trace grows. */
typedef struct _StrataRingBlob StrataRingBlob;

StrataRingBlob *strata_ring_blob_read (StrataSource *source, GError **error);
void strata_ring_blob_free (StrataRingBlob *self);
guint64 strata_ring_blob_get_n_bytes (const StrataRingBlob *self);
gsize strata_ring_blob_copy (const StrataRingBlob *self, guint64 offset, gpointer bytes, gsize n_bytes);
guint8 *strata_ring_blob_dup (const StrataRingBlob *self, guint64 offset, guint64 *n_bytes);
guint64 strata_ring_blob_find (const StrataRingBlob *self, guint64 from, gconstpointer bytes, gsize n_bytes);
void strata_ring_blob_end_at (StrataRingBlob *self, guint64 n_bytes);
guint64 strata_ring_blob_find_page (const StrataRingBlob *self, const StrataRingLayout *layout, guint64 from, guint64 end, guint64 before);
void strata_ring_blob_hold (StrataRingBlob *self, guint64 offset, guint64 n_bytes);
void strata_ring_blob_release (StrataRingBlob *self, guint64 offset, guint64 n_bytes, guint64 n_done, guint64 n_more);
void strata_ring_blob_drop_rest (StrataRingBlob *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRingBlob, strata_ring_blob_free)

G_END_DECLS
