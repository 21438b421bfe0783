/* test-path.c - the critical path of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"
#include "strata-scene.h"

static StrataItem
slice_item (guint32 index)
{
  return (StrataItem){ STRATA_ITEM_SLICE, index, STRATA_NONE, 1 };
}

/* Finds slices of the fixture by name, which is unique. */
static guint32
find_slice (StrataTrace *trace,
            const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (g_str_equal (strata_trace_get_string (trace, slices->name[i]), name))
      return i;

  g_assert_not_reached ();
}

static void
count (guint *n_changes)
{
  ++*n_changes;
}

/* In the background: the newest selection wins, and selecting anything but a slice keeps the path. */
static void
test_follow (void)
{
  g_autoptr (StrataTrace) trace = fixture_path_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const int height_px = strata_lanes_get_height_px (strata_session_get_lanes (session));
  guint n_changes = 0;

  g_signal_connect_swapped (strata_session_get_selection (session), "path-changed", G_CALLBACK (count), &n_changes);
  g_assert_true (strata_selection_can_show_path (strata_session_get_selection (session)));
  strata_session_select (session, slice_item (find_slice (trace, "frame")));
  g_assert_cmpuint (n_changes, ==, 0);

  strata_selection_set_path_shown (strata_session_get_selection (session), TRUE);
  strata_session_select (session, slice_item (find_slice (trace, "work")));
  strata_session_select (session, slice_item (find_slice (trace, "frame")));
  while (strata_selection_get_path (strata_session_get_selection (session)) == NULL)
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpuint (strata_selection_get_path_slice (strata_session_get_selection (session)), ==, find_slice (trace, "frame"));
  g_assert_cmpint (strata_lanes_get_height_px (strata_session_get_lanes (session)), >, height_px);

  strata_session_select (session, (StrataItem){ STRATA_ITEM_CPU_RUN, 0, STRATA_NONE, 1 });
  g_assert_nonnull (strata_selection_get_path (strata_session_get_selection (session)));

  strata_session_select (session, slice_item (find_slice (trace, "other")));
  g_assert_null (strata_selection_get_path (strata_session_get_selection (session)));
  g_assert_true (strata_selection_get_path_shown (strata_session_get_selection (session)));

  strata_selection_set_path_shown (strata_session_get_selection (session), FALSE);
  g_assert_cmpint (strata_lanes_get_height_px (strata_session_get_lanes (session)), ==, height_px);
  g_assert_cmpuint (strata_selection_get_path_slice (strata_session_get_selection (session)), ==, STRATA_NONE);
}

static void
check_place (StrataSession *session,
             gint64 time_ns,
             const char *words,
             StrataState selected)
{
  const StrataSceneRegion frame = { 1000, 2000, 0, 0, 1 };
  const StrataLanes *lanes = strata_session_get_lanes (session);
  const StrataLane *lane = &strata_lanes_get (lanes, NULL)[strata_lanes_get_path (lanes)];
  StrataHit hit;

  strata_scene_hit (session, &frame, strata_viewport_time_to_x (strata_session_get_viewport (session), time_ns), lane->y_px + lane->height_px - 8, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_PATH);

  g_autofree char *text = strata_session_describe_item (session, hit.item);

  if (strstr (text, words) == NULL)
    g_test_fail_printf ("“%s” is not in “%s”", words, text);

  double rect[4];

  g_assert_true (strata_scene_get_item_rect (session, &frame, hit.item, rect));
  strata_session_select (session, hit.item);
  g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_STATE);
  g_assert_cmpint (strata_states_get (strata_trace_get_states (strata_session_get_trace (session)), strata_session_get_selected_item (session).index), ==, selected);
}

/* The description of a place of the lane, and the item that a click there selects. */
static void
test_places (void)
{
  g_autoptr (StrataTrace) trace = fixture_path_trace_new ();
  g_autoptr (StrataSession) session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 1000);
  g_assert_false (strata_selection_show_path_now (strata_session_get_selection (session)));
  strata_session_select (session, slice_item (find_slice (trace, "other")));
  g_assert_false (strata_selection_show_path_now (strata_session_get_selection (session)));
  strata_session_select (session, slice_item (find_slice (trace, "frame")));
  g_assert_true (strata_selection_show_path_now (strata_session_get_selection (session)));

  check_place (session, 1500000, "main\nRunning on CPU 0", STRATA_STATE_RUNNING);
  check_place (session, 2500000, "worker\nRunning on CPU 0", STRATA_STATE_RUNNING);
  check_place (session, 4000000, "Blocked in: f2fs_wait", STRATA_STATE_BLOCKED_IO);
  check_place (session, 5100000, "Waiting for CPU 1", STRATA_STATE_RUNNABLE);
  check_place (session, 6200000, "Ran instead: worker", STRATA_STATE_RUNNABLE);
  check_place (session, 5500000, "Then woke: main", STRATA_STATE_RUNNING);

  strata_session_select (session, slice_item (find_slice (trace, "work")));
  g_assert_true (strata_selection_show_path_now (strata_session_get_selection (session)));
  g_assert_cmpint (strata_critical_path_get_thread (strata_selection_get_path (strata_session_get_selection (session))), ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path/follow", test_follow);
  g_test_add_func ("/path/places", test_places);
  return g_test_run ();
}
