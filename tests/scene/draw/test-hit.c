/* test-hit.c - the item under the pointer is the one drawn there
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "scene-fixture.h"
#include "strata-draw-list-private.h"
#include "strata-scene.h"

static const double scales[] = { 1.0, 1.5, 2.0 };

static StrataSession *
make_session (void)
{
  g_autoptr (StrataTrace) trace = fixture_trace_new ();
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 600);
  return session;
}

static void
check_place (StrataSession *session,
             const StrataSceneRegion *frame,
             double x_px,
             double y_px,
             guint n_found[STRATA_ITEM_LANE + 1])
{
  StrataHit hit;
  double rect[4];

  strata_scene_hit (session, frame, x_px, y_px, &hit);
  g_assert_cmpint (hit.is_header, ==, x_px < frame->header_px);
  g_assert_true (hit.item.kind != STRATA_ITEM_LANE || hit.lane != STRATA_NONE);
  g_assert_true (hit.item.kind != STRATA_ITEM_LANE || hit.is_header || strata_lanes_get (strata_session_get_lanes (session), NULL)[hit.lane].is_collapsed);
  n_found[hit.item.kind]++;
  if (hit.item.kind == STRATA_ITEM_NONE || hit.item.kind == STRATA_ITEM_LANE)
    return;

  g_assert_cmpuint (hit.item.lane, ==, hit.lane);
  g_assert_true (strata_scene_get_item_rect (session, frame, hit.item, rect));

  /* Folded ones may be in the next column, and thin ones can be hit from beside. */
  double reach_px = hit.item.kind == STRATA_ITEM_INSTANT ? 7.0 : 4.0;

  g_assert_cmpfloat (x_px, >=, rect[0] - reach_px);
  g_assert_cmpfloat (x_px, <=, rect[0] + rect[2] + reach_px);
  g_assert_cmpfloat (y_px, >=, rect[1] - 4.0);
  g_assert_cmpfloat (y_px, <=, rect[1] + rect[3] + 4.0);
}

/* The stripes of a closed process have a description. */
static void
test_closed (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataSceneRegion frame = { 1000, 2000, 120, 0, 1, 0, STRATA_FRAME_ALL };
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);
  guint32 group = n_lanes - 1;
  StrataHit hit;

  while (lanes[group].kind != STRATA_LANE_GROUP)
    group--;

  strata_scene_hit (session, &frame, 500, lanes[group].y_px + 5, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_NONE);
  strata_lanes_set_collapsed (strata_session_get_lanes (session), group, TRUE);
  strata_scene_hit (session, &frame, 500, lanes[group].y_px + 5, &hit);
  g_assert_cmpint (hit.item.kind, ==, STRATA_ITEM_LANE);

  g_autofree char *text = strata_session_describe_item (session, hit.item);

  g_assert_nonnull (strstr (text, "Collapsed: the outermost calls"));
}

static void
test_round_trip (void)
{
  g_autoptr (StrataSession) session = make_session ();
  guint n_found[STRATA_ITEM_LANE + 1] = { 0 };

  for (guint scale = 0; scale < G_N_ELEMENTS (scales); scale++)
    for (int zoom = 0; zoom < 14; zoom++)
      {
        StrataSceneRegion frame = { 800, 340, 200, zoom * 3, scales[scale] };

        strata_view_show_all (strata_session_get_view (session));
        strata_view_zoom_at (strata_session_get_view (session), 300, pow (2, zoom));
        for (double y_px = 0.5; y_px < frame.height_px; y_px += 7)
          for (double x_px = 0.5; x_px < frame.width_px; x_px += 11.3)
            check_place (session, &frame, x_px, y_px, n_found);
      }

  for (guint kind = STRATA_ITEM_NONE; kind <= STRATA_ITEM_INSTANT; kind++)
    g_assert_cmpuint (n_found[kind], >, 10);
  g_assert_cmpuint (n_found[STRATA_ITEM_STATE], >, 10);
  g_assert_cmpuint (n_found[STRATA_ITEM_USAGE], >, 10);
  g_assert_cmpuint (n_found[STRATA_ITEM_LANE], >, 10);
}

/* Invisible items have no rectangle. */
static void
test_hidden (void)
{
  g_autoptr (StrataSession) session = make_session ();
  StrataSceneRegion frame = { 800, 300, 200, 0, 1 };
  StrataItem item = { STRATA_ITEM_SLICE, 0, 4, 1 };
  double rect[4];

  g_assert_true (strata_scene_get_item_rect (session, &frame, item, rect));
  strata_lanes_set_collapsed (strata_session_get_lanes (session), 3, TRUE);
  g_assert_false (strata_scene_get_item_rect (session, &frame, item, rect));
  strata_lanes_set_collapsed (strata_session_get_lanes (session), 3, FALSE);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1500000000, 1600000000 }, 0);
  g_assert_false (strata_scene_get_item_rect (session, &frame, item, rect));
  g_assert_false (strata_scene_get_item_rect (session, &frame, (StrataItem){ .kind = STRATA_ITEM_NONE }, rect));
}

static void
test_overview (void)
{
  g_autoptr (StrataSession) session = make_session ();
  StrataSceneRegion frame = { 800, 44, 200, 0, 1 };
  StrataSpan bounds = strata_session_get_viewport (session)->bounds;

  for (double x_px = 200; x_px <= 800; x_px += 50)
    {
      gint64 time_ns = strata_scene_overview_x_to_time (session, &frame, x_px);

      g_assert_cmpfloat_with_epsilon (strata_scene_overview_time_to_x (session, &frame, time_ns), x_px, 0.01);
    }

  g_assert_cmpint (strata_scene_overview_x_to_time (session, &frame, -50), ==, bounds.begin_ns);
  g_assert_cmpint (strata_scene_overview_x_to_time (session, &frame, 5000), ==, bounds.end_ns);
}

/* Nothing is drawn more than a pixel outside the picture, however deep the zoom. */
static void
check_clipped (const StrataDrawList *list)
{
  int width = strata_draw_list_get_device_width (list);
  int height = strata_draw_list_get_device_height (list);

  for (guint layer = 0; layer < STRATA_N_LAYERS; layer++)
    {
      const StrataLayerColumns *columns = &list->layers[layer];

      for (gsize i = 0; i < columns->boxes.n; i++)
        {
          const StrataBox *box = &strata_column_at (&columns->boxes, StrataBox, i);

          g_assert_cmpint (box->x, >=, -1);
          g_assert_cmpint (box->y, >=, -1);
          g_assert_cmpint (box->x + box->width, <=, width + 1);
          g_assert_cmpint (box->y + box->height, <=, height + 1);
        }

      for (gsize i = 0; i < columns->strips.n; i++)
        {
          const StrataStrip *strip = &strata_column_at (&columns->strips, StrataStrip, i);

          g_assert_cmpint (strip->x, >=, 0);
          g_assert_cmpint (strip->x + (int) strip->n_pixels, <=, width);
        }
    }
}

static void
test_clipped (void)
{
  g_autoptr (StrataSession) session = make_session ();
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();

  strata_selection_set_highlight (strata_session_get_selection (session), strata_string_pool_lookup (strata_trace_get_strings (strata_session_get_trace (session)), "doFrame"));
  strata_selection_find_highlighted_now (strata_session_get_selection (session));
  for (guint scale = 0; scale < G_N_ELEMENTS (scales); scale++)
    for (int zoom = 0; zoom < 40; zoom++)
      {
        StrataSceneRegion frame = { 800.5, 311, 200, zoom, scales[scale] };

        strata_view_show_all (strata_session_get_view (session));
        strata_view_zoom_at (strata_session_get_view (session), 300, pow (2, zoom));
        strata_session_select_slice (session, 0);
        strata_scene_build_lanes (session, &frame, strata_palette_get_dark (), list);
        check_clipped (list);
        strata_scene_build_marks (session, &frame, strata_palette_get_dark (), list);
        check_clipped (list);
        strata_scene_build_ruler (session, &frame, strata_palette_get_dark (), list);
        check_clipped (list);
        strata_scene_build_overview (session, &frame, strata_palette_get_dark (), list);
        check_clipped (list);
      }
}

/* Times come from files, so no value may trap or hang. */
static void
test_hostile_times (void)
{
  static const gint64 times_ns[] = { G_MININT64 + 1, -5, 0, 77, G_GINT64_CONSTANT (1700000000000000000), G_MAXINT64 - 1000 };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 thread = fixture_thread (builder, 1, "p\xff", 1, "t");
  guint32 process = strata_trace_builder_get_process (builder, 1);
  guint32 counter = strata_trace_builder_get_counter (builder, process, -1, fixture_name (builder, "c\xfe"));
  guint32 frequency = strata_trace_builder_get_counter (builder, STRATA_NONE, 3, fixture_name (builder, "frequency"));

  for (guint i = 0; i < G_N_ELEMENTS (times_ns); i++)
    {
      for (guint k = 0; k < 400; k++)
        fixture_slice (builder, thread, times_ns[i], times_ns[i], "x\xff\ny");
      strata_trace_builder_add_sample (builder, counter, times_ns[i], i % 2 == 0 ? G_MAXINT64 : G_MININT64);
      strata_trace_builder_add_instant (builder, thread, process, 0, times_ns[i], 0);
      strata_trace_builder_switch_cpu (builder, 3, times_ns[i], i % 2 == 0 ? STRATA_NONE : thread, 'S', i % 2 == 0 ? thread : STRATA_NONE);
      strata_trace_builder_add_sample (builder, frequency, times_ns[i], i % 2 == 0 ? G_MAXINT64 : G_MININT64);
    }

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  StrataSceneRegion frame = { 800, 400, 200, 0, 1 };
  guint n_items = 0;

  for (int zoom = 0; zoom < 70; zoom++)
    {
      StrataHit hit;

      strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);
      check_clipped (list);
      strata_scene_build_ruler (session, &frame, strata_palette_get_light (), list);
      check_clipped (list);
      strata_scene_build_overview (session, &frame, strata_palette_get_light (), list);
      check_clipped (list);

      for (double y_px = 0; y_px < 400; y_px += 9)
        {
          strata_scene_hit (session, &frame, (int) y_px % 4 == 0 ? 100 : 500, y_px, &hit);

          g_autofree char *text = strata_session_describe_item (session, hit.item);

          if (text != NULL)
            {
              g_assert_true (g_utf8_validate (text, -1, NULL));
              n_items++;
            }
        }

      strata_view_zoom_at (strata_session_get_view (session), 300, 2.0);
    }

  g_assert_cmpuint (n_items, >, 0);
}

/* A call of seventy years extends from edge to edge, and the ruler shows its length. */
static void
test_years (void)
{
  const gint64 end_ns = G_GINT64_CONSTANT (2300000000000000000);
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 thread = fixture_thread (builder, 1, "app", 1, "app");

  fixture_slice (builder, thread, 0, end_ns, "long");

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 1200, 200, 200, 0, 1 };

  strata_view_set_width (strata_session_get_view (session), 1000);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, end_ns }, 0.0);
  strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);

  g_autofree char *lanes = strata_draw_list_to_string (list);

  g_assert_true (g_regex_match_simple ("content box 200,[0-9]+ (999|1000)x", lanes, 0, 0));
  strata_scene_build_ruler (session, &frame, strata_palette_get_light (), list);

  g_autofree char *ruler = strata_draw_list_to_string (list);

  g_assert_nonnull (strstr (ruler, "2000000000\302\240s"));
}

/* Two CPUs that run all the time, except for a millisecond in which events of the second one are
 * lost. The number of lost events may be known. */
static StrataTrace *
make_trace_with_loss (guint64 n_events)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const StrataLoss loss = { .cpu = 3, .begin_ns = 2000000, .end_ns = 3000000, .n_events = n_events };
  const guint32 one = fixture_thread (builder, 7, "app", 7, "app");
  const guint32 two = fixture_thread (builder, 7, "app", 8, "app");

  strata_trace_builder_switch_cpu (builder, 1, 0, STRATA_NONE, 0, one);
  strata_trace_builder_switch_cpu (builder, 3, 0, STRATA_NONE, 0, two);
  strata_trace_builder_add_loss (builder, &loss);
  strata_trace_builder_switch_cpu (builder, 3, 3000000, STRATA_NONE, 0, two);
  strata_trace_builder_switch_cpu (builder, 1, 4000000, one, 'S', STRATA_NONE);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

typedef struct
{
  guint64 n_events;
  const char *text;
} LossRow;

static const LossRow loss_rows[] = {
  { 1, "1 event lost on CPU 3\n" },
  { 12, "12 events lost on CPU 3\n" },
  { STRATA_LOSS_UNKNOWN, "Unknown number of events lost on CPU 3\n" },
};

/* A loss is hit on its own CPU at its own time, and not on the other CPU. */
static void
test_loss (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (loss_rows); i++)
    {
      g_autoptr (StrataTrace) trace = make_trace_with_loss (loss_rows[i].n_events);
      g_autoptr (StrataSession) session = strata_session_new (trace);
      StrataSceneRegion frame = { 800, 300, 200, 0, 1 };
      guint n_lost = 0;

      strata_view_set_width (strata_session_get_view (session), 600);
      strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 4000000 }, 0);

      for (double y_px = 1; y_px < 100; y_px += 4)
        for (double x_px = 210; x_px < 790; x_px += 20)
          {
            StrataHit hit;

            strata_scene_hit (session, &frame, x_px, y_px, &hit);

            if (hit.item.kind != STRATA_ITEM_LOSS)
              continue;

            g_autofree char *text = strata_session_describe_item (session, hit.item);

            n_lost++;
            g_assert_true (g_str_has_prefix (text, loss_rows[i].text));
            g_assert_cmpstr (strata_lanes_get (strata_session_get_lanes (session), NULL)[hit.lane].title, ==, "CPU 3");
            g_assert_cmpint (hit.time_ns, >=, 1980000);
            g_assert_cmpint (hit.time_ns, <=, 3020000);
          }

      g_assert_cmpuint (n_lost, >=, 7);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/hit/round-trip", test_round_trip);
  g_test_add_func ("/hit/closed", test_closed);
  g_test_add_func ("/hit/hidden", test_hidden);
  g_test_add_func ("/hit/overview", test_overview);
  g_test_add_func ("/hit/clipped", test_clipped);
  g_test_add_func ("/hit/loss", test_loss);
  g_test_add_func ("/hit/hostile-times", test_hostile_times);
  g_test_add_func ("/hit/years", test_years);

  return g_test_run ();
}
