/* test-query-plan.c - how rows of tables are found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"
#include "strata-query-private.h"

/* The plans shown by SQLite: the path is in the low bits of the index, see strata-vtab-private.h. */
typedef enum
{
  PATH_ALL,
  PATH_ID,
  PATH_FIND,
  PATH_RUNS,
  PATH_GROUPED,
} Path;

typedef struct
{
  const char *name;
  const char *sql;
  Path path;
  gboolean is_sorted; /* whether SQLite sorts */
  const char *rows;
} Case;

static const Case cases[] = {
  { "all", "SELECT count(*) FROM slice", PATH_ALL, FALSE, "3000" },
  { "id", "SELECT ts, name FROM slice WHERE id = 1", PATH_ID, FALSE, "1000 b" },
  { "id-of-none", "SELECT ts FROM slice WHERE id = 3000", PATH_ID, FALSE, "" },
  { "id-as-text", "SELECT ts FROM slice WHERE id = '1'", PATH_ID, FALSE, "1000" },
  { "id-and-name", "SELECT ts FROM slice WHERE name = 'a' AND id = 3", PATH_ID, FALSE, "3000" },
  { "track", "SELECT count(*) FROM slice WHERE track_id = 1", PATH_FIND, FALSE, "1000" },
  { "name", "SELECT count(*), min(id) FROM slice WHERE name = 'b'", PATH_FIND, FALSE, "999 1" },
  { "name-of-none", "SELECT count(*) FROM slice WHERE name = 'd'", PATH_FIND, FALSE, "0" },
  { "name-in-capitals", "SELECT count(*) FROM slice WHERE name = 'B' COLLATE NOCASE", PATH_ALL, FALSE, "999" },
  { "name-is-number", "SELECT count(*) FROM slice WHERE name = 1", PATH_FIND, FALSE, "0" },
  { "like", "SELECT count(*) FROM slice WHERE name LIKE 'B%'", PATH_ALL, FALSE, "999" },
  { "glob", "SELECT count(*) FROM slice WHERE name GLOB 'B*'", PATH_ALL, FALSE, "0" },
  { "regexp", "SELECT count(*) FROM slice WHERE name REGEXP '^[ab]$'", PATH_ALL, FALSE, "2001" },
  { "not-like", "SELECT count(*) FROM slice WHERE name NOT LIKE 'a%'", PATH_ALL, FALSE, "1998" },
  { "like-or", "SELECT count(*) FROM slice WHERE name LIKE 'a%' OR name GLOB 'c'", PATH_ALL, FALSE, "2001" },
  { "not-like-joined", "SELECT count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id WHERE ifnull(s.name, '') NOT LIKE 'a%'", PATH_ALL, FALSE, "1998" },
  { "ts", "SELECT count(*) FROM slice WHERE ts >= 10000 AND ts < 20000", PATH_RUNS, FALSE, "30" },
  { "ts-between", "SELECT count(*) FROM slice WHERE ts BETWEEN 10000 AND 20000", PATH_RUNS, FALSE, "33" },
  { "ts-real", "SELECT count(*) FROM slice WHERE ts > 9999.5 AND ts < 20000.5", PATH_RUNS, FALSE, "33" },
  { "ts-none", "SELECT count(*) FROM slice WHERE ts > 5 AND ts < 5", PATH_RUNS, FALSE, "0" },
  { "ts-of-track", "SELECT count(*) FROM slice WHERE track_id = 0 AND ts >= 10000 AND ts < 20000", PATH_FIND, FALSE, "10" },
  { "ts-null", "SELECT count(*) FROM slice WHERE ts > NULL", PATH_RUNS, FALSE, "0" },
  { "ts-text", "SELECT count(*) FROM slice WHERE ts < 'x'", PATH_RUNS, FALSE, "3000" },
  { "utid", "SELECT count(*) FROM thread_state WHERE utid = 2", PATH_FIND, FALSE, "2" },
  { "cpu", "SELECT count(*) FROM sched WHERE cpu = 2 AND utid != 0", PATH_FIND, FALSE, "1" },
  { "ucpu", "SELECT count(*) FROM sched WHERE ucpu = 2 AND utid != 0", PATH_FIND, FALSE, "1" },
  { "group-by-name", "SELECT name, count(*) FROM slice GROUP BY name", PATH_GROUPED, FALSE, "a 1002;b 999;c 999" },
  { "group-and-order-by-name", "SELECT name, count(*) FROM slice GROUP BY name HAVING min(depth) = 0 ORDER BY name", PATH_GROUPED, FALSE, "a 1002;b 999;c 999" },
  { "group-and-order-by-name-downwards", "SELECT name FROM slice GROUP BY name HAVING min(depth) = 0 ORDER BY name DESC", PATH_ALL, TRUE, "c;b;a" },
  { "distinct-and-order-by-name", "SELECT DISTINCT name FROM slice WHERE depth = 0 ORDER BY name", PATH_ALL, TRUE, "a;b;c" },
  { "distinct-and-order-by-name-downwards", "SELECT DISTINCT name FROM slice WHERE depth = 0 ORDER BY name DESC", PATH_ALL, TRUE, "c;b;a" },
  { "group-and-order-by-track-downwards", "SELECT track_id FROM slice GROUP BY track_id HAVING min(depth) = 0 ORDER BY track_id DESC", PATH_ALL, TRUE, "2;1;0" },
  { "distinct-name", "SELECT DISTINCT name FROM slice", PATH_GROUPED, TRUE, "a;b;c" },
  { "order-by-name", "SELECT name FROM slice ORDER BY name DESC LIMIT 1", PATH_ALL, TRUE, "c" },
  { "group-by-track", "SELECT track_id, count(*) FROM slice GROUP BY track_id", PATH_RUNS, FALSE, "0 1000;1 1000;2 1000" },
  { "order-by-id", "SELECT id FROM slice WHERE dur = 500 ORDER BY id LIMIT 2", PATH_ALL, FALSE, "0;1" },
  { "order-by-id-downwards", "SELECT id FROM slice ORDER BY id DESC LIMIT 2", PATH_ALL, TRUE, "2999;2998" },
  { "group-by-two", "SELECT count(*) FROM (SELECT 1 FROM slice GROUP BY name, depth)", PATH_ALL, TRUE, "3" },
  { "join-by-thread", "SELECT t.utid, count(*) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY t.utid", PATH_ALL, FALSE, "1 1000;2 1000;3 1000" },
};

static void
test_plan (gconstpointer data)
{
  const Case *row = data;
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autofree char *explain = g_strconcat ("EXPLAIN QUERY PLAN ", row->sql, NULL);
  g_autofree char *plan = fixture_ask (query, explain, &limits, &error);

  g_assert_no_error (error);

  const char *index = strstr (plan, "VIRTUAL TABLE INDEX ");

  g_assert_nonnull (index);
  g_assert_cmpuint (g_ascii_strtoull (index + strlen ("VIRTUAL TABLE INDEX "), NULL, 10) & 0xf, ==, row->path);
  g_assert_cmpint (strstr (plan, "TEMP B-TREE") != NULL, ==, row->is_sorted);

  g_autofree char *rows = fixture_ask (query, row->sql, &limits, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rows, ==, row->rows);
}

/* Sums of begin and length in conditions, and conditions that must stay unchanged. */
static const struct
{
  const char *sql;
  const char *written; /* (nullable): %NULL if nothing changes */
} ends[] = {
  { "SELECT 1 FROM slice s, thread_state t WHERE t.ts + t.dur > s.ts", "SELECT 1 FROM slice s, thread_state t WHERE t.ts_dur     > s.ts" },
  { "SELECT 1 FROM slice s JOIN sched AS r ON s.ts < r.dur+r.ts AND 1", "SELECT 1 FROM slice s JOIN sched AS r ON s.ts < r.ts_dur   AND 1" },
  { "SELECT 1 FROM thread_state WHERE (thread_state.ts + thread_state.dur) >= 5", "SELECT 1 FROM thread_state WHERE (thread_state.ts_dur               ) >= 5" },
  { "SELECT t.ts + t.dur > 5 FROM thread_state t", NULL },
  { "SELECT 1 FROM thread_state t WHERE t.ts + t.dur * 2 > 5", NULL },
  { "SELECT 1 FROM thread_state t WHERE 5 - t.ts + t.dur > 5", NULL },
  { "SELECT 1 FROM thread_state t WHERE t.ts + t.dur > '5'", NULL },
  { "SELECT 1 FROM thread_state t WHERE t.ts + t.dur >= '5'", NULL },
  { "SELECT 1 FROM thread_state t WHERE '5' < t.ts + t.dur", NULL },
  { "SELECT 1 FROM thread_state t, slice s WHERE t.ts + s.dur > 5", NULL },
  { "SELECT 1 FROM slice s WHERE s.ts + s.dur > 5", NULL },
  { "SELECT 't.ts + t.dur > 5' FROM thread_state t", NULL },
  { "t.ts + t.dur", NULL },
};

static void
test_ends (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *written = strata_query_write_ends (ends[i].sql);

      g_assert_cmpstr (written, ==, ends[i].written);
    }
}

/* The rows are the same as those SQLite finds alone: "+ 0" keeps the sum from being rewritten. */
static void
test_end_rows (void)
{
  static const char *const queries[] = {
    "SELECT count(*), sum(t.id), sum(s.id) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread_state t USING (utid) WHERE t.ts < s.ts + s.dur AND t.ts + t.dur %s> s.ts",
    "SELECT count(*), sum(r.id) FROM slice s JOIN sched r ON r.cpu = s.id % 3 AND r.ts + r.dur %s>= s.ts + 7 AND r.ts <= s.ts",
    "SELECT group_concat(id) FROM thread_state t WHERE utid = 1 AND t.ts + t.dur %s= 3000000",
    "SELECT group_concat(id) FROM thread_state t WHERE utid = 1 AND t.ts + t.dur %s> 2999999",
    "SELECT group_concat(id) FROM thread_state t WHERE utid = 1 AND t.ts + t.dur %s> 3000000",
    "SELECT group_concat(id) FROM thread_state t WHERE t.ts + t.dur %s> 1e3",
    "SELECT group_concat(id) FROM thread_state t WHERE t.ts + t.dur %s> NULL",
    "SELECT count(*) FROM (SELECT 5 AS ts, 6 AS dur) t JOIN thread_state r WHERE t.ts + t.dur %s> r.ts",
    "SELECT count(*) FROM (SELECT 5 AS ts, 6 AS dur) t WHERE t.ts + t.dur %s> 10 AND EXISTS (SELECT 1 FROM thread_state t)",
  };
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();

  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (GError) error = NULL;
      const char *place = strstr (queries[i], "%s");
      g_autofree char *head = g_strndup (queries[i], (gsize) (place - queries[i]));
      g_autofree char *sql = g_strconcat (head, place + 2, NULL);
      g_autofree char *plain = g_strconcat (head, "+ 0 ", place + 2, NULL);
      g_autofree char *found = fixture_ask (query, sql, &limits, &error);

      g_assert_no_error (error);

      g_autofree char *wanted = fixture_ask (query, plain, &limits, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (found, ==, wanted);
    }
}

/* Unusual arguments: unknown ids, non-numbers, and numbers out of range. */
static void
test_functions (void)
{
  static const char *const rows[][2] = {
    { "SELECT trace_dur()", "3000000" },
    { "SELECT count(*) FROM descendant_slice(0)", "0" },
    { "SELECT count(*) FROM descendant_slice(-1)", "0" },
    { "SELECT count(*) FROM ancestor_slice(1e30)", "0" },
    { "SELECT count(*) FROM ancestor_slice(NULL)", "0" },
    { "SELECT slice_is_ancestor(0, 1)", "0" },
    { "SELECT extract_arg(99999, 'x')", "-" },
    { "SELECT time_from_ms(2), time_to_us(5000)", "2000000 5" },
    { "SELECT overlap_dur(0, 10, 5, 10)", "5" },
    { "SELECT overlap_dur(9223372036854775807, 10, 0, 9223372036854775807)", "0" },
    { "SELECT percentile(dur, 50) FROM slice", "500" },
    { "SELECT str_split('a,b', ',', 1)", "b" },
    { "SELECT cast_int!(2.7)", "2" },
    { "SELECT printf('%5.2f|%-4d|%s|%%|%*d', 1.5, 7, 'x', 3, 9), printf(NULL), format('%')", " 1.50|7   |x|%|  9 - %" },
    { "SELECT * FROM sched_active_cpu_count", "0 0 3;3000000 0 0" },
  };
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *found = fixture_ask (query, rows[i][0], &limits, &error);

      g_assert_no_error (error);
      if (g_strcmp0 (found, rows[i][1]) != 0)
        g_error ("%s: %s instead of %s", rows[i][0], found, rows[i][1]);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/query/plan/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_plan);
    }

  g_test_add_func ("/query/functions", test_functions);
  g_test_add_func ("/query/ends", test_ends);
  g_test_add_func ("/query/end-rows", test_end_rows);

  return g_test_run ();
}
