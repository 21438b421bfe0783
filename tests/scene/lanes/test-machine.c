/* test-machine.c - CPU lanes: order, idle states, usage, and descriptions
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "scene-fixture.h"
#include "strata-scene.h"

static const StrataSceneRegion frame = { 650, 600, 200, 0, 1 };

static StrataSession *
make_session (void)
{
  g_autoptr (StrataTrace) trace = fixture_machine_trace_new ();
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 450);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1000000, 10000000 }, 0);
  return session;
}

/* CPUs of a cluster are together, limits have no separate lanes, and idle states are in the lane of their CPU. */
static void
test_order (void)
{
  g_autoptr (StrataSession) session = make_session ();
  g_autoptr (GString) titles = g_string_new (NULL);
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint i = 0; i < n_lanes && lanes[i].group == 0; i++)
    g_string_append_printf (titles, "%s\n", lanes[i].title);

  g_assert_cmpstr (titles->str, ==,
                   "CPUs\n"
                   "CPU 0\n"
                   "frequency, CPU 0\n"
                   "CPU 2\n"
                   "frequency, CPU 2\n"
                   "CPU 1\n"
                   "frequency, CPU 1\n"
                   "irq, CPU 1\n"
                   "softirq, CPU 1\n"
                   "CPU 3\n"
                   "frequency, CPU 3\n");

  g_assert_cmpuint (lanes[1].idle_track, ==, STRATA_NONE);
  g_assert_cmpuint (lanes[3].idle_track, !=, STRATA_NONE);
  g_assert_cmpuint (strata_lanes_find_track (strata_session_get_lanes (session), lanes[3].idle_track), ==, 3);

  /* the cluster's limits are those of the CPU for which they were recorded */
  g_assert_cmpuint (lanes[2].limits[1], ==, STRATA_NONE);
  g_assert_cmpuint (lanes[6].limits[1], !=, STRATA_NONE);
  g_assert_cmpuint (lanes[10].limits[1], ==, lanes[6].limits[1]);
}

/* Without runs in the trace, idle states and limits have lanes. */
static void
test_without_runs (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 limit = strata_trace_builder_get_counter (builder, STRATA_NONE, 0, fixture_name (builder, "frequency max"));
  StrataAsyncKey key = { .cookie = 1, .process = 0, .name = fixture_name (builder, "idle"), .kind = STRATA_ASYNC_CPU };

  strata_trace_builder_begin_async (builder, &key, STRATA_NONE, 30, key.name, fixture_name (builder, "idle state 9"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, 40);
  strata_trace_builder_add_sample (builder, limit, 35, 100);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataLanes) lanes = strata_lanes_new (trace);
  guint n_lanes;
  const StrataLane *lane = strata_lanes_get (lanes, &n_lanes);

  g_assert_cmpuint (n_lanes, ==, 3);
  g_assert_cmpint (lane[0].usage_height_px, ==, 0);
  g_assert_cmpstr (lane[1].title, ==, "frequency max, CPU 0");
  g_assert_cmpstr (lane[2].title, ==, "idle, CPU 0");
}

static const struct
{
  guint32 lane;
  double y_px; /* from the lane's top; -1 for the header */
  gint64 time_ns;
  const char *text;
} says[] = {
  { 1, -1, 0, "CPU 0\nCluster: little, CPUs 0, 2, up to 1.80 GHz\nDerived from frequencies that change together or reach the same maximum\n"
              "The graph shows the share of time in which threads ran" },
  { 3, -1, 0, "CPU 2\nCluster: little, CPUs 0, 2, up to 1.80 GHz\nDerived from frequencies that change together or reach the same maximum\n"
              "The idle stripe is darker for deeper idle states\nThe graph shows the share of time in which threads ran" },
  { 5, -1, 0, "CPU 1\nCluster: big, CPUs 1, 3, up to 2.80 GHz\nDerived from frequencies that change together or reach the same maximum\n"
              "The graph shows the share of time in which threads ran" },
  { 6, -1, 0, "frequency, CPU 1\n800 MHz – 2.40 GHz\n3 values\nThe thin lines show its configured limits\nSame scale as all counters of this name" },
  { 0, -1, 0, "CPUs\nThe graph shows the share of all CPUs’ time in which threads ran" },
  { 5, 25, 3000000, "CPU 1\nThreads ran for 100.0 % of the known time\nAt 2.000 ms\nIn 20.0 µs (one pixel)" },
  { 5, 25, 9900000, "CPU 1\nThreads ran for 0.0 % of the known time\nAt 8.900 ms\nIn 20.0 µs (one pixel)" },
  { 9, 25, 6000000, "CPU 3\nNot known: 100.0 %\nAt 5.000 ms\nIn 20.0 µs (one pixel)" },
  { 0, 10, 7500000, "CPUs\nThreads ran for 50.0 % of the known time\n2.0 of 4 CPUs on average\nAt 6.500 ms\nIn 20.0 µs (one pixel)" },
  { 0, 10, 6000000, "CPUs\nThreads ran for 66.7 % of the known time\n2.0 of 4 CPUs on average\nNot known: 25.0 %\nAt 5.000 ms\nIn 20.0 µs (one pixel)" },
  { 6, 14, 5000000, "frequency, CPU 1\nValue: 2.40 GHz\nChange to the next value: -800 MHz in 5.00 ms, -160.00 GHz/s\nLowest allowed: 800 MHz\nHighest allowed: 2.80 GHz\nStart: 3.000 ms" },
  { 10, 14, 9500000, "frequency, CPU 3\nValue: 1.60 GHz\nLowest allowed: 800 MHz\nHighest allowed: 1.60 GHz\nStart: 8.001 ms" },
  { 2, 14, 7000000, "frequency, CPU 0\nValue: 1.80 GHz\nStart: 5.000 ms" },
};

static void
test_says (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (says); i++)
    {
      const double x_px = says[i].y_px < 0 ? 20 : 200 + strata_viewport_time_to_x (strata_session_get_viewport (session), says[i].time_ns) + 0.01;
      StrataHit hit;

      strata_scene_hit (session, &frame, x_px, lanes[says[i].lane].y_px + MAX (says[i].y_px, 5), &hit);

      g_autofree char *text = strata_session_describe_item (session, hit.item);
      g_auto (GStrv) words = g_strsplit (text, "\302\240", -1);
      g_autofree char *joined = g_strjoinv (" ", words);

      g_assert_cmpstr (joined, ==, says[i].text);
    }
}

/* An idle CPU is hit as its idle state, which is selected in the lane of the CPU. */
static void
test_idle (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);
  StrataTrace *trace = strata_session_get_trace (session);
  double rect[4];
  StrataHit hit;

  strata_scene_hit (session, &frame, 200 + 150, lanes[3].y_px + 10, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (hit.item.lane, ==, 3);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[hit.item.index]), ==, "idle state 1");

  strata_session_select_slice (session, hit.item.index);
  g_assert_cmpuint (strata_session_get_selected_item (session).lane, ==, 3);
  g_assert_true (strata_scene_get_item_rect (session, &frame, hit.item, rect));
  g_assert_cmpfloat (rect[1], >=, lanes[3].y_px);
  g_assert_cmpfloat (rect[1] + rect[3], <=, lanes[3].y_px + lanes[3].usage_top_px);
}

/* Items without a time can be pointed at, but never selected. */
static void
test_select (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);
  StrataHit hit;

  for (guint i = 0; i < 2; i++)
    {
      strata_scene_hit (session, &frame, i == 0 ? 300 : 20, lanes[1].y_px + 26, &hit);
      g_assert_cmpint (hit.item.kind, ==, i == 0 ? STRATA_ITEM_USAGE : STRATA_ITEM_LANE);
      strata_selection_set_hover (strata_session_get_selection (session), hit.item);
      g_assert_cmpint (strata_selection_get_hover (strata_session_get_selection (session)).kind, ==, hit.item.kind);
      strata_session_select (session, hit.item);
      g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_NONE);
    }
}

/* Six CPUs: all are busy for 4 ms, then the first three idle for 4 ms. */
static StrataSession *
make_large_session (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();

  for (guint32 cpu = 0; cpu < 6; cpu++)
    {
      const guint32 thread = fixture_thread (builder, 1, "app", 10 + cpu, "worker");

      strata_trace_builder_switch_cpu (builder, cpu, 1000000, STRATA_NONE, 'R', thread);
      if (cpu < 3)
        strata_trace_builder_switch_cpu (builder, cpu, 5000000, thread, 'S', STRATA_NONE);
    }

  strata_trace_builder_see_time (builder, 9000000);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 450);
  return session;
}

static const struct
{
  StrataSpan span;
  const char *text;
} averages[] = {
  { { 1000000, 9000000 }, "Busy in the visible time: 4.5 of 6 CPUs on average" },
  { { 1000000, 5000000 }, "Busy in the visible time: 6.0 of 6 CPUs on average" },
  { { 5000000, 9000000 }, "Busy in the visible time: 3.0 of 6 CPUs on average" },
};

/* With many CPUs there is a summary lane above the first. It shows the average of the visible time,
 * and a place in its graph shows that of a pixel. */
static void
test_summary (void)
{
  g_autoptr (StrataSession) session = make_large_session ();
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), NULL);
  g_autoptr (GPtrArray) keys = strata_lanes_list_keys (strata_session_get_lanes (session));
  StrataHit hit;

  g_assert_cmpstr (lanes[1].title, ==, "All CPUs");
  g_assert_cmpstr (lanes[2].title, ==, "CPU 0");
  g_assert_cmpstr (keys->pdata[0], ==, "group/cpu");
  g_assert_cmpstr (keys->pdata[1], ==, "cpu/cpu");
  g_assert_cmpstr (keys->pdata[2], ==, "cpu/cpu/0");

  for (guint i = 0; i < G_N_ELEMENTS (averages); i++)
    {
      strata_view_show_span (strata_session_get_view (session), averages[i].span, 0);
      strata_scene_hit (session, &frame, 20, lanes[1].y_px + 20, &hit);

      g_autofree char *text = strata_session_describe_item (session, hit.item);
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_assert_cmpstr (lines[0], ==, "All CPUs");
      g_assert_cmpstr (lines[1], ==, averages[i].text);
    }

  strata_scene_hit (session, &frame, 200 + 225, lanes[1].y_px + 20, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_USAGE);
  g_assert_cmpuint (hit.item.index, ==, STRATA_NONE);
  g_assert_cmpuint (hit.item.lane, ==, 1);

  g_autofree char *pixel = strata_session_describe_item (session, hit.item);

  g_assert_nonnull (strstr (pixel, "3.0 of 6 CPUs on average"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/machine/order", test_order);
  g_test_add_func ("/machine/without-runs", test_without_runs);
  g_test_add_func ("/machine/says", test_says);
  g_test_add_func ("/machine/idle", test_idle);
  g_test_add_func ("/machine/select", test_select);
  g_test_add_func ("/machine/summary", test_summary);

  return g_test_run ();
}
