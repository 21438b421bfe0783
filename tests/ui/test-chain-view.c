/* test-chain-view.c - the call chain of the selected slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-view.h"

#include <string.h>

#include "strata-resources.h"
#include "strata-table-menu.h"
#include "strata-trace-builder.h"

#include "clipboard-fixture.h"
#include "ui-fixture.h"

typedef struct
{
  StrataTrace *trace;
  StrataSession *session;
  GtkWidget *window;
  StrataChainView *view;
  GtkColumnView *table;
} Fixture;

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static void
add_slice (StrataTraceBuilder *builder,
           gint64 tid,
           gint64 begin_ns,
           const char *chain,
           guint32 side)
{
  guint32 thread = strata_trace_builder_get_thread (builder, tid);
  const StrataAttrs attrs = { .chain = intern (builder, chain), .side = side };

  strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, tid));
  strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, intern (builder, "step"),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));
  strata_trace_builder_end_slice (builder, thread, begin_ns + 500, STRATA_NO_TIME, 0);
}

/* A chain with the two ends of a call, one of a hundred thousand spans, and a slice without a chain. */
static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  add_slice (builder, 1, 0, "aa,0,0", 'C');
  add_slice (builder, 2, 100, "aa,0,0", 'S');

  for (guint i = 0; i < 100000; i++)
    {
      g_autofree char *chain = g_strdup_printf ("bb,%x,0", i);

      add_slice (builder, 3 + i % 3, 1000 + 1000 * i, chain, 0);
    }

  add_slice (builder, 9, 200, "", 0);
  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static GtkWidget *
find_child (GtkWidget *widget,
            GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (child), type) ? child : find_child (child, type);

      if (found != NULL)
        return found;
    }

  return NULL;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->trace = make_trace ();
  fixture->session = strata_session_new (fixture->trace);
  fixture->view = g_object_new (STRATA_TYPE_CHAIN_VIEW, NULL);
  fixture->table = GTK_COLUMN_VIEW (find_child (GTK_WIDGET (fixture->view), GTK_TYPE_COLUMN_VIEW));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 800, 400);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  strata_chain_view_set_session (fixture->view, fixture->session);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer gone = fixture->view;

  g_object_add_weak_pointer (G_OBJECT (fixture->view), &gone);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  fixture_wait_until (gone == NULL);
  g_object_unref (fixture->session);
  g_object_unref (fixture->trace);
}

static void
select_row (Fixture *fixture,
            guint32 row)
{
  strata_session_select_slice (fixture->session, strata_trace_get_chains (fixture->trace)->slice[row]);
}

static GtkSelectionModel *
get_model (Fixture *fixture)
{
  return gtk_column_view_get_model (fixture->table);
}

static guint
get_n_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (get_model (fixture)));
}

static const char *
get_text (GtkWidget *widget)
{
  const char *text = NULL;

  if (GTK_IS_LABEL (widget))
    text = gtk_label_get_label (GTK_LABEL (widget));
  else if (GTK_IS_INSCRIPTION (widget))
    text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));

  return text != NULL ? text : "";
}

static guint
count_labels (GtkWidget *widget,
              const char *text)
{
  guint n = strstr (get_text (widget), text) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_labels (child, text);

  return n;
}

static void
test_small (Fixture *fixture,
            gconstpointer data)
{
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture->view)));

  select_row (fixture, 1);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (fixture->view)));
  g_assert_cmpuint (get_n_rows (fixture), ==, 2);
  g_assert_true (gtk_selection_model_is_selected (get_model (fixture), 1));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (fixture->table)), ==, 7);
  g_assert_cmpuint (count_labels (GTK_WIDGET (fixture->view), "1 span · 2 processes · 600\302\240ns"), ==, 1);
  fixture_wait_until (count_labels (GTK_WIDGET (fixture->table), "server") == 1);
  g_assert_cmpuint (count_labels (GTK_WIDGET (fixture->table), "client"), ==, 1);
  g_assert_cmpuint (count_labels (GTK_WIDGET (fixture->table), "+100\302\240ns"), ==, 1);
  gtk_test_accessible_assert_property (fixture->table, GTK_ACCESSIBLE_PROPERTY_LABEL, "Call chain");
}

/* A chain is copied as its slices; the selected row can be copied alone. */
static void
test_copies (Fixture *fixture,
             gconstpointer data)
{
  GtkWidget *menu = find_child (GTK_WIDGET (fixture->view), STRATA_TYPE_TABLE_MENU);

  select_row (fixture, 1);
  gtk_widget_activate_action (menu, "table.copy-all", NULL);

  g_autofree char *all = fixture_dup_clipboard (menu);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 4); /* column titles, two rows, an empty string */
  g_assert_true (g_str_has_prefix (lines[0], "ts_ns\tdur_ns\t"));
  gtk_widget_activate_action (menu, "table.copy", NULL);

  g_autofree char *selected = fixture_dup_clipboard (menu);
  g_autofree char *expected = g_strconcat (lines[0], "\n", lines[2], "\n", NULL);

  g_assert_cmpstr (selected, ==, expected);
}

static void
test_follows (Fixture *fixture,
              gconstpointer data)
{
  select_row (fixture, 0);
  strata_session_select_slice (fixture->session, strata_trace_get_slices (fixture->trace)->n_slices - 1);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (fixture->view)));
  fixture_wait_until (gtk_column_view_get_model (fixture->table) == NULL);

  select_row (fixture, 2);
  fixture_wait_until (get_n_rows (fixture) == 100000);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (fixture->table)), ==, 6);
  g_assert_cmpuint (count_labels (GTK_WIDGET (fixture->view), "the nearest 200 of 99\342\200\257999 arrows"), ==, 1);

  GtkSelectionModel *model = get_model (fixture);

  strata_session_select_chain_neighbour (fixture->session, 1);
  g_assert_true (get_model (fixture) == model);
  g_assert_true (gtk_selection_model_is_selected (model, 1));
}

static void
test_selects (Fixture *fixture,
              gconstpointer data)
{
  const StrataChains *chains = strata_trace_get_chains (fixture->trace);

  select_row (fixture, 2);
  gtk_selection_model_select_item (get_model (fixture), 77, TRUE);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, chains->slice[2 + 77]);

  /* Activating the row brings it back into view. */
  strata_view_show_span (strata_session_get_view (fixture->session), (StrataSpan){ 90000000, 91000000 }, 0);
  g_signal_emit_by_name (fixture->table, "activate", 77u);
  g_assert_cmpint (strata_viewport_get_span (strata_session_get_viewport (fixture->session)).begin_ns, <, 90000000);
  g_assert_cmpuint (strata_session_get_selected_item (fixture->session).index, ==, chains->slice[2 + 77]);
}

/* Far down in a long list: few items are alive, and the selected one is visible. */
static void
test_large (Fixture *fixture,
            gconstpointer data)
{
  select_row (fixture, 2 + 70000);
  fixture_wait_until (count_labels (GTK_WIDGET (fixture->table), "+70.0\302\240ms") > 0);
  g_assert_cmpuint (count_labels (GTK_WIDGET (fixture->table), "step"), <, 500);
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  g_test_add ("/chain-view/small", Fixture, NULL, set_up, test_small, tear_down);
  g_test_add ("/chain-view/copies", Fixture, NULL, set_up, test_copies, tear_down);
  g_test_add ("/chain-view/follows", Fixture, NULL, set_up, test_follows, tear_down);
  g_test_add ("/chain-view/selects", Fixture, NULL, set_up, test_selects, tear_down);
  g_test_add ("/chain-view/large", Fixture, NULL, set_up, test_large, tear_down);

  return g_test_run ();
}
