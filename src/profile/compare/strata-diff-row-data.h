/* strata-diff-row-data.h - the data of rows about two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff.h"

G_BEGIN_DECLS

/*
 * StrataDiffRowData:
 * @traces: the traces; owned
 * @items: an item for each row; owned
 */
typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  GArray *items;
} StrataDiffRowData;

/* Takes references. Free it with strata_diff_row_data_free(). */
static inline StrataDiffRowData *
strata_diff_row_data_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                          GArray *items)
{
  StrataDiffRowData *self = g_new (StrataDiffRowData, 1);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    self->traces[side] = g_object_ref (traces[side]);
  self->items = g_array_ref (items);
  return self;
}

/* For a class of rows: @data is a StrataDiffRowData. */
static inline void
strata_diff_row_data_free (gpointer data)
{
  StrataDiffRowData *self = data;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_object_unref (self->traces[side]);
  g_array_unref (self->items);
  g_free (self);
}

/* How much more B has, if both have a value. */
static inline gint64
strata_diff_subtract (gint64 a,
                      gint64 b)
{
  return a != STRATA_NO_TIME && b != STRATA_NO_TIME ? b - a : STRATA_NO_TIME;
}

G_END_DECLS
