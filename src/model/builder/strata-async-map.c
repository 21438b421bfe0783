/* strata-async-map.c - maps keys of asynchronous slices to numbers
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-async-map.h"

/* An open hash with linear probing, at most half full. Asynchronous slices come and go, so a
 * removed key closes its gap, and a new one needs no allocation. */
#define LEAST_SLOTS 64

static inline guint64
mix (guint64 hash,
     guint64 word)
{
  hash = (hash ^ word) * 0xc4ceb9fe1a85ec53u;
  return hash ^ hash >> 29;
}

/* Field by field, since keys have just been written that way: loads wider than the stores would
 * stall the CPU. */
static inline guint32
hash_key (const StrataAsyncKey *key)
{
  return (guint32) (mix (mix (mix (0, (guint64) key->cookie), (guint64) key->name << 32 | key->process), (guint64) key->is_apart << 32 | key->kind) >> 16);
}

static inline gboolean
is_equal (const StrataAsyncKey *a,
          const StrataAsyncKey *b)
{
  return a->cookie == b->cookie && a->process == b->process && a->name == b->name && a->kind == b->kind && a->is_apart == b->is_apart;
}

/* The slot of a key, or the free slot for it. */
static guint32
find_slot (const StrataAsyncMap *self,
           const StrataAsyncKey *key,
           guint32 hash)
{
  const guint32 mask = self->n_slots - 1;
  guint32 slot = hash & mask;

  while (self->slots[slot].value != 0 && (self->slots[slot].hash != hash || !is_equal (&self->slots[slot].key, key)))
    slot = (slot + 1) & mask;

  return slot;
}

static void
grow (StrataAsyncMap *self)
{
  g_autofree StrataAsyncSlot *old = self->slots;
  const guint32 n_old = self->n_slots;

  self->n_slots = MAX (2 * n_old, LEAST_SLOTS);
  self->slots = g_new0 (StrataAsyncSlot, self->n_slots);
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].value != 0)
      self->slots[find_slot (self, &old[i].key, old[i].hash)] = old[i];
}

/**
 * strata_async_map_clear:
 * @self: the map
 *
 * Removes all keys.
 */
void
strata_async_map_clear (StrataAsyncMap *self)
{
  g_free (self->slots);
  *self = (StrataAsyncMap){ 0 };
}

/* Returns its number, or 0 if there is none. */
guint32
strata_async_map_get (const StrataAsyncMap *self,
                      const StrataAsyncKey *key)
{
  return self->n_keys > 0 ? self->slots[find_slot (self, key, hash_key (key))].value : 0;
}

/**
 * strata_async_map_set:
 * @self: the map
 * @key: a key
 * @value: its number, above 0
 *
 * Sets the number of a key.
 */
void
strata_async_map_set (StrataAsyncMap *self,
                      const StrataAsyncKey *key,
                      guint32 value)
{
  const guint32 hash = hash_key (key);

  if (2 * (self->n_keys + 1) > self->n_slots)
    grow (self);

  StrataAsyncSlot *slot = &self->slots[find_slot (self, key, hash)];

  self->n_keys += slot->value == 0;
  *slot = (StrataAsyncSlot){ *key, hash, value };
}

/* Moves entries after a gap that belong into it, and then closes the gap that they leave. */
static void
close_gap (StrataAsyncMap *self,
           guint32 gap)
{
  const guint32 mask = self->n_slots - 1;

  for (guint32 slot = (gap + 1) & mask; self->slots[slot].value != 0; slot = (slot + 1) & mask)
    {
      const guint32 home = self->slots[slot].hash & mask;

      if (((slot - home) & mask) >= ((slot - gap) & mask))
        {
          self->slots[gap] = self->slots[slot];
          gap = slot;
        }
    }

  self->slots[gap].value = 0;
}

/**
 * strata_async_map_remove:
 * @self: the map
 * @key: a key
 *
 * Removes a key, if it exists.
 */
void
strata_async_map_remove (StrataAsyncMap *self,
                         const StrataAsyncKey *key)
{
  if (self->n_keys == 0)
    return;

  const guint32 slot = find_slot (self, key, hash_key (key));

  if (self->slots[slot].value == 0)
    return;

  self->n_keys--;
  close_gap (self, slot);
}
