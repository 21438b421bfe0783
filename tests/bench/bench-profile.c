/* bench-profile.c - how soon tables follow a change of scope
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * usage: bench-profile [SLICES]
 *
 * Elapsed and CPU time, best of a few, of profiles of ten million slices, and their peak memory
 * above that of the trace. Three kinds of traces: an app, whose methods call the same few others
 * each time; a single thread; and random calls, in which hardly two stacks are equal.
 */
#include "config.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "strata-call-tree.h"
#include "strata-slice-query.h"
#include "strata-trace-builder.h"

#define N_METHODS 2000
#define N_CALLEES 6
#define N_ROUNDS 5

typedef struct
{
  const char *name;
  guint n_threads;
  gboolean is_random;
} Kind;

static const Kind kinds[] = {
  { "app", 12, FALSE },
  { "thread", 1, FALSE },
  { "random", 4, TRUE },
};

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  GRand *random;               /* borrowed */
  guint32 names[N_METHODS];
  guint callees[N_METHODS][N_CALLEES];
  gint64 now_ns;
  guint n_left;
} Maker;

static void
maker_init (Maker *maker)
{
  for (guint i = 0; i < N_METHODS; i++)
    {
      g_autofree char *name = g_strdup_printf ("com/example/part%u/Class%u.method%u (I)V", i % 20, i % 300, i);

      maker->names[i] = strata_string_pool_intern (strata_trace_builder_get_strings (maker->builder), name, strlen (name));
      for (guint j = 0; j < N_CALLEES; j++)
        maker->callees[i][j] = (guint) g_rand_int_range (maker->random, 0, N_METHODS);
    }
}

/* The first callees are by far the most likely. */
static void
make_call (Maker *maker,
           guint32 thread,
           guint method,
           guint depth,
           gboolean is_random)
{
  double chance = is_random ? 0.97 : 1.35 - 0.02 * depth;

  if (maker->n_left == 0)
    return;

  maker->n_left--;
  strata_trace_builder_begin_slice (maker->builder, thread, maker->now_ns, STRATA_NO_TIME, maker->names[method], STRATA_ATTRS_NONE);
  maker->now_ns += g_rand_int_range (maker->random, 100, 2000);

  while (depth < 60 && g_rand_double (maker->random) < chance)
    {
      guint which = (guint) (g_rand_double (maker->random) * g_rand_double (maker->random) * g_rand_double (maker->random) * N_CALLEES);

      make_call (maker, thread, is_random ? (guint) g_rand_int_range (maker->random, 0, N_METHODS) : maker->callees[method][which], depth + 1, is_random);
      chance -= 0.25;
      maker->now_ns += g_rand_int_range (maker->random, 10, 900);
    }

  maker->now_ns += g_rand_int_range (maker->random, 100, 2000);
  strata_trace_builder_end_slice (maker->builder, thread, maker->now_ns, STRATA_NO_TIME, 0);
}

/* Half of all calls are on the first thread. */
static StrataTrace *
make_trace (const Kind *kind,
            guint n_slices)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autofree Maker *maker = g_new0 (Maker, 1);

  maker->builder = builder;
  maker->random = random;
  maker_init (maker);
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);

  for (guint i = 0; i < kind->n_threads; i++)
    {
      guint32 thread = strata_trace_builder_get_thread (builder, 100 + i);
      guint n = i == 0 ? n_slices / 2 : n_slices / 2 / MAX (kind->n_threads - 1, 1);

      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 100));
      maker->now_ns = 0;
      maker->n_left = kind->n_threads == 1 ? n_slices : n;
      while (maker->n_left > 0)
        make_call (maker, thread, (guint) g_rand_int_range (random, 0, 20), 0, kind->is_random);
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Memory of this process, from /proc: @field is "VmRSS:" or "VmHWM:". */
static double
read_memory_mb (const char *field)
{
  g_autofree char *status = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0.0;

  const char *at = strstr (status, field);

  return at != NULL ? g_ascii_strtod (at + strlen (field), NULL) / 1e3 : 0.0;
}

static void
reset_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  malloc_trim (0);
  if (file == NULL)
    return;

  fputs ("5", file);
  fclose (file);
}

static double
get_cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

typedef void (*Work) (StrataTrace *trace, const StrataScope *scope);

static void
make_flat (StrataTrace *trace,
           const StrataScope *scope)
{
  strata_profile_unref (strata_profile_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL));
}

static void
make_tree (StrataTrace *trace,
           const StrataScope *scope)
{
  strata_call_tree_unref (strata_call_tree_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL));
}

static void
make_callers (StrataTrace *trace,
              const StrataScope *scope)
{
  const StrataCallTreeView view = { .is_bottom_up = TRUE };
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL);

  strata_call_tree_unref (strata_call_tree_new_view (tree, &view, NULL));
}

/* Bottom-up, with recursion folded and a name hidden. */
static void
make_view (StrataTrace *trace,
           const StrataScope *scope)
{
  char hidden_name[] = "com/example/part7/Class7.method7 (I)V";
  char *hidden[] = { hidden_name, NULL };
  StrataCallTreeView view = { .is_bottom_up = TRUE, .folds_recursion = TRUE, .hidden = hidden };
  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, scope, STRATA_PROFILE_BY_NAME, NULL);

  strata_call_tree_unref (strata_call_tree_new_view (tree, &view, NULL));
}

/* The longest first. */
static void
list_slices (StrataTrace *trace,
             const StrataScope *scope)
{
  g_auto (StrataSliceQuery) query = strata_slice_query_everything ();

  query.span = scope->span;
  query.sort = STRATA_SLICE_COLUMN_DURATION;
  query.is_descending = TRUE;
  strata_slice_listing_unref (strata_slice_listing_new (trace, &query, NULL));
}

static void
measure (const char *what,
         const char *kind,
         StrataTrace *trace,
         const StrataScope *scope,
         Work work)
{
  double best_ms = G_MAXDOUBLE;
  double best_cpu_ms = G_MAXDOUBLE;

  reset_peak ();

  double before_mb = read_memory_mb ("VmRSS:");

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();
      double begin_cpu_ms = get_cpu_ms ();

      work (trace, scope);
      best_cpu_ms = MIN (best_cpu_ms, get_cpu_ms () - begin_cpu_ms);
      best_ms = MIN (best_ms, (double) (g_get_monotonic_time () - begin_us) / 1e3);
    }

  g_print ("bench %s-%s %.0f ms\n", what, kind, best_ms);
  g_print ("bench %s-%s-cpu %.0f ms\n", what, kind, best_cpu_ms);
  g_print ("bench %s-%s-peak %.0f MB\n", what, kind, read_memory_mb ("VmHWM:") - before_mb);
}

static void
run_kind (const Kind *kind,
          guint n_slices)
{
  g_autoptr (StrataTrace) trace = make_trace (kind, n_slices);
  StrataScope all = strata_scope_everything (trace);
  StrataScope part = all;
  gint64 length_ns = strata_span_get_length_ns (all.span);

  part.span.begin_ns += length_ns / 10;
  part.span.end_ns -= length_ns / 100;

  measure ("flat", kind->name, trace, &all, make_flat);
  measure ("flat-part", kind->name, trace, &part, make_flat);
  measure ("tree", kind->name, trace, &all, make_tree);
  measure ("tree-part", kind->name, trace, &part, make_tree);
  measure ("tree-callers", kind->name, trace, &all, make_callers);
  measure ("tree-view", kind->name, trace, &all, make_view);
  measure ("slices", kind->name, trace, &all, list_slices);

  g_autoptr (StrataCallTree) tree = strata_call_tree_new (trace, &all, STRATA_PROFILE_BY_NAME, NULL);

  g_print ("bench tree-nodes-%s %u nodes\n", kind->name, strata_call_tree_get_n_nodes (tree));
}

int
main (int argc,
      char **argv)
{
  guint n_slices = argc > 1 ? (guint) strtoul (argv[1], NULL, 10) : 10000000;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    run_kind (&kinds[i], n_slices);

  return 0;
}
