/* bench-scheduling.c - the cost of queries about the scheduler
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-scheduling [FILE]
 *
 * CPU time, the median of a few runs: the usage of the whole trace and of a hundredth of it, the
 * critical path of each thread's whole life, the waits for block I/O of all threads, and the states
 * of the longest call. Without a file a trace is generated: 200 threads on 8 CPUs that wake each
 * other.
 */
#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "strata-critical-path.h"
#include "strata-io-waits.h"
#include "strata-loader.h"
#include "strata-slice-states.h"
#include "strata-trace-builder.h"
#include "strata-usage.h"

#define N_RUNS 5
#define N_CPUS 8
#define N_THREADS 200
#define N_SWITCHES 100000

static StrataTrace *
make_trace (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 current[N_CPUS];
  gint64 time_ns = 0;

  strata_trace_builder_set_format (builder, "test", "Test");
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  for (guint i = 0; i < N_THREADS; i++)
    strata_trace_builder_set_thread_process (builder, strata_trace_builder_get_thread (builder, 100 + i), strata_trace_builder_get_process (builder, 100 + i / 10));
  for (guint i = 0; i < N_CPUS; i++)
    current[i] = STRATA_NONE;

  for (guint i = 0; i < N_SWITCHES; i++)
    {
      const guint32 cpu = g_rand_int_range (random, 0, N_CPUS);
      const guint32 next = g_rand_int_range (random, 0, N_THREADS / N_CPUS) * N_CPUS + cpu;

      time_ns += g_rand_int_range (random, 1, 20) * 1000;
      strata_trace_builder_wake (builder, next, time_ns, current[(cpu + 1) % N_CPUS], FALSE);
      strata_trace_builder_switch_cpu (builder, cpu, time_ns + 500, current[cpu], i % 3 == 0 ? 'D' : 'S', next);
      current[cpu] = next;
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static gint64
get_cpu_ns (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static void
take_usage (StrataTrace *trace,
            StrataSpan span)
{
  strata_usage_unref (strata_usage_new (trace, span, NULL));
}

static void
usage_of_all (StrataTrace *trace)
{
  take_usage (trace, strata_trace_get_span (trace));
}

static void
usage_of_hundredth (StrataTrace *trace)
{
  const StrataSpan all = strata_trace_get_span (trace);
  const gint64 middle_ns = all.begin_ns + strata_span_get_length_ns (all) / 2;

  take_usage (trace, (StrataSpan){ middle_ns, middle_ns + strata_span_get_length_ns (all) / 100 });
}

static void
paths_of_lives (StrataTrace *trace)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].n_states > 0)
      strata_critical_path_free (strata_critical_path_new (trace, i, strata_trace_get_span (trace), NULL));
}

static void
waits_of_all (StrataTrace *trace)
{
  guint n_threads;

  strata_trace_get_threads (trace, &n_threads);
  for (guint i = 0; i < n_threads; i++)
    g_array_unref (strata_io_list_waits (trace, i, strata_trace_get_span (trace), G_MAXUINT));
}

static guint32
find_longest (StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 longest = STRATA_NONE;

  for (guint32 i = 0; i < slices->first_async; i++)
    if (longest == STRATA_NONE || strata_slice_table_get_wall_ns (slices, i) > strata_slice_table_get_wall_ns (slices, longest))
      longest = i;

  return longest;
}

static void
states_of_longest (StrataTrace *trace)
{
  const guint32 longest = find_longest (trace);

  if (longest != STRATA_NONE)
    strata_slice_states_free (strata_slice_states_new (trace, longest));
}

static int
compare_ns (const void *a,
            const void *b)
{
  const gint64 left = *(const gint64 *) a;
  const gint64 right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static void
measure (const char *name,
         StrataTrace *trace,
         void (*run) (StrataTrace *trace))
{
  gint64 times_ns[N_RUNS];

  for (guint i = 0; i < N_RUNS; i++)
    {
      times_ns[i] = -get_cpu_ns ();
      run (trace);
      times_ns[i] += get_cpu_ns ();
    }

  qsort (times_ns, N_RUNS, sizeof *times_ns, compare_ns);
  g_print ("bench %s %.2f ms\n", name, (double) times_ns[N_RUNS / 2] / 1e6);
}

static StrataTrace *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) stream = G_INPUT_STREAM (g_file_read (file, NULL, &error));
  StrataTrace *trace = stream != NULL ? strata_load_stream (stream, path, NULL, NULL, NULL, &error) : NULL;

  if (trace == NULL)
    g_printerr ("bench-scheduling: %s\n", error->message);

  return trace;
}

int
main (int argc,
      char **argv)
{
  g_autoptr (StrataTrace) trace = argc > 1 ? load (argv[1]) : make_trace ();

  if (trace == NULL)
    return 1;

  g_print ("bench scheduling-states %u states\n", strata_trace_get_states (trace)->n_states);
  measure ("usage-whole-trace", trace, usage_of_all);
  measure ("usage-hundredth", trace, usage_of_hundredth);
  measure ("critical-paths-of-all-threads", trace, paths_of_lives);
  measure ("io-waits-of-all-threads", trace, waits_of_all);
  measure ("states-of-longest-call", trace, states_of_longest);
  return 0;
}
