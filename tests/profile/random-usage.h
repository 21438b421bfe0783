/* random-usage.h - random scheduler traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace-builder.h"

#define N_RANDOM_THREADS 6
#define N_RANDOM_CPUS 3
#define N_RANDOM_EVENTS 300

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  GRand *random;               /* borrowed */
  gint64 time_ns;
  guint32 frequency[N_RANDOM_CPUS];
  guint32 irq;
  guint32 why;
  gboolean in_irq[N_RANDOM_CPUS];
} RandomTrace;

static inline guint32
pick_thread (RandomTrace *self)
{
  const guint32 thread = (guint32) g_rand_int_range (self->random, 0, N_RANDOM_THREADS + 1);

  return thread < N_RANDOM_THREADS ? thread : STRATA_NONE;
}

static inline void
add_random_interrupt (RandomTrace *self,
                      guint32 cpu)
{
  const StrataAsyncKey key = { .cookie = 1, .process = cpu, .name = self->irq, .kind = STRATA_ASYNC_CPU };

  if (self->in_irq[cpu])
    g_assert_true (strata_trace_builder_end_async (self->builder, &key, self->time_ns));
  else
    strata_trace_builder_begin_async (self->builder, &key, STRATA_NONE, self->time_ns, self->irq, self->irq, STRATA_ATTRS_NONE);

  self->in_irq[cpu] = !self->in_irq[cpu];
}

static inline void
add_random_loss (RandomTrace *self,
                 guint32 cpu)
{
  const StrataLoss loss = { cpu, self->time_ns, self->time_ns + g_rand_int_range (self->random, 0, 20), STRATA_LOSS_UNKNOWN };

  strata_trace_builder_add_loss (self->builder, &loss);
  self->time_ns = loss.end_ns;
}

static inline void
add_random_event (RandomTrace *self)
{
  static const char letters[] = "RSSDTZxI?";
  const guint32 cpu = (guint32) g_rand_int_range (self->random, 0, N_RANDOM_CPUS);
  const guint32 thread = pick_thread (self);
  const guint32 other = pick_thread (self);
  const int kind = g_rand_int_range (self->random, 0, 12);
  guint8 letter = (guint8) letters[g_rand_int_range (self->random, 0, (int) sizeof letters - 1)];

  if (g_rand_int_range (self->random, 0, 5) == 0)
    letter = 'R' | STRATA_END_STATE_PREEMPTED;

  if (kind < 5)
    strata_trace_builder_switch_cpu (self->builder, cpu, self->time_ns, thread, letter, other);
  else if (kind == 5)
    strata_trace_builder_add_sample (self->builder, self->frequency[cpu], self->time_ns, g_rand_int_range (self->random, 1, 4) * 100);
  else if (kind == 6)
    add_random_interrupt (self, cpu);
  else if (kind == 7 && g_rand_int_range (self->random, 0, 4) == 0)
    add_random_loss (self, cpu);
  else if (kind == 8)
    strata_trace_builder_see_running (self->builder, cpu, self->time_ns, thread);
  else if (thread != STRATA_NONE && kind == 9)
    strata_trace_builder_block_reason (self->builder, thread, letter == 'D', self->why);
  else if (thread != STRATA_NONE && kind == 10 && letter == 'x')
    strata_trace_builder_exit_thread (self->builder, thread, self->time_ns);
  else if (thread != STRATA_NONE)
    strata_trace_builder_wake (self->builder, thread, self->time_ns, other, letter == 'D');
}

/* Calls of the first two threads, so that there are slices to check. */
static inline void
add_random_call (RandomTrace *self)
{
  const guint32 thread = (guint32) g_rand_int_range (self->random, 0, 2);

  if (g_rand_boolean (self->random))
    strata_trace_builder_begin_slice (self->builder, thread, self->time_ns, STRATA_NO_TIME, self->why, STRATA_ATTRS_NONE);
  else if (strata_trace_builder_get_n_open (self->builder, thread) > 0)
    strata_trace_builder_end_slice (self->builder, thread, self->time_ns, STRATA_NO_TIME, 0);
}

/* A trace with lost events, repeated ones, and contradicting ones. */
static inline StrataTrace *
new_random_trace (GRand *random)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  StrataStringPool *strings = strata_trace_builder_get_strings (builder);
  RandomTrace self = { .builder = builder, .random = random, .time_ns = 1 };

  self.irq = strata_string_pool_intern (strings, "irq", 3);
  self.why = strata_string_pool_intern (strings, "why", 3);
  for (guint32 i = 0; i < N_RANDOM_CPUS; i++)
    self.frequency[i] = strata_trace_builder_get_counter (builder, STRATA_NONE, (int) i, strata_string_pool_intern (strings, "frequency", 9));

  for (guint32 i = 0; i < N_RANDOM_THREADS; i++)
    {
      strata_trace_builder_get_thread (builder, i + 1);
      if (i < 4)
        strata_trace_builder_set_thread_process (builder, i, strata_trace_builder_get_process (builder, 100 + i / 2));
    }

  for (guint i = 0; i < N_RANDOM_EVENTS; i++)
    {
      self.time_ns += g_rand_int_range (random, 0, 5);
      strata_trace_builder_see_time (builder, self.time_ns);
      add_random_event (&self);
      if (g_rand_int_range (random, 0, 6) == 0)
        add_random_call (&self);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}
