/* test-query-numbers.c - utid and upid of idle threads and of all others
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "query-fixture.h"
#include "strata-sql-numbers.h"

static guint32
add_thread (StrataTraceBuilder *builder,
            gint64 tid,
            const char *name,
            gint64 pid)
{
  const guint32 thread = strata_trace_builder_add_thread (builder, tid);

  strata_trace_builder_name_thread (builder, thread, strata_string_pool_intern (strata_trace_builder_get_strings (builder), name, strlen (name)));
  if (pid >= 0)
    strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, pid));

  return thread;
}

/* An ordinary thread, the idle threads of two CPUs, and a program's thread 0 in its process 0. */
static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);

  const guint32 busy = add_thread (builder, 7, "app", 7);
  const guint32 first = add_thread (builder, 0, "<idle>", -1);
  const guint32 second = add_thread (builder, 0, "swapper/1", -1);
  const guint32 own = add_thread (builder, 0, "main", 0);
  const guint32 threads[] = { busy, first, second, own };

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      strata_trace_builder_begin_slice (builder, threads[i], i * 10, STRATA_NO_TIME, strata_string_pool_intern (strata_trace_builder_get_strings (builder), "x", 1), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, threads[i], i * 10 + 5, STRATA_NO_TIME, 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
test_rows (void)
{
  static const char *const rows[][2] = {
    { "SELECT utid, tid, name, upid, is_main_thread, is_idle FROM thread", "0 0 swapper 0 1 1;1 7 app 1 1 0;2 0 main 2 1 0" },
    { "SELECT upid, pid FROM process", "0 0;1 7;2 0" },
    { "SELECT k.utid, s.ts FROM slice s JOIN thread_track k ON s.track_id = k.id ORDER BY s.ts", "1 0;0 10;0 20;2 30" },
    { "SELECT count(*) FROM thread_track WHERE utid = 0", "2" },
    { "SELECT tid FROM thread WHERE utid != 0", "7;0" },
    { "SELECT name FROM thread WHERE utid = 3", "" },
  };
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataQuery) query = strata_query_new (&trace, 1, &error);
  const StrataQueryLimits limits = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *found = fixture_ask (query, rows[i][0], &limits, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (found, ==, rows[i][1]);
    }
}

/* The window selects the thread of a row by its utid. */
static void
test_find (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);

  g_assert_cmpint (threads[strata_sql_numbers_find_thread (trace, 1)].tid, ==, 7);
  g_assert_cmpstr (strata_trace_get_string (trace, threads[strata_sql_numbers_find_thread (trace, 0)].name), ==, "<idle>");
  g_assert_cmpstr (strata_trace_get_string (trace, threads[strata_sql_numbers_find_thread (trace, 2)].name), ==, "main");
  g_assert_cmpuint (strata_sql_numbers_find_thread (trace, 3), ==, STRATA_NONE);
  g_assert_cmpuint (strata_sql_numbers_find_thread (trace, -1), ==, STRATA_NONE);
}

/* Between runs a CPU is idle, and after the last one; sched.dur is -1 for what had no end. */
static void
test_idle (void)
{
  g_autoptr (StrataQuery) query = fixture_query ();
  const StrataQueryLimits limits = { 0 };
  g_autoptr (GError) error = NULL;
  g_autofree char *rows = fixture_ask (query, "SELECT cpu, ts, dur, utid, end_state, priority FROM sched WHERE cpu < 2 ORDER BY cpu, ts", &limits, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (rows, ==, "0 0 3000000 1 S -;0 3000000 -1 0 - 120;1 0 3000000 2 S -;1 3000000 -1 0 - 120");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/query-numbers/rows", test_rows);
  g_test_add_func ("/query-numbers/find", test_find);
  g_test_add_func ("/query-numbers/idle", test_idle);
  return g_test_run ();
}
