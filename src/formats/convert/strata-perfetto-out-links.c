/* strata-perfetto-out-links.c - links between slices as flows of Perfetto
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include "strata-perfetto-own.h"

#define EVENT_FLOW 47
#define EVENT_FLOW_END 48

/* Each link is a flow of two steps, numbered by the row in the chain of the later one. Strata makes links of the chain
 * again, so it skips these flows. */

static guint32
get_slice (const StrataPerfettoOut *self,
           guint32 row)
{
  return strata_trace_get_chains (self->trace)->slice[row];
}

/* Other programs link steps by time, so a slice that begins before the one that it follows from has no link. */
static gboolean
has_link (const StrataPerfettoOut *self,
          const StrataClip *clip,
          guint32 row)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint32 parent = strata_trace_get_chains (self->trace)->parent[row];

  if (parent == STRATA_NONE || !strata_clip_has_slice (clip, slices, get_slice (self, row)) || !strata_clip_has_slice (clip, slices, get_slice (self, parent)))
    return FALSE;

  const gint64 from_ns = strata_clip_get_start_ns (clip, slices->start_ns[get_slice (self, parent)]);
  const gint64 to_ns = strata_clip_get_start_ns (clip, slices->start_ns[get_slice (self, row)]);

  return from_ns < to_ns || (from_ns == to_ns && get_slice (self, parent) < get_slice (self, row));
}

/**
 * strata_perfetto_out_chain:
 * @self: where packets go
 * @clip: the part of the trace that is written
 * @slice: index of a slice
 *
 * Adds the links of the slice that is written next, if it is in a HiTrace chain: those to slices that follow from it, and the
 * one from the slice that it follows from.
 */
void
strata_perfetto_out_chain (StrataPerfettoOut *self,
                           const StrataClip *clip,
                           guint32 slice)
{
  const StrataChains *chains = strata_trace_get_chains (self->trace);
  const guint32 row = chains->n_rows > 0 ? strata_chains_find_row (chains, slice) : STRATA_NONE;

  if (row == STRATA_NONE)
    return;

  for (guint32 child = row + 1; child < chains->subtree_end[row]; child = chains->subtree_end[child])
    if (has_link (self, clip, child))
      strata_proto_put_fixed64 (self->body, EVENT_FLOW, STRATA_PERFETTO_OWN_FLOWS | child);

  if (has_link (self, clip, row))
    strata_proto_put_fixed64 (self->body, EVENT_FLOW_END, STRATA_PERFETTO_OWN_FLOWS | row);
}
