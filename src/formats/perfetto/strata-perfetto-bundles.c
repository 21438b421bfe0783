/* strata-perfetto-bundles.c - bundles of all CPUs, by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-bundles.h"

#include <string.h>

#include "strata-heap.h"
#include "strata-memory.h"

/* One heap contains the waiting bundles and those that are being played, by the time of their
 * next event. A waiting bundle is just bytes; its events are listed when its time comes. So few
 * bundles are open at a time, about one per CPU. Their memory is reused. */

typedef struct
{
  gint64 time_ns;
  guint64 order; /* bundles with equal times are played in the order of the file */
  guint8 *data;  /* owned */
  gsize n_allocated;
  guint32 n_bytes;
  guint32 context;
  StrataPerfettoBundle *open; /* (nullable) owned */
} Node;

typedef struct
{
  guint8 *data;
  gsize n_allocated;
} Room;

struct _StrataPerfettoBundles
{
  StrataPerfettoReader *reader; /* borrowed */
  StrataColumn heap;            /* Node */
  StrataColumn rooms;           /* Room: owned; for the bytes of future bundles */
  GPtrArray *closed;            /* (element-type StrataPerfettoBundle) owned: for reuse */
  gsize n_bytes;                /* size of bundles that wait or are being played */
  gsize n_most_bytes;           /* the maximum of that */
  gsize n_room_bytes;           /* size of @rooms */
  guint64 n_added;
  gboolean has_other_clock;
  gboolean is_complete; /* whether no bundle will be added */
};

static void
bundle_free (gpointer bundle)
{
  strata_perfetto_bundle_clear (bundle);
  g_free (bundle);
}

/**
 * strata_perfetto_bundles_new:
 * @reader: the reader; must outlive the result
 *
 * Returns: (transfer full): an empty heap
 */
StrataPerfettoBundles *
strata_perfetto_bundles_new (StrataPerfettoReader *reader)
{
  StrataPerfettoBundles *self = g_new0 (StrataPerfettoBundles, 1);

  self->reader = reader;
  self->closed = g_ptr_array_new_with_free_func (bundle_free);
  return self;
}

void
strata_perfetto_bundles_free (StrataPerfettoBundles *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->heap.n; i++)
    {
      g_free (strata_column_at (&self->heap, Node, i).data);
      if (strata_column_at (&self->heap, Node, i).open != NULL)
        bundle_free (strata_column_at (&self->heap, Node, i).open);
    }
  for (gsize i = 0; i < self->rooms.n; i++)
    g_free (strata_column_at (&self->rooms, Room, i).data);

  strata_column_clear (&self->heap);
  strata_column_clear (&self->rooms);
  g_ptr_array_unref (self->closed);
  g_free (self);
}

static inline gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const Node *a = first;
  const Node *b = second;

  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->order < b->order);
}

static void
sift_down (StrataPerfettoBundles *self,
           gsize i)
{
  Node *nodes = self->heap.data;
  const Node node = nodes[i];

  strata_heap_sink (nodes, self->heap.n, sizeof node, i, &node, is_before);
}

/* Reuses the room of a bundle that was played, enlarged if necessary. */
static Room
take_room (StrataPerfettoBundles *self,
           gsize n_bytes)
{
  Room room = { NULL, 0 };

  if (self->rooms.n > 0)
    room = strata_column_at (&self->rooms, Room, --self->rooms.n);

  self->n_room_bytes -= room.n_allocated;
  if (room.n_allocated < n_bytes)
    {
      g_free (room.data);
      room = (Room){ g_malloc (n_bytes), n_bytes };
    }

  return room;
}

/**
 * strata_perfetto_bundles_add:
 * @self: the bundles
 * @record: a bundle, whose bytes are copied, and the time of its first event on its own clock
 *
 * Adds a bundle.
 */
void
strata_perfetto_bundles_add (StrataPerfettoBundles *self,
                             const StrataPerfettoRecord *record)
{
  const Room room = take_room (self, record->n_bytes);
  const guint32 clock = strata_column_at (&self->reader->contexts, StrataPerfettoContext, record->context).clock;

  memcpy (room.data, record->data, record->n_bytes);

  const Node node = {
    .time_ns = record->time_ns,
    .order = self->n_added++,
    .data = room.data,
    .n_allocated = room.n_allocated,
    .n_bytes = record->n_bytes,
    .context = record->context,
  };
  self->n_bytes += record->n_bytes;
  self->n_most_bytes = MAX (self->n_most_bytes, self->n_bytes);
  self->has_other_clock |= !strata_perfetto_clocks_is_primary (self->reader->clocks, clock);
  strata_column_push (&self->heap, sizeof node);
  strata_heap_rise (self->heap.data, sizeof node, self->heap.n - 1, &node, is_before);
}

/* Returns the size of the bundles that were not played to their end. */
gsize
strata_perfetto_bundles_get_n_bytes (const StrataPerfettoBundles *self)
{
  return self->n_bytes;
}

/* Whether all times are on the clock of the trace, so that bundles can be played before the clocks
 * are settled. */
gboolean
strata_perfetto_bundles_are_timed (const StrataPerfettoBundles *self)
{
  return !self->has_other_clock;
}

/* Keeps the room for reuse, but no more of it than is used when most bundles wait. At the end its pages are returned to
 * the system, for they lie between those of other bundles. */
static void
release_room (StrataPerfettoBundles *self,
              const Node *node)
{
  self->n_bytes -= node->n_bytes;
  if (self->is_complete)
    strata_memory_release (node->data, node->n_allocated);
  if (self->is_complete || self->n_bytes + self->n_room_bytes + node->n_allocated > self->n_most_bytes)
    {
      g_free (node->data);
      return;
    }

  *(Room *) strata_column_push (&self->rooms, sizeof (Room)) = (Room){ node->data, node->n_allocated };
  self->n_room_bytes += node->n_allocated;
}

/**
 * strata_perfetto_bundles_settle:
 * @self: the bundles, none of them open
 *
 * Converts the times of all bundles to the settled clock of the trace; no more are added. Bundles that cannot be
 * converted are counted by the reader and dropped.
 */
void
strata_perfetto_bundles_settle (StrataPerfettoBundles *self)
{
  Node *nodes = self->heap.data;
  gsize n_kept = 0;

  self->is_complete = TRUE;
  for (gsize i = 0; i < self->heap.n; i++)
    {
      const guint32 clock = strata_column_at (&self->reader->contexts, StrataPerfettoContext, nodes[i].context).clock;

      /* if it is open, only events on the clock of the trace were played */
      if (nodes[i].open != NULL || strata_perfetto_clocks_convert (self->reader->clocks, clock, nodes[i].time_ns, &nodes[i].time_ns))
        nodes[n_kept++] = nodes[i];
      else
        {
          self->reader->n_without_clock++;
          release_room (self, &nodes[i]);
        }
    }

  self->heap.n = n_kept;
  for (gsize i = n_kept / 2; i-- > 0;)
    sift_down (self, i);
}

static void
open_first (StrataPerfettoBundles *self)
{
  Node *node = self->heap.data;
  const StrataPerfettoRecord record = { .data = node->data, .n_bytes = node->n_bytes, .context = node->context };
  guint list;

  node->open = self->closed->len > 0 ? g_ptr_array_steal_index_fast (self->closed, self->closed->len - 1) : g_new0 (StrataPerfettoBundle, 1);
  strata_perfetto_bundle_open (node->open, self->reader, &record);
  if (strata_perfetto_bundle_find_next (node->open, &list))
    node->time_ns = node->open->next_ns;
}

/**
 * strata_perfetto_bundles_take:
 * @self: the bundles
 * @until_ns: (out): time of the next event of any other bundle, or %G_MAXINT64
 *
 * Finds the bundle with the earliest event. Events before @until_ns can be played; then the bundle has to be put back
 * or dropped.
 *
 * Returns: (nullable) (transfer none): the bundle; %NULL if there is none left
 */
StrataPerfettoBundle *
strata_perfetto_bundles_take (StrataPerfettoBundles *self,
                              gint64 *until_ns)
{
  const Node *nodes = self->heap.data;

  if (self->heap.n == 0)
    return NULL;

  while (nodes[0].open == NULL)
    {
      open_first (self);
      sift_down (self, 0);
    }

  *until_ns = self->heap.n > 1 ? nodes[1].time_ns : G_MAXINT64;
  if (self->heap.n > 2)
    *until_ns = MIN (*until_ns, nodes[2].time_ns);

  return nodes[0].open;
}

/**
 * strata_perfetto_bundles_put_back:
 * @self: the bundles
 *
 * Puts back the bundle that was taken, which still has events.
 */
void
strata_perfetto_bundles_put_back (StrataPerfettoBundles *self)
{
  Node *node = self->heap.data;

  node->time_ns = node->open->next_ns;
  sift_down (self, 0);
}

/**
 * strata_perfetto_bundles_drop:
 * @self: the bundles
 *
 * Removes the bundle that was taken.
 */
void
strata_perfetto_bundles_drop (StrataPerfettoBundles *self)
{
  Node *nodes = self->heap.data;

  release_room (self, &nodes[0]);
  g_ptr_array_add (self->closed, nodes[0].open);
  nodes[0] = nodes[--self->heap.n];
  if (self->heap.n > 1)
    sift_down (self, 0);
}
