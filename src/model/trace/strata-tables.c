/* strata-tables.c - the plain tables of a trace: processes, threads, tracks and samples
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-tables.h"

void
strata_cpu_runs_clear (StrataCpuRuns *self)
{
  g_clear_pointer (&self->start_ns, g_free);
  g_clear_pointer (&self->end_ns, g_free);
  g_clear_pointer (&self->thread, g_free);
  g_clear_pointer (&self->end_state, g_free);
  g_clear_pointer (&self->rank, g_free);
}

void
strata_samples_clear (StrataSamples *self)
{
  g_clear_pointer (&self->time_ns, g_free);
  g_clear_pointer (&self->value, g_free);
  g_clear_pointer (&self->real, g_free);
}

void
strata_instants_clear (StrataInstants *self)
{
  g_clear_pointer (&self->time_ns, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->track_name, g_free);
  g_clear_pointer (&self->thread, g_free);
  g_clear_pointer (&self->process, g_free);
  g_clear_pointer (&self->attrs, g_free);
  g_clear_pointer (&self->place, g_free);
  g_clear_pointer (&self->stack, g_free);
  g_clear_pointer (&self->around, g_free);
  g_clear_pointer (&self->cpu_ns, g_free);
}
