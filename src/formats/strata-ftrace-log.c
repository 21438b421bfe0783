/* strata-ftrace-log.c - what a capture says, kept until all of it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-log.h"

#include <stdlib.h>

#include "strata-column.h"
#include "strata-memory.h"
#include "strata-span.h"

/* Tokens are packed into units of 16 bytes, one for what a capture is
 * full of and two for the rest, in chunks that are freed as they are
 * read back.
 *
 * The file is nearly sorted by time, or consists of sorted sections. Every time
 * that a token steps back a new run begins, and reading back merges the runs;
 * equal times keep the order of the file, for an earlier run wins. */
#define CHUNK_UNITS (16 * 1024 - 1)

/* After so many chunks come large ones, each on a large page of its own. */
#define N_SMALL_CHUNKS 16
#define LARGE_CHUNK_BYTES (2 * 1024 * 1024)
#define LARGE_CHUNK_UNITS (LARGE_CHUNK_BYTES / sizeof (Unit) - 1)

#define THREAD_BITS 23
#define FLAG_BITS 4

typedef struct
{
  gint64 wide;
  guint32 low;
  guint32 high;
} Unit;

typedef struct
{
  guint32 n_units;
  guint32 n_unread_tokens;
  guint32 n_most_units;
  guint32 reserved;
  Unit units[];
} Chunk;

/* Where a run is being read. */
typedef struct
{
  guint64 n_tokens; /* left */
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

struct _StrataFtraceLog
{
  GPtrArray *chunks; /* (element-type Chunk) owned; NULL once read */
  Chunk *last;       /* borrowed: the last of them */
  Unit *last_unit;   /* borrowed: the first unit of the latest token */
  StrataColumn runs; /* Run */
  Run *run;          /* (nullable) borrowed: the last of them */
  gint64 last_ns;
  guint32 input;       /* of the runs that begin */
  gboolean begins_run; /* whether the next token begins one whatever its time */
  StrataColumn heap;   /* Node */
  gboolean is_reading;
  guint32 followed_chunk; /* where strata_ftrace_log_follow() is */
  guint32 followed_unit;
};

/**
 * strata_ftrace_log_new:
 *
 * Returns: (transfer full): an empty log
 */
StrataFtraceLog *
strata_ftrace_log_new (void)
{
  StrataFtraceLog *self = g_new0 (StrataFtraceLog, 1);

  self->chunks = g_ptr_array_new_with_free_func (free);
  self->begins_run = TRUE;
  return self;
}

/**
 * strata_ftrace_log_free:
 * @self: (nullable) (transfer full): the log
 */
void
strata_ftrace_log_free (StrataFtraceLog *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->chunks);
  strata_column_clear (&self->runs);
  strata_column_clear (&self->heap);
  g_free (self);
}

static inline guint32
get_n_units (guint32 kind)
{
  return kind > STRATA_FTRACE_TOKEN_EXIT ? 2 : 1;
}

static void
add_chunk (StrataFtraceLog *self)
{
  const gboolean is_large = self->chunks->len >= N_SMALL_CHUNKS;
  const guint32 n_units = is_large ? LARGE_CHUNK_UNITS : CHUNK_UNITS;

  self->last = is_large ? aligned_alloc (LARGE_CHUNK_BYTES, LARGE_CHUNK_BYTES) : malloc (sizeof (Chunk) + n_units * sizeof (Unit));
  if (self->last == NULL)
    g_error ("no memory for %" G_GSIZE_FORMAT " more events", (gsize) n_units);

  strata_memory_advise (self->last, is_large ? LARGE_CHUNK_BYTES : 0);
  self->last->n_most_units = n_units;
  self->last->n_units = 0;
  self->last->n_unread_tokens = 0;
  g_ptr_array_add (self->chunks, self->last);
}

static void
add_run (StrataFtraceLog *self)
{
  self->begins_run = FALSE;
  self->run = strata_column_push (&self->runs, sizeof (Run));
  *self->run = (Run){
    .chunk = self->chunks->len - 1,
    .unit = self->last->n_units,
    .input = self->input,
  };
}

/**
 * strata_ftrace_log_begin_input:
 * @self: the log
 * @input: index of a file
 *
 * Begins another file: tokens of equal times stand in the order of their files.
 */
void
strata_ftrace_log_begin_input (StrataFtraceLog *self,
                               guint32 input)
{
  self->input = input;
  self->begins_run = TRUE;
}

/* The place of a token of that many units. */
static inline Unit *
add_units (StrataFtraceLog *self,
           gint64 time_ns,
           guint32 n_units)
{
  if (G_UNLIKELY (self->last == NULL || self->last->n_units + n_units > self->last->n_most_units))
    add_chunk (self);

  if (G_UNLIKELY (time_ns < self->last_ns || self->begins_run))
    add_run (self);

  Chunk *chunk = self->last;
  Unit *unit = &chunk->units[chunk->n_units];

  chunk->n_units += n_units;
  chunk->n_unread_tokens++;
  self->run->n_tokens++;
  self->last_unit = unit;
  self->last_ns = time_ns;
  unit->wide = time_ns;
  return unit;
}

static inline guint32
pack (guint32 kind,
      guint32 flags,
      guint32 thread)
{
  return kind << (THREAD_BITS + FLAG_BITS) | flags << THREAD_BITS | (thread & ((1u << THREAD_BITS) - 1));
}

/**
 * strata_ftrace_log_push:
 * @self: the log
 * @token: what happened
 *
 * Appends a token.
 */
void
strata_ftrace_log_push (StrataFtraceLog *self,
                        const StrataFtraceToken *token)
{
  const guint32 n_units = get_n_units (token->kind);
  Unit *unit = add_units (self, token->time_ns, n_units);

  unit->low = pack (token->kind, token->flags, token->thread);
  unit->high = token->name;

  if (n_units == 2)
    unit[1] = (Unit){ token->value, token->process, token->extra };
}

/**
 * strata_ftrace_log_push_call:
 * @self: the log
 * @kind: %STRATA_FTRACE_TOKEN_END or %STRATA_FTRACE_TOKEN_BEGIN
 * @time_ns: when
 * @thread: index of the thread
 * @name: of the token
 *
 * Appends a token that has nothing else. Captures consist of these.
 */
void
strata_ftrace_log_push_call (StrataFtraceLog *self,
                             StrataFtraceTokenKind kind,
                             gint64 time_ns,
                             guint32 thread,
                             guint32 name)
{
  Unit *unit = add_units (self, time_ns, 1);

  unit->low = pack (kind, 0, thread);
  unit->high = name;
}

/**
 * strata_ftrace_log_get_last_name:
 * @self: a log to which something was pushed
 *
 * Returns: the name of the latest token
 */
guint32
strata_ftrace_log_get_last_name (const StrataFtraceLog *self)
{
  return self->last_unit->high;
}

/**
 * strata_ftrace_log_rename_last:
 * @self: a log to which something was pushed
 * @name: string id
 *
 * Gives the latest token another name.
 */
void
strata_ftrace_log_rename_last (StrataFtraceLog *self,
                               guint32 name)
{
  self->last_unit->high = name;
}

static inline void
unpack (const Unit *unit,
        StrataFtraceToken *token)
{
  const guint32 thread = unit->low & ((1u << THREAD_BITS) - 1);

  token->time_ns = unit->wide;
  token->kind = unit->low >> (THREAD_BITS + FLAG_BITS);
  token->flags = unit->low >> THREAD_BITS & ((1u << FLAG_BITS) - 1);
  token->thread = thread > STRATA_FTRACE_TOKEN_MAX_THREAD ? STRATA_NONE : thread;
  token->name = unit->high;

  if (get_n_units (token->kind) == 2)
    {
      token->value = unit[1].wide;
      token->process = unit[1].low;
      token->extra = unit[1].high;
    }
}

/**
 * strata_ftrace_log_is_in_order:
 * @self: the log
 *
 * Returns: whether the tokens so far stand in the order of time
 */
gboolean
strata_ftrace_log_is_in_order (const StrataFtraceLog *self)
{
  return self->runs.n <= 1;
}

/**
 * strata_ftrace_log_follow:
 * @self: a log that is in order and from which nothing was popped
 * @has_ended: whether nothing will be added any more; until then the latest token may still change
 * @token: (out caller-allocates): the token after that of the last call
 *
 * Reads the log while it is written. Tokens stay in it, to be popped if what was read
 * so proves to have been too early.
 *
 * Returns: %FALSE when there is none yet
 */
gboolean
strata_ftrace_log_follow (StrataFtraceLog *self,
                          gboolean has_ended,
                          StrataFtraceToken *token)
{
  if (self->chunks->len == 0)
    return FALSE;

  const Chunk *chunk = g_ptr_array_index (self->chunks, self->followed_chunk);

  if (G_UNLIKELY (self->followed_unit == chunk->n_units))
    {
      if (self->followed_chunk + 1 == self->chunks->len)
        return FALSE;

      chunk = g_ptr_array_index (self->chunks, ++self->followed_chunk);
      self->followed_unit = 0;
    }

  const Unit *unit = &chunk->units[self->followed_unit];

  if (unit == self->last_unit && !has_ended)
    return FALSE;

  unpack (unit, token);
  token->input = self->run->input;
  self->followed_unit += get_n_units (token->kind);
  return TRUE;
}

static inline const Unit *
peek_run (const StrataFtraceLog *self,
          const Run *run)
{
  const Chunk *chunk = g_ptr_array_index (self->chunks, run->chunk);

  return &chunk->units[run->unit];
}

/* Steps behind a token, which never straddles chunks, and frees what was read. */
static void
step_run (StrataFtraceLog *self,
          Run *run,
          guint32 n_units)
{
  const guint32 index = run->chunk;
  Chunk *chunk = g_ptr_array_index (self->chunks, index);

  run->unit += n_units;
  run->n_tokens--;

  if (run->unit == chunk->n_units)
    {
      run->chunk++;
      run->unit = 0;
    }

  if (--chunk->n_unread_tokens == 0)
    g_clear_pointer (&g_ptr_array_index (self->chunks, index), free);
}

static inline gboolean
is_before (const Node *a,
           const Node *b)
{
  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->run < b->run);
}

static void
sift_down (StrataFtraceLog *self,
           gsize i)
{
  Node *nodes = self->heap.data;
  Node node = nodes[i];

  for (;;)
    {
      gsize child = 2 * i + 1;

      if (child + 1 < self->heap.n && is_before (&nodes[child + 1], &nodes[child]))
        child++;

      if (child >= self->heap.n || !is_before (&nodes[child], &node))
        break;

      nodes[i] = nodes[child];
      i = child;
    }

  nodes[i] = node;
}

static void
start_reading (StrataFtraceLog *self)
{
  self->is_reading = TRUE;

  for (guint32 i = 0; i < self->runs.n; i++)
    {
      Run *run = &strata_column_at (&self->runs, Run, i);

      *(Node *) strata_column_push (&self->heap, sizeof (Node)) = (Node){ peek_run (self, run)->wide, i };
    }

  for (gsize i = self->heap.n / 2; i-- > 0;)
    sift_down (self, i);
}

static gboolean
pop_first (StrataFtraceLog *self,
           StrataFtraceToken *token)
{
  if (self->heap.n == 0)
    return FALSE;

  Node *top = self->heap.data;
  Run *run = &strata_column_at (&self->runs, Run, top->run);

  unpack (peek_run (self, run), token);
  token->input = run->input;
  step_run (self, run, get_n_units (token->kind));

  if (run->n_tokens > 0)
    top->time_ns = peek_run (self, run)->wide;
  else
    *top = ((Node *) self->heap.data)[--self->heap.n];

  if (self->heap.n > 1)
    sift_down (self, 0);

  return TRUE;
}

/* Of one run alone nothing has to be compared, and its chunks end one by one. */
static gboolean
pop_next (StrataFtraceLog *self,
          StrataFtraceToken *token)
{
  Run *run = &strata_column_at (&self->runs, Run, ((const Node *) self->heap.data)->run);
  Chunk *chunk = g_ptr_array_index (self->chunks, run->chunk);
  const Unit *unit = &chunk->units[run->unit];

  if (G_UNLIKELY (chunk->n_unread_tokens == 1 || run->n_tokens == 1 || run->unit + 2 >= chunk->n_units))
    return pop_first (self, token);

  unpack (unit, token);
  token->input = run->input;
  run->unit += get_n_units (token->kind);
  run->n_tokens--;
  chunk->n_unread_tokens--;
  return TRUE;
}

/**
 * strata_ftrace_log_pop:
 * @self: a log to which nothing will be added any more
 * @token: (out caller-allocates): the next token by time, then by place in the file
 *
 * Takes the next token out of the log and frees memory that is done with.
 *
 * Returns: %FALSE when the log is empty
 */
gboolean
strata_ftrace_log_pop (StrataFtraceLog *self,
                       StrataFtraceToken *token)
{
  if (G_UNLIKELY (!self->is_reading))
    start_reading (self);

  return G_LIKELY (self->heap.n == 1) ? pop_next (self, token) : pop_first (self, token);
}
