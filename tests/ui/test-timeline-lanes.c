/* test-timeline-lanes.c - counters and CPUs on the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-canvas-private.h"
#include "timeline-fixture.h"

static guint32
name (StrataTraceBuilder *builder,
      const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

/* Two threads take turns on a CPU, and two processes have a counter of the same name. */
static StrataTrace *
make_lanes_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 threads[2];

  for (guint i = 0; i < 2; i++)
    {
      const guint32 process = strata_trace_builder_get_process (builder, 10 + i);
      const guint32 counter = strata_trace_builder_get_counter (builder, process, -1, name (builder, "heap"));

      threads[i] = strata_trace_builder_get_thread (builder, 10 + i);
      strata_trace_builder_set_thread_process (builder, threads[i], process);
      strata_trace_builder_begin_slice (builder, threads[i], 0, STRATA_NO_TIME, name (builder, "call"), STRATA_ATTRS_NONE);
      strata_trace_builder_end_slice (builder, threads[i], 50 * FRAME_NS, STRATA_NO_TIME, 0);
      for (gint64 k = 0; k < 20; k++)
        strata_trace_builder_add_sample (builder, counter, k * FRAME_NS, k * k % 7 * (i == 0 ? 1 : 100));
    }

  for (gint64 k = 0; k < 40; k++)
    strata_trace_builder_switch_cpu (builder, 0, k * FRAME_NS, k == 0 ? STRATA_NONE : threads[(k + 1) % 2], 'S', threads[k % 2]);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static StrataSession *
show_lanes (Fixture *fixture)
{
  g_autoptr (StrataTrace) trace = make_lanes_trace ();
  StrataSession *session = strata_session_new (trace);

  fixture_show (fixture, session);
  return session;
}

static const StrataLane *
get_heap (StrataSession *session,
          guint nth,
          guint32 *lane)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (session), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_COUNTER && nth-- == 0)
      {
        *lane = i;
        return &lanes[i];
      }

  g_assert_not_reached ();
}

static void
act (Fixture *fixture,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (fixture->canvas, action, NULL));
}

/* By keys: for the topmost counter, or the one with the selected sample. */
static void
test_counter_actions (Fixture *fixture,
                      gconstpointer data)
{
  g_autoptr (StrataSession) session = show_lanes (fixture);
  guint32 lane;
  const StrataLane *first = get_heap (session, 0, &lane);
  const StrataLane *second = get_heap (session, 1, &lane);

  act (fixture, "timeline.change-counter");
  g_assert_cmpint (first->mode, ==, STRATA_COUNTER_CHANGE);
  act (fixture, "timeline.change-counter");
  g_assert_cmpint (first->mode, ==, STRATA_COUNTER_RATE);
  act (fixture, "timeline.change-counter");
  g_assert_cmpint (first->mode, ==, STRATA_COUNTER_VALUE);

  strata_session_select (session, (StrataItem){ STRATA_ITEM_SAMPLE, strata_trace_get_counters (strata_session_get_trace (session), NULL)[second->index].first_sample, lane, 1 });
  act (fixture, "timeline.change-counter");
  g_assert_cmpint (first->mode, ==, STRATA_COUNTER_VALUE);
  g_assert_cmpint (second->mode, ==, STRATA_COUNTER_CHANGE);

  act (fixture, "timeline.share-scale");
  g_assert_true (first->is_scale_shared && second->is_scale_shared);
  act (fixture, "timeline.share-scale");
  g_assert_false (first->is_scale_shared || second->is_scale_shared);
}

static void
close_menu (Fixture *fixture)
{
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);

  gtk_popover_popdown (GTK_POPOVER (canvas->menu));
  settle (fixture->canvas);
}

/* The menu shows and changes the mode of the lane that it was opened for. */
static void
test_counter_menu (Fixture *fixture,
                   gconstpointer data)
{
  g_autoptr (StrataSession) session = show_lanes (fixture);
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);
  guint32 lane;
  const StrataLane *first = get_heap (session, 0, &lane);

  act (fixture, "timeline.open-counter-menu");
  g_assert_nonnull (canvas->menu);
  g_assert_true (gtk_widget_get_visible (canvas->menu));
  g_assert_true (gtk_widget_activate_action (canvas->menu, "counter.mode", "s", "rate"));
  g_assert_cmpint (first->mode, ==, STRATA_COUNTER_RATE);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "counter.shared", NULL));
  g_assert_true (first->is_scale_shared);
  settle (fixture->canvas);

  /* an invalid lane has no menu, and a lane of another kind has another menu */
  g_clear_pointer (&canvas->menu, gtk_widget_unparent);
  strata_canvas_open_lane_menu (canvas, G_MAXUINT32);
  g_assert_null (canvas->menu);
  strata_canvas_open_lane_menu (canvas, first->group);
  g_assert_nonnull (canvas->menu);
  g_assert_false (gtk_widget_activate_action (canvas->menu, "counter.mode", "s", "rate"));
  close_menu (fixture);
}

static StrataLanes *
get_lanes (Fixture *fixture)
{
  return strata_session_get_lanes (fixture->session);
}

/* By action, as assistive tools do: if the pointer is elsewhere, the topmost lane is meant. */
static void
test_arrange_actions (Fixture *fixture,
                      gconstpointer data)
{
  StrataLanes *lanes = get_lanes (fixture);
  const int all_px = strata_lanes_get_height_px (lanes);
  const StrataLane *lane = &strata_lanes_get (lanes, NULL)[1];

  strata_session_select_slice (fixture->session, strata_trace_get_tracks (strata_session_get_trace (fixture->session), NULL)[lane->index].first_slice);
  act (fixture, "timeline.pin-lane");
  g_assert_true (lane->is_pinned);
  g_assert_cmpint (lane->y_px, ==, 0);
  act (fixture, "timeline.pin-lane");
  g_assert_false (lane->is_pinned);

  act (fixture, "timeline.move-lane-down");
  g_assert_cmpuint (strata_lanes_get_place (lanes, 1), ==, 2);
  act (fixture, "timeline.move-lane-up");
  g_assert_cmpuint (strata_lanes_get_place (lanes, 1), ==, 1);

  act (fixture, "timeline.fewer-levels");
  g_assert_cmpuint (lane->n_rows, ==, 1);
  act (fixture, "timeline.more-levels");
  g_assert_cmpuint (lane->n_rows, ==, 2);
  act (fixture, "timeline.raise-lane");
  g_assert_cmpint (strata_lanes_get_height_px (lanes), >, all_px);
  act (fixture, "timeline.lower-lane");
  g_assert_cmpint (strata_lanes_get_height_px (lanes), ==, all_px);

  act (fixture, "timeline.hide-lane");
  g_assert_false (lane->is_visible);
  act (fixture, "timeline.show-hidden-lanes");
  g_assert_true (lane->is_visible);

  act (fixture, "timeline.pin-lane");
  act (fixture, "timeline.reset-lanes");
  g_assert_false (lane->is_pinned);
}

/* Pinned lanes stay on top; the others scroll below them as before. */
static void
test_pinned_scroll (Fixture *fixture,
                    gconstpointer data)
{
  StrataLanes *lanes = get_lanes (fixture);
  GtkAdjustment *adjustment = strata_canvas_get_vadjustment (STRATA_CANVAS (fixture->canvas));
  StrataSceneRegion frame;
  StrataHit found;

  gtk_adjustment_set_value (adjustment, 200);
  settle (fixture->canvas);

  const guint32 top = strata_lanes_find_at (lanes, 200);
  const double before_px = strata_lanes_get (lanes, NULL)[top].y_px - gtk_adjustment_get_value (adjustment);

  strata_lanes_set_pinned (strata_session_get_lanes (fixture->session), 2, TRUE);
  settle (fixture->canvas);
  strata_canvas_get_frame (STRATA_CANVAS (fixture->canvas), &frame);
  g_assert_cmpfloat (frame.pinned_px, ==, strata_lanes_get (lanes, NULL)[2].height_px);
  g_assert_cmpfloat_with_epsilon (strata_lanes_get (lanes, NULL)[top].y_px - gtk_adjustment_get_value (adjustment), before_px, 1);

  strata_scene_hit (fixture->session, &frame, 20, 5, &found);
  g_assert_cmpuint (found.lane, ==, 2);
  strata_scene_hit (fixture->session, &frame, 20, frame.pinned_px + 1, &found);
  g_assert_cmpuint (found.lane, !=, 2);
}

/* With every lane pinned, there is still room to scroll to all of them. */
static void
test_all_pinned (Fixture *fixture,
                 gconstpointer data)
{
  GtkAdjustment *adjustment = strata_canvas_get_vadjustment (STRATA_CANVAS (fixture->canvas));
  StrataSceneRegion frame;
  StrataHit found;

  for (guint32 i = 0; i < 28; i++)
    strata_lanes_set_pinned (strata_session_get_lanes (fixture->session), i, TRUE);

  settle (fixture->canvas);
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
  settle (fixture->canvas);
  strata_canvas_get_frame (STRATA_CANVAS (fixture->canvas), &frame);
  g_assert_cmpfloat (frame.pinned_px, <, frame.height_px);
  strata_scene_hit (fixture->session, &frame, 20, frame.height_px - 2, &found);
  g_assert_cmpuint (found.lane, ==, strata_lanes_get_at_place (get_lanes (fixture), 27));
}

static GtkWidget *
find_entry (Fixture *fixture)
{
  for (GtkWidget *child = gtk_widget_get_first_child (fixture->timeline); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SEARCH_ENTRY (child))
      return child;

  g_assert_not_reached ();
}

static void
test_filter_entry (Fixture *fixture,
                   gconstpointer data)
{
  GtkWidget *entry = find_entry (fixture);
  const int all_px = strata_lanes_get_height_px (get_lanes (fixture));

  act (fixture, "timeline.filter-lanes");
  gtk_editable_set_text (GTK_EDITABLE (entry), "203");
  g_signal_emit_by_name (entry, "search-changed");
  g_assert_cmpstr (strata_lanes_get_filter (get_lanes (fixture)), ==, "203");
  g_assert_cmpint (strata_lanes_get_height_px (get_lanes (fixture)), <, all_px / 4);

  /* neither a name without lanes nor an invalid expression hides lanes */
  gtk_editable_insert_text (GTK_EDITABLE (entry), "nobody", -1, &(int){ 3 });
  g_signal_emit_by_name (entry, "search-changed");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpstr (strata_lanes_get_filter (get_lanes (fixture)), ==, "203");
  gtk_editable_set_text (GTK_EDITABLE (entry), "/(/");
  g_signal_emit_by_name (entry, "search-changed");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_null (strata_lanes_get_filter (get_lanes (fixture)));

  g_signal_emit_by_name (entry, "stop-search");
  g_assert_null (strata_lanes_get_filter (get_lanes (fixture)));
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpint (strata_lanes_get_height_px (get_lanes (fixture)), ==, all_px);
  g_assert_true (gtk_widget_has_focus (fixture->canvas));
}

static void
test_lane_menu (Fixture *fixture,
                gconstpointer data)
{
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);
  StrataLanes *lanes = get_lanes (fixture);
  const StrataLane *lane = &strata_lanes_get (lanes, NULL)[1];

  strata_canvas_open_lane_menu (canvas, 1);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.pinned", NULL));
  g_assert_true (lane->is_pinned);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.height", "s", "tall"));
  g_assert_cmpint (lane->own_height, ==, STRATA_LANE_HEIGHT_TALL);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.depth", "i", 1));
  g_assert_cmpuint (lane->n_rows, ==, 1);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.sort", "s", "id"));
  g_assert_cmpint (strata_lanes_get_sort (lanes), ==, STRATA_LANE_SORT_ID);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.hide", NULL));
  g_assert_false (lane->is_visible);
  close_menu (fixture);

  strata_canvas_open_lane_menu (canvas, 0);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.show-hidden", NULL));
  g_assert_true (lane->is_visible);
  g_assert_true (gtk_widget_activate_action (canvas->menu, "lane.collapsed", NULL));
  g_assert_true (strata_lanes_get (lanes, NULL)[0].is_collapsed);
  close_menu (fixture);
}

static void
select_run (StrataSession *session,
            guint32 run)
{
  strata_session_select (session, (StrataItem){ STRATA_ITEM_CPU_RUN, run, strata_lanes_find_cpu (strata_session_get_lanes (session), 0), 1 });
}

/* Selecting another run of the same thread changes neither content nor dimming; a run of another thread
 * changes the dimming. */
static void
test_dims (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (StrataSession) session = show_lanes (fixture);
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);
  GskRenderNode *content = canvas->content;

  g_assert_nonnull (content);
  g_assert_null (canvas->dims);

  select_run (session, 0);
  settle (fixture->canvas);
  GskRenderNode *dims = canvas->dims;

  g_assert_nonnull (dims);
  g_assert_true (canvas->content == content);

  select_run (session, 2);
  settle (fixture->canvas);
  g_assert_true (canvas->content == content && canvas->dims == dims);

  gsk_render_node_ref (dims);
  select_run (session, 1);
  settle (fixture->canvas);
  g_assert_true (canvas->content == content && canvas->dims != dims && canvas->dims != NULL);
  gsk_render_node_unref (dims);

  act (fixture, "timeline.clear-selection");
  settle (fixture->canvas);
  g_assert_true (canvas->content == content);
  g_assert_null (canvas->dims);
}

/* With text 50 % larger, lanes are 50 % higher, and both lines of a header fit. When the text is
 * small again, so are the lanes. */
static void
test_large_text (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_lanes_trace ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  const StrataLanes *lanes = strata_session_get_lanes (session);
  guint n_lanes;

  fixture_show (fixture, session);

  const StrataLane *shown = strata_lanes_get (lanes, &n_lanes);
  g_autofree int *before_px = g_new (int, n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    before_px[i] = shown[i].height_px;

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 144 * 1024, NULL);
  settle (fixture->timeline);
  for (guint i = 0; i < n_lanes; i++)
    {
      g_assert_cmpint (2 * shown[i].height_px, >=, 3 * before_px[i] - 2 * STRATA_LANE_PADDING_PX - 10);
      g_assert_cmpint (2 * shown[i].height_px, <=, 3 * before_px[i] + 2);
    }

  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  settle (fixture->timeline);
  for (guint i = 0; i < n_lanes; i++)
    g_assert_cmpint (shown[i].height_px, ==, before_px[i]);
}

#define ADD(path, function) g_test_add ("/timeline-lanes/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  ADD ("arrange/actions", test_arrange_actions);
  ADD ("arrange/pinned-scroll", test_pinned_scroll);
  ADD ("arrange/all-pinned", test_all_pinned);
  ADD ("arrange/filter", test_filter_entry);
  ADD ("arrange/menu", test_lane_menu);
  ADD ("counter/actions", test_counter_actions);
  ADD ("counter/menu", test_counter_menu);
  ADD ("dims", test_dims);
  ADD ("large-text", test_large_text);

  return g_test_run ();
}
