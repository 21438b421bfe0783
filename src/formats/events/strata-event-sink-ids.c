/* strata-event-sink-ids.c - maps thread ids of programs to threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-sink-private.h"
#include "strata-pair-key.h"

/* A program that writes its own events may use thread ids that differ from those of the kernel: in a
 * PID namespace they count from 1, and some tools number the threads of each process or use an address.
 * The sink has one thread per id, as the kernel has. The thread that the kernel, a list or the first
 * event gives the id keeps it. A thread with the same id in another process, or with an id that no
 * kernel assigns, gets a number above all ids of the capture and is shown with its own id. Kernel ids
 * have at most 22 bits; those in files have 31. */
#define FIRST_MADE_TID 0x70000000u

GHashTable *
strata_event_sink_new_made_tids (void)
{
  return g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
}

/* Ids that the kernel never gives a thread of a process. 0 is for idle threads, which have no process or process 0. */
static gboolean
is_foreign (gint64 pid,
            gint64 tid)
{
  return tid < 0 || (tid == 0 && pid > 0) || tid >= STRATA_EVENT_IDLE_TASK;
}

/* Whether a thread may belong to process @pid: no other process is known for it. */
static gboolean
may_be_in (StrataEventSink *self,
           const StrataEventTaskRow *task,
           gint64 pid)
{
  const gboolean is_latest = strata_event_tasks_find (self->tasks, task->tid) == task;
  const gint64 owner = task->pid >= 0 ? task->pid : strata_process_list_find_process_of (self->list, task, is_latest);

  return owner < 0 || owner == pid;
}

/* The latest thread of an id that belongs to the process, or else one that may. */
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

/* Whether the id belongs to a thread of another process and to none of this one. */
static gboolean
is_of_another (StrataEventSink *self,
               gint64 pid,
               guint32 tid)
{
  if (pid < 0)
    return FALSE;

  const StrataEventTaskRow *task = strata_event_tasks_find (self->tasks, tid);

  if (task == NULL)
    {
      const gint64 owner = strata_process_list_find_process (self->list, tid);

      return owner >= 0 && owner != pid;
    }

  return task->pid != pid && find_in (self, tid, pid) == NULL;
}

static guint32
make_tid (StrataEventSink *self,
          gint64 pid,
          gint64 tid)
{
  const StrataPairKey key = { (guint64) pid, (guint64) tid };
  static const StrataText nothing = { "", 0 };
  guint32 made = FIRST_MADE_TID + g_hash_table_size (self->made_tids);

  /* a converted file uses such ids as its own */
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
 * @tid: a thread id as used by the program that writes the events
 *
 * Returns: the id of this thread within the sink
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
 * Returns: whether the process has a thread with this id that is not the kernel's thread of that id
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
 * @pid: its process, or -1 if not known; not for idle threads
 * @tid: a thread id as used by the process
 * @time_ns: time of the event
 *
 * Returns: index of the thread that has this id at that time
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
 * @tid: id of one of its threads, as used by the process
 * @name: its name, or empty
 *
 * Records the process and name of a thread.
 */
void
strata_event_sink_name_thread (StrataEventSink *self,
                               gint64 pid,
                               gint64 tid,
                               StrataText name)
{
  strata_process_list_add_thread (self->list, strata_event_sink_get_tid (self, pid, tid), (guint32) MAX (pid, 0), name);
}

/**
 * strata_event_sink_suggest_thread:
 * @self: the sink
 * @pid: a process, or -1 if not known
 * @tid: id of one of its threads, as used by the process
 * @name: a fallback name
 *
 * Records the process of a thread, and its name if no list contains one.
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
