/* test-flame-pane.c - the flame graph pane and the session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame-canvas.h"
#include "strata-flame-pane.h"

#include <string.h>

#include "strata-flame-actions.h"
#include "strata-loader.h"
#include "strata-resources.h"
#include "strata-scope-model.h"

#include "pointer-fixture.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  StrataFlamePane *pane; /* borrowed from the window */
  StrataFlameCanvas *canvas;
  StrataSession *session;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (FIXTURE_TRACE, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  fixture->session = strata_session_new (trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 900);
  fixture->pane = STRATA_FLAME_PANE (strata_flame_pane_new (fixture->session));
  fixture->canvas = STRATA_FLAME_CANVAS (fixture_find_nth (GTK_WIDGET (fixture->pane), STRATA_TYPE_FLAME_CANVAS, 0));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 300);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_flame_canvas_get_flame (fixture->canvas) != NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->session);
}

static void
activate (Fixture *fixture,
          const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), action, NULL);
}

static void
assert_selected (Fixture *fixture,
                 const char *expected)
{
  g_autofree char *label = strata_flame_dup_label (strata_flame_canvas_get_flame (fixture->canvas), strata_flame_canvas_get_selected (fixture->canvas));
  StrataTrace *trace = strata_session_get_trace (fixture->session);

  g_assert_cmpstr (label, ==, expected);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_selection_get_highlight (strata_session_get_selection (fixture->session))), ==, expected);
}

static void
wait_for_other (Fixture *fixture,
                StrataFlame *seen)
{
  fixture_wait_until (strata_flame_canvas_get_flame (fixture->canvas) != NULL && strata_flame_canvas_get_flame (fixture->canvas) != seen);
}

static StrataFlame *
new_large_chart (void)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 25000; i++)
    g_string_append_printf (text,
                            "  app-100   (  100) [000] .... %u.%06u: tracing_mark_write: B|100|%s\n"
                            "  app-100   (  100) [000] .... %u.%06u: tracing_mark_write: E|100\n",
                            1 + i / 1000, i % 1000 * 1000, i % 5 == 0 ? "fifth" : "other", 1 + i / 1000, i % 1000 * 1000 + 1);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, -1, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "large", NULL, NULL, NULL, &error);

  g_assert_no_error (error);

  const StrataScope scope = strata_scope_everything (trace);

  return strata_flame_new_chart (trace, &scope, STRATA_COLORING_NAME);
}

static void
count_found (guint *n_found)
{
  ++*n_found;
}

/* A search among many calls does not block: old results stay until it is done, and the newest search wins. */
static void
test_search_large (void)
{
  g_autoptr (StrataFlameCanvas) canvas = g_object_ref_sink (STRATA_FLAME_CANVAS (g_object_new (STRATA_TYPE_FLAME_CANVAS, NULL)));
  StrataFlame *chart = new_large_chart ();
  guint n_found = 0;

  g_signal_connect_swapped (canvas, "found", G_CALLBACK (count_found), &n_found);
  strata_flame_canvas_take_flame (canvas, chart);
  strata_flame_canvas_search (canvas, "o");
  strata_flame_canvas_search (canvas, "x");
  strata_flame_canvas_search (canvas, "fift");
  g_assert_true (strata_flame_canvas_is_searching (canvas));
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 0);
  fixture_wait_until (!strata_flame_canvas_is_searching (canvas));
  g_assert_cmpuint (n_found, ==, 1);
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 5000 * 1000);

  strata_flame_canvas_search (canvas, "other");
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 5000 * 1000);
  fixture_wait_until (!strata_flame_canvas_is_searching (canvas));
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 20000 * 1000);

  /* a chart that comes with another search is searched again, one with the same search is not */
  chart = new_large_chart ();
  strata_flame_search (chart, "fifth");
  strata_flame_canvas_take_flame (canvas, chart);
  g_assert_true (strata_flame_canvas_is_searching (canvas));
  fixture_wait_until (!strata_flame_canvas_is_searching (canvas));
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 20000 * 1000);
  strata_flame_canvas_take_flame (canvas, strata_flame_ref (chart));
  g_assert_false (strata_flame_canvas_is_searching (canvas));

  /* an empty search needs no worker, and the search of a chart that is gone is dropped */
  strata_flame_canvas_search (canvas, "");
  g_assert_false (strata_flame_canvas_is_searching (canvas));
  g_assert_cmpint (strata_flame_get_found_ns (chart), ==, 0);
  strata_flame_canvas_search (canvas, "fifth");
  strata_flame_canvas_take_flame (canvas, NULL);
  g_assert_false (strata_flame_canvas_is_searching (canvas));
  g_assert_cmpuint (n_found, ==, 3);
}

/* Keys move from box to box, and the calls of the selected one are underlined on the timeline. */
static void
test_walk (Fixture *fixture,
           gconstpointer data)
{
  activate (fixture, "flame.inner");
  assert_selected (fixture, "frame");
  activate (fixture, "flame.inner");
  assert_selected (fixture, "draw");
  activate (fixture, "flame.next");
  assert_selected (fixture, "measure");
  activate (fixture, "flame.next");
  assert_selected (fixture, "measure");
  activate (fixture, "flame.previous");
  activate (fixture, "flame.outer");
  activate (fixture, "flame.outer");
  assert_selected (fixture, "frame");

  activate (fixture, "flame.show-longest-call");
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);
}

/* The zoom is kept in another scope. */
static void
test_zoom (Fixture *fixture,
           gconstpointer data)
{
  activate (fixture, "flame.inner");
  activate (fixture, "flame.zoom-in");
  g_assert_cmpuint (strata_flame_canvas_get_root (fixture->canvas), ==, strata_flame_canvas_get_selected (fixture->canvas));

  StrataFlame *seen = strata_flame_canvas_get_flame (fixture->canvas);

  strata_scope_model_set_choice (strata_scope_model_get (fixture->session), STRATA_SCOPE_WINDOW);
  wait_for_other (fixture, seen);
  g_assert_cmpuint (strata_flame_canvas_get_root (fixture->canvas), !=, STRATA_CALL_TREE_ROOT);

  activate (fixture, "flame.zoom-all");
  g_assert_cmpuint (strata_flame_canvas_get_root (fixture->canvas), ==, STRATA_CALL_TREE_ROOT);
}

static void
test_directions (Fixture *fixture,
                 gconstpointer data)
{
  StrataFlame *seen = strata_flame_canvas_get_flame (fixture->canvas);
  StrataFlameFrame frame;

  activate (fixture, "flame.inverted");
  wait_for_other (fixture, seen);
  activate (fixture, "flame.inner");
  assert_selected (fixture, "draw");

  activate (fixture, "flame.upwards");
  strata_flame_canvas_get_frame (fixture->canvas, &frame);
  g_assert_true (frame.is_upwards);
}

static void
wait_for_chart (Fixture *fixture,
                gboolean is_chart)
{
  fixture_wait_until (strata_flame_canvas_get_flame (fixture->canvas) != NULL && strata_flame_is_chart (strata_flame_canvas_get_flame (fixture->canvas)) == is_chart);
}

/* The calls in time order: keys move on, and the zoom survives another scope and back. */
static void
test_chart (Fixture *fixture,
            gconstpointer data)
{
  StrataFlameFrame frame;

  gtk_widget_grab_focus (GTK_WIDGET (fixture->canvas));
  activate (fixture, "flame.upwards");
  activate (fixture, "flame.chart");
  wait_for_chart (fixture, TRUE);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == GTK_WIDGET (fixture->canvas));
  strata_flame_canvas_get_frame (fixture->canvas, &frame);
  g_assert_false (frame.is_upwards);

  activate (fixture, "flame.inner");
  assert_selected (fixture, "frame");
  activate (fixture, "flame.inner");
  activate (fixture, "flame.zoom-in");

  guint32 root = strata_flame_canvas_get_root (fixture->canvas);

  g_assert_cmpuint (root, !=, STRATA_CALL_TREE_ROOT);
  activate (fixture, "flame.show-longest-call");
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);

  StrataFlame *seen = strata_flame_canvas_get_flame (fixture->canvas);

  strata_scope_model_set_choice (strata_scope_model_get (fixture->session), STRATA_SCOPE_WINDOW);
  wait_for_other (fixture, seen);
  g_assert_cmpuint (strata_flame_canvas_get_root (fixture->canvas), ==, root);

  activate (fixture, "flame.zoom-out");
  activate (fixture, "flame.zoom-all");
  g_assert_cmpuint (strata_flame_canvas_get_root (fixture->canvas), ==, STRATA_CALL_TREE_ROOT);

  activate (fixture, "flame.chart");
  wait_for_chart (fixture, FALSE);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (fixture->window)) == GTK_WIDGET (fixture->canvas));
  strata_flame_canvas_get_frame (fixture->canvas, &frame);
  g_assert_true (frame.is_upwards);
}

static gboolean
is_chart (Fixture *fixture)
{
  gboolean value;

  g_object_get (fixture->pane, "chart", &value, NULL);
  return value;
}

/* Keys of the pane work outside the graph too; single letters belong to the timeline. */
static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  GtkWidget *search = fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *button = fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_TOGGLE_BUTTON);

  gtk_widget_grab_focus (button);
  pointer_send ("mousemove 400 200 sleep 0.1 key ctrl+alt+c");
  fixture_wait_until (is_chart (fixture));
  pointer_send ("key ctrl+alt+c");
  fixture_wait_until (!is_chart (fixture));

  gtk_widget_grab_focus (GTK_WIDGET (fixture->canvas));
  pointer_send ("key ctrl+alt+c");
  fixture_wait_until (is_chart (fixture));

  gtk_widget_grab_focus (search);
  pointer_send ("key c key b");
  fixture_wait_until (g_str_equal (gtk_editable_get_text (GTK_EDITABLE (search)), "cb"));
  g_assert_true (is_chart (fixture));
}

static void
test_export (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = fixture_write ("flame.svg", "");
  g_autoptr (GFile) other = fixture_write ("flame.txt", "");
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (strata_flame_actions_export (fixture->canvas, file, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_load_contents (file, NULL, &content, NULL, NULL, NULL));
  g_assert_nonnull (strstr (content, "<svg"));

  g_assert_false (strata_flame_actions_export (fixture->canvas, other, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  ADD ("/flame-pane/walk", test_walk);
  ADD ("/flame-pane/zoom", test_zoom);
  ADD ("/flame-pane/directions", test_directions);
  ADD ("/flame-pane/chart", test_chart);
  ADD ("/flame-pane/keys", test_keys);
  ADD ("/flame-pane/export", test_export);
  g_test_add_func ("/flame-pane/search-large", test_search_large);

  return g_test_run ();
}
