/* strata-query-match.c - patterns of LIKE, GLOB and REGEXP
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pattern.h"
#include "strata-query-private.h"

/* The result is kept for each string of the pool: by its id if a cursor compares a column, by its
 * address if a function gets the string, since strings of the pool never move. */

enum
{
  NOT_ASKED,
  NO,
  YES,
};

struct _StrataQueryMatch
{
  int op;
  char *pattern;        /* owned */
  GRegex *regex;        /* (nullable) owned */
  guint8 *by_id;        /* (nullable) owned */
  guint32 n_ids;        /* length of @by_id */
  GHashTable *by_place; /* (nullable) owned */
};

StrataQueryMatch *
strata_query_match_new (int op,
                        const char *pattern,
                        char **reason)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GRegex) regex = op == SQLITE_INDEX_CONSTRAINT_REGEXP ? strata_pattern_new (pattern, G_REGEX_OPTIMIZE, &error) : NULL;

  if (error != NULL)
    {
      g_free (*reason);
      *reason = g_strdup (error->message);
      return NULL;
    }

  StrataQueryMatch *self = g_new0 (StrataQueryMatch, 1);

  self->op = op;
  self->pattern = g_strdup (pattern);
  self->regex = g_steal_pointer (&regex);
  return self;
}

void
strata_query_match_free (StrataQueryMatch *self)
{
  if (self == NULL)
    return;

  g_free (self->pattern);
  g_clear_pointer (&self->regex, g_regex_unref);
  g_free (self->by_id);
  g_clear_pointer (&self->by_place, g_hash_table_unref);
  g_free (self);
}

gboolean
strata_query_match_is (const StrataQueryMatch *self,
                       int op,
                       const char *pattern)
{
  return self->op == op && g_str_equal (self->pattern, pattern);
}

gboolean
strata_query_match_test (StrataQueryMatch *self,
                         const char *text)
{
  gint has_failed = FALSE;

  if (self->op == SQLITE_INDEX_CONSTRAINT_LIKE)
    return sqlite3_strlike (self->pattern, text, 0) == 0;
  if (self->op == SQLITE_INDEX_CONSTRAINT_GLOB)
    return sqlite3_strglob (self->pattern, text) == 0;

  return g_utf8_validate (text, -1, NULL) && strata_pattern_matches (self->regex, text, -1, &has_failed);
}

gboolean
strata_query_match_test_id (StrataQueryMatch *self,
                            StrataSqlSource *source,
                            guint32 id)
{
  if (id == STRATA_STRING_EMPTY || id == STRATA_NONE)
    return FALSE;

  if (self->by_id == NULL)
    {
      self->n_ids = strata_sql_source_count_strings (source);
      self->by_id = g_new0 (guint8, self->n_ids);
    }

  if (self->by_id[id] == NOT_ASKED)
    self->by_id[id] = strata_query_match_test (self, strata_sql_source_get_string (source, id)) ? YES : NO;

  return self->by_id[id] == YES;
}

gboolean
strata_query_match_test_fixed (StrataQueryMatch *self,
                               const char *text)
{
  if (self->by_place == NULL)
    self->by_place = g_hash_table_new (NULL, NULL);

  guint outcome = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_place, text));

  if (outcome == NOT_ASKED)
    {
      outcome = strata_query_match_test (self, text) ? YES : NO;
      g_hash_table_insert (self->by_place, (gpointer) text, GUINT_TO_POINTER (outcome));
    }

  return outcome == YES;
}
