/* test-leaks.c - closed windows, sessions, traces and panes are freed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <malloc.h>

#include "strata-compare-window.h"
#include "strata-menu-model.h"
#include "strata-open-request.h"
#include "strata-panes.h"
#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-trace-files.h"
#include "strata-window.h"

#include "ui-fixture.h"

/* As many rounds as a run of all tests has time for. The suite soak sets STRATA_LEAK_ROUNDS for
 * more, and then checks memory too. */
#define N_ROUNDS 2
#define N_WARM_UP_ROUNDS 5

/* GTK 4.8 keeps the empty sections of menus (strata-menu-model.c), and caches fill up late. */
#define MOST_BYTES_A_ROUND (32 * 1024)

/* Type names of the objects that must be freed, by address. */
static GHashTable *alive;

static guint
get_n_rounds (void)
{
  const char *given = g_getenv ("STRATA_LEAK_ROUNDS");

  return given != NULL ? (guint) g_ascii_strtoull (given, NULL, 10) : N_ROUNDS;
}

/* Counts rounds. Allocated memory must not grow from one to the next, once caches are filled. Zero-initialized. */
typedef struct
{
  guint n_done;
  gsize n_begin_bytes;
} Rounds;

static gboolean
has_more_rounds (Rounds *rounds)
{
  const gsize n_bytes = mallinfo2 ().uordblks;
  const guint n_rounds = get_n_rounds ();

  if (rounds->n_done == N_WARM_UP_ROUNDS)
    rounds->n_begin_bytes = n_bytes;
  if (rounds->n_done < n_rounds)
    {
      rounds->n_done++;
      return TRUE;
    }

  if (n_rounds > 2 * N_WARM_UP_ROUNDS)
    {
      const gssize growth = ((gssize) n_bytes - (gssize) rounds->n_begin_bytes) / (gssize) (n_rounds - N_WARM_UP_ROUNDS);

      g_test_message ("%" G_GSSIZE_FORMAT " bytes a round", growth);
      g_assert_cmpint (growth, <, MOST_BYTES_A_ROUND);
    }
  return FALSE;
}

static void
on_gone (gpointer user_data,
         GObject *object)
{
  g_hash_table_remove (alive, object);
}

static void
watch (gpointer object)
{
  if (object == NULL || !g_hash_table_insert (alive, object, (gpointer) G_OBJECT_TYPE_NAME (object)))
    return;

  g_object_weak_ref (object, on_gone, NULL);
}

/* Watches a widget and its descendants, except the tooltip, which all windows share. */
static void
watch_widget (GtkWidget *widget)
{
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkTooltipWindow"))
    return;

  watch (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    watch_widget (child);
}

static void
watch_session (StrataSession *session)
{
  watch (session);
  watch (strata_session_get_trace (session));
  watch (strata_trace_get_base (strata_session_get_trace (session)));
  watch (strata_scope_model_get (session));
}

/* Names the objects that are left, since a number alone does not help. */
static void
assert_all_gone (const char *when)
{
  const gint64 end_us = g_get_monotonic_time () + FIXTURE_PATIENCE_S * G_USEC_PER_SEC;
  GHashTableIter iter;
  gpointer name;

  while (g_hash_table_size (alive) > 0 && g_get_monotonic_time () < end_us)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);

  gpointer object;

  g_hash_table_iter_init (&iter, alive);
  while (g_hash_table_iter_next (&iter, &object, &name))
    g_test_message ("%s: %s has %u references", when, (char *) name, G_OBJECT (object)->ref_count);

  g_assert_cmpuint (g_hash_table_size (alive), ==, 0);
}

static StrataWindow *
open_window (GFile *file)
{
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (strata_window_get_trace_page (window) != NULL && gtk_widget_get_mapped (GTK_WIDGET (strata_window_get_trace_page (window))));

  return window;
}

static StrataSession *
get_session (StrataWindow *window)
{
  return strata_trace_page_get_session (strata_window_get_trace_page (window));
}

static void
show_all_panes (StrataWindow *window)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-%s", panes[i].name);

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
      fixture_run_for (20);
    }
}

static void
test_window (void)
{
  g_autoptr (GFile) file = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  StrataWindow *kept = open_window (file);

  Rounds rounds = { 0 };

  while (has_more_rounds (&rounds))
    {
      StrataWindow *window = open_window (file);

      watch_session (get_session (window));
      watch_widget (GTK_WIDGET (window));
      gtk_window_destroy (GTK_WINDOW (window));
      assert_all_gone ("window closed");
    }

  gtk_window_destroy (GTK_WINDOW (kept));
}

/* GTK 4.8 never frees the sections of a menu, so they must be empty. */
static void
test_menu (void)
{
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) submenu = g_menu_new ();

  g_menu_append (submenu, "One", "win.one");
  g_menu_append_submenu (section, "More", G_MENU_MODEL (submenu));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  gtk_window_set_child (GTK_WINDOW (window), button);
  strata_menu_model_show (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  strata_menu_model_show (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (submenu)), ==, 1);

  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (menu)), ==, 0);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (section)), ==, 0);
  g_assert_cmpint (g_menu_model_get_n_items (G_MENU_MODEL (submenu)), ==, 0);
}

static void
test_panes (void)
{
  g_autoptr (GFile) file = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  for (guint i = 0; i < n_panes; i++)
    {
      StrataWindow *window = open_window (file);
      g_autofree char *action = g_strdup_printf ("win.show-%s", panes[i].name);

      strata_session_select_slice (get_session (window), 1);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
      fixture_run_for (20);
      watch_session (get_session (window));
      watch_widget (GTK_WIDGET (window));
      gtk_window_destroy (GTK_WINDOW (window));
      assert_all_gone (panes[i].name);
    }
}

/* A pane that is hidden while it has the focus is freed too, even if two panes are shown within one frame. */
static void
test_focus (void)
{
  g_autoptr (GFile) file = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  StrataWindow *window = open_window (file);
  StrataTracePage *page = strata_window_get_trace_page (window);

  strata_trace_page_focus_pane (page, "profile");
  fixture_run_for (100);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)), strata_trace_page_get_pane_widget (page, "profile")));
  strata_trace_page_show_pane (page, "tree");
  strata_trace_page_show_pane (page, "events");
  watch_session (get_session (window));
  watch_widget (GTK_WIDGET (window));
  gtk_window_destroy (GTK_WINDOW (window));
  assert_all_gone ("keyboard");
}

/* In one window: results of another scope are freed. */
static void
test_scopes (void)
{
  g_autoptr (GFile) file = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  StrataWindow *window = open_window (file);
  StrataSession *session = get_session (window);
  Rounds rounds = { 0 };

  while (has_more_rounds (&rounds))
    for (StrataScopeChoice choice = 0; choice < STRATA_N_SCOPE_CHOICES; choice++)
      {
        strata_scope_model_set_choice (strata_scope_model_get (session), choice);
        strata_session_select_slice (session, choice);
        show_all_panes (window);
      }

  watch_session (session);
  watch_widget (GTK_WIDGET (window));
  gtk_window_destroy (GTK_WINDOW (window));
  assert_all_gone ("scopes changed");
}

/* The window stays, its session is freed. */
static void
test_files (void)
{
  g_autoptr (GFile) file = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) other = fixture_write ("leaks-too.ftrace", FIXTURE_TRACE);
  StrataWindow *window = open_window (file);

  Rounds rounds = { 0 };

  while (has_more_rounds (&rounds))
    {
      const guint i = rounds.n_done;
      g_autoptr (GPtrArray) files = strata_trace_files_new ();
      StrataTracePage *before = strata_window_get_trace_page (window);

      strata_trace_files_add (files, &(StrataLoadInput){ .file = file });
      if (i % 2 == 0)
        strata_trace_files_add (files, &(StrataLoadInput){ .file = other });
      show_all_panes (window);
      watch_session (get_session (window));
      watch_widget (GTK_WIDGET (before));
      strata_window_load_files (window, files);
      fixture_wait_until (strata_window_get_trace_page (window) != NULL && strata_window_get_trace_page (window) != before);
      assert_all_gone (i % 2 == 0 ? "file added" : "file removed");
    }

  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_comparison (void)
{
  static const char *const compared[] = { "compare.show-names", "compare.show-threads", "compare.show-calls", "compare.show-frames", "compare.show-flame", "compare.show-query" };
  g_autoptr (GFile) a = fixture_write ("leaks.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) b = fixture_write ("leaks-too.ftrace", FIXTURE_TRACE);

  Rounds rounds = { 0 };

  while (has_more_rounds (&rounds))
    {
      StrataCompareWindow *window = strata_compare_window_new (NULL);

      strata_compare_window_open (window, a, b);
      gtk_window_present (GTK_WINDOW (window));
      fixture_wait_until (strata_compare_window_get_page (window) != NULL);

      StrataComparePage *page = strata_compare_window_get_page (window);
      StrataSessionPair *pair = strata_compare_page_get_pair (page);

      for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
        watch_session (strata_session_pair_get (pair, side));
      watch (pair);
      for (guint j = 0; j < G_N_ELEMENTS (compared); j++)
        {
          g_assert_true (gtk_widget_activate_action (GTK_WIDGET (page), compared[j], NULL));
          fixture_run_for (50);
        }
      watch_widget (GTK_WIDGET (window));
      gtk_window_destroy (GTK_WINDOW (window));
      assert_all_gone ("comparison closed");
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();
  alive = g_hash_table_new (NULL, NULL);

  g_test_add_func ("/leaks/window", test_window);
  g_test_add_func ("/leaks/menu", test_menu);
  g_test_add_func ("/leaks/panes", test_panes);
  g_test_add_func ("/leaks/focus", test_focus);
  g_test_add_func ("/leaks/scopes", test_scopes);
  g_test_add_func ("/leaks/files", test_files);
  g_test_add_func ("/leaks/comparison", test_comparison);

  return g_test_run ();
}
