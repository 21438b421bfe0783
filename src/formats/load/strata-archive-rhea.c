/* strata-archive-rhea.c - results of RheaTrace in an archive
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-archive-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span.h"

/* The output of RheaTrace 1.x contains the same events up to three times:
 *
 *   systrace.html                     all of it, with methods repaired
 *   .build/rhea-atrace[.gz]           raw markers of the app
 *   .build/atrace-standard            the same in atrace's format
 *   .build/systrace[-fs]-origin.html  the kernel and the other processes
 *
 * (Source: btrace's article on RheaTrace.) Loading all of them would nest each slice in itself. The
 * raw markers and the kernel's page are best, since no script has modified them. If one of these is
 * missing, the page with everything is used. */
static const char *const app_names[] = { "rhea-atrace", "rhea-atrace.gz", "atrace-standard", NULL };
static const char *const kernel_names[] = { "systrace-fs-origin.html", "systrace-origin.html", NULL };
static const char *const whole_names[] = { "systrace.html", NULL };

#define BUILD_FOLDER ".build"

static const StrataArchiveTrace *
get_trace (StrataArchive *self,
           guint index)
{
  return &g_array_index (self->traces, StrataArchiveTrace, index);
}

static void
leave_out (StrataArchive *self,
           guint index)
{
  strata_archive_add_skipped (self, get_trace (self, index)->name, _ ("this duplicates other files in the archive, which are shown instead"));
  g_array_remove_index (self->traces, index);
}

static gboolean
is_in (const StrataArchiveTrace *trace,
       const char *folder)
{
  g_autofree char *own = g_path_get_dirname (trace->name);

  return strcmp (own, folder) == 0;
}

/* The index of the file with that name in a folder, or STRATA_NONE. */
static guint
find_file (StrataArchive *self,
           const char *folder,
           const char *name)
{
  for (guint i = 0; i < self->traces->len; i++)
    {
      g_autofree char *base = g_path_get_basename (get_trace (self, i)->name);

      if (strcmp (base, name) == 0 && is_in (get_trace (self, i), folder))
        return i;
    }

  return STRATA_NONE;
}

/* Keeps the first existing file of @names; returns whether there is one. */
static gboolean
keep_first (StrataArchive *self,
            const char *folder,
            const char *const *names)
{
  gboolean has_any = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    {
      const guint index = find_file (self, folder, names[i]);

      if (index != STRATA_NONE && has_any)
        leave_out (self, index);

      has_any |= index != STRATA_NONE;
    }

  return has_any;
}

static void
leave_out_all (StrataArchive *self,
               const char *folder,
               const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      const guint index = find_file (self, folder, names[i]);

      if (index != STRATA_NONE)
        leave_out (self, index);
    }
}

/* The page with everything is next to the folder of the other files, or in the same folder. */
static char *
dup_whole_folder (const char *folder)
{
  g_autofree char *base = g_path_get_basename (folder);

  return strcmp (base, BUILD_FOLDER) == 0 ? g_path_get_dirname (folder) : g_strdup (folder);
}

static void
judge_folder (StrataArchive *self,
              const char *folder)
{
  g_autofree char *whole_folder = dup_whole_folder (folder);
  const gboolean has_app = keep_first (self, folder, app_names);
  const gboolean has_kernel = has_app && keep_first (self, folder, kernel_names);
  const gboolean has_whole = keep_first (self, whole_folder, whole_names);

  if (has_whole && has_kernel)
    leave_out_all (self, whole_folder, whole_names);
  else if (has_whole && has_app)
    leave_out_all (self, folder, app_names);
}

/* Removes files that contain the same as other RheaTrace files in the archive. */
void
strata_archive_join_rhea (StrataArchive *self)
{
  g_autoptr (GHashTable) folders = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer folder;

  for (guint i = 0; i < self->traces->len; i++)
    g_hash_table_add (folders, g_path_get_dirname (get_trace (self, i)->name));

  g_hash_table_iter_init (&iter, folders);
  while (g_hash_table_iter_next (&iter, &folder, NULL))
    judge_folder (self, folder);
}
