/* strata-cpu-facts.c - what the recorder says about the CPUs of the first device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-cpu-facts.h"

#include <string.h>

void
strata_cpu_fact_clear (StrataCpuFact *self)
{
  g_clear_pointer (&self->processor, g_free);
}

/**
 * strata_cpu_fact_find:
 * @trace: a trace
 * @cpu: number of a CPU
 * @fact: (out caller-allocates): what is known about it
 *
 * Returns: whether anything is
 */
gboolean
strata_cpu_fact_find (StrataTrace *trace,
                      guint32 cpu,
                      StrataCpuFact *fact)
{
  const char *line = strata_trace_get_property (trace, STRATA_CPU_FACTS_PROPERTY);

  *fact = (StrataCpuFact){ .cluster = -1 };
  for (guint32 i = 0; i < cpu && line != NULL; i++)
    {
      line = strchr (line, *STRATA_CPU_FACT_END);
      line = line != NULL ? line + 1 : NULL;
    }

  if (line == NULL || *line == '\0')
    return FALSE;

  char *end;

  fact->cluster = g_ascii_strtoll (line, &end, 10);
  fact->capacity = g_ascii_strtoll (end, &end, 10);
  fact->top_khz = g_ascii_strtoll (end, &end, 10);
  if (*end == ' ' && end[1] != *STRATA_CPU_FACT_END)
    fact->processor = g_strndup (end + 1, strcspn (end + 1, STRATA_CPU_FACT_END));

  return TRUE;
}

/**
 * strata_cpu_fact_get_top_khz:
 * @trace: a trace
 * @cpu: number of a CPU
 *
 * Returns: the highest frequency that it can have, or 0 if unknown
 */
gint64
strata_cpu_fact_get_top_khz (StrataTrace *trace,
                             guint32 cpu)
{
  g_auto (StrataCpuFact) fact = { 0 };

  return strata_cpu_fact_find (trace, cpu, &fact) ? fact.top_khz : 0;
}
