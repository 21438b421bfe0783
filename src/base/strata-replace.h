/* strata-replace.h - files that are replaced once the new one is whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StrataReplaceWrite:
 * @stream: where to write
 * @data: what to write
 * @error: return location for an error
 *
 * Writes all of a file.
 *
 * Returns: whether all was written
 */
typedef gboolean (*StrataReplaceWrite) (GOutputStream *stream, gpointer data, GError **error);

gboolean strata_replace (GFile *file, StrataReplaceWrite write, gpointer data, GCancellable *cancellable, GError **error);
gboolean strata_replace_path (const char *path, StrataReplaceWrite write, gpointer data, GError **error);
gboolean strata_replace_contents (GFile *file, const char *contents, gsize n_bytes, GError **error);

G_END_DECLS
