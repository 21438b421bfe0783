/* test-slice-states.c - a slice split by the states of its thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-slice-states.h"

#include "random-usage.h"

#define N_SEEDS 200

/* Subtracts a state of the slice's thread from the split. */
static void
take_state (StrataTrace *trace,
            StrataSliceStates *split,
            guint32 i)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + split->thread;
  const gint64 begin_ns = strata_slice_table_get_start_ns (slices, split->slice);
  const gint64 end_ns = strata_slice_table_get_end_ns (slices, split->slice);
  const StrataState state = strata_states_get (states, i);
  const gint64 ns = MIN (end_ns, strata_states_get_end_ns (states, thread, i)) - MAX (begin_ns, states->start_ns[i]);
  const gboolean is_interrupt = (states->state[i] & STRATA_STATES_FROM_INTERRUPT) != 0;

  if (strata_states_get_end_ns (states, thread, i) <= begin_ns || states->start_ns[i] >= end_ns)
    return;

  split->states_ns[state] -= ns;
  split->n_states[state]--;

  for (guint j = 0; j < split->waits->len; j++)
    {
      StrataSliceWait *wait = &g_array_index (split->waits, StrataSliceWait, j);

      if (wait->state != state || wait->function != states->detail[i])
        continue;

      wait->total_ns -= ns;
      wait->n_waits--;
      g_assert_cmpint (ns, <=, wait->longest_ns);
    }

  for (guint j = 0; j < split->wakers->len; j++)
    {
      StrataSliceWaker *waker = &g_array_index (split->wakers, StrataSliceWaker, j);

      if (state != STRATA_STATE_RUNNABLE || states->start_ns[i] < begin_ns || waker->is_interrupt != is_interrupt || (!is_interrupt && waker->thread != states->detail[i]))
        continue;

      waker->latency_ns -= ns;
      waker->n_wakeups--;
      g_assert_cmpint (ns, <=, waker->longest_ns);
    }
}

static void
check_slice (StrataTrace *trace,
             guint32 slice)
{
  g_autoptr (StrataSliceStates) split = strata_slice_states_new (trace, slice);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + strata_trace_find_thread (trace, slice);
  gint64 sum_ns = 0;

  g_assert_cmpint (split != NULL, ==, thread->n_states > 0);
  if (split == NULL)
    return;

  for (guint i = 0; i < STRATA_N_STATES; i++)
    sum_ns += split->states_ns[i];

  g_assert_cmpint (sum_ns + split->outside_ns, ==, strata_slice_table_get_wall_ns (strata_trace_get_slices (trace), slice));
  g_assert_cmpint (split->outside_ns, >=, 0);
  g_assert_cmpint (split->states_ns[STRATA_STATE_RUNNING], ==, strata_slice_table_get_cpu_ns (strata_trace_get_slices (trace), slice));

  for (guint32 i = thread->first_state; i < thread->first_state + thread->n_states; i++)
    take_state (trace, split, i);

  for (guint i = 0; i < STRATA_N_STATES; i++)
    g_assert_cmpint (split->states_ns[i] + split->n_states[i], ==, 0);
  for (guint i = 0; i < split->waits->len; i++)
    g_assert_cmpint (g_array_index (split->waits, StrataSliceWait, i).total_ns + g_array_index (split->waits, StrataSliceWait, i).n_waits, ==, 0);
  for (guint i = 0; i < split->wakers->len; i++)
    g_assert_cmpint (g_array_index (split->wakers, StrataSliceWaker, i).latency_ns + g_array_index (split->wakers, StrataSliceWaker, i).n_wakeups, ==, 0);
}

static void
test_random (void)
{
  guint n_waits = 0;

  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);

      g_test_message ("seed %u", seed);
      for (guint32 i = 0; i < strata_trace_get_slices (trace)->first_async; i++)
        {
          g_autoptr (StrataSliceStates) split = strata_slice_states_new (trace, i);

          n_waits += split != NULL ? split->waits->len + split->wakers->len : 0;
          check_slice (trace, i);
        }
    }

  g_assert_cmpuint (n_waits, >, 1000);
}

/* An interrupt does not count as a busy thread. */
static void
test_interrupt (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (StrataTrace) trace = new_random_trace (random);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  g_assert_cmpuint (slices->first_kernel, <, slices->n_slices);
  g_assert_null (strata_slice_states_new (trace, slices->first_kernel));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/slice-states/random", test_random);
  g_test_add_func ("/slice-states/interrupt", test_interrupt);
  return g_test_run ();
}
