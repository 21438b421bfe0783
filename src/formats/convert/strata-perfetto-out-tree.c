/* strata-perfetto-out-tree.c - processes and threads as the process tree of Perfetto
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include <string.h>

#include "strata-atrace-events.h"
#include "strata-command-lines.h"
#include "strata-global-process.h"
#include "strata-listed-tasks.h"

/* Names processes and threads for kernel events, and contains those without events. The tree has no times, so it does not describe ids that
 * were used again, and leaves out processes that get theirs later. */

#define PACKET_PROCESS_TREE 2
#define TREE_PROCESS 1
#define TREE_THREAD 2

/* Fields of a process, the last one of our own. */
#define PROCESS_PID 1
#define PROCESS_PPID 2
#define PROCESS_WORDS 3
#define PROCESS_UID 5
#define PROCESS_START 7
#define OWN_WHOLE_LINE 29700

#define THREAD_TID 1
#define THREAD_NAME 2
#define THREAD_PID 3

typedef struct
{
  StrataPerfettoOut *out;        /* borrowed */
  guint device;                  /* the device of the tree */
  const guint8 *reuse;           /* borrowed: by thread with events, whether others have its id */
  const gboolean *are_of_others; /* borrowed: by process with events, whether its id means other things, too */
  StrataProcess *processes;      /* owned: those with events, then the others */
  guint n_busy;                  /* how many have events */
  guint n_processes;
  StrataThread *threads; /* owned: the same */
  guint n_busy_threads;
  guint n_threads;
} Tree;

/* Whether an id means the process all the time. */
static gboolean
has_process (const Tree *self,
             guint32 process)
{
  if (process >= self->n_busy)
    return process < self->n_processes && self->processes[process].pid > 0;

  return self->processes[process].pid >= 0 && !strata_global_process_is (self->out->trace, process) && !self->are_of_others[process] && self->out->process_births[process] == STRATA_NO_TIME && strata_out_ids_has_process (&self->out->ids, process);
}

static gint64
get_pid (const Tree *self,
         guint32 process)
{
  return process < self->n_busy ? strata_out_ids_get_pid (&self->out->ids, process) : self->processes[process].pid;
}

/* The id of the process that started it; -1 if that is unknown. The process after the last one is the idle one. */
static gint64
find_ppid (const Tree *self,
           guint32 process)
{
  const guint32 parent = self->processes[process].parent;

  if (parent == self->n_processes)
    return 0;

  return parent != STRATA_NONE && has_process (self, parent) ? get_pid (self, parent) : -1;
}

/* Writes a command line as its words, of which readers take the first for the name. If that is another one, the whole is our own
 * field. That is empty if a Perfetto trace has the name from elsewhere; in other files the name is all that a command line is known by.
 * A line of one word with spaces is written twice, as readers may take its first part. */
static void
put_command (const Tree *self,
             guint32 process)
{
  GString *out = self->out->inner;
  g_autofree char *name = process < self->n_busy ? strata_perfetto_out_dup_process_name (self->out, process) : g_strdup (strata_trace_get_string (self->out->trace, self->processes[process].name));
  const char *line = strata_trace_get_string (self->out->trace, strata_command_lines_find (self->out->trace, process));
  const gsize n_bytes = strlen (name);
  const gboolean is_unknown = *line == '\0' && *name != '\0' && g_str_equal (strata_trace_get_format_id (self->out->trace), "perfetto");
  const gboolean has_name = n_bytes > 0 && g_str_has_prefix (line, name) && (line[n_bytes] == ' ' || line[n_bytes] == '\0');
  g_auto (GStrv) words = has_name && line[n_bytes] == ' ' ? g_strsplit (line + n_bytes + 1, " ", -1) : g_new0 (char *, 1);

  if (*name != '\0')
    strata_proto_put_text (out, PROCESS_WORDS, name);
  for (guint i = 0; words[i] != NULL; i++)
    strata_proto_put_text (out, PROCESS_WORDS, words[i]);

  if (!has_name && (*line != '\0' || is_unknown))
    strata_proto_put_text (out, OWN_WHOLE_LINE, line);
  else if (words[0] == NULL && strchr (name, ' ') != NULL)
    strata_proto_put_text (out, OWN_WHOLE_LINE, name);
}

static void
put_facts (const Tree *self,
           guint32 process)
{
  const StrataProcess *row = &self->processes[process];
  const gint64 ppid = find_ppid (self, process);
  GString *out = self->out->inner;

  if (ppid >= 0)
    strata_proto_put_uint (out, PROCESS_PPID, (guint64) ppid);
  put_command (self, process);
  if (row->uid >= 0)
    strata_proto_put_uint (out, PROCESS_UID, (guint64) row->uid);
}

static void
write_process (const Tree *self,
               guint32 process,
               gboolean is_alone)
{
  const StrataProcess *row = &self->processes[process];
  GString *out = self->out->inner;

  strata_proto_put_uint (out, PROCESS_PID, (guint64) get_pid (self, process));
  if (is_alone)
    put_facts (self, process);
  if (row->start_ns != STRATA_NO_TIME && row->start_ns > -self->out->moved_ns)
    strata_proto_put_uint (out, PROCESS_START, strata_perfetto_out_get_time (self->out, row->start_ns));

  strata_proto_put_message (self->out->body, TREE_PROCESS, out);
}

static void
write_thread (const Tree *self,
              gint64 tid,
              guint32 name,
              gint64 pid)
{
  GString *out = self->out->inner;

  strata_proto_put_uint (out, THREAD_TID, (guint64) tid);
  if (name != STRATA_STRING_EMPTY)
    strata_proto_put_text (out, THREAD_NAME, strata_trace_get_string (self->out->trace, name));
  strata_proto_put_uint (out, THREAD_PID, (guint64) pid);
  strata_proto_put_message (self->out->body, TREE_THREAD, out);
}

/* Other programs take a thread without a process for one of process 0. */
static void
write_busy_thread (const Tree *self,
                   guint32 thread)
{
  const StrataThread *row = &self->threads[thread];
  const gboolean is_constant = self->reuse[thread] == STRATA_ATRACE_REUSE_NONE && (row->process == STRATA_NONE || self->out->process_births[row->process] == STRATA_NO_TIME);
  const gint64 pid = strata_out_ids_get_pid (&self->out->ids, row->process);

  if (row->tid > 0 && !row->has_own_id && is_constant && pid >= 0)
    write_thread (self, strata_perfetto_out_get_tid (self->out, thread), self->out->names[thread], pid);
}

static void
write_all (const Tree *self,
           const gboolean *are_reused_processes)
{
  for (guint i = 0; i < self->n_processes; i++)
    if (strata_perfetto_out_set_device (self->out, self->processes[i].device) == self->device && has_process (self, i))
      write_process (self, i, i >= self->n_busy || !are_reused_processes[i]);

  for (guint i = 0; i < self->n_busy_threads; i++)
    if (strata_perfetto_out_set_thread (self->out, i) == self->device)
      write_busy_thread (self, i);

  for (guint i = self->n_busy_threads; i < self->n_threads; i++)
    if (strata_perfetto_out_set_device (self->out, self->threads[i].device) == self->device && self->threads[i].process != STRATA_NONE && has_process (self, self->threads[i].process))
      write_thread (self, self->threads[i].tid, self->threads[i].name, get_pid (self, self->threads[i].process));
}

/**
 * strata_perfetto_out_tree:
 * @self: where packets go
 * @device: number of a device
 * @reuse: by thread, whether others have the same id
 * @are_reused_processes: the same for processes
 * @are_of_others: by process, whether its id is that of a thread of another one
 *
 * Writes the processes and threads of a device, with those that have no events.
 */
void
strata_perfetto_out_tree (StrataPerfettoOut *self,
                          guint device,
                          const guint8 *reuse,
                          const gboolean *are_reused_processes,
                          const gboolean *are_of_others)
{
  Tree tree = { .out = self, .device = device, .reuse = reuse, .are_of_others = are_of_others };

  strata_trace_get_processes (self->trace, &tree.n_busy);
  strata_trace_get_threads (self->trace, &tree.n_busy_threads);
  tree.processes = strata_listed_tasks_dup_processes (self->trace, &tree.n_processes);
  tree.threads = strata_listed_tasks_dup_threads (self->trace, &tree.n_threads);

  write_all (&tree, are_reused_processes);
  strata_perfetto_out_set_device (self, device);
  strata_perfetto_out_end_packet (self, PACKET_PROCESS_TREE, 1);

  g_free (tree.processes);
  g_free (tree.threads);
}
