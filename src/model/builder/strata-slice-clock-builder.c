/* strata-slice-clock-builder.c - CPU times of calls from the CPU clocks of their threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder-private.h"

/* A file may omit the CPU clock in some records. A reading belongs only to the call that begins or
 * ends there: the time between two readings of different calls is not the CPU time of either. So
 * calls without both readings have no CPU time, unless the file or the scheduler provides it. */

/* The log counts from the clock's first value. Readings that step back give no time. */
void
strata_trace_builder_read_cpu_clock (StrataTraceBuilder *self,
                                     StrataThreadState *state,
                                     gint64 cpu_ns)
{
  state->cpu_ns = cpu_ns;
  self->trace->slices.has_cpu_gaps |= cpu_ns < state->last_cpu_ns;
}

gint64
strata_trace_builder_take_cpu_clock (StrataThreadState *state,
                                     gint64 cpu_ns)
{
  const gint64 read_ns = state->cpu_time_ns == state->last_ns ? state->cpu_ns : STRATA_NO_TIME;

  state->cpu_ns = STRATA_NO_TIME;
  return cpu_ns != STRATA_NO_TIME ? state->last_cpu_ns : read_ns;
}

void
strata_trace_builder_set_cpu_end (StrataTraceBuilder *self,
                                  guint32 slice,
                                  gint64 end_ns)
{
  const gint64 begin_ns = strata_ns_log_get (&self->slices.cpu_start, slice);
  gint64 cpu_ns = strata_ns_log_get (&self->slices.cpu, slice);

  if (cpu_ns == STRATA_NO_TIME && begin_ns != STRATA_NO_TIME && end_ns != STRATA_NO_TIME && end_ns >= begin_ns)
    cpu_ns = end_ns - begin_ns;

  strata_ns_log_set (&self->slices.cpu, slice, cpu_ns);
  self->trace->slices.has_cpu_gaps |= begin_ns == STRATA_NO_TIME || end_ns == STRATA_NO_TIME || cpu_ns == STRATA_NO_TIME;
}

/**
 * strata_trace_builder_expect_cpu_time:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: the start of its next call
 * @cpu_ns: how long that call runs on a CPU, at least 0
 *
 * Sets the CPU time of a call if the CPU clock of its thread is not known.
 */
void
strata_trace_builder_expect_cpu_time (StrataTraceBuilder *self,
                                      guint32 thread,
                                      gint64 time_ns,
                                      gint64 cpu_ns)
{
  strata_trace_builder_see_thread (self, thread, time_ns, STRATA_NO_TIME);

  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  state->call_cpu_ns = cpu_ns;
  state->call_ns = state->last_ns;
}

gint64
strata_trace_builder_take_cpu_time (StrataThreadState *state)
{
  const gint64 cpu_ns = state->call_ns == state->last_ns ? state->call_cpu_ns : STRATA_NO_TIME;

  state->call_cpu_ns = STRATA_NO_TIME;
  state->has_cpu_times |= cpu_ns != STRATA_NO_TIME;
  return cpu_ns;
}

void
strata_trace_builder_settle_cpu_starts (StrataTraceBuilder *self)
{
  StrataNsLog *starts = &self->slices.cpu_start;
  const guint32 *threads = self->slices.thread.data;
  StrataThread *rows = (StrataThread *) self->trace->threads->data;

  for (guint i = 0; i < self->trace->threads->len; i++)
    rows[i].cpu_begin_ns = G_MAXINT64;

  for (gsize i = 0; i < starts->values.n; i++)
    {
      const gint64 start_ns = strata_ns_log_get (starts, i);

      if (start_ns != STRATA_NO_TIME)
        rows[threads[i]].cpu_begin_ns = MIN (rows[threads[i]].cpu_begin_ns, start_ns);
    }

  for (gsize i = 0; i < starts->values.n; i++)
    {
      const gint64 start_ns = strata_ns_log_get (starts, i);

      if (start_ns != STRATA_NO_TIME)
        strata_ns_log_set (starts, i, start_ns - rows[threads[i]].cpu_begin_ns);
    }

  for (guint i = 0; i < self->trace->threads->len; i++)
    rows[i].cpu_begin_ns = rows[i].cpu_begin_ns != G_MAXINT64 ? rows[i].cpu_begin_ns : 0;
}

guint32 *
strata_trace_builder_new_slice_bits (const StrataTraceBuilder *self)
{
  return g_new0 (guint32, self->trace->slices.n_slices / 32 + 1);
}

guint32 *
strata_trace_builder_take_unknown (const StrataTraceBuilder *self,
                                   gint64 *times_ns)
{
  guint32 *bits = NULL;

  for (guint32 i = 0; i < self->trace->slices.first_async; i++)
    if (G_UNLIKELY (times_ns[i] == STRATA_NO_TIME))
      {
        if (bits == NULL)
          bits = strata_trace_builder_new_slice_bits (self);

        bits[i / 32] |= 1u << i % 32;
        times_ns[i] = 0;
      }

  return bits;
}

static gboolean
knows_children (const StrataSliceTable *table,
                guint32 slice)
{
  for (guint32 child = slice + 1; child < table->subtree_end[slice]; child = table->subtree_end[child])
    if (!strata_slice_table_knows_cpu (table, child))
      return FALSE;

  return TRUE;
}

static void
find_unknown_self (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  table->self_cpu_unknown = strata_trace_builder_new_slice_bits (self);
  for (guint32 i = 0; i < table->first_async; i++)
    if (!strata_slice_table_knows_cpu (table, i) || !knows_children (table, i))
      table->self_cpu_unknown[i / 32] |= 1u << i % 32;
}

/* From the last call backwards, so that children come before their parents. */
void
strata_trace_builder_sum_known (StrataTraceBuilder *self,
                                gint64 *cpu_ns)
{
  const StrataSliceTable *table = &self->trace->slices;

  find_unknown_self (self);

  for (guint32 i = table->first_async; i-- > 0;)
    {
      if (strata_slice_table_knows_cpu (table, i))
        continue;

      cpu_ns[i] = 0;
      for (guint32 child = i + 1; child < table->subtree_end[i]; child = table->subtree_end[child])
        cpu_ns[i] = strata_time_add (cpu_ns[i], cpu_ns[child]);
    }
}
