/* strata-callsite-builder.c - builds the tree of sampled stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-callsite-builder.h"

#include "strata-order.h"
#include "strata-pair-key.h"
#include "strata-trace-builder-private.h"

static guint
hash_frame (gconstpointer data)
{
  const StrataCallFrame *frame = data;
  const guint64 texts = ((guint64) frame->name << 32 | frame->library) ^ (guint64) frame->place << 16;

  return strata_pair_key_hash (&(StrataPairKey){ texts, frame->address });
}

static gboolean
is_same_frame (gconstpointer a,
               gconstpointer b)
{
  const StrataCallFrame *left = a;
  const StrataCallFrame *right = b;

  return left->name == right->name && left->library == right->library && left->place == right->place && left->address == right->address;
}

/* Finds or adds a row. @index maps the keys of existing rows to their index + 1. */
static guint32
intern (GHashTable *index,
        gconstpointer key,
        gsize key_size,
        GArray *rows,
        gconstpointer row)
{
  const guint known = GPOINTER_TO_UINT (g_hash_table_lookup (index, key));

  if (known > 0)
    return known - 1;

  g_array_append_vals (rows, row, 1);
  g_hash_table_insert (index, g_memdup2 (key, key_size), GUINT_TO_POINTER (rows->len));
  return rows->len - 1;
}

/**
 * strata_trace_builder_enter_call:
 * @self: the builder
 * @caller: index of a callsite, or %STRATA_NONE for the outermost call
 * @frame: what was called
 *
 * Finds or adds a callsite.
 *
 * Returns: its index
 */
guint32
strata_trace_builder_enter_call (StrataTraceBuilder *self,
                                 guint32 caller,
                                 const StrataCallFrame *frame)
{
  StrataCallsites *callsites = &self->trace->callsites;

  if (self->call_frames == NULL)
    {
      self->call_frames = g_hash_table_new_full (hash_frame, is_same_frame, g_free, NULL);
      self->callsites = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
    }

  const guint32 index = intern (self->call_frames, frame, sizeof *frame, callsites->frames, frame);
  const StrataPairKey key = { caller, index };
  const StrataCallsite site = { caller, index, caller != STRATA_NONE ? g_array_index (callsites->sites, StrataCallsite, caller).depth + 1 : 0 };

  return intern (self->callsites, &key, sizeof key, callsites->sites, &site);
}

/* Whether strata_trace_builder_describe_library() was called for a path. */
gboolean
strata_trace_builder_knows_library (const StrataTraceBuilder *self,
                                    guint32 path)
{
  return g_hash_table_contains (self->trace->callsites.libraries, GUINT_TO_POINTER (path));
}

/**
 * strata_trace_builder_describe_library:
 * @self: the builder
 * @path: string id of the path of a library
 * @library: what else is known about it
 *
 * Adds facts about a library in sampled stacks.
 */
void
strata_trace_builder_describe_library (StrataTraceBuilder *self,
                                       guint32 path,
                                       const StrataLibrary *library)
{
  g_hash_table_insert (self->trace->callsites.libraries, GUINT_TO_POINTER (path), g_memdup2 (library, sizeof *library));
}

void
strata_trace_builder_add_call_sample (StrataTraceBuilder *self,
                                      const StrataCallSample *sample)
{
  strata_trace_builder_see_time (self, sample->time_ns);
  g_array_append_val (self->trace->callsites.samples, *sample);
}

/**
 * strata_trace_builder_lose_call_samples:
 * @self: the builder
 * @time_ns: until when
 * @cpu: number of the CPU, or %STRATA_NONE
 * @n_lost: how many samples, or %STRATA_LOSS_UNKNOWN
 *
 * Notes that samples are missing. They were lost after the previous sample of the CPU.
 */
void
strata_trace_builder_lose_call_samples (StrataTraceBuilder *self,
                                        gint64 time_ns,
                                        guint32 cpu,
                                        guint64 n_lost)
{
  strata_trace_builder_see_time (self, time_ns);
  g_array_append_val (self->trace->callsites.losses, ((StrataLoss){ cpu, time_ns, time_ns, n_lost }));
}

/* Says that the file itself has the calls of samples as slices. */
void
strata_trace_builder_have_sampled_slices (StrataTraceBuilder *self)
{
  self->trace->callsites.have_slices = TRUE;
}

STRATA_ORDER_BY (compare_samples, StrataCallSample, time_ns)

STRATA_ORDER_BY (compare_losses, StrataLoss, end_ns)

/* A loss begins with the previous sample of its CPU. */
static void
place_losses (const GArray *samples,
              GArray *losses)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* CPU -> index of its last sample + 1 */
  guint n = 0;

  for (guint i = 0; i < losses->len; i++)
    {
      StrataLoss *loss = &g_array_index (losses, StrataLoss, i);

      for (; n < samples->len && g_array_index (samples, StrataCallSample, n).time_ns <= loss->end_ns; n++)
        g_hash_table_insert (last, GUINT_TO_POINTER (g_array_index (samples, StrataCallSample, n).cpu), GUINT_TO_POINTER (n + 1));

      const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (last, GUINT_TO_POINTER (loss->cpu)));

      if (before > 0)
        loss->begin_ns = g_array_index (samples, StrataCallSample, before - 1).time_ns;
    }
}

void
strata_trace_builder_finish_call_samples (StrataTraceBuilder *self)
{
  const StrataCallsites *callsites = &self->trace->callsites;

  g_array_sort (callsites->samples, compare_samples); /* stable */
  g_array_sort (callsites->losses, compare_losses);
  place_losses (callsites->samples, callsites->losses);
}
