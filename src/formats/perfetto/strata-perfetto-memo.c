/* strata-perfetto-memo.c - a cache of markers and threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-memo.h"

#include <string.h>

#include "strata-word.h"

/* A trace consists of a few hundred markers, repeated again and again. The sink's result for the
 * bytes of a marker is kept in their slot until other bytes replace it; markers longer than a
 * slot are parsed each time. */
#define N_SLOTS 2048
#define N_WRITERS 1024
#define MAX_PAYLOAD_BYTES 80

typedef struct
{
  guint32 n_bytes;
  StrataEventRecipe recipe;
  char bytes[MAX_PAYLOAD_BYTES];
} Slot;

typedef struct
{
  guint32 tid;
  StrataEventWriter writer;
} Writer;

struct _StrataPerfettoMemo
{
  Slot slots[N_SLOTS];
  Writer writers[N_WRITERS];
  GHashTable *tids; /* owned: of all writers */
};

/**
 * strata_perfetto_memo_new:
 *
 * Returns: (transfer full): an empty memo
 */
StrataPerfettoMemo *
strata_perfetto_memo_new (void)
{
  StrataPerfettoMemo *self = g_new0 (StrataPerfettoMemo, 1);

  self->tids = g_hash_table_new (NULL, NULL);
  return self;
}

void
strata_perfetto_memo_free (StrataPerfettoMemo *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->tids);
  g_free (self);
}

/**
 * strata_perfetto_memo_find_recipe:
 * @self: the memo
 * @payload: a marker
 *
 * Returns: (nullable) (transfer none): the sink's result for these bytes, or an empty slot for it; %NULL if they are
 *   too long
 */
StrataEventRecipe *
strata_perfetto_memo_find_recipe (StrataPerfettoMemo *self,
                                  StrataText payload)
{
  if (payload.n_bytes > MAX_PAYLOAD_BYTES)
    return NULL;

  Slot *slot = &self->slots[strata_word_hash (payload.text, payload.n_bytes) % N_SLOTS];

  if (G_LIKELY (slot->n_bytes == payload.n_bytes && strata_word_equal (slot->bytes, payload.text, payload.n_bytes)))
    return &slot->recipe;

  slot->n_bytes = (guint32) payload.n_bytes;
  memcpy (slot->bytes, payload.text, payload.n_bytes);
  slot->recipe = (StrataEventRecipe){ 0 };
  return &slot->recipe;
}

/**
 * strata_perfetto_memo_find_writer:
 * @self: the memo
 * @tid: a thread
 *
 * Returns: (transfer none): the sink's result for events of the thread without a name, or an empty slot for it
 */
StrataEventWriter *
strata_perfetto_memo_find_writer (StrataPerfettoMemo *self,
                                  guint32 tid)
{
  Writer *writer = &self->writers[tid % N_WRITERS];

  if (G_UNLIKELY (writer->tid != tid || writer->writer.comm == NULL))
    {
      *writer = (Writer){ tid, { STRATA_NONE, NULL } };
      g_hash_table_add (self->tids, GUINT_TO_POINTER (tid));
    }

  return &writer->writer;
}

gboolean
strata_perfetto_memo_has_writer (const StrataPerfettoMemo *self,
                                 guint32 tid)
{
  return g_hash_table_contains (self->tids, GUINT_TO_POINTER (tid));
}
