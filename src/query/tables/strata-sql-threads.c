/* strata-sql-threads.c - thread, process, cpu and machine
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-command-lines.h"
#include "strata-cpu-facts.h"
#include "strata-device-names.h"
#include "strata-sql-args.h"
#include "strata-sql-metadata.h"
#include "strata-sql-private.h"

/* Rows are those of strata-sql-numbers.c. An idle one is the same in every trace, whether anything is recorded on it or not. */

static gboolean
is_idle_row (const StrataSqlNumbers *numbers,
             guint32 row)
{
  return row == 0 || row >= numbers->n_busy;
}

/* The thread of a row; NULL for an idle one. */
static const StrataThread *
get_thread (const StrataSqlSource *source,
            guint32 row)
{
  return !is_idle_row (source->utids, row) ? &source->threads[source->utids->index[row]] : NULL;
}

static gint64
get_thread_time (const StrataSqlSource *source,
                 guint32 row,
                 gsize offset)
{
  const StrataThread *thread = get_thread (source, row);

  return thread != NULL ? strata_sql_time (G_STRUCT_MEMBER (gint64, thread, offset)) : STRATA_SQL_NULL;
}

STRATA_SQL_COUNT (count_threads, source->utids->n)
STRATA_SQL_GETTER (gint64, is_idle, is_idle_row (source->utids, row))
STRATA_SQL_GETTER (gint64, get_tid, get_thread (source, row) != NULL ? get_thread (source, row)->tid : 0)
STRATA_SQL_GETTER (gint64, get_thread_begin, get_thread_time (source, row, G_STRUCT_OFFSET (StrataThread, first_ns)))
STRATA_SQL_GETTER (gint64, get_thread_end, get_thread_time (source, row, G_STRUCT_OFFSET (StrataThread, last_ns)))
STRATA_SQL_GETTER (gint64, get_thread_start, get_thread_time (source, row, G_STRUCT_OFFSET (StrataThread, start_ns)))
STRATA_SQL_GETTER (gint64, get_thread_stop, get_thread_time (source, row, G_STRUCT_OFFSET (StrataThread, end_ns)))

static const char *
get_thread_name (StrataSqlSource *source,
                 guint32 row)
{
  const StrataThread *thread = get_thread (source, row);

  if (thread == NULL)
    return "swapper";

  return thread->name != STRATA_STRING_EMPTY ? strata_trace_get_string (source->trace, thread->name) : NULL;
}

static gint64
get_device (StrataSqlSource *source,
            guint32 row)
{
  const StrataThread *thread = get_thread (source, row);

  return thread != NULL ? strata_device_or_first (thread->device) : strata_sql_numbers_get_device (source->utids, row);
}

static gint64
get_upid (StrataSqlSource *source,
          guint32 row)
{
  const StrataThread *thread = get_thread (source, row);

  if (thread == NULL)
    return strata_sql_numbers_get_idle (source->upids, strata_sql_numbers_get_device (source->utids, row));

  return strata_sql_source_get_upid (source, thread->process);
}

static gint64
is_main_thread (StrataSqlSource *source,
                guint32 row)
{
  const StrataThread *thread = get_thread (source, row);

  if (thread == NULL)
    return 1;

  return get_upid (source, row) != STRATA_SQL_NULL ? source->processes[thread->process].pid == thread->tid : STRATA_SQL_NULL;
}

static gint64
get_running (StrataSqlSource *source,
             guint32 row)
{
  const StrataThread *thread = get_thread (source, row);

  return thread != NULL && thread->n_states > 0 ? thread->running_ns : STRATA_SQL_NULL;
}

static const StrataSqlColumn thread_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "The same as utid", STRATA_SQL_ID, strata_sql_get_row },
  { "utid", STRATA_SQL_INTEGER, NULL, "Number of the thread, unique in the trace; 0 is the idle thread", STRATA_SQL_ID, strata_sql_get_row },
  { "tid", STRATA_SQL_INTEGER, NULL, "Id of the thread in the system; may be used again", 0, get_tid },
  { "name", STRATA_SQL_TEXT, NULL, "Name", 0, .word = get_thread_name },
  { "start_ts", STRATA_SQL_INTEGER, "ns", "When it was started; NULL if that was not recorded", 0, get_thread_start },
  { "end_ts", STRATA_SQL_INTEGER, "ns", "When it ended; NULL if that was not recorded", 0, get_thread_stop },
  { "upid", STRATA_SQL_INTEGER, NULL, "Its process: process.upid; NULL if that is not known", 0, get_upid },
  { "is_main_thread", STRATA_SQL_INTEGER, NULL, "1 for the first thread of its process", 0, is_main_thread },
  { "is_idle", STRATA_SQL_INTEGER, NULL, "1 for the idle thread of a device", 0, is_idle },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Its device: machine.id", 0, get_device },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: threads have no arguments here", 0, strata_sql_get_null },
  { "first_ts", STRATA_SQL_INTEGER, "ns", "Its first event", STRATA_SQL_HIDDEN, get_thread_begin },
  { "last_ts", STRATA_SQL_INTEGER, "ns", "Its last event", STRATA_SQL_HIDDEN, get_thread_end },
  { "running_dur", STRATA_SQL_INTEGER, "ns", "How long it ran on all CPUs", 0, get_running },
};

const StrataSqlTable strata_sql_table_thread = {
  .name = "thread",
  .doc = "Threads; of a Perfetto trace also those of its lists that have no events",
  .columns = thread_columns,
  .n_columns = G_N_ELEMENTS (thread_columns),
  .count = count_threads,
};

/* The process of a row. An idle one that the trace does not have is empty. */
static const StrataProcess *
get_process (const StrataSqlSource *source,
             guint32 row)
{
  static const StrataProcess idle = { .parent = STRATA_NONE, .uid = -1, .start_ns = STRATA_NO_TIME, .end_ns = STRATA_NO_TIME };
  const guint32 process = source->upids->index[row];

  return process != STRATA_NONE ? &source->processes[process] : &idle;
}

STRATA_SQL_COUNT (count_processes, source->upids->n)
STRATA_SQL_GETTER (gint64, get_pid, get_process (source, row)->pid)
STRATA_SQL_GETTER (guint32, get_process_name, get_process (source, row)->name)
/* Only Perfetto's lists have command lines. */
static guint32
get_command_line (StrataSqlSource *source,
                  guint32 row)
{
  const guint32 process = source->upids->index[row];

  if (!g_str_equal (strata_trace_get_format_id (source->trace), "perfetto"))
    return get_process_name (source, row);

  return process != STRATA_NONE ? strata_command_lines_find (source->trace, process) : STRATA_STRING_EMPTY;
}

STRATA_SQL_GETTER (gint64, get_process_start, strata_sql_time (get_process (source, row)->start_ns))
STRATA_SQL_GETTER (gint64, get_process_stop, strata_sql_time (get_process (source, row)->end_ns))
STRATA_SQL_GETTER (gint64, get_parent_upid, strata_sql_source_get_upid (source, get_process (source, row)->parent))
STRATA_SQL_GETTER (gint64, get_uid, get_process (source, row)->uid >= 0 ? get_process (source, row)->uid : STRATA_SQL_NULL)

/* Each user of a device has a separate range of app ids. */
#define IDS_PER_USER 100000

STRATA_SQL_GETTER (gint64, get_appid, get_process (source, row)->uid >= 0 ? get_process (source, row)->uid % IDS_PER_USER : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_user, get_process (source, row)->uid >= 0 ? get_process (source, row)->uid / IDS_PER_USER : STRATA_SQL_NULL)

static gint64
get_process_device (StrataSqlSource *source,
                    guint32 row)
{
  if (is_idle_row (source->upids, row))
    return strata_sql_numbers_get_device (source->upids, row);

  return strata_device_or_first (get_process (source, row)->device);
}

static const StrataSqlColumn process_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "The same as upid", STRATA_SQL_ID, strata_sql_get_row },
  { "upid", STRATA_SQL_INTEGER, NULL, "Number of the process, unique in the trace; 0 is that of the idle thread", STRATA_SQL_ID, strata_sql_get_row },
  { "pid", STRATA_SQL_INTEGER, NULL, "Id of the process in the system; may be used again", 0, get_pid },
  { "name", STRATA_SQL_TEXT, NULL, "Name", 0, .string = get_process_name },
  { "start_ts", STRATA_SQL_INTEGER, "ns", "When it was started, which may be before the trace; NULL if that was not recorded", 0, get_process_start },
  { "end_ts", STRATA_SQL_INTEGER, "ns", "When it ended; NULL if that was not recorded", 0, get_process_stop },
  { "parent_upid", STRATA_SQL_INTEGER, NULL, "The process that started it, if that is in the trace: process.upid", 0, get_parent_upid },
  { "uid", STRATA_SQL_INTEGER, NULL, "The user that it runs as", 0, get_uid },
  { "android_appid", STRATA_SQL_INTEGER, NULL, "The app of its uid", 0, get_appid },
  { "android_user_id", STRATA_SQL_INTEGER, NULL, "The person of its uid", 0, get_user },
  { "cmdline", STRATA_SQL_TEXT, NULL, "How it was started, if a Perfetto trace has that; in other files the same as name", 0, .string = get_command_line },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "The labels of a process of Chrome, such as the titles of its pages: args.arg_set_id", 0, strata_sql_args_get_process_set },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Its device: machine.id", 0, get_process_device },
};

const StrataSqlTable strata_sql_table_process = {
  .name = "process",
  .doc = "Processes; of a Perfetto trace also those of its lists that have no events",
  .columns = process_columns,
  .n_columns = G_N_ELEMENTS (process_columns),
  .count = count_processes,
};

STRATA_SQL_COUNT (count_cpus, source->n_cpus)
STRATA_SQL_GETTER (gint64, get_cpu, source->cpus[row].cpu % STRATA_DEVICE_CPUS)
STRATA_SQL_GETTER (gint64, get_unique_cpu, strata_sql_get_ucpu (source->cpus[row].cpu))
STRATA_SQL_GETTER (gint64, get_cpu_device, source->cpus[row].cpu / STRATA_DEVICE_CPUS)
STRATA_SQL_GETTER (gint64, get_known, strata_sql_time (source->cpus[row].known_ns))

static gint64
get_cluster (StrataSqlSource *source,
             guint32 row)
{
  g_auto (StrataCpuFact) fact = { 0 };

  return strata_cpu_fact_find (source->trace, source->cpus[row].cpu, &fact) && fact.cluster >= 0 ? fact.cluster : STRATA_SQL_NULL;
}

static gint64
get_capacity (StrataSqlSource *source,
              guint32 row)
{
  g_auto (StrataCpuFact) fact = { 0 };

  return strata_cpu_fact_find (source->trace, source->cpus[row].cpu, &fact) && fact.capacity > 0 ? fact.capacity : STRATA_SQL_NULL;
}

static void
get_processor (StrataSqlSource *source,
               guint32 row,
               StrataCell *cell)
{
  g_auto (StrataCpuFact) fact = { 0 };

  if (strata_cpu_fact_find (source->trace, source->cpus[row].cpu, &fact) && fact.processor != NULL)
    strata_cell_take_text (cell, g_steal_pointer (&fact.processor));
}

static const StrataSqlColumn cpu_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "The same as ucpu", 0, get_unique_cpu },
  { "ucpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU in sched and thread_state; those of each further device begin 4096 later", 0, get_unique_cpu },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU on its device", 0, get_cpu },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Its device: machine.id", 0, get_cpu_device },
  { "cluster_id", STRATA_SQL_INTEGER, NULL, "Its cluster, the slowest first, by what the recorder says about capacities or frequencies; NULL if it says nothing", 0, get_cluster },
  { "processor", STRATA_SQL_TEXT, NULL, "What it is", 0, .cell = get_processor },
  { "capacity", STRATA_SQL_INTEGER, NULL, "How fast it is compared to others; NULL if unknown", 0, get_capacity },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL", 0, strata_sql_get_null },
  { "known_ts", STRATA_SQL_INTEGER, "ns", "What it did before is not known", 0, get_known },
};

const StrataSqlTable strata_sql_table_cpu = {
  .name = "cpu",
  .doc = "CPUs that the scheduler reported",
  .columns = cpu_columns,
  .n_columns = G_N_ELEMENTS (cpu_columns),
  .count = count_cpus,
};

static guint32
count_machines (StrataSqlSource *source)
{
  return strata_device_names_count (source->trace);
}

static const char *
get_machine_name (StrataSqlSource *source,
                  guint32 row)
{
  return strata_device_names_find (source->trace, row);
}

/* Facts from a recorder are about the first device. */
static const char *
get_fact (StrataSqlSource *source,
          guint32 row,
          const char *key)
{
  return row == 0 ? strata_trace_get_property (source->trace, key) : NULL;
}

STRATA_SQL_GETTER (const char *, get_system, get_fact (source, row, "system"))
STRATA_SQL_GETTER (const char *, get_release, get_fact (source, row, "kernel"))
STRATA_SQL_GETTER (const char *, get_arch, get_fact (source, row, "machine"))
STRATA_SQL_GETTER (const char *, get_version, get_fact (source, row, "kernel version"))
STRATA_SQL_GETTER (const char *, get_build, get_fact (source, row, "build"))
STRATA_SQL_GETTER (const char *, get_manufacturer, get_fact (source, row, "manufacturer"))

static gint64
get_number (StrataSqlSource *source,
            guint32 row,
            const char *key)
{
  return row == 0 ? strata_sql_metadata_get_number (source->trace, key) : STRATA_SQL_NULL;
}

STRATA_SQL_GETTER (gint64, get_sdk, get_number (source, row, "sdk"))
STRATA_SQL_GETTER (gint64, get_ram_bytes, get_number (source, row, "ram bytes"))

static gint64
get_n_cpus (StrataSqlSource *source,
            guint32 row)
{
  gint64 n = 0;

  for (guint i = 0; i < source->n_cpus; i++)
    n += source->cpus[i].cpu / STRATA_DEVICE_CPUS == row;

  return MAX (get_number (source, row, "number of cpus"), n > 0 ? n : STRATA_SQL_NULL);
}

static gint64
get_ram_gb (StrataSqlSource *source,
            guint32 row)
{
  const gint64 n_bytes = get_ram_bytes (source, row);

  return n_bytes != STRATA_SQL_NULL ? (n_bytes + 500000000) / 1000000000 : STRATA_SQL_NULL;
}

/* The number of a machine in a Perfetto trace is in its name. */
static gint64
get_raw_id (StrataSqlSource *source,
            guint32 row)
{
  const char *name = get_machine_name (source, row);
  guint64 number;

  if (row == 0)
    return 0;

  return name != NULL && g_str_has_prefix (name, "machine ") && g_ascii_string_to_unsigned (name + strlen ("machine "), 10, 0, G_MAXUINT32, &number, NULL) ? (gint64) number : STRATA_SQL_NULL;
}

static const StrataSqlColumn machine_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the device, from 0: machine_id of other tables", STRATA_SQL_ID, strata_sql_get_row },
  { "raw_id", STRATA_SQL_INTEGER, NULL, "Its number in the file: 0 for the first one; NULL if the file has a name for it instead", 0, get_raw_id },
  { "name", STRATA_SQL_TEXT, NULL, "What the file calls it; NULL if nothing says that", 0, .word = get_machine_name },
  { "sysname", STRATA_SQL_TEXT, NULL, "Its system, such as Linux; known of the first one only, as all that follows but the number of CPUs", 0, .word = get_system },
  { "release", STRATA_SQL_TEXT, NULL, "Its kernel", 0, .word = get_release },
  { "version", STRATA_SQL_TEXT, NULL, "Version of its kernel", 0, .word = get_version },
  { "arch", STRATA_SQL_TEXT, NULL, "Its processor, such as aarch64", 0, .word = get_arch },
  { "num_cpus", STRATA_SQL_INTEGER, NULL, "How many CPUs it has, as far as known", 0, get_n_cpus },
  { "android_build_fingerprint", STRATA_SQL_TEXT, NULL, "Its build of Android", 0, .word = get_build },
  { "android_device_manufacturer", STRATA_SQL_TEXT, NULL, "Who made it", 0, .word = get_manufacturer },
  { "android_sdk_version", STRATA_SQL_INTEGER, NULL, "Its API level", 0, get_sdk },
  { "system_ram_bytes", STRATA_SQL_INTEGER, "bytes", "Its memory", 0, get_ram_bytes },
  { "system_ram_gb", STRATA_SQL_INTEGER, "GB", "The same, rounded", 0, get_ram_gb },
  { "label_index", STRATA_SQL_INTEGER, NULL, "The same as id", 0, strata_sql_get_row },
};

const StrataSqlTable strata_sql_table_machine = {
  .name = "machine",
  .doc = "Devices, or the host and its virtual machines, that were recorded together",
  .columns = machine_columns,
  .n_columns = G_N_ELEMENTS (machine_columns),
  .count = count_machines,
};
