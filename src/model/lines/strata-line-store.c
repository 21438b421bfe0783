/* strata-line-store.c - the lines of a text, compressed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-line-store.h"

#include <string.h>

#include <zstd.h>

#include "strata-bisect.h"
#include "strata-line-packer.h"

/* A text is split at line ends into blocks of this size, which are compressed while it is read.
 * Only the index of a block is kept besides, so that a trace stores nothing per slice: its line is
 * searched for among the few blocks that contain its time. Each line ends with one '\n', whatever
 * ended it in the file.
 *
 * After strata_line_store_finish() only the cache of decompressed blocks changes, which has a lock,
 * so any thread may read. */
#define BLOCK_BYTES (256 * 1024)
#define N_CACHED 8

struct _StrataLineText
{
  char *text; /* owned */
  guint32 n_lines;
  guint32 *begin; /* owned: of each line; one more than there are lines */
};

typedef struct
{
  StrataLineText *text; /* owned; NULL if the place is free */
  guint block;
  guint64 used; /* when it was last used */
} Cached;

struct _StrataLineStore
{
  char *name;     /* owned */
  GArray *blocks; /* (element-type StrataPackedBlock) owned */
  gint64 offset_ns;
  StrataDrift drift;
  guint32 device;
  guint32 n_lines;

  /* while writing */
  StrataLinePacker *packer; /* owned */
  StrataLineBlock open;
  char *text; /* owned: of the open block */
  gsize n_room_bytes;

  /* while reading */
  GMutex mutex;
  Cached cache[N_CACHED];
  guint64 n_used;
};

static void
clear_packed (gpointer data)
{
  StrataPackedBlock *self = data;

  g_free (self->data);
}

/**
 * strata_line_store_new:
 * @name: the file's name
 *
 * Returns: (transfer full): an empty store
 */
StrataLineStore *
strata_line_store_new (const char *name)
{
  StrataLineStore *self = g_new0 (StrataLineStore, 1);

  self->name = g_strdup (name);
  self->blocks = g_array_new (FALSE, FALSE, sizeof (StrataPackedBlock));
  g_array_set_clear_func (self->blocks, clear_packed);
  g_mutex_init (&self->mutex);

  return self;
}

void
strata_line_store_free (StrataLineStore *self)
{
  if (self == NULL)
    return;

  strata_line_packer_free (self->packer);
  for (guint i = 0; i < N_CACHED; i++)
    g_clear_pointer (&self->cache[i].text, strata_line_text_unref);

  g_array_unref (self->blocks);
  g_mutex_clear (&self->mutex);
  g_free (self->text);
  g_free (self->name);
  g_free (self);
}

static void
close_block (StrataLineStore *self)
{
  if (self->open.n_lines == 0)
    return;

  if (self->packer == NULL)
    self->packer = strata_line_packer_new (self->blocks);

  self->text = strata_line_packer_push (self->packer, &self->open, self->text, &self->n_room_bytes);
  self->open = (StrataLineBlock){ 0 };
}

static void
open_block (StrataLineStore *self,
            guint64 line,
            gsize n_bytes)
{
  const gsize n_wanted_bytes = MAX (BLOCK_BYTES, n_bytes);

  if (self->n_room_bytes < n_wanted_bytes)
    {
      g_free (self->text);
      self->text = g_malloc (n_wanted_bytes);
      self->n_room_bytes = n_wanted_bytes;
    }

  self->open = (StrataLineBlock){
    .first_line = line,
    .first_row = self->n_lines,
    .min_ns = STRATA_NO_TIME,
    .max_ns = STRATA_NO_TIME,
  };
}

static void
see_time (StrataLineBlock *block,
          gint64 time_ns)
{
  if (time_ns == STRATA_NO_TIME)
    return;

  block->min_ns = block->min_ns == STRATA_NO_TIME ? time_ns : MIN (block->min_ns, time_ns);
  block->max_ns = block->max_ns == STRATA_NO_TIME ? time_ns : MAX (block->max_ns, time_ns);
}

/**
 * strata_line_store_append:
 * @self: a store that is being written
 * @line: number of the line in its file
 * @text: (array length=n_bytes): the line, without its '\n'
 * @n_bytes: its length
 * @time_ns: its time in the clock of the file, or %STRATA_NO_TIME
 *
 * Adds a line. Numbers ascend, possibly with gaps. At most 2^32 - 2 lines are kept, and at most
 * %STRATA_LINE_STORE_MAX_LINE_BYTES of each.
 */
void
strata_line_store_append (StrataLineStore *self,
                          guint64 line,
                          const char *text,
                          gsize n_bytes,
                          gint64 time_ns)
{
  const gsize n_kept_bytes = MIN (n_bytes, STRATA_LINE_STORE_MAX_LINE_BYTES);

  if (G_UNLIKELY (self->n_lines >= G_MAXUINT32 - 1))
    return;

  if (self->open.n_bytes + n_kept_bytes + 1 > BLOCK_BYTES || line != self->open.first_line + self->open.n_lines)
    close_block (self);
  if (self->open.n_lines == 0)
    open_block (self, line, n_kept_bytes + 1);

  memcpy (self->text + self->open.n_bytes, text, n_kept_bytes);
  self->text[self->open.n_bytes + n_kept_bytes] = '\n';
  self->open.n_bytes += (guint32) n_kept_bytes + 1;
  self->open.n_lines++;
  self->n_lines++;
  see_time (&self->open, time_ns);
}

/**
 * strata_line_store_append_empty:
 * @self: a store that is being written
 * @line: number of the first of them in its file
 * @n_lines: how many
 *
 * Adds empty lines, like @n_lines calls of [method@Strata.LineStore.append].
 */
void
strata_line_store_append_empty (StrataLineStore *self,
                                guint64 line,
                                guint64 n_lines)
{
  while (n_lines > 0 && self->n_lines < G_MAXUINT32 - 1)
    {
      strata_line_store_append (self, line, "", 0, STRATA_NO_TIME);

      const guint64 n_room = MIN (BLOCK_BYTES - MIN (self->open.n_bytes, BLOCK_BYTES), G_MAXUINT32 - 1 - self->n_lines);
      const guint32 n_more = (guint32) MIN (n_lines - 1, n_room);

      memset (self->text + self->open.n_bytes, '\n', n_more);
      self->open.n_bytes += n_more;
      self->open.n_lines += n_more;
      self->n_lines += n_more;
      line += n_more + 1;
      n_lines -= n_more + 1;
    }
}

/**
 * strata_line_store_set_clock:
 * @self: a store that is being written
 * @offset_ns: the offset added to its times to get those of the trace
 * @drift: the drift of its clock
 *
 * Reports how the clock of the file relates to that of the trace.
 */
void
strata_line_store_set_clock (StrataLineStore *self,
                             gint64 offset_ns,
                             const StrataDrift *drift)
{
  self->offset_ns = offset_ns;
  self->drift = *drift;
}

/**
 * strata_line_store_set_device:
 * @self: a store that is being written
 * @device: number of the file's device
 *
 * Sets the device of the threads and CPUs in the lines; the default is device 0.
 */
void
strata_line_store_set_device (StrataLineStore *self,
                              guint32 device)
{
  self->device = device;
}

/**
 * strata_line_store_finish:
 * @self: the store
 *
 * Waits until all lines are compressed; no more may be added afterwards.
 */
void
strata_line_store_finish (StrataLineStore *self)
{
  close_block (self);
  g_clear_pointer (&self->packer, strata_line_packer_free);
  g_clear_pointer (&self->text, g_free);
  self->n_room_bytes = 0;
}

const char *
strata_line_store_get_name (const StrataLineStore *self)
{
  return self->name;
}

/* Returns the time in the trace. */
gint64
strata_line_store_place_time (const StrataLineStore *self,
                              gint64 own_time_ns)
{
  return strata_time_add (strata_time_add (own_time_ns, self->offset_ns), strata_drift_get_ns (&self->drift, own_time_ns));
}

guint32
strata_line_store_get_device (const StrataLineStore *self)
{
  return self->device;
}

/* Returns how many lines it has; its rows are numbered below this. */
guint32
strata_line_store_get_n_lines (const StrataLineStore *self)
{
  return self->n_lines;
}

guint
strata_line_store_get_n_blocks (const StrataLineStore *self)
{
  return self->blocks->len;
}

/* Returns its index entry. */
const StrataLineBlock *
strata_line_store_get_block (const StrataLineStore *self,
                             guint block)
{
  return &g_array_index (self->blocks, StrataPackedBlock, block).block;
}

/**
 * strata_line_store_find_block:
 * @self: the store
 * @row: a row of it
 *
 * Returns: index of the block that holds the row
 */
guint
strata_line_store_find_block (const StrataLineStore *self,
                              guint32 row)
{
  guint begin = 0;
  guint end = self->blocks->len;

  STRATA_BISECT_LAST (begin, end, i, strata_line_store_get_block (self, i)->first_row <= row);

  return begin;
}

/**
 * strata_line_store_find_row:
 * @self: the store
 * @line: number of a line in the file
 *
 * Returns: its row, or %STRATA_NONE if it is not kept
 */
guint32
strata_line_store_find_row (const StrataLineStore *self,
                            guint64 line)
{
  guint begin = 0;
  guint end = self->blocks->len;

  while (begin < end)
    {
      const guint middle = begin + (end - begin) / 2;
      const StrataLineBlock *block = strata_line_store_get_block (self, middle);

      if (line >= block->first_line && line - block->first_line < block->n_lines)
        return block->first_row + (guint32) (line - block->first_line);
      if (line < block->first_line)
        end = middle;
      else
        begin = middle + 1;
    }

  return STRATA_NONE;
}

/**
 * strata_line_store_get_n_bytes:
 * @self: the store
 *
 * Returns: how much memory it takes without its cache
 */
gsize
strata_line_store_get_n_bytes (const StrataLineStore *self)
{
  gsize n_bytes = self->blocks->len * sizeof (StrataPackedBlock);

  for (guint i = 0; i < self->blocks->len; i++)
    n_bytes += g_array_index (self->blocks, StrataPackedBlock, i).n_packed_bytes;

  return n_bytes;
}

static void
line_text_clear (gpointer data)
{
  StrataLineText *self = data;

  g_free (self->text);
  g_free (self->begin);
}

void
strata_line_text_unref (StrataLineText *self)
{
  g_atomic_rc_box_release_full (self, line_text_clear);
}

static StrataLineText *
unpack (const StrataPackedBlock *packed)
{
  const StrataLineBlock *block = &packed->block;
  StrataLineText *self = g_atomic_rc_box_new0 (StrataLineText);
  guint32 begin = 0;

  self->text = g_malloc (block->n_bytes);
  self->n_lines = block->n_lines;
  self->begin = g_new (guint32, block->n_lines + 1);

  if (packed->n_packed_bytes == block->n_bytes)
    memcpy (self->text, packed->data, block->n_bytes);
  else
    {
      const gsize n = ZSTD_decompress (self->text, block->n_bytes, packed->data, packed->n_packed_bytes);

      g_assert (n == block->n_bytes); /* the data is our own */
    }

  for (guint32 i = 0; i <= block->n_lines; i++)
    {
      self->begin[i] = begin;
      if (i < block->n_lines)
        begin = (guint32) ((const char *) memchr (self->text + begin, '\n', block->n_bytes - begin) + 1 - self->text);
    }

  return self;
}

/* The place of a block in the cache, or else the least recently used one. */
static Cached *
find_cached (StrataLineStore *self,
             guint block)
{
  Cached *oldest = &self->cache[0];

  for (guint i = 0; i < N_CACHED; i++)
    {
      Cached *cached = &self->cache[i];

      if (cached->text != NULL && cached->block == block)
        return cached;
      if (cached->used < oldest->used)
        oldest = cached;
    }

  return oldest;
}

static StrataLineText *
lookup_cached (StrataLineStore *self,
               guint block)
{
  StrataLineText *text = NULL;

  g_mutex_lock (&self->mutex);

  Cached *cached = find_cached (self, block);

  if (cached->text != NULL && cached->block == block)
    {
      cached->used = ++self->n_used;
      text = g_atomic_rc_box_acquire (cached->text);
    }

  g_mutex_unlock (&self->mutex);
  return text;
}

static void
insert_cached (StrataLineStore *self,
               guint block,
               StrataLineText *text)
{
  g_mutex_lock (&self->mutex);

  Cached *cached = find_cached (self, block);

  g_clear_pointer (&cached->text, strata_line_text_unref);
  *cached = (Cached){ g_atomic_rc_box_acquire (text), block, ++self->n_used };
  g_mutex_unlock (&self->mutex);
}

/**
 * strata_line_store_get_text:
 * @self: a store that is finished
 * @block: index of a block
 *
 * Decompresses a block, or finds it in the cache. Any thread may call it.
 *
 * Returns: (transfer full): its lines
 */
StrataLineText *
strata_line_store_get_text (StrataLineStore *self,
                            guint block)
{
  StrataLineText *text = lookup_cached (self, block);

  if (text == NULL)
    {
      text = unpack (&g_array_index (self->blocks, StrataPackedBlock, block));
      insert_cached (self, block, text);
    }

  return text;
}

/**
 * strata_line_text_get:
 * @self: decompressed lines
 * @index: which one, from 0
 * @n_bytes: (out): its length
 *
 * Returns: (transfer none) (array length=n_bytes): a line without its end; it may contain NUL and any other byte
 */
const char *
strata_line_text_get (const StrataLineText *self,
                      guint32 index,
                      gsize *n_bytes)
{
  *n_bytes = self->begin[index + 1] - self->begin[index] - 1;

  return self->text + self->begin[index];
}

/**
 * strata_line_text_get_all:
 * @self: decompressed lines
 * @n_bytes: (out): their length
 *
 * Returns: (transfer none) (array length=n_bytes): all lines, each with its end
 */
const char *
strata_line_text_get_all (const StrataLineText *self,
                          gsize *n_bytes)
{
  *n_bytes = self->begin[self->n_lines];

  return self->text;
}
