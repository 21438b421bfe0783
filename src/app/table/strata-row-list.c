/* strata-row-list.c - the rows of a table as a list model
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-row-list.h"

/* An item is made on request, and only stores the number of its row, so a list of any length takes
 * four bytes a row. */
struct _StrataRowItem
{
  GObject parent_instance;

  StrataRows *rows; /* owned */
  guint row;
};

G_DEFINE_FINAL_TYPE (StrataRowItem, strata_row_item, G_TYPE_OBJECT)

struct _StrataRowList
{
  GObject parent_instance;

  StrataRows *rows; /* owned; nullable */
  guint32 *listed;  /* (array length=n_listed) owned; NULL for the first rows */
  guint n_listed;
};

static void
strata_row_item_finalize (GObject *object)
{
  strata_rows_unref (STRATA_ROW_ITEM (object)->rows);

  G_OBJECT_CLASS (strata_row_item_parent_class)->finalize (object);
}

static void
strata_row_item_class_init (StrataRowItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_row_item_finalize;
}

static void
strata_row_item_init (StrataRowItem *self)
{
}

StrataRows *
strata_row_item_get_rows (StrataRowItem *self)
{
  return self->rows;
}

guint
strata_row_item_get_row (StrataRowItem *self)
{
  return self->row;
}

static GType
get_item_type (GListModel *model)
{
  return STRATA_TYPE_ROW_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return STRATA_ROW_LIST (model)->n_listed;
}

static gpointer
get_item (GListModel *model,
          guint position)
{
  StrataRowList *self = STRATA_ROW_LIST (model);

  if (position >= self->n_listed)
    return NULL;

  StrataRowItem *item = g_object_new (STRATA_TYPE_ROW_ITEM, NULL);

  item->rows = strata_rows_ref (self->rows);
  item->row = strata_row_list_get_row (self, position);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataRowList, strata_row_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
strata_row_list_finalize (GObject *object)
{
  StrataRowList *self = STRATA_ROW_LIST (object);

  strata_rows_unref (self->rows);
  g_free (self->listed);

  G_OBJECT_CLASS (strata_row_list_parent_class)->finalize (object);
}

static void
strata_row_list_class_init (StrataRowListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_row_list_finalize;
}

static void
strata_row_list_init (StrataRowList *self)
{
}

/**
 * strata_row_list_set:
 * @self: the list
 * @rows: (nullable): the rows
 * @listed: (transfer full) (nullable) (array length=n_listed): numbers of the rows to list, in order; %NULL for the first
 * @n_listed: how many
 *
 * Lists other rows, or the same in another order.
 */
void
strata_row_list_set (StrataRowList *self,
                     StrataRows *rows,
                     guint32 *listed,
                     guint n_listed)
{
  StrataRows *before = self->rows;
  const guint n_before = self->n_listed;

  self->rows = rows != NULL ? strata_rows_ref (rows) : NULL;
  strata_rows_unref (before);
  g_free (self->listed);
  self->listed = listed;
  self->n_listed = n_listed;

  g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, n_listed);
}

/**
 * strata_row_list_new_all:
 * @rows: rows
 *
 * Returns: (transfer full): a list of all of them, in the order of their numbers
 */
StrataRowList *
strata_row_list_new_all (StrataRows *rows)
{
  StrataRowList *self = g_object_new (STRATA_TYPE_ROW_LIST, NULL);

  strata_row_list_set (self, rows, NULL, strata_rows_get_n_rows (rows));
  return self;
}

/* Returns the listed rows; NULL if there is none. */
StrataRows *
strata_row_list_get_rows (StrataRowList *self)
{
  return self->rows;
}

/**
 * strata_row_list_get:
 * @self: the list
 * @n_listed: (out): how many
 *
 * Returns: (transfer none) (nullable) (array length=n_listed): the numbers of the listed rows; %NULL for the first
 */
const guint32 *
strata_row_list_get (StrataRowList *self,
                     guint *n_listed)
{
  *n_listed = self->n_listed;

  return self->listed;
}

/* Returns the number of the row there. */
guint
strata_row_list_get_row (StrataRowList *self,
                         guint position)
{
  return self->listed != NULL ? self->listed[position] : position;
}
