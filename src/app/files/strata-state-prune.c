/* strata-state-prune.c - removes old notes and views of traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-prune.h"

#include <string.h>

#include <glib/gstdio.h>

#include "strata-order.h"

/* Every trace that was ever opened leaves a file. Ten times as many files with notes are kept as
 * files with only a view. */
#define NOTES_KEPT_TIMES 10
#define NOTE_MARK "[Bookmark "

typedef struct
{
  char *path; /* owned */
  gint64 changed_s;
} StateFile;

static void
clear_file (gpointer file)
{
  g_free (((StateFile *) file)->path);
}

/* The newest first. */
static int
compare_files (gconstpointer a,
               gconstpointer b)
{
  const StateFile *file_a = a;
  const StateFile *file_b = b;

  return STRATA_ORDER (file_b->changed_s, file_a->changed_s) ?: strcmp (file_a->path, file_b->path);
}

static GArray *
list_files (const char *folder)
{
  GArray *files = g_array_new (FALSE, FALSE, sizeof (StateFile));
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_array_set_clear_func (files, clear_file);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      StateFile file = { g_build_filename (folder, name, NULL), 0 };
      GStatBuf info;

      if ((g_str_has_suffix (name, ".notes") || g_str_has_suffix (name, ".notes.broken")) && g_lstat (file.path, &info) == 0 && S_ISREG (info.st_mode))
        {
          file.changed_s = (gint64) info.st_mtime;
          g_array_append_val (files, file);
        }
      else
        {
          g_free (file.path);
        }
    }

  g_array_sort (files, compare_files);
  return files;
}

static gboolean
has_notes (const char *path)
{
  g_autofree char *text = NULL;

  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, NOTE_MARK) != NULL || g_str_has_suffix (path, ".broken");
}

/**
 * strata_state_prune:
 * @folder: the folder of saved states
 * @n_kept: how many to keep
 *
 * Removes the oldest files; of files with notes, ten times as many are kept.
 *
 * Returns: how many were removed
 */
guint
strata_state_prune (const char *folder,
                    guint n_kept)
{
  g_autoptr (GArray) files = list_files (folder);
  guint n_removed = 0;

  for (guint i = n_kept; i < files->len; i++)
    {
      const char *path = g_array_index (files, StateFile, i).path;

      if (i >= NOTES_KEPT_TIMES * n_kept || !has_notes (path))
        n_removed += g_unlink (path) == 0;
    }

  return n_removed;
}
