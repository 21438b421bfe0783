/* test-traps-tasks.c - traps in tasks: names, reused ids, lost events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "trace-facts.h"

/* Each row is a known trap for readers of these captures, described by its name. See trace-facts.h
 * for the format of facts. */

#define AT(comm, tid, tgid, cpu, time, rest) "             " comm "-" tid "     (" tgid ") [00" cpu "] d..2     1." time ": " rest "\n"
#define APP(time, rest) AT ("app", "7", "      7", "0", time, rest)
#define IDLE(cpu, time, rest) "          <idle>-0     (-------) [00" cpu "] d..2     1." time ": " rest "\n"
#define SWITCH(prev, prev_tid, state, next, next_tid) \
  "sched_switch: prev_comm=" prev " prev_pid=" prev_tid " prev_prio=120 prev_state=" state " ==> next_comm=" next " next_pid=" next_tid " next_prio=120"
#define TASK(event, comm, tid) event ": comm=" comm " pid=" tid " prio=120"
#define WAKE(event, comm, tid) event ": comm=" comm " pid=" tid " prio=120 target_cpu=000"
#define MARK(payload) "tracing_mark_write: " payload
#define HEAD(kept, written) "# tracer: nop\n#\n# entries-in-buffer/entries-written: " kept "/" written "   #P:2\n#\n"

static const TraceFactsRow rows[] = {
  /* names */
  { "name/of-new-thread-and-process",
    APP ("000001", "task_newtask: pid=8 comm=app clone_flags=3d0f00 oom_score_adj=0") APP ("000002", "task_newtask: pid=9 comm=app clone_flags=1200000 oom_score_adj=0"),
    "format ftrace\nthread 7/7 app\nthread 8/7 app\nthread 9/9 app\n" },
  { "name/of-fork",
    APP ("000001", "sched_process_fork: comm=app pid=7 child_comm=my child child_pid=8"),
    "format ftrace\nthread 7/7 app\nthread 8/-1 my child\n" },
  { "name/of-exec",
    APP ("000001", "sched_process_exec: filename=/system/bin/a_very_long_program_name pid=7 old_pid=7") AT ("a_very_long_pro", "7", "      7", "0", "000002", "timer_start: timer=0"),
    "format ftrace\nthread 7/7 a_very_long_pro\nrenamed 7 0 app\nrenamed 7 1 a_very_long_pro\ndiagnostic unknown-event 1 @2\n" },
  /* the thread name of an ordinary line is older than that of a rename event */
  { "name/renamed-wins",
    APP ("000001", "task_rename: pid=7 oldcomm=app newcomm=main one oom_score_adj=-900") AT ("older", "7", "      7", "0", "000009", MARK ("I|7|a")),
    "format atrace\nthread 7/7 main one\nrenamed 7 0 app\nrenamed 7 1 main one\ninstant 7/7 9 a\n" },
  { "name/renamed-twice",
    APP ("000001", "task_rename: pid=7 oldcomm=app newcomm=main one oom_score_adj=-900") APP ("000005", "task_rename: pid=7 oldcomm=main one newcomm=main two oom_score_adj=-900") AT ("main two", "7", "      7", "0", "000009", MARK ("I|7|a")),
    "format atrace\nthread 7/7 main two\nrenamed 7 0 app\nrenamed 7 1 main one\nrenamed 7 5 main two\ninstant 7/7 9 a\n" },
  { "name/column-lags-behind",
    APP ("000001", "task_rename: pid=7 oldcomm=app newcomm=new oom_score_adj=0") APP ("000002", MARK ("I|7|a")),
    "format atrace\nthread 7/7 new\nrenamed 7 0 app\nrenamed 7 1 new\ninstant 7/7 2 a\n" },
  { "name/in-switches",
    "           <...>-7     (-----) [000] d..2     1.000001: " SWITCH ("a  b", "7", "S", "next_comm=x ", "8") "\n"
                                                                                                              "           <...>-8     (-----) [000] d..2     1.000003: " SWITCH ("next_comm=x ", "8", "S", "prev_pid=1", "9") "\n",
    "format ftrace\nthread 7/-1 a  b\nthread 8/-1 next_comm=x \nthread 9/-1 prev_pid=1\nrun 0 8 1+2 S\nrun 0 9 3+0 -\n" },
  { "process/of-a-marker",
    AT ("worker", "8", "-------", "0", "000001", MARK ("B|7|a")) AT ("worker", "8", "-------", "0", "000002", MARK ("E|7")) AT ("app", "7", "-------", "0", "000003", MARK ("I|7|i")),
    "format atrace\nthread 8/7 worker\nthread 7/7 app\nslice 7/8 0 1+1 a\ninstant 7/7 3 i\n" },

  { "process/of-a-marker-while-idle",
    IDLE ("0", "000001", MARK ("B|7|a")) IDLE ("0", "000002", MARK ("E|7")) APP ("000003", MARK ("I|7|i")),
    "format atrace\nthread 0/-1 <idle>\nthread 7/7 app\nslice -1/0 0 1+1 a\ninstant 7/7 3 i\n" },

  /* reused thread ids */
  { "reuse/after-exit-and-last-switch",
    AT ("old", "8", "      7", "0", "000001", MARK ("B|7|x")) AT ("old", "8", "      7", "0", "000004", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000006", SWITCH ("old", "8", "X", "swapper/0", "0"))
        AT ("new", "8", "      9", "0", "500000", MARK ("B|9|y")) AT ("new", "8", "      9", "0", "500001", MARK ("E|9")),
    "format atrace\nthread 8/7 old\nthread 8/9 new\nslice 7/8 0 1+3 x unfinished\nslice 9/8 0 500000+1 y\nrun 0 8 1+5 X\nrun 0 8 500000+1 -\nloss 0 6+499994 0\ndiagnostic unfinished-slice 1 @0\ndiagnostic thread-id-reused 1 @4\n" },
  { "reuse/last-switch-is-of-the-old-one",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000004", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000006", SWITCH ("old", "8", "Z", "swapper/0", "0")) IDLE ("0", "000008", TASK ("sched_process_free", "old", "8")),
    "format ftrace\nthread 8/7 old\nrun 0 8 1+5 Z\nstate 8 1+5 running\nstate 8 6+0 dead\n", TRUE },
  { "reuse/new-task",
    AT ("old", "8", "      7", "0", "000001", MARK ("B|7|x")) APP ("000005", "task_newtask: pid=8 comm=app clone_flags=1200000 oom_score_adj=0") APP ("000006", "sched_process_fork: comm=app pid=7 child_comm=new child_pid=8") APP ("000007", WAKE ("sched_wakeup_new", "new", "8")) AT ("new", "8", "      8", "0", "000009", MARK ("I|8|a")),
    "format atrace\nthread 8/7 old\nthread 7/7 app\nthread 8/8 new\nslice 7/8 0 1+4 x unfinished\ninstant 8/8 9 a\ndiagnostic unfinished-slice 1 @0\ndiagnostic thread-id-reused 1 @2\n" },
  { "reuse/first-wake",
    AT ("old", "8", "-------", "0", "000001", MARK ("B|7|x")) APP ("000005", WAKE ("sched_wakeup_new", "new", "8")),
    "format atrace\nthread 8/7 old\nthread 7/7 app\nthread 8/-1 new\nslice 7/8 0 1+4 x unfinished\ndiagnostic unfinished-slice 1 @0\ndiagnostic thread-id-reused 1 @2\n" },
  { "reuse/born-once-by-three-events",
    APP ("000001", "task_newtask: pid=8 comm=app clone_flags=3d0f00 oom_score_adj=0") APP ("000002", "sched_process_fork: comm=app pid=7 child_comm=app child_pid=8") APP ("000003", WAKE ("sched_wakeup_new", "app", "8")),
    "format ftrace\nthread 7/7 app\nthread 8/7 app\n" },
  { "reuse/twice",
    APP ("000001", WAKE ("sched_wakeup_new", "a", "8")) APP ("200000", WAKE ("sched_wakeup_new", "b", "8")) APP ("400000", WAKE ("sched_wakeup_new", "c", "8")),
    "format ftrace\nthread 7/7 app\nthread 8/-1 a\nthread 8/-1 b\nthread 8/-1 c\ndiagnostic thread-id-reused 2 @2\n" },
  { "reuse/column",
    AT ("old", "8", "      7", "0", "000001", MARK ("B|7|x")) AT ("old", "8", "      7", "0", "000003", MARK ("I|7|i")) AT ("new", "8", "      9", "0", "000005", MARK ("B|9|y")) AT ("new", "8", "      9", "0", "000008", MARK ("E|9")),
    "format atrace\nthread 8/7 old\nthread 8/9 new\nslice 7/8 0 1+2 x unfinished\nslice 9/8 0 5+3 y\ninstant 7/8 3 i\ndiagnostic unfinished-slice 1 @0\ndiagnostic thread-id-reused 1 @3\n" },
  { "reuse/marker-after-exit",
    AT ("old", "8", "-------", "0", "000001", MARK ("B|7|x")) AT ("old", "8", "-------", "0", "000003", TASK ("sched_process_exit", "old", "8")) AT ("new", "8", "-------", "0", "000005", MARK ("B|9|y")) AT ("new", "8", "-------", "0", "000008", MARK ("E|9")),
    "format atrace\nthread 8/7 old\nthread 8/9 new\nslice 7/8 0 1+2 x unfinished\nslice 9/8 0 5+3 y\ndiagnostic unfinished-slice 1 @0\ndiagnostic thread-id-reused 1 @3\n" },
  { "reuse/of-a-process",
    AT ("old", "7", "      7", "0", "000001", MARK ("C|7|n|1")) AT ("old", "7", "      7", "0", "000003", TASK ("sched_process_exit", "old", "7")) AT ("sh", "5", "      5", "0", "000005", "task_newtask: pid=7 comm=sh clone_flags=1200000 oom_score_adj=0") AT ("new", "7", "      7", "0", "000008", MARK ("C|7|n|2")),
    "format atrace\nthread 7/7 old\nthread 5/5 sh\nthread 7/7 new\ncounter 7 n = 1\ncounter 7 n = 2\ndiagnostic thread-id-reused 1 @3\n" },
  /* without an event for its begin, the new thread begins after the old one has left its last CPU, or its memory
   * was freed */
  { "reuse/switch-after-exit",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000002", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "Z", "swapper/0", "0")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      9", "0", "000009", SWITCH ("old", "8", "S", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nthread 8/9 old\nrun 0 8 1+2 Z\nrun 0 8 6+3 S\nstate 8 1+2 running\nstate 8 3+0 dead\nstate 8 6+3 running\nstate 8 9+0 sleeping\ndiagnostic thread-id-reused 1 @4\n", TRUE },
  { "reuse/wake-after-free",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "X", "swapper/0", "0")) IDLE ("1", "000004", TASK ("sched_process_free", "old", "8")) IDLE ("0", "000005", WAKE ("sched_waking", "old", "8")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "-------", "0", "000009", SWITCH ("old", "8", "S", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nthread 8/-1 old\nrun 0 8 1+2 X\nrun 0 8 6+3 S\nstate 8 1+2 running\nstate 8 3+0 dead\nstate 8 5+1 runnable\nstate 8 6+3 running\nstate 8 9+0 sleeping\ndiagnostic thread-id-reused 1 @4\n", TRUE },
  { "reuse/free-comes-late",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000002", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "X", "swapper/0", "0")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "new", "8")) IDLE ("1", "000007", TASK ("sched_process_free", "old", "8")) AT ("new", "8", "-------", "0", "000009", SWITCH ("new", "8", "S", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nthread 8/-1 new\nrun 0 8 1+2 X\nrun 0 8 6+3 S\nstate 8 1+2 running\nstate 8 3+0 dead\nstate 8 6+3 running\nstate 8 9+0 sleeping\ndiagnostic thread-id-reused 1 @4\n", TRUE },
  { "reuse/another-name-after-death",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "Z", "swapper/0", "0")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "new", "8")),
    "format ftrace\nthread 8/7 old\nthread 8/-1 new\nrun 0 8 1+2 Z\nrun 0 8 6+0 -\ndiagnostic thread-id-reused 1 @3\n" },
  { "reuse/any-event-after-free",
    AT ("old", "8", "      7", "0", "000001", MARK ("I|7|a")) IDLE ("0", "000002", TASK ("sched_process_free", "old", "8")) AT ("new", "8", "-------", "0", "000004", "timer_start: timer=0"),
    "format atrace\nthread 8/7 old\nthread 8/-1 new\ninstant 7/8 1 a\ndiagnostic unknown-event 1 @3\ndiagnostic thread-id-reused 1 @3\n" },
  { "reuse/of-a-main-thread",
    AT ("old", "7", "      7", "0", "000001", MARK ("I|7|a")) IDLE ("0", "000002", TASK ("sched_process_free", "old", "7")) IDLE ("0", "000004", SWITCH ("swapper/0", "0", "R", "new", "7")),
    "format atrace\nthread 7/7 old\nthread 7/-1 new\nrun 0 7 4+0 -\ninstant 7/7 1 a\ndiagnostic thread-id-reused 1 @3\n" },
  /* only its state shows that it died, and it is back under the same name */
  { "reuse/may-still-be-dying",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "Z", "swapper/0", "0")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000009", SWITCH ("old", "8", "X", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nrun 0 8 1+2 Z\nrun 0 8 6+3 X\n" },
  /* a new thread with this id would have run before */
  { "reuse/zombie-is-woken",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000002", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "Z", "swapper/0", "0")) IDLE ("0", "000005", WAKE ("sched_waking", "old", "8")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000007", SWITCH ("old", "8", "X", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nrun 0 8 1+2 Z\nrun 0 8 6+1 X\n" },
  { "reuse/dying-thread-is-woken",
    AT ("old", "8", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000002", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000003", SWITCH ("old", "8", "D", "swapper/0", "0")) IDLE ("0", "000005", WAKE ("sched_waking", "old", "8")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "old", "8")) AT ("old", "8", "      7", "0", "000007", SWITCH ("old", "8", "X", "swapper/0", "0")),
    "format ftrace\nthread 8/7 old\nrun 0 8 1+2 D\nrun 0 8 6+1 X\n" },

  { "sched/cpu-that-none-has",
    "               a-7     (      7) [5000] d..2     1.000001: " SWITCH ("a", "7", "S", "b", "8") "\n" AT ("a", "7", "      7", "0", "000002", MARK ("I|7|i")),
    "format atrace\nthread 7/7 a\ninstant 7/7 2 i\ndiagnostic cpu-limit 1 @1\n" },

  /* lost events */
  { "lost/line",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("swapper/0", "0", "R", "app", "7")) AT ("other", "9", "      9", "1", "000002", SWITCH ("swapper/1", "0", "R", "other", "9")) "CPU:0 [LOST 123 EVENTS]\n" AT ("app", "7", "      7", "0", "000020", SWITCH ("app", "7", "S", "swapper/0", "0")),
    "format ftrace\nthread 7/7 app\nthread 9/9 other\nrun 0 7 1+0 -\nrun 1 9 2+18 -\nloss 0 1+19 123\n"
    "state 7 1+0 running\nstate 7 1+19 unknown\nstate 7 20+0 sleeping\nstate 9 2+18 running\ndiagnostic lost-events 123 @3\n",
    TRUE },
  { "lost/sleep-is-not-made-up",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "S", "b", "8")) AT ("b", "8", "      7", "0", "000005", MARK ("I|7|i")) "CPU:0 [LOST 2 EVENTS]\n" AT ("app", "7", "      7", "0", "000020", MARK ("I|7|j")) AT ("app", "7", "      7", "0", "000025", SWITCH ("app", "7", "S", "b", "8")),
    "format atrace\nthread 7/7 app\nthread 8/7 b\nrun 0 8 1+4 -\nrun 0 7 20+5 S\nrun 0 8 25+0 -\nloss 0 5+15 2\n"
    "state 7 1+4 sleeping\nstate 7 5+15 unknown\nstate 7 20+5 running\nstate 7 25+0 sleeping\nstate 8 1+4 running\nstate 8 5+20 unknown\nstate 8 25+0 running\n"
    "instant 7/8 5 i\ninstant 7/7 20 j\ndiagnostic lost-events 2 @3\n",
    TRUE },
  { "lost/no-number",
    APP ("000001", MARK ("I|7|i")) "CPU:0 [LOST EVENTS]\n" APP ("000005", MARK ("I|7|j")),
    "format atrace\nthread 7/7 app\nloss 0 1+4 0\ninstant 7/7 1 i\ninstant 7/7 5 j\ndiagnostic lost-events 1 @2\n" },
  { "lost/before-the-first-and-after-the-last",
    APP ("000001", MARK ("I|7|i")) "CPU:1 [LOST 5 EVENTS]\n" AT ("b", "8", "      7", "1", "000004", MARK ("I|7|j")) "CPU:1 [LOST 6 EVENTS]\n" APP ("000009", MARK ("I|7|k")),
    "format atrace\nthread 7/7 app\nthread 8/7 b\nloss 1 1+3 5\nloss 1 4+5 6\ninstant 7/7 1 i\ninstant 7/8 4 j\ninstant 7/7 9 k\ndiagnostic lost-events 11 @2\n" },
  { "lost/overwritten-rings-begin-apart",
    HEAD ("3", "900") APP ("000001", MARK ("I|7|i")) "##### CPU 1 buffer started ####\n" AT ("b", "8", "      7", "1", "000005", MARK ("I|7|j")) APP ("000009", MARK ("I|7|k")),
    "format atrace\nthread 7/7 app\nthread 8/7 b\nloss 1 1+4 0\ninstant 7/7 1 i\ninstant 7/8 5 j\ninstant 7/7 9 k\ndiagnostic overwritten 897 @3\n" },
  { "lost/whole-rings-begin-apart-and-lost-nothing",
    HEAD ("3", "3") APP ("000001", MARK ("I|7|i")) AT ("b", "8", "      7", "1", "000005", MARK ("I|7|j")) APP ("000009", MARK ("I|7|k")),
    "format atrace\nthread 7/7 app\nthread 8/7 b\ninstant 7/7 1 i\ninstant 7/8 5 j\ninstant 7/7 9 k\n" },

  /* the scheduler */
  { "sched/only-wakeup",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "S", "swapper/0", "0")) IDLE ("0", "000004", WAKE ("sched_wakeup", "app", "7")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "app", "7")),
    "format ftrace\nthread 7/7 app\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable\nstate 7 6+0 running\n", TRUE },
  { "sched/only-waking",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "S", "swapper/0", "0")) IDLE ("0", "000004", WAKE ("sched_waking", "app", "7")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "app", "7")),
    "format ftrace\nthread 7/7 app\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable\nstate 7 6+0 running\n", TRUE },
  { "sched/first-of-waking-and-wakeup",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "S", "swapper/0", "0")) IDLE ("0", "000004", WAKE ("sched_waking", "app", "7")) IDLE ("0", "000005", WAKE ("sched_wakeup", "app", "7")) IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "app", "7")),
    "format ftrace\nthread 7/7 app\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable\nstate 7 6+0 running\n", TRUE },
  { "sched/wakeup-of-an-old-kernel-without-effect",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "S", "swapper/0", "0")) IDLE ("0", "000002", "sched_wakeup: comm=app pid=7 prio=120 success=0 target_cpu=000") IDLE ("0", "000004", "sched_wakeup: comm=app pid=7 prio=120 success=1 target_cpu=000") IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "app", "7")),
    "format ftrace\nthread 7/7 app\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable\nstate 7 6+0 running\n", TRUE },
  { "sched/reason-comes-after-the-wake",
    AT ("app", "7", "      7", "0", "000001", SWITCH ("app", "7", "D", "swapper/0", "0")) IDLE ("0", "000004", WAKE ("sched_waking", "app", "7")) IDLE ("0", "000005", "sched_blocked_reason: pid=7 iowait=1 caller=io_schedule+0x1c") IDLE ("0", "000006", SWITCH ("swapper/0", "0", "R", "app", "7")),
    "format ftrace\nthread 7/7 app\nrun 0 7 6+0 -\nstate 7 1+3 blocked-io\nstate 7 4+2 runnable\nstate 7 6+0 running\n", TRUE },
  { "sched/woken-from-an-interrupt",
    APP ("000001", SWITCH ("app", "7", "S", "other one", "8")) "       other one-8     (      8) [000] d.h2     1.000004: " WAKE ("sched_waking", "app", "7") "\n" AT ("other one", "8", "      8", "0", "000006", SWITCH ("other one", "8", "R+", "app", "7")),
    "format ftrace\nthread 7/7 app\nthread 8/8 other one\nrun 0 8 1+5 R+\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable irq\nstate 7 6+0 running\nstate 8 1+5 running\nstate 8 6+0 runnable-preempted\n", TRUE },
  { "sched/woken-by-a-thread-with-spaces",
    APP ("000001", SWITCH ("app", "7", "S", "other one", "8")) AT ("other one", "8", "      8", "0", "000004", WAKE ("sched_waking", "app", "7")) AT ("other one", "8", "      8", "0", "000006", SWITCH ("other one", "8", "S", "app", "7")),
    "format ftrace\nthread 7/7 app\nthread 8/8 other one\nrun 0 8 1+5 S\nrun 0 7 6+0 -\nstate 7 1+3 sleeping\nstate 7 4+2 runnable by 8\nstate 7 6+0 running\nstate 8 1+5 running\nstate 8 6+0 sleeping\n", TRUE },
  { "sched/vendors-states",
    APP ("000001", SWITCH ("app", "7", "D|K", "a b", "8")) AT ("a b", "8", "      7", "0", "000002", SWITCH ("a b", "8", "DK", "c", "9")) AT ("c", "9", "      7", "0", "000003", SWITCH ("c", "9", "D-IO", "d", "10")) AT ("d", "10", "      7", "0", "000004", SWITCH ("d", "10", "D-NIO", "app", "7"))
        APP ("000005", SWITCH ("app", "7", "R+", "a b", "8")) AT ("a b", "8", "      7", "0", "000006", SWITCH ("a b", "8", "0x2", "c", "9")) AT ("c", "9", "      7", "0", "000007", SWITCH ("c", "9", "130", "d", "10")) AT ("d", "10", "      7", "0", "000008", SWITCH ("d", "10", "1", "swapper/0", "0")),
    "format ftrace\nthread 7/7 app\nthread 8/7 a b\nthread 9/7 c\nthread 10/7 d\n"
    "run 0 8 1+1 D\nrun 0 9 2+1 D\nrun 0 10 3+1 D\nrun 0 7 4+1 R+\nrun 0 8 5+1 D\nrun 0 9 6+1 D\nrun 0 10 7+1 S\n"
    "state 7 1+3 blocked\nstate 7 4+1 running\nstate 7 5+3 runnable-preempted\nstate 8 1+1 running\nstate 8 2+3 blocked\nstate 8 5+1 running\nstate 8 6+2 blocked\n"
    "state 9 2+1 running\nstate 9 3+3 blocked-io\nstate 9 6+1 running\nstate 9 7+1 blocked\nstate 10 3+1 running\nstate 10 4+3 blocked-non-io\nstate 10 7+1 running\nstate 10 8+0 sleeping\n",
    TRUE },
  { "sched/exits-and-is-used-again",
    APP ("000001", MARK ("I|7|a")) APP ("000002", SWITCH ("app", "7", "S", "old", "8")) AT ("old", "8", "      7", "0", "000003", TASK ("sched_process_exit", "old", "8")) AT ("old", "8", "      7", "0", "000004", SWITCH ("old", "8", "Z", "app", "7"))
        APP ("500000", "task_newtask: pid=8 comm=app clone_flags=3d0f00 oom_score_adj=0") APP ("500001", WAKE ("sched_wakeup_new", "new", "8")) APP ("500002", SWITCH ("app", "7", "S", "new", "8")),
    "format atrace\nthread 7/7 app\nthread 8/7 old\nthread 8/7 new\nrun 0 7 1+1 S\nrun 0 8 2+2 Z\nrun 0 7 4+499998 S\nrun 0 8 500002+0 -\nstate 7 1+1 running\nstate 7 2+2 sleeping\nstate 7 4+499998 running\nstate 7 500002+0 sleeping\nstate 8 2+2 running\nstate 8 4+0 dead\nstate 8 500000+2 runnable by 7\nstate 8 500002+0 running\ninstant 7/7 1 a\ndiagnostic thread-id-reused 1 @5\n",
    TRUE },
  { "sched/on-two-cpus",
    IDLE ("0", "000001", SWITCH ("swapper/0", "0", "R", "app", "7")) IDLE ("1", "000003", SWITCH ("swapper/1", "0", "R", "app", "7")) APP ("000005", SWITCH ("app", "7", "S", "swapper/0", "0")) AT ("app", "7", "      7", "1", "000007", SWITCH ("app", "7", "S", "swapper/1", "0")),
    "format ftrace\nthread 7/7 app\nrun 0 7 1+2 -\nrun 0 7 5+0 S\nrun 1 7 3+2 -\nrun 1 7 7+0 S\nstate 7 1+2 running\nstate 7 3+2 running\nstate 7 5+0 running\nstate 7 5+2 sleeping\nstate 7 7+0 running\nstate 7 7+0 sleeping\ndiagnostic switch-mismatch 2 @0\n",
    TRUE },
  { "sched/unreadable",
    APP ("000001", "sched_switch: prev_comm=app prev_pid=x") APP ("000002", "sched_wakeup_new: nothing") APP ("000003", "sched_process_exit: nothing"),
    "format ftrace\nthread 7/7 app\ndiagnostic bad-payload 3 @1\n" },
};

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  trace_facts_add_tests ("/traps/tasks", rows, G_N_ELEMENTS (rows));

  return g_test_run ();
}
