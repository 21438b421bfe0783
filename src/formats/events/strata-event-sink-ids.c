/* strata-event-sink-ids.c - threads by the ids that programs know them by
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"
#include "strata-pair-key.h"

/* A program that writes events of its own knows its threads by ids that need not be those of the
 * kernel: in a namespace of processes they count from 1, some tools count the threads of each process
 * or use an address. The sink has one thread for an id, as a kernel has. So whoever the kernel, a list
 * or the first event says keeps the id; a thread of the same id in another process, or with an id that
 * no kernel gives out, gets a number beyond all of those here, and is shown with its id. Kernels
 * have at most 22 bits; files have 31. */
#define FIRST_MADE_TID 0x70000000u

GHashTable *
strata_event_sink_new_made_tids (void)
{
  return g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
}

/* Ids that the kernel never gives a thread of a process; 0 is its idle threads, which are of none or of process 0. */
static gboolean
is_foreign (gint64 pid,
            gint64 tid)
{
  return tid < 0 || (tid == 0 && pid > 0) || tid >= STRATA_EVENT_IDLE_TASK;
}

/* Whether nothing says that a thread is of another process. */
static gboolean
may_be_in (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 pid)
{
  const gboolean is_latest = strata_event_tasks_find (self->tasks, task->tid) == task;
  const gint64 owner = task->pid >= 0 ? task->pid : strata_process_list_find_process_of (self->list, task, is_latest);

  return owner < 0 || owner == pid;
}

/* The latest of the threads of an id that is of a process, or else may be. */
static StrataEventTaskRow *
find_in (StrataEventSink *self,
         guint32 tid,
         gint64 pid)
{
  StrataEventTaskRow *task = strata_event_tasks_find_in (self->tasks, tid, pid);

  if (task != NULL)
    return task;

  task = strata_event_tasks_find (self->tasks, tid);
  while (task != NULL && !may_be_in (self, task, pid))
    task = strata_event_tasks_find_previous (self->tasks, task);

  return task;
}

/* Whether the id is that of a thread of another process, and of none of this one. */
static gboolean
is_of_another (StrataEventSink *self,
               gint64 pid,
               guint32 tid)
{
  const gint64 owner = strata_process_list_find_process (self->list, tid);

  if (pid < 0)
    return FALSE;
  if (strata_event_tasks_find (self->tasks, tid) == NULL)
    return owner >= 0 && owner != pid;

  return find_in (self, tid, pid) == NULL;
}

static guint32
make_tid (StrataEventSink *self,
          gint64 pid,
          gint64 tid)
{
  const StrataPairKey key = { (guint64) pid, (guint64) tid };
  static const StrataText nothing = { "", 0 };
  guint32 made = FIRST_MADE_TID + g_hash_table_size (self->made_tids);

  /* a file that was converted has such ids for its own */
  while (strata_event_tasks_find (self->tasks, made) != NULL || strata_process_list_find_process (self->list, made) >= 0)
    made++;

  g_hash_table_insert (self->made_tids, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (made));
  strata_event_tasks_set_own_id (self->tasks, made, tid);
  strata_process_list_add (self->list, made, (guint32) MAX (pid, 0), nothing, nothing);
  return made;
}

/**
 * strata_event_sink_get_tid:
 * @self: the sink
 * @pid: its process, or -1 if not known
 * @tid: a thread id, as who writes events knows it
 *
 * Returns: the id that events of this thread are to have here
 */
guint32
strata_event_sink_get_tid (StrataEventSink *self,
                           gint64 pid,
                           gint64 tid)
{
  const StrataPairKey key = { (guint64) pid, (guint64) tid };
  const guint32 made = g_hash_table_size (self->made_tids) > 0 ? GPOINTER_TO_UINT (g_hash_table_lookup (self->made_tids, &key)) : 0;

  if (made != 0)
    return made;

  return is_foreign (pid, tid) || is_of_another (self, pid, (guint32) tid) ? make_tid (self, pid, tid) : (guint32) tid;
}

/**
 * strata_event_sink_has_own_id:
 * @self: the sink
 * @pid: a process, or -1
 * @tid: a thread id
 *
 * Returns: whether the process has a thread by that id which is not the one that the kernel has
 */
gboolean
strata_event_sink_has_own_id (StrataEventSink *self,
                              gint64 pid,
                              gint64 tid)
{
  const StrataPairKey key = { (guint64) pid, (guint64) tid };

  return g_hash_table_contains (self->made_tids, &key);
}

/**
 * strata_event_sink_see_thread:
 * @self: the sink
 * @pid: its process, or -1 if not known; not that of an idle thread
 * @tid: a thread id, as the process knows it
 * @time_ns: when something is said of it
 *
 * Returns: index of the thread that has this id then
 */
guint32
strata_event_sink_see_thread (StrataEventSink *self,
                              gint64 pid,
                              gint64 tid,
                              gint64 time_ns)
{
  const guint32 number = strata_event_sink_get_tid (self, pid, tid);
  StrataEventTaskRow *task = strata_event_tasks_get_at (self->tasks, number, time_ns);

  if (G_LIKELY (pid < 0 || pid == task->pid))
    return task->thread;

  StrataEventTaskRow *other = !may_be_in (self, task, pid) ? find_in (self, number, pid) : NULL;

  if (other != NULL)
    task = other;

  strata_event_tasks_set_process (self->tasks, task, pid, STRATA_EVENT_TRUST_PAYLOAD);
  return task->thread;
}

/**
 * strata_event_sink_name_thread:
 * @self: the sink
 * @pid: a process, or -1 if not known
 * @tid: id of a thread of it, as the process knows it
 * @name: its name, or empty
 *
 * Notes of which process a thread is and what it is called.
 */
void
strata_event_sink_name_thread (StrataEventSink *self,
                               gint64 pid,
                               gint64 tid,
                               StrataText name)
{
  strata_process_list_add (self->list, strata_event_sink_get_tid (self, pid, tid), (guint32) MAX (pid, 0), name, (StrataText){ "", 0 });
}

/**
 * strata_event_sink_suggest_thread:
 * @self: the sink
 * @pid: a process, or -1 if not known
 * @tid: id of a thread of it, as the process knows it
 * @name: what it is called if nothing else names it
 *
 * Notes of which process a thread is and what it is called where no list has a name of it.
 */
void
strata_event_sink_suggest_thread (StrataEventSink *self,
                                  gint64 pid,
                                  gint64 tid,
                                  StrataText name)
{
  static const StrataText nothing = { "", 0 };
  const guint32 number = strata_event_sink_get_tid (self, pid, tid);

  strata_process_list_add (self->list, number, (guint32) MAX (pid, 0), strata_process_list_has_name (self->list, number) ? nothing : name, nothing);
}
