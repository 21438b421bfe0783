/* strata-run-files.c - the files of a set of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-files.h"

#include <glob.h>
#include <string.h>

#include <glib/gi18n-lib.h>

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *name_a = g_filename_display_name (*(char *const *) a);
  g_autofree char *name_b = g_filename_display_name (*(char *const *) b);
  g_autofree char *key_a = g_utf8_collate_key_for_filename (name_a, -1);
  g_autofree char *key_b = g_utf8_collate_key_for_filename (name_b, -1);
  const int order = g_strcmp0 (key_a, key_b);

  return order != 0 ? order : g_strcmp0 (*(char *const *) a, *(char *const *) b);
}

/* Files that begin with a dot are hidden in folders, and skipped. */
static gboolean
add_folder (GPtrArray *files,
            const char *path,
            GError **error)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, error);
  const char *name;

  if (folder == NULL)
    return FALSE;

  while ((name = g_dir_read_name (folder)) != NULL && files->len <= STRATA_RUN_FILES_MOST)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      if (*name != '.' && g_file_test (file, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&file));
    }

  return TRUE;
}

/* An existing file whose name looks like a pattern is taken literally. */
static gboolean
add_pattern (GPtrArray *files,
             const char *pattern,
             GError **error)
{
  glob_t found = { 0 };

  if (g_file_test (pattern, G_FILE_TEST_IS_DIR))
    return add_folder (files, pattern, error);

  if (g_file_test (pattern, G_FILE_TEST_EXISTS) || strpbrk (pattern, "*?[") == NULL)
    {
      g_ptr_array_add (files, g_strdup (pattern));
      return TRUE;
    }
  if (glob (pattern, 0, NULL, &found) != 0)
    {
      g_autofree char *shown = g_filename_display_name (pattern);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("no file matches “%s”"), shown);
      globfree (&found);
      return FALSE;
    }

  for (gsize i = 0; i < found.gl_pathc && files->len <= STRATA_RUN_FILES_MOST; i++)
    if (!g_file_test (found.gl_pathv[i], G_FILE_TEST_IS_DIR))
      g_ptr_array_add (files, g_strdup (found.gl_pathv[i]));

  globfree (&found);
  return TRUE;
}

/**
 * strata_run_files_find:
 * @patterns: (array zero-terminated=1): paths of files, of folders, or with *, ? and [] in place of letters
 * @error: set if a folder cannot be read, or if there are no files or too many
 *
 * Finds the files of a set. A path that does not exist is included, so that loading it reports the error, and a path
 * that several patterns match is included several times.
 *
 * Returns: (transfer full) (element-type filename): the files by name, or %NULL on error
 */
GPtrArray *
strata_run_files_find (const char *const *patterns,
                       GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; patterns[i] != NULL; i++)
    if (!add_pattern (files, patterns[i], error))
      return NULL;

  g_ptr_array_sort (files, compare_paths);
  if (files->len == 0)
    {
      g_autofree char *shown = g_filename_display_name (patterns[0] != NULL ? patterns[0] : "");

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("“%s” contains no files"), shown);
      return NULL;
    }
  if (files->len > STRATA_RUN_FILES_MOST)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("a set can have at most %d runs"), STRATA_RUN_FILES_MOST);
      return NULL;
    }

  return g_steal_pointer (&files);
}

/**
 * strata_run_files_remove_doubles:
 * @files: (element-type filename): files
 *
 * Removes repeated paths, however they are written.
 */
void
strata_run_files_remove_doubles (GPtrArray *files)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < files->len;)
    if (g_hash_table_add (known, g_canonicalize_filename (files->pdata[i], NULL)))
      i++;
    else
      g_ptr_array_remove_index (files, i);
}
