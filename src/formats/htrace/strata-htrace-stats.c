/* strata-htrace-stats.c - numbers that plugins poll from the system
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-htrace-private.h"

#include "strata-htrace-stat-names.h"

/* Each number becomes a counter of a process, a CPU or the system, at the time when its message was
 * sent. Names and units are those that Perfetto uses for the same numbers: memory is in bytes. The
 * file omits numbers that are 0. */

#define BYTES_PER_KB 1024
#define KHZ_PER_MHZ 1000

/* Used fields of a message have numbers below this. */
#define N_FIELDS 16

typedef struct
{
  StrataHtraceReader *reader;
  gint64 time_ns;
} Sample;

/* The fields of a message that are not messages. */
typedef struct
{
  StrataProto fields[N_FIELDS];
} Values;

static Values
read_values (const Sample *sample,
             StrataProto message)
{
  Values values = { .fields = { { .number = 0 } } };

  while (strata_proto_next (&message))
    if (message.number < N_FIELDS)
      values.fields[message.number] = message;

  sample->reader->n_damaged += message.is_damaged != FALSE;
  return values;
}

static gint64
get_int (const Values *values,
         guint field)
{
  return strata_proto_get_int (&values->fields[field]);
}

static guint32
intern (const Sample *sample,
        const char *name)
{
  return strata_string_pool_intern (sample->reader->strings, name, strlen (name));
}

static void
add (const Sample *sample,
     guint32 process,
     const char *name,
     gint64 value,
     gint64 unit)
{
  strata_event_sink_add_sample (sample->reader->sink, process, intern (sample, name), sample->time_ns, (gint64) ((guint64) value * (guint64) unit));
}

/* Adds a percentage, in hundredths of a percent. */
static void
add_percent (const Sample *sample,
             const char *name,
             double percent)
{
  if (percent >= 0 && percent < 1e9)
    add (sample, STRATA_NONE, name, llround (percent * 100), 1);
}

/* Share of the time since the previous sample in which a CPU was busy. */
static void
take_core (const Sample *sample,
           StrataProto message)
{
  const Values values = read_values (sample, message);
  const Values frequency = read_values (sample, strata_proto_enter (&values.fields[6]));
  const guint32 cpu = (guint32) get_int (&values, 1);
  const double busy_ms = (double) get_int (&values, 4) - (double) get_int (&values, 2);
  const double all_ms = (double) get_int (&values, 5) - (double) get_int (&values, 3);

  if (cpu >= STRATA_EVENT_MAX_CPUS)
    return;

  if (get_int (&values, 3) > 0 && all_ms > 0 && busy_ms >= 0 && busy_ms <= all_ms)
    strata_event_sink_add_cpu_sample (sample->reader->sink, cpu, intern (sample, "load (0.01 %)"), sample->time_ns, llround (10000 * busy_ms / all_ms));
  if (get_int (&frequency, 3) > 0)
    strata_event_sink_add_cpu_sample (sample->reader->sink, cpu, intern (sample, "cpufreq"), sample->time_ns, (gint64) ((guint64) get_int (&frequency, 3) * KHZ_PER_MHZ));
}

static void
take_cpu (const Sample *sample,
          StrataProto data)
{
  const Values values = read_values (sample, data);
  StrataProto usage = strata_proto_enter (&values.fields[1]);

  while (strata_proto_next (&usage))
    if (usage.number == 7)
      take_core (sample, strata_proto_enter (&usage));

  sample->reader->n_damaged += usage.is_damaged != FALSE;

  add (sample, STRATA_NONE, "processes", get_int (&values, 3), 1);
  add_percent (sample, "cpu.load.user (0.01 %)", strata_proto_get_double (&values.fields[4]));
  add_percent (sample, "cpu.load.system (0.01 %)", strata_proto_get_double (&values.fields[5]));
  add_percent (sample, "cpu.load.total (0.01 %)", strata_proto_get_double (&values.fields[6]));
}

/* Takes a process and its name; other plugins list them, too. */
static guint32
see_process (const Sample *sample,
             const Values *values)
{
  const gint64 pid = (gint32) get_int (values, 1);

  if (pid <= 0)
    return STRATA_NONE;

  strata_process_list_add (strata_event_sink_get_list (sample->reader->sink), (guint32) pid, (guint32) pid, (StrataText){ "", 0 }, strata_proto_get_text (&values->fields[2]));
  return strata_event_sink_see_process (sample->reader->sink, pid);
}

/* Kernel threads have no memory of their own. */
static void
take_process_memory (const Sample *sample,
                     StrataProto message)
{
  static const char *const names[] = { [3] = "mem.virt", "mem.rss", "mem.rss.anon", "mem.rss.file", "mem.rss.shmem", "mem.swap", "mem.locked", "mem.rss.watermark" };
  const Values values = read_values (sample, message);
  const guint32 process = see_process (sample, &values);

  if (process == STRATA_NONE || get_int (&values, 3) == 0)
    return;

  for (guint i = 3; i < G_N_ELEMENTS (names); i++)
    add (sample, process, names[i], get_int (&values, i), BYTES_PER_KB);

  add (sample, process, "oom_score_adj", get_int (&values, 11), 1);
}

static void
take_memory (const Sample *sample,
             StrataProto data)
{
  while (strata_proto_next (&data))
    if (data.number == 1)
      take_process_memory (sample, strata_proto_enter (&data));
    else if (data.number == 2)
      {
        const Values values = read_values (sample, strata_proto_enter (&data));
        const guint64 key = (guint64) get_int (&values, 1);

        if (key > 0 && key < G_N_ELEMENTS (meminfo_names))
          add (sample, STRATA_NONE, meminfo_names[key], get_int (&values, 2), BYTES_PER_KB);
      }

  sample->reader->n_damaged += data.is_damaged != FALSE;
}

static void
take_process (const Sample *sample,
              StrataProto message)
{
  const Values values = read_values (sample, message);
  const Values cpu = read_values (sample, strata_proto_enter (&values.fields[5]));
  const Values memory = read_values (sample, strata_proto_enter (&values.fields[6]));
  const Values disk = read_values (sample, strata_proto_enter (&values.fields[7]));
  const guint32 process = see_process (sample, &values);

  if (process == STRATA_NONE)
    return;

  if (values.fields[5].number != 0)
    {
      add (sample, process, "threads", get_int (&cpu, 2), 1);
      add (sample, process, "cpu.time_ms", get_int (&cpu, 3), 1);
    }
  if (get_int (&memory, 1) > 0)
    add (sample, process, "mem.pss", get_int (&memory, 1), BYTES_PER_KB);
  if (get_int (&disk, 5) > 0 || get_int (&disk, 6) > 0)
    {
      add (sample, process, "disk.read_bytes", get_int (&disk, 5), 1);
      add (sample, process, "disk.written_bytes", get_int (&disk, 6), 1);
    }
}

static void
take_processes (const Sample *sample,
                StrataProto data)
{
  while (strata_proto_next (&data))
    if (data.number == 1)
      take_process (sample, strata_proto_enter (&data));

  sample->reader->n_damaged += data.is_damaged != FALSE;
}

static void
take_disk (const Sample *sample,
           StrataProto data)
{
  const Values values = read_values (sample, data);

  add (sample, STRATA_NONE, "disk.read_bytes", get_int (&values, 4), BYTES_PER_KB);
  add (sample, STRATA_NONE, "disk.written_bytes", get_int (&values, 5), BYTES_PER_KB);
}

/* Adds bytes and packets, received and sent, from four consecutive fields. */
static void
add_traffic (const Sample *sample,
             const Values *values,
             guint first,
             StrataText device)
{
  static const char *const names[] = { "rx_bytes", "rx_packets", "tx_bytes", "tx_packets" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      char name[128];

      g_snprintf (name, sizeof name, "net.%.*s%s%s", (int) MIN (device.n_bytes, 64), device.text, device.n_bytes > 0 ? "." : "", names[i]);
      add (sample, STRATA_NONE, name, get_int (values, first + i), 1);
    }
}

static void
take_network (const Sample *sample,
              StrataProto data)
{
  while (strata_proto_next (&data))
    if (data.number == 2)
      {
        StrataProto system = strata_proto_enter (&data);
        const Values values = read_values (sample, system);

        add_traffic (sample, &values, 3, (StrataText){ "", 0 });
        while (strata_proto_next (&system))
          if (system.number == 7)
            {
              const Values device = read_values (sample, strata_proto_enter (&system));

              add_traffic (sample, &device, 2, strata_proto_get_text (&device.fields[1]));
            }
      }

  sample->reader->n_damaged += data.is_damaged != FALSE;
}

void
strata_htrace_reader_take_stats (StrataHtraceReader *self,
                                 const StrataHtraceMessage *message)
{
  const StrataProto data = strata_proto (message->data, message->n_bytes);
  const Sample sample = { self, strata_htrace_reader_place (self, message->container, message->clock, message->time_ns) };

  if (message->time_ns <= 0)
    self->n_damaged++;
  else if (message->kind == STRATA_HTRACE_CPU)
    take_cpu (&sample, data);
  else if (message->kind == STRATA_HTRACE_MEMORY)
    take_memory (&sample, data);
  else if (message->kind == STRATA_HTRACE_PROCESS)
    take_processes (&sample, data);
  else if (message->kind == STRATA_HTRACE_DISK)
    take_disk (&sample, data);
  else
    take_network (&sample, data);
}
