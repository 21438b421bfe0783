/* strata-replace.c - files that are replaced once the new one is whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-replace.h"

static gboolean
replace_file (GFile *file,
              StrataReplaceWrite write,
              gpointer data,
              GError **error)
{
  g_autoptr (GFileOutputStream) stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error);
  g_autoptr (GCancellable) failed = g_cancellable_new ();

  if (stream == NULL)
    return FALSE;

  if (write (G_OUTPUT_STREAM (stream), data, error))
    return g_output_stream_close (G_OUTPUT_STREAM (stream), NULL, error);

  g_cancellable_cancel (failed);
  g_output_stream_close (G_OUTPUT_STREAM (stream), failed, NULL);
  return FALSE;
}

/**
 * strata_replace:
 * @path: path of a file
 * @write: writes it
 * @data: for @write
 * @error: return location for an error, which begins with the file's name
 *
 * Writes a file. One that was there before stays until all is written.
 *
 * Returns: whether all was written
 */
gboolean
strata_replace (const char *path,
                StrataReplaceWrite write,
                gpointer data,
                GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (replace_file (file, write, data, error))
    return TRUE;

  g_autofree char *name = g_filename_display_name (path);

  g_prefix_error (error, "%s: ", name);
  return FALSE;
}
