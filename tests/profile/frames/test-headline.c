/* test-headline.c - the main finding of a trace, in one sentence
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-headline.h"

#include "frames-script.h"

/* Times of the scripts are in units of 0.1 ms; the display refreshes every 10 ms. Expected
 * sentences are worked out by hand. */
typedef struct
{
  const char *name;
  const char *script;
  StrataHeadlineKind kind;
  const char *text;
} Row;

#define VSYNC "every VSYNC-app 0 100 60\n"
#define FAST_APP "process 10 fast.app\nthread 10 10 1000 Choreographer#doFrame;1050 -;1100 Choreographer#doFrame;1150 -\n"
#define SLOW_APP "process 20 slow.app\nthread 20 20 1000 Choreographer#doFrame;1010 inflate;1240 -;1250 -;1300 Choreographer#doFrame;1340 -\n"
#define SLOWER_APP "process 30 slower.app\nthread 30 30 2000 Choreographer#doFrame;2010 decode;2390 -;2400 -\n"

static const Row rows[] = {
  { "empty", "", STRATA_HEADLINE_NONE, NULL },
  { "calls-alone", "process 10 app\nthread 10 10 0 a;500 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “a”, took 50.0\u00a0ms at 0\u00a0µs: in “a”, running or waiting" },
  { "calls-without-a-name", "process 10 app\nthread 10 10 0 @key=1;100 a;300 -;500 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “a”, took 20.0\u00a0ms at 10.0\u00a0ms: in “a”, running or waiting" },
  { "on-time", VSYNC FAST_APP, STRATA_HEADLINE_ON_TIME, "All 2 frames of fast.app were on time" },
  /* a game on time may draw half as often as the display */
  { "game-on-time", "process 10 game\nname 11 UnityMain\nthread 10 11 100 queueBuffer;101 -;433 queueBuffer;434 -;766 queueBuffer;767 -;1100 queueBuffer;1101 -;1433 queueBuffer;1434 -;1766 queueBuffer;1767 -", STRATA_HEADLINE_ON_TIME, "All 5 judged frames of game were on time, at 30.0 frames/s" },
  /* frames without a deadline are not called on time */
  { "unjudged", FAST_APP, STRATA_HEADLINE_BUSIEST, "No frame has a known deadline; the longest call of fast.app, “Choreographer#doFrame”, took 5.00\u00a0ms at 0\u00a0µs: in “Choreographer#doFrame”, running or waiting" },
  /* a service that draws frames, too, works more, but for the app */
  { "service", FAST_APP "process 20 system_server\nthread 20 20 1000 Choreographer#doFrame;1900 -", STRATA_HEADLINE_BUSIEST, "No frame has a known deadline; the longest call of fast.app, “Choreographer#doFrame”, took 5.00\u00a0ms at 0\u00a0µs: in “Choreographer#doFrame”, running or waiting" },
  /* an app without frames is not what a trace with frames of a service is about */
  { "service-alone", "process 20 system_server\nthread 20 20 1000 Choreographer#doFrame;1900 -\nprocess 10 app\nthread 10 10 0 a;500 -", STRATA_HEADLINE_BUSIEST, "No frame has a known deadline; the longest call of system_server, “Choreographer#doFrame”, took 90.0\u00a0ms at 100\u00a0ms: in “Choreographer#doFrame”, running or waiting" },
  /* processes of one name have their ids, unless the others have no calls */
  { "namesakes", "process 10 Renderer\nthread 10 10 0 a;500 -\nprocess 20 Renderer\nthread 20 20 0 b;800 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of Renderer 20, “b”, took 80.0\u00a0ms at 0\u00a0µs: in “b”, running or waiting" },
  { "namesakes-without-calls", "process 10 app\nprocess 20 app\nthread 20 20 0 b;800 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “b”, took 80.0\u00a0ms at 0\u00a0µs: in “b”, running or waiting" },
  /* what is years away from everything else has a damaged time */
  { "far-call", "process 10 app\nthread 10 10 0 a;100 -;200 b;400 -;500 c;600 -;9e12 far;9000000001000 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “b”, took 20.0\u00a0ms at 0.02\u00a0s: in “b”, running or waiting" },
  { "far-task", "process 10 app\nthread 10 10 0 a;1700 -;1800 b;1900 -;2000 c;2100 -;9e12 far;9000000003000 -", STRATA_HEADLINE_LONG_TASKS, "2 long tasks; the longest, “a”, took 170.0\u00a0ms at 0.00\u00a0s: in “a”, running or waiting" },
  { "far-method", "methods 3\nprocess 10 app\nname 10 main\nthread 10 10 0 a;40 -;50 b;60 -;70 c;80 -;9e12 far;9000000003000 -", STRATA_HEADLINE_METHOD, "“a” itself took the most time: 4.00\u00a0ms of 6.00\u00a0ms in main 10" },
  { "slices-alone", "gpu 10 5 25\ngpu 10 30 70", STRATA_HEADLINE_LONGEST, "No calls were recorded; the longest slice, “M: Frame queued”, took 4.00\u00a0ms at 2.50\u00a0ms" },
  { "one-late", VSYNC FAST_APP SLOW_APP, STRATA_HEADLINE_LATE_FRAMES, "1 of 2 frames of slow.app was late; it took 25.0\u00a0ms at 100\u00a0ms: in “inflate”, running or waiting" },
  /* lists have the time of its work, 13.9 ms, and the sentence that from its VSYNC */
  { "from-the-vsync", VSYNC "process 20 slow.app\nthread 20 20 900 task;1110 -;1111 Choreographer#doFrame;1250 -\nrun 0 890 0 R 20\nrun 0 1260 20 S 0", STRATA_HEADLINE_LATE_FRAMES, "1 of 1 frames of slow.app was late; it took 15.0\u00a0ms from its VSYNC at 110\u00a0ms: busy in “Choreographer#doFrame”" },
  /* the app that lost more frames, although both have one late frame */
  { "worst-app", VSYNC SLOW_APP SLOWER_APP, STRATA_HEADLINE_LATE_FRAMES, "1 of 1 frames of slower.app was late; it took 40.0\u00a0ms at 200\u00a0ms: in “decode”, running or waiting" },
  { "task", VSYNC FAST_APP "thread 10 10 2000 restore;3600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “restore” took 160.0\u00a0ms at 200\u00a0ms: in “restore”, running or waiting" },
  /* a task of the app has precedence over one of another process, however long */
  { "task-of-the-app", VSYNC FAST_APP "thread 10 10 2000 restore;3600 -\nprocess 40 service\nthread 40 40 100 index;5000 -", STRATA_HEADLINE_LONG_TASKS, "2 long tasks; the longest of fast.app, “restore”, took 160.0\u00a0ms at 200\u00a0ms: in “restore”, running or waiting" },
  /* of apps without frames, the trace is about that of the longest task */
  { "task-of-any", "process 10 app\nthread 10 10 0 init;1600 -;1700 work;2900 -\nprocess 40 service\nthread 40 40 100 index;2200 -", STRATA_HEADLINE_LONG_TASKS, "2 long tasks; the longest, “index” of service, took 210.0\u00a0ms at 10\u00a0ms: in “index”, running or waiting" },
  { "task-of-one", "process 10 app\nthread 10 10 0 init;1600 -\nprocess 40 service\nthread 40 40 100 index;200 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “init” of app took 160.0\u00a0ms at 0\u00a0ms: in “init”, running or waiting" },
  { "task-of-a-namesake", "process 10 Renderer\nthread 10 10 0 init;1600 -\nprocess 40 Renderer\nthread 40 40 100 index;200 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “init” of Renderer 10 took 160.0\u00a0ms at 0\u00a0ms: in “init”, running or waiting" },
  /* the end of a task may be among lost packets */
  { "task-without-end", "process 10 app\nlost\nthread 10 10 0 init;1600 -;1700 work;5000 call", STRATA_HEADLINE_LONG_TASKS, "2 long tasks; the longest of app, “init”, took 160.0\u00a0ms at 0\u00a0ms: in “init”, running or waiting" },
  /* a trace is not about the program that recorded it */
  { "task-of-tracing", "process 10 app\nprocess 20 service\nname 20 tracing.CrUtilityMain\nthread 20 20 0 write;3000 -\nthread 10 10 0 init;1600 -", STRATA_HEADLINE_LONG_TASKS, "2 long tasks; the longest of app, “init”, took 160.0\u00a0ms at 0\u00a0ms: in “init”, running or waiting" },
  /* the main thread of a page, which is not the first one of its process */
  { "task-of-a-page", "process 10 renderer\nname 11 CrRendererMain\nthread 10 11 0 RunTask;1600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “RunTask” took 160.0\u00a0ms at 0\u00a0ms: in “RunTask”, running or waiting" },
  /* tasks with one name differ in what posted them: arguments of Perfetto, and of JSON */
  { "posted", "process 10 app\nthread 10 10 0 RunTask@queue=a,posted_from={file=base/a/b.cc,function=Post,line=49};1600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “RunTask” took 160.0\u00a0ms at 0\u00a0ms: in “RunTask”, running or waiting; posted by Post (b.cc:49)" },
  { "posted-in-json", "process 10 app\nthread 10 10 0 RunTask@src_file=\"b.cc\",src_func=\"Post\";1600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “RunTask” took 160.0\u00a0ms at 0\u00a0ms: in “RunTask”, running or waiting; posted by Post (b.cc)" },
  { "not-posted", "process 10 app\nthread 10 10 0 RunTask@file=b.cc,function=Post,src_func=Post,posted_from=x;1600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “RunTask” took 160.0\u00a0ms at 0\u00a0ms: in “RunTask”, running or waiting" },
  /* its activity is known if the scheduler was recorded, and so is its end if there is one */
  { "long-trace", VSYNC FAST_APP SLOW_APP "process 40 service\nthread 40 40 20000 index;20010 -", STRATA_HEADLINE_LATE_FRAMES, "1 of 2 frames of slow.app was late; it took 25.0\u00a0ms at 0.10\u00a0s: in “inflate”, running or waiting" },
  { "busy-task", "process 10 app\nthread 10 10 0 restore;1600 -\nrun 0 0 0 R 10\nrun 0 1700 10 S 0", STRATA_HEADLINE_LONG_TASKS, "1 long task: “restore” took 160.0\u00a0ms at 0\u00a0ms: busy in “restore”" },
  { "unfinished-task", "process 10 app\nthread 10 10 0 stuck;100 in;2000 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “stuck” took 200.0\u00a0ms (not finished) at 0\u00a0ms: in “in”, running or waiting" },
  /* the largest of many causes is not the reason */
  { "many-reasons", "process 10 app\nthread 10 10 0 restore;10 a;410 -;410 b;910 -;910 c;1310 -;1310 d;1600 -;1600 -\nrun 0 0 0 R 10\nrun 0 1700 10 S 0", STRATA_HEADLINE_LONG_TASKS, "1 long task: “restore” took 160.0\u00a0ms at 0\u00a0ms: mainly busy in “b”" },
  /* a kernel thread that runs more is not shown */
  { "busiest", "process 10 app\nprocess 20 kworker\nthread 10 10 100 a;150 -;200 b;400 -\nrun 0 0 0 R 20\nrun 0 3000 20 S 0", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “b”, took 20.0\u00a0ms at 20\u00a0ms: in “b”, running or waiting" },
  /* neither what runs a queue nor a stack is a call, and a command line is not a name */
  { "longest-call", "process 10 /opt/the_app/bin/app --type=renderer\nprocess 20 other\nthread 10 11 0 WorkerThread active;10 a;110 -;150 b;400 -;500 -\nstacks 10 12 0 (root);490 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “b”, took 25.0\u00a0ms at 15.0\u00a0ms: in “b”, running or waiting" },
  /* what did not finish hides no calls */
  { "longest-call-inside", "process 10 app\nprocess 20 other\nthread 10 11 0 stuck;10 a;110 -;150 b;400 -;500 c;510 -", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “b”, took 25.0\u00a0ms at 15.0\u00a0ms: in “b”, running or waiting" },
  /* swaps that do not follow a display have no deadlines, and the sentence only says that */
  { "no-deadlines", "process 10 app\nprocess 20 other\nthread 10 10 100 queueBuffer;101 -;105 queueBuffer;106 -;315 queueBuffer;316 -;400 work;600 -", STRATA_HEADLINE_BUSIEST, "No frame has a known deadline; the longest call of app, “work”, took 20.0\u00a0ms at 30.0\u00a0ms: in “work”, running or waiting" },
  /* begun at 43.8 ms and queued at 60.5, in time for 66.7, but displayed at 83.3 */
  { "shown-late", "process 20 surfaceflinger\nprocess 10 game\nname 11 UnityMain\nevery VSYNC-sf 0 166.67 40\ncounter Layer#0 0 103 170 270 336 437 503 603 836 936 1003 1103 1170\n"
                  "thread 10 11 100 queueBuffer;105 -;268 queueBuffer;272 -;434 queueBuffer;438 -;600 queueBuffer;605 -;934 queueBuffer;938 -;1100 queueBuffer;1105 -;1190 x;1191 -",
    STRATA_HEADLINE_LATE_FRAMES,
    "1 of 5 judged frames of game was late; it took 39.5\u00a0ms until it was shown at 44\u00a0ms" },
  /* methods are written as on the timeline */
  { "task-of-methods", "methods 3\nprocess 10 app\nname 10 main\nthread 10 10 0 a.b.C.run (I)V;10 a.b.D.draw (IJ)V;1590 -;1600 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “C.run(int)” took 160.0\u00a0ms at 0\u00a0ms: in “D.draw(int, long)”, running or waiting" },
  /* for method traces it is the self time of methods, by CPU time if all calls have one */
  { "method", "methods 3\nprocess 10 app\nname 10 main\nthread 10 10 0 a.b.C.run (I)V;10 a.b.D.draw (I)V;40 -;50 a.b.D.draw (I)V;90 -;100 -", STRATA_HEADLINE_METHOD, "“D.draw” itself took the most time: 7.00\u00a0ms of 10.0\u00a0ms in main 10" },
  { "method-by-cpu", "clocks\nmethods 3\nprocess 10 app\nname 10 main\nthread 10 10 0/0 a.b.C.run (I)V;10/9 a.b.D.draw (I)V;60/10 -;100/30 -", STRATA_HEADLINE_METHOD, "“C.run” itself took the most CPU time: 2.90\u00a0ms of 3.00\u00a0ms in main 10" },
  /* waits are no work, unless they use the CPU */
  { "method-that-waits", "methods 3\nprocess 10 app\nname 10 main\nthread 10 10 0 a.b.C.run (I)V;10 java.lang.Thread.sleep (J)V;90 -;100 -", STRATA_HEADLINE_METHOD, "“C.run” itself took the most time: 2.00\u00a0ms of 2.00\u00a0ms in main 10" },
  /* so it is for stacks, where calls without a name count for their caller */
  { "stacks", "process 10 app\nname 10 main\nstacks 10 10 0 (root);0 draw;0 0x7f10;40 -;40 -;40 poll;40 libc.so.6+0x85f14;95 -;95 -;95 sum;100 -;100 -", STRATA_HEADLINE_METHOD, "“draw”, including unnamed calls, took the most time: 4.00\u00a0ms of 4.50\u00a0ms in main 10 (not counting 5.50\u00a0ms of waiting and idle time)" },
  /* nothing is known of time that is only known to be in the call which contains all */
  { "stacks-of-a-root", "process 10 app\nname 10 main\nstacks 10 10 0 XRE_main;0 0x7f10;50 -;50 draw;50 0x7f20;80 -;80 -;100 -", STRATA_HEADLINE_METHOD, "“draw”, including unnamed calls, took the most time: 3.00\u00a0ms of 10.0\u00a0ms in main 10, besides 7.00\u00a0ms in “XRE_main” and its unnamed calls" },
  { "stacks-of-nothing-else", "process 10 app\nname 10 main\nstacks 10 10 0 XRE_main;0 0x7f10;96 -;96 draw;100 -;100 -", STRATA_HEADLINE_METHOD, "“XRE_main”, including unnamed calls, took the most time: 9.60\u00a0ms of 10.0\u00a0ms in main 10" },
  { "stacks-with-gaps", "process 10 app\nname 10 main\nstacks 10 10 0 draw;50 -;150 draw;200 -", STRATA_HEADLINE_METHOD, "“draw” itself took the most time: 10.0\u00a0ms of 10.0\u00a0ms in main 10 (not counting 10.0\u00a0ms of waiting and idle time)" },
  { "stacks-of-c++", "process 10 app\nname 10 main\nstacks 10 10 0 operator new (unsigned long);50 -", STRATA_HEADLINE_METHOD, "“operator new (unsigned long)” itself took the most time: 5.00\u00a0ms of 5.00\u00a0ms in main 10" },
  { "stacks-without-names", "process 10 app\nstacks 10 10 0 0x7f10;0 0x7f20;40 -;50 -", STRATA_HEADLINE_METHOD, "“0x7f20” itself took the most time: 4.00\u00a0ms of 5.00\u00a0ms in thread 10" },
  /* main threads first, unless they did nearly nothing */
  { "stacks-of-workers", "process 10 app\nname 10 main\nname 11 pool\nstacks 10 10 0 draw;20 -\nstacks 10 11 0 work;100 -", STRATA_HEADLINE_METHOD, "“draw” itself took the most time: 2.00\u00a0ms of 2.00\u00a0ms in main 10" },
  { "stacks-of-a-server", "process 10 app\nname 10 main\nname 11 pool\nstacks 10 10 0 draw;5 -\nstacks 10 11 0 work;100 -", STRATA_HEADLINE_METHOD, "“work” itself took the most time: 10.0\u00a0ms of 10.0\u00a0ms in pool 11" },
  /* a thread that only waits says so */
  { "stacks-of-waits", "process 10 app\nname 10 main\nstacks 10 10 0 RunLoop;0 epoll_wait;100 -;100 -", STRATA_HEADLINE_METHOD, "“epoll_wait”, which may only have waited, took the most time: 10.0\u00a0ms of 10.0\u00a0ms in main 10" },
  { "methods-without-calls", "methods 3\nprocess 10 app\nname 10 main", STRATA_HEADLINE_NONE, NULL },
  /* a log of the stacks of one moment says why it was written */
  { "freeze", "process 10 app\nproperty freeze-reason UI_BLOCK_6S\nthread 10 10 0 main;0 wait;0 -;0 -", STRATA_HEADLINE_FREEZE, "app did not respond: UI_BLOCK_6S" },
  /* without stacks, and with more than one process */
  { "freeze-without-calls", "process 10 app\nprocess 20 other\nproperty freeze-reason UI_BLOCK_6S\nproperty freeze-pid 10\ncounter load 50 60", STRATA_HEADLINE_FREEZE, "app did not respond: UI_BLOCK_6S" },
  { "freeze-without-stack", "process 10 app\nproperty freeze-wchan binder_wait_for_work\nproperty freeze-pid 10", STRATA_HEADLINE_FREEZE, "No stack was sampled; in the kernel, app was in “binder_wait_for_work”" },
  { "freeze-of-another", "process 10 app\nprocess 20 peer\nproperty freeze-reason UI_BLOCK_6S\nproperty freeze-pid 10\nthread 10 10 0 main;0 wait;0 -;0 -\nthread 20 20 0 answer;100 -", STRATA_HEADLINE_FREEZE, "app did not respond: UI_BLOCK_6S" },
  { "freeze-in-task", "process 10 app\nproperty freeze-reason UI_BLOCK_6S\nthread 10 10 0 stuck;100 in;2000 -", STRATA_HEADLINE_LONG_TASKS, "1 long task: “stuck” took 200.0\u00a0ms (not finished) at 0\u00a0ms: in “in”, running or waiting" },
  /* a crash comes before earlier errors; a tag alone is not a message */
  { "log", "log 0 I start: all is well\nlog 10 E net: no route\nlog 20 E AndroidRuntime: FATAL EXCEPTION: main\nlog 30 E ANR in : late", STRATA_HEADLINE_LOG, "3 of 4 log lines are errors; the first crash or hang was at 2.00\u00a0ms: “AndroidRuntime: FATAL EXCEPTION: main”" },
  { "log-of-a-hang", "log 0 I start: all is well\nlog 20 I am: ANR in com.example", STRATA_HEADLINE_LOG, "0 of 2 log lines are errors; the first crash or hang was at 2.00\u00a0ms: “am: ANR in com.example”" },
  { "log-of-errors", "log 0 W net: slow\nlog 10 E net: no route\nlog 20 F net: gone\ncounter load 5", STRATA_HEADLINE_LOG, "2 of 3 log lines are errors; the first was at 1.00\u00a0ms: “net: no route”" },
  { "log-of-one-error", "log 0 W net: slow\nlog 10 E net: no route", STRATA_HEADLINE_LOG, "1 of 2 log lines is an error, at 1.000\u00a0ms: “net: no route”" },
  { "log-without-errors", "log 0 I start: all is well\nlog 10 W net: slow", STRATA_HEADLINE_LOG, "2 log lines, none marked as an error" },
  { "log-beside-calls", "process 10 app\nthread 10 10 0 a;500 -\nlog 10 E net: no route", STRATA_HEADLINE_BUSIEST, "No frames and no long tasks; the longest call of app, “a”, took 50.0\u00a0ms at 0\u00a0µs: in “a”, running or waiting" },
  { "counters-alone", "counter temperature 0 100 200\ncounter load 50 60", STRATA_HEADLINE_COUNTERS, "Neither calls nor scheduling were recorded, only 2 counters" },
  { "scheduler-alone", "name 7 worker\nrun 0 0 0 R 7\nrun 0 300 7 S 8\nrun 0 350 8 S 0\nend 1000", STRATA_HEADLINE_SCHEDULER, "No calls were recorded; the busiest thread, worker 7, ran for 30.0\u00a0ms of 100.0\u00a0ms" },
};

static void
test_headline (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (StrataTrace) trace = script_trace (row->script);
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);
  g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);
  StrataHeadline headline;

  strata_headline_find (&headline, frames, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);

  g_autofree char *text = strata_headline_dup_text (&headline, frames, (const StrataLongTask *) (gpointer) tasks->data, tasks->len);

  g_assert_cmpstr (text, ==, row->text);
  g_assert_cmpint (headline.kind, ==, row->kind);
  g_assert_cmpint (headline.slice != STRATA_NONE, ==, row->kind == STRATA_HEADLINE_LATE_FRAMES || row->kind == STRATA_HEADLINE_LONG_TASKS || row->kind == STRATA_HEADLINE_BUSIEST || row->kind == STRATA_HEADLINE_LONGEST || row->kind == STRATA_HEADLINE_METHOD);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/headline/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_headline);
    }

  return g_test_run ();
}
