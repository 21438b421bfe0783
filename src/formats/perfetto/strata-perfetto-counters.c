/* strata-perfetto-counters.c - values that are polled from the system
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-counters.h"

#include <math.h>

#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

#include "strata-perfetto-stats.h"

#define BYTES_PER_KB 1024

/* µA × µV per mW. */
#define UA_UV_PER_MW 1e9
#define UV_PER_V 1e6

/* Direction of a GPU counter that looks ahead. */
#define DIRECTION_FORWARDS 2

/* A GPU counter reports at the end of a span what was counted in it, unless it is described as looking ahead. */
typedef struct
{
  guint32 name;
  gboolean looks_ahead;
  gint64 since_ns; /* start of the span of the next value; STRATA_NO_TIME before the first value */
} StrataPerfettoGpuCounter;

#define MOST_NAME_BYTES 200

/* No kernel has larger blocks of memory; its pages have this size nearly everywhere. */
#define MOST_ORDERS 16
#define PAGE_KB 4u

static void
add_real (StrataPerfettoPlayer *self,
          const char *name,
          gint64 time_ns,
          double value)
{
  strata_event_sink_add_real_sample (self->sink, STRATA_NONE, strata_perfetto_player_intern (self, name), time_ns, value);
}

static void
add (StrataPerfettoPlayer *self,
     guint32 process,
     const char *name,
     gint64 time_ns,
     gint64 value)
{
  strata_event_sink_add_sample (self->sink, process, strata_perfetto_player_intern (self, name), time_ns, value);
}

/* Larger numbers than whole ones of a counter lose their last digits. */
static void
add_unsigned (StrataPerfettoPlayer *self,
              const char *name,
              gint64 time_ns,
              guint64 value)
{
  if (value <= G_MAXINT64)
    add (self, STRATA_NONE, name, time_ns, (gint64) value);
  else
    add_real (self, name, time_ns, (double) value);
}

/* Names of counters for the fields of a process. */
static const char *const process_names[] = {
  [STRATA_PF_PROCESS_MEMORY_SIZE_KB] = "mem.virt",
  [STRATA_PF_PROCESS_MEMORY_RSS_KB] = "mem.rss",
  [STRATA_PF_PROCESS_MEMORY_ANON_KB] = "mem.rss.anon",
  [STRATA_PF_PROCESS_MEMORY_FILE_KB] = "mem.rss.file",
  [STRATA_PF_PROCESS_MEMORY_SHMEM_KB] = "mem.rss.shmem",
  [STRATA_PF_PROCESS_MEMORY_SWAP_KB] = "mem.swap",
  [STRATA_PF_PROCESS_MEMORY_LOCKED_KB] = "mem.locked",
  [STRATA_PF_PROCESS_MEMORY_PEAK_KB] = "mem.rss.watermark",
  [STRATA_PF_PROCESS_MEMORY_OOM_SCORE] = "oom_score_adj",
  [STRATA_PF_PROCESS_MEMORY_PRIVATE_FOOTPRINT_KB] = "chrome.private_footprint_kb",
  [STRATA_PF_PROCESS_MEMORY_PEAK_RESIDENT_SET_KB] = "chrome.peak_resident_set_kb",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_RSS_KB] = "mem.smaps.rss",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_PSS_KB] = "mem.smaps.pss",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_PSS_ANON_KB] = "mem.smaps.pss.anon",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_PSS_FILE_KB] = "mem.smaps.pss.file",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_PSS_SHMEM_KB] = "mem.smaps.pss.smem",
  [STRATA_PF_PROCESS_MEMORY_SMAPS_SWAP_PSS_KB] = "mem.smaps.swap.pss",
  [STRATA_PF_PROCESS_MEMORY_RUNTIME_USER_NS] = "runtime.user_ns",
  [STRATA_PF_PROCESS_MEMORY_RUNTIME_KERNEL_NS] = "runtime.kernel_ns",
  [STRATA_PF_PROCESS_MEMORY_DMABUF_RSS_KB] = "mem.dmabuf_rss",
};

/* Most fields are memory in KiB, and are shown in bytes. */
static guint64
get_process_unit (guint32 field)
{
  switch (field)
    {
    case STRATA_PF_PROCESS_MEMORY_OOM_SCORE:
    case STRATA_PF_PROCESS_MEMORY_RUNTIME_USER_NS:
    case STRATA_PF_PROCESS_MEMORY_RUNTIME_KERNEL_NS:
      return 1;
    default:
      return BYTES_PER_KB;
    }
}

static void
take_process (StrataPerfettoPlayer *self,
              gint64 time_ns,
              StrataProto process)
{
  StrataProto fields = process;
  gint64 pid = -1;

  while (strata_proto_next (&process))
    if (process.number == STRATA_PF_PROCESS_MEMORY_PID)
      pid = (gint32) strata_proto_get_uint (&process);

  if (pid < 0)
    return;

  const guint32 owner = strata_event_sink_see_process_at (self->sink, pid, time_ns);

  while (strata_proto_next (&fields))
    if (fields.number < G_N_ELEMENTS (process_names) && process_names[fields.number] != NULL)
      add (self, owner, process_names[fields.number], time_ns, (gint64) (strata_proto_get_uint (&fields) * get_process_unit (fields.number)));
    else if (fields.number == STRATA_PF_PROCESS_MEMORY_FILES)
      strata_perfetto_reader_leave_out (self->reader, STRATA_PERFETTO_PROCESS_FIELDS + fields.number, fields.value);
}

void
strata_perfetto_player_take_process_stats (StrataPerfettoPlayer *self,
                                           gint64 time_ns,
                                           StrataProto stats)
{
  while (strata_proto_next (&stats))
    if (stats.number == STRATA_PF_PROCESS_STATS_PROCESS)
      take_process (self, time_ns, strata_proto_enter (&stats));
}

static void
read_stat (StrataProto row,
           guint64 *key,
           guint64 *value)
{
  *key = 0;
  *value = 0;
  while (strata_proto_next (&row))
    if (row.number == STRATA_PF_STAT_VALUE_KEY)
      *key = strata_proto_get_uint (&row);
    else if (row.number == STRATA_PF_STAT_VALUE_VALUE)
      *value = strata_proto_get_uint (&row);
}

/* Takes a number and a value; an unknown number gets a name made from it. */
static void
take_listed (StrataPerfettoPlayer *self,
             gint64 time_ns,
             StrataProto row,
             const char *const *names,
             gsize n_names,
             const char *prefix,
             guint64 unit)
{
  guint64 key;
  guint64 value;
  char name[64];

  read_stat (row, &key, &value);
  if (key < n_names && names[key] != NULL)
    g_snprintf (name, sizeof name, "%s", names[key]);
  else
    g_snprintf (name, sizeof name, "%s %" G_GUINT64_FORMAT, prefix, key);

  add (self, STRATA_NONE, name, time_ns, (gint64) (value * unit));
}

static void
take_cpu_times (StrataPerfettoPlayer *self,
                gint64 time_ns,
                StrataProto times)
{
  static const char *const names[] = {
    [STRATA_PF_CPU_TIMES_USER] = "cpu.times.user_ns",
    [STRATA_PF_CPU_TIMES_NICE] = "cpu.times.user_nice_ns",
    [STRATA_PF_CPU_TIMES_SYSTEM] = "cpu.times.system_mode_ns",
    [STRATA_PF_CPU_TIMES_IDLE] = "cpu.times.idle_ns",
    [STRATA_PF_CPU_TIMES_IOWAIT] = "cpu.times.io_wait_ns",
    [STRATA_PF_CPU_TIMES_IRQ] = "cpu.times.irq_ns",
    [STRATA_PF_CPU_TIMES_SOFTIRQ] = "cpu.times.softirq_ns",
    [STRATA_PF_CPU_TIMES_STEAL] = "cpu.times.steal_ns",
  };
  gint64 values[G_N_ELEMENTS (names)] = { 0 };
  guint64 cpu = 0;

  while (strata_proto_next (&times))
    if (times.number == STRATA_PF_CPU_TIMES_CPU)
      cpu = strata_proto_get_uint (&times);
    else if (times.number < G_N_ELEMENTS (values))
      values[times.number] = strata_proto_get_int (&times);

  /* a missing time is 0 */
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i] != NULL)
      strata_event_sink_add_cpu_sample (self->sink, (guint32) MIN (cpu, G_MAXINT), strata_perfetto_player_intern (self, names[i]), time_ns, values[i]);
}

/* Takes a text and a value. The name of the counter is @prefix, the text and @suffix. */
static void
take_named (StrataPerfettoPlayer *self,
            gint64 time_ns,
            StrataProto row,
            guint32 name_field,
            guint32 value_field,
            const char *prefix,
            const char *suffix)
{
  g_autofree char *name = NULL;
  guint64 value = 0;

  while (strata_proto_next (&row))
    if (row.number == name_field && row.wire == STRATA_PROTO_BYTES)
      {
        g_free (name);
        name = g_strdup_printf ("%s%.*s%s", prefix, (int) MIN (row.value, 200), (const char *) row.data, suffix);
      }
    else if (row.number == value_field)
      value = strata_proto_get_uint (&row);

  if (name != NULL)
    add_unsigned (self, name, time_ns, value);
}

static void
take_pressure (StrataPerfettoPlayer *self,
               gint64 time_ns,
               StrataProto row)
{
  static const char *const names[] = { NULL, "psi.cpu.some", "psi.cpu.full", "psi.io.some", "psi.io.full", "psi.mem.some", "psi.mem.full" };

  take_listed (self, time_ns, row, names, G_N_ELEMENTS (names), "psi", 1);
}

/* How often an interrupt occurred since boot. */
static void
take_interrupt (StrataPerfettoPlayer *self,
                gint64 time_ns,
                StrataProto row)
{
  guint64 key;
  guint64 count;

  read_stat (row, &key, &count);

  const guint32 id = (guint32) key;
  const char *known = self->reader->interrupts != NULL ? g_hash_table_lookup (self->reader->interrupts, GUINT_TO_POINTER (id)) : NULL;
  g_autofree char *name = g_strdup_printf (known != NULL ? "num_irq %u %s" : "num_irq %u", id, known);

  add (self, STRATA_NONE, name, time_ns, (gint64) count);
}

static void
take_softirq (StrataPerfettoPlayer *self,
              gint64 time_ns,
              StrataProto row)
{
  static const char *const names[] = {
    "num_softirq HI",
    "num_softirq TIMER",
    "num_softirq NET_TX",
    "num_softirq NET_RX",
    "num_softirq BLOCK",
    "num_softirq IRQ_POLL",
    "num_softirq TASKLET",
    "num_softirq SCHED",
    "num_softirq HRTIMER",
    "num_softirq RCU",
  };

  take_listed (self, time_ns, row, names, G_N_ELEMENTS (names), "num_softirq", 1);
}

/* How many free blocks of 1, 2, 4, 8, … pages a memory zone has. */
static void
take_zone (StrataPerfettoPlayer *self,
           gint64 time_ns,
           StrataProto zone)
{
  g_autoptr (GArray) counts = strata_proto_list_numbers (zone, STRATA_PF_BUDDY_ZONE_ORDERS);
  g_autofree char *node = NULL;
  g_autofree char *name = NULL;

  while (strata_proto_next (&zone))
    if (zone.number == STRATA_PF_BUDDY_ZONE_NODE && node == NULL)
      node = strata_proto_dup_text (&zone, MOST_NAME_BYTES);
    else if (zone.number == STRATA_PF_BUDDY_ZONE_ZONE && name == NULL)
      name = strata_proto_dup_text (&zone, MOST_NAME_BYTES);

  for (guint order = 0; order < MIN (counts->len, MOST_ORDERS); order++)
    {
      g_autofree char *counter = g_strdup_printf ("mem.buddyinfo[%s][%s][%u kB]", node != NULL ? node : "", name != NULL ? name : "", PAGE_KB << order);

      add (self, STRATA_NONE, counter, time_ns, (gint64) g_array_index (counts, guint64, order));
    }
}

/* How many pages the kernel uses for objects of a kind. */
static void
take_slab (StrataPerfettoPlayer *self,
           gint64 time_ns,
           StrataProto slab)
{
  g_autofree char *name = NULL;
  guint64 n_pages = 0;
  guint64 n_slabs = 0;

  while (strata_proto_next (&slab))
    if (slab.number == STRATA_PF_SLAB_NAME && name == NULL)
      name = strata_proto_dup_text (&slab, MOST_NAME_BYTES);
    else if (slab.number == STRATA_PF_SLAB_PAGES)
      n_pages = strata_proto_get_uint (&slab);
    else if (slab.number == STRATA_PF_SLAB_SLABS)
      n_slabs = strata_proto_get_uint (&slab);

  g_autofree char *counter = g_strdup_printf ("slab %s (pages)", name != NULL ? name : "");

  add (self, STRATA_NONE, counter, time_ns, (gint64) (n_pages * n_slabs));
}

/* Takes one number per CPU or GPU, in their order. */
static void
take_frequency (StrataPerfettoPlayer *self,
                gint64 time_ns,
                const StrataProto *field,
                guint *cpu)
{
  StrataProtoNumbers numbers = strata_proto_get_numbers (field, STRATA_PROTO_VARINT);
  guint64 khz;

  for (; strata_proto_numbers_next (&numbers, &khz); (*cpu)++)
    strata_event_sink_add_cpu_sample (self->sink, *cpu, strata_perfetto_player_intern (self, "cpufreq"), time_ns, (gint64) khz);
}

/* How long a CPU spent in each of its idle states since boot, in µs. */
static void
take_idle_states (StrataPerfettoPlayer *self,
                  gint64 time_ns,
                  StrataProto states)
{
  StrataProto entries = states;
  guint64 cpu = 0;

  while (strata_proto_next (&states))
    if (states.number == STRATA_PF_IDLE_STATE_CPU)
      cpu = strata_proto_get_uint (&states);

  g_autofree char *prefix = g_strdup_printf ("cpuidle%" G_GUINT64_FORMAT ".", cpu);

  while (strata_proto_next (&entries))
    if (entries.number == STRATA_PF_IDLE_STATE_ENTRY)
      take_named (self, time_ns, strata_proto_enter (&entries), STRATA_PF_IDLE_ENTRY_NAME, STRATA_PF_IDLE_ENTRY_DURATION, prefix, "");
}

/* Work of a disk since boot. Sectors have 512 bytes, whatever the disk uses. */
static void
take_disk (StrataPerfettoPlayer *self,
           gint64 time_ns,
           StrataProto disk)
{
  static const struct
  {
    const char *name;
    guint64 unit;
  } fields[] = {
    [STRATA_PF_DISK_READ_SECTORS] = { "read_bytes", 512 },
    [STRATA_PF_DISK_READ_MS] = { "read_time", 1 },
    [STRATA_PF_DISK_WRITE_SECTORS] = { "write_bytes", 512 },
    [STRATA_PF_DISK_WRITE_MS] = { "write_time", 1 },
    [STRATA_PF_DISK_DISCARD_SECTORS] = { "discard_bytes", 512 },
    [STRATA_PF_DISK_DISCARD_MS] = { "discard_time", 1 },
    [STRATA_PF_DISK_FLUSHES] = { "flush_count", 1 },
    [STRATA_PF_DISK_FLUSH_MS] = { "flush_time", 1 },
  };
  StrataProto values = disk;
  g_autofree char *device = NULL;

  while (strata_proto_next (&disk))
    if (disk.number == STRATA_PF_DISK_NAME && device == NULL)
      device = strata_proto_dup_text (&disk, MOST_NAME_BYTES);

  while (strata_proto_next (&values))
    if (values.number < G_N_ELEMENTS (fields) && fields[values.number].name != NULL)
      {
        g_autofree char *name = g_strdup_printf ("diskstat.[%s].%s", device != NULL ? device : "", fields[values.number].name);

        add (self, STRATA_NONE, name, time_ns, (gint64) (strata_proto_get_uint (&values) * fields[values.number].unit));
      }
}

void
strata_perfetto_player_take_sys_stats (StrataPerfettoPlayer *self,
                                       gint64 time_ns,
                                       StrataProto stats)
{
  guint cpu = 0;

  while (strata_proto_next (&stats))
    switch (stats.number)
      {
      case STRATA_PF_SYS_STATS_MEMINFO:
        take_listed (self, time_ns, strata_proto_enter (&stats), meminfo_names, G_N_ELEMENTS (meminfo_names), "meminfo", BYTES_PER_KB);
        break;
      case STRATA_PF_SYS_STATS_VMSTAT:
        take_listed (self, time_ns, strata_proto_enter (&stats), vmstat_names, G_N_ELEMENTS (vmstat_names), "vmstat", 1);
        break;
      case STRATA_PF_SYS_STATS_CPU:
        take_cpu_times (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_FORKS:
        add (self, STRATA_NONE, "num_forks", time_ns, strata_proto_get_int (&stats));
        break;
      case STRATA_PF_SYS_STATS_IRQS:
        add (self, STRATA_NONE, "num_irq_total", time_ns, strata_proto_get_int (&stats));
        break;
      case STRATA_PF_SYS_STATS_IRQ:
        take_interrupt (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_SOFTIRQS:
        add (self, STRATA_NONE, "num_softirq_total", time_ns, strata_proto_get_int (&stats));
        break;
      case STRATA_PF_SYS_STATS_SOFTIRQ:
        take_softirq (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_BUDDY:
        take_zone (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_SLAB:
        take_slab (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_DEVFREQ:
        take_named (self, time_ns, strata_proto_enter (&stats), 1, 2, "", " clock rate");
        break;
      case STRATA_PF_SYS_STATS_CPUFREQ:
        take_frequency (self, time_ns, &stats, &cpu);
        break;
      case STRATA_PF_SYS_STATS_DISK:
        take_disk (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_IDLE:
        take_idle_states (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_PSI:
        take_pressure (self, time_ns, strata_proto_enter (&stats));
        break;
      case STRATA_PF_SYS_STATS_THERMAL:
        take_named (self, time_ns, strata_proto_enter (&stats), 3, 2, "", "");
        break;
      case STRATA_PF_SYS_STATS_GPUFREQ:
        add (self, STRATA_NONE, "gpufreq", time_ns, strata_proto_get_int (&stats));
        break;
      default:
        break;
      }
}

static char *
make_battery_name (const StrataProto *battery,
                   const char *name)
{
  return battery->value > 0 ? g_strdup_printf ("batt.%.*s.%s", (int) MIN (battery->value, 200), (const char *) battery->data, name) : g_strconcat ("batt.", name, NULL);
}

/* Adds the charge from energy and voltage. */
static void
add_battery_charge (StrataPerfettoPlayer *self,
                    gint64 time_ns,
                    const StrataProto *name,
                    const gint64 *values)
{
  const double energy_uwh = (double) values[STRATA_PF_BATTERY_ENERGY_UWH];
  const double voltage_uv = (double) values[STRATA_PF_BATTERY_VOLTAGE_UV];

  if (values[STRATA_PF_BATTERY_VOLTAGE_UV] == 0)
    return;

  g_autofree char *title = make_battery_name (name, "charge_uah");

  add (self, STRATA_NONE, title, time_ns, (gint64) (energy_uwh * UV_PER_V / voltage_uv));
}

/* Adds the power from current and voltage, in whole mW. */
static void
add_battery_power (StrataPerfettoPlayer *self,
                   gint64 time_ns,
                   const StrataProto *name,
                   const gint64 *values)
{
  const double current_ua = (double) values[STRATA_PF_BATTERY_CURRENT_UA];
  const double voltage_uv = (double) values[STRATA_PF_BATTERY_VOLTAGE_UV];

  if (values[STRATA_PF_BATTERY_CURRENT_UA] == 0 || values[STRATA_PF_BATTERY_VOLTAGE_UV] == 0)
    return;

  g_autofree char *title = make_battery_name (name, "power_mw");

  add (self, STRATA_NONE, title, time_ns, (gint64) (fabs (current_ua * voltage_uv) / UA_UV_PER_MW));
}

void
strata_perfetto_player_take_battery (StrataPerfettoPlayer *self,
                                     gint64 time_ns,
                                     StrataProto battery)
{
  static const char *const names[] = {
    [STRATA_PF_BATTERY_CHARGE_UAH] = "charge_uah",
    [STRATA_PF_BATTERY_CAPACITY] = "capacity_pct",
    [STRATA_PF_BATTERY_CURRENT_UA] = "current_ua",
    [STRATA_PF_BATTERY_AVERAGE_UA] = "current.avg_ua",
    [STRATA_PF_BATTERY_ENERGY_UWH] = "energy_counter_uwh",
    [STRATA_PF_BATTERY_VOLTAGE_UV] = "voltage_uv",
  };
  gint64 values[G_N_ELEMENTS (names)] = { 0 };
  gboolean is_reported[G_N_ELEMENTS (names)] = { FALSE };
  StrataProto fields = battery;
  StrataProto name = { .number = 0 };

  while (strata_proto_next (&battery))
    if (battery.number == STRATA_PF_BATTERY_NAME && battery.wire == STRATA_PROTO_BYTES)
      name = battery;

  while (strata_proto_next (&fields))
    if (fields.number < G_N_ELEMENTS (names) && names[fields.number] != NULL)
      {
        g_autofree char *title = make_battery_name (&name, names[fields.number]);

        is_reported[fields.number] = TRUE;
        if (fields.wire == STRATA_PROTO_FIXED32)
          add_real (self, title, time_ns, strata_proto_get_double (&fields));
        else
          add (self, STRATA_NONE, title, time_ns, values[fields.number] = strata_proto_get_int (&fields));
      }

  if (is_reported[STRATA_PF_BATTERY_ENERGY_UWH] && !is_reported[STRATA_PF_BATTERY_CHARGE_UAH])
    add_battery_charge (self, time_ns, &name, values);
  add_battery_power (self, time_ns, &name, values);
}

static void
describe_gpu_counter (StrataPerfettoPlayer *self,
                      guint32 gpu,
                      StrataProto spec)
{
  const StrataProto whole = spec;
  guint64 id = 0;
  guint32 name = STRATA_STRING_EMPTY;
  gboolean looks_ahead = FALSE;

  while (strata_proto_next (&spec))
    if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_DIRECTION)
      looks_ahead = strata_proto_get_uint (&spec) == DIRECTION_FORWARDS;
    else if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_ID)
      id = strata_proto_get_uint (&spec);
    else if (spec.number == STRATA_PF_GPU_COUNTER_SPEC_NAME && spec.wire == STRATA_PROTO_BYTES)
      name = strata_proto_intern (&spec, self->reader->strings);

  if (id >= G_MAXINT || name == STRATA_STRING_EMPTY || g_hash_table_contains (self->gpu_counters, GUINT_TO_POINTER ((guint) id)))
    return;

  StrataPerfettoGpuCounter *counter = g_new (StrataPerfettoGpuCounter, 1);

  *counter = (StrataPerfettoGpuCounter){ name, looks_ahead, STRATA_NO_TIME };
  g_hash_table_insert (self->gpu_counters, GUINT_TO_POINTER ((guint) id), counter);
  strata_perfetto_player_note_gpu_counter (self, name, gpu, whole);
}

/* Adds a value at the start of the span that it covers. */
static void
add_gpu_value (StrataPerfettoPlayer *self,
               StrataPerfettoGpuCounter *counter,
               gint64 time_ns,
               double value)
{
  if (counter->looks_ahead && time_ns != STRATA_NO_TIME)
    strata_event_sink_add_real_sample (self->sink, STRATA_NONE, counter->name, time_ns, value);
  else if (counter->since_ns != STRATA_NO_TIME)
    strata_event_sink_add_real_sample (self->sink, STRATA_NONE, counter->name, counter->since_ns, value);

  counter->since_ns = counter->looks_ahead ? STRATA_NO_TIME : time_ns;
}

void
strata_perfetto_player_end_gpu_counters (StrataPerfettoPlayer *self)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->gpu_counters);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    add_gpu_value (self, value, STRATA_NO_TIME, 0);
}

/* Drivers also list counters that they have no value of. */
static void
take_gpu_counter (StrataPerfettoPlayer *self,
                  gint64 time_ns,
                  StrataProto counter)
{
  guint64 id = 0;
  double value = 0;
  gboolean has_value = FALSE;

  while (strata_proto_next (&counter))
    if (counter.number == STRATA_PF_GPU_COUNTER_ID)
      id = strata_proto_get_uint (&counter);
    else if (counter.number == STRATA_PF_GPU_COUNTER_INT || counter.number == STRATA_PF_GPU_COUNTER_DOUBLE)
      {
        value = strata_proto_get_double (&counter);
        has_value = TRUE;
      }

  StrataPerfettoGpuCounter *known = id < G_MAXINT ? g_hash_table_lookup (self->gpu_counters, GUINT_TO_POINTER ((guint) id)) : NULL;

  if (known == NULL)
    self->n_unknown_names++;
  else if (has_value)
    add_gpu_value (self, known, time_ns, value);
}

void
strata_perfetto_player_take_gpu_counters (StrataPerfettoPlayer *self,
                                          gint64 time_ns,
                                          StrataProto counters)
{
  StrataProto ids = counters;
  StrataProto values = counters;
  guint32 gpu = 0;

  while (strata_proto_next (&ids))
    if (ids.number == STRATA_PF_GPU_COUNTERS_GPU)
      gpu = (guint32) strata_proto_get_uint (&ids);

  while (strata_proto_next (&counters))
    if (counters.number == STRATA_PF_GPU_COUNTERS_DESCRIPTOR)
      {
        StrataProto descriptor = strata_proto_enter (&counters);

        while (strata_proto_next (&descriptor))
          if (descriptor.number == STRATA_PF_GPU_COUNTER_DESCRIPTOR_SPEC)
            describe_gpu_counter (self, gpu, strata_proto_enter (&descriptor));
      }

  while (strata_proto_next (&values))
    if (values.number == STRATA_PF_GPU_COUNTERS_COUNTER)
      take_gpu_counter (self, time_ns, strata_proto_enter (&values));
}

void
strata_perfetto_player_take_gpu_memory (StrataPerfettoPlayer *self,
                                        gint64 time_ns,
                                        StrataProto total)
{
  gint64 pid = 0;
  gint64 n_bytes = 0;
  guint gpu = 0;
  char name[32] = "GPU Memory";

  while (strata_proto_next (&total))
    if (total.number == STRATA_PF_GPU_MEM_TOTAL_GPU)
      gpu = (guint) strata_proto_get_uint (&total);
    else if (total.number == STRATA_PF_GPU_MEM_TOTAL_PID)
      pid = (gint32) strata_proto_get_uint (&total);
    else if (total.number == STRATA_PF_GPU_MEM_TOTAL_SIZE)
      n_bytes = strata_proto_get_int (&total);

  if (gpu > 0)
    g_snprintf (name, sizeof name, "GPU %u Memory", gpu);
  add (self, pid > 0 ? strata_event_sink_see_process_at (self->sink, pid, time_ns) : STRATA_NONE, name, time_ns, n_bytes);
}

static gboolean
is_in (const char *name,
       const char *const *names,
       gsize n_names)
{
  for (gsize i = 0; i < n_names; i++)
    if (names[i] != NULL && g_str_equal (names[i], name))
      return TRUE;

  return FALSE;
}

/**
 * strata_perfetto_counters_find_list:
 * @name: the name of a counter of the system
 *
 * Returns: (nullable): the list of the kernel that has it: "meminfo" or "vmstat"
 */
const char *
strata_perfetto_counters_find_list (const char *name)
{
  if (is_in (name, meminfo_names, G_N_ELEMENTS (meminfo_names)))
    return "meminfo";

  return is_in (name, vmstat_names, G_N_ELEMENTS (vmstat_names)) ? "vmstat" : NULL;
}
