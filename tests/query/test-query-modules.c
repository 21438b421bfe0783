/* test-query-modules.c - modules of PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"
#include "strata-query-private.h"

static char *
ask (StrataQuery *query,
     const char *sql)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (GError) error = NULL;
  char *rows = fixture_ask (query, sql, &limits, &error);

  g_assert_no_error (error);
  return rows;
}

/* All names of a module exist when only that module is included. */
static void
test_names (void)
{
  g_auto (GStrv) modules = strata_query_list_modules ();

  g_assert_cmpuint (g_strv_length (modules), >, 30);
  for (guint i = 0; modules[i] != NULL; i++)
    {
      g_autoptr (StrataQuery) query = fixture_query ();
      g_autofree char *include = g_strdup_printf ("INCLUDE PERFETTO MODULE %s", modules[i]);
      g_autofree char *none = ask (query, include);
      g_autofree char *names = strata_query_dup_module_names (modules[i]);
      g_auto (GStrv) list = g_strsplit (names, ", ", -1);

      for (guint j = 0; list[j] != NULL; j++)
        if (!g_str_has_suffix (list[j], "()"))
          {
            g_autofree char *sql = g_strdup_printf ("SELECT * FROM %s LIMIT 1", list[j]);
            g_autofree char *rows = ask (query, sql);
          }
    }
}

static const struct
{
  const char *sql;
  const char *rows;
} answers[] = {
  { "INCLUDE PERFETTO MODULE sched.*; INCLUDE PERFETTO MODULE sched.states; SELECT count(*) FROM sched_with_thread_process WHERE utid != 0", "3" },
  { "INCLUDE PERFETTO MODULE *; SELECT sched_state_io_to_human_readable_string('D', 1), sched_state_to_human_readable_string('R+')", "Uninterruptible Sleep (IO) Runnable (Preempted)" },
  { "INCLUDE PERFETTO MODULE slices.cpu_time; SELECT count(*), sum(cpu_time) FROM thread_slice_cpu_time", "3000 1500000" },
  { "INCLUDE PERFETTO MODULE slices.time_in_state; SELECT state, count(*), sum(dur) FROM thread_slice_time_in_state GROUP BY 1", "Running 3000 1500000" },
  { "INCLUDE PERFETTO MODULE slices.flat_slices; SELECT count(*), sum(dur), count(DISTINCT slice_id) FROM _slice_flattened", "3000 1500000 3000" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT state, dur FROM sched_time_in_state_for_thread_in_interval(1000, 500, 1)", "Running 500" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT sum(dur) FROM sched_time_in_state_for_cpu_in_interval(2, 1000, 500)", "500" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT utid, state, time_in_state, percentage_in_state FROM sched_time_in_state_for_thread WHERE utid = 1 AND state = 'Running'", "1 Running 3000000 100" },
  { "INCLUDE PERFETTO MODULE linux.cpu.utilization.*; SELECT count(*), sum(runtime), max(freq) FROM _cpu_runs", "3 9000000 -" },
  { "INCLUDE PERFETTO MODULE linux.cpu.utilization.system; SELECT count(*), sum(unnormalized_utilization) FROM cpu_utilization_per_period(1000000)", "3 9" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 10, 'a'), (5, 10, 'a'), (20, 5, 'b')) SELECT * FROM intervals_overlap_count!(t, ts, dur)", "0 1;5 2;10 1;15 0;20 1;25 0" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 10, 'a'), (5, 10, 'a'), (20, 5, 'b')) SELECT * FROM merge_overlapping_intervals!(t)", "0 15;20 5" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 20, 'a'), (5, 2, 'a'), (10, 15, 'b'), (19, 5, 'a')) SELECT * FROM interval_merge_overlapping_partitioned!(t, g)", "0 24 a;10 15 b" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; SELECT count(*), sum(dur) FROM _interval_intersect_single!(100, 1000, slice)", "6 1500" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; WITH a(id, ts, dur, p) AS (VALUES (1, 0, 10, 'x'), (2, 10, 10, 'x'), (3, 5, 10, 'y')), b(id, ts, dur, p) AS (VALUES (7, 5, 10, 'x'), (8, 18, 9, 'x'), (9, 6, 0, 'y'))"
    " SELECT * FROM _interval_intersect!((a, b), (p)) ORDER BY p, ts",
    "5 5 1 7 x;10 5 2 7 x;18 2 2 8 x;6 0 3 9 y" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; WITH a(id, ts, dur) AS (VALUES (1, 0, 10), (2, 10, 10)), b(id, ts, dur) AS (VALUES (7, 5, 10)), c(id, ts, dur) AS (VALUES (4, 7, 100))"
    " SELECT * FROM _interval_intersect!((a, b, (SELECT id, ts, dur FROM c)), ()) ORDER BY ts",
    "7 3 1 7 4;10 5 2 7 4" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; WITH a(id, ts, dur, p, q) AS (VALUES (1, 0, 9, 1, 1), (2, 0, 9, 1, 2), (3, 9, -1, 1, 2)), b(id, ts, dur, p, q) AS (VALUES (7, 0, 9, 1, 2), (8, 9, 9, 2, 2))"
    " SELECT * FROM _interval_intersect!((a, b), (p, q))",
    "0 9 2 7 1 2" },
  { "INCLUDE PERFETTO MODULE intervals.fill_gaps; WITH t(ts, dur, g, h, v) AS (VALUES (1000000, 500000, 'a', 1, 4), (1500000, 500000, 'a', 1, 5), (2500000, 500000, 'a', 2, 6), (NULL, NULL, 'b', 3, 7))"
    " SELECT * FROM _intervals_fill_gaps!((g, h), (v), t) ORDER BY g, h, ts",
    "0 1000000 a 1 -;1000000 500000 a 1 4;1500000 500000 a 1 5;2000000 1000000 a 1 -;0 2500000 a 2 -;2500000 500000 a 2 6;0 3000000 b 3 -" },
  { "INCLUDE PERFETTO MODULE intervals.fill_gaps; WITH t(ts, dur, v, w) AS (VALUES (1000000, 2000000, 4, 5)) SELECT ts, dur, v, w FROM _intervals_fill_gaps!((NULL), (v, w), t) ORDER BY ts", "0 1000000 - -;1000000 2000000 4 5" },
  { "WITH t(i, x) AS (VALUES (1, NULL), (2, 'a'), (3, NULL), (4, 'b')) SELECT group_concat(y, ' ') FROM (SELECT ifnull(last_non_null(x) OVER (ORDER BY i), 0) AS y FROM t)", "0 a a b" },
  { "WITH t(x) AS (VALUES (1), (2), (NULL)) SELECT last_non_null(x) FROM t", "2" },
  { "SELECT to_timecode(0), to_timecode(3600123456789), to_timecode(-61000000001), to_timecode(NULL)", "00:00:00 000 000 000 01:00:00 123 456 789 -00:01:01 000 000 001 -" },
  { "DROP VIEW IF EXISTS frame; CREATE VIEW frame AS SELECT 7 AS x; SELECT x FROM frame", "7" },
  { "CREATE TABLE IF NOT EXISTS \"task\" (x); INSERT INTO task VALUES (8); CREATE INDEX i ON task (x); SELECT x FROM task", "8" },
  { "CREATE VIEW log AS SELECT 1 AS x; DROP VIEW log; SELECT count(*) FROM log", "0" },
  { "CREATE VIEW v AS SELECT ts, dur FROM slice WHERE name = 'a' AND dur > 0; CREATE VIRTUAL TABLE profile USING SPAN_JOIN(v, v); SELECT min(dur) > 0 FROM profile", "1" },
  { "CREATE PERFETTO MACRO outer_one(x Expr) RETURNS Expr AS inner_one!($x) * 2; CREATE PERFETTO MACRO inner_one(x Expr) RETURNS Expr AS ($x + 1); SELECT outer_one!(4)", "10" },
  { "INCLUDE PERFETTO MODULE counters.intervals; WITH t(id, ts, track_id, value) AS (VALUES (0, 0, 1, 5), (1, 10, 1, 5), (2, 20, 1, 8)) SELECT id, ts, dur, value, next_value, delta_value FROM counter_leading_intervals!(t)",
    "0 0 20 5 8 -;2 20 2999980 8 - 3" },
  { "INCLUDE PERFETTO MODULE android.monitor_contention;"
    "CREATE PERFETTO VIEW n AS SELECT 'monitor contention with owner main (1234) at void com.example.Foo.bar(java.lang.Object, int)(Foo.java:120) waiters=2 blocking from int com.example.Baz.qux()(Baz.java:33)' AS s;"
    "SELECT android_extract_android_monitor_contention_blocking_thread(s), android_extract_android_monitor_contention_blocking_tid(s), android_extract_android_monitor_contention_blocking_method(s),"
    " android_extract_android_monitor_contention_short_blocked_method(s), android_extract_android_monitor_contention_waiter_count(s),"
    " android_extract_android_monitor_contention_blocking_src(s), android_extract_android_monitor_contention_blocked_src(s) FROM n",
    "main 1234 void com.example.Foo.bar(java.lang.Object, int) com.example.Baz.qux 2 Foo.java:120 Baz.java:33" },
  { "INCLUDE PERFETTO MODULE slices.stack; SELECT count(DISTINCT stack_id), min(parent_stack_id), max(parent_stack_id) FROM slice_with_stack_id", "3 0 0" },
  { "INCLUDE PERFETTO MODULE slices.stack; SELECT count(*), count(DISTINCT name) FROM descendant_slice_by_stack((SELECT stack_id FROM slice WHERE name = 'a' LIMIT 1))", "1002 1" },
  { "INCLUDE PERFETTO MODULE android.package_lookup; SELECT android_package_lookup(1001000), android_package_lookup(10500), android_package_lookup(NULL)", "AID_SYSTEM_USER uid=10500 -" },
  { "INCLUDE PERFETTO MODULE android.process_metadata; SELECT pid, package_name, is_kernel_task FROM android_process_metadata", "0 - 0;100 - 0" },
  { "INCLUDE PERFETTO MODULE android.oom_adjuster; SELECT android_oom_adj_score_to_bucket_name(0), android_oom_adj_score_to_bucket_name(905), android_oom_adj_score_to_bucket_name(NULL)", "foreground_app cached_app -" },
};

static void
test_answer (gconstpointer data)
{
  const guint number = GPOINTER_TO_UINT (data);
  g_autoptr (StrataQuery) query = fixture_query ();
  g_autofree char *rows = ask (query, answers[number].sql);

  g_assert_cmpstr (rows, ==, answers[number].rows);
}

static const struct
{
  const char *sql;
  const char *reason;
} failures[] = {
  { "INCLUDE PERFETTO MODULE android.nothing", "The module “android.nothing” of PerfettoSQL is not available; strata-sql(7) lists those that are" },
  { "SELECT last_non_null(id) OVER (ORDER BY ts ROWS 1 PRECEDING) FROM slice", "last_non_null() needs a window that starts with its partition" },
  { "DROP TABLE frame", "no such table: temp.frame" },
  { "CREATE VIEW slice AS SELECT 1", "table slice already exists" },
  { "DROP VIEW slice", "DROP slice is not allowed in queries" },
  { "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS m!($x); SELECT m!(1)", "The macros of this statement expand without end" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; SELECT * FROM _interval_intersect!((), ())", "near \")\": syntax error" },
  { "INCLUDE PERFETTO MODULE ../sched.states", "The module “../sched.states” of PerfettoSQL is not available; strata-sql(7) lists those that are" },
  { "INCLUDE PERFETTO MODULE", "The module “” of PerfettoSQL is not available; strata-sql(7) lists those that are" },
  { "CREATE TEMP TABLE global_counter_track AS SELECT 1; INCLUDE PERFETTO MODULE counters.global_tracks", "counters.global_tracks: table global_counter_track already exists" },
};

static void
test_failures (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      const StrataQueryLimits limits = { 0 };
      g_autoptr (StrataQuery) query = fixture_query ();
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = fixture_ask (query, failures[i].sql, &limits, &error);

      g_assert_null (rows);
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, ==, failures[i].reason);
    }
}

/* A trace with three threads as a, one with two as b. */
static StrataQuery *
open_pair (void)
{
  g_autoptr (StrataTrace) first = fixture_trace ();
  g_autoptr (StrataTrace) second = fixture_trace_of (2);
  StrataTrace *traces[] = { first, second };
  g_autoptr (GError) error = NULL;
  StrataQuery *query = strata_query_new (traces, 2, &error);

  g_assert_no_error (error);
  return query;
}

/* Rows of a table of a module: @schema is "" or ends with a dot. */
static char *
ask_module (StrataQuery *query,
            const char *module,
            const char *schema,
            const char *table)
{
  g_autofree char *sql = g_strdup_printf ("INCLUDE PERFETTO MODULE %s; SELECT * FROM %s%s", module, schema, table);

  return ask (query, sql);
}

static void
check_pair (const char *module,
            const char *table)
{
  g_autoptr (StrataTrace) trace = fixture_trace_of (2);
  g_autoptr (StrataQuery) pair = open_pair ();
  g_autoptr (StrataQuery) first = fixture_query ();
  g_autoptr (StrataQuery) second = strata_query_new (&trace, 1, NULL);
  g_autofree char *of_a = ask_module (pair, module, "a.", table);
  g_autofree char *of_b = ask_module (pair, module, "b.", table);
  g_autofree char *without = ask_module (pair, module, "", table);
  g_autofree char *wanted_a = ask_module (first, module, "", table);
  g_autofree char *wanted_b = ask_module (second, module, "", table);

  g_assert_cmpstr (of_a, ==, wanted_a);
  g_assert_cmpstr (without, ==, wanted_a);
  g_assert_cmpstr (of_b, ==, wanted_b);
}

/* With two traces open, each table of a module equals that of the single trace. */
static void
test_pair (void)
{
  g_auto (GStrv) modules = strata_query_list_modules ();

  for (guint i = 0; modules[i] != NULL; i++)
    {
      g_autofree char *names = strata_query_dup_module_names (modules[i]);
      g_auto (GStrv) list = g_strsplit (names, ", ", -1);

      for (guint j = 0; list[j] != NULL; j++)
        if (!g_str_has_suffix (list[j], "()"))
          check_pair (modules[i], list[j]);
    }
}

static const struct
{
  const char *sql;
  const char *rows;
} pairs[] = {
  { "SELECT trace_dur(), trace_dur('a'), trace_dur('b')", "3000000 3000000 3000000" },
  { "INCLUDE PERFETTO MODULE slices.cpu_time; SELECT (SELECT sum(cpu_time) FROM a.thread_slice_cpu_time), (SELECT sum(cpu_time) FROM b.thread_slice_cpu_time)", "1500000 1000000" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT sum(dur) FROM a.sched_time_in_state_for_cpu_in_interval(2, 1000, 500)", "500" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT sum(dur) FROM b.sched_time_in_state_for_cpu_in_interval(2, 1000, 500)", "-" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT sum(dur) FROM b.sched_time_in_state_for_cpu_in_interval(1, 1000, 500)", "500" },
  { "INCLUDE PERFETTO MODULE *; SELECT (SELECT count(*) FROM sched_with_thread_process WHERE utid != 0), (SELECT count(*) FROM b.sched_with_thread_process WHERE utid != 0)", "3 2" },
  { "INCLUDE PERFETTO MODULE android.package_lookup; SELECT android_package_lookup(1000), android_package_lookup('b', 1000)", "AID_SYSTEM_USER AID_SYSTEM_USER" },
  { "INCLUDE PERFETTO MODULE android.startup.startups; SELECT count(*) FROM (SELECT android_sum_dur_on_main_thread_for_startup_and_slice('b', 1, 'a') AS x) WHERE x IS NULL", "1" },
  { "INCLUDE PERFETTO MODULE counters.intervals; SELECT a.dur, b.dur FROM counter_leading_intervals!((SELECT 0 AS id, 0 AS ts, 0 AS track_id, 7 AS value)) a,"
    " b.counter_leading_intervals!((SELECT 0 AS id, 1000 AS ts, 0 AS track_id, 7 AS value)) b",
    "3000000 2999000" },
  { "CREATE PERFETTO MACRO n(c Expr) RETURNS TableOrSubquery AS (SELECT count(*) AS n FROM slice WHERE name = $c);"
    "CREATE PERFETTO MACRO both(c Expr) RETURNS TableOrSubquery AS (SELECT n FROM n!($c) UNION ALL SELECT count(*) FROM thread);"
    "SELECT * FROM n!('a'); SELECT * FROM a.n!('a'); SELECT * FROM B.n!('a'); SELECT * FROM both!('b'); SELECT * FROM b.both!('b')",
    "1002;1002;668;999;4;666;3" },
  { "CREATE PERFETTO MACRO pairs(c Expr) RETURNS TableOrSubquery AS (SELECT count(*) AS thread, max(slice.id, 0) AS slice FROM (SELECT id, name, dur FROM slice) s, thread, slice WHERE slice.id = s.id AND s.name IN ($c, 'x') ORDER BY slice, thread);"
    "SELECT thread FROM b.pairs!('a')",
    "2004" },
  { "CREATE PERFETTO FUNCTION half(x LONG) RETURNS LONG AS SELECT $x / 2; CREATE PERFETTO MACRO h(x Expr) RETURNS Expr AS half($x); SELECT b.h!(8)", "4" },
  { "INCLUDE PERFETTO MODULE android.slices; SELECT android_standardize_slice_name('b', 'DrawFrames 7'), android_standardize_slice_name('DrawFrames 7')", "DrawFrames DrawFrames" },
  { "CREATE TABLE slice AS SELECT 'mine' AS name; SELECT name, count(*) FROM slice GROUP BY name", "mine 1" },
};

static void
test_pair_answer (gconstpointer data)
{
  const guint number = GPOINTER_TO_UINT (data);
  g_autoptr (StrataQuery) query = open_pair ();
  g_autofree char *rows = ask (query, pairs[number].sql);

  g_assert_cmpstr (rows, ==, pairs[number].rows);
}

static void
test_pair_failure (void)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) query = open_pair ();
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, "SELECT trace_end('c')", &limits, &error);

  g_assert_null (rows);
  g_assert_cmpstr (error->message, ==, "“c” is not the letter of a trace");
}

/* A letter before a macro selects a trace. */
static void
test_letter (void)
{
  const StrataQueryLimits limits = { 0 };
  g_autoptr (StrataQuery) pair = open_pair ();
  g_autoptr (StrataQuery) alone = fixture_query ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) other = NULL;
  g_autofree char *none = ask (pair, "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x");
  g_autofree char *same = ask (alone, "CREATE PERFETTO MACRO m(x Expr) RETURNS Expr AS $x");
  g_autofree char *rows = fixture_ask (pair, "SELECT c.m!(1)", &limits, &error);

  g_assert_null (rows);
  g_assert_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD);

  g_autofree char *more = fixture_ask (alone, "SELECT b.m!(1)", &limits, &other);

  g_assert_null (more);
  g_assert_error (other, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_BAD);
}

/* Tables of a module that failed halfway do not prevent including it again. */
static void
test_again (void)
{
  const StrataQueryLimits limits = { .seconds = 1e-9 };
  const StrataQueryLimits none = { 0 };
  g_autoptr (StrataQuery) query = fixture_query ();

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = fixture_ask (query, "INCLUDE PERFETTO MODULE slices.*", &limits, &error);

      g_assert_null (rows);
      g_assert_error (error, STRATA_QUERY_ERROR, STRATA_QUERY_ERROR_LATE);
    }

  g_autofree char *rows = fixture_ask (query, "INCLUDE PERFETTO MODULE slices.*; SELECT count(*) FROM thread_slice_cpu_time", &none, NULL);

  g_assert_cmpstr (rows, ==, "3000");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/query-modules/names", test_names);
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *path = g_strdup_printf ("/query-modules/answers/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_answer);
    }

  g_test_add_func ("/query-modules/failures", test_failures);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/query-modules/pair/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_pair_answer);
    }

  g_test_add_func ("/query-modules/pair/tables", test_pair);
  g_test_add_func ("/query-modules/pair/failure", test_pair_failure);
  g_test_add_func ("/query-modules/pair/letter", test_letter);
  g_test_add_func ("/query-modules/again", test_again);

  return g_test_run ();
}
