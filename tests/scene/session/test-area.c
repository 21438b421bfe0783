/* test-area.c - an area over time and lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-scene.h"
#include "strata-session-area.h"

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  guint n_area;
} Fixture;

static void
count (guint *counter)
{
  (*counter)++;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->trace = fixture_trace_new ();
  fixture->session = strata_session_new (fixture->trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 800);
  g_signal_connect_swapped (strata_session_get_selection (fixture->session), "area-changed", G_CALLBACK (count), &fixture->n_area);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static guint32
find_lane (Fixture *fixture,
           StrataLaneKind kind,
           const char *title)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == kind && strstr (lanes[i].title, title) != NULL)
      return i;

  g_assert_not_reached ();
}

typedef guint32 *(*Collect) (StrataSession *session, guint *n_found);

static guint
count_found (Fixture *fixture,
             Collect collect)
{
  guint n_found;
  g_autofree guint32 *found = collect (fixture->session, &n_found);

  for (guint i = 1; i < n_found; i++)
    g_assert_cmpuint (found[i - 1], <, found[i]);

  return n_found;
}

static void
test_set (Fixture *fixture,
          gconstpointer data)
{
  const guint32 lane = find_lane (fixture, STRATA_LANE_THREAD, "main");
  const guint32 below = find_lane (fixture, STRATA_LANE_THREAD, "RenderThread");
  StrataSpan span = { 0, 0 };
  guint32 first_lane;
  guint32 last_lane;

  g_assert_false (strata_session_get_area (fixture->session, &span));
  g_assert_false (strata_session_get_area_lanes (fixture->session, &first_lane, &last_lane));

  /* The edges may be dragged past each other, and out of the trace. */
  strata_session_set_area (fixture->session, (StrataSpan){ 1300000000, 1200000000 }, below, lane);
  strata_session_set_area (fixture->session, (StrataSpan){ 1200000000, 1300000000 }, lane, below);
  g_assert_cmpuint (fixture->n_area, ==, 1);
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, 1200000000);
  g_assert_cmpint (span.end_ns, ==, 1300000000);
  g_assert_true (strata_session_get_area_lanes (fixture->session, &first_lane, &last_lane));
  g_assert_cmpuint (first_lane, ==, MIN (lane, below));
  g_assert_cmpuint (last_lane, ==, MAX (lane, below));

  strata_session_set_area (fixture->session, (StrataSpan){ G_MININT64, G_MAXINT64 }, 0, STRATA_NONE);
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, strata_trace_get_span (fixture->trace).begin_ns);
  g_assert_cmpint (span.end_ns, ==, strata_trace_get_span (fixture->trace).end_ns);

  strata_session_clear_area (fixture->session);
  strata_session_clear_area (fixture->session);
  g_assert_cmpuint (fixture->n_area, ==, 3);
  g_assert_false (strata_session_get_area (fixture->session, NULL));
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 0);
}

static void
test_meaning (Fixture *fixture,
              gconstpointer data)
{
  const StrataSpan all = strata_trace_get_span (fixture->trace);
  const guint32 group = find_lane (fixture, STRATA_LANE_GROUP, "com.example.app");
  const guint32 thread = find_lane (fixture, STRATA_LANE_THREAD, "RenderThread");
  const guint32 counter = find_lane (fixture, STRATA_LANE_COUNTER, "heap");
  const guint32 cpu = find_lane (fixture, STRATA_LANE_CPU, "");

  strata_session_set_area (fixture->session, all, thread, thread);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 1);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_tracks), ==, 1);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_processes), ==, 1);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_cpus), ==, 0);

  strata_session_set_area (fixture->session, all, counter, counter);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 0);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_processes), ==, 1);

  strata_session_set_area (fixture->session, all, cpu, cpu);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_cpus), ==, 1);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_processes), ==, 0);

  /* The header of an open group adds nothing beside lanes. Alone, or closed, it stands for the whole group. */
  strata_session_set_area (fixture->session, all, group, group + 1);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_tracks), ==, 1);
  strata_session_set_area (fixture->session, all, group, group);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 2);
  strata_session_set_area (fixture->session, all, 0, STRATA_NONE);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 3);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_processes), ==, 2);
  strata_lanes_set_all_collapsed (strata_session_get_lanes (fixture->session), TRUE);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_threads), ==, 3);
  g_assert_cmpuint (count_found (fixture, strata_session_get_area_cpus), ==, 2);
}

static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  StrataSpan span;

  g_assert_false (strata_session_set_area_around_selection (fixture->session));
  g_assert_false (strata_session_extend_area (fixture->session));

  strata_session_select_longest (fixture->session, "doFrame", strata_trace_get_span (fixture->trace));
  g_assert_true (strata_session_extend_area (fixture->session));
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, 1400000000);
  g_assert_cmpint (strata_span_get_length_ns (span), ==, 15000000);

  strata_session_select_neighbour (fixture->session, 1);
  g_assert_true (strata_session_extend_area (fixture->session));
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (strata_span_get_length_ns (span), ==, 24000000);
}

/* The mark extends from the top of the first lane to the bottom of the last, or to the headers of their groups. */
static void
test_rect (Fixture *fixture,
           gconstpointer data)
{
  const StrataSceneRegion frame = { 1020, 400, 220, 10, 1 };
  const guint32 lane = find_lane (fixture, STRATA_LANE_THREAD, "main");
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), NULL);
  double rect[4];

  g_assert_false (strata_scene_get_area_rect (fixture->session, &frame, rect));
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 1200000000, 1280000000 }, 0);
  strata_session_set_area (fixture->session, (StrataSpan){ 1210000000, 1220000000 }, lane, lane);
  g_assert_true (strata_scene_get_area_rect (fixture->session, &frame, rect));
  g_assert_cmpfloat_with_epsilon (rect[0], 320, 1e-6);
  g_assert_cmpfloat_with_epsilon (rect[2], 100, 1e-6);
  g_assert_cmpfloat (rect[1], ==, lanes[lane].y_px - 10);
  g_assert_cmpfloat (rect[3], ==, lanes[lane].height_px);

  strata_lanes_set_collapsed (strata_session_get_lanes (fixture->session), lanes[lane].group, TRUE);
  g_assert_true (strata_scene_get_area_rect (fixture->session, &frame, rect));
  g_assert_cmpfloat (rect[1], ==, lanes[lanes[lane].group].y_px - 10);
  g_assert_cmpfloat (rect[3], ==, lanes[lanes[lane].group].height_px);
}

static void
test_empty (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);

  strata_session_set_area (session, (StrataSpan){ 0, 1000 }, 0, 0);
  g_assert_false (strata_session_get_area (session, NULL));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/area/set", Fixture, NULL, set_up, test_set, tear_down);
  g_test_add ("/area/meaning", Fixture, NULL, set_up, test_meaning, tear_down);
  g_test_add ("/area/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add ("/area/rect", Fixture, NULL, set_up, test_rect, tear_down);
  g_test_add_func ("/area/empty", test_empty);

  return g_test_run ();
}
