/* strata-query-lacks.c - parts of PerfettoSQL that are not available here
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-query-private.h"

#include <glib/gi18n.h>

/* A script that uses one of these gets an error with the reason and an alternative. Patterns are those of
 * GLOB; the first match counts. */
static const struct
{
  const char *pattern;
  const char *reason;
} lacks[] = {
  { "heap_*", N_ ("heap dumps and heap profiles are not read") },
  { "experimental_flamegraph*", N_ ("stacks of samples are slices here, see slice and profile") },
  { "perf_counter_track", N_ ("stacks of samples are slices here, see slice and profile") },
  { "instruments_sample", N_ ("stacks of samples are slices here, see slice and profile") },
  { "linux_perf_*", N_ ("stacks of samples are slices here, see slice and profile") },
  { "gpu_counter_group", N_ ("counters of GPUs are in gpu_counter_track, without groups") },
  { "gpu", N_ ("work of GPUs is in gpu_slice") },
  { "vulkan_*", N_ ("Vulkan calls are in slice and their memory is in counter") },
  { "irq_counter_track", N_ ("there are only slices of interrupts, see the module linux.irqs") },
  { "softirq_counter_track", N_ ("there are only slices of interrupts, see the module linux.irqs") },
  { "surfaceflinger_*", N_ ("Winscope data is not read") },
  { "window_manager_*", N_ ("Winscope data is not read") },
  { "inputmethod_*", N_ ("Winscope data is not read") },
  { "android_viewcapture*", N_ ("Winscope data is not read") },
  { "__intrinsic_*winscope*", N_ ("Winscope data is not read") },
  { "protolog*", N_ ("Winscope data is not read") },
  { "v8_*", N_ ("it is only about Chrome") },
  { "chrome_*", N_ ("it is only about Chrome") },
  { "experimental_*chrome*", N_ ("it is only about Chrome") },
  { "etm_*", N_ ("traces of instructions are not read") },
  { "spe_*", N_ ("traces of instructions are not read") },
  { "memory_snapshot*", N_ ("memory dumps are not read") },
  { "profiler_smaps", N_ ("memory dumps are not read") },
  { "clock_snapshot", N_ ("times are converted to one clock when the file is read") },
  { "to_monotonic", N_ ("times are converted to one clock when the file is read") },
  { "to_realtime", N_ ("times are converted to one clock when the file is read") },
  { "abs_time_str", N_ ("times are converted to one clock when the file is read") },
  { "run_metric", N_ ("metrics are not available; named queries may answer, see “strata-cli query --list-named”") },
  { "create_function", N_ ("CREATE PERFETTO FUNCTION does this") },
  { "create_view_function", N_ ("CREATE PERFETTO FUNCTION does this") },
  { "import", N_ ("INCLUDE PERFETTO MODULE does this") },
  { "__intrinsic_*", N_ ("it is internal to Perfetto") },
  { "experimental_*", N_ ("it is experimental in Perfetto") },
  { "machine", N_ ("devices are numbered in thread.machine_id") },
  { "filedescriptor", N_ ("open files are not read") },
  { "android_game_intervention_list", N_ ("settings of games are not read") },
  { "trace_file", N_ ("all traces inside a file are read as one") },
  { "android_dumpstate", N_ ("bug reports are not read as a whole") },
  { "android_*events", N_ ("input events of the system are not read") },
};

static const char *
find_reason (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (lacks); i++)
    if (g_pattern_match_simple (lacks[i].pattern, lower))
      return lacks[i].reason;

  return NULL;
}

char *
strata_query_dup_lack (const char *message)
{
  static const char *const heads[] = { "no such table: ", "no such function: " };

  if (g_str_equal (message, "no query solution"))
    return g_strdup (_ ("A table function lacks its argument, as in ancestor_slice(ID)"));

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    if (g_str_has_prefix (message, heads[i]))
      {
        const char *full = message + strlen (heads[i]);
        const char *dot = strchr (full, '.');
        const char *name = dot != NULL ? dot + 1 : full;
        const char *reason = find_reason (name);

        return reason != NULL ? g_strdup_printf (_ ("“%s” of PerfettoSQL is not available: %s"), name, _ (reason)) : NULL;
      }

  return NULL;
}
