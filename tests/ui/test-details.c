/* test-details.c - what is selected, in the pane, copied and searched for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "strata-resources.h"
#include "strata-session-search.h"
#include "strata-trace-page.h"
#include "strata-window.h"

#include "ui-fixture.h"

#define TRACE                                                                                            \
  "# tracer: nop\n"                                                                                      \
  "#\n"                                                                                                  \
  "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|H:load|I33|url=http://a,size=12\n" \
  "  app-100   (  100) [000] .... 1.002000: tracing_mark_write: E|100|I33\n"                             \
  "  app-100   (  100) [000] .... 1.003000: tracing_mark_write: B|100|H:load|I33|url=http://b,size=12\n" \
  "  app-100   (  100) [000] .... 1.006000: tracing_mark_write: E|100|I33\n"

typedef struct
{
  StrataWindow *window;
  StrataSession *session;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GFile) file = fixture_write ("details.ftrace", TRACE);

  fixture->window = strata_window_new (NULL);
  strata_window_open (fixture->window, file);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_window_get_trace_page (fixture->window) != NULL);
  fixture->session = strata_trace_page_get_session (strata_window_get_trace_page (fixture->window));
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-selection", NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer gone = fixture->window;

  g_object_add_weak_pointer (G_OBJECT (fixture->window), &gone);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture_wait_until (gone == NULL);
}

/* The button whose action searches for @search. */
static GtkWidget *
find_button (GtkWidget *root,
             const char *search)
{
  if (GTK_IS_BUTTON (root))
    {
      GVariant *target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (root));
      const gboolean is_search = g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (root)), "win.search") == 0;

      if (is_search && g_str_equal (g_variant_get_string (target, NULL), search))
        return root;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, search);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
test_search (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *search;
    guint32 n_hits;
  } cases[] = {
    { "name=\"load\"", 2 },
    { "tid=100", 2 },
    { "dur>=3000000ns", 1 },
    { "level=\"INFO\"", 2 },
    { "arg.url=\"http://b\"", 1 },
    { "arg.size=\"12\"", 2 },
  };

  strata_session_select_slice (fixture->session, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *button = find_button (GTK_WIDGET (fixture->window), cases[i].search);

      g_assert_nonnull (button);
      gtk_widget_activate (button);
      fixture_wait_until (g_str_equal (strata_session_get_search (fixture->session), cases[i].search));
      fixture_wait_until (!strata_session_is_search_running (fixture->session));
      g_assert_cmpuint (strata_session_get_n_hits (fixture->session, NULL), ==, cases[i].n_hits);
    }
}

/* Buttons are those of what is selected, and nothing is left of what was before. */
static void
test_next (Fixture *fixture,
           gconstpointer data)
{
  strata_session_select_slice (fixture->session, 0);
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://a\""));
  strata_session_select_slice (fixture->session, 1);
  g_assert_null (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://a\""));
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://b\""));
}

static void
test_copy (Fixture *fixture,
           gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  g_auto (GValue) text = G_VALUE_INIT;

  g_value_init (&text, G_TYPE_STRING);
  strata_session_select_slice (fixture->session, 1);
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.copy-selection", NULL);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (clipboard), &text, NULL));
  g_assert_true (g_str_has_prefix (g_value_get_string (&text), "load\nDuration: 3.00\u00a0ms\n"));
  g_assert_nonnull (strstr (g_value_get_string (&text), "\nThread: app 100\n"));
  g_assert_nonnull (strstr (g_value_get_string (&text), "\nurl: http://b\nsize: 12\n"));
}

static void
add (const char *path,
     void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();
  add ("/details/search", test_search);
  add ("/details/next", test_next);
  add ("/details/copy", test_copy);

  return g_test_run ();
}
