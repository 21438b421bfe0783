/* strata-line-packer.c - compresses blocks of text in another thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-line-packer.h"

#include <zstd.h>

/* A queue of few blocks between the reader of a text and one thread, so that
 * memory stays bounded however slow that thread is, and blocks come out in
 * order. Buffers are reused: each is so large that the system would take it
 * back at once, and it would have to be allocated again for the next block. */
#define N_MOST_QUEUED 4

/* The fastest of the usual levels is 1; this one compresses and decompresses even faster, for a
 * sixth more bytes. */
#define LEVEL (-1)

typedef struct
{
  StrataLineBlock block;
  char *text; /* owned */
  gsize n_room_bytes;
} Pending;

struct _StrataLinePacker
{
  GArray *blocks;  /* (element-type StrataPackedBlock) borrowed: only the thread touches it */
  GThread *thread; /* owned; NULL if it could not be created */
  ZSTD_CCtx *context;
  guint8 *scratch; /* owned */
  gsize n_scratch_bytes;

  GMutex mutex;
  GCond changed;
  Pending queue[N_MOST_QUEUED]; /* a ring, from first */
  guint first;
  guint n_queued;
  gboolean is_closed;
  Pending spare; /* a buffer that can be reused */
};

static void
pack (StrataLinePacker *self,
      const Pending *pending)
{
  const gsize n_bound_bytes = ZSTD_compressBound (pending->block.n_bytes);
  StrataPackedBlock packed = { .block = pending->block };

  if (self->n_scratch_bytes < n_bound_bytes)
    {
      g_free (self->scratch);
      self->scratch = g_malloc (n_bound_bytes);
      self->n_scratch_bytes = n_bound_bytes;
    }

  const gsize n = ZSTD_compressCCtx (self->context, self->scratch, self->n_scratch_bytes, pending->text, pending->block.n_bytes, LEVEL);
  const gboolean is_packed = !ZSTD_isError (n) && n < pending->block.n_bytes;

  packed.n_packed_bytes = is_packed ? (guint32) n : pending->block.n_bytes;
  packed.data = g_memdup2 (is_packed ? (const char *) self->scratch : pending->text, packed.n_packed_bytes);
  g_array_append_val (self->blocks, packed);
}

static gboolean
take_pending (StrataLinePacker *self,
              Pending *pending)
{
  g_mutex_lock (&self->mutex);
  while (self->n_queued == 0 && !self->is_closed)
    g_cond_wait (&self->changed, &self->mutex);

  const gboolean has_any = self->n_queued > 0;

  if (has_any)
    *pending = self->queue[self->first];

  g_mutex_unlock (&self->mutex);
  return has_any;
}

/* The place in the queue is released after the work, so that the queue
 * limits the number of blocks in memory. */
static void
give_back (StrataLinePacker *self,
           const Pending *pending)
{
  g_mutex_lock (&self->mutex);
  self->first = (self->first + 1) % N_MOST_QUEUED;
  self->n_queued--;
  g_free (self->spare.text);
  self->spare = *pending;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static gpointer
run (gpointer data)
{
  StrataLinePacker *self = data;
  Pending pending;

  while (take_pending (self, &pending))
    {
      pack (self, &pending);
      give_back (self, &pending);
    }

  return NULL;
}

/**
 * strata_line_packer_new:
 * @blocks: (element-type StrataPackedBlock): where to append them; must not be read before @self is freed
 *
 * Starts the thread.
 *
 * Returns: (transfer full): the packer
 */
StrataLinePacker *
strata_line_packer_new (GArray *blocks)
{
  StrataLinePacker *self = g_new0 (StrataLinePacker, 1);

  self->blocks = blocks;
  self->context = ZSTD_createCCtx ();
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->thread = g_thread_try_new ("strata-lines", run, self, NULL);

  return self;
}

static char *
take_spare (StrataLinePacker *self,
            gsize *n_room_bytes)
{
  *n_room_bytes = self->spare.n_room_bytes;
  self->spare.n_room_bytes = 0;

  return g_steal_pointer (&self->spare.text);
}

/**
 * strata_line_packer_push:
 * @self: the packer
 * @block: the index entry of @text
 * @text: (transfer full): its bytes
 * @n_room_bytes: (inout): size of the buffer of @text, then of the one returned
 *
 * Queues a block for compression; waits while the queue is full.
 *
 * Returns: (transfer full) (nullable): a buffer for the next block
 */
char *
strata_line_packer_push (StrataLinePacker *self,
                         const StrataLineBlock *block,
                         char *text,
                         gsize *n_room_bytes)
{
  const Pending pending = { *block, text, *n_room_bytes };

  if (self->thread == NULL)
    {
      pack (self, &pending);
      return text;
    }

  g_mutex_lock (&self->mutex);
  while (self->n_queued == N_MOST_QUEUED)
    g_cond_wait (&self->changed, &self->mutex);

  self->queue[(self->first + self->n_queued) % N_MOST_QUEUED] = pending;
  self->n_queued++;

  char *spare = take_spare (self, n_room_bytes);

  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);

  return spare;
}

/**
 * strata_line_packer_free:
 * @self: (nullable): the packer
 *
 * Waits until all blocks are compressed.
 */
void
strata_line_packer_free (StrataLinePacker *self)
{
  if (self == NULL)
    return;

  g_mutex_lock (&self->mutex);
  self->is_closed = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->thread, g_thread_join);

  ZSTD_freeCCtx (self->context);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->changed);
  g_free (self->spare.text);
  g_free (self->scratch);
  g_free (self);
}
