/* test-query-pane.c - SQL queries in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <gtk/gtk.h>

#include "frames-script.h"
#include "strata-query-pane.h"
#include "strata-query-pivot.h"
#include "strata-resources.h"

#include "strata-table-view.h"
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
  fixture->pane = STRATA_QUERY_PANE (strata_query_pane_new (fixture->session));
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 500);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
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
run_editor (Fixture *fixture)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.run", NULL));
  while (strata_query_pane_is_busy (fixture->pane))
    g_main_context_iteration (NULL, TRUE);
}

static void
run_query (Fixture *fixture,
           const char *sql)
{
  strata_query_pane_set_text (fixture->pane, sql);
  run_editor (fixture);
}

/* The rows of a result. A row selects its slice. */
static void
test_result (Fixture *fixture,
             gconstpointer data)
{
  run_query (fixture, "SELECT id, ts, dur, name FROM slice ORDER BY ts");

  StrataTableView *table = fixture_find_table (fixture->pane, 0);

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

/* Tables that one query makes exist for the next; a new result has its own columns. */
static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  run_query (fixture, "CREATE TEMP VIEW long AS SELECT name FROM slice WHERE dur > 100000000");
  g_assert_null (fixture_find_table (fixture->pane, 0));
  run_query (fixture, "SELECT count(*) AS n FROM long");

  g_autofree char *count = strata_table_view_dup_cell (fixture_find_table (fixture->pane, 0), 0, 0);

  g_assert_cmpstr (count, ==, "3");

  run_query (fixture, "SELECT 1; CREATE TEMP VIEW other AS SELECT 1; SELECT count(*) AS n FROM long");
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "1 row, from the last of 2 results");
}

/* A fractional number shows all of its integer part. */
static void
test_real (Fixture *fixture,
           gconstpointer data)
{
  run_query (fixture, "SELECT 1555200.0 AS value, 0.123456");

  StrataTableView *table = fixture_find_table (fixture->pane, 0);
  g_autofree char *whole = strata_table_view_dup_cell (table, 0, 0);
  g_autofree char *part = strata_table_view_dup_cell (table, 0, 1);

  g_assert_cmpstr (whole, ==, "1555200");
  g_assert_cmpstr (part, ==, "0.1235");
}

static void
test_error (Fixture *fixture,
            gconstpointer data)
{
  GtkTextIter iter;

  run_query (fixture, "SELECT nmae FROM slice");
  g_assert_null (fixture_find_table (fixture->pane, 0));
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "no such column: nmae");

  GtkWidget *bar = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (fixture->pane)));
  GtkWidget *editor = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (gtk_paned_get_start_child (GTK_PANED (gtk_widget_get_next_sibling (bar)))));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));

  gtk_text_buffer_get_iter_at_mark (buffer, &iter, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_offset (&iter), ==, 7);
}

static GtkWidget *
find_editor (GtkWidget *widget)
{
  if (GTK_IS_TEXT_VIEW (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *editor = find_editor (child);

      if (editor != NULL)
        return editor;
    }

  return NULL;
}

static const char *
find_tag (GtkTextBuffer *buffer,
          int offset)
{
  GtkTextIter iter;

  gtk_text_buffer_get_iter_at_offset (buffer, &iter, offset);

  g_autoptr (GSList) tags = gtk_text_iter_get_tags (&iter);
  g_autofree char *name = NULL;

  if (tags != NULL)
    g_object_get (tags->data, "name", &name, NULL);

  return g_intern_string (name);
}

/* Words are tagged by their kind, initially and after a change, also after multi-byte characters. */
static void
test_colors (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *sql;
    int offset;
    const char *tag;
  } rows[] = {
    { "select name", 0, "sql-keyword" },
    { "select name", 5, "sql-keyword" },
    { "select name", 6, NULL },
    { "select name", 7, NULL },
    { "SELECT 'é€' , 12.5 -- FROM", 8, "sql-text" },
    { "SELECT 'é€' , 12.5 -- FROM", 12, NULL },
    { "SELECT 'é€' , 12.5 -- FROM", 14, "sql-number" },
    { "SELECT 'é€' , 12.5 -- FROM", 24, "sql-comment" },
    { "/* SELECT", 4, "sql-comment" },
    { "selected", 2, NULL },
    { "'SELECT", 3, "sql-text" },
  };
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_editor (GTK_WIDGET (fixture->pane))));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      strata_query_pane_set_text (fixture->pane, rows[i].sql);
      g_assert_cmpstr (find_tag (buffer, rows[i].offset), ==, rows[i].tag);
    }

  gtk_text_buffer_set_text (buffer, "FROM", -1);
  gtk_text_buffer_insert_at_cursor (buffer, "x", -1);
  g_assert_cmpstr (find_tag (buffer, 0), ==, NULL);
  gtk_text_buffer_undo (buffer);
  g_assert_cmpstr (find_tag (buffer, 0), ==, "sql-keyword");
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *list = GTK_IS_LIST_BOX (child) ? child : find_list (child);

      if (list != NULL)
        return list;
    }

  return NULL;
}

static void
type (GtkWidget *editor,
      const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    gtk_text_buffer_insert_interactive_at_cursor (gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor)), p, 1, TRUE);
}

/* Returns whether the key is consumed before it reaches the text. */
static gboolean
press (GtkWidget *editor,
       guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (editor);
  gboolean is_used = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !is_used; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_used);
    }

  return is_used;
}

/* A list of names opens while a word is typed. Tab takes the first; Return goes to the text until another is chosen. */
static void
test_completion (Fixture *fixture,
                 gconstpointer data)
{
  static const struct
  {
    const char *before; /* present, but not typed */
    const char *typed;
    const char *keys; /* T for Tab, R for Return, D and U for down and up, E for Escape, B to delete, C for complete */
    gboolean is_open; /* whether the list is shown before the keys */
    gboolean is_used; /* whether the last key is consumed */
    const char *text; /* the final text */
  } rows[] = {
    { "SELECT * FROM ", "t", "", FALSE, FALSE, "SELECT * FROM t" },
    { "SELECT * FROM ", "th", "R", TRUE, FALSE, "SELECT * FROM th" },
    { "SELECT * FROM ", "th", "U", TRUE, TRUE, "SELECT * FROM th" },
    { "SELECT * FROM ", "thread_tr", "T", TRUE, TRUE, "SELECT * FROM thread_track" },
    { "SELECT * FROM ", "thread_tr", "UR", TRUE, TRUE, "SELECT * FROM thread_track" },
    { "SELECT * FROM ", "thread_tr", "ER", TRUE, FALSE, "SELECT * FROM thread_tr" },
    { "SELECT * FROM ", "thread_track", "T", FALSE, FALSE, "SELECT * FROM thread_track" },
    { "SELECT k. FROM trace_bounds k", "", "", FALSE, FALSE, "SELECT k. FROM trace_bounds k" },
    { "SELECT k FROM trace_bounds k", ".", "DR", TRUE, TRUE, "SELECT k.end_ts FROM trace_bounds k" },
    { "SELECT k FROM trace_bounds k", ".", "DUDT", TRUE, TRUE, "SELECT k.end_ts FROM trace_bounds k" },
    { "SELECT ", "extract_a", "T", TRUE, TRUE, "SELECT extract_arg(" },
    { "", "SELECT", "R", FALSE, FALSE, "SELECT" },
    { "SELECT ", "'thread_tr", "", FALSE, FALSE, "SELECT 'thread_tr" },
    { "SELECT * FROM ", "thread_trx", "", FALSE, FALSE, "SELECT * FROM thread_trx" },
    { "SELECT * FROM ", "thread_sl", "BT", TRUE, TRUE, "SELECT * FROM thread_state" },
    { "SELECT * FROM ", "process_tr", "C", TRUE, FALSE, "SELECT * FROM process_track" },
    { "SELECT ", "ancestor_", "C", TRUE, FALSE, "SELECT ancestor_slice" },
  };
  GtkWidget *editor = find_editor (GTK_WIDGET (fixture->pane));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));
  GtkWidget *popover = gtk_widget_get_ancestor (find_list (editor), GTK_TYPE_POPOVER);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkTextIter place;
      gboolean is_used = FALSE;

      gtk_text_buffer_set_text (buffer, rows[i].before, -1);
      g_assert_false (gtk_widget_get_visible (popover));
      gtk_text_buffer_get_iter_at_offset (buffer, &place, *rows[i].typed == '.' ? 8 : (int) strlen (rows[i].before));
      gtk_text_buffer_place_cursor (buffer, &place);
      type (editor, rows[i].typed);
      g_assert_cmpint (gtk_widget_get_visible (popover), ==, rows[i].is_open);
      for (const char *key = rows[i].keys; *key != '\0'; key++)
        switch (*key)
          {
          case 'T':
            is_used = press (editor, GDK_KEY_Tab);
            break;
          case 'R':
            is_used = press (editor, GDK_KEY_Return);
            break;
          case 'D':
            is_used = press (editor, GDK_KEY_Down);
            break;
          case 'U':
            is_used = press (editor, GDK_KEY_Up);
            break;
          case 'E':
            g_assert_true (press (editor, GDK_KEY_Escape));
            g_assert_false (press (editor, GDK_KEY_Escape));
            break;
          case 'B':
            gtk_text_buffer_get_iter_at_mark (buffer, &place, gtk_text_buffer_get_insert (buffer));
            gtk_text_buffer_backspace (buffer, &place, TRUE, TRUE);
            break;
          case 'C':
            gtk_widget_activate_action (editor, "query.complete", NULL);
            break;
          }

      g_autofree char *text = strata_query_pane_dup_text (fixture->pane);

      g_assert_cmpstr (text, ==, rows[i].text);
      g_assert_cmpint (is_used, ==, rows[i].is_used);
    }

  /* moving the cursor away ends it */
  gtk_text_buffer_set_text (buffer, "", -1);
  type (editor, "thr");
  g_assert_true (gtk_widget_get_visible (popover));

  GtkTextIter start;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  g_assert_false (gtk_widget_get_visible (popover));
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

static const StrataResult *
wait_for_lane (StrataSession *session)
{
  const StrataResult *lane;

  while ((lane = strata_findings_get_result (strata_session_get_findings (session), 0)) == NULL || !lane->is_finished)
    g_main_context_iteration (NULL, TRUE);

  return lane;
}

/* Two captures: their tables are joined, rows select a slice of their side, and each side gets its own lane. */
static void
test_pair (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (StrataTrace) other = script_trace ("process 10 app\nname 10 app\nthread 10 10 0 a;1600 -;2000 a;3500 -");
  g_autoptr (StrataSession) b = strata_session_new (other);

  fixture->pane = STRATA_QUERY_PANE (strata_query_pane_new_pair (fixture->session, b));
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  run_query (fixture, "SELECT 'B' AS side, b.id, b.ts, b.dur FROM a.slice a JOIN b.slice b USING (name)");
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "2 rows");
  strata_table_view_choose (fixture_find_table (fixture->pane, 0), 1);
  g_assert_cmpint (strata_session_get_selected_item (b).kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_NONE);

  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  g_assert_cmpuint (wait_for_lane (b)->spans->len, ==, 0);
  g_assert_nonnull (strstr (strata_query_pane_get_status (fixture->pane), "no such table: "));
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.clear", NULL);

  run_query (fixture, "SELECT ts, dur, name FROM slice WHERE name = 'a'");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  g_assert_cmpuint (wait_for_lane (fixture->session)->spans->len, ==, 1);
  g_assert_cmpuint (wait_for_lane (b)->spans->len, ==, 2);
}

/* Goes through earlier queries and a predefined one. */
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

  g_autofree char *loaded = strata_query_pane_dup_text (fixture->pane);

  g_assert_true (g_str_has_prefix (loaded, "-- title: Slices by name\n-- description: "));
  g_assert_null (strstr (loaded, "SPDX"));
  g_assert_null (strstr (loaded, "_("));
}

static void
check_text (Fixture *fixture,
            const char *action,
            const char *wanted)
{
  GtkWidget *editor = find_editor (GTK_WIDGET (fixture->pane));

  if (action != NULL)
    gtk_widget_activate_action (editor, action, NULL);

  g_autofree char *text = strata_query_pane_dup_text (fixture->pane);

  g_assert_cmpstr (text, ==, wanted);
}

/* Undo restores the text that another query replaced. */
static void
test_undo (Fixture *fixture,
           gconstpointer data)
{
  run_query (fixture, "SELECT 1");
  check_text (fixture, "query.newer", "SELECT 1");
  strata_query_pane_set_text (fixture->pane, "SELECT 2");
  check_text (fixture, "text.undo", "SELECT 1");
  check_text (fixture, "text.redo", "SELECT 2");
}

/* Only the selected one of several statements is run, and an error is marked in it. */
static void
test_selected (Fixture *fixture,
               gconstpointer data)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (find_editor (GTK_WIDGET (fixture->pane))));
  GtkTextIter begin;
  GtkTextIter end;

  gtk_text_buffer_set_text (buffer, "SELECT é; SELECT 1 UNION SELECT 2; SELECT no", -1);
  gtk_text_buffer_get_iter_at_offset (buffer, &begin, 10);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, 33);
  gtk_text_buffer_select_range (buffer, &begin, &end);
  run_editor (fixture);
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "2 rows");

  gtk_text_buffer_get_iter_at_offset (buffer, &begin, 35);
  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_select_range (buffer, &begin, &end);
  run_editor (fixture);
  gtk_text_buffer_get_iter_at_mark (buffer, &begin, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_offset (&begin), ==, 42);
}

/* The next window has the queries run in this one, each once. */
static void
test_history_kept (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("strata-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "queries", NULL);

  g_setenv ("STRATA_STATE_DIR", folder, TRUE);
  run_query (fixture, "SELECT 'it''s one'\n-- \"quoted\"");
  run_query (fixture, "SELECT 2");
  run_query (fixture, "SELECT 'it''s one'\n-- \"quoted\"");

  StrataQueryPane *next = STRATA_QUERY_PANE (g_object_ref_sink (strata_query_pane_new (fixture->session)));

  /* a text that was not run comes after the last query */
  strata_query_pane_set_text (next, "SELECT draft");
  gtk_widget_activate_action (GTK_WIDGET (next), "query.older", NULL);
  gtk_widget_activate_action (GTK_WIDGET (next), "query.newer", NULL);

  g_autofree char *draft = strata_query_pane_dup_text (next);

  g_assert_cmpstr (draft, ==, "SELECT draft");
  gtk_widget_activate_action (GTK_WIDGET (next), "query.older", NULL);

  g_autofree char *last = strata_query_pane_dup_text (next);

  g_assert_cmpstr (last, ==, "SELECT 'it''s one'\n-- \"quoted\"");
  gtk_widget_activate_action (GTK_WIDGET (next), "query.recall", "u", 0);

  g_autofree char *first = strata_query_pane_dup_text (next);

  g_assert_cmpstr (first, ==, "SELECT 2");
  g_object_unref (next);

  /* a damaged file yields no history */
  g_assert_true (g_file_set_contents (path, "['SELECT", -1, NULL));
  next = STRATA_QUERY_PANE (g_object_ref_sink (strata_query_pane_new (fixture->session)));
  gtk_widget_activate_action (GTK_WIDGET (next), "query.older", NULL);
  g_object_unref (next);
  g_setenv ("STRATA_STATE_DIR", "", TRUE);
  g_unlink (path);
  g_rmdir (folder);
}

/* Every query that the pivot writes runs, with all columns and with none. */
static void
test_pivot (Fixture *fixture,
            gconstpointer data)
{
  for (guint i = 0; i < strata_query_pivot_get_n_sources (); i++)
    for (guint columns = 0; columns < 1u << strata_query_pivot_get_n_columns (i); columns++)
      {
        g_autofree char *sql = strata_query_pivot_dup_sql (i, columns);

        run_query (fixture, sql);
        if (fixture_find_table (fixture->pane, 0) == NULL)
          g_error ("%s: %s", sql, strata_query_pane_get_status (fixture->pane));
      }

  g_autofree char *sql = strata_query_pivot_dup_sql (0, 1);

  g_assert_cmpstr (sql, ==, "SELECT name, count(*) AS n, sum(dur) AS sum_dur, avg(dur) AS mean_dur, max(dur) AS max_dur\nFROM thread_slice\nWHERE dur >= 0\nGROUP BY 1\nORDER BY sum_dur DESC;");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.pivot", "s", sql);
  while (strata_query_pane_is_busy (fixture->pane))
    g_main_context_iteration (NULL, TRUE);

  g_autofree char *text = strata_query_pane_dup_text (fixture->pane);
  g_autofree char *name = strata_table_view_dup_cell (fixture_find_table (fixture->pane, 0), 0, 0);

  g_assert_cmpstr (text, ==, sql);
  g_assert_cmpstr (strata_query_pane_get_status (fixture->pane), ==, "3 rows");
  g_assert_cmpstr (name, ==, "b");
}

static guint
count_results (Fixture *fixture)
{
  guint n = 0;

  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    n += strata_findings_get_result (strata_session_get_findings (fixture->session), i) != NULL;

  return n;
}

static const StrataLane *
find_result_lane (Fixture *fixture)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_RESULT && lanes[i].is_visible)
      return &lanes[i];

  return NULL;
}

/* A result with times becomes a pinned lane; one without cannot become a lane. */
static void
test_lane (Fixture *fixture,
           gconstpointer data)
{
  g_assert_null (find_result_lane (fixture));
  run_query (fixture, "SELECT name FROM slice");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  g_assert_cmpuint (count_results (fixture), ==, 0);

  run_query (fixture, "SELECT ts, dur, name FROM slice ORDER BY dur");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  g_assert_cmpuint (count_results (fixture), ==, 1);

  const StrataResult *result = strata_findings_get_result (strata_session_get_findings (fixture->session), 0);
  const StrataLane *lane = find_result_lane (fixture);

  g_assert_cmpstr (result->title, ==, "SELECT ts, dur, name FROM slice ORDER BY dur");
  g_assert_false (result->has_values);
  g_assert_cmpuint (result->spans->len, ==, 3);
  g_assert_cmpstr (g_array_index (result->spans, StrataResultSpan, 2).name, ==, "inner");
  g_assert_cmpuint (result->rows->len, ==, 2);
  g_assert_nonnull (lane);
  g_assert_true (lane->is_pinned);
  g_assert_cmpuint (lane->n_rows, ==, 2);

  run_query (fixture, "SELECT ts, depth AS value FROM slice");
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.show", NULL);
  result = strata_findings_get_result (strata_session_get_findings (fixture->session), 1);
  g_assert_true (result->has_values);
  g_assert_cmpfloat (result->most, ==, 1);
  g_assert_cmpint (g_array_index (result->spans, StrataResultSpan, 0).span.end_ns, ==, g_array_index (result->spans, StrataResultSpan, 1).span.begin_ns);

  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "query.clear", NULL);
  g_assert_null (find_result_lane (fixture));
}

/* Lanes kept with a file are filled when it is opened. */
static void
test_pending (Fixture *fixture,
              gconstpointer data)
{
  strata_findings_take_result (strata_session_get_findings (fixture->session), strata_result_new ("Mine", "SELECT ts, dur, name FROM slice", FALSE));
  strata_findings_take_result (strata_session_get_findings (fixture->session), strata_result_new ("Bad", "SELECT nothing", FALSE));
  while (find_result_lane (fixture) == NULL || !strata_findings_get_result (strata_session_get_findings (fixture->session), 1)->is_finished)
    g_main_context_iteration (NULL, TRUE);

  g_assert_cmpuint (strata_findings_get_result (strata_session_get_findings (fixture->session), 0)->spans->len, ==, 3);
  g_assert_cmpuint (strata_findings_get_result (strata_session_get_findings (fixture->session), 1)->spans->len, ==, 0);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add ("/query-pane/result", Fixture, NULL, set_up, test_result, tear_down);
  g_test_add ("/query-pane/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/query-pane/real", Fixture, NULL, set_up, test_real, tear_down);
  g_test_add ("/query-pane/error", Fixture, NULL, set_up, test_error, tear_down);
  g_test_add ("/query-pane/colors", Fixture, NULL, set_up, test_colors, tear_down);
  g_test_add ("/query-pane/completion", Fixture, NULL, set_up, test_completion, tear_down);
  g_test_add ("/query-pane/cancel", Fixture, NULL, set_up, test_cancel, tear_down);
  g_test_add ("/query-pane/pair", Fixture, NULL, set_up, test_pair, tear_down);
  g_test_add ("/query-pane/history", Fixture, NULL, set_up, test_history, tear_down);
  g_test_add ("/query-pane/undo", Fixture, NULL, set_up, test_undo, tear_down);
  g_test_add ("/query-pane/selected", Fixture, NULL, set_up, test_selected, tear_down);
  g_test_add ("/query-pane/history-kept", Fixture, NULL, set_up, test_history_kept, tear_down);
  g_test_add ("/query-pane/pivot", Fixture, NULL, set_up, test_pivot, tear_down);
  g_test_add ("/query-pane/lane", Fixture, NULL, set_up, test_lane, tear_down);
  g_test_add ("/query-pane/pending", Fixture, NULL, set_up, test_pending, tear_down);

  return g_test_run ();
}
