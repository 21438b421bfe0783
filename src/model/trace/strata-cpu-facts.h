/* strata-cpu-facts.h - what the recorder says about the CPUs of the first device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The property with an entry for each CPU, by number: its cluster, capacity and highest frequency, and what follows is its processor. */
#define STRATA_CPU_FACTS_PROPERTY "cpu facts"
#define STRATA_CPU_FACT_FORMAT "%u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %s;"
#define STRATA_CPU_FACT_END ";"

/* Facts about a CPU. */
typedef struct
{
  gint64 cluster;  /* number of its cluster, the slowest first; -1 if unknown */
  gint64 capacity; /* how fast it is compared to others, or 0 if unknown */
  gint64 top_khz;  /* the highest frequency that it can have, or 0 if unknown */
  char *processor; /* nullable; owned: what it is */
} StrataCpuFact;

void strata_cpu_fact_clear (StrataCpuFact *self);
gboolean strata_cpu_fact_find (StrataTrace *trace, guint32 cpu, StrataCpuFact *fact);
gint64 strata_cpu_fact_get_top_khz (StrataTrace *trace, guint32 cpu);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataCpuFact, strata_cpu_fact_clear)

G_END_DECLS
