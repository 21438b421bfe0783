/* strata-query-history.c - the query history, kept between runs of the program
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-history.h"

#include <string.h>

#include "strata-trace-state.h"

/* A file next to the notes of traces: an array of strings as text, the oldest first. Windows share
 * it: before a query is added, the additions of others are read. */

#define MOST_QUERIES 100

/* Longer ones are not kept in the file. */
#define MOST_BYTES 20000

static char *
dup_path (void)
{
  g_autofree char *folder = strata_trace_state_dup_folder ();

  return folder != NULL ? g_build_filename (folder, "queries", NULL) : NULL;
}

/* Moves a query to the end. */
static void
append (GPtrArray *history,
        const char *sql)
{
  guint place;

  if (g_ptr_array_find_with_equal_func (history, sql, g_str_equal, &place))
    g_ptr_array_remove_index (history, place);
  if (history->len >= MOST_QUERIES)
    g_ptr_array_remove_index (history, 0);
  g_ptr_array_add (history, g_strdup (sql));
}

/**
 * strata_query_history_load:
 *
 * Returns: (transfer full) (element-type utf8): the saved queries, the oldest first
 */
GPtrArray *
strata_query_history_load (void)
{
  GPtrArray *history = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *path = dup_path ();
  g_autofree char *text = NULL;

  if (path == NULL || !g_file_get_contents (path, &text, NULL, NULL) || !g_utf8_validate (text, -1, NULL))
    return history;

  g_autoptr (GVariant) kept = g_variant_parse (G_VARIANT_TYPE_STRING_ARRAY, text, NULL, NULL, NULL);

  for (gsize i = 0; kept != NULL && i < g_variant_n_children (kept); i++)
    {
      g_autoptr (GVariant) sql = g_variant_get_child_value (kept, i);

      append (history, g_variant_get_string (sql, NULL));
    }

  return history;
}

static void
save (const GPtrArray *history)
{
  g_autofree char *path = dup_path ();
  GVariantBuilder builder;

  if (path == NULL)
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE_STRING_ARRAY);
  for (guint i = 0; i < history->len; i++)
    if (strlen (history->pdata[i]) <= MOST_BYTES)
      g_variant_builder_add (&builder, "s", history->pdata[i]);

  g_autoptr (GVariant) kept = g_variant_ref_sink (g_variant_builder_end (&builder));
  g_autofree char *text = g_variant_print (kept, TRUE);
  g_autofree char *folder = g_path_get_dirname (path);

  /* if nothing can be written, queries are kept as long as the window */
  if (g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

/**
 * strata_query_history_add:
 * @history: (element-type utf8): queries that were run
 * @sql: a query that is run now
 *
 * Adds a query to the history and to the file.
 */
void
strata_query_history_add (GPtrArray *history,
                          const char *sql)
{
  g_autoptr (GPtrArray) kept = strata_query_history_load ();

  append (history, sql);
  append (kept, sql);
  save (kept);
}
