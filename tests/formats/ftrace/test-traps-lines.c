/* test-traps-lines.c - traps in the columns of ftrace text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "trace-facts.h"

/* Each row is a known trap for readers of these captures, described by its name. See trace-facts.h
 * for the format of facts. */

/* An instant of thread 7 in process 7, whatever the line looks like. */
#define ONE(text, comm) text, "format atrace\nthread 7/7 " comm "\ninstant 7/7 1 a\n"
#define NO_TGID(text, comm) text, "format atrace\nthread 8/-1 " comm "\ninstant 7/8 1 a\n"
#define PLAIN(us, payload) "             app-7     (      7) [000] ....     1." us ": tracing_mark_write: " payload "\n"

static const TraceFactsRow rows[] = {
  /* the task */
  { "comm/dash-digits-paren", ONE ("          x-12 (-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "x-12 (") },
  { "comm/dashes", ONE ("    a-b--1-2-3--7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "a-b--1-2-3-") },
  { "comm/bracket", ONE ("       [kworker/0]-7 (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "[kworker/0]") },
  { "comm/bracketed-number", ONE ("       x [001] y-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "x [001] y") },
  { "comm/spaces", ONE ("    my own thread-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "my own thread") },
  { "comm/colons-and-numbers", ONE ("     Binder:12_3-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "Binder:12_3") },
  { "comm/angles", ONE ("          <app>-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "<app>") },
  { "comm/path-of-27", ONE ("/system/bin/cnss-daemon-long-7   (    7) [001]  ....   1.000001: tracing_mark_write: I|7|a\n", "/system/bin/cnss-daemon-long") },
  { "comm/utf-8", ONE ("      \xe5\xba\x94\xe7\x94\xa8-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "\xe5\xba\x94\xe7\x94\xa8") },
  { "comm/cut-utf-8", ONE ("      \xe5\xba\x94\xe7-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "\xe5\xba\x94\xef\xbf\xbd") },
  { "comm/unknown-has-no-name", ONE ("           <...>-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "") },
  { "comm/unknown-never-overwrites",
    "             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n"
    "           <...>-7     (-------) [000] ....     1.000002: tracing_mark_write: I|7|b\n",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 2 b\n" },
  { "pid/ten-digits",
    "             app-4294967294 (4294967294) [000] .... 1.000001: tracing_mark_write: B|4294967294|a\n"
    "             app-4294967294 (4294967294) [000] .... 1.000002: tracing_mark_write: E|4294967294\n",
    "format atrace\nthread 4294967294/4294967294 app\nslice 4294967294/4294967294 0 1+1 a\n" },

  /* the process */
  { "tgid/absent", NO_TGID ("             app-8     [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "tgid/five-dashes", NO_TGID ("             app-8     (-----) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "tgid/seven-dashes", NO_TGID ("             app-8     (-------) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "tgid/no-spaces", ONE ("             app-7 (7) [000] .... 1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "tgid/touches-the-cpu", ONE ("             app-7 (   7)[000] .... 1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "tgid/of-a-later-line",
    "             app-8     (-------) [000] .... 1.000001: tracing_mark_write: I|7|a\n"
    "             app-8     (      7) [000] .... 1.000002: tracing_mark_write: I|7|b\n",
    "format atrace\nthread 8/7 app\ninstant 7/8 1 a\ninstant 7/8 2 b\n" },

  /* the flags */
  { "flags/none", ONE ("             app-7     (      7) [000]     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/1", ONE ("             app-7     (      7) [000] d 1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/4", ONE ("             app-7     (      7) [000] d..3     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/4-touching", ONE ("             app-7     (      7) [000] d..31.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/4-dots-touching", ONE ("             app-7     (      7) [000] ....1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/5-big-d", ONE ("             app-7     (      7) [000] D..3.     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/5-touching", ONE ("             app-7     (      7) [000] dNh3.1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/7-of-rt", ONE ("             app-7     (      7) [000] d...1.2     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/8-of-rt", ONE ("             app-7     (      7) [000] d....1.2     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "flags/9", ONE ("             app-7     (      7) [000] d.s.b1.2.     1.000001: tracing_mark_write: I|7|a\n", "app") },

  /* the time */
  { "time/1-digit", ONE ("             app-7     (      7) [000] .... 1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "time/fractions-of-any-length",
    "             app-7     (      7) [000] .... 1.1: tracing_mark_write: I|7|a\n"
    "             app-7     (      7) [000] .... 1.12: tracing_mark_write: I|7|b\n"
    "             app-7     (      7) [000] .... 1.123: tracing_mark_write: I|7|c\n"
    "             app-7     (      7) [000] .... 1.1234: tracing_mark_write: I|7|d\n"
    "             app-7     (      7) [000] .... 1.12345: tracing_mark_write: I|7|e\n"
    "             app-7     (      7) [000] .... 1.123456: tracing_mark_write: I|7|f\n"
    "             app-7     (      7) [000] .... 1.1234567: tracing_mark_write: I|7|g\n"
    "             app-7     (      7) [000] .... 1.12345678: tracing_mark_write: I|7|h\n"
    "             app-7     (      7) [000] .... 1.123456789: tracing_mark_write: I|7|i\n",
    "format atrace\nthread 7/7 app\n"
    "instant 7/7 100000 a\ninstant 7/7 120000 b\ninstant 7/7 123000 c\ninstant 7/7 123400 d\ninstant 7/7 123450 e\n"
    "instant 7/7 123456 f\ninstant 7/7 123456.700 g\ninstant 7/7 123456.780 h\ninstant 7/7 123456.789 i\n" },
  { "latency/half-a-name-is-none",
    "# tracer: nop\n#\n# nop latency trace v1.1.5 on 6.18.44\n# latency: 0 us, #5/7, CPU#0 | (M:PREEMPT VP:0, KP:0, SP:0 HP:0 #P:2)\n"
    "com.exam-7       0..... 1000001us+: tracing_mark_write: B|7|a\n"
    "com.exam-7       0d..2. 1000004us : sched_switch: prev_comm=com.example.app prev_pid=7 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
    "  <idle>-0       0d..2. 1000006us : sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=com.example.app next_pid=7 next_prio=120\n"
    "com.exam-7       0d.h2. 1000007us : sched_waking: comm=com.exam pid=8 prio=120 target_cpu=000\n"
    "com.exam-7       0..... 1000009us : tracing_mark_write: E|7\n",
    "format atrace\nthread 7/7 com.example.app\nthread 8/-1 com.exam\nslice 7/7 0 1+8 a\nrun 0 7 1+3 S\nrun 0 7 6+3 -\ndiagnostic overwritten 2 @4\n" },
  { "fields/events-but-no-markers",
    "             app-7     (      7) [000] d..2. 1.000001: sched_switch: prev_comm=swapper/0 prev_pid=0x0 (0) prev_prio=0x78 (120) prev_state=0x0 (0) next_comm=my app next_pid=0x7 (7) next_prio=0xffffff9b (-101)\n"
    "             app-7     (      7) [000] ..... 1.000002: UNKNOWN TYPE 5\n"
    "             app-7     (      7) [000] d..2. 1.000003: sched_waking: comm=other pid=0x8 (8) prio=0x0 (0) target_cpu=0x1 (1)\n"
    "             app-7     (      7) [000] d..2. 1.000004: cpu_frequency: state=0x1e8480 (2000000) cpu_id=0x1 (1)\n"
    "             app-7     (      7) [000] d..2. 1.000005: sched_switch: prev_comm=my app prev_pid=0x7 (7) prev_prio=0x78 (120) prev_state=0x100 (256) next_comm=swapper/0 next_pid=0x0 (0) next_prio=0x78 (120)\n",
    "format ftrace\nthread 7/7 my app\nthread 8/-1 other\ncounter -1 frequency = 2000000\nrun 0 7 1+4 R+\ndiagnostic hidden-marker 1 @2\n" },
  { "printk-msg-only/markers-are-told-apart",
    "             app-7     (      7) [000] d..2. 1.000001: sched_waking: comm=app pid=8 prio=120 target_cpu=000\nB|7|a\nE|7\n",
    "format ftrace\nthread 7/7 app\nthread 8/-1 app\ndiagnostic marker-alone 2 @2\n" },
  { "time/clock-ticks",
    "             app-7     (      7) [000] .... 1000001000: tracing_mark_write: I|7|a\n             app-7     (      7) [000] .... 1000002000: tracing_mark_write: I|7|b\n",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 2 b\ndiagnostic clock-ticks 1 @1\n" },
  { "time/beyond-64-bits",
    PLAIN ("000001", "I|7|a") "             app-7     (      7) [000] .... 9223372037.000000: tracing_mark_write: I|7|b\n"
                              "             app-7     (      7) [000] .... 9223372036854775808: tracing_mark_write: I|7|c\n",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ndiagnostic time-limit 2 @2\n" },
  { "time/days-of-uptime-to-the-ns",
    "             app-7     (      7) [000] .... 8640001.000000001: tracing_mark_write: B|7|a\n"
    "             app-7     (      7) [000] .... 8640001.000000002: tracing_mark_write: E|7\n",
    "format atrace\nthread 7/7 app\nslice 7/7 0 8640000000000.001+0.001 a\n" },
  { "time/near-sorted",
    PLAIN ("000010", "B|7|a") PLAIN ("000012", "C|7|n|2") PLAIN ("000011", "C|7|n|1") PLAIN ("000020", "E|7"),
    "format atrace\nthread 7/7 app\nslice 7/7 0 10+10 a\ncounter 7 n = 1 2\ndiagnostic time-backwards 1 @3\n" },
  { "time/spliced-sections",
    PLAIN ("500000", "B|7|late") PLAIN ("500004", "E|7") PLAIN ("000001", "B|7|early") PLAIN ("000002", "E|7"),
    "format atrace\nthread 7/7 app\nslice 7/7 0 1+1 early\nslice 7/7 0 500000+4 late\ndiagnostic time-backwards 1 @3\n" },

  /* the event */
  { "event/no-space-after", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write:I|7|a\n", "app") },
  { "event/trace_mark_write", ONE ("             app-7     (      7) [000] ....     1.000001: trace_mark_write: I|7|a\n", "app") },
  { "event/print-address", ONE ("             app-7     (      7) [000] ....     1.000001: print: 0xffffffc000a1b2c3: I|7|a\n", "app") },
  { "event/print-function", ONE ("             app-7     (      7) [000] ....     1.000001: print: tracing_mark_write: I|7|a\n", "app") },
  { "event/print-alone", ONE ("             app-7     (      7) [000] ....     1.000001: print: I|7|a\n", "app") },
  { "event/symbol-with-its-offset", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write+0x8a/0x170: I|7|a\n", "app") },
  { "event/symbol-with-its-address", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write <ffffffff8149ab1a>: I|7|a\n", "app") },
  { "event/symbol-of-a-compiler", ONE ("             app-7     (      7) [000] ....     1.000001: print: tracing_mark_write.llvm.8127364512: I|7|a\n", "app") },
  { "event/zero", ONE ("             app-7     (      7) [000] ....     1.000001: 0: I|7|a\n", "app") },
  { "event/raw-address", ONE ("             app-7     (      7) [000] ....     1.000001: 0xffffffc000a1b2c3: I|7|a\n", "app") },
  { "event/raw-address-without-0x", ONE ("             app-7     (      7) [000] ....     1.000001: ffffffc000a1b2c3: I|7|a\n", "app") },
  { "event/of-no-known-kind",
    "             app-7     (      7) [000] .... 1.000001: vendor_thing: a=1 b=[x] c\n",
    "format ftrace\nthread 7/7 app\ndiagnostic unknown-event 1 @1\n" },
  { "event/user-text-like-a-line",
    PLAIN ("000001", "I|7|x-9 (9) [001] .... 9.0: tracing_mark_write: B|1|fake") PLAIN ("000002", "I|7|a==>b next_comm=evil next_pid=1 <b>\t%s"),
    "format atrace\nthread 7/7 app\n"
    "instant 7/7 1 x-9 (9) [001] .... 9.0: tracing_mark_write: B|1|fake\n"
    "instant 7/7 2 a==>b next_comm=evil next_pid=1 <b>\t%s\n" },
  { "event/480-characters-without-a-space",
#define TEN "0123456789"
#define FOUR_HUNDRED_EIGHTY TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
    PLAIN ("000001", "I|7|" FOUR_HUNDRED_EIGHTY),
    "format atrace\nthread 7/7 app\ninstant 7/7 1 " FOUR_HUNDRED_EIGHTY "\n" },

  /* line ends */
  { "end/crlf", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\r\n", "app") },
  { "end/cr-cr-lf", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\r\r\n", "app") },
  { "end/literal-backslash-n", ONE ("             app-7     (      7) [000]     1.000001: 0: I|7|a\\n\\\n", "app") },
  { "end/of-file-without-one",
    "             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ndiagnostic unended-line 1 @1\n" },
  /* all events announced by the header are there, and the last may be cut inside its name */
  { "end/within-a-marker",
    "# entries-in-buffer/entries-written: 2/2   #P:1\n" PLAIN ("000001", "I|7|a") "             app-7     (      7) [000] ....     1.000002: tracing_mark_write: I|7|na",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 2 na\ndiagnostic unended-line 1 @3\n" },
  { "end/within-an-event",
    PLAIN ("000001", "I|7|a") "             app-7     (      7) [0",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ndiagnostic bad-line 1 @2\ndiagnostic truncated 1 @2\n" },

  /* lines other than events */
  { "note/empty-first-line", ONE ("\n# tracer: nop\n             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "note/cpus-and-trace", ONE ("cpus=8\n# TRACE:\nTRACE:\n             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "note/chatter", ONE ("capturing trace... done\nTRACE:\n             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "note/byte-order-mark", ONE ("\xef\xbb\xbf# tracer: nop\n             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "note/kernel-stack", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n             <stack trace>\n => do_syscall_64\n => entry_SYSCALL_64_after_hwframe\n", "app") },
  { "note/several-headers-of-other-columns",
    "# tracer: nop\n#\n#           TASK-PID    CPU#    TIMESTAMP  FUNCTION\n#              | |       |          |         |\n"
    "             app-7     [000]     1.000001: 0: I|7|a\n"
    "# tracer: nop\n#\n#           TASK-PID    TGID   CPU#  ||||    TIMESTAMP  FUNCTION\n"
    "             app-7     (      7) [000] ...1     1.000002: tracing_mark_write: I|7|b\n"
    "# tracer: nop\n#\n#           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION\n"
    "             app-7       [000] ...1.     1.000003: tracing_mark_write: I|7|c\n",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 2 b\ninstant 7/7 3 c\n" },
  { "text/of-several-lines",
    PLAIN ("000001", "B|7|SELECT *") "FROM t\n\n  WHERE x = 1\n" PLAIN ("000002", "E|7") PLAIN ("000003", "one") "two\nthree\n",
    "format atrace\nthread 7/7 app\nslice 7/7 0 1+1 SELECT *\nFROM t\n  WHERE x = 1\ninstant 7/7 3 one\ntwo\nthree\ndiagnostic continued-line 4 @2\n" },
  { "text/half-an-event-is-none-of-it",
    PLAIN ("000001", "I|7|a") "             app-7     (      7) [000] .... 1.0000\n"
                              "             app-7     (      7) [000] .... 1.000002 tracing_mark_write: I|7|b\n" PLAIN ("000003", "I|7|c"),
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 3 c\ndiagnostic bad-line 2 @2\n" },
  { "text/foreign",
    PLAIN ("000001", "E|7") "what is this?\n" PLAIN ("000003", "I|7|c"),
    "format atrace\nthread 7/7 app\ninstant 7/7 3 c\ndiagnostic unknown-line 1 @2\ndiagnostic unmatched-end 1 @1\n" },

  /* grep */
  { "grep/no-header", ONE ("             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "grep/numbers", ONE ("1:# tracer: nop\n123:             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "grep/file-and-numbers", ONE ("my-file.txt:1:# tracer: nop\nmy-file.txt:123:             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "grep/file", ONE ("my-file.txt:             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "app") },
  { "grep/context",
    "12-             app-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n--\n14:             app-7     (      7) [000] ....     1.000002: tracing_mark_write: I|7|b\n",
    "format atrace\nthread 7/7 app\ninstant 7/7 1 a\ninstant 7/7 2 b\n" },
  { "grep/name-that-looks-like-it", ONE ("my:12:ab-7     (      7) [000] ....     1.000001: tracing_mark_write: I|7|a\n", "my:12:ab") },
};

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  trace_facts_add_tests ("/traps/lines", rows, G_N_ELEMENTS (rows));

  return g_test_run ();
}
