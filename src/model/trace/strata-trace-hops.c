/* strata-trace-hops.c - transit times between the slices of a call chain
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-private.h"

/* The file that another device was read from. */
static const StrataInput *
find_input (StrataTrace *trace,
            guint device)
{
  guint n_inputs;
  const StrataInput *inputs = strata_trace_get_inputs (trace, &n_inputs);

  for (guint i = 0; i < n_inputs && device != 0; i++)
    if (inputs[i].device == device)
      return &inputs[i];

  return NULL;
}

static gint64
get_error_ns (StrataTrace *trace,
              guint device,
              gint64 time_ns)
{
  const StrataInput *input = find_input (trace, device);

  return input != NULL ? strata_input_get_error_ns (input, time_ns) : 0;
}

/* If calls do not determine the clock, they contradict each other, and the times of two
 * devices do not show the transit time. */
static gboolean
has_clock (StrataTrace *trace,
           guint device)
{
  const StrataInput *input = find_input (trace, device);

  return input == NULL || strata_clock_rule_is_precise (input->rule);
}

static guint
get_device (StrataTrace *trace,
            guint32 slice)
{
  const guint32 thread = strata_trace_find_thread (trace, slice);

  return thread != STRATA_NONE ? strata_trace_get_threads (trace, NULL)[thread].device : 0;
}

/**
 * strata_trace_get_hop:
 * @self: a trace
 * @chain_row: a row of its chains
 * @hop: (out): where its slice comes from, and the transit times
 *
 * Distinguishes the transit times of a call from its work.
 */
void
strata_trace_get_hop (StrataTrace *self,
                      guint32 chain_row,
                      StrataHop *hop)
{
  const StrataChains *chains = strata_trace_get_chains (self);
  const StrataSliceTable *slices = strata_trace_get_slices (self);
  const guint32 parent_row = chains->parent[chain_row];

  *hop = (StrataHop){ STRATA_HOP_NONE, STRATA_NO_TIME, STRATA_NO_TIME, 0 };
  if (parent_row == STRATA_NONE)
    return;

  const guint32 slice = chains->slice[chain_row];
  const guint32 parent = chains->slice[parent_row];
  const gint64 there_ns = slices->start_ns[slice] - slices->start_ns[parent];
  const gint64 back_ns = strata_slice_table_get_end_ns (slices, parent) - strata_slice_table_get_end_ns (slices, slice);

  if (strata_trace_find_track (self, slice) == strata_trace_find_track (self, parent))
    return;

  if (get_device (self, slice) != get_device (self, parent))
    {
      hop->kind = STRATA_HOP_DEVICE;
      if (!has_clock (self, get_device (self, slice)) || !has_clock (self, get_device (self, parent)))
        return;

      hop->error_ns = MAX (get_error_ns (self, get_device (self, slice), slices->start_ns[slice]), get_error_ns (self, get_device (self, parent), slices->start_ns[slice]));
    }
  else
    hop->kind = strata_trace_find_process (self, slice) != strata_trace_find_process (self, parent) ? STRATA_HOP_PROCESS : STRATA_HOP_THREAD;

  hop->there_ns = there_ns >= 0 ? there_ns : STRATA_NO_TIME;
  hop->back_ns = back_ns >= 0 ? back_ns : STRATA_NO_TIME;
}

/**
 * strata_hop_kind_get_name:
 * @kind: where a slice comes from
 *
 * Returns: (transfer none): its name for programs; empty for none
 */
const char *
strata_hop_kind_get_name (StrataHopKind kind)
{
  static const char *const names[] = { "", "thread", "process", "device" };

  return names[kind];
}
