/* strata-method-arcs.c - counts calls of one method by another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-arcs.h"

#define N_FIRST_SLOTS 4096

/* 2⁶⁴ divided by the golden ratio: its multiples are spread evenly over the upper bits. */
#define SPREAD G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64
get_end_bits (StrataMethodEnd end)
{
  return (guint64) end.method << 1 | (guint64) (end.is_recursive != FALSE);
}

static guint32
hash_ends (guint64 caller,
           guint64 callee)
{
  return (guint32) (((caller * SPREAD) ^ callee) * SPREAD >> 32);
}

static StrataSlot *
find_slot (const StrataMethodArcs *self,
           guint64 caller,
           guint64 callee)
{
  StrataSlot *slot = strata_slots_first (&self->slots, hash_ends (caller, callee));

  for (; slot->row != 0; slot = strata_slots_next (&self->slots, slot))
    {
      const StrataMethodArc *arc = &strata_column_at (&self->arcs, StrataMethodArc, slot->row - 1);

      if (get_end_bits (arc->caller) == caller && get_end_bits (arc->callee) == callee)
        break;
    }

  return slot;
}

/**
 * strata_method_arcs_init:
 * @self: the caller's memory
 *
 * Initializes it without arcs.
 */
void
strata_method_arcs_init (StrataMethodArcs *self)
{
  self->arcs = (StrataColumn) STRATA_COLUMN_INIT;
  strata_slots_init (&self->slots, N_FIRST_SLOTS);
}

void
strata_method_arcs_clear (StrataMethodArcs *self)
{
  strata_column_clear (&self->arcs);
  strata_slots_clear (&self->slots);
}

/**
 * strata_method_arcs_add:
 * @self: the arcs
 * @caller: the calling method
 * @callee: the called method
 * @elapsed_us: inclusive time of the call
 * @seen: a number that orders calls by their ends; for calls with the same ends, the least is kept
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
  const guint64 caller_bits = get_end_bits (caller);
  const guint64 callee_bits = get_end_bits (callee);
  StrataSlot *slot = find_slot (self, caller_bits, callee_bits);
  StrataMethodArc *arc;

  if (G_UNLIKELY (slot->row == 0))
    {
      arc = strata_column_push (&self->arcs, sizeof (StrataMethodArc));
      *arc = (StrataMethodArc){ caller, callee, 0, 0, seen };
      strata_slots_take (&self->slots, slot, hash_ends (caller_bits, callee_bits), (guint32) self->arcs.n);
    }
  else
    {
      arc = &strata_column_at (&self->arcs, StrataMethodArc, slot->row - 1);
    }

  arc->n_calls++;
  arc->elapsed_us += elapsed_us;
  arc->seen = MIN (arc->seen, seen);
}
