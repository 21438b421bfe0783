/* strata-sql-counter-types.c - types of counters in PerfettoSQL
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-tracks.h"

#include <string.h>

#include "strata-counter-notes.h"
#include "strata-perfetto-counters.h"

/* Counters have the names of PerfettoSQL, which contain the values that its tracks have as arguments. Counters of
 * programs have no special type. */
static const StrataSqlCounterType types[] = {
  { "cpu_counter", "cpufreq", "cpu_frequency", { NULL } },
  { "cpu_counter", "cpufreq_throttle", "cpu_frequency_throttle", { NULL } },
  { "cpu_counter", "cpuidle", "cpu_idle", { NULL } },
  { "cpu_counter", "cpuidle*.*", "cpu_idle_state", { NULL } },
  { "cpu_counter", "Cpu * Max Freq Limit", "cpu_max_frequency_limit", { NULL } },
  { "cpu_counter", "Cpu * Min Freq Limit", "cpu_min_frequency_limit", { NULL } },
  { "cpu_counter", "Cpu * Util", "cpu_utilization", { NULL } },
  { "cpu_counter", "Cpu * Cap", "cpu_capacity", { NULL } },
  { "cpu_counter", "Cpu * Nr Running", "cpu_nr_running", { NULL } },
  { "cpu_counter", "cpu.times.*", "cpustat", { "cpustat_key" } },
  { "process_counter", "mem.dma_heap_change", "android_dma_heap_change", { NULL } },
  { "process_counter", "mem.ion_change", "ion_change", { NULL } },
  { "process_counter", "mem.ion_change.*", "ion_change", { "heap_name" } },
  { "process_counter", "mem.fastrpc_change[*]", "fastrpc_change", { NULL } },
  { "process_counter", "mem.smaps.*", "smaps", { "smaps_key" } },
  { "process_counter", "mem.mm.*.*", "mm_event", { "mm_event_type", "mm_event_metric" } },
  { "process_counter", "mem.*", "process_memory", { "process_memory_key" } },
  { "process_counter", "runtime.*", "proc_stat_runtime", { "proc_stat_runtime_key" } },
  { "process_counter", "chrome.*_kb", "chrome_process_stats", { NULL } },
  { "process_counter", "ScreenState", "screen_state", { NULL } },
  { "process_counter", "oom_score_adj", "oom_score_adj", { NULL } },
  { "process_counter", "GPU Memory", "process_gpu_memory", { NULL } },
  { "gpu_counter", "GPU Memory", "gpu_memory", { NULL } },
  { "gpu_counter", "gpufreq", "gpu_frequency", { NULL } },
  { "global_counter", "mem.dma_heap", "android_dma_heap", { NULL } },
  { "global_counter", "mem.dma_heap_change", "android_dma_heap_change", { NULL } },
  { "global_counter", "mem.ion", "ion", { NULL } },
  { "global_counter", "mem.ion.*", "ion", { "heap_name" } },
  { "global_counter", "mem.ion_change", "ion_change", { NULL } },
  { "global_counter", "mem.ion_change.*", "ion_change", { "heap_name" } },
  { "global_counter", "mem.fastrpc[*]", "fastrpc", { NULL } },
  { "global_counter", "mem.fastrpc_change[*]", "fastrpc_change", { NULL } },
  { "global_counter", "* Frequency", "clock_frequency", { "linux_device" } },
  { "global_counter", "* State", "clock_state", { "linux_device" } },
  { "global_counter", "devfreq_*", "linux_device_frequency", { "linux_device" } },
  { "global_counter", "num_irq (id: *)", "num_irq", { "irq" } },
  { "global_counter", "num_softirq (id: *)", "num_softirq", { "irq" } },
  { "global_counter", "num_irq_total", "num_irq_total", { NULL } },
  { "global_counter", "num_softirq_total", "num_softirq_total", { NULL } },
  { "global_counter", "num_forks", "num_forks", { NULL } },
  { "global_counter", "* Temperature", "thermal_temperature", { "thermal_zone" } },
  { "global_counter", "* Cooling Device", "cooling_device_counter", { "linux_device" } },
  { "global_counter", "* Received KB", "net_receive", { "network_interface" } },
  { "global_counter", "* Transmitted KB", "net_transmit", { "network_interface" } },
  { "global_counter", "Kfree Skb IP Prot", "net_kfree_skb", { NULL } },
  { "global_counter", "Virtgpu * Free", "virtgpu_num_free", { "name" } },
  { "global_counter", "Virtgpu * Latency", "virtgpu_latency", { "name" } },
  { "global_counter", "io.ufs.command.count", "ufs_command_count", { NULL } },
  { "global_counter", "io.ufs.clkgating (*)", "ufs_clkgating", { NULL } },
  { "global_counter", "cros_ec.cros_ec_sensorhub_data.*", "cros_ec_sensorhub_data", { "ec_sensor_num" } },
  { "global_counter", "mali_gpu_power_state", "mali_gpu_power_state", { NULL } },
  { "global_counter", "batt.*", "battery_counter", { "counter_name" } },
  { "global_counter", "power.*_uws*", "power_rails", { "name" } },
  { "global_counter", "power.rails.*", "power_rails", { "name" } },
  { "global_counter", "psi.*", "psi", { "psi_resource" } },
  { "global_counter", "diskstat.[*].*", "diskstat", { "device_name", "counter_name" } },
  { "global_counter", "Entity residency: * is *", "entity_state", { "entity_name", "state_name" } },
  { "global_counter", "CPU for UID * CL*", "android_cpu_per_uid", { "uid", "cluster" } },
  { "global_counter", "CPU for * CL*", "android_cpu_per_uid_totals", { "type", "cluster" } },
  { "global_counter", "f2fs_iostat.[*].*", "f2fs_iostat", { "linux_device", "counter_key" } },
  { "global_counter", "f2fs_iostat_latency.[*].*", "f2fs_iostat_latency", { "linux_device", "counter_key" } },
  { "global_counter", "ScreenState", "screen_state", { NULL } },
  { "global_counter", "BatteryStatus", "battery_status", { NULL } },
  { "global_counter", "PlugType", "plug_type", { NULL } },
  { "global_counter", "mcc", "sysprop_counter", { NULL } },
  { "global_counter", "mnc", "sysprop_counter", { NULL } },
  { "global_counter", "mem.buddyinfo[*][*][* kB]", "buddyinfo", { "buddyinfo_node", "buddyinfo_zone", "buddyinfo_chunk_size_kb" } },
};

static const StrataSqlCounterType list_types[] = {
  { "global_counter", "*", "meminfo", { "meminfo_key" } },
  { "global_counter", "*", "vmstat", { "vmstat_key" } },
};

const char *
strata_sql_counter_get_owner (StrataSqlSource *source,
                              guint32 counter)
{
  const StrataCounterOwner *owner = strata_counter_notes_get_owner (source->trace, &source->counters[counter]);

  if (source->counters[counter].cpu >= 0)
    return "cpu_counter";
  if (owner != NULL && owner->thread != STRATA_NONE)
    return "thread_counter";
  if (strata_sql_source_get_upid (source, source->counters[counter].process) != STRATA_SQL_NULL)
    return "process_counter";

  return strata_sql_counter_get_gpu (source, counter) != STRATA_SQL_NULL ? "gpu_counter" : "global_counter";
}

static const StrataSqlCounterType *
find_list_type (const char *name)
{
  const char *list = strata_perfetto_counters_find_list (name);

  for (guint i = 0; list != NULL && i < G_N_ELEMENTS (list_types); i++)
    if (g_str_equal (list_types[i].type, list))
      return &list_types[i];

  return NULL;
}

static const StrataSqlCounterType *
match_type (StrataSqlSource *source,
            guint32 counter)
{
  const char *owner = strata_sql_counter_get_owner (source, counter);
  const char *name = strata_sql_counter_get_name (source, counter);

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].owner, owner) && g_pattern_match_simple (types[i].pattern, name))
      return &types[i];

  return g_str_equal (owner, "global_counter") ? find_list_type (name) : NULL;
}

/* Types are found once. */
const StrataSqlCounterType *
strata_sql_counter_find_type (StrataSqlSource *source,
                              guint32 counter)
{
  if (source->counter_types == NULL)
    {
      source->counter_types = g_new (const StrataSqlCounterType *, MAX (source->n_counters, 1));
      for (guint32 i = 0; i < source->n_counters; i++)
        source->counter_types[i] = match_type (source, i);
    }

  return source->counter_types[counter];
}

char *
strata_sql_counter_type_dup_part (const StrataSqlCounterType *type,
                                  const char *name,
                                  guint star)
{
  g_auto (GStrv) literals = g_strsplit (type->pattern, "*", -1);
  const char *begin = name + strlen (literals[0]);

  for (guint i = 1; literals[i] != NULL; i++)
    {
      const char *end = *literals[i] != '\0' ? strstr (begin, literals[i]) : begin + strlen (begin);

      if (i == star + 1)
        return end != NULL && end > begin ? g_strndup (begin, (gsize) (end - begin)) : NULL;
      if (end == NULL)
        return NULL;
      begin = end + strlen (literals[i]);
    }

  return NULL;
}
