/* test-usage-pane.c - CPU usage of a period, in the window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <gtk/gtk.h>

#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-table-view.h"
#include "strata-trace-builder.h"
#include "strata-usage-pane.h"
#include "strata-usage-rows.h"

#include "ui-fixture.h"

/* Times in µs. "busy" of "app" runs on CPU 0 from 0 to 600 at 1 GHz and from 600 to 800 at 2 GHz;
 * "lazy" of the same process on CPU 1 from 0 to 100; "other" of "server" on CPU 1 from 500 to 1000,
 * 10 after it was woken. */
typedef struct
{
  GtkWidget *window;
  GtkWidget *pane;
  StrataSession *session;
} Fixture;

#define US(time) ((time) *1000)

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static guint32
add_thread (StrataTraceBuilder *builder,
            gint64 pid,
            const char *process_name,
            gint64 tid,
            const char *name)
{
  const guint32 process = strata_trace_builder_get_process (builder, pid);
  const guint32 thread = strata_trace_builder_get_thread (builder, tid);

  strata_trace_builder_name_process (builder, process, intern (builder, process_name));
  strata_trace_builder_name_thread (builder, thread, intern (builder, name));
  strata_trace_builder_set_thread_process (builder, thread, process);
  return thread;
}

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  const guint32 busy = add_thread (builder, 10, "app", 10, "busy");
  const guint32 lazy = add_thread (builder, 10, "app", 11, "lazy");
  const guint32 other = add_thread (builder, 20, "server", 20, "other");
  const guint32 frequency = strata_trace_builder_get_counter (builder, STRATA_NONE, 0, intern (builder, "frequency"));

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  strata_trace_builder_add_sample (builder, frequency, US (0), 1000000);
  strata_trace_builder_switch_cpu (builder, 0, US (0), STRATA_NONE, 'R', busy);
  strata_trace_builder_switch_cpu (builder, 1, US (0), STRATA_NONE, 'R', lazy);
  strata_trace_builder_switch_cpu (builder, 1, US (100), lazy, 'S', STRATA_NONE);
  strata_trace_builder_begin_slice (builder, busy, US (200), STRATA_NO_TIME, intern (builder, "frame"), STRATA_ATTRS_NONE);
  strata_trace_builder_wake (builder, other, US (490), busy, FALSE);
  strata_trace_builder_switch_cpu (builder, 1, US (500), STRATA_NONE, 'R', other);
  strata_trace_builder_end_slice (builder, busy, US (400), STRATA_NO_TIME, 0);
  strata_trace_builder_add_sample (builder, frequency, US (600), 2000000);
  strata_trace_builder_switch_cpu (builder, 0, US (800), busy, 'S', STRATA_NONE);
  strata_trace_builder_switch_cpu (builder, 1, US (1000), other, 'S', STRATA_NONE);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (StrataTrace) trace = make_trace ();

  fixture->session = strata_session_new (trace);
  fixture->pane = strata_usage_pane_new (fixture->session);
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 400);
  gtk_window_set_child (GTK_WINDOW (fixture->window), fixture->pane);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_usage_pane_get_usage (STRATA_USAGE_PANE (fixture->pane)) != NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->session);
}

static StrataSpan
get_span (Fixture *fixture)
{
  StrataUsage *usage = strata_usage_pane_get_usage (STRATA_USAGE_PANE (fixture->pane));

  return usage != NULL ? strata_usage_get_span (usage) : (StrataSpan){ -1, -1 };
}

static void
choose (Fixture *fixture,
        const char *group,
        StrataScopeChoice scope)
{
  gtk_widget_activate_action (fixture->pane, "usage.group-by", "s", group);
  strata_scope_model_set_choice (strata_scope_model_get (fixture->session), scope);
}

/* "name running;" of each row, with plain spaces. */
static char *
print_list (Fixture *fixture)
{
  StrataTableView *table = fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < strata_table_view_get_n_listed (table); i++)
    {
      g_autofree char *name = strata_table_view_dup_cell (table, i, STRATA_USAGE_COLUMN_NAME);
      g_autofree char *running = strata_table_view_dup_cell (table, i, STRATA_USAGE_COLUMN_RUNNING);
      g_autofree char *share = strata_table_view_dup_cell (table, i, STRATA_USAGE_COLUMN_SHARE);

      g_string_append_printf (out, "%s %s %s;", name, running, share);
    }

  g_auto (GStrv) parts = g_strsplit (out->str, "\302\240", -1);

  return g_strjoinv (" ", parts);
}

static void
assert_list (Fixture *fixture,
             const char *expected)
{
  g_autofree char *list = print_list (fixture);

  g_assert_cmpstr (list, ==, expected);
}

static void
test_groups (Fixture *fixture,
             gconstpointer data)
{
  choose (fixture, "process", STRATA_SCOPE_TRACE);
  fixture_wait_until (get_span (fixture).end_ns == US (1000) && get_span (fixture).begin_ns == 0);
  assert_list (fixture, "app 900.0 µs 90.0 %;server 500.0 µs 50.0 %;");
  choose (fixture, "thread", STRATA_SCOPE_TRACE);
  assert_list (fixture, "busy 800.0 µs 80.0 %;other 500.0 µs 50.0 %;lazy 100.0 µs 10.0 %;");
  choose (fixture, "cpu", STRATA_SCOPE_TRACE);
  assert_list (fixture, "All CPUs 1.40 ms 70.0 %;CPU 0 800.0 µs 80.0 %;CPU 1 600.0 µs 60.0 %;");

  g_auto (GStrv) parts = g_strsplit (fixture_get_part_text (STRATA_USAGE_PANE (fixture->pane), "summary"), "\302\240", -1);
  g_autofree char *summary = g_strjoinv (" ", parts);

  g_assert_cmpstr (summary, ==, "70.0 % of 2 CPUs used in 1.00 ms");
}

/* The pane follows the window, the item or the area while that is the scope. */
static void
test_periods (Fixture *fixture,
              gconstpointer data)
{
  choose (fixture, "thread", STRATA_SCOPE_SLICE);
  fixture_wait_until (strata_usage_pane_get_usage (STRATA_USAGE_PANE (fixture->pane)) == NULL);
  strata_session_select_slice (fixture->session, 0);
  fixture_wait_until (get_span (fixture).begin_ns == US (200) && get_span (fixture).end_ns == US (400));
  assert_list (fixture, "busy 200.0 µs 100.0 %;lazy 0 ns 0.0 %;");

  choose (fixture, "thread", STRATA_SCOPE_WINDOW);
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ US (500), US (1000) }, 0);
  fixture_wait_until (get_span (fixture).begin_ns == US (500) && get_span (fixture).end_ns == US (1000));

  choose (fixture, "thread", STRATA_SCOPE_AREA);
  fixture_wait_until (strata_usage_pane_get_usage (STRATA_USAGE_PANE (fixture->pane)) == NULL);
  strata_session_set_area (fixture->session, (StrataSpan){ US (100), US (300) }, 0, 0);
  fixture_wait_until (get_span (fixture).begin_ns == US (100) && get_span (fixture).end_ns == US (300));
}

/* A thread or its process: the whole time, but only its rows. */
static void
test_selected (Fixture *fixture,
               gconstpointer data)
{
  strata_session_select_slice (fixture->session, 0);
  choose (fixture, "thread", STRATA_SCOPE_THREAD);
  fixture_wait_until (strata_table_view_get_n_listed (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0)) == 1);
  assert_list (fixture, "busy 800.0 µs 80.0 %;");
  choose (fixture, "thread", STRATA_SCOPE_PROCESS);
  fixture_wait_until (strata_table_view_get_n_listed (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0)) == 2);
  assert_list (fixture, "busy 800.0 µs 80.0 %;lazy 100.0 µs 10.0 %;");
  choose (fixture, "process", STRATA_SCOPE_PROCESS);
  assert_list (fixture, "app 900.0 µs 90.0 %;");
}

static void
test_filter (Fixture *fixture,
             gconstpointer data)
{
  choose (fixture, "thread", STRATA_SCOPE_TRACE);
  fixture_wait_until (get_span (fixture).end_ns == US (1000));
  fixture_filter (fixture->pane, "ZY");
  assert_list (fixture, "lazy 100.0 µs 10.0 %;");
  fixture_filter (fixture->pane, "nobody");
  assert_list (fixture, "");
}

/* A row selects the longest run in the period. */
static void
test_way (Fixture *fixture,
          gconstpointer data)
{
  static const struct
  {
    const char *group;
    const char *filter;
    StrataItemKind kind;
    gint64 begin_ns;
  } rows[] = {
    { "thread", "other", STRATA_ITEM_STATE, US (500) },
    { "process", "app", STRATA_ITEM_STATE, US (0) },
    { "cpu", "CPU 1", STRATA_ITEM_CPU_RUN, US (500) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      StrataTableView *table = fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0);
      StrataSpan span;

      choose (fixture, rows[i].group, STRATA_SCOPE_TRACE);
      fixture_wait_until (get_span (fixture).end_ns == US (1000));
      fixture_filter (fixture->pane, rows[i].filter);
      g_assert_cmpuint (strata_table_view_get_n_listed (table), ==, 1);
      strata_table_view_choose (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0), strata_table_view_get_row (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0), 0));
      gtk_widget_activate_action (fixture->pane, "usage.show-on-timeline", NULL);
      g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, rows[i].kind);
      g_assert_true (strata_session_get_item_span (fixture->session, strata_session_get_selected_item (fixture->session), &span));
      g_assert_cmpint (span.begin_ns, ==, rows[i].begin_ns);
    }
}

static gboolean
has_label (GtkWidget *widget,
           const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text))
    return gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;

  return FALSE;
}

static void
test_cells (Fixture *fixture,
            gconstpointer data)
{
  choose (fixture, "thread", STRATA_SCOPE_TRACE);
  fixture_wait_until (get_span (fixture).end_ns == US (1000));
  fixture_filter (fixture->pane, "busy");
  strata_table_view_choose (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0), strata_table_view_get_row (fixture_find_table (STRATA_USAGE_PANE (fixture->pane), 0), 0));
  fixture_wait_until (has_label (fixture->pane, "1.00 GHz") && has_label (fixture->pane, "2.00 GHz"));
  g_assert_true (has_label (fixture->pane, "CPU 0"));
  g_assert_false (has_label (fixture->pane, "CPU 1"));
}

static void
test_empty (Fixture *fixture,
            gconstpointer data)
{
  choose (fixture, "thread", STRATA_SCOPE_SLICE);
  fixture_wait_until (has_label (fixture->pane, "Select an item on the timeline"));
  choose (fixture, "thread", STRATA_SCOPE_AREA);
  fixture_wait_until (has_label (fixture->pane, "Select an area on the timeline"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  strata_resources_register_resource ();

  g_test_add ("/usage-pane/groups", Fixture, NULL, set_up, test_groups, tear_down);
  g_test_add ("/usage-pane/selected", Fixture, NULL, set_up, test_selected, tear_down);
  g_test_add ("/usage-pane/periods", Fixture, NULL, set_up, test_periods, tear_down);
  g_test_add ("/usage-pane/filter", Fixture, NULL, set_up, test_filter, tear_down);
  g_test_add ("/usage-pane/way", Fixture, NULL, set_up, test_way, tear_down);
  g_test_add ("/usage-pane/cells", Fixture, NULL, set_up, test_cells, tear_down);
  g_test_add ("/usage-pane/empty", Fixture, NULL, set_up, test_empty, tear_down);
  return g_test_run ();
}
