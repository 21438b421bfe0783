/* strata-usage-view.c - the tables of the usage pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage-view.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-cell-text.h"
#include "strata-header-sort.h"
#include "strata-shown-column.h"
#include "strata-usage-rows.h"

#define PROCESSES (1 << STRATA_USAGE_BY_PROCESS)
#define THREADS (1 << STRATA_USAGE_BY_THREAD)
#define CPUS (1 << STRATA_USAGE_BY_CPU)

typedef struct
{
  const char *title;
  int n_chars;
  guint of; /* rows that have it */
} ColumnInfo;

static const ColumnInfo infos[STRATA_N_USAGE_COLUMNS] = {
  [STRATA_USAGE_COLUMN_NAME] = { N_ ("Name"), 18, PROCESSES | THREADS | CPUS },
  [STRATA_USAGE_COLUMN_ID] = { N_ ("ID"), 7, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_PROCESS] = { N_ ("Process"), 16, THREADS },
  [STRATA_USAGE_COLUMN_THREADS] = { N_ ("Threads"), 7, PROCESSES },
  [STRATA_USAGE_COLUMN_SHARE] = { N_ ("Usage"), 8, PROCESSES | THREADS | CPUS },
  [STRATA_USAGE_COLUMN_RUNNING] = { N_ ("Running"), 8, PROCESSES | THREADS | CPUS },
  [STRATA_USAGE_COLUMN_RUNNABLE] = { N_ ("Runnable"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_PREEMPTED] = { N_ ("Preempted"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_SLEEPING] = { N_ ("Sleeping"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_BLOCKED] = { N_ ("Blocked"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_BLOCKED_IO] = { N_ ("Blocked by I/O"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_IDLE] = { N_ ("Idle"), 8, CPUS },
  [STRATA_USAGE_COLUMN_INTERRUPTS] = { N_ ("Interrupts"), 8, CPUS },
  [STRATA_USAGE_COLUMN_UNKNOWN] = { N_ ("Unknown"), 8, CPUS },
  [STRATA_USAGE_COLUMN_SWITCHES] = { N_ ("Switches"), 8, PROCESSES | THREADS | CPUS },
  [STRATA_USAGE_COLUMN_INVOLUNTARY] = { N_ ("Involuntary"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_WAKEUPS] = { N_ ("Wake-ups"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_MEAN_LATENCY] = { N_ ("Mean latency"), 8, PROCESSES | THREADS },
  [STRATA_USAGE_COLUMN_MAX_LATENCY] = { N_ ("Max latency"), 8, PROCESSES | THREADS },
};

/* A column view over a store that is filled anew, sorted, whenever the usage, the
 * filter or the order changes; what was selected stays so by thread, process or
 * CPU. There are as many rows as threads, so that costs little. */
struct _StrataUsageView
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkColumnView *view;           /* borrowed from the scroller */
  GListStore *store;             /* owned */
  GtkSingleSelection *selection; /* owned */
  GPtrArray *items;              /* (element-type StrataUsageItem) owned: those listed */
  StrataUsage *usage;            /* owned; nullable */
  StrataUsageBy by;
  StrataHeaderSort *sort; /* owned */
  gboolean is_busy;       /* a change of ours, not the user's */
};

enum
{
  SELECTION_CHANGED,
  ROW_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (StrataUsageView, strata_usage_view, GTK_TYPE_WIDGET)

/* Equal ones stay in the order of the usage: most running time first. */
static int
compare_items (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  StrataUsageView *self = user_data;
  StrataUsageItem *left = *(StrataUsageItem *const *) a;
  StrataUsageItem *right = *(StrataUsageItem *const *) b;
  const int order = strata_usage_item_compare (left, right, (StrataUsageColumn) self->sort->column);

  if (order != 0)
    return self->sort->is_descending ? -order : order;

  return strata_usage_item_get_row (left) < strata_usage_item_get_row (right) ? -1 : 1;
}

static void
select_index (StrataUsageView *self,
              guint32 index)
{
  guint position = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; index != STRATA_NONE && i < self->items->len; i++)
    if (strata_usage_item_get_index (g_ptr_array_index (self->items, i)) == index)
      position = i;

  gtk_single_selection_set_selected (self->selection, position);
}

static void
refill (StrataUsageView *self)
{
  StrataUsageItem *selected = strata_usage_view_get_selected (self);
  const guint32 index = selected != NULL ? strata_usage_item_get_index (selected) : STRATA_NONE;

  g_ptr_array_sort_with_data (self->items, compare_items, self);

  self->is_busy = TRUE;
  g_list_store_splice (self->store, 0, g_list_model_get_n_items (G_LIST_MODEL (self->store)), self->items->pdata, self->items->len);
  select_index (self, index);
  self->is_busy = FALSE;
  g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static gboolean
is_listed (StrataUsageItem *item,
           const StrataUsageFilter *filter)
{
  const guint32 index = strata_usage_item_get_index (item);
  g_autofree char *name = strata_usage_item_dup_text (item, STRATA_USAGE_COLUMN_NAME);
  g_autofree char *folded = g_utf8_casefold (name, -1);
  g_autofree char *wanted = g_utf8_casefold (filter->text != NULL ? filter->text : "", -1);
  gboolean is_in = filter->indices == NULL;

  for (guint i = 0; !is_in && i < filter->n_indices; i++)
    is_in = filter->indices[i] == index;

  return is_in && strstr (folded, wanted) != NULL;
}

/* Of CPUs there is a last row for all. */
static guint
count_rows (StrataUsageView *self)
{
  guint n_rows = 0;

  if (self->usage == NULL)
    return 0;
  if (self->by == STRATA_USAGE_BY_PROCESS)
    strata_usage_get_processes (self->usage, &n_rows);
  else if (self->by == STRATA_USAGE_BY_THREAD)
    strata_usage_get_threads (self->usage, &n_rows);
  else
    {
      strata_usage_get_cpus (self->usage, &n_rows);
      n_rows += n_rows > 1;
    }

  return n_rows;
}

static void
show_columns (StrataUsageView *self)
{
  for (guint i = 0; i < STRATA_N_USAGE_COLUMNS; i++)
    strata_shown_column_set (self->view, i, (infos[i].of & (1u << self->by)) != 0);
}

/**
 * strata_usage_view_set_usage:
 * @self: the view
 * @usage: (nullable): what to show
 * @by: what its rows are to be about
 * @filter: which of them to list
 *
 * Shows a usage; what was selected stays so.
 */
void
strata_usage_view_set_usage (StrataUsageView *self,
                             StrataUsage *usage,
                             StrataUsageBy by,
                             const StrataUsageFilter *filter)
{
  StrataUsage *before = self->usage;

  self->usage = usage != NULL ? strata_usage_ref (usage) : NULL;
  g_clear_pointer (&before, strata_usage_unref);
  if (by != self->by)
    gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);

  self->by = by;
  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; i < count_rows (self); i++)
    {
      g_autoptr (StrataUsageItem) item = strata_usage_item_new (usage, by, i);

      if (is_listed (item, filter))
        g_ptr_array_add (self->items, g_steal_pointer (&item));
    }

  show_columns (self);
  if ((infos[self->sort->column].of & (1u << by)) == 0)
    strata_usage_view_sort (self, STRATA_USAGE_COLUMN_RUNNING, TRUE);
  else
    refill (self);
}

/**
 * strata_usage_view_get_list:
 * @self: the view
 *
 * Returns: (transfer none): its lines, as they are sorted
 */
GListModel *
strata_usage_view_get_list (StrataUsageView *self)
{
  return G_LIST_MODEL (self->store);
}

/**
 * strata_usage_view_get_selected:
 * @self: the view
 *
 * Returns: (transfer none) (nullable): the line that is selected
 */
StrataUsageItem *
strata_usage_view_get_selected (StrataUsageView *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

/**
 * strata_usage_view_select:
 * @self: the view
 * @position: of a line
 *
 * Selects a line.
 */
void
strata_usage_view_select (StrataUsageView *self,
                          guint position)
{
  gtk_single_selection_set_selected (self->selection, position);
}

/**
 * strata_usage_view_get_widget:
 * @self: the view
 *
 * Returns: (transfer none): the column view inside it
 */
GtkWidget *
strata_usage_view_get_widget (StrataUsageView *self)
{
  return GTK_WIDGET (self->view);
}

/**
 * strata_usage_view_sort:
 * @self: the view
 * @column: by what
 * @is_descending: whether the most come first
 *
 * Sorts the lines.
 */
void
strata_usage_view_sort (StrataUsageView *self,
                        StrataUsageColumn column,
                        gboolean is_descending)
{
  strata_header_sort_by (self->sort, column, is_descending);
}

static gboolean
is_text (StrataUsageColumn column)
{
  return column == STRATA_USAGE_COLUMN_NAME || column == STRATA_USAGE_COLUMN_PROCESS;
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
  StrataUsage *usage; /* owned */
  StrataUsageBy by;
  guint *rows; /* owned */
} Picture;

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  strata_usage_unref (picture->usage);
  g_free (picture->rows);
  g_free (picture);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_usage_rows_write (table, picture->usage, picture->by, picture->rows[row]);
}

/**
 * strata_usage_view_new_rows:
 * @self: the view
 * @is_selection: whether only the selected row is wanted
 *
 * Returns: (transfer full) (nullable): its rows in their order; see #StrataTableSource
 */
StrataTableRows *
strata_usage_view_new_rows (StrataUsageView *self,
                            gboolean is_selection)
{
  StrataUsageItem *selected = strata_usage_view_get_selected (self);
  const guint n_rows = is_selection ? selected != NULL : self->items->len;
  Picture *picture;
  guint n_columns;
  const StrataTableColumn *columns = strata_usage_rows_get_columns (self->by, &n_columns);

  if (self->usage == NULL || n_rows == 0)
    return NULL;

  picture = g_new (Picture, 1);
  *picture = (Picture){ strata_usage_ref (self->usage), self->by, g_new (guint, n_rows) };
  for (guint i = 0; i < n_rows; i++)
    picture->rows[i] = strata_usage_item_get_row (is_selection ? selected : g_ptr_array_index (self->items, i));

  return strata_table_rows_new (_ ("Usage"), columns, n_columns, n_rows, write_row, picture, picture_free);
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *list_item,
          gpointer user_data)
{
  const StrataUsageColumn column = GPOINTER_TO_UINT (user_data);
  GtkInscription *cell = GTK_INSCRIPTION (gtk_inscription_new (NULL));
  const char *classes[] = { is_text (column) ? NULL : "numeric", NULL };

  gtk_inscription_set_xalign (cell, is_text (column) ? 0 : 1);
  gtk_inscription_set_min_chars (cell, (guint) infos[column].n_chars);
  gtk_inscription_set_text_overflow (cell, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_set_css_classes (GTK_WIDGET (cell), classes);
  gtk_list_item_set_child (list_item, GTK_WIDGET (cell));
}

static void
on_bind (GtkSignalListItemFactory *factory,
         GtkListItem *list_item,
         gpointer user_data)
{
  g_autofree char *text = strata_usage_item_dup_text (gtk_list_item_get_item (list_item), GPOINTER_TO_UINT (user_data));

  strata_cell_text_set (GTK_INSCRIPTION (gtk_list_item_get_child (list_item)), text);
}

static void
add_column (StrataUsageView *self,
            StrataUsageColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) view_column = gtk_column_view_column_new (_ (infos[column].title), factory);
  g_autoptr (GtkSorter) sorter = strata_header_sort_new_sorter (column);

  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), GUINT_TO_POINTER (column));
  gtk_column_view_column_set_sorter (view_column, sorter);
  gtk_column_view_column_set_resizable (view_column, TRUE);
  gtk_column_view_column_set_expand (view_column, column == STRATA_USAGE_COLUMN_NAME);
  gtk_column_view_append_column (self->view, view_column);
  if (!is_text (column))
    strata_header_sort_align_last_title (self->view);
}

static void
on_activated (GtkColumnView *view,
              guint position,
              StrataUsageView *self)
{
  g_signal_emit (self, signals[ROW_ACTIVATED], 0, g_ptr_array_index (self->items, position));
}

static void
on_selected (StrataUsageView *self)
{
  if (!self->is_busy)
    g_signal_emit (self, signals[SELECTION_CHANGED], 0);
}

static void
strata_usage_view_dispose (GObject *object)
{
  StrataUsageView *self = STRATA_USAGE_VIEW (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);

  G_OBJECT_CLASS (strata_usage_view_parent_class)->dispose (object);
}

static void
strata_usage_view_finalize (GObject *object)
{
  StrataUsageView *self = STRATA_USAGE_VIEW (object);

  g_clear_pointer (&self->sort, strata_header_sort_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->store);
  g_ptr_array_unref (self->items);
  g_clear_pointer (&self->usage, strata_usage_unref);

  G_OBJECT_CLASS (strata_usage_view_parent_class)->finalize (object);
}

static void
strata_usage_view_class_init (StrataUsageViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = strata_usage_view_dispose;
  object_class->finalize = strata_usage_view_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);

  signals[SELECTION_CHANGED] = g_signal_new ("selection-changed", STRATA_TYPE_USAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[ROW_ACTIVATED] = g_signal_new ("row-activated", STRATA_TYPE_USAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, STRATA_TYPE_USAGE_ITEM);
}

static void
strata_usage_view_init (StrataUsageView *self)
{
  GtkWidget *view = gtk_column_view_new (NULL);

  self->view = GTK_COLUMN_VIEW (view);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->store = g_list_store_new (STRATA_TYPE_USAGE_ITEM);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->store));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Usage"), -1);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  for (StrataUsageColumn column = 0; column < STRATA_N_USAGE_COLUMNS; column++)
    add_column (self, column);

  self->sort = strata_header_sort_new (self->view, (1u << STRATA_USAGE_COLUMN_NAME) | (1u << STRATA_USAGE_COLUMN_PROCESS), on_sorted, self);
  strata_usage_view_sort (self, STRATA_USAGE_COLUMN_RUNNING, TRUE);
  g_signal_connect_object (view, "activate", G_CALLBACK (on_activated), self, 0);
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

/**
 * strata_usage_view_new:
 *
 * Returns: (transfer floating): an empty view
 */
GtkWidget *
strata_usage_view_new (void)
{
  return g_object_new (STRATA_TYPE_USAGE_VIEW, NULL);
}
