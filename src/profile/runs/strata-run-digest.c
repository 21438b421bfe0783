/* strata-run-digest.c - what a run is, in a number
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-digest.h"

#include "strata-real.h"

/* Two files of one recording, of which one is compressed or inside of a page, have different bytes
 * but the same calls at the same ns. So what was read is compared: times and names of slices,
 * states, samples and counters. That two recordings agree in all of them does not happen. */

static inline guint64
mix (guint64 digest,
     guint64 value)
{
  digest = (digest ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return digest ^ digest >> 29;
}

/* Ids of names depend on what was read first, which is the same for the same text only. */
static guint64
mix_names (guint64 digest,
           StrataTrace *trace,
           const StrataSliceTable *slices)
{
  g_autoptr (GHashTable) hashes = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      gpointer hash = g_hash_table_lookup (hashes, GUINT_TO_POINTER (slices->name[i]));

      if (hash == NULL)
        {
          hash = GUINT_TO_POINTER (MAX (g_str_hash (strata_trace_get_string (trace, slices->name[i])), 1));
          g_hash_table_insert (hashes, GUINT_TO_POINTER (slices->name[i]), hash);
        }

      digest = mix (digest, GPOINTER_TO_UINT (hash));
    }

  return digest;
}

/**
 * strata_run_digest:
 *
 * Returns: a number that the traces of one recording share, however it was compressed; 0 for a trace with nothing in it
 */
guint64
strata_run_digest (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataSpan span = strata_trace_get_span (trace);
  guint64 digest = mix (mix (mix (1, slices->n_slices), (guint64) span.begin_ns), (guint64) span.end_ns);

  if (slices->n_slices == 0 && states->n_states == 0 && samples->n_samples == 0)
    return 0;

  for (guint32 i = 0; i < slices->n_slices; i++)
    digest = mix (mix (digest, (guint64) slices->start_ns[i]), (guint64) strata_slice_table_get_wall_ns (slices, i));
  for (guint32 i = 0; i < states->n_states; i++)
    digest = mix (digest, (guint64) states->start_ns[i]);
  for (guint32 i = 0; i < samples->n_samples; i++)
    digest = mix (mix (digest, (guint64) samples->time_ns[i]), (guint64) (strata_samples_is_whole (samples, i) ? samples->value[i] : strata_real_to_bits (samples->real[i])));

  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    digest = mix (digest, g_str_hash (strata_trace_get_string (trace, counters[i].name)));

  digest = mix_names (digest, trace, slices);
  return MAX (digest, 1);
}
