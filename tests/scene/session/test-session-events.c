/* test-session-events.c - marks of single events on the lanes of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "scene-fixture.h"
#include "strata-draw-list-private.h"
#include "strata-scene.h"

#define WIDTH_PX 1000
#define HEADER_PX 200

/* Main and worker, 1 to 9 ms; see scene-fixture.c. */
static StrataSession *
make_session (void)
{
  g_autoptr (StrataTrace) trace = fixture_path_trace_new ();
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), WIDTH_PX);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1000000, 9000000 }, 0);
  return session;
}

static GArray *
make_events (void)
{
  const StrataEventMark events[] = { { 2000000, 0, STRATA_NONE, 1 }, { 5000000, 0, STRATA_NONE, 3 }, { 3000000, 1, STRATA_NONE, 1 } };
  GArray *array = g_array_new (FALSE, FALSE, sizeof (StrataEventMark));

  g_array_append_vals (array, events, G_N_ELEMENTS (events));
  return array;
}

static void
count (StrataFindings *findings,
       guint n_events,
       gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
test_take (void)
{
  g_autoptr (StrataSession) session = make_session ();
  guint n_changes = 0;
  guint n_events;

  g_signal_connect (strata_session_get_findings (session), "events-changed", G_CALLBACK (count), &n_changes);
  strata_findings_take_events (strata_session_get_findings (session), NULL);
  g_assert_cmpuint (n_changes, ==, 0);
  strata_findings_take_events (strata_session_get_findings (session), make_events ());
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_nonnull (strata_findings_get_events (strata_session_get_findings (session), &n_events));
  g_assert_cmpuint (n_events, ==, 3);

  g_assert_cmpuint (strata_findings_find_event (strata_session_get_findings (session), 0, 0), ==, 0);
  g_assert_cmpuint (strata_findings_find_event (strata_session_get_findings (session), 0, 2000001), ==, 1);
  g_assert_cmpuint (strata_findings_find_event (strata_session_get_findings (session), 0, 6000000), ==, 2);
  g_assert_cmpuint (strata_findings_find_event (strata_session_get_findings (session), 1, 3000000), ==, 2);
  g_assert_cmpuint (strata_findings_find_event (strata_session_get_findings (session), 2, 0), ==, 3);

  /* a removed mark is no longer under the pointer */
  strata_selection_set_hover (strata_session_get_selection (session), (StrataItem){ STRATA_ITEM_EVENT, 1, 0, 3 });
  strata_findings_take_events (strata_session_get_findings (session), NULL);
  g_assert_cmpint (strata_selection_get_hover (strata_session_get_selection (session)).kind, ==, STRATA_ITEM_NONE);
  g_assert_null (strata_findings_get_events (strata_session_get_findings (session), &n_events));
  g_assert_cmpuint (n_changes, ==, 2);
}

static void
test_describe (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataItem item = { STRATA_ITEM_EVENT, 1, STRATA_NONE, 3 };
  StrataSpan span;

  strata_findings_take_events (strata_session_get_findings (session), make_events ());

  g_autofree char *text = strata_session_describe_item (session, item);
  g_auto (GStrv) parts = g_strsplit (text, "\302\240", -1);
  g_autofree char *spaced = g_strjoinv (" ", parts);

  g_assert_cmpstr (spaced, ==, "Event\nAt 4.000 ms\nThread: main 1\n3 events here; showing the first");
  g_assert_true (strata_session_get_item_span (session, item, &span));
  g_assert_cmpint (span.begin_ns, ==, 5000000);
  g_assert_cmpuint (strata_session_find_item_thread (session, item), ==, 0);

  strata_session_select (session, item);
  g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_NONE);
}

/* Each mark is hit where it is drawn, on the lane of its thread, and nowhere else. */
static void
test_hit (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataSceneRegion frame = { HEADER_PX + WIDTH_PX, 2000, HEADER_PX, 0, 1.0 };
  guint n_found[3] = { 0 };

  strata_findings_take_events (strata_session_get_findings (session), make_events ());
  for (double y_px = 0.5; y_px < frame.height_px; y_px += 1)
    for (double x_px = HEADER_PX + 0.5; x_px < frame.width_px; x_px += 1)
      {
        StrataHit hit;
        double rect[4];

        strata_scene_hit (session, &frame, x_px, y_px, &hit);
        if (hit.item.kind != STRATA_ITEM_EVENT)
          continue;

        g_assert_true (strata_scene_get_item_rect (session, &frame, hit.item, rect));
        g_assert_cmpfloat (x_px, >=, rect[0] - 4);
        g_assert_cmpfloat (x_px, <=, rect[0] + rect[2] + 4);
        g_assert_cmpuint (strata_lanes_get (strata_session_get_lanes (session), NULL)[hit.lane].thread, ==, strata_session_find_item_thread (session, hit.item));
        n_found[hit.item.index]++;
      }

  for (guint i = 0; i < G_N_ELEMENTS (n_found); i++)
    g_assert_cmpuint (n_found[i], >, 10);
}

static guint
count_boxes (StrataSession *session)
{
  const StrataSceneRegion frame = { HEADER_PX + WIDTH_PX, 2000, HEADER_PX, 0, 1.0 };
  StrataDrawList *list = strata_draw_list_new ();
  g_autofree char *text = NULL;
  guint n_boxes = 0;

  strata_scene_build_marks (session, &frame, strata_palette_get_light (), list);
  text = strata_draw_list_to_string (list);
  for (const char *p = text; (p = strstr (p, "box")) != NULL; p++)
    n_boxes++;

  strata_draw_list_free (list);
  return n_boxes;
}

static void
test_draw (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const guint n_before = count_boxes (session);

  strata_findings_take_events (strata_session_get_findings (session), make_events ());
  g_assert_cmpuint (count_boxes (session), ==, n_before + 3);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 4000000, 6000000 }, 0);
  g_assert_cmpuint (count_boxes (session), ==, n_before + 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session-events/take", test_take);
  g_test_add_func ("/session-events/describe", test_describe);
  g_test_add_func ("/session-events/hit", test_hit);
  g_test_add_func ("/session-events/draw", test_draw);
  return g_test_run ();
}
