/* strata-search-others.c - the instants, counters and runs that a search found
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-search-others.h"

#include <string.h>

#include "strata-radix-sort.h"
#include "strata-search-row.h"

/* Marks the first sample of each counter that was found. */
static guint64 *
mark_first_samples (StrataTrace *trace,
                    const guint64 *found)
{
  guint64 *bits = g_new0 (guint64, strata_trace_get_samples (trace)->n_samples / 64 + 1);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    if (strata_search_has (found, i) && counters[i].n_samples > 0)
      bits[counters[i].first_sample / 64] |= G_GUINT64_CONSTANT (1) << counters[i].first_sample % 64;

  return bits;
}

static guint64 *
find_samples (const StrataSearch *search,
              StrataTrace *trace,
              gint *n_found,
              GCancellable *cancellable)
{
  if (strata_search_asks_for_values (search))
    return strata_search_run (search, trace, STRATA_SEARCH_SAMPLES, n_found, cancellable);

  g_autofree guint64 *counters = strata_search_run (search, trace, STRATA_SEARCH_COUNTERS, n_found, cancellable);

  return mark_first_samples (trace, counters);
}

static guint32
count_bits (const guint64 *bits,
            guint32 n_rows)
{
  guint32 n = 0;

  for (guint32 w = 0; w <= n_rows / 64; w++)
    n += (guint32) __builtin_popcountll (bits[w]);

  return n;
}

/* Appends the rows found of a kind. */
static void
append_rows (StrataSearchOthers *self,
             StrataSearchKind kind,
             const guint64 *bits)
{
  const guint32 n_all = strata_search_count_rows (self->trace, kind);
  const guint32 n = bits != NULL ? count_bits (bits, n_all) : 0;
  g_autofree guint32 *rows = n > 0 ? strata_search_list (bits, n_all, n) : NULL;

  self->rows = g_renew (guint32, self->rows, MAX ((gsize) self->n_rows + n, 1));
  for (guint32 i = 0; i < n; i++)
    self->rows[self->n_rows++] = kind == STRATA_SEARCH_INSTANTS ? strata_search_row_from_instant (self->trace, rows[i]) : kind == STRATA_SEARCH_RUNS ? strata_search_row_from_run (self->trace, rows[i])
                                                                                                                                                     : strata_search_row_from_sample (self->trace, rows[i]);
}

/* Instants are sorted by time, samples by counter, runs by CPU; all are merged by time. */
static gboolean
list_rows (StrataSearchOthers *self,
           GCancellable *cancellable)
{
  append_rows (self, STRATA_SEARCH_INSTANTS, self->instants);

  const guint32 n_instants = self->n_rows;

  append_rows (self, STRATA_SEARCH_SAMPLES, self->samples);
  append_rows (self, STRATA_SEARCH_RUNS, self->runs);
  if (self->n_rows == n_instants)
    return TRUE;

  g_autofree guint64 *keys = g_new (guint64, self->n_rows);

  for (guint32 i = 0; i < self->n_rows; i++)
    keys[i] = (guint64) strata_search_row_get_time_ns (self->trace, self->rows[i]) ^ G_GUINT64_CONSTANT (0x8000000000000000);

  return strata_radix_sort (keys, self->rows, self->n_rows, cancellable);
}

/**
 * strata_search_others_new:
 * @search: a search
 * @trace: a trace
 * @n_found: (inout): as in strata_search_run()
 * @cancellable: (nullable): stops it early
 *
 * Searches instants, counters and, if the search asks for them, runs.
 *
 * Returns: (transfer full) (nullable): the results, or %NULL if it was cancelled
 */
StrataSearchOthers *
strata_search_others_new (const StrataSearch *search,
                          StrataTrace *trace,
                          gint *n_found,
                          GCancellable *cancellable)
{
  g_autoptr (StrataSearchOthers) self = g_new0 (StrataSearchOthers, 1);

  self->trace = g_object_ref (trace);
  self->is_by_sample = strata_search_asks_for_values (search);
  self->instants = strata_search_run (search, trace, STRATA_SEARCH_INSTANTS, n_found, cancellable);
  self->samples = find_samples (search, trace, n_found, cancellable);
  if (strata_search_asks_for_runs (search))
    self->runs = strata_search_run (search, trace, STRATA_SEARCH_RUNS, n_found, cancellable);
  if (!list_rows (self, cancellable) || g_cancellable_is_cancelled (cancellable))
    return NULL;

  return g_steal_pointer (&self);
}

void
strata_search_others_free (StrataSearchOthers *self)
{
  if (self == NULL)
    return;

  g_free (self->instants);
  g_free (self->samples);
  g_free (self->runs);
  g_free (self->rows);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * strata_search_others_has_sample:
 * @self: the results
 * @begin: a sample
 * @end: the sample after the last one
 *
 * Returns: whether any sample from @begin up to @end, exclusive, was found
 */
gboolean
strata_search_others_has_sample (const StrataSearchOthers *self,
                                 guint32 begin,
                                 guint32 end)
{
  for (guint32 word = begin / 64; begin < end && word <= (end - 1) / 64; word++)
    {
      const guint64 from = word == begin / 64 ? ~G_GUINT64_CONSTANT (0) << begin % 64 : ~G_GUINT64_CONSTANT (0);
      const guint64 to = word == (end - 1) / 64 ? ~G_GUINT64_CONSTANT (0) >> (63 - (end - 1) % 64) : ~G_GUINT64_CONSTANT (0);

      if ((self->samples[word] & from & to) != 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * strata_search_others_has_counter:
 * @self: the results
 * @counter: index of a counter
 *
 * Returns: whether it was found, or one of its samples
 */
gboolean
strata_search_others_has_counter (const StrataSearchOthers *self,
                                  guint32 counter)
{
  const StrataCounter *row = strata_trace_get_counters (self->trace, NULL) + counter;

  return strata_search_others_has_sample (self, row->first_sample, row->first_sample + row->n_samples);
}
