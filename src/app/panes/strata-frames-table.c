/* strata-frames-table.c - the table of the frames pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-table.h"

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-frame-rows.h"
#include "strata-header-sort.h"

typedef struct
{
  const char *title;
  int n_chars;
} ColumnInfo;

static const ColumnInfo infos[STRATA_N_FRAME_COLUMNS] = {
  [STRATA_FRAME_COLUMN_VERDICT] = { N_ ("Verdict"), 9 },
  [STRATA_FRAME_COLUMN_DURATION] = { N_ ("Duration"), 8 },
  [STRATA_FRAME_COLUMN_OVERRUN] = { N_ ("Overrun"), 8 },
  [STRATA_FRAME_COLUMN_TIME] = { N_ ("Time"), 11 },
  [STRATA_FRAME_COLUMN_UI] = { N_ ("UI"), 8 },
  [STRATA_FRAME_COLUMN_RENDER] = { N_ ("Render"), 8 },
  [STRATA_FRAME_COLUMN_WAITING] = { N_ ("Waiting"), 8 },
  [STRATA_FRAME_COLUMN_RUNNING] = { N_ ("Running"), 8 },
  [STRATA_FRAME_COLUMN_RUNNABLE] = { N_ ("Runnable"), 8 },
  [STRATA_FRAME_COLUMN_SLEEPING] = { N_ ("Sleeping"), 8 },
  [STRATA_FRAME_COLUMN_BLOCKED] = { N_ ("Blocked"), 8 },
  [STRATA_FRAME_COLUMN_IO] = { N_ ("I/O"), 8 },
  [STRATA_FRAME_COLUMN_REASON] = { N_ ("Main reason"), 24 },
  [STRATA_FRAME_COLUMN_PROCESS] = { N_ ("Process"), 12 },
};

/* A column view over a store that is filled anew, sorted, whenever the frames or
 * the order change; what was selected stays so. */
struct _StrataFramesTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;           /* borrowed from the scroller */
  GListStore *store;             /* owned */
  GtkSingleSelection *selection; /* owned */
  GPtrArray *items;              /* (element-type StrataFrameItem) owned: those listed */
  StrataFrames *frames;          /* owned; nullable */
  StrataHeaderSort *sort;        /* owned */
  gboolean is_busy;              /* a change of ours, not the user's */
};

enum
{
  SELECTION_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataFramesTable, strata_frames_table, GTK_TYPE_WIDGET)

/* Equal ones are in the order of the worst. */
static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  StrataFramesTable *self = user_data;
  StrataFrameItem *left = *(StrataFrameItem *const *) a;
  StrataFrameItem *right = *(StrataFrameItem *const *) b;
  const int order = strata_frame_item_compare (left, right, (StrataFrameColumn) self->sort->column);

  if (order != 0)
    return self->sort->is_descending ? -order : order;

  return -strata_frame_item_compare (left, right, STRATA_FRAME_COLUMN_VERDICT);
}

/**
 * strata_frames_table_select:
 * @self: the table
 * @frame: index of a frame, or %STRATA_NONE
 *
 * Selects the line of a frame, if it is listed.
 */
void
strata_frames_table_select (StrataFramesTable *self,
                            guint32 frame)
{
  guint position = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; frame != STRATA_NONE && i < self->items->len; i++)
    if (strata_frame_item_get_frame (g_ptr_array_index (self->items, i)) == frame)
      position = i;

  self->is_busy = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  if (position != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->view)), "list.scroll-to-item", "u", position);
  self->is_busy = FALSE;
}

/**
 * strata_frames_table_choose:
 * @self: the table
 * @position: of a line
 *
 * Selects a line, as somebody does who clicks on it.
 */
void
strata_frames_table_choose (StrataFramesTable *self,
                            guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
}

static void
refill (StrataFramesTable *self)
{
  const guint32 selected = strata_frames_table_get_selected (self);

  g_ptr_array_sort_with_data (self->items, compare_items, self);
  self->is_busy = TRUE;
  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)), self->items->pdata, self->items->len);
  self->is_busy = FALSE;
  strata_frames_table_select (self, selected);
}

static gboolean
is_listed (StrataFrames *frames,
           guint32 frame,
           guint group,
           gboolean is_slow_only)
{
  guint n_frames;
  const StrataFrameRow *row = strata_frames_get (frames, &n_frames) + frame;

  if (is_slow_only && !strata_frame_is_slow (row))
    return FALSE;

  return group == STRATA_FRAMES_TABLE_APPS ? !strata_frames_is_system (frames, frame) : row->group == group;
}

/**
 * strata_frames_table_set_frames:
 * @self: the table
 * @frames: (nullable): what to list
 * @group: index of the group that counts, or %STRATA_FRAMES_TABLE_APPS
 * @is_slow_only: whether to list the slow ones alone
 *
 * Lists frames; what was selected stays so.
 */
void
strata_frames_table_set_frames (StrataFramesTable *self,
                                StrataFrames *frames,
                                guint group,
                                gboolean is_slow_only)
{
  StrataFrames *before = self->frames;
  const guint32 selected = strata_frames_table_get_selected (self);
  g_autofree guint32 *order = frames != NULL ? strata_frames_list_worst (frames) : NULL;
  guint n_frames = 0;

  self->frames = frames != NULL ? strata_frames_ref (frames) : NULL;
  strata_frames_unref (before);
  if (frames != NULL)
    strata_frames_get (frames, &n_frames);

  g_ptr_array_set_size (self->items, 0);
  for (guint32 i = 0; i < n_frames; i++)
    if (is_listed (frames, order[i], group, is_slow_only))
      g_ptr_array_add (self->items, strata_frame_item_new (frames, order[i], i));

  refill (self);
  strata_frames_table_select (self, selected);
}

/**
 * strata_frames_table_get_list:
 * @self: the table
 *
 * Returns: (transfer none): its lines, as they are sorted
 */
GListModel *
strata_frames_table_get_list (StrataFramesTable *self)
{
  return G_LIST_MODEL (self->store);
}

/**
 * strata_frames_table_get_selected:
 * @self: the table
 *
 * Returns: index of the frame that is selected, or %STRATA_NONE
 */
guint32
strata_frames_table_get_selected (StrataFramesTable *self)
{
  StrataFrameItem *item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? strata_frame_item_get_frame (item) : STRATA_NONE;
}

/**
 * strata_frames_table_get_widget:
 * @self: the table
 *
 * Returns: (transfer none): the column view inside it
 */
GtkWidget *
strata_frames_table_get_widget (StrataFramesTable *self)
{
  return GTK_WIDGET (self->view);
}

/**
 * strata_frames_table_sort:
 * @self: the table
 * @column: by what
 * @is_descending: whether the most come first
 *
 * Sorts the lines.
 */
void
strata_frames_table_sort (StrataFramesTable *self,
                          StrataFrameColumn column,
                          gboolean is_descending)
{
  strata_header_sort_by (self->sort, column, is_descending);
}

static void
on_sorted (gpointer user_data,
           guint column,
           gboolean is_descending)
{
  refill (user_data);
}

/* What a picture of the list is made of. */
typedef struct
{
  StrataFrames *frames; /* owned */
  guint32 *rows;        /* owned */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  strata_frames_unref (picture->frames);
  g_free (picture->rows);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_frame_rows_write (table, picture->frames, picture->rows[row]);
}

/**
 * strata_frames_table_new_rows:
 * @self: the table
 * @is_selection: whether only the selected row is wanted
 *
 * Returns: (transfer full) (nullable): its rows in their order; see #StrataTableSource
 */
StrataTableRows *
strata_frames_table_new_rows (StrataFramesTable *self,
                              gboolean is_selection)
{
  const guint32 selected = strata_frames_table_get_selected (self);
  const guint n_rows = is_selection ? selected != STRATA_NONE : self->items->len;
  guint n_columns;
  const StrataTableColumn *columns = strata_frame_rows_get_columns (&n_columns);

  if (self->frames == NULL || n_rows == 0)
    return NULL;

  Picture *picture = g_new (Picture, 1);

  *picture = (Picture){ strata_frames_ref (self->frames), g_new (guint32, n_rows) };
  for (guint i = 0; i < n_rows; i++)
    picture->rows[i] = is_selection ? selected : strata_frame_item_get_frame (g_ptr_array_index (self->items, i));

  return strata_table_rows_new (_ ("Frames"), columns, n_columns, n_rows, write_row, picture, picture_free);
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *list_item,
          gpointer user_data)
{
  const StrataFrameColumn column = GPOINTER_TO_UINT (user_data);
  GtkInscription *cell = GTK_INSCRIPTION (gtk_inscription_new (NULL));
  const char *classes[] = { strata_frame_column_is_text (column) ? NULL : "numeric", NULL };

  gtk_inscription_set_xalign (cell, strata_frame_column_is_text (column) ? 0 : 1);
  gtk_inscription_set_min_chars (cell, (guint) infos[column].n_chars);
  gtk_inscription_set_text_overflow (cell, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_set_css_classes (GTK_WIDGET (cell), classes);
  gtk_list_item_set_child (list_item, GTK_WIDGET (cell));
}

/* No verdict without its rule. */
static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *list_item,
         gpointer user_data)
{
  StrataFrameItem *item = gtk_list_item_get_item (list_item);
  const StrataFrameColumn column = GPOINTER_TO_UINT (user_data);
  StrataFramesTable *self = STRATA_FRAMES_TABLE (g_object_get_data (G_OBJECT (factory), "table"));
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  g_autofree char *text = strata_frame_item_dup_text (item, column);
  g_autofree char *rule = strata_frames_dup_rule (self->frames, strata_frame_item_get_frame (item));

  strata_cell_text_set (GTK_INSCRIPTION (cell), text);
  gtk_widget_set_tooltip_text (cell, column == STRATA_FRAME_COLUMN_REASON && *text != '\0' ? text : rule);
}

static void
add_column (StrataFramesTable *self,
            StrataFrameColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = gtk_column_view_column_new (_ (infos[column].title), factory);
  g_autoptr (GtkSorter) sorter = strata_header_sort_new_sorter (column);

  g_object_set_data (G_OBJECT (factory), "table", self);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (column));
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column == STRATA_FRAME_COLUMN_REASON);
  gtk_column_view_append_column (self->view, view_column);
  if (!strata_frame_column_is_text (column))
    strata_header_sort_align_last_title (self->view);
}

static void
on_selected (StrataFramesTable *self)
{
  if (!self->is_busy)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

/* Chosen once more: the view may be elsewhere by now. */
static void
on_activated (StrataFramesTable *self)
{
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
strata_frames_table_dispose (GObject *object)
{
  g_clear_pointer (&STRATA_FRAMES_TABLE (object)->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_frames_table_parent_class)->dispose (object);
}

static void
strata_frames_table_finalize (GObject *object)
{
  StrataFramesTable *self = STRATA_FRAMES_TABLE (object);

  g_clear_pointer (&self->sort, strata_header_sort_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  g_ptr_array_unref (self->items);
  strata_frames_unref (self->frames);

  G_OBJECT_CLASS (strata_frames_table_parent_class)->finalize (object);
}

static void
strata_frames_table_class_init (StrataFramesTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = strata_frames_table_dispose;
  object_class->finalize = strata_frames_table_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", STRATA_TYPE_FRAMES_TABLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
strata_frames_table_init (StrataFramesTable *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->store = g_list_store_new (STRATA_TYPE_FRAME_ITEM);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->store));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Frames"), -1);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  for (StrataFrameColumn column = 0; column < STRATA_N_FRAME_COLUMNS; column++)
    add_column (self, column);

  self->sort = strata_header_sort_new (self->view, (1u << STRATA_FRAME_COLUMN_TIME) | (1u << STRATA_FRAME_COLUMN_PROCESS), on_sorted, self);
  strata_frames_table_sort (self, STRATA_FRAME_COLUMN_VERDICT, TRUE);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

/**
 * strata_frames_table_new:
 *
 * Returns: (transfer floating): an empty table
 */
GtkWidget *
strata_frames_table_new (void)
{
  return g_object_new (STRATA_TYPE_FRAMES_TABLE, NULL);
}
