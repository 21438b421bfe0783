/* strata-named-query.c - queries stored in files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-named-query.h"

#include <string.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "strata-folder.h"

/* A file begins with two comments, in a form from which xgettext extracts the texts:
 *
 *   -- title: _("Longest waits by waker")
 *   -- description: _("Who woke the threads that had slept the longest")
 *
 * Files that the user saves have them without "_". They are in the user's data folder and take
 * precedence over one of the program with the same name. */

/* No real query is larger. */
#define MAX_FILE_BYTES 1000000

static void
query_free (gpointer data)
{
  StrataNamedQuery *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->path);
  g_free (self);
}

static char *
dup_own_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "strata", "queries", NULL);
}

/* Finds the text after "-- @key:" in the comments at the start of the file. */
static char *
dup_comment (const char *sql,
             const char *key)
{
  g_autofree char *begin = g_strdup_printf ("-- %s: ", key);
  const char *line = strstr (sql, begin);

  if (line == NULL)
    return NULL;

  const char *end = line + strcspn (line, "\r\n");
  g_autofree char *text = g_strndup (line + strlen (begin), (gsize) (end - line) - strlen (begin));

  if (g_str_has_prefix (text, "_(\"") && g_str_has_suffix (text, "\")"))
    {
      text[strlen (text) - 2] = '\0';
      g_autofree char *message = g_strcompress (text + 3);

      return g_strdup (_ (message));
    }

  return g_steal_pointer (&text);
}

/* Returns the title in its head, translated; NULL if there is none. */
char *
strata_named_query_dup_title (const char *sql)
{
  return dup_comment (sql, "title");
}

static gboolean
is_head (const char *line)
{
  return g_str_has_prefix (line, "-- title: ") || g_str_has_prefix (line, "-- description: ") || g_str_has_prefix (line, "-- SPDX-License-Identifier: ");
}

/**
 * strata_named_query_dup_shown:
 * @sql: a query
 *
 * Returns: (transfer full): the query for an editor: with the head in the user's language, without the licence
 */
char *
strata_named_query_dup_shown (const char *sql)
{
  static const char *const keys[] = { "title", "description" };
  GString *shown = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autofree char *text = dup_comment (sql, keys[i]);

      if (text != NULL)
        g_string_append_printf (shown, "-- %s: %s\n", keys[i], text);
    }

  while (is_head (sql))
    {
      sql += strcspn (sql, "\n");
      sql += *sql == '\n';
    }

  g_string_append (shown, sql);
  return g_string_free (shown, FALSE);
}

static char *
read_file (const char *path,
           GError **error)
{
  g_autofree char *sql = NULL;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && info.st_size > MAX_FILE_BYTES)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("“%s” is too large for a query"), path);
      return NULL;
    }

  if (!g_file_get_contents (path, &sql, NULL, error))
    return NULL;
  if (!g_utf8_validate (sql, -1, NULL))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("“%s” is not a text in UTF-8"), path);
      return NULL;
    }

  return g_steal_pointer (&sql);
}

static StrataNamedQuery *
read_query (const char *folder,
            const char *file,
            gboolean is_own)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *sql = read_file (path, NULL);

  if (sql == NULL)
    return NULL;

  StrataNamedQuery *self = g_new0 (StrataNamedQuery, 1);

  self->name = g_strndup (file, strlen (file) - strlen (".sql"));
  self->title = dup_comment (sql, "title");
  self->description = dup_comment (sql, "description");
  self->path = g_steal_pointer (&path);
  self->is_own = is_own;
  if (self->title == NULL)
    self->title = g_strdup (self->name);
  if (self->description == NULL)
    self->description = g_strdup ("");

  return self;
}

static void
list_folder (GPtrArray *queries,
             const char *folder,
             gboolean is_own)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *file;

  while (dir != NULL && (file = g_dir_read_name (dir)) != NULL)
    {
      StrataNamedQuery *query = g_str_has_suffix (file, ".sql") ? read_query (folder, file, is_own) : NULL;

      if (query != NULL)
        g_ptr_array_add (queries, query);
    }
}

static int
compare_queries (gconstpointer a,
                 gconstpointer b)
{
  const StrataNamedQuery *first = *(const StrataNamedQuery *const *) a;
  const StrataNamedQuery *second = *(const StrataNamedQuery *const *) b;
  const int by_name = strcmp (first->name, second->name);

  return by_name != 0 ? by_name : second->is_own - first->is_own;
}

/**
 * strata_named_queries_list:
 *
 * Reads the heads of the user's queries and of those that come with the program.
 *
 * Returns: (transfer full) (element-type StrataNamedQuery): the queries, by name
 */
GPtrArray *
strata_named_queries_list (void)
{
  GPtrArray *queries = g_ptr_array_new_with_free_func (query_free);
  g_autofree char *own_folder = dup_own_folder ();

  list_folder (queries, own_folder, TRUE);
  list_folder (queries, strata_folder_get (STRATA_FOLDER_QUERIES), FALSE);
  g_ptr_array_sort (queries, compare_queries);

  for (guint i = queries->len; i > 1; i--)
    if (g_str_equal (((StrataNamedQuery *) queries->pdata[i - 1])->name, ((StrataNamedQuery *) queries->pdata[i - 2])->name))
      g_ptr_array_remove_index (queries, i - 1);

  return queries;
}

/* Names are file names; they must not lead out of the folders. */
static gboolean
is_name (const char *name)
{
  return *name != '\0' && *name != '.' && strchr (name, '/') == NULL;
}

static char *
dup_path (const char *folder,
          const char *name)
{
  g_autofree char *file = g_strconcat (name, ".sql", NULL);

  return g_build_filename (folder, file, NULL);
}

/**
 * strata_named_query_read:
 * @name: name of a query
 * @error: return location for an error
 *
 * Returns: (transfer full) (nullable): its SQL, or %NULL with @error set
 */
char *
strata_named_query_read (const char *name,
                         GError **error)
{
  g_autofree char *own_folder = dup_own_folder ();
  g_autofree char *own = dup_path (own_folder, name);
  g_autofree char *shipped = dup_path (strata_folder_get (STRATA_FOLDER_QUERIES), name);

  if (is_name (name) && g_file_test (own, G_FILE_TEST_EXISTS))
    return read_file (own, error);
  if (is_name (name) && g_file_test (shipped, G_FILE_TEST_EXISTS))
    return read_file (shipped, error);

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, _ ("There is no saved query “%s”; “strata-cli query --list-named” lists them"), name);
  return NULL;
}

/* "Longest waits (main)" is saved as "longest-waits-main". */
static char *
dup_name (const char *title)
{
  GString *name = g_string_new (NULL);

  for (const char *p = title; *p != '\0'; p = g_utf8_next_char (p))
    {
      const gunichar c = g_unichar_tolower (g_utf8_get_char (p));

      if (g_unichar_isalnum (c))
        g_string_append_unichar (name, c);
      else if (name->len > 0 && name->str[name->len - 1] != '-')
        g_string_append_c (name, '-');
    }

  if (name->len > 0 && name->str[name->len - 1] == '-')
    g_string_truncate (name, name->len - 1);

  return g_string_free (name, FALSE);
}

/**
 * strata_named_query_save:
 * @title: its title
 * @sql: the query
 * @name: (out) (optional) (transfer full): the name under which it was saved
 * @error: return location for an error
 *
 * Saves a query among those of the user, replacing one with the same title.
 *
 * Returns: %FALSE with @error set if it could not be written
 */
gboolean
strata_named_query_save (const char *title,
                         const char *sql,
                         char **name,
                         GError **error)
{
  g_autofree char *folder = dup_own_folder ();
  g_autofree char *file = dup_name (title);
  g_autofree char *line = g_strdelimit (g_strdup (title), "\r\n", ' ');
  const char *comment = g_str_has_prefix (sql, "-- title: ") ? strchr (sql, '\n') : NULL;
  g_autofree char *text = g_strdup_printf ("-- title: %s\n%s%s", line, comment != NULL ? comment + 1 : sql, g_str_has_suffix (sql, "\n") ? "" : "\n");

  if (*file == '\0')
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _ ("“%s” has no letters to name a file after"), title);
      return FALSE;
    }

  g_autofree char *path = dup_path (folder, file);

  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents (path, text, -1, error))
    return FALSE;

  if (name != NULL)
    *name = g_steal_pointer (&file);
  return TRUE;
}
