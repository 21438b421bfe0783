/* strata-perfetto-words.c - what the numbers of one writer mean
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-words.h"

/* A file may have very many writers with few words each. Three quarters of the slots can be taken. */
#define FIRST_SLOTS 16
#define FIRST_ROWS 12

StrataPerfettoWords *
strata_perfetto_words_new (void)
{
  StrataPerfettoWords *self = g_new0 (StrataPerfettoWords, 1);

  strata_slots_init (&self->slots, FIRST_SLOTS);
  strata_column_reserve (&self->rows, sizeof (StrataPerfettoWord), FIRST_ROWS);
  self->n_refs = 1;
  return self;
}

StrataPerfettoWords *
strata_perfetto_words_ref (StrataPerfettoWords *self)
{
  self->n_refs++;
  return self;
}

void
strata_perfetto_words_unref (StrataPerfettoWords *self)
{
  if (--self->n_refs > 0)
    return;

  for (gsize i = 0; i < self->rows.n; i++)
    g_clear_pointer (&strata_column_at (&self->rows, StrataPerfettoWord, i).bytes, g_bytes_unref);

  strata_column_clear (&self->rows);
  strata_slots_clear (&self->slots);
  g_free (self);
}

/* Adds a word whose key is not there yet. Takes over its message. */
void
strata_perfetto_words_add (StrataPerfettoWords *self,
                           const StrataPerfettoWord *word)
{
  *(StrataPerfettoWord *) strata_column_push (&self->rows, sizeof *word) = *word;
  strata_slots_take (&self->slots, strata_perfetto_words_seek (self, word->key), strata_perfetto_words_hash (word->key), (guint32) self->rows.n);
}
