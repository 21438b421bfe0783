/* strata-chrome-tasks.c - threads of a trace of Chrome
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-chrome-tasks.h"

/* Numbers of threads count in their process: tools that count threads from 1 have a thread 1 in
 * each. The sink has one thread for a number, as a kernel has. So the first process keeps the
 * number, and threads of others get numbers that no system gives out. */
#define FIRST_MADE_TID 0xc0000000u

struct _StrataChromeTasks
{
  StrataEventSink *sink;  /* borrowed */
  GHashTable *tid_by_key; /* (key-type guint64) owned -> number */
  GHashTable *taken;      /* numbers */
  guint32 n_made;
};

/**
 * strata_chrome_tasks_new:
 * @sink: where threads are; must outlive the result
 *
 * Returns: (transfer full): no threads
 */
StrataChromeTasks *
strata_chrome_tasks_new (StrataEventSink *sink)
{
  StrataChromeTasks *self = g_new0 (StrataChromeTasks, 1);

  self->sink = sink;
  self->tid_by_key = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->taken = g_hash_table_new (NULL, NULL);
  return self;
}

/**
 * strata_chrome_tasks_free:
 * @self: (nullable) (transfer full): the threads
 */
void
strata_chrome_tasks_free (StrataChromeTasks *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->tid_by_key);
  g_hash_table_unref (self->taken);
  g_free (self);
}

static guint32
get_tid (StrataChromeTasks *self,
         gint64 pid,
         gint64 tid)
{
  const gint64 key = (gint64) ((guint64) pid << 32 ^ (guint64) (guint32) tid);
  gpointer known;

  if (g_hash_table_lookup_extended (self->tid_by_key, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);

  /* the idle task of a kernel is no thread */
  guint32 number = (guint32) tid;

  if (number == 0 || !g_hash_table_add (self->taken, GUINT_TO_POINTER (number)))
    number = FIRST_MADE_TID + self->n_made++;

  g_hash_table_insert (self->tid_by_key, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (number));
  return number;
}

/**
 * strata_chrome_tasks_get_thread:
 * @self: the threads
 * @pid: a process, or -1
 * @tid: a thread of it
 * @time_ns: when something is said of it
 *
 * Returns: index of the thread
 */
guint32
strata_chrome_tasks_get_thread (StrataChromeTasks *self,
                                gint64 pid,
                                gint64 tid,
                                gint64 time_ns)
{
  return strata_event_sink_see_thread (self->sink, pid, get_tid (self, pid, tid), time_ns);
}

/**
 * strata_chrome_tasks_name:
 * @self: the threads
 * @pid: a process
 * @tid: a thread of it, or -1 for the process itself
 * @name: its name
 *
 * Notes a name.
 */
void
strata_chrome_tasks_name (StrataChromeTasks *self,
                          gint64 pid,
                          gint64 tid,
                          StrataText name)
{
  static const StrataText nothing = { "", 0 };
  StrataProcessList *list = strata_event_sink_get_list (self->sink);

  if (tid < 0)
    strata_process_list_add (list, (guint32) pid, (guint32) pid, nothing, name);
  else
    strata_process_list_add (list, get_tid (self, pid, tid), (guint32) MAX (pid, 0), name, nothing);
}
