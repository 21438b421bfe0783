/* test-slices-pane.c - the table of all slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gradual-model.h"
#include "strata-histogram.h"
#include "strata-loader.h"
#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-found.h"
#include "strata-shown-column.h"
#include "strata-slice-list.h"
#include "strata-slices-pane.h"
#include "strata-table-menu.h"
#include "strata-table-view.h"

#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  StrataSlicesPane *pane;
  StrataSession *session;
} Fixture;

static void
wait_for_list (Fixture *fixture)
{
  fixture_wait_until (!gtk_spinner_get_spinning (GTK_SPINNER (fixture_get_part (fixture->pane, "spinner"))));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (FIXTURE_TRACE, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  fixture->session = strata_session_new (trace);
  fixture->pane = STRATA_SLICES_PANE (strata_slices_pane_new (fixture->session));
  fixture->window = gtk_window_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 1000, 300);
  gtk_window_present (GTK_WINDOW (fixture->window));
  wait_for_list (fixture);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
}

/* The listed rows as "name ms", in order. */
static char *
dup_rows (Fixture *fixture)
{
  const StrataSliceListing *listing = strata_slices_pane_get_listing (fixture->pane);
  GString *text = g_string_new (NULL);

  for (guint32 i = 0; listing != NULL && i < listing->n_rows; i++)
    {
      const StrataSliceTable *table = strata_trace_get_slices (listing->trace);

      g_string_append_printf (text, "%s%s %d", i > 0 ? "," : "", strata_trace_get_string (listing->trace, table->name[listing->rows[i]]),
                              (int) (strata_slice_table_get_wall_ns (table, listing->rows[i]) / 1000000));
    }

  return g_string_free (text, FALSE);
}

/* A trace with an instant and a counter as well. */
static void
show_others (Fixture *fixture)
{
  static const char others[] = "  app-100   (  100) [000] .... 1.091000: tracing_mark_write: I|100|draw now\n"
                               "  app-100   (  100) [000] .... 1.092000: tracing_mark_write: C|100|drawn|5\n"
                               "  app-100   (  100) [000] .... 1.093000: tracing_mark_write: C|100|drawn|7\n";
  g_autofree char *text = g_strconcat (FIXTURE_TRACE, others, NULL);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "others", NULL, NULL, NULL, NULL);

  g_assert_nonnull (trace);
  g_object_unref (fixture->session);
  fixture->session = strata_session_new (trace);
  fixture->pane = STRATA_SLICES_PANE (strata_slices_pane_new (fixture->session));
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  wait_for_list (fixture);
}

/* All rows as exported for programs, as CSV. */
static char *
dup_copied (Fixture *fixture)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_COLUMN_VIEW));
  GtkWidget *menu = fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TABLE_MENU);
  g_auto (GValue) text = G_VALUE_INIT;

  gtk_selection_model_select_all (gtk_column_view_get_model (view));
  gtk_widget_activate_action (menu, "table.copy", NULL);
  g_value_init (&text, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (gtk_widget_get_clipboard (menu)), &text, NULL));
  return g_value_dup_string (&text);
}

/* The texts of the columns of a row, without empty ones. */
static char *
dup_cells (Fixture *fixture,
           guint position)
{
  StrataTableView *table = STRATA_TABLE_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TABLE_VIEW));
  const StrataColumnList *shown = &strata_slice_list_get_class ()->shown;
  GString *cells = g_string_new (NULL);

  for (StrataSliceColumn column = 0; column < STRATA_N_SLICE_COLUMNS; column++)
    {
      g_autofree char *text = strata_table_view_dup_cell (table, position, shown->columns[column]);

      if (*text != '\0')
        g_string_append_printf (cells, "%s;", text);
    }

  return g_string_free (cells, FALSE);
}

/* A search also lists instants and counter samples. They select their lanes and vice versa, and are exported. */
static void
test_others (Fixture *fixture,
             gconstpointer data)
{
  show_others (fixture);
  g_assert_cmpuint (strata_slices_pane_get_listing (fixture->pane)->n_others, ==, 0);
  strata_slices_pane_search (fixture->pane, "draw");
  wait_for_list (fixture);

  const StrataSliceListing *listing = strata_slices_pane_get_listing (fixture->pane);
  GtkColumnView *view = GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_COLUMN_VIEW));
  g_autoptr (GtkColumnViewColumn) kind = strata_shown_column_dup (view, STRATA_SLICE_COLUMN_KIND);
  g_autofree char *instant = dup_cells (fixture, 3);
  g_autofree char *counter = dup_cells (fixture, 4);

  g_assert_cmpuint (listing->n_rows, ==, 5);
  g_assert_cmpuint (listing->n_others, ==, 2);
  g_assert_cmpint (listing->durations.total_ns, ==, 24000000);
  g_assert_true (gtk_column_view_column_get_column_view (kind) == view);
  g_assert_cmpstr (instant, ==, "91.000\302\240ms;draw now;Instant;app 100;app 100;");
  g_assert_cmpstr (counter, ==, "92.000\302\240ms;drawn;Counter;5 – 7;app 100;");

  gtk_selection_model_select_item (gtk_column_view_get_model (view), 3, TRUE);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_INSTANT);
  gtk_selection_model_select_item (gtk_column_view_get_model (view), 4, TRUE);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SAMPLE);
  strata_session_select_row (fixture->session, listing->rows[3], FALSE);
  g_assert_true (gtk_selection_model_is_selected (gtk_column_view_get_model (view), 3));

  g_autofree char *copied = dup_copied (fixture);

  g_assert_nonnull (strstr (copied, "\tkind\tvalue\n"));
  g_assert_nonnull (strstr (copied, "\tdraw now\t\t\t\t\t\t\tinstant\t\n"));
  g_assert_nonnull (strstr (copied, "\tslice\t\n"));

  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "slices.sort-by", "s", "kind");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "slices.reverse", NULL);
  wait_for_list (fixture);

  g_autofree char *first = dup_cells (fixture, 0);

  g_assert_cmpstr (first, ==, counter);
  strata_slices_pane_search (fixture->pane, "value>5");
  wait_for_list (fixture);

  g_autofree char *sample = dup_cells (fixture, 0);

  g_assert_cmpuint (strata_slices_pane_get_listing (fixture->pane)->n_rows, ==, 1);
  g_assert_cmpstr (sample, ==, "93.000\302\240ms;drawn;Sample;7;app 100;");
  strata_slices_pane_search (fixture->pane, "");
  wait_for_list (fixture);
  g_assert_null (gtk_column_view_column_get_column_view (kind));
}

static guint32
find_name (Fixture *fixture,
           const char *name)
{
  return strata_string_pool_lookup (strata_trace_get_strings (strata_session_get_trace (fixture->session)), name);
}

static void
test_lists (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *all = dup_rows (fixture);

  g_assert_cmpstr (all, ==, "frame 10,measure 2,draw 2,frame 30,measure 1,draw 20,frame 10,draw 2,Walk 8,Walk 2");

  strata_slices_pane_show (fixture->pane, find_name (fixture, "draw"), G_MININT64, G_MAXINT64, TRUE);
  wait_for_list (fixture);

  g_autofree char *draws = dup_rows (fixture);

  g_assert_cmpstr (draws, ==, "draw 20,draw 2,draw 2");

  strata_slices_pane_show (fixture->pane, STRATA_NONE, 5000000, 10000000, FALSE);
  wait_for_list (fixture);

  g_autofree char *some = dup_rows (fixture);

  g_assert_cmpstr (some, ==, "Walk 8");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "slices.clear-limits", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "slices.sort-by", "s", "name");
  wait_for_list (fixture);

  g_autofree char *by_name = dup_rows (fixture);

  g_assert_cmpstr (by_name, ==, "draw 2,draw 20,draw 2,frame 10,frame 30,frame 10,measure 2,measure 1,Walk 8,Walk 2");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "slices.reverse", NULL);
  wait_for_list (fixture);

  g_autofree char *reversed = dup_rows (fixture);

  g_assert_cmpstr (reversed, ==, "Walk 8,Walk 2,measure 2,measure 1,frame 10,frame 30,frame 10,draw 2,draw 20,draw 2");
}

/* A row selects its slice, a slice selects its row, and both can be copied. */
static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_COLUMN_VIEW));
  GtkWidget *menu = fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TABLE_MENU);
  g_auto (GValue) text = G_VALUE_INIT;

  gtk_selection_model_select_item (gtk_column_view_get_model (view), 3, TRUE);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, 3);

  strata_session_select_slice (fixture->session, 5);
  g_assert_true (gtk_selection_model_is_selected (gtk_column_view_get_model (view), 5));

  gtk_widget_activate_action (menu, "table.copy", NULL);
  g_value_init (&text, G_TYPE_STRING);
  g_assert_true (gdk_content_provider_get_value (gdk_clipboard_get_content (gtk_widget_get_clipboard (menu)), &text, NULL));
  g_assert_true (g_str_has_prefix (g_value_get_string (&text), "ts_ns\tdur_ns\tself_ns\tcpu_ns\tpid\ttid\tprocess\tthread\tdepth\tname\t"));
  g_assert_nonnull (strstr (g_value_get_string (&text), "\n1023000000\t20000000\t20000000\t\t100\t100\t"));
}

/* Only the slices below the selected one; none without a selection. */
static void
test_scope (Fixture *fixture,
            gconstpointer data)
{
  StrataScopeModel *scope = strata_scope_model_get (fixture->session);

  strata_scope_model_set_choice (scope, STRATA_SCOPE_SLICE);
  fixture_wait_until (strata_slices_pane_get_listing (fixture->pane) == NULL);

  strata_session_select_slice (fixture->session, 3);
  fixture_wait_until (strata_slices_pane_get_listing (fixture->pane) != NULL);

  g_autofree char *below = dup_rows (fixture);

  g_assert_cmpstr (below, ==, "frame 30,measure 1,draw 20");
  strata_scope_model_set_choice (scope, STRATA_SCOPE_TRACE);
  fixture_wait_until (strata_slices_pane_get_listing (fixture->pane)->n_rows > 3);
}

/* A bar of the histogram lists its slices. */
static void
test_bar (Fixture *fixture,
          gconstpointer data)
{
  GtkWidget *histogram = fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_HISTOGRAM);

  strata_slices_pane_show (fixture->pane, find_name (fixture, "draw"), G_MININT64, G_MAXINT64, TRUE);
  wait_for_list (fixture);
  gtk_widget_activate_action (histogram, "histogram.next-bar", NULL);
  gtk_widget_activate_action (histogram, "histogram.choose-bar", NULL);
  wait_for_list (fixture);

  g_autofree char *rows = dup_rows (fixture);

  g_assert_cmpstr (rows, ==, "draw 20");
}

/* Titles of number columns are right-aligned like the numbers. */
static void
test_titles (Fixture *fixture,
             gconstpointer data)
{
  GtkWidget *view = fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_COLUMN_VIEW);
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (view));

  for (StrataSliceColumn column = 0; column < STRATA_N_SLICE_COLUMNS; column++)
    {
      g_autoptr (GtkColumnViewColumn) shown = strata_shown_column_dup (GTK_COLUMN_VIEW (view), column);

      if (gtk_column_view_column_get_column_view (shown) == NULL)
        continue;

      const gboolean is_text = column >= STRATA_SLICE_COLUMN_NAME && column != STRATA_SLICE_COLUMN_DEPTH && column != STRATA_SLICE_COLUMN_VALUE;

      g_assert_cmpint (gtk_widget_get_halign (gtk_widget_get_first_child (title)) == GTK_ALIGN_END, ==, !is_text);
      title = gtk_widget_get_next_sibling (title);
    }
}

/* A trace of @n_slices slices, one after the other. */
static StrataTrace *
load_many (guint n_slices)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n");

  for (guint i = 0; i < n_slices; i++)
    g_string_append_printf (text, "  app-100   (  100) [000] .... 1.%06u: tracing_mark_write: B|100|s%u\n  app-100   (  100) [000] .... 1.%06u: tracing_mark_write: E|100\n", 10 * i, i, 10 * i + 5);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);

  return strata_load_stream (stream, "many", NULL, NULL, NULL, NULL);
}

/* What is selected is in view when the pane is shown, however far its list has come by then. */
static void
test_in_view (void)
{
  g_autoptr (StrataTrace) trace = load_many (3000);

  for (guint i = 0; i < 6; i++)
    {
      Fixture fixture = { .session = strata_session_new (trace), .window = gtk_window_new () };

      fixture.pane = STRATA_SLICES_PANE (strata_slices_pane_new (fixture.session));

      GtkColumnView *view = GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (fixture.pane), GTK_TYPE_COLUMN_VIEW));

      gtk_window_set_child (GTK_WINDOW (fixture.window), GTK_WIDGET (fixture.pane));
      gtk_window_set_default_size (GTK_WINDOW (fixture.window), 1000, 300);
      gtk_widget_set_visible (GTK_WIDGET (fixture.pane), i % 2 == 0);
      gtk_window_present (GTK_WINDOW (fixture.window));
      strata_session_select_slice (fixture.session, 2500);
      for (guint k = 0; k < 40 * i; k++)
        g_main_context_iteration (NULL, FALSE);
      gtk_widget_set_visible (GTK_WIDGET (fixture.pane), TRUE);
      fixture_wait_until (strata_gradual_model_is_in_view (view, 2500));
      tear_down (&fixture, NULL);
    }
}

int
main (int argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();
  g_test_add ("/slices-pane/lists", Fixture, NULL, set_up, test_lists, tear_down);
  g_test_add ("/slices-pane/selection", Fixture, NULL, set_up, test_selection, tear_down);
  g_test_add_func ("/slices-pane/in-view", test_in_view);
  g_test_add ("/slices-pane/others", Fixture, NULL, set_up, test_others, tear_down);
  g_test_add ("/slices-pane/scope", Fixture, NULL, set_up, test_scope, tear_down);
  g_test_add ("/slices-pane/bar", Fixture, NULL, set_up, test_bar, tear_down);
  g_test_add ("/slices-pane/titles", Fixture, NULL, set_up, test_titles, tear_down);

  return g_test_run ();
}
