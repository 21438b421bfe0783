/* test-frame-lanes.c - frame lanes: content, hits, and steps to slow frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdio.h>

#include "frames-script.h"
#include "strata-scene.h"
#include "strata-session-found.h"

#define HEADER_PX 100

/* Frames 0, 2 and 4 are on time, 1 is late, 3 very late; one task takes 200 ms. */
#define TRACE "process 10 app\nevery VSYNC-app 0 100 40\nprocess 12 other\nthread 12 12 0 task;2000 -\n"                                                                                                       \
              "thread 10 10 100 Choreographer#doFrame;150 -;200 Choreographer#doFrame;340 -;400 Choreographer#doFrame;450 -;500 Choreographer#doFrame;501 inner;560 -;790 -;800 Choreographer#doFrame;850 -\n" \
              "thread 10 11 120 DrawFrame;140 -;300 DrawFrame;330 -\nend 4000"

static StrataSession *
make_session (void)
{
  g_autoptr (StrataTrace) trace = script_trace (TRACE);
  StrataSession *session = strata_session_new (trace);

  strata_view_set_width (strata_session_get_view (session), 800);
  return session;
}

static guint
count_frame_lanes (StrataSession *session)
{
  guint n_lanes;
  guint n_visible = 0;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    n_visible += lanes[i].kind == STRATA_LANE_FRAMES && lanes[i].is_visible;
  return n_visible;
}

static void
on_frames_changed (StrataFindings *findings,
                   StrataFound found,
                   guint *n_changes)
{
  g_assert_cmpuint (found & STRATA_FOUND_TASKS, !=, 0);
  (*n_changes)++;
}

static void
test_lanes (void)
{
  g_autoptr (StrataSession) session = make_session ();
  guint n_changes = 0;
  guint n_tasks;

  g_signal_connect (strata_session_get_findings (session), "frames-changed", G_CALLBACK (on_frames_changed), &n_changes);
  g_assert_null (strata_findings_get_frames (strata_session_get_findings (session)));
  g_assert_cmpuint (count_frame_lanes (session), ==, 0);
  strata_findings_find_frames (strata_session_get_findings (session));
  strata_findings_find_frames (strata_session_get_findings (session));
  g_assert_nonnull (strata_findings_get_frames (strata_session_get_findings (session)));
  g_assert_cmpuint (count_frame_lanes (session), ==, 1);
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_nonnull (strata_findings_get_long_tasks (strata_session_get_findings (session), &n_tasks));
  g_assert_cmpuint (n_tasks, ==, 1);

  strata_lanes_filter (strata_session_get_lanes (session), "worker");
  g_assert_cmpuint (count_frame_lanes (session), ==, 0);
  strata_lanes_filter (strata_session_get_lanes (session), "frames");
  g_assert_cmpuint (count_frame_lanes (session), ==, 1);
}

static const StrataLane *
find_lane (StrataSession *session)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_FRAMES && lanes[i].is_visible)
      return &lanes[i];

  return NULL;
}

/* Each place on the lane hits the frame of its time, at any zoom. */
static void
test_hits (void)
{
  g_autoptr (StrataSession) session = make_session ();
  const StrataSceneRegion frame = { 800 + HEADER_PX, 600, HEADER_PX, 0, 1 };
  guint n_hits = 0;

  strata_findings_find_frames (strata_session_get_findings (session));
  for (guint zoom = 0; zoom < 6; zoom++)
    {
      const double y_px = find_lane (session)->y_px + 8;

      for (double x_px = HEADER_PX; x_px < 800 + HEADER_PX; x_px += 3)
        {
          StrataHit hit;
          StrataSpan span;
          const double ns_per_px = strata_session_get_viewport (session)->ns_per_px;

          strata_scene_hit (session, &frame, x_px, y_px, &hit);
          if (hit.item.kind != STRATA_ITEM_FRAME)
            continue;

          g_assert_true (strata_session_get_item_span (session, hit.item, &span));
          g_assert_cmpfloat ((double) hit.time_ns, >=, (double) span.begin_ns - 3 * ns_per_px);
          g_assert_cmpfloat ((double) hit.time_ns, <=, (double) span.end_ns + 3 * ns_per_px);
          n_hits++;
        }
      strata_view_zoom_at (strata_session_get_view (session), 60, 1.8);
    }

  g_assert_cmpuint (n_hits, >, 100);
}

static void
test_drawing (void)
{
  g_autoptr (StrataSession) session = make_session ();
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 800 + HEADER_PX, 600, HEADER_PX, 0, 1 };
  const StrataSceneRegion overview = { 800 + HEADER_PX, STRATA_SCENE_OVERVIEW_PX, HEADER_PX, 0, 1 };

  for (int is_dark = 0; is_dark < 2; is_dark++)
    {
      const StrataPalette *palette = is_dark ? strata_palette_get_dark () : strata_palette_get_light ();
      g_autofree char *very_late = g_strdup_printf ("%08x", palette->frames[STRATA_FRAME_VERY_LATE]);
      g_autofree char *vsync = g_strdup_printf ("%08x", palette->vsync);

      strata_findings_find_frames (strata_session_get_findings (session));
      strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 1000 * SCRIPT_NS }, 0);
      strata_scene_build_lanes (session, &frame, palette, list);

      g_autofree char *lanes = strata_draw_list_to_string (list);

      g_assert_nonnull (strstr (lanes, very_late));
      g_assert_null (strstr (lanes, vsync));
      g_assert_nonnull (strstr (lanes, "29.0"));
      g_assert_nonnull (strstr (lanes, "“UI”"));
      g_assert_nonnull (strstr (lanes, "“0 – 100 frames/s”"));

      strata_view_set_vsync_shown (strata_session_get_view (session), TRUE);
      strata_scene_build_lanes (session, &frame, palette, list);

      g_autofree char *striped = strata_draw_list_to_string (list);

      g_assert_nonnull (strstr (striped, vsync));
      strata_view_set_vsync_shown (strata_session_get_view (session), FALSE);

      strata_scene_build_overview (session, &overview, palette, list);

      g_autofree char *marks = strata_draw_list_to_string (list);

      g_assert_nonnull (strstr (marks, very_late));
    }
}

/* Each part has its own duration, and the longer one determines the verdict. */
static void
test_parts (void)
{
  g_autoptr (StrataTrace) trace = script_trace ("process 10 app\nevery VSYNC-app 0 100 40\nthread 10 10 100 Choreographer#doFrame;160 -\nthread 10 11 160 DrawFrame;400 -\nend 1000");
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 800 + HEADER_PX, 600, HEADER_PX, 0, 1 };

  strata_view_set_width (strata_session_get_view (session), 800);
  strata_findings_find_frames (strata_session_get_findings (session));
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 500 * SCRIPT_NS }, 0);
  strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);

  g_autofree char *lanes = strata_draw_list_to_string (list);

  g_assert_nonnull (strstr (lanes, "flags 0 “6.00\u00a0ms”\n"));
  g_assert_nonnull (strstr (lanes, "flags 0 “24.0\u00a0ms” “Very late”"));
}

static gint64
get_begin (StrataSession *session)
{
  const guint32 frame = strata_session_get_selected_frame (session);
  guint n_frames;

  return frame != STRATA_NONE ? strata_frames_get (strata_findings_get_frames (strata_session_get_findings (session)), &n_frames)[frame].begin_ns / SCRIPT_NS : -1;
}

static void
test_steps (void)
{
  g_autoptr (StrataSession) session = make_session ();

  g_assert_false (strata_session_select_slow_frame (session, 1));
  strata_findings_find_frames (strata_session_get_findings (session));
  g_assert_cmpint (get_begin (session), ==, -1);
  g_assert_true (strata_session_select_slow_frame (session, 1));
  g_assert_cmpint (get_begin (session), ==, 200);
  g_assert_true (strata_session_select_slow_frame (session, 1));
  g_assert_cmpint (get_begin (session), ==, 500);
  g_assert_false (strata_session_select_slow_frame (session, 1));
  g_assert_cmpint (get_begin (session), ==, 500);
  g_assert_true (strata_session_select_slow_frame (session, -1));
  g_assert_cmpint (get_begin (session), ==, 200);
  g_assert_false (strata_session_select_slow_frame (session, -1));
  g_assert_false (strata_session_select_frame (session, 99));
}

/* A frame is selected as its slice; slices inside it belong to the same frame. */
static void
test_selection (void)
{
  g_autoptr (StrataSession) session = make_session ();
  StrataSpan view;

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_session_select (session, (StrataItem){ STRATA_ITEM_FRAME, 3, STRATA_NONE, 1, 0 });
  g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpint (get_begin (session), ==, 500);
  strata_session_select_relative (session, 1);
  g_assert_cmpint (get_begin (session), ==, 500);

  g_assert_true (strata_session_select_frame (session, 1));
  view = strata_viewport_get_span (strata_session_get_viewport (session));
  g_assert_cmpint (view.begin_ns, <, 200 * SCRIPT_NS);
  g_assert_cmpint (view.end_ns, >, 340 * SCRIPT_NS);
  g_assert_cmpint (strata_span_get_length_ns (view), >=, 3 * 140 * SCRIPT_NS / 2);
  g_assert_cmpint (strata_span_get_length_ns (view), <=, 3 * 240 * SCRIPT_NS);
}

static void
test_find_slow (void)
{
  g_autoptr (StrataSession) session = make_session ();
  StrataFindings *findings = strata_session_get_findings (session);

  g_assert_cmpuint (strata_findings_find_slow_frame (findings, (StrataSpan){ 0, 1000 * SCRIPT_NS }), ==, STRATA_NONE);
  strata_findings_find_frames (findings);
  g_assert_cmpuint (strata_findings_find_slow_frame (findings, (StrataSpan){ 250 * SCRIPT_NS, 251 * SCRIPT_NS }), ==, 1);
  g_assert_cmpuint (strata_findings_find_slow_frame (findings, (StrataSpan){ 120 * SCRIPT_NS, 121 * SCRIPT_NS }), ==, STRATA_NONE);
}

/* A late frame is always described with the rule. */
static void
test_text (void)
{
  g_autoptr (StrataSession) session = make_session ();
  guint n_frames;

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_frames_get (strata_findings_get_frames (strata_session_get_findings (session)), &n_frames);
  for (guint32 i = 0; i < n_frames; i++)
    {
      g_autofree char *text = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_FRAME, i, STRATA_NONE, 1, 0 });

      g_assert_true (g_str_has_prefix (text, "Frame: Choreographer#doFrame\n"));
      g_assert_null (strstr (text, "From VSYNC"));
      g_assert_nonnull (strstr (text, "Deadline: one period (10.0"));
      g_assert_nonnull (strstr (text, "counter VSYNC-app"));
      g_assert_cmpint (strstr (text, "Main reason: ") != NULL, ==, i == 1 || i == 3);
    }
}

/* A frame that began after its VSYNC: what the user waited for is longer than the frame. */
static void
test_late_begin (void)
{
  g_autoptr (StrataTrace) trace = script_trace ("process 10 app\nevery VSYNC-app 0 100 40\nthread 10 10 205 Choreographer#doFrame;250 -\nend 1000");
  g_autoptr (StrataSession) session = strata_session_new (trace);

  strata_findings_find_frames (strata_session_get_findings (session));

  g_autofree char *text = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_FRAME, 0, STRATA_NONE, 1, 0 });

  g_assert_true (g_str_has_prefix (text, "Frame: Choreographer#doFrame\nFrom VSYNC: 5.00\u00a0ms\nDuration: 4.50\u00a0ms\n"));
}

static void
test_causes (void)
{
  g_autoptr (StrataSession) session = make_session ();
  guint n_causes;

  strata_findings_find_frames (strata_session_get_findings (session));

  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (strata_findings_get_frames (strata_session_get_findings (session)), 3);
  const StrataCause *all = strata_causes_get (causes, &n_causes);

  g_assert_cmpuint (n_causes, ==, 2);
  g_assert_true (strata_session_show_cause (session, &all[1]));
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, all[1].slice);
}

/* Phases that the user waited for: a row for the start, one for its steps. A click selects the
 * first slice, and hovering shows the rule. */
static void
test_phases (void)
{
  g_autoptr (StrataTrace) trace = script_trace ("process 10 app\nthread 10 10 800 bindApplication;1900 -;2000 activityStart;3000 -;3300 Choreographer#doFrame;4000 -;5000 Choreographer#doFrame;5100 deliverInputEvent;5200 -;5600 -");
  g_autoptr (StrataSession) session = strata_session_new (trace);
  guint n_lanes;
  guint n_phases;
  const StrataLane *phases = NULL;

  g_assert_null (strata_findings_get_phases (strata_session_get_findings (session), &n_phases));
  strata_findings_find_frames (strata_session_get_findings (session));
  strata_findings_get_phases (strata_session_get_findings (session), &n_phases);
  g_assert_cmpuint (n_phases, ==, 5);

  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_PHASES && lanes[i].is_visible)
      phases = &lanes[i];

  g_assert_nonnull (phases);
  g_assert_cmpuint (phases->n_rows, ==, 2);

  /* each phase is hit where it is drawn */
  const StrataSceneRegion frame = { .width_px = 1200, .height_px = 600, .scale = 1.0 };
  gboolean is_found[5] = { FALSE };

  for (int y_px = 0; y_px < 600; y_px += 4)
    for (int x_px = 0; x_px < 1200; x_px += 2)
      {
        StrataHit hit;

        strata_scene_hit (session, &frame, x_px, y_px, &hit);
        if (hit.item.kind == STRATA_ITEM_PHASE)
          is_found[hit.item.index] = TRUE;
      }

  for (guint i = 0; i < 5; i++)
    g_assert_true (is_found[i]);

  const StrataItem item = { STRATA_ITEM_PHASE, 0, STRATA_NONE, 1, 0 };
  g_autofree char *text = strata_session_describe_item (session, item);
  StrataSpan span;

  g_assert_nonnull (strstr (text, "Start of the app\nbindApplication\n"));
  g_assert_nonnull (strstr (text, "first frame"));
  g_assert_true (strata_session_get_item_span (session, item, &span));
  g_assert_cmpint (strata_span_get_length_ns (span), ==, 3200 * SCRIPT_NS);
  strata_session_select (session, item);
  g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, 0);
}

#define SWAP(begin) #begin " eglSwapBuffersWithDamageKHR;" #begin ".1 queueBuffer;" #begin ".5 -;" #begin ".9 -;"

/* A game only has pictures, so there is no row for a UI thread. */
static void
test_pictures (void)
{
  g_autoptr (StrataTrace) trace = script_trace ("process 10 game\nname 11 UnityMain\n"
                                                "thread 10 11 " SWAP (100) SWAP (433) SWAP (766) SWAP (1100) SWAP (1766) SWAP (2100) "2190 x;2191 -");
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 800 + HEADER_PX, 600, HEADER_PX, 0, 1 };

  strata_view_set_width (strata_session_get_view (session), 800);
  strata_findings_find_frames (strata_session_get_findings (session));
  g_assert_cmpuint (find_lane (session)->n_rows, ==, 1);
  strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);

  g_autofree char *text = strata_draw_list_to_string (list);

  g_assert_nonnull (strstr (text, "Picture"));
  g_assert_null (strstr (text, "\"UI\""));
}

/* All that is drawn of the frames of UnityMain in the first 100 ms, while GLThread has other ones. */
static char *
draw_game (const char *swaps)
{
  g_autofree char *script = g_strdup_printf ("process 10 game\nname 11 UnityMain\nname 12 GLThread\n"
                                             "thread 10 11 " SWAP (100) SWAP (433) SWAP (766) SWAP (1100) SWAP (1766) SWAP (2100) "2190 x;2191 -\nthread 10 12 %s2190 x;2191 -",
                                             swaps);
  g_autoptr (StrataTrace) trace = script_trace (script);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (StrataDrawList) list = strata_draw_list_new ();
  const StrataSceneRegion frame = { 800 + HEADER_PX, 600, HEADER_PX, 0, 1 };

  strata_view_set_width (strata_session_get_view (session), 800);
  strata_findings_find_frames (strata_session_get_findings (session));
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 0, 1000 * SCRIPT_NS }, 0);
  strata_scene_build_lanes (session, &frame, strata_palette_get_light (), list);

  return strata_draw_list_to_string (list);
}

/* Counts the labels with a verdict and those without, of frames, and asserts that none crosses another. */
static void
count_labels (const char *list,
              guint *n_long,
              guint *n_short)
{
  g_auto (GStrv) lines = g_strsplit (list, "\n", -1);
  int end_px = 0;

  *n_long = 0;
  *n_short = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      int x_px;
      int width_px;

      if (strstr (lines[i], "ms”") == NULL || sscanf (lines[i], "content text %d,31 %dx", &x_px, &width_px) != 2)
        continue;

      g_assert_cmpint (x_px, >=, end_px);
      end_px = x_px + width_px;
      (*n_long) += strstr (lines[i], "“On time”") != NULL;
      (*n_short) += strstr (lines[i], "“On time”") == NULL;
    }
}

/* Pictures of two threads of a game overlap in one row: each number is where its frame is visible. */
static void
test_overlapping (void)
{
  g_autofree char *list = draw_game (SWAP (200) SWAP (533) SWAP (866) SWAP (1200) SWAP (1866) SWAP (2150));
  guint n_long;
  guint n_short;

  count_labels (list, &n_long, &n_short);
  g_assert_cmpuint (n_long, ==, 3);
  g_assert_cmpuint (n_short, ==, 3);
}

/* A picture of 0.2 ms is drawn over the begin of a longer one, whose number is beside it. */
static void
test_narrow (void)
{
  g_autofree char *list = draw_game (SWAP (150) SWAP (152));
  guint n_long;
  guint n_short;

  count_labels (list, &n_long, &n_short);
  g_assert_cmpuint (n_long, ==, 3);
  g_assert_cmpuint (n_short, ==, 0);
  g_assert_nonnull (strstr (list, "content box 157,31 1x15"));
  g_assert_nonnull (strstr (list, "content text 162,31"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/frame-lanes/lanes", test_lanes);
  g_test_add_func ("/frame-lanes/hits", test_hits);
  g_test_add_func ("/frame-lanes/drawing", test_drawing);
  g_test_add_func ("/frame-lanes/parts", test_parts);
  g_test_add_func ("/frame-lanes/steps", test_steps);
  g_test_add_func ("/frame-lanes/selection", test_selection);
  g_test_add_func ("/frame-lanes/find-slow", test_find_slow);
  g_test_add_func ("/frame-lanes/text", test_text);
  g_test_add_func ("/frame-lanes/late-begin", test_late_begin);
  g_test_add_func ("/frame-lanes/causes", test_causes);
  g_test_add_func ("/frame-lanes/phases", test_phases);
  g_test_add_func ("/frame-lanes/pictures", test_pictures);
  g_test_add_func ("/frame-lanes/overlapping", test_overlapping);
  g_test_add_func ("/frame-lanes/narrow", test_narrow);
  return g_test_run ();
}
