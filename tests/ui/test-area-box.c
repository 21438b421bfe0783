/* test-area-box.c - statistics of the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gtk/gtk.h>

#include "strata-area-box.h"
#include "strata-resources.h"
#include "strata-selection-pane.h"
#include "strata-session-area.h"
#include "strata-trace-builder.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  GtkWidget *pane;
  StrataAreaBox *box;
  StrataSession *session;
} Fixture;

static void
add_slice (StrataTraceBuilder *builder,
           gint64 tid,
           gint64 begin_ns,
           gint64 end_ns,
           const char *name)
{
  const guint32 thread = strata_trace_builder_get_thread (builder, tid);
  const guint32 id = strata_string_pool_intern (strata_trace_builder_get_strings (builder), name, strlen (name));

  strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, id, STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, thread, end_ns, STRATA_NO_TIME, 0);
}

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  add_slice (builder, 1, 0, 1000, "begin");
  add_slice (builder, 1, 2000, 5000, "load");
  add_slice (builder, 1, 6000, 7000, "load");
  add_slice (builder, 1, 7500, 9500, "draw");
  add_slice (builder, 1, 90000, 100000, "end");
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static GtkWidget *
find_child (GtkWidget *widget,
            GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_child (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  fixture->session = strata_session_new (trace);
  fixture->pane = g_object_new (STRATA_TYPE_SELECTION_PANE, NULL);
  fixture->box = STRATA_AREA_BOX (find_child (fixture->pane, STRATA_TYPE_AREA_BOX));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 300);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->pane);
  strata_selection_pane_set_session (STRATA_SELECTION_PANE (fixture->pane), fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->session);
}

/* Waits until the worker's summary differs from the one before. */
static void
wait_for_summary (Fixture *fixture)
{
  g_autofree char *before = g_strdup (gtk_label_get_label (GTK_LABEL (fixture_find_widget (GTK_WIDGET (fixture->box), GTK_TYPE_LABEL))));

  while (g_str_equal (gtk_label_get_label (GTK_LABEL (fixture_find_widget (GTK_WIDGET (fixture->box), GTK_TYPE_LABEL))), before))
    g_main_context_iteration (NULL, TRUE);
}

static void
select_area (Fixture *fixture,
             gint64 begin_ns,
             gint64 end_ns)
{
  const guint32 lane = strata_lanes_find_track (strata_session_get_lanes (fixture->session), 0);

  strata_session_set_area (fixture->session, (StrataSpan){ begin_ns, end_ns }, lane, lane);
  wait_for_summary (fixture);
}

static void
test_rows (Fixture *fixture,
           gconstpointer data)
{
  select_area (fixture, 4000, 9000);

  g_autofree char *text = strata_area_box_dup_text (fixture->box);

  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (fixture_find_widget (GTK_WIDGET (fixture->box), GTK_TYPE_LABEL))), ==, "5.00\302\240µs from 4.00\302\240µs on · 1 lane · 3 items");
  g_assert_cmpstr (text, ==,
                   "Name\tCount\tTotal\tMean\tLongest\n"
                   "load\t2\t2.00\302\240µs\t1.00\302\240µs\t1.00\302\240µs\n"
                   "draw\t1\t1.50\302\240µs\t1.50\302\240µs\t1.50\302\240µs\n");
}

/* In a narrow sidebar the summary has more lines; nothing of it is left out. */
static void
test_narrow (Fixture *fixture,
             gconstpointer data)
{
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 320, 300);
  fixture_wait_until (gtk_widget_get_width (fixture->pane) > 0 && gtk_widget_get_width (fixture->pane) < 400);
  select_area (fixture, 4000, 9000);

  GtkLabel *summary = GTK_LABEL (fixture_find_widget (GTK_WIDGET (fixture->box), GTK_TYPE_LABEL));

  fixture_wait_until (gtk_widget_get_width (GTK_WIDGET (summary)) > 0);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (summary)));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (summary)), >, 1);
}

static const char *
get_page (Fixture *fixture)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (gtk_widget_get_parent (GTK_WIDGET (fixture->box))));
}

/* The latest selection is shown. Clearing the area or the item keeps the other. */
static void
test_pages (Fixture *fixture,
            gconstpointer data)
{
  g_assert_cmpstr (get_page (fixture), ==, "none");
  select_area (fixture, 20000, 30000);
  g_assert_cmpstr (get_page (fixture), ==, "area");
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (fixture_find_widget (GTK_WIDGET (fixture->box), GTK_TYPE_LABEL))), "0 items"));
  strata_session_select_slice (fixture->session, 1);
  g_assert_cmpstr (get_page (fixture), ==, "item");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->box), "area.clear", NULL));
  g_assert_cmpstr (get_page (fixture), ==, "item");
  select_area (fixture, 4000, 9000);
  g_assert_cmpstr (get_page (fixture), ==, "area");
  strata_session_select (fixture->session, (StrataItem){ STRATA_ITEM_NONE, 0, STRATA_NONE, 1 });
  g_assert_cmpstr (get_page (fixture), ==, "area");
  strata_session_clear_area (fixture->session);
  g_assert_cmpstr (get_page (fixture), ==, "none");
}

/* A pane that is made later shows the area: the item may be selected with the main finding. */
static void
test_late (Fixture *fixture,
           gconstpointer data)
{
  select_area (fixture, 4000, 9000);
  strata_session_select_slice (fixture->session, 1);
  g_assert_cmpstr (get_page (fixture), ==, "item");

  StrataSelectionPane *late = g_object_ref_sink (g_object_new (STRATA_TYPE_SELECTION_PANE, NULL));
  GtkWidget *box = find_child (GTK_WIDGET (late), STRATA_TYPE_AREA_BOX);

  strata_selection_pane_set_session (late, fixture->session);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (gtk_widget_get_parent (box))), ==, "area");
  g_object_unref (late);
}

static void
test_activate (Fixture *fixture,
               gconstpointer data)
{
  GtkWidget *view = find_child (GTK_WIDGET (fixture->box), GTK_TYPE_COLUMN_VIEW);

  select_area (fixture, 0, 9000);
  g_signal_emit_by_name (view, "activate", 0);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, 1);
}

#define ADD(path, function) g_test_add ("/area-box/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  ADD ("rows", test_rows);
  ADD ("narrow", test_narrow);
  ADD ("pages", test_pages);
  ADD ("late", test_late);
  ADD ("activate", test_activate);
  return g_test_run ();
}
