/* test-timeline.c - the timeline by its actions and properties
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-canvas-private.h"
#include "strata-header-grip.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-session-cursors.h"

#include "timeline-fixture.h"

static void
act (Fixture *fixture,
     const char *action)
{
  g_assert_true (gtk_widget_activate_action (fixture->canvas, action, NULL));
}

/* How an action moves the view: zoom (positive is closer), begin, scroll; the signs of the changes. */
typedef struct
{
  const char *action;
  int zoom;
  int begin;
  int scroll;
} Move;

static const Move moves[] = {
  { "timeline.zoom-in", 1, 1, 0 },
  { "timeline.zoom-out", -1, -1, 0 },
  { "timeline.zoom-all", -1, -1, 0 },
  { "timeline.pan-left", 0, -1, 0 },
  { "timeline.pan-right", 0, 1, 0 },
  { "timeline.pan-page-left", 0, -1, 0 },
  { "timeline.pan-page-right", 0, 1, 0 },
  { "timeline.pan-to-start", 0, -1, 0 },
  { "timeline.pan-to-end", 0, 1, 0 },
  { "timeline.scroll-up", 0, 0, -1 },
  { "timeline.scroll-down", 0, 0, 1 },
  { "timeline.scroll-page-up", 0, 0, -1 },
  { "timeline.scroll-page-down", 0, 0, 1 },
};

static int
sign (double value)
{
  return fabs (value) < 1e-6 ? 0 : value > 0 ? 1
                                             : -1;
}

static void
test_moves (Fixture *fixture,
            gconstpointer data)
{
  StrataSpan middle = { 40 * FRAME_NS, 60 * FRAME_NS };

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      strata_view_show_span (strata_session_get_view (fixture->session), middle, 0);
      set_scroll (fixture, 300);

      StrataViewport before = get_view (fixture);

      g_test_message ("%s", moves[i].action);
      act (fixture, moves[i].action);

      StrataViewport after = get_view (fixture);

      g_assert_cmpint (sign (log (before.ns_per_px / after.ns_per_px)), ==, moves[i].zoom);
      g_assert_cmpint (sign ((double) (after.begin_ns - before.begin_ns)), ==, moves[i].begin);
      g_assert_cmpint (sign (get_scroll (fixture) - 300), ==, moves[i].scroll);
    }
}

static void
test_zoom_keeps_middle (Fixture *fixture,
                        gconstpointer data)
{
  StrataViewport before = get_view (fixture);
  gint64 middle_ns = strata_viewport_x_to_time (&before, before.width_px / 2);

  for (int i = 0; i < 8; i++)
    act (fixture, "timeline.zoom-in");

  StrataViewport after = get_view (fixture);

  g_assert_cmpfloat (after.ns_per_px, <, before.ns_per_px / 20);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&after, middle_ns), before.width_px / 2, 1);
}

static void
test_width (Fixture *fixture,
            gconstpointer data)
{
  g_assert_cmpfloat (get_view (fixture).width_px, ==, gtk_widget_get_width (fixture->canvas) - STRATA_SCENE_HEADER_PX);
}

static void
test_select (Fixture *fixture,
             gconstpointer data)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (fixture->session));

  act (fixture, "timeline.select-next");

  StrataItem first = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (first.kind, ==, STRATA_ITEM_SLICE);
  act (fixture, "timeline.select-next");

  StrataItem second = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (slices->start_ns[second.index] - slices->start_ns[first.index], ==, FRAME_NS);
  act (fixture, "timeline.select-child");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, second.index + 1);
  act (fixture, "timeline.select-parent");
  act (fixture, "timeline.select-previous");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, first.index);
  act (fixture, "timeline.clear-selection");
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);
}

/* Steps along a chain, also through closed groups, without redrawing the lanes. */
static void
test_chain (Fixture *fixture,
            gconstpointer data)
{
  StrataTrace *trace = strata_session_get_trace (fixture->session);
  const StrataChains *chains = strata_trace_get_chains (trace);
  guint n_links;
  guint n_all;

  g_assert_cmpuint (chains->n_rows, ==, N_PROCESSES);
  strata_session_select_slice (fixture->session, chains->slice[0]);
  strata_selection_get_links (strata_session_get_selection (fixture->session), &n_links, &n_all);
  g_assert_cmpuint (n_links, ==, N_PROCESSES - 1);

  act (fixture, "timeline.select-chain-next");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, chains->slice[1]);
  act (fixture, "timeline.select-chain-next");
  act (fixture, "timeline.select-chain-previous");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, chains->slice[1]);
  act (fixture, "timeline.select-chain-parent");
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, chains->slice[0]);

  strata_lanes_set_all_collapsed (strata_session_get_lanes (fixture->session), TRUE);
  act (fixture, "timeline.select-chain-next");
  settle (fixture->timeline);
  g_assert_true (get_lane (fixture, strata_session_get_selected_item (fixture->session).lane)->is_visible);

  GskRenderNode *content = STRATA_CANVAS (fixture->canvas)->content;
  GskRenderNode *marks = STRATA_CANVAS (fixture->canvas)->marks;

  g_assert_nonnull (content);
  gsk_render_node_ref (marks);
  strata_selection_set_hover (strata_session_get_selection (fixture->session), (StrataItem){ STRATA_ITEM_SLICE, chains->slice[1], strata_session_get_selected_item (fixture->session).lane, 1 });
  settle (fixture->timeline);
  g_assert_true (STRATA_CANVAS (fixture->canvas)->content == content);
  g_assert_true (STRATA_CANVAS (fixture->canvas)->marks != marks);
  gsk_render_node_unref (marks);
}

static void
test_zoom_selection (Fixture *fixture,
                     gconstpointer data)
{
  StrataSpan span;

  act (fixture, "timeline.zoom-selection");
  g_assert_cmpfloat (get_view (fixture).ns_per_px, >, 1e6);

  strata_session_select_slice (fixture->session, 50);
  act (fixture, "timeline.zoom-selection");
  g_assert_true (strata_session_get_item_span (fixture->session, strata_session_get_selected_item (fixture->session), &span));

  StrataViewport view = get_view (fixture);

  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&view, span.begin_ns), view.width_px * 0.1, 1);
  g_assert_cmpfloat_with_epsilon (strata_viewport_time_to_x (&view, span.end_ns), view.width_px * 0.9, 1);
}

static void
test_reveal (Fixture *fixture,
             gconstpointer data)
{
  guint32 last = strata_trace_get_slices (strata_session_get_trace (fixture->session))->n_slices - 1;
  StrataSceneRegion frame;
  double rect[4];

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, FRAME_NS }, 0);
  strata_lanes_set_all_collapsed (strata_session_get_lanes (fixture->session), TRUE);
  strata_session_select_slice (fixture->session, last);

  strata_canvas_get_frame (STRATA_CANVAS (fixture->canvas), &frame);
  g_assert_true (strata_scene_get_item_rect (fixture->session, &frame, strata_session_get_selected_item (fixture->session), rect));
  g_assert_cmpfloat (rect[0], >=, frame.header_px);
  g_assert_cmpfloat (rect[0], <, frame.width_px);
  g_assert_cmpfloat (rect[1], >=, 0);
  g_assert_cmpfloat (rect[1] + rect[3], <=, frame.height_px);
}

static void
test_toggle_group (Fixture *fixture,
                   gconstpointer data)
{
  strata_session_select_slice (fixture->session, 0);

  guint32 lane = strata_session_get_selected_item (fixture->session).lane;
  guint32 group = get_lane (fixture, lane)->group;

  act (fixture, "timeline.toggle-group");
  g_assert_true (get_lane (fixture, group)->is_collapsed);
  g_assert_false (get_lane (fixture, lane)->is_visible);
  act (fixture, "timeline.toggle-group");
  g_assert_false (get_lane (fixture, group)->is_collapsed);
  act (fixture, "timeline.collapse-all");
  g_assert_true (get_lane (fixture, group)->is_collapsed);
  act (fixture, "timeline.expand-all");
  g_assert_false (get_lane (fixture, group)->is_collapsed);
}

/* The topmost lane stays at the top when a group above it opens or closes. */
static void
test_toggle_keeps_place (Fixture *fixture,
                         gconstpointer data)
{
  const StrataLane *lane = get_lane (fixture, 2 * (N_THREADS + 1) + 2);

  set_scroll (fixture, lane->y_px + 5);
  strata_lanes_set_collapsed (strata_session_get_lanes (fixture->session), 0, TRUE);
  g_assert_cmpfloat (get_scroll (fixture), ==, lane->y_px + 5);
  strata_lanes_set_collapsed (strata_session_get_lanes (fixture->session), 0, FALSE);
  g_assert_cmpfloat (get_scroll (fixture), ==, lane->y_px + 5);
}

/* When a group closes around the topmost lanes, its header takes their place. */
static void
test_collapse_from_inside (Fixture *fixture,
                           gconstpointer data)
{
  StrataViewport before = get_view (fixture);
  guint32 group = 2 * (N_THREADS + 1);

  set_scroll (fixture, get_lane (fixture, group + 3)->y_px);
  strata_canvas_toggle_group (STRATA_CANVAS (fixture->canvas), group);
  g_assert_cmpfloat (get_scroll (fixture), <=, get_lane (fixture, group)->y_px);
  g_assert_cmpfloat (get_scroll (fixture) + gtk_widget_get_height (fixture->canvas), >, get_lane (fixture, group)->y_px);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);
}

static void
test_description (Fixture *fixture,
                  gconstpointer data)
{
  gtk_test_accessible_assert_property (fixture->canvas, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "Nothing selected");
  strata_session_select_slice (fixture->session, 3);

  g_autofree char *described = strata_session_describe_item (fixture->session, strata_session_get_selected_item (fixture->session));
  g_autofree char *text = g_strconcat (described, "\n2 of 100 in its row", NULL);

  gtk_test_accessible_assert_property (fixture->canvas, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text);
}

static void
test_labels (Fixture *fixture,
             gconstpointer data)
{
  g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (fixture->timeline), GTK_ACCESSIBLE_PROPERTY_LABEL));
  for (GtkWidget *part = gtk_widget_get_first_child (fixture->timeline); part != NULL; part = gtk_widget_get_next_sibling (part))
    if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (part)) != GTK_ACCESSIBLE_ROLE_PRESENTATION)
      g_assert_true (gtk_test_accessible_has_property (GTK_ACCESSIBLE (part), GTK_ACCESSIBLE_PROPERTY_LABEL));
}

/* Renders the widget as in its last frame; returns its pixels. */
static guint32 *
render (GtkWidget *widget,
        int *n_pixels)
{
  settle (widget);

  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  g_autoptr (GskRenderer) renderer = gsk_cairo_renderer_new ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  int width_px = gtk_widget_get_width (widget);
  int height_px = gtk_widget_get_height (widget);

  gdk_paintable_snapshot (paintable, snapshot, width_px, height_px);

  GskRenderNode *node = gtk_snapshot_free_to_node (snapshot);

  g_assert_nonnull (node);
  g_assert_true (gsk_renderer_realize (renderer, NULL, NULL));

  g_autoptr (GdkTexture) texture = gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, width_px, height_px));
  guint32 *pixels = g_new0 (guint32, (gsize) width_px * (gsize) height_px);

  gdk_texture_download (texture, (guchar *) pixels, (gsize) width_px * 4);
  gsk_renderer_unrealize (renderer);
  gsk_render_node_unref (node);
  *n_pixels = width_px * height_px;
  return pixels;
}

static guint
count_colors (GtkWidget *widget)
{
  int n_pixels;
  g_autofree guint32 *pixels = render (widget, &n_pixels);
  g_autoptr (GHashTable) colors = g_hash_table_new (NULL, NULL);

  for (int i = 0; i < n_pixels; i++)
    g_hash_table_add (colors, GUINT_TO_POINTER (pixels[i]));

  return g_hash_table_size (colors);
}

static guint32
get_last_pixel (GtkWidget *widget)
{
  int n_pixels;
  g_autofree guint32 *pixels = render (widget, &n_pixels);

  return pixels[n_pixels - 1];
}

static void
test_render (Fixture *fixture,
             gconstpointer data)
{
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 4 * FRAME_NS }, 0);
  for (GtkWidget *part = gtk_widget_get_first_child (fixture->timeline); part != NULL; part = gtk_widget_get_next_sibling (part))
    if (gtk_widget_get_visible (part) && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (part)) != GTK_ACCESSIBLE_ROLE_SEPARATOR) /* visible only under the pointer */
      {
        g_test_message ("%s", G_OBJECT_TYPE_NAME (part));
        g_assert_cmpuint (count_colors (part), >, 2);
      }

  guint32 light = get_last_pixel (fixture->canvas);

  g_object_set (fixture->timeline, "is-dark", TRUE, NULL);
  g_assert_cmpuint (get_last_pixel (fixture->canvas) & 0xff, <, light & 0xff);
}

/* A moving pointer redraws only the marks; a moving view redraws everything. */
static void
test_kept_content (Fixture *fixture,
                   gconstpointer data)
{
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);
  int n_pixels;

  g_free (render (fixture->canvas, &n_pixels));

  g_autoptr (GskRenderNode) content = gsk_render_node_ref (canvas->content);

  strata_selection_set_hover (strata_session_get_selection (fixture->session), (StrataItem){ STRATA_ITEM_SLICE, 0, 1, 1 });
  strata_session_select (fixture->session, (StrataItem){ STRATA_ITEM_SLICE, 2, 1, 1 });
  g_assert_null (canvas->marks);
  g_free (render (fixture->canvas, &n_pixels));
  g_assert_true (canvas->content == content);

  g_autoptr (GskRenderNode) marks = gsk_render_node_ref (canvas->marks);

  strata_session_set_area (fixture->session, (StrataSpan){ 0, FRAME_NS }, 0, 2);
  strata_session_set_cursor (fixture->session, STRATA_CURSOR_A, FRAME_NS);
  strata_session_add_bookmark (fixture->session, FRAME_NS, STRATA_NONE, "");
  g_free (render (fixture->canvas, &n_pixels));
  g_assert_true (canvas->content == content);
  g_assert_true (canvas->marks == marks);

  strata_view_zoom_at (strata_session_get_view (fixture->session), 0, 2);
  g_assert_null (canvas->content);
}

/* The visible time stays the same, whatever width the names take. */
static void
test_header_width (Fixture *fixture,
                   gconstpointer data)
{
  StrataTimeline *timeline = STRATA_TIMELINE (fixture->timeline);
  const StrataViewport view = get_view (fixture);
  const StrataSpan before = strata_viewport_get_span (&view);
  const int canvas_px = gtk_widget_get_width (fixture->canvas);

  act (fixture, "timeline.widen-headers");
  settle (fixture->canvas);
  g_assert_cmpint (strata_timeline_get_header_width (timeline), ==, STRATA_SCENE_HEADER_PX + 20);
  g_assert_cmpfloat (get_view (fixture).width_px, ==, canvas_px - STRATA_SCENE_HEADER_PX - 20);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, before.begin_ns);
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px * get_view (fixture).width_px, (double) strata_span_get_length_ns (before), 2.0);

  act (fixture, "timeline.fit-headers");
  g_assert_cmpint (strata_timeline_get_header_width (timeline), <, STRATA_SCENE_HEADER_PX);
  for (guint i = 0; i < 100; i++)
    act (fixture, "timeline.widen-headers");
  settle (fixture->canvas);
  g_assert_cmpfloat (get_view (fixture).width_px, >=, 100);
  for (guint i = 0; i < 100; i++)
    act (fixture, "timeline.narrow-headers");
  g_assert_cmpint (strata_timeline_get_header_width (timeline), ==, 80);
}

#define WIDE_PX 1500
#define LONG_NAME "com.example.application.with.a.rather.long.name"

static StrataSession *
make_long_name (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  const guint32 process = strata_trace_builder_get_process (builder, 100);

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_name_process (builder, process, strata_string_pool_intern (strings, LONG_NAME, strlen (LONG_NAME)));
  add_thread (builder, process, 100);

  g_autoptr (StrataTrace) trace = strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);

  return strata_session_new (trace);
}

/* Unless a width was chosen, names take what they need, up to a fifth of the window. */
static void
test_header_names (Fixture *fixture,
                   gconstpointer data)
{
  g_autoptr (StrataSession) session = make_long_name ();
  int names_px;

  g_assert_cmpint (strata_timeline_get_header_width (STRATA_TIMELINE (fixture->timeline)), ==, STRATA_SCENE_HEADER_PX);
  fixture_show (fixture, session);
  g_object_get (fixture->timeline, "names-width", &names_px, NULL);
  g_assert_cmpint (names_px, >, WIDE_PX / 5);
  g_assert_cmpint (strata_timeline_get_header_width (STRATA_TIMELINE (fixture->timeline)), ==, STRATA_SCENE_HEADER_PX);

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), WIDE_PX, HEIGHT_PX);
  settle (fixture->timeline);
  g_assert_cmpint (strata_timeline_get_header_width (STRATA_TIMELINE (fixture->timeline)), ==, gtk_widget_get_width (fixture->canvas) / 5);
  act (fixture, "timeline.narrow-headers");
  settle (fixture->timeline);
  g_assert_cmpint (strata_timeline_get_header_width (STRATA_TIMELINE (fixture->timeline)), ==, gtk_widget_get_width (fixture->canvas) / 5 - 20);
  act (fixture, "timeline.reset-headers");
  settle (fixture->timeline);
  g_assert_cmpint (strata_timeline_get_header_width (STRATA_TIMELINE (fixture->timeline)), ==, gtk_widget_get_width (fixture->canvas) / 5);
}

/* A double-click on the edge fits the names, and the next one makes the width automatic again. */
static void
test_header_grip (Fixture *fixture,
                  gconstpointer data)
{
  StrataTimeline *timeline = STRATA_TIMELINE (fixture->timeline);
  GtkWidget *grip = gtk_widget_get_first_child (fixture->timeline);
  int chosen_px;

  while (!STRATA_IS_HEADER_GRIP (grip))
    grip = gtk_widget_get_next_sibling (grip);

  g_signal_emit_by_name (grip, "dragged", 400);
  settle (fixture->timeline);
  g_assert_cmpint (strata_timeline_get_header_width (timeline), ==, 400);

  g_signal_emit_by_name (grip, "fit-requested");
  settle (fixture->timeline);
  g_assert_cmpint (strata_timeline_get_header_width (timeline), <, STRATA_SCENE_HEADER_PX);

  g_signal_emit_by_name (grip, "fit-requested");
  settle (fixture->timeline);
  g_object_get (timeline, "header-width", &chosen_px, NULL);
  g_assert_cmpint (chosen_px, ==, 0);
  g_assert_cmpint (strata_timeline_get_header_width (timeline), ==, STRATA_SCENE_HEADER_PX);
}

static void
test_focus_ring (Fixture *fixture,
                 gconstpointer data)
{
  guint32 plain = get_last_pixel (fixture->canvas);

  gtk_window_set_focus_visible (GTK_WINDOW (fixture->window), TRUE);
  g_assert_true (gtk_widget_has_focus (fixture->canvas));
  g_assert_cmpuint (get_last_pixel (fixture->canvas), ==, strata_palette_get_light ()->overview_window);
  gtk_window_set_focus_visible (GTK_WINDOW (fixture->window), FALSE);
  g_assert_cmpuint (get_last_pixel (fixture->canvas), ==, plain);
}

static void
test_animated (Fixture *fixture,
               gconstpointer data)
{
  StrataSpan span = { 20 * FRAME_NS, 23 * FRAME_NS };
  StrataViewport expected = get_view (fixture);
  double begin_ns_per_px = expected.ns_per_px;

  set_animations (TRUE);
  strata_viewport_show (&expected, span, 0.1);
  strata_canvas_show_span (STRATA_CANVAS (fixture->canvas), span, 0.1);
  g_assert_cmpfloat (get_view (fixture).ns_per_px, ==, begin_ns_per_px);
  fixture_run_for (600);
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px, expected.ns_per_px, expected.ns_per_px / 1000);
  g_assert_cmpfloat_with_epsilon ((double) get_view (fixture).begin_ns, (double) expected.begin_ns, expected.ns_per_px);

  double factor = 1.5 * 1.5;

  act (fixture, "timeline.zoom-in");
  act (fixture, "timeline.zoom-in");
  fixture_run_for (800);
  g_assert_cmpfloat_with_epsilon (expected.ns_per_px / get_view (fixture).ns_per_px, factor, 0.01);
  g_assert_cmpuint (STRATA_CANVAS (fixture->canvas)->motion.tick_id, ==, 0);
}

static void
test_interrupted (Fixture *fixture,
                  gconstpointer data)
{
  set_animations (TRUE);
  strata_canvas_show_span (STRATA_CANVAS (fixture->canvas), (StrataSpan){ 0, FRAME_NS }, 0);
  strata_canvas_stop_motion (STRATA_CANVAS (fixture->canvas));

  StrataViewport stopped = get_view (fixture);

  fixture_run_for (300);
  g_assert_cmpfloat (get_view (fixture).ns_per_px, ==, stopped.ns_per_px);
}

/* Two jumps in quick succession: the second starts from the target of the first. */
static void
test_leaps (Fixture *fixture,
            gconstpointer data)
{
  const StrataSpan begin = { 10 * FRAME_NS, 12 * FRAME_NS };

  for (guint i = 0; i < 3; i++)
    strata_session_add_bookmark (fixture->session, (20 + 30 * (gint64) i) * FRAME_NS, STRATA_NONE, "");
  strata_view_show_span (strata_session_get_view (fixture->session), begin, 0);
  settle (fixture->timeline);

  set_animations (TRUE);
  act (fixture, "timeline.next-bookmark");
  g_assert_cmpint (get_view (fixture).begin_ns, ==, begin.begin_ns);
  fixture_run_for (60);
  g_assert_cmpint (get_view (fixture).begin_ns, !=, begin.begin_ns);
  g_assert_cmpint (strata_view_get_settled_span (strata_session_get_view (fixture->session)).begin_ns, ==, 19 * FRAME_NS);
  act (fixture, "timeline.next-bookmark");
  fixture_run_for (800);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, 49 * FRAME_NS);
  g_assert_cmpfloat_with_epsilon (get_view (fixture).ns_per_px * get_view (fixture).width_px, 2 * FRAME_NS, 1000);

  act (fixture, "timeline.next-bookmark");
  fixture_run_for (60);
  act (fixture, "timeline.zoom-in");
  fixture_run_for (800);
  g_assert_cmpint (get_view (fixture).begin_ns, !=, 79 * FRAME_NS);
}

/* Quick steps back do not add the views passed on the way to the history. */
static void
test_history_leaps (Fixture *fixture,
                    gconstpointer data)
{
  for (gint64 i = 0; i < 3; i++)
    {
      strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 30 * i * FRAME_NS, (30 * i + 2) * FRAME_NS }, 0);
      fixture_run_for (600);
    }

  set_animations (TRUE);
  strata_timeline_go_in_history (STRATA_TIMELINE (fixture->timeline), -1);
  fixture_run_for (60);
  strata_timeline_go_in_history (STRATA_TIMELINE (fixture->timeline), -1);
  fixture_run_for (800);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, 0);
  strata_timeline_go_in_history (STRATA_TIMELINE (fixture->timeline), 1);
  strata_timeline_go_in_history (STRATA_TIMELINE (fixture->timeline), 1);
  fixture_run_for (800);
  g_assert_cmpint (get_view (fixture).begin_ns, ==, 60 * FRAME_NS);
}

static void
test_inertia_ends (Fixture *fixture,
                   gconstpointer data)
{
  StrataCanvas *canvas = STRATA_CANVAS (fixture->canvas);

  set_animations (TRUE);
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 0, 20 * FRAME_NS }, 0);

  gint64 begin_ns = get_view (fixture).begin_ns;

  strata_canvas_set_inertia (canvas, 1000, 500);
  fixture_run_for (2500);
  g_assert_cmpint (get_view (fixture).begin_ns, >, begin_ns);
  g_assert_cmpfloat (get_scroll (fixture), >, 0);
  g_assert_cmpuint (canvas->motion.tick_id, ==, 0);
}

static void
test_freed (void)
{
  g_autoptr (StrataTrace) trace = make_trace ();
  g_autoptr (StrataSession) session = strata_session_new (trace);
  gpointer timeline = g_object_ref_sink (strata_timeline_new (session));

  g_object_add_weak_pointer (timeline, &timeline);
  g_object_unref (timeline);
  g_assert_null (timeline);
  g_assert_cmpuint (G_OBJECT (session)->ref_count, ==, 1);
}

#define ADD(path, function) g_test_add ("/timeline/" path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  ADD ("moves", test_moves);
  ADD ("zoom-keeps-middle", test_zoom_keeps_middle);
  ADD ("width", test_width);
  ADD ("select", test_select);
  ADD ("chain", test_chain);
  ADD ("zoom-selection", test_zoom_selection);
  ADD ("reveal", test_reveal);
  ADD ("toggle/group", test_toggle_group);
  ADD ("toggle/keeps-place", test_toggle_keeps_place);
  ADD ("toggle/from-inside", test_collapse_from_inside);
  ADD ("accessible/description", test_description);
  ADD ("accessible/labels", test_labels);
  ADD ("render", test_render);
  ADD ("header-width", test_header_width);
  ADD ("header-grip", test_header_grip);
  ADD ("header-names", test_header_names);
  ADD ("focus-ring", test_focus_ring);
  ADD ("kept-content", test_kept_content);
  ADD ("motion/animated", test_animated);
  ADD ("motion/leaps", test_leaps);
  ADD ("motion/history-leaps", test_history_leaps);
  ADD ("motion/interrupted", test_interrupted);
  ADD ("motion/inertia-ends", test_inertia_ends);
  g_test_add_func ("/timeline/freed", test_freed);

  return g_test_run ();
}
