/* strata-sql-threads.c - thread, process and cpu
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

/* The process with the id -1 collects threads of unknown processes: to SQL, these have none. */

STRATA_SQL_COUNT (count_threads, source->n_threads)
STRATA_SQL_GETTER (gint64, get_tid, source->threads[row].tid)
STRATA_SQL_GETTER (guint32, get_thread_name, source->threads[row].name)
STRATA_SQL_GETTER (gint64, get_thread_begin, strata_sql_time (source->threads[row].first_ns))
STRATA_SQL_GETTER (gint64, get_thread_end, strata_sql_time (source->threads[row].last_ns))
STRATA_SQL_GETTER (gint64, get_thread_start, strata_sql_time (source->threads[row].start_ns))
STRATA_SQL_GETTER (gint64, get_thread_stop, strata_sql_time (source->threads[row].end_ns))

static const StrataProcess *
get_process (const StrataSqlSource *source,
             guint32 row)
{
  const guint32 process = source->threads[row].process;

  return process != STRATA_NONE && source->processes[process].pid >= 0 ? &source->processes[process] : NULL;
}

STRATA_SQL_GETTER (gint64, get_upid, get_process (source, row) != NULL ? (gint64) source->threads[row].process : STRATA_SQL_NULL)

static gint64
is_main_thread (StrataSqlSource *source,
                guint32 row)
{
  const StrataProcess *process = get_process (source, row);

  return process != NULL ? process->pid == source->threads[row].tid : STRATA_SQL_NULL;
}

STRATA_SQL_GETTER (gint64, is_idle, source->threads[row].tid == 0)
STRATA_SQL_GETTER (gint64, get_running, source->threads[row].n_states > 0 ? source->threads[row].running_ns : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_device, strata_sql_index (source->threads[row].device))

static const StrataSqlColumn thread_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "The same as utid", STRATA_SQL_ID, strata_sql_get_row },
  { "utid", STRATA_SQL_INTEGER, NULL, "Number of the thread, unique in the trace", STRATA_SQL_ID, strata_sql_get_row },
  { "tid", STRATA_SQL_INTEGER, NULL, "Id of the thread in the system; may be used again", 0, get_tid },
  { "name", STRATA_SQL_TEXT, NULL, "Name", 0, .string = get_thread_name },
  { "start_ts", STRATA_SQL_INTEGER, "ns", "When it was started; NULL if that was not recorded", 0, get_thread_start },
  { "end_ts", STRATA_SQL_INTEGER, "ns", "When it ended; NULL if that was not recorded", 0, get_thread_stop },
  { "upid", STRATA_SQL_INTEGER, NULL, "Its process: process.upid; NULL if that is not known", 0, get_upid },
  { "is_main_thread", STRATA_SQL_INTEGER, NULL, "1 for the first thread of its process", 0, is_main_thread },
  { "is_idle", STRATA_SQL_INTEGER, NULL, "1 for the idle task", 0, is_idle },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Number of its device, from 0, if several were recorded", 0, get_device },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: threads have no arguments here", 0, strata_sql_get_null },
  { "first_ts", STRATA_SQL_INTEGER, "ns", "Its first event", STRATA_SQL_HIDDEN, get_thread_begin },
  { "last_ts", STRATA_SQL_INTEGER, "ns", "Its last event", STRATA_SQL_HIDDEN, get_thread_end },
  { "running_dur", STRATA_SQL_INTEGER, "ns", "How long it ran on all CPUs", 0, get_running },
};

const StrataSqlTable strata_sql_table_thread = {
  .name = "thread",
  .doc = "Threads",
  .columns = thread_columns,
  .n_columns = G_N_ELEMENTS (thread_columns),
  .count = count_threads,
};

STRATA_SQL_COUNT (count_processes, source->n_processes)
STRATA_SQL_GETTER (gboolean, process_exists, source->processes[row].pid >= 0)
STRATA_SQL_GETTER (gint64, get_pid, source->processes[row].pid)
STRATA_SQL_GETTER (guint32, get_process_name, source->processes[row].name)
STRATA_SQL_GETTER (gint64, get_process_start, strata_sql_time (source->processes[row].start_ns))
STRATA_SQL_GETTER (gint64, get_process_stop, strata_sql_time (source->processes[row].end_ns))
STRATA_SQL_GETTER (gint64, get_parent_upid, strata_sql_index (source->processes[row].parent))
STRATA_SQL_GETTER (gint64, get_uid, source->processes[row].uid >= 0 ? source->processes[row].uid : STRATA_SQL_NULL)

/* Users of a device have the apps' ids each in a range of its own. */
#define IDS_PER_USER 100000

STRATA_SQL_GETTER (gint64, get_appid, source->processes[row].uid >= 0 ? source->processes[row].uid % IDS_PER_USER : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_user, source->processes[row].uid >= 0 ? source->processes[row].uid / IDS_PER_USER : STRATA_SQL_NULL)

static gint64
get_process_device (StrataSqlSource *source,
                    guint32 row)
{
  return strata_sql_index (source->processes[row].device);
}

static const StrataSqlColumn process_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "The same as upid", STRATA_SQL_ID, strata_sql_get_row },
  { "upid", STRATA_SQL_INTEGER, NULL, "Number of the process, unique in the trace", STRATA_SQL_ID, strata_sql_get_row },
  { "pid", STRATA_SQL_INTEGER, NULL, "Id of the process in the system; may be used again", 0, get_pid },
  { "name", STRATA_SQL_TEXT, NULL, "Name", 0, .string = get_process_name },
  { "start_ts", STRATA_SQL_INTEGER, "ns", "When it was started, which may be before the trace; NULL if that was not recorded", 0, get_process_start },
  { "end_ts", STRATA_SQL_INTEGER, "ns", "When it ended; NULL if that was not recorded", 0, get_process_stop },
  { "parent_upid", STRATA_SQL_INTEGER, NULL, "The process that started it, if that is in the trace: process.upid", 0, get_parent_upid },
  { "uid", STRATA_SQL_INTEGER, NULL, "The user that it runs as", 0, get_uid },
  { "android_appid", STRATA_SQL_INTEGER, NULL, "The app of its uid", 0, get_appid },
  { "android_user_id", STRATA_SQL_INTEGER, NULL, "The person of its uid", 0, get_user },
  { "cmdline", STRATA_SQL_TEXT, NULL, "The same as name: command lines are not kept", 0, .string = get_process_name },
  { "arg_set_id", STRATA_SQL_INTEGER, NULL, "Always NULL: processes have no arguments here", 0, strata_sql_get_null },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Number of its device, from 0, if several were recorded", 0, get_process_device },
};

const StrataSqlTable strata_sql_table_process = {
  .name = "process",
  .doc = "Processes",
  .columns = process_columns,
  .n_columns = G_N_ELEMENTS (process_columns),
  .count = count_processes,
  .exists = process_exists,
};

STRATA_SQL_COUNT (count_cpus, source->n_cpus)
STRATA_SQL_GETTER (gint64, get_cpu, source->cpus[row].cpu)
STRATA_SQL_GETTER (gint64, get_known, strata_sql_time (source->cpus[row].known_ns))

static const StrataSqlColumn cpu_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the row", STRATA_SQL_ID, strata_sql_get_row },
  { "cpu", STRATA_SQL_INTEGER, NULL, "Number of the CPU", 0, get_cpu },
  { "ucpu", STRATA_SQL_INTEGER, NULL, "The same as cpu", STRATA_SQL_HIDDEN, get_cpu },
  { "known_ts", STRATA_SQL_INTEGER, "ns", "What it did before is not known", 0, get_known },
};

const StrataSqlTable strata_sql_table_cpu = {
  .name = "cpu",
  .doc = "CPUs that the scheduler reported",
  .columns = cpu_columns,
  .n_columns = G_N_ELEMENTS (cpu_columns),
  .count = count_cpus,
};
