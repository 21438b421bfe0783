/* test-cursors.c - two cursors for measuring
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-scene.h"
#include "strata-session-cursors.h"

#define WIDTH_PX 1000
#define HEADER_PX 100

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  StrataSceneRegion frame;
  guint n_cursors;
} Fixture;

static void
count (guint *counter)
{
  (*counter)++;
}

/* A pixel is a hundredth of a frame of 16 ms. */
static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->trace = fixture_trace_new ();
  fixture->session = strata_session_new (fixture->trace);
  fixture->frame = (StrataSceneRegion){ WIDTH_PX + HEADER_PX, 600, HEADER_PX, 0, 1 };
  strata_view_set_width (strata_session_get_view (fixture->session), WIDTH_PX);
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 1160000000, 1320000000 }, 0);
  g_signal_connect_swapped (strata_session_get_marks (fixture->session), "cursors-changed", G_CALLBACK (count), &fixture->n_cursors);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static void
test_set (Fixture *fixture,
          gconstpointer data)
{
  gint64 time_ns = 0;
  StrataSpan span;

  g_assert_false (strata_marks_get_cursor (strata_session_get_marks (fixture->session), STRATA_CURSOR_A, &time_ns));
  strata_session_set_cursor (fixture->session, STRATA_CURSOR_A, 1200000000);
  strata_session_set_cursor (fixture->session, STRATA_CURSOR_A, 1200000000);
  g_assert_cmpuint (fixture->n_cursors, ==, 1);
  g_assert_false (strata_session_get_measure (fixture->session, &span));

  /* B may be the earlier one, and neither leaves the trace. */
  strata_session_set_cursor (fixture->session, STRATA_CURSOR_B, 0);
  g_assert_true (strata_marks_get_cursor (strata_session_get_marks (fixture->session), STRATA_CURSOR_B, &time_ns));
  g_assert_cmpint (time_ns, ==, 1000000000);
  g_assert_true (strata_session_get_measure (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, 1000000000);
  g_assert_cmpint (strata_span_get_length_ns (span), ==, 200000000);

  g_autofree char *text = strata_session_describe_cursors (fixture->session);

  g_assert_cmpstr (text, ==, "cursor A at 200.0\302\240ms, cursor B at 0\302\240ns, 200.0\302\240ms between them");
  strata_marks_clear_cursors (strata_session_get_marks (fixture->session));
  strata_marks_clear_cursors (strata_session_get_marks (fixture->session));
  g_assert_cmpuint (fixture->n_cursors, ==, 3);
}

static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  StrataSpan span;

  g_assert_false (strata_session_measure_selection (fixture->session));
  g_assert_true (strata_session_select_longest (fixture->session, "inflate", strata_trace_get_span (fixture->trace)));
  g_assert_true (strata_session_measure_selection (fixture->session));
  g_assert_true (strata_session_get_measure (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, 1402000000);
  g_assert_cmpint (span.end_ns, ==, 1414000000);
}

static double
get_x (Fixture *fixture,
       gint64 time_ns)
{
  return HEADER_PX + strata_viewport_time_to_x (strata_session_get_viewport (fixture->session), time_ns);
}

/* The middle of a row of the main thread. */
static double
get_row_y (Fixture *fixture,
           guint depth)
{
  const guint32 lane = strata_lanes_find_track (strata_session_get_lanes (fixture->session), 0);
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), NULL);

  return lanes[lane].y_px + lanes[lane].rows_top_px + (depth + 0.5) * lanes[lane].row_height_px;
}

/* Frame 15 is from 1240 ms to 1248 ms, "measure" inside it from 1240.5 to 1242. */
static void
test_snap (Fixture *fixture,
           gconstpointer data)
{
  static const struct
  {
    double off_px;
    gint64 edge_ns;
    guint depth;
    gint64 wanted_ns;
  } rows[] = {
    { 0, 1240000000, 0, 1240000000 },
    { 2, 1240000000, 0, 1240000000 },
    { -3, 1240000000, 0, 1240000000 },
    { 4, 1248000000, 0, 1248000000 },
    { 2, 1240000000, 1, 1240500000 },
    { 1, 1242000000, 1, 1242000000 },
  };

  /* The other lanes have separate edges. */
  fixture->frame.scroll_px = 0;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const double x_px = get_x (fixture, rows[i].edge_ns) + rows[i].off_px;

      g_assert_cmpint (strata_scene_snap (fixture->session, &fixture->frame, x_px, get_row_y (fixture, rows[i].depth)), ==, rows[i].wanted_ns);
    }
}

/* Compared with a check of every slice: the edge found is not farther than any other by more than the bonus. */
static void
test_snap_everywhere (Fixture *fixture,
                      gconstpointer data)
{
  const StrataSliceTable *slices = strata_trace_get_slices (fixture->trace);

  for (double x_px = HEADER_PX; x_px < HEADER_PX + WIDTH_PX; x_px += 7.3)
    {
      const gint64 found_ns = strata_scene_snap (fixture->session, &fixture->frame, x_px, -1);
      const double found_px = ABS (get_x (fixture, found_ns) - x_px);
      double best_px = G_MAXDOUBLE;

      for (guint32 i = 0; i < slices->n_slices; i++)
        {
          best_px = MIN (best_px, ABS (get_x (fixture, slices->start_ns[i]) - x_px));
          best_px = MIN (best_px, ABS (get_x (fixture, strata_slice_table_get_end_ns (slices, i)) - x_px));
        }

      /* Runs of CPUs have edges too. */
      g_assert_cmpfloat (found_px, <=, MIN (best_px, 8) + 1e-6);
    }
}

static void
test_snap_far (Fixture *fixture,
               gconstpointer data)
{
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 1212000000, 1212001000 }, 0);
  g_assert_cmpint (strata_scene_snap (fixture->session, &fixture->frame, HEADER_PX + 500, get_row_y (fixture, 0)), ==, 1212000500);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/cursors/set", Fixture, NULL, set_up, test_set, tear_down);
  g_test_add ("/cursors/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add ("/cursors/snap", Fixture, NULL, set_up, test_snap, tear_down);
  g_test_add ("/cursors/snap-everywhere", Fixture, NULL, set_up, test_snap_everywhere, tear_down);
  g_test_add ("/cursors/snap-far", Fixture, NULL, set_up, test_snap_far, tear_down);

  return g_test_run ();
}
