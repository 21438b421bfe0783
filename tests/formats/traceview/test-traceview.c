/* test-traceview.c - method traces, classic layout
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "format-fixture.h"
#include "strata-error.h"
#include "strata-loader.h"
#include "traceview-writer.h"

#define SIMPLE "1>10@0/100 1>20@10/120 1<20@30/160 1<10@40/200"
#define SIMPLE_DUAL "1:0:A.a ()V@100+100/40 1:1:B.b (I)I@120+40/20 | "
#define SIMPLE_ONE "1>10@0 1>20@10 1<20@30 1<10@40"
#define SIMPLE_RESULT "1:0:A.a ()V@0+40 1:1:B.b (I)I@10+20 | "
#define SIMPLE_CPU "1:0:A.a ()V@0+40/40 1:1:B.b (I)I@10+20/20 | "

#define METHODS_AND_END TRACEVIEW_METHODS "*end\n"

typedef struct
{
  const char *name;
  TraceviewSpec spec;
  const char *expected; /* as printed by fixture_describe() */
} Row;

static const Row rows[] = {
  /* layouts */
  { "version-1-cpu", { TRACEVIEW_KEY ("thread-cpu"), 1, 0, 0, 1, SIMPLE_ONE }, SIMPLE_CPU },
  { "version-1-global", { TRACEVIEW_KEY ("global"), 1, 16, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-2-wall", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-2-offset-16", { TRACEVIEW_KEY ("wall"), 2, 16, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-2-offset-1000", { TRACEVIEW_KEY ("wall"), 2, 1000, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-3-dual", { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, SIMPLE }, SIMPLE_DUAL },
  { "version-3-offset-18", { TRACEVIEW_KEY ("dual"), 3, 18, 0, 2, SIMPLE }, SIMPLE_DUAL },
  { "version-3-wall", { TRACEVIEW_KEY ("wall"), 3, 0, 0, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-3-cpu", { TRACEVIEW_KEY ("thread-cpu"), 3, 0, 0, 1, SIMPLE_ONE }, SIMPLE_CPU },
  { "version-3-long-records", { TRACEVIEW_KEY ("dual"), 3, 0, 23, 2, SIMPLE }, SIMPLE_DUAL },
  { "version-3-wall-in-long-records", { TRACEVIEW_KEY ("wall"), 3, 0, 14, 1, SIMPLE_ONE }, SIMPLE_RESULT },
  { "version-3-no-clock", { TRACEVIEW_KEY ("odd"), 3, 0, 0, 2, SIMPLE }, SIMPLE_DUAL },

  /* keys */
  { "sections-in-any-order",
    { "*methods\n0x10\tA\ta\t()V\n*threads\n1\tmain\n*version\n3\nclock=dual\nnum-method-calls=%d\n*end\n", 3, 0, 0, 2, "1>10@0/100 1<10@40/200" },
    "1:0:A.a ()V@100+100/40 | " },
  { "cr-lf",
    { "*version\r\n3\r\nclock=dual\r\nnum-method-calls=%d\r\n*threads\r\n1\tmain\r\n*methods\r\n0x10\tA\ta\t()V\r\n*end\r\n", 3, 0, 0, 2, "1>10@0/100 1<10@40/200" },
    "1:0:A.a ()V@100+100/40 | " },
  { "five-and-six-columns-no-0x-zero",
    { "*version\n3\nclock=wall\nnum-method-calls=%d\n*threads\n1\tmain\n*methods\n0\tZ\tz\t()V\tZ.java\n1c\tA\ta\t()V\tA.java\t7\n*end\n", 2, 0, 0, 1, "1>0@0 1>1c@1 1<1c@5 1<0@9" },
    "1:0:Z.z ()V@0+9 1:1:A.a ()V@1+4 | " },
  { "non-ascii",
    { "*version\n3\nclock=wall\nnum-method-calls=%d\n*threads\n1\tHaupt\xc3\xa4\n*methods\n0x10\t\xe4\xb8\xad\ta\t()V\n0x14\tbad\xff\ta\t()V\n*end\n", 2, 0, 0, 1, "1>10@0 1>14@1 1<14@5 1<10@9" },
    "1:0:\xe4\xb8\xad.a ()V@0+9 1:1:bad\xef\xbf\xbd.a ()V@1+4 | " },
  { "names-without-parts",
    { "*version\n3\nclock=wall\nnum-method-calls=%d\n*threads\n1\tmain\n*methods\n0x10\tonly\n0x14\ttwo\tparts\n*end\n", 2, 0, 0, 1, "1>10@0 1>14@1 1<14@5 1<10@9" },
    "1:0:only@0+9 1:1:two.parts@1+4 | " },
  { "odd-lines",
    { "*version\n3\nclock=wall\nwhat\nnum-method-calls=%d\n*threads\n1\tmain\nx\ty\n*odd\nz\n" TRACEVIEW_METHODS "nothing\n0xzz\ta\n0x123456789\ta\n*end\n", 2, 0, 0, 1, "1>10@0 1<10@9" },
    "1:0:A.a ()V@0+9 | unknown-line=5 skipped-section=1" },
  { "no-end-of-key",
    { "*version\n3\nclock=wall\nnum-method-calls=%d\n" TRACEVIEW_THREADS TRACEVIEW_METHODS, 2, 0, 0, 1, "1>10@0 1<10@9" },
    "1:0:A.a ()V@0+9 | " },
  { "overflow",
    { "*version\n3\ndata-file-overflow=true\nclock=wall\nnum-method-calls=%d\n" TRACEVIEW_THREADS METHODS_AND_END, 2, 0, 0, 1, "1>10@0 1<10@9" },
    "1:0:A.a ()V@0+9 | buffer-overflow=1" },
  { "fewer-records-than-claimed",
    { "*version\n3\nclock=wall\nnum-method-calls=10\n" TRACEVIEW_THREADS METHODS_AND_END, 2, 0, 0, 1, "1>10@0 1<10@9" },
    "1:0:A.a ()V@0+9 | truncated=1" },

  /* threads and methods */
  { "two-threads", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 2>10@1 1<10@5 2>20@6 2<20@7 2<10@8" }, "1:0:A.a ()V@0+5 2:0:A.a ()V@1+7 2:1:B.b (I)I@6+1 | " },
  { "unknown-thread", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "65535>10@0 65535<10@5" }, "65535:0:A.a ()V@0+5 | unknown-thread=2" },
  { "version-1-thread-255", { TRACEVIEW_KEY ("thread-cpu"), 1, 0, 0, 1, "255>10@0 255<10@5" }, "255:0:A.a ()V@0+5/5 | unknown-thread=2" },
  { "unknown-method", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>fffffffc@0 1<fffffffc@5" }, "1:0:(0xfffffffc)@0+5 | unknown-method=2" },
  /* zeros, or other bytes that do not belong to the file */
  { "damage", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 0>0@0 0>0@0 65535?fffffffc@4294967295 1<10@5" }, "1:0:A.a ()V@0+5 | damaged-data=3" },
  { "thread-id-reused",
    { "*version\n3\nclock=wall\nnum-method-calls=%d\n*threads\n1\told\n1\tnew\n" METHODS_AND_END, 2, 0, 0, 1, "1>10@0 1<10@5" },
    "1:0:A.a ()V@0+5 | thread-id-reused=1" },

  /* exits */
  { "exits-first", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1<20@0 1<10@1 1>30@2 1<30@4 1<10@9" }, "1:0:org/C.c ([Ljava/lang/String;)V@2+2 | unmatched-end=3" },
  { "open-at-the-end", { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "2>10@0/0 2<10@50/90 1>10@0/1 1>20@2/5 1>30@3/6 1<30@4/8" }, "1:0:A.a ()V@1+7/4u 1:1:B.b (I)I@5+3/2u 1:2:org/C.c ([Ljava/lang/String;)V@6+2/1 2:0:A.a ()V@0+90/50 | unfinished-slice=2" },
  { "unroll", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1>20@1 1!20@3 1!10@5" }, "1:0:A.a ()V@0+5x 1:1:B.b (I)I@1+2x | " },
  { "exit-of-a-caller", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1>20@1 1>30@2 1<10@7" }, "1:0:A.a ()V@0+7 1:1:B.b (I)I@1+6x 1:2:org/C.c ([Ljava/lang/String;)V@2+5x | mismatched-exit=1" },
  { "exit-of-nobody", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1>20@1 1<30@4 1<20@6 1<10@7" }, "1:0:A.a ()V@0+7 1:1:B.b (I)I@1+5 | unmatched-end=1" },
  { "exits-after-a-mismatch",
    { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1>20@1 1<10@2 1<20@3 1>20@4 1>10@5 1>10@6 1<20@7 1<10@8" },
    "1:0:A.a ()V@0+2 1:1:B.b (I)I@1+1x 1:0:B.b (I)I@4+3 1:1:A.a ()V@5+2x 1:2:A.a ()V@6+1x | unmatched-end=2 mismatched-exit=2" },
  { "recursion", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1>10@1 1<10@2 1<10@3" }, "1:0:A.a ()V@0+3 1:1:A.a ()V@1+1 | " },
  { "reserved-action", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@0 1?20@3 1<10@5" }, "1:0:A.a ()V@0+5 | unknown-event=1" },

  /* clocks */
  { "unsigned-times", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@5 1<10@4294967295" }, "1:0:A.a ()V@5+4294967290 | " },
  { "wall-wraps", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@4294967290 1<10@10 2>20@12 2<20@20" }, "1:0:A.a ()V@4294967290+16 2:0:B.b (I)I@4294967308+8 | " },
  { "wall-late-after-wrap", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@4294967280 1<10@10 2>20@4294967290 2<20@20" }, "1:0:A.a ()V@4294967280+26 2:0:B.b (I)I@4294967290+26 | " },
  { "cpu-wraps", { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@4294967290/1 1<10@10/40" }, "1:0:A.a ()V@1+39/16 | " },
  { "both-clocks-wrap",
    { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@4294967290/4294967200 2>20@100/4294967250 1<10@10/30 2<20@200/90" },
    "1:0:A.a ()V@4294967200+126/16 2:0:B.b (I)I@4294967250+136/100 | " },
  { "cpu-wraps-per-thread",
    { TRACEVIEW_KEY ("thread-cpu"), 3, 0, 0, 1, "1>10@4294967290 2>20@5 2<20@9 1<10@10" },
    "1:0:A.a ()V@4294967290+20/16 2:0:B.b (I)I@4294967290+4/4 | " },
  { "cpu-threads-one-after-the-other",
    { TRACEVIEW_KEY ("thread-cpu"), 1, 0, 0, 1, "1>10@5 1>20@7 2>10@100 2>20@103 1<20@9 2<20@104 1<10@10 2<10@110" },
    "1:0:A.a ()V@5+9/5 1:1:B.b (I)I@7+5/2 2:0:A.a ()V@7+13/10 2:1:B.b (I)I@10+3/1 | " },
  { "cpu-steps-back", { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@5000/1 1>20@4998/40 1<20@5003/50 1<10@5004/60" }, "1:0:A.a ()V@1+59/4 1:1:B.b (I)I@40+10/3 | time-backwards=1" },
  { "cpu-begins-anew", { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "1>10@5000/1 1<10@9000/40 1>20@0/50 1<20@70/140" }, "1:0:A.a ()V@1+39/4000 1:0:B.b (I)I@50+90/70 | time-backwards=1" },
  { "wall-steps-back", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@100 1>20@90 1<20@110 1<10@120" }, "1:0:A.a ()V@100+20 1:1:B.b (I)I@100+10 | time-backwards=1" },
  { "other-thread-behind", { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@100 2>20@90 2<20@110 1<10@120" }, "1:0:A.a ()V@100+20 2:0:B.b (I)I@90+20 | " },

  /* streaming */
  { "stream", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "m0x10_A_a_()V_A.java\\n t1:main 1>10@0/100 m0x20_B_b_(I)I_B.java\\n 1>20@10/120 1<20@30/160 1<10@40/200" }, SIMPLE_DUAL },
  { "stream-2", { TRACEVIEW_KEY ("wall"), 0xf2, 0, 0, 1, "m0x10_A_a_()V_A.java\\n t1:main 1>10@0 m0x20_B_b_(I)I_B.java\\n 1>20@10 1<20@30 1<10@40" }, SIMPLE_RESULT },
  { "stream-repeats-method-0", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "m0_Z_z_()V\\n t1:main 1>0@0/100 m0_Z_z_()V\\n t1:main 1<0@40/200" }, "1:0:Z.z ()V@100+100/40 | " },
  { "stream-renamed-thread", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "m0x10_A_a_()V\\n t1:Thread-1 1>10@0/100 1<10@40/200" }, "1:0:A.a ()V@100+100/40 | " },
  { "stream-killed", { NULL, 0xf3, 0, 0, 2, "m0x10_A_a_()V\\n t1:main 1>10@0/100 1<10@40/200" }, "1:0:A.a ()V@100+100/40 | truncated=1" },
  { "stream-2-killed", { NULL, 0xf2, 0, 0, 1, "m0x10_A_a_()V\\n t1:main 1>10@0 1<10@40" }, "1:0:A.a ()V@0+40 | truncated=1" },
  { "stream-thread-id-reused", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "m0x10_A_a_()V t1:old 1>10@0/100 t1:new 1<10@40/200" }, "1:0:A.a ()V@100+100/40 | thread-id-reused=1" },
  { "stream-declared-late", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "9>40@0/100 t9:late 9<40@40/200 m0x40_L_l_()V" }, "9:0:L.l ()V@100+100/40 | " },
  { "stream-undeclared", { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "9>40@0/100 9<40@40/200" }, "9:0:(0x40)@100+100/40 | unknown-method=2 unknown-thread=2" },
};

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GByteArray) input = traceview_writer_write (&row->spec);

  fixture_assert_four_ways (input->data, input->len, row->expected);
}

/* Also inside compression. */
static void
test_compressed (void)
{
  const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, SIMPLE };
  g_autoptr (GByteArray) input = traceview_writer_write (&spec);
  g_autoptr (GByteArray) gzip = g_byte_array_new ();
  g_autoptr (GByteArray) zstd = g_byte_array_new ();

  fixture_append_gzip (gzip, input->data, 100);
  fixture_append_gzip (gzip, input->data + 100, input->len - 100);
  fixture_assert_four_ways (gzip->data, gzip->len, SIMPLE_DUAL);

  fixture_append_zstd (zstd, input->data, 100);
  fixture_append_zstd_skippable (zstd, 10);
  fixture_append_zstd (zstd, input->data + 100, input->len - 100);
  fixture_assert_four_ways (zstd->data, zstd->len, SIMPLE_DUAL);
}

static StrataTrace *
load_spec (const TraceviewSpec *spec)
{
  g_autoptr (GByteArray) input = traceview_writer_write (spec);
  g_autoptr (GError) error = NULL;
  StrataTrace *trace = fixture_load (input->data, input->len, 0, &error);

  g_assert_no_error (error);

  return trace;
}

static void
test_properties (void)
{
  const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, SIMPLE };
  g_autoptr (StrataTrace) trace = load_spec (&spec);
  const StrataCounts *counts = strata_trace_get_counts (trace);
  guint n_processes;
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  g_assert_cmpstr (strata_trace_get_format_id (trace), ==, "traceview");
  g_assert_cmpstr (strata_trace_get_property (trace, "version"), ==, "3");
  g_assert_cmpstr (strata_trace_get_property (trace, "clock"), ==, "dual");
  g_assert_cmpstr (strata_trace_get_property (trace, "pid"), ==, "77");
  g_assert_cmpint (strata_trace_get_clocks (trace), ==, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  g_assert_cmpint (strata_trace_get_start_time_us (trace), ==, 1396151495448161);
  g_assert_cmpint (strata_trace_get_span (trace).begin_ns, ==, 100000);
  g_assert_cmpint (strata_trace_get_span (trace).end_ns, ==, 200000);
  g_assert_cmpuint (counts->n_events, ==, 4);
  g_assert_cmpuint (counts->n_methods, ==, 3);
  g_assert_cmpuint (counts->slices.n_closed, ==, 2);
  g_assert_cmpuint (n_processes, ==, 1);
  g_assert_cmpint (processes[0].pid, ==, 77);
}

static void
test_clocks (void)
{
  static const struct
  {
    const char *key;
    guint version;
    StrataClocks clocks;
  } clocks[] = {
    { TRACEVIEW_KEY ("thread-cpu"), 1, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("global"), 1, STRATA_CLOCK_WALL },
    { TRACEVIEW_KEY ("unheard-of"), 1, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("wall"), 2, STRATA_CLOCK_WALL },
    { TRACEVIEW_KEY ("thread-cpu"), 2, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("dual"), 3, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("thread-cpu"), 0xf2, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("wall"), 0xf2, STRATA_CLOCK_WALL },
    { TRACEVIEW_KEY ("thread-cpu"), 4, STRATA_CLOCK_CPU },
    { TRACEVIEW_KEY ("wall"), 0xf4, STRATA_CLOCK_WALL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      const TraceviewSpec spec = { clocks[i].key, clocks[i].version, 0, 0, 1, SIMPLE_ONE };
      g_autoptr (StrataTrace) trace = load_spec (&spec);

      g_assert_cmpint (strata_trace_get_clocks (trace), ==, clocks[i].clocks);
    }
}

static const char *
find_thread_name (StrataTrace *trace,
                  gint64 tid)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      if (threads[i].tid == tid)
        return strata_trace_get_string (trace, threads[i].name);
    }

  return NULL;
}

static void
test_thread_names (void)
{
  const TraceviewSpec reused = { "*version\n3\nclock=wall\n*threads\n1\told one\n1\tnew\n2\t\n70000\tlate\n" METHODS_AND_END, 2, 0, 0, 1, "1>10@0 4464>10@3 4464<10@7 1<10@9" };
  const TraceviewSpec renamed = { TRACEVIEW_KEY ("dual"), 0xf3, 0, 0, 2, "m0x10_A_a_()V\\n t1:Thread-1 1>10@0/100 1<10@40/200" };
  g_autoptr (StrataTrace) a = load_spec (&reused);
  g_autoptr (StrataTrace) b = load_spec (&renamed);

  g_assert_cmpstr (find_thread_name (a, 1), ==, "new, old one");
  g_assert_cmpstr (find_thread_name (a, 2), ==, "");
  g_assert_cmpstr (find_thread_name (a, 70000), ==, "late");
  g_assert_null (find_thread_name (a, 4464));
  g_assert_cmpstr (find_thread_name (b, 1), ==, "main");
  g_assert_cmpstr (find_thread_name (b, 2), ==, "worker");
}

/* A complete key alone yields threads and methods. */
static void
test_no_data (void)
{
  static const char *const inputs[] = {
    "*version\n3\ndata-file-overflow=true\n" TRACEVIEW_THREADS METHODS_AND_END "SLOW\ndata section follows..\n",
    "*version\n3\ndata-file-overflow=true\n" TRACEVIEW_THREADS METHODS_AND_END "SLOW",
    "*version\n3\ndata-file-overflow=true\n" TRACEVIEW_THREADS METHODS_AND_END,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (inputs[i], strlen (inputs[i]), 0, &error);
      g_autofree char *diagnostics = NULL;
      guint n_threads;

      g_assert_no_error (error);
      diagnostics = fixture_describe_diagnostics (trace);
      strata_trace_get_threads (trace, &n_threads);
      g_assert_cmpuint (n_threads, ==, 2);
      g_assert_cmpuint (strata_trace_get_counts (trace)->n_methods, ==, 3);
      g_assert_cmpstr (diagnostics, ==, i == 0 ? "buffer-overflow=1 trailing-bytes=1" : "buffer-overflow=1 truncated=1");
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *bytes;
    gsize n_bytes;
    StrataError code;
    const char *part;
  } inputs[] = {
    { "*version\n3\n*threads\n1\tma", 23, STRATA_ERROR_CORRUPT, "line 4" },
    { "*version\n3\n*end\n", 16, STRATA_ERROR_EMPTY, "byte 16" },
    { "SLOW\1\0\x20\0", 8, STRATA_ERROR_EMPTY, "without any record" },
    { "SLOW\xf4\0................................", 20, STRATA_ERROR_EMPTY, "without any record" },
    { "SLOW\5\0..........................", 32, STRATA_ERROR_EMPTY, "byte 32" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = fixture_load (inputs[i].bytes, inputs[i].n_bytes, 0, &error);

      g_assert_null (trace);
      g_assert_error (error, STRATA_ERROR, (int) inputs[i].code);
      g_assert_nonnull (strstr (error->message, inputs[i].part));
    }
}

/* A foreign magic before valid data is counted, and the data is read. */
static void
test_wrong_magic (void)
{
  const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, SIMPLE };
  g_autoptr (GByteArray) input = traceview_writer_write (&spec);
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = NULL;
  g_autofree char *description = NULL;

  memcpy (input->data + strlen (spec.key) - 1, "FAST", 4);
  trace = fixture_load (input->data, input->len, 0, &error);
  g_assert_no_error (error);
  description = fixture_describe (trace);
  g_assert_cmpstr (description, ==, SIMPLE_DUAL "damaged-data=1");
}

/* Unmatched exits must not search a deep stack each time. */
static void
test_hostile_exits (void)
{
  const guint n = 200000;
  g_autoptr (GString) records = g_string_sized_new (n * 24);
  TraceviewSpec spec = { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, NULL };
  g_autoptr (StrataTrace) trace = NULL;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (records, "1>10@%u ", i);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (records, "1<20@%u ", n + i);

  spec.records = records->str;
  trace = load_spec (&spec);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_unmatched, ==, n);
  g_assert_cmpuint (strata_trace_get_counts (trace)->slices.n_unfinished, ==, n);
}

/* The counters of open methods must not have room for all methods on each of many threads. */
static void
test_many_counters (void)
{
  const guint n_threads = 100;
  const guint n_methods = 60000;
  g_autoptr (GString) key = g_string_new ("*version\n3\ndata-file-overflow=false\nclock=wall\nnum-method-calls=%d\n*threads\n");
  g_autoptr (GString) records = g_string_new (NULL);

  for (guint i = 1; i <= n_threads; i++)
    g_string_append_printf (key, "%u\tworker\n", i);
  g_string_append (key, "*methods\n");
  for (guint i = 1; i <= n_methods; i++)
    g_string_append_printf (key, "0x%x\tA\tm%u\t()V\tA.java\n", 4 * i, i);
  g_string_append (key, "*end\n");

  /* the second exit is unmatched; the last one belongs to a caller */
  for (guint i = 1; i <= n_threads; i++)
    g_string_append_printf (records, "%u>%x@%u %u<4@%u %u>8@%u %u<%x@%u ", i, 4 * n_methods, 4 * i, i, 4 * i + 1, i, 4 * i + 2, i, 4 * n_methods, 4 * i + 3);

  const TraceviewSpec spec = { key->str, 3, 0, 0, 1, records->str };
  g_autoptr (StrataTrace) trace = load_spec (&spec);
  const StrataCounts *counts = strata_trace_get_counts (trace);

  g_assert_cmpuint (counts->slices.n_closed, ==, 2 * n_threads);
  g_assert_cmpuint (counts->slices.n_unmatched, ==, n_threads);
  g_assert_cmpuint (counts->slices.n_unfinished, ==, 0);
}

/* Exits before any entry become calls around everything before them. */
static void
test_rebuilt_callers (void)
{
  static const struct
  {
    TraceviewSpec spec;
    const char *expected;
  } inputs[] = {
    { { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1<30@3 1<20@6 1>10@15 1<10@17 1<10@19 1>20@23 1>30@26" },
      "1:0:A.a ()V@0+19r 1:1:B.b (I)I@1+5r 1:2:org/C.c ([Ljava/lang/String;)V@2+1r 1:1:A.a ()V@15+2 1:0:B.b (I)I@23+3u 1:1:org/C.c ([Ljava/lang/String;)V@26+0u | unfinished-slice=2" },
    { { TRACEVIEW_KEY ("dual"), 3, 0, 0, 2, "2>10@0/50 1>20@5/100 1<20@7/120 1!10@9/140 2<10@8/150 2<20@9/160" },
      "1:0:A.a ()V@99+41/5xr 1:1:B.b (I)I@100+20/2 2:0:B.b (I)I@49+111/10r 2:1:A.a ()V@50+100/8 | " },
    { { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "2>10@5 1<20@40 2<10@50" }, "1:0:B.b (I)I@5+35r 2:0:A.a ()V@5+45 | " },
    { { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1>10@5 1<20@7 1<10@9" }, "1:0:A.a ()V@5+4 | unmatched-end=1" },
    { { TRACEVIEW_KEY ("wall"), 2, 0, 0, 1, "1<20@7 1>10@8 1<20@9 1<10@10 1<20@12" }, "1:0:B.b (I)I@5+7r 1:1:B.b (I)I@6+1r 1:1:A.a ()V@8+2 | unmatched-end=1" },
    { { TRACEVIEW_KEY ("wall"), 4, 0, 0, 1, "m0x10_A_a_()V t1:main 1>10@5 1<0@7 1<0@9" }, "1:0:(unknown)@4+5r 1:1:A.a ()V@5+2 | " },
  };
  const StrataLoadOptions options = { .rebuild_callers = TRUE };

  for (gsize i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GByteArray) bytes = traceview_writer_write (&inputs[i].spec);
      g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, (gssize) bytes->len, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = strata_load_stream (stream, "memory", &options, NULL, NULL, &error);
      g_autofree char *description = NULL;

      g_assert_no_error (error);
      description = fixture_describe (trace);
      g_assert_cmpstr (description, ==, inputs[i].expected);
    }
}

/* Random bytes after a valid beginning yield an error or a trace. */
static void
test_noise (void)
{
  static const guint versions[] = { 1, 2, 3, 0xf2, 0xf3, 4, 0xf5 };

  for (guint round = 0; round < 500; round++)
    {
      const TraceviewSpec spec = { TRACEVIEW_KEY ("dual"), versions[round % G_N_ELEMENTS (versions)], 0, 0, 2, SIMPLE };
      g_autoptr (GByteArray) input = traceview_writer_write (&spec);
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = NULL;

      for (guint i = 0; i < 20; i++)
        input->data[g_test_rand_int_range (0, (gint32) input->len)] = (guint8) g_test_rand_int ();

      trace = fixture_load (input->data, input->len, 0, &error);
      g_assert_true ((trace == NULL) == (error != NULL));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/traceview/four-ways/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  g_test_add_func ("/traceview/compressed", test_compressed);
  g_test_add_func ("/traceview/properties", test_properties);
  g_test_add_func ("/traceview/clocks", test_clocks);
  g_test_add_func ("/traceview/thread-names", test_thread_names);
  g_test_add_func ("/traceview/no-data", test_no_data);
  g_test_add_func ("/traceview/errors", test_errors);
  g_test_add_func ("/traceview/wrong-magic", test_wrong_magic);
  g_test_add_func ("/traceview/hostile-exits", test_hostile_exits);
  g_test_add_func ("/traceview/many-counters", test_many_counters);
  g_test_add_func ("/traceview/rebuilt-callers", test_rebuilt_callers);
  g_test_add_func ("/traceview/noise", test_noise);

  return g_test_run ();
}
