/* strata-query-list-macro.c - macros that are given lists
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-list-macro.h"
#include "strata-query-words.h"

#include <string.h>

/* Macros of PerfettoSQL are given lists of columns or tables in parentheses, such as (cpu, utid). A macro of SQL cannot
 * take these apart, so that modules do it with the two macros here. */

/* "(a, b)" as "a, b"; what is in no parentheses stays. */
static char *
dup_inside (const char *text)
{
  g_autofree char *copy = g_strdup (text);
  char *begin = strata_query_skip_blanks (copy);
  char *end = *begin == '(' ? strata_query_skip_list (begin) : begin;

  if (end == begin || *strata_query_skip_blanks (end) != '\0')
    return g_strdup (begin);

  end[-1] = '\0';
  return g_strstrip (g_strdup (begin + 1));
}

static char *
write_columns (const GStrv texts)
{
  return dup_inside (texts[0]);
}

static GStrv
split (const char *text)
{
  g_autofree char *inside = dup_inside (text);
  g_autofree char *list = g_strdup_printf ("(%s)", inside);

  return strata_query_split_list (list, list + strlen (list));
}

/* The conditions under which each table has a span at the begin of a piece. */
static void
add_conditions (GString *text,
                guint n_tables)
{
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "%s(strata_ts_%u + strata_dur_%u > ts OR (strata_ts_%u = ts AND strata_dur_%u = 0))", i > 0 ? " AND " : "", i, i, i, i);
}

/* Where spans of all tables overlap begins one of them. So each begin looks at the last span of every table until then: it is
 * enough that those of a table and partition do not overlap, and rows are sorted once. */
static char *
write_intersect (const GStrv texts)
{
  g_auto (GStrv) tables = split (texts[0]);
  g_autofree char *columns = dup_inside (texts[1]);
  const char *comma = *columns != '\0' ? ", " : "";
  const guint n_tables = g_strv_length (tables);
  GString *text = g_string_new ("(SELECT DISTINCT ts, min(");

  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "strata_ts_%u + strata_dur_%u, ", i, i);
  g_string_append (text, "9223372036854775807) - ts AS dur");
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, ", id_%u", i);
  g_string_append_printf (text, "%s%s FROM (SELECT ts%s%s", comma, columns, comma, columns);
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text,
                            ", last_non_null(iif(strata_table = %u, id, NULL)) OVER strata_w AS id_%u"
                            ", last_non_null(iif(strata_table = %u, ts, NULL)) OVER strata_w AS strata_ts_%u"
                            ", last_non_null(iif(strata_table = %u, dur, NULL)) OVER strata_w AS strata_dur_%u",
                            i, i, i, i, i, i);
  g_string_append (text, " FROM (");
  for (guint i = 0; i < n_tables; i++)
    g_string_append_printf (text, "%sSELECT %u AS strata_table, id, ts, dur%s%s FROM %s WHERE dur >= 0", i > 0 ? " UNION ALL " : "", i, comma, columns, tables[i]);
  g_string_append_printf (text, ") WINDOW strata_w AS (%s%s ORDER BY ts)) WHERE ", *columns != '\0' ? "PARTITION BY " : "", columns);
  add_conditions (text, n_tables);
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static const StrataQueryListMacro macros[] = {
  { "strata_columns", 1, write_columns },
  { "strata_intersect", 2, write_intersect },
};

const StrataQueryListMacro *
strata_query_find_list_macro (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (macros); i++)
    if (g_str_equal (macros[i].name, name))
      return &macros[i];

  return NULL;
}
