/* strata-trace-folder.c - the traces in a folder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-folder.h"

#include <glib/gi18n-lib.h>

#include "strata-archive.h"
#include "strata-loader-private.h"

/* The files of a folder need not belong together, unlike those of an archive, so they are listed and not loaded. Only
 * the first bytes of each are read. Folders inside are not entered. */

#define ATTRIBUTES G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN

static void
folder_trace_free (gpointer data)
{
  StrataFolderTrace *self = data;

  g_object_unref (self->file);
  g_free (self->name);
  g_free (self);
}

/* Returns the name of the format of a file, or NULL if it is not a trace or cannot be read. */
static const char *
find_format (GFile *file,
             GCancellable *cancellable)
{
  guint64 n_bytes = 0;
  g_autoptr (GInputStream) stream = strata_loader_open (file, &n_bytes, cancellable, NULL);
  g_autoptr (StrataSource) source = stream != NULL ? strata_source_new (stream, 0, 0, cancellable) : NULL;
  gboolean is_archive;

  if (source == NULL || !strata_archive_find (source, &is_archive, NULL))
    return NULL;
  if (is_archive)
    return _ ("Archive");

  const StrataFormat *format = strata_loader_find_format (source, FALSE, NULL);

  return format != NULL ? format->name : NULL;
}

static void
add_file (GPtrArray *traces,
          GFile *folder,
          GFileInfo *info,
          GCancellable *cancellable)
{
  g_autoptr (GFile) file = g_file_get_child (folder, g_file_info_get_name (info));
  const char *format = find_format (file, cancellable);

  if (format == NULL)
    return;

  StrataFolderTrace *trace = g_new (StrataFolderTrace, 1);

  *trace = (StrataFolderTrace){ g_steal_pointer (&file), g_strdup (g_file_info_get_display_name (info)), format, (guint64) g_file_info_get_size (info) };
  g_ptr_array_add (traces, trace);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  const StrataFolderTrace *left = *(StrataFolderTrace *const *) a;
  const StrataFolderTrace *right = *(StrataFolderTrace *const *) b;
  g_autofree char *left_key = g_utf8_collate_key_for_filename (left->name, -1);
  g_autofree char *right_key = g_utf8_collate_key_for_filename (right->name, -1);

  return g_strcmp0 (left_key, right_key);
}

/**
 * strata_trace_folder_list:
 * @folder: a folder
 * @cancellable: (nullable): cancels listing
 * @error: return location for an error
 *
 * Lists the files of a folder that look like traces, by name. Hidden files are skipped, and only the first
 * %STRATA_TRACE_FOLDER_MOST files are looked at.
 *
 * Returns: (transfer full) (element-type StrataFolderTrace): the traces, or %NULL if the folder cannot be read
 */
GPtrArray *
strata_trace_folder_list (GFile *folder,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (GFileEnumerator) files = g_file_enumerate_children (folder, ATTRIBUTES, G_FILE_QUERY_INFO_NONE, cancellable, error);
  g_autoptr (GPtrArray) traces = g_ptr_array_new_with_free_func (folder_trace_free);
  GFileInfo *info;

  if (files == NULL)
    return NULL;

  for (guint n = 0; n < STRATA_TRACE_FOLDER_MOST && g_file_enumerator_iterate (files, &info, NULL, cancellable, NULL) && info != NULL;)
    if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR && !g_file_info_get_is_hidden (info))
      {
        add_file (traces, folder, info, cancellable);
        n++;
      }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  g_ptr_array_sort (traces, compare_names);
  return g_steal_pointer (&traces);
}
