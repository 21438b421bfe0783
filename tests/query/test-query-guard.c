/* test-query-guard.c - forbidden statements, and limits of queries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"

#include <time.h>

static const char *const refused[] = {
  "ATTACH ':memory:' AS x",
  "ATTACH '/etc/passwd' AS x",
  "DETACH main",
  "VACUUM INTO '/tmp/strata-copy'",
  "PRAGMA writable_schema = 1",
  "PRAGMA temp_store_directory = '/tmp'",
  "PRAGMA journal_mode = WAL",
  "PRAGMA hard_heap_limit = 0",
  "PRAGMA trusted_schema",
  "CREATE VIRTUAL TABLE x USING fts5(a)",
  "CREATE VIRTUAL TABLE x USING rtree(a, b, c)",
  "CREATE VIRTUAL TABLE x USING dbstat",
  "CREATE VIRTUAL TABLE x USING strata_table(0, slice)",
  "SELECT * FROM strata_groups",
  "SELECT count(*) FROM strata_groups(NULL)",
  "CREATE VIEW x AS SELECT * FROM strata_groups; SELECT * FROM x",
  "DROP TABLE slice",
  "DROP VIEW thread_slice",
  "DROP TABLE main.slice",
  "ALTER TABLE slice RENAME TO x",
  "CREATE VIEW x AS SELECT 1; CREATE TRIGGER y INSTEAD OF INSERT ON x BEGIN SELECT 1; END",
};

static void
test_refused (gconstpointer data)
{
  const StrataQueryLimits limits = { 5, 0, NULL };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, data, &limits, &error);

  g_assert_null (rows);
  g_assert_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_REFUSED);
  g_assert_nonnull (strstr (error->message, "not allowed"));

  /* a refused statement leaves the tables unharmed */
  g_autofree char *count = fixture_ask (query, "SELECT count(*) FROM slice", &limits, NULL);

  g_assert_cmpstr (count, ==, "3000");
}

static const char *const bad[] = {
  "SELECT fts3_tokenizer('simple')",
  "SELECT load_extension('x')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('/tmp/x', 'y')",
  "SELECT * FROM pragma_writable_schema",
  "INSERT INTO slice (ts) VALUES (1)",
  "UPDATE slice SET ts = 1",
  "DELETE FROM slice",
  "UPDATE sqlite_schema SET sql = 'x'",
  "DELETE FROM sqlite_schema",
  "SELECT zeroblob(1000000000)",
  "SELECT randomblob(1000000000)",
  "SELECT length(printf('%.*c', 1000000000, 'x'))",
  "SELECT length(format('%s %-*.*d', 'a', 5, 1000000000, 1))",
  "SELECT length(printf('%1000000000d', 1))",
  "SELECT length(replace(hex(zeroblob(8000000)), '0', '0123456789'))",
  "SELECT length(group_concat(hex(zeroblob(1000000)))) FROM slice",
  "SELECT json_group_array(hex(zeroblob(1000000))) FROM slice",
  "CREATE TABLE x AS SELECT randomblob(1000000) AS b FROM slice",
  "SELECT count(*) FROM (SELECT DISTINCT randomblob(100000) AS b, id FROM slice)",
  "SELECT name REGEXP '(' FROM slice",
  "SELECT",
  "SELECT 1; SELECT (",
  "'",
  "/*",
  "INCLUDE PERFETTO MODULE",
  "CREATE PERFETTO TABLE",
  "CREATE OR REPLACE PERFETTO VIEW (",
  "SELECT * FROM descendant_slice",
};

/* Each ends with an error, with little memory and before the time limit. */
static void
test_bad (gconstpointer data)
{
  const StrataQueryLimits limits = { 200, 64 * 1024 * 1024, NULL };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, data, &limits, &error);

  g_assert_null (rows);
  g_assert_nonnull (error);
  g_assert_false (g_error_matches (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_LATE));
  g_assert_cmpint (error->message[0], !=, '\0');

  g_autofree char *count = fixture_ask (query, "SELECT count(*) FROM slice", &limits, NULL);

  g_assert_cmpstr (count, ==, "3000");
}

/* SQLite's error is “string or blob too big”. */
static void
test_long (void)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autofree char *blanks = g_strnfill (1000000, ' ');
  g_autofree char *sql = g_strconcat ("SELECT", blanks, "1", NULL);
  g_autofree char *rows = fixture_ask (query, sql, &limits, &error);

  g_assert_null (rows);
  g_assert_cmpstr (error->message, ==, "The statement is longer than 1000000 bytes");
}

#define ENDLESS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "

static const char *const endless[] = {
  ENDLESS "SELECT count(*) FROM n",
  ENDLESS "SELECT max(a.i + b.i) FROM n a JOIN n b",
  ENDLESS "SELECT count(*) FROM n JOIN slice ON slice.id = n.i - 1",
  "SELECT count(*) FROM slice a JOIN slice b JOIN slice c WHERE a.dur + b.dur + c.dur < 0",
  "SELECT count(*) FROM slice a, slice b, slice c, slice d WHERE a.name LIKE '%x%' OR b.name LIKE '%y%' OR c.name || d.name LIKE '%z%'",
};

static void
test_late (gconstpointer data)
{
  const StrataQueryLimits limits = { 0.2, 0, NULL };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  const clock_t begin = clock ();
  g_autofree char *rows = fixture_ask (query, data, &limits, &error);

  g_assert_null (rows);
  g_assert_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_LATE);
  g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

static void
test_cancel (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (endless); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      const StrataQueryLimits limits = { 0, 0, cancellable };
      g_autoptr (StrataQuery) query = fixture_query ();
      g_autoptr (GError) error = NULL;
      GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);
      g_autofree char *rows = fixture_ask (query, endless[i], &limits, &error);

      g_thread_join (thread);
      g_assert_null (rows);
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

static void
test_offset (void)
{
  static const StrataQueryReceiver receiver = { fixture_begin, fixture_row, fixture_end };
  static const struct
  {
    const char *sql;
    gsize offset;
  } rows[] = {
    { "SELECT nmae FROM slice", 7 },
    { "SELECT 1;\n-- two\nSELECT 2, nmae FROM slice", 27 },
    { "SELCT 1", 0 },
    { "SELECT 1 FROM nothing", 14 },
    { "SELECT 1; CREATE PERFETTO TABLE x AS SELECT bad FROM slice", 44 },
    { "SELECT 1; INCLUDE PERFETTO MODULE no.such", 10 },
  };
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      gsize offset = G_MAXSIZE;

      g_assert_false (strata_query_run (query, rows[i].sql, &limits, &receiver, text, &offset, &error));
      if (offset != rows[i].offset)
        g_error ("%s: %" G_GSIZE_FORMAT " instead of %" G_GSIZE_FORMAT " (%s)", rows[i].sql, offset, rows[i].offset, error->message);
    }
}

static void
add_all (const char *kind,
         const char *const *texts,
         guint n_texts,
         GTestDataFunc function)
{
  for (guint i = 0; i < n_texts; i++)
    {
      g_autofree char *path = g_strdup_printf ("/query/%s/%u", kind, i);

      g_test_add_data_func (path, texts[i], function);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  add_all ("refused", refused, G_N_ELEMENTS (refused), test_refused);
  add_all ("bad", bad, G_N_ELEMENTS (bad), test_bad);
  add_all ("late", endless, G_N_ELEMENTS (endless), test_late);
  g_test_add_func ("/query/cancel", test_cancel);
  g_test_add_func ("/query/offset", test_offset);
  g_test_add_func ("/query/long", test_long);

  return g_test_run ();
}
