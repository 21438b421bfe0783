/* test-tree-pane.c - the call tree pane and the session
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-pane.h"

#include "strata-loader.h"
#include "strata-resources.h"
#include "strata-scope-model.h"
#include "strata-session-area.h"
#include "strata-tree-item.h"

#include "strata-tree-view.h"
#include "ui-fixture.h"

/* Functions of a library without symbols. */
#define STACKS                                                          \
  "10 #00 pc 0000757c /bin/start(55679d09bcdea35bb1e0d4e1d9a3e58f)\n"   \
  "    6 #01 pc 0000aaaa /lib/a.so(99e56bc765f9208f7b7ba8b268886a59)\n" \
  "    4 #01 pc 0000bbbb /lib/a.so(99e56bc765f9208f7b7ba8b268886a59)\n"

typedef struct
{
  GtkWidget *window;
  StrataTreePane *pane; /* borrowed from the window */
  StrataSession *session;
  StrataCallTree *seen; /* the tree to be replaced */
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data != NULL ? data : FIXTURE_TRACE, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_stream (stream, "fixture", NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  fixture->session = strata_session_new (trace);
  strata_view_set_width (strata_session_get_view (fixture->session), 900);
  fixture->pane = STRATA_TREE_PANE (strata_tree_pane_new (fixture->session));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 300);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->pane));
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (strata_tree_pane_get_tree (fixture->pane) != NULL);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->session);
}

/* The rows, each indented by its depth and with its inclusive time. */
static char *
dup_rows (Fixture *fixture)
{
  GListModel *rows = strata_tree_view_get_rows (STRATA_TREE_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TREE_VIEW)));
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (StrataTreeItem) item = gtk_tree_list_row_get_item (row);
      g_autofree char *name = strata_tree_item_dup_name (item);
      StrataCallNode node;

      strata_call_tree_get_node (strata_tree_item_get_tree (item), strata_tree_item_get_node (item), &node);
      g_string_append_printf (text, "%s%.*s%s %d", i > 0 ? "," : "", (int) gtk_tree_list_row_get_depth (row), "....", name, (int) (node.inclusive_ns / 1000000));
    }

  return g_string_free (text, FALSE);
}

static void
assert_rows (Fixture *fixture,
             const char *expected)
{
  g_autofree char *rows = dup_rows (fixture);

  g_assert_cmpstr (rows, ==, expected);
}

static void
activate (Fixture *fixture,
          const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->pane), action, NULL);
}

/* Keeps the current tree alive, so that a new one has another address. */
static void
expect_other (Fixture *fixture)
{
  fixture->seen = strata_call_tree_ref (strata_tree_pane_get_tree (fixture->pane));
}

static void
wait_for_other (Fixture *fixture)
{
  fixture_wait_until (strata_tree_pane_get_tree (fixture->pane) != NULL && strata_tree_pane_get_tree (fixture->pane) != fixture->seen);
  g_clear_pointer (&fixture->seen, strata_call_tree_unref);
}

static void
select_name (Fixture *fixture,
             const char *name)
{
  StrataTrace *trace = strata_session_get_trace (fixture->session);

  StrataCallTree *tree = strata_tree_pane_get_tree (fixture->pane);

  g_assert_true (strata_tree_view_select_key (STRATA_TREE_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TREE_VIEW)), strata_call_tree_find_key (tree, strata_string_pool_lookup (strata_trace_get_strings (trace), name))));
}

/* The most expensive row is expanded; the calls of the selected row are underlined on the timeline. */
static void
test_first (Fixture *fixture,
            gconstpointer data)
{
  StrataTrace *trace = strata_session_get_trace (fixture->session);

  assert_rows (fixture, "frame 50,.draw 24,.measure 3,Walk 8");
  g_assert_cmpstr (strata_trace_get_string (trace, strata_selection_get_highlight (strata_session_get_selection (fixture->session))), ==, "draw");

  select_name (fixture, "Walk");
  g_assert_cmpstr (strata_trace_get_string (trace, strata_selection_get_highlight (strata_session_get_selection (fixture->session))), ==, "Walk");
  activate (fixture, "tree.toggle-row");
  assert_rows (fixture, "frame 50,.draw 24,.measure 3,Walk 8,.Walk 2");

  activate (fixture, "tree.show-longest-call");
  g_assert_cmpint (strata_session_get_selected_item (fixture->session).kind, ==, STRATA_ITEM_SLICE);

  /* none is selected where no name is underlined any more */
  strata_selection_set_highlight (strata_session_get_selection (fixture->session), STRATA_NONE);

  g_autoptr (StrataTreeItem) selected = strata_tree_view_dup_selected (STRATA_TREE_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), STRATA_TYPE_TREE_VIEW)));

  g_assert_null (selected);
}

static void
assert_titles (Fixture *fixture,
               const char *expected)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (fixture_find_widget (GTK_WIDGET (fixture->pane), GTK_TYPE_COLUMN_VIEW)));
  g_autoptr (GString) titles = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      g_string_append_printf (titles, "%s%s", i > 0 ? "," : "", gtk_column_view_column_get_title (column));
    }

  g_assert_cmpstr (titles->str, ==, expected);
}

static void
test_directions (Fixture *fixture,
                 gconstpointer data)
{
  expect_other (fixture);
  activate (fixture, "tree.bottom-up");
  wait_for_other (fixture);
  assert_rows (fixture, "draw 24,frame 23,Walk 8,measure 3");
  assert_titles (fixture, "Name,Exclusive,Excl %,Calls,Mean");
  activate (fixture, "tree.heaviest-path");
  assert_rows (fixture, "draw 24,.frame 24,frame 23,Walk 8,measure 3");

  expect_other (fixture);
  activate (fixture, "tree.fold-recursion");
  wait_for_other (fixture);
  g_assert_cmpuint (strata_call_tree_get_n_nodes (strata_tree_pane_get_tree (fixture->pane)), ==, 7);

  expect_other (fixture);
  activate (fixture, "tree.bottom-up");
  wait_for_other (fixture);
  assert_rows (fixture, "frame 50,Walk 8");
  assert_titles (fixture, "Name,Inclusive,Incl %,Exclusive,Excl %,Calls,Mean");
}

static void
test_changes (Fixture *fixture,
              gconstpointer data)
{
  select_name (fixture, "frame");
  activate (fixture, "tree.make-root");
  assert_rows (fixture, "draw 24,measure 3");
  g_assert_cmpstr (fixture_get_part_text (fixture->pane, "changes_label"), ==, "Below frame");
  activate (fixture, "tree.leave-root");
  assert_rows (fixture, "frame 50,Walk 8");

  expect_other (fixture);
  select_name (fixture, "frame");
  activate (fixture, "tree.hide-name");
  wait_for_other (fixture);
  assert_rows (fixture, "draw 24,Walk 8,measure 3");

  expect_other (fixture);
  select_name (fixture, "Walk");
  activate (fixture, "tree.focus");
  wait_for_other (fixture);
  assert_rows (fixture, "Walk 8");
  g_assert_cmpstr (fixture_get_part_text (fixture->pane, "changes_label"), ==, "Only inside Walk · Without frame");

  expect_other (fixture);
  activate (fixture, "tree.show-all");
  wait_for_other (fixture);
  assert_rows (fixture, "frame 50,Walk 8");
  g_assert_cmpstr (fixture_get_part_text (fixture->pane, "changes_label"), ==, "");
}

/* Expanded rows stay so in another scope. Without an item for the scope, the pane says so. */
static void
test_scopes (Fixture *fixture,
             gconstpointer data)
{
  StrataScopeModel *scope = strata_scope_model_get (fixture->session);
  StrataTrace *trace = strata_session_get_trace (fixture->session);
  guint n_lanes;

  strata_lanes_get (strata_session_get_lanes (fixture->session), &n_lanes);
  strata_scope_model_set_choice (scope, STRATA_SCOPE_AREA);
  g_assert_null (strata_tree_pane_get_tree (fixture->pane));

  strata_session_set_area (fixture->session, (StrataSpan){ 1000000000, 1015000000 }, 0, n_lanes - 1);
  fixture_wait_until (strata_tree_pane_get_tree (fixture->pane) != NULL);
  assert_rows (fixture, "frame 10,.measure 2,.draw 2");

  strata_scope_model_set_choice (scope, STRATA_SCOPE_SLICE);
  g_assert_null (strata_tree_pane_get_tree (fixture->pane));
  strata_session_select_longest (fixture->session, "draw", strata_trace_get_span (trace));
  fixture_wait_until (strata_tree_pane_get_tree (fixture->pane) != NULL);
  assert_rows (fixture, "draw 20");

  expect_other (fixture);
  strata_scope_model_set_choice (scope, STRATA_SCOPE_THREAD);
  wait_for_other (fixture);
  assert_rows (fixture, "frame 50,Walk 8");

  expect_other (fixture);
  strata_scope_model_set_choice (scope, STRATA_SCOPE_PROCESS);
  wait_for_other (fixture);
  assert_rows (fixture, "frame 50,Walk 8");
}

/* Nothing is computed for a hidden pane. */
static void
test_hidden (Fixture *fixture,
             gconstpointer data)
{
  StrataCallTree *tree = strata_tree_pane_get_tree (fixture->pane);

  gtk_widget_set_visible (GTK_WIDGET (fixture->pane), FALSE);
  strata_scope_model_set_choice (strata_scope_model_get (fixture->session), STRATA_SCOPE_WINDOW);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_true (strata_tree_pane_get_tree (fixture->pane) == tree);

  expect_other (fixture);
  gtk_widget_set_visible (GTK_WIDGET (fixture->pane), TRUE);
  wait_for_other (fixture);
}

/* Samples have names of functions: names that differ in a number are different functions. */
static void
test_sampled (Fixture *fixture,
              gconstpointer data)
{
  g_autofree char *by = NULL;

  g_object_get (fixture->pane, "group-by", &by, NULL);
  g_assert_cmpstr (by, ==, "name");
  assert_rows (fixture, "start+0x757c 1500,.a.so+0xaaaa 900,.a.so+0xbbbb 600");
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  strata_resources_register_resource ();

  ADD ("/tree-pane/first", test_first);
  ADD ("/tree-pane/directions", test_directions);
  ADD ("/tree-pane/changes", test_changes);
  ADD ("/tree-pane/scopes", test_scopes);
  ADD ("/tree-pane/hidden", test_hidden);
  g_test_add ("/tree-pane/sampled", Fixture, STACKS, set_up, test_sampled, tear_down);

  return g_test_run ();
}
