/* strata-ftrace-tasks.c - who writes the lines of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-tasks.h"

#include <string.h>

#include "strata-column.h"

/* Every line asks for its thread, so the table is an open addressing one of tids;
 * slots hold the row's number + 1 and are at most half used. Rows move when one
 * is added: a pointer to one is good until then.
 *
 * A name holds from its time on. The last one wins, also where sections of the
 * file stand in another order than their times. */
#define N_FIRST_SLOTS 1024
#define N_PROCESS_SLOTS 64

struct _StrataFtraceTasks
{
  StrataTraceBuilder *builder;  /* borrowed: of the caller */
  StrataFtraceStrings *strings; /* borrowed: of the caller */
  StrataColumn rows;            /* StrataFtraceTaskRow */
  guint32 *slots;               /* owned */
  guint32 n_slots;              /* a power of two */
  GHashTable *processes;        /* pid -> index + 1 */
  gint64 recent_pids[N_PROCESS_SLOTS];
  guint32 recent_processes[N_PROCESS_SLOTS];
};

/**
 * strata_ftrace_tasks_new:
 * @builder: where threads and processes are made; must outlive the result
 * @strings: where names are interned; must outlive the result
 *
 * Returns: (transfer full): an empty table
 */
StrataFtraceTasks *
strata_ftrace_tasks_new (StrataTraceBuilder *builder,
                         StrataFtraceStrings *strings)
{
  StrataFtraceTasks *self = g_new0 (StrataFtraceTasks, 1);

  self->builder = builder;
  self->strings = strings;
  self->n_slots = N_FIRST_SLOTS;
  self->slots = g_new0 (guint32, self->n_slots);
  self->processes = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < N_PROCESS_SLOTS; i++)
    self->recent_pids[i] = -1;

  return self;
}

/**
 * strata_ftrace_tasks_free:
 * @self: (nullable) (transfer full): the table
 */
void
strata_ftrace_tasks_free (StrataFtraceTasks *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->rows);
  g_hash_table_unref (self->processes);
  g_free (self->slots);
  g_free (self);
}

static inline StrataFtraceTaskRow *
get_row (StrataFtraceTasks *self,
         guint32 index)
{
  return &strata_column_at (&self->rows, StrataFtraceTaskRow, index);
}

/* The slot of a tid, or the free one where it belongs. */
static inline guint32
find_slot (StrataFtraceTasks *self,
           guint32 tid)
{
  guint32 slot = (tid * 0x9e3779b1u) >> 8 & (self->n_slots - 1);

  while (self->slots[slot] != 0 && get_row (self, self->slots[slot] - 1)->tid != tid)
    slot = (slot + 1) & (self->n_slots - 1);

  return slot;
}

static void
grow_slots (StrataFtraceTasks *self)
{
  g_free (self->slots);
  self->n_slots *= 2;
  self->slots = g_new0 (guint32, self->n_slots);

  for (guint32 i = 0; i < self->rows.n; i++)
    self->slots[find_slot (self, get_row (self, i)->tid)] = i + 1;
}

static StrataFtraceTaskRow *
add_row (StrataFtraceTasks *self,
         guint32 tid)
{
  StrataFtraceTaskRow *row = strata_column_push (&self->rows, sizeof *row);

  *row = (StrataFtraceTaskRow){
    .tid = tid,
    .thread = strata_trace_builder_get_thread (self->builder, tid),
    .pid = -1,
    .process = STRATA_NONE,
    .comm = { "", 0 },
    .named_ns = STRATA_NO_TIME,
  };

  if (self->rows.n * 2 > self->n_slots)
    grow_slots (self);
  else
    self->slots[find_slot (self, tid)] = (guint32) self->rows.n;

  return row;
}

/**
 * strata_ftrace_tasks_find:
 * @self: the table
 * @tid: a thread id
 *
 * Returns: (nullable) (transfer none): the thread, if it was met before
 */
StrataFtraceTaskRow *
strata_ftrace_tasks_find (StrataFtraceTasks *self,
                          guint32 tid)
{
  guint32 known = self->slots[find_slot (self, tid)];

  return known != 0 ? get_row (self, known - 1) : NULL;
}

/**
 * strata_ftrace_tasks_get:
 * @self: the table
 * @tid: a thread id
 *
 * Finds or adds a thread.
 *
 * Returns: (transfer none): the thread, until the next one is added
 */
StrataFtraceTaskRow *
strata_ftrace_tasks_get (StrataFtraceTasks *self,
                         guint32 tid)
{
  StrataFtraceTaskRow *row = strata_ftrace_tasks_find (self, tid);

  return G_LIKELY (row != NULL) ? row : add_row (self, tid);
}

static void
rename_task (StrataFtraceTasks *self,
             StrataFtraceTaskRow *row,
             StrataText comm)
{
  static const char unknown[] = "<...>";

  /* The kernel's way to say that it has not kept the name. */
  if (comm.n_bytes == 0 || (comm.n_bytes == strlen (unknown) && memcmp (comm.text, unknown, strlen (unknown)) == 0))
    return;

  guint32 name = strata_ftrace_strings_intern (self->strings, comm);

  row->comm = strata_ftrace_strings_get (self->strings, name);
  strata_trace_builder_name_thread (self->builder, row->thread, name);
}

/**
 * strata_ftrace_tasks_name:
 * @self: the table
 * @row: a thread
 * @comm: a name; "<...>" is none
 * @time_ns: when it had it
 *
 * Names a thread.
 */
void
strata_ftrace_tasks_name (StrataFtraceTasks *self,
                          StrataFtraceTaskRow *row,
                          StrataText comm,
                          gint64 time_ns)
{
  if (G_UNLIKELY (time_ns < row->named_ns))
    return;

  if (G_UNLIKELY (comm.n_bytes != row->comm.n_bytes || memcmp (comm.text, row->comm.text, comm.n_bytes) != 0))
    rename_task (self, row, comm);

  row->named_ns = time_ns;
}

/**
 * strata_ftrace_tasks_set_process:
 * @self: the table
 * @row: a thread
 * @pid: its process
 * @trust: from where that is known
 *
 * Tells the process of a thread. The column changes when a thread id is used
 * again; of the other sources, the first to say something is believed.
 */
void
strata_ftrace_tasks_set_process (StrataFtraceTasks *self,
                                 StrataFtraceTaskRow *row,
                                 gint64 pid,
                                 StrataFtraceTrust trust)
{
  gboolean is_better = trust > row->trust || trust == STRATA_FTRACE_TRUST_COLUMN;

  if (G_LIKELY (pid == row->pid && trust <= row->trust))
    return;

  if (!is_better || pid < 0)
    return;

  row->trust = trust;
  row->pid = pid;
  row->process = strata_ftrace_tasks_get_process (self, pid);
  strata_trace_builder_set_thread_process (self->builder, row->thread, row->process);
}

/**
 * strata_ftrace_tasks_get_process:
 * @self: the table
 * @pid: a process id, or -1
 *
 * Returns: its index in the builder; %STRATA_NONE for -1
 */
guint32
strata_ftrace_tasks_get_process (StrataFtraceTasks *self,
                                 gint64 pid)
{
  gsize slot = (gsize) pid % N_PROCESS_SLOTS;

  if (pid < 0)
    return STRATA_NONE;

  if (self->recent_pids[slot] != pid)
    {
      self->recent_pids[slot] = pid;
      self->recent_processes[slot] = strata_trace_builder_get_process (self->builder, pid);
      g_hash_table_insert (self->processes, GSIZE_TO_POINTER (pid), GUINT_TO_POINTER (self->recent_processes[slot] + 1));
    }

  return self->recent_processes[slot];
}

/**
 * strata_ftrace_tasks_name_process:
 * @self: the table
 * @pid: a process id
 * @name: its name
 *
 * Names a process if the capture has it. Others are called by their main thread.
 */
void
strata_ftrace_tasks_name_process (StrataFtraceTasks *self,
                                  gint64 pid,
                                  StrataText name)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->processes, GSIZE_TO_POINTER (pid)));

  if (known > 0)
    strata_trace_builder_name_process (self->builder, known - 1, strata_ftrace_strings_intern (self->strings, name));
}

/**
 * strata_ftrace_tasks_finish:
 * @self: the table
 *
 * Puts threads whose process nobody told, but whose id is that of a process, there.
 */
void
strata_ftrace_tasks_finish (StrataFtraceTasks *self)
{
  for (guint32 i = 0; i < self->rows.n; i++)
    {
      StrataFtraceTaskRow *row = get_row (self, i);

      if (row->process == STRATA_NONE && g_hash_table_contains (self->processes, GSIZE_TO_POINTER (row->tid)))
        strata_ftrace_tasks_set_process (self, row, row->tid, STRATA_FTRACE_TRUST_PARENT);
    }
}

/**
 * strata_ftrace_tasks_find_level_writers:
 * @self: the table
 * @n_threads: (out): length of the result
 *
 * Finds the threads of processes that write markers of HiTrace with levels. The
 * library that does is one in a process, so all its markers have a level.
 *
 * Returns: (transfer full) (array length=n_threads): whether it is one, by the index of the thread
 */
gboolean *
strata_ftrace_tasks_find_level_writers (StrataFtraceTasks *self,
                                        guint *n_threads)
{
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);

  *n_threads = 0;

  for (guint32 i = 0; i < self->rows.n; i++)
    {
      const StrataFtraceTaskRow *row = get_row (self, i);

      *n_threads = MAX (*n_threads, row->thread + 1);
      if (row->writes_levels && row->process != STRATA_NONE)
        g_hash_table_add (processes, GUINT_TO_POINTER (row->process));
    }

  gboolean *are_writers = g_new0 (gboolean, MAX (*n_threads, 1));

  for (guint32 i = 0; i < self->rows.n; i++)
    {
      const StrataFtraceTaskRow *row = get_row (self, i);

      are_writers[row->thread] = row->writes_levels || (row->process != STRATA_NONE && g_hash_table_contains (processes, GUINT_TO_POINTER (row->process)));
    }

  return are_writers;
}
