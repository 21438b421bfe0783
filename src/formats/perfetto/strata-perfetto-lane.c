/* strata-perfetto-lane.c - the events of one sequence, packed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-lane.h"

#include <string.h>

#include "strata-proto.h"

/* All events of a trace wait until its end, so they are kept in few bytes more than their messages:
 *
 *   context and flags   number
 *   time                4 bytes: since the record before; with IS_WIDE 8 bytes: as it is
 *   order               number of at most 8 bytes: since the record before
 *   length              number
 *   message
 *
 * Numbers are those of protobuf. The first record of a block has none before it. A block is freed when all of its
 * records were removed, so that the trace can grow while its file shrinks. */
#define IS_REMOVED 1
#define IS_WIDE 2
#define N_FLAG_BITS 2

#define MOST_HEAD_BYTES (5 + 8 + 8 + 5)

/* Numbers are read as words of 8 bytes, even at the end of a block. */
#define N_SPARE_BYTES 8

/* If there are very many writers, most have written little. */
#define LEAST_BLOCK_BYTES 256
#define MOST_BLOCK_BYTES (256 * 1024)

typedef struct
{
  guint8 *bytes; /* owned; NULL once freed */
  gsize n_allocated;
  guint32 n_used;
  guint32 n_records; /* that were not removed */
} Block;

static guint8 *
put_time (guint8 *at,
          guint64 time,
          gsize n_bytes)
{
  const guint64 bytes = GUINT64_TO_LE (time);

  memcpy (at, &bytes, n_bytes);
  return at + n_bytes;
}

static Block *
add_block (StrataPerfettoLane *self,
           gsize n_bytes)
{
  gsize n_allocated = LEAST_BLOCK_BYTES;

  if (self->blocks.n == 0)
    strata_column_reserve (&self->blocks, sizeof (Block), 1);
  else
    n_allocated = MIN (strata_column_at (&self->blocks, Block, self->blocks.n - 1).n_allocated * 4, MOST_BLOCK_BYTES);

  Block *block = strata_column_push (&self->blocks, sizeof *block);

  n_allocated = MAX (n_allocated, n_bytes);
  *block = (Block){ .bytes = g_malloc (n_allocated), .n_allocated = n_allocated };
  self->last_ns = 0;
  self->last_order = 0;
  return block;
}

static Block *
get_block (StrataPerfettoLane *self,
           gsize n_bytes)
{
  Block *last = self->blocks.n > 0 ? &strata_column_at (&self->blocks, Block, self->blocks.n - 1) : NULL;

  return last != NULL && last->n_allocated - last->n_used >= n_bytes ? last : add_block (self, n_bytes);
}

/**
 * strata_perfetto_lane_add:
 * @self: a lane
 * @order: larger than that of the record before
 * @record: a record; its message is copied
 *
 * Appends a record.
 */
void
strata_perfetto_lane_add (StrataPerfettoLane *self,
                          guint64 order,
                          const StrataPerfettoRecord *record)
{
  Block *block = get_block (self, MOST_HEAD_BYTES + (gsize) record->n_bytes + N_SPARE_BYTES);
  const guint64 since_ns = (guint64) record->time_ns - (guint64) self->last_ns;
  const gboolean is_wide = since_ns > G_MAXUINT32;
  guint8 *at = strata_proto_write_varint (block->bytes + block->n_used, (guint64) record->context << N_FLAG_BITS | (is_wide ? IS_WIDE : 0));

  at = is_wide ? put_time (at, (guint64) record->time_ns, 8) : put_time (at, since_ns, 4);
  at = strata_proto_write_varint (at, order - self->last_order);
  at = strata_proto_write_varint (at, record->n_bytes);
  memcpy (at, record->data, record->n_bytes);
  block->n_used = (guint32) (at + record->n_bytes - block->bytes);
  block->n_records++;
  self->last_ns = record->time_ns;
  self->last_order = order;
}

/* Reads the record at a place, and moves behind it. Returns FALSE if it was removed. */
static inline gboolean
read_record (const Block *block,
             StrataPerfettoPlace *place,
             StrataPerfettoFound *found)
{
  guint64 head = 0;
  guint64 order = 0;
  guint64 n_bytes = 0;

  found->place = *place;

  const guint8 *at = strata_proto_read_near_varint (block->bytes + place->at, &head);

  if (G_UNLIKELY ((head & IS_WIDE) != 0))
    place->time_ns = (gint64) strata_word_load ((const char *) at);
  else
    place->time_ns = (gint64) ((guint64) place->time_ns + strata_word_load_half ((const char *) at));

  at = strata_proto_read_near_varint (at + ((head & IS_WIDE) != 0 ? 8 : 4), &order);
  at = strata_proto_read_near_varint (at, &n_bytes);
  place->order += order;
  found->record = (StrataPerfettoRecord){ place->time_ns, at, (guint32) n_bytes, (guint32) (head >> N_FLAG_BITS) };
  found->order = place->order;
  place->at = (guint32) (at + n_bytes - block->bytes);
  return (head & IS_REMOVED) == 0;
}

/**
 * strata_perfetto_lane_next:
 * @self: a lane
 * @place: (inout): a place in it
 * @found: (out caller-allocates): the next record after @place that was not removed
 *
 * Reads a record, and moves behind it.
 *
 * Returns: %FALSE if there is none
 */
gboolean
strata_perfetto_lane_next (const StrataPerfettoLane *self,
                           StrataPerfettoPlace *place,
                           StrataPerfettoFound *found)
{
  while (place->block < self->blocks.n)
    {
      const Block *block = &strata_column_at (&self->blocks, Block, place->block);

      if (block->bytes == NULL || place->at == block->n_used)
        *place = (StrataPerfettoPlace){ .block = place->block + 1 };
      else if (read_record (block, place, found))
        return TRUE;
    }

  return FALSE;
}

/**
 * strata_perfetto_lane_remove:
 * @self: a lane
 * @found: one of its records, not removed yet
 *
 * Removes a record.
 */
void
strata_perfetto_lane_remove (StrataPerfettoLane *self,
                             const StrataPerfettoFound *found)
{
  Block *block = &strata_column_at (&self->blocks, Block, found->place.block);

  block->bytes[found->place.at] |= IS_REMOVED;
  if (--block->n_records == 0)
    g_clear_pointer (&block->bytes, g_free);
}

/* Frees the memory of a lane. */
void
strata_perfetto_lane_clear (StrataPerfettoLane *self)
{
  for (gsize i = 0; i < self->blocks.n; i++)
    g_free (strata_column_at (&self->blocks, Block, i).bytes);

  strata_column_clear (&self->blocks);
}
