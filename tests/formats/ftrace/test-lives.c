/* test-lives.c - start, end and parent of threads and processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "trace-facts.h"

/* Times are µs after second 1. Expected: "TID START END" for a thread, then "PID of PARENT START END" for a process;
 * "-" if unknown. */

#define APP(time, rest) "             app-7     (      7) [000] d..2     1." time ": " rest "\n"
#define AT_LATER(time, rest) "               w-20    (-----) [000] d..2     1." time ": " rest "\n"
#define EXIT(tid) "sched_process_exit: comm=x pid=" tid " prio=120"
#define FREE(tid) "sched_process_free: comm=x pid=" tid " prio=120"

typedef struct
{
  const char *name;
  const char *text;
  const char *lives;
  const char *of; /* (nullable): "TID of PID", the process of a thread */
} Row;

static const Row rows[] = {
  { "thread", APP ("000001", "task_newtask: pid=8 comm=app clone_flags=3d0f00 oom_score_adj=0") APP ("000005", EXIT ("8")),
    "7 - -\n8 1 5\n7 of - - -\n" },
  { "process", APP ("000001", "task_newtask: pid=9 comm=app clone_flags=1200000 oom_score_adj=0") APP ("000005", EXIT ("9")) APP ("000008", FREE ("9")),
    "7 - -\n9 1 8\n7 of - - -\n9 of 7 1 8\n" },
  { "first-word-of-three", APP ("000001", "task_newtask: pid=9 comm=app clone_flags=1200000 oom_score_adj=0") APP ("000002", "sched_process_fork: comm=app pid=7 child_comm=x child_pid=9") APP ("000003", "sched_wakeup_new: comm=x pid=9 prio=120 target_cpu=000"),
    "7 - -\n9 1 -\n7 of - - -\n9 of 7 1 -\n" },
  { "only-an-end", APP ("000001", "tracing_mark_write: I|7|a") APP ("000005", EXIT ("7")),
    "7 - 5\n7 of - - 5\n" },
  /* 20 belongs to process 6, which becomes known later */
  { "of-a-process-that-is-known-later", AT_LATER ("000001", "task_newtask: pid=21 comm=w clone_flags=3d0f00 oom_score_adj=0") AT_LATER ("000002", "task_newtask: pid=22 comm=w clone_flags=1200000 oom_score_adj=0") AT_LATER ("000003", "tracing_mark_write: B|6|a"),
    "20 - -\n21 1 -\n22 2 -\n22 of 6 2 -\n6 of - - -\n", "21 of 6" },
  /* the end of the first 9 was not recorded; the reuse of its id is not its end */
  { "id-used-again", APP ("000001", "task_newtask: pid=9 comm=a clone_flags=1200000 oom_score_adj=0") APP ("500000", "task_newtask: pid=9 comm=b clone_flags=1200000 oom_score_adj=0") APP ("500003", EXIT ("9")) APP ("500004", FREE ("9")),
    "7 - -\n9 1 -\n9 500000 500004\n7 of - - -\n9 of 7 1 -\n9 of 7 500000 500004\n" },
};

static void
append_times (GString *text,
              gint64 start_ns,
              gint64 end_ns)
{
  const gint64 times[] = { start_ns, end_ns };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (times[i] == STRATA_NO_TIME)
      g_string_append (text, " -");
    else
      g_string_append_printf (text, " %" G_GINT64_FORMAT, (times[i] - G_GINT64_CONSTANT (1000000000)) / 1000);

  g_string_append_c (text, '\n');
}

static char *
describe (StrataTrace *trace)
{
  GString *text = g_string_new (NULL);
  guint n_threads;
  guint n_processes;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (trace, &n_processes);

  for (guint i = 0; i < n_threads; i++)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, threads[i].tid);
      append_times (text, threads[i].start_ns, threads[i].end_ns);
    }
  for (guint i = 0; i < n_processes; i++)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT " of ", processes[i].pid);
      if (processes[i].parent == STRATA_NONE)
        g_string_append_c (text, '-');
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, processes[processes[i].parent].pid);

      append_times (text, processes[i].start_ns, processes[i].end_ns);
    }

  return g_string_free (text, FALSE);
}

static void
assert_of (StrataTrace *trace,
           const char *of)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);
  gboolean is_there = FALSE;

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE)
      {
        g_autofree char *found = g_strdup_printf ("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, threads[i].tid, strata_trace_get_processes (trace, NULL)[threads[i].process].pid);

        is_there |= g_str_equal (found, of);
      }

  g_assert_true (is_there);
}

static void
test_row (gconstpointer data)
{
  const Row *row = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = trace_facts_load (row->text, strlen (row->text), 0, &error);

  g_assert_no_error (error);

  g_autofree char *lives = describe (trace);

  g_assert_cmpstr (lives, ==, row->lives);
  if (row->of != NULL)
    assert_of (trace, row->of);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/lives/%s", rows[i].name);

      g_test_add_data_func (path, &rows[i], test_row);
    }

  return g_test_run ();
}
