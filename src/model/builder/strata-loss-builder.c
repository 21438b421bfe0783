/* strata-loss-builder.c - periods in which events of a CPU are missing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-order.h"
#include "strata-trace-builder-private.h"

STRATA_ORDER_BY_TWO (compare_losses, StrataLoss, cpu, begin_ns)

/* Sections of a file may report the same period twice. */
static void
join_losses (GArray *losses)
{
  guint n = 0;

  for (guint i = 0; i < losses->len; i++)
    {
      const StrataLoss *loss = &g_array_index (losses, StrataLoss, i);
      StrataLoss *last = n > 0 ? &g_array_index (losses, StrataLoss, n - 1) : NULL;

      if (last == NULL || last->cpu != loss->cpu || loss->begin_ns >= last->end_ns)
        {
          g_array_index (losses, StrataLoss, n++) = *loss;
          continue;
        }

      last->end_ns = MAX (last->end_ns, loss->end_ns);
      last->n_events += loss->n_events;
    }

  g_array_set_size (losses, n);
}

void
strata_trace_builder_finish_losses (StrataTraceBuilder *self)
{
  g_array_sort (self->trace->losses, compare_losses); /* stable */
  join_losses (self->trace->losses);
}
