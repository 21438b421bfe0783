/* scene-fixture.c - small traces for tests of the scene
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "scene-fixture.h"

#include <string.h>

StrataTraceBuilder *
fixture_builder_new (void)
{
  StrataTraceBuilder *builder = strata_trace_builder_new ();

  strata_trace_builder_set_format (builder, "test", "Test");
  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL);
  return builder;
}

guint32
fixture_name (StrataTraceBuilder *builder,
              const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

guint32
fixture_args (StrataTraceBuilder *builder,
              const char *text)
{
  return strata_attr_table_intern_args (strata_trace_builder_get_attrs (builder), text, strlen (text));
}

guint32
fixture_thread (StrataTraceBuilder *builder,
                gint64 pid,
                const char *process_name,
                gint64 tid,
                const char *name)
{
  guint32 process = strata_trace_builder_get_process (builder, pid);
  guint32 thread = strata_trace_builder_get_thread (builder, tid);

  strata_trace_builder_name_process (builder, process, fixture_name (builder, process_name));
  strata_trace_builder_name_thread (builder, thread, fixture_name (builder, name));
  strata_trace_builder_set_thread_process (builder, thread, process);
  return thread;
}

void
fixture_slice (StrataTraceBuilder *builder,
               guint32 thread,
               gint64 begin_ns,
               gint64 end_ns,
               const char *name)
{
  strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, fixture_name (builder, name), STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, thread, end_ns, STRATA_NO_TIME, 0);
}

static void
add_frames (StrataTraceBuilder *builder,
            guint32 thread)
{
  /* 40 frames of 16 ms. Each takes 8 ms, except the slow one, and has three calls. */
  for (gint64 i = 0; i < 40; i++)
    {
      gint64 begin_ns = 1000000000 + i * 16000000;
      gint64 end_ns = begin_ns + (i == 25 ? 15000000 : 8000000);

      strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, fixture_name (builder, "doFrame"), STRATA_ATTRS_NONE);
      fixture_slice (builder, thread, begin_ns + 500000, begin_ns + 2000000, "measure");
      fixture_slice (builder, thread, begin_ns + 2000000, end_ns - 1000000, i == 25 ? "inflate" : "layout");
      strata_trace_builder_end_slice (builder, thread, end_ns, STRATA_NO_TIME, 0);
    }
}

static void
add_requests (StrataTraceBuilder *builder,
              guint32 thread,
              guint32 process)
{
  for (gint64 i = 0; i < 3; i++)
    {
      StrataAsyncKey key = { .cookie = i, .process = process, .name = fixture_name (builder, "request"), .kind = STRATA_ASYNC_NAME };

      strata_trace_builder_begin_async (builder, &key, thread, 1100000000 + i * 100000000, fixture_name (builder, "network"), key.name, STRATA_ATTRS_NONE);
    }

  for (gint64 i = 0; i < 2; i++)
    {
      StrataAsyncKey key = { .cookie = i, .process = process, .name = fixture_name (builder, "request"), .kind = STRATA_ASYNC_NAME };

      strata_trace_builder_end_async (builder, &key, 1320000000 + i * 100000000);
    }
}

static void
add_switches (StrataTraceBuilder *builder,
              const guint32 *threads,
              guint n_threads)
{
  for (guint i = 0; i < 64; i++)
    {
      const guint turn = i / 2 + 2 * (i % 2);

      strata_trace_builder_switch_cpu (builder, i % 2, 1000000000 + i * 10000000, threads[(turn + n_threads - 1) % n_threads], 'S', threads[turn % n_threads]);
    }
}

/* Two processes: one with frames, including a slow one, requests, one of which never ends, a
 * counter and instants; one with a single busy thread. */
StrataTrace *
fixture_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 main_thread = fixture_thread (builder, 100, "com.example.app", 100, "main");
  guint32 render = fixture_thread (builder, 100, "com.example.app", 101, "RenderThread");
  guint32 other = fixture_thread (builder, 200, "system_server", 207, "worker");
  guint32 process = strata_trace_builder_get_process (builder, 100);
  guint32 threads[] = { STRATA_NONE, main_thread, other, render };
  guint32 counter = strata_trace_builder_get_counter (builder, process, -1, fixture_name (builder, "heap"));

  add_frames (builder, main_thread);
  for (gint64 i = 0; i < 400; i++)
    fixture_slice (builder, render, 1000000000 + i * 1500000, 1000000000 + i * 1500000 + 400000 + i % 7 * 100000, i % 3 == 0 ? "draw" : "swap");
  fixture_slice (builder, other, 1200000000, 1500000000, "AnrHelper");
  strata_trace_builder_begin_slice (builder, other, 1550000000, STRATA_NO_TIME, fixture_name (builder, "left open"), STRATA_ATTRS_NONE);
  add_requests (builder, main_thread, process);
  for (gint64 i = 0; i < 50; i++)
    strata_trace_builder_add_sample (builder, counter, 1000000000 + i * 12000000, 4000 + i * i % 37 * 100);
  for (gint64 i = 0; i < 8; i++)
    strata_trace_builder_add_instant (builder, main_thread, process, 0, 1000000000 + i * i * 9000000, fixture_name (builder, "vsync"));
  add_switches (builder, threads, G_N_ELEMENTS (threads));

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

void
fixture_chain_slice (StrataTraceBuilder *builder,
                     guint32 thread,
                     gint64 begin_ns,
                     gint64 end_ns,
                     const char *name,
                     const char *chain)
{
  const StrataAttrs attrs = { .chain = fixture_name (builder, chain) };

  strata_trace_builder_begin_slice (builder, thread, begin_ns, STRATA_NO_TIME, fixture_name (builder, name),
                                    strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs));
  strata_trace_builder_end_slice (builder, thread, end_ns, STRATA_NO_TIME, 0);
}

/* A request of an application to a service, which reads twice; then the application draws, and much
 * later something is cleaned up. */
StrataTrace *
fixture_chain_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  guint32 app = fixture_thread (builder, 100, "app", 100, "main");
  guint32 render = fixture_thread (builder, 100, "app", 101, "render");
  guint32 service = fixture_thread (builder, 200, "service", 200, "binder");
  guint32 disk = fixture_thread (builder, 300, "disk", 300, "reader");

  fixture_chain_slice (builder, app, 1000000, 3000000, "request", "c,0,0");
  fixture_chain_slice (builder, service, 1500000, 2800000, "answer", "c,0,0");
  fixture_chain_slice (builder, disk, 1600000, 1900000, "read", "c,1,0");
  fixture_chain_slice (builder, disk, 2000000, 2400000, "read again", "c,2,0");
  fixture_chain_slice (builder, render, 2900000, 4000000, "draw", "c,3,0");
  fixture_chain_slice (builder, app, 8000000, 9000000, "clean up", "c,4,3");
  fixture_slice (builder, app, 9500000, 10000000, "alone");

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* A frame that waits for a worker, which waits for its disk; a thread without states. */
StrataTrace *
fixture_path_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 frame = fixture_thread (builder, 1, "app", 1, "main");
  const guint32 worker = fixture_thread (builder, 1, "app", 2, "worker");
  const guint32 other = fixture_thread (builder, 1, "app", 3, "other");

  strata_trace_builder_switch_cpu (builder, 0, 1000000, STRATA_NONE, 'R', frame);
  strata_trace_builder_begin_slice (builder, frame, 1100000, STRATA_NO_TIME, fixture_name (builder, "frame"), STRATA_ATTRS_NONE);
  strata_trace_builder_begin_slice (builder, other, 1200000, STRATA_NO_TIME, fixture_name (builder, "other"), STRATA_ATTRS_NONE);
  strata_trace_builder_end_slice (builder, other, 1300000, STRATA_NO_TIME, 0);
  strata_trace_builder_switch_cpu (builder, 0, 2000000, frame, 'S', worker);
  strata_trace_builder_begin_slice (builder, worker, 2100000, STRATA_NO_TIME, fixture_name (builder, "work"), STRATA_ATTRS_NONE);
  strata_trace_builder_switch_cpu (builder, 0, 3000000, worker, 'D', STRATA_NONE);
  strata_trace_builder_wake (builder, worker, 5000000, STRATA_NONE, TRUE);
  strata_trace_builder_block_reason (builder, worker, TRUE, fixture_name (builder, "f2fs_wait"));
  strata_trace_builder_switch_cpu (builder, 1, 5200000, STRATA_NONE, 'R', worker);
  strata_trace_builder_wake (builder, frame, 6000000, worker, FALSE);
  strata_trace_builder_end_slice (builder, worker, 6100000, STRATA_NO_TIME, 0);
  strata_trace_builder_switch_cpu (builder, 1, 6500000, worker, 'S', frame);
  strata_trace_builder_end_slice (builder, frame, 8000000, STRATA_NO_TIME, 0);
  strata_trace_builder_see_time (builder, 9000000);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

static void
add_machine_frequencies (StrataTraceBuilder *builder)
{
  static const struct
  {
    const char *name;
    int cpu;
    gint64 time_ns;
    gint64 khz;
  } rows[] = {
    { "frequency", 0, 1200000, 600000 },
    { "frequency", 2, 1201000, 600000 },
    { "frequency", 1, 1300000, 800000 },
    { "frequency", 3, 1301000, 800000 },
    { "frequency", 1, 4000000, 2400000 },
    { "frequency", 3, 4001000, 2400000 },
    { "frequency", 0, 6000000, 1800000 },
    { "frequency", 2, 6001000, 1800000 },
    { "frequency", 1, 9000000, 1600000 },
    { "frequency", 3, 9001000, 1600000 },
    { "frequency min", 1, 1100000, 800000 },
    { "frequency max", 1, 1100000, 2800000 },
    { "frequency max", 1, 8000000, 1600000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, STRATA_NONE, rows[i].cpu, fixture_name (builder, rows[i].name)),
                                     rows[i].time_ns, rows[i].khz);
}

static void
add_kernel_slice (StrataTraceBuilder *builder,
                  StrataAsyncKind kind,
                  guint32 owner,
                  const char *lane,
                  const char *name,
                  StrataSpan span)
{
  StrataAsyncKey key = { .cookie = 1, .process = owner, .name = fixture_name (builder, lane), .kind = kind };

  strata_trace_builder_begin_async (builder, &key, kind == STRATA_ASYNC_CPU ? STRATA_NONE : owner, span.begin_ns, key.name, fixture_name (builder, name), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, span.end_ns);
}

/* Four CPUs in two clusters with kernel data: frequencies, limits, idle states, interrupts, a loss,
 * a CPU whose events begin late; and a binder call. */
StrataTrace *
fixture_machine_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const StrataLoss loss = { .cpu = 3, .begin_ns = 5000000, .end_ns = 6500000, .n_events = 3 };
  const guint32 main_thread = fixture_thread (builder, 100, "com.example.app", 100, "main");
  const guint32 render = fixture_thread (builder, 100, "com.example.app", 101, "RenderThread");
  const guint32 server = fixture_thread (builder, 200, "system_server", 207, "binder:200_1");

  for (guint32 cpu = 0; cpu < 3; cpu++)
    strata_trace_builder_switch_cpu (builder, cpu, 1000000, STRATA_NONE, 0, STRATA_NONE);

  add_machine_frequencies (builder);
  strata_trace_builder_switch_cpu (builder, 1, 2000000, STRATA_NONE, 0, main_thread);
  fixture_slice (builder, main_thread, 2100000, 3900000, "call");
  strata_trace_builder_switch_cpu (builder, 3, 2500000, STRATA_NONE, 0, render);
  strata_trace_builder_switch_cpu (builder, 1, 4000000, main_thread, 'S', server);
  strata_trace_builder_add_loss (builder, &loss);
  strata_trace_builder_switch_cpu (builder, 3, 6500000, STRATA_NONE, 0, render);
  strata_trace_builder_switch_cpu (builder, 1, 7000000, server, 'R' | STRATA_END_STATE_PREEMPTED, main_thread);
  for (gint64 i = 0; i < 200; i++)
    strata_trace_builder_switch_cpu (builder, 0, 3000000 + i * 20000, i % 2 == 0 ? STRATA_NONE : server, 'S', i % 2 == 0 ? server : STRATA_NONE);
  strata_trace_builder_switch_cpu (builder, 3, 8000000, render, 'S', STRATA_NONE);
  strata_trace_builder_switch_cpu (builder, 1, 9500000, main_thread, 'S', STRATA_NONE);

  for (int state = 0; state < 4; state++)
    {
      const gint64 begin_ns = 1500000 + state * 2000000;
      g_autofree char *name = g_strdup_printf ("idle state %d", state);

      add_kernel_slice (builder, STRATA_ASYNC_CPU, 2, "idle", name, (StrataSpan){ begin_ns, begin_ns + 1800000 });
    }

  add_kernel_slice (builder, STRATA_ASYNC_CPU, 1, "irq", "timer", (StrataSpan){ 2200000, 2600000 });
  add_kernel_slice (builder, STRATA_ASYNC_CPU, 1, "softirq", "NET_RX", (StrataSpan){ 2600000, 3100000 });
  add_kernel_slice (builder, STRATA_ASYNC_THREAD, main_thread, "binder", "call to binder:200_1", (StrataSpan){ 2300000, 7400000 });
  strata_trace_builder_see_time (builder, 10000000);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* Methods of three packages on both clocks, switched out for long and short times, and many per
 * pixel; work of two categories; two processes. */
StrataTrace *
fixture_look_trace_new (void)
{
  static const char *const names[] = { "a.b.View.draw (I)V", "a.b.View.measure ()V", "c.d.Store.load ()V", "e.Log.write ()V" };
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();

  strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);

  for (gint64 k = 0; k < 2; k++)
    {
      const guint32 thread = fixture_thread (builder, 1 + k, k == 0 ? "com.example.app" : "com.example.web", 1 + k, k == 0 ? "main" : "web");
      gint64 cpu_ns = 0;

      for (gint64 i = 0; i < 24; i++)
        {
          const gint64 begin_ns = 1000000 + i * 2000000;
          const gint64 switched_ns = i % 3 == 0 ? 1500000 : i % 3 == 1 ? 400000
                                                                       : 0;
          const StrataAttrs attrs = { .category = fixture_name (builder, i % 2 == 0 ? "ui" : "disk") };
          const guint32 id = strata_attr_table_intern (strata_trace_builder_get_attrs (builder), &attrs);

          strata_trace_builder_begin_slice (builder, thread, begin_ns, cpu_ns, fixture_name (builder, names[i % 4]), id);
          strata_trace_builder_begin_slice (builder, thread, begin_ns + 50000, cpu_ns + 50000, fixture_name (builder, names[(i + 1) % 4]), id);
          strata_trace_builder_end_slice (builder, thread, begin_ns + 50000 + 1600000, cpu_ns + 50000 + 1600000 - switched_ns, 0);
          cpu_ns += 1800000 - switched_ns;
          strata_trace_builder_end_slice (builder, thread, begin_ns + 1800000, cpu_ns, 0);
        }

      for (gint64 i = 0; i < 400; i++)
        {
          const gint64 begin_ns = 60000000 + i * 30000;

          strata_trace_builder_begin_slice (builder, thread, begin_ns, cpu_ns, fixture_name (builder, names[i % 4]), STRATA_ATTRS_NONE);
          cpu_ns += i % 2 == 0 ? 20000 : 2000;
          strata_trace_builder_end_slice (builder, thread, begin_ns + 25000, cpu_ns, 0);
        }
    }

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_THREAD_END);
}

/* Two counters with the same name, one far larger and one with many samples per pixel; one that
 * falls below zero; and one with two values at once. */
StrataTrace *
fixture_counters_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const guint32 one = strata_trace_builder_get_process (builder, 1);
  const guint32 two = strata_trace_builder_get_process (builder, 2);
  const guint32 heap = strata_trace_builder_get_counter (builder, one, -1, fixture_name (builder, "heap"));
  const guint32 large = strata_trace_builder_get_counter (builder, two, -1, fixture_name (builder, "heap"));
  const guint32 balance = strata_trace_builder_get_counter (builder, one, -1, fixture_name (builder, "balance"));
  const guint32 once = strata_trace_builder_get_counter (builder, two, -1, fixture_name (builder, "once"));

  fixture_thread (builder, 1, "one", 1, "one");
  fixture_thread (builder, 2, "two", 2, "two");
  for (gint64 i = 0; i < 40; i++)
    strata_trace_builder_add_sample (builder, heap, 1000000 + i * 250000, 1000 + i * i % 37 * 10);
  for (gint64 i = 0; i < 5000; i++)
    strata_trace_builder_add_sample (builder, large, 1000000 + i * 2000, 2000 + i + i * i % 101);
  for (gint64 i = 0; i < 12; i++)
    strata_trace_builder_add_sample (builder, balance, 1500000 + i * i * 60000, (i % 3 - 1) * 50 * i);
  strata_trace_builder_add_sample (builder, once, 2000000, 5);
  strata_trace_builder_add_sample (builder, once, 2000000, 9);
  strata_trace_builder_add_sample (builder, once, 7000000, 9);
  strata_trace_builder_see_time (builder, 11000000);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}

/* An hour, with a few nanoseconds at its end and right-to-left names. */
StrataTrace *
fixture_hour_trace_new (void)
{
  g_autoptr (StrataTraceBuilder) builder = fixture_builder_new ();
  const gint64 hour_ns = G_GINT64_CONSTANT (3600000000000);
  const guint32 thread = fixture_thread (builder, 100, "תהליך", 101, "عامل");

  strata_trace_builder_begin_slice (builder, thread, 0, STRATA_NO_TIME, fixture_name (builder, "שלום עולם"), STRATA_ATTRS_NONE);
  for (gint64 i = 0; i < 400; i++)
    fixture_slice (builder, thread, hour_ns - 400 + i, hour_ns - 400 + i + (i % 5 == 0 ? 1 : 0), "ns");
  strata_trace_builder_end_slice (builder, thread, hour_ns, STRATA_NO_TIME, 0);
  fixture_slice (builder, thread, hour_ns, hour_ns + 100, "مرحبا بالعالم");

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}
