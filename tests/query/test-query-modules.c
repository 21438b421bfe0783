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

/* All that a module names is there when it alone is included. */
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
  { "INCLUDE PERFETTO MODULE sched.*; INCLUDE PERFETTO MODULE sched.states; SELECT count(*) FROM sched_with_thread_process", "3" },
  { "INCLUDE PERFETTO MODULE *; SELECT sched_state_io_to_human_readable_string('D', 1), sched_state_to_human_readable_string('R+')", "Uninterruptible Sleep (IO) Runnable (Preempted)" },
  { "INCLUDE PERFETTO MODULE slices.cpu_time; SELECT count(*), sum(cpu_time) FROM thread_slice_cpu_time", "3000 1500000" },
  { "INCLUDE PERFETTO MODULE slices.time_in_state; SELECT state, count(*), sum(dur) FROM thread_slice_time_in_state GROUP BY 1", "Running 3000 1500000" },
  { "INCLUDE PERFETTO MODULE slices.flat_slices; SELECT count(*), sum(dur), count(DISTINCT slice_id) FROM _slice_flattened", "3000 1500000 3000" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT state, dur FROM sched_time_in_state_for_thread_in_interval(1000, 500, 1)", "Running 500" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT sum(dur) FROM sched_time_in_state_for_cpu_in_interval(2, 1000, 500)", "500" },
  { "INCLUDE PERFETTO MODULE sched.time_in_state; SELECT utid, state, time_in_state, percentage_in_state FROM sched_time_in_state_for_thread WHERE utid = 0 AND state = 'Running'", "0 Running 3000000 100" },
  { "INCLUDE PERFETTO MODULE linux.cpu.utilization.*; SELECT count(*), sum(runtime), max(freq) FROM _cpu_runs", "3 9000000 -" },
  { "INCLUDE PERFETTO MODULE linux.cpu.utilization.system; SELECT count(*), sum(unnormalized_utilization) FROM cpu_utilization_per_period(1000000)", "3 9" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 10, 'a'), (5, 10, 'a'), (20, 5, 'b')) SELECT * FROM intervals_overlap_count!(t, ts, dur)", "0 1;5 2;10 1;15 0;20 1;25 0" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 10, 'a'), (5, 10, 'a'), (20, 5, 'b')) SELECT * FROM merge_overlapping_intervals!(t)", "0 15;20 5" },
  { "INCLUDE PERFETTO MODULE intervals.overlap; WITH t(ts, dur, g) AS (VALUES (0, 20, 'a'), (5, 2, 'a'), (10, 15, 'b'), (19, 5, 'a')) SELECT * FROM interval_merge_overlapping_partitioned!(t, g)", "0 24 a;10 15 b" },
  { "INCLUDE PERFETTO MODULE intervals.intersect; SELECT count(*), sum(dur) FROM _interval_intersect_single!(100, 1000, slice)", "6 1500" },
  { "INCLUDE PERFETTO MODULE counters.intervals; WITH t(id, ts, track_id, value) AS (VALUES (0, 0, 1, 5), (1, 10, 1, 5), (2, 20, 1, 8)) SELECT id, ts, dur, value, next_value, delta_value FROM counter_leading_intervals!(t)",
    "0 0 20 5 8 -;2 20 2999980 8 - 3" },
  { "INCLUDE PERFETTO MODULE android.monitor_contention;"
    "CREATE PERFETTO VIEW n AS SELECT 'monitor contention with owner main (1234) at void com.example.Foo.bar(java.lang.Object, int)(Foo.java:120) waiters=2 blocking from int com.example.Baz.qux()(Baz.java:33)' AS s;"
    "SELECT android_extract_android_monitor_contention_blocking_thread(s), android_extract_android_monitor_contention_blocking_tid(s), android_extract_android_monitor_contention_blocking_method(s),"
    " android_extract_android_monitor_contention_short_blocked_method(s), android_extract_android_monitor_contention_waiter_count(s),"
    " android_extract_android_monitor_contention_blocking_src(s), android_extract_android_monitor_contention_blocked_src(s) FROM n",
    "main 1234 void com.example.Foo.bar(java.lang.Object, int) com.example.Baz.qux 2 Foo.java:120 Baz.java:33" },
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

  return g_test_run ();
}
