/* strata-slots.h - a hash table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The number of a row, from 1, or 0 if the slot is free; and the hash of its key, so that a search reads only rows
 * with the wanted hash and growing reads none. */
typedef struct
{
  guint32 row;
  guint32 hash;
} StrataSlot;

/* An open-addressing table with linear probing, at most three quarters full, without removal. The rows and their
 * keys belong to the caller and may move. The caller compares keys, in a loop that ends at a free slot:
 *
 *   StrataSlot *slot = strata_slots_first (&self->slots, hash);
 *
 *   while (slot->row != 0 && !(slot->hash == hash && is_key_of (slot->row, key)))
 *     slot = strata_slots_next (&self->slots, slot);
 *
 * The low bits of a hash have to differ. */
typedef struct
{
  StrataSlot *slots; /* owned */
  gsize n_slots;     /* a power of two */
  gsize n_used;
} StrataSlots;

/* @n_slots is a power of two. */
static inline void
strata_slots_init (StrataSlots *self,
                   gsize n_slots)
{
  *self = (StrataSlots){ g_new0 (StrataSlot, n_slots), n_slots, 0 };
}

static inline void
strata_slots_clear (StrataSlots *self)
{
  g_clear_pointer (&self->slots, g_free);
}

/* Where the search for a hash begins. */
static inline StrataSlot *
strata_slots_first (const StrataSlots *self,
                    guint32 hash)
{
  return &self->slots[hash & (self->n_slots - 1)];
}

static inline StrataSlot *
strata_slots_next (const StrataSlots *self,
                   const StrataSlot *slot)
{
  return &self->slots[(gsize) (slot - self->slots + 1) & (self->n_slots - 1)];
}

/* Takes the free slot at which a search ended. Slots may move. */
void strata_slots_take (StrataSlots *self, StrataSlot *slot, guint32 hash, guint32 row);

G_END_DECLS
