/* strata-chain-list.c - the slices of a call chain as a list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chain-list.h"

#include <glib/gi18n-lib.h>

#include "strata-slice-rows.h"

/* Items are made when they are asked for and know their row alone: a chain may
 * have a hundred thousand, of which a view looks at a few dozen. */
struct _StrataChainItem
{
  GObject parent_instance;

  StrataTrace *trace; /* owned */
  guint32 row;
};

G_DEFINE_FINAL_TYPE (StrataChainItem, strata_chain_item, G_TYPE_OBJECT)

struct _StrataChainList
{
  GObject parent_instance;

  StrataTrace *trace; /* owned */
  guint32 first_row;
  guint32 n_rows;
};

static void
strata_chain_item_finalize (GObject *object)
{
  g_object_unref (STRATA_CHAIN_ITEM (object)->trace);
  G_OBJECT_CLASS (strata_chain_item_parent_class)->finalize (object);
}

static void
strata_chain_item_class_init (StrataChainItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_chain_item_finalize;
}

static void
strata_chain_item_init (StrataChainItem *self)
{
}

/**
 * strata_chain_item_get_trace:
 * @self: the item
 *
 * Returns: (transfer none): the trace of its chain
 */
StrataTrace *
strata_chain_item_get_trace (StrataChainItem *self)
{
  return self->trace;
}

/**
 * strata_chain_item_get_row:
 * @self: the item
 *
 * Returns: its row in the chains of the trace
 */
guint32
strata_chain_item_get_row (StrataChainItem *self)
{
  return self->row;
}

static GType
strata_chain_list_get_item_type (GListModel *model)
{
  return STRATA_TYPE_CHAIN_ITEM;
}

static guint
strata_chain_list_get_n_items (GListModel *model)
{
  return STRATA_CHAIN_LIST (model)->n_rows;
}

static gpointer
strata_chain_list_get_item (GListModel *model,
                            guint position)
{
  StrataChainList *self = STRATA_CHAIN_LIST (model);

  if (position >= self->n_rows)
    return NULL;

  StrataChainItem *item = g_object_new (STRATA_TYPE_CHAIN_ITEM, NULL);

  item->trace = g_object_ref (self->trace);
  item->row = self->first_row + position;
  return item;
}

static void
strata_chain_list_init_model (GListModelInterface *iface)
{
  iface->get_item_type = strata_chain_list_get_item_type;
  iface->get_n_items = strata_chain_list_get_n_items;
  iface->get_item = strata_chain_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (StrataChainList, strata_chain_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, strata_chain_list_init_model))

static void
strata_chain_list_finalize (GObject *object)
{
  g_object_unref (STRATA_CHAIN_LIST (object)->trace);
  G_OBJECT_CLASS (strata_chain_list_parent_class)->finalize (object);
}

static void
strata_chain_list_class_init (StrataChainListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_chain_list_finalize;
}

static void
strata_chain_list_init (StrataChainList *self)
{
}

/**
 * strata_chain_list_new:
 * @trace: a trace
 * @chain: index of one of its chains
 *
 * Returns: (transfer full): the slices of that chain, in the order of its tree
 */
StrataChainList *
strata_chain_list_new (StrataTrace *trace,
                       guint32 chain)
{
  StrataChainList *self = g_object_new (STRATA_TYPE_CHAIN_LIST, NULL);
  const StrataChain *of = &strata_trace_get_chains (trace)->chains[chain];

  self->trace = g_object_ref (trace);
  self->first_row = of->first_row;
  self->n_rows = of->n_rows;
  return self;
}

/* The slices belong to the trace, which the writer keeps. */
typedef struct
{
  StrataSliceWriter *writer; /* owned */
  const guint32 *slices;     /* borrowed */
} Picture;

static void
picture_free (gpointer data)
{
  strata_slice_writer_free (((Picture *) data)->writer);
  g_free (data);
}

static void
write_row (StrataTable *table,
           gpointer data,
           guint row)
{
  const Picture *picture = data;

  strata_slice_writer_write (picture->writer, table, picture->slices[row]);
}

/**
 * strata_chain_list_new_rows:
 * @self: the list
 * @position: of the first slice that is wanted
 * @n_rows: how many are
 *
 * Returns: (transfer full): these as a table, with what tells of slices elsewhere
 */
StrataTableRows *
strata_chain_list_new_rows (StrataChainList *self,
                            guint position,
                            guint n_rows)
{
  Picture *picture = g_new (Picture, 1);
  guint n_columns;
  const StrataTableColumn *columns = strata_slice_writer_get_columns (&n_columns);

  *picture = (Picture){
    strata_slice_writer_new (self->trace),
    strata_trace_get_chains (self->trace)->slice + self->first_row + position,
  };

  return strata_table_rows_new (_ ("Call chain"), columns, n_columns, n_rows, write_row, picture, picture_free);
}
