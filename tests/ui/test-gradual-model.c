/* test-gradual-model.c - long lists that replace each other in a view
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gradual-model.h"

#include "ui-fixture.h"

#define N_ROWS 5000
#define N_ROWS_SEEN 10

typedef struct
{
  GtkWidget *window;
  GtkColumnView *view;
} Fixture;

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, gtk_label_new (NULL));
}

/* A row that is about to be removed may be bound once more, so it must have an item. */
static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *list_item)
{
  gpointer item = gtk_list_item_get_item (list_item);
  g_autoptr (GObject) object = GTK_IS_TREE_LIST_ROW (item) ? gtk_tree_list_row_get_item (item) : g_object_ref (item);

  gtk_label_set_text (GTK_LABEL (gtk_list_item_get_child (list_item)), gtk_string_object_get_string (GTK_STRING_OBJECT (object)));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  fixture->window = gtk_window_new ();
  fixture->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));

  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new ("x", factory);

  gtk_column_view_append_column (fixture->view, column);
  gtk_widget_set_size_request (scroller, 400, 300);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (fixture->view));
  gtk_window_set_child (GTK_WINDOW (fixture->window), scroller);
  gtk_window_present (GTK_WINDOW (fixture->window));
  fixture_wait_until (gtk_widget_get_mapped (GTK_WIDGET (fixture->view)));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* Rows "a 0", "a 1", … */
static GtkStringList *
make_list (const char *name,
           guint n_rows)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < n_rows; i++)
    gtk_string_list_take (list, g_strdup_printf ("%s %u", name, i));

  return list;
}

static void
show (Fixture *fixture,
      GtkStringList *list)
{
  g_autoptr (GtkMultiSelection) selection = gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (list)));

  strata_gradual_model_show (fixture->view, GTK_SELECTION_MODEL (selection));
}

static GtkWidget *
get_row (Fixture *fixture,
         guint position)
{
  GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (fixture->view)));

  for (guint i = 0; i < position && row != NULL; i++)
    row = gtk_widget_get_next_sibling (row);

  return row;
}

/* The text of a row, "" if it is not visible. */
static const char *
get_text (Fixture *fixture,
          guint position)
{
  GtkWidget *row = get_row (fixture, position);
  GtkWidget *label = row != NULL ? fixture_find_widget (row, GTK_TYPE_LABEL) : NULL;

  return label != NULL && gtk_widget_get_opacity (row) > 0 ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

static void
assert_begins (Fixture *fixture,
               const char *name)
{
  for (guint i = 0; i < N_ROWS_SEEN; i++)
    {
      g_autofree char *expected = g_strdup_printf ("%s %u", name, i);

      g_assert_cmpstr (get_text (fixture, i), ==, expected);
    }
}

static guint
get_n_items (Fixture *fixture)
{
  GtkSelectionModel *model = gtk_column_view_get_model (fixture->view);

  return model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
}

static guint
count_rows (Fixture *fixture,
            const char *name)
{
  guint n_rows = 0;

  for (guint i = 0; get_row (fixture, i) != NULL; i++)
    n_rows += g_str_has_prefix (get_text (fixture, i), name);

  return n_rows;
}

/* The first rows appear at once. Rows of the old list are hidden at once and removed in the end. */
static void
test_replace (Fixture *fixture,
              gconstpointer data)
{
  GtkStringList *a = make_list ("a", N_ROWS);
  g_autoptr (GtkStringList) b = make_list ("b", N_ROWS);
  gpointer weak = a;

  show (fixture, a);
  g_object_add_weak_pointer (G_OBJECT (a), &weak);
  g_object_unref (a);
  fixture_wait_until (get_n_items (fixture) == N_ROWS);
  assert_begins (fixture, "a");

  show (fixture, b);
  g_assert_null (weak);
  assert_begins (fixture, "b");
  g_assert_cmpuint (count_rows (fixture, "a"), ==, 0);
  fixture_wait_until (get_n_items (fixture) == N_ROWS && !strata_gradual_model_is_growing (fixture->view));
  g_assert_cmpuint (count_rows (fixture, "b"), >, N_ROWS_SEEN);
}

/* Rows of the old list cannot be selected, and rows of the new list can. */
static void
test_select (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GtkStringList) a = make_list ("a", N_ROWS);
  g_autoptr (GtkStringList) b = make_list ("b", 3);
  GtkSelectionModel *model;

  show (fixture, a);
  fixture_wait_until (get_n_items (fixture) == N_ROWS);
  show (fixture, b);
  model = gtk_column_view_get_model (fixture->view);
  g_assert_cmpuint (get_n_items (fixture), >, 3);
  g_assert_false (gtk_selection_model_select_item (model, 3, TRUE));
  g_assert_false (gtk_selection_model_is_selected (model, 3));
  g_assert_true (gtk_selection_model_select_item (model, 2, TRUE));
  g_assert_true (gtk_selection_model_is_selected (model, 2));
  fixture_wait_until (get_n_items (fixture) == 3);
  g_assert_cmpuint (count_rows (fixture, "b"), ==, 3);
  g_assert_null (get_row (fixture, 3));
}

/* Replaces lists faster than the view follows, also from further down. */
static void
test_replace_often (Fixture *fixture,
                    gconstpointer data)
{
  static const char *const names[] = { "a", "b", "c", "d" };

  for (guint i = 0; i < 4 * G_N_ELEMENTS (names); i++)
    {
      const char *name = names[i % G_N_ELEMENTS (names)];
      g_autoptr (GtkStringList) list = make_list (name, i % 3 == 0 ? 30 : N_ROWS);

      show (fixture, list);
      assert_begins (fixture, name);
      for (guint k = 0; k < i; k++)
        g_main_context_iteration (NULL, FALSE);
    }

  fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view)), 10000);
  for (guint k = 0; k < 20; k++)
    g_main_context_iteration (NULL, FALSE);

  g_autoptr (GtkStringList) last = make_list ("e", N_ROWS);

  show (fixture, last);
  fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
  assert_begins (fixture, "e");
  g_assert_cmpfloat (gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view))), <, 1);
}

/* The row and the next two are in view after scrolling down to it, and the two before it after scrolling up. */
static void
test_scroll_to (Fixture *fixture,
                gconstpointer data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  g_autoptr (GtkStringList) list = make_list ("a", N_ROWS);

  show (fixture, list);
  fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
  strata_gradual_model_scroll_to (fixture->view, 100);
  fixture_wait_until (gtk_adjustment_get_value (adjustment) > 0);

  const double row_px = gtk_adjustment_get_upper (adjustment) / N_ROWS;

  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment), >, 102.5 * row_px);
  strata_gradual_model_scroll_to (fixture->view, 50);
  fixture_wait_until (gtk_adjustment_get_value (adjustment) < 50 * row_px);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), <, 48.5 * row_px);
}

/* The list itself gets other rows, with and without strata_gradual_model_hold() before. */
static void
test_replace_in_place (Fixture *fixture,
                       gconstpointer data)
{
  static const char *const few[] = { "b 0", "b 1", "b 2", NULL };
  g_autoptr (GtkStringList) list = make_list ("a", N_ROWS);

  show (fixture, list);
  fixture_wait_until (get_n_items (fixture) == N_ROWS);
  if (data != NULL)
    strata_gradual_model_hold (fixture->view);
  gtk_string_list_splice (list, 0, N_ROWS, few);
  g_assert_cmpuint (count_rows (fixture, "a"), ==, 0);
  g_assert_cmpuint (count_rows (fixture, "b"), ==, 3);
  fixture_wait_until (get_n_items (fixture) == 3);
  g_assert_cmpuint (count_rows (fixture, "b"), ==, 3);
}

static void
test_none (Fixture *fixture,
           gconstpointer data)
{
  g_autoptr (GtkStringList) a = make_list ("a", N_ROWS);

  show (fixture, a);
  fixture_wait_until (get_n_items (fixture) == N_ROWS);
  strata_gradual_model_show (fixture->view, NULL);
  g_assert_cmpuint (count_rows (fixture, "a"), ==, 0);
  fixture_wait_until (gtk_column_view_get_model (fixture->view) == NULL);
  g_assert_null (get_row (fixture, 0));
  show (fixture, a);
  assert_begins (fixture, "a");
}

static GListModel *
create_children (gpointer item,
                 gpointer data)
{
  return NULL;
}

static void
show_tree (Fixture *fixture,
           const char *name,
           guint n_rows)
{
  GListModel *tree = G_LIST_MODEL (gtk_tree_list_model_new (G_LIST_MODEL (make_list (name, n_rows)), FALSE, FALSE, create_children, NULL, NULL));
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (tree);

  strata_gradual_model_show (fixture->view, GTK_SELECTION_MODEL (selection));
}

/* Rows of a tree lose their items when the tree is gone, but are displayed longer than that. */
static void
test_trees (Fixture *fixture,
            gconstpointer data)
{
  static const guint n_rows[] = { N_ROWS, 300, 30, N_ROWS, 3, 210, N_ROWS };

  for (guint i = 0; i < 4 * G_N_ELEMENTS (n_rows); i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);

      show_tree (fixture, name, n_rows[i % G_N_ELEMENTS (n_rows)]);
      if (i % 2 == 0)
        fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
      g_assert_cmpstr (get_text (fixture, 0) + strlen (name), ==, " 0");
    }

  fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
  assert_begins (fixture, "t27");
}

/* A hidden view was not at its first row when its list is replaced. */
static void
test_replace_hidden (Fixture *fixture,
                     gconstpointer data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  GtkWidget *scroller = gtk_window_get_child (GTK_WINDOW (fixture->window));
  static const guint rows[] = { 30, 2500 };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GtkStringList) a = make_list ("a", N_ROWS);

      show (fixture, a);
      fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * rows[i] / N_ROWS);
      for (guint k = 0; k < 20; k++)
        g_main_context_iteration (NULL, FALSE);
      gtk_widget_set_visible (scroller, FALSE);
      for (guint k = 0; k < 3; k++)
        {
          g_autoptr (GtkStringList) b = make_list ("b", N_ROWS);

          show (fixture, b);
        }
      gtk_widget_set_visible (scroller, TRUE);
      fixture_wait_until (!strata_gradual_model_is_growing (fixture->view));
      assert_begins (fixture, "b");
    }
}

int
main (int argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add ("/gradual-model/replace", Fixture, NULL, set_up, test_replace, tear_down);
  g_test_add ("/gradual-model/replace-hidden", Fixture, NULL, set_up, test_replace_hidden, tear_down);
  g_test_add ("/gradual-model/select", Fixture, NULL, set_up, test_select, tear_down);
  g_test_add ("/gradual-model/replace-often", Fixture, NULL, set_up, test_replace_often, tear_down);
  g_test_add ("/gradual-model/replace-in-place", Fixture, NULL, set_up, test_replace_in_place, tear_down);
  g_test_add ("/gradual-model/hold", Fixture, GUINT_TO_POINTER (TRUE), set_up, test_replace_in_place, tear_down);
  g_test_add ("/gradual-model/trees", Fixture, NULL, set_up, test_trees, tear_down);
  g_test_add ("/gradual-model/none", Fixture, NULL, set_up, test_none, tear_down);
  g_test_add ("/gradual-model/scroll-to", Fixture, NULL, set_up, test_scroll_to, tear_down);

  return g_test_run ();
}
