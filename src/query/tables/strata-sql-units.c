/* strata-sql-units.c - units of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-counter-notes.h"
#include "strata-sql-private.h"

/* What a file does not say is known of the counters that the kernel and the system have everywhere. Patterns are those
 * of GLOB; the first that matches is meant. */
static const struct
{
  const char *pattern;
  const char *unit;
} units[] = {
  { "cpufreq", "kHz" },
  { "frequency *", "kHz" },
  { "gpufreq", "kHz" },
  { "GPU * frequency", "kHz" },
  { "GPU Memory", "bytes" },
  { "GPU * Memory", "bytes" },
  { "mem.*", "bytes" },
  { "cpu.times.*_ns", "ns" },
  { "cpuidle*.*", "us" },
  { "diskstat.*_bytes", "bytes" },
  { "diskstat.*_time", "ms" },
  { "batt.*_uah", "uAh" },
  { "batt.*_pct", "%" },
  { "batt.*_ua", "uA" },
  { "batt.*_uv", "uV" },
  { "batt.*_uwh", "uWh" },
  { "batt.*_mw", "mW" },
  { "*(KB)", "KB" },
};

/* Of the whole machine: /proc/meminfo, in bytes. */
static const char *const memory[] = { "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapCached", "SwapTotal", "SwapFree", "Active", "Inactive", "AnonPages", "Mapped", "Shmem", "Slab", "Dirty" };

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

static const char *
get_text (StrataSqlSource *source,
          guint32 string)
{
  return string != STRATA_STRING_EMPTY ? strata_trace_get_string (source->trace, string) : NULL;
}

const char *
strata_sql_counter_get_unit (StrataSqlSource *source,
                             guint32 counter)
{
  const StrataCounter *row = &source->counters[counter];
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, row->name);
  const char *unit = note != NULL ? get_text (source, note->unit) : NULL;

  return unit != NULL ? unit : find_known (strata_sql_counter_get_name (source, counter), row->process == STRATA_NONE);
}

const char *
strata_sql_counter_get_description (StrataSqlSource *source,
                                    guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);

  return note != NULL ? get_text (source, note->description) : NULL;
}

/* "GPU 1 frequency" is of GPU 1, "GPU Memory" of the first. */
gint64
strata_sql_counter_get_gpu (StrataSqlSource *source,
                            guint32 counter)
{
  const StrataCounterNote *note = strata_counter_notes_find (source->trace, source->counters[counter].name);
  const char *name = strata_trace_get_string (source->trace, source->counters[counter].name);

  if (note != NULL && note->gpu != STRATA_NONE)
    return note->gpu;
  if (g_str_equal (name, "gpufreq") || g_str_equal (name, "GPU Memory"))
    return 0;
  if (g_pattern_match_simple ("GPU * frequency", name) || g_pattern_match_simple ("GPU * Memory", name))
    return g_ascii_strtoll (name + strlen ("GPU "), NULL, 10);

  return STRATA_SQL_NULL;
}
