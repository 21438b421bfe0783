/* strata-compare-file.c - saves and loads comparisons
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-file.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-compare-state.h"
#include "strata-error.h"
#include "strata-replace.h"
#include "strata-trace-state.h"

/* The key file of strata-compare-state.c, and the places of both captures: as a path relative to
 * the folder of the file, so that a folder with all three can be moved or sent, and as a URI, in
 * case only the file was moved. The fingerprint of each capture shows whether it is still the one
 * that was compared. */
#define FILES_GROUP "Files"
#define FIRST_LINE "[" STRATA_COMPARE_STATE_GROUP "]"

/* Such a file has a few hundred lines; a larger one is a mistake or an attack. */
#define MOST_BYTES (4 * 1024 * 1024)

static const char *const path_keys[STRATA_N_DIFF_SIDES] = { "a", "b" };
static const char *const uri_keys[STRATA_N_DIFF_SIDES] = { "uri-a", "uri-b" };
static const char *const content_keys[STRATA_N_DIFF_SIDES] = { "content-a", "content-b" };

/**
 * strata_compare_file_is:
 * @file: a file
 *
 * Returns: whether its first line is that of a saved comparison on this computer
 */
gboolean
strata_compare_file_is (GFile *file)
{
  char line[sizeof FIRST_LINE - 1];
  gsize n_read = 0;

  /* a pipe would lose the bytes read here */
  if (!g_file_is_native (file) || g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_REGULAR)
    return FALSE;

  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);

  return stream != NULL && g_input_stream_read_all (G_INPUT_STREAM (stream), line, sizeof line, &n_read, NULL, NULL) && n_read == sizeof line && memcmp (line, FIRST_LINE, sizeof line) == 0;
}

/* Path from a folder to a file that is not below it, via the nearest common folder; NULL if that is the root. */
static char *
dup_relative (GFile *folder,
              GFile *file)
{
  g_autoptr (GFile) above = g_object_ref (folder);
  g_autoptr (GString) up = g_string_new (NULL);

  for (;;)
    {
      g_autofree char *path = g_file_get_relative_path (above, file);
      g_autoptr (GFile) parent = g_file_get_parent (above);

      if (parent == NULL)
        return NULL;
      if (path != NULL)
        return g_strconcat (up->str, path, NULL);

      g_string_append (up, "../");
      g_set_object (&above, parent);
    }
}

static void
put_capture (GKeyFile *state,
             StrataDiffSide side,
             GFile *capture,
             GFile *folder)
{
  g_autofree char *path = dup_relative (folder, capture);
  g_autofree char *uri = g_file_get_uri (capture);
  g_autofree char *content = strata_trace_state_hash_file (capture);

  if (path != NULL && g_utf8_validate (path, -1, NULL))
    g_key_file_set_string (state, FILES_GROUP, path_keys[side], path);
  g_key_file_set_string (state, FILES_GROUP, uri_keys[side], uri);
  if (content != NULL)
    g_key_file_set_string (state, FILES_GROUP, content_keys[side], content);
}

/**
 * strata_compare_file_save:
 * @state: the state of both captures
 * @captures: both captures
 * @file: where to write
 * @error: return location for an error
 *
 * Adds the places of the captures to @state, and writes it.
 *
 * Returns: whether it is written
 */
gboolean
strata_compare_file_save (GKeyFile *state,
                          GFile *const captures[STRATA_N_DIFF_SIDES],
                          GFile *file,
                          GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  gsize n_bytes;

  for (guint side = 0; folder != NULL && side < STRATA_N_DIFF_SIDES; side++)
    put_capture (state, side, captures[side], folder);

  g_autofree char *text = g_key_file_to_data (state, &n_bytes, NULL);

  return strata_replace_contents (file, text, n_bytes, error);
}

/* Tries the path beside the file first: the capture may have been moved or sent with it. */
static GFile *
find_capture (GKeyFile *state,
              StrataDiffSide side,
              GFile *folder)
{
  g_autofree char *path = g_key_file_get_string (state, FILES_GROUP, path_keys[side], NULL);
  g_autofree char *uri = g_key_file_get_string (state, FILES_GROUP, uri_keys[side], NULL);
  g_autoptr (GFile) beside = path != NULL && folder != NULL ? g_file_resolve_relative_path (folder, path) : NULL;
  g_autoptr (GFile) before = uri != NULL ? g_file_new_for_uri (uri) : NULL;

  if (before == NULL || (beside != NULL && g_file_query_exists (beside, NULL)))
    return g_steal_pointer (&beside);
  if (beside == NULL || g_file_query_exists (before, NULL))
    return g_steal_pointer (&before);

  return g_steal_pointer (&beside);
}

static gboolean
check_size (GFile *file,
            GError **error)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_size (info) <= MOST_BYTES)
    return TRUE;

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("it is too large for a saved comparison"));
  return FALSE;
}

static GKeyFile *
parse (const char *text,
       gsize n_bytes,
       GError **error)
{
  g_autoptr (GKeyFile) state = g_key_file_new ();

  if (!g_key_file_load_from_data (state, text, n_bytes, G_KEY_FILE_NONE, NULL) || !g_key_file_has_group (state, STRATA_COMPARE_STATE_GROUP) ||
      !g_key_file_has_group (state, FILES_GROUP))
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("it is not a saved comparison, or it is damaged"));
      return NULL;
    }

  if (g_key_file_get_integer (state, STRATA_COMPARE_STATE_GROUP, "version", NULL) > STRATA_COMPARE_STATE_VERSION)
    {
      g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("it was written by a newer Strata"));
      return NULL;
    }

  return g_steal_pointer (&state);
}

/**
 * strata_compare_file_load:
 * @file: a comparison that was saved
 * @captures: (out): its captures, which may not exist any more
 * @error: return location for an error
 *
 * Returns: (transfer full): the state of the captures, or %NULL
 */
GKeyFile *
strata_compare_file_load (GFile *file,
                          GFile *captures[STRATA_N_DIFF_SIDES],
                          GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *text = NULL;
  gsize n_bytes;

  if (!check_size (file, error) || !g_file_load_contents (file, NULL, &text, &n_bytes, NULL, error))
    return NULL;

  g_autoptr (GKeyFile) state = parse (text, n_bytes, error);

  if (state == NULL)
    return NULL;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    captures[side] = find_capture (state, side, folder);
  if (captures[STRATA_DIFF_A] != NULL && captures[STRATA_DIFF_B] != NULL)
    return g_steal_pointer (&state);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_clear_object (&captures[side]);
  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("it does not name the captures that it compares"));
  return NULL;
}

/**
 * strata_compare_file_find_changed:
 * @state: returned by strata_compare_file_load()
 * @captures: the captures
 *
 * Returns: (transfer full) (nullable): a sentence about the first capture whose content has changed since the
 *   comparison was saved, or %NULL
 */
char *
strata_compare_file_find_changed (GKeyFile *state,
                                  GFile *const captures[STRATA_N_DIFF_SIDES])
{
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autofree char *before = g_key_file_get_string (state, FILES_GROUP, content_keys[side], NULL);
      g_autofree char *now = before != NULL ? strata_trace_state_hash_file (captures[side]) : NULL;
      g_autofree char *name = g_file_get_parse_name (captures[side]);

      if (now != NULL && !g_str_equal (now, before))
        return g_strdup_printf (_ ("%s has changed since this comparison was saved; its settings may not fit any more"), name);
    }

  return NULL;
}
