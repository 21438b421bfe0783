/* strata-query-lane.c - query results as lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-lane.h"

#include <glib/gi18n-lib.h>

#include "strata-named-query.h"

#define TITLE_CHARACTERS 48

/* Whether its rows have times, so that they can be a lane. */
gboolean
strata_query_lane_can_show (const StrataQueryTable *table)
{
  return strata_query_table_has_column (table, "ts") && strata_query_table_get_n_rows (table) > 0;
}

/**
 * strata_query_lane_dup_title:
 * @sql: a query
 *
 * Returns: (transfer full): the title in its head; else its start on one line, without comments
 */
char *
strata_query_lane_dup_title (const char *sql)
{
  g_autoptr (GRegex) comments = g_regex_new ("--[^\n]*|/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GRegex) spaces = g_regex_new ("\\s+", 0, 0, NULL);
  g_autofree char *code = g_regex_replace_literal (comments, sql, -1, 0, " ", 0, NULL);
  g_autofree char *title = strata_named_query_dup_title (sql);
  g_autofree char *line = code != NULL ? g_regex_replace_literal (spaces, code, -1, 0, " ", 0, NULL) : NULL;

  if (title != NULL)
    return g_steal_pointer (&title);
  if (line == NULL || *g_strstrip (line) == '\0')
    return g_strdup (_ ("Query"));
  if (g_utf8_strlen (line, -1) <= TITLE_CHARACTERS)
    return g_steal_pointer (&line);

  g_autofree char *begin = g_utf8_substring (line, 0, TITLE_CHARACTERS);

  return g_strconcat (begin, "…", NULL);
}

static void
add_row (StrataResult *result,
         const StrataQueryTable *table,
         guint row)
{
  gint64 ts_ns;
  gint64 dur_ns = 0;
  double value = 0;

  if (!strata_query_table_get_number (table, row, "ts", &ts_ns))
    return;

  strata_query_table_get_number (table, row, "dur", &dur_ns);
  strata_query_table_get_real (table, row, "value", &value);
  strata_result_add (result, (StrataSpan){ ts_ns, strata_time_add (ts_ns, MAX (dur_ns, 0)) }, strata_query_table_get_text (table, row, "name"), value);
}

/**
 * strata_query_lane_new_result:
 * @table: a result that can be shown
 * @title: of the lane
 * @sql: the query
 * @trace: the queried trace
 *
 * Rows with ts and dur become slices, rows with ts and value a graph; name is the name of a slice.
 *
 * Returns: (transfer full): the lane
 */
StrataResult *
strata_query_lane_new_result (const StrataQueryTable *table,
                              const char *title,
                              const char *sql,
                              StrataTrace *trace)
{
  const gboolean has_values = strata_query_table_has_column (table, "value") && !strata_query_table_has_column (table, "dur");
  StrataResult *result = strata_result_new (title, sql, has_values);

  for (guint i = 0; i < strata_query_table_get_n_rows (table); i++)
    add_row (result, table, i);

  strata_result_finish (result, strata_trace_get_span (trace).end_ns);
  return result;
}

/**
 * strata_query_lane_find_pending:
 * @session: a session
 *
 * Returns: (transfer none) (nullable): a lane whose query was saved with the file and has not run yet
 */
const StrataResult *
strata_query_lane_find_pending (StrataSession *session)
{
  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    {
      const StrataResult *result = strata_findings_get_result (strata_session_get_findings (session), i);

      if (result != NULL && !result->is_finished)
        return result;
    }

  return NULL;
}
