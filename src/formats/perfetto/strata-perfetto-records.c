/* strata-perfetto-records.c - sorts the events of a trace by time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-records.h"

#include <string.h>

#include "strata-column.h"
#include "strata-heap.h"

/* Packets of a trace are not in order of time, but those of a lane, which is a sequence, mostly
 * are. So each lane is a list of ascending runs, and all runs are merged. Records with equal times
 * keep the order of the file.
 *
 * The messages are copied into blocks, in the order of the file. A block is freed when all its
 * messages have been released, so that the trace can grow while the file shrinks. */
#define BLOCK_BYTES (256 * 1024)

/* Initial capacity of a lane: if there are very many writers, most have written little. */
#define FEW_RECORDS 4

/* The bytes in front of a message that identify its block. */
typedef struct
{
  guint32 block;
} Header;

typedef struct
{
  guint8 *bytes; /* owned; NULL once freed */
  guint32 n_used;
  guint32 n_messages; /* that are not released yet */
} Block;

typedef struct
{
  StrataColumn records; /* StrataPerfettoRecord */
  gsize n_passed;       /* how many were passed in the order of the file; only counted if they are not in order of time */
} Lane;

/* A part of a lane in ascending order. */
typedef struct
{
  Lane *lane; /* (nullable) borrowed: its lane, if that has other runs */
  gint64 time_ns;
  StrataPerfettoRecord *next;
  const StrataPerfettoRecord *end;
} Run;

struct _StrataPerfettoRecords
{
  StrataColumn blocks; /* Block */
  StrataColumn lanes;  /* Lane */
  StrataColumn heap;   /* Run */
  gint64 until_ns;     /* the first run comes before all others as long as its time is before this */
  StrataPerfettoRecord popped;
  Lane *popped_lane; /* (nullable) borrowed: the lane of the popped record, if that has several runs */
  gsize popped_index;
};

StrataPerfettoRecords *
strata_perfetto_records_new (void)
{
  return g_new0 (StrataPerfettoRecords, 1);
}

void
strata_perfetto_records_free (StrataPerfettoRecords *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->blocks.n; i++)
    g_free (strata_column_at (&self->blocks, Block, i).bytes);
  for (gsize i = 0; i < self->lanes.n; i++)
    strata_column_clear (&strata_column_at (&self->lanes, Lane, i).records);

  strata_column_clear (&self->blocks);
  strata_column_clear (&self->lanes);
  strata_column_clear (&self->heap);
  g_free (self);
}

/* A block with room for @n_bytes; a larger message gets its own block. */
static guint32
get_block (StrataPerfettoRecords *self,
           gsize n_bytes)
{
  if (self->blocks.n > 0)
    {
      const Block *last = &strata_column_at (&self->blocks, Block, self->blocks.n - 1);

      if (last->bytes != NULL && n_bytes <= BLOCK_BYTES && last->n_used <= BLOCK_BYTES - n_bytes)
        return (guint32) self->blocks.n - 1;
    }

  *(Block *) strata_column_push (&self->blocks, sizeof (Block)) = (Block){ .bytes = g_malloc (MAX (n_bytes, BLOCK_BYTES)) };
  return (guint32) self->blocks.n - 1;
}

static const guint8 *
keep_message (StrataPerfettoRecords *self,
              const guint8 *data,
              gsize n_bytes)
{
  const Header header = { get_block (self, sizeof (Header) + n_bytes) };
  Block *block = &strata_column_at (&self->blocks, Block, header.block);
  guint8 *at = block->bytes + block->n_used;

  memcpy (at, &header, sizeof header);
  memcpy (at + sizeof header, data, n_bytes);
  block->n_used += (guint32) (sizeof header + n_bytes);
  block->n_messages++;
  return at + sizeof header;
}

static guint32
get_block_of (const guint8 *data)
{
  Header header;

  memcpy (&header, data - sizeof header, sizeof header);
  return header.block;
}

/**
 * strata_perfetto_records_release:
 * @self: the records
 * @data: the message of a record that was popped
 *
 * Releases a message that is not needed any more.
 */
void
strata_perfetto_records_release (StrataPerfettoRecords *self,
                                 const guint8 *data)
{
  Block *block = &strata_column_at (&self->blocks, Block, get_block_of (data));

  if (--block->n_messages == 0)
    g_clear_pointer (&block->bytes, g_free);
}

static StrataColumn *
get_lane (StrataPerfettoRecords *self,
          guint32 lane)
{
  while (self->lanes.n <= lane)
    *(Lane *) strata_column_push (&self->lanes, sizeof (Lane)) = (Lane){ .records = STRATA_COLUMN_INIT };

  return &strata_column_at (&self->lanes, Lane, lane).records;
}

/**
 * strata_perfetto_records_add:
 * @self: the records
 * @lane: number of the lane, from 0 on
 * @record: a record; its message is copied
 *
 * Appends a record.
 */
void
strata_perfetto_records_add (StrataPerfettoRecords *self,
                             guint32 lane,
                             const StrataPerfettoRecord *record)
{
  StrataColumn *row = get_lane (self, lane);

  if (row->n_allocated == 0)
    strata_column_reserve (row, sizeof (StrataPerfettoRecord), FEW_RECORDS);

  StrataPerfettoRecord *kept = strata_column_push (row, sizeof *kept);

  *kept = *record;
  kept->data = keep_message (self, record->data, record->n_bytes);
}

/* Whether one message is before another in the file. */
static gboolean
is_earlier (const guint8 *first,
            const guint8 *second)
{
  const guint32 a = get_block_of (first);
  const guint32 b = get_block_of (second);

  return a != b ? a < b : first < second;
}

static gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const Run *a = first;
  const Run *b = second;

  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && is_earlier (a->next->data, b->next->data));
}

static void
sift_down (StrataPerfettoRecords *self,
           gsize i)
{
  Run *runs = self->heap.data;
  const Run run = runs[i];

  strata_heap_sink (runs, self->heap.n, sizeof run, i, &run, is_before);
}

/* Finds out which run is the first, and until when. */
static void
choose_run (StrataPerfettoRecords *self)
{
  const Run *runs = self->heap.data;

  if (self->heap.n > 1)
    sift_down (self, 0);

  self->until_ns = self->heap.n > 1 ? runs[1].time_ns : G_MAXINT64;
  if (self->heap.n > 2)
    self->until_ns = MIN (self->until_ns, runs[2].time_ns);
}

/* Drops records without a time. */
static void
map_lane (StrataPerfettoRecords *self,
          StrataColumn *lane,
          StrataPerfettoTimeMapper map,
          gpointer data)
{
  StrataPerfettoRecord *records = lane->data;
  gsize n_kept = 0;

  for (gsize i = 0; i < lane->n; i++)
    {
      StrataPerfettoRecord record = records[i];

      if (map (data, &record))
        records[n_kept++] = record;
      else
        strata_perfetto_records_release (self, record.data);
    }

  lane->n = n_kept;
}

static void
add_runs (StrataPerfettoRecords *self,
          Lane *lane)
{
  StrataPerfettoRecord *records = lane->records.data;
  const gsize n = lane->records.n;

  for (gsize begin = 0, end; begin < n; begin = end)
    {
      for (end = begin + 1; end < n && records[end].time_ns >= records[end - 1].time_ns; end++)
        ;

      *(Run *) strata_column_push (&self->heap, sizeof (Run)) = (Run){
        .lane = begin > 0 || end < n ? lane : NULL,
        .time_ns = records[begin].time_ns,
        .next = records + begin,
        .end = records + end,
      };
    }
}

/**
 * strata_perfetto_records_sort:
 * @self: the records
 * @map: converts their times to one clock
 * @data: passed to @map
 *
 * Call when all records are added; from now on they can be popped.
 */
void
strata_perfetto_records_sort (StrataPerfettoRecords *self,
                              StrataPerfettoTimeMapper map,
                              gpointer data)
{
  for (gsize i = 0; i < self->lanes.n; i++)
    {
      Lane *lane = &strata_column_at (&self->lanes, Lane, i);

      map_lane (self, &lane->records, map, data);
      add_runs (self, lane);
    }

  for (gsize i = self->heap.n / 2; i-- > 0;)
    sift_down (self, i);
  choose_run (self);
}

/**
 * strata_perfetto_records_pop:
 * @self: sorted records
 *
 * Takes the next record by time. Its message is valid until it is released.
 *
 * Returns: (nullable): the record, valid until the next call; %NULL at the end
 */
const StrataPerfettoRecord *
strata_perfetto_records_pop (StrataPerfettoRecords *self)
{
  if (self->heap.n == 0)
    return NULL;

  Run *runs = self->heap.data;

  self->popped_lane = runs[0].lane;
  if (self->popped_lane != NULL)
    self->popped_index = (gsize) (runs[0].next - (StrataPerfettoRecord *) self->popped_lane->records.data);

  /* one that was taken is not passed any more */
  self->popped = *runs[0].next;
  (runs[0].next++)->data = NULL;
  if (runs[0].next < runs[0].end)
    {
      runs[0].time_ns = runs[0].next->time_ns;
      if (runs[0].time_ns < self->until_ns)
        return &self->popped;
    }
  else
    runs[0] = runs[--self->heap.n];

  choose_run (self);
  return &self->popped;
}

/**
 * strata_perfetto_records_pass:
 * @self: sorted records
 *
 * Iterates over those of the same lane that are before the popped record in the file, but later in time. Each is passed only once. A
 * record for which this is not called passes none.
 *
 * Returns: (nullable): a record that is still to be popped; %NULL if there are no more
 */
const StrataPerfettoRecord *
strata_perfetto_records_pass (StrataPerfettoRecords *self)
{
  Lane *lane = self->popped_lane;

  if (G_LIKELY (lane == NULL))
    return NULL;

  while (lane->n_passed < self->popped_index)
    {
      const StrataPerfettoRecord *record = &strata_column_at (&lane->records, StrataPerfettoRecord, lane->n_passed++);

      if (record->data != NULL)
        return record;
    }

  lane->n_passed = MAX (lane->n_passed, self->popped_index + 1);
  return NULL;
}
