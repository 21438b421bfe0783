/* bench-turns.c - how long the window's main loop is busy at a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-turns [FILE [FILE]]
 *
 * Opens a trace of ten million slices (or FILE) in the real window and simulates a user: shows
 * every pane, selects a slice and an area, searches, changes the scope, compares (with the second
 * FILE), sorts and scrolls. The result of each step is the longest turn of the main loop until the
 * window is idle, in CPU time of the main thread, which depends least on other load; next to it are
 * the wall time and the part of the turn that painted a frame, which is GTK's own apart from the
 * canvas. Needs a display, such as Xvfb.
 */
#include "config.h"

#include <string.h>
#include <time.h>

#include <glib/gstdio.h>

#include "bench-input.h"
#include "strata-compare-page.h"
#include "strata-compare-window.h"
#include "strata-panes.h"
#include "strata-renderer.h"
#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"
#include "strata-table-view.h"
#include "strata-trace-page.h"
#include "strata-window.h"

#define N_RECORDS 20000000
#define REST_US (700 * 1000)
#define MOST_STEP_US (60 * G_USEC_PER_SEC)
#define GOAL_MS 50.0
#define N_KEYS 50
#define N_ROWS 3

typedef struct
{
  double cpu_ms;
  double wall_ms;
  double paint_ms; /* of the CPU time */
} Turn;

/* The longest of all steps. */
static Turn worst;

/* Of the current turn. */
static double paint_begin_ms;
static double paint_ms;

static double
get_ms (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
on_phase (void)
{
  paint_begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
}

static void
on_painted (void)
{
  paint_ms += get_ms (CLOCK_THREAD_CPUTIME_ID) - paint_begin_ms;
}

/* Runs after GTK's own handlers of these phases, which were connected first. */
static void
watch_paint (GtkWidget *window)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);

  g_signal_connect (clock, "before-paint", G_CALLBACK (on_phase), NULL);
  g_signal_connect (clock, "update", G_CALLBACK (on_phase), NULL);
  g_signal_connect (clock, "layout", G_CALLBACK (on_phase), NULL);
  g_signal_connect (clock, "paint", G_CALLBACK (on_painted), NULL);
}

/* Returns whether there was anything to do. */
static gboolean
make_turn (Turn *longest)
{
  const double cpu_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  const double wall_ms = get_ms (CLOCK_MONOTONIC);

  paint_ms = 0;

  const gboolean is_busy = g_main_context_iteration (NULL, FALSE);
  const double took_ms = get_ms (CLOCK_THREAD_CPUTIME_ID) - cpu_ms;

  if (took_ms > longest->cpu_ms)
    *longest = (Turn){ took_ms, get_ms (CLOCK_MONOTONIC) - wall_ms, paint_ms };

  return is_busy;
}

static void
report (const char *step,
        const Turn *longest)
{
  if (longest->cpu_ms > worst.cpu_ms)
    worst = *longest;

  g_print ("bench turn-%s %.1f ms CPU, %.1f ms wall, %.1f ms painting%s\n", step, longest->cpu_ms, longest->wall_ms, longest->paint_ms, longest->cpu_ms > GOAL_MS ? " (over the goal)" : "");
}

/* Waits until nothing was done for a while; @begin_ms is when the step itself began. */
static void
rest (const char *step,
      double begin_ms)
{
  Turn longest = { get_ms (CLOCK_THREAD_CPUTIME_ID) - begin_ms, 0, 0 };
  const gint64 end_us = g_get_monotonic_time () + MOST_STEP_US;
  gint64 busy_us = g_get_monotonic_time ();

  while (g_get_monotonic_time () < end_us && g_get_monotonic_time () - busy_us < REST_US)
    if (make_turn (&longest))
      busy_us = g_get_monotonic_time ();
    else
      g_usleep (500);

  report (step, &longest);
}

static StrataWindow *
open_trace (GFile *file)
{
  StrataWindow *window = strata_window_new (NULL);
  Turn longest = { 0 };

  gtk_window_present (GTK_WINDOW (window));
  watch_paint (GTK_WIDGET (window));
  strata_window_open (window, file);
  while (strata_window_get_trace_page (window) == NULL)
    {
      if (!make_turn (&longest))
        g_usleep (500);
      if (g_str_equal (strata_window_get_page (window), "failed"))
        g_error ("the file cannot be opened");
    }

  report ("load", &longest);
  rest ("opened", get_ms (CLOCK_THREAD_CPUTIME_ID));
  return window;
}

static void
act (StrataWindow *window,
     const char *action,
     const char *step)
{
  const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  rest (step, begin_ms);
}

static void
show_panes (StrataWindow *window,
            const char *when)
{
  guint n_panes;
  const StrataPane *panes = strata_panes_get (&n_panes);

  for (guint i = 0; i < n_panes; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-%s", panes[i].name);
      g_autofree char *step = g_strdup_printf ("%s-%s", when, panes[i].name);

      act (window, action, step);
    }
}

static void
select_things (StrataWindow *window)
{
  StrataSession *session = strata_trace_page_get_session (strata_window_get_trace_page (window));
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataSpan all = strata_trace_get_span (trace);
  const gint64 quarter_ns = strata_span_get_length_ns (all) / 4;
  double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

  if (strata_trace_get_slices (trace)->n_slices > 0)
    strata_session_select_slice (session, strata_trace_get_slices (trace)->n_slices / 2);
  rest ("select-slice", begin_ms);
  show_panes (window, "selected");

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  strata_session_set_area (session, (StrataSpan){ all.begin_ns + quarter_ns, all.end_ns - quarter_ns }, 0, G_MAXUINT32 - 1);
  rest ("select-area", begin_ms);
  show_panes (window, "area");

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  strata_session_clear_area (session);
  rest ("clear-area", begin_ms);

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  strata_session_select_longest (session, "a", all);
  rest ("select-longest", begin_ms);

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  strata_selection_set_highlight (strata_session_get_selection (session), 0);
  rest ("highlight", begin_ms);

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  strata_findings_search (strata_session_get_findings (session), "a");
  rest ("search", begin_ms);
}

/* As typed: a change of the note each time, and the file that other processes read. */
static void
write_note (StrataWindow *window)
{
  StrataSession *session = strata_trace_page_get_session (strata_window_get_trace_page (window));
  g_autoptr (GString) note = g_string_new (NULL);
  Turn longest = { 0 };
  const guint bookmark = strata_session_add_bookmark (session, strata_trace_get_span (strata_session_get_trace (session)).begin_ns, STRATA_NONE, "");

  for (guint i = 0; i < N_KEYS; i++)
    {
      g_string_append_c (note, (char) ('a' + i % 26));
      strata_marks_set_note (strata_session_get_marks (session), bookmark, note->str);
      while (make_turn (&longest))
        ;
      g_usleep (20000);
    }

  report ("typing", &longest);
  rest ("note", get_ms (CLOCK_THREAD_CPUTIME_ID));
}

static void
change_scopes (StrataWindow *window)
{
  StrataScopeModel *model = strata_scope_model_get (strata_trace_page_get_session (strata_window_get_trace_page (window)));

  for (StrataScopeChoice choice = 0; choice < STRATA_N_SCOPE_CHOICES; choice++)
    {
      g_autofree char *step = g_strdup_printf ("scope-%u", (guint) choice);
      const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

      strata_scope_model_set_choice (model, choice);
      rest (step, begin_ms);
    }
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);

  return found;
}

/* Scrolls to the middle and to the end, and sorts by the last column, like a user. */
static void
use_table (GtkWidget *pane,
           const char *name)
{
  GtkWidget *table = pane != NULL ? find_widget (pane, GTK_TYPE_COLUMN_VIEW) : NULL;

  if (table == NULL || !gtk_widget_get_mapped (table))
    return;

  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (table));
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (table));
  g_autoptr (GtkColumnViewColumn) last = g_list_model_get_item (columns, g_list_model_get_n_items (columns) - 1);

  for (guint i = 1; i <= 2; i++)
    {
      g_autofree char *step = g_strdup_printf ("scroll-%s", name);
      const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * i / 2);
      rest (step, begin_ms);
    }

  g_autofree char *step = g_strdup_printf ("sort-%s", name);
  const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (table), last, GTK_SORT_DESCENDING);
  rest (step, begin_ms);
}

/* Filters the lines of a log by level and by text. */
static void
filter_log (StrataWindow *window)
{
  GtkWidget *pane = strata_trace_page_get_pane_widget (strata_window_get_trace_page (window), "log");
  GtkDropDown *level = GTK_DROP_DOWN (find_widget (pane, GTK_TYPE_DROP_DOWN));
  GtkWidget *words = GTK_WIDGET (level);
  double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

  while (!GTK_IS_SEARCH_ENTRY (words))
    words = gtk_widget_get_next_sibling (words);

  gtk_editable_set_text (GTK_EDITABLE (words), "e");
  rest ("log-words", begin_ms);

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  gtk_drop_down_set_selected (level, 3);
  rest ("log-level", begin_ms);

  begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);
  gtk_editable_set_text (GTK_EDITABLE (words), "");
  gtk_drop_down_set_selected (level, 0);
  rest ("log-all", begin_ms);
}

/* Changes of scope while tables or the flame graph are in front. */
static void
use_panes (StrataWindow *window)
{
  static const char *const used[] = { "profile", "tree", "flame", "slices", "events", "log" };

  for (guint i = 0; i < G_N_ELEMENTS (used); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.show-%s", used[i]);

      act (window, action, used[i]);
      use_table (strata_trace_page_get_pane_widget (strata_window_get_trace_page (window), used[i]), used[i]);
      change_scopes (window);
    }

  filter_log (window);
}

/* Selects rows of changes, like the down key. */
static void
select_rows (StrataComparePage *page)
{
  StrataTableView *table = STRATA_TABLE_VIEW (find_widget (strata_compare_page_get_pane (page, "names"), STRATA_TYPE_TABLE_VIEW));

  for (guint i = 0; i < N_ROWS; i++)
    {
      const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

      strata_table_view_choose (table, i);
      rest ("compare-row", begin_ms);
    }
}

static void
compare (GFile *a,
         GFile *b)
{
  static const char *const shown[] = { "compare.show-names", "compare.show-threads", "compare.show-calls", "compare.show-frames", "compare.show-flame", "compare.show-query", "compare.show-measures" };
  StrataCompareWindow *window = strata_compare_window_new (NULL);
  Turn longest = { 0 };

  gtk_window_present (GTK_WINDOW (window));
  watch_paint (GTK_WIDGET (window));
  strata_compare_window_open (window, a, b);
  while (strata_compare_window_get_page (window) == NULL)
    if (!make_turn (&longest))
      g_usleep (500);

  report ("compare-load", &longest);
  rest ("compare-opened", get_ms (CLOCK_THREAD_CPUTIME_ID));
  select_rows (strata_compare_window_get_page (window));
  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    {
      const double begin_ms = get_ms (CLOCK_THREAD_CPUTIME_ID);

      gtk_widget_activate_action (GTK_WIDGET (strata_compare_window_get_page (window)), shown[i], NULL);
      rest (shown[i], begin_ms);
      use_table (strata_compare_page_get_pane (strata_compare_window_get_page (window), shown[i] + strlen ("compare.show-")), shown[i]);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
bench (GFile *file,
       GFile *other)
{
  StrataWindow *window = open_trace (file);

  show_panes (window, "pane");
  select_things (window);
  write_note (window);
  use_panes (window);
  gtk_window_destroy (GTK_WINDOW (window));
  compare (file, other);
  g_print ("bench turn-longest %.1f ms CPU, %.1f ms wall, %.1f ms painting\n", worst.cpu_ms, worst.wall_ms, worst.paint_ms);
}

int
main (int argc,
      char **argv)
{
  g_autofree char *path = argc > 1 ? g_strdup (argv[1]) : g_build_filename (g_get_tmp_dir (), "strata-bench-turns.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GFile) other = g_file_new_for_commandline_arg (argc > 2 ? argv[2] : path);
  g_autoptr (GError) error = NULL;

  gtk_init ();
  strata_renderer_choose (gdk_display_get_default ());
  strata_resources_register_resource ();
  if (argc == 1 && !bench_write_traceview (path, N_RECORDS, &error))
    g_error ("%s", error->message);

  bench (file, other);

  if (argc == 1)
    g_unlink (path);

  return 0;
}
