/* test-details.c - details of the selection: shown, copied and searched for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "strata-help.h"
#include "strata-resources.h"
#include "strata-trace-page.h"
#include "strata-window.h"

#include "clipboard-fixture.h"
#include "ui-fixture.h"

#define TRACE                                                                                            \
  "# tracer: nop\n"                                                                                      \
  "#\n"                                                                                                  \
  "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|H:load|I33|url=http://a,size=12\n" \
  "  app-100   (  100) [000] .... 1.002000: tracing_mark_write: E|100|I33\n"                             \
  "  app-100   (  100) [000] .... 1.002000: tracing_mark_write: B|100|H:frame|I33\n"                     \
  "  app-100   (  100) [000] .... 1.003000: tracing_mark_write: B|100|H:load|I33|url=http://b,size=12\n" \
  "  app-100   (  100) [000] .... 1.004000: tracing_mark_write: C|100|H:mem|10\n"                        \
  "  app-100   (  100) [000] .... 1.005000: tracing_mark_write: C|100|H:mem|30\n"                        \
  "  app-100   (  100) [000] .... 1.006000: tracing_mark_write: E|100|I33\n"                             \
  "  app-100   (  100) [000] .... 1.010000: tracing_mark_write: E|100|I33\n"

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
    { "tid=100", 3 },
    { "dur>=3000000ns", 2 },
    { "level=\"INFO\"", 3 },
    { "arg.url=\"http://b\"", 1 },
    { "arg.size=\"12\"", 2 },
  };

  strata_session_select_slice (fixture->session, 2);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *button = find_button (GTK_WIDGET (fixture->window), cases[i].search);

      g_assert_nonnull (button);
      gtk_widget_activate (button);
      fixture_wait_until (g_str_equal (strata_findings_get_search (strata_session_get_findings (fixture->session)), cases[i].search));
      fixture_wait_until (!strata_findings_is_search_running (strata_session_get_findings (fixture->session)));
      g_assert_cmpuint (strata_findings_get_n_hits (strata_session_get_findings (fixture->session), NULL), ==, cases[i].n_hits);
    }
}

/* The buttons belong to the selected item, and none is left of the one before. */
static void
test_next (Fixture *fixture,
           gconstpointer data)
{
  strata_session_select_slice (fixture->session, 0);
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://a\""));
  strata_session_select_slice (fixture->session, 2);
  g_assert_null (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://a\""));
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->window), "arg.url=\"http://b\""));
}

static char *
dup_copied (Fixture *fixture)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));

  gdk_clipboard_set_text (clipboard, "");

  GdkContentProvider *before = gdk_clipboard_get_content (clipboard);

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.copy-selection", NULL);
  fixture_wait_until (gdk_clipboard_get_content (clipboard) != before);
  return fixture_dup_clipboard (GTK_WIDGET (fixture->window));
}

/* The copy includes the results of a worker. */
static void
test_copy (Fixture *fixture,
           gconstpointer data)
{
  static const char *const lines[] = {
    "\nThread: app 100\n",
    "\nurl: http://b\nsize: 12\n",
    "\nShare of its name: 60.0\u00a0% of 5.00\u00a0ms\n",
    "\nShare of its thread: 30.0\u00a0% of 10.0\u00a0ms\n",
    "\nShare of its process: 30.0\u00a0% of 10.0\u00a0ms\n",
    "\nCalls: 2\nTotal: 5.00\u00a0ms, 50.0\u00a0% of all calls\nTotal self time: 5.00\u00a0ms, 50.0\u00a0% of all calls\n",
    "\n95 %: 3.00\u00a0ms\n",
    "\nCalled by\nframe: 1 call, 3.00\u00a0ms, 60.0\u00a0%\n(no caller): 1 call, 2.00\u00a0ms, 40.0\u00a0%\n",
  };

  strata_session_select_slice (fixture->session, 2);

  g_autofree char *text = dup_copied (fixture);

  g_assert_true (g_str_has_prefix (text, "load\nDuration: 3.00\u00a0ms\n"));
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_nonnull (strstr (text, lines[i]));
}

/* The button that jumps to a slice; NULL if there is none. */
static GtkWidget *
find_link (GtkWidget *root,
           guint32 slice)
{
  GVariant *target = GTK_IS_BUTTON (root) ? gtk_actionable_get_action_target_value (GTK_ACTIONABLE (root)) : NULL;

  if (target != NULL && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (root)), "fact.select") == 0 && g_variant_get_uint32 (target) == slice)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_link (child, slice);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
unfold (GtkWidget *root)
{
  if (GTK_IS_EXPANDER (root))
    gtk_expander_set_expanded (GTK_EXPANDER (root), TRUE);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    unfold (child);
}

static void
test_caller (Fixture *fixture,
             gconstpointer data)
{
  strata_session_select_slice (fixture->session, 0);
  unfold (GTK_WIDGET (fixture->window));
  fixture_wait_until (find_link (GTK_WIDGET (fixture->window), 1) != NULL);
  g_assert_nonnull (find_button (GTK_WIDGET (fixture->window), "name=\"frame\""));
  gtk_widget_activate (find_link (GTK_WIDGET (fixture->window), 1));
  fixture_wait_until (strata_session_get_selected_item (fixture->session).index == 1);
}

static gboolean
has_label (GtkWidget *root,
           const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_label (GTK_LABEL (root)), text))
    return gtk_widget_get_mapped (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;

  return FALSE;
}

/* From 4 to 10 ms, the value is 10 in one of them and 30 in the others. Another view has another mean. */
static void
test_counter (Fixture *fixture,
              gconstpointer data)
{
  GtkWidget *window = GTK_WIDGET (fixture->window);

  strata_view_show_all (strata_session_get_view (fixture->session));
  strata_session_select (fixture->session, (StrataItem){ STRATA_ITEM_SAMPLE, 0, STRATA_NONE, 1 });
  fixture_wait_until (has_label (window, "In visible time range") && has_label (window, "2 times") && has_label (window, "26.7"));
  g_assert_nonnull (find_button (window, "name=\"mem\" value=10"));
  g_assert_nonnull (find_button (window, "name=\"mem\" value>26"));

  g_autofree char *text = dup_copied (fixture);

  g_assert_nonnull (strstr (text, "\nIn visible time range\nLowest: 10\nHighest: 30\nMean: 26.7\nChange: +20 in "));

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 1006000000, 1008000000 }, 0);
  fixture_wait_until (has_label (window, "0 times") && !has_label (window, "26.7"));
  strata_session_select_slice (fixture->session, 0);
  g_assert_false (has_label (window, "In visible time range"));
}

/* The first help button in @root. */
static GtkWidget *
find_help (GtkWidget *root)
{
  if (GTK_IS_BUTTON (root) && g_strcmp0 (gtk_widget_get_tooltip_text (root), "Help on this pane (F1)") == 0)
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_help (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* F1 searches for a help page from the pane outwards, and so does the button on the tabs. */
static void
test_help (Fixture *fixture,
           gconstpointer data)
{
  StrataTracePage *page = strata_window_get_trace_page (fixture->window);
  const struct
  {
    const char *pane;
    const char *help;
  } rows[] = {
    { "frames", "slow-frame" },
    { "tree", "profile" },
    { "usage", "usage" },
    { "bookmarks", "send" },
    { "report", "warnings" },
    { "query", "sql" },
  };

  g_assert_cmpstr (strata_help_get_page (GTK_WIDGET (fixture->window)), ==, "index");
  g_assert_cmpstr (strata_help_get_page (strata_trace_page_get_timeline (page)), ==, "lanes");
  g_assert_cmpstr (strata_help_get_page (strata_trace_page_get_pane_widget (page, "selection")), ==, "critical-path");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      strata_trace_page_show_pane (page, rows[i].pane);

      GtkWidget *pane = strata_trace_page_get_pane_widget (page, rows[i].pane);
      GtkWidget *button = find_help (gtk_widget_get_ancestor (pane, GTK_TYPE_NOTEBOOK));

      g_assert_cmpstr (strata_help_get_page (pane), ==, rows[i].help);
      g_assert_cmpstr (strata_help_get_page (button), ==, rows[i].help);
      g_assert_true (gtk_widget_get_focusable (button));
      gtk_test_accessible_assert_property (button, GTK_ACCESSIBLE_PROPERTY_LABEL, "Help on this pane");
    }
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
  add ("/details/caller", test_caller);
  add ("/details/counter", test_counter);
  add ("/details/help", test_help);

  return g_test_run ();
}
