/* profile-fixture.h - traces from a line of text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include "strata-trace-builder.h"

static inline guint32
fixture_intern (StrataTraceBuilder *builder,
                const char *text)
{
  return strata_string_pool_intern (strata_trace_builder_get_strings (builder), text, strlen (text));
}

/* Plays calls on a thread: "0 a;5 b;10 -;20 -" enters a at 0 and b at 5, leaves
 * b at 10 and a at 20. A second number after a slash is the CPU clock. */
static inline void
fixture_play (StrataTraceBuilder *builder,
              guint32 thread,
              const char *script)
{
  g_auto (GStrv) events = g_strsplit (script, ";", -1);

  for (guint i = 0; events[i] != NULL; i++)
    {
      char *rest;
      gint64 time_ns = g_ascii_strtoll (events[i], &rest, 10);
      gint64 cpu_ns = *rest == '/' ? g_ascii_strtoll (rest + 1, &rest, 10) : STRATA_NO_TIME;
      const char *name = rest + 1;

      if (strcmp (name, "-") == 0)
        strata_trace_builder_end_slice (builder, thread, time_ns, cpu_ns, 0);
      else
        strata_trace_builder_begin_slice (builder, thread, time_ns, cpu_ns, fixture_intern (builder, name), STRATA_ATTRS_NONE);
    }
}

/* One thread, tid 1 of process 1. */
static inline StrataTrace *
fixture_trace (const char *script,
               StrataClocks clocks)
{
  g_autoptr (StrataTraceBuilder) builder = strata_trace_builder_new ();
  guint32 thread = strata_trace_builder_get_thread (builder, 1);

  strata_trace_builder_set_clocks (builder, clocks);
  strata_trace_builder_set_thread_process (builder, thread, strata_trace_builder_get_process (builder, 1));
  fixture_play (builder, thread, script);

  return strata_trace_builder_finish (builder, STRATA_UNFINISHED_AT_TRACE_END);
}
