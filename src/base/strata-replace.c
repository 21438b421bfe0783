/* strata-replace.c - files that are replaced once the new one is whole
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-replace.h"

#include <glib/gi18n-lib.h>

/* A link to a link to a link is still meant; a circle ends here. */
#define MOST_LINKS 40

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

/* What a symbolic link says, seen from where it is; or NULL for anything else. */
static GFile *
follow_link (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);

  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_SYMBOLIC_LINK)
    return NULL;

  g_autoptr (GFile) folder = g_file_get_parent (file);

  return g_file_resolve_relative_path (folder, g_file_info_get_symlink_target (info));
}

/* The file that is meant: GIO would empty the target of a link before it is written. */
static GFile *
follow_links (GFile *file)
{
  GFile *meant = g_object_ref (file);
  GFile *next;

  for (guint i = 0; i < MOST_LINKS && (next = follow_link (meant)) != NULL; i++)
    {
      g_object_unref (meant);
      meant = next;
    }

  return meant;
}

static gboolean
can_be_replaced (GFile *file,
                 GError **error)
{
  const GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);

  if (type == G_FILE_TYPE_DIRECTORY)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, _ ("it is a folder; a file was expected"));
  else if (type == G_FILE_TYPE_SPECIAL)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("it is a pipe or a device; only files can be written"));

  return type != G_FILE_TYPE_DIRECTORY && type != G_FILE_TYPE_SPECIAL;
}

/**
 * strata_replace:
 * @file: a file, or a link to one, which stays a link
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
  g_autoptr (GFile) meant = follow_links (file);

  if (!can_be_replaced (meant, error))
    return FALSE;

  const gboolean is_new = !g_file_query_exists (meant, NULL);
  g_autoptr (GFileOutputStream) stream = g_file_replace (meant, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);

  if (stream == NULL)
    return FALSE;

  if (write (G_OUTPUT_STREAM (stream), data, error) && g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error))
    return TRUE;

  abandon (meant, G_OUTPUT_STREAM (stream), is_new);
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
