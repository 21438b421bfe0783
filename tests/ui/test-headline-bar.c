/* test-headline-bar.c - the main finding above the timeline, and the first pane of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gtk/gtk.h>

#include "frames-script.h"
#include "strata-headline-bar.h"
#include "strata-opening.h"
#include "strata-resources.h"
#include "strata-session-found.h"
#include "ui-fixture.h"

/* The second frame of "app" is 4 ms late; "other" has one that is on time, and most slices. */
#define TWO_APPS "process 10 app\nprocess 12 other\nname 11 RenderThread\nevery VSYNC-app 0 100 40\n" \
                 "thread 10 10 100 Choreographer#doFrame;150 -;200 Choreographer#doFrame;340 -\n"     \
                 "thread 10 9 100 a;110 -\nthread 10 11 320 DrawFrame;330 -\n"                        \
                 "thread 12 12 300 Choreographer#doFrame;301 a;302 -;303 b;304 -;305 c;306 -;350 -\nend 4000"

static StrataSession *
open_script (const char *script)
{
  g_autoptr (StrataTrace) trace = script_trace (script);
  StrataSession *session = strata_session_new (trace);

  strata_findings_find_frames (strata_session_get_findings (session));
  strata_opening_arrange (session);
  return session;
}

/* Returns the window of a bar that has its text. */
static GtkWidget *
show_bar (GtkWidget *bar)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_child (GTK_WINDOW (window), bar);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (strata_headline_bar_get_text (STRATA_HEADLINE_BAR (bar)) != NULL);
  return window;
}

static void
test_late (void)
{
  g_autoptr (StrataSession) session = open_script (TWO_APPS);
  GtkWidget *bar = strata_headline_bar_new (session);
  GtkWidget *window = show_bar (bar);

  g_assert_cmpstr (strata_headline_bar_get_text (STRATA_HEADLINE_BAR (bar)), ==, "1 of 2 frames of app was late; it took 14.0\u00a0ms at 20\u00a0ms: in “Choreographer#doFrame”, running or waiting");

  g_assert_true (strata_headline_bar_show_finding (STRATA_HEADLINE_BAR (bar)));
  g_assert_cmpuint (strata_session_get_selected_frame (session), ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The headline of a log leads to a line. */
static void
test_log (void)
{
  g_autoptr (StrataSession) session = open_script ("log 0 I start: all is well\nlog 10 E net: no route\nlog 20 I end: done");
  GtkWidget *bar = strata_headline_bar_new (session);
  GtkWidget *window = show_bar (bar);

  g_assert_true (strata_headline_bar_show_finding (STRATA_HEADLINE_BAR (bar)));
  g_assert_cmpint (strata_session_get_selected_item (session).kind, ==, STRATA_ITEM_INSTANT);
  g_assert_cmpuint (strata_session_get_selected_item (session).index, ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Titles of the lanes that are laid out, from top to bottom. */
static char *
dup_titles (StrataSession *session)
{
  GString *text = g_string_new (NULL);
  StrataLaneWalk walk;
  const StrataLane *lane;

  strata_lane_walk_init (&walk, strata_session_get_lanes (session), 0.0, G_MAXINT);
  while ((lane = strata_lane_walk_next (&walk)) != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", lane->title);

  return g_string_free (text, FALSE);
}

static void
test_lanes (void)
{
  g_autoptr (StrataSession) session = open_script (TWO_APPS);
  g_autofree char *titles = dup_titles (session);

  g_assert_cmpstr (titles, ==, "app 10, Frames, 10, RenderThread 11, 9, Counters, other 12");
}

static void
test_one_process (void)
{
  g_autoptr (StrataSession) session = open_script ("process 10 app\nthread 10 10 100 a;150 -\nthread 10 11 100 b;150 -");
  g_autofree char *titles = dup_titles (session);

  g_assert_cmpstr (titles, ==, "app 10, 10, 11");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  strata_resources_register_resource ();

  g_test_add_func ("/headline-bar/late", test_late);
  g_test_add_func ("/headline-bar/log", test_log);
  g_test_add_func ("/opening/app-first", test_lanes);
  g_test_add_func ("/opening/one-process", test_one_process);
  return g_test_run ();
}
