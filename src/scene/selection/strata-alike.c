/* strata-alike.c - finds other slices of the same name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-alike.h"

#include "strata-durations.h"

/* Each question is answered by one pass over all slices, in a worker: nothing is sorted or kept. Of
 * equally long slices, the one with the lower number counts as longer, so each has its own rank. */
typedef struct
{
  const StrataSliceTable *table;
  gboolean is_laid;
  StrataAlikeStep step;
} Order;

/* On the clock that is shown; if the axis is not a clock of its own, on the CPU clock. */
static inline gint64
get_ns (const Order *self,
        guint32 slice)
{
  return self->is_laid ? strata_slice_table_get_cpu_ns (self->table, slice) : strata_slice_table_get_wall_ns (self->table, slice);
}

static gboolean
is_longer (const Order *self,
           guint32 a,
           guint32 b)
{
  const gint64 a_ns = get_ns (self, a);
  const gint64 b_ns = get_ns (self, b);

  return a_ns > b_ns || (a_ns == b_ns && a < b);
}

static gboolean
is_before (const Order *self,
           guint32 a,
           guint32 b)
{
  const gint64 a_ns = self->table->start_ns[a];
  const gint64 b_ns = self->table->start_ns[b];

  return a_ns < b_ns || (a_ns == b_ns && a < b);
}

/* Whether the step reaches @a before @b. */
static gboolean
precedes (const Order *self,
          guint32 a,
          guint32 b)
{
  switch (self->step)
    {
    case STRATA_ALIKE_NEXT:
      return is_before (self, a, b);
    case STRATA_ALIKE_PREVIOUS:
      return is_before (self, b, a);
    case STRATA_ALIKE_LONGEST:
    case STRATA_ALIKE_SHORTER:
      return is_longer (self, a, b);
    case STRATA_ALIKE_LONGER:
      return is_longer (self, b, a);
    }

  g_return_val_if_reached (FALSE);
}

/**
 * strata_alike_find:
 * @trace: a trace
 * @slice: a slice
 * @step: the direction
 *
 * Finds another slice of the same name, on any thread. Reads all slices; any
 * thread may call this.
 *
 * Returns: the slice, or %STRATA_NONE if there is no further one
 */
guint32
strata_alike_find (StrataTrace *trace,
                   guint32 slice,
                   StrataAlikeStep step)
{
  const Order order = { strata_trace_get_slices (trace), strata_durations_are_cpu (trace), step };
  const guint32 name = order.table->name[slice];
  guint32 best = STRATA_NONE;

  for (guint32 other = 0; other < order.table->n_slices; other++)
    if (order.table->name[other] == name && (step == STRATA_ALIKE_LONGEST || precedes (&order, slice, other)) && (best == STRATA_NONE || precedes (&order, other, best)))
      best = other;

  return best;
}
