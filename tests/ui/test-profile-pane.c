/* test-profile-pane.c - the profile pane and the session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-pane.h"

#include "strata-loader.h"
#include "strata-no-calls.h"
#include "strata-profile-item.h"
#include "strata-profile-list.h"
#include "strata-resources.h"
#include "strata-settings.h"

#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  StrataProfilePane *pane; /* borrowed from the window */
  StrataSession *session;
} Fixture;

/* A method trace with both clocks: records are u2 thread, u4 method and action,
 * u4 CPU time, u4 wall time. */
#define METHODS "*version\n3\nclock=dual\n*threads\n1\tmain\n*methods\n0x4\ta.B\touter\t()V\n0x8\ta.B\tinner\t()V\n*end\n"
#define DATA_HEAD "SLOW\003\0\040\0\0\0\0\0\0\0\0\0\016\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define RECORD(method, cpu, wall) "\001\0" method "\0\0\0" cpu "\0\0\0" wall "\0\0\0"
static const char method_trace[] = METHODS DATA_HEAD RECORD ("\004", "\001", "\001") RECORD ("\010", "\002", "\002")
    RECORD ("\011", "\003", "\060") RECORD ("\005", "\044", "\100");

/* The remembered choice of rows. */
static void
set_rows (const char *rows)
{
  g_autoptr (GSettings) settings = strata_settings_new ();

  g_settings_set_string (settings, "profile-rows", rows);
  g_settings_reset (settings, "profile-order");
}

static void
show (Fixture *fixture,
      StrataSession *session)
{
  fixture->pane = STRATA_PROFILE_PANE (strata_profile_pane_new (session));
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  gconstpointer text = data != NULL ? data : FIXTURE_TRACE;
  gssize n_bytes = data != NULL ? (gssize) sizeof method_trace - 1 : -1;
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, n_bytes, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  set_rows ("name");
  fixture->session = strata_session_new (trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 900);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 300);
  show (fixture, fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_profile_pane_get_profile (fixture->pane) != NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->session);
}

static guint32
find_key (Fixture *fixture,
          const char *name)
{
  return strata_string_pool_lookup (strata_trace_get_strings (strata_session_get_trace (fixture->session)), name);
}

static guint
get_n_lines (Fixture *fixture)
{
  return g_list_model_get_n_items (strata_profile_pane_get_list (fixture->pane));
}

static void
assert_first (Fixture *fixture,
              const char *expected)
{
  g_autoptr (StrataProfileItem) item = g_list_model_get_item (strata_profile_pane_get_list (fixture->pane), 0);
  g_autofree char *name = strata_profile_item_dup_text (item, STRATA_PROFILE_COLUMN_NAME);

  g_assert_cmpstr (name, ==, expected);
}

static void
assert_selected (Fixture *fixture,
                 const char *expected)
{
  guint32 key = strata_profile_pane_get_selected_key (fixture->pane);

  g_assert_cmpuint (key, !=, STRATA_NONE);
  g_assert_cmpstr (strata_trace_get_string (strata_session_get_trace (fixture->session), key), ==, expected);
}

static void
activate (Fixture *fixture,
          const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), action, NULL);
}

static void
test_sort (Fixture *fixture,
           gconstpointer data)
{
  static const char *const firsts[][2] = {
    { "name", "draw" },
    { "inclusive", "frame" },
    { "exclusive", "draw" },
    { "calls", "draw" },
    { "mean", "frame" },
  };

  assert_first (fixture, "frame");

  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++)
    {
      g_autofree char *column = NULL;

      gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "profile.sort-by", "s", firsts[i][0]);
      g_object_get (fixture->pane, "sort-column", &column, NULL);
      g_assert_cmpstr (column, ==, firsts[i][0]);
      assert_first (fixture, firsts[i][1]);
    }
}

static GtkWidget *
find_view (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *view = GTK_IS_COLUMN_VIEW (child) ? child : find_view (child);

      if (view != NULL)
        return view;
    }

  return NULL;
}

static void
assert_columns (Fixture *fixture,
                const char *expected)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (find_view (GTK_WIDGET (fixture->pane))));
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_string_append_printf (titles, "%s%s", titles->len > 0 ? "|" : "", gtk_column_view_column_get_title (column));
    }

  g_assert_cmpstr (titles->str, ==, expected);
}

/* Columns of a clock that the trace lacks are hidden, and the choice also applies to later panes. */
static void
test_columns (Fixture *fixture,
              gconstpointer data)
{
  assert_columns (fixture, "Name|Inclusive|Incl %|Exclusive|Excl %|Calls|Mean|Median|95 %|Max");
  activate (fixture, "columns.per-call");
  activate (fixture, "columns.max");
  activate (fixture, "columns.cpu-per-call");
  assert_columns (fixture, "Name|Inclusive|Incl %|Exclusive|Excl %|Calls|Incl/call|Mean|Median|95 %");

  GtkWidget *shown = g_object_ref (GTK_WIDGET (fixture->pane));
  GtkWidget *other = g_object_ref_sink (strata_profile_pane_new (fixture->session));

  fixture->pane = STRATA_PROFILE_PANE (other);
  assert_columns (fixture, "Name|Inclusive|Incl %|Exclusive|Excl %|Calls|Incl/call|Mean|Median|95 %");
  activate (fixture, "columns.usual");
  assert_columns (fixture, "Name|Inclusive|Incl %|Exclusive|Excl %|Calls|Mean|Median|95 %|Max");

  /* nothing is computed for a hidden pane, until it is shown again */
  fixture_run_for (100);
  g_assert_null (strata_profile_pane_get_profile (fixture->pane));

  gtk_window_set_child (GTK_WINDOW (fixture->window), other);
  fixture_wait_until (strata_profile_pane_get_profile (fixture->pane) != NULL);
  gtk_window_set_child (GTK_WINDOW (fixture->window), shown);
  g_object_unref (shown);
  fixture->pane = STRATA_PROFILE_PANE (shown);
  g_object_unref (other);
}

/* With both clocks, sorting and shares use the selected one. */
static void
test_clocks (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autofree char *column = NULL;
  g_autofree char *back = NULL;
  StrataViewOptions view_options = strata_view_get_options (strata_session_get_view (fixture->session));

  assert_columns (fixture, "Name|Inclusive|Incl %|Exclusive|Excl %|CPU incl|CPU excl|Calls|Mean|Median|95 %|Max");
  g_object_get (fixture->pane, "sort-column", &first, NULL);
  g_assert_cmpstr (first, ==, "inclusive-cpu"); /* waits do not come first */
  view_options.clock = STRATA_CLOCK_CPU;
  strata_view_want_options (strata_session_get_view (fixture->session), view_options);
  fixture_wait_until (strata_view_get_options (strata_session_get_view (fixture->session)).clock == STRATA_CLOCK_CPU);
  fixture_wait_until (strata_profile_get_scope (strata_profile_pane_get_profile (fixture->pane))->clock == STRATA_CLOCK_CPU);
  assert_columns (fixture, "Name|Inclusive|Exclusive|CPU incl|CPU incl %|CPU excl|CPU excl %|Calls|Mean|Median|95 %|Max");
  g_object_get (fixture->pane, "sort-column", &column, NULL);
  g_assert_cmpstr (column, ==, "inclusive-cpu");

  view_options.clock = STRATA_CLOCK_WALL;
  strata_view_want_options (strata_session_get_view (fixture->session), view_options);
  fixture_wait_until (strata_view_get_options (strata_session_get_view (fixture->session)).clock == STRATA_CLOCK_WALL);
  g_object_get (fixture->pane, "sort-column", &back, NULL);
  g_assert_cmpstr (back, ==, "inclusive");

  /* the numbers follow, and then no work is pending */
  fixture_wait_until (strata_profile_get_scope (strata_profile_pane_get_profile (fixture->pane))->clock == STRATA_CLOCK_WALL);
}

/* Going to a name expands and selects it and underlines its calls; Back returns. */
static void
test_navigation (Fixture *fixture,
                 gconstpointer data)
{
  StrataSelection *selection = strata_session_get_selection (fixture->session);

  strata_profile_pane_go_to (fixture->pane, find_key (fixture, "frame"));
  assert_selected (fixture, "frame");
  g_assert_cmpuint (get_n_lines (fixture), ==, 10);
  fixture_wait_until (strata_selection_get_highlighted (selection) != NULL);
  g_assert_cmpuint (strata_selection_get_highlighted (selection)->n_slices, ==, 3);

  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "profile.follow", "(uu)", find_key (fixture, "frame"), find_key (fixture, "measure"));
  assert_selected (fixture, "measure");
  g_assert_cmpuint (strata_selection_get_highlight (strata_session_get_selection (fixture->session)), ==, find_key (fixture, "measure"));

  activate (fixture, "profile.back");
  assert_selected (fixture, "frame");
  activate (fixture, "profile.forward");
  assert_selected (fixture, "measure");
  activate (fixture, "profile.toggle-row");
  g_assert_cmpuint (get_n_lines (fixture), ==, 10);
}

static void
test_filter (Fixture *fixture,
             gconstpointer data)
{
  fixture_filter (fixture->pane, "MEAS");
  g_assert_cmpuint (get_n_lines (fixture), ==, 0);
  fixture_filter (fixture->pane, "meas");
  g_assert_cmpuint (get_n_lines (fixture), ==, 1);

  /* a jump works despite the filter */
  strata_profile_pane_go_to (fixture->pane, find_key (fixture, "draw"));
  assert_selected (fixture, "draw");
}

/* The entry shows that nothing was found. */
static void
test_not_found (Fixture *fixture,
                gconstpointer data)
{
  GtkWidget *entry;

  activate (fixture, "profile.focus-filter");
  entry = gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (fixture->window)), GTK_TYPE_SEARCH_ENTRY);
  g_assert_nonnull (entry);
  fixture_filter (fixture->pane, "nothing");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  fixture_filter (fixture->pane, "walk");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  fixture_filter (fixture->pane, "");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
}

static void
group (Fixture *fixture,
       StrataProfileBy by)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "profile.group-by", "s", (const char *[]){ "name", "class", "package", "thread", "process" }[by]);
  fixture_wait_until (strata_profile_get_by (strata_profile_pane_get_profile (fixture->pane)) == by);
}

#define CALL(begin, name, end)                                                     \
  "  app-100   (  100) [000] .... " begin ": tracing_mark_write: B|100|" name "\n" \
  "  app-100   (  100) [000] .... " end ": tracing_mark_write: E|100\n"
#define SHAPES_TRACE "# tracer: nop\n#\n" CALL ("1.000000", "frame 7", "1.010000") CALL ("1.020000", "frame 8", "1.050000") CALL ("1.060000", "draw", "1.061000")

static char *
dup_names (Fixture *fixture)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < get_n_lines (fixture); i++)
    {
      g_autoptr (StrataProfileItem) item = g_list_model_get_item (strata_profile_pane_get_list (fixture->pane), i);
      g_autofree char *name = strata_profile_item_dup_text (item, STRATA_PROFILE_COLUMN_NAME);

      g_string_append_printf (names, "%s%s", i > 0 ? "," : "", name);
    }

  return g_string_free (g_steal_pointer (&names), FALSE);
}

/* By default a row is a group of similar names, which expands to the names. The choice is remembered. */
static void
test_shapes (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (SHAPES_TRACE, -1, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "shapes", NULL, NULL, NULL, NULL);
  g_autoptr (StrataSession) session = strata_session_new (trace);
  g_autoptr (GSettings) settings = strata_settings_new ();
  g_autofree char *remembered = NULL;
  const guint32 name = strata_string_pool_lookup (strata_trace_get_strings (trace), "frame 7");

  set_rows ("");
  show (fixture, session);
  fixture_wait_until (strata_profile_pane_get_profile (fixture->pane) != NULL &&
                      strata_profile_get_by (strata_profile_pane_get_profile (fixture->pane)) == STRATA_PROFILE_BY_SHAPE);

  g_autofree char *closed = dup_names (fixture);

  g_assert_cmpstr (closed, ==, "frame …,draw");
  strata_session_select_slice (session, 0);
  g_assert_cmpuint (strata_profile_pane_get_selected_key (fixture->pane), ==, strata_profile_find_key (strata_profile_pane_get_profile (fixture->pane), name));
  g_assert_cmpuint (strata_selection_get_highlight (strata_session_get_selection (session)), ==, name);
  activate (fixture, "profile.toggle-row");
  fixture_wait_until (get_n_lines (fixture) > 3);

  g_autofree char *opened = dup_names (fixture);

  g_assert_true (g_str_has_prefix (opened, "frame …,Names,frame 8,frame 7,Parents,"));
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "profile.group-by", "s", "thread");
  remembered = g_settings_get_string (settings, "profile-rows");
  g_assert_cmpstr (remembered, ==, "thread");
}

/* Where no name is underlined any more, none is selected. */
static void
test_cleared (Fixture *fixture,
              gconstpointer data)
{
  StrataSelection *selection = strata_session_get_selection (fixture->session);

  strata_profile_pane_go_to (fixture->pane, find_key (fixture, "frame"));
  assert_selected (fixture, "frame");
  strata_selection_set_highlight (selection, STRATA_NONE);
  g_assert_cmpuint (strata_profile_pane_get_selected_key (fixture->pane), ==, STRATA_NONE);
  g_assert_cmpuint (strata_selection_get_highlight (selection), ==, STRATA_NONE);
}

/* Rows of another kind are not mistaken for names: a name does not select or underline them. */
static void
test_group (Fixture *fixture,
            gconstpointer data)
{
  guint32 frame = find_key (fixture, "frame");

  strata_profile_pane_go_to (fixture->pane, frame);
  group (fixture, STRATA_PROFILE_BY_THREAD);
  assert_first (fixture, "app 100");
  g_assert_cmpuint (get_n_lines (fixture), ==, 1);
  g_assert_cmpuint (strata_profile_pane_get_selected_key (fixture->pane), ==, STRATA_NONE);
  g_assert_cmpuint (strata_selection_get_highlight (strata_session_get_selection (fixture->session)), ==, frame);

  strata_profile_pane_go_to (fixture->pane, 0);
  g_assert_cmpuint (strata_selection_get_highlight (strata_session_get_selection (fixture->session)), ==, frame);
  fixture_filter (fixture->pane, "100");
  g_assert_cmpuint (get_n_lines (fixture), >, 0);
  fixture_filter (fixture->pane, "");

  strata_session_select_slice (fixture->session, 1);
  g_assert_cmpuint (strata_selection_get_highlight (strata_session_get_selection (fixture->session)), ==, find_key (fixture, "measure"));
  group (fixture, STRATA_PROFILE_BY_PROCESS);
  group (fixture, STRATA_PROFILE_BY_PACKAGE);
  assert_first (fixture, "(no package)");
  group (fixture, STRATA_PROFILE_BY_CLASS);
  assert_first (fixture, "frame");
  group (fixture, STRATA_PROFILE_BY_NAME);
  g_assert_cmpuint (get_n_lines (fixture), ==, 4);
  assert_selected (fixture, "measure");
}

/* The pane follows the timeline, and the timeline follows the pane. */
static void
test_session (Fixture *fixture,
              gconstpointer data)
{
  const StrataSliceTable *slices = strata_trace_get_slices (strata_session_get_trace (fixture->session));

  for (guint32 slice = 0; slice < slices->n_slices; slice++)
    {
      strata_session_select_slice (fixture->session, slice);
      g_assert_cmpuint (strata_profile_pane_get_selected_key (fixture->pane), ==, slices->name[slice]);
    }

  strata_profile_pane_go_to (fixture->pane, find_key (fixture, "draw"));
  activate (fixture, "profile.show-longest-call");

  StrataItem item = strata_session_get_selected_item (fixture->session);

  g_assert_cmpint (item.kind, ==, STRATA_ITEM_SLICE);
  g_assert_cmpint (strata_slice_table_get_wall_ns (slices, item.index), ==, 20000000);

  StrataSpan span = strata_viewport_get_span (strata_session_get_viewport (fixture->session));

  g_assert_cmpint (strata_span_get_length_ns (span), <, 60000000);
  g_assert_cmpint (span.begin_ns, <=, 1023000000);
  g_assert_cmpint (span.end_ns, >=, 1043000000);
}

/* The last two ms of the first draw contain frame and draw. */
static void
test_scope (Fixture *fixture,
            gconstpointer data)
{
  StrataSpan span = { 1004000000, 1006000000 };

  activate (fixture, "profile.toggle-scope");
  strata_view_show_span (strata_session_get_view (fixture->session), span, 0);
  fixture_wait_until (get_n_lines (fixture) == 2);
  activate (fixture, "profile.toggle-scope");
  fixture_wait_until (get_n_lines (fixture) == 4);
}

/* A worker arranges the rows of many names. Rows stay until it is done, and a choice made before is selected then. */
static void
test_many_names (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");

  for (guint i = 0; i < 12000; i++)
    g_string_append_printf (text,
                            "  app-100   (  100) [000] .... %u.000000: tracing_mark_write: B|100|n%05u\n"
                            "  app-100   (  100) [000] .... %u.%06u: tracing_mark_write: E|100\n",
                            i + 1, i, i + 1, i + 1);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, -1, NULL);
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "many", NULL, NULL, NULL, NULL);

  g_clear_object (&fixture->session);
  fixture->session = strata_session_new (trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 900);
  show (fixture, fixture->session);
  fixture_wait_until (get_n_lines (fixture) == 12000);
  assert_first (fixture, "n11999");

  StrataProfileList *list = STRATA_PROFILE_LIST (strata_profile_pane_get_list (fixture->pane));

  fixture_filter (fixture->pane, "n0001");
  g_assert_true (strata_profile_list_is_busy (list));
  g_assert_cmpuint (get_n_lines (fixture), ==, 12000);
  fixture_wait_until (!strata_profile_list_is_busy (list));
  g_assert_cmpuint (get_n_lines (fixture), ==, 10);
  assert_first (fixture, "n00019");

  fixture_filter (fixture->pane, "");
  strata_session_select_slice (fixture->session, 7);
  g_assert_true (strata_profile_list_is_busy (list));
  fixture_wait_until (!strata_profile_list_is_busy (list));
  assert_selected (fixture, "n00007");

  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), "profile.sort-by", "s", "name");
  fixture_wait_until (!strata_profile_list_is_busy (list));
  assert_first (fixture, "n00000");
  assert_selected (fixture, "n00007");
}

/* For a trace without calls, the pane says what there is instead, and can show it. */
static void
test_no_calls (void)
{
  static const struct
  {
    const char *text;
    const char *sentence;
    gboolean has_usage;
    gboolean has_slices;
  } cases[] = {
    { " app-10  ( 10) [000] .... 1.000000: sched_switch: prev_comm=app prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=b next_pid=11 next_prio=120\n"
      " b-11  ( 10) [000] .... 1.001000: sched_switch: prev_comm=b prev_pid=11 prev_prio=120 prev_state=S ==> next_comm=app next_pid=10 next_prio=120\n",
      "The threads of this trace have no calls; only when they ran was recorded.", TRUE, FALSE },
    { " app-10  ( 10) [000] .... 1.000000: tracing_mark_write: S|10|load|1\n app-10  ( 10) [000] .... 1.002000: tracing_mark_write: F|10|load|1\n",
      "The threads of this trace have no calls; its slices are asynchronous or of the kernel.", FALSE, TRUE },
    { FIXTURE_TRACE, "No calls in this time range.", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (cases[i].text, -1, NULL);
      g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, NULL);
      g_autoptr (StrataNoCalls) empty = STRATA_NO_CALLS (g_object_ref_sink (g_object_new (STRATA_TYPE_NO_CALLS, NULL)));
      GtkWidget *label = gtk_widget_get_first_child (GTK_WIDGET (empty));
      GtkWidget *usage = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (empty)));

      strata_no_calls_set_trace (empty, trace);
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, cases[i].sentence);
      g_assert_cmpint (gtk_widget_get_visible (usage), ==, cases[i].has_usage);
      g_assert_cmpint (gtk_widget_get_visible (gtk_widget_get_next_sibling (usage)), ==, cases[i].has_slices);
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add ("/profile-pane/sort", Fixture, NULL, set_up, test_sort, tear_down);
  g_test_add ("/profile-pane/columns", Fixture, NULL, set_up, test_columns, tear_down);
  g_test_add ("/profile-pane/clocks", Fixture, method_trace, set_up, test_clocks, tear_down);
  g_test_add ("/profile-pane/navigation", Fixture, NULL, set_up, test_navigation, tear_down);
  g_test_add ("/profile-pane/filter", Fixture, NULL, set_up, test_filter, tear_down);
  g_test_add ("/profile-pane/not-found", Fixture, NULL, set_up, test_not_found, tear_down);
  g_test_add ("/profile-pane/cleared", Fixture, NULL, set_up, test_cleared, tear_down);
  g_test_add ("/profile-pane/group", Fixture, NULL, set_up, test_group, tear_down);
  g_test_add_func ("/profile-pane/no-calls", test_no_calls);
  g_test_add ("/profile-pane/session", Fixture, NULL, set_up, test_session, tear_down);
  g_test_add ("/profile-pane/shapes", Fixture, NULL, set_up, test_shapes, tear_down);
  g_test_add ("/profile-pane/scope", Fixture, NULL, set_up, test_scope, tear_down);
  g_test_add ("/profile-pane/many-names", Fixture, NULL, set_up, test_many_names, tear_down);

  return g_test_run ();
}
