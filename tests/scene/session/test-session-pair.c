/* test-session-pair.c - two sessions viewed together
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-session-pair.h"

#include "scene-fixture.h"
#include "strata-draw-list-private.h"
#include "strata-scene.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"

#define SECOND_NS G_GINT64_CONSTANT (1000000000)
#define MS G_GINT64_CONSTANT (1000000)

/* The parameters of a capture. */
typedef struct
{
  gint64 pid;
  const char *process;
  const char *worker;
  const char *extra; /* another process, or NULL */
  gint64 begin_ns;
  gint64 draw_ns;
} Make;

static const Make make_a = { 10, "app", "loader", "only in a", 5 * SECOND_NS, 4 * MS };
static const Make make_b = { 70, "app", "loader", "a first in b", 900 * SECOND_NS, 6 * MS };

static guint32
add_slice (StrataTraceBuilder *builder,
           guint32 thread,
           const char *name,
           gint64 begin_ns)
{
  strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, fixture_name (builder, name), STRATA_ATTRS_NONE);
  return thread;
}

/* Ten frames of 20 ms, each with a draw inside; a worker; and another process. */
static StrataSession *
make_session (const Make *make)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, make->pid, make->process, make->pid, make->process);
  const guint32 worker = fixture_thread (builder, make->pid, make->process, make->pid + 1, make->worker);
  const guint32 extra = fixture_thread (builder, make->pid + 5, make->extra, make->pid + 5, make->extra);

  for (guint i = 0; i < 10; i++)
    {
      const gint64 begin_ns = make->begin_ns + i * 20 * MS;
      g_autofree char *name = g_strdup_printf ("frame %u", (guint) make->pid + i);

      add_slice (builder, thread, name, begin_ns);
      add_slice (builder, thread, "draw", begin_ns + MS);
      strata_trace_builder_end_slice (builder, thread, begin_ns + MS + make->draw_ns, STRATA_NO_TIME, 0);
      strata_trace_builder_end_slice (builder, thread, begin_ns + 10 * MS, STRATA_NO_TIME, 0);
      g_autofree char *tap = g_strdup_printf ("tap %u", i);

      strata_trace_builder_add_instant (builder, thread, 0, 0, begin_ns + 5 * MS, fixture_name (builder, tap));
      add_slice (builder, worker, "load", begin_ns);
      strata_trace_builder_end_slice (builder, worker, begin_ns + MS, STRATA_NO_TIME, 0);
      add_slice (builder, extra, make->extra, begin_ns);
      strata_trace_builder_end_slice (builder, extra, begin_ns + MS, STRATA_NO_TIME, 0);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  return strata_session_new (trace);
}

typedef struct
{
  StrataSession *a;
  StrataSession *b;
  StrataSessionPair *pair;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->a = make_session (&make_a);
  fixture->b = make_session (&make_b);
  strata_view_set_width (strata_session_get_view (fixture->a), 1000);
  strata_view_set_width (strata_session_get_view (fixture->b), 800);
  fixture->pair = strata_session_pair_new (fixture->a, fixture->b, NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->pair);
  g_object_unref (fixture->a);
  g_object_unref (fixture->b);
}

/* The app of A comes first in both, open, with its main thread; other processes have one row each. */
static void
test_opening (Fixture *fixture,
              gconstpointer data)
{
  strata_findings_find_frames (strata_session_get_findings (fixture->a));
  strata_findings_find_frames (strata_session_get_findings (fixture->b));

  g_autoptr (StrataSessionPair) pair = strata_session_pair_new (fixture->a, fixture->b, NULL);
  StrataSession *const sessions[] = { fixture->a, fixture->b };

  for (guint side = 0; side < G_N_ELEMENTS (sessions); side++)
    {
      const StrataLanes *all = strata_session_get_lanes (sessions[side]);
      guint n_lanes;
      const StrataLane *lanes = strata_lanes_get (all, &n_lanes);
      const StrataLane *first = &lanes[strata_lanes_get_at_place (all, 0)];

      g_assert_true (strata_lane_is_group (first));
      g_assert_true (g_str_has_prefix (first->title, "app"));
      g_assert_false (first->is_collapsed);
      for (guint i = 0; i < n_lanes; i++)
        if (strata_lane_is_group (&lanes[i]) && &lanes[i] != first)
          g_assert_true (lanes[i].is_collapsed);
    }
}

static void
check_linked (Fixture *fixture)
{
  const StrataSpan a = strata_viewport_get_span (strata_session_get_viewport (fixture->a));
  const StrataSpan b = strata_viewport_get_span (strata_session_get_viewport (fixture->b));

  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, a.begin_ns) - b.begin_ns), <=, 2);
  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, a.end_ns) - b.end_ns), <=, 4);
}

static void
test_views (Fixture *fixture,
            gconstpointer data)
{
  check_linked (fixture);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 7), ==, make_b.begin_ns + 7);

  strata_view_zoom_at (strata_session_get_view (fixture->a), 300, 8);
  check_linked (fixture);
  strata_view_pan (strata_session_get_view (fixture->b), 120);
  check_linked (fixture);
  strata_view_show_span (strata_session_get_view (fixture->b), (StrataSpan){ make_b.begin_ns + 20 * MS, make_b.begin_ns + 40 * MS }, 0.1);
  check_linked (fixture);
}

/* The number of columns of an overview's graph that are empty because they are outside the trace. */
static guint
count_beyond (StrataSession *session,
              const StrataSceneRegion *frame)
{
  StrataDrawList *list = strata_draw_list_new ();
  guint n = 0;

  strata_scene_build_overview (session, frame, strata_palette_get_light (), list);
  for (gsize i = 0; i < list->levels.n; i++)
    n += strata_column_at (&list->levels, StrataLevel, i).top < 0;

  strata_draw_list_free (list);
  return n;
}

/* The overviews share an axis, like the rulers: 20 ms of B come before the begin of A, and 20 ms of A after the end of B. */
static void
test_overviews (Fixture *fixture,
                gconstpointer data)
{
  const StrataSceneRegion frame = { 1100, 44, 100, 0, 1 };

  g_assert_cmpuint (count_beyond (fixture->a, &frame), ==, 0);
  strata_session_pair_align (fixture->pair, &(StrataAlignment){ { make_a.begin_ns, make_b.begin_ns + 20 * MS }, 1.0, TRUE });

  const gint64 length_ns = 9 * 20 * MS + 10 * MS + 20 * MS;

  for (double x_px = 100; x_px <= 1100; x_px += 125)
    {
      const gint64 a_ns = strata_scene_overview_x_to_time (fixture->a, &frame, x_px);

      g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, a_ns) - strata_scene_overview_x_to_time (fixture->b, &frame, x_px)), <=, 2);
      g_assert_cmpfloat_with_epsilon (strata_scene_overview_time_to_x (fixture->a, &frame, a_ns), x_px, 0.01);
    }

  g_assert_cmpfloat_with_epsilon (strata_scene_overview_time_to_x (fixture->a, &frame, make_a.begin_ns), 100 + 1000.0 * 20 * MS / (double) length_ns, 0.01);
  g_assert_cmpint (ABS ((int) count_beyond (fixture->a, &frame) - (int) (1000 * 20 * MS / length_ns)), <=, 1);
  g_assert_cmpint (ABS ((int) count_beyond (fixture->b, &frame) - (int) (1000 * 20 * MS / length_ns)), <=, 1);
}

static void
test_lock (Fixture *fixture,
           gconstpointer data)
{
  strata_session_pair_set_locked (fixture->pair, FALSE);
  const StrataViewport before = *strata_session_get_viewport (fixture->b);

  strata_view_zoom_at (strata_session_get_view (fixture->a), 300, 4);
  g_assert_cmpint (strata_session_get_viewport (fixture->b)->begin_ns, ==, before.begin_ns);
  g_assert_cmpfloat (strata_session_get_viewport (fixture->b)->ns_per_px, ==, before.ns_per_px);

  /* locked again, they keep their new offset */
  strata_view_show_span (strata_session_get_view (fixture->b), (StrataSpan){ make_b.begin_ns + 60 * MS, make_b.begin_ns + 80 * MS }, 0);
  const gint64 begin_b_ns = strata_session_get_viewport (fixture->b)->begin_ns;

  strata_session_pair_set_locked (fixture->pair, TRUE);
  g_assert_cmpint (strata_session_get_viewport (fixture->b)->begin_ns, ==, begin_b_ns);
  check_linked (fixture);
}

static void
test_alignments (Fixture *fixture,
                 gconstpointer data)
{
  strata_session_pair_align_absolute (fixture->pair);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_B, 12345), ==, 12345);
  check_linked (fixture);

  g_assert_true (strata_session_pair_align_nth (fixture->pair, "frame 1", 3));
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 60 * MS), ==, make_b.begin_ns + 60 * MS);
  g_assert_false (strata_session_pair_align_nth (fixture->pair, "frame 1", 10));
  g_assert_false (strata_session_pair_align_nth (fixture->pair, "nothing", 0));

  strata_session_pair_align_starts (fixture->pair);
  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, 10);
  const double ns_per_px = strata_session_get_viewport (fixture->b)->ns_per_px;
  const gint64 wanted_ns = make_b.begin_ns - (gint64) (10 * ns_per_px);

  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns) - wanted_ns), <=, (gint64) ns_per_px);
}

static guint32
find (StrataSession *session,
      const char *name,
      guint n)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, slices->name[i]), name) && n-- == 0)
      return i;

  g_assert_not_reached ();
}

static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  guint32 slices[STRATA_N_DIFF_SIDES];

  strata_session_select_slice (fixture->a, find (fixture->a, "draw", 4));
  g_assert_true (strata_session_pair_get_calls (fixture->pair, slices));
  g_assert_cmpuint (slices[STRATA_DIFF_B], ==, find (fixture->b, "draw", 4));
  check_linked (fixture);

  g_autoptr (GArray) rows = strata_session_pair_compare_calls (fixture->pair, G_MAXUINT, NULL);

  g_assert_cmpuint (rows->len, ==, 1);
  g_assert_cmpint (g_array_index (rows, StrataCallDiff, 0).change, ==, STRATA_CALL_SLOWER);

  strata_session_select_slice (fixture->b, find (fixture->b, "load", 2));
  g_assert_true (strata_session_pair_get_calls (fixture->pair, slices));
  g_assert_cmpuint (slices[STRATA_DIFF_A], ==, find (fixture->a, "load", 2));

  /* without a counterpart nothing is selected there */
  strata_session_select_slice (fixture->a, find (fixture->a, make_a.extra, 0));
  g_assert_false (strata_session_pair_get_calls (fixture->pair, slices));
  g_assert_cmpuint (slices[STRATA_DIFF_B], ==, STRATA_NONE);
  g_assert_null (strata_session_pair_compare_calls (fixture->pair, G_MAXUINT, NULL));

  /* unlocked, each keeps its own selection */
  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_session_select_slice (fixture->b, find (fixture->b, "draw", 1));
  g_assert_cmpuint (strata_session_get_selected_item (fixture->a).index, ==, find (fixture->a, make_a.extra, 0));
}

static gint64
get_middle (StrataSession *session)
{
  const StrataSpan view = strata_viewport_get_span (strata_session_get_viewport (session));

  return view.begin_ns + strata_span_get_length_ns (view) / 2;
}

static void
check_together (Fixture *fixture,
                gint64 begin_a_ns,
                gint64 begin_b_ns)
{
  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, begin_a_ns) - begin_b_ns), <=, 1);
  check_linked (fixture);
}

/* The counterpart moves under the selected call from wherever it was, while the view of the
 * selected call stays. A call outside the view is brought to the middle in both. */
static void
test_centred (Fixture *fixture,
              gconstpointer data)
{
  const StrataAlignment apart = { { make_a.begin_ns, make_b.begin_ns + 100 * MS }, 1.0 };
  const gint64 time_ns = make_a.begin_ns + 20 * MS;

  strata_session_pair_align (fixture->pair, &apart);
  strata_view_show_span (strata_session_get_view (fixture->a), (StrataSpan){ time_ns - MS, time_ns + 12 * MS }, 0);
  const StrataViewport before = *strata_session_get_viewport (fixture->a);

  strata_session_select_slice (fixture->a, find (fixture->a, "draw", 1));
  check_together (fixture, time_ns + MS, make_b.begin_ns + 21 * MS);
  g_assert_cmpint (strata_session_get_viewport (fixture->a)->begin_ns, ==, before.begin_ns);
  g_assert_cmpfloat (strata_session_get_viewport (fixture->a)->ns_per_px, ==, before.ns_per_px);

  /* even a visible counterpart is moved; zooming keeps both visible */
  const StrataAlignment near = { { make_a.begin_ns, make_b.begin_ns + 3 * MS }, 1.0 };

  strata_session_pair_align (fixture->pair, &near);
  strata_session_select_slice (fixture->b, find (fixture->b, "draw", 9));
  check_together (fixture, make_a.begin_ns + 181 * MS, make_b.begin_ns + 181 * MS);
  strata_session_show_selection (fixture->b);
  check_together (fixture, make_a.begin_ns + 181 * MS, make_b.begin_ns + 181 * MS);

  /* from 21 ms, the call takes 4 ms in A and 6 ms in B */
  strata_view_show_span (strata_session_get_view (fixture->b), (StrataSpan){ make_b.begin_ns + 100 * MS, make_b.begin_ns + 130 * MS }, 0);
  strata_session_select_slice (fixture->b, find (fixture->b, "draw", 1));
  strata_session_pair_centre_calls (fixture->pair, STRATA_DIFF_B);
  g_assert_cmpint (ABS (get_middle (fixture->b) - (make_b.begin_ns + 24 * MS)), <=, 10);
  g_assert_cmpint (ABS (get_middle (fixture->a) - (make_a.begin_ns + 24 * MS)), <=, 10);
  g_assert_cmpint (ABS (strata_span_get_length_ns (strata_viewport_get_span (strata_session_get_viewport (fixture->b))) - 30 * MS), <=, 10);

  /* a call longer than the view is then made to fit */
  strata_view_show_span (strata_session_get_view (fixture->a), (StrataSpan){ time_ns + MS, time_ns + 2 * MS }, 0);
  strata_session_pair_centre_calls (fixture->pair, STRATA_DIFF_A);
  g_assert_cmpint (ABS (get_middle (fixture->a) - (make_a.begin_ns + 24 * MS)), <=, 10);
  g_assert_cmpint (strata_span_get_length_ns (strata_viewport_get_span (strata_session_get_viewport (fixture->a))), >=, 6 * MS);
}

static void
check_offset (Fixture *fixture,
              gint64 offset_ns)
{
  g_assert_cmpint (ABS (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns) - make_b.begin_ns - offset_ns), <=, 1);
  check_linked (fixture);
}

/* An alignment set by the user is kept, whatever is selected, until the user asks to show both calls and they do not
 * fit in one view. After aligning the starts, calls are brought together again. */
static void
test_aligned_by_user (Fixture *fixture,
                      gconstpointer data)
{
  gint64 distance_ns;

  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_view_show_span (strata_session_get_view (fixture->a), (StrataSpan){ make_a.begin_ns + 20 * MS, make_a.begin_ns + 40 * MS }, 0);
  strata_view_show_span (strata_session_get_view (fixture->b), (StrataSpan){ make_b.begin_ns + 80 * MS, make_b.begin_ns + 100 * MS }, 0);
  strata_session_pair_set_locked (fixture->pair, TRUE);
  check_offset (fixture, 60 * MS);

  strata_session_select (fixture->a, strata_session_make_slice_item (fixture->a, find (fixture->a, "draw", 1)));
  g_assert_cmpuint (strata_session_get_selected_item (fixture->b).index, ==, find (fixture->b, "draw", 1));
  g_assert_true (strata_session_pair_get_distance (fixture->pair, &distance_ns));
  g_assert_cmpint (ABS (distance_ns + 60 * MS), <=, 1);
  check_offset (fixture, 60 * MS);
  g_assert_cmpint (strata_session_get_viewport (fixture->a)->begin_ns, ==, make_a.begin_ns + 20 * MS);

  strata_session_pair_centre_calls (fixture->pair, STRATA_DIFF_A);
  check_offset (fixture, 0);
  g_assert_false (strata_session_pair_get_alignment (fixture->pair).is_by_user);

  /* calls that fit in one view are shown without a shift */
  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, 80);
  const gint64 offset_ns = strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns) - make_b.begin_ns;

  strata_session_select_slice (fixture->b, find (fixture->b, "draw", 7));
  strata_session_pair_centre_calls (fixture->pair, STRATA_DIFF_B);
  check_offset (fixture, offset_ns);
  strata_session_pair_align_starts (fixture->pair);
  strata_session_select_slice (fixture->b, find (fixture->b, "draw", 2));
  g_assert_false (strata_session_pair_get_alignment (fixture->pair).is_by_user);
}

/* Explicit commands also work while unlocked. */
static void
test_unlocked (Fixture *fixture,
               gconstpointer data)
{
  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_view_pan (strata_session_get_view (fixture->b), 300);
  strata_view_zoom_at (strata_session_get_view (fixture->a), 200, 4);
  g_assert_true (strata_session_pair_align_nth (fixture->pair, "frame 1", 3));
  check_linked (fixture);

  const gint64 begin_a_ns = strata_session_get_viewport (fixture->a)->begin_ns;
  const gint64 begin_b_ns = strata_session_get_viewport (fixture->b)->begin_ns;
  const double ns_per_px = strata_session_get_viewport (fixture->b)->ns_per_px;

  strata_session_pair_shift (fixture->pair, STRATA_DIFF_B, -7);
  g_assert_cmpint (strata_session_get_viewport (fixture->a)->begin_ns, ==, begin_a_ns);
  g_assert_cmpint (ABS (strata_session_get_viewport (fixture->b)->begin_ns - begin_b_ns - (gint64) (7 * ns_per_px)), <=, (gint64) ns_per_px);
}

static void
test_bookmarks (Fixture *fixture,
                gconstpointer data)
{
  g_assert_false (strata_session_pair_align_bookmarks (fixture->pair, 0, FALSE));
  strata_session_add_bookmark (fixture->a, make_a.begin_ns + 40 * MS, STRATA_NONE, "");
  strata_session_add_bookmark (fixture->a, make_a.begin_ns + 60 * MS, STRATA_NONE, "scroll");
  g_assert_false (strata_session_pair_align_bookmarks (fixture->pair, 0, FALSE));
  strata_session_add_bookmark (fixture->b, make_b.begin_ns + 10 * MS, STRATA_NONE, "scroll");
  strata_session_add_bookmark (fixture->b, make_b.begin_ns + 30 * MS, STRATA_NONE, "");

  /* by order, by note, and step by step */
  g_assert_true (strata_session_pair_align_bookmarks (fixture->pair, 0, FALSE));
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 40 * MS), ==, make_b.begin_ns + 10 * MS);
  g_assert_true (strata_session_pair_align_bookmarks (fixture->pair, 1, FALSE));
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 60 * MS), ==, make_b.begin_ns + 10 * MS);
  check_linked (fixture);
  g_assert_false (strata_session_pair_align_bookmarks (fixture->pair, 2, FALSE));
  g_assert_false (strata_session_pair_align_bookmarks (fixture->pair, 0, TRUE)); /* the bookmark with the second note is not after the first */

  strata_marks_set_note (strata_session_get_marks (fixture->b), 0, "");
  strata_marks_set_note (strata_session_get_marks (fixture->b), 1, "scroll");
  g_assert_true (strata_session_pair_align_bookmarks (fixture->pair, 0, TRUE));
  g_assert_cmpfloat_with_epsilon (strata_session_pair_get_alignment (fixture->pair).scale, 1.0, 1e-9);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 60 * MS), ==, make_b.begin_ns + 30 * MS);
}

static void
test_cursors (Fixture *fixture,
              gconstpointer data)
{
  g_assert_false (strata_session_pair_align_cursors (fixture->pair));
  strata_session_set_cursor (fixture->a, STRATA_CURSOR_A, make_a.begin_ns + 20 * MS);
  strata_session_set_cursor (fixture->a, STRATA_CURSOR_B, make_a.begin_ns + 40 * MS);
  g_assert_false (strata_session_pair_align_cursors (fixture->pair));
  strata_session_set_cursor (fixture->b, STRATA_CURSOR_A, make_b.begin_ns + 90 * MS);
  strata_session_set_cursor (fixture->b, STRATA_CURSOR_B, make_b.begin_ns + 60 * MS);
  g_assert_true (strata_session_pair_align_cursors (fixture->pair));
  g_assert_cmpfloat_with_epsilon (strata_session_pair_get_alignment (fixture->pair).scale, 1.5, 1e-9);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 40 * MS), ==, make_b.begin_ns + 90 * MS);
  check_linked (fixture);
}

/* Markers without a duration, if no slice has that name. */
static void
test_instants (Fixture *fixture,
               gconstpointer data)
{
  g_assert_true (strata_session_pair_align_nth (fixture->pair, "tap 9", 1));
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 25 * MS), ==, make_b.begin_ns + 25 * MS);
  g_assert_false (strata_session_pair_align_nth (fixture->pair, "tap 9", 10));
}

static void
test_scaled (Fixture *fixture,
             gconstpointer data)
{
  strata_session_select_slice (fixture->a, find (fixture->a, "draw", 4));
  g_assert_true (strata_session_pair_align_slices (fixture->pair, TRUE));
  g_assert_cmpfloat_with_epsilon (strata_session_pair_get_alignment (fixture->pair).scale, 1.5, 1e-9);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_A, make_a.begin_ns + 85 * MS), ==, make_b.begin_ns + 87 * MS);
  g_assert_cmpint (strata_session_pair_map (fixture->pair, STRATA_DIFF_B, make_b.begin_ns + 87 * MS), ==, make_a.begin_ns + 85 * MS);
  check_linked (fixture);
  strata_view_zoom_at (strata_session_get_view (fixture->b), 100, 4);
  check_linked (fixture);

  g_assert_false (strata_session_pair_align_areas (fixture->pair));
}

/* The titles of all lanes without their ids. */
static char *
list_lanes (StrataSession *session)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_lanes; i++)
    {
      g_autofree char *title = g_strdup (lanes[i].title);

      g_strdelimit (title, "0123456789", ' ');
      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", g_strstrip (title));
    }

  return g_string_free (text, FALSE);
}

static void
test_lanes (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *lanes_a = list_lanes (fixture->a);
  g_autofree char *lanes_b = list_lanes (fixture->b);

  g_assert_cmpstr (lanes_a, ==, "app|app|loader|Instants|only in a|only in a");
  g_assert_cmpstr (lanes_b, ==, "app|app|loader|Instants|a first in b|a first in b");

  /* matched manually: the process follows */
  guint32 extra_a = strata_trace_find_thread (strata_session_get_trace (fixture->a), find (fixture->a, make_a.extra, 0));
  guint32 extra_b = strata_trace_find_thread (strata_session_get_trace (fixture->b), find (fixture->b, make_b.extra, 0));

  strata_session_pair_match_threads (fixture->pair, extra_a, extra_b);
  g_assert_cmpuint (strata_thread_match_find (strata_session_pair_get_threads (fixture->pair), STRATA_DIFF_A, extra_a), ==, extra_b);
  g_assert_cmpuint (strata_thread_match_find_process (strata_session_pair_get_threads (fixture->pair), STRATA_DIFF_A, 1), ==, 1);
}

static guint32
find_lane (StrataSession *session,
           StrataLaneKind kind,
           const char *prefix)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == kind && g_str_has_prefix (lanes[i].title, prefix))
      return i;

  g_return_val_if_reached (STRATA_NONE);
}

static const StrataLane *
get_lane (StrataSession *session,
          StrataLaneKind kind,
          const char *prefix)
{
  return &strata_lanes_get (strata_session_get_lanes (session), NULL)[find_lane (session, kind, prefix)];
}

/* Lanes pinned or hidden on one side are so on the other too, if there is a counterpart. */
static void
test_followed_lanes (Fixture *fixture,
                     gconstpointer data)
{
  static const struct
  {
    StrataLaneKind kind;
    const char *title;
  } rows[] = {
    { STRATA_LANE_THREAD, "loader" },
    { STRATA_LANE_THREAD, "app" },
    { STRATA_LANE_INSTANTS, "" },
    { STRATA_LANE_GROUP, "app" },
  };
  StrataSession *const sessions[] = { fixture->a, fixture->b };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint side = 0; side < 2; side++)
      {
        StrataSession *one = sessions[side];
        StrataSession *other = sessions[1 - side];

        strata_lanes_set_pinned (strata_session_get_lanes (one), find_lane (one, rows[i].kind, rows[i].title), TRUE);
        g_assert_true (get_lane (one, rows[i].kind, rows[i].title)->is_pinned);
        g_assert_true (get_lane (other, rows[i].kind, rows[i].title)->is_pinned);
        strata_lanes_set_pinned (strata_session_get_lanes (other), find_lane (other, rows[i].kind, rows[i].title), FALSE);
        g_assert_false (get_lane (one, rows[i].kind, rows[i].title)->is_pinned);

        strata_lanes_set_hidden (strata_session_get_lanes (one), find_lane (one, rows[i].kind, rows[i].title), TRUE);
        g_assert_true (get_lane (other, rows[i].kind, rows[i].title)->is_hidden);
        strata_lanes_show_hidden (strata_session_get_lanes (other));
        g_assert_false (get_lane (one, rows[i].kind, rows[i].title)->is_hidden);
      }
}

/* Lanes without a counterpart, and changes while unlocked, stay on their side. */
static void
test_own_lanes (Fixture *fixture,
                gconstpointer data)
{
  strata_lanes_set_hidden (strata_session_get_lanes (fixture->a), find_lane (fixture->a, STRATA_LANE_GROUP, "only in a"), TRUE);
  g_assert_cmpuint (strata_lanes_get_n_hidden (strata_session_get_lanes (fixture->a)), ==, 1);
  g_assert_cmpuint (strata_lanes_get_n_hidden (strata_session_get_lanes (fixture->b)), ==, 0);

  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_lanes_set_pinned (strata_session_get_lanes (fixture->b), find_lane (fixture->b, STRATA_LANE_THREAD, "loader"), TRUE);
  g_assert_false (get_lane (fixture->a, STRATA_LANE_THREAD, "loader")->is_pinned);

  /* earlier differences stay, and are not applied later */
  strata_session_pair_set_locked (fixture->pair, TRUE);
  strata_lanes_set_pinned (strata_session_get_lanes (fixture->b), find_lane (fixture->b, STRATA_LANE_THREAD, "app"), TRUE);
  g_assert_true (get_lane (fixture->a, STRATA_LANE_THREAD, "app")->is_pinned);
  g_assert_false (get_lane (fixture->a, STRATA_LANE_THREAD, "loader")->is_pinned);
}

/* Groups open and close together; groups that only one side has, when all of them do. */
static void
test_followed_groups (Fixture *fixture,
                      gconstpointer data)
{
  StrataLanes *a = strata_session_get_lanes (fixture->a);
  StrataLanes *b = strata_session_get_lanes (fixture->b);

  strata_lanes_set_all_collapsed (b, TRUE);
  g_assert_true (get_lane (fixture->a, STRATA_LANE_GROUP, "only in a")->is_collapsed);
  strata_lanes_set_collapsed (a, find_lane (fixture->a, STRATA_LANE_GROUP, "app"), FALSE);
  g_assert_false (get_lane (fixture->b, STRATA_LANE_GROUP, "app")->is_collapsed);
  strata_lanes_set_collapsed (a, find_lane (fixture->a, STRATA_LANE_GROUP, "only in a"), FALSE);
  g_assert_true (get_lane (fixture->b, STRATA_LANE_GROUP, "a first in b")->is_collapsed);

  strata_lanes_set_all_collapsed (a, TRUE);
  g_assert_true (get_lane (fixture->b, STRATA_LANE_GROUP, "app")->is_collapsed);
  strata_lanes_set_all_collapsed (a, FALSE);
  g_assert_false (get_lane (fixture->b, STRATA_LANE_GROUP, "a first in b")->is_collapsed);

  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_lanes_set_all_collapsed (a, TRUE);
  g_assert_false (get_lane (fixture->b, STRATA_LANE_GROUP, "app")->is_collapsed);
}

static void
test_followed_filter (Fixture *fixture,
                      gconstpointer data)
{
  StrataLanes *a = strata_session_get_lanes (fixture->a);
  StrataLanes *b = strata_session_get_lanes (fixture->b);

  strata_lanes_filter (a, "load*");
  g_assert_cmpstr (strata_lanes_get_filter (b), ==, "load*");
  g_assert_true (get_lane (fixture->b, STRATA_LANE_THREAD, "app")->is_filtered_out);

  /* a filter without matches in B leaves B as it was, and is not retried when something else changes */
  strata_lanes_filter (a, "only*");
  g_assert_cmpstr (strata_lanes_get_filter (b), ==, "load*");
  strata_lanes_set_collapsed (a, find_lane (fixture->a, STRATA_LANE_GROUP, "app"), TRUE);
  g_assert_cmpstr (strata_lanes_get_filter (b), ==, "load*");
  g_assert_cmpstr (strata_lanes_get_filter (a), ==, "only*");

  strata_lanes_filter (b, NULL);
  g_assert_null (strata_lanes_get_filter (a));

  strata_session_pair_set_locked (fixture->pair, FALSE);
  strata_lanes_filter (b, "app*");
  g_assert_null (strata_lanes_get_filter (a));
}

static void
test_itself (void)
{
  g_autoptr (StrataSession) a = make_session (&make_a);
  g_autoptr (StrataSession) b = make_session (&make_a);
  g_autoptr (StrataSessionPair) pair = strata_session_pair_new (a, b, NULL);

  for (guint32 slice = 0; slice < strata_trace_get_slices (strata_session_get_trace (a))->n_slices; slice++)
    g_assert_cmpuint (strata_session_pair_find_counterpart (pair, STRATA_DIFF_A, slice), ==, slice);
}

int
main (int argc,
      char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/session-pair/opening", test_opening },
    { "/session-pair/views", test_views },
    { "/session-pair/overviews", test_overviews },
    { "/session-pair/lock", test_lock },
    { "/session-pair/alignments", test_alignments },
    { "/session-pair/selection", test_selection },
    { "/session-pair/centred", test_centred },
    { "/session-pair/aligned-by-user", test_aligned_by_user },
    { "/session-pair/unlocked", test_unlocked },
    { "/session-pair/bookmarks", test_bookmarks },
    { "/session-pair/cursors", test_cursors },
    { "/session-pair/instants", test_instants },
    { "/session-pair/scaled", test_scaled },
    { "/session-pair/lanes", test_lanes },
    { "/session-pair/followed-lanes", test_followed_lanes },
    { "/session-pair/own-lanes", test_own_lanes },
    { "/session-pair/followed-groups", test_followed_groups },
    { "/session-pair/followed-filter", test_followed_filter },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  g_test_add_func ("/session-pair/itself", test_itself);

  return g_test_run ();
}
