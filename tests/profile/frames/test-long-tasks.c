/* test-long-tasks.c - long tasks, and phases that users wait for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-long-tasks.h"
#include "strata-phases.h"
#include "strata-waits.h"

#include "frames-script.h"

/* Times in 0.1 ms: 1500 is the first limit, 4500 the second. */
#define TASKS "process 10 app\nname 10 app\nname 11 worker\n"                                               \
              "thread 10 10 0 a;1500 -;2000 b;2010 inner;3500.1 -;3510 -;5000 c;9500 -;10000 d;14500.1 -\n" \
              "thread 10 11 0 e;9000 -"

/* The tasks that exceed the limits: name, level and limit of each. */
static char *
dup_tasks (StrataTrace *trace,
           const StrataTaskLimits *limits)
{
  g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);
  GString *found = g_string_new (NULL);

  for (guint j = 0; j < tasks->len; j++)
    {
      const StrataLongTask *task = &g_array_index (tasks, StrataLongTask, j);
      const gboolean is_own = task->is_custom && task->level != STRATA_LONG_TASK_UNFINISHED;

      g_string_append_printf (found, "%s %s %" G_GINT64_FORMAT " ", strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[task->slice]),
                              is_own ? "own" : strata_long_task_level_get_id (task->level), task->limit_ns);
    }

  return g_string_free (found, FALSE);
}

static void
test_limits (void)
{
  static const struct
  {
    const char *limits;
    const char *tasks;
  } rows[] = {
    { "", "b warning 150000000 c warning 150000000 d severe 450000000 " },
    { "inner=100ms", "b warning 150000000 inner own 100000000 c warning 150000000 d severe 450000000 " },
    { "b=200ms", "c warning 150000000 d severe 450000000 " },
    { "?=100ms", "a own 100000000 b own 100000000 c own 100000000 d own 100000000 e own 100000000 " },
    { "thread:work*=500ms", "b warning 150000000 c warning 150000000 d severe 450000000 e own 500000000 " },
    { "thread:app=449ms", "c own 449000000 d own 449000000 " },
    { "?=100ms a=1s", "b own 100000000 c own 100000000 d own 100000000 e own 100000000 " },
  };
  g_autoptr (StrataTrace) trace = script_trace (TASKS);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);
      g_auto (GStrv) texts = g_strsplit (rows[i].limits, " ", -1);

      for (guint j = 0; texts[j] != NULL && *texts[j] != '\0'; j++)
        g_assert_true (strata_task_limits_add (limits, texts[j], NULL));

      g_autofree char *found = dup_tasks (trace, limits);

      g_assert_cmpstr (found, ==, rows[i].tasks);
    }
}

/* Tasks dispatched by a queue count; waiting for the next message, or only waiting, does not. The
 * right answers are beside them. */
static void
test_waits (void)
{
  static const struct
  {
    const char *script;
    const char *tasks;
  } rows[] = {
    { "process 10 app\nthread 10 10 0 android.os.MessageQueue.next ();1 android.os.MessageQueue.nativePollOnce (JI)V;9000 -;9001 -", "" },
    /* recording began below the queue, then in it, then above it */
    { "process 10 app\nthread 10 10 0 android.os.Handler.dispatchMessage ()V;2000 -;2001 android.os.MessageQueue.next ();9000 -", "android.os.Handler.dispatchMessage ()V warning 150000000 " },
    { "process 10 app\nthread 10 10 0 android.os.Looper.loop ()V;1 android.os.MessageQueue.next ();5000 -;5000 android.os.Handler.dispatchMessage ();9800 -;9900 -", "android.os.Handler.dispatchMessage () severe 450000000 " },
    { "process 10 app\nthread 10 10 0 android.app.ActivityThread.main ();0 android.os.Looper.loopOnce ();1 android.os.MessageQueue.next ();5000 -;5001 App.work ();7000 -;9900 -;9900 -", "App.work () warning 150000000 " },
    /* a queue inside a task belongs to the task */
    { "process 10 app\nthread 10 10 0 android.os.Handler.dispatchMessage ();1 App.modal ();2 android.os.MessageQueue.next ();2000 -;2001 -;2002 -", "android.os.Handler.dispatchMessage () warning 150000000 " },
    /* a task that waits is still a task */
    { "process 10 app\nthread 10 10 0 App.init ();1 java.lang.Thread.sleep (J)V;2000 -;2001 -", "App.init () warning 150000000 " },
    { "process 10 app\nthread 10 10 0 java.lang.Thread.sleep (J)V;2000 -;2001 java.lang.Object.wait ();5000 -;5001 sun.misc.Unsafe.park (ZJ)V;8000 -;8001 java.lang.Thread.join ();9999 -", "" },
    { "process 10 app\nthread 10 10 0 android::Looper::pollOnce(int, int*);2000 -;2001 epoll_pwait;5000 -;5001 WaitForTargetFPS;8000 -;8001 H:EventRunner::Run;9000 H:OnEvent;9999 -;9999 -", "" },
    /* Chrome's loop: its tasks count, also the one that runs a loop of its own */
    { "process 10 app\nthread 10 10 0 Main::Initialize;1 RunLoop::Run;10 ThreadController active;11 ThreadControllerImpl::RunTask;2000 -;2010 ThreadControllerImpl::RunTask;2020 RunLoop::Run;4000 -;4001 -;4002 -;9000 -;9001 -", "ThreadControllerImpl::RunTask warning 150000000 ThreadControllerImpl::RunTask warning 150000000 " },
    /* what handles messages has lost its end or runs their queue, and hangs neither way; with one message in it, it may hang there */
    { "process 10 app\nthread 10 10 0 Match::Unblock;10 RunTask;20 -;30 RunTask;40 RunTask;50 -;1900 -;1910 ThreadControllerImpl::RunTask;1920 -\nend 5000", "RunTask warning 150000000 " },
    { "process 10 app\nthread 10 10 0 GpuMain;1 Run Message Loop;10 Init;1600 -\nend 5000", "Init warning 150000000 " },
    /* a call named like a wait may run: the CPU clock decides */
    { "process 10 app\nclocks\nthread 10 10 0/0 waitForData;2000/1900 -;2001/1900 waitForMore;5000/1950 -", "waitForData warning 150000000 " },
    /* without scheduling data, a thread without further events hangs */
    { "process 10 app\nthread 10 10 0 App.stuck ();1600 inner;1601 -\nend 900000", "App.stuck () unfinished 450000000 " },
    { "process 10 app\nthread 10 10 0 App.short ();100 inner;101 -\nend 1000", "" },
    /* unfinished when its thread was last seen, if its state is unknown from then on */
    { "process 10 app\nthread 10 10 0 App.stuck ();1600 inner;1601 -\nrun 0 90 0 R 20\nend 900000", "App.stuck () unfinished 150000000 " },
    /* if packets were lost, the end of a task that contains other tasks was lost, and those of its calls too; without tasks in it, it hangs */
    { "process 10 app\nthread 10 10 0 Task;1 message;10 Task;1700 -;1800 Task;1810 -", "Task unfinished 150000000 " },
    { "process 10 app\nlost\nthread 10 10 0 Task;1 message;10 Task;1700 -;1800 Task;1810 -", "Task warning 150000000 " },
    { "process 10 app\nlost\nthread 10 10 0 Task;1 message;10 call;1700 -", "Task unfinished 150000000 " },
    /* the scheduler shows that it stays in the call */
    { "process 10 app\nthread 10 10 0 App.stuck ();100 inner;101 -\nrun 0 90 0 R 10\nrun 0 110 10 S 0\nend 5000", "App.stuck () unfinished 450000000 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);
      g_autoptr (StrataTrace) trace = script_trace (rows[i].script);
      g_autofree char *found = dup_tasks (trace, limits);

      g_assert_cmpstr (found, ==, rows[i].tasks);
    }
}

/* Names of waits, and names that only look like them. */
static void
test_wait_names (void)
{
  static const struct
  {
    const char *name;
    StrataWaitKind kind;
  } names[] = {
    { "nativePollOnce", STRATA_WAIT_QUEUE },
    { "HIDL::ISensors::poll::server", STRATA_WAIT_OTHER },
    { "HIDL::ISensors::activate::server", STRATA_WAIT_NONE },
    { "waiting for vsync", STRATA_WAIT_OTHER },
    { "pollOnce", STRATA_WAIT_QUEUE },
    { "Foo::pollOnce", STRATA_WAIT_NONE },
    { "android.os.MessageQueue.nativePollOnce (JI)V", STRATA_WAIT_QUEUE },
    { "android/os/MessageQueue.next ()Landroid/os/Message;", STRATA_WAIT_QUEUE },
    { "ALooper_pollOnce", STRATA_WAIT_QUEUE },
    { "OHOS::AppExecFwk::EpollIoWaiter::WaitFor(std::unique_lock<std::mutex>&, long)", STRATA_WAIT_QUEUE },
    { "H:OHOS::AppExecFwk::EventRunnerImpl::Run()", STRATA_WAIT_LOOP },
    { "android.os.Looper.loop ()V", STRATA_WAIT_LOOP },
    { "android.os.Handler.dispatchMessage (Landroid/os/Message;)V", STRATA_WAIT_DISPATCH },
    { "RunTask", STRATA_WAIT_DISPATCH },
    { "PollWrapper", STRATA_WAIT_OTHER },
    { "WorkerThread active", STRATA_WAIT_LOOP },
    { "java.lang.Object.wait (JI)V", STRATA_WAIT_OTHER },
    { "java.util.concurrent.locks.LockSupport.parkNanos (Ljava/lang/Object;J)V", STRATA_WAIT_OTHER },
    { "java.util.concurrent.CountDownLatch.await ()V", STRATA_WAIT_OTHER },
    { "java.lang.Thread.join ()V", STRATA_WAIT_OTHER },
    { "Gfx.WaitForPresentOnGfxThread", STRATA_WAIT_OTHER },
    { "Semaphore.WaitForSignal", STRATA_WAIT_OTHER },
    { "pthread_cond_wait", STRATA_WAIT_OTHER },
    { "java.lang.String.join ()", STRATA_WAIT_NONE },
    { "java.util.concurrent.ConcurrentLinkedQueue.poll ()Ljava/lang/Object;", STRATA_WAIT_NONE },
    { "io.flutter.embedding.engine.FlutterJNI.asyncWaitForVsync (J)V", STRATA_WAIT_NONE },
    { "io.flutter.view.VsyncWaiter.<init> ()V", STRATA_WAIT_NONE },
    { "App.waiter ()", STRATA_WAIT_NONE },
    { "App.parked ()", STRATA_WAIT_NONE },
    { "Choreographer#doFrame", STRATA_WAIT_NONE },
    { "", STRATA_WAIT_NONE },
    { "...", STRATA_WAIT_NONE },
    { "(", STRATA_WAIT_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i].name);
      g_assert_cmpint (strata_wait_parse (names[i].name), ==, names[i].kind);
    }
}

static void
test_bad_limits (void)
{
  static const char *const texts[] = { "", "=", "a", "a=", "a=x", "=5ms", "thread:=5ms", "a=-5ms", "a=5parsecs" };
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (1, 2);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (strata_task_limits_add (limits, texts[i], &error));
      g_assert_nonnull (strstr (error->message, texts[i]));
    }
}

static void
test_phases (void)
{
  static const struct
  {
    const char *script;
    const char *phases;
  } rows[] = {
    { "process 10 app\nevery VSYNC-app 0 100 9\nthread 10 10 101 Choreographer#doFrame;102 deliverInputEvent src=1;110 -;150 -", "input 10 102..150 " },
    { "process 10 app\nevery VSYNC-app 0 100 9\nthread 10 10 80 deliverInputEvent src=1;90 -;101 Choreographer#doFrame;150 -", "input 10 80..150 " },
    { "process 10 app\nthread 10 10 80 deliverInputEvent src=1;90 -", "" },
    { "process 10 app\nthread 10 10 80 bindApplication;190 -;200 activityStart;300 -;310 activityResume;320 -;330 Choreographer#doFrame;400 -",
      "start-step 10 80..190 start-step 10 200..300 start-step 10 310..320 start-step 10 330..400 start 10 80..400 " },
    /* some steps are missing; the first frame is the next one, wherever it begins */
    { "process 10 app\nthread 10 10 80 bindApplication;190 -;330 Choreographer#doFrame;400 -", "start-step 10 80..190 start-step 10 330..400 start 10 80..400 " },
    { "process 10 app\nthread 10 10 80 bindApplication;190 -", "start-step 10 80..190 " },
    { "process 10 app\nprocess 20 foundation\nthread 20 20 10 AbilityManagerService::StartUIAbilityBySCB;20 -;30 LoadAbility;40 -;60 AppMgrServiceInner::AttachApplication;70 -\n"
      "thread 10 10 100 MainThread::HandleLaunchAbility;150 -;160 HandleAbilityTransaction;170 -;300 ReceiveVsync now:30000000 expectedEnd:40000000;350 -",
      "start-step 10 10..30 start-step 10 30..60 start-step 10 60..100 start-step 10 100..160 start-step 10 160..300 start-step 10 300..350 start 10 10..350 " },
    /* from the touch, which another process delivers */
    { "process 10 app\nprocess 20 foundation\nprocess 30 launcher\nthread 30 30 5 DispatchTouchEvent id:1;8 -\nthread 20 20 10 StartUIAbilityBySCB;20 -\nthread 10 10 100 HandleLaunchAbility;150 -;300 ReceiveVsync now:30000000 expectedEnd:40000000;350 -",
      "start-step 10 5..10 start-step 10 10..100 start-step 10 100..300 start-step 10 300..350 start 10 5..350 " },
    /* one from an hour earlier belongs to another start */
    { "process 10 app\nprocess 20 foundation\nthread 20 20 10 LoadAbility;20 -\nthread 10 10 300000 HandleLaunchAbility;300010 -", "start-step 10 300000..300010 " },
    { "process 10 app\nthread 10 10 100 HandleLaunchAbility;150 -", "start-step 10 100..150 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (StrataTrace) trace = script_trace (rows[i].script);
      g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
      g_autoptr (GArray) phases = strata_phases_find (frames);
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint j = 0; j < phases->len; j++)
        {
          const StrataPhase *phase = &g_array_index (phases, StrataPhase, j);

          g_string_append_printf (found, "%s %d %d..%d ", strata_phase_kind_get_id (phase->kind), (int) strata_trace_get_processes (trace, NULL)[phase->process].pid,
                                  (int) (phase->begin_ns / SCRIPT_NS), (int) (phase->end_ns / SCRIPT_NS));
        }

      g_assert_cmpstr (found->str, ==, rows[i].phases);
    }
}

/* Every name of a step or an input in each format, and near misses. */
static void
test_phase_names (void)
{
  static const struct
  {
    const char *name;
    gboolean is_phase;
  } names[] = {
    { "deliverInputEvent", TRUE },
    { "deliverInputEvent src=0x1002 eventTimeNano=1 id=0x2", TRUE },
    { "DispatchTouchEvent", TRUE },
    { "DispatchTouchEvent id:1, pointX=1.0", TRUE },
    { "HandleTouchEvent", TRUE },
    { "bindApplication", TRUE },
    { "activityStart", TRUE },
    { "activityResume", TRUE },
    { "AbilityManagerService::StartUIAbilityBySCB", TRUE },
    { "virtual int StartUIAbilityBySCB(sptr)", TRUE },
    { "LoadAbility", TRUE },
    { "AppMgrServiceInner::LoadAbility", TRUE },
    { "AttachApplication", TRUE },
    { "AppMgrServiceInner::AttachApplication(pid_t)", TRUE },
    { "MainThread::HandleLaunchAbility", TRUE },
    { "UIAbilityThread::HandleAbilityTransaction", TRUE },
    { "", FALSE },
    { "ReceiveVsync", FALSE },
    { "Choreographer#doFrame 1", FALSE },
    { "my deliverInputEvent", FALSE },
    { "bindapplication", FALSE },
    { "FlushVsync", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_test_message ("%s", names[i].name);
      g_assert_cmpint (strata_phase_is_name (names[i].name), ==, names[i].is_phase);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/long-tasks/limits", test_limits);
  g_test_add_func ("/long-tasks/bad-limits", test_bad_limits);
  g_test_add_func ("/long-tasks/waits", test_waits);
  g_test_add_func ("/long-tasks/wait-names", test_wait_names);
  g_test_add_func ("/phases", test_phases);
  g_test_add_func ("/phases/names", test_phase_names);
  return g_test_run ();
}
