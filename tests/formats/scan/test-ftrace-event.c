/* test-ftrace-event.c - arguments of kernel events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-event.h"

#include <string.h>

#include "strata-tables.h"

static StrataText
make_text (const char *text)
{
  return (StrataText){ text, strlen (text) };
}

static void
assert_text (StrataText text,
             const char *expected)
{
  g_autofree char *copy = g_strndup (text.text, text.n_bytes);

  g_assert_cmpstr (copy, ==, expected);
}

typedef struct
{
  const char *args;
  const char *prev_comm;
  guint32 prev_tid;
  guint8 end_state;
  const char *next_comm;
  guint32 next_tid;
  StrataFtraceWait wait;
} SwitchRow;

#define PREEMPTED ('R' | STRATA_END_STATE_PREEMPTED)

static const SwitchRow switch_rows[] = {
  { "prev_comm=ACCS0 prev_pid=2716 prev_prio=120 prev_state=S ==> next_comm=HeapTaskDaemon next_pid=2532 next_prio=124", "ACCS0", 2716, 'S', "HeapTaskDaemon", 2532 },
  { "prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=Jit thread pool next_pid=5 next_prio=-1", "swapper/1", 0, 'R', "Jit thread pool", 5 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R+ ==> next_comm=b next_pid=2 next_prio=0", "a", 1, PREEMPTED, "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=D|K ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=D-IO ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2, STRATA_FTRACE_WAIT_IO },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=D-NIO ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2, STRATA_FTRACE_WAIT_OTHER },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=DK ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=S|W ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'S', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=0x2 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=0X10 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'X', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=130 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'D', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=1026 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'I', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=256 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, PREEMPTED, "b", 2 },
  { "prev_comm=a b prev_pid=1 prev_prio=120 prev_state=D ==> next_comm=c d next_pid=2 next_prio=0", "a b", 1, 'D', "c d", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=1 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'S', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=0 ==> next_comm=b next_pid=2 next_prio=0", "a", 1, 'R', "b", 2 },
  { "prev_comm=a prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=b next_pid=2 next_prio=0 next_info=5 x", "a", 1, 'S', "b", 2 },
  { "prev_comm=a==>b prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=c next_pid=2 next_prio=0", "a==>b", 1, 'S', "c", 2 },
  { "prev_comm= ==> next_comm= prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=c next_pid=2 next_prio=0", " ==> next_comm=", 1, 'S', "c", 2 },
  { "prev_comm=x prev_pid=7 prev_pid=1 prev_prio=120 prev_state=S ==> next_comm=x next_pid=9 next_pid=2 next_prio=0", "x prev_pid=7", 1, 'S', "x next_pid=9", 2 },
  { "prev_comm= prev_pid=1 prev_prio=120 prev_state=S ==> next_comm= next_pid=2 next_prio=0", "", 1, 'S', "", 2 },
  { "bash:2735 [120] S ==> swapper/0:0 [120]", "bash", 2735, 'S', "swapper/0", 0 },
  { "Binder:924_3:1200 [-2] R+ ==> my task:7 [120]", "Binder:924_3", 1200, PREEMPTED, "my task", 7 },
  { "a ==> b:1 [120] D ==> c ==> d:2 [120]", "a ==> b", 1, 'D', "c ==> d", 2 },
};

static void
test_switch (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (switch_rows); i++)
    {
      const SwitchRow *row = &switch_rows[i];
      StrataFtraceSwitch sched;

      g_test_message ("%s", row->args);
      g_assert_true (strata_ftrace_event_parse_switch (make_text (row->args), &sched));
      assert_text (sched.prev_comm, row->prev_comm);
      g_assert_cmpuint (sched.prev_tid, ==, row->prev_tid);
      g_assert_cmpuint (sched.end_state, ==, row->end_state);
      g_assert_cmpuint (sched.wait, ==, row->wait);
      assert_text (sched.next_comm, row->next_comm);
      g_assert_cmpuint (sched.next_tid, ==, row->next_tid);
    }
}

/* A switch that is cut before its last key is not a switch. */
static void
test_switch_cut (void)
{
  const char *args = switch_rows[0].args;
  const gsize n_least = (gsize) (strstr (args, " next_prio=") - args) + strlen (" next_prio=");

  for (gsize n = 0; n <= strlen (args); n++)
    {
      g_autofree char *copy = g_memdup2 (args, MAX (n, 1));
      StrataFtraceSwitch sched;

      g_assert_cmpint (strata_ftrace_event_parse_switch ((StrataText){ copy, n }, &sched), ==, n >= n_least);
    }
}

static gboolean
decode (StrataFtraceEventKind kind,
        const char *args,
        StrataFtraceArgs *decoded)
{
  StrataText text = make_text (args);

  return strata_ftrace_event_decode (kind, STRATA_KERNEL_OTHER, make_text ("name"), &text, decoded);
}

typedef struct
{
  StrataFtraceEventKind kind;
  const char *args;
  const char *comm; /* NULL when the arguments cannot be read */
  guint32 tid;
} TaskRow;

static const TaskRow task_rows[] = {
  { STRATA_FTRACE_EVENT_WAKE, "comm=Binder:924_3 pid=1200 prio=120 target_cpu=001", "Binder:924_3", 1200 },
  { STRATA_FTRACE_EVENT_WAKE, "comm=Jit thread pool pid=3 prio=120 success=1 target_cpu=000", "Jit thread pool", 3 },
  { STRATA_FTRACE_EVENT_WAKE, "comm=x pid=5 pid=3 prio=120", "x pid=5", 3 },
  { STRATA_FTRACE_EVENT_WAKE, "comm=x pid=", NULL, 0 },
  { STRATA_FTRACE_EVENT_WAKE, "", NULL, 0 },
  { STRATA_FTRACE_EVENT_WAKE, "Binder:924_3:1200 [120] CPU:001", "Binder:924_3", 1200 },
  { STRATA_FTRACE_EVENT_WAKE, "bash:12 [120] success=1 CPU:001", "bash", 12 },
  { STRATA_FTRACE_EVENT_WAKE, "bash [120] CPU:001", NULL, 0 },
  { STRATA_FTRACE_EVENT_RENAME, "pid=23706 oldcomm=record.sh newcomm=marker_load oom_score_adj=0", "marker_load", 23706 },
  { STRATA_FTRACE_EVENT_RENAME, "pid=1 oldcomm=a b newcomm=c d oom_score_adj=-900", "c d", 1 },
  { STRATA_FTRACE_EVENT_RENAME, "pid=1 oldcomm=a", NULL, 0 },
  { STRATA_FTRACE_EVENT_NEW_TASK, "pid=23710 comm=com.example.app clone_flags=3d0f00 oom_score_adj=0", "com.example.app", 23710 },
  { STRATA_FTRACE_EVENT_NEW_TASK, "pid=1 comm=a b", NULL, 0 },
};

static void
test_task (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (task_rows); i++)
    {
      const TaskRow *row = &task_rows[i];
      StrataFtraceArgs decoded;

      g_test_message ("%s", row->args);
      g_assert_cmpint (decode (row->kind, row->args, &decoded), ==, row->comm != NULL);

      if (row->comm != NULL)
        {
          assert_text (decoded.task.comm, row->comm);
          g_assert_cmpuint (decoded.task.tid, ==, row->tid);
        }
    }
}

typedef struct
{
  const char *args;
  guint32 tid; /* 0 when the arguments cannot be read */
  StrataFtraceWait wait;
  const char *function;
} BlockedRow;

static const BlockedRow blocked_rows[] = {
  { "pid=1200 iowait=1 caller=__lock_page_killable+0x84/0x88", 1200, STRATA_FTRACE_WAIT_IO, "__lock_page_killable+0x84/0x88" },
  { "pid=7 iowait=0 caller=0xffffffc0080", 7, STRATA_FTRACE_WAIT_OTHER, "0xffffffc0080" },
  { "pid=7 io_wait=1 caller=f+0x4 delay=12", 7, STRATA_FTRACE_WAIT_IO, "f+0x4" },
  { "pid=7 iowait=0", 7, STRATA_FTRACE_WAIT_OTHER, "" },
  { "pid=7 iowait=0 caller=", 7, STRATA_FTRACE_WAIT_OTHER, "" },
  { "pid=7 iowait=", 0 },
  { "pid=7 caller=f", 0 },
  { "pid=x iowait=1", 0 },
  { "", 0 },
};

static void
test_blocked (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (blocked_rows); i++)
    {
      const BlockedRow *row = &blocked_rows[i];
      StrataFtraceArgs decoded;

      g_test_message ("%s", row->args);
      g_assert_cmpint (decode (STRATA_FTRACE_EVENT_BLOCKED, row->args, &decoded), ==, row->tid != 0);

      if (row->tid == 0)
        continue;

      g_assert_cmpuint (decoded.blocked.tid, ==, row->tid);
      g_assert_cmpuint (decoded.blocked.wait, ==, row->wait);
      assert_text (decoded.blocked.function, row->function);
    }
}

/* Not readable: each lacks something. */
static void
test_switch_bad (void)
{
  static const char *const bad[] = { "", " ==> ", "a ==> b", "a:1 [120] S ==> b", "a:1 [120] ==> b:2 [120]", "a:x [120] S ==> b:2 [120]", "a:1 [120] S ==> b:2 [120", "prev_comm=a prev_pid=1 ==> next_comm=b next_pid=2", "[1] S ==> [2]" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      StrataFtraceSwitch sched;

      g_test_message ("%s", bad[i]);
      g_assert_false (strata_ftrace_event_parse_switch (make_text (bad[i]), &sched));
    }
}

/* A megabyte of near-switches must not take more than one pass. */
static void
test_switch_hostile (void)
{
  static const char *const pieces[] = { " X ==>", " ==> ", " 1] X ==> ", " prev_pid=1 prev_prio=1 prev_state=S", " next_pid=1" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) args = g_string_new (i < 3 ? "a" : "prev_comm=a");
      StrataFtraceSwitch sched;

      while (args->len < 1000000)
        g_string_append (args, pieces[i]);

      g_assert_false (strata_ftrace_event_parse_switch (make_text (args->str), &sched));
    }
}

static void
test_clone_flags (void)
{
  StrataFtraceArgs decoded;

  g_assert_true (decode (STRATA_FTRACE_EVENT_NEW_TASK, "pid=2 comm=a clone_flags=3d0f00 oom_score_adj=0", &decoded));
  g_assert_cmpuint (decoded.task.clone_flags & STRATA_FTRACE_CLONE_THREAD, !=, 0);
  g_assert_true (decode (STRATA_FTRACE_EVENT_NEW_TASK, "pid=2 comm=a clone_flags=1200000 oom_score_adj=0", &decoded));
  g_assert_cmpuint (decoded.task.clone_flags & STRATA_FTRACE_CLONE_THREAD, ==, 0);
}

typedef struct
{
  const char *event;
  const char *args;
  const char *payload; /* NULL if it is not a marker */
} MarkRow;

static const MarkRow mark_rows[] = {
  { "tracing_mark_write", "B|1|n", "B|1|n" },
  { "trace_mark_write", "B|1|n", "B|1|n" },
  { "0", "B|1|n", "B|1|n" },
  { "0xffffffff8114ea60", "B|1|n", "B|1|n" },
  { "ffffff8008f4bdf8", "B|1|n", "B|1|n" },
  { "print", "B|1|n", "B|1|n" },
  { "print", "0xffffffff8114ea60: B|1|n", "B|1|n" },
  { "print", "tracing_mark_write: B|1|n", "B|1|n" },
  { "print", "0xffffffff8114ea60: tracing_mark_write: B|1|n", "B|1|n" },
  { "print", "other: B|1|n", "other: B|1|n" },
  { "tracing_mark_write", "tracing_mark_write: B|1|fake", "tracing_mark_write: B|1|fake" },
  { "sched_switch", "", NULL },
  { "cafe", "", NULL },
  { "1", "", NULL },
  { "", "", NULL },
};

static void
test_mark (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (mark_rows); i++)
    {
      const MarkRow *row = &mark_rows[i];
      const StrataText event = make_text (row->event);

      g_test_message ("%s: %s", row->event, row->args);
      g_assert_cmpint (strata_ftrace_event_get_kind (event) == STRATA_FTRACE_EVENT_MARK, ==, row->payload != NULL);

      if (row->payload != NULL)
        assert_text (strata_ftrace_event_get_payload (event, make_text (row->args)), row->payload);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/ftrace-event/switch", test_switch);
  g_test_add_func ("/ftrace-event/switch-cut", test_switch_cut);
  g_test_add_func ("/ftrace-event/switch-bad", test_switch_bad);
  g_test_add_func ("/ftrace-event/switch-hostile", test_switch_hostile);
  g_test_add_func ("/ftrace-event/task", test_task);
  g_test_add_func ("/ftrace-event/blocked", test_blocked);
  g_test_add_func ("/ftrace-event/clone-flags", test_clone_flags);
  g_test_add_func ("/ftrace-event/mark", test_mark);

  return g_test_run ();
}
