/* test-ftrace.c - complete captures in ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>
#include <time.h>

#include "strata-error.h"
#include "strata-format.h"
#include "trace-facts.h"

#define HEAD "# tracer: nop\n#\n# entries-in-buffer/entries-written: 5/5   #P:2\n#\n"
#define LINE(tid, tgid, cpu, us, rest) "             app-" tid "     (" tgid ") [00" cpu "] ...1   1." us ": " rest "\n"
#define MARK(tid, tgid, us, payload) LINE (tid, tgid, "0", us, "tracing_mark_write: " payload)

static const TraceFactsRow rows[] = {
  { "android-nesting",
    MARK ("7", "      7", "000001", "B|7|outer") MARK ("7", "      7", "000002", "B|7|inner|with bars ") MARK ("7", "      7", "000005", "E|7") MARK ("7", "      7", "000009", "E"),
    "format atrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+8 outer\n"
    "slice 7/7 1 2+3 inner|with bars \n" },
  { "stray-and-open",
    MARK ("7", "      7", "000001", "E|7") MARK ("7", "      7", "000002", "B|7|open") MARK ("7", "      7", "000003", "B|7|closed") MARK ("7", "      7", "000004", "E|7") MARK ("8", "      7", "000010", "E"),
    "format atrace\n"
    "thread 7/7 app\n"
    "thread 8/7 app\n"
    "slice 7/7 0 2+8 open unfinished\n"
    "slice 7/7 1 3+1 closed\n"
    "diagnostic unmatched-end 2 @1\n"
    "diagnostic unfinished-slice 1 @0\n" },
  { "writing-thread-holds-the-stack",
    MARK ("5301", "-------", "000001", "B|532|a") MARK ("532", "-------", "000002", "B|532|b") MARK ("5301", "-------", "000003", "E|532|") MARK ("532", "-------", "000004", "E|532|"),
    "format atrace\n"
    "thread 5301/532 app\n"
    "thread 532/532 app\n"
    "slice 532/5301 0 1+2 a\n"
    "slice 532/532 0 2+2 b\n" },
  { "column-wins-over-payload",
    MARK ("9", "-------", "000001", "B|77|a") MARK ("9", "      5", "000002", "E|77"),
    "format atrace\n"
    "thread 9/5 app\n"
    "slice 5/9 0 1+1 a\n" },
  { "other-process-in-payload",
    MARK ("9", "      5", "000001", "C|66|foo|8|extra") MARK ("9", "      5", "000002", "S|67|job|1") MARK ("8", "      5", "000003", "F|67|job|1") MARK ("6", "-----", "000004", "C|66|foo|-9007199254740993"),
    "format atrace\n"
    "thread 9/5 app\n"
    "thread 8/5 app\n"
    "thread 6/-1 app\n"
    "async 67/job 0 2+1 job (1)\n"
    "counter 66 foo = 8 -9007199254740993\n" },
  { "async-lanes",
    MARK ("7", "      7", "000001", "S|7|load|1") MARK ("7", "      7", "000002", "S|7|load|2") MARK ("8", "      7", "000003", "F|7|load|1") MARK ("7", "      7", "000004", "S|7|load|3") MARK ("7", "      7", "000005", "F|7|load|2") MARK ("7", "      7", "000006", "F|7|load|9") MARK ("7", "      7", "000009", "F|8|load|3"),
    "format atrace\n"
    "thread 7/7 app\n"
    "thread 8/7 app\n"
    "async 7/load 0 1+2 load (1)\n"
    "async 7/load 1 2+3 load (2)\n"
    "async 7/load 0 4+5 load (3) unfinished\n"
    "diagnostic unmatched-async-end 2 @6\n"
    "diagnostic unfinished-async 1 @0\n" },
  { "named-tracks",
    MARK ("7", "      7", "000001", "G|7|Launch track|cold|77") MARK ("7", "      7", "000002", "G|7|Launch track|warm|78") MARK ("7", "      7", "000003", "H|7|Launch track|77") MARK ("7", "      7", "000004", "H|7|Launch track|warm|78") MARK ("7", "      7", "000005", "N|7|state track|on") MARK ("7", "      7", "000006", "I|7|mark"),
    "format atrace\n"
    "thread 7/7 app\n"
    "async 7/Launch track 0 1+2 cold (77)\n"
    "async 7/Launch track 1 2+2 warm (78)\n"
    "instant 7/7 5 state track: on\n"
    "instant 7/7 6 mark\n" },
  { "hitrace",
    MARK ("7", "      7", "000001", "B|7|H:[a92ab94c18e1341,0,0]#outer|M62|user=root,type=2") MARK ("7", "      7", "000002", "B|7|H:H:double|I3062") MARK ("7", "      7", "000003", "E|7|I3062") MARK ("7", "      7", "000004", "E|7|M62") MARK ("7", "      7", "000005", "S|7|H:[a92ab94c18e1341,1,0]#job|428|M62|cat|k=v") MARK ("7", "      7", "000006", "S|7|H:other|1|M62|cat") MARK ("7", "      7", "000007", "S|7|H:third|1|M62||k=v") MARK ("7", "      7", "000008", "F|7|H:[a92ab94c18e1341,9,0]#job|428|M62") MARK ("7", "      7", "000009", "F|7|H:other|1|M62") MARK ("7", "      7", "000010", "F|7|H:third|1|M62") MARK ("7", "      7", "000011", "C|7|H:n|5678|M62") MARK ("7", "      7", "000012", "B|7|H:late|C05|a=b|new"),
    "format hitrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+3 outer {M 62 chain=a92ab94c18e1341,0,0 args=user=root,type=2}\n"
    "slice 7/7 1 2+1 H:double {I 30,62}\n"
    "slice 7/7 0 12+0 late unfinished {C 05 args=a=b extra=new}\n"
    "async 7/cat 0 5+3 job (428) {M 62 chain=a92ab94c18e1341,1,0 category=cat args=k=v}\n"
    "async 7/cat 1 6+3 other (1) {M 62 category=cat}\n"
    "async 7/third 0 7+3 third (1) {M 62 args=k=v}\n"
    "counter 7 n = 5678\n"
    "diagnostic unfinished-slice 1 @0\n" },
  { "hitrace-half-levels",
    MARK ("7", "      7", "000001", "B|7|H:first|M6") MARK ("8", "      7", "000002", "B|7|H:other thread|M") MARK ("8", "      7", "000003", "E|7|M62") MARK ("7", "      7", "000004", "E|7|M62") MARK ("9", "      9", "000005", "B|9|H:honest|M6") MARK ("9", "      9", "000006", "E|9|") MARK ("7", "      7", "000007", "S|7|H:job|3|M6") MARK ("7", "      7", "000008", "F|7|H:job|3|M62") MARK ("7", "      7", "000009", "B|7|H:n|I62|") MARK ("7", "      7", "000010", "E|7|"),
    "format hitrace\n"
    "thread 7/7 app\n"
    "thread 8/7 app\n"
    "thread 9/9 app\n"
    "slice 7/7 0 1+3 first cut\n"
    "slice 7/7 0 9+1 n {I 62}\n"
    "slice 7/8 0 2+1 other thread cut\n"
    "slice 9/9 0 5+1 honest|M6 {M}\n"
    "async 7/job 0 7+1 job (3) cut\n"
    "diagnostic cut-payload 3 @7\n" },
  { "hitrace-old",
    MARK ("7", "-------", "000001", "B|7|H:void A::f(const B &) ") MARK ("7", "-------", "000002", "B|7|H:[a92ab,1,0]#pipe|inside ") MARK ("7", "-------", "000003", "E|7|") MARK ("7", "-------", "000004", "E|7|") MARK ("7", "-------", "000005", "S|7|H:a b 10021") MARK ("7", "-------", "000006", "F|7|H:[a92ab,2,0]#a b 10021") MARK ("7", "-------", "000007", "C|7|H:frames queued -5"),
    "format hitrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+3 void A::f(const B &) {M}\n"
    "slice 7/7 1 2+1 pipe|inside {M chain=a92ab,1,0}\n"
    "async 7/a b 0 5+1 a b (10021) {M}\n"
    "counter 7 frames queued = -5\n" },
  { "hitrace-old-calls-only",
    MARK ("7", "-------", "000001", "B|7|H:tracename") MARK ("7", "-------", "000002", "B|7|H:two  ") MARK ("7", "-------", "000003", "E|7|") MARK ("7", "-------", "000004", "E|7|"),
    "format hitrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+3 tracename {M}\n"
    "slice 7/7 1 2+1 two  {M}\n" },
  { "android-name-like-hitrace",
    MARK ("7", "      7", "000001", "B|7|H:double ") MARK ("7", "      7", "000002", "E|7") MARK ("7", "      7", "000003", "B|7|draw") MARK ("7", "      7", "000004", "E|7"),
    "format atrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+1 H:double \n"
    "slice 7/7 0 3+1 draw\n" },
  { "scheduler",
    LINE ("7", "      7", "0", "000001", "sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=my thread next_pid=8 next_prio=120") LINE ("8", "      7", "0", "000004", "sched_switch: prev_comm=my thread prev_pid=8 prev_prio=120 prev_state=R+ ==> next_comm=swapper/0 next_pid=0 next_prio=120") "          <idle>-0     (-------) [000] d..2   1.000006: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120\n" LINE ("7", "      7", "0", "000009", "sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120"),
    "format ftrace\n"
    "thread 7/7 app\n"
    "thread 8/7 my thread\n"
    "run 0 8 1+3 R+\n"
    "run 0 7 6+3 D\n" },
  { "names",
    "           <...>-5     (-----) [000] .... 1.000001: x: y\n"
    "           <...>-6     (-----) [000] .... 1.000002: sched_switch: prev_comm=six prev_pid=6 prev_prio=120 prev_state=S ==> next_comm=five five next_pid=5 next_prio=120\n"
    "           <...>-5     (-----) [000] .... 1.000003: task_rename: pid=6 oldcomm=six newcomm=seven oom_score_adj=0\n"
    "           <...>-5     (-----) [000] .... 1.000004: sched_waking: comm=5 pid=5 prio=120 target_cpu=000\n"
    "           <...>-5     (-----) [000] .... 1.000005: sched_waking: comm=new pid=99 prio=120 target_cpu=000\n",
    "format ftrace\n"
    "thread 5/-1 5\n"
    "thread 6/-1 seven\n"
    "thread 99/-1 new\n"
    "renamed 6 0 six\n"
    "renamed 6 3 seven\n"
    "run 0 5 2+3 -\n"
    "diagnostic unknown-event 1 @1\n" },
  { "new-tasks",
    LINE ("7", "      7", "0", "000001", "task_newtask: pid=8 comm=thread clone_flags=3d0f00 oom_score_adj=0") LINE ("7", "      7", "0", "000002", "task_newtask: pid=9 comm=child clone_flags=1200000 oom_score_adj=0"),
    "format ftrace\n"
    "thread 7/7 app\n"
    "thread 8/7 thread\n"
    "thread 9/9 child\n" },
  { "spliced-times",
    MARK ("7", "      7", "000010", "B|7|late") MARK ("7", "      7", "000020", "E|7") MARK ("7", "      7", "000001", "B|7|early") MARK ("7", "      7", "000005", "E|7") MARK ("7", "      7", "000005", "B|7|same time") MARK ("7", "      7", "000007", "E|7"),
    "format atrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+4 early\n"
    "slice 7/7 0 5+2 same time\n"
    "slice 7/7 0 10+10 late\n"
    "diagnostic time-backwards 1 @3\n" },
  { "header-and-notes",
    "capturing trace... done\nTRACE:\n# tracer: nop\n#\n# entries-in-buffer/entries-written: 2/5   #P:2\ncpus=8\n\n##### CPU 1 buffer started ####\n" MARK ("7", "      7", "000001", "I|7|a") "CPU:1 [LOST 123 EVENTS]\n => do_syscall_64\nwhat is this?\n" MARK ("7", "      7", "000002", "I|7|b"),
    "format atrace\n"
    "thread 7/7 app\n"
    "loss 1 1+1 123\n"
    "instant 7/7 1 a\n"
    "instant 7/7 2 b\n"
    "diagnostic unknown-line 1 @12\n"
    "diagnostic lost-events 123 @10\n"
    "diagnostic overwritten 3 @5\n" },
  { "crlf-and-nul",
    "# tracer: nop\r\n             app-7     [000] .... 1.000001: tracing_mark_write: B|7|a\r\n             app-7     [000] .... 1.000002: trace_mark_write:B|7|b\r\n             app-7     [000] .... 1.000003: print: 0xffffffff8114ea60: E|7\r\n             app-7     [000] .... 1.000004: 0: E|7\r\n",
    "format atrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1+3 a\n"
    "slice 7/7 1 2+1 b\n" },
  { "escaped-line-ends",
    "# tracer: nop\\n\\\n#\\n\\\n   hwc_eventmon-336   [000] 1.000001: 0: C|124|VSYNC|1\\n\\\n   hwc_eventmon-336   [000] 1.000002: 0: C|124|VSYNC|0\\n\\\n",
    "format atrace\n"
    "thread 336/-1 hwc_eventmon\n"
    "counter 124 VSYNC = 1 0\n" },
  { "bad-payloads",
    MARK ("7", "      7", "000001", "S|7|no cookie") MARK ("7", "      7", "000002", "C|7|no value|x") LINE ("7", "      7", "0", "000003", "sched_switch: prev_comm=app") MARK ("7", "      7", "000004", "hello world"),
    "format atrace\n"
    "thread 7/7 app\n"
    "instant 7/7 4 hello world\n"
    "diagnostic bad-payload 3 @1\n" },
  { "clock-sync",
    MARK ("7", "      7", "000001", "trace_event_clock_sync: parent_ts=20445.875000") MARK ("7", "      7", "500001", "trace_event_clock_sync: realtime_ts=1616434280685"),
    "format ftrace\n"
    "start 1616434280185000\n"
    "thread 7/7 app\n" },
  { "nine-digits",
    "             app-7     [000] .... 1.000001001: tracing_mark_write: B|7|a\n             app-7     [000] .... 1.000001999: tracing_mark_write: E|7\n",
    "format atrace\n"
    "thread 7/7 app\n"
    "slice 7/7 0 1.001+0.998 a\n" },
};

/* A capture whose header announces 5 events is reported as cut, unless only its last line is cut. */
static void
test_cut (void)
{
  static const char text[] = HEAD MARK ("7", "      7", "000001", "B|7|a") MARK ("7", "      7", "000002", "E|7") LINE ("7", "      7", "0", "000003", "sched_switch: prev_comm=a prev_pid=7 prev_prio=1 prev_state=S ==> next_comm=b next_pid=8 next_prio=1") MARK ("8", "      7", "000004", "S|7|H:n|1|M62||k=v") MARK ("7", "      7", "000005", "C|7|foo|1234");
  const gsize n_bytes = strlen (text);
  const gsize last = n_bytes - strlen (MARK ("7", "      7", "000005", "C|7|foo|1234"));

  for (gsize i = 0; i < 50; i++)
    {
      const gsize n = n_bytes * i / 50;
      g_autofree char *cut = g_memdup2 (text, MAX (n, 1));
      g_autoptr (GError) error = NULL;
      g_autoptr (StrataTrace) trace = trace_facts_load (cut, n, 0, &error);

      g_test_message ("cut at %u", (guint) n);

      if (trace == NULL)
        g_assert_nonnull (error);
      else if (text[n - 1] != '\n' && n < last)
        g_assert_cmpuint (strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), STRATA_DIAGNOSTIC_TRUNCATED), ==, 1);
    }
}

static void
test_counts (void)
{
  static const char text[] = HEAD "\n" MARK ("7", "      7", "000001", "B|7|a") MARK ("7", "      7", "000002", "E|7") MARK ("7", "      7", "000003", "E|7") LINE ("7", "      7", "0", "000004", "unheard_of: a=b") MARK ("8", "      7", "000005", "S|7|n|1");
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = trace_facts_load (text, strlen (text), 0, &error);

  g_assert_no_error (error);

  const StrataCounts *counts = strata_trace_get_counts (trace);

  g_assert_cmpuint (counts->n_lines, ==, 10);
  g_assert_cmpuint (counts->n_events, ==, 5);
  g_assert_cmpuint (counts->n_markers['B'], ==, 1);
  g_assert_cmpuint (counts->n_markers['E'], ==, 2);
  g_assert_cmpuint (counts->n_markers['S'], ==, 1);
  g_assert_cmpuint (counts->n_markers['F'], ==, 0);
  g_assert_cmpuint (counts->slices.n_closed, ==, 1);
  g_assert_cmpuint (counts->slices.n_unmatched, ==, 1);
  g_assert_cmpuint (counts->async.n_unfinished, ==, 1);
  g_assert_cmpint (strata_trace_get_span (trace).begin_ns, ==, G_GINT64_CONSTANT (1000001000));
  g_assert_cmpint (strata_trace_get_span (trace).end_ns, ==, G_GINT64_CONSTANT (1000005000));
  g_assert_cmpstr (strata_trace_get_property (trace, "tracer"), ==, "nop");
}

/* A line of any length is counted, and the lines after it are read. */
static void
test_long_line (void)
{
  static const gsize read_bytes[] = { 0, 4096 };

  for (guint i = 0; i < G_N_ELEMENTS (read_bytes); i++)
    {
      g_autoptr (GString) text = g_string_new (MARK ("7", "      7", "000001", "I|7|before"));
      g_autoptr (GError) error = NULL;

      for (guint k = 0; k < 3 * 1024 * 1024; k++)
        g_string_append_c (text, 'x');

      g_string_append (text, "\n" MARK ("7", "      7", "000002", "I|7|after"));

      g_autoptr (StrataTrace) trace = trace_facts_load (text->str, text->len, read_bytes[i], &error);

      g_assert_no_error (error);

      g_autofree char *facts = trace_facts_describe (trace, FALSE);

      g_assert_cmpstr (facts, ==, "format atrace\nthread 7/7 app\ninstant 7/7 1 before\ninstant 7/7 2 after\ndiagnostic unknown-line 1 @2\n");
      g_assert_cmpuint (strata_trace_get_counts (trace)->n_lines, ==, 3);
    }
}

/* Runs of lines with times back and forth, compared with a plain stable sort. */
static void
test_merge (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint32 us = 500000;

  for (guint i = 0; i < 40000; i++)
    {
      us = g_rand_int_range (random, 0, 20) == 0 ? (guint32) g_rand_int_range (random, 0, 900000) : MIN (us + (guint32) g_rand_int_range (random, 0, 3), 999999);
      g_string_append_printf (text, "             app-7     [000] .... 1.%06u: tracing_mark_write: %s|7|%s%u\n", us, i % 3 == 0 ? "C" : "I", i % 3 == 0 ? "n|" : "", i);
    }

  g_autoptr (StrataTrace) trace = trace_facts_load (text->str, text->len, 0, &error);

  g_assert_no_error (error);

  const StrataInstants *instants = strata_trace_get_instants (trace);
  const StrataSamples *samples = strata_trace_get_samples (trace);

  g_assert_cmpuint (instants->n_instants, ==, 26666);
  g_assert_cmpuint (samples->n_samples, ==, 13334);

  for (guint32 i = 1; i < instants->n_instants; i++)
    {
      const guint64 before = g_ascii_strtoull (strata_trace_get_string (trace, instants->name[i - 1]), NULL, 10);
      const guint64 here = g_ascii_strtoull (strata_trace_get_string (trace, instants->name[i]), NULL, 10);

      g_assert_cmpint (instants->time_ns[i - 1], <=, instants->time_ns[i]);
      g_assert_true (instants->time_ns[i - 1] < instants->time_ns[i] || before < here);
    }

  for (guint32 i = 1; i < samples->n_samples; i++)
    g_assert_true (samples->time_ns[i - 1] < samples->time_ns[i] || (samples->time_ns[i - 1] == samples->time_ns[i] && samples->value[i - 1] < samples->value[i]));
}

typedef struct
{
  const char *text;
  gsize n_bytes;
  gboolean is_ours;
} SniffRow;

#define TEXT(text) text, sizeof (text) - 1

static const SniffRow sniff_rows[] = {
  { TEXT ("# tracer: nop\n#\n"), TRUE },
  { TEXT ("\n# tracer: nop\n"), TRUE },
  { TEXT ("# TRACE:\n# tracer: nop\n"), TRUE },
  { TEXT ("capturing trace... done\nTRACE:\n# tracer: nop\n"), TRUE },
  { TEXT ("cpus=8\n" MARK ("7", "      7", "000001", "I|7|a")), TRUE },
  { TEXT ("<...>-7 [000] .... 1.0: x: y\n"), TRUE },
  { TEXT ("           <...>-7     [000] .... 1.0: x: y\r\n"), TRUE },
  { TEXT ("app-7 [000] 1.0: 0: C|7|n|1"), TRUE },
  { TEXT (""), FALSE },
  { TEXT ("*version\n3\nclock=dual\n"), FALSE },
  { TEXT ("<!DOCTYPE html>\n<html>\n# tracer: nop\n"), FALSE },
  { TEXT ("  <HTML>\n# tracer: nop\n"), FALSE },
  { TEXT ("{\"traceEvents\": []}"), FALSE },
  { TEXT ("version https://git-lfs.github.com/spec/v1\n"), FALSE },
  { TEXT ("\0\1\2\3\4\5\6\7"), FALSE },
  { TEXT ("a shopping list\n- milk [2] 1.5: eggs\n"), FALSE },
};

static void
test_sniff (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sniff_rows); i++)
    {
      g_autofree guint8 *data = g_memdup2 (sniff_rows[i].text, MAX (sniff_rows[i].n_bytes, 1));

      g_test_message ("%s", sniff_rows[i].text);
      g_assert_cmpint (strata_format_ftrace.sniff (data, sniff_rows[i].n_bytes) >= 50, ==, sniff_rows[i].is_ours);
    }
}

static void
test_no_events (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = trace_facts_load (TEXT ("# tracer: nop\n#\n"), 0, &error);

  g_assert_null (trace);
  g_assert_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY);
}

/* NULs at the end of a line are not part of the name; NULs inside become replacement characters. */
static void
test_nul (void)
{
  static const char text[] = "             app-7     [000] .... 1.000001: tracing_mark_write: I|7|a\0\n"
                             "             app-7     [000] .... 1.000002: tracing_mark_write: I|7|b\0c\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = trace_facts_load (text, sizeof (text) - 1, 0, &error);

  g_assert_no_error (error);

  const StrataInstants *instants = strata_trace_get_instants (trace);

  g_assert_cmpuint (instants->n_instants, ==, 2);
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[0]), ==, "a");
  g_assert_cmpstr (strata_trace_get_string (trace, instants->name[1]), ==, "b\xef\xbf\xbd"
                                                                           "c");
}

typedef struct
{
  const char *before;
  gsize n_zeros;
  const char *behind;
  const char *facts;
} HoleRow;

#define A MARK ("7", "      7", "000001", "I|7|a")
#define B MARK ("7", "      7", "000002", "I|7|b")
#define FEW 600
#define MANY (40 * 1000 * 1000) /* more than is buffered of a line */
#define WITH_A "format atrace\nthread 7/7 app\ninstant 7/7 1 a\n"
#define WITH_LOSS "format atrace\nthread 7/7 app\nloss 0 1+1 0\ninstant 7/7 1 a\n" /* between the two lines */

static const HoleRow hole_rows[] = {
  { A, FEW, B, WITH_LOSS "instant 7/7 2 b\ndiagnostic zeros 1 @2\n" },
  { A, MANY, B, WITH_LOSS "instant 7/7 2 b\ndiagnostic zeros 1 @2\n" },
  { A, FEW, "", WITH_A "diagnostic zeros 1 @2\n" },
  { A, MANY, "", WITH_A "diagnostic zeros 1 @2\n" },
  { A, FEW, "\n" B, WITH_LOSS "instant 7/7 2 b\ndiagnostic zeros 1 @2\n" },
  /* the beginning of a line is read, the remainder of another is not */
  { A "             app-7     (      7) [000] .... 1.000002: tracing_mark_write: I|7|bc", FEW, "def\n", WITH_A "instant 7/7 2 bc\ndiagnostic zeros 1 @2\ndiagnostic cut-payload 1 @2\n" },
  { A "             app-7     (      7) [000] .... 1.000002: tracing_mark_write: I|7|bc", MANY, "def\n", WITH_A "instant 7/7 2 bc\ndiagnostic zeros 1 @2\ndiagnostic cut-payload 1 @2\n" },
  { A "             app-7     (      7) [000] .... 1.00", FEW, "def\n" A, WITH_A "instant 7/7 1 a\ndiagnostic bad-line 1 @2\ndiagnostic zeros 1 @2\n" },
};

/* Blocks of a file that were never written. */
static void
test_holes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hole_rows); i++)
    {
      const HoleRow *row = &hole_rows[i];
      g_autoptr (GString) text = g_string_new (row->before);
      g_autoptr (GError) error = NULL;

      g_string_set_size (text, text->len + row->n_zeros);
      memset (text->str + strlen (row->before), 0, row->n_zeros);
      g_string_append (text, row->behind);

      g_autoptr (StrataTrace) trace = trace_facts_load (text->str, text->len, 0, &error);

      g_assert_no_error (error);

      g_autofree char *facts = trace_facts_describe (trace, FALSE);

      g_assert_cmpstr (facts, ==, row->facts);
    }
}

/* An id that many processes share is not searched in all of them for each line. */
static void
test_shared_id (void)
{
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 80000; i++)
    g_string_append_printf (text, "             app-100   (%7u) [000] ...1     1.%06u: tracing_mark_write: B|%u|a\n", 1000 + i, i, 1000 + i);

  const clock_t begin = clock ();
  g_autoptr (StrataTrace) trace = trace_facts_load (text->str, text->len, 0, &error);

  g_assert_no_error (error);
  g_assert_cmpint (clock () - begin, <, 5 * CLOCKS_PER_SEC);
  g_assert_cmpuint (strata_trace_get_slices (trace)->n_slices, ==, 80000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  trace_facts_add_tests ("/ftrace", rows, G_N_ELEMENTS (rows));

  g_test_add_func ("/ftrace/cut", test_cut);
  g_test_add_func ("/ftrace/counts", test_counts);
  g_test_add_func ("/ftrace/long-line", test_long_line);
  g_test_add_func ("/ftrace/merge", test_merge);
  g_test_add_func ("/ftrace/sniff", test_sniff);
  g_test_add_func ("/ftrace/no-events", test_no_events);
  g_test_add_func ("/ftrace/nul", test_nul);
  g_test_add_func ("/ftrace/holes", test_holes);
  g_test_add_func ("/ftrace/shared-id", test_shared_id);

  return g_test_run ();
}
