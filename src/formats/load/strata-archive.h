/* strata-archive.h - zip and tar
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diagnostics.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* The spooled traces of an archive, sorted by name. */
typedef struct _StrataArchive StrataArchive;

gboolean strata_archive_find (StrataSource *source, gboolean *is_archive, GError **error);
StrataArchive *strata_archive_read (StrataSource *source, GCancellable *cancellable, GError **error);
void strata_archive_free (StrataArchive *self);
guint strata_archive_get_n_traces (const StrataArchive *self);
const char *strata_archive_get_name (const StrataArchive *self, guint index);
guint64 strata_archive_get_n_bytes (const StrataArchive *self);
GInputStream *strata_archive_open (StrataArchive *self, guint index);
const char *strata_archive_get_notes (const StrataArchive *self);
void strata_archive_add_skipped (StrataArchive *self, const char *name, const char *reason);
void strata_archive_add_unreadable (StrataArchive *self, const char *name, const GError *cause);
void strata_archive_report (const StrataArchive *self, StrataDiagnostics *diagnostics);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataArchive, strata_archive_free)

G_END_DECLS
