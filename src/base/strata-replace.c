/* strata-replace.c - replaces files when the new content is complete
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-replace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>

/* A file is written without a name and gets its name when it is complete, so nothing is left of
 * it however the program ends. If the file system cannot do that, or if the existing file has
 * another owner or several names, GIO replaces the file. */

/* Links to links are followed up to this number, which ends cycles. */
#define MOST_LINKS 40

#define DESCRIPTORS "/proc/self/fd/"

typedef enum
{
  TARGET_FILE,
  TARGET_DESCRIPTOR, /* a descriptor that the program was started with, such as /dev/stdout or >(wc) */
  TARGET_SPECIAL,    /* /dev/null, or a named pipe */
  TARGET_NONE,
} Target;

/* Closing with a cancelled cancellable leaves the existing file unchanged. A new file is written
 * in place from the start, so it is deleted. */
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

/* The target of a symbolic link, relative to its folder; NULL for other files. */
static GFile *
follow_link (GFile *file)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SYMLINK_TARGET, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);

  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_SYMBOLIC_LINK)
    return NULL;

  g_autoptr (GFile) folder = g_file_get_parent (file);

  return g_file_resolve_relative_path (folder, g_file_info_get_symlink_target (info));
}

/* The descriptor of a file like /dev/fd/1; -1 for any other file. */
static int
find_descriptor (GFile *file)
{
  static const char *const folders[] = { DESCRIPTORS, "/dev/fd/" };
  const char *path = g_file_peek_path (file);
  guint64 number;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (path != NULL && g_str_has_prefix (path, folders[i]) && g_ascii_string_to_unsigned (path + strlen (folders[i]), 10, 0, G_MAXINT, &number, NULL))
      return (int) number;

  return -1;
}

/* Follows links to the actual file: GIO would empty the target of a link before writing. The
 * link of a descriptor is not followed, since its target may not be a file name. */
static GFile *
follow_links (GFile *file)
{
  GFile *meant = g_object_ref (file);
  GFile *next;

  for (guint i = 0; i < MOST_LINKS && find_descriptor (meant) < 0 && (next = follow_link (meant)) != NULL; i++)
    {
      g_object_unref (meant);
      meant = next;
    }

  return meant;
}

static Target
find_target (GFile *file,
             GError **error)
{
  const char *path = g_file_peek_path (file);
  struct stat status;

  if (find_descriptor (file) >= 0)
    return TARGET_DESCRIPTOR;
  if (path == NULL || stat (path, &status) != 0 || S_ISREG (status.st_mode))
    return TARGET_FILE;
  if (S_ISCHR (status.st_mode) || S_ISFIFO (status.st_mode))
    return TARGET_SPECIAL;

  if (S_ISDIR (status.st_mode))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY, _ ("it is a folder; a file was expected"));
  else
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _ ("it is a disk or a socket; only files, pipes and terminals can be written"));
  return TARGET_NONE;
}

static void
set_errno (GError **error)
{
  const int code = errno;

  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (code), g_strerror (code));
}

/* Opens without blocking: opening a pipe without a reader would otherwise wait, perhaps for ever. */
static int
open_special (GFile *file,
              GError **error)
{
  const int number = find_descriptor (file);
  const int descriptor = number >= 0 ? fcntl (number, F_DUPFD_CLOEXEC, 0) : open (g_file_peek_path (file), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

  if (descriptor < 0 && errno == ENXIO)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED, _ ("it is a pipe, and nobody reads from it"));
  else if (descriptor < 0)
    set_errno (error);
  else if (number < 0)
    fcntl (descriptor, F_SETFL, O_WRONLY);

  return descriptor;
}

static gboolean
write_special (GFile *file,
               StrataReplaceWrite write,
               gpointer data,
               GError **error)
{
  const int descriptor = open_special (file, error);

  if (descriptor < 0)
    return FALSE;

  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (descriptor, TRUE);

  return write (stream, data, error) && g_output_stream_close (stream, NULL, error);
}

/* Returns -1 for files that GIO has to replace or reject. */
static int
open_nameless (const char *path,
               gboolean *is_new)
{
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;
  struct stat before;

  *is_new = path == NULL || lstat (path, &before) != 0;
  if (path == NULL || access (DESCRIPTORS, X_OK) != 0)
    return -1;
  if (!*is_new && (!S_ISREG (before.st_mode) || access (path, W_OK) != 0 || before.st_nlink > 1 || before.st_uid != geteuid () || before.st_gid != getegid ()))
    return -1;

  const int descriptor = open (folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);

  if (descriptor >= 0 && !*is_new && fchmod (descriptor, before.st_mode & 07777) != 0)
    {
      close (descriptor);
      return -1;
    }

  return descriptor;
}

/* Gives the file its name, replacing the existing file. */
static gboolean
give_name (int descriptor,
           const char *path,
           GError **error)
{
  g_autofree char *nameless = g_strdup_printf (DESCRIPTORS "%d", descriptor);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_strdup_printf ("%s/.strata-%08x", folder, g_random_int ());

  if (linkat (AT_FDCWD, nameless, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0)
    return TRUE;
  if (errno == EEXIST && fsync (descriptor) == 0 && linkat (AT_FDCWD, nameless, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 && rename (name, path) == 0)
    return TRUE;

  set_errno (error);
  unlink (name);
  return FALSE;
}

static gboolean
replace_by_gio (GFile *file,
                gboolean is_new,
                StrataReplaceWrite write,
                gpointer data,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GFileOutputStream) stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);

  if (stream == NULL)
    return FALSE;

  if (write (G_OUTPUT_STREAM (stream), data, error) && g_output_stream_close (G_OUTPUT_STREAM (stream), cancellable, error))
    return TRUE;

  abandon (file, G_OUTPUT_STREAM (stream), is_new);
  return FALSE;
}

static gboolean
replace_file (GFile *file,
              StrataReplaceWrite write,
              gpointer data,
              GCancellable *cancellable,
              GError **error)
{
  gboolean is_new;
  const int descriptor = open_nameless (g_file_peek_path (file), &is_new);

  if (descriptor < 0)
    return replace_by_gio (file, is_new, write, data, cancellable, error);

  g_autoptr (GOutputStream) stream = g_unix_output_stream_new (descriptor, TRUE);

  return write (stream, data, error) &&
         !g_cancellable_set_error_if_cancelled (cancellable, error) &&
         give_name (descriptor, g_file_peek_path (file), error) &&
         g_output_stream_close (stream, NULL, error);
}

/**
 * strata_replace:
 * @file: a file, a link to a file, which remains a link, or a pipe or terminal
 * @write: writes it
 * @data: passed to @write
 * @cancellable: (nullable): cancels it
 * @error: return location for an error
 *
 * Writes a file. An existing file remains until everything is written; if there was none, there is none after a
 * failure.
 *
 * Returns: whether everything was written
 */
gboolean
strata_replace (GFile *file,
                StrataReplaceWrite write,
                gpointer data,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GFile) meant = follow_links (file);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  switch (find_target (meant, error))
    {
    case TARGET_FILE:
      return replace_file (meant, write, data, cancellable, error);
    case TARGET_DESCRIPTOR:
    case TARGET_SPECIAL:
      return write_special (meant, write, data, error);
    case TARGET_NONE:
      return FALSE;
    }

  g_return_val_if_reached (FALSE);
}

/**
 * strata_replace_path:
 * @path: path of a file
 * @write: writes it
 * @data: passed to @write
 * @error: return location for an error, which begins with the file's name
 *
 * Like strata_replace().
 *
 * Returns: whether everything was written
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

/* Like strata_replace(), with the content in memory. Returns whether everything was written. */
gboolean
strata_replace_contents (GFile *file,
                         const char *contents,
                         gsize n_bytes,
                         GError **error)
{
  return strata_replace (file, write_contents, &(Contents){ contents, n_bytes }, NULL, error);
}
