/* strata-compare-table.c - a table of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-compare-table.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-name-column.h"
#include "strata-tooltip.h"

/* Room for "+1,234.5 ms". */
#define NUMBER_CHARS 10
#define WIDE_CHARS 20

/* A name that is longer is shown without its parameters. */
#define NAME_CHARS 40

/* An item is a number of a row and nothing else; columns make their cells of the
 * data. Without a sorted column the rows are as they were given. */
#define STRATA_TYPE_COMPARE_ROW (strata_compare_row_get_type ())
G_DECLARE_FINAL_TYPE (StrataCompareRow, strata_compare_row, STRATA, COMPARE_ROW, GObject)

struct _StrataCompareRow
{
  GObject parent_instance;

  guint row;
};

G_DEFINE_FINAL_TYPE (StrataCompareRow, strata_compare_row, G_TYPE_OBJECT)

static void
strata_compare_row_class_init (StrataCompareRowClass *klass)
{
}

static void
strata_compare_row_init (StrataCompareRow *self)
{
}

struct _StrataCompareTable
{
  GtkWidget parent_instance;

  const StrataCompareColumn *columns; /* borrowed: static */
  guint n_columns;
  gpointer data; /* owned */
  GDestroyNotify free_data;
  char *label;  /* owned */
  char *filter; /* owned; case folded, nullable */

  GtkWidget *content; /* owned as a child */
  GtkBox *header;
  StrataTableMenu *menu; /* borrowed from the header */
  GtkStack *stack;
  GtkLabel *empty;
  GtkColumnView *view;
  GListStore *store;             /* owned */
  GtkFilter *custom_filter;      /* borrowed */
  GtkSingleSelection *selection; /* borrowed */
  gboolean is_selecting;         /* a row is selected by the program */
  gboolean is_chosen;            /* the selected row was chosen by the user */
};

enum
{
  ROW_SELECTED,
  ROW_ACTIVATED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataCompareTable, strata_compare_table, GTK_TYPE_WIDGET)

/* What a factory or sorter of a column needs. Lives as long as the table's class of columns. */
typedef struct
{
  StrataCompareTable *table; /* borrowed: owns what uses it */
  const StrataCompareColumn *column;
} Cell;

static gboolean
is_listed (gpointer item,
           gpointer user_data)
{
  StrataCompareTable *self = user_data;

  if (self->filter == NULL)
    return TRUE;

  for (guint i = 0; i < self->n_columns; i++)
    {
      if (!self->columns[i].is_wide)
        continue;

      g_autofree char *text = self->columns[i].dup_text (self->data, STRATA_COMPARE_ROW (item)->row);
      g_autofree char *folded = g_utf8_casefold (text, -1);

      if (strstr (folded, self->filter) != NULL)
        return TRUE;
    }

  return FALSE;
}

static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  const Cell *cell = user_data;
  const guint row_a = ((const StrataCompareRow *) a)->row;
  const guint row_b = ((const StrataCompareRow *) b)->row;

  if (cell->column->get_number == NULL)
    {
      g_autofree char *text_a = cell->column->dup_text (cell->table->data, row_a);
      g_autofree char *text_b = cell->column->dup_text (cell->table->data, row_b);

      return g_utf8_collate (text_a, text_b);
    }

  const double number_a = cell->column->get_number (cell->table->data, row_a);
  const double number_b = cell->column->get_number (cell->table->data, row_b);

  if (isnan (number_a) || isnan (number_b))
    return !!isnan (number_b) - !!isnan (number_a);

  return number_a < number_b ? -1 : number_a > number_b;
}

/* Whether all of its texts are about as long, or may be cut. Where not, the longest
 * decides how wide the column is. */
static gboolean
is_sized (const StrataCompareColumn *column)
{
  return column->is_wide || column->cells != STRATA_CELLS_TEXT;
}

static GtkWidget *
new_sized_cell (const StrataCompareColumn *column)
{
  GtkWidget *cell = strata_cell_text_new (GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), column->cells == STRATA_CELLS_TEXT ? 0.0f : 1.0f);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), column->is_wide ? WIDE_CHARS : NUMBER_CHARS);
  return cell;
}

static GtkWidget *
new_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  return label;
}

static void
on_setup (GtkListItemFactory *factory,
          GtkListItem *list_item,
          const Cell *cell)
{
  if (cell->column->make_cell != NULL)
    {
      gtk_list_item_set_child (list_item, cell->column->make_cell ());
      return;
    }

  GtkWidget *child = is_sized (cell->column) ? new_sized_cell (cell->column) : new_label ();

  gtk_widget_add_css_class (child, "numeric");
  gtk_list_item_set_child (list_item, child);
}

static void
on_bind (GtkListItemFactory *factory,
         GtkListItem *list_item,
         const Cell *cell)
{
  const StrataCompareRow *item = gtk_list_item_get_item (list_item);
  GtkWidget *child = gtk_list_item_get_child (list_item);

  if (cell->column->bind_cell != NULL)
    {
      cell->column->bind_cell (child, cell->table->data, item->row);
      return;
    }

  g_autofree char *text = cell->column->dup_text (cell->table->data, item->row);

  if (cell->column->is_wide)
    strata_cell_text_set_name (GTK_INSCRIPTION (child), text, NAME_CHARS);
  else if (is_sized (cell->column))
    strata_cell_text_set (GTK_INSCRIPTION (child), text);
  else
    strata_cell_text_set_label (GTK_LABEL (child), text);
  strata_tooltip_set_of_cell (child, cell->column->is_wide ? text : NULL);
}

static void
append_column (StrataCompareTable *self,
               const StrataCompareColumn *column)
{
  Cell *cell = g_new (Cell, 1);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) made = gtk_column_view_column_new (_ (column->title), factory);
  g_autoptr (GtkSorter) sorter = NULL;

  *cell = (Cell){ self, column };
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), cell);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), cell);
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare_items, cell, NULL));
  g_object_set_data_full (G_OBJECT (made), "cell", cell, g_free);
  gtk_column_view_column_set_sorter (made, sorter);
  gtk_column_view_column_set_resizable (made, TRUE);
  gtk_column_view_column_set_expand (made, column->is_wide);
  gtk_column_view_append_column (self->view, made);
  if (column->cells != STRATA_CELLS_TEXT)
    strata_header_sort_align_last_title (self->view);
}

static void
show_rows_or_not (StrataCompareTable *self)
{
  gtk_stack_set_visible_child_name (self->stack, g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0 ? "table" : "empty");
}

static void
on_selected (GtkSingleSelection *selection,
             GParamSpec *pspec,
             StrataCompareTable *self)
{
  const StrataCompareRow *item = gtk_single_selection_get_selected_item (selection);

  self->is_chosen = item != NULL && !self->is_selecting;
  if (item != NULL)
    g_signal_emit (self, signals[ROW_SELECTED], 0, item->row);
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataCompareTable *self)
{
  g_signal_emit (self, signals[ROW_ACTIVATED], 0, strata_compare_table_get_row (self, position));
}

/* A table sorted anew is read from its top, unless the user has chosen a row to keep in sight.
 * One that goes is sorted by nothing. */
static void
on_sorted (StrataCompareTable *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));

  if (!self->is_chosen && adjustment != NULL)
    gtk_adjustment_set_value (adjustment, 0.0);
}

static void
add_model (StrataCompareTable *self)
{
  self->store = g_list_store_new (STRATA_TYPE_COMPARE_ROW);
  self->custom_filter = GTK_FILTER (gtk_custom_filter_new (is_listed, self, NULL));

  GtkFilterListModel *filtered = gtk_filter_list_model_new (G_LIST_MODEL (g_object_ref (self->store)), self->custom_filter);
  GtkSortListModel *sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered), g_object_ref (gtk_column_view_get_sorter (self->view)));

  self->selection = gtk_single_selection_new (G_LIST_MODEL (sorted));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  g_object_unref (self->selection);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, 0);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (show_rows_or_not), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_column_view_get_sorter (self->view), "changed", G_CALLBACK (on_sorted), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* The texts of the rows as they are listed now, and numbers where there are some. */
typedef struct
{
  const StrataCompareColumn *columns;
  guint n_columns;
  GPtrArray *texts; /* owned strings: all cells, row by row */
  GArray *numbers;  /* double, the same */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_ptr_array_unref (picture->texts);
  g_array_unref (picture->numbers);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  for (guint i = 0; i < picture->n_columns; i++)
    {
      const guint place = row * picture->n_columns + i;
      const double number = g_array_index (picture->numbers, double, place);

      if (picture->columns[i].get_number == NULL || picture->columns[i].cells == STRATA_CELLS_TEXT)
        strata_table_text (table, g_ptr_array_index (picture->texts, place));
      else if (isnan (number))
        strata_table_unknown (table);
      else if (picture->columns[i].cells == STRATA_CELLS_NUMBER)
        strata_table_number (table, (gint64) number);
      else
        strata_table_real (table, number);
    }
}

/* Files are for programs, which know no translations. */
static char *
dup_exported (StrataCompareTable *self,
              const StrataCompareColumn *column,
              guint row)
{
  return column->get_id != NULL ? g_strdup (column->get_id (self->data, row)) : column->dup_text (self->data, row);
}

static void
add_to_picture (StrataCompareTable *self,
                Picture *picture,
                guint row)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      const double number = self->columns[i].get_number != NULL ? self->columns[i].get_number (self->data, row) : NAN;

      g_ptr_array_add (picture->texts, dup_exported (self, &self->columns[i], row));
      g_array_append_val (picture->numbers, number);
    }
}

static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataCompareTable *self = user_data;
  g_autoptr (GArray) rows = strata_compare_table_list_rows (self, is_selection);
  g_autofree StrataTableColumn *columns = g_new (StrataTableColumn, self->n_columns);
  Picture *picture = g_new (Picture, 1);

  if (rows->len == 0)
    {
      g_free (picture);
      return NULL;
    }

  *picture = (Picture){ self->columns, self->n_columns, g_ptr_array_new_with_free_func (g_free), g_array_new (FALSE, FALSE, sizeof (double)) };
  for (guint i = 0; i < rows->len; i++)
    add_to_picture (self, picture, g_array_index (rows, guint, i));

  StrataTableColumn *kept = g_object_get_data (G_OBJECT (self), "columns");

  if (kept == NULL)
    {
      for (guint i = 0; i < self->n_columns; i++)
        columns[i] = (StrataTableColumn){ self->columns[i].name, self->columns[i].title, self->columns[i].cells == STRATA_CELLS_TEXT ? STRATA_CELL_TEXT : STRATA_CELL_NUMBER };
      kept = g_memdup2 (columns, sizeof *columns * self->n_columns);
      g_object_set_data_full (G_OBJECT (self), "columns", kept, g_free);
    }

  return strata_table_rows_new (self->label, kept, self->n_columns, rows->len, write_row, picture, picture_free);
}

static void
add_children (StrataCompareTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->menu = STRATA_TABLE_MENU (strata_table_menu_new ());
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->header = GTK_BOX (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6));
  self->stack = GTK_STACK (gtk_stack_new ());
  self->empty = GTK_LABEL (gtk_label_new (NULL));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));

  gtk_widget_add_css_class (GTK_WIDGET (self->header), "area-heading");
  gtk_widget_set_halign (GTK_WIDGET (self->menu), GTK_ALIGN_END);
  gtk_box_append (self->header, GTK_WIDGET (self->menu));
  gtk_label_set_wrap (self->empty, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "dim-label");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->view));
  gtk_stack_add_named (self->stack, scroller, "table");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->empty), "empty");
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->header));
  gtk_box_append (GTK_BOX (self->content), GTK_WIDGET (self->stack));
  gtk_widget_set_parent (self->content, GTK_WIDGET (self));

  gtk_column_view_set_show_column_separators (self->view, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "data-table");
  g_signal_connect_object (self->view, "activate", G_CALLBACK (on_activated), self, 0);
  strata_table_menu_set_source (self->menu, take_rows, self);
  strata_table_menu_add_keys (self->menu, GTK_WIDGET (self->view));
  strata_table_menu_add_context (self->menu, GTK_WIDGET (self->view));
}

static void
strata_compare_table_dispose (GObject *object)
{
  StrataCompareTable *self = STRATA_COMPARE_TABLE (object);

  if (self->store != NULL)
    g_list_store_remove_all (self->store);
  g_clear_pointer (&self->content, gtk_widget_unparent);
  g_clear_object (&self->store);
  if (self->free_data != NULL)
    g_clear_pointer (&self->data, self->free_data);
  g_clear_pointer (&self->filter, g_free);
  g_clear_pointer (&self->label, g_free);

  G_OBJECT_CLASS (strata_compare_table_parent_class)->dispose (object);
}

static void
strata_compare_table_class_init (StrataCompareTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_compare_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[ROW_SELECTED] = g_signal_new ("row-selected", STRATA_TYPE_COMPARE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", STRATA_TYPE_COMPARE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
strata_compare_table_init (StrataCompareTable *self)
{
}

/**
 * strata_compare_table_new:
 * @label: what it is, for assistive tools and files
 * @empty: what to say when there are no rows
 * @columns: (array length=n_columns): the columns, which must outlive the table
 * @n_columns: how many
 *
 * Returns: (transfer floating): a table without rows
 */
GtkWidget *
strata_compare_table_new (const char *label,
                          const char *empty,
                          const StrataCompareColumn *columns,
                          guint n_columns)
{
  StrataCompareTable *self = g_object_new (STRATA_TYPE_COMPARE_TABLE, NULL);

  self->columns = columns;
  self->n_columns = n_columns;
  self->label = g_strdup (label);
  add_children (self);
  for (guint i = 0; i < n_columns; i++)
    append_column (self, &columns[i]);
  strata_name_column_follow (self->view);
  add_model (self);
  gtk_label_set_label (self->empty, empty);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  show_rows_or_not (self);

  return GTK_WIDGET (self);
}

/**
 * strata_compare_table_set:
 * @self: the table
 * @data: (transfer full) (nullable): what the columns make their cells of
 * @free_data: frees it
 * @n_rows: how many rows there are
 *
 * Shows other rows, with the first selected.
 */
void
strata_compare_table_set (StrataCompareTable *self,
                          gpointer data,
                          GDestroyNotify free_data,
                          guint n_rows)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  g_list_store_remove_all (self->store);
  if (self->free_data != NULL && self->data != NULL)
    self->free_data (self->data);
  self->data = data;
  self->free_data = free_data;

  for (guint i = 0; i < n_rows; i++)
    {
      StrataCompareRow *item = g_object_new (STRATA_TYPE_COMPARE_ROW, NULL);

      item->row = i;
      g_ptr_array_add (items, item);
    }

  g_list_store_splice (self->store, 0, 0, items->pdata, items->len);
  show_rows_or_not (self);
}

/**
 * strata_compare_table_get_data:
 * @self: the table
 *
 * Returns: (transfer none) (nullable): what its cells are made of
 */
gpointer
strata_compare_table_get_data (StrataCompareTable *self)
{
  return self->data;
}

/**
 * strata_compare_table_set_empty:
 * @self: the table
 * @text: what to say when there are no rows
 */
void
strata_compare_table_set_empty (StrataCompareTable *self,
                                const char *text)
{
  gtk_label_set_label (self->empty, text);
}

/**
 * strata_compare_table_set_filter:
 * @self: the table
 * @text: (nullable): what rows have to contain
 */
void
strata_compare_table_set_filter (StrataCompareTable *self,
                                 const char *text)
{
  g_free (self->filter);
  self->filter = text != NULL && *text != '\0' ? g_utf8_casefold (text, -1) : NULL;
  gtk_filter_changed (self->custom_filter, GTK_FILTER_CHANGE_DIFFERENT);
  show_rows_or_not (self);
}

/**
 * strata_compare_table_add_header:
 * @self: the table
 * @widget: what to put above the rows, behind what is there already
 */
void
strata_compare_table_add_header (StrataCompareTable *self,
                                 GtkWidget *widget)
{
  GtkWidget *menu = gtk_widget_get_last_child (GTK_WIDGET (self->header));

  gtk_box_insert_child_after (self->header, widget, gtk_widget_get_prev_sibling (menu));
}

/**
 * strata_compare_table_get_listed:
 * @self: the table
 *
 * Returns: (transfer none): the rows as they are listed
 */
GListModel *
strata_compare_table_get_listed (StrataCompareTable *self)
{
  return G_LIST_MODEL (self->selection);
}

/**
 * strata_compare_table_get_row:
 * @self: the table
 * @position: a place in the list
 *
 * Returns: the number of the row that is listed there
 */
guint
strata_compare_table_get_row (StrataCompareTable *self,
                              guint position)
{
  g_autoptr (StrataCompareRow) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  return item != NULL ? item->row : G_MAXUINT;
}

/**
 * strata_compare_table_list_rows:
 * @self: the table
 * @is_selection: whether only the selected row is wanted
 *
 * Returns: (transfer full) (element-type guint): the numbers of the rows as they are listed
 */
GArray *
strata_compare_table_list_rows (StrataCompareTable *self,
                                gboolean is_selection)
{
  const guint selected = gtk_single_selection_get_selected (self->selection);
  const guint n_listed = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  const guint n_rows = is_selection ? selected != GTK_INVALID_LIST_POSITION : n_listed;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (guint), n_rows);

  for (guint i = 0; i < n_rows; i++)
    {
      const guint row = strata_compare_table_get_row (self, is_selection ? selected : i);

      g_array_append_val (rows, row);
    }

  return rows;
}

/**
 * strata_compare_table_get_chosen:
 * @self: the table
 *
 * Returns: number of the row that the user has selected, or %STRATA_NONE
 */
guint
strata_compare_table_get_chosen (StrataCompareTable *self)
{
  const guint selected = gtk_single_selection_get_selected (self->selection);

  return self->is_chosen && selected != GTK_INVALID_LIST_POSITION ? strata_compare_table_get_row (self, selected) : STRATA_NONE;
}

static guint
find_position (StrataCompareTable *self,
               guint row)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));

  for (guint i = 0; i < n; i++)
    if (strata_compare_table_get_row (self, i) == row)
      return i;

  return GTK_INVALID_LIST_POSITION;
}

static void
select_position (StrataCompareTable *self,
                 guint position)
{
  self->is_selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->is_selecting = FALSE;
}

/**
 * strata_compare_table_select:
 * @self: the table
 * @row: number of a row
 *
 * Selects a row, if it is listed.
 *
 * Returns: whether it is
 */
gboolean
strata_compare_table_select (StrataCompareTable *self,
                             guint row)
{
  const guint position = find_position (self, row);

  if (position == GTK_INVALID_LIST_POSITION)
    return FALSE;

  select_position (self, position);
  return TRUE;
}

/**
 * strata_compare_table_reveal:
 * @self: the table
 * @row: number of a row
 *
 * Selects a row and scrolls to it, if it is listed.
 */
void
strata_compare_table_reveal (StrataCompareTable *self,
                             guint row)
{
  const guint position = find_position (self, row);

  if (position == GTK_INVALID_LIST_POSITION)
    return;

  select_position (self, position);
  strata_gradual_model_scroll_to (self->view, position);
}

/**
 * strata_compare_table_dup_cell:
 * @self: the table
 * @position: a place in the list
 * @column: which column
 *
 * Returns: (transfer full): what the cell says
 */
char *
strata_compare_table_dup_cell (StrataCompareTable *self,
                               guint position,
                               guint column)
{
  return self->columns[column].dup_text (self->data, strata_compare_table_get_row (self, position));
}
