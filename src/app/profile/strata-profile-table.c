/* strata-profile-table.c - the table of the profile pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile-table.h"

#include <glib/gi18n-lib.h>

#include "strata-column-chooser.h"
#include "strata-gradual-model.h"
#include "strata-header-sort.h"
#include "strata-name-column.h"
#include "strata-profile-columns.h"
#include "strata-profile-rows.h"
#include "strata-table-menu.h"

/* How many lines below a row are scrolled into view with it: relatives, if it is open. */
#define N_LINES_IN_SIGHT 8
#define N_ROWS_IN_SIGHT 1

/* A column view of a list that sorts and filters itself. Whenever all lines change, the list is
 * removed from the view and added again with a new selection model. That costs the view little
 * however long the list is, unlike a notification that everything has changed. */
struct _StrataProfileTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;           /* borrowed from the scroller */
  StrataProfileList *list;       /* owned */
  GtkSingleSelection *selection; /* owned; NULL while the list is removed from the view */
  guint32 key;                   /* key of the row to select once the list is back in the view */
  StrataColumnChooser *chooser;  /* owned */
  StrataClocks known;            /* clocks of the trace */
  StrataHeaderSort *sort;        /* owned */
  gboolean is_scroll_due;        /* pending until the table is visible, since a layout while hidden would be wasted */
  guint tick_id;
  guint n_ticks;
};

enum
{
  PROP_0,
  PROP_SORT_COLUMN,
  N_PROPS
};

enum
{
  SELECTION_CHANGED,
  ROW_ACTIVATED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataProfileTable, strata_profile_table, GTK_TYPE_WIDGET)

static void
scroll_to (StrataProfileTable *self,
           guint position)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->list));

  if (n_lines > 0)
    strata_gradual_model_scroll_to (self->view, MIN (position, n_lines - 1));
}

/* Scrolling is measured from the previous layout, so the lines under a row are scrolled into view
 * in one frame and the row itself in the next; once there are any. */
static gboolean
on_tick_scroll (GtkWidget *widget,
                GdkFrameClock *clock,
                gpointer user_data)
{
  StrataProfileTable *self = STRATA_PROFILE_TABLE (widget);
  guint position = self->selection != NULL ? gtk_single_selection_get_selected (self->selection) : GTK_INVALID_LIST_POSITION;
  guint32 key = strata_profile_table_get_selected_key (self);

  if (strata_profile_list_is_opening (self->list, key) || strata_gradual_model_is_growing (self->view))
    return G_SOURCE_CONTINUE;

  gboolean is_open = strata_profile_list_is_expanded (self->list, key);
  gboolean is_first = self->n_ticks++ == 0;
  guint n_below = is_open ? N_LINES_IN_SIGHT : N_ROWS_IN_SIGHT;

  if (position != GTK_INVALID_LIST_POSITION)
    scroll_to (self, is_first ? position + n_below : position);

  if (is_first)
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;
  return G_SOURCE_REMOVE;
}

static void
scroll_to_selected (StrataProfileTable *self)
{
  self->n_ticks = 0;
  self->is_scroll_due = !gtk_widget_get_mapped (GTK_WIDGET (self));

  if (self->tick_id == 0 && !self->is_scroll_due)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick_scroll, NULL, NULL);
}

static void
on_selected (StrataProfileTable *self)
{
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
take_list_out (StrataProfileTable *self)
{
  strata_gradual_model_show (self->view, NULL);

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);

  g_clear_object (&self->selection);
}

static void
on_list_arranging (StrataProfileTable *self)
{
  if (self->key == STRATA_NONE)
    self->key = strata_profile_table_get_selected_key (self);

  take_list_out (self);
}

static void
on_list_arranged (StrataProfileTable *self)
{
  const guint32 key = self->key;

  self->key = STRATA_NONE;
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->list));
  strata_profile_table_select_key (self, key);
  strata_gradual_model_show (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);

  /* a view stays at the same first line, wherever that has moved */
  if (strata_profile_table_get_selected_item (self) == NULL)
    scroll_to (self, 0);

  on_selected (self);
}

static void
on_sorted (gpointer user_data,
           guint column,
           gboolean is_descending)
{
  StrataProfileTable *self = user_data;

  strata_profile_list_sort (self->list, column, is_descending);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT_COLUMN]);
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataProfileTable *self)
{
  g_autoptr (StrataProfileItem) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  g_signal_emit (self, signals[ROW_ACTIVATED], 0, item);
}

StrataProfileList *
strata_profile_table_get_list (StrataProfileTable *self)
{
  return self->list;
}

/**
 * strata_profile_table_show_clocks:
 * @self: the table
 * @known: the clocks of the trace
 * @clock: the one in use
 *
 * Shows the columns that have values. A table sorted by the other clock is
 * sorted by the one in use.
 */
void
strata_profile_table_show_clocks (StrataProfileTable *self,
                                  StrataClocks known,
                                  StrataClocks clock)
{
  StrataProfileColumn column = strata_profile_column_by_clock (self->sort->column, clock);

  self->known = known;
  strata_column_chooser_set_clocks (self->chooser, known, clock);

  if (column != self->sort->column)
    strata_header_sort_by (self->sort, column, TRUE);
}

/* Returns an action per column, for widgets as "columns". */
GActionGroup *
strata_profile_table_get_column_actions (StrataProfileTable *self)
{
  return strata_column_chooser_get_actions (self->chooser);
}

/**
 * strata_profile_table_build_menu:
 * @self: the table
 *
 * Returns: (transfer full): a menu to sort by a column, and to choose columns
 */
GMenuModel *
strata_profile_table_build_menu (StrataProfileTable *self)
{
  g_autoptr (GMenuModel) columns = strata_column_chooser_build_menu ();
  g_autoptr (GMenu) sort = strata_profile_columns_build_sort_menu (self->known);
  g_autoptr (GMenu) rest = g_menu_new ();
  GMenu *menu = g_menu_new ();

  g_menu_append_submenu (rest, _ ("Columns"), columns);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (rest));
  g_menu_append_section (menu, _ ("Sort By"), G_MENU_MODEL (sort));

  return G_MENU_MODEL (menu);
}

/* Shows another profile; names stay selected and open. @profile may be NULL. */
void
strata_profile_table_set_profile (StrataProfileTable *self,
                                  StrataProfile *profile)
{
  strata_profile_list_set_profile (self->list, profile);
}

/* Shows only some names. */
void
strata_profile_table_set_filter (StrataProfileTable *self,
                                 const char *filter)
{
  strata_profile_list_set_filter (self->list, filter);
}

/**
 * strata_profile_table_select_key:
 * @self: the table
 * @key: of a row, or %STRATA_NONE
 *
 * Selects a row and scrolls to it, or selects none if it is not listed;
 * repeats that once the requested list is complete.
 */
void
strata_profile_table_select_key (StrataProfileTable *self,
                                 guint32 key)
{
  guint position = strata_profile_list_find_key (self->list, key);

  if (strata_profile_list_is_busy (self->list))
    self->key = key;

  gtk_single_selection_set_selected (self->selection, position != STRATA_NONE ? position : GTK_INVALID_LIST_POSITION);

  if (position != STRATA_NONE)
    scroll_to_selected (self);
}

/* Returns the selected line; NULL if there is none. */
StrataProfileItem *
strata_profile_table_get_selected_item (StrataProfileTable *self)
{
  return self->selection != NULL ? gtk_single_selection_get_selected_item (self->selection) : NULL;
}

/**
 * strata_profile_table_get_selected_key:
 * @self: the table
 *
 * Returns: key of the selected row, or of the row of the selected line, or %STRATA_NONE
 */
guint32
strata_profile_table_get_selected_key (StrataProfileTable *self)
{
  StrataProfileItem *item = strata_profile_table_get_selected_item (self);

  return item != NULL ? strata_profile_item_get_row_key (item) : STRATA_NONE;
}

/* Index of the selected row, or of the row of the selected line. */
static guint32
find_selected_row (StrataProfileTable *self)
{
  StrataProfile *profile = strata_profile_list_get_profile (self->list);
  guint32 key = strata_profile_table_get_selected_key (self);

  return profile != NULL && key != STRATA_NONE ? strata_profile_find_row (profile, key) : STRATA_NONE;
}

/**
 * strata_profile_table_get_selected_row:
 * @self: the table
 *
 * Returns: (transfer none) (nullable): the selected row, or the row of the selected line
 */
const StrataProfileRow *
strata_profile_table_get_selected_row (StrataProfileTable *self)
{
  const guint32 row = find_selected_row (self);
  guint n_rows;

  return row != STRATA_NONE ? &strata_profile_get_rows (strata_profile_list_get_profile (self->list), &n_rows)[row] : NULL;
}

/* The rows in their order, without the lines of open rows. */
static StrataTableRows *
take_rows (gpointer user_data,
           gboolean is_selection)
{
  StrataProfileTable *self = user_data;
  StrataProfile *profile = strata_profile_list_get_profile (self->list);
  const guint32 selected = find_selected_row (self);

  if (profile == NULL || (is_selection && selected == STRATA_NONE))
    return NULL;

  const guint32 *order = is_selection ? &selected : strata_profile_list_get_order (self->list);
  const guint n_rows = is_selection ? 1 : strata_profile_list_get_n_matching (self->list);
  g_autoptr (StrataRows) rows = strata_profile_rows_new (profile, STRATA_CLOCK_WALL);

  return strata_table_rows_new_listed (_ ("Profile"), rows, order, n_rows);
}

/**
 * strata_profile_table_new_menu:
 * @self: the table
 *
 * Returns: (transfer floating): a button that copies and exports its rows; must not outlive the table
 */
GtkWidget *
strata_profile_table_new_menu (StrataProfileTable *self)
{
  GtkWidget *menu = g_object_new (STRATA_TYPE_TABLE_MENU, NULL);

  strata_table_menu_set_source (STRATA_TABLE_MENU (menu), take_rows, self);
  strata_table_menu_add_keys (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));
  strata_table_menu_add_context (STRATA_TABLE_MENU (menu), GTK_WIDGET (self->view));

  return menu;
}

static void
strata_profile_table_get_property (GObject *object,
                                   guint prop_id,
                                   GValue *value,
                                   GParamSpec *pspec)
{
  if (prop_id == PROP_SORT_COLUMN)
    g_value_set_string (value, strata_profile_column_get_id (STRATA_PROFILE_TABLE (object)->sort->column));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
strata_profile_table_set_property (GObject *object,
                                   guint prop_id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  if (prop_id != PROP_SORT_COLUMN)
    {
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }

  StrataProfileColumn column = strata_profile_column_from_id (g_value_get_string (value));

  if (column != STRATA_N_PROFILE_COLUMNS)
    strata_header_sort_by (STRATA_PROFILE_TABLE (object)->sort, column, column != STRATA_PROFILE_COLUMN_NAME);
}

static void
strata_profile_table_dispose (GObject *object)
{
  StrataProfileTable *self = STRATA_PROFILE_TABLE (object);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);

  self->tick_id = 0;

  if (self->scroller != NULL)
    take_list_out (self);
  if (self->list != NULL)
    {
      strata_profile_list_stop (self->list);
      g_signal_handlers_disconnect_by_data (self->list, self);
    }

  g_clear_pointer (&self->chooser, strata_column_chooser_free);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (strata_profile_table_parent_class)->dispose (object);
}

static void
strata_profile_table_finalize (GObject *object)
{
  g_clear_pointer (&STRATA_PROFILE_TABLE (object)->sort, strata_header_sort_free);

  G_OBJECT_CLASS (strata_profile_table_parent_class)->finalize (object);
}

static void
strata_profile_table_map (GtkWidget *widget)
{
  StrataProfileTable *self = STRATA_PROFILE_TABLE (widget);

  GTK_WIDGET_CLASS (strata_profile_table_parent_class)->map (widget);
  if (self->is_scroll_due)
    scroll_to_selected (self);
}

static void
strata_profile_table_class_init (StrataProfileTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = strata_profile_table_get_property;
  object_class->set_property = strata_profile_table_set_property;
  object_class->dispose = strata_profile_table_dispose;
  object_class->finalize = strata_profile_table_finalize;
  widget_class->map = strata_profile_table_map;

  properties[PROP_SORT_COLUMN] =
      g_param_spec_string ("sort-column", NULL, NULL, "inclusive",
                           G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", STRATA_TYPE_PROFILE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", STRATA_TYPE_PROFILE_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, STRATA_TYPE_PROFILE_ITEM);

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
strata_profile_table_init (StrataProfileTable *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  self->list = g_object_new (STRATA_TYPE_PROFILE_LIST, NULL);
  self->key = STRATA_NONE;
  g_signal_connect_object (self->list, "arranging", G_CALLBACK (on_list_arranging), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "arranged", G_CALLBACK (on_list_arranged), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (view, "data-table");
  gtk_widget_add_css_class (view, "profile");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Profile"), -1);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  strata_profile_columns_add (self->view);
  strata_name_column_follow (self->view);
  self->chooser = strata_column_chooser_new (self->view);
  self->sort = strata_header_sort_new (self->view, 1u << STRATA_PROFILE_COLUMN_NAME, on_sorted, self);
  strata_header_sort_by (self->sort, STRATA_PROFILE_COLUMN_INCLUSIVE, TRUE);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activated), self, 0);
}
