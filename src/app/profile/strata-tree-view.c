/* strata-tree-view.c - the table of the call tree
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tree-view.h"

#include <glib/gi18n-lib.h>

#include "strata-bar-cell.h"
#include "strata-call-tree-rows.h"
#include "strata-cell-text.h"
#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-name-column.h"
#include "strata-row-column.h"
#include "strata-short-text.h"
#include "strata-shown-column.h"
#include "strata-tooltip.h"
#include "strata-tree-list.h"

/* A call tree as a table to copy and export. */

static StrataTableRows *
new_rows (StrataCallTree *tree,
          const guint32 *nodes,
          guint n_nodes)
{
  g_autoptr (StrataRows) rows = strata_call_tree_rows_new (tree, STRATA_CLOCK_WALL);

  return strata_table_rows_new_listed (_ ("Call tree"), rows, nodes, n_nodes);
}

/* All nodes below @root, callers before their callees; NULL if there are none. */
static StrataTableRows *
tree_rows_new (StrataCallTree *tree,
               guint32 root)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  StrataCallNode values;

  strata_call_tree_get_node (tree, root, &values);
  for (guint32 node = root, depth = values.depth; (node = strata_call_tree_next (tree, node, TRUE, &depth)) != STRATA_NONE && depth > values.depth;)
    g_array_append_val (nodes, node);

  return nodes->len > 0 ? new_rows (tree, (const guint32 *) (gpointer) nodes->data, nodes->len) : NULL;
}

static StrataTableRows *
tree_rows_new_node (StrataCallTree *tree,
                    guint32 node)
{
  return new_rows (tree, &node, 1);
}

/* A column view over a tree list model; lists of children are made when a row is opened. Open and
 * selected rows are identified by the names from the root on, so that they stay open and selected
 * in another tree. */
struct _StrataTreeView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;           /* borrowed from the scroller */
  GtkSingleSelection *selection; /* owned; nullable */
  GtkTreeListModel *model;       /* owned; nullable */
  StrataCallTree *tree;          /* owned; nullable */
  guint32 root;
  gint64 total_ns;
  StrataHeaderSort *sort; /* owned */
  gboolean is_busy;       /* the change is ours, not the user's */
};

/* How many rows are checked for whether they were open before. */
#define MOST_RESTORED_ROWS 5000

enum
{
  SELECTION_CHANGED,
  ROW_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataTreeView, strata_tree_view, GTK_TYPE_WIDGET)

/* Rows of the previous tree may call this, too, while they are removed. */
static GListModel *
create_children (gpointer item,
                 gpointer user_data)
{
  StrataTreeView *self = user_data;
  StrataCallTree *tree = strata_tree_item_get_tree (item);
  guint32 node = strata_tree_item_get_node (item);
  StrataCallNode values;

  if (node == STRATA_NONE)
    return NULL;

  strata_call_tree_get_node (tree, node, &values);
  if (values.n_children == 0)
    return NULL;

  return G_LIST_MODEL (strata_tree_list_new (tree, node, self->total_ns, (StrataTreeColumn) self->sort->column, self->sort->is_descending));
}

/* A hash of the names from the root to a node. */
static guint64
hash_path (const StrataCallTree *tree,
           guint32 node)
{
  guint64 hash = 0;
  StrataCallNode values;

  for (; node != STRATA_CALL_TREE_ROOT && node != STRATA_NONE; node = values.parent)
    {
      strata_call_tree_get_node (tree, node, &values);

      g_autofree char *name = strata_call_tree_dup_name (tree, values.key);

      hash = (hash ^ g_str_hash (name)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
    }

  return hash;
}

static GtkTreeListRow *
get_row (StrataTreeView *self,
         guint position)
{
  return self->model != NULL ? gtk_tree_list_model_get_row (self->model, position) : NULL;
}

static guint32
get_row_node (GtkTreeListRow *row)
{
  g_autoptr (StrataTreeItem) item = gtk_tree_list_row_get_item (row);

  return strata_tree_item_get_node (item);
}

/* (element-type guint64): paths of the open rows */
static GArray *
save_open (StrataTreeView *self)
{
  GArray *open = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint n = self->model != NULL ? MIN (g_list_model_get_n_items (G_LIST_MODEL (self->model)), MOST_RESTORED_ROWS) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = get_row (self, i);

      if (gtk_tree_list_row_get_expanded (row))
        {
          guint64 path = hash_path (self->tree, get_row_node (row));

          g_array_append_val (open, path);
        }
    }

  return open;
}

static gint
compare_paths (gconstpointer a,
               gconstpointer b)
{
  guint64 path_a = *(const guint64 *) a;
  guint64 path_b = *(const guint64 *) b;

  return path_a < path_b ? -1 : path_a > path_b;
}

/* Opens rows, which adds further ones, and finds the row that was selected. */
static guint
restore_open (StrataTreeView *self,
              GArray *open,
              guint64 selected)
{
  guint position = GTK_INVALID_LIST_POSITION;

  g_array_sort (open, compare_paths);
  for (guint i = 0; i < MIN (g_list_model_get_n_items (G_LIST_MODEL (self->model)), MOST_RESTORED_ROWS); i++)
    {
      g_autoptr (GtkTreeListRow) row = get_row (self, i);
      guint64 path = hash_path (self->tree, get_row_node (row));

      if (path == selected && selected != 0)
        position = i;
      if (g_array_binary_search (open, &path, compare_paths, NULL))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }

  return position;
}

static void
on_selected (StrataTreeView *self)
{
  if (!self->is_busy)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
scroll_to (StrataTreeView *self,
           guint position)
{
  if (position != GTK_INVALID_LIST_POSITION)
    strata_gradual_model_scroll_to (self->view, position);
}

static void
set_model (StrataTreeView *self)
{
  StrataTreeList *list = strata_tree_list_new (self->tree, self->root, self->total_ns, (StrataTreeColumn) self->sort->column, self->sort->is_descending);

  g_clear_object (&self->model);
  g_clear_object (&self->selection);
  self->model = gtk_tree_list_model_new (G_LIST_MODEL (list), FALSE, FALSE, create_children, self, NULL);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->model));
}

/* A new selection model costs less than notifying the view of the changes. */
static void
rebuild (StrataTreeView *self,
         StrataCallTree *tree,
         guint32 root)
{
  g_autoptr (GArray) open = save_open (self);
  g_autoptr (StrataTreeItem) item = strata_tree_view_dup_selected (self);
  guint64 selected = item != NULL ? hash_path (self->tree, strata_tree_item_get_node (item)) : 0;
  gboolean is_first = self->tree == NULL;
  StrataCallNode node;

  self->is_busy = TRUE;
  strata_call_tree_ref (tree);
  g_clear_pointer (&self->tree, strata_call_tree_unref);
  self->tree = tree;
  self->root = root;
  strata_call_tree_get_node (tree, root, &node);
  self->total_ns = strata_tree_get_inclusive_ns (tree, &node);
  set_model (self);

  guint position = restore_open (self, open, selected);

  gtk_single_selection_set_selected (self->selection, position);
  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  if (is_first)
    strata_tree_view_expand_heaviest (self);
  self->is_busy = FALSE;

  scroll_to (self, position);
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
set_title (StrataTreeView *self,
           guint column,
           const char *title)
{
  g_autoptr (GtkColumnViewColumn) found = strata_shown_column_dup (self->view, column);

  gtk_column_view_column_set_title (found, title);
}

/* Bottom-up there is only one time, which is exclusive: the own time of the first name of a branch. */
static void
show_times (StrataTreeView *self,
            gboolean is_bottom_up)
{
  if (is_bottom_up && (self->sort->column == STRATA_TREE_COLUMN_EXCLUSIVE || self->sort->column == STRATA_TREE_COLUMN_EXCLUSIVE_SHARE))
    strata_header_sort_by (self->sort, STRATA_TREE_COLUMN_INCLUSIVE, TRUE);

  strata_shown_column_set (self->view, STRATA_TREE_COLUMN_EXCLUSIVE, !is_bottom_up);
  strata_shown_column_set (self->view, STRATA_TREE_COLUMN_EXCLUSIVE_SHARE, !is_bottom_up);
  set_title (self, STRATA_TREE_COLUMN_INCLUSIVE, is_bottom_up ? _ ("Exclusive") : _ ("Inclusive"));
  set_title (self, STRATA_TREE_COLUMN_INCLUSIVE_SHARE, is_bottom_up ? _ ("Excl %") : _ ("Incl %"));
}

/**
 * strata_tree_view_set_tree:
 * @self: the view
 * @tree: a tree
 * @root: the node whose children are the first rows
 *
 * Shows a tree; rows stay open and selected.
 */
void
strata_tree_view_set_tree (StrataTreeView *self,
                           StrataCallTree *tree,
                           guint32 root)
{
  show_times (self, strata_call_tree_get_bottom_up (tree));
  rebuild (self, tree, root);
}

/**
 * strata_tree_view_dup_selected:
 * @self: the view
 *
 * Returns: (transfer full) (nullable): the selected row
 */
StrataTreeItem *
strata_tree_view_dup_selected (StrataTreeView *self)
{
  GtkTreeListRow *row = self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;

  /* the list makes a new item on each request */
  return row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
}

/**
 * strata_tree_view_select_key:
 * @self: the view
 * @key: a key
 *
 * Selects the first row of @key among those that are open; %STRATA_NONE selects none.
 *
 * Returns: whether there is one
 */
gboolean
strata_tree_view_select_key (StrataTreeView *self,
                             guint32 key)
{
  guint n = self->model != NULL ? MIN (g_list_model_get_n_items (G_LIST_MODEL (self->model)), MOST_RESTORED_ROWS) : 0;

  if (key == STRATA_NONE && self->selection != NULL)
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);

  for (guint i = 0; i < n && key != STRATA_NONE; i++)
    {
      g_autoptr (GtkTreeListRow) row = get_row (self, i);
      guint32 node = get_row_node (row);
      StrataCallNode values;

      if (node == STRATA_NONE)
        continue;

      strata_call_tree_get_node (self->tree, node, &values);
      if (values.key != key)
        continue;

      gtk_single_selection_set_selected (self->selection, i);
      scroll_to (self, i);
      return TRUE;
    }

  return FALSE;
}

/**
 * strata_tree_view_toggle_selected:
 * @self: the view
 *
 * Opens or closes the selected row.
 */
void
strata_tree_view_toggle_selected (StrataTreeView *self)
{
  GtkTreeListRow *row = self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;

  if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* If rows are sorted by CPU time, that is the weight. */
static gint64
get_weight (StrataTreeView *self,
            guint32 node)
{
  StrataCallNode row;

  if (self->sort->column != STRATA_TREE_COLUMN_CPU)
    return strata_call_tree_get_value (self->tree, node);

  strata_call_tree_get_node (self->tree, node, &row);
  return row.inclusive_cpu_ns;
}

/* The child with the most time comes first unless they are sorted otherwise. */
static guint
find_heaviest (StrataTreeView *self,
               guint first,
               guint depth)
{
  guint best = GTK_INVALID_LIST_POSITION;
  gint64 best_ns = -1;

  for (guint i = first; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (GtkTreeListRow) row = get_row (self, i);
      guint32 node = get_row_node (row);

      if (gtk_tree_list_row_get_depth (row) < depth)
        break;
      if (gtk_tree_list_row_get_depth (row) > depth || node == STRATA_NONE)
        continue;
      if (get_weight (self, node) <= best_ns)
        continue;

      best = i;
      best_ns = get_weight (self, node);
    }

  return best;
}

/**
 * strata_tree_view_sort_by_cpu:
 * @self: the view, before the user has chosen an order
 *
 * Sorts by running time: by elapsed time, waiting daemons would come first.
 */
void
strata_tree_view_sort_by_cpu (StrataTreeView *self)
{
  g_return_if_fail (STRATA_IS_TREE_VIEW (self));

  strata_header_sort_by (self->sort, STRATA_TREE_COLUMN_CPU, TRUE);
}

/**
 * strata_tree_view_expand_heaviest:
 * @self: the view
 *
 * Opens the rows with the most time from the selected one on, or from the root,
 * and selects the last.
 */
void
strata_tree_view_expand_heaviest (StrataTreeView *self)
{
  if (self->model == NULL || g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0)
    return;

  guint position = gtk_single_selection_get_selected (self->selection);

  if (position == GTK_INVALID_LIST_POSITION)
    position = find_heaviest (self, 0, 0);

  for (;;)
    {
      g_autoptr (GtkTreeListRow) row = get_row (self, position);

      if (row == NULL || !gtk_tree_list_row_is_expandable (row))
        break;

      gtk_tree_list_row_set_expanded (row, TRUE);
      position = find_heaviest (self, position + 1, gtk_tree_list_row_get_depth (row) + 1);
    }

  gtk_single_selection_set_selected (self->selection, position);
  scroll_to (self, position);
}

/* Shows or hides the column of CPU times. */
void
strata_tree_view_show_cpu (StrataTreeView *self,
                           gboolean is_shown)
{
  strata_shown_column_set (self->view, STRATA_TREE_COLUMN_CPU, is_shown);
}

/* Returns its rows, including those below open rows; NULL if there is none. */
GListModel *
strata_tree_view_get_rows (StrataTreeView *self)
{
  return G_LIST_MODEL (self->model);
}

GtkWidget *
strata_tree_view_get_widget (StrataTreeView *self)
{
  return GTK_WIDGET (self->view);
}

/**
 * strata_tree_view_new_rows:
 * @self: the view
 * @is_selection: whether to return only the selected row, or the whole tree
 *
 * Returns: (transfer full) (nullable): its rows; see #StrataTableSource
 */
StrataTableRows *
strata_tree_view_new_rows (StrataTreeView *self,
                           gboolean is_selection)
{
  g_autoptr (StrataTreeItem) item = strata_tree_view_dup_selected (self);

  if (self->tree == NULL)
    return NULL;
  if (!is_selection)
    return tree_rows_new (self->tree, self->root);
  if (item == NULL || strata_tree_item_get_node (item) == STRATA_NONE)
    return NULL;

  return tree_rows_new_node (self->tree, strata_tree_item_get_node (item));
}

static void
on_sorted (gpointer user_data,
           guint column,
           gboolean is_descending)
{
  StrataTreeView *self = user_data;

  if (self->tree != NULL)
    rebuild (self, self->tree, self->root);
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataTreeView *self)
{
  g_autoptr (GtkTreeListRow) row = get_row (self, position);

  if (row == NULL)
    return;

  g_autoptr (StrataTreeItem) item = gtk_tree_list_row_get_item (row);

  g_signal_emit (self, signals[ROW_ACTIVATED], 0, item);
}

static const StrataTableColumn *
get_column (StrataTreeColumn column)
{
  return &strata_call_tree_rows_class.columns[column];
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *list_item,
          gpointer user_data)
{
  const StrataTreeColumn column = GPOINTER_TO_UINT (user_data);

  if (column != STRATA_TREE_COLUMN_NAME)
    {
      gtk_list_item_set_child (list_item, strata_bar_cell_new (get_column (column)->n_chars));
      return;
    }

  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *name = strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (name), get_column (column)->n_chars);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), name);
  gtk_list_item_set_child (list_item, expander);
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *list_item,
         gpointer user_data)
{
  const StrataTreeColumn column = GPOINTER_TO_UINT (user_data);
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  GtkWidget *child = gtk_list_item_get_child (list_item);
  g_autoptr (StrataTreeItem) item = gtk_tree_list_row_get_item (row);
  g_autofree char *text = strata_short_text_cut (strata_tree_item_dup_text (item, column));

  if (column != STRATA_TREE_COLUMN_NAME)
    {
      strata_bar_cell_show (STRATA_BAR_CELL (child), text, strata_tree_item_get_share (item, column));
      return;
    }

  GtkWidget *name = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (child));

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), row);
  strata_cell_text_set (GTK_INSCRIPTION (name), text);
  strata_tooltip_set_of_cell (name, text);
}

static void
add_column (StrataTreeView *self,
            StrataTreeColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (column));
  strata_row_column_append_sorted (self->view, get_column (column), factory);
}

static void
strata_tree_view_dispose (GObject *object)
{
  g_clear_pointer (&STRATA_TREE_VIEW (object)->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_tree_view_parent_class)->dispose (object);
}

static void
strata_tree_view_finalize (GObject *object)
{
  StrataTreeView *self = STRATA_TREE_VIEW (object);

  g_clear_pointer (&self->sort, strata_header_sort_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->model);
  g_clear_pointer (&self->tree, strata_call_tree_unref);

  G_OBJECT_CLASS (strata_tree_view_parent_class)->finalize (object);
}

static void
strata_tree_view_class_init (StrataTreeViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = strata_tree_view_dispose;
  object_class->finalize = strata_tree_view_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, STRATA_TYPE_TREE_ITEM);
}

static void
strata_tree_view_init (StrataTreeView *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Call tree"), -1);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  for (StrataTreeColumn column = 0; column < STRATA_N_TREE_COLUMNS; column++)
    add_column (self, column);
  strata_name_column_follow (self->view);

  self->sort = strata_header_sort_new (self->view, 1u << STRATA_TREE_COLUMN_NAME, on_sorted, self);
  strata_header_sort_by (self->sort, STRATA_TREE_COLUMN_INCLUSIVE, TRUE);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activated), self, 0);
}
