/* strata-counter-units.c - units of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-units.h"

#include "strata-counter-notes.h"

/* Units that a file does not contain are known for counters that the kernel and the system have everywhere. Patterns
 * are glob patterns; the first match counts. */
static const struct
{
  const char *pattern;
  const char *unit;
} units[] = {
  { "cpufreq", "kHz" },
  { "frequency", "kHz" },
  { "frequency *", "kHz" },
  { "gpufreq", "kHz" },
  { "GPU * frequency", "kHz" },
  { "GPU Memory", "bytes" },
  { "GPU * Memory", "bytes" },
  { "mem.buddyinfo*", NULL }, /* blocks whose size is in the name */
  { "mem.mm.*", NULL },       /* waits, and times in a unit of the kernel */
  { "mem.*", "bytes" },
  { "* memory", "bytes" },
  { "* memory of mm *", "bytes" },
  { "* memory of thread *", "bytes" },
  { "* memory change", "bytes" },
  { "dma-buf heap*", "bytes" },
  { "ion *heap", "bytes" },
  { "ion *heap change", "bytes" },
  { "* received bytes", "bytes" },
  { "* sent bytes", "bytes" },
  { "sensor hub * delay", "ns" },
  { "Virtgpu * Latency", "ns" },
  { "runtime.*_ns", "ns" },
  { "psi.*", "ns" },
  { "cpu.times.*_ns", "ns" },
  { "cpuidle*.*", "us" },
  { "*_bytes", "bytes" },
  { "diskstat.*_time", "ms" },
  { "batt.*_uah", "uAh" },
  { "batt.*_pct", "%" },
  { "power.rails.*", "uJ" },
  { "batt.*_ua", "uA" },
  { "batt.*_uv", "uV" },
  { "batt.*_uwh", "uWh" },
  { "batt.*_mw", "mW" },
  { "*(KB)", "KB" },
};

/* For the whole machine: /proc/meminfo, in bytes. */
static const char *const memory[] = { "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "Active", "Inactive", "Active(anon)", "Inactive(anon)", "Active(file)", "Inactive(file)", "Unevictable", "Mlocked", "SwapTotal", "SwapFree", "Dirty", "Writeback", "AnonPages", "Mapped", "Shmem", "Slab", "SReclaimable", "SUnreclaim", "KernelStack", "PageTables", "CommitLimit", "Committed_AS", "VmallocTotal", "VmallocUsed", "VmallocChunk", "CmaTotal", "CmaFree", "Gpu", "Zram", "Misc", "IonHeap", "IonHeapPool" };

static const char *
find_known (const char *name,
            gboolean is_of_machine)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_pattern_match_simple (units[i].pattern, name))
      return units[i].unit;

  for (guint i = 0; is_of_machine && i < G_N_ELEMENTS (memory); i++)
    if (g_str_equal (memory[i], name))
      return "bytes";

  return NULL;
}

/**
 * strata_counter_units_find:
 * @trace: a trace
 * @counter: index of a counter
 *
 * Finds the unit of a counter: from its file, or because the kernel or the system has the counter everywhere.
 *
 * Returns: (nullable) (transfer none): such as "bytes", "kHz", "ns" and "mW"; %NULL if that is not known
 */
const char *
strata_counter_units_find (StrataTrace *trace,
                           guint32 counter)
{
  const StrataCounter *row = &strata_trace_get_counters (trace, NULL)[counter];
  const StrataCounterNote *note = strata_counter_notes_find (trace, row->name);

  if (note != NULL && note->unit != STRATA_STRING_EMPTY)
    return strata_trace_get_string (trace, note->unit);

  return find_known (strata_trace_get_string (trace, row->name), row->process == STRATA_NONE);
}
