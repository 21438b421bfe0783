/* strata-perfetto-words.h - what the numbers of one writer mean
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-slots.h"

G_BEGIN_DECLS

/* A text, or a message of more parts. */
typedef struct
{
  guint64 key;    /* the list that it is in, and its id there */
  GBytes *bytes;  /* owned: the message; NULL for a text */
  guint32 string; /* string id of the text */
} StrataPerfettoWord;

/* All lists of a writer. Words are added, and found for every event. */
typedef struct
{
  StrataSlots slots;
  StrataColumn rows; /* StrataPerfettoWord */
  guint n_refs;
} StrataPerfettoWords;

StrataPerfettoWords *strata_perfetto_words_new (void);
StrataPerfettoWords *strata_perfetto_words_ref (StrataPerfettoWords *self);
void strata_perfetto_words_unref (StrataPerfettoWords *self);
void strata_perfetto_words_add (StrataPerfettoWords *self, const StrataPerfettoWord *word);

/* The lists differ in the lowest bits of keys, large ids in the highest. */
static inline guint32
strata_perfetto_words_hash (guint64 key)
{
  return (guint32) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);
}

/* Returns the slot of a key, or the free one that it would take. */
static inline StrataSlot *
strata_perfetto_words_seek (const StrataPerfettoWords *self,
                            guint64 key)
{
  const guint32 hash = strata_perfetto_words_hash (key);
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && !(slot->hash == hash && strata_column_at (&self->rows, StrataPerfettoWord, slot->row - 1).key == key))
    slot = strata_slots_next (&self->slots, slot);

  return slot;
}

/* Returns the word of a key, or NULL; it is valid until the next one is added. */
static inline const StrataPerfettoWord *
strata_perfetto_words_find (const StrataPerfettoWords *self,
                            guint64 key)
{
  const StrataSlot *slot = strata_perfetto_words_seek (self, key);

  return slot->row != 0 ? &strata_column_at (&self->rows, StrataPerfettoWord, slot->row - 1) : NULL;
}

G_END_DECLS
