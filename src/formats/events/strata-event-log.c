/* strata-event-log.c - what a capture says, kept until all of it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-log.h"

#include <stdlib.h>

#include "strata-column.h"
#include "strata-memory.h"

/* Tokens are packed into units of 16 bytes, one for what a capture is
 * full of and two for the rest, in chunks that are freed as they are
 * read back.
 *
 * The file is nearly sorted by time, or consists of sorted sections. Every time
 * that a token steps back a new run begins, and reading back merges the runs;
 * equal times keep the order of the file, for an earlier run wins. What is read
 * is handed out as spans: what is together and comes before all else. */
#define CHUNK_UNITS (16 * 1024 - 1)

/* After so many chunks come large ones, each on a large page of its own. */
#define N_SMALL_CHUNKS 16
#define LARGE_CHUNK_BYTES (2 * 1024 * 1024)
#define LARGE_CHUNK_UNITS (LARGE_CHUNK_BYTES / sizeof (StrataEventUnit) - 1)

typedef struct
{
  guint32 n_units; /* not known of the last one */
  guint32 n_unread_units;
  guint32 n_most_units;
  guint32 reserved;
  StrataEventUnit units[];
} Chunk;

/* Where a run is being read. */
typedef struct
{
  guint64 n_units; /* left; of the last one not known while it is written */
  guint32 chunk;
  guint32 unit;
  guint32 input;
} Run;

/* A run that has tokens left, in a heap by (time, run). */
typedef struct
{
  gint64 time_ns;
  guint32 run;
} Node;

typedef struct _StrataEventLogRest
{
  GPtrArray *chunks;       /* (element-type Chunk) owned; NULL once read */
  Chunk *last;             /* borrowed: the last of them */
  guint64 n_units_before;  /* in the chunks before the last */
  StrataColumn runs;       /* Run */
  guint64 n_units_in_runs; /* in the runs before the last */
  guint32 input;           /* of the runs that begin */
  gboolean begins_run;     /* whether the next token begins one whatever its time */
  StrataColumn heap;       /* Node */
  gboolean is_reading;
  guint32 read_chunk; /* that of the span that was popped last */
} Rest;

StrataEventLog *
strata_event_log_new (void)
{
  StrataEventLog *self = g_new0 (StrataEventLog, 1);

  self->rest = g_new0 (Rest, 1);
  self->rest->chunks = g_ptr_array_new_with_free_func (free);
  self->rest->begins_run = TRUE;
  return self;
}

void
strata_event_log_free (StrataEventLog *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->rest->chunks);
  strata_column_clear (&self->rest->runs);
  strata_column_clear (&self->rest->heap);
  g_free (self->rest);
  g_free (self);
}

static Chunk *
get_chunk (const Rest *rest,
           guint32 index)
{
  return g_ptr_array_index (rest->chunks, index);
}

/* How many units the last chunk has. */
static guint32
get_n_last_units (const StrataEventLog *self)
{
  return (guint32) (self->next - self->rest->last->units);
}

static void
end_chunk (StrataEventLog *self)
{
  Rest *rest = self->rest;

  if (rest->last == NULL)
    return;

  rest->last->n_units = get_n_last_units (self);
  rest->last->n_unread_units = rest->last->n_units;
  rest->n_units_before += rest->last->n_units;
}

static Chunk *
make_chunk (gboolean is_large)
{
  const guint32 n_units = is_large ? LARGE_CHUNK_UNITS : CHUNK_UNITS;
  Chunk *chunk = is_large ? aligned_alloc (LARGE_CHUNK_BYTES, LARGE_CHUNK_BYTES) : malloc (sizeof (Chunk) + n_units * sizeof (StrataEventUnit));

  if (chunk == NULL)
    g_error ("no memory for %" G_GSIZE_FORMAT " more events", (gsize) n_units);

  strata_memory_advise (chunk, is_large ? LARGE_CHUNK_BYTES : 0);
  chunk->n_most_units = n_units;
  return chunk;
}

static void
add_chunk (StrataEventLog *self)
{
  Rest *rest = self->rest;

  end_chunk (self);
  rest->last = make_chunk (rest->chunks->len >= N_SMALL_CHUNKS);

  self->next = rest->last->units;
  g_ptr_array_add (rest->chunks, rest->last);
}

/* The last run consists of all units since it began. */
static void
end_run (StrataEventLog *self,
         guint64 n_units)
{
  Rest *rest = self->rest;

  if (rest->runs.n == 0)
    return;

  strata_column_at (&rest->runs, Run, rest->runs.n - 1).n_units = n_units - rest->n_units_in_runs;
  rest->n_units_in_runs = n_units;
}

static void
add_run (StrataEventLog *self)
{
  Rest *rest = self->rest;

  end_run (self, rest->n_units_before + get_n_last_units (self));
  rest->begins_run = FALSE;
  *(Run *) strata_column_push (&rest->runs, sizeof (Run)) = (Run){
    .chunk = rest->chunks->len - 1,
    .unit = get_n_last_units (self),
    .input = rest->input,
  };
}

/**
 * strata_event_log_begin_input:
 * @self: the log
 * @input: index of a file
 *
 * Begins another file: tokens of equal times are in the order of their files.
 */
void
strata_event_log_begin_input (StrataEventLog *self,
                              guint32 input)
{
  self->rest->input = input;
  self->rest->begins_run = TRUE;
  self->end = self->next;
}

/**
 * strata_event_log_make_room:
 * @self: the log
 * @time_ns: when
 * @n_units: how many units
 *
 * Does what only few tokens need before they are written.
 */
void
strata_event_log_make_room (StrataEventLog *self,
                            gint64 time_ns,
                            guint32 n_units)
{
  Rest *rest = self->rest;

  if (rest->last == NULL || rest->last->n_most_units - get_n_last_units (self) < n_units)
    add_chunk (self);

  self->end = rest->last->units + rest->last->n_most_units;
  if (time_ns < self->last_ns || rest->begins_run)
    add_run (self);
}

/**
 * strata_event_log_push:
 * @self: the log
 * @token: what happened
 *
 * Appends a token.
 */
void
strata_event_log_push (StrataEventLog *self,
                       const StrataEventToken *token)
{
  const guint32 n_units = token->kind > STRATA_EVENT_TOKEN_EXIT ? 2 : 1;
  StrataEventUnit *unit = strata_event_log_add (self, token->time_ns, n_units);

  unit->low = strata_event_unit_pack (token->kind, token->flags, token->thread);
  unit->high = token->name;

  if (n_units == 2)
    unit[1] = (StrataEventUnit){ token->value, token->process, token->extra };
}

/**
 * strata_event_log_get_last_name:
 * @self: a log to which something was pushed
 *
 * Returns: the name of the latest token
 */
guint32
strata_event_log_get_last_name (const StrataEventLog *self)
{
  return self->last->high;
}

/**
 * strata_event_log_rename_last:
 * @self: a log to which something was pushed
 * @name: string id
 *
 * Gives the latest token another name.
 */
void
strata_event_log_rename_last (StrataEventLog *self,
                              guint32 name)
{
  self->last->high = name;
}

/**
 * strata_event_log_take_back:
 * @unit: the first of a token of two units, which was the latest once
 *
 * Makes it a token of nothing. The log must not be read yet.
 */
void
strata_event_log_take_back (StrataEventUnit *unit)
{
  unit->low = strata_event_unit_pack (STRATA_EVENT_TOKEN_NOTHING, 0, STRATA_NONE);
}

static inline const StrataEventUnit *
peek_run (const Rest *rest,
          const Run *run)
{
  return &get_chunk (rest, run->chunk)->units[run->unit];
}

static inline gboolean
is_before (const Node *a,
           const Node *b)
{
  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->run < b->run);
}

static void
sift_down (Rest *rest,
           gsize i)
{
  Node *nodes = rest->heap.data;
  Node node = nodes[i];

  for (;;)
    {
      gsize child = 2 * i + 1;

      if (child + 1 < rest->heap.n && is_before (&nodes[child + 1], &nodes[child]))
        child++;

      if (child >= rest->heap.n || !is_before (&nodes[child], &node))
        break;

      nodes[i] = nodes[child];
      i = child;
    }

  nodes[i] = node;
}

static void
start_reading (StrataEventLog *self)
{
  Rest *rest = self->rest;

  rest->is_reading = TRUE;
  end_chunk (self);
  end_run (self, rest->n_units_before);

  for (guint32 i = 0; i < rest->runs.n; i++)
    {
      Run *run = &strata_column_at (&rest->runs, Run, i);

      *(Node *) strata_column_push (&rest->heap, sizeof (Node)) = (Node){ peek_run (rest, run)->wide, i };
    }

  for (gsize i = rest->heap.n / 2; i-- > 0;)
    sift_down (rest, i);
}

/* A chunk is done with when all runs have read their part of it. */
static void
free_read_chunk (Rest *rest)
{
  Chunk *chunk = rest->read_chunk < rest->chunks->len ? get_chunk (rest, rest->read_chunk) : NULL;

  if (chunk != NULL && chunk->n_unread_units == 0)
    g_clear_pointer (&g_ptr_array_index (rest->chunks, rest->read_chunk), free);
}

/* How far the first run goes on before it is the turn of another. */
static const StrataEventUnit *
find_span_end (const Rest *rest,
               const StrataEventUnit *begin,
               const StrataEventUnit *limit)
{
  const Node *nodes = rest->heap.data;

  if (rest->heap.n == 1)
    return limit;

  const Node *second = rest->heap.n > 2 && is_before (&nodes[2], &nodes[1]) ? &nodes[2] : &nodes[1];
  Node node = nodes[0];
  StrataEventToken token;

  for (begin = strata_event_unit_read (begin, &token); begin < limit; begin = strata_event_unit_read (begin, &token))
    {
      node.time_ns = begin->wide;
      if (!is_before (&node, second))
        break;
    }

  return begin;
}

/* Steps behind what the first run has handed out. */
static void
step (Rest *rest,
      guint32 n_units)
{
  Node *top = rest->heap.data;
  Run *run = &strata_column_at (&rest->runs, Run, top->run);
  Chunk *chunk = get_chunk (rest, run->chunk);

  rest->read_chunk = run->chunk;
  chunk->n_unread_units -= n_units;
  run->n_units -= n_units;
  run->unit += n_units;
  if (run->unit == chunk->n_units)
    {
      run->chunk++;
      run->unit = 0;
    }

  if (run->n_units > 0)
    top->time_ns = peek_run (rest, run)->wide;
  else
    *top = ((Node *) rest->heap.data)[--rest->heap.n];

  if (rest->heap.n > 1)
    sift_down (rest, 0);
}

/**
 * strata_event_log_pop:
 * @self: a log to which nothing will be added any more
 * @span: (out caller-allocates): the next tokens by time, then by place in the file, until the next call
 *
 * Takes the next tokens out of the log and frees memory that is done with.
 *
 * Returns: %FALSE when the log is empty
 */
gboolean
strata_event_log_pop (StrataEventLog *self,
                      StrataEventSpan *span)
{
  Rest *rest = self->rest;

  if (!rest->is_reading)
    start_reading (self);
  else
    free_read_chunk (rest);

  if (rest->heap.n == 0)
    return FALSE;

  const Run *run = &strata_column_at (&rest->runs, Run, ((const Node *) rest->heap.data)->run);
  const guint64 n_most_units = get_chunk (rest, run->chunk)->n_units - run->unit;

  span->input = run->input;
  span->begin = peek_run (rest, run);
  span->end = find_span_end (rest, span->begin, span->begin + MIN (run->n_units, n_most_units));
  step (rest, (guint32) (span->end - span->begin));
  return TRUE;
}
