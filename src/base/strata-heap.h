/* strata-heap.h - a binary heap
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/* A binary heap in an array of items of any type: each item comes before its two children, so the first of
 * all is at 0. Each function gets a hole and an item to put into the heap; the caller counts the items. The
 * functions are always inlined, with the size and the order of the items, so they are as fast as if they were
 * written for the type:
 *
 *   strata_heap_rise (items, sizeof item, n++, &item, is_before);    adds an item
 *   item = items[--n];
 *   strata_heap_sink (items, n, sizeof item, 0, &item, is_before);   drops the first
 */

/* Whether @a comes before @b. */
typedef gboolean (*StrataHeapOrder) (gconstpointer a, gconstpointer b);

/**
 * strata_heap_sink:
 * @items: (array length=n_items): a heap, except for the hole and the items below it
 * @n_items: how many there are, including the hole
 * @item_bytes: size of an item
 * @hole: index of an item that is overwritten
 * @item: the item to put there or below; not in the heap
 * @is_before: the order
 *
 * Puts an item into a heap, at @hole or further from the top.
 */
static inline __attribute__ ((always_inline)) void
strata_heap_sink (gpointer items,
                  gsize n_items,
                  gsize item_bytes,
                  gsize hole,
                  gconstpointer item,
                  StrataHeapOrder is_before)
{
  char *heap = items;

  for (;;)
    {
      gsize child = 2 * hole + 1;

      if (child + 1 < n_items && is_before (heap + (child + 1) * item_bytes, heap + child * item_bytes))
        child++;
      if (child >= n_items || !is_before (heap + child * item_bytes, item))
        break;

      memcpy (heap + hole * item_bytes, heap + child * item_bytes, item_bytes);
      hole = child;
    }

  memcpy (heap + hole * item_bytes, item, item_bytes);
}

/**
 * strata_heap_rise:
 * @items: a heap, except for the hole
 * @item_bytes: size of an item
 * @hole: index of an item that is overwritten, such as the one after the last
 * @item: the item to put there or above; not in the heap
 * @is_before: the order
 *
 * Puts an item into a heap, at @hole or nearer to the top.
 */
static inline __attribute__ ((always_inline)) void
strata_heap_rise (gpointer items,
                  gsize item_bytes,
                  gsize hole,
                  gconstpointer item,
                  StrataHeapOrder is_before)
{
  char *heap = items;

  for (; hole > 0 && is_before (item, heap + (hole - 1) / 2 * item_bytes); hole = (hole - 1) / 2)
    memcpy (heap + hole * item_bytes, heap + (hole - 1) / 2 * item_bytes, item_bytes);

  memcpy (heap + hole * item_bytes, item, item_bytes);
}

G_END_DECLS
