/* test-recall.c - cached lines parse the same as uncached ones
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "trace-facts.h"

/* Only lines with times of six digits are cached. The same capture with nine digits is parsed line
 * by line, and must have the same result. */

static const char *const payloads[] = {
  "B|7|draw",
  "B|7|draw",
  "B|7|measure and a name that is a little longer",
  "B|8|draw",
  "B|7|B:1234",
  "B|7|E:1234",
  "B|7|12",
  "B|7|H:half|M6",
  "B|7|H:old ",
  "B|7|H:new|M62|k=v",
  "B|7|H:[a1,2,3]#new|I30|",
  "B|7|",
  "B|7|open|path=/data/x",
  "B|7|monotonic_time: 12.5",
  "B|7|path\\n\\",
  "E|7",
  "E|7",
  "E|8",
  "E",
  "E|7|M62",
  "C|7|heap|5",
  "S|7|async|1",
  "F|7|async|1",
  "text of the kernel",
};

static const char *const events[] = {
  "sched_switch: prev_comm=app prev_pid=7 prev_prio=1 prev_state=S ==> next_comm=other next_pid=9 next_prio=1",
  "sched_switch: prev_comm=other prev_pid=9 prev_prio=1 prev_state=X ==> next_comm=app next_pid=7 next_prio=1",
  "sched_switch: prev_comm=app prev_pid=7 prev_prio=1 prev_state=R ==> next_comm=swapper/1 next_pid=0 next_prio=1",
  "sched_wakeup: comm=app pid=7 prio=120 target_cpu=001",
  "task_rename: pid=9 oldcomm=other newcomm=another oom_score_adj=0",
  "sched_process_exit: comm=app pid=7 prio=120",
  "task_newtask: pid=9 comm=app clone_flags=3d0f00 oom_score_adj=0",
};

static const char *const writers[] = {
  "             app-7     (    7)",
  "             app-7     (    7)",
  "           other-9     (    7)",
  "         another-9     (    7)",
  "         another-9     (    8)",
  "           <...>-9     (    7)",
  "             app-7     (-----)",
  "          <idle>-0     (-----)",
};

#define PICK(array) ((array)[g_rand_int_range (random, 0, G_N_ELEMENTS (array))])

/* Nearly in order, with a rare report of lost events and a rare invalid line. */
static void
append_line (GRand *random,
             guint i,
             const char *more_digits,
             GString *text)
{
  const guint what = (guint) g_rand_int_range (random, 0, 200);
  const guint micros = i * 3 - (what == 0 ? 500 : 0) + 1000;
  const char *writer = PICK (writers);
  const char *payload = PICK (payloads);
  const char *event = PICK (events);
  const guint cpu = (guint) g_rand_int_range (random, 0, 2);

  if (what == 1)
    g_string_append_printf (text, "CPU:%u [LOST 7 EVENTS]\n", cpu);
  else if (what == 2)
    g_string_append (text, "goes on here\n");
  else if (what < 60)
    g_string_append_printf (text, "%s [%03u] d..2. %5u.%06u%s: %s\n", writer, cpu, micros / 1000000, micros % 1000000, more_digits, event);
  else
    g_string_append_printf (text, "%s [%03u] ...1. %5u.%06u%s: tracing_mark_write: %s\n", writer, cpu, micros / 1000000, micros % 1000000, more_digits, payload);
}

static char *
describe (guint32 seed,
          const char *more_digits)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2000; i++)
    append_line (random, i, more_digits, text);

  g_autoptr (StrataTrace) trace = trace_facts_load (text->str, text->len, 0, &error);

  g_assert_no_error (error);
  return trace_facts_describe (trace, TRUE);
}

/* The samples of diagnostics contain the digits. */
static char *
drop_digits (const char *facts)
{
  g_autoptr (GString) text = g_string_new (facts);

  g_string_replace (text, "000: ", ": ", 0);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_random (void)
{
  for (guint i = 0; i < 60; i++)
    {
      const guint32 seed = (guint32) g_test_rand_int ();
      g_autofree char *recalled = describe (seed, "");
      g_autofree char *careful = describe (seed, "000");
      g_autofree char *left = drop_digits (recalled);
      g_autofree char *right = drop_digits (careful);

      g_assert_cmpstr (left, ==, right);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/recall/random", test_random);

  return g_test_run ();
}
