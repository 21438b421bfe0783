/* test-preferences.c - the preferences window, and settings that apply at once
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-book.h"
#include "strata-preferences.h"

#include "strata-resources.h"
#include "strata-settings.h"
#include "strata-window.h"

#include "ui-fixture.h"

static GtkApplication *
get_app (void)
{
  static GtkApplication *app;

  if (app == NULL)
    {
      app = gtk_application_new ("org.strataviewer.Test", G_APPLICATION_NON_UNIQUE);
      g_application_register (G_APPLICATION (app), NULL, NULL);
    }

  return app;
}

/* The field of a label. */
static GtkWidget *
find_field (GtkWidget *root,
            const char *label)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_label (GTK_LABEL (root)), label))
    return gtk_label_get_mnemonic_widget (GTK_LABEL (root));

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_field (child, label);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static GtkWidget *
open_preferences (void)
{
  GtkWidget *window;

  strata_preferences_show (get_app (), NULL);
  window = g_object_get_data (G_OBJECT (get_app ()), "preferences");
  g_assert_nonnull (window);
  return window;
}

static StrataWindow *
open_text (const char *name,
           const char *text)
{
  g_autoptr (GFile) file = fixture_write (name, text);
  StrataWindow *window = strata_window_new (get_app ());

  strata_window_open (window, file);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  return window;
}

static StrataWindow *
open_trace (const char *name)
{
  return open_text (name, FIXTURE_TRACE);
}

static void
test_wheel (void)
{
  StrataWindow *trace = open_trace ("wheel.ftrace");
  GtkWidget *timeline = strata_trace_page_get_timeline (strata_window_get_trace_page (trace));
  GtkWidget *preferences = open_preferences ();
  GtkWidget *field = find_field (preferences, "Zoom with the _wheel, scroll with Ctrl and the wheel");
  gboolean is_zooming;

  g_object_get (timeline, "is-wheel-zooming", &is_zooming, NULL);
  g_assert_false (is_zooming);
  gtk_switch_set_active (GTK_SWITCH (field), TRUE);
  g_object_get (timeline, "is-wheel-zooming", &is_zooming, NULL);
  g_assert_true (is_zooming);
  gtk_switch_set_active (GTK_SWITCH (field), FALSE);
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_window_destroy (GTK_WINDOW (trace));
}

/* The colours of an open trace follow the setting, and the setting follows the menu. */
static void
test_colors (void)
{
  StrataWindow *trace = open_trace ("colors.ftrace");
  StrataView *view = strata_session_get_view (strata_trace_page_get_session (strata_window_get_trace_page (trace)));
  GtkWidget *preferences = open_preferences ();
  GtkWidget *field = find_field (preferences, "_Colours of slices");

  gtk_drop_down_set_selected (GTK_DROP_DOWN (field), 3);
  fixture_wait_until (strata_view_get_options (view).coloring == STRATA_COLORING_PROCESS);
  gtk_widget_activate_action (GTK_WIDGET (trace), "look.color-by", "s", "name");
  fixture_wait_until (gtk_drop_down_get_selected (GTK_DROP_DOWN (field)) == 0);
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_window_destroy (GTK_WINDOW (trace));
}

static void
test_first_pane (void)
{
  GtkWidget *preferences = open_preferences ();

  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_field (preferences, "_Show first")), 4);

  StrataWindow *trace = open_trace ("pane.ftrace");

  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (trace)), STRATA_TYPE_PANE_BOOK))), ==, "slices");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_field (preferences, "_Show first")), 0);
  gtk_window_destroy (GTK_WINDOW (preferences));
  gtk_window_destroy (GTK_WINDOW (trace));
}

/* A trace without calls has no profile. One with scheduling opens on CPU usage. */
static void
test_answer_without_calls (void)
{
  StrataWindow *window = open_text ("switches.ftrace", "# tracer: nop\n"
                                                       "app-10 (10) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=10 next_prio=120\n"
                                                       "app-10 (10) [000] d..2 1.010000: sched_switch: prev_comm=app prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n");

  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))), ==, "usage");
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Opening it twice shows one window, and Escape closes it. */
static void
test_window (void)
{
  GtkWidget *preferences = open_preferences ();

  g_assert_true (open_preferences () == preferences);
  gtk_widget_activate_action (preferences, "window.close", NULL);
  g_assert_null (g_object_get_data (G_OBJECT (get_app ()), "preferences"));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/preferences/wheel", test_wheel);
  g_test_add_func ("/preferences/colours", test_colors);
  g_test_add_func ("/preferences/first-pane", test_first_pane);
  g_test_add_func ("/preferences/answer-without-calls", test_answer_without_calls);
  g_test_add_func ("/preferences/window", test_window);

  return g_test_run ();
}
