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

/* What RheaTrace 1.x leaves behind contains the same up to three times:
 *
 *   systrace.html                     all of it, with methods repaired
 *   .build/rhea-atrace[.gz]           markers of the app, as they were written
 *   .build/atrace-standard            the same as atrace writes it
 *   .build/systrace[-fs]-origin.html  the kernel and the other processes
 *
 * (btrace's article on RheaTrace.) All of them together would draw each slice inside
 * itself. The markers as they were written and the kernel's page are best, since no
 * script has guessed at them; where one of these is missing, the page of all serves. */
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

/* The index of the file of that name in a folder, or STRATA_NONE. */
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

/* Keeps the first of @names; returns whether there is any. */
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

/* The page of all is beside the folder of the others, or with them in one. */
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

/* Leaves out what contains the same as other files of RheaTrace in the archive. */
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
