/* strata-slice-cpu-builder.c - CPU times of calls from thread states
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-memory.h"
#include "strata-trace-builder-private.h"

/* The CPU time of a call is the time in it during which its thread ran. The begins and ends of a
 * thread's calls, visited in pre-order with a stack of the open ones, ascend, and so do the states;
 * one pass over both is enough. A thread with an unknown state, for example before the scheduler
 * first reports it, counts as not running: the CPU time is a proven minimum. CPU times from the
 * file itself are kept. */

/* Fewer slices are not worth a thread. */
#define MANY_SLICES 50000

/* The running time of a thread up to a time that never steps back. */
typedef struct
{
  const StrataStates *states; /* borrowed: of the trace */
  const StrataThread *thread; /* borrowed: of the trace */
  guint32 state;              /* the state at that time, or the last one before */
  guint32 end;
  gint64 run_ns; /* before that state */
} Clock;

static Clock
make_clock (const StrataStates *states,
            const StrataThread *thread)
{
  return (Clock){ states, thread, thread->first_state, thread->first_state + thread->n_states, 0 };
}

static inline gboolean
is_running (const Clock *self)
{
  return strata_states_get (self->states, self->state) == STRATA_STATE_RUNNING;
}

/* Times may be anything: the sum may wrap, but its differences are correct. */
static inline gint64
add_length (gint64 sum_ns,
            gint64 begin_ns,
            gint64 end_ns)
{
  return (gint64) ((guint64) sum_ns + (guint64) end_ns - (guint64) begin_ns);
}

static inline gint64
get_run_ns (Clock *self,
            gint64 time_ns)
{
  const gint64 *start_ns = self->states->start_ns;

  while (self->state + 1 < self->end && start_ns[self->state + 1] <= time_ns)
    {
      if (is_running (self))
        self->run_ns = add_length (self->run_ns, start_ns[self->state], start_ns[self->state + 1]);

      self->state++;
    }

  if (!is_running (self) || time_ns <= start_ns[self->state])
    return self->run_ns;

  return add_length (self->run_ns, start_ns[self->state], MIN (time_ns, self->thread->states_end_ns));
}

static inline gint64
get_end_ns (const StrataSliceTable *table,
            guint32 slice)
{
  return table->start_ns[slice] + table->wall.wide[slice];
}

/* Ends the open calls that end by @time_ns, innermost first. For open calls, the column has the
 * clock at their start. */
static void
close_until (StrataSliceTable *table,
             Clock *clock,
             StrataColumn *open,
             gint64 time_ns)
{
  while (open->n > 0)
    {
      const guint32 slice = strata_column_at (open, guint32, open->n - 1);

      if (get_end_ns (table, slice) > time_ns)
        break;

      table->cpu.wide[slice] = add_length (0, table->cpu.wide[slice], get_run_ns (clock, get_end_ns (table, slice)));
      open->n--;
    }
}

/* A child may begin when its parent has ended, both without a duration. */
static void
measure_track (StrataTraceBuilder *self,
               const StrataTrack *track,
               StrataColumn *open)
{
  StrataSliceTable *table = &self->trace->slices;
  guint32 *unknown = table->cpu_unknown;
  Clock clock = make_clock (&self->trace->states, &g_array_index (self->trace->threads, StrataThread, track->thread));
  const guint32 end = track->first_slice + track->n_slices;

  for (guint32 i = track->first_slice; i < end; i++)
    {
      if (self->has_told_cpu_times && strata_slice_table_knows_cpu (table, i))
        continue;
      if (unknown != NULL)
        unknown[i / 32] &= ~(1u << i % 32);

      close_until (table, &clock, open, table->start_ns[i]);
      table->cpu.wide[i] = get_run_ns (&clock, table->start_ns[i]);
      strata_column_push_u32 (open, i);
    }

  close_until (table, &clock, open, G_MAXINT64);
}

static gboolean
has_states (const StrataTraceBuilder *self,
            const StrataTrack *track)
{
  return g_array_index (self->trace->threads, StrataThread, track->thread).n_states > 0;
}

/* Only if the scheduler reports a thread with calls, the trace has the clock. */
static gboolean
is_wanted (const StrataTraceBuilder *self)
{
  if (self->trace->clocks == STRATA_CLOCK_CPU)
    return FALSE;

  for (guint i = 0; i < self->trace->tracks->len; i++)
    if (has_states (self, &g_array_index (self->trace->tracks, StrataTrack, i)))
      return TRUE;

  return FALSE;
}

/* Measures the tracks of calls in another thread. Tracks that are
 * added while it runs are of other kinds. */
struct _StrataCallMeter
{
  StrataTraceBuilder *builder; /* borrowed */
  GArray *tracks;              /* (element-type StrataTrack) owned */
  GThread *thread;             /* (nullable) owned */
};

static gpointer
measure (gpointer data)
{
  const StrataCallMeter *self = data;
  StrataColumn open = STRATA_COLUMN_INIT;

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const StrataTrack *track = &g_array_index (self->tracks, StrataTrack, i);

      if (has_states (self->builder, track))
        measure_track (self->builder, track, &open);
    }

  strata_column_clear (&open);
  return NULL;
}

/* Marks calls of threads that the scheduler does not report. */
static void
mark_unknown (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  for (guint i = 0; i < self->trace->tracks->len; i++)
    {
      const StrataTrack *track = &g_array_index (self->trace->tracks, StrataTrack, i);

      if (has_states (self, track))
        continue;
      if (table->cpu_unknown == NULL)
        table->cpu_unknown = strata_trace_builder_new_slice_bits (self);

      for (guint32 slice = track->first_slice; slice < track->first_slice + track->n_slices; slice++)
        table->cpu_unknown[slice / 32] |= 1u << slice % 32;
    }
}

StrataCallMeter *
strata_trace_builder_start_measuring (StrataTraceBuilder *self)
{
  StrataSliceTable *table = &self->trace->slices;

  if (!is_wanted (self))
    return NULL;

  self->trace->clocks |= STRATA_CLOCK_CPU;
  self->has_told_cpu_times = table->cpu.wide != NULL;
  if (!self->has_told_cpu_times)
    {
      mark_unknown (self);
      table->cpu.wide = strata_memory_new (table->n_slices, sizeof (gint64));
      memset (table->cpu.wide, 0, table->n_slices * sizeof (gint64));
    }

  StrataCallMeter *meter = g_new0 (StrataCallMeter, 1);

  meter->builder = self;
  meter->tracks = g_array_copy (self->trace->tracks);
  if (table->n_slices >= MANY_SLICES && g_get_num_processors () > 1)
    meter->thread = g_thread_try_new ("strata-meter", measure, meter, NULL);
  if (meter->thread == NULL)
    measure (meter);

  return meter;
}

void
strata_trace_builder_stop_measuring (StrataCallMeter *meter)
{
  if (meter == NULL)
    return;

  g_clear_pointer (&meter->thread, g_thread_join);
  g_array_unref (meter->tracks);
  g_free (meter);
}
