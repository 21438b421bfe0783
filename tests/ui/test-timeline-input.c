/* test-timeline-input.c - the timeline with a real pointer, wheel and keyboard
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-readout.h"
#include "strata-session-area.h"
#include "strata-session-cursors.h"

#include "pointer-fixture.h"
#include "timeline-fixture.h"
#include "ui-fixture.h"

#define TOP_PX (STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX)

G_GNUC_PRINTF (2, 3)
static void
do_input (Fixture *fixture,
          const char *format,
          ...)
{
  va_list arguments;

  va_start (arguments, format);

  g_autofree char *commands = g_strdup_vprintf (format, arguments);

  va_end (arguments);
  pointer_send (commands);
  settle (fixture->timeline);
}

static void
get_slice_centre (Fixture *fixture,
                  guint32 slice,
                  int *x_px,
                  int *y_px)
{
  StrataSceneRegion frame;
  double rect[4];
  guint32 lane = strata_lanes_find_track (strata_session_get_lanes (fixture->session), strata_trace_find_track (strata_session_get_trace (fixture->session), slice));

  strata_canvas_get_frame (STRATA_CANVAS (fixture->canvas), &frame);
  g_assert_true (strata_scene_get_item_rect (fixture->session, &frame, (StrataItem){ STRATA_ITEM_SLICE, slice, lane, 1 }, rect));
  *x_px = (int) (rect[0] + rect[2] / 2);
  *y_px = (int) (rect[1] + rect[3] / 2) + TOP_PX;
}

static void
test_wheel_zooms (Fixture *fixture,
                  gconstpointer data)
{
  StrataViewport before = get_view (fixture);
  double x_px = 500 - STRATA_SCENE_HEADER_PX;
  gint64 time_ns = strata_viewport_x_to_time (&before, x_px);

  do_input (fixture, "mousemove 500 200 keydown ctrl click --repeat 6 --delay 10 4 keyup ctrl");

  StrataViewport after = get_view (fixture);

  g_assert_cmpfloat_with_epsilon (before.ns_per_px / after.ns_per_px, pow (1.25, 6), 0.01);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&after, time_ns), x_px, 1);
  g_assert_cmpfloat (get_scroll (fixture), ==, 0);

  do_input (fixture, "keydown ctrl click --repeat 6 --delay 10 5 keyup ctrl");
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px, before.ns_per_px, before.ns_per_px / 100);
}

static void
test_wheel_scrolls (Fixture *fixture,
                    gconstpointer data)
{
  const StrataViewport before = get_view (fixture);

  do_input (fixture, "mousemove 500 200 click --repeat 2 --delay 10 5");
  g_assert_cmpfloat (get_scroll (fixture), ==, 120);
  g_assert_cmpfloat (get_view (fixture).ns_per_px, ==, before.ns_per_px);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);

  do_input (fixture, "click 4");
  g_assert_cmpfloat (get_scroll (fixture), ==, 60);
}

/* With this preference, the wheel zooms and Ctrl scrolls; headers scroll as always. */
static void
test_wheel_swapped (Fixture *fixture,
                    gconstpointer data)
{
  const double ns_per_px = get_view (fixture).ns_per_px;

  g_object_set (fixture->timeline, "is-wheel-zooming", TRUE, NULL);
  do_input (fixture, "mousemove 500 200 click 4");
  g_assert_cmpfloat_with_epsilon (ns_per_px / get_view (fixture).ns_per_px, 1.25, 0.01);
  g_assert_cmpfloat (get_scroll (fixture), ==, 0);

  do_input (fixture, "keydown ctrl click 5 keyup ctrl");
  g_assert_cmpfloat (get_scroll (fixture), ==, 60);
  g_assert_cmpfloat_with_epsilon (ns_per_px / get_view (fixture).ns_per_px, 1.25, 0.01);

  do_input (fixture, "mousemove 100 200 click 5");
  g_assert_cmpfloat (get_scroll (fixture), ==, 120);
}

static void
test_wheel_pans (Fixture *fixture,
                 gconstpointer data)
{
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);

  StrataViewport before = get_view (fixture);

  do_input (fixture, "mousemove 500 200 keydown shift click 5 keyup shift");
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns + FRAME_NS);
  g_assert_cmpfloat (get_view (fixture).ns_per_px, ==, before.ns_per_px);

  do_input (fixture, "click 6");
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);
}

static void
test_wheel_on_header (Fixture *fixture,
                      gconstpointer data)
{
  double ns_per_px = get_view (fixture).ns_per_px;

  do_input (fixture, "mousemove 100 200 click 5");
  g_assert_cmpfloat (get_scroll (fixture), ==, 60);
  g_assert_cmpfloat (get_view (fixture).ns_per_px, ==, ns_per_px);

  do_input (fixture, "keydown ctrl click 4 keyup ctrl");
  g_assert_cmpfloat (get_view (fixture).ns_per_px, <, ns_per_px);
}

static void
test_drag (Fixture *fixture,
           gconstpointer data)
{
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);

  StrataViewport before = get_view (fixture);

  do_input (fixture, "mousemove 600 300 mousedown 1 mousemove 560 280 mousemove 500 220 sleep 0.05 mouseup 1");
  g_assert_cmpfloat_with_epsilon ((double) (get_view (fixture).begin_ns - before.begin_ns), 100 * before.ns_per_px, 1);
  g_assert_cmpfloat_with_epsilon (get_scroll (fixture), 80, 0.1);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);
}

/* With Shift, or with the tool selected; the view does not move. */
static void
test_drag_area (Fixture *fixture,
                gconstpointer data)
{
  gboolean is_area_tool;
  StrataSpan span;
  guint32 first_lane;
  guint32 last_lane;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);

  StrataViewport before = get_view (fixture);

  do_input (fixture, "mousemove 600 300 keydown shift mousedown 1 mousemove 560 250 mousemove 500 120 sleep 0.05 mouseup 1 keyup shift");
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);
  g_assert_cmpfloat (get_scroll (fixture), ==, 0);
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, strata_viewport_x_to_time (&before, 500 - STRATA_SCENE_HEADER_PX));
  g_assert_cmpint (span.end_ns, ==, strata_viewport_x_to_time (&before, 600 - STRATA_SCENE_HEADER_PX));
  g_assert_true (strata_session_get_area_lanes (fixture->session, &first_lane, &last_lane));
  g_assert_cmpuint (first_lane, ==, strata_lanes_find_at (strata_session_get_lanes (fixture->session), 120 - TOP_PX));
  g_assert_cmpuint (last_lane, ==, strata_lanes_find_at (strata_session_get_lanes (fixture->session), 300 - TOP_PX));
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);

  do_input (fixture, "key Escape key g mousemove 700 300 mousedown 1 mousemove 720 300 mousemove 750 300 sleep 0.05 mouseup 1 key g");
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, strata_viewport_x_to_time (&before, 700 - STRATA_SCENE_HEADER_PX));
  g_object_get (fixture->timeline, "is-area-tool", &is_area_tool, NULL);
  g_assert_false (is_area_tool);
  do_input (fixture, "key Escape");
  g_assert_false (strata_session_get_area (fixture->session, NULL));
}

static void
check_measure (Fixture *fixture,
               gint64 begin_ns,
               gint64 end_ns)
{
  StrataSpan span;

  g_assert_true (strata_session_get_measure (fixture->session, &span));
  g_assert_cmpint (span.begin_ns, ==, begin_ns);
  g_assert_cmpint (span.end_ns, ==, end_ns);
}

/* With Ctrl: from a few pixels after the begin of a frame to a few before its end. */
static void
test_drag_measure (Fixture *fixture,
                   gconstpointer data)
{
  const int ruler_px = STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX / 2;
  int x_px;
  int y_px;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 4 * FRAME_NS }, 0);

  StrataViewport view = get_view (fixture);
  int begin_px = STRATA_SCENE_HEADER_PX + (int) strata_viewport_time_to_x (&view, FRAME_NS);
  int end_px = STRATA_SCENE_HEADER_PX + (int) strata_viewport_time_to_x (&view, FRAME_NS / 10 * 18);

  get_slice_centre (fixture, 2, &x_px, &y_px);
  do_input (fixture, "mousemove %d %d keydown ctrl mousedown 1 mousemove %d %d mousemove %d %d sleep 0.05 mouseup 1 keyup ctrl",
            begin_px + 3, y_px, x_px, y_px, end_px - 4, y_px);
  check_measure (fixture, FRAME_NS, FRAME_NS / 10 * 18);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, view.begin_ns);
  g_assert_false (strata_session_get_area (fixture->session, NULL));

  /* The handle of the right cursor is to the right of it. With Shift it does not snap. */
  do_input (fixture, "mousemove %d %d keydown shift mousedown 1 mousemove %d %d mousemove %d %d sleep 0.05 mouseup 1 keyup shift",
            end_px + 5, ruler_px, end_px + 20, ruler_px, end_px + 35, ruler_px);
  check_measure (fixture, FRAME_NS, strata_viewport_x_to_time (&view, end_px + 35 - STRATA_SCENE_HEADER_PX));
  g_assert_cmpint (get_view (fixture).begin_ns, ==, view.begin_ns);

  do_input (fixture, "key BackSpace");
  g_assert_false (strata_marks_get_cursor (strata_session_get_marks (fixture->session), STRATA_CURSOR_A, NULL));
}

/* Over the headers a drag selects lanes, for all the visible time. */
static void
test_drag_area_on_header (Fixture *fixture,
                          gconstpointer data)
{
  StrataSpan span;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);
  do_input (fixture, "mousemove 100 120 keydown shift mousedown 1 mousemove 100 150 mousemove 100 200 sleep 0.05 mouseup 1 keyup shift");
  g_assert_true (strata_session_get_area (fixture->session, &span));

  StrataViewport view = get_view (fixture);

  g_assert_cmpint (span.begin_ns, ==, strata_viewport_get_span (&view).begin_ns);
  g_assert_cmpint (span.end_ns, ==, strata_viewport_get_span (&view).end_ns);
}

/* Keys select the next item of the row, and the items inside. */
static void
test_walk_keys (Fixture *fixture,
                gconstpointer data)
{
  do_input (fixture, "mousemove 1000 900 key period");

  const guint32 first = strata_session_get_selected_item (fixture->session).index;

  do_input (fixture, "key Tab");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first + 2);
  do_input (fixture, "key Down");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first + 3);
  do_input (fixture, "key Up key shift+Tab");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first);
  g_assert_true (gtk_widget_has_focus (fixture->canvas));
  do_input (fixture, "key n");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, !=, first);
  do_input (fixture, "key p");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first);
  do_input (fixture, "key 1 key 2");
  check_measure (fixture, 0, FRAME_NS / 10 * 8);
  do_input (fixture, "key Tab key 3");
  check_measure (fixture, FRAME_NS, FRAME_NS / 10 * 18);
  do_input (fixture, "key Escape key Escape");
  g_assert_false (strata_marks_get_cursor (strata_session_get_marks (fixture->session), STRATA_CURSOR_A, NULL));
}

static void
test_history_keys (Fixture *fixture,
                   gconstpointer data)
{
  const StrataViewport all = get_view (fixture);

  fixture_run_for (500);
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);
  fixture_run_for (500);

  const StrataViewport near = get_view (fixture);

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 42 * FRAME_NS, 43 * FRAME_NS }, 0);
  do_input (fixture, "mousemove 1000 900 key alt+Left");
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px, near.ns_per_px, near.ns_per_px / 100);
  do_input (fixture, "key alt+Left");
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px, all.ns_per_px, all.ns_per_px / 100);
  do_input (fixture, "key alt+Right key alt+Right");
  g_assert_cmpint (get_view (fixture).begin_ns, ==, 42 * FRAME_NS);
}

static void
test_area_keys (Fixture *fixture,
                gconstpointer data)
{
  StrataSpan span;
  StrataSpan longer;

  do_input (fixture, "mousemove 1000 900 key period key m");
  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (strata_span_get_length_ns (span), ==, FRAME_NS / 10 * 8);
  do_input (fixture, "key period key shift+m");
  g_assert_true (strata_session_get_area (fixture->session, &longer));
  g_assert_cmpint (strata_span_get_length_ns (longer), ==, FRAME_NS / 10 * 18);

  do_input (fixture, "key Escape");
  g_assert_false (strata_session_get_area (fixture->session, NULL));
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);
  do_input (fixture, "key Escape key m");

  StrataViewport view = get_view (fixture);

  g_assert_true (strata_session_get_area (fixture->session, &span));
  g_assert_cmpint (span.end_ns, ==, MIN (strata_viewport_get_span (&view).end_ns, view.bounds.end_ns));
}

/* Drags the first thread below the third: neither time nor scroll position moves. */
static void
test_drag_on_header (Fixture *fixture,
                     gconstpointer data)
{
  StrataLanes *lanes = strata_session_get_lanes (fixture->session);
  const int top_px = STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 50 * FRAME_NS }, 0);

  StrataViewport before = get_view (fixture);
  const StrataLane *first = get_lane (fixture, 1);
  const StrataLane *third = get_lane (fixture, 3);

  do_input (fixture, "mousemove 100 %d mousedown 1 sleep 0.05 mousemove 100 %d sleep 0.05 mousemove 100 %d sleep 0.05 mouseup 1",
            top_px + first->y_px + 10, top_px + first->y_px + 40, top_px + third->y_px + third->height_px - 4);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);
  g_assert_cmpfloat_with_epsilon (get_scroll (fixture), 0, 0.1);
  g_assert_cmpuint (strata_lanes_get_at_place (lanes, 1), ==, 2);
  g_assert_cmpuint (strata_lanes_get_at_place (lanes, 2), ==, 3);
  g_assert_cmpuint (strata_lanes_get_at_place (lanes, 3), ==, 1);
}

static void
test_click (Fixture *fixture,
            gconstpointer data)
{
  int x_px;
  int y_px;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 4 * FRAME_NS }, 0);
  get_slice_centre (fixture, 1, &x_px, &y_px);
  do_input (fixture, "mousemove %d %d " CLICK, x_px, y_px);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, 1);

  /* Between two frames there is no slice. */
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 2 * FRAME_NS }, 0);
  fixture_run_for (500);
  do_input (fixture, "mousemove %d %d " CLICK, STRATA_SCENE_HEADER_PX + (int) (get_view (fixture).width_px * 0.45), y_px);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);
}

static void
test_double_click (Fixture *fixture,
                   gconstpointer data)
{
  int x_px;
  int y_px;
  StrataSpan span;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 4 * FRAME_NS }, 0);
  get_slice_centre (fixture, 2, &x_px, &y_px);
  do_input (fixture, "mousemove %d %d " CLICK " " CLICK, x_px, y_px);
  g_assert_true (strata_session_get_item_span (fixture->session, (StrataItem){ STRATA_ITEM_SLICE, 2, STRATA_NONE, 1 }, &span));

  StrataViewport view = get_view (fixture);

  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&view, span.begin_ns), view.width_px * 0.1, 1);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&view, span.end_ns), view.width_px * 0.9, 1);
}

static void
test_click_on_group (Fixture *fixture,
                     gconstpointer data)
{
  const StrataLane *group = get_lane (fixture, N_THREADS + 1);

  set_scroll (fixture, group->y_px - 200);
  settle (fixture->timeline);

  int y_px = TOP_PX + 200 + group->height_px / 2;

  do_input (fixture, "mousemove 100 %d " CLICK, y_px);
  g_assert_true (group->is_collapsed);
  g_assert_cmpfloat (group->y_px - get_scroll (fixture), ==, 200);
  fixture_run_for (500);
  do_input (fixture, CLICK);
  g_assert_false (group->is_collapsed);
}

static void
test_hover (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *readout = gtk_widget_get_last_child (fixture->timeline);
  int x_px;
  int y_px;

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 4 * FRAME_NS }, 0);
  get_slice_centre (fixture, 0, &x_px, &y_px);
  g_assert_false (gtk_widget_get_visible (readout));
  do_input (fixture, "mousemove %d %d", x_px, y_px);
  fixture_run_for (300);
  g_assert_cmpuint (strata_selection_get_hover (strata_session_get_selection (fixture->session)).index, ==, 0);
  g_assert_true (gtk_widget_get_visible (readout));
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (fixture_find_widget (readout, GTK_TYPE_LABEL))), "frame"));

  do_input (fixture, "mousemove 100 20");
  fixture_run_for (300);
  g_assert_cmpint (strata_selection_get_hover (strata_session_get_selection (fixture->session)).kind, ==, STRATA_ITEM_NONE);
  g_assert_false (gtk_widget_get_visible (readout));
}

static void
test_ruler (Fixture *fixture,
            gconstpointer data)
{
  StrataViewport before = get_view (fixture);
  gint64 begin_ns = strata_viewport_x_to_time (&before, 400 - STRATA_SCENE_HEADER_PX);
  int y_px = STRATA_SCENE_OVERVIEW_PX + STRATA_SCENE_RULER_PX / 2;

  do_input (fixture, "mousemove 400 %d mousedown 1 mousemove 450 %d mousemove 500 %d sleep 0.05 mouseup 1", y_px, y_px, y_px);
  g_assert_cmpfloat_with_epsilon ((double) get_view (fixture).begin_ns, (double) begin_ns, 2);
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px * before.width_px, 100 * before.ns_per_px, 2);

  fixture_run_for (500);
  do_input (fixture, CLICK " " CLICK);
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px, before.ns_per_px, before.ns_per_px / 1e5);
}

static void
test_overview (Fixture *fixture,
               gconstpointer data)
{
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 10 * FRAME_NS }, 0);

  StrataViewport before = get_view (fixture);
  double px_per_trace = before.width_px;
  int middle_px = STRATA_SCENE_HEADER_PX + (int) (px_per_trace / 2);

  do_input (fixture, "mousemove %d 20 " CLICK, middle_px);

  StrataViewport centred = get_view (fixture);
  double length_ns = (double) strata_span_get_length_ns (before.bounds);
  double begin_ns = length_ns / 2 - (double) (5 * FRAME_NS);

  g_assert_cmpfloat_with_epsilon (centred.ns_per_px, before.ns_per_px, 1e-3 * before.ns_per_px);
  g_assert_cmpfloat_with_epsilon ((double) centred.begin_ns, begin_ns, length_ns / px_per_trace * 1.5);

  do_input (fixture, "mousemove %d 20 mousedown 1 mousemove %d 20 mousemove %d 20 sleep 0.05 mouseup 1", middle_px, middle_px + 20, middle_px + 100);
  g_assert_cmpfloat_with_epsilon ((double) (get_view (fixture).begin_ns - centred.begin_ns), 100 * length_ns / px_per_trace, length_ns / px_per_trace * 2);
}

/* How a key moves the view, as in test-timeline.c. */
typedef struct
{
  const char *keys;
  int zoom;
  int begin;
  int scroll;
} Press;

static const Press presses[] = {
  { "w", 1, 1, 0 },
  { "plus", 1, 1, 0 },
  { "s", -1, -1, 0 },
  { "minus", -1, -1, 0 },
  { "0", -1, -1, 0 },
  { "a", 0, -1, 0 },
  { "Left", 0, -1, 0 },
  { "d", 0, 1, 0 },
  { "Right", 0, 1, 0 },
  { "shift+Right", 0, 1, 0 },
  { "Home", 0, -1, 0 },
  { "End", 0, 1, 0 },
  { "Up", 0, 0, -1 },
  { "Down", 0, 0, 1 },
  { "Page_Up", 0, 0, -1 },
  { "Page_Down", 0, 0, 1 },
};

static int
sign (double value)
{
  return fabs (value) < 1e-6 ? 0 : value > 0 ? 1
                                             : -1;
}

static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  do_input (fixture, "mousemove 1000 900");
  for (guint i = 0; i < G_N_ELEMENTS (presses); i++)
    {
      strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 40 * FRAME_NS, 60 * FRAME_NS }, 0);
      set_scroll (fixture, 300);

      StrataViewport before = get_view (fixture);

      g_test_message ("%s", presses[i].keys);
      do_input (fixture, "key %s", presses[i].keys);

      StrataViewport after = get_view (fixture);

      g_assert_cmpint (sign (log (before.ns_per_px / after.ns_per_px)), ==, presses[i].zoom);
      g_assert_cmpint (sign ((double) (after.begin_ns - before.begin_ns)), ==, presses[i].begin);
      g_assert_cmpint (sign (get_scroll (fixture) - 300), ==, presses[i].scroll);
    }
}

static void
test_selection_keys (Fixture *fixture,
                     gconstpointer data)
{
  do_input (fixture, "mousemove 1000 900 key period");

  StrataItem first = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (first.kind, ==, STRATA_ITEM_SLICE);
  do_input (fixture, "key ctrl+Right");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first.index + 2);
  do_input (fixture, "key ctrl+Down");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first.index + 3);
  do_input (fixture, "key ctrl+Up key comma");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first.index);
  do_input (fixture, "key Return");
  g_assert_true (get_lane (fixture, get_lane (fixture, first.lane)->group)->is_collapsed);
  do_input (fixture, "key Escape");
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);
}

#define ADD(path, function) g_test_add ("/timeline-input/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  ADD ("wheel/zooms", test_wheel_zooms);
  ADD ("wheel/scrolls", test_wheel_scrolls);
  ADD ("wheel/swapped", test_wheel_swapped);
  ADD ("wheel/pans", test_wheel_pans);
  ADD ("wheel/on-header", test_wheel_on_header);
  ADD ("drag/lanes", test_drag);
  ADD ("drag/header", test_drag_on_header);
  ADD ("drag/area", test_drag_area);
  ADD ("drag/measure", test_drag_measure);
  ADD ("drag/area-on-header", test_drag_area_on_header);
  ADD ("click/selects", test_click);
  ADD ("click/double", test_double_click);
  ADD ("click/group", test_click_on_group);
  ADD ("hover", test_hover);
  ADD ("ruler", test_ruler);
  ADD ("overview", test_overview);
  ADD ("keys/view", test_keys);
  ADD ("keys/selection", test_selection_keys);
  ADD ("keys/area", test_area_keys);
  ADD ("keys/walk", test_walk_keys);
  ADD ("keys/history", test_history_keys);

  return g_test_run ();
}
