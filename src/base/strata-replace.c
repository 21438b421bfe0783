/* strata-replace.c - files that are replaced once the new one is whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-replace.h"

/* Closing with what is cancelled leaves the file that was there as it was. A new one
 * is written in its place from the beginning. */
static void
abandon (GFile *file,
         GOutputStream *stream,
         gboolean is_new)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  g_output_stream_close (stream, cancelled, NULL);
  if (is_new)
    g_file_delete (file, NULL, NULL);
}

/**
 * strata_replace:
 * @file: a file
 * @write: writes it
 * @data: for @write
 * @cancellable: (nullable): what cancels it
 * @error: return location for an error
 *
 * Writes a file. One that was there before stays until all is written; else there is
 * none if it fails.
 *
 * Returns: whether all was written
 */
gboolean
strata_replace (GFile *file,
                StrataReplaceWrite write,
                gpointer data,
                GCancellable *cancellable,
                GError **error)
{
  const gboolean is_new = !g_file_query_exists (file, NULL);
  g_autoptr (GFileOutputStream) stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);

  if (stream == NULL)
    return FALSE;

  if (write (G_OUTPUT_STREAM (stream), data, error) && g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error))
    return TRUE;

  abandon (file, G_OUTPUT_STREAM (stream), is_new);
  return FALSE;
}

/**
 * strata_replace_path:
 * @path: path of a file
 * @write: writes it
 * @data: for @write
 * @error: return location for an error, which begins with the file's name
 *
 * Does as strata_replace().
 *
 * Returns: whether all was written
 */
gboolean
strata_replace_path (const char *path,
                     StrataReplaceWrite write,
                     gpointer data,
                     GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (strata_replace (file, write, data, NULL, error))
    return TRUE;

  g_autofree char *name = g_filename_display_name (path);

  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

typedef struct
{
  const char *bytes;
  gsize n_bytes;
} Contents;

static gboolean
write_contents (GOutputStream *stream,
                gpointer data,
                GError **error)
{
  const Contents *contents = data;

  return g_output_stream_write_all (stream, contents->bytes, contents->n_bytes, NULL, NULL, error);
}

/**
 * strata_replace_contents:
 * @file: a file
 * @contents: (array length=n_bytes): what will be in it
 * @n_bytes: how much
 * @error: return location for an error
 *
 * Does as strata_replace().
 *
 * Returns: whether all was written
 */
gboolean
strata_replace_contents (GFile *file,
                         const char *contents,
                         gsize n_bytes,
                         GError **error)
{
  return strata_replace (file, write_contents, &(Contents){ contents, n_bytes }, NULL, error);
}
