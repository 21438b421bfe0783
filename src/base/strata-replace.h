/* strata-replace.h - replaces files when the new content is complete
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StrataReplaceWrite:
 * @stream: the output
 * @data: the caller's data
 * @error: return location for an error
 *
 * Writes a whole file.
 *
 * Returns: whether everything was written
 */
typedef gboolean (*StrataReplaceWrite) (GOutputStream *stream, gpointer data, GError **error);

gboolean strata_replace (GFile *file, StrataReplaceWrite write, gpointer data, GCancellable *cancellable, GError **error);
gboolean strata_replace_path (const char *path, StrataReplaceWrite write, gpointer data, GError **error);
gboolean strata_replace_contents (GFile *file, const char *contents, gsize n_bytes, GError **error);

G_END_DECLS
