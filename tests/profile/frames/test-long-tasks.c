/* test-long-tasks.c - what took too long, and what people wait for
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-long-tasks.h"
#include "strata-phases.h"

#include "frames-script.h"

/* Times in 0.1 ms: 1500 is the first limit, 4500 the second. */
#define TASKS "process 10 app\nname 10 app\nname 11 worker\n"                                               \
              "thread 10 10 0 a;1500 -;2000 b;2010 inner;3500.1 -;3510 -;5000 c;9500 -;10000 d;14500.1 -\n" \
              "thread 10 11 0 e;9000 -"

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
      g_autoptr (GString) found = g_string_new (NULL);

      for (guint j = 0; texts[j] != NULL && *texts[j] != '\0'; j++)
        g_assert_true (strata_task_limits_add (limits, texts[j], NULL));

      g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);

      for (guint j = 0; j < tasks->len; j++)
        {
          const StrataLongTask *task = &g_array_index (tasks, StrataLongTask, j);

          g_string_append_printf (found, "%s %s %" G_GINT64_FORMAT " ", strata_trace_get_string (trace, strata_trace_get_slices (trace)->name[task->slice]),
                                  task->is_custom ? "own" : strata_long_task_level_get_id (task->level), task->limit_ns);
        }

      g_assert_cmpstr (found->str, ==, rows[i].tasks);
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
    /* without some of the steps; the first frame is the next one, wherever it begins */
    { "process 10 app\nthread 10 10 80 bindApplication;190 -;330 Choreographer#doFrame;400 -", "start-step 10 80..190 start-step 10 330..400 start 10 80..400 " },
    { "process 10 app\nthread 10 10 80 bindApplication;190 -", "start-step 10 80..190 " },
    { "process 10 app\nprocess 20 foundation\nthread 20 20 10 AbilityManagerService::StartUIAbilityBySCB;20 -;30 LoadAbility;40 -;60 AppMgrServiceInner::AttachApplication;70 -\n"
      "thread 10 10 100 MainThread::HandleLaunchAbility;150 -;160 HandleAbilityTransaction;170 -;300 ReceiveVsync now:30000000 expectedEnd:40000000;350 -",
      "start-step 10 10..30 start-step 10 30..60 start-step 10 60..100 start-step 10 100..160 start-step 10 160..300 start-step 10 300..350 start 10 10..350 " },
    /* from the touch on, which another process delivers */
    { "process 10 app\nprocess 20 foundation\nprocess 30 launcher\nthread 30 30 5 DispatchTouchEvent id:1;8 -\nthread 20 20 10 StartUIAbilityBySCB;20 -\nthread 10 10 100 HandleLaunchAbility;150 -;300 ReceiveVsync now:30000000 expectedEnd:40000000;350 -",
      "start-step 10 5..10 start-step 10 10..100 start-step 10 100..300 start-step 10 300..350 start 10 5..350 " },
    /* an hour before is another start */
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

/* Every name that the formats have for a step or an input, and near misses. */
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
  g_test_add_func ("/phases", test_phases);
  g_test_add_func ("/phases/names", test_phase_names);
  return g_test_run ();
}
