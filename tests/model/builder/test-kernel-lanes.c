/* test-kernel-lanes.c - kernel slices on CPUs and beside threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder.h"

#include <string.h>

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns; /* before begin_ns: none */
  StrataAsyncKind kind;
  guint32 owner;
  const char *lane;
} Row;

static const Row rows[] = {
  { 10, 20, STRATA_ASYNC_CPU, 1, "irq" },
  { 11, 30, STRATA_ASYNC_NAME, 0, "request" },
  { 12, 18, STRATA_ASYNC_CPU, 1, "irq" },
  { 13, 19, STRATA_ASYNC_CPU, 0, "irq" },
  { 14, 40, STRATA_ASYNC_THREAD, 0, "binder" },
  { 15, 0, STRATA_ASYNC_THREAD, 0, "binder" },
};

typedef struct
{
  StrataTrackKind kind;
  guint32 thread;
  guint32 cpu;
  const char *name;
  guint32 n_slices;
  guint32 n_rows;
} Track;

/* Kernel tracks come after all others. */
static const Track expected[] = {
  { STRATA_TRACK_ASYNC, STRATA_NONE, STRATA_NONE, "request", 1, 1 },
  { STRATA_TRACK_CPU, STRATA_NONE, 1, "irq", 2, 2 },
  { STRATA_TRACK_CPU, STRATA_NONE, 0, "irq", 1, 1 },
  { STRATA_TRACK_KERNEL, 0, STRATA_NONE, "binder", 2, 2 },
};

static guint32
intern (StrataTraceBuilder *builder,
        const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

static StrataAsyncKey
make_key (StrataTraceBuilder *builder,
          const Row *row)
{
  return (StrataAsyncKey){ .cookie = row->begin_ns, .process = row->owner, .name = intern (builder, row->lane), .kind = row->kind };
}

/* The ends, which are unordered here, may come after all begins. */
static StrataTrace *
build (void)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 process = strata_trace_builder_get_process (builder, 100);
  guint32 thread = strata_trace_builder_get_thread (builder, 101);

  strata_trace_builder_set_thread_process (builder, thread, process);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const StrataAsyncKey key = make_key (builder, &rows[i]);

      strata_trace_builder_begin_async (builder, &key, thread, rows[i].begin_ns, key.name, intern (builder, "name"), STRATA_ATTRS_NONE);
    }

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const StrataAsyncKey key = make_key (builder, &rows[i]);

      if (rows[i].end_ns > 0)
        g_assert_true (strata_trace_builder_end_async (builder, &key, rows[i].end_ns));
    }

  const StrataAsyncKey never = { .cookie = 7, .process = 3, .name = intern (builder, "irq"), .kind = STRATA_ASYNC_CPU };

  g_assert_false (strata_trace_builder_end_async (builder, &never, 50));

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
test_tracks (void)
{
  g_autoptr (StrataTrace) trace = build ();
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  g_assert_cmpuint (n_tracks, ==, G_N_ELEMENTS (expected));

  for (guint i = 0; i < n_tracks; i++)
    {
      g_assert_cmpint (tracks[i].kind, ==, expected[i].kind);
      g_assert_cmpuint (tracks[i].thread, ==, expected[i].thread);
      g_assert_cmpuint (tracks[i].cpu, ==, expected[i].cpu);
      g_assert_cmpstr (strata_trace_get_string (trace, tracks[i].name), ==, expected[i].name);
      g_assert_cmpuint (tracks[i].n_slices, ==, expected[i].n_slices);
      g_assert_cmpuint (tracks[i].n_rows, ==, expected[i].n_rows);
      g_assert_cmpint (tracks[i].process, ==, tracks[i].kind == STRATA_TRACK_CPU ? STRATA_NONE : 0);
    }
}

/* Counts of asynchronous slices of programs do not include the kernel's, and an interrupt cut by
 * the begin or end of a capture is not a warning. */
static void
test_counts (void)
{
  g_autoptr (StrataTrace) trace = build ();
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataCounts *counts = strata_trace_get_counts (trace);

  g_assert_cmpuint (slices->first_kernel - slices->first_async, ==, 1);
  g_assert_cmpuint (slices->n_slices - slices->first_kernel, ==, 5);
  g_assert_cmpuint (counts->async.n_closed, ==, 1);
  g_assert_cmpuint (counts->async.n_unfinished, ==, 0);
  g_assert_cmpuint (counts->kernel.n_closed, ==, 4);
  g_assert_cmpuint (counts->kernel.n_unfinished, ==, 1);
  g_assert_cmpuint (counts->kernel.n_unmatched, ==, 1);
  g_assert_cmpuint (strata_diagnostics_get_n_kinds (strata_trace_get_diagnostics (trace), STRATA_SEVERITY_INFO), ==, 0);
  g_assert_cmpuint (strata_trace_find_parent (trace, slices->first_kernel + 1), ==, STRATA_NONE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/kernel-lanes/tracks", test_tracks);
  g_test_add_func ("/kernel-lanes/counts", test_counts);

  return g_test_run ();
}
