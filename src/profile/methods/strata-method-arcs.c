/* strata-method-arcs.c - calls of one method by another, counted
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-arcs.h"

#define FIRST_BITS 12

/* 2⁶⁴ divided by the golden ratio: its multiples spread over the upper bits. */
#define SPREAD G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64
get_end_bits (StrataMethodEnd end)
{
  return (guint64) end.method << 1 | (guint64) (end.is_recursive != FALSE);
}

static guint32
find_slot (const StrataMethodArcs *self,
           guint64 caller,
           guint64 callee)
{
  const guint32 mask = (1u << self->n_bits) - 1;
  guint32 slot = (guint32) (((caller * SPREAD) ^ callee) * SPREAD >> (64 - self->n_bits));

  for (; self->slots[slot] != 0; slot = (slot + 1) & mask)
    {
      const StrataMethodArc *arc = &strata_column_at (&self->arcs, StrataMethodArc, self->slots[slot] - 1);

      if (get_end_bits (arc->caller) == caller && get_end_bits (arc->callee) == callee)
        break;
    }

  return slot;
}

static void
grow (StrataMethodArcs *self)
{
  g_free (self->slots);
  self->n_bits++;
  self->slots = g_new0 (guint32, (gsize) 1 << self->n_bits);

  for (gsize i = 0; i < self->arcs.n; i++)
    {
      const StrataMethodArc *arc = &strata_column_at (&self->arcs, StrataMethodArc, i);

      self->slots[find_slot (self, get_end_bits (arc->caller), get_end_bits (arc->callee))] = (guint32) i + 1;
    }
}

/**
 * strata_method_arcs_init:
 * @self: the caller's memory
 *
 * Begins without arcs.
 */
void
strata_method_arcs_init (StrataMethodArcs *self)
{
  self->arcs = (StrataColumn) STRATA_COLUMN_INIT;
  self->n_bits = FIRST_BITS;
  self->slots = g_new0 (guint32, (gsize) 1 << self->n_bits);
}

void
strata_method_arcs_clear (StrataMethodArcs *self)
{
  strata_column_clear (&self->arcs);
  g_clear_pointer (&self->slots, g_free);
}

/**
 * strata_method_arcs_add:
 * @self: the arcs
 * @caller: who called
 * @callee: who was called
 * @elapsed_us: inclusive time of the call
 * @seen: a number that shows when it ended; of calls of the same ends, the least is kept
 *
 * Counts a call.
 */
void
strata_method_arcs_add (StrataMethodArcs *self,
                        StrataMethodEnd caller,
                        StrataMethodEnd callee,
                        guint64 elapsed_us,
                        guint64 seen)
{
  guint32 *slot = &self->slots[find_slot (self, get_end_bits (caller), get_end_bits (callee))];
  StrataMethodArc *arc;

  if (G_UNLIKELY (*slot == 0))
    {
      arc = strata_column_push (&self->arcs, sizeof (StrataMethodArc));
      *arc = (StrataMethodArc){ caller, callee, 0, 0, seen };
      *slot = (guint32) self->arcs.n;
      if (2 * self->arcs.n > (gsize) 1 << self->n_bits)
        grow (self);
    }
  else
    {
      arc = &strata_column_at (&self->arcs, StrataMethodArc, *slot - 1);
    }

  arc->n_calls++;
  arc->elapsed_us += elapsed_us;
  arc->seen = MIN (arc->seen, seen);
}
