/* strata-inclusive.c - names by the time spent in them
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-inclusive.h"

#include <stdlib.h>

#include "strata-column.h"
#include "strata-order.h"

/* Only calls that are not inside a call of the same name count, so that no time counts twice.
 * Asynchronous slices do not nest. */
typedef struct
{
  guint32 name;
  guint32 n_open;
  gint64 inclusive_ns;
} Sum;

static void
close_calls (Sum *sums,
             StrataColumn *open,
             guint32 depth)
{
  while (open->n > depth)
    sums[strata_column_at (open, guint32, --open->n)].n_open--;
}

static void
add_slices (StrataTrace *trace,
            Sum *sums)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  StrataColumn open = STRATA_COLUMN_INIT;

  /* the first call of a track has depth 0, which closes the calls of the previous track */
  for (guint32 slice = 0; slice < slices->n_slices; slice++)
    {
      guint32 name = slices->name[slice];
      gboolean is_call = slice < slices->first_async;

      close_calls (sums, &open, is_call ? strata_slice_table_get_depth (slices, slice) : 0);
      if (sums[name].n_open == 0)
        sums[name].inclusive_ns = strata_time_add (sums[name].inclusive_ns, strata_slice_table_get_wall_ns (slices, slice));

      if (is_call)
        {
          sums[name].n_open++;
          strata_column_push_u32 (&open, name);
        }
    }

  strata_column_clear (&open);
}

static int
compare_sums (gconstpointer a,
              gconstpointer b)
{
  const Sum *sum_a = a;
  const Sum *sum_b = b;

  return STRATA_ORDER (sum_b->inclusive_ns, sum_a->inclusive_ns) ?: STRATA_ORDER (sum_a->name, sum_b->name);
}

/**
 * strata_inclusive_rank_names:
 * @trace: a trace
 *
 * Sorts names by their inclusive time on the axis of @trace. Takes time in proportion to
 * its slices.
 *
 * Returns: (transfer full): the rank of each string id, 0 for the most time
 */
guint32 *
strata_inclusive_rank_names (StrataTrace *trace)
{
  guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  g_autofree Sum *sums = g_new0 (Sum, n_strings);
  guint32 *ranks = g_new (guint32, n_strings);

  for (guint32 i = 0; i < n_strings; i++)
    sums[i].name = i;

  add_slices (trace, sums);
  qsort (sums, n_strings, sizeof *sums, compare_sums);

  for (guint32 i = 0; i < n_strings; i++)
    ranks[sums[i].name] = i;

  return ranks;
}
