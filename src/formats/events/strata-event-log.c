/* strata-event-log.c - the tokens of a capture, kept until all of it is read
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-log.h"

#include <stdlib.h>

#include "strata-column.h"
#include "strata-heap.h"
#include "strata-memory.h"

/* Tokens are packed into words of 4 bytes: three for the most frequent kinds and three to eight for
 * the rest. They are kept in chunks that are freed as they are read back. Times count from a base,
 * which is written at the start of each chunk and run, and whenever a time exceeds 32 bits.
 *
 * The file is nearly sorted by time, or consists of sorted sections. Each time a token steps
 * back, a new run begins, and reading back merges the runs. Equal times keep the order of the
 * file, because the earlier run wins. Tokens are handed out as spans: adjacent tokens of one run
 * that come before all others. */
#define CHUNK_HEAD_WORDS 3
#define CHUNK_WORDS (64 * 1024 - CHUNK_HEAD_WORDS)

/* After this many chunks, large ones follow, each on a large page of its own. */
#define N_SMALL_CHUNKS 12
#define LARGE_CHUNK_BYTES (2 * 1024 * 1024)
#define LARGE_CHUNK_WORDS (LARGE_CHUNK_BYTES / sizeof (guint32) - CHUNK_HEAD_WORDS)

typedef struct
{
  guint32 n_words; /* not set for the last one */
  guint32 n_unread_words;
  guint32 n_most_words;
  guint32 words[];
} Chunk;

/* The read position in a run. */
typedef struct
{
  guint64 n_words; /* words left; not known for the last run while it is written */
  gint64 base_ns;  /* of the next token, unless that is a base */
  guint32 chunk;
  guint32 word;
  guint32 input;
} Run;

/* A run with tokens left, in a heap ordered by (time, run). */
typedef struct
{
  gint64 time_ns;
  guint32 run;
} Node;

typedef struct _StrataEventLogRest
{
  GPtrArray *chunks;       /* (element-type Chunk) owned; NULL once read */
  Chunk *last;             /* borrowed: the last of them */
  guint64 n_words_before;  /* in the chunks before the last */
  StrataColumn runs;       /* Run */
  guint64 n_words_in_runs; /* in the runs before the last */
  guint32 input;           /* of runs that begin from now on */
  gboolean begins_run;     /* whether the next token begins a run regardless of its time */
  StrataColumn heap;       /* Node */
  gboolean is_reading;
  guint32 read_chunk; /* chunk of the span that was popped last */
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

/* The number of words in the last chunk. */
static guint32
get_n_last_words (const StrataEventLog *self)
{
  return (guint32) (self->next - self->rest->last->words);
}

static void
end_chunk (StrataEventLog *self)
{
  Rest *rest = self->rest;

  if (rest->last == NULL)
    return;

  rest->last->n_words = get_n_last_words (self);
  rest->last->n_unread_words = rest->last->n_words;
  rest->n_words_before += rest->last->n_words;
}

static Chunk *
make_chunk (gboolean is_large)
{
  const guint32 n_words = is_large ? LARGE_CHUNK_WORDS : CHUNK_WORDS;
  Chunk *chunk = is_large ? aligned_alloc (LARGE_CHUNK_BYTES, LARGE_CHUNK_BYTES) : malloc (sizeof (Chunk) + n_words * sizeof (guint32));

  if (chunk == NULL)
    g_error ("no memory for %" G_GSIZE_FORMAT " more events", (gsize) n_words);

  strata_memory_advise (chunk, is_large ? LARGE_CHUNK_BYTES : 0);
  chunk->n_most_words = n_words;
  return chunk;
}

static void
add_chunk (StrataEventLog *self)
{
  Rest *rest = self->rest;

  end_chunk (self);
  rest->last = make_chunk (rest->chunks->len >= N_SMALL_CHUNKS);

  self->next = rest->last->words;
  g_ptr_array_add (rest->chunks, rest->last);
}

/* The last run includes all words since its start. */
static void
end_run (StrataEventLog *self,
         guint64 n_words)
{
  Rest *rest = self->rest;

  if (rest->runs.n == 0)
    return;

  strata_column_at (&rest->runs, Run, rest->runs.n - 1).n_words = n_words - rest->n_words_in_runs;
  rest->n_words_in_runs = n_words;
}

static void
add_run (StrataEventLog *self)
{
  Rest *rest = self->rest;

  end_run (self, rest->n_words_before + get_n_last_words (self));
  rest->begins_run = FALSE;
  *(Run *) strata_column_push (&rest->runs, sizeof (Run)) = (Run){
    .chunk = rest->chunks->len - 1,
    .word = get_n_last_words (self),
    .input = rest->input,
  };
}

/**
 * strata_event_log_begin_input:
 * @self: the log
 * @input: index of a file
 *
 * Begins another file. Tokens with equal times stay in the order of their files.
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
 * @time_ns: time of the next token
 * @n_words: size of the next token
 *
 * The slow path of adding a token: makes room, begins a run or writes a base.
 */
void
strata_event_log_make_room (StrataEventLog *self,
                            gint64 time_ns,
                            guint32 n_words)
{
  Rest *rest = self->rest;

  if (rest->last == NULL || rest->last->n_most_words - get_n_last_words (self) < STRATA_EVENT_TOKEN_WORDS + n_words)
    add_chunk (self);

  self->end = rest->last->words + rest->last->n_most_words;
  if (time_ns < self->last_ns || rest->begins_run)
    add_run (self);

  self->base_ns = time_ns;
  self->next[0] = strata_event_token_pack (STRATA_EVENT_TOKEN_BASE, 0, 0);
  memcpy (self->next + 1, &time_ns, sizeof time_ns);
  self->next += STRATA_EVENT_TOKEN_WORDS;
}

/* Adds a word unless it is 0. Returns the place for the next one. */
static inline guint32 *
put_part (guint32 *at,
          guint32 word,
          guint32 part,
          guint32 *parts)
{
  if (word == 0)
    return at;

  *parts |= part;
  *at = word;
  return at + 1;
}

/* Appends a token of a kind after EXIT. */
static void
push_wide (StrataEventLog *self,
           const StrataEventToken *token)
{
  const guint32 low = (guint32) token->value;
  const guint32 high = (guint32) ((guint64) token->value >> 32);
  const gboolean has_name = token->name >> STRATA_EVENT_TOKEN_NAME_BITS != 0;
  const guint32 n_words = STRATA_EVENT_TOKEN_WORDS + has_name + (low != 0) + (high != 0) + (token->process != 0) + (token->extra != 0);
  guint32 *words = strata_event_log_add (self, token->time_ns, n_words);
  guint32 *at = words + STRATA_EVENT_TOKEN_WORDS;
  guint32 parts = has_name ? 0 : token->name;

  at = put_part (at, has_name ? token->name : 0, STRATA_EVENT_TOKEN_HAS_NAME, &parts);
  at = put_part (at, low, STRATA_EVENT_TOKEN_HAS_LOW, &parts);
  at = put_part (at, high, STRATA_EVENT_TOKEN_HAS_HIGH, &parts);
  at = put_part (at, token->process, STRATA_EVENT_TOKEN_HAS_PROCESS, &parts);
  put_part (at, token->extra, STRATA_EVENT_TOKEN_HAS_EXTRA, &parts);

  words[0] = strata_event_token_pack (token->kind, token->flags, token->thread);
  words[2] = parts;
}

/**
 * strata_event_log_push:
 * @self: the log
 * @token: the token to append
 *
 * Appends a token.
 */
void
strata_event_log_push (StrataEventLog *self,
                       const StrataEventToken *token)
{
  if (token->kind > STRATA_EVENT_TOKEN_EXIT)
    {
      push_wide (self, token);
      return;
    }

  guint32 *words = strata_event_log_add (self, token->time_ns, STRATA_EVENT_TOKEN_WORDS);

  words[0] = strata_event_token_pack (token->kind, token->flags, token->thread);
  words[2] = token->name;
}

/**
 * strata_event_log_get_last_name:
 * @self: a log that is not empty
 *
 * Returns: the name of the latest token
 */
guint32
strata_event_log_get_last_name (const StrataEventLog *self)
{
  StrataEventToken token;

  strata_event_token_unpack (self->last, &token);
  return token.name;
}

/**
 * strata_event_log_rename_last:
 * @self: a log that is not empty
 * @name: string id
 *
 * Gives the latest token another name.
 */
void
strata_event_log_rename_last (StrataEventLog *self,
                              guint32 name)
{
  StrataEventToken token = { .time_ns = self->last_ns };

  strata_event_token_unpack (self->last, &token);
  token.name = name;
  self->next = self->last;
  strata_event_log_push (self, &token);
}

/**
 * strata_event_log_take_back:
 * @words: a token of a kind after EXIT, which was once the latest
 * @token: (out caller-allocates): the token, except for its time
 *
 * Turns a token into one that does nothing. Reading must not have begun.
 */
void
strata_event_log_take_back (guint32 *words,
                            StrataEventToken *token)
{
  strata_event_token_unpack (words, token);
  words[0] = strata_event_token_pack (STRATA_EVENT_TOKEN_NOTHING, 0, STRATA_NONE);
}

static inline const guint32 *
peek_run (const Rest *rest,
          const Run *run)
{
  return &get_chunk (rest, run->chunk)->words[run->word];
}

/* The time of the next token of a run. */
static inline gint64
peek_time (const guint32 *at,
           gint64 base_ns)
{
  const guint32 *words = strata_event_token_see_base (at, &base_ns);

  return strata_event_token_get_time (words, base_ns);
}

static inline gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const Node *a = first;
  const Node *b = second;

  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->run < b->run);
}

static void
sift_down (Rest *rest,
           gsize i)
{
  Node *nodes = rest->heap.data;
  const Node node = nodes[i];

  strata_heap_sink (nodes, rest->heap.n, sizeof node, i, &node, is_before);
}

static void
start_reading (StrataEventLog *self)
{
  Rest *rest = self->rest;

  rest->is_reading = TRUE;
  end_chunk (self);
  end_run (self, rest->n_words_before);

  for (guint32 i = 0; i < rest->runs.n; i++)
    {
      Run *run = &strata_column_at (&rest->runs, Run, i);

      *(Node *) strata_column_push (&rest->heap, sizeof (Node)) = (Node){ peek_time (peek_run (rest, run), run->base_ns), i };
    }

  for (gsize i = rest->heap.n / 2; i-- > 0;)
    sift_down (rest, i);
}

/* Frees a chunk once all runs have read their part of it. */
static void
free_read_chunk (Rest *rest)
{
  Chunk *chunk = rest->read_chunk < rest->chunks->len ? get_chunk (rest, rest->read_chunk) : NULL;

  if (chunk != NULL && chunk->n_unread_words == 0)
    g_clear_pointer (&g_ptr_array_index (rest->chunks, rest->read_chunk), free);
}

/* Extends the span of the first run until another run comes first. */
static void
find_span_end (const Rest *rest,
               StrataEventSpan *rest_of_run)
{
  const Node *nodes = rest->heap.data;
  const Node *second = rest->heap.n > 2 && is_before (&nodes[2], &nodes[1]) ? &nodes[2] : &nodes[1];
  Node node = nodes[0];
  StrataEventToken token;

  if (rest->heap.n > 1)
    for (strata_event_span_next (rest_of_run, &token); rest_of_run->at < rest_of_run->end; strata_event_span_next (rest_of_run, &token))
      {
        node.time_ns = peek_time (rest_of_run->at, rest_of_run->base_ns);
        if (!is_before (&node, second))
          return;
      }

  rest_of_run->at = rest_of_run->end;
}

/* Advances the first run past the tokens that were handed out. */
static void
step (Rest *rest,
      guint32 n_words,
      gint64 base_ns)
{
  Node *top = rest->heap.data;
  Run *run = &strata_column_at (&rest->runs, Run, top->run);
  Chunk *chunk = get_chunk (rest, run->chunk);

  rest->read_chunk = run->chunk;
  chunk->n_unread_words -= n_words;
  run->n_words -= n_words;
  run->word += n_words;
  run->base_ns = base_ns;
  if (run->word == chunk->n_words)
    {
      run->chunk++;
      run->word = 0;
    }

  if (run->n_words > 0)
    top->time_ns = peek_time (peek_run (rest, run), run->base_ns);
  else
    *top = ((Node *) rest->heap.data)[--rest->heap.n];

  if (rest->heap.n > 1)
    sift_down (rest, 0);
}

/**
 * strata_event_log_pop:
 * @self: a log to which nothing will be added any more
 * @span: (out caller-allocates): the next tokens by time, then by place in the file; valid until the next call
 *
 * Takes the next tokens out of the log and frees memory that is no longer needed.
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
  const guint64 n_most_words = get_chunk (rest, run->chunk)->n_words - run->word;

  *span = (StrataEventSpan){ .at = peek_run (rest, run), .base_ns = run->base_ns, .input = run->input };
  span->end = span->at + MIN (run->n_words, n_most_words);

  StrataEventSpan behind = *span;

  find_span_end (rest, &behind);
  span->end = behind.at;
  step (rest, (guint32) (span->end - span->at), behind.base_ns);
  return TRUE;
}
