/* frames-script.h - traces with frames from a few lines of text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "profile-fixture.h"

/* Times in scripts are in units of 0.1 ms. */
#define SCRIPT_NS G_GINT64_CONSTANT (100000)

/* Lines:
 *   process PID NAME
 *   thread PID TID EVENTS      events as in fixture_play(), "0 a;5 b;10 -;20 -", also with arguments, "0 a@key=1"
 *   stacks PID TID EVENTS      the same, as calls that were sampled
 *   clocks                     events also have CPU times, "0/0 a;20/3 -"
 *   methods N                  makes it a method trace that declares N methods
 *   name TID NAME
 *   property KEY VALUE
 *   counter NAME TIME…         one sample at each TIME, with values 1, 0, 1, …
 *   every NAME FROM STEP N     the same, with equal spacings
 *   frequency CPU TIME KHZ …
 *   limit CPU TIME KHZ …       the maximum frequency
 *   device TIME VALUE NAME     a counter of the device, such as "GPU 0 frequency"
 *   kill PID TIME NAME         a process is killed for its memory
 *   reclaim TID BEGIN END      the thread has to free memory
 *   gpu PID BEGIN END          an asynchronous "M: Frame queued"
 *   fence NUMBER TID BEGIN END  the thread submits work to the GPU, which is done at the end
 *   watch TID BEGIN END        a thread waits for such a fence
 *   call TID BEGIN END NUMBER NAME    a binder call, which the thread waits for
 *   answer TID BEGIN END NUMBER NAME  the thread answers the call with that number
 *   run CPU TIME FROM STATE TO a switch
 *   wake TIME TID BY
 *   irq TIME TID               woken by an interrupt
 *   blocked TID IO FUNCTION    why the thread slept last
 *   log TIME LINE              a line of a log, "E tag: message"
 *   lost                       packets of the file were lost
 *   end TIME                   the trace ends then
 */
static inline guint32
script_counter (StrataTraceBuilder *builder,
                const char *name)
{
  return strata_trace_builder_get_counter (builder, STRATA_NONE, -1, fixture_intern (builder, name));
}

static inline gint64
script_number (const char *text)
{
  return g_ascii_strtoll (text, NULL, 10);
}

static inline gint64
script_time (const char *text)
{
  return (gint64) (g_ascii_strtod (text, NULL) * (double) SCRIPT_NS);
}

static inline void
script_begin (StrataTraceBuilder *builder,
              guint32 thread,
              gint64 time_ns,
              gint64 cpu_ns,
              const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "@", 2);
  const guint32 attrs = parts[1] != NULL ? strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (builder), parts[1], strlen (parts[1])) : STRATA_ATTRS_NONE;

  strata_trace_builder_begin_slice (builder, thread, time_ns, cpu_ns, fixture_intern (builder, parts[0]), attrs);
}

static inline void
script_play (StrataTraceBuilder *builder,
             guint32 thread,
             guint32 flags,
             const char *script)
{
  g_auto (GStrv) events = g_strsplit (script, ";", -1);

  for (guint i = 0; events[i] != NULL && *events[i] != '\0'; i++)
    {
      char *rest;
      const double time = g_ascii_strtod (events[i], &rest);
      const gint64 time_ns = (gint64) (time * (double) SCRIPT_NS);
      const gint64 cpu_ns = *rest == '/' ? (gint64) (g_ascii_strtod (rest + 1, &rest) * (double) SCRIPT_NS) : STRATA_NO_TIME;

      if (strcmp (rest + 1, "-") == 0)
        strata_trace_builder_end_slice (builder, thread, time_ns, cpu_ns, 0);
      else
        {
          script_begin (builder, thread, time_ns, cpu_ns, rest + 1);
          strata_trace_builder_flag_slice (builder, thread, flags);
        }
    }
}

static inline void
script_async (StrataTraceBuilder *builder,
              StrataAsyncKind kind,
              guint32 owner,
              const char *lane,
              char **words)
{
  const StrataAsyncKey key = { .cookie = script_time (words[0]), .process = owner, .name = fixture_intern (builder, lane), .kind = kind };

  strata_trace_builder_begin_async (builder, &key, STRATA_NONE, script_time (words[0]), key.name, fixture_intern (builder, words[2]), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, script_time (words[1]));
}

static inline void
script_fence (StrataTraceBuilder *builder,
              char **words)
{
  const StrataAsyncKey key = { .cookie = script_number (words[0]), .process = STRATA_NONE, .name = fixture_intern (builder, "fence gpu"), .kind = STRATA_ASYNC_CPU };

  strata_trace_builder_begin_async (builder, &key, strata_trace_builder_get_thread (builder, script_number (words[1])), script_time (words[2]), key.name, fixture_intern (builder, words[0]), STRATA_ATTRS_NONE);
  strata_trace_builder_end_async (builder, &key, script_time (words[3]));
}

static inline void
script_binder (StrataTraceBuilder *builder,
               const char *line,
               gboolean is_call)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", 6);
  const StrataAsyncKey key = {
    .cookie = script_number (parts[4]),
    .process = strata_trace_builder_get_thread (builder, script_number (parts[1])),
    .name = fixture_intern (builder, "binder"),
    .kind = STRATA_ASYNC_THREAD,
  };

  strata_trace_builder_begin_async (builder, &key, STRATA_NONE, script_time (parts[2]), key.name, fixture_intern (builder, parts[5]), STRATA_ATTRS_NONE);
  strata_trace_builder_flag_async (builder, is_call ? STRATA_SLICE_CALL : 0);
  strata_trace_builder_end_async (builder, &key, script_time (parts[3]));
}

static inline void
script_line (StrataTraceBuilder *builder,
             const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  const guint n = g_strv_length (words);
  guint32 thread;

  if (g_str_equal (words[0], "process"))
    strata_trace_builder_name_process (builder, strata_trace_builder_get_process (builder, script_number (words[1])), fixture_intern (builder, words[2]));
  else if (g_str_equal (words[0], "thread") || g_str_equal (words[0], "stacks"))
    {
      g_auto (GStrv) parts = g_strsplit (line, " ", 4);

      thread = strata_trace_builder_get_thread (builder, script_number (words[2]));
      strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, script_number (words[1])));
      script_play (builder, thread, *line == 's' ? STRATA_SLICE_SAMPLED : 0, parts[3]);
    }
  else if (g_str_equal (words[0], "clocks"))
    strata_trace_builder_set_clocks (builder, STRATA_CLOCK_WALL | STRATA_CLOCK_CPU);
  else if (g_str_equal (words[0], "methods"))
    strata_trace_builder_get_counts (builder)->n_methods = script_number (words[1]);
  else if (g_str_equal (words[0], "property"))
    strata_trace_builder_add_property (builder, words[1], words[2]);
  else if (g_str_equal (words[0], "name"))
    strata_trace_builder_name_thread (builder, strata_trace_builder_get_thread (builder, script_number (words[1])), fixture_intern (builder, words[2]));
  else if (g_str_equal (words[0], "counter"))
    for (guint i = 2; i < n; i++)
      strata_trace_builder_add_sample (builder, script_counter (builder, words[1]), script_time (words[i]), i % 2);
  else if (g_str_equal (words[0], "every"))
    for (gint64 i = 0; i < script_number (words[4]); i++)
      strata_trace_builder_add_sample (builder, script_counter (builder, words[1]), script_time (words[2]) + i * script_time (words[3]), i % 2);
  else if (g_str_equal (words[0], "frequency") || g_str_equal (words[0], "limit"))
    for (guint i = 2; i + 1 < n; i += 2)
      strata_trace_builder_add_sample (builder, strata_trace_builder_get_counter (builder, STRATA_NONE, (int) script_number (words[1]), fixture_intern (builder, *words[0] == 'f' ? "frequency" : "frequency max")), script_time (words[i]), script_number (words[i + 1]));
  else if (g_str_equal (words[0], "device"))
    {
      g_auto (GStrv) parts = g_strsplit (line, " ", 4);

      strata_trace_builder_add_sample (builder, script_counter (builder, parts[3]), script_time (parts[1]), script_number (parts[2]));
    }
  else if (g_str_equal (words[0], "kill"))
    {
      g_autofree char *name = g_strconcat ("killed for its memory: ", words[3], NULL);

      strata_trace_builder_add_instant (builder, strata_trace_builder_get_thread (builder, script_number (words[1])), strata_trace_builder_get_process (builder, script_number (words[1])), 0, script_time (words[2]), fixture_intern (builder, name));
    }
  else if (g_str_equal (words[0], "reclaim"))
    script_async (builder, STRATA_ASYNC_THREAD, strata_trace_builder_get_thread (builder, script_number (words[1])), "memory reclaim", (char *[]){ words[2], words[3], (char *) "direct reclaim" });
  else if (g_str_equal (words[0], "gpu"))
    script_async (builder, STRATA_ASYNC_NAME, strata_trace_builder_get_process (builder, script_number (words[1])), "M: Frame queued", (char *[]){ words[2], words[3], (char *) "M: Frame queued" });
  else if (g_str_equal (words[0], "fence"))
    script_fence (builder, words + 1);
  else if (g_str_equal (words[0], "watch"))
    script_async (builder, STRATA_ASYNC_THREAD, strata_trace_builder_get_thread (builder, script_number (words[1])), "watched fences", (char *[]){ words[2], words[3], (char *) "gpu" });
  else if (g_str_equal (words[0], "call") || g_str_equal (words[0], "answer"))
    script_binder (builder, line, g_str_equal (words[0], "call"));
  else if (g_str_equal (words[0], "run"))
    strata_trace_builder_switch_cpu (builder, (guint32) script_number (words[1]), script_time (words[2]), strata_trace_builder_get_thread (builder, script_number (words[3])), (guint8) words[4][0] | (words[4][1] == '+' ? STRATA_END_STATE_PREEMPTED : 0), strata_trace_builder_get_thread (builder, script_number (words[5])));
  else if (g_str_equal (words[0], "wake"))
    strata_trace_builder_wake (builder, strata_trace_builder_get_thread (builder, script_number (words[2])), script_time (words[1]), strata_trace_builder_get_thread (builder, script_number (words[3])), FALSE);
  else if (g_str_equal (words[0], "irq"))
    strata_trace_builder_wake (builder, strata_trace_builder_get_thread (builder, script_number (words[2])), script_time (words[1]), STRATA_NONE, TRUE);
  else if (g_str_equal (words[0], "blocked"))
    strata_trace_builder_block_reason (builder, strata_trace_builder_get_thread (builder, script_number (words[1])), g_str_equal (words[2], "1"), fixture_intern (builder, words[3]));
  else if (g_str_equal (words[0], "log"))
    {
      g_auto (GStrv) parts = g_strsplit (line, " ", 3);

      strata_trace_builder_add_instant (builder, STRATA_NONE, STRATA_NONE, fixture_intern (builder, "log"), script_time (parts[1]), fixture_intern (builder, parts[2]));
    }
  else if (g_str_equal (words[0], "lost"))
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_LOST_PACKETS, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
  else if (g_str_equal (words[0], "end"))
    strata_trace_builder_see_time (builder, script_time (words[1]));
  else
    g_error ("no line: %s", line);
}

static inline StrataTrace *
script_trace (const char *script)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      script_line (builder, lines[i]);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_LAST_KNOWN);
}
