/* test-save-finding.c - findings saved by one user and opened by another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <gtk/gtk.h>

#include "strata-error.h"
#include "strata-query-pane.h"
#include "strata-resources.h"
#include "strata-save-finding.h"
#include "strata-session-area.h"
#include "strata-session-bookmarks.h"

#include "ui-fixture.h"

#define MS G_GINT64_CONSTANT (1000000)
#define QUERY "SELECT 'it''s; mine'\nFROM slice;"

static StrataWindow *
open_file (GFile *file)
{
  StrataWindow *window = strata_window_new (NULL);

  strata_window_open (window, file);
  fixture_wait_until (strata_window_get_trace_page (window) != NULL);
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

/* A separate home for each user. */
static void
become (const char *user)
{
  g_autofree char *folder = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "ui-files", g_get_prgname (), user, NULL);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0755), ==, 0);
  g_setenv ("STRATA_STATE_DIR", folder, TRUE);
}

static StrataSession *
get_session (StrataWindow *window)
{
  return strata_trace_page_get_session (strata_window_get_trace_page (window));
}

static StrataQueryPane *
get_query_pane (StrataWindow *window)
{
  return STRATA_QUERY_PANE (strata_trace_page_get_pane_widget (strata_window_get_trace_page (window), "query"));
}

static guint32
find_slice (StrataTrace *trace,
            gint64 start_ns,
            const char *name)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    if (slices->start_ns[i] == start_ns && g_str_equal (strata_trace_get_string (trace, slices->name[i]), name))
      return i;

  return STRATA_NONE;
}

static void
on_saved (const GError *error,
          gpointer is_saved)
{
  g_assert_no_error (error);
  *(gboolean *) is_saved = TRUE;
}

static void
save (StrataWindow *window,
      GFile *file,
      gboolean is_whole)
{
  gboolean is_saved = FALSE;

  strata_save_finding_write (window, file, is_whole, on_saved, &is_saved);
  fixture_wait_until (is_saved);
}

static void
look (StrataSession *session)
{
  StrataTrace *trace = strata_session_get_trace (session);
  const guint32 slice = find_slice (trace, 1023 * MS, "draw");

  strata_view_set_width (strata_session_get_view (session), 1000);
  strata_view_show_span (strata_session_get_view (session), (StrataSpan){ 1015 * MS, 1055 * MS }, 0);
  strata_session_add_bookmark (session, 1023 * MS, slice, "slow <b>draw</b>");
  strata_session_add_bookmark (session, 1085 * MS, STRATA_NONE, "outside");
  strata_session_set_area (session, (StrataSpan){ 1018 * MS, 1048 * MS }, 0, 0);
  strata_marks_set_cursor (strata_session_get_marks (session), STRATA_CURSOR_A, 1030 * MS);
  strata_session_select_slice (session, slice);
}

static void
check (StrataWindow *window,
       guint n_expected_bookmarks)
{
  StrataSession *session = get_session (window);
  StrataTrace *trace = strata_session_get_trace (session);
  const StrataItem item = strata_session_get_selected_item (session);
  guint n_bookmarks;
  const StrataBookmark *bookmarks = strata_marks_get_bookmarks (strata_session_get_marks (session), &n_bookmarks);
  StrataSpan area;
  gint64 cursor_ns;
  g_autofree char *query = strata_query_pane_dup_text (get_query_pane (window));

  g_assert_cmpuint (n_bookmarks, ==, n_expected_bookmarks);
  g_assert_cmpstr (bookmarks[0].note, ==, "slow <b>draw</b>");
  g_assert_cmpuint (bookmarks[0].slice, ==, find_slice (trace, 1023 * MS, "draw"));
  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpuint (item.index, ==, bookmarks[0].slice);
  g_assert_true (strata_session_get_area (session, &area));
  g_assert_cmpint (area.begin_ns, ==, 1018 * MS);
  g_assert_cmpint (area.end_ns, ==, 1048 * MS);
  g_assert_true (strata_marks_get_cursor (strata_session_get_marks (session), STRATA_CURSOR_A, &cursor_ns));
  g_assert_cmpint (cursor_ns, ==, 1030 * MS);
  g_assert_cmpstr (query, ==, QUERY);
}

static void
test_send (void)
{
  static const struct
  {
    const char *name;
    gboolean is_whole;
    guint n_bookmarks;
  } rows[] = { { "part.strata", FALSE, 1 }, { "all.strata", TRUE, 2 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GFile) trace = fixture_write ("sent.ftrace", FIXTURE_TRACE);
      g_autoptr (GFile) file = fixture_write (rows[i].name, "");
      g_autofree char *other = g_strdup_printf ("other-%d", (int) g_random_int_range (0, G_MAXINT));

      become ("");
      g_setenv ("STRATA_STATE_DIR", "", TRUE);

      StrataWindow *window = open_file (trace);

      look (get_session (window));
      strata_query_pane_set_text (get_query_pane (window), QUERY);
      save (window, file, rows[i].is_whole);
      close_window (window);

      become (other);
      window = open_file (file);
      check (window, rows[i].n_bookmarks);

      const StrataSpan span = strata_trace_get_span (strata_session_get_trace (get_session (window)));

      g_assert_cmpint (span.begin_ns, ==, rows[i].is_whole ? 1000 * MS : 1018 * MS);
      g_assert_cmpint (span.end_ns, ==, rows[i].is_whole ? 1090 * MS : 1048 * MS);

      /* changes of the other user win from then on */
      strata_marks_remove_bookmark (strata_session_get_marks (get_session (window)), 0);
      close_window (window);
      window = open_file (file);

      guint n_bookmarks;

      strata_marks_get_bookmarks (strata_session_get_marks (get_session (window)), &n_bookmarks);
      g_assert_cmpuint (n_bookmarks, ==, rows[i].n_bookmarks - 1);
      close_window (window);
    }
}

static void
test_page (void)
{
  g_autoptr (GFile) trace = fixture_write ("page.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) file = fixture_write ("page.html", "");
  g_autofree char *text = NULL;

  g_setenv ("STRATA_STATE_DIR", "", TRUE);

  StrataWindow *window = open_file (trace);

  look (get_session (window));
  save (window, file, FALSE);
  g_assert_true (g_file_load_contents (file, NULL, &text, NULL, NULL, NULL));
  g_assert_nonnull (strstr (text, "slow &lt;b&gt;draw&lt;/b&gt;"));
  g_assert_null (strstr (text, "<b>draw"));
  g_assert_nonnull (strstr (text, "page.ftrace"));
  close_window (window);
}

/* A name like that of a trace gives that format, of just the visible part. */
static void
test_trace (void)
{
  static const char *const rows[][2] = { { "part.pftrace", "perfetto" }, { "part.PERFETTO-TRACE", "perfetto" }, { "part.ftrace", "atrace" }, { "part.txt", "atrace" } };
  g_autoptr (GFile) trace = fixture_write ("whole.ftrace", FIXTURE_TRACE);

  g_setenv ("STRATA_STATE_DIR", "", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GFile) file = fixture_write (rows[i][0], "");
      StrataWindow *window = open_file (trace);

      look (get_session (window));
      save (window, file, FALSE);
      close_window (window);
      window = open_file (file);
      g_assert_cmpstr (strata_trace_get_format_id (strata_session_get_trace (get_session (window))), ==, rows[i][1]);
      g_assert_cmpint (strata_trace_get_span (strata_session_get_trace (get_session (window))).begin_ns, >=, 1018 * MS);
      close_window (window);
    }
}

static void
on_refused (const GError *error,
            gpointer is_over)
{
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED);
  *(gboolean *) is_over = TRUE;
}

/* JSON is of a whole trace: a part is refused, in capitals too. */
static void
test_json (void)
{
  g_autoptr (GFile) trace = fixture_write ("json.ftrace", FIXTURE_TRACE);
  g_autoptr (GFile) file = fixture_write ("whole.JSON", "");
  gboolean is_over = FALSE;

  g_setenv ("STRATA_STATE_DIR", "", TRUE);

  StrataWindow *window = open_file (trace);

  look (get_session (window));
  strata_save_finding_write (window, file, FALSE, on_refused, &is_over);
  fixture_wait_until (is_over);
  save (window, file, TRUE);
  close_window (window);
  window = open_file (file);
  g_assert_cmpstr (strata_trace_get_format_id (strata_session_get_trace (get_session (window))), ==, "chrome");
  close_window (window);
}

/* Text has no times before 0, nor CPU clocks of threads: that is said. */
static void
test_losses (void)
{
  g_autoptr (GFile) trace = fixture_write ("moved.json", "{\"traceEvents\":[{\"ph\":\"X\",\"ts\":-5000,\"dur\":2000,\"pid\":1,\"tid\":1,\"name\":\"early\"},"
                                                         "{\"ph\":\"X\",\"ts\":0,\"dur\":9000,\"tts\":0,\"tdur\":7000,\"pid\":1,\"tid\":1,\"name\":\"late\"}]}");
  g_autoptr (GFile) file = fixture_write ("moved.txt", "");

  g_setenv ("STRATA_STATE_DIR", "", TRUE);

  StrataWindow *window = open_file (trace);

  strata_view_show_span (strata_session_get_view (get_session (window)), (StrataSpan){ -5 * MS, 1 * MS }, 0);
  save (window, file, FALSE);

  const char *message = gtk_label_get_label (GTK_LABEL (fixture_get_part (strata_window_get_trace_page (window), "message")));

  g_assert_nonnull (strstr (message, "; all times are 1 s later than in the trace"));
  g_assert_nonnull (strstr (message, "; leaves out the CPU times of calls"));
  close_window (window);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add_func ("/save-finding/send", test_send);
  g_test_add_func ("/save-finding/page", test_page);
  g_test_add_func ("/save-finding/trace", test_trace);
  g_test_add_func ("/save-finding/json", test_json);
  g_test_add_func ("/save-finding/losses", test_losses);
  return g_test_run ();
}
