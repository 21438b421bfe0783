/* strata-gradual-model.c - feeds a long list to a view frame by frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gradual-model.h"

#include <math.h>

/* A column view of GTK 4.8 keeps about 205 rows of widgets, whatever its height, and
 * makes all of them in one turn of the main loop: 60 to 160 ms with seven columns. So
 * the view gets a model of our own that first has as many rows as a tall window shows,
 * gains a few with every frame, and has all of them once the view has its widgets. From then
 * on it passes everything on. Selections are made on the list itself, so that its
 * owner may select rows that the view does not have yet.
 *
 * Dismantling these rows takes as long as making them, and a view dismantles rows that are
 * removed. But the widgets of a row that is pushed out of the first 203 are reused for another,
 * which takes a tenth of the time. So when another list is shown, the old rows stay
 * behind the new ones, invisible, and are pushed out by them; rows left over by a shorter list
 * are removed a few with every frame. Their items are kept until then: for a tree the
 * whole list, since its rows are empty once that is freed. */
struct _StrataGradualModel
{
  GObject parent_instance;

  GtkSelectionModel *model; /* owned; nullable */
  GtkColumnView *view;      /* borrowed: ticks end with it */
  guint n_items;            /* of the list */
  guint n_shown;            /* of these, the first ones */
  GPtrArray *stale;         /* (element-type GObject) owned: items of the old list, behind these */
  GPtrArray *left;          /* (element-type GtkSelectionModel) owned: the trees of these items */
  guint n_leaving;          /* further items of the old list, while the view scrolls away from them */
  guint first_kept;         /* where the stale items begin in the old list, as long as there are such items */
  guint scroll_to;          /* once it is shown; or GTK_INVALID_LIST_POSITION */
  guint tick_id;
};

#define N_FIRST_ROWS 24
#define N_CELLS_A_FRAME 84
#define N_BOUND_CELLS_A_FRAME 320
#define N_ROWS_OF_WIDGETS 206
#define N_CONTEXT_ROWS 2

/* The number of rows with widgets in a view that is not scrolled: all that gtklistview.c keeps
 * below its first one. */
#define N_ROWS_KEPT 203

/* A hidden view has no frames in which it could release trees. */
#define N_MOST_LEFT 8

static void strata_gradual_model_selection_init (GtkSelectionModelInterface *iface);
static void strata_gradual_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataGradualModel, strata_gradual_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_gradual_model_list_init) G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, strata_gradual_model_selection_init))

static GType
get_item_type (GListModel *list)
{
  GtkSelectionModel *model = STRATA_GRADUAL_MODEL (list)->model;

  return model != NULL ? g_list_model_get_item_type (G_LIST_MODEL (model)) : G_TYPE_OBJECT;
}

static guint
get_n_items (GListModel *list)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (list);

  return self->n_shown + self->stale->len + self->n_leaving;
}

/* The items that are not kept follow in their order. A view that is not mapped does not release all
 * of its rows there, and must not have two of the same item. */
static gpointer
get_leaving_item (StrataGradualModel *self,
                  guint position)
{
  const guint n_kept = self->stale->len;
  const gboolean is_before = position < self->first_kept + n_kept;

  return g_list_model_get_item (G_LIST_MODEL (self->model), is_before ? position - n_kept : position);
}

static gpointer
get_item (GListModel *list,
          guint position)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (list);

  if (position < self->n_shown)
    return g_list_model_get_item (G_LIST_MODEL (self->model), position);
  if (position < self->n_shown + self->stale->len)
    return g_object_ref (g_ptr_array_index (self->stale, position - self->n_shown));

  return position < get_n_items (list) ? get_leaving_item (self, position) : NULL;
}

static void
strata_gradual_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

/* Rows of the old list are neither selected nor selectable. */
static gboolean
is_of_list (GtkSelectionModel *model,
            guint position)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (model);

  return self->model != NULL && (position < self->n_shown || self->stale->len == 0);
}

static gboolean
is_selected (GtkSelectionModel *model,
             guint position)
{
  return is_of_list (model, position) && gtk_selection_model_is_selected (STRATA_GRADUAL_MODEL (model)->model, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint position,
                        guint n_items)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (model);

  return self->model != NULL ? gtk_selection_model_get_selection_in_range (self->model, position, n_items) : gtk_bitset_new_empty ();
}

static gboolean
select_item (GtkSelectionModel *model,
             guint position,
             gboolean unselect_rest)
{
  return is_of_list (model, position) && gtk_selection_model_select_item (STRATA_GRADUAL_MODEL (model)->model, position, unselect_rest);
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint position)
{
  return is_of_list (model, position) && gtk_selection_model_unselect_item (STRATA_GRADUAL_MODEL (model)->model, position);
}

static gboolean
select_range (GtkSelectionModel *model,
              guint position,
              guint n_items,
              gboolean unselect_rest)
{
  return is_of_list (model, position) && gtk_selection_model_select_range (STRATA_GRADUAL_MODEL (model)->model, position, n_items, unselect_rest);
}

static gboolean
unselect_range (GtkSelectionModel *model,
                guint position,
                guint n_items)
{
  return is_of_list (model, position) && gtk_selection_model_unselect_range (STRATA_GRADUAL_MODEL (model)->model, position, n_items);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return is_of_list (model, 0) && gtk_selection_model_select_all (STRATA_GRADUAL_MODEL (model)->model);
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  return is_of_list (model, 0) && gtk_selection_model_unselect_all (STRATA_GRADUAL_MODEL (model)->model);
}

static gboolean
set_selection (GtkSelectionModel *model,
               GtkBitset *selected,
               GtkBitset *mask)
{
  return is_of_list (model, 0) && gtk_selection_model_set_selection (STRATA_GRADUAL_MODEL (model)->model, selected, mask);
}

static void
strata_gradual_model_selection_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->unselect_range = unselect_range;
  iface->select_all = select_all;
  iface->unselect_all = unselect_all;
  iface->set_selection = set_selection;
}

static gboolean
is_whole (StrataGradualModel *self)
{
  return self->n_shown == self->n_items && self->stale->len == 0;
}

/* How many of the rows to show when @n_shown are shown. */
static guint
limit (StrataGradualModel *self,
       guint n_shown)
{
  if (n_shown >= N_ROWS_OF_WIDGETS && self->stale->len == 0)
    return self->n_items;

  return MIN (MIN (n_shown, N_ROWS_OF_WIDGETS), self->n_items);
}

/* Whether new rows reuse the widgets of stale ones: each pushes one out. */
static gboolean
is_pushing (StrataGradualModel *self)
{
  return self->stale->len > 0 && self->n_shown + self->stale->len >= N_ROWS_KEPT;
}

/* How many rows can be made or dismantled in a frame, or with @n_cells, reused. */
static guint
get_rows_a_frame (StrataGradualModel *self,
                  guint n_cells)
{
  return n_cells / CLAMP (g_list_model_get_n_items (gtk_column_view_get_columns (self->view)), 7, N_CELLS_A_FRAME / 4);
}

/* The view has no such function before 4.12, but the list inside it has an action. */
static void
scroll (GtkColumnView *view,
        guint position)
{
  gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (view)), "list.scroll-to-item", "u", position);
}

/* All rows are equally high. */
static int
get_row_height (StrataGradualModel *self)
{
  GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (self->view)));

  return row != NULL ? gtk_widget_get_height (row) : 0;
}

/* On which side of the view a row is: -1 above, 1 below, 0 in view. A row that was not laid out is below. */
static int
get_side (StrataGradualModel *self,
          guint position)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  const double begin_px = (double) position * get_row_height (self);
  const double end_px = begin_px + get_row_height (self);

  if (adjustment == NULL)
    return 0;
  if (end_px <= begin_px || end_px > ceil (gtk_adjustment_get_upper (adjustment)))
    return 1;
  if (begin_px < floor (gtk_adjustment_get_value (adjustment)))
    return -1;

  return end_px > ceil (gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment));
}

/* A row that was out of view needs some rows beside it, if there is room. The first ones are at the top, also in a list
 * that was not laid out yet, such as one that is sorted anew. */
static guint
add_context (StrataGradualModel *self,
             guint position)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  const int side = get_side (self, position);

  if (side == 0 || gtk_adjustment_get_page_size (adjustment) < get_row_height (self) * (2 * N_CONTEXT_ROWS + 1))
    return position;

  if (side < 0 || position < N_CONTEXT_ROWS)
    return position - MIN (position, N_CONTEXT_ROWS);

  return MIN (position + N_CONTEXT_ROWS, self->n_shown - 1);
}

/* Hides rows of the old list and shows rows of the new one, as a view may keep a row whose item is
 * in both. */
static void
hide_stale (StrataGradualModel *self)
{
  GtkWidget *row = gtk_widget_get_first_child (gtk_widget_get_last_child (GTK_WIDGET (self->view)));

  for (guint i = 0; row != NULL; i++, row = gtk_widget_get_next_sibling (row))
    {
      gtk_widget_set_opacity (row, i < self->n_shown ? 1 : 0);
      gtk_widget_set_can_target (row, i < self->n_shown);
    }
}

/* How many of the first stale items may be removed at once, at most @n_most. A view must not lose
 * the same item twice, and the two previous lists may have shared items. */
static guint
count_different (StrataGradualModel *self,
                 guint n_most)
{
  for (guint i = 0; i < MIN (n_most, self->stale->len); i++)
    for (guint k = 0; k < i; k++)
      if (g_ptr_array_index (self->stale, i) == g_ptr_array_index (self->stale, k))
        return i;

  return MIN (n_most, self->stale->len);
}

/* One by one, for the same reason as in count_different(). */
static void
drop_stale (StrataGradualModel *self,
            guint n_kept)
{
  for (guint n_rows = get_n_items (G_LIST_MODEL (self)); n_rows > n_kept && self->stale->len > 0; n_rows--)
    {
      g_ptr_array_set_size (self->stale, (int) self->stale->len - 1);
      g_list_model_items_changed (G_LIST_MODEL (self), n_rows - 1, 1, 0);
    }
}

/* Removes the stale rows without widgets, once no more are pushed out. A row that GTK tracks for
 * the focus has a widget nevertheless, and makes GTK measure all rows. */
static void
drop_pushed_out (StrataGradualModel *self)
{
  const guint n_rows = self->n_shown + self->stale->len;
  const guint n_kept = MAX (self->n_shown, N_ROWS_KEPT);

  if (n_rows <= n_kept || self->n_shown < MIN (self->n_items, N_ROWS_KEPT))
    return;

  if (count_different (self, self->stale->len) < self->stale->len)
    {
      drop_stale (self, n_kept);
      return;
    }

  g_ptr_array_set_size (self->stale, (int) (n_kept - self->n_shown));
  g_list_model_items_changed (G_LIST_MODEL (self), n_kept, n_rows - n_kept, 0);
}

/* Shows @n_added more rows, replacing as many stale ones unless these are pushed out. The view has
 * to be at its first row for that. */
static void
advance (StrataGradualModel *self,
         guint n_added,
         guint n_stale)
{
  const guint n_before = self->n_shown;
  const gboolean has_stale = self->stale->len > 0;
  const guint n_gone = is_pushing (self) && n_added > 0 ? 0 : count_different (self, n_stale);

  g_ptr_array_remove_range (self->stale, 0, n_gone);
  self->n_shown += n_added;
  g_list_model_items_changed (G_LIST_MODEL (self), n_before, n_gone, n_added);
  if (!has_stale)
    return;

  if (n_before == 0)
    scroll (self->view, 0);
  drop_pushed_out (self);
  hide_stale (self);
}

static void
show_more (StrataGradualModel *self,
           guint n_least)
{
  const guint n_made = get_rows_a_frame (self, N_CELLS_A_FRAME);
  const guint n_rows = MAX (n_least, is_pushing (self) ? get_rows_a_frame (self, N_BOUND_CELLS_A_FRAME) : n_made);

  advance (self, limit (self, self->n_shown + n_rows) - self->n_shown, MAX (n_least, n_made));
}

/* The list scrolls by the layout of the previous frame, so not in the frame that added the last
 * rows. */
static gboolean
on_tick_grow (GtkWidget *widget,
              GdkFrameClock *clock,
              gpointer user_data)
{
  StrataGradualModel *self = user_data;

  if (!is_whole (self))
    {
      show_more (self, 0);
      return G_SOURCE_CONTINUE;
    }

  if (self->scroll_to < self->n_shown)
    scroll (self->view, add_context (self, self->scroll_to));

  self->scroll_to = GTK_INVALID_LIST_POSITION;
  self->tick_id = 0;
  g_ptr_array_set_size (self->left, 0);
  if (self->model == NULL)
    gtk_column_view_set_model (self->view, NULL);

  return G_SOURCE_REMOVE;
}

static void
grow (StrataGradualModel *self)
{
  if (self->stale->len == 0)
    g_ptr_array_set_size (self->left, 0);

  if (self->tick_id == 0 && !is_whole (self))
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick_grow, self, NULL);
}

static void
show_first (StrataGradualModel *self)
{
  show_more (self, N_FIRST_ROWS);
  grow (self);
}

static gboolean
is_scrolled (StrataGradualModel *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));

  return adjustment != NULL && gtk_adjustment_get_value (adjustment) >= 1;
}

/* If all rows have already changed, the view still has an old row for each placeholder item, and
 * does not query these items. */
static void
replace_rows (StrataGradualModel *self)
{
  const guint n_before = self->n_shown;
  const guint n_kept = MIN (MIN (n_before, N_ROWS_KEPT), self->n_items);

  for (guint i = 0; i < n_kept; i++)
    g_ptr_array_add (self->stale, g_list_model_get_item (G_LIST_MODEL (self->model), i));
  self->n_shown = 0;
  if (n_kept < n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_kept, n_before - n_kept, 0);
  show_first (self);
}

/* A view that has its widgets handles a few changed rows directly; otherwise, the model starts
 * again after the unchanged rows. */
static void
on_items_changed (GListModel *model,
                  guint position,
                  guint n_removed,
                  guint n_added,
                  StrataGradualModel *self)
{
  const guint n_before = self->n_shown;
  const gboolean is_small = is_whole (self) && n_removed + n_added <= N_FIRST_ROWS;
  const guint n_kept = MIN (position, n_before);

  self->n_items = g_list_model_get_n_items (model);
  if (is_small)
    {
      self->n_shown = self->n_items;
      g_list_model_items_changed (G_LIST_MODEL (self), position, n_removed, n_added);
      return;
    }
  if (n_before == 0)
    {
      show_first (self);
      return;
    }
  if (position == 0 && n_removed >= n_before && self->stale->len == 0 && gtk_widget_get_realized (GTK_WIDGET (self->view)) && !is_scrolled (self))
    {
      replace_rows (self);
      return;
    }

  self->n_shown = limit (self, MAX (n_kept, N_FIRST_ROWS));
  g_list_model_items_changed (G_LIST_MODEL (self), n_kept, n_before - n_kept, self->n_shown - n_kept);
  grow (self);
}

static void
on_selection_changed (GtkSelectionModel *model,
                      guint position,
                      guint n_items,
                      StrataGradualModel *self)
{
  if (position < self->n_shown)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), position, MIN (n_items, self->n_shown - position));
}

static void
set_list (StrataGradualModel *self,
          GtkSelectionModel *model)
{
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_set_object (&self->model, model);
  self->n_items = model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
  self->scroll_to = GTK_INVALID_LIST_POSITION;
  if (model == NULL)
    return;

  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect (model, "selection-changed", G_CALLBACK (on_selection_changed), self);
}

/* The first row with a widget; all rows have the same height. */
static guint
find_first_row (StrataGradualModel *self)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));
  GtkWidget *row = gtk_widget_get_first_child (list);
  const double value = gtk_adjustment_get_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)));
  graphene_rect_t bounds;

  if (row == NULL || !gtk_widget_compute_bounds (row, list, &bounds) || bounds.size.height < 1)
    return 0;

  return (guint) MAX (0, round ((value + bounds.origin.y) / bounds.size.height));
}

/* Keeps @n_kept rows in the view as stale ones: the items from @first on. */
static void
keep_rows (StrataGradualModel *self,
           guint first,
           guint n_kept)
{
  GPtrArray *stale = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_kept; i++)
    g_ptr_array_add (stale, get_item (G_LIST_MODEL (self), first + i));
  self->n_leaving = get_n_items (G_LIST_MODEL (self)) - n_kept;
  self->first_kept = first;
  self->n_shown = 0;
  g_ptr_array_unref (self->stale);
  self->stale = stale;
}

/* Keeps the old list alive if its rows need it. */
static void
keep_tree (StrataGradualModel *self)
{
  if (self->model != NULL && self->stale->len > 0 && GTK_IS_TREE_LIST_ROW (self->stale->pdata[0]))
    g_ptr_array_add (self->left, g_object_ref (self->model));
}

/* Removes the rows that are not kept, once they have no widgets. */
static void
leave (StrataGradualModel *self)
{
  const guint n_leaving = self->n_leaving;

  self->n_leaving = 0;
  if (n_leaving > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), self->stale->len, n_leaving, 0);
}

/* Takes the items of the list while it still exists. A scrolled view goes to its first row: the
 * widgets move there in order, and keep their items if these are kept. */
static void
hold (StrataGradualModel *self)
{
  const guint n_most = gtk_widget_get_realized (GTK_WIDGET (self->view)) ? N_ROWS_KEPT : 0;

  drop_stale (self, self->left->len < N_MOST_LEFT ? n_most : self->n_shown);
  if (self->stale->len == 0)
    g_ptr_array_set_size (self->left, 0);

  const guint n_rows = get_n_items (G_LIST_MODEL (self));
  const guint n_kept = MIN (n_rows, n_most);
  const gboolean is_below = n_kept > 0 && is_scrolled (self);
  const guint first = is_below && self->stale->len == 0 ? MIN (find_first_row (self), n_rows - n_kept) : 0;

  keep_rows (self, first < n_kept ? 0 : first, n_kept);
  keep_tree (self);
  if (is_below)
    scroll (self->view, 0);
  leave (self);
}

static void
strata_gradual_model_dispose (GObject *object)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (object);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick_id);
  self->tick_id = 0;
  set_list (self, NULL);
  g_ptr_array_set_size (self->stale, 0);
  g_ptr_array_set_size (self->left, 0);
  self->n_shown = 0;

  G_OBJECT_CLASS (strata_gradual_model_parent_class)->dispose (object);
}

static void
strata_gradual_model_finalize (GObject *object)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (object);

  g_ptr_array_unref (self->stale);
  g_ptr_array_unref (self->left);

  G_OBJECT_CLASS (strata_gradual_model_parent_class)->finalize (object);
}

static void
strata_gradual_model_class_init (StrataGradualModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_gradual_model_dispose;
  G_OBJECT_CLASS (klass)->finalize = strata_gradual_model_finalize;
}

static void
strata_gradual_model_init (StrataGradualModel *self)
{
  self->stale = g_ptr_array_new_with_free_func (g_object_unref);
  self->left = g_ptr_array_new_with_free_func (g_object_unref);
  self->scroll_to = GTK_INVALID_LIST_POSITION;
}

static StrataGradualModel *
get_model (GtkColumnView *view)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);

  return model != NULL ? STRATA_GRADUAL_MODEL (model) : NULL;
}

static StrataGradualModel *
ensure_model (GtkColumnView *view)
{
  if (get_model (view) == NULL)
    {
      g_autoptr (StrataGradualModel) self = g_object_new (STRATA_TYPE_GRADUAL_MODEL, NULL);

      self->view = view;
      gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self));
    }

  return get_model (view);
}

/* Hides the rows at once, but does not remove them yet. */
static void
leave_none (StrataGradualModel *self)
{
  if (self->stale->len == 0)
    {
      gtk_column_view_set_model (self->view, NULL);
      return;
    }

  hide_stale (self);
  grow (self);
}

/**
 * strata_gradual_model_hold:
 * @view: a view that shows a gradual model
 *
 * Call it before the list in @view replaces all of its rows and emits the change:
 * the view then takes in the new rows as gradually as a new list.
 */
void
strata_gradual_model_hold (GtkColumnView *view)
{
  StrataGradualModel *self = get_model (view);

  if (self != NULL && self->n_shown > 0)
    hold (self);
}

/**
 * strata_gradual_model_show:
 * @view: a view
 * @model: (nullable): the list to show
 *
 * Shows the first rows of @model at once and the others within the next frames.
 */
void
strata_gradual_model_show (GtkColumnView *view,
                           GtkSelectionModel *model)
{
  StrataGradualModel *self = ensure_model (view);

  strata_gradual_model_hold (view);
  set_list (self, model);
  if (model != NULL)
    show_first (self);
  else
    leave_none (self);
}

/**
 * strata_gradual_model_is_growing:
 * @view: a view that shows a gradual model
 *
 * Returns: whether some of its rows are still missing
 */
gboolean
strata_gradual_model_is_growing (GtkColumnView *view)
{
  const StrataGradualModel *self = get_model (view);

  return self != NULL && self->tick_id != 0;
}

/**
 * strata_gradual_model_scroll_to:
 * @view: a view that shows a gradual model
 * @position: a row
 *
 * Scrolls the row into view, as soon as the view has it.
 */
void
strata_gradual_model_scroll_to (GtkColumnView *view,
                                guint position)
{
  StrataGradualModel *self = get_model (view);

  if (self == NULL)
    return;

  self->scroll_to = self->tick_id != 0 ? position : GTK_INVALID_LIST_POSITION;
  if (position < self->n_shown)
    scroll (view, add_context (self, position));
}

/**
 * strata_gradual_model_is_in_view:
 * @view: a view that shows a gradual model
 * @position: a row
 *
 * Returns: whether the whole row is visible, by the last layout
 */
gboolean
strata_gradual_model_is_in_view (GtkColumnView *view,
                                 guint position)
{
  StrataGradualModel *self = get_model (view);

  return self == NULL || get_side (self, position) == 0;
}
