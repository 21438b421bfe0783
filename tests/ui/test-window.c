/* test-window.c - the window and its pages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-pane-book.h"
#include "strata-troubleshooting.h"
#include "strata-window.h"

#include "strata-files-dialog.h"
#include "strata-open-request.h"
#include "strata-event-list.h"
#include "strata-events-pane.h"
#include "strata-failed-page.h"
#include "strata-folder-page.h"
#include "strata-profile-pane.h"
#include "strata-report.h"
#include "strata-resources.h"
#include "strata-table-view.h"
#include "strata-title.h"
#include "strata-loader.h"
#include "strata-trace-files.h"

#include "ui-fixture.h"

static StrataWindow *
open_window (const char *name,
             const char *content)
{
  g_autoptr (GFile) file = fixture_write (name, content);
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  return window;
}

static void
close_window (StrataWindow *window)
{
  gpointer gone = window;

  g_object_add_weak_pointer (G_OBJECT (window), &gone);
  gtk_window_destroy (GTK_WINDOW (window));
  fixture_wait_until (gone == NULL);
}

static void
test_start (void)
{
  StrataWindow *window = strata_window_new (NULL);

  g_assert_cmpstr (strata_window_get_page (window), ==, "start");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Strata");
  g_assert_null (strata_window_get_trace_page (window));
  gtk_window_present (GTK_WINDOW (window));
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  close_window (window);
}

static void
test_load (void)
{
  StrataWindow *window = open_window ("window.ftrace", FIXTURE_TRACE);

  g_assert_cmpstr (strata_window_get_page (window), ==, "loading");
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "trace");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "window.ftrace — Strata");
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))), ==, "profile");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-report", NULL);
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))), ==, "report");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-slices", NULL);
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))), ==, "slices");
  close_window (window);
}

/* Alt+Q moves the focus to the query editor. */
static void
test_query_focus (void)
{
  StrataWindow *window = open_window ("window.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-query", NULL);
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (window))));
  close_window (window);
}

/* A pane's error is shown until its next success; messages of the page stay. */
static void
test_told (void)
{
  StrataWindow *window = open_window ("window.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);

  gtk_widget_activate_action (GTK_WIDGET (page), "trace.tell", "s", "x.csv was not written");
  g_assert_cmpstr (fixture_get_shown_text (page, "message_bar", "message"), ==, "x.csv was not written");
  gtk_widget_activate_action (GTK_WIDGET (page), "trace.tell", "s", "");
  g_assert_null (fixture_get_shown_text (page, "message_bar", "message"));

  strata_trace_page_show_message (page, "Something else");
  gtk_widget_activate_action (GTK_WIDGET (page), "trace.tell", "s", "");
  g_assert_cmpstr (fixture_get_shown_text (page, "message_bar", "message"), ==, "Something else");
  close_window (window);
}

/* The time axis has an end, and the page says so for a trace that exceeds it. */
static void
test_cut (void)
{
  static const struct
  {
    const char *end_s;
    gboolean is_told;
  } rows[] = { { "2305843010", FALSE }, { "4611686019", FALSE }, { "4611686020", TRUE }, { "9000000000", TRUE } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *content = g_strdup_printf ("# tracer: nop\n#\n"
                                                  "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|long\n"
                                                  "  app-100   (  100) [000] .... %s.000000: tracing_mark_write: E|100\n",
                                                  rows[i].end_s);
      StrataWindow *window = open_window ("years.ftrace", content);

      fixture_wait_until (strata_window_get_trace_page (window) != NULL);

      const char *message = fixture_get_shown_text (strata_window_get_trace_page (window), "message_bar", "message");

      g_assert_cmpint (message != NULL && strstr (message, "4611686019\u00a0s") != NULL, ==, rows[i].is_told);
      close_window (window);
    }
}

/* A folder of its own, with @n_traces traces and a file that is none. */
static GFile *
make_folder (const char *name,
             guint n_traces)
{
  g_autofree char *note = g_build_filename (name, "note.txt", NULL);
  g_autoptr (GFile) file = fixture_write (note, "none of them\n");

  for (guint i = 0; i < n_traces; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.ftrace", name, i);
      g_autoptr (GFile) trace = fixture_write (path, FIXTURE_TRACE);
    }

  return g_file_get_parent (file);
}

/* The traces of a folder are offered; a single one is opened. */
static void
test_folder (void)
{
  static const struct
  {
    guint n_traces;
    const char *page;
  } rows[] = { { 0, "failed" }, { 1, "trace" }, { 3, "folder" } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = g_strdup_printf ("folder-%u", rows[i].n_traces);
      g_autoptr (GFile) folder = make_folder (name, rows[i].n_traces);
      StrataWindow *window = strata_window_new (NULL);
      StrataFolderPage *page = STRATA_FOLDER_PAGE (fixture_find_widget (GTK_WIDGET (window), STRATA_TYPE_FOLDER_PAGE));

      strata_window_open (window, folder);
      g_assert_cmpstr (strata_window_get_page (window), ==, "folder");
      fixture_wait_until (strata_folder_page_get_files (page)->len == rows[i].n_traces && g_str_equal (strata_window_get_page (window), rows[i].page));
      close_window (window);
    }
}

/* One of several, or all of them; after a failure, Back leads to the others. */
static void
test_folder_choices (void)
{
  g_autoptr (GFile) folder = make_folder ("folder-choices", 2);
  g_autoptr (GFile) missing = g_file_get_child (folder, "missing");
  StrataWindow *window = strata_window_new (NULL);
  StrataFolderPage *page = STRATA_FOLDER_PAGE (fixture_find_widget (GTK_WIDGET (window), STRATA_TYPE_FOLDER_PAGE));

  strata_window_open (window, folder);
  fixture_wait_until (strata_folder_page_get_files (page)->len == 2);
  strata_window_open (window, missing);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "failed"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "folder");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-together", NULL);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpuint (strata_window_get_files (window)->len, ==, 2);
  close_window (window);
}

/* The file is read in the background, so the line appears after the row. */
static void
assert_selected_line (StrataEventsPane *pane,
                      const char *text)
{
  StrataTableView *table = STRATA_TABLE_VIEW (fixture_find_widget (GTK_WIDGET (pane), STRATA_TYPE_TABLE_VIEW));

  fixture_wait_until (strata_table_view_get_selected (table) != STRATA_TABLE_VIEW_NO_ROW);

  const guint32 row = strata_table_view_get_selected (table);
  g_autofree char *line = strata_event_list_dup_lines (strata_table_view_get_rows (table), &row, 1);

  g_assert_nonnull (strstr (line, text));
}

/* An unmatched end, an unfinished slice, an unknown event, and a line with a comma and quotes that is not an event. */
#define ODD_TRACE                                                                \
  "# tracer: nop\n#\n"                                                           \
  "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: E|100\n"         \
  "  app-100   (  100) [000] .... 1.010000: tracing_mark_write: B|100|goes on\n" \
  "  app-100   (  100) [000] .... 1.020000: cma_alloc: pfn=1\n"                  \
  "what \"is\" this, then\n"                                                     \
  "  app-100   (  100) [000] .... 1.030000: cma_alloc: pfn=2\n"

/* Slices of the kernel are counted like others. */
static void
test_counts (void)
{
  StrataWindow *window = open_window ("counts.ftrace", "# tracer: nop\n#\n"
                                                       "  app-100   (  100) [000] .... 1.000000: tracing_mark_write: B|100|goes on\n"
                                                       "  app-100   (  100) [000] d.h. 1.010000: irq_handler_entry: irq=33 name=timer\n"
                                                       "  app-100   (  100) [001] d.h. 1.020000: irq_handler_exit: irq=34 ret=handled\n");
  StrataReportCount counts[STRATA_REPORT_N_COUNTS];

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  strata_report_get_counts (strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window))), counts);
  for (guint i = 0; i < STRATA_REPORT_N_COUNTS; i++)
    if (g_str_equal (counts[i].name, "slices") || g_str_equal (counts[i].name, "unfinished-slices"))
      g_assert_cmpuint (counts[i].count, ==, 2);
    else if (g_str_equal (counts[i].name, "unmatched-ends"))
      g_assert_cmpuint (counts[i].count, ==, 1);

  close_window (window);
}

static void
test_report (void)
{
  StrataWindow *window = open_window ("odd.ftrace", ODD_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataTrace *trace = strata_session_get_trace (strata_trace_page_get_session (page));
  StrataEventsPane *pane = STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (page, "events"));
  g_autoptr (StrataTableRows) rows = strata_report_new_rows (trace);
  g_autofree char *csv = strata_table_rows_dup_text (rows, STRATA_TABLE_CSV);
  g_autofree char *text = strata_report_dup_text (trace);

  g_assert_nonnull (strstr (csv, "section,kind,severity,count,first_line,first_offset,first_ns,text,sample,file,shown,bytes\n"));
  g_assert_nonnull (strstr (csv, "total,slices,,1,,,,,,,,\n"));
  g_assert_nonnull (strstr (csv, "total,unfinished-slices,,1,,,,,,,,\n"));
  g_assert_nonnull (strstr (csv, "total,unmatched-ends,,1,,,,,,,,\n"));
  g_assert_nonnull (strstr (csv, "odd,unknown-line,warning,1,6,"));
  g_assert_nonnull (strstr (csv, ",\"what \"\"is\"\" this, then\",,,\n"));
  g_assert_nonnull (strstr (csv, "kind,cma_alloc,,2,,,,,,,no,\n"));
  g_assert_nonnull (strstr (csv, "kind,tracing_mark_write,,2,,,,,,,yes,\n"));

  /* a warning with only a time is shown with its line */
  g_assert_nonnull (strstr (csv, "odd,unfinished-slice,info,1,4,,1010000000,"));
  g_assert_nonnull (strstr (text, "B|100|goes on\n"));
  g_assert_nonnull (strstr (text, "cma_alloc: 2, not shown on the timeline\n"));

  gtk_widget_activate_action (GTK_WIDGET (page), "trace.show-kind", "s", "cma_alloc");
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (page), STRATA_TYPE_PANE_BOOK))), ==, "events");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) == 2);

  gtk_widget_activate_action (GTK_WIDGET (page), "trace.show-line", "(uu)", 0, 5);
  g_assert_cmpuint (strata_events_pane_get_n_rows (pane), ==, 7);
  assert_selected_line (pane, "what \"is\" this, then");
  close_window (window);
}

/* The table of calls without lengths would show zeros; their tree shows who called whom. */
static void
test_moment (void)
{
  StrataWindow *window = open_window ("moment.json", "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":1,\"dur\":0,\"pid\":5,\"tid\":5,\"name\":\"x\"},{\"ph\":\"i\",\"ts\":9,\"pid\":5,\"tid\":5,\"name\":\"y\"}]}");

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))), ==, "tree");
  close_window (window);
}

/* Without slices the warnings are shown first, and a pane without rows says why. */
static void
test_instants_alone (void)
{
  StrataWindow *window = open_window ("instants.json", "{\"traceEvents\":[{\"ph\":\"i\",\"ts\":1,\"pid\":5,\"tid\":5,\"name\":\"x\"},{\"ph\":\"i\",\"ts\":9,\"pid\":5,\"tid\":5,\"name\":\"y\"}]}");

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  GtkWidget *page = GTK_WIDGET (strata_window_get_trace_page (window));
  StrataEventsPane *pane = STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (STRATA_TRACE_PAGE (page), "events"));

  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (page, STRATA_TYPE_PANE_BOOK))), ==, "report");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-events", NULL);
  g_assert_cmpuint (strata_events_pane_get_n_rows (pane), ==, 0);

  GtkStack *stack = GTK_STACK (fixture_find_widget (fixture_find_widget (GTK_WIDGET (pane), STRATA_TYPE_TABLE_VIEW), GTK_TYPE_STACK));

  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_stack_get_visible_child (stack))), ==, "This file has no lines of text");
  close_window (window);
}

/* Copies the lines as they are in the file; as a table, one row for each. */
static void
check_copied_lines (StrataTrace *trace)
{
  static const guint32 wanted[] = { 1, 3 };
  g_autoptr (StrataRows) list = strata_event_list_new (trace, NULL);
  g_auto (GStrv) all = g_strsplit (FIXTURE_TRACE, "\n", -1);

  g_autofree char *lines = strata_event_list_dup_lines (list, wanted, G_N_ELEMENTS (wanted));
  g_autofree char *expected = g_strdup_printf ("%s\n%s", all[1], all[3]);
  g_autoptr (StrataTableRows) rows = strata_table_rows_new_listed ("lines", list, wanted, G_N_ELEMENTS (wanted));
  g_autofree char *csv = strata_table_rows_dup_text (rows, STRATA_TABLE_CSV);

  g_assert_cmpstr (lines, ==, expected);
  g_assert_cmpuint (strata_table_rows_get_n_rows (rows), ==, 2);
  g_assert_nonnull (strstr (csv, "\n2,"));
  g_assert_nonnull (strstr (csv, "\n4,"));
}

/* An invalid regular expression lists nothing, and says why. */
static void
check_bad_expression (StrataEventsPane *pane)
{
  GtkStack *stack = GTK_STACK (fixture_find_widget (fixture_find_widget (GTK_WIDGET (pane), STRATA_TYPE_TABLE_VIEW), GTK_TYPE_STACK));

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fixture_get_part (pane, "regex_button")), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "(wal");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) == 0);
  g_assert_nonnull (strstr (gtk_label_get_label (GTK_LABEL (gtk_stack_get_visible_child (stack))), "(wal"));
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "(walk)");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) > 0);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "table");
}

/* Without a selection the pane begins at the first visible event, not with the metadata of the processes. */
static void
test_events_begin (void)
{
  StrataWindow *window = open_window ("dump.ftrace", "USER PID PPID NAME\nroot 1 0 init\nroot 2 0 kthreadd\n" FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataSession *session = strata_trace_page_get_session (page);
  StrataEventsPane *pane = STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (page, "events"));

  strata_session_select (session, (StrataItem){ STRATA_ITEM_NONE, STRATA_NONE, STRATA_NONE, 1 });
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1023000000, 1050000000 }, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-events", NULL);
  assert_selected_line (pane, "1.023000: tracing_mark_write: B|100|draw");
  close_window (window);
}

/* The lines of the file: all, some, and that of the selection. */
static void
test_events (void)
{
  StrataWindow *window = open_window ("events.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataSession *session = strata_trace_page_get_session (page);
  StrataEventsPane *pane = STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (page, "events"));
  const guint n_lines = (guint) strata_trace_get_counts (strata_session_get_trace (session))->n_lines;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-events", NULL);
  g_assert_cmpstr (strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (page), STRATA_TYPE_PANE_BOOK))), ==, "events");
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (pane)));
  g_assert_cmpuint (strata_events_pane_get_n_rows (pane), ==, n_lines);

  g_assert_true (strata_session_select_longest (session, "draw", (StrataSpan){ 0, G_MAXINT64 }));
  assert_selected_line (pane, "1.023000: tracing_mark_write: B|100|draw");

  check_copied_lines (strata_session_get_trace (session));

  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "b|100|WALK");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) == 0);
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "b|100|walk");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) == 2);
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "");
  fixture_wait_until (strata_events_pane_get_n_rows (pane) == n_lines);
  check_bad_expression (pane);
  close_window (window);
}

static guint
count_marks (StrataSession *session)
{
  guint n_events;

  strata_findings_get_events (strata_session_get_findings (session), &n_events);
  return n_events;
}

/* Events without slices can be marked on their threads. */
static void
test_event_marks (void)
{
  StrataWindow *window = open_window ("marks.ftrace", FIXTURE_TRACE
                                      "  app-100   (  100) [000] .... 1.091000: odd_event: a=1\n"
                                      "  app-100   (  100) [000] .... 1.092000: odd_event: a=2\n");

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);
  StrataSession *session = strata_trace_page_get_session (page);
  StrataEventsPane *pane = STRATA_EVENTS_PANE (strata_trace_page_get_pane_widget (page, "events"));

  g_assert_cmpuint (count_marks (session), ==, 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fixture_get_part (pane, "timeline_button")), TRUE);
  fixture_wait_until (count_marks (session) == 2);

  g_autofree char *text = strata_session_describe_item (session, (StrataItem){ STRATA_ITEM_EVENT, 0, STRATA_NONE, 1 });

  g_assert_true (g_str_has_prefix (text, "odd_event\n"));
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1091500000, 1092500000 }, 0);
  fixture_wait_until (count_marks (session) == 1);
  strata_view_show_all (strata_session_get_view (session));
  fixture_wait_until (count_marks (session) == 2);

  /* with a filter, only the listed ones */
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "b|100|walk");
  fixture_wait_until (count_marks (session) == 2 && strata_events_pane_get_n_rows (pane) == 2);
  gtk_editable_set_text (GTK_EDITABLE (fixture_get_part (pane, "entry")), "e|100");
  fixture_wait_until (count_marks (session) > 5);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fixture_get_part (pane, "timeline_button")), FALSE);
  g_assert_cmpuint (count_marks (session), ==, 0);
  close_window (window);
}

typedef struct
{
  const char *name;
  const char *select;
  const char *span;
  gint64 begin_ns; /* of the selection, or of the view; 0 without any */
  const char *message;
} Goal;

static const Goal goals[] = {
  { "select", "draw", NULL, 1023000000, NULL },
  { "select-in-span", "draw", "1.06s..", 1061000000, NULL },
  { "span", NULL, "+10ms..1.03s", 1010000000, NULL },
  { "unknown", "paint", NULL, 0, "“paint”" },
  { "elsewhere", "Walk", "1s..1.05s", 0, "“Walk”" },
  { "no-span", NULL, "often", 0, "“often” is not a span" },
};

static gint64
get_shown_begin_ns (StrataSession *session)
{
  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (session));

  strata_session_get_item_span (session, strata_session_get_selected_item (session), &span);
  return span.begin_ns;
}

/* A file may be opened at a given place. */
static void
test_goal (gconstpointer data)
{
  const Goal *request = data;
  g_autoptr (GFile) file = fixture_write ("goal.ftrace", FIXTURE_TRACE);
  g_autofree char *text = strata_open_request_new (request->select, request->span, NULL, (StrataReading){ 0 }, NULL);
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open_at (window, file, text);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);

  if (request->begin_ns != 0)
    g_assert_cmpint (get_shown_begin_ns (strata_trace_page_get_session (page)), ==, request->begin_ns);

  if (request->message != NULL)
    g_assert_nonnull (strstr (fixture_get_shown_text (page, "message_bar", "message"), request->message));
  else
    g_assert_null (fixture_get_shown_text (page, "message_bar", "message"));

  close_window (window);
}

static gint64
get_visible_ns (StrataSession *session)
{
  return strata_span_get_length_ns (strata_viewport_get_span (strata_session_get_viewport (session)));
}

/* Menu commands act on the timeline. */
static void
test_zoom (void)
{
  StrataWindow *window = open_window ("zoom.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataSession *session = strata_trace_page_get_session (strata_window_get_trace_page (window));

  fixture_wait_until (strata_session_get_viewport (session)->width_px > 100);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-in", NULL);
  fixture_wait_until (get_visible_ns (session) < 80000000);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.zoom-all", NULL);
  fixture_wait_until (get_visible_ns (session) >= 90000000);
  close_window (window);
}

typedef struct
{
  const char *name;
  const char *content;
  const char *reason;
} Failure;

static const Failure failures[] = {
  { "words.txt", "these are words and no trace\n", "words.txt" },
  { "empty.trace", "", "empty.trace" },
};

static void
test_failed (gconstpointer data)
{
  const Failure *failure = data;
  StrataWindow *window = open_window (failure->name, failure->content);

  fixture_wait_until (g_str_equal (strata_window_get_page (window), "failed"));
  g_assert_nonnull (strstr (fixture_get_failure (window), failure->reason));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "start");

  /* the window can open another file */
  g_autoptr (GFile) file = fixture_write ("after.ftrace", FIXTURE_TRACE);

  strata_window_open (window, file);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  close_window (window);
}

static const char *
get_first_name (StrataWindow *window)
{
  StrataTrace *trace = strata_session_get_trace (strata_trace_page_get_session (strata_window_get_trace_page (window)));

  return strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[0]);
}

/* The trace is reloaded with the mapping; an invalid one changes nothing. */
static void
test_mapping (void)
{
  static const char text[] = "1.000000: B|7|B:12\n1.050000: B|7|B:3\n1.060000: B|7|E:3\n1.100000: B|7|E:12\n";
  StrataWindow *window = open_window ("numbers.rhea", text);
  g_autoptr (GFile) mapping = fixture_write ("numbers.txt", "12,1,com.shop.Cart total ()V\n");
  g_autoptr (GFile) nonsense = fixture_write ("nonsense.txt", "nonsense\n");
  StrataTracePage *page;
  StrataSpan shown;

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_cmpstr (get_first_name (window), ==, "12");
  page = strata_window_get_trace_page (window);
  strata_view_show_span (strata_session_get_view (strata_trace_page_get_session (page)), (StrataSpan){ 1020000000, 1040000000 }, 0);
  shown = strata_viewport_get_span (strata_session_get_viewport (strata_trace_page_get_session (page)));

  strata_window_use_mapping (window, nonsense);
  g_assert_cmpstr (strata_window_get_page (window), ==, "loading");
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_true (strata_window_get_trace_page (window) == page);
  g_assert_nonnull (strstr (fixture_get_shown_text (page, "message_bar", "message"), "nonsense.txt"));
  g_assert_cmpstr (get_first_name (window), ==, "12");

  strata_window_use_mapping (window, mapping);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "trace");
  g_assert_cmpstr (get_first_name (window), ==, "12");

  strata_window_use_mapping (window, mapping);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  page = strata_window_get_trace_page (window);
  g_assert_cmpstr (get_first_name (window), ==, "com.shop.Cart.total ()V");
  g_assert_null (fixture_get_shown_text (page, "message_bar", "message"));

  const StrataSpan shown_now = strata_viewport_get_span (strata_session_get_viewport (strata_trace_page_get_session (page)));

  g_assert_cmpint (ABS (shown_now.begin_ns - shown.begin_ns), <, 1000000);
  g_assert_cmpint (ABS (shown_now.end_ns - shown.end_ns), <, 1000000);
  close_window (window);
}

static GtkWidget *
find_widget (GtkWidget *root,
             GType type,
             guint n_before)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : find_widget (child, type, 0);

      if (found != NULL && n_before-- == 0)
        return found;
    }

  return NULL;
}

static GtkWidget *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (STRATA_IS_FILES_DIALOG (window))
        return window;
    }

  return NULL;
}

static StrataSession *
get_session (StrataWindow *window)
{
  return strata_trace_page_get_session (strata_window_get_trace_page (window));
}

/* Sets the offset of the second file. */
static void
apply_offset (StrataWindow *window,
              const char *text)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-files", NULL);

  GtkWidget *dialog = find_dialog ();
  GtkWidget *list = find_widget (dialog, GTK_TYPE_LIST_BOX, 0);
  GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 1));

  gtk_editable_set_text (GTK_EDITABLE (find_widget (row, GTK_TYPE_ENTRY, 0)), "soon");
  gtk_widget_activate_action (dialog, "files.apply", NULL);
  g_assert_nonnull (strstr (fixture_get_shown_text (STRATA_FILES_DIALOG (dialog), "problem", "problem"), "“soon”"));

  gtk_editable_set_text (GTK_EDITABLE (find_widget (row, GTK_TYPE_ENTRY, 0)), text);
  gtk_widget_activate_action (dialog, "files.apply", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "loading");
}

/* A long name is on one line, and all rows have room. */
static void
test_long_name (void)
{
  StrataWindow *window = open_window ("capture-of-the-launcher-that-scrolls-all-the-time-on-a-phone-with-a-long-name-in-the-evening.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-files", NULL);

  GtkWidget *dialog = find_dialog ();
  GtkWidget *list = find_widget (dialog, GTK_TYPE_LIST_BOX, 0);
  GtkWidget *scroller = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);

  fixture_wait_until (gtk_widget_get_height (scroller) > 0);
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0))), <=, gtk_widget_get_height (scroller));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (find_widget (list, GTK_TYPE_LABEL, 0)))), ==, 1);
  gtk_window_destroy (GTK_WINDOW (dialog));
  close_window (window);
}

/* Adds another file, moves it, and fails to move it. */
static void
test_files (void)
{
  static const char text[] = " other-300   (  300) [001] .... 1.030000: tracing_mark_write: B|300|read\n"
                             " other-300   (  300) [001] .... 1.035000: tracing_mark_write: E|300\n";
  g_autoptr (GFile) more = fixture_write ("more.ftrace", text);
  g_autoptr (GFile) noise = fixture_write ("noise.txt", "noise\n");
  StrataWindow *window = open_window ("files.ftrace", FIXTURE_TRACE);
  const StrataSpan all = { 0, G_MAXINT64 };
  StrataSpan span;

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  g_autoptr (GPtrArray) files = strata_trace_files_copy (strata_window_get_files (window));

  strata_trace_files_add (files, &(StrataLoadInput){ .file = more });
  strata_window_load_files (window, files);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "files.ftrace + more.ftrace — Strata");
  g_assert_true (strata_session_select_longest (get_session (window), "read", all));

  apply_offset (window, "12.5 ms");
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  fixture_wait_until (strata_session_get_selected_item (get_session (window)).kind == STRATA_ITEM_SLICE);
  g_assert_true (strata_session_get_item_span (get_session (window), strata_session_get_selected_item (get_session (window)), &span));
  g_assert_cmpint (span.begin_ns, ==, 1042500000);

  apply_offset (window, "−3s");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "trace");
  g_assert_true (strata_session_get_item_span (get_session (window), strata_session_get_selected_item (get_session (window)), &span));
  g_assert_cmpint (span.begin_ns, ==, 1042500000);
  g_assert_cmpint (((const StrataLoadInput *) g_ptr_array_index (strata_window_get_files (window), 1))->offset_ns, ==, 12500000);

  strata_trace_files_add (files, &(StrataLoadInput){ .file = noise });
  strata_window_load_files (window, files);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_nonnull (strstr (fixture_get_shown_text (strata_window_get_trace_page (window), "message_bar", "message"), "noise.txt"));
  g_assert_cmpuint (strata_window_get_files (window)->len, ==, 2);
  close_window (window);
}

/* Shows what the file contains now, and keeps the trace once the file is gone. */
static void
test_load_again (void)
{
  static const char added[] = "  app-200   (  200) [000] .... 9.000000: tracing_mark_write: B|200|added\n"
                              "  app-200   (  200) [000] .... 9.005000: tracing_mark_write: E|200\n";
  g_autofree char *longer = g_strconcat (FIXTURE_TRACE, added, NULL);
  StrataWindow *window = open_window ("again.ftrace", FIXTURE_TRACE);
  const StrataSpan all = { 0, G_MAXINT64 };

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  g_assert_false (strata_session_select_longest (get_session (window), "added", all));

  g_autoptr (GFile) file = fixture_write ("again.ftrace", longer);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.load-again", NULL);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_true (strata_session_select_longest (get_session (window), "added", all));

  g_file_delete (file, NULL, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.load-again", NULL);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_nonnull (strstr (fixture_get_shown_text (strata_window_get_trace_page (window), "message_bar", "message"), "again.ftrace"));
  g_assert_true (strata_session_select_longest (get_session (window), "added", all));
  close_window (window);
}

typedef struct
{
  const char *text;
  gint64 offset_ns; /* 0 for none */
} Offset;

static const Offset offsets[] = {
  { "12.5 ms", 12500000 },
  { "+12.5ms", 12500000 },
  { "12,5 ms", 12500000 },
  { " −3 s ", G_GINT64_CONSTANT (-3000000000) },
  { "-3\302\240s", G_GINT64_CONSTANT (-3000000000) },
  { "12", 0 },
  { "", 0 },
  { "soon", 0 },
  { "1 minutes", 0 },
};

static void
test_offsets (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      gint64 offset_ns = 0;

      g_assert_cmpint (strata_trace_files_parse_offset (offsets[i].text, &offset_ns), ==, offsets[i].offset_ns != 0);
      g_assert_cmpint (offset_ns, ==, offsets[i].offset_ns);
      if (offset_ns == 0)
        continue;

      g_autofree char *text = strata_trace_files_dup_offset (offset_ns + 1);

      g_assert_true (strata_trace_files_parse_offset (text, &offset_ns));
      g_assert_cmpint (offset_ns, ==, offsets[i].offset_ns + 1);
    }
}

static void
test_useless_mapping (void)
{
  StrataWindow *window = open_window ("without.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) mapping = fixture_write ("numbers.txt", "12,1,com.shop.Cart total ()V\n");

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
  strata_window_use_mapping (window, mapping);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "trace"));
  g_assert_nonnull (strstr (fixture_get_shown_text (strata_window_get_trace_page (window), "message_bar", "message"), "no methods"));
  close_window (window);
}

static void
test_missing (void)
{
  g_autoptr (GFile) file = g_file_new_for_path ("/nowhere/missing.trace");
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  fixture_wait_until (g_str_equal (strata_window_get_page (window), "failed"));
  g_assert_nonnull (strstr (fixture_get_failure (window), "missing.trace"));
  close_window (window);
}

static void
test_cancel (void)
{
  StrataWindow *window = open_window ("cancel.ftrace", FIXTURE_TRACE);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpstr (strata_window_get_page (window), ==, "start");

  /* a cancelled load does not come back */
  for (guint i = 0; i < 200; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }

  g_assert_cmpstr (strata_window_get_page (window), ==, "start");
  close_window (window);
}

static void
test_close_while_loading (void)
{
  close_window (open_window ("close.ftrace", FIXTURE_TRACE));
}

/* A second file does not replace the first. */
static void
test_second_window (void)
{
  StrataWindow *window = open_window ("first.ftrace", FIXTURE_TRACE);
  guint n_before = g_list_model_get_n_items (gtk_window_get_toplevels ());

  fixture_wait_until (strata_window_get_trace_page (window) != NULL);

  StrataTracePage *page = strata_window_get_trace_page (window);
  g_autoptr (GFile) file = fixture_write ("second.ftrace", FIXTURE_TRACE);

  strata_window_open (window, file);
  g_assert_true (strata_window_get_trace_page (window) == page);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, n_before + 1);

  g_autoptr (StrataWindow) second = g_list_model_get_item (gtk_window_get_toplevels (), n_before);

  fixture_wait_until (strata_window_get_trace_page (second) != NULL);
  gtk_window_destroy (GTK_WINDOW (second));
  close_window (window);
}

typedef struct
{
  const char *name;
  const char *title;
} Title;

static const Title titles[] = {
  { "capture.ftrace", "capture.ftrace" },
  { "com.example.app_20240102_030405.trace", "com.example.app · 2024-01-02 03:04:05" },
  { "com.example_two_20240102_030405.trace", "com.example_two · 2024-01-02 03:04:05" },
  { "com.example.app_2024_0102.trace", "com.example.app_2024_0102.trace" },
  { "_20240102_030405.trace", "_20240102_030405.trace" },
};

static void
test_titles (void)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (FIXTURE_TRACE, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *title = strata_title_dup_title (titles[i].name, trace);

      g_assert_cmpstr (title, ==, titles[i].title);
    }

  g_autofree char *subtitle = strata_title_dup_subtitle (trace);

  g_assert_true (g_str_has_prefix (subtitle, "90.0\302\240ms · "));
  g_assert_true (g_str_has_suffix (subtitle, " · 1 thread"));
}

/* The troubleshooting information contains neither the name nor the content of the file. */
static void
test_troubleshooting (void)
{
  StrataWindow *window = open_window ("secret-name.ftrace", FIXTURE_TRACE);

  fixture_wait_until (strata_window_get_trace_page (window) != NULL && gtk_widget_get_mapped (GTK_WIDGET (strata_window_get_trace_page (window))));

  g_autofree char *report = strata_troubleshooting_dup_report (GTK_WIDGET (window), strata_trace_page_get_session (strata_window_get_trace_page (window)));
  static const char *const wanted[] = { "Strata ", "GTK ", "Renderer       GskCairoRenderer", "Text scale     100 %", "Slices ", "libarchive " };
  const char *const private[] = { "secret-name", "measure", "app-100", g_get_home_dir (), g_get_tmp_dir () };

  for (gsize i = 0; i < G_N_ELEMENTS (wanted); i++)
    g_assert_nonnull (strstr (report, wanted[i]));
  for (gsize i = 0; i < G_N_ELEMENTS (private); i++)
    g_assert_null (strstr (report, private[i]));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-troubleshooting", NULL));
  close_window (window);
}

/* Windows of any height, even full screens, give the panes the same share, and ten rounds of
 * opening and closing do not change it. */
static void
test_pane_share (void)
{
  static const int heights_px[] = { 900, 500, 700, 420, 900, 640, 1000, 480, 760, 900 };
  g_autoptr (GSettings) settings = g_settings_new ("org.strataviewer.Strata");

  g_settings_set_double (settings, "pane-share", 0.45);
  for (guint i = 0; i < G_N_ELEMENTS (heights_px); i++)
    {
      g_settings_set_int (settings, "window-height", heights_px[i]);
      g_settings_set_boolean (settings, "window-maximized", i % 2 == 1);

      StrataWindow *window = open_window ("share.ftrace", FIXTURE_TRACE);

      gtk_window_present (GTK_WINDOW (window));
      fixture_wait_until (strata_window_get_trace_page (window) != NULL && gtk_widget_get_height (GTK_WIDGET (strata_window_get_trace_page (window))) > 0);
      fixture_wait_until (gtk_widget_get_mapped (strata_trace_page_get_pane_widget (strata_window_get_trace_page (window), strata_pane_book_get_shown (STRATA_PANE_BOOK (fixture_find_widget (GTK_WIDGET (strata_window_get_trace_page (window)), STRATA_TYPE_PANE_BOOK))))));
      gpointer gone = window;

      g_object_add_weak_pointer (G_OBJECT (window), &gone);
      gtk_window_close (GTK_WINDOW (window));
      fixture_wait_until (gone == NULL);
      g_assert_cmpfloat_with_epsilon (g_settings_get_double (settings, "pane-share"), 0.45, 1e-9);
    }

  g_settings_reset (settings, "pane-share");
  g_settings_reset (settings, "window-height");
  g_settings_reset (settings, "window-maximized");
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/window/start", test_start);
  g_test_add_func ("/window/load", test_load);
  g_test_add_func ("/window/cut", test_cut);
  g_test_add_func ("/window/folder", test_folder);
  g_test_add_func ("/window/folder-choices", test_folder_choices);
  g_test_add_func ("/window/query-focus", test_query_focus);
  g_test_add_func ("/window/told", test_told);
  g_test_add_func ("/window/events", test_events);
  g_test_add_func ("/window/events-begin", test_events_begin);
  g_test_add_func ("/window/event-marks", test_event_marks);
  g_test_add_func ("/window/counts", test_counts);
  g_test_add_func ("/window/report", test_report);
  g_test_add_func ("/window/moment", test_moment);
  g_test_add_func ("/window/instants-alone", test_instants_alone);
  g_test_add_func ("/window/zoom", test_zoom);

  for (guint i = 0; i < G_N_ELEMENTS (goals); i++)
    {
      g_autofree char *path = g_strconcat ("/window/goal/", goals[i].name, NULL);

      g_test_add_data_func (path, &goals[i], test_goal);
    }

  for (guint i = 0; i < G_N_ELEMENTS (failures); i++)
    {
      g_autofree char *path = g_strconcat ("/window/failed/", failures[i].name, NULL);

      g_test_add_data_func (path, &failures[i], test_failed);
    }

  g_test_add_func ("/window/mapping", test_mapping);
  g_test_add_func ("/window/long-name", test_long_name);
  g_test_add_func ("/window/files", test_files);
  g_test_add_func ("/window/load-again", test_load_again);
  g_test_add_func ("/window/offsets", test_offsets);
  g_test_add_func ("/window/useless-mapping", test_useless_mapping);
  g_test_add_func ("/window/missing", test_missing);
  g_test_add_func ("/window/cancel", test_cancel);
  g_test_add_func ("/window/close-while-loading", test_close_while_loading);
  g_test_add_func ("/window/second-window", test_second_window);
  g_test_add_func ("/window/titles", test_titles);
  g_test_add_func ("/window/troubleshooting", test_troubleshooting);
  g_test_add_func ("/window/pane-share", test_pane_share);

  return g_test_run ();
}
