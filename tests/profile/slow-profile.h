/* slow-profile.h - random traces, and a slow computation of their slices' values
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-profile.h"

#include "profile-fixture.h"

#define N_NAMES 7
#define N_THREADS 3

/* With a large @scale, slices last more than four seconds. */
static inline StrataTrace *
make_random_trace (GRand *random,
                   gint64 scale)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  gint64 time_ns = 0;
  gint64 cpu_ns[N_THREADS] = { 0 };

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);

  for (guint i = 0; i < 400; i++)
    {
      guint which = (guint) g_rand_int_range (random, 0, N_THREADS);
      guint32 thread = strata_trace_builder_get_thread (builder, 100 + which);
      char name[2] = { (char) ('a' + g_rand_int_range (random, 0, N_NAMES)), '\0' };
      gint64 step_ns = g_rand_int_range (random, 0, 6) * scale;

      time_ns += step_ns;
      cpu_ns[which] += (gint64) (g_rand_double (random) * (double) (step_ns + 1));

      if (g_rand_int_range (random, 0, 100) < 52)
        strata_trace_builder_begin_slice (builder, thread, time_ns, cpu_ns[which], fixture_intern (builder, name), STRATA_ATTRS_NONE);
      else
        strata_trace_builder_end_slice (builder, thread, time_ns, cpu_ns[which], 0);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);
}

/* The slow implementation searches everything again for each slice. */
typedef struct
{
  StrataTrace *trace;
  const StrataSliceTable *slices;
  StrataScope scope;
  StrataSpan span; /* of the scope */
} Slow;

static inline gint64
slow_axis (const Slow *slow,
           guint32 slice)
{
  gint64 begin_ns = MAX (slow->slices->start_ns[slice], slow->span.begin_ns);
  gint64 end_ns = MIN (strata_slice_table_get_end_ns (slow->slices, slice), slow->span.end_ns);

  return MAX (end_ns - begin_ns, 0);
}

/* Whether a slice is in scope, regardless of its time. */
static inline gboolean
slow_is_in_scope (const Slow *slow,
                  guint32 slice)
{
  guint32 thread = strata_trace_find_thread (slow->trace, slice);
  guint32 root = slice;

  if (slow->scope.thread != STRATA_NONE && slow->scope.thread != thread)
    return FALSE;
  if (slow->scope.threads != NULL && ((const guint8 *) g_bytes_get_data (slow->scope.threads, NULL))[thread] == 0)
    return FALSE;
  if (slow->scope.end_slice == 0)
    return TRUE;

  while (root != STRATA_NONE && root != slow->scope.first_slice)
    root = strata_trace_find_parent (slow->trace, root);

  return root != STRATA_NONE;
}

static inline gboolean
slow_is_inside (const Slow *slow,
                guint32 slice)
{
  StrataSpan all = strata_trace_get_span (slow->trace);
  gint64 start_ns = slow->slices->start_ns[slice];
  gint64 end_ns = strata_slice_table_get_end_ns (slow->slices, slice);

  if (!slow_is_in_scope (slow, slice))
    return FALSE;
  if (slow->span.begin_ns <= all.begin_ns && slow->span.end_ns >= all.end_ns)
    return TRUE;

  return start_ns < slow->span.end_ns && (end_ns > slow->span.begin_ns || start_ns >= slow->span.begin_ns);
}

static inline gint64
slow_exclusive (const Slow *slow,
                guint32 slice)
{
  gint64 own_ns = slow_axis (slow, slice);

  for (guint32 i = slice + 1; i < slow->slices->subtree_end[slice]; i++)
    if (strata_trace_find_parent (slow->trace, i) == slice)
      own_ns -= slow_axis (slow, i);

  return own_ns;
}

/* CPU time of a slice inside the span: its own part in proportion, and that of its children. */
static inline gint64
slow_cpu (const Slow *slow,
          guint32 slice)
{
  gint64 start_ns = slow->slices->start_ns[slice];
  gint64 end_ns = strata_slice_table_get_end_ns (slow->slices, slice);
  gint64 own_ns = strata_slice_table_get_self_ns (slow->slices, slice);
  gint64 cpu_ns = 0;

  if (start_ns >= slow->span.begin_ns && end_ns <= slow->span.end_ns)
    return strata_slice_table_get_cpu_ns (slow->slices, slice);
  if (end_ns <= slow->span.begin_ns || start_ns >= slow->span.end_ns)
    return 0;

  for (guint32 i = slice + 1; i < slow->slices->subtree_end[slice]; i++)
    if (strata_trace_find_parent (slow->trace, i) == slice)
      cpu_ns += slow_cpu (slow, i);

  if (own_ns > 0)
    cpu_ns += (gint64) ((double) strata_slice_table_get_self_cpu_ns (slow->slices, slice) *
                        ((double) slow_exclusive (slow, slice) / (double) own_ns));

  return cpu_ns;
}

/* Everything, some of the threads, or one call. */
static inline StrataScope
make_random_scope (StrataTrace *trace,
                   GRand *random,
                   gint64 scale)
{
  StrataScope scope = strata_scope_everything (trace);
  StrataSpan all = scope.span;
  gint64 begin_ns = (gint64) (g_rand_double (random) * (double) all.end_ns) - 5 * scale;
  guint32 threads[] = { (guint32) g_rand_int_range (random, 0, N_THREADS), 2 };
  guint32 n_slices = strata_trace_get_slices (trace)->first_async;

  if (g_rand_int_range (random, 0, 4) != 0)
    scope.span = (StrataSpan){ begin_ns, begin_ns + scale * g_rand_int_range (random, 1, 200) };

  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      scope.threads = strata_scope_new_threads (trace, threads, G_N_ELEMENTS (threads));
      break;
    case 1:
      strata_scope_set_subtree (&scope, trace, (guint32) g_rand_int_range (random, 0, (gint32) n_slices));
      break;
    case 2:
      scope.thread = threads[0];
      break;
    default:
      break;
    }

  return scope;
}
