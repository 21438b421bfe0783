/* strata-callsites.c - sampled stacks, as they were recorded
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-callsites.h"

#include "strata-trace-private.h"

/* Returns the samples of a trace. */
const StrataCallsites *
strata_callsites_get (StrataTrace *trace)
{
  return &strata_trace_get_base (trace)->callsites;
}

void
strata_callsites_init (StrataCallsites *self)
{
  self->frames = g_array_new (FALSE, FALSE, sizeof (StrataCallFrame));
  self->sites = g_array_new (FALSE, FALSE, sizeof (StrataCallsite));
  self->samples = g_array_new (FALSE, FALSE, sizeof (StrataCallSample));
  self->libraries = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->losses = g_array_new (FALSE, FALSE, sizeof (StrataLoss));
}

void
strata_callsites_clear (StrataCallsites *self)
{
  g_array_unref (self->frames);
  g_array_unref (self->sites);
  g_array_unref (self->samples);
  g_hash_table_unref (self->libraries);
  g_array_unref (self->losses);
}
