/* strata-run-twins.c - runs that are the same capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-twins.h"

#include <sys/stat.h>

#include <glib/gi18n-lib.h>

#include "strata-pair-key.h"

/* A run that is given twice, as a link or as a copy, would count as two: the spread would be too small, and chance
 * would look significant. Files are the same if they are one file on disk, which is checked before they are loaded, or
 * if the loaded data is the same, however it is compressed. */

typedef struct
{
  char *path; /* owned */
  guint index;
  guint64 device;
  guint64 inode;
  StrataDiffSide side;
  gboolean counts; /* whether it is not the same as an earlier one */
  guint32 twin;    /* for B: index of the same file in A */
} File;

struct _StrataRunTwins
{
  GPtrArray *files; /* (element-type File) owned */
  guint n_files[STRATA_N_DIFF_SIDES];
  GHashTable *of_digest[STRATA_N_DIFF_SIDES]; /* (element-type gint64 guint) owned: digest to number of the run, plus 1 */
};

static void
file_free (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_free (file);
}

/**
 * strata_run_twins_new:
 *
 * Returns: (transfer full): an empty list of files
 */
StrataRunTwins *
strata_run_twins_new (void)
{
  StrataRunTwins *self = g_new0 (StrataRunTwins, 1);

  self->files = g_ptr_array_new_with_free_func (file_free);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->of_digest[side] = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  return self;
}

void
strata_run_twins_free (StrataRunTwins *self)
{
  if (self == NULL)
    return;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_hash_table_unref (self->of_digest[side]);

  g_ptr_array_unref (self->files);
  g_free (self);
}

static const File *
find_same (const StrataRunTwins *self,
           StrataDiffSide side,
           const File *file)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *known = self->files->pdata[i];

      if (known->side == side && known->counts && known->device == file->device && known->inode == file->inode)
        return known;
    }

  return NULL;
}

/**
 * strata_run_twins_add:
 * @self: files; each file of a set is added in its order, those of A first
 * @side: a side
 * @path: a file of it
 *
 * Returns: (transfer full) (nullable): why the file is left out, if it is the same as an earlier one of its side
 */
char *
strata_run_twins_add (StrataRunTwins *self,
                      StrataDiffSide side,
                      const char *path)
{
  const guint index = self->n_files[side]++;
  struct stat status;

  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode) || status.st_size == 0)
    return NULL;

  File *file = g_new (File, 1);

  *file = (File){ g_strdup (path), index, status.st_dev, status.st_ino, side, FALSE, STRATA_NONE };

  const File *same = find_same (self, side, file);
  const File *other = side == STRATA_DIFF_B ? find_same (self, STRATA_DIFF_A, file) : NULL;

  file->counts = same == NULL;
  g_ptr_array_add (self->files, file);
  if (same != NULL)
    {
      g_autofree char *name = g_filename_display_name (same->path);

      return g_str_equal (same->path, path) ? g_strdup (_ ("it is given twice, and counts once")) : g_strdup_printf (_ ("it is the same as %s, which counts once"), name);
    }

  if (other != NULL)
    file->twin = other->index;
  return NULL;
}

/* The run of @side with @digest, or STRATA_NONE. */
static guint32
find_digest (const StrataRunTwins *self,
             StrataDiffSide side,
             guint64 digest)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_digest[side], &digest));

  return found != 0 ? found - 1 : STRATA_NONE;
}

/**
 * strata_run_twins_check:
 * @self: files
 * @side: a side
 * @set: runs, the last of that side just added
 *
 * Leaves the last run out if it is a copy of an earlier one of its side, such as a compressed one, and links it to a
 * run of the other side that is a copy.
 */
void
strata_run_twins_check (StrataRunTwins *self,
                        StrataDiffSide side,
                        StrataRunSet *set)
{
  const guint index = strata_run_set_get_n (set, side) - 1;
  const StrataSetRun *run = strata_run_set_get (set, side, index);
  const guint64 digest = run->sums != NULL && run->reason == NULL ? run->sums->digest : 0;

  if (digest == 0)
    return;

  const guint32 same = find_digest (self, side, digest);
  const guint32 other = side == STRATA_DIFF_B ? find_digest (self, STRATA_DIFF_A, digest) : STRATA_NONE;

  if (same != STRATA_NONE)
    {
      g_autofree char *name = g_filename_display_name (strata_run_set_get (set, side, same)->file);
      g_autofree char *reason = g_strdup_printf (_ ("it is the same as %s, which counts once"), name);

      strata_run_set_leave_out (set, side, index, reason);
      return;
    }

  g_hash_table_insert (self->of_digest[side], g_memdup2 (&digest, sizeof digest), GUINT_TO_POINTER (index + 1));
  if (other != STRATA_NONE)
    strata_run_set_join (set, other, index);
}

/**
 * strata_run_twins_join:
 * @self: files
 * @set: their runs, in the same order
 *
 * Links the runs of both sides that are the same file.
 */
void
strata_run_twins_join (const StrataRunTwins *self,
                       StrataRunSet *set)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *file = self->files->pdata[i];

      if (file->twin != STRATA_NONE)
        strata_run_set_join (set, file->twin, file->index);
    }
}
