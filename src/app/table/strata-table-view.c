/* strata-table-view.c - a table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-table-view.h"

#include <string.h>

#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-job.h"
#include "strata-name-column.h"
#include "strata-row-column.h"
#include "strata-row-list.h"
#include "strata-shown-column.h"

/* A column view over a list of row numbers. The owner provides a snapshot of rows and the rows to
 * list; the filter and the order of the header make the list from these. The class of the rows
 * defines the columns. */
struct _StrataTableView
{
  GtkWidget parent_instance;

  char *name; /* owned */
  const StrataRowClass
      *klass; /* borrowed: static; its columns are those of the view */

  GtkWidget *content;           /* owned as a child */
  GtkBox *header;               /* borrowed from the content; nullable */
  GtkStack *stack;              /* borrowed from the content */
  GtkLabel *empty;              /* the same */
  GtkColumnView *view;          /* the same */
  GtkSelectionModel *selection; /* borrowed from the view */
  StrataHeaderSort *sort;       /* owned; NULL if titles do not sort */

  StrataRowList *list; /* owned */
  StrataRows *rows;    /* owned; nullable */
  guint32 *given;      /* (array length=n_given) owned: what is listed without filter
                          and order; NULL for the first rows */
  guint n_given;
  char *filter;        /* owned; nullable: case folded */
  gboolean is_long;    /* whether rows are sorted in a worker */
  gboolean is_listing; /* very many rows, which the owner sorts; several can be selected */
  StrataJob *sort_job; /* owned */

  gboolean is_busy; /* the change is ours, not the user's */
  guint tick_id;    /* scrolls to the selected row, or 0 */
  guint n_ticks;
};

enum
{
  ROW_SELECTED,
  ROW_ACTIVATED,
  SORT_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataTableView, strata_table_view, GTK_TYPE_WIDGET)

#define HEADER_SPACING_PX 6

/* In a long table, this many rows are sorted by the main loop in a few ms. */
#define MOST_SORTED_AT_ONCE 10000
#define MOST_SCROLLS 5

static const StrataTableColumn *
get_column (StrataTableView *self,
            guint column)
{
  return &self->klass->columns[column];
}

static gboolean
is_text (const StrataTableColumn *column)
{
  return column->kind == STRATA_CELL_TEXT;
}

static gboolean
is_match (StrataTableView *self,
          guint row)
{
  for (guint i = 0; i < self->klass->n_columns; i++)
    {
      if (!get_column (self, i)->is_wide)
        continue;

      g_autofree char *text = strata_rows_dup_text (self->rows, row, i);
      g_autofree char *folded = g_utf8_casefold (text, -1);

      if (strstr (folded, self->filter) != NULL)
        return TRUE;
    }

  return FALSE;
}

static guint32 *
list_matches (StrataTableView *self,
              guint *n_listed)
{
  if (self->given == NULL)
    {
      *n_listed = self->n_given;
      return NULL;
    }

  guint32 *listed = g_new (guint32, MAX (self->n_given, 1));
  guint n = 0;

  for (guint i = 0; i < self->n_given; i++)
    if (self->filter == NULL || is_match (self, self->given[i]))
      listed[n++] = self->given[i];

  *n_listed = n;
  return listed;
}

static guint
find_position (StrataTableView *self,
               guint row)
{
  guint n_listed;
  const guint32 *listed = strata_row_list_get (self->list, &n_listed);

  if (listed == NULL || row == STRATA_TABLE_VIEW_NO_ROW)
    return row < n_listed ? row : GTK_INVALID_LIST_POSITION;

  for (guint i = 0; i < n_listed; i++)
    if (listed[i] == row)
      return i;

  return GTK_INVALID_LIST_POSITION;
}

/* Selects only @position, or nothing if it is not a position. */
static void
select_position (StrataTableView *self,
                 guint position)
{
  if (!self->is_listing)
    gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (self->selection), position);
  else if (position != GTK_INVALID_LIST_POSITION)
    gtk_selection_model_select_item (self->selection, position, TRUE);
  else
    gtk_selection_model_unselect_all (self->selection);
}

static void
show_rows_or_not (StrataTableView *self)
{
  gtk_stack_set_visible_child_name (self->stack, strata_table_view_get_n_listed (self) > 0 ? "table" : "empty");
}

static void
on_selected (StrataTableView *self)
{
  if (!self->is_busy)
    g_signal_emit (self, signals[ROW_SELECTED], 0, strata_table_view_get_selected (self));
}

static GtkSelectionModel *
new_single_selection (StrataTableView *self)
{
  GtkSingleSelection *selection = gtk_single_selection_new (NULL);

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, G_LIST_MODEL (self->list));
  g_signal_connect_object (selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  return GTK_SELECTION_MODEL (selection);
}

static GtkSelectionModel *
new_multi_selection (StrataTableView *self)
{
  GtkMultiSelection *selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->list)));

  g_signal_connect_object (selection, "selection-changed", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  return GTK_SELECTION_MODEL (selection);
}

static void
show_model (StrataTableView *self)
{
  self->selection = self->is_listing ? new_multi_selection (self) : new_single_selection (self);
  strata_gradual_model_show (self->view, self->selection);
  g_object_unref (self->selection);
}

/* A new list costs GTK little, however long it is. */
static void
renew_model (StrataTableView *self,
             guint32 *listed,
             guint n_listed)
{
  g_signal_handlers_disconnect_by_data (self->selection, self);
  strata_gradual_model_show (self->view, NULL);
  g_object_unref (self->list);
  self->list = g_object_new (STRATA_TYPE_ROW_LIST, NULL);
  strata_row_list_set (self->list, self->rows, listed, n_listed);
  show_model (self);
}

/* Without a selection, since GTK would search the whole list for the selected item. */
static void
refill_model (StrataTableView *self,
              guint32 *listed,
              guint n_listed)
{
  select_position (self, GTK_INVALID_LIST_POSITION);
  strata_gradual_model_hold (self->view);
  strata_row_list_set (self->list, self->rows, listed, n_listed);
}

/* @row stays selected if it is still listed. */
static void
show_list (StrataTableView *self,
           guint32 *listed,
           guint n_listed,
           guint row)
{
  self->is_busy = TRUE;
  if (self->is_listing)
    renew_model (self, listed, n_listed);
  else
    refill_model (self, listed, n_listed);
  select_position (self, find_position (self, row));
  self->is_busy = FALSE;
  show_rows_or_not (self);
}

typedef struct
{
  StrataRows *rows; /* owned */
  guint32 *listed;  /* (array length=n_listed) owned */
  guint n_listed;
  guint column;
  gboolean is_descending;
} Sorting;

static void
sorting_free (gpointer data)
{
  Sorting *sorting = data;

  strata_rows_unref (sorting->rows);
  g_free (sorting->listed);
  g_free (sorting);
}

static gpointer
run_sort (gpointer data,
          GCancellable *cancellable)
{
  const Sorting *sorting = data;
  guint32 *listed = g_memdup2 (sorting->listed, sorting->n_listed * sizeof *listed);

  strata_rows_sort (sorting->rows, listed, sorting->n_listed, sorting->column, sorting->is_descending);
  return listed;
}

static void
on_rows_sorted (gpointer result,
                gpointer data,
                gpointer user_data)
{
  const Sorting *sorting = data;
  StrataTableView *self = user_data;

  show_list (self, result, sorting->n_listed, strata_table_view_get_selected (self));
}

static const StrataJobKind sort_kind = {
  .name = "[strata] sort",
  .run = run_sort,
  .done = on_rows_sorted,
  .free_data = sorting_free,
  .free_result = g_free,
};

/* The old list stays until the new one is sorted, unless it has other rows. */
static void
start_sort (StrataTableView *self,
            guint32 *listed,
            guint n_listed,
            guint column,
            guint row)
{
  Sorting *sorting = g_new (Sorting, 1);

  *sorting = (Sorting){ strata_rows_ref (self->rows), listed, n_listed, column, self->sort->is_descending };
  if (strata_row_list_get_rows (self->list) != self->rows)
    show_list (self, g_memdup2 (listed, n_listed * sizeof *listed), n_listed, row);

  strata_job_start (self->sort_job, sorting, 0);
}

static void
refill (StrataTableView *self,
        guint row)
{
  guint n_listed;
  guint32 *listed = list_matches (self, &n_listed);
  const guint place = self->sort != NULL ? self->sort->column : G_MAXUINT;
  const gboolean is_sorted = self->rows != NULL && place != G_MAXUINT && !self->is_listing;

  strata_job_cancel (self->sort_job);
  if (is_sorted && self->is_long && n_listed > MOST_SORTED_AT_ONCE)
    {
      start_sort (self, listed, n_listed, strata_row_class_get_column (&self->klass->shown, place), row);
      return;
    }

  if (is_sorted)
    strata_rows_sort (self->rows, listed, n_listed, strata_row_class_get_column (&self->klass->shown, place), self->sort->is_descending);
  show_list (self, listed, n_listed, row);
}

static guint
find_place (const StrataRowClass *klass,
            guint column)
{
  const guint n_places = strata_row_class_count (klass, &klass->shown);

  for (guint i = 0; i < n_places; i++)
    if (strata_row_class_get_column (&klass->shown, i) == column)
      return i;

  return G_MAXUINT;
}

/* Rows may be of a class with the same columns that shows fewer. */
static void
show_columns (StrataTableView *self,
              const StrataRowClass *klass)
{
  const guint n_places = strata_row_class_count (self->klass, &self->klass->shown);

  g_assert (klass->columns == self->klass->columns);

  for (guint i = 0; i < n_places; i++)
    strata_shown_column_set (self->view, i, find_place (klass, strata_row_class_get_column (&self->klass->shown, i)) != G_MAXUINT);
}

static gboolean
is_sort_shown (StrataTableView *self,
               const StrataRowClass *klass)
{
  const guint place = self->sort->column;

  return place == G_MAXUINT || find_place (klass, strata_row_class_get_column (&self->klass->shown, place)) != G_MAXUINT;
}

static guint
find_key (StrataRows *rows,
          const guint32 *given,
          guint n_given,
          guint64 key)
{
  for (guint i = 0; i < n_given; i++)
    if (strata_rows_get_key (rows, given[i]) == key)
      return given[i];

  return STRATA_TABLE_VIEW_NO_ROW;
}

static guint32 *
copy_listed (StrataTableView *self,
             StrataRows *rows,
             const guint32 *listed,
             guint *n_listed)
{
  if (listed != NULL)
    return g_memdup2 (listed, *n_listed * sizeof *listed);

  *n_listed = strata_rows_get_n_rows (rows);
  if (self->is_listing)
    return NULL;

  guint32 *all = g_new (guint32, MAX (*n_listed, 1));

  for (guint32 i = 0; i < *n_listed; i++)
    all[i] = i;
  return all;
}

/* The selected row in a new snapshot; without keys, numbers of rows mean nothing there. */
static guint
find_selected (StrataTableView *self,
               StrataRows *rows,
               const guint32 *given,
               guint n_given)
{
  const guint selected = strata_table_view_get_selected (self);

  if (selected == STRATA_TABLE_VIEW_NO_ROW || rows == NULL || rows == self->rows)
    return selected;
  if (strata_rows_get_class (rows)->get_key == NULL || strata_rows_get_class (rows) != strata_rows_get_class (self->rows))
    return STRATA_TABLE_VIEW_NO_ROW;

  return find_key (rows, given, n_given, strata_rows_get_key (self->rows, selected));
}

/**
 * strata_table_view_set_rows:
 * @self: the table
 * @rows: (nullable): the rows, of the class of the table or one with the
 * same columns
 * @listed: (array length=n_listed) (nullable): the rows to list, in the order
 * of equal ones; %NULL for all
 * @n_listed: how many
 *
 * Shows rows. The selected row stays selected if the class can identify it; no
 * signal is emitted otherwise.
 */
void
strata_table_view_set_rows (StrataTableView *self,
                            StrataRows *rows,
                            const guint32 *listed,
                            guint n_listed)
{
  guint n_given = n_listed;
  guint32 *given = copy_listed (self, rows, listed, &n_given);
  const guint selected = find_selected (self, rows, given, n_given);
  StrataRows *before = self->rows;

  self->rows = rows != NULL ? strata_rows_ref (rows) : NULL;
  strata_rows_unref (before);
  g_free (self->given);
  self->given = given;
  self->n_given = n_given;

  if (rows != NULL)
    show_columns (self, strata_rows_get_class (rows));
  if (rows != NULL && !self->is_listing && !is_sort_shown (self, strata_rows_get_class (rows)))
    strata_header_sort_show (self->sort, find_place (self->klass, self->klass->sorted_by), TRUE);

  refill (self, rows != NULL ? selected : STRATA_TABLE_VIEW_NO_ROW);
}

/* Returns the shown rows; NULL if there is none. */
StrataRows *
strata_table_view_get_rows (StrataTableView *self)
{
  return self->rows;
}

/**
 * strata_table_view_set_is_long:
 * @self: the table
 * @is_long: whether it may have very many rows, whose cells can be read in any thread
 *
 * Enables sorting in a worker.
 */
void
strata_table_view_set_is_long (StrataTableView *self,
                               gboolean is_long)
{
  self->is_long = is_long;
}

/**
 * strata_table_view_set_filter:
 * @self: the table
 * @text: (nullable): text that a wide column of a row has to contain
 */
void
strata_table_view_set_filter (StrataTableView *self,
                              const char *text)
{
  g_free (self->filter);
  self->filter = text != NULL && *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  refill (self, strata_table_view_get_selected (self));
}

static void
sort_by (StrataTableView *self,
         guint column,
         gboolean is_descending)
{
  strata_header_sort_by (self->sort, find_place (self->klass, column), is_descending);
}

guint
strata_table_view_get_n_listed (StrataTableView *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->list));
}

/**
 * strata_table_view_get_row:
 * @self: the table
 * @position: a place in the list
 *
 * Returns: the number of the row there, or %STRATA_TABLE_VIEW_NO_ROW
 */
guint
strata_table_view_get_row (StrataTableView *self,
                           guint position)
{
  return position < strata_table_view_get_n_listed (self) ? strata_row_list_get_row (self->list, position) : STRATA_TABLE_VIEW_NO_ROW;
}

/**
 * strata_table_view_get_selected:
 * @self: the table
 *
 * Returns: the number of the only selected row, or %STRATA_TABLE_VIEW_NO_ROW
 */
guint
strata_table_view_get_selected (StrataTableView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);

  return gtk_bitset_get_size (selected) == 1 ? strata_table_view_get_row (self, gtk_bitset_get_minimum (selected)) : STRATA_TABLE_VIEW_NO_ROW;
}

/**
 * strata_table_view_list_selected:
 * @self: the table
 * @n_rows: (out): how many rows are selected
 *
 * Returns: (transfer full) (array length=n_rows): their numbers, in the order of the list
 */
guint32 *
strata_table_view_list_selected (StrataTableView *self,
                                 guint *n_rows)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  guint32 *rows = g_new (guint32, gtk_bitset_get_size (selected) + 1);
  GtkBitsetIter iter;
  guint position;

  *n_rows = 0;
  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selected, &position); is_valid; is_valid = gtk_bitset_iter_next (&iter, &position))
    rows[(*n_rows)++] = strata_table_view_get_row (self, position);

  return rows;
}

/* The list has its rows once it has been laid out, which is after the first tick; if it is scrolled
 * before, it stays empty. Where its layout was not up to date, it may scroll to another row, so what
 * is in view is checked with the next ticks. */
static gboolean
on_tick_scroll (GtkWidget *widget,
                GdkFrameClock *clock,
                gpointer user_data)
{
  StrataTableView *self = STRATA_TABLE_VIEW (widget);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (self->selection);
  const gboolean is_growing = strata_gradual_model_is_growing (self->view);

  if (self->n_ticks == 0 || (is_growing && self->n_ticks > 1))
    {
      self->n_ticks += self->n_ticks == 0;
      return G_SOURCE_CONTINUE;
    }

  const guint position = gtk_bitset_is_empty (selected) ? GTK_INVALID_LIST_POSITION : gtk_bitset_get_minimum (selected);
  const gboolean is_done = position == GTK_INVALID_LIST_POSITION || self->n_ticks > MOST_SCROLLS || (!is_growing && strata_gradual_model_is_in_view (self->view, position));

  if (!is_done)
    strata_gradual_model_scroll_to (self->view, position);

  self->n_ticks++;
  self->tick_id = is_done ? 0 : self->tick_id;
  return is_done ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* A hidden list has no size to scroll by. */
static void
schedule_scroll (StrataTableView *self)
{
  self->n_ticks = 0;

  if (self->tick_id == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick_scroll, NULL, NULL);
}

/**
 * strata_table_view_select:
 * @self: the table
 * @row: number of a row, or %STRATA_TABLE_VIEW_NO_ROW
 *
 * Selects a row, if it is listed, and scrolls to it; no signal is emitted.
 */
void
strata_table_view_select (StrataTableView *self,
                          guint row)
{
  self->is_busy = TRUE;
  select_position (self, find_position (self, row));
  self->is_busy = FALSE;
  schedule_scroll (self);
}

/**
 * strata_table_view_choose:
 * @self: the table
 * @row: number of a row
 *
 * Selects a row like a click of the user.
 */
void
strata_table_view_choose (StrataTableView *self,
                          guint row)
{
  select_position (self, find_position (self, row));
  schedule_scroll (self);
}

/**
 * strata_table_view_dup_cell:
 * @self: the table
 * @position: a place in the list
 * @column: a column of its class
 *
 * Returns: (transfer full): the text of the cell
 */
char *
strata_table_view_dup_cell (StrataTableView *self,
                            guint position,
                            guint column)
{
  return strata_rows_dup_text (self->rows, strata_table_view_get_row (self, position), column);
}

static void
on_setup_cell (GtkSignalListItemFactory *factory,
               GtkListItem *list_item,
               gpointer user_data)
{
  const StrataTableCells *cells = user_data;

  gtk_list_item_set_child (list_item, cells->make ());
}

static void
on_bind_cell (GtkSignalListItemFactory *factory,
              GtkListItem *list_item,
              gpointer user_data)
{
  const StrataTableCells *cells = user_data;
  StrataRowItem *item = gtk_list_item_get_item (list_item);

  cells->bind (gtk_list_item_get_child (list_item), strata_row_item_get_rows (item), strata_row_item_get_row (item));
}

/**
 * strata_table_view_set_cells:
 * @self: the table
 * @column: a shown column of its class
 * @cells: its cells; static
 *
 * Sets the cells of a column that are more than text. Copies and exports use its text.
 */
void
strata_table_view_set_cells (StrataTableView *self,
                             guint column,
                             const StrataTableCells *cells)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) shown = g_list_model_get_item (gtk_column_view_get_columns (self->view), find_place (self->klass, column));

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup_cell), (gpointer) cells);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_cell), (gpointer) cells);
  gtk_column_view_column_set_factory (shown, factory);
}

/* Returns its accessible widget, to describe it. */
GtkAccessible *
strata_table_view_get_accessible (StrataTableView *self)
{
  return GTK_ACCESSIBLE (self->view);
}

/**
 * strata_table_view_take_rows:
 * @self: the table
 * @is_selection: whether to return only the selected rows
 *
 * Returns: (transfer full) (nullable): its rows in their order; see
 * #StrataTableSource
 */
StrataTableRows *
strata_table_view_take_rows (StrataTableView *self,
                             gboolean is_selection)
{
  guint n_listed;
  const guint32 *listed = strata_row_list_get (self->list, &n_listed);
  g_autofree guint32 *selected = is_selection ? strata_table_view_list_selected (self, &n_listed) : NULL;

  if (self->rows == NULL || n_listed == 0)
    return NULL;

  return strata_table_rows_new_listed (self->name, self->rows, is_selection ? selected : listed, n_listed);
}

/**
 * strata_table_view_new_menu:
 * @self: the table
 * @has_keys: whether Ctrl+C copies its rows, and Tab leaves it
 *
 * Returns: (transfer floating): a button that copies and exports it; must
 * not outlive it
 */
GtkWidget *
strata_table_view_new_menu (StrataTableView *self,
                            gboolean has_keys)
{
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  gtk_widget_set_halign (menu, GTK_ALIGN_END);
  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), (StrataTableSource) strata_table_view_take_rows, self);
  if (has_keys)
    strata_table_menu_add_keys (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));
  strata_table_menu_add_context (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));

  return menu;
}

static void
make_header (StrataTableView *self)
{
  self->header = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, HEADER_SPACING_PX));
  gtk_widget_add_css_class (GTK_WIDGET (self->header), "pane-toolbar");
  gtk_box_append (self->header, strata_table_view_new_menu (self, TRUE));
  gtk_box_prepend (GTK_BOX (self->content), GTK_WIDGET (self->header));
}

/**
 * strata_table_view_add_header:
 * @self: the table
 * @widget: (nullable): a widget to add above the rows, after the present
 * ones; %NULL for only the menu
 *
 * Adds a bar to the table, whose last button copies and exports.
 */
void
strata_table_view_add_header (StrataTableView *self,
                              GtkWidget *widget)
{
  if (self->header == NULL)
    make_header (self);

  GtkWidget *menu = gtk_widget_get_last_child (GTK_WIDGET (self->header));

  if (widget != NULL)
    gtk_box_insert_child_after (self->header, widget, gtk_widget_get_prev_sibling (menu));

  /* also at the end of the bar if nothing else is there */
  gtk_widget_set_halign (menu, GTK_ALIGN_END);
  gtk_widget_set_hexpand (menu, gtk_widget_get_prev_sibling (menu) == NULL);
}

/**
 * strata_table_view_move_header:
 * @self: the table
 * @box: a vertical box that contains it
 *
 * Puts the bar on top of @box, where there is more room than above the rows.
 */
void
strata_table_view_move_header (StrataTableView *self,
                               GtkBox *box)
{
  strata_table_view_add_header (self, NULL);
  g_object_ref (self->header);
  gtk_box_remove (GTK_BOX (self->content), GTK_WIDGET (self->header));
  gtk_box_prepend (box, GTK_WIDGET (self->header));
  g_object_unref (self->header);
}

/**
 * strata_table_view_set_empty:
 * @self: the table
 * @text: the text shown if there are no rows
 */
void
strata_table_view_set_empty (StrataTableView *self,
                             const char *text)
{
  gtk_label_set_label (self->empty, text);
}

static void
on_sorted (gpointer user_data,
           guint place,
           gboolean is_descending)
{
  StrataTableView *self = user_data;

  if (self->is_listing)
    g_signal_emit (self, signals[SORT_CHANGED], 0);
  else
    refill (self, strata_table_view_get_selected (self));
}

/* Numbers are first sorted descending, text ascending. */
static guint64
list_ascending (StrataTableView *self,
                guint n_places)
{
  guint64 bits = 0;

  for (guint i = 0; i < n_places; i++)
    {
      const StrataTableColumn *column = get_column (self, strata_row_class_get_column (&self->klass->shown, i));

      if (is_text (column) != column->is_reversed)
        bits |= G_GUINT64_CONSTANT (1) << i;
    }

  return bits;
}

static void
add_columns (StrataTableView *self,
             gboolean is_sorted)
{
  const guint n_places = strata_row_class_count (self->klass, &self->klass->shown);

  strata_row_column_add (self->view, self->klass, is_sorted);
  if (!is_sorted)
    return;

  strata_name_column_follow (self->view);
  self->sort = strata_header_sort_new (self->view, list_ascending (self, n_places), on_sorted, self);
  if (self->klass->is_sorted)
    sort_by (self, self->klass->sorted_by, TRUE);
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataTableView *self)
{
  g_signal_emit (self, signals[ROW_ACTIVATED], 0, strata_table_view_get_row (self, position));
}

static void
strata_table_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (strata_table_view_parent_class)->map (widget);
  schedule_scroll (STRATA_TABLE_VIEW (widget));
}

static void
strata_table_view_dispose (GObject *object)
{
  StrataTableView *self = STRATA_TABLE_VIEW (object);

  g_clear_pointer (&self->sort_job, strata_job_free);
  g_clear_pointer (&self->sort, strata_header_sort_free);
  g_clear_pointer (&self->content, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_table_view_parent_class)->dispose (object);
}

static void
strata_table_view_finalize (GObject *object)
{
  StrataTableView *self = STRATA_TABLE_VIEW (object);

  g_clear_object (&self->list);
  strata_rows_unref (self->rows);
  g_free (self->given);
  g_free (self->filter);
  g_free (self->name);

  G_OBJECT_CLASS (strata_table_view_parent_class)->finalize (object);
}

static void
strata_table_view_class_init (StrataTableViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = strata_table_view_dispose;
  object_class->finalize = strata_table_view_finalize;
  widget_class->map = strata_table_view_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[ROW_SELECTED] = g_signal_new ("row-selected", STRATA_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SORT_CHANGED] = g_signal_new ("sort-changed", STRATA_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", STRATA_TYPE_TABLE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
strata_table_view_init (StrataTableView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->sort_job = strata_job_new (&sort_kind, self);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->empty = GTK_LABEL (gtk_label_new (NULL));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));

  gtk_label_set_wrap (self->empty, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_stack_add_named (self->stack, scroller, "table");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->empty), "empty");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, 0);
}

static GtkWidget *
new_table (const char *name,
           const StrataRowClass *klass,
           gboolean is_listing,
           gboolean is_sorted)
{
  StrataTableView *self = g_object_new (STRATA_TYPE_TABLE_VIEW, NULL);

  self->name = g_strdup (name);
  self->klass = klass;
  self->is_listing = is_listing;
  self->list = g_object_new (STRATA_TYPE_ROW_LIST, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  show_model (self);
  add_columns (self, is_sorted);

  return GTK_WIDGET (self);
}

/**
 * strata_table_view_new:
 * @name: its title, for screen readers and names of exports
 * @klass: the class of its rows
 *
 * Returns: (transfer floating): an empty table
 */
GtkWidget *
strata_table_view_new (const char *name,
                       const StrataRowClass *klass)
{
  return new_table (name, klass, FALSE, TRUE);
}

/**
 * strata_table_view_new_listing:
 * @name: its title, for screen readers and names of exports
 * @klass: the class of its rows
 * @is_sorted: whether titles sort it
 *
 * Makes a table of very many rows, which are listed in the order of their numbers. Several
 * can be selected. If titles sort it, its owner has to set sorted rows when
 * it emits sort-changed.
 *
 * Returns: (transfer floating): an empty table
 */
GtkWidget *
strata_table_view_new_listing (const char *name,
                               const StrataRowClass *klass,
                               gboolean is_sorted)
{
  return new_table (name, klass, TRUE, is_sorted);
}

/**
 * strata_table_view_show_sort:
 * @self: a table that titles sort
 * @place: number of a column, among the shown ones
 * @is_descending: whether the largest comes first
 *
 * Shows an order in the header; no signal is emitted.
 */
void
strata_table_view_show_sort (StrataTableView *self,
                             guint place,
                             gboolean is_descending)
{
  strata_header_sort_show (self->sort, place, is_descending);
}

/**
 * strata_table_view_get_sort:
 * @self: a table that titles sort
 * @is_descending: (out): whether the largest comes first
 *
 * Returns: the sort column, as number among the shown ones
 */
guint
strata_table_view_get_sort (StrataTableView *self,
                            gboolean *is_descending)
{
  *is_descending = self->sort->is_descending;
  return self->sort->column;
}
