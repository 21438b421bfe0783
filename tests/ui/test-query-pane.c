/* test-query-pane.c - questions in SQL, in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <gtk/gtk.h>

#include "frames-script.h"
#include "strata-query-pane.h"
#include "strata-resources.h"

#include "ui-fixture.h"

#define SCRIPT "process 10 app\nname 10 app\nthread 10 10 0 a;1500 -;2000 b;2010 inner;3500 -;3510 -"
#define ENDLESS "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

typedef struct
{
  GtkWidget *window;
  StrataQueryPane *pane;
  StrataSession *session;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = script_trace (SCRIPT);

  fixture->session = strata_session_new (trace);
  fixture->window = gtk_window_new ();
  fixture->pane = STRATA_QUERY_PANE (strata_query_pane_new ());
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  strata_query_pane_set_session (fixture->pane, fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

static void
run_query (Fixture *fixture,
           const char *sql)
{
  strata_query_pane_set_text (fixture->pane, sql);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.run", NULL));
  while (strata_query_pane_is_busy (fixture->pane))
    g_main_context_iteration (NULL, TRUE);
}

/* The rows of a result, and a row that leads to its slice. */
static void
test_result (Fixture *fixture,
             gconstpointer data)
{
  run_query (fixture, "SELECT id, ts, dur, name FROM slice ORDER BY ts");

  StrataTableView *table = strata_query_pane_get_table (fixture->pane);

  g_assert_nonnull (table);
  g_assert_cmpuint (strata_table_view_get_n_listed (table), ==, 3);
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "3 rows");

  g_autofree char *name = strata_table_view_dup_cell (table, 2, 3);

  g_assert_cmpstr (name, ==, "inner");
  strata_table_view_choose (table, 2);

  const StrataItem item = strata_session_get_selected_item (fixture->session);
  StrataTrace *trace = strata_session_get_trace (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[item.index]), ==, "inner");
}

/* What one query makes is there for the next; a new result has its own columns. */
static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  run_query (fixture, "CREATE TEMP VIEW long AS SELECT name FROM slice WHERE dur > 100000000");
  g_assert_null (strata_query_pane_get_table (fixture->pane));
  run_query (fixture, "SELECT count(*) AS n FROM long");

  g_autofree char *count = strata_table_view_dup_cell (strata_query_pane_get_table (fixture->pane), 0, 0);

  g_assert_cmpstr (count, ==, "3");
}

static void
test_error (Fixture *fixture,
            gconstpointer data)
{
  GtkTextIter iter;

  run_query (fixture, "SELECT nmae FROM slice");
  g_assert_null (strata_query_pane_get_table (fixture->pane));
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "no such column: nmae");

  GtkWidget *bar = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (fixture->pane)));
  GtkWidget *editor = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (gtk_widget_get_next_sibling (bar)));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_offset (&iter), ==, 7);
}

static void
test_cancel (Fixture *fixture,
             gconstpointer data)
{
  strata_query_pane_set_text (fixture->pane, ENDLESS);
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.run", NULL);
  g_assert_true (strata_query_pane_is_busy (fixture->pane));
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.cancel", NULL);
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "Cancelled");
  run_query (fixture, "SELECT 1");
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "1 row");
}

/* Through what was run, and a query that comes with the program. */
static void
test_history (Fixture *fixture,
              gconstpointer data)
{
  run_query (fixture, "SELECT 1");
  run_query (fixture, "SELECT 2");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.older", NULL);

  g_autofree char *older = strata_query_pane_dup_text (fixture->pane);

  g_assert_cmpstr (older, ==, "SELECT 1");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.load", "s", "slices-by-name");
  while (strata_query_pane_is_busy (fixture->pane))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "3 rows");
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add ("/query-pane/result", Fixture, NULL, set_up, test_result, tear_down);
  g_test_add ("/query-pane/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/query-pane/error", Fixture, NULL, set_up, test_error, tear_down);
  g_test_add ("/query-pane/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/query-pane/history", Fixture, NULL, set_up, test_history, tear_down);

  return g_test_run ();
}
