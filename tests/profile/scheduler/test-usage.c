/* test-usage.c - the usage of a period, compared with a count of single nanoseconds
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-usage.h"

#include "random-usage.h"

#define N_SEEDS 150

static const StrataUsageRow *
find_row (const StrataUsageRow *rows,
          guint n_rows,
          guint32 index)
{
  for (guint i = 0; i < n_rows; i++)
    if (rows[i].index == index)
      return &rows[i];

  return NULL;
}

/* The index of a thread's state at a time, or STRATA_NONE. */
static guint32
find_state (StrataTrace *trace,
            const StrataThread *thread,
            gint64 time_ns)
{
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint32 i = thread->first_state; i < thread->first_state + thread->n_states; i++)
    if (states->start_ns[i] <= time_ns && time_ns < strata_states_get_end_ns (states, thread, i))
      return i;

  return STRATA_NONE;
}

static void
check_thread_times (const StrataUsage *usage,
                    guint32 index)
{
  StrataTrace *trace = strata_usage_get_trace (usage);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + index;
  const StrataSpan span = strata_usage_get_span (usage);
  guint n_rows;
  const StrataUsageRow *rows = strata_usage_get_threads (usage, &n_rows);
  const StrataUsageRow *row = find_row (rows, n_rows, index);
  gint64 expected_ns[STRATA_N_STATES] = { 0 };

  for (gint64 t = span.begin_ns; t < span.end_ns; t++)
    {
      const guint32 state = find_state (trace, thread, t);

      if (state != STRATA_NONE)
        expected_ns[strata_states_get (strata_trace_get_states (trace), state)]++;
    }

  for (guint i = 0; i < STRATA_N_STATES; i++)
    g_assert_cmpint (row != NULL ? row->states_ns[i] : 0, ==, expected_ns[i]);
}

static gboolean
is_inside (const StrataUsage *usage,
           gint64 time_ns)
{
  const StrataSpan span = strata_usage_get_span (usage);
  const gint64 end_ns = strata_trace_get_span (strata_usage_get_trace (usage)).end_ns;

  return time_ns >= span.begin_ns && (time_ns < span.end_ns || (span.end_ns == end_ns && time_ns == end_ns));
}

/* Checks events of a thread by visiting all its states. */
static void
check_thread_events (const StrataUsage *usage,
                     guint32 index)
{
  StrataTrace *trace = strata_usage_get_trace (usage);
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *thread = strata_trace_get_threads (trace, NULL) + index;
  guint n_rows;
  const StrataUsageRow *rows = strata_usage_get_threads (usage, &n_rows);
  const StrataUsageRow *row = find_row (rows, n_rows, index);
  StrataUsageRow expected = { .max_latency_ns = STRATA_NO_TIME };
  const guint32 end = thread->first_state + thread->n_states;

  for (guint32 i = thread->first_state; i < end; i++)
    {
      const StrataState state = strata_states_get (states, i);
      const gboolean has_run = i > thread->first_state && strata_states_get (states, i - 1) == STRATA_STATE_RUNNING;

      if (!is_inside (usage, states->start_ns[i]))
        continue;

      expected.n_involuntary += state == STRATA_STATE_PREEMPTED;
      expected.n_voluntary += (state >= STRATA_STATE_SLEEPING && state <= STRATA_STATE_STOPPED) || (state == STRATA_STATE_DEAD && has_run);
      expected.n_wakeups += state == STRATA_STATE_RUNNABLE;

      if (state == STRATA_STATE_RUNNABLE && i + 1 < end && strata_states_get (states, i + 1) == STRATA_STATE_RUNNING)
        {
          expected.n_latencies++;
          expected.latency_ns += states->start_ns[i + 1] - states->start_ns[i];
          expected.max_latency_ns = MAX (expected.max_latency_ns, states->start_ns[i + 1] - states->start_ns[i]);
        }
    }

  if (row == NULL)
    {
      g_assert_cmpuint (expected.n_voluntary + expected.n_involuntary + expected.n_wakeups, ==, 0);
      return;
    }

  g_assert_cmpuint (row->n_voluntary, ==, expected.n_voluntary);
  g_assert_cmpuint (row->n_involuntary, ==, expected.n_involuntary);
  g_assert_cmpuint (row->n_wakeups, ==, expected.n_wakeups);
  g_assert_cmpuint (row->n_latencies, ==, expected.n_latencies);
  g_assert_cmpint (row->latency_ns, ==, expected.latency_ns);
  g_assert_cmpint (row->max_latency_ns, ==, expected.max_latency_ns);
}

static guint32
find_run (StrataTrace *trace,
          const StrataCpu *cpu,
          gint64 time_ns)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (trace);

  for (guint32 i = cpu->first_run; i < cpu->first_run + cpu->n_runs; i++)
    if (runs->start_ns[i] <= time_ns && time_ns < runs->end_ns[i])
      return i;

  return STRATA_NONE;
}

static gboolean
is_lost (StrataTrace *trace,
         const StrataCpu *cpu,
         gint64 time_ns)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  gboolean is_lost = time_ns < cpu->known_ns;

  for (guint i = 0; i < n_losses; i++)
    is_lost |= losses[i].cpu == cpu->cpu && losses[i].begin_ns <= time_ns && time_ns < losses[i].end_ns;

  return is_lost;
}

static gboolean
is_interrupted (StrataTrace *trace,
                const StrataCpu *cpu,
                gint64 time_ns)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint i = 0; i < n_tracks; i++)
    for (guint32 j = tracks[i].first_slice; j < tracks[i].first_slice + tracks[i].n_slices; j++)
      if (tracks[i].kind == STRATA_TRACK_CPU && tracks[i].cpu == cpu->cpu && strata_slice_table_get_flags (slices, j) == 0 &&
          strata_slice_table_get_start_ns (slices, j) <= time_ns && time_ns < strata_slice_table_get_end_ns (slices, j))
        return TRUE;

  return FALSE;
}

static void
check_cpu (const StrataUsage *usage,
           guint index)
{
  StrataTrace *trace = strata_usage_get_trace (usage);
  const StrataCpu *cpu = strata_trace_get_cpus (trace, NULL) + index;
  const StrataSpan span = strata_usage_get_span (usage);
  guint n_rows;
  const StrataUsageCpu *row = strata_usage_get_cpus (usage, &n_rows) + index;
  StrataUsageCpu expected = { .cpu = cpu->cpu };

  for (gint64 t = span.begin_ns; t < span.end_ns; t++)
    {
      const gboolean is_running = find_run (trace, cpu, t) != STRATA_NONE;
      const gboolean has_interrupt = is_interrupted (trace, cpu, t);

      expected.running_ns += is_running;
      expected.unknown_ns += !is_running && is_lost (trace, cpu, t);
      expected.idle_ns += !is_running && !is_lost (trace, cpu, t);
      expected.interrupt_ns += has_interrupt;
      expected.busy_ns += is_running && !has_interrupt;
    }

  g_assert_cmpuint (row->cpu, ==, cpu->cpu);
  g_assert_cmpint (row->running_ns, ==, expected.running_ns);
  g_assert_cmpint (row->idle_ns, ==, expected.idle_ns);
  g_assert_cmpint (row->unknown_ns, ==, expected.unknown_ns);
  g_assert_cmpint (row->interrupt_ns, ==, expected.interrupt_ns);
  g_assert_cmpint (row->busy_ns, ==, expected.busy_ns);
  g_assert_cmpint (row->running_ns + row->idle_ns + row->unknown_ns, ==, strata_span_get_length_ns (span));
}

/* The frequency of a CPU at a time. */
static gint64
find_khz (StrataTrace *trace,
          guint32 cpu,
          gint64 time_ns)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);
  const StrataSamples *samples = strata_trace_get_samples (trace);
  gint64 khz = STRATA_USAGE_NO_KHZ;

  for (guint i = 0; i < n_counters; i++)
    for (guint32 j = counters[i].first_sample; j < counters[i].first_sample + counters[i].n_samples; j++)
      if ((guint32) counters[i].cpu == cpu && samples->time_ns[j] <= time_ns)
        khz = samples->value[j];

  return khz;
}

/* Subtracts each nanosecond of a thread's runs from its cell. */
static void
check_cells (const StrataUsage *usage,
             guint32 thread)
{
  StrataTrace *trace = strata_usage_get_trace (usage);
  g_autoptr (GArray) cells = strata_usage_list_cells (usage, STRATA_USAGE_BY_THREAD);
  const StrataSpan span = strata_usage_get_span (usage);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (trace, &n_cpus);

  for (guint i = 0; i < n_cpus; i++)
    for (gint64 t = span.begin_ns; t < span.end_ns; t++)
      {
        const guint32 run = find_run (trace, &cpus[i], t);

        if (run == STRATA_NONE || strata_trace_get_cpu_runs (trace)->thread[run] != thread)
          continue;

        for (guint j = 0; j < cells->len; j++)
          {
            StrataUsageCell *cell = &g_array_index (cells, StrataUsageCell, j);

            cell->running_ns -= cell->index == thread && cell->cpu == cpus[i].cpu && cell->khz == find_khz (trace, cell->cpu, t);
          }
      }

  for (guint i = 0; i < cells->len; i++)
    if (g_array_index (cells, StrataUsageCell, i).index == thread)
      g_assert_cmpint (g_array_index (cells, StrataUsageCell, i).running_ns, ==, 0);
}

static void
check_sums (const StrataUsage *usage)
{
  guint n_threads;
  const StrataUsageRow *threads = strata_usage_get_threads (usage, &n_threads);
  guint n_processes;
  const StrataUsageRow *processes = strata_usage_get_processes (usage, &n_processes);
  g_autoptr (GArray) cells = strata_usage_list_cells (usage, STRATA_USAGE_BY_CPU);
  gint64 balance_ns[STRATA_N_STATES] = { 0 };
  gint64 in_cells_ns = 0;
  guint n = 0;

  for (guint i = 0; i < n_threads; i++)
    for (guint j = 0; j < STRATA_N_STATES; j++)
      balance_ns[j] += threads[i].states_ns[j];
  for (guint i = 0; i < n_processes; i++)
    {
      n += processes[i].n_threads;
      for (guint j = 0; j < STRATA_N_STATES; j++)
        balance_ns[j] -= processes[i].states_ns[j];
    }
  for (guint i = 0; i < cells->len; i++)
    in_cells_ns += g_array_index (cells, StrataUsageCell, i).running_ns;

  g_assert_cmpuint (n, ==, n_threads);
  g_assert_cmpint (in_cells_ns, ==, strata_usage_get_system (usage)->running_ns);
  for (guint j = 0; j < STRATA_N_STATES; j++)
    g_assert_cmpint (balance_ns[j], ==, 0);
}

static void
check_usage (StrataTrace *trace,
             StrataSpan span)
{
  g_autoptr (StrataUsage) usage = strata_usage_new (trace, span, NULL);
  guint n_threads;
  guint n_cpus;
  guint n_known;

  strata_trace_get_threads (trace, &n_threads);
  strata_trace_get_cpus (trace, &n_cpus);
  strata_usage_get_cpus (usage, &n_known);
  g_assert_cmpuint (n_known, ==, n_cpus);

  for (guint32 i = 0; i < n_threads; i++)
    {
      check_thread_times (usage, i);
      check_thread_events (usage, i);
      check_cells (usage, i);
    }

  for (guint i = 0; i < n_cpus; i++)
    check_cpu (usage, i);

  check_sums (usage);
}

static void
test_random (void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);
      const StrataSpan all = strata_trace_get_span (trace);
      const gint32 length_ns = (gint32) strata_span_get_length_ns (all);
      const gint64 begin_ns = all.begin_ns + g_rand_int_range (random, 0, length_ns);

      g_test_message ("seed %u", seed);
      check_usage (trace, all);
      check_usage (trace, (StrataSpan){ begin_ns, begin_ns + g_rand_int_range (random, 0, 100) });
      check_usage (trace, (StrataSpan){ begin_ns, begin_ns });
    }
}

/* Adjacent periods add up to the whole. */
static void
test_parts (void)
{
  for (guint32 seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (StrataTrace) trace = new_random_trace (random);
      const StrataSpan all = strata_trace_get_span (trace);
      const gint64 cut_ns = all.begin_ns + g_rand_int_range (random, 0, (gint32) strata_span_get_length_ns (all));
      g_autoptr (StrataUsage) usage = strata_usage_new (trace, all, NULL);
      g_autoptr (StrataUsage) first = strata_usage_new (trace, (StrataSpan){ all.begin_ns, cut_ns }, NULL);
      g_autoptr (StrataUsage) second = strata_usage_new (trace, (StrataSpan){ cut_ns, all.end_ns }, NULL);
      const StrataUsageCpu *whole = strata_usage_get_system (usage);
      const StrataUsageCpu *parts[] = { strata_usage_get_system (first), strata_usage_get_system (second) };

      g_test_message ("seed %u", seed);
      g_assert_cmpint (whole->running_ns, ==, parts[0]->running_ns + parts[1]->running_ns);
      g_assert_cmpint (whole->idle_ns, ==, parts[0]->idle_ns + parts[1]->idle_ns);
      g_assert_cmpint (whole->unknown_ns, ==, parts[0]->unknown_ns + parts[1]->unknown_ns);
      g_assert_cmpint (whole->busy_ns, ==, parts[0]->busy_ns + parts[1]->busy_ns);
      g_assert_cmpuint (whole->n_switches, ==, parts[0]->n_switches + parts[1]->n_switches);
    }
}

static void
test_cancel (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (StrataTrace) trace = new_random_trace (random);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (strata_usage_new (trace, strata_trace_get_span (trace), cancellable));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/usage/random", test_random);
  g_test_add_func ("/usage/parts", test_parts);
  g_test_add_func ("/usage/cancel", test_cancel);
  return g_test_run ();
}
