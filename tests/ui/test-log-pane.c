/* test-log-pane.c - the log in the window, synchronized with the timeline
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "strata-loader.h"
#include "strata-log-pane.h"
#include "strata-log-rows.h"
#include "strata-resources.h"

#include "strata-table-view.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  StrataLogPane *pane;
  StrataSession *session;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  static const char log[] =
      "1970-01-02 00:00:01.000    10    11 I Boot: first\n"
      "1970-01-02 00:00:02.000    20    21 E Draw: late: 5 ms\n"
      "1970-01-02 00:00:03.000    10    12 W Boot: third\n"
      "1970-01-02 00:00:04.000    10    12 D Boot: last\n";
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (log, (gssize) strlen (log), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "log", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  fixture->session = strata_session_new (trace);
  fixture->window = gtk_window_new ();
  fixture->pane = STRATA_LOG_PANE (strata_log_pane_new (fixture->session));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1100, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_table_view_get_n_listed (fixture_find_table (fixture->pane, 0)) == 4);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

/* The lists of the pane, in order. */
enum
{
  LEVEL,
  PROCESS,
  TAG,
  N_LISTS
};

static void
choose (Fixture *fixture,
        guint list,
        guint position)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (fixture_find_nth (GTK_WIDGET (fixture->pane), GTK_TYPE_DROP_DOWN, list)), position);
}

static void
type_words (Fixture *fixture,
            const char *words)
{
  /* each list has a search entry, so skip those */
  gtk_editable_set_text (GTK_EDITABLE (fixture_find_nth (GTK_WIDGET (fixture->pane), GTK_TYPE_SEARCH_ENTRY, N_LISTS)), words);
}

static void
test_lines (Fixture *fixture,
            gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->pane, 0);
  g_autofree char *tag = NULL;
  g_autofree char *message = NULL;

  choose (fixture, LEVEL, 3);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 2);
  choose (fixture, LEVEL, 4);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 1);
  tag = strata_table_view_dup_cell (table, 0, STRATA_LOG_COLUMN_TAG);
  message = strata_table_view_dup_cell (table, 0, STRATA_LOG_COLUMN_MESSAGE);
  g_assert_cmpstr (tag, ==, "Draw");
  g_assert_cmpstr (message, ==, "late: 5 ms");
  choose (fixture, LEVEL, 0);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 4);
}

/* Filters by tag and by text, ignoring case; all filters must match. */
static void
test_filters (Fixture *fixture,
              gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->pane, 0);

  choose (fixture, TAG, 1);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 3);
  type_words (fixture, "thi");
  fixture_wait_until (strata_table_view_get_n_listed (table) == 1);
  choose (fixture, TAG, 0);
  type_words (fixture, "draw");
  fixture_wait_until (strata_table_view_get_row (table, 0) == 1);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 1);
  choose (fixture, LEVEL, 5);
  fixture_wait_until (strata_table_view_get_n_listed (table) == 0);
}

/* A row selects its instant, and an instant selects its row. */
static void
test_both_ways (Fixture *fixture,
                gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->pane, 0);
  StrataItem item;

  strata_table_view_choose (table, 2);
  item = strata_session_get_selected_item (fixture->session);
  g_assert_cmpint (item.kind, ==, STRATA_ITEM_INSTANT);
  g_assert_cmpuint (item.index, ==, 2);

  item.index = 1;
  item.lane = strata_session_find_item_lane (fixture->session, item);
  strata_session_select (fixture->session, item);
  g_assert_cmpuint (strata_table_view_get_selected (table), ==, 1);
}

/* The visible line is selected. */
static void
test_view (Fixture *fixture,
           gconstpointer data)
{
  StrataTableView *table = fixture_find_table (fixture->pane, 0);
  const gint64 begin_ns = strata_trace_get_instants (strata_session_get_trace (fixture->session))->time_ns[0];

  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ begin_ns + 1500000000, begin_ns + 2500000000 }, 0);
  g_assert_cmpuint (strata_table_view_get_selected (table), ==, 2);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  strata_resources_register_resource ();

  g_test_add ("/log-pane/lines", Fixture, NULL, set_up, test_lines, tear_down);
  g_test_add ("/log-pane/filters", Fixture, NULL, set_up, test_filters, tear_down);
  g_test_add ("/log-pane/both-ways", Fixture, NULL, set_up, test_both_ways, tear_down);
  g_test_add ("/log-pane/view", Fixture, NULL, set_up, test_view, tear_down);

  return g_test_run ();
}
