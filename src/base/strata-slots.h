/* strata-slots.h - a hash table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An open-addressing table with linear probing, at most half full, without removal. The rows and their keys
 * belong to the caller and may move: a slot contains the number of a row, from 1, or 0 if it is free. The
 * caller compares keys, in a loop that ends at a free slot:
 *
 *   guint32 *slot = strata_slots_first (&self->slots, hash);
 *
 *   while (*slot != 0 && !is_key_of (*slot, key))
 *     slot = strata_slots_next (&self->slots, slot);
 *
 * The low bits of a hash have to differ. */
typedef struct
{
  guint32 *slots; /* owned */
  gsize n_slots;  /* a power of two */
} StrataSlots;

/* @n_slots is a power of two. */
static inline void
strata_slots_init (StrataSlots *self,
                   gsize n_slots)
{
  *self = (StrataSlots){ g_new0 (guint32, n_slots), n_slots };
}

static inline void
strata_slots_clear (StrataSlots *self)
{
  g_clear_pointer (&self->slots, g_free);
}

/* Where the search for a hash begins. */
static inline guint32 *
strata_slots_first (const StrataSlots *self,
                    guint32 hash)
{
  return &self->slots[hash & (self->n_slots - 1)];
}

static inline guint32 *
strata_slots_next (const StrataSlots *self,
                   const guint32 *slot)
{
  return &self->slots[(gsize) (slot - self->slots + 1) & (self->n_slots - 1)];
}

/* Grows the table if @n_rows are too many. Returns whether it did: there are then twice as many
 * slots, all free, and the caller has to insert each row again. */
static inline gboolean
strata_slots_grow (StrataSlots *self,
                   gsize n_rows)
{
  if (G_LIKELY (2 * n_rows <= self->n_slots))
    return FALSE;

  g_free (self->slots);
  strata_slots_init (self, 2 * self->n_slots);
  return TRUE;
}

G_END_DECLS
