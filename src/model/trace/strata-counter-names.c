/* strata-counter-names.c - names of counters as in PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-names.h"

#include <string.h>

#include "strata-counter-notes.h"

/* Counters of the kernel have more readable names on the timeline; queries and other programs use the names of PerfettoSQL, which counts
 * traffic in whole KB. Counters of programs keep their names. */

typedef enum
{
  OF_NOBODY,
  OF_CPU,
  OF_PROCESS,
} Owner;

/* Which part of a match is in the name in PerfettoSQL. */
typedef enum
{
  WHOLE,
  DEVICE, /* what follows "devfreq_", as in 17000010.devfreq_mif; else the whole match */
  NUMBER, /* the first word */
} Part;

typedef struct
{
  Owner owner;
  const char *from; /* the name here; "*" matches anything but nothing */
  const char *to;   /* the name in PerfettoSQL; "*" is replaced by that, "#" by the number of the CPU */
  Part part;
  gboolean is_in_kb;
} Rule;

/* The first match counts. The name of one signal processor is misspelt in PerfettoSQL. */
static const Rule rules[] = {
  { OF_CPU, "frequency", "cpufreq", WHOLE, FALSE },
  { OF_CPU, "frequency max", "Cpu # Max Freq Limit", WHOLE, FALSE },
  { OF_CPU, "frequency min", "Cpu # Min Freq Limit", WHOLE, FALSE },
  { OF_CPU, "frequency throttled", "cpufreq_throttle", WHOLE, FALSE },
  { OF_CPU, "utilization", "Cpu # Util", WHOLE, FALSE },
  { OF_CPU, "capacity", "Cpu # Cap", WHOLE, FALSE },
  { OF_CPU, "runnable threads", "Cpu # Nr Running", WHOLE, FALSE },
  { OF_PROCESS, "file memory", "mem.rss.file", WHOLE, FALSE },
  { OF_PROCESS, "anon memory", "mem.rss.anon", WHOLE, FALSE },
  { OF_PROCESS, "shmem memory", "mem.rss.shmem", WHOLE, FALSE },
  { OF_PROCESS, "swap memory", "mem.swap", WHOLE, FALSE },
  { OF_PROCESS, "unreclaimable memory", "mem.unreclaimable", WHOLE, FALSE },
  { OF_PROCESS, "dma-buf memory", "mem.dmabuf_rss", WHOLE, FALSE },
  { OF_PROCESS, "dma-buf heap change", "mem.dma_heap_change", WHOLE, FALSE },
  { OF_PROCESS, "ion heap change", "mem.ion_change", WHOLE, FALSE },
  { OF_PROCESS, "ion * heap change", "mem.ion_change.*", WHOLE, FALSE },
  { OF_PROCESS, "ADSP memory change", "mem.fastrpc_change[ASDP]", WHOLE, FALSE },
  { OF_PROCESS, "MDSP memory change", "mem.fastrpc_change[MDSP]", WHOLE, FALSE },
  { OF_PROCESS, "SDSP memory change", "mem.fastrpc_change[SDSP]", WHOLE, FALSE },
  { OF_PROCESS, "CDSP memory change", "mem.fastrpc_change[CDSP]", WHOLE, FALSE },
  { OF_PROCESS, "DSP * memory change", "mem.fastrpc_change[*]", WHOLE, FALSE },
  { OF_PROCESS, "GPU * Memory", "GPU Memory", WHOLE, FALSE },
  { OF_NOBODY, "dma-buf heap", "mem.dma_heap", WHOLE, FALSE },
  { OF_NOBODY, "dma-buf heap change", "mem.dma_heap_change", WHOLE, FALSE },
  { OF_NOBODY, "ion heap", "mem.ion", WHOLE, FALSE },
  { OF_NOBODY, "ion heap change", "mem.ion_change", WHOLE, FALSE },
  { OF_NOBODY, "ion * heap", "mem.ion.*", WHOLE, FALSE },
  { OF_NOBODY, "ion * heap change", "mem.ion_change.*", WHOLE, FALSE },
  { OF_NOBODY, "ADSP memory", "mem.fastrpc[ASDP]", WHOLE, FALSE },
  { OF_NOBODY, "MDSP memory", "mem.fastrpc[MDSP]", WHOLE, FALSE },
  { OF_NOBODY, "SDSP memory", "mem.fastrpc[SDSP]", WHOLE, FALSE },
  { OF_NOBODY, "CDSP memory", "mem.fastrpc[CDSP]", WHOLE, FALSE },
  { OF_NOBODY, "DSP * memory", "mem.fastrpc[*]", WHOLE, FALSE },
  { OF_NOBODY, "ADSP memory change", "mem.fastrpc_change[ASDP]", WHOLE, FALSE },
  { OF_NOBODY, "MDSP memory change", "mem.fastrpc_change[MDSP]", WHOLE, FALSE },
  { OF_NOBODY, "SDSP memory change", "mem.fastrpc_change[SDSP]", WHOLE, FALSE },
  { OF_NOBODY, "CDSP memory change", "mem.fastrpc_change[CDSP]", WHOLE, FALSE },
  { OF_NOBODY, "DSP * memory change", "mem.fastrpc_change[*]", WHOLE, FALSE },
  { OF_NOBODY, "* clock rate", "* Frequency", WHOLE, FALSE },
  { OF_NOBODY, "* clock enabled", "* State", WHOLE, FALSE },
  { OF_NOBODY, "* device frequency", "devfreq_*", DEVICE, FALSE },
  { OF_NOBODY, "* temperature", "* Temperature", WHOLE, FALSE },
  { OF_NOBODY, "* cooling state", "* Cooling Device", WHOLE, FALSE },
  { OF_NOBODY, "GPU * frequency", "gpufreq", WHOLE, FALSE },
  { OF_NOBODY, "GPU * Memory", "GPU Memory", WHOLE, FALSE },
  { OF_NOBODY, "* received bytes", "* Received KB", WHOLE, TRUE },
  { OF_NOBODY, "* sent bytes", "* Transmitted KB", WHOLE, TRUE },
  { OF_NOBODY, "dropped packets", "Kfree Skb IP Prot", WHOLE, FALSE },
  { OF_NOBODY, "UFS commands", "io.ufs.command.count", WHOLE, FALSE },
  { OF_NOBODY, "UFS clock state", "io.ufs.clkgating (OFF:0/REQ_OFF/REQ_ON/ON:3)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq HI", "num_softirq (id: 0)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq TIMER", "num_softirq (id: 1)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq NET_TX", "num_softirq (id: 2)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq NET_RX", "num_softirq (id: 3)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq BLOCK", "num_softirq (id: 4)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq IRQ_POLL", "num_softirq (id: 5)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq TASKLET", "num_softirq (id: 6)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq SCHED", "num_softirq (id: 7)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq HRTIMER", "num_softirq (id: 8)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq RCU", "num_softirq (id: 9)", WHOLE, FALSE },
  { OF_NOBODY, "num_softirq *", "num_softirq (id: *)", WHOLE, FALSE },
  { OF_NOBODY, "num_irq *", "num_irq (id: *)", NUMBER, FALSE },
  { OF_NOBODY, "sensor hub * delay", "cros_ec.cros_ec_sensorhub_data.*", WHOLE, FALSE },
};

/* Sets @begin and @n_bytes to what the "*" of @pattern matches in @name. */
static gboolean
is_like (const char *name,
         const char *pattern,
         const char **begin,
         gsize *n_bytes)
{
  const char *star = strchr (pattern, '*');
  const gsize n_before = star != NULL ? (gsize) (star - pattern) : strlen (pattern);
  const gsize n_literal = star != NULL ? strlen (pattern) - 1 : n_before;

  *begin = name + MIN (n_before, strlen (name));
  *n_bytes = strlen (name) - MIN (n_literal, strlen (name));
  if (star == NULL)
    return g_str_equal (name, pattern);

  return *n_bytes > 0 && strncmp (name, pattern, n_before) == 0 && g_str_has_suffix (name, star + 1);
}

static Owner
get_owner (const StrataCounter *counter)
{
  return counter->cpu >= 0 ? OF_CPU : counter->process != STRATA_NONE ? OF_PROCESS
                                                                      : OF_NOBODY;
}

static char *
dup_part (Part part,
          const char *match,
          gsize n_bytes)
{
  const char *prefix = part == DEVICE ? g_strstr_len (match, (gssize) n_bytes, "devfreq_") : NULL;
  const char *begin = prefix != NULL ? prefix + strlen ("devfreq_") : match;
  const gsize n_left = n_bytes - (gsize) (begin - match);

  return g_strndup (begin, part == NUMBER ? MIN (n_left, strcspn (begin, " ")) : n_left);
}

static char *
replace (const Rule *rule,
         const StrataCounter *counter,
         const char *begin,
         gsize n_bytes)
{
  g_autofree char *part = dup_part (rule->part, begin, n_bytes);
  g_autofree char *cpu = g_strdup_printf ("%d", counter->cpu % STRATA_DEVICE_CPUS);
  GString *name = g_string_new (rule->to);

  g_string_replace (name, "#", cpu, 1);
  g_string_replace (name, "*", part, 1);
  return g_string_free (name, FALSE);
}

/**
 * strata_counter_names_dup:
 * @trace: a trace
 * @counter: one of its counters
 * @is_in_kb: (out): whether PerfettoSQL counts it in whole KB
 *
 * Counters with notes or threads are those of programs, which describe them.
 *
 * Returns: (transfer full): the name in PerfettoSQL
 */
char *
strata_counter_names_dup (StrataTrace *trace,
                          const StrataCounter *counter,
                          gboolean *is_in_kb)
{
  const StrataCounterOwner *owner = strata_counter_notes_get_owner (trace, counter);
  const char *name = strata_trace_get_string (trace, owner != NULL ? owner->name : counter->name);
  const gboolean is_of_program = owner != NULL || strata_counter_notes_find (trace, counter->name) != NULL;
  const char *begin;
  gsize n_bytes;

  *is_in_kb = FALSE;
  for (guint i = 0; !is_of_program && i < G_N_ELEMENTS (rules); i++)
    if (rules[i].owner == get_owner (counter) && is_like (name, rules[i].from, &begin, &n_bytes))
      {
        *is_in_kb = rules[i].is_in_kb;
        return replace (&rules[i], counter, begin, n_bytes);
      }

  return g_strdup (name);
}
