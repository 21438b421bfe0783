/* strata-notes-merge.c - merges the changes of several windows to the notes of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-notes-merge.h"

#include <string.h>

#include "strata-notes-file.h"

/* A three-way merge of key files. Compared with the text last read or written (the base), each side
 * has added, changed or removed bookmarks. A change takes precedence over no change. If both
 * changed a note, both texts are kept. A bookmark that one side removed and the other changed
 * stays. The other groups, view and lanes, are taken as a whole: ours if we changed them, else
 * theirs. */

typedef struct
{
  GKeyFile *file;       /* owned */
  GHashTable *group_of; /* owned: the group of each bookmark, by what identifies it */
} Notes;

/* The place of a bookmark: all keys but the note. */
static char *
dup_place (GKeyFile *file,
           const char *group)
{
  static const char *const keys[] = { "time", "slice", "thread", "length" };
  GString *place = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *value = g_key_file_get_value (file, group, keys[i], NULL);

      g_string_append_printf (place, "%s\n", value != NULL ? value : "");
    }

  return g_string_free (place, FALSE);
}

static void
init_notes (Notes *notes,
            const char *text)
{
  notes->file = g_key_file_new ();
  notes->group_of = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_key_file_load_from_data (notes->file, text, strlen (text), G_KEY_FILE_NONE, NULL);

  g_auto (GStrv) groups = g_key_file_get_groups (notes->file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    if (g_str_has_prefix (groups[i], STRATA_NOTES_BOOKMARK_GROUP))
      g_hash_table_replace (notes->group_of, dup_place (notes->file, groups[i]), g_strdup (groups[i]));
}

static void
clear_notes (Notes *notes)
{
  g_key_file_unref (notes->file);
  g_hash_table_unref (notes->group_of);
}

/* The note at a place, or NULL if there is no bookmark. */
static char *
dup_note (const Notes *notes,
          const char *place)
{
  const char *group = g_hash_table_lookup (notes->group_of, place);
  char *note = group != NULL ? g_key_file_get_string (notes->file, group, "note", NULL) : NULL;

  return group != NULL && note == NULL ? g_strdup ("") : note;
}

/* Both sides changed the note: keeps both texts. */
static char *
join (const char *ours,
      const char *theirs)
{
  if (strstr (ours, theirs) != NULL)
    return g_strdup (ours);
  if (strstr (theirs, ours) != NULL)
    return g_strdup (theirs);

  return g_strdup_printf ("%s / %s", ours, theirs);
}

/* Returns: (nullable): the resulting note at a place, NULL if the bookmark is removed */
static char *
merge_note (const char *base,
            const char *ours,
            const char *theirs)
{
  if (g_strcmp0 (ours, base) == 0)
    return g_strdup (theirs);
  if (g_strcmp0 (theirs, base) == 0)
    return g_strdup (ours);
  if (ours == NULL || theirs == NULL)
    return g_strdup (ours != NULL ? ours : theirs);

  return join (ours, theirs);
}

static void
copy_group (GKeyFile *to,
            const char *to_group,
            GKeyFile *from,
            const char *group)
{
  g_auto (GStrv) keys = g_key_file_get_keys (from, group, NULL, NULL);

  for (guint i = 0; keys != NULL && keys[i] != NULL; i++)
    {
      g_autofree char *value = g_key_file_get_value (from, group, keys[i], NULL);

      g_key_file_set_value (to, to_group, keys[i], value);
    }
}

static gboolean
is_same_group (const Notes *a,
               const Notes *b,
               const char *group)
{
  g_autoptr (GKeyFile) left = g_key_file_new ();
  g_autoptr (GKeyFile) right = g_key_file_new ();

  copy_group (left, group, a->file, group);
  copy_group (right, group, b->file, group);

  g_autofree char *left_text = g_key_file_to_data (left, NULL, NULL);
  g_autofree char *right_text = g_key_file_to_data (right, NULL, NULL);

  return g_str_equal (left_text, right_text);
}

/* Adds the header, view and lanes of @side that @merged does not have yet. */
static void
add_others (GKeyFile *merged,
            const Notes *side,
            const Notes *base,
            const Notes *theirs)
{
  g_auto (GStrv) groups = g_key_file_get_groups (side->file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      const char *group = groups[i];
      const gboolean is_unchanged = g_key_file_has_group (theirs->file, group) && is_same_group (side, base, group);

      if (!g_str_has_prefix (group, STRATA_NOTES_BOOKMARK_GROUP) && !g_key_file_has_group (merged, group))
        copy_group (merged, group, is_unchanged ? theirs->file : side->file, group);
    }
}

/* Adds the bookmarks of @side, in its order, that were not added yet. */
static void
add_bookmarks (GKeyFile *merged,
               const Notes *side,
               const Notes sides[3],
               GHashTable *done)
{
  g_auto (GStrv) groups = g_key_file_get_groups (side->file, NULL);

  for (guint i = 0; groups[i] != NULL; i++)
    {
      if (!g_str_has_prefix (groups[i], STRATA_NOTES_BOOKMARK_GROUP))
        continue;

      g_autofree char *place = dup_place (side->file, groups[i]);
      g_autofree char *base = dup_note (&sides[0], place);
      g_autofree char *ours = dup_note (&sides[1], place);
      g_autofree char *theirs = dup_note (&sides[2], place);
      g_autofree char *note = merge_note (base, ours, theirs);

      if (!g_hash_table_add (done, g_steal_pointer (&place)) || note == NULL)
        continue;

      g_autofree char *group = g_strdup_printf (STRATA_NOTES_BOOKMARK_GROUP "%u", g_hash_table_size (done));

      copy_group (merged, group, side->file, groups[i]);
      g_key_file_set_string (merged, group, "note", note);
    }
}

/**
 * strata_notes_merge:
 * @base_view: view and lanes when we last read or wrote them
 * @base: the notes when we last read or wrote them
 * @ours: notes, view and lanes now
 * @theirs: (nullable): the notes that another window has written since; %NULL if none are written
 *
 * Merges notes that were changed in several places. All texts are in the format of
 * strata_notes_to_text().
 *
 * Returns: (transfer full): the notes with the changes of both sides
 */
char *
strata_notes_merge (const char *base_view,
                    const char *base,
                    const char *ours,
                    const char *theirs)
{
  g_autoptr (GKeyFile) merged = g_key_file_new ();
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const char *const texts[] = { base, ours, theirs != NULL ? theirs : base };
  Notes sides[G_N_ELEMENTS (texts)];
  Notes seen;

  init_notes (&seen, base_view);
  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    init_notes (&sides[i], texts[i]);

  add_others (merged, &sides[1], &seen, &sides[2]);
  add_others (merged, &sides[2], &seen, &sides[2]);
  add_bookmarks (merged, &sides[1], sides, done);
  add_bookmarks (merged, &sides[2], sides, done);

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    clear_notes (&sides[i]);
  clear_notes (&seen);

  return g_key_file_to_data (merged, NULL, NULL);
}
