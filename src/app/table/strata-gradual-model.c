/* strata-gradual-model.c - a long list that a view takes in frame by frame
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-gradual-model.h"

/* A column view of GTK 4.8 keeps about 205 rows of widgets, whatever its height, and
 * makes all of them in one turn of the main loop: 60 to 160 ms with seven columns. So
 * the view sees a model of our own that first has as many rows as a tall window shows,
 * gains a few with every frame, and all of them once the view has its widgets, from when
 * on it passes everything on. Selections are those of the list itself, so that its
 * owner may select what the view does not see yet. */
struct _StrataGradualModel
{
  GObject parent_instance;

  GtkSelectionModel *model; /* owned */
  GtkColumnView *view;      /* borrowed: ticks end with it */
  guint n_items;            /* of the list */
  guint n_shown;            /* of these, the first ones */
  guint scroll_to;          /* once it is shown, or GTK_INVALID_LIST_POSITION */
  guint tick_id;
};

#define N_FIRST_ROWS 24
#define N_ROWS_A_FRAME 12
#define N_ROWS_OF_WIDGETS 240

static void strata_gradual_model_selection_init (GtkSelectionModelInterface *iface);
static void strata_gradual_model_list_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataGradualModel, strata_gradual_model, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_gradual_model_list_init) G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, strata_gradual_model_selection_init))

static GType
get_item_type (GListModel *list)
{
  return g_list_model_get_item_type (G_LIST_MODEL (STRATA_GRADUAL_MODEL (list)->model));
}

static guint
get_n_items (GListModel *list)
{
  return STRATA_GRADUAL_MODEL (list)->n_shown;
}

static gpointer
get_item (GListModel *list,
          guint position)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (list);

  return position < self->n_shown ? g_list_model_get_item (G_LIST_MODEL (self->model), position) : NULL;
}

static void
strata_gradual_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static gboolean
is_selected (GtkSelectionModel *model,
             guint position)
{
  return gtk_selection_model_is_selected (STRATA_GRADUAL_MODEL (model)->model, position);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint position,
                        guint n_items)
{
  return gtk_selection_model_get_selection_in_range (STRATA_GRADUAL_MODEL (model)->model, position, n_items);
}

static gboolean
select_item (GtkSelectionModel *model,
             guint position,
             gboolean unselect_rest)
{
  return gtk_selection_model_select_item (STRATA_GRADUAL_MODEL (model)->model, position, unselect_rest);
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint position)
{
  return gtk_selection_model_unselect_item (STRATA_GRADUAL_MODEL (model)->model, position);
}

static gboolean
select_range (GtkSelectionModel *model,
              guint position,
              guint n_items,
              gboolean unselect_rest)
{
  return gtk_selection_model_select_range (STRATA_GRADUAL_MODEL (model)->model, position, n_items, unselect_rest);
}

static gboolean
unselect_range (GtkSelectionModel *model,
                guint position,
                guint n_items)
{
  return gtk_selection_model_unselect_range (STRATA_GRADUAL_MODEL (model)->model, position, n_items);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return gtk_selection_model_select_all (STRATA_GRADUAL_MODEL (model)->model);
}

static gboolean
unselect_all (GtkSelectionModel *model)
{
  return gtk_selection_model_unselect_all (STRATA_GRADUAL_MODEL (model)->model);
}

static gboolean
set_selection (GtkSelectionModel *model,
               GtkBitset *selected,
               GtkBitset *mask)
{
  return gtk_selection_model_set_selection (STRATA_GRADUAL_MODEL (model)->model, selected, mask);
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
  return self->n_shown == self->n_items;
}

/* How many of the rows to show where @n_shown are. */
static guint
limit (StrataGradualModel *self,
       guint n_shown)
{
  return n_shown < N_ROWS_OF_WIDGETS ? MIN (n_shown, self->n_items) : self->n_items;
}

/* The view has no such function before 4.12, the list inside it has an action. */
static void
scroll (GtkColumnView *view,
        guint position)
{
  gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (view)), "list.scroll-to-item", "u", position);
}

/* The list scrolls by the layout of the frame before, so not in the frame that
 * brought the last rows. */
static gboolean
on_tick_grow (GtkWidget *widget,
              GdkFrameClock *clock,
              gpointer user_data)
{
  StrataGradualModel *self = user_data;
  const guint n_before = self->n_shown;

  if (!is_whole (self))
    {
      self->n_shown = limit (self, n_before + N_ROWS_A_FRAME);
      g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, self->n_shown - n_before);
      return G_SOURCE_CONTINUE;
    }

  if (self->scroll_to < self->n_shown)
    scroll (self->view, self->scroll_to);

  self->scroll_to = GTK_INVALID_LIST_POSITION;
  self->tick_id = 0;
  return G_SOURCE_REMOVE;
}

static void
grow (StrataGradualModel *self)
{
  if (self->tick_id == 0 && !is_whole (self))
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_tick_grow, self, NULL);
}

/* A view that has its widgets takes in a few changed rows as they are; for others it
 * begins anew behind what has not changed. */
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
strata_gradual_model_dispose (GObject *object)
{
  StrataGradualModel *self = STRATA_GRADUAL_MODEL (object);

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->tick_id);
  self->tick_id = 0;
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (strata_gradual_model_parent_class)->dispose (object);
}

static void
strata_gradual_model_class_init (StrataGradualModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = strata_gradual_model_dispose;
}

static void
strata_gradual_model_init (StrataGradualModel *self)
{
  self->scroll_to = GTK_INVALID_LIST_POSITION;
}

/**
 * strata_gradual_model_show:
 * @view: a view
 * @model: (nullable): what it is to show
 *
 * Shows the first rows of @model at once and the others within the next frames.
 */
void
strata_gradual_model_show (GtkColumnView *view,
                           GtkSelectionModel *model)
{
  if (model == NULL)
    {
      gtk_column_view_set_model (view, NULL);
      return;
    }

  g_autoptr (StrataGradualModel) self = g_object_new (STRATA_TYPE_GRADUAL_MODEL, NULL);

  self->view = view;
  self->model = g_object_ref (model);
  self->n_items = g_list_model_get_n_items (G_LIST_MODEL (model));
  self->n_shown = limit (self, N_FIRST_ROWS);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_items_changed), self);
  g_signal_connect (model, "selection-changed", G_CALLBACK (on_selection_changed), self);
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (self));
  grow (self);
}

static StrataGradualModel *
get_model (GtkColumnView *view)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);

  return model != NULL ? STRATA_GRADUAL_MODEL (model) : NULL;
}

/**
 * strata_gradual_model_is_growing:
 * @view: a view that shows a gradual model
 *
 * Returns: whether it does not have all of its rows yet
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
 * Scrolls until the row is in sight, as soon as the view has it.
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
    scroll (view, position);
}
