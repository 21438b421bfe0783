/* strata-slots.c - a hash table of rows
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slots.h"

static void
put_again (StrataSlots *self,
           const StrataSlot *taken)
{
  StrataSlot *slot = strata_slots_first (self, taken->hash);

  while (slot->row != 0)
    slot = strata_slots_next (self, slot);

  *slot = *taken;
}

static void
grow (StrataSlots *self)
{
  g_autofree StrataSlot *old = self->slots;
  const gsize n_old = self->n_slots;

  self->n_slots *= 2;
  self->slots = g_new0 (StrataSlot, self->n_slots);
  for (gsize i = 0; i < n_old; i++)
    if (old[i].row != 0)
      put_again (self, &old[i]);
}

void
strata_slots_take (StrataSlots *self,
                   StrataSlot *slot,
                   guint32 hash,
                   guint32 row)
{
  *slot = (StrataSlot){ row, hash };
  self->n_used++;

  if (G_UNLIKELY (4 * self->n_used > 3 * self->n_slots))
    grow (self);
}
