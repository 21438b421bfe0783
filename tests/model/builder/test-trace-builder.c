/* test-trace-builder.c - builds traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder.h"

#include <string.h>

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static void
begin (StrataTraceBuilder *builder,
       guint32 thread,
       gint64 time_ns,
       const char *name)
{
  strata_trace_builder_begin_slice (builder, thread, time_ns, STRATA_NO_TIME, intern (builder, name), STRATA_ATTRS_NONE);
}

static gboolean
end (StrataTraceBuilder *builder,
     guint32 thread,
     gint64 time_ns)
{
  return strata_trace_builder_end_slice (builder, thread, time_ns, STRATA_NO_TIME, 0);
}

static const char *
get_name (StrataTrace *trace,
          guint32 slice)
{
  return strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slice]);
}

static void
test_empty (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 0);
  g_assert_cmpint (strata_span_get_length_ns (strata_trace_get_span (trace)), ==, 0);
  g_assert_null (strata_trace_get_property (trace, "vm"));
}

/* Two threads with alternating calls each come out in pre-order. */
static void
test_threads_are_sorted_apart (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 one = strata_trace_builder_get_thread (builder, 1);
  guint32 two = strata_trace_builder_get_thread (builder, 2);

  begin (builder, one, 100, "a");
  begin (builder, two, 110, "x");
  begin (builder, one, 120, "b");
  g_assert_true (end (builder, one, 130));
  begin (builder, two, 135, "y");
  begin (builder, one, 140, "c");
  g_assert_true (end (builder, two, 150));
  g_assert_true (end (builder, one, 160));
  g_assert_true (end (builder, one, 170));
  g_assert_true (end (builder, two, 180));
  g_assert_false (end (builder, two, 190));

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  static const struct
  {
    const char *name;
    gint64 start_ns;
    gint64 wall_ns;
    gint64 self_ns;
    guint32 depth;
    guint32 subtree_end;
    guint32 parent;
    guint32 track;
  } rows[] = {
    { "a", 100, 70, 40, 0, 3, STRATA_NONE, 0 },
    { "b", 120, 10, 10, 1, 2, 0, 0 },
    { "c", 140, 20, 20, 1, 3, 0, 0 },
    { "x", 110, 70, 55, 0, 5, STRATA_NONE, 1 },
    { "y", 135, 15, 15, 1, 5, 3, 1 },
  };

  g_assert_cmpuint (slices->n_slices, ==, G_N_ELEMENTS (rows));
  for (guint32 i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpstr (get_name (trace, i), ==, rows[i].name);
      g_assert_cmpint (slices->start_ns[i], ==, rows[i].start_ns);
      g_assert_cmpint (strata_slice_table_get_wall_ns (slices, i), ==, rows[i].wall_ns);
      g_assert_cmpint (strata_slice_table_get_self_ns (slices, i), ==, rows[i].self_ns);
      g_assert_cmpuint (strata_slice_table_get_depth (slices, i), ==, rows[i].depth);
      g_assert_cmpuint (slices->subtree_end[i], ==, rows[i].subtree_end);
      g_assert_cmpuint (strata_trace_find_parent (trace, i), ==, rows[i].parent);
      g_assert_cmpuint (strata_trace_find_track (trace, i), ==, rows[i].track);
    }

  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_closed, ==, 5);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_unmatched, ==, 1);
  g_assert_null (slices->attrs);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns, ==, 190);
}

static void
test_rows_cover_the_track (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (gint64 time_ns = 0; time_ns < 20000; time_ns++)
    {
      guint32 thread = strata_trace_builder_get_thread (builder, g_rand_int_range (rand, 0, 5));

      if (g_rand_boolean (rand))
        begin (builder, thread, time_ns, "n");
      else
        end (builder, thread, time_ns);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  guint32 n_seen = 0;

  for (guint t = 0; t < n_tracks; t++)
    for (guint32 depth = 0; depth < tracks[t].n_rows; depth++)
      {
        guint32 row_begin;
        guint32 row_end;

        strata_trace_get_row (trace, &tracks[t], depth, &row_begin, &row_end);
        g_assert_cmpuint (row_begin, <, row_end);
        n_seen += row_end - row_begin;

        for (guint32 place = row_begin; place < row_end; place++)
          {
            guint32 slice = slices->order[place];

            g_assert_cmpuint (strata_slice_table_get_depth (slices, slice), ==, depth);
            g_assert_cmpuint (strata_trace_find_track (trace, slice), ==, t);
            if (place > row_begin)
              g_assert_cmpint (slices->start_ns[slice], >=, strata_slice_table_get_end_ns (slices, slices->order[place - 1]));
          }
      }

  g_assert_cmpuint (n_seen, ==, slices->n_slices);
}

static void
test_unfinished (void)
{
  for (int at_thread = 0; at_thread < 2; at_thread++)
    {
      g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
      guint32 thread = strata_trace_builder_get_thread (builder, 1);

      begin (builder, thread, 10, "outer");
      begin (builder, thread, 20, "inner");
      strata_trace_builder_see_thread (builder, thread, 50, STRATA_NO_TIME);
      strata_trace_builder_see_time (builder, 90);

      g_autoptr (StrataTrace) trace =
          strata_trace_builder_finish (builder, at_thread ? STRATA_UNFINISHED_AT_THREAD_END : STRATA_UNFINISHED_AT_TRACE_END);
      const StrataSliceTable *slices = strata_trace_get_slices (trace);

      g_assert_cmpint (strata_slice_table_get_end_ns (slices, 0), ==, at_thread ? 50 : 90);
      g_assert_cmpint (strata_slice_table_get_end_ns (slices, 1), ==, at_thread ? 50 : 90);
      g_assert_cmpuint (strata_slice_table_get_flags (slices, 1), ==, STRATA_SLICE_UNFINISHED);
      g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_unfinished, ==, 2);
      g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_UNFINISHED_SLICE), ==, 2);
    }
}

static void
test_time_never_steps_back (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  strata_trace_builder_begin_slice (builder, thread, 100, 50, intern (builder, "a"), 0);
  strata_trace_builder_begin_slice (builder, thread, 90, 40, intern (builder, "b"), 0);
  strata_trace_builder_end_slice (builder, thread, 80, 60, STRATA_SLICE_EXCEPTION);
  strata_trace_builder_end_slice (builder, thread, 120, 55, 0);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpint (slices->start_ns[1], ==, 100);
  g_assert_cmpint (strata_slice_table_get_wall_ns (slices, 1), ==, 0);
  g_assert_cmpint (strata_slice_table_get_cpu_ns (slices, 1), ==, 10);
  g_assert_cmpint (strata_slice_table_get_cpu_ns (slices, 0), ==, 10);
  g_assert_cmpint (strata_slice_table_get_self_cpu_ns (slices, 0), ==, 0);
  g_assert_cmpuint (strata_slice_table_get_flags (slices, 1), ==, STRATA_SLICE_EXCEPTION);
}

static void
test_late_attributes (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  const StrataAttrs attrs = { .level = 'M', .tags = G_GUINT64_CONSTANT (1) << 62 };
  guint32 id = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);

  begin (builder, thread, 1, "plain");
  end (builder, thread, 2);
  strata_trace_builder_begin_slice (builder, thread, 3, STRATA_NO_TIME, intern (builder, "rich"), id);
  end (builder, thread, 4);
  begin (builder, thread, 5, "plain");
  end (builder, thread, 6);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (strata_slice_table_get_attrs (slices, 0), ==, STRATA_ATTRS_NONE);
  g_assert_cmpuint (strata_slice_table_get_attrs (slices, 1), ==, id);
  g_assert_cmpuint (strata_slice_table_get_attrs (slices, 2), ==, STRATA_ATTRS_NONE);
  g_assert_cmpuint (strata_attr_table_get (strata_trace_get_attrs (trace), id).level, ==, 'M');
}

static StrataAsyncKey
make_key (StrataTraceBuilder *builder,
          const char *name,
          gint64 cookie)
{
  return (StrataAsyncKey){ .cookie = cookie, .process = strata_trace_builder_get_process (builder, 7), .name = intern (builder, name) };
}

static void
test_async_lanes (void)
{
  static const struct
  {
    gboolean is_end;
    gint64 time_ns;
    const char *name;
    const char *lane;
    gint64 cookie;
  } events[] = {
    { FALSE, 10, "get", "net", 1 },
    { FALSE, 20, "post", "net", 2 },
    { TRUE, 30, "get", NULL, 1 },
    { FALSE, 30, "get", "net", 3 },
    { TRUE, 40, "put", NULL, 9 },
    { FALSE, 45, "get", "net", 3 },
    { TRUE, 50, "get", NULL, 3 },
    { TRUE, 60, "get", NULL, 3 },
    { FALSE, 70, "spin", "spin", 1 },
    { TRUE, 80, "post", NULL, 2 },
  };
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  begin (builder, strata_trace_builder_get_thread (builder, 1), 5, "call");

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      StrataAsyncKey key = make_key (builder, events[i].name, events[i].cookie);

      if (events[i].is_end)
        g_assert_cmpint (strata_trace_builder_end_async (builder, &key, events[i].time_ns), ==, events[i].cookie != 9);
      else
        strata_trace_builder_begin_async (builder, &key, 0, events[i].time_ns, intern (builder, events[i].lane), key.name, 0);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  static const struct
  {
    gint64 start_ns;
    gint64 end_ns;
    gint64 cookie;
    guint32 row;
  } rows[] = {
    { 10, 30, 1, 0 },
    { 20, 80, 2, 1 },
    { 30, 60, 3, 0 },
    { 45, 50, 3, 2 },
    { 70, 80, 1, 0 },
  };
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  g_assert_cmpuint (n_tracks, ==, 3);
  g_assert_cmpstr (strata_trace_get_string (trace, tracks[1].name), ==, "net");
  g_assert_cmpuint (tracks[1].n_rows, ==, 3);
  g_assert_cmpuint (slices->first_async, ==, 1);
  g_assert_cmpuint (slices->n_slices, ==, 6);

  for (guint32 i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpint (slices->start_ns[i + 1], ==, rows[i].start_ns);
      g_assert_cmpint (strata_slice_table_get_end_ns (slices, i + 1), ==, rows[i].end_ns);
      g_assert_cmpint (slices->cookie[i], ==, rows[i].cookie);
      g_assert_cmpuint (strata_slice_table_get_depth (slices, i + 1), ==, rows[i].row);
    }

  const StrataCounts *counts = strata_trace_get_counts (trace);

  g_assert_cmpuint (counts->async.n_closed, ==, 4);
  g_assert_cmpuint (counts->async.n_unfinished, ==, 1);
  g_assert_cmpuint (counts->async.n_unmatched, ==, 1);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_REPEATED_ASYNC_START), ==, 1);
}

/* A lane in which no slice ever ends must not take quadratic time. */
static void
test_async_never_ending (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const gint64 n = 200000;

  for (gint64 i = 0; i < n; i++)
    {
      StrataAsyncKey key = make_key (builder, "leak", i);

      strata_trace_builder_begin_async (builder, &key, STRATA_NONE, i, key.name, key.name, 0);
    }

  strata_trace_builder_see_time (builder, n);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_cmpuint (strata_trace_get_tracks (trace, NULL)->n_rows, ==, n);
}

static void
test_cpu_runs (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 a = strata_trace_builder_get_thread (builder, 11);
  guint32 b = strata_trace_builder_get_thread (builder, 12);

  strata_trace_builder_switch_cpu (builder, 3, 100, a, 'S', b);
  strata_trace_builder_switch_cpu (builder, 0, 110, STRATA_NONE, 'R', a);
  strata_trace_builder_switch_cpu (builder, 3, 150, b, 'R' | STRATA_END_STATE_PREEMPTED, STRATA_NONE);
  strata_trace_builder_switch_cpu (builder, 3, 160, STRATA_NONE, 'R', a);
  strata_trace_builder_switch_cpu (builder, 0, 170, b, 'S', STRATA_NONE);
  strata_trace_builder_see_time (builder, 200);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);
  static const struct
  {
    gint64 start_ns;
    gint64 end_ns;
    guint32 thread;
    guint8 end_state;
  } rows[] = {
    { 110, 160, 0, 0 },
    { 170, 170, 1, 'S' },
    { 100, 150, 1, 'R' | STRATA_END_STATE_PREEMPTED },
    { 160, 200, 0, 0 },
  };
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  g_assert_cmpuint (n_cpus, ==, 2);
  g_assert_cmpuint (cpus[0].cpu, ==, 0);
  g_assert_cmpuint (cpus[1].first_run, ==, 2);
  g_assert_cmpuint (cpus[1].n_runs, ==, 2);
  g_assert_cmpuint (runs->n_runs, ==, G_N_ELEMENTS (rows));

  for (guint32 i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpint (runs->start_ns[i], ==, rows[i].start_ns);
      g_assert_cmpint (runs->end_ns[i], ==, rows[i].end_ns);
      g_assert_cmpuint (runs->thread[i], ==, rows[i].thread);
      g_assert_cmpuint (runs->end_state[i], ==, rows[i].end_state);
    }

  g_assert_cmpint (strata_trace_get_threads (trace, NULL)[a].running_ns, ==, 90);
  g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_SWITCH_MISMATCH), ==, 1);
}

static void
test_samples_and_instants (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 process = strata_trace_builder_get_process (builder, 7);
  guint32 heap = strata_trace_builder_get_counter (builder, process, -1, intern (builder, "heap"));
  guint32 load = strata_trace_builder_get_counter (builder, STRATA_NONE, 0, intern (builder, "load"));

  g_assert_cmpuint (strata_trace_builder_get_counter (builder, process, -1, intern (builder, "heap")), ==, heap);
  strata_trace_builder_add_sample (builder, heap, 10, G_GINT64_CONSTANT (9007199254740993));
  strata_trace_builder_add_sample (builder, load, 5, 1);
  strata_trace_builder_add_sample (builder, heap, 5, -7);
  strata_trace_builder_add_sample (builder, heap, 10, 4);
  strata_trace_builder_add_instant (builder, STRATA_NONE, process, 0, 20, intern (builder, "late"));
  strata_trace_builder_add_instant (builder, STRATA_NONE, process, 0, 10, intern (builder, "early"));

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  const StrataCounter *counters = strata_trace_get_counters (trace, NULL);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataInstants *instants = strata_trace_get_instants (trace);
  const gint64 expected[] = { -7, G_GINT64_CONSTANT (9007199254740993), 4 };

  g_assert_cmpint (counters[heap].min, ==, -7);
  g_assert_cmpint (counters[heap].max, ==, G_GINT64_CONSTANT (9007199254740993));
  for (guint32 i = 0; i < 3; i++)
    g_assert_cmpint (samples->value[counters[heap].first_sample + i], ==, expected[i]);

  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "early");
  g_assert_cmpint (strata_trace_get_span (trace).begin_ns, ==, 5);
}

static void
test_names (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 process = strata_trace_builder_get_process (builder, 20);
  guint32 main_thread = strata_trace_builder_get_thread (builder, 20);
  guint32 worker = strata_trace_builder_get_thread (builder, 21);

  strata_trace_builder_set_thread_process (builder, main_thread, process);
  strata_trace_builder_set_thread_process (builder, worker, process);
  strata_trace_builder_name_thread (builder, worker, intern (builder, "worker"));
  strata_trace_builder_name_thread (builder, main_thread, intern (builder, "zygote"));
  strata_trace_builder_name_thread (builder, main_thread, intern (builder, "com.example.app"));
  strata_trace_builder_add_property (builder, "vm", "dalvik");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[process].name), ==, "com.example.app");
  g_assert_cmpstr (strata_trace_get_property (trace, "vm"), ==, "dalvik");
}

/* 100,000 nested calls, as in runaway recursion. */
static void
test_deep (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  const guint32 n = 100000;

  for (guint32 i = 0; i < n; i++)
    begin (builder, thread, i, "f");

  g_assert_cmpuint (strata_trace_builder_get_n_open (builder, thread), ==, n);
  for (guint32 i = 0; i < n; i++)
    g_assert_true (end (builder, thread, n + i));

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  g_assert_cmpuint (strata_trace_get_tracks (trace, NULL)->n_rows, ==, n);
  g_assert_cmpuint (strata_trace_find_parent (trace, n - 1), ==, n - 2);
  g_assert_cmpuint (strata_trace_get_slices (trace)->subtree_end[0], ==, n);
}

static void
test_bytes_per_slice (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);
  const StrataAttrs attrs = { .level = 'M' };
  guint32 id = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);
  const guint32 n = 100000;

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  for (guint32 i = 0; i < n; i++)
    {
      strata_trace_builder_begin_slice (builder, thread, i * 2000, i * 1000, intern (builder, "f"), id);
      strata_trace_builder_end_slice (builder, thread, i * 2000 + 1500, i * 1000 + 500, 0);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  /* The limit set by the design, with every column in use. */
  g_assert_cmpuint (strata_slice_table_get_n_bytes (strata_trace_get_slices (trace)), <=, 44 * n);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-builder/empty", test_empty);
  g_test_add_func ("/trace-builder/threads-are-sorted-apart", test_threads_are_sorted_apart);
  g_test_add_func ("/trace-builder/rows-cover-the-track", test_rows_cover_the_track);
  g_test_add_func ("/trace-builder/unfinished", test_unfinished);
  g_test_add_func ("/trace-builder/time-never-steps-back", test_time_never_steps_back);
  g_test_add_func ("/trace-builder/late-attributes", test_late_attributes);
  g_test_add_func ("/trace-builder/async-lanes", test_async_lanes);
  g_test_add_func ("/trace-builder/async-never-ending", test_async_never_ending);
  g_test_add_func ("/trace-builder/cpu-runs", test_cpu_runs);
  g_test_add_func ("/trace-builder/samples-and-instants", test_samples_and_instants);
  g_test_add_func ("/trace-builder/names", test_names);
  g_test_add_func ("/trace-builder/deep", test_deep);
  g_test_add_func ("/trace-builder/bytes-per-slice", test_bytes_per_slice);
  return g_test_run ();
}
