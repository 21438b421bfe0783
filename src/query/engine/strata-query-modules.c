/* strata-query-modules.c - supported modules of PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-modules.h"
#include "strata-query-private.h"
#include "strata-query-words.h"

#include <string.h>

#include <glib/gi18n.h>

/* A module is an SQL file in the program, see src/query/modules. INCLUDE runs it once per connection, after the
 * modules that it includes itself. Its tables are temporary. If several traces are open, it runs once for each,
 * and its tables are in the schema of that trace. */
#define FOLDER "/org/strataviewer/modules/"

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
strata_query_list_modules (void)
{
  strata_query_modules_register_resource ();

  GStrv names = g_resources_enumerate_children (FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    *strrchr (names[i], '.') = '\0';

  qsort (names, g_strv_length (names), sizeof *names, compare_names);
  return names;
}

static GBytes *
load (const char *name)
{
  g_autofree char *path = g_strconcat (FOLDER, name, ".sql", NULL);

  strata_query_modules_register_resource ();
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}

/* Moves past CREATE PERFETTO and the kind to the name; returns the suffix that is shown after the name, or NULL for other statements. */
static const char *
skip_to_name (char **p)
{
  static const struct
  {
    const char *kind;
    const char *behind;
  } kinds[] = { { "TABLE", "" }, { "VIEW", "" }, { "FUNCTION", "()" }, { "MACRO", "!()" } };

  if (!strata_query_take_word (p, "CREATE") || !strata_query_take_word (p, "PERFETTO"))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (strata_query_take_word (p, kinds[i].kind))
      return kinds[i].behind;

  return NULL;
}

/* Names that begin with "_" are private to the module. */
static char *
dup_names (const char *name,
           gboolean is_own)
{
  g_autoptr (GBytes) bytes = load (name);
  g_autofree char *sql = g_strdup (g_bytes_get_data (bytes, NULL));
  GString *names = g_string_new (NULL);

  for (char *p = sql; *p != '\0';)
    {
      char *word = strata_query_skip_blanks (p);
      const char *behind = skip_to_name (&word);
      char *end = strata_query_skip_word (word);

      if (behind != NULL && (*word == '_') == is_own)
        g_string_append_printf (names, "%s%.*s%s", names->len > 0 ? ", " : "", (int) (end - word), word, behind);
      p = strata_query_skip_statement (word);
      p += *p == ';';
    }

  return g_string_free (names, FALSE);
}

/* If a module has only names that begin with "_", these are returned, since scripts use them. */
char *
strata_query_dup_module_names (const char *name)
{
  char *names = dup_names (name, FALSE);

  if (*names != '\0')
    return names;

  g_free (names);
  return dup_names (name, TRUE);
}

static gboolean
matches (const char *name,
         const char *pattern)
{
  const gsize n_bytes = strlen (pattern);

  if (n_bytes > 0 && pattern[n_bytes - 1] == '*')
    return strncmp (name, pattern, n_bytes - 1) == 0;

  return g_str_equal (name, pattern);
}

static gboolean
run_for_all (StrataQuery *self,
             const char *sql,
             GError **error)
{
  char outer[sizeof self->schema];
  gboolean is_done = TRUE;

  if (self->sources->len == 1)
    return strata_query_run_own (self, sql, error);

  memcpy (outer, self->schema, sizeof outer);
  for (guint i = 0; is_done && i < self->sources->len; i++)
    {
      self->schema[0] = (char) ('a' + i);
      is_done = strata_query_run_own (self, sql, error);
    }

  memcpy (self->schema, outer, sizeof outer);
  return is_done;
}

gboolean
strata_query_is_of_module (StrataQuery *self,
                           const char *name)
{
  return self->n_including > 0 && !g_hash_table_add (self->module_names, g_strconcat (name, "()", NULL));
}

/* A module that fails or is cancelled leaves nothing behind, so that it can be included again. */
static gboolean
run_module (StrataQuery *self,
            const char *sql,
            GError **error)
{
  sqlite3_exec (self->db, "SAVEPOINT strata_module", NULL, NULL, NULL);

  self->n_including++;

  const gboolean is_done = run_for_all (self, sql, error);

  self->n_including--;
  self->undoes = TRUE;
  sqlite3_exec (self->db, is_done ? "RELEASE strata_module" : "ROLLBACK TO strata_module; RELEASE strata_module", NULL, NULL, NULL);
  self->undoes = FALSE;
  return is_done;
}

static gboolean
include_one (StrataQuery *self,
             const char *name,
             GError **error)
{
  g_autoptr (GBytes) bytes = load (name);

  if (!g_hash_table_add (self->modules, g_strdup (name)))
    return TRUE;
  if (run_module (self, g_bytes_get_data (bytes, NULL), error))
    return TRUE;

  g_prefix_error (error, "%s: ", name);
  g_hash_table_remove (self->modules, name);
  return FALSE;
}

gboolean
strata_query_include (StrataQuery *self,
                      const char *pattern,
                      GError **error)
{
  g_auto (GStrv) names = strata_query_list_modules ();
  gboolean is_known = FALSE;

  for (guint i = 0; names[i] != NULL; i++)
    if (matches (names[i], pattern))
      {
        is_known = TRUE;
        if (!include_one (self, names[i], error))
          return FALSE;
      }

  if (is_known)
    return TRUE;

  g_set_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_REFUSED, _ ("The module “%s” of PerfettoSQL is not available; strata-sql(7) lists those that are"), pattern);
  return FALSE;
}
