/* test-ftrace-line.c - one line of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-line.h"

#include <string.h>
#include <time.h>

typedef struct
{
  const char *name;
  const char *text;
  const char *comm;
  guint32 tid;
  gint64 tgid;
  guint32 cpu;
  const char *flags;
  gint64 time_ns;
  const char *event;
  const char *args;
} GoodRow;

#define US(us) G_GINT64_CONSTANT (us) * 1000

static const GoodRow good_rows[] = {
  { "plain", "    kworker/u8:1-23    (     23) [001] d..2.  1163.849781: sched_waking: comm=a pid=1", "kworker/u8:1", 23, 23, 1, "d..2.", US (1163849781), "sched_waking", "comm=a pid=1" },
  { "no-tgid", "          <idle>-0     [000] d..4  1212.465074: cpu_idle: state=1", "<idle>", 0, -1, 0, "d..4", US (1212465074), "cpu_idle", "state=1" },
  { "no-flags", "   InputReader-419   [000] 50262.538578: 0: C|360|iq|1", "InputReader", 419, -1, 0, "", US (50262538578), "0", "C|360|iq|1" },
  { "tgid-dashes-5", "           <...>-1200  (-----) [001] ...1 168758.663028: x: y", "<...>", 1200, -1, 1, "...1", US (168758663028), "x", "y" },
  { "tgid-dashes-7", "           <...>-6709  (-------) [000] ..... 535799.774588: x: y", "<...>", 6709, -1, 0, ".....", US (535799774588), "x", "y" },
  { "tgid-without-padding", "             app-7 (7) [003] .... 1.000001: x: y", "app", 7, 7, 3, "....", US (1000001), "x", "y" },
  { "flags-upper-case", "             app-7     (      7) [003] D..3.  1.000001: x: y", "app", 7, 7, 3, "D..3.", US (1000001), "x", "y" },
  { "flags-need-resched", "             app-7     (      7) [003] dNh6.  1.000001: x: y", "app", 7, 7, 3, "dNh6.", US (1000001), "x", "y" },
  { "flags-rt-8", "             app-7     (      7) [003] d..h2b11  1.000001: x: y", "app", 7, 7, 3, "d..h2b11", US (1000001), "x", "y" },
  { "flags-9", "             app-7     [003] d..h2b111  1.000001: x: y", "app", 7, -1, 3, "d..h2b111", US (1000001), "x", "y" },
  { "flags-1", "             app-7     [003] d 1.000001: x: y", "app", 7, -1, 3, "d", US (1000001), "x", "y" },
  { "flags-glued-dots", "             app-7     [003] ....1163.849781: x: y", "app", 7, -1, 3, "....", US (1163849781), "x", "y" },
  { "flags-glued-depth", "             app-7     [003] d..31163.849781: x: y", "app", 7, -1, 3, "d..3", US (1163849781), "x", "y" },
  { "flags-glued-5", "             app-7     [003] d..2.1163.849781: x: y", "app", 7, -1, 3, "d..2.", US (1163849781), "x", "y" },
  { "fraction-1", "           dummy-0000  [000] 0.5: 0: trace_event_clock_sync: parent_ts=0.0", "dummy", 0, -1, 0, "", US (500000), "0", "trace_event_clock_sync: parent_ts=0.0" },
  { "fraction-3", "             app-7     [003] 2.125: x: y", "app", 7, -1, 3, "", US (2125000), "x", "y" },
  { "fraction-9", "             app-7     [003] .... 5.123456789: x: y", "app", 7, -1, 3, "....", G_GINT64_CONSTANT (5123456789), "x", "y" },
  { "fraction-12", "             app-7     [003] .... 5.123456789012: x: y", "app", 7, -1, 3, "....", G_GINT64_CONSTANT (5123456789), "x", "y" },
  { "long-uptime-keeps-ns", "             app-7     [003] .... 9223372035.999999999: x: y", "app", 7, -1, 3, "....", G_GINT64_CONSTANT (9223372035999999999), "x", "y" },
  { "counter-clock", "             app-7     [003] ....  123456: x: y", "app", 7, -1, 3, "....", 123456, "x", "y" },
  { "comm-dash-digits", "       my-12 (3)-77    (     70) [002] .... 5.000000: x: y", "my-12 (3)", 77, 70, 2, "....", US (5000000), "x", "y" },
  { "comm-paren", "      worker (2)-23    [002] .... 5.000000: x: y", "worker (2)", 23, -1, 2, "....", US (5000000), "x", "y" },
  { "comm-bracket", "        [odd] 7-23     [002] .... 5.000000: x: y", "[odd] 7", 23, -1, 2, "....", US (5000000), "x", "y" },
  { "comm-looks-like-a-cpu", "     x [001] 1-23      [002] .... 5.000000: x: y", "x [001] 1", 23, -1, 2, "....", US (5000000), "x", "y" },
  { "comm-is-a-whole-event", " x-1 [0] 1.5: a:-77    [002] .... 5.000000: x: y", "x-1 [0] 1.5: a:", 77, -1, 2, "....", US (5000000), "x", "y" },
  { "comm-spaces", " Jit thread pool-23720 (  23709) [000] ..... 1.000000: x: y", "Jit thread pool", 23720, 23709, 0, ".....", US (1000000), "x", "y" },
  { "comm-angle", "         <weird>-5     (      5) [000] ..... 1.000000: x: y", "<weird>", 5, 5, 0, ".....", US (1000000), "x", "y" },
  { "comm-utf8", "        \xe7\xba\xbf\xe7\xa8\x8b"
                 "1-5     (      5) [000] ..... 1.000000: x: y",
    "\xe7\xba\xbf\xe7\xa8\x8b"
    "1",
    5, 5, 0, ".....", US (1000000), "x", "y" },
  { "comm-path", "/system/bin/cnss-daemon-927   (  927) [001] ...1 78927.635263: x: y", "/system/bin/cnss-daemon", 927, 927, 1, "...1", US (78927635263), "x", "y" },
  { "comm-empty", "                -5     [000] ..... 1.000000: x: y", "", 5, -1, 0, ".....", US (1000000), "x", "y" },
  { "comm-hash", "            #foo-5     [000] ..... 1.000000: x: y", "#foo", 5, -1, 0, ".....", US (1000000), "x", "y" },
  { "stripped", "app-7 [003] .... 1.000001: x: y", "app", 7, -1, 3, "....", US (1000001), "x", "y" },
  { "stripped-idle", "<idle>-0     (-----) [001] d.h4 1308823.803921: x: y", "<idle>", 0, -1, 1, "d.h4", US (1308823803921), "x", "y" },
  { "tabs", "app-7\t[003]\t....\t1.000001: x: y", "app", 7, -1, 3, "....", US (1000001), "x", "y" },
  { "event-without-space", "             app-7     [003] .... 1.000001: trace_mark_write:B|7|n", "app", 7, -1, 3, "....", US (1000001), "trace_mark_write", "B|7|n" },
  { "event-address", "             app-7     [003] .... 1.000001: 0xffffffff8114ea60: B|7|n", "app", 7, -1, 3, "....", US (1000001), "0xffffffff8114ea60", "B|7|n" },
  { "event-without-args", "             app-7     [003] .... 1.000001: x:", "app", 7, -1, 3, "....", US (1000001), "x", "" },
  { "function-tracer", "             app-7     [003] .... 1.000001: schedule <-do_idle", "app", 7, -1, 3, "....", US (1000001), "", "schedule <-do_idle" },
  { "latency", "com.exam-20079     0d..2. 67834us+: x: y", "com.exam", 20079, -1, 0, "d..2.", US (67834), "x", "y" },
  { "latency-short-comm", "   a b-c-7         12.Ns1. 65us : x: y", "a b-c", 7, -1, 12, ".Ns1.", US (65), "x", "y" },
  { "latency-old", "  <idle>-0       1d..3  3164us!: x: y", "<idle>", 0, -1, 1, "d..3", US (3164), "x", "y" },
  { "latency-ticks", "     app-7        0..... 3164: x: y", "app", 7, -1, 0, ".....", 3164, "x", "y" },
  { "latency-verbose", " com.example.app   20079   0 16 00000000 00000023 [d30435d5b] 67.879ms (+0.002ms): x: y", "com.example.app", 20079, -1, 0, "", US (56644296027), "x", "y" },
  { "latency-verbose-ticks", "             app       7   1 0 00000000 00000023 000000000003e8f7 1234 (+1): x: y", "app", 7, -1, 1, "", 256247, "x", "y" },
  { "payload-is-an-event", "             app-7     (      7) [003] .... 1.000001: tracing_mark_write: B|7|evil-9 (9) [001] .... 9.000000: x: y", "app", 7, 7, 3, "....", US (1000001), "tracing_mark_write", "B|7|evil-9 (9) [001] .... 9.000000: x: y" },
  { "stripped-payload-is-an-event", "app-7 [003] .... 1.000001: tracing_mark_write: B|7|evil-9 [001] 9.0: x: y", "app", 7, -1, 3, "....", US (1000001), "tracing_mark_write", "B|7|evil-9 [001] 9.0: x: y" },
  { "cpu-4-digits", "             app-7     [1023] .... 1.000001: x: y", "app", 7, -1, 1023, "....", US (1000001), "x", "y" },
  { "largest-tid", "             app-4194304 (4194304) [003] .... 1.000001: x: y", "app", 4194304, 4194304, 3, "....", US (1000001), "x", "y" },
};

typedef struct
{
  const char *name;
  const char *text;
} BadRow;

static const BadRow bad_rows[] = {
  { "empty", "" },
  { "comment", "# tracer: nop" },
  { "header", "#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION" },
  { "lost", "CPU:0 [LOST 123 EVENTS]" },
  { "buffer-started", "##### CPU 2 buffer started ####" },
  { "stack", " => do_syscall_64" },
  { "chatter", "capturing trace... done" },
  { "no-pid", "             app [003] .... 1.000001: x: y" },
  { "no-cpu", "             app-7     .... 1.000001: x: y" },
  { "no-time", "             app-7     [003] .... x: y" },
  { "no-fraction", "             app-7     [003] .... 1.: x: y" },
  { "nothing-behind-the-time", "             app-7     [003] .... 1.000001: " },
  { "flags-10", "             app-7     [003] d..h2b1111 1.000001: x: y" },
  { "tgid-open", "             app-7     (   7 [003] .... 1.000001: x: y" },
  { "tgid-letters", "             app-7     (abc) [003] .... 1.000001: x: y" },
  { "tid-too-large", "             app-99999999999 [003] .... 1.000001: x: y" },
  { "cpu-too-large", "             app-7     [70000] .... 1.000001: x: y" },
  { "time-too-large", "             app-7     [003] .... 9223372037.000000: x: y" },
  { "time-far-too-large", "             app-7     [003] .... 99999999999999999999999.0: x: y" },
  { "latency-without-time", "     app-7        0..... x: y" },
  { "latency-other-unit", "     app-7        0..... 3164ms : x: y" },
  { "latency-without-cpu", "     app-7        ..... 3164us : x: y" },
  { "latency-without-flags", "     app-7        0 3164us : x: y" },
  { "latency-verbose-without-gap", "             app       7   1 0 00000000 00000023 [d30435d5b] 67.879ms: x: y" },
  { "cut-in-the-time", "             app-7     (      7) [003] .... 1.0000" },
  { "cut-in-the-cpu", "             app-7     (      7) [00" },
  { "cut-in-the-pid", "             app-7" },
  { "spaces", "                                                    " },
};

static void
assert_text (StrataText text,
             const char *expected)
{
  g_autofree char *copy = g_strndup (text.text, text.n_bytes);

  g_assert_cmpstr (copy, ==, expected);
}

/* Copies to separate memory, so that reads beyond the end are detected. */
static char *
copy_exactly (const char *text)
{
  return g_memdup2 (text, MAX (strlen (text), 1));
}

static void
test_good (gconstpointer data)
{
  const GoodRow *row = data;
  g_autofree char *text = copy_exactly (row->text);
  StrataFtraceLine line;

  g_assert_true (strata_ftrace_line_parse (text, strlen (row->text), &line));
  assert_text (line.comm, row->comm);
  g_assert_cmpuint (line.tid, ==, row->tid);
  g_assert_cmpint (line.tgid, ==, row->tgid);
  g_assert_cmpuint (line.cpu, ==, row->cpu);
  assert_text (line.flags, row->flags);
  g_assert_cmpint (line.time_ns, ==, row->time_ns);
  assert_text (line.event, row->event);
  assert_text (line.args, row->args);
}

static void
test_bad (gconstpointer data)
{
  const BadRow *row = data;
  g_autofree char *text = copy_exactly (row->text);
  StrataFtraceLine line;

  g_assert_false (strata_ftrace_line_parse (text, strlen (row->text), &line));
}

/* Every prefix of every line: no read beyond its end, and an event only after the complete time. */
static void
test_cut (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (good_rows); i++)
    for (gsize n = 0; n < strlen (good_rows[i].text); n++)
      {
        g_autofree char *text = g_memdup2 (good_rows[i].text, MAX (n, 1));
        StrataFtraceLine line;

        if (strata_ftrace_line_parse (text, n, &line))
          g_assert_true (line.args.text + line.args.n_bytes <= text + n);
      }
}

/* A megabyte of beginnings of events must not take more than one pass. */
static void
test_hostile (void)
{
  static const char *const pieces[] = { "[0]1:", "-1 [0] 1.1:", ")[0] 1.1: a:", "(1)[0] 1", "- [", "[0000", " prev_pid=1" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      StrataFtraceLine line;
      const clock_t begin = clock ();

      while (text->len < 1000000)
        g_string_append (text, pieces[i]);

      strata_ftrace_line_parse (text->str, text->len, &line);
      g_assert_cmpint (clock () - begin, <, 2 * CLOCKS_PER_SEC);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (good_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/ftrace-line/good/", good_rows[i].name, NULL);

      g_test_add_data_func (path, &good_rows[i], test_good);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad_rows); i++)
    {
      g_autofree char *path = g_strconcat ("/ftrace-line/bad/", bad_rows[i].name, NULL);

      g_test_add_data_func (path, &bad_rows[i], test_bad);
    }

  g_test_add_func ("/ftrace-line/cut", test_cut);
  g_test_add_func ("/ftrace-line/hostile", test_hostile);

  return g_test_run ();
}
