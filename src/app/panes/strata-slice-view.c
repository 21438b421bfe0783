/* strata-slice-view.c - slices in columns
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-view.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-hit-rows.h"
#include "strata-name-column.h"
#include "strata-row-column.h"
#include "strata-short-text.h"
#include "strata-shown-column.h"

/* A view whose list is sorted by others: a header only says by what. Each list
 * comes with a fresh selection model, which costs the view little however long
 * the list is. */
struct _StrataSliceView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;          /* owned as a child */
  GtkColumnView *view;          /* borrowed from the scroller */
  StrataSliceList *list;        /* owned; nullable */
  GtkMultiSelection *selection; /* owned; nullable */
  StrataHeaderSort *sort;       /* owned */
  gboolean is_setting;          /* not by the user */
  guint32 scroll_to;            /* position that is to come into sight, or STRATA_NONE */
  guint tick_id;
  guint n_ticks;
};

#define LONGEST_FIRST ((G_GUINT64_CONSTANT (1) << STRATA_SLICE_COLUMN_DURATION) | (G_GUINT64_CONSTANT (1) << STRATA_SLICE_COLUMN_SELF) | (G_GUINT64_CONSTANT (1) << STRATA_SLICE_COLUMN_CPU))

enum
{
  SORT_CHANGED,
  SLICE_SELECTED,
  SLICE_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataSliceView, strata_slice_view, GTK_TYPE_WIDGET)

/* In settings and actions. */
static const char *const ids[STRATA_N_SLICE_COLUMNS] = {
  [STRATA_SLICE_COLUMN_START] = "start",
  [STRATA_SLICE_COLUMN_DURATION] = "duration",
  [STRATA_SLICE_COLUMN_SELF] = "self",
  [STRATA_SLICE_COLUMN_CPU] = "cpu",
  [STRATA_SLICE_COLUMN_NAME] = "name",
  [STRATA_SLICE_COLUMN_KIND] = "kind",
  [STRATA_SLICE_COLUMN_VALUE] = "value",
  [STRATA_SLICE_COLUMN_THREAD] = "thread",
  [STRATA_SLICE_COLUMN_PROCESS] = "process",
  [STRATA_SLICE_COLUMN_DEPTH] = "depth",
  [STRATA_SLICE_COLUMN_LEVEL] = "level",
  [STRATA_SLICE_COLUMN_CATEGORY] = "category",
  [STRATA_SLICE_COLUMN_ARGS] = "args",
};

/**
 * strata_slice_column_get_id:
 * @column: a column
 *
 * Returns: (transfer none): its name for programs
 */
const char *
strata_slice_column_get_id (StrataSliceColumn column)
{
  return ids[column];
}

const char *
strata_slice_column_get_title (StrataSliceColumn column)
{
  return _ (strata_hit_rows_get_column (column)->title);
}

static void
on_setup_cell (GtkSignalListItemFactory *factory,
               GtkListItem *cell,
               gpointer user_data)
{
  gtk_list_item_set_child (cell, strata_row_column_new_cell (user_data));
}

static void
on_bind_cell (GtkSignalListItemFactory *factory,
              GtkListItem *cell,
              gpointer user_data)
{
  g_autofree char *text = strata_slice_row_dup_text (gtk_list_item_get_item (cell), GPOINTER_TO_UINT (user_data));
  g_autofree char *valid = strata_short_text_cut (g_utf8_make_valid (text, -1));

  strata_cell_text_set (GTK_INSCRIPTION (gtk_list_item_get_child (cell)), valid);
}

static void
add_column (StrataSliceView *self,
            StrataSliceColumn column)
{
  const StrataTableColumn *info = strata_hit_rows_get_column (column);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup_cell), (gpointer) info);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind_cell), GUINT_TO_POINTER (column));
  strata_row_column_append_sorted (self->view, info, factory);
}

static void
on_sorted (gpointer user_data,
           guint column,
           gboolean is_descending)
{
  g_signal_emit (user_data, signals[SORT_CHANGED], 0);
}

static guint32
get_slice (StrataSliceView *self,
           guint position)
{
  return strata_slice_list_get_listing (self->list)->rows[position];
}

/* One row leads somewhere, several are for copying. */
static void
on_selection_changed (StrataSliceView *self)
{
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (!self->is_setting && gtk_bitset_get_size (selected) == 1)
    g_signal_emit (self, signals[SLICE_SELECTED], 0, get_slice (self, gtk_bitset_get_minimum (selected)));
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataSliceView *self)
{
  if (self->list != NULL && position < strata_slice_list_get_listing (self->list)->n_rows)
    g_signal_emit (self, signals[SLICE_ACTIVATED], 0, get_slice (self, position));
}

/* A scroll is measured from the layout before, and there is none in the frame
 * in which the list is first shown. */
static gboolean
on_tick_scroll (GtkWidget *widget,
                GdkFrameClock *clock,
                gpointer user_data)
{
  StrataSliceView *self = STRATA_SLICE_VIEW (widget);

  if (gtk_widget_get_height (GTK_WIDGET (self->view)) == 0 || self->n_ticks++ < 2)
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;
  if (self->list != NULL && self->scroll_to < strata_slice_list_get_listing (self->list)->n_rows)
    strata_gradual_model_scroll_to (self->view, self->scroll_to);

  return G_SOURCE_REMOVE;
}

static void
scroll_to (StrataSliceView *self,
           guint32 position)
{
  self->scroll_to = position;
  self->n_ticks = 0;
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick_scroll, NULL, NULL);
}

/* Levels, categories and arguments are for traces that have any; what it is, and a
 * value, for lists that have more than slices. */
static void
show_columns (StrataSliceView *self)
{
  const StrataSliceListing *listing = strata_slice_list_get_listing (self->list);
  const gboolean has_attrs = strata_attr_table_get_n_sets (strata_trace_get_attrs (listing->trace)) > 1;

  for (StrataSliceColumn i = STRATA_SLICE_COLUMN_LEVEL; i <= STRATA_SLICE_COLUMN_ARGS; i++)
    strata_shown_column_set (self->view, i, has_attrs);
  for (StrataSliceColumn i = STRATA_SLICE_COLUMN_KIND; i <= STRATA_SLICE_COLUMN_VALUE; i++)
    strata_shown_column_set (self->view, i, listing->n_others > 0);
}

static void
drop_list (StrataSliceView *self)
{
  strata_gradual_model_show (self->view, NULL);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->list);
}

/**
 * strata_slice_view_set_list:
 * @self: the view
 * @list: (nullable) (transfer none): what to show
 *
 * Shows other slices from the first on, none of them selected.
 */
void
strata_slice_view_set_list (StrataSliceView *self,
                            StrataSliceList *list)
{
  drop_list (self);
  if (list == NULL)
    return;

  self->list = g_object_ref (list);
  show_columns (self);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (list)));
  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  scroll_to (self, 0);
}

/**
 * strata_slice_view_get_list:
 * @self: the view
 *
 * Returns: (transfer none) (nullable): what it shows
 */
StrataSliceList *
strata_slice_view_get_list (StrataSliceView *self)
{
  return self->list;
}

/**
 * strata_slice_view_set_sort:
 * @self: the view
 * @column: by what the list is sorted
 * @is_descending: whether the largest comes first
 *
 * Lets the header show an order.
 */
void
strata_slice_view_set_sort (StrataSliceView *self,
                            StrataSliceColumn column,
                            gboolean is_descending)
{
  strata_header_sort_show (self->sort, column, is_descending);
}

/**
 * strata_slice_view_get_sort:
 * @self: the view
 * @column: (out): by what the list is to be sorted
 * @is_descending: (out): whether the largest comes first
 */
void
strata_slice_view_get_sort (StrataSliceView *self,
                            StrataSliceColumn *column,
                            gboolean *is_descending)
{
  *column = (StrataSliceColumn) self->sort->column;
  *is_descending = self->sort->is_descending;
}

/**
 * strata_slice_view_select:
 * @self: the view
 * @slice: a slice
 *
 * Selects its row and brings it into sight, if it is listed.
 */
void
strata_slice_view_select (StrataSliceView *self,
                          guint32 slice)
{
  const guint32 position = self->list != NULL ? strata_slice_list_find (self->list, slice) : STRATA_NONE;

  if (position == STRATA_NONE)
    return;

  self->is_setting = TRUE;
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  self->is_setting = FALSE;
  scroll_to (self, position);
}

static guint32 *
list_positions (const GtkBitset *selected,
                guint *n_positions)
{
  guint32 *positions;
  GtkBitsetIter iter;
  guint position;
  guint n = 0;

  *n_positions = (guint) gtk_bitset_get_size (selected);
  positions = g_new (guint32, MAX (*n_positions, 1));
  for (gboolean is_valid = gtk_bitset_iter_init_first (&iter, selected, &position); is_valid; is_valid = gtk_bitset_iter_next (&iter, &position))
    positions[n++] = position;

  return positions;
}

/**
 * strata_slice_view_new_rows:
 * @self: the view
 * @is_selection: whether only the selected rows are wanted
 *
 * Returns: (transfer full) (nullable): its rows, see #StrataTableSource
 */
StrataTableRows *
strata_slice_view_new_rows (StrataSliceView *self,
                            gboolean is_selection)
{
  if (self->list == NULL)
    return NULL;
  if (!is_selection)
    return strata_slice_list_new_rows (self->list, NULL, 0);

  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  guint n_positions;
  g_autofree guint32 *positions = list_positions (selected, &n_positions);

  return strata_slice_list_new_rows (self->list, positions, n_positions);
}

GtkWidget *
strata_slice_view_get_view (StrataSliceView *self)
{
  return GTK_WIDGET (self->view);
}

static void
strata_slice_view_dispose (GObject *object)
{
  StrataSliceView *self = STRATA_SLICE_VIEW (object);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  if (self->scroller != NULL)
    drop_list (self);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_slice_view_parent_class)->dispose (object);
}

static void
strata_slice_view_finalize (GObject *object)
{
  g_clear_pointer (&STRATA_SLICE_VIEW (object)->sort, strata_header_sort_free);

  G_OBJECT_CLASS (strata_slice_view_parent_class)->finalize (object);
}

static void
strata_slice_view_class_init (StrataSliceViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_slice_view_dispose;
  G_OBJECT_CLASS (klass)->finalize = strata_slice_view_finalize;
  signals[SORT_CHANGED] = g_signal_new ("sort-changed", STRATA_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SLICE_SELECTED] = g_signal_new ("slice-selected", STRATA_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SLICE_ACTIVATED] = g_signal_new ("slice-activated", STRATA_TYPE_SLICE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
strata_slice_view_init (StrataSliceView *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  self->scroll_to = STRATA_NONE;
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Slices"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  for (StrataSliceColumn column = 0; column < STRATA_N_SLICE_COLUMNS; column++)
    add_column (self, column);
  strata_name_column_follow (self->view);

  self->sort = strata_header_sort_new (self->view, ~LONGEST_FIRST, on_sorted, self);
  strata_header_sort_show (self->sort, STRATA_SLICE_COLUMN_START, FALSE);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activated), self, 0);
}

GtkWidget *
strata_slice_view_new (void)
{
  return g_object_new (STRATA_TYPE_SLICE_VIEW, NULL);
}
