/* strata-area-item.c - a row of what lies in the selected area
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-area-item.h"

#include "strata-units.h"

struct _StrataAreaItem
{
  GObject parent_instance;

  StrataTrace *trace; /* owned */
  StrataAreaRow row;
};

G_DEFINE_FINAL_TYPE (StrataAreaItem, strata_area_item, G_TYPE_OBJECT)

static void
strata_area_item_finalize (GObject *object)
{
  g_clear_object (&STRATA_AREA_ITEM (object)->trace);
  G_OBJECT_CLASS (strata_area_item_parent_class)->finalize (object);
}

static void
strata_area_item_class_init (StrataAreaItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_area_item_finalize;
}

static void
strata_area_item_init (StrataAreaItem *self)
{
}

/**
 * strata_area_item_new:
 * @trace: the trace
 * @row: a row of its area; copied
 *
 * Returns: (transfer full): the row for a list
 */
StrataAreaItem *
strata_area_item_new (StrataTrace *trace,
                      const StrataAreaRow *row)
{
  StrataAreaItem *self = g_object_new (STRATA_TYPE_AREA_ITEM, NULL);

  self->trace = g_object_ref (trace);
  self->row = *row;
  return self;
}

/**
 * strata_area_item_get_row:
 * @self: the item
 *
 * Returns: (transfer none): its figures
 */
const StrataAreaRow *
strata_area_item_get_row (StrataAreaItem *self)
{
  return &self->row;
}

static const char *
get_raw_name (StrataAreaItem *self)
{
  const guint32 key = self->row.key;

  if (self->row.kind == STRATA_AREA_RUNS)
    return strata_trace_get_string (self->trace, strata_trace_get_threads (self->trace, NULL)[key].name);

  return strata_trace_get_string (self->trace, key);
}

static char *
dup_name (StrataAreaItem *self)
{
  g_autofree char *name = g_utf8_make_valid (get_raw_name (self), -1);

  if (self->row.kind == STRATA_AREA_SLICES)
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s %" G_GINT64_FORMAT, name, strata_trace_get_threads (self->trace, NULL)[self->row.key].tid);
}

static gint64
get_value (StrataAreaItem *self,
           StrataAreaColumn column)
{
  switch (column)
    {
    case STRATA_AREA_NAME:
      return 0;
    case STRATA_AREA_COUNT:
      return (gint64) self->row.n_items;
    case STRATA_AREA_TOTAL:
      return self->row.total_ns;
    case STRATA_AREA_MEAN:
      return self->row.total_ns / (gint64) MAX (self->row.n_items, 1);
    case STRATA_AREA_LONGEST:
      return self->row.longest_ns;
    }

  g_return_val_if_reached (0);
}

/**
 * strata_area_item_dup_text:
 * @self: the item
 * @column: a column
 *
 * Returns: (transfer full): what it says there
 */
char *
strata_area_item_dup_text (StrataAreaItem *self,
                           StrataAreaColumn column)
{
  char text[STRATA_UNITS_BYTES];

  if (column == STRATA_AREA_NAME)
    return dup_name (self);
  if (column == STRATA_AREA_COUNT)
    return g_strdup (strata_units_count (get_value (self, column), text));

  return g_strdup (strata_units_duration (get_value (self, column), text));
}

/**
 * strata_area_item_compare:
 * @a: an item
 * @b: another
 * @column: by which to sort
 *
 * Returns: below 0 if @a comes first when sorting upwards, above 0 if @b does
 */
int
strata_area_item_compare (StrataAreaItem *a,
                          StrataAreaItem *b,
                          StrataAreaColumn column)
{
  const gint64 x = get_value (a, column);
  const gint64 y = get_value (b, column);

  if (column == STRATA_AREA_NAME)
    return g_utf8_collate (get_raw_name (a), get_raw_name (b));

  return (x > y) - (x < y);
}
