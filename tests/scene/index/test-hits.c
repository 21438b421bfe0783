/* test-hits.c - slices found by a search, drawn and stepped through
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "scene-fixture.h"
#include "strata-scene.h"
#include "strata-session-found.h"

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  StrataDrawList *list;
  guint n_search;
  guint n_hits;
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
  fixture->list = strata_draw_list_new ();
  strata_view_set_width (strata_session_get_view (fixture->session), 800);
  g_signal_connect_swapped (strata_session_get_findings (fixture->session), "search-changed", G_CALLBACK (count), &fixture->n_search);
  g_signal_connect_swapped (strata_session_get_findings (fixture->session), "hits-changed", G_CALLBACK (count), &fixture->n_hits);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  strata_draw_list_free (fixture->list);
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static void
search (Fixture *fixture,
        const char *text)
{
  strata_findings_search (strata_session_get_findings (fixture->session), text);
  while (strata_findings_is_search_running (strata_session_get_findings (fixture->session)))
    g_main_context_iteration (NULL, TRUE);
}

static const char *
get_selected_name (Fixture *fixture)
{
  const StrataItem item = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  return strata_trace_get_string (fixture->trace, strata_trace_get_slices (fixture->trace)->name[item.index]);
}

static void
test_count (Fixture *fixture,
            gconstpointer data)
{
  gboolean is_counted;

  g_assert_false (strata_findings_is_searching (strata_session_get_findings (fixture->session)));
  search (fixture, "draw thread:RenderThread");
  g_assert_true (strata_findings_is_searching (strata_session_get_findings (fixture->session)));
  g_assert_cmpuint (strata_findings_get_n_hits (strata_session_get_findings (fixture->session), &is_counted), ==, 134);
  g_assert_true (is_counted);
  g_assert_cmpuint (fixture->n_hits, ==, 1);
  g_assert_cmpuint (fixture->n_search, >=, 2);

  search (fixture, "dur>16");
  g_assert_nonnull (strata_findings_get_search_error (strata_session_get_findings (fixture->session)));
  g_assert_null (strata_findings_get_hits (strata_session_get_findings (fixture->session)));
  g_assert_false (strata_findings_is_searching (strata_session_get_findings (fixture->session)));

  search (fixture, "");
  g_assert_null (strata_findings_get_search_error (strata_session_get_findings (fixture->session)));
  g_assert_cmpuint (strata_findings_get_n_hits (strata_session_get_findings (fixture->session), NULL), ==, 0);
}

/* The newest search wins. */
static void
test_newest (Fixture *fixture,
             gconstpointer data)
{
  strata_findings_search (strata_session_get_findings (fixture->session), "swap");
  strata_findings_search (strata_session_get_findings (fixture->session), "sw");
  search (fixture, "AnrHelper");
  g_assert_cmpuint (strata_findings_get_hits (strata_session_get_findings (fixture->session))->n_hits, ==, 1);
  g_assert_cmpuint (fixture->n_hits, ==, 1);
}

/* Steps by time over all threads, and wraps around. */
static void
test_walk (Fixture *fixture,
           gconstpointer data)
{
  gint64 before_ns = G_MININT64;

  g_assert_false (strata_session_select_hit (fixture->session, 1));
  search (fixture, "draw or AnrHelper");

  const guint32 n_hits = strata_findings_get_hits (strata_session_get_findings (fixture->session))->n_hits;

  g_assert_cmpuint (n_hits, ==, 135);
  g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, STRATA_NONE);
  for (guint32 i = 0; i < n_hits; i++)
    {
      g_assert_true (strata_session_select_hit (fixture->session, 1));
      g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, i);

      const gint64 start_ns = strata_trace_get_slices (fixture->trace)->start_ns[strata_session_get_selected_item (fixture->session).index];

      g_assert_cmpint (start_ns, >=, before_ns);
      before_ns = start_ns;
    }

  g_assert_true (strata_session_select_hit (fixture->session, 1));
  g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, 0);
  g_assert_true (strata_session_select_hit (fixture->session, -1));
  g_assert_cmpuint (strata_session_get_hit_rank (fixture->session), ==, n_hits - 1);
}

/* Steps continue from the selected item, even if it is not a hit. */
static void
test_walk_from (Fixture *fixture,
                gconstpointer data)
{
  g_assert_true (strata_session_select_longest (fixture->session, "AnrHelper", strata_trace_get_span (fixture->trace)));
  search (fixture, "draw");
  g_assert_true (strata_session_select_hit (fixture->session, 1));
  g_assert_cmpstr (get_selected_name (fixture), ==, "draw");
  g_assert_cmpint (strata_trace_get_slices (fixture->trace)->start_ns[strata_session_get_selected_item (fixture->session).index], >=, 1200000000);
  g_assert_true (strata_session_select_hit (fixture->session, -1));
  g_assert_cmpint (strata_trace_get_slices (fixture->trace)->start_ns[strata_session_get_selected_item (fixture->session).index], <, 1200000000);
}

static void
test_lanes (Fixture *fixture,
            gconstpointer data)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);
  GString *with_hits = g_string_new (NULL);

  search (fixture, "AnrHelper");
  for (guint32 i = 0; i < n_lanes; i++)
    if (strata_findings_has_hit (strata_session_get_findings (fixture->session), i))
      g_string_append_printf (with_hits, "%s;", lanes[i].title);

  g_assert_cmpstr (with_hits->str, ==, "system_server 200;worker 207;");
  g_string_free (with_hits, TRUE);
}

static char *
draw (Fixture *fixture)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 800, .header_px = 200, .scale = 1 };

  strata_scene_build_lanes (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  return strata_draw_list_to_string (fixture->list);
}

/* Other slices are dimmed, hidden, or as usual; hits keep their label. */
static void
test_others (Fixture *fixture,
             gconstpointer data)
{
  static const char *const labels[] = { "AnrHelper", "left open" };
  g_autofree char *before = draw (fixture);

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    g_assert_nonnull (strstr (before, labels[i]));

  search (fixture, "AnrHelper");
  g_autofree char *dimmed = draw (fixture);

  g_assert_cmpint (strata_findings_get_others (strata_session_get_findings (fixture->session)), ==, STRATA_OTHERS_DIMMED);
  g_assert_cmpstr (dimmed, !=, before);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    g_assert_nonnull (strstr (dimmed, labels[i]));

  strata_findings_set_others (strata_session_get_findings (fixture->session), STRATA_OTHERS_HIDDEN);
  g_autofree char *hidden = draw (fixture);

  g_assert_nonnull (strstr (hidden, "AnrHelper"));
  g_assert_null (strstr (hidden, "left open"));

  strata_findings_set_others (strata_session_get_findings (fixture->session), STRATA_OTHERS_SHOWN);
  g_autofree char *shown = draw (fixture);

  g_assert_cmpstr (shown, ==, before);
  strata_findings_set_others (strata_session_get_findings (fixture->session), STRATA_OTHERS_HIDDEN);
  search (fixture, "");
  g_autofree char *after = draw (fixture);

  g_assert_cmpstr (after, ==, before);
}

static StrataItem
point (Fixture *fixture,
       const StrataSceneRegion *frame,
       const double rect[4])
{
  StrataHit hit;

  strata_scene_hit (fixture->session, frame, rect[0] + rect[2] / 2, rect[1] + rect[3] / 2, &hit);
  return hit.item;
}

/* Hidden slices cannot be pointed at. */
static void
test_pointing (Fixture *fixture,
               gconstpointer data)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 800, .header_px = 200, .scale = 1 };
  double rect[4];

  g_assert_true (strata_session_select_longest (fixture->session, "AnrHelper", strata_trace_get_span (fixture->trace)));

  const StrataItem item = strata_session_get_selected_item (fixture->session);

  g_assert_true (strata_scene_get_item_rect (fixture->session, &frame, item, rect));
  search (fixture, "draw");
  g_assert_cmpuint (point (fixture, &frame, rect).index, ==, item.index);
  strata_findings_set_others (strata_session_get_findings (fixture->session), STRATA_OTHERS_HIDDEN);
  g_assert_cmpint (point (fixture, &frame, rect).kind, !=, STRATA_ITEM_SLICE);
  search (fixture, "AnrHelper");
  g_assert_cmpuint (point (fixture, &frame, rect).index, ==, item.index);
}

/* One short hit among many longer slices, as many as fit in a pixel, is drawn. */
static void
test_narrow_hit (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 1, "p", 1, "t");

  for (gint64 i = 0; i < 100000; i++)
    fixture_slice (builder, thread, i * 1000, i * 1000 + (i == 50000 ? 1 : 900), i == 50000 ? "needle" : "hay");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  Fixture fixture = { trace, strata_session_new (trace), strata_draw_list_new (), 0, 0 };

  strata_view_set_width (strata_session_get_view (fixture.session), 800);
  search (&fixture, "no such thing");
  strata_findings_set_others (strata_session_get_findings (fixture.session), STRATA_OTHERS_HIDDEN);

  g_autofree char *without = draw (&fixture);

  search (&fixture, "needle");

  g_autofree char *with = draw (&fixture);

  g_assert_cmpstr (with, !=, without);
  strata_draw_list_free (fixture.list);
  g_object_unref (fixture.session);
}

static void
test_overview (Fixture *fixture,
               gconstpointer data)
{
  const StrataSceneRegion frame = { .width_px = 1000, .height_px = 40, .header_px = 200, .scale = 1 };

  strata_scene_build_overview (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  g_autofree char *before = strata_draw_list_to_string (fixture->list);

  search (fixture, "AnrHelper");
  strata_scene_build_overview (fixture->session, &frame, strata_palette_get_light (), fixture->list);
  g_autofree char *after = strata_draw_list_to_string (fixture->list);

  g_assert_null (strstr (before, "c01c28"));
  g_assert_nonnull (strstr (after, "c01c28"));
}

/* A change of clock repeats the search. */
static void
test_clock (void)
{
  g_autoptr (StrataTrace) trace = fixture_look_trace_new ();
  Fixture fixture = { trace, strata_session_new (trace), NULL, 0, 0 };
  StrataViewOptions view_options = strata_view_get_options (strata_session_get_view (fixture.session));

  search (&fixture, "dur>=0");

  const guint32 n_hits = strata_findings_get_hits (strata_session_get_findings (fixture.session))->n_hits;

  g_assert_true (strata_view_has_both_clocks (strata_session_get_view (fixture.session)));
  view_options.clock = STRATA_CLOCK_CPU;
  strata_view_set_options (strata_session_get_view (fixture.session), view_options);
  while (strata_findings_is_search_running (strata_session_get_findings (fixture.session)))
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpuint (strata_findings_get_hits (strata_session_get_findings (fixture.session))->n_hits, ==, n_hits);
  g_assert_true (strata_findings_get_hits (strata_session_get_findings (fixture.session))->trace == strata_session_get_trace (fixture.session));
  g_object_unref (fixture.session);
}

static guint
count_visible (Fixture *fixture)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);
  guint n = 0;

  for (guint i = 0; i < n_lanes; i++)
    n += lanes[i].is_visible ? 1 : 0;

  return n;
}

/* Lanes are shown and hidden by the results of a search. Pinned lanes stay, and all are back when the search ends. */
static void
test_only_lanes (Fixture *fixture,
                 gconstpointer data)
{
  const guint n_all = count_visible (fixture);
  guint n_lanes;
  guint32 without_hit = STRATA_NONE;

  strata_findings_set_only_hit_lanes (strata_session_get_findings (fixture->session), TRUE);
  g_assert_cmpuint (count_visible (fixture), ==, n_all);

  search (fixture, "AnrHelper");
  g_assert_cmpuint (count_visible (fixture), <, n_all);
  g_assert_cmpuint (count_visible (fixture), >, 0);

  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    {
      if (lanes[i].kind == STRATA_LANE_THREAD)
        g_assert_cmpint (lanes[i].is_visible, ==, strata_findings_has_hit (strata_session_get_findings (fixture->session), i));
      if (lanes[i].kind == STRATA_LANE_THREAD && !lanes[i].is_visible)
        without_hit = i;
    }

  g_assert_cmpuint (without_hit, !=, STRATA_NONE);
  strata_lanes_set_pinned (strata_session_get_lanes (fixture->session), without_hit, TRUE);
  search (fixture, "left open");
  lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), NULL);
  g_assert_true (lanes[without_hit].is_visible);
  g_assert_cmpuint (count_visible (fixture), <, n_all);

  search (fixture, "nothing is called this");
  g_assert_cmpuint (count_visible (fixture), ==, n_all);
  search (fixture, "AnrHelper");
  g_assert_cmpuint (count_visible (fixture), <, n_all);
  search (fixture, "");
  g_assert_cmpuint (count_visible (fixture), ==, n_all);

  search (fixture, "AnrHelper");
  strata_findings_set_only_hit_lanes (strata_session_get_findings (fixture->session), FALSE);
  g_assert_cmpuint (count_visible (fixture), ==, n_all);
}

static void
add (const char *path,
     void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add ("/hits/count", test_count);
  add ("/hits/newest", test_newest);
  add ("/hits/walk", test_walk);
  add ("/hits/walk-from", test_walk_from);
  add ("/hits/lanes", test_lanes);
  add ("/hits/only-lanes", test_only_lanes);
  add ("/hits/others", test_others);
  add ("/hits/overview", test_overview);
  add ("/hits/pointing", test_pointing);
  g_test_add_func ("/hits/narrow-hit", test_narrow_hit);
  g_test_add_func ("/hits/clock", test_clock);

  return g_test_run ();
}
