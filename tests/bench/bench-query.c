/* bench-query.c - the time of SQL queries
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-query [SLICES [SQL]]
 *        bench-query FILE [SQL]
 *
 * CPU time and growth of peak memory of the first run of each query, which builds what later ones
 * reuse. For a FILE also the queries of Perfetto's documentation.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "strata-loader.h"
#include "strata-query.h"
#include "strata-trace-builder.h"

#define N_THREADS 16
#define N_NAMES 2000

static void
add_states (StrataTraceBuilder *builder,
            guint32 thread,
            guint32 cpu,
            gint64 end_ns)
{
  for (gint64 time_ns = 0; time_ns < end_ns; time_ns += 2000000)
    {
      strata_trace_builder_switch_cpu (builder, cpu, time_ns, STRATA_NONE, 0, thread);
      strata_trace_builder_switch_cpu (builder, cpu, time_ns + 1500000, thread, 'S', STRATA_NONE);
      strata_trace_builder_wake (builder, thread, time_ns + 1900000, thread, FALSE);
    }
}

/* Slices of three levels on some threads, which sleep from time to time. */
static StrataTrace *
make_trace (guint n_slices)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 names[N_NAMES];

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_autofree char *text = g_strdup_printf ("Choreographer#step %u of the frame", i);

      names[i] = strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
    }

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint t = 0; t < N_THREADS; t++)
    {
      const guint32 thread = strata_trace_builder_get_thread (builder, 100 + t);
      gint64 now_ns = 0;

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 100));
      for (guint i = 0; i < n_slices / N_THREADS; i++)
        {
          strata_trace_builder_begin_slice (builder, thread, now_ns, STRATA_NO_TIME, names[g_rand_int_range (random, 0, N_NAMES)], STRATA_ATTRS_NONE);
          now_ns += g_rand_int_range (random, 100, 20000);
          if (i % 3 == 2)
            for (guint j = 0; j < 3; j++)
              strata_trace_builder_end_slice (builder, thread, now_ns += 500, STRATA_NO_TIME, 0);
        }

      add_states (builder, thread, t, now_ns);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static double
get_cpu_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double
get_peak_mb (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_maxrss / 1024;
}

static gboolean
begin_result (gpointer data,
              const char *const *names,
              guint n_columns)
{
  return TRUE;
}

static gboolean
take_row (gpointer data,
          const StrataCell *cells,
          guint n_columns)
{
  (*(guint64 *) data)++;
  return TRUE;
}

static void
end_result (gpointer data)
{
}

static void
time_query (StrataQuery *query,
            const char *name,
            const char *sql)
{
  static const StrataQueryReceiver receiver = { begin_result, take_row, end_result };
  const StrataQueryLimits limits = { 0 };
  const double begin_s = get_cpu_s ();
  const double begin_mb = get_peak_mb ();
  g_autoptr (GError) error = NULL;
  guint64 n_rows = 0;

  if (!strata_query_run (query, sql, &limits, &receiver, &n_rows, NULL, &error))
    g_error ("%s: %s", sql, error->message);

  g_print ("bench %s %.3f s\n", name, get_cpu_s () - begin_s);
  g_print ("bench %s-memory %.0f MB\n", name, get_peak_mb () - begin_mb);
  g_print ("bench %s-rows %" G_GUINT64_FORMAT "\n", name, n_rows);
}

static const struct
{
  const char *name;
  const char *sql;
} questions[] = {
  { "query-group", "SELECT name, count(*), sum(dur) FROM slice GROUP BY name" },
  { "query-count", "SELECT count(*) FROM slice WHERE dur > 1000000" },
  { "query-like", "SELECT count(*) FROM slice WHERE name LIKE '%step 12%'" },
  { "query-states", "SELECT s.name, t.state, count(*), sum(min(t.ts + t.dur, s.ts + s.dur) - max(t.ts, s.ts))"
                    " FROM thread_state t JOIN thread_track k USING (utid) JOIN slice s ON s.track_id = k.id"
                    " AND s.ts BETWEEN t.ts AND t.ts + t.dur"
                    " WHERE t.ts BETWEEN (SELECT start_ts FROM trace_bounds) AND (SELECT start_ts + 100000000 FROM trace_bounds) GROUP BY 1, 2" },
  { "query-long", "SELECT s.id, t.state, sum(t.dur) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread_state t USING (utid)"
                  " WHERE s.dur > 5000000 AND t.ts < s.ts + s.dur AND t.ts + t.dur > s.ts GROUP BY 1, 2" },
  { "query-threads", "SELECT t.name, count(*), sum(s.dur) FROM slice s JOIN thread_track k ON s.track_id = k.id JOIN thread t USING (utid) GROUP BY t.utid" },
};

/* The queries of Perfetto's documentation (getting started, common queries, Android), unchanged except for names and
 * omitted columns. */
static const struct
{
  const char *name;
  const char *sql;
} documented[] = {
  { "longest-slices", "SELECT ts, dur, name FROM slice ORDER BY dur DESC LIMIT 100" },
  { "slices-of-threads", "SELECT slice.ts, slice.dur, slice.name, thread.name FROM slice JOIN thread_track ON slice.track_id = thread_track.id JOIN thread USING (utid)" },
  { "slices-of-processes", "SELECT slice.name, process.name FROM slice JOIN process_track ON slice.track_id = process_track.id JOIN process USING (upid)" },
  { "main-threads", "SELECT thread.name, process.name FROM thread JOIN process USING (upid) WHERE thread.is_main_thread" },
  { "cpu-by-process", "SELECT process.name, sum(dur) AS cpu_ns FROM sched JOIN thread USING (utid) JOIN process USING (upid) GROUP BY upid ORDER BY cpu_ns DESC" },
  { "cpu-by-thread", "SELECT thread.name, sum(dur) / 1e9 FROM sched JOIN thread USING (utid) GROUP BY utid ORDER BY 2 DESC LIMIT 10" },
  { "states-by-thread", "SELECT utid, state, count(*), sum(dur) FROM thread_state GROUP BY utid, state" },
  { "runnable-longest", "SELECT ts, dur, utid FROM thread_state WHERE state = 'R' ORDER BY dur DESC LIMIT 10" },
  { "blocked-functions", "SELECT blocked_function, count(*), sum(dur) FROM thread_state WHERE state = 'D' GROUP BY 1 ORDER BY 3 DESC" },
  { "frequency", "SELECT ts, cpu, value FROM counter JOIN cpu_counter_track ON counter.track_id = cpu_counter_track.id WHERE name = 'cpufreq'" },
  { "counter-steps", "SELECT ts, LEAD(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, value FROM counter" },
  { "frequency-of-threads", "CREATE VIEW freq AS SELECT ts, LEAD(ts) OVER (PARTITION BY track_id ORDER BY ts) - ts AS dur, cpu, value AS freq FROM counter JOIN cpu_counter_track ON"
                            " counter.track_id = cpu_counter_track.id WHERE name = 'cpufreq'; CREATE VIRTUAL TABLE ran USING SPAN_JOIN(sched PARTITIONED cpu, freq PARTITIONED cpu);"
                            " SELECT utid, sum(dur * freq) FROM ran GROUP BY utid" },
  { "ancestors", "SELECT s.id, a.name FROM (SELECT id FROM slice ORDER BY dur LIMIT 1000) s JOIN ancestor_slice(s.id) a" },
  { "descendants", "SELECT s.id, count(*) FROM (SELECT id FROM slice WHERE depth = 0 ORDER BY dur DESC LIMIT 100) s JOIN descendant_slice(s.id) d GROUP BY 1" },
  { "arguments", "SELECT EXTRACT_ARG(arg_set_id, 'transaction id') AS id, count(*) FROM slice WHERE name GLOB 'binder*' GROUP BY 1 ORDER BY 2 DESC LIMIT 10" },
  { "with-context", "INCLUDE PERFETTO MODULE slices.with_context; SELECT thread_name, name, count(*), sum(dur) FROM thread_slice GROUP BY 1, 2" },
  { "binder", "INCLUDE PERFETTO MODULE android.binder; SELECT client_process, server_process, count(*), sum(client_dur) FROM android_binder_txns GROUP BY 1, 2" },
  { "contention", "INCLUDE PERFETTO MODULE android.monitor_contention; SELECT blocking_method, count(*), sum(dur) FROM android_monitor_contention GROUP BY 1" },
  { "starts", "INCLUDE PERFETTO MODULE android.startup.startups; SELECT package, ts, dur FROM android_startups" },
  { "frames", "INCLUDE PERFETTO MODULE android.frames.timeline; SELECT count(*) FROM android_frames" },
};

int
main (int argc,
      char **argv)
{
  const gboolean has_file = argc > 1 && g_file_test (argv[1], G_FILE_TEST_EXISTS);
  const StrataLoadOptions options = { 0 };
  StrataProgress progress = { 0 };
  g_autoptr (GFile) file = has_file ? g_file_new_for_path (argv[1]) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = has_file ? strata_load_file (file, &options, &progress, NULL, &error)
                                           : make_trace (argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 10000000);

  if (trace == NULL)
    g_error ("%s", error->message);

  g_autoptr (StrataQuery) query = strata_query_new (&trace, 1, &error);

  g_assert_nonnull (query);
  if (argc > 2)
    time_query (query, "query", argv[2]);
  else
    for (guint i = 0; i < G_N_ELEMENTS (questions); i++)
      time_query (query, questions[i].name, questions[i].sql);
  for (guint i = 0; argc <= 2 && has_file && i < G_N_ELEMENTS (documented); i++)
    time_query (query, documented[i].name, documented[i].sql);

  return EXIT_SUCCESS;
}
