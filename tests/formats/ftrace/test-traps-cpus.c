/* test-traps-cpus.c - traps in CPU activity: begins of rings, missing switches
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "trace-facts.h"

/* Each row is a few lines of text and the expected facts. See trace-facts.h for their format; times
 * are in µs. The sums above the rows were computed by hand from the lines. */

#define AT(comm, tid, cpu, time, rest) "             " comm "-" tid "     (    " tid ") [00" cpu "] d..3     1." time ": " rest "\n"
#define IDLE(cpu, time, rest) "          <idle>-0     (-----) [00" cpu "] d..3     1." time ": " rest "\n"
#define TO(prev, prev_tid, state, next, next_tid) \
  "sched_switch: prev_comm=" prev " prev_pid=" prev_tid " prev_prio=120 prev_state=" state " ==> next_comm=" next " next_pid=" next_tid " next_prio=120"
#define WAKE(comm, tid) "sched_waking: comm=" comm " pid=" tid " prio=120 target_cpu=000"
#define MARK(payload) "tracing_mark_write: " payload
#define WHOLE "# tracer: nop\n#\n# entries-in-buffer/entries-written: 9/9   #P:2\n#\n"
#define OVERRUN "# tracer: nop\n#\n# entries-in-buffer/entries-written: 5/9   #P:2\n#\n"

static const TraceFactsRow rows[] = {
  /* Nothing was lost, so the thread that leaves its CPU in the first switch ran there from the begin. The trace is
   * [1, 9]. 8 leaves CPU 1 at 5: 5 - 1 = 4, then sleeps 9 - 5 = 4. 7 leaves CPU 0 at 9: 9 - 1 = 8. */
  { "begin/first-switch-leaves-a-thread",
    WHOLE AT ("app", "7", "0", "000001", MARK ("I|7|i")) AT ("two", "8", "1", "000005", TO ("two", "8", "S", "swapper/1", "0")) AT ("app", "7", "0", "000009", TO ("app", "7", "S", "swapper/0", "0")),
    "format atrace\nthread 7/7 app\nthread 8/8 two\nrun 0 7 1+8 S\nrun 1 8 1+4 S\n"
    "state 7 1+8 running\nstate 7 9+0 sleeping\nstate 8 1+4 running\nstate 8 5+4 sleeping\ninstant 7/7 1 i\n",
    TRUE },
  /* The ring of CPU 1 overflowed, so it is known only from its first event. 9 - 5 = 4 events were
   * overwritten. Lost from 1 to the first event at 3: 2; then 8 runs until 5: 5 - 3 = 2. */
  { "begin/overrun",
    OVERRUN AT ("app", "7", "0", "000001", MARK ("I|7|i")) AT ("two", "8", "1", "000003", MARK ("I|8|j")) AT ("two", "8", "1", "000005", TO ("two", "8", "S", "swapper/1", "0")),
    "format atrace\nthread 7/7 app\nthread 8/8 two\nrun 1 8 3+2 S\nloss 1 1+2 0\ninstant 7/7 1 i\ninstant 8/8 3 j\ndiagnostic overwritten 4 @3\n" },
  /* Statistics of the rings show which one overflowed: CPU 0, which is lost until its first event: 4 - 1 = 3.
   * 7 runs on CPU 1 from the begin to 2, and from 6 to the end, which is 6. */
  { "begin/overrun-of-one-cpu",
    "CPU: 0\nentries: 5\noverrun: 4\ncommit overrun: 0\nCPU: 1\nentries: 5\noverrun: 0\n" OVERRUN AT ("app", "7", "1", "000001", MARK ("I|7|i")) AT ("app", "7", "1", "000002", TO ("app", "7", "S", "swapper/1", "0"))
        AT ("two", "8", "0", "000004", TO ("two", "8", "S", "swapper/0", "0")) IDLE ("1", "000006", TO ("swapper/1", "0", "R", "app", "7")),
    "format atrace\nthread 7/7 app\nthread 8/8 two\nrun 1 7 1+1 S\nrun 1 7 6+0 -\nloss 0 1+3 4\ninstant 7/7 1 i\ndiagnostic overwritten 4 @10\n" },
  /* An event by another thread before the first switch: the thread that leaves ran only since its own first
   * event: 9 - 3 = 6. */
  { "begin/another-thread-before",
    WHOLE AT ("two", "8", "0", "000001", MARK ("I|8|i")) AT ("app", "7", "0", "000003", MARK ("I|7|j")) AT ("app", "7", "0", "000009", TO ("app", "7", "S", "swapper/0", "0")),
    "format atrace\nthread 8/8 two\nthread 7/7 app\nrun 0 7 3+6 S\ninstant 8/8 1 i\ninstant 7/7 3 j\n" },
  /* CPU 1 has no event before that of 7 at 6, but 7 ran on CPU 0 until 4, so it came by a lost switch. From 6 to 9: 3. */
  { "begin/met-on-another-cpu",
    WHOLE IDLE ("0", "000001", TO ("swapper/0", "0", "R", "app", "7")) AT ("app", "7", "0", "000004", TO ("app", "7", "R", "swapper/0", "0")) AT ("app", "7", "1", "000006", MARK ("I|7|i"))
        AT ("app", "7", "1", "000009", TO ("app", "7", "S", "swapper/1", "0")),
    "format atrace\nthread 7/7 app\nrun 0 7 1+3 R\nrun 1 7 6+3 S\ninstant 7/7 6 i\n" },

  /* Kernels 3.x and 4.x record interrupts inside a switch under the thread that leaves. 8 runs from
   * 1 to 5, 9 from 6 to 9; the line of 7 at 2 is between two switches that agree. */
  { "switch/lines-of-the-old-thread",
    AT ("app", "7", "0", "000001", TO ("app", "7", "S", "two", "8")) AT ("app", "7", "0", "000002", WAKE ("three", "9")) AT ("two", "8", "0", "000005", TO ("two", "8", "S", "swapper/0", "0"))
        IDLE ("0", "000006", TO ("swapper/0", "0", "R", "three", "9")) IDLE ("0", "000007", WAKE ("two", "8")) AT ("three", "9", "0", "000009", TO ("three", "9", "S", "swapper/0", "0")),
    "format ftrace\nthread 7/7 app\nthread 8/8 two\nthread 9/9 three\nrun 0 8 1+4 S\nrun 0 9 6+3 S\n" },
  { "switch/line-of-the-new-thread-settles-it",
    AT ("app", "7", "0", "000001", TO ("app", "7", "S", "two", "8")) AT ("app", "7", "0", "000002", WAKE ("two", "8")) AT ("two", "8", "0", "000003", MARK ("I|8|i")) AT ("two", "8", "0", "000005", MARK ("I|8|j")),
    "format atrace\nthread 7/7 app\nthread 8/8 two\nrun 0 8 1+4 -\ninstant 8/8 3 i\ninstant 8/8 5 j\n" },
  /* The old thread leaves in the next switch, so it was back since its line. Idle is last seen at 2, 7 first
   * at 4: 4 - 2 = 2 are unknown; 7 then runs until 9: 9 - 4 = 5, and slept before from 1 to 2. */
  { "switch/old-thread-is-back",
    AT ("app", "7", "0", "000001", TO ("app", "7", "S", "swapper/0", "0")) IDLE ("0", "000002", "timer_start: timer=0") AT ("app", "7", "0", "000004", MARK ("I|7|i")) AT ("app", "7", "0", "000009", TO ("app", "7", "S", "swapper/0", "0")),
    "format atrace\nthread 7/7 app\nrun 0 7 4+5 S\nloss 0 2+2 0\nstate 7 1+1 sleeping\nstate 7 2+2 unknown\nstate 7 4+5 running\nstate 7 9+0 sleeping\ninstant 7/7 4 i\ndiagnostic unknown-event 1 @2\ndiagnostic switch-mismatch 1 @4\n",
    TRUE },
  /* It is unknown when 7 left. It ran from 1 to its last event at 3, and 10 - 3 = 7 are unknown. 8
   * leaves at 10 without an earlier line, so it ran for 0. */
  { "switch/missing-switch-out",
    IDLE ("0", "000001", TO ("swapper/0", "0", "R", "app", "7")) AT ("app", "7", "0", "000003", MARK ("I|7|i")) AT ("two", "8", "0", "000010", TO ("two", "8", "S", "swapper/0", "0")),
    "format atrace\nthread 7/7 app\nthread 8/8 two\nrun 0 7 1+2 -\nrun 0 8 10+0 S\nloss 0 3+7 0\nstate 7 1+2 running\nstate 7 3+7 unknown\nstate 8 10+0 running\nstate 8 10+0 sleeping\ninstant 7/7 3 i\ndiagnostic switch-mismatch 1 @3\n",
    TRUE },
  /* 7 is woken at 4 while CPU 0 idles, and leaves it at 9. Whether it ran or waited from 4 to 9 is unknown: 9 - 4 = 5. */
  { "switch/missing-switch-in",
    IDLE ("1", "000001", TO ("swapper/1", "0", "R", "two", "8")) AT ("app", "7", "0", "000002", TO ("app", "7", "S", "swapper/0", "0")) AT ("two", "8", "1", "000004", WAKE ("app", "7")) AT ("app", "7", "0", "000009", TO ("app", "7", "S", "swapper/0", "0")),
    "format ftrace\nthread 8/8 two\nthread 7/7 app\nrun 0 7 9+0 S\nrun 1 8 1+8 -\nloss 0 2+7 0\nstate 8 1+8 running\nstate 7 2+2 sleeping\nstate 7 4+0 runnable by 8\nstate 7 4+5 unknown\nstate 7 9+0 running\nstate 7 9+0 sleeping\ndiagnostic switch-mismatch 1 @4\n", TRUE },
  /* A marker of a third thread proves that a switch before it is missing: 6 - 1 = 5 are unknown, 10 - 6 = 4 belong to 8. */
  { "switch/marker-of-another",
    IDLE ("0", "000001", TO ("swapper/0", "0", "R", "app", "7")) AT ("two", "8", "0", "000006", MARK ("I|8|i")) AT ("two", "8", "0", "000010", TO ("two", "8", "S", "swapper/0", "0")),
    "format atrace\nthread 7/-1 app\nthread 8/8 two\nrun 0 7 1+0 -\nrun 0 8 6+4 S\nloss 0 1+5 0\ninstant 8/8 6 i\ndiagnostic switch-mismatch 1 @3\n" },
  /* Some tools write all markers with the same CPU: 7 runs on CPU 1, from 2 to the end at 9: 7, and 8 on CPU 0 from 1 to 9:
   * 8. */
  { "switch/made-up-cpu",
    IDLE ("0", "000001", TO ("swapper/0", "0", "R", "two", "8")) IDLE ("1", "000002", TO ("swapper/1", "0", "R", "app", "7")) AT ("app", "7", "0", "000003", MARK ("I|7|i")) AT ("two", "8", "0", "000009", TO ("two", "8", "S", "swapper/0", "0")),
    "format atrace\nthread 8/8 two\nthread 7/7 app\nrun 0 8 1+8 S\nrun 1 7 2+7 -\ninstant 7/7 3 i\n" },
};

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  trace_facts_add_tests ("/traps", rows, G_N_ELEMENTS (rows));
  return g_test_run ();
}
