/* test-runs-window.c - the window that compares two sets of runs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "strata-compare-window.h"
#include "strata-resources.h"
#include "strata-runs-chooser.h"
#include "strata-runs-page.h"
#include "strata-runs-rows.h"
#include "strata-runs-window.h"
#include "strata-table-menu.h"

#include "pointer-fixture.h"
#include "strata-table-view.h"
#include "ui-fixture.h"

#define N_RUNS 8
#define N_FRAMES 20

/* Frames with layout and draw inside; draw takes @draw_us, and runs vary a little. */
static char *
make_text (guint run,
           int draw_us)
{
  GString *text = g_string_new ("# tracer: nop\n#\n");
  int time_us = 1000000;

#define MARK(...)                                                                                                                     \
  G_STMT_START                                                                                                                        \
  {                                                                                                                                   \
    g_string_append_printf (text, " app-100 (  100) [000] .... %d.%06d: tracing_mark_write: ", time_us / 1000000, time_us % 1000000); \
    g_string_append_printf (text, __VA_ARGS__);                                                                                       \
    g_string_append_c (text, '\n');                                                                                                   \
  }                                                                                                                                   \
  G_STMT_END

  for (int i = 0; i < N_FRAMES; i++)
    {
      MARK ("B|100|Choreographer#doFrame %d", i);
      MARK ("B|100|layout");
      time_us += 2000 + (int) (run * 5 % 8);
      MARK ("E|100");
      MARK ("B|100|draw");
      time_us += draw_us + (int) (run * 3 % 8);
      MARK ("E|100");
      time_us += 100;
      MARK ("E|100");
      time_us += 7000;
    }

  return g_string_free (text, FALSE);
}

/* A separate folder for each side, without files of earlier tests. */
static GFile *
write_set (const char *side,
           int draw_us)
{
  g_autoptr (GFile) folder = NULL;

  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u.ftrace", side, i);
      g_autofree char *text = make_text (i, draw_us);
      g_autoptr (GFile) file = fixture_write (name, text);
      g_autoptr (GFile) parent = g_file_get_parent (file);
      g_autoptr (GFile) own = g_file_get_child (parent, side);
      g_autoptr (GFile) target = g_file_get_child (own, name);
      g_autoptr (GError) error = NULL;

      g_file_make_directory_with_parents (own, NULL, NULL);
      g_file_move (file, target, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      g_set_object (&folder, own);
    }

  return g_steal_pointer (&folder);
}

static StrataRunsWindow *
open_window (void)
{
  g_autoptr (GFile) a = write_set ("before", 4000);
  g_autoptr (GFile) b = write_set ("after", 4400);
  StrataRunsWindow *window = strata_runs_window_new (NULL);
  StrataRunsChooser *chooser = STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0));

  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpstr (fixture_get_page (window), ==, "choose");
  strata_runs_chooser_add (chooser, STRATA_DIFF_A, a);
  strata_runs_chooser_add (chooser, STRATA_DIFF_B, b);
  return window;
}

static StrataRunsPage *
compare (StrataRunsWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0))), "runs.compare", NULL);
  fixture_wait_until (STRATA_RUNS_PAGE (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_PAGE, 0)) != NULL && strata_runs_page_get_diff (STRATA_RUNS_PAGE (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_PAGE, 0))) != NULL);
  return STRATA_RUNS_PAGE (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_PAGE, 0));
}

/* The plot of the page; the rows of the table have plots too. */
static StrataRunsPlot *
find_chart (StrataRunsPage *page)
{
  GtkWidget *plot;
  guint n = 0;

  do
    plot = fixture_find_nth (GTK_WIDGET (page), STRATA_TYPE_RUNS_PLOT, n++);
  while (plot != NULL && gtk_widget_get_ancestor (plot, STRATA_TYPE_TABLE_VIEW) != NULL);

  return STRATA_RUNS_PLOT (plot);
}

static void
test_compare (void)
{
  StrataRunsWindow *window = open_window ();
  StrataRunsPage *page = compare (window);
  StrataTableView *table = fixture_find_table (page, 0);
  g_autofree char *verdict = strata_table_view_dup_cell (table, 0, STRATA_RUNS_COLUMN_VERDICT_TITLE);
  g_autofree char *name = strata_table_view_dup_cell (table, 0, STRATA_RUNS_COLUMN_TEXT_NAME);

  g_assert_cmpstr (fixture_get_page (window), ==, "runs");
  g_assert_true (g_str_has_prefix (strata_runs_page_get_summary (page), "8 runs of A and 8 of B; Exclusive, Per Frame."));
  g_assert_cmpstr (name, ==, "draw");
  g_assert_cmpstr (verdict, ==, "▲ slower");
  g_assert_cmpuint (strata_table_view_get_n_listed (table), ==, 3);
  fixture_wait_until (fixture_find_widget (GTK_WIDGET (table), STRATA_TYPE_RUNS_PLOT) != NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A click on a dot excludes its run, with the reason that is typed; the run can be included again. */
static void
test_leave_out (void)
{
  StrataRunsWindow *window = open_window ();
  StrataRunsPage *page = compare (window);
  StrataRunsPlot *chart = find_chart (page);
  double x_px = 0.0;
  double y_px = 0.0;

  fixture_wait_until (gtk_widget_get_width (GTK_WIDGET (chart)) > 0 && strata_runs_plot_get_place (chart, STRATA_DIFF_A, 3, &x_px, &y_px));
  g_signal_emit_by_name (chart, "run-clicked", STRATA_DIFF_A, 3u);
  fixture_wait_until (fixture_find_widget (GTK_WIDGET (chart), GTK_TYPE_ENTRY) != NULL);
  gtk_editable_set_text (GTK_EDITABLE (fixture_find_widget (GTK_WIDGET (chart), GTK_TYPE_ENTRY)), "screen was off");
  g_signal_emit_by_name (fixture_find_widget (GTK_WIDGET (chart), GTK_TYPE_ENTRY), "activate");
  fixture_wait_until (strata_run_set_count_used (strata_runs_diff_get_set (strata_runs_page_get_diff (page)), STRATA_DIFF_A) == N_RUNS - 1);

  const StrataSetRun *run = strata_run_set_get (strata_runs_diff_get_set (strata_runs_page_get_diff (page)), STRATA_DIFF_A, 3);

  g_assert_cmpstr (run->reason, ==, "screen was off");
  g_assert_true (g_str_has_prefix (strata_runs_page_get_summary (page), "7 runs of A and 8 of B;"));
  g_assert_false (strata_runs_plot_get_place (chart, STRATA_DIFF_A, 3, &x_px, &y_px));
  strata_runs_page_leave_out (page, STRATA_DIFF_A, 3, NULL);
  fixture_wait_until (g_str_has_prefix (strata_runs_page_get_summary (page), "8 runs of A"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The saved page contains the reason of an excluded run. */
static void
test_save (void)
{
  StrataRunsWindow *window = open_window ();
  StrataRunsPage *page = compare (window);
  g_autoptr (GFile) file = fixture_write ("page.html", "");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  strata_runs_page_leave_out (page, STRATA_DIFF_B, 2, "phone was <hot>");
  fixture_wait_until (g_str_has_prefix (strata_runs_page_get_summary (page), "8 runs of A and 7 of B"));
  strata_runs_page_save (page, file, &error);
  g_assert_no_error (error);
  g_file_load_contents (file, NULL, &text, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "left out: phone was &lt;hot&gt;"));
  g_assert_nonnull (strstr (text, "<polyline"));
  gtk_widget_activate_action (GTK_WIDGET (page), "trace.tell-saved", "(ss)", "file:///tmp/runs.csv", "");
  g_assert_cmpstr (strata_runs_page_get_notice (page), ==, "Saved as /tmp/runs.csv");
  gtk_widget_activate_action (GTK_WIDGET (page), "trace.tell-saved", "(ss)", "file:///tmp/runs.csv", "without units");
  g_assert_cmpstr (strata_runs_page_get_notice (page), ==, "Saved as /tmp/runs.csv; without units");
  gtk_widget_activate_action (fixture_find_widget (GTK_WIDGET (page), STRATA_TYPE_TABLE_MENU), "trace.tell", "s", "not written");
  g_assert_cmpstr (strata_runs_page_get_notice (page), ==, "not written");
  strata_runs_page_leave_out (page, STRATA_DIFF_B, 2, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static StrataCompareWindow *
find_comparison (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (STRATA_IS_COMPARE_WINDOW (window))
        return STRATA_COMPARE_WINDOW (window);
    }

  return NULL;
}

/* Opens two runs side by side, both at a call of the name. */
static void
test_open_both (void)
{
  StrataRunsWindow *window = open_window ();
  StrataRunsPage *page = compare (window);

  gtk_widget_activate_action (GTK_WIDGET (page), "runs.open-both", NULL);
  fixture_wait_until (find_comparison () != NULL && strata_compare_window_get_page (find_comparison ()) != NULL);

  StrataSessionPair *pair = strata_compare_page_get_pair (strata_compare_window_get_page (find_comparison ()));
  guint32 slices[STRATA_N_DIFF_SIDES];

  fixture_wait_until (strata_session_pair_get_calls (pair, slices));
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      StrataTrace *trace = strata_session_get_trace (strata_session_pair_get (pair, side));

      g_assert_cmpstr (strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[slices[side]]), ==, "draw");
    }

  gtk_window_destroy (GTK_WINDOW (find_comparison ()));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A bad file is excluded with a reason. If a side has no other, the page returns to the choice of files. */
static void
test_bad_files (void)
{
  StrataRunsWindow *window = open_window ();
  g_autoptr (GFile) bad = fixture_write ("bad.txt", "not a trace");
  StrataRunsPage *page;

  strata_runs_chooser_add (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0)), STRATA_DIFF_B, bad);
  page = compare (window);
  g_assert_cmpuint (strata_run_set_get_n (strata_runs_diff_get_set (strata_runs_page_get_diff (page)), STRATA_DIFF_B), ==, N_RUNS + 1);
  g_assert_cmpuint (strata_run_set_count_used (strata_runs_diff_get_set (strata_runs_page_get_diff (page)), STRATA_DIFF_B), ==, N_RUNS);
  gtk_window_destroy (GTK_WINDOW (window));

  window = strata_runs_window_new (NULL);
  strata_runs_chooser_add (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0)), STRATA_DIFF_A, bad);
  strata_runs_chooser_add (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0)), STRATA_DIFF_B, bad);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_activate_action (GTK_WIDGET (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0))), "runs.compare", NULL);
  g_assert_cmpstr (fixture_get_page (window), ==, "loading");
  fixture_wait_until (g_str_equal (fixture_get_page (window), "choose"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_cancel (void)
{
  StrataRunsWindow *window = open_window ();

  gtk_widget_activate_action (GTK_WIDGET (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0))), "runs.compare", NULL);
  g_assert_cmpstr (fixture_get_page (window), ==, "loading");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpstr (fixture_get_page (window), ==, "choose");
  g_assert_null (STRATA_RUNS_PAGE (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_PAGE, 0)));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A file that is chosen twice counts once, and is listed as excluded. */
static void
test_twins (void)
{
  StrataRunsWindow *window = open_window ();
  g_autofree char *text = make_text (2, 4000);
  g_autoptr (GFile) copy = fixture_write ("copy.ftrace", text);
  StrataRunsPage *page;

  strata_runs_chooser_add (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0)), STRATA_DIFF_A, copy);
  page = compare (window);

  const StrataRunSet *set = strata_runs_diff_get_set (strata_runs_page_get_diff (page));

  g_assert_cmpuint (strata_run_set_get_n (set, STRATA_DIFF_A), ==, N_RUNS + 1);
  g_assert_cmpuint (strata_run_set_count_used (set, STRATA_DIFF_A), ==, N_RUNS);
  g_assert_cmpuint (strata_run_set_count_used (set, STRATA_DIFF_B), ==, N_RUNS);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A window that is closed during loading stops, and shows nothing. */
static void
test_close (void)
{
  StrataRunsWindow *window = open_window ();

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_widget_activate_action (GTK_WIDGET (STRATA_RUNS_CHOOSER (fixture_find_nth (GTK_WIDGET (window), STRATA_TYPE_RUNS_CHOOSER, 0))), "runs.compare", NULL);
  g_assert_cmpstr (fixture_get_page (window), ==, "loading");
  gtk_window_close (GTK_WINDOW (window));
  fixture_wait_until (window == NULL);
}

/* Keys move over the dots of the chart in time order, and Enter asks for a reason. */
static void
test_keys (void)
{
  StrataRunsWindow *window = open_window ();
  StrataRunsPlot *chart = find_chart (compare (window));
  GtkWidget *reason = fixture_find_widget (GTK_WIDGET (chart), GTK_TYPE_ENTRY);

  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (chart)));
  g_assert_false (gtk_widget_get_mapped (reason));
  fixture_wait_until (gtk_widget_get_width (GTK_WIDGET (chart)) > 0);
  gtk_widget_grab_focus (GTK_WIDGET (chart));

  g_autofree char *commands = g_strdup_printf ("windowfocus --sync %lu key --delay 20 Right Right Return", gdk_x11_surface_get_xid (gtk_native_get_surface (GTK_NATIVE (window))));

  pointer_send (commands);
  fixture_wait_until (gtk_widget_get_mapped (reason));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/runs-window/compare", test_compare);
  g_test_add_func ("/runs-window/leave-out", test_leave_out);
  g_test_add_func ("/runs-window/save", test_save);
  g_test_add_func ("/runs-window/open-both", test_open_both);
  g_test_add_func ("/runs-window/bad-files", test_bad_files);
  g_test_add_func ("/runs-window/cancel", test_cancel);
  g_test_add_func ("/runs-window/twins", test_twins);
  g_test_add_func ("/runs-window/close", test_close);
  g_test_add_func ("/runs-window/keys", test_keys);

  return g_test_run ();
}
