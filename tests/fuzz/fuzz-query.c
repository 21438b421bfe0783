/* fuzz-query.c - any text, as SQL on a small trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"

#include "../query/query-fixture.h"
#include "strata-query-groups.h"
#include "strata-query-tokens.h"

/* Sums computed without SQLite have the same result inside another statement, which is left to SQLite. */
static void
check_groups (StrataQuery *query,
              const char *sql,
              const char *rows,
              const StrataQueryLimits *limits)
{
  StrataQueryGroups groups = { 0 };
  g_autofree char *copy = g_strdup (sql);
  g_autoptr (GArray) tokens = strata_query_tokens_list (copy);
  g_autofree char *grouped = strata_query_groups_write (query, tokens, &groups);
  g_autofree char *joined = grouped == NULL ? strata_query_joined_write (query, tokens, &groups) : NULL;
  g_autofree char *inside = g_strdup_printf ("SELECT * FROM (%s\n)", sql);
  g_autofree char *wanted = (grouped != NULL || joined != NULL) && rows != NULL && strchr (sql, ';') == NULL ? fixture_ask (query, inside, limits, NULL) : NULL;

  if (wanted != NULL)
    g_assert_cmpstr (rows, ==, wanted);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize n_bytes)
{
  static StrataTrace *trace;
  const StrataQueryLimits limits = { 0.5, 32 * 1024 * 1024, NULL };
  g_autofree char *sql = g_utf8_make_valid ((const char *) data, (gssize) n_bytes);
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    trace = fixture_trace ();

  g_autoptr (StrataQuery) query = strata_query_new (&trace, 1, &error);
  g_autofree char *rows = query != NULL ? fixture_ask (query, sql, &limits, &error) : NULL;

  /* a failure has a reason, and a success has none */
  g_assert ((rows == NULL) == (error != NULL));
  if (query != NULL)
    check_groups (query, sql, rows, &limits);
  return 0;
}
