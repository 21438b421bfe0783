/* test-replay.c - a capture alone yields the same trace as beside another file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-loader.h"
#include "trace-facts.h"

/* A list of processes that do not occur in the capture adds nothing. */
static const char elsewhere[] = "USER PID TID CMD\nu0 3000000 3000001 elsewhere\n";

/* Common lines of captures. */
static const char *const lines[] = {
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|draw",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|draw",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: E|7",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: E|7",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: S|7|async|1",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: F|7|async|1",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: C|7|heap|5",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: I|7|now",
  "other-9 (9) [001] ...1. %s: tracing_mark_write: G|9|track|name|3",
  "other-9 (9) [001] ...1. %s: tracing_mark_write: H|9|track|3",
  "app-7 (7) [000] d..2. %s: sched_switch: prev_comm=app prev_pid=7 prev_prio=1 prev_state=S ==> next_comm=other next_pid=9 next_prio=1",
  "other-9 (9) [000] d..2. %s: sched_switch: prev_comm=other prev_pid=9 prev_prio=1 prev_state=R ==> next_comm=app next_pid=7 next_prio=1",
  "other-9 (9) [001] d..2. %s: sched_waking: comm=app pid=7 prio=120 target_cpu=001",
  "<idle>-0 (-----) [001] d..2. %s: cpu_idle: state=1 cpu_id=1",
  "<idle>-0 (-----) [001] d..2. %s: cpu_frequency: state=1000 cpu_id=1",
  "<idle>-0 (-----) [001] d.h2. %s: irq_handler_entry: irq=4 name=tty",
  "<idle>-0 (-----) [001] d.h2. %s: irq_handler_exit: irq=4 ret=handled",
  "other-9 (9) [001] d..2. %s: unknown_event: what=7",
};

/* Lines that decide the meaning of other lines. */
static const char *const surprises[] = {
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|H:old",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: C|7|H:old|1",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|H:new|M62|k=v",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|H:half|M6",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|half|M6",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|B:12",
  "app-7 (7) [000] ...1. %s: tracing_mark_write: B|7|E:12",
  "app-7 (7) [000] ...1. %s: binder_transaction: transaction=5 dest_node=1 dest_proc=9 dest_thread=0 reply=0 flags=0x10 code=0x1",
  "other-9 (9) [001] ...1. %s: binder_transaction_received: transaction=5",
  "other-9 (9) [001] ...1. %s: task_rename: pid=9 oldcomm=other newcomm=another oom_score_adj=0",
  "other-9 (8) [001] ...1. %s: tracing_mark_write: B|8|of another process",
  "app-7 (7) [000] d..2. %s: sched_process_exit: comm=app pid=7 prio=120",
  "# entries-in-buffer/entries-written: 100/200   #P:2",
  "CPU:1 [LOST 7 EVENTS]",
  "goes on here",
};

#define PICK(array) ((array)[g_rand_int_range (random, 0, G_N_ELEMENTS (array))])

static void
append_line (GString *text,
             const char *line,
             guint micros)
{
  g_autofree char *time = g_strdup_printf ("%u.%06u", micros / 1000000, micros % 1000000);
  const char *place = strstr (line, "%s");

  if (place == NULL)
    g_string_append_printf (text, "%s\n", line);
  else
    g_string_append_printf (text, "%.*s%s%s\n", (int) (place - line), line, time, place + 2);
}

/* Surprises come early, late, or never, and are of at most a few kinds. */
static GString *
make_capture (GRand *random)
{
  GString *text = g_string_new ("# tracer: nop\n");
  const guint first = (guint) g_rand_int_range (random, 0, 3000);
  const guint rarity = (guint) g_rand_int_range (random, 2, 300);
  const char *kinds[] = { PICK (surprises), PICK (surprises) };
  const gboolean steps_back = g_rand_int_range (random, 0, 4) == 0;

  for (guint i = 0; i < 2000; i++)
    {
      const gboolean is_surprise = i >= first && g_rand_int_range (random, 0, (gint32) rarity) == 0;
      const guint back = is_surprise && steps_back ? 500 : 0;

      append_line (text, is_surprise ? PICK (kinds) : PICK (lines), 1000 + i * 3 - back);
    }

  return text;
}

static char *
describe_inputs (const StrataLoadInput *inputs,
                 guint n_inputs)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (StrataTrace) trace = strata_load_files (inputs, n_inputs, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace_facts_describe (trace, TRUE);
}

static char *
describe (const GString *text,
          guint n_inputs)
{
  g_autoptr (GInputStream) capture = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  g_autoptr (GInputStream) list = g_memory_input_stream_new_from_data (elsewhere, (gssize) strlen (elsewhere), NULL);
  const StrataLoadInput inputs[] = { { .stream = capture, .name = "capture" }, { .stream = list, .name = "list" } };

  return describe_inputs (inputs, n_inputs);
}

static void
test_random (void)
{
  for (guint i = 0; i < 150; i++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) g_test_rand_int ());
      GString *text = make_capture (random);
      g_autofree char *along = describe (text, 1);
      g_autofree char *afterwards = describe (text, 2);

      g_assert_cmpstr (along, ==, afterwards);
      g_string_free (text, TRUE);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/replay/random", test_random);

  return g_test_run ();
}
