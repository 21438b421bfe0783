/* test-lanes.c - which lanes exist, and where
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-counter-notes.h"
#include "strata-lanes-opening.h"
#include "strata-lanes.h"
#include "strata-session.h"
#include "strata-trace-titles.h"

static void
assert_titles (const StrataLanes *lanes,
               const char *expected)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  guint n_lanes;
  const StrataLane *lane = strata_lanes_get (lanes, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    g_string_append_printf (titles, "%s%s\n", lane[i].kind == STRATA_LANE_GROUP ? "" : "  ", lane[i].title);

  g_assert_cmpstr (titles->str, ==, expected);
}

static void
test_order (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  assert_titles (lanes,
                 "CPUs\n"
                 "  CPU 0\n"
                 "  CPU 1\n"
                 "com.example.app 100\n"
                 "  main 100\n"
                 "  RenderThread 101\n"
                 "  network\n"
                 "  heap\n"
                 "  Instants\n"
                 "system_server 200\n"
                 "  worker 207\n");
}

static void
test_filter (void)
{
  static const struct
  {
    const char *patterns;
    guint n_left;
    const char *shown; /* indices of the visible lanes, including groups */
  } rows[] = {
    { NULL, 8, "0 1 2 3 4 5 6 7 8 9 10" },
    { "render", 1, "3 5" },
    { "RENDER*", 1, "3 5" },
    { "*render", 0, "" },
    { "CPU ?, worker*", 3, "0 1 2 9 10" },
    { "system_server*", 1, "9 10" },
    { "nothing", 0, "" },
    { ",", 0, "" },
  };
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GString) shown = g_string_new (NULL);
      guint n_lanes;
      const StrataLane *lane = strata_lanes_get (lanes, &n_lanes);

      g_assert_cmpuint (strata_lanes_filter (lanes, rows[k].patterns), ==, rows[k].n_left);
      for (guint i = 0; i < n_lanes; i++)
        if (lane[i].is_visible)
          g_string_append_printf (shown, "%s%u", shown->len > 0 ? " " : "", i);

      g_assert_cmpstr (shown->str, ==, rows[k].shown);
    }
}

static void
test_empty (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  guint n_lanes;

  strata_lanes_get (lanes, &n_lanes);
  g_assert_cmpuint (n_lanes, ==, 0);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, 0);
  g_assert_cmpuint (strata_lanes_find_at (lanes, 0), ==, STRATA_NONE);
}

/* A thread without a known process, and a counter of the machine. */
static void
test_unknown_process (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 33);
  guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, 3, fixture_name (builder, "freq"));

  strata_trace_builder_name_thread (builder, thread, fixture_name (builder, "stray"));
  fixture_slice (builder, thread, 10, 20, "a");
  strata_trace_builder_add_sample (builder, counter, 15, 7);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  assert_titles (lanes,
                 "Counters\n"
                 "  freq, CPU 3\n"
                 "Unknown process\n"
                 "  stray 33\n");
}

static void
test_deep_recursion (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 1, "p", 1, "t");

  for (gint64 i = 0; i < 100000; i++)
    strata_trace_builder_begin_slice (builder, thread, i, STRATA_NO_TIME, fixture_name (builder, "recurse"), STRATA_ATTRS_NONE);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  g_assert_cmpuint (strata_lanes_get (lanes, NULL)[1].n_rows, ==, 512);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), <, 512 * 20);
}

static void
test_layout (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  guint n_lanes;
  const StrataLane *lane = strata_lanes_get (lanes, &n_lanes);
  int y_px = 0;

  for (guint i = 0; i < n_lanes; i++)
    {
      g_assert_cmpint (lane[i].y_px, ==, y_px);
      g_assert_cmpint (lane[i].height_px, >, 0);
      g_assert_cmpuint (strata_lanes_find_at (lanes, y_px), ==, i);
      g_assert_cmpuint (strata_lanes_find_at (lanes, y_px + lane[i].height_px - 0.5), ==, i);
      y_px += lane[i].height_px;
    }

  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, y_px);
  g_assert_cmpuint (strata_lanes_find_at (lanes, y_px), ==, STRATA_NONE);
  g_assert_cmpuint (strata_lanes_find_at (lanes, -1), ==, STRATA_NONE);
}

static void
test_collapse (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *lane = strata_lanes_get (lanes, NULL);
  int height_px = strata_lanes_get_height_px (lanes);

  strata_lanes_set_collapsed (lanes, 3, TRUE);
  g_assert_true (lane[3].is_collapsed);
  for (guint i = 4; i < 9; i++)
    {
      g_assert_false (lane[i].is_visible);
      g_assert_cmpint (lane[i].height_px, ==, 0);
      g_assert_cmpuint (lane[i].group, ==, 3);
    }

  /* Below the closed group comes the next one, not the hidden lanes. */
  g_assert_true (lane[9].is_visible);
  g_assert_cmpuint (strata_lanes_find_at (lanes, lane[3].y_px + lane[3].height_px), ==, 9);

  strata_lanes_set_all_collapsed (lanes, TRUE);
  g_assert_false (lane[1].is_visible);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, lane[0].height_px + lane[3].height_px + lane[9].height_px);

  strata_lanes_set_all_collapsed (lanes, FALSE);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, height_px);

  /* A lane that is not a group does not close. */
  strata_lanes_set_collapsed (lanes, 1, TRUE);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, height_px);
}

static void
test_find (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *lane = strata_lanes_get (lanes, NULL);
  guint n_tracks;

  strata_trace_get_tracks (trace, &n_tracks);
  for (guint32 track = 0; track < n_tracks; track++)
    {
      const StrataLane *found = &lane[strata_lanes_find_track (lanes, track)];

      g_assert_true (found->kind == STRATA_LANE_THREAD || found->kind == STRATA_LANE_ASYNC);
      g_assert_cmpuint (found->index, ==, track);
    }

  g_assert_cmpuint (strata_lanes_find_cpu (lanes, 1), ==, 2);
  g_assert_cmpuint (strata_lanes_find_cpu (lanes, 7), ==, STRATA_NONE);
}

static void
kernel_slice (StrataTraceBuilder *builder,
              StrataAsyncKind kind,
              guint32 owner,
              guint32 thread,
              const char *lane)
{
  StrataAsyncKey key = { .cookie = 1, .process = owner, .name = fixture_name (builder, lane), .kind = kind };

  strata_trace_builder_begin_async (builder, &key, thread, 30, key.name, fixture_name (builder, "work"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, 40);
}

/* Kernel lanes are below their CPU and their thread. Threads with nothing but states have lanes, but hidden ones. */
static void
test_kernel (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 caller = fixture_thread (builder, 10, "app", 10, "main");
  guint32 quiet = fixture_thread (builder, 10, "app", 12, "quiet");
  guint32 worker = fixture_thread (builder, 20, "kworker", 20, "kworker");
  guint32 counter = strata_trace_builder_get_counter (builder, STRATA_NONE, 1, fixture_name (builder, "frequency"));

  strata_trace_builder_switch_cpu (builder, 0, 10, STRATA_NONE, 0, quiet);
  strata_trace_builder_switch_cpu (builder, 0, 20, quiet, 'S', worker);
  strata_trace_builder_switch_cpu (builder, 1, 20, STRATA_NONE, 0, caller);
  strata_trace_builder_add_sample (builder, counter, 15, 7);
  fixture_slice (builder, caller, 20, 50, "call");
  kernel_slice (builder, STRATA_ASYNC_THREAD, caller, caller, "binder");
  kernel_slice (builder, STRATA_ASYNC_CPU, 1, caller, "irq");
  kernel_slice (builder, STRATA_ASYNC_CPU, STRATA_NONE, caller, "block 8,0");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *lane = strata_lanes_get (lanes, NULL);

  assert_titles (lanes,
                 "CPUs\n"
                 "  CPU 0\n"
                 "  CPU 1\n"
                 "  frequency, CPU 1\n"
                 "  irq, CPU 1\n"
                 "Devices\n"
                 "  block 8,0\n"
                 "app 10\n"
                 "  main 10\n"
                 "  binder\n"
                 "  quiet 12\n"
                 "kworker 20\n"
                 "  kworker 20\n");
  g_assert_cmpuint (strata_lanes_find_summary (lanes, 0), ==, 4);
  g_assert_cmpuint (strata_lanes_find_summary (lanes, 5), ==, 6);
  g_assert_cmpuint (strata_lanes_find_summary (lanes, 7), ==, 8);
  g_assert_cmpuint (strata_lanes_find_thread (lanes, caller), ==, 8);
  g_assert_cmpuint (strata_lanes_find_thread (lanes, quiet), ==, 10);
  g_assert_cmpint (lane[8].strip_height_px, >, 0);
  g_assert_cmpint (lane[8].rows_top_px, >=, lane[8].strip_top_px + lane[8].strip_height_px);

  /* A group with only hidden lanes is hidden too. */
  g_assert_false (lane[4].is_visible || lane[10].is_visible || lane[11].is_visible || lane[12].is_visible);
  g_assert_true (lane[3].is_visible && lane[6].is_visible && lane[9].is_visible);

  /* Hidden lanes appear when the user filters by name or goes there. */
  g_assert_cmpuint (strata_lanes_filter (lanes, "quiet"), ==, 1);
  g_assert_true (lane[7].is_visible && lane[10].is_visible);
  strata_lanes_filter (lanes, NULL);
  g_assert_true (strata_lanes_show_lane (lanes, 12));
  g_assert_false (strata_lanes_show_lane (lanes, 12));
  g_assert_true (lane[11].is_visible && lane[12].is_visible);
  g_assert_false (lane[10].is_visible);

  strata_lanes_set_shown (lanes, STRATA_LANE_EXTRA_CPU);
  g_assert_true (lane[4].is_visible && !lane[10].is_visible);
  strata_lanes_set_shown (lanes, STRATA_LANE_EXTRA_ALL);
  g_assert_true (lane[4].is_visible && lane[10].is_visible);
}

/* A closed group is labelled by its content: calls of a process, requests of devices. */
static void
test_closed_words (void)
{
  static const struct
  {
    const char *title;
    const char *words;
  } cases[] = {
    { "Devices", "Devices\nCollapsed: the first row of block 8,0" },
    { "app 10", "app 10\nCollapsed: the outermost calls of its first thread, and below them the times at which any of its threads ran" },
  };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 caller = fixture_thread (builder, 10, "app", 10, "main");

  fixture_slice (builder, caller, 20, 50, "call");
  kernel_slice (builder, STRATA_ASYNC_CPU, STRATA_NONE, caller, "block 8,0");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);

  strata_lanes_set_all_collapsed (strata_session_get_lanes (session), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint32 lane = 0;

      while (!g_str_equal (lanes[lane].title, cases[i].title))
        lane++;

      g_autofree char *text = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_LANE, lane, lane, 1 });

      g_assert_cmpstr (text, ==, cases[i].words);
    }
}

/* An expression that backtracks endlessly gives up, and reports it; the next filter is not affected. */
static void
test_endless_filter (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 7, "app", 8, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab");

  fixture_slice (builder, thread, 0, 1000, "f");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  StrataLanes *lanes = strata_session_get_lanes (session);

  strata_lanes_filter (strata_session_get_lanes (session), "/(a+)+$/");

  g_autofree char *failure = strata_lanes_dup_filter_failure (lanes);

  g_assert_nonnull (failure);
  g_assert_nonnull (strstr (failure, "/(a+)+$/"));
  strata_lanes_filter (strata_session_get_lanes (session), "/a+b/");
  g_assert_null (strata_lanes_dup_filter_failure (lanes));
}

/* A counter that never changes is folded and counted when the lanes open on an app. */
static void
test_steady (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 10, "app", 10, "main");
  const guint32 process = strata_trace_builder_get_process (builder, 10);
  const guint32 heap = strata_trace_builder_get_counter (builder, process, -1, fixture_name (builder, "heap"));
  const guint32 layers = strata_trace_builder_get_counter (builder, process, -1, fixture_name (builder, "layers"));

  fixture_slice (builder, thread, 100, 900, "work");
  for (gint64 i = 0; i < 4; i++)
    {
      strata_trace_builder_add_sample (builder, heap, 100 * i, 10 * i);
      strata_trace_builder_add_sample (builder, layers, 100 * i, 3);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *lane = strata_lanes_get (lanes, NULL);

  assert_titles (lanes, "app 10\n  main 10\n  heap\n  layers\n");
  g_assert_true (lane[2].is_visible && lane[3].is_visible);
  strata_lanes_open_on (lanes, process, &thread, 1);
  g_assert_true (lane[1].is_visible && lane[2].is_visible && !lane[3].is_visible);
  g_assert_cmpuint (strata_lanes_count_collapsed (lanes), ==, 1);
  strata_lanes_set_shown (lanes, strata_lanes_get_shown (lanes) | STRATA_LANE_EXTRA_STEADY);
  g_assert_true (lane[3].is_visible);
  g_assert_cmpuint (strata_lanes_count_collapsed (lanes), ==, 0);
}

/* So is the CPU clock of a thread. Counters of threads say of which. */
static void
test_cpu_clock (void)
{
  static const char *const names[] = { "thread_time", "faults" };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 10, "/opt/app/bin/app --fast", 11, "worker");
  const guint32 process = strata_trace_builder_get_process (builder, 10);

  fixture_slice (builder, thread, 100, 900, "work");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const guint32 name = fixture_name (builder, names[i]);
      const StrataCounterOwner owner = { thread, name };

      strata_trace_builder_own_counter (builder, process, name, &owner);
      for (gint64 k = 0; k < 4; k++)
        strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, process, -1, name), 100 * k, k);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const StrataLane *lane = strata_lanes_get (lanes, NULL);
  g_autofree char *title = strata_trace_titles_dup_process (trace, process);

  g_assert_cmpstr (title, ==, "app --fast 10");
  assert_titles (lanes, "/opt/app/bin/app --fast 10\n  worker 11\n  CPU time of worker 11\n  faults · worker 11\n");
  strata_lanes_open_on (lanes, process, &thread, 1);
  g_assert_true (!lane[2].is_visible && lane[3].is_visible);
}

/* Kernel lanes of a thread stay below it when the lanes open on an app. */
static void
test_open_kernel (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 threads[] = { fixture_thread (builder, 10, "app", 10, "main"), fixture_thread (builder, 10, "app", 13, "RenderThread") };
  const guint32 worker = fixture_thread (builder, 10, "app", 12, "ads");
  const char *const expected[] = { "app 10", "main 10", "binder", "RenderThread 13", "binder", "ads 12" };

  fixture_slice (builder, threads[0], 20, 50, "call");
  fixture_slice (builder, threads[1], 20, 50, "draw");
  fixture_slice (builder, worker, 20, 50, "load");
  kernel_slice (builder, STRATA_ASYNC_THREAD, threads[0], threads[0], "binder");
  kernel_slice (builder, STRATA_ASYNC_THREAD, threads[1], threads[1], "binder");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  strata_lanes_open_on (lanes, strata_trace_get_threads (trace, NULL)[threads[0]].process, threads, G_N_ELEMENTS (threads));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (strata_lanes_get (lanes, NULL)[strata_lanes_get_at_place (lanes, i)].title, ==, expected[i]);
}

/* The main thread of a page has another id than its process, so it is not the first one by itself. */
static void
test_open_page (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 io = fixture_thread (builder, 10, "Renderer", 11, "Chrome_ChildIOThread");
  const guint32 page = fixture_thread (builder, 10, "Renderer", 12, "CrRendererMain");
  const guint32 worker = fixture_thread (builder, 10, "Renderer", 13, "worker");
  const guint32 threads[] = { page, STRATA_NONE };
  const char *const expected[] = { "Renderer 10", "CrRendererMain 12", "binder", "Chrome_ChildIOThread 11", "worker 13" };

  fixture_slice (builder, io, 20, 50, "read");
  fixture_slice (builder, page, 20, 50, "task");
  fixture_slice (builder, worker, 20, 50, "load");
  kernel_slice (builder, STRATA_ASYNC_THREAD, page, page, "binder");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);

  strata_lanes_open_on (lanes, strata_trace_get_threads (trace, NULL)[page].process, threads, G_N_ELEMENTS (threads));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpstr (strata_lanes_get (lanes, NULL)[strata_lanes_get_at_place (lanes, i)].title, ==, expected[i]);
}

/* Rows that many lanes get between freeze and thaw are laid out at its end. */
static void
test_rows (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();

  for (guint i = 0; i < 2; i++)
    fixture_slice (builder, fixture_thread (builder, 10 + i, "app", 10 + i, "main"), 20, 50, "Choreographer#doFrame 7");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  const int before_px = strata_lanes_get_height_px (lanes);

  strata_lanes_freeze (lanes);
  strata_lanes_set_rows (lanes, STRATA_LANE_FRAMES, 0, 1);
  strata_lanes_set_rows (lanes, STRATA_LANE_FRAMES, 1, 2);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, before_px);
  strata_lanes_thaw (lanes);

  guint n_lanes;
  const StrataLane *lane = strata_lanes_get (lanes, &n_lanes);
  int frames_px = 0;

  for (guint i = 0; i < n_lanes; i++)
    if (lane[i].kind == STRATA_LANE_FRAMES)
      {
        g_assert_true (lane[i].is_visible);
        g_assert_cmpuint (lane[i].n_rows, ==, lane[i].index + 1);
        frames_px += lane[i].height_px;
      }

  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, before_px + frames_px);
  strata_lanes_set_rows (lanes, STRATA_LANE_FRAMES, 1, 0);
  g_assert_cmpint (strata_lanes_get_height_px (lanes), <, before_px + frames_px);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/lanes/order", test_order);
  g_test_add_func ("/lanes/filter", test_filter);
  g_test_add_func ("/lanes/endless-filter", test_endless_filter);
  g_test_add_func ("/lanes/empty", test_empty);
  g_test_add_func ("/lanes/unknown-process", test_unknown_process);
  g_test_add_func ("/lanes/deep-recursion", test_deep_recursion);
  g_test_add_func ("/lanes/layout", test_layout);
  g_test_add_func ("/lanes/collapse", test_collapse);
  g_test_add_func ("/lanes/find", test_find);
  g_test_add_func ("/lanes/kernel", test_kernel);
  g_test_add_func ("/lanes/closed-words", test_closed_words);
  g_test_add_func ("/lanes/steady", test_steady);
  g_test_add_func ("/lanes/cpu-clock", test_cpu_clock);
  g_test_add_func ("/lanes/open-kernel", test_open_kernel);
  g_test_add_func ("/lanes/open-page", test_open_page);
  g_test_add_func ("/lanes/rows", test_rows);

  return g_test_run ();
}
