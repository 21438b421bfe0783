/* strata-event-tasks.c - the threads of a capture
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-event-tasks.h"

#include <string.h>

#include "strata-column.h"
#include "strata-slots.h"

/* A thread id is reused once its thread is gone. The slot refers to the latest thread of an id,
 * which refers to the one before it; each has a time range in which its id means it. The kernel
 * assigns ids in turn, so an id returns only after tens of thousands of others. So if an id is met
 * shortly after its thread seemed to be dead, it still means that thread, which is exiting, unless
 * its end was recorded.
 *
 * Every line looks up its thread, so rows are found by a hash of their tids. Rows move when one is
 * added: a pointer to a row is valid until then.
 *
 * A name is valid from its time on. The last one wins, also if sections of the file are not in
 * time order. The name in a rename event wins over names that other events mention, because those
 * lag behind. */
#define N_FIRST_SLOTS 1024
#define N_PROCESS_SLOTS 64
#define LEAST_REUSE_NS (10 * G_TIME_SPAN_MILLISECOND * 1000)

/* A process; a new one begins if the id gets another main thread. */
typedef struct
{
  guint32 process;
  guint32 first;  /* the first process with this id */
  guint32 leader; /* thread index of its main thread, or STRATA_NONE */
  gboolean is_over;
  gint64 begin_ns; /* when the id began to mean that thread */
} ProcessRow;

struct _StrataEventTasks
{
  StrataTraceBuilder *builder; /* borrowed: of the caller */
  StrataEventStrings *strings; /* borrowed: of the caller */
  StrataColumn rows;           /* StrataEventTaskRow */
  StrataSlots slots;           /* row + 1 */
  GHashTable *own_ids;         /* owned: made tid -> gint64 id that the program uses for the thread */
  GHashTable *process_rows;    /* pid -> number of a row, from 1 */
  gboolean has_lives;          /* whether an id has had several threads or processes */
  StrataColumn processes;      /* ProcessRow */
  gint64 recent_pids[N_PROCESS_SLOTS];
  guint32 recent_processes[N_PROCESS_SLOTS];
};

/**
 * strata_event_tasks_new:
 * @builder: creates threads and processes; must outlive the result
 * @strings: interns names; must outlive the result
 *
 * Returns: (transfer full): an empty table
 */
StrataEventTasks *
strata_event_tasks_new (StrataTraceBuilder *builder,
                        StrataEventStrings *strings)
{
  StrataEventTasks *self = g_new0 (StrataEventTasks, 1);

  self->builder = builder;
  self->strings = strings;
  strata_slots_init (&self->slots, N_FIRST_SLOTS);
  self->own_ids = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->process_rows = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < N_PROCESS_SLOTS; i++)
    self->recent_pids[i] = -1;

  return self;
}

void
strata_event_tasks_free (StrataEventTasks *self)
{
  if (self == NULL)
    return;

  strata_column_clear (&self->rows);
  strata_column_clear (&self->processes);
  g_hash_table_unref (self->own_ids);
  g_hash_table_unref (self->process_rows);
  strata_slots_clear (&self->slots);
  g_free (self);
}

static inline StrataEventTaskRow *
get_row (StrataEventTasks *self,
         guint32 index)
{
  return &strata_column_at (&self->rows, StrataEventTaskRow, index);
}

/* Different for each tid, so that a search need not read rows. */
static inline guint32
hash_tid (guint32 tid)
{
  const guint32 hash = tid * 0x9e3779b1u;

  return hash >> 16 | hash << 16;
}

/* The slot of a tid, or the free slot for it. */
static inline StrataSlot *
find_slot (StrataEventTasks *self,
           guint32 tid)
{
  const guint32 hash = hash_tid (tid);
  StrataSlot *slot = strata_slots_first (&self->slots, hash);

  while (slot->row != 0 && slot->hash != hash)
    slot = strata_slots_next (&self->slots, slot);

  return slot;
}

/* The slot of a tid refers to the last thread that had it. */
static void
put_in_slot (StrataEventTasks *self,
             guint32 tid,
             guint32 row)
{
  StrataSlot *slot = find_slot (self, tid);

  if (slot->row != 0)
    slot->row = row;
  else
    strata_slots_take (&self->slots, slot, hash_tid (tid), row);
}

static StrataEventTaskRow *
add_row (StrataEventTasks *self,
         guint32 tid)
{
  StrataEventTaskRow *row = strata_column_push (&self->rows, sizeof *row);

  *row = (StrataEventTaskRow){
    .tid = tid,
    .pid = -1,
    .process = STRATA_NONE,
    .cpu = G_MAXUINT16,
    .comm = { "", 0 },
    .named_ns = STRATA_NO_TIME,
    .renamed_ns = STRATA_NO_TIME,
    .begin_ns = G_MININT64,
    .end_ns = G_MAXINT64,
    .free_ns = G_MAXINT64,
    .far_previous = (guint32) self->rows.n,
    .thread = strata_trace_builder_add_thread (self->builder, !strata_event_is_idle_task (tid) ? tid : 0),
  };

  const gint64 *own_id = g_hash_table_lookup (self->own_ids, GUINT_TO_POINTER (tid));

  if (own_id != NULL)
    strata_trace_builder_set_own_id (self->builder, row->thread, *own_id);

  put_in_slot (self, tid, (guint32) self->rows.n);
  return row;
}

static inline StrataEventTaskRow *
find_row (StrataEventTasks *self,
          guint32 tid)
{
  const guint32 known = find_slot (self, tid)->row;

  return G_LIKELY (known != 0) ? get_row (self, known - 1) : NULL;
}

/* Returns the thread, if it was met before, else NULL. */
StrataEventTaskRow *
strata_event_tasks_find (StrataEventTasks *self,
                         guint32 tid)
{
  return find_row (self, tid);
}

/* Finds or adds a thread; the pointer is valid until the next one is added. */
static StrataEventTaskRow *
get_task (StrataEventTasks *self,
          guint32 tid)
{
  StrataEventTaskRow *row = find_row (self, tid);

  return G_LIKELY (row != NULL) ? row : add_row (self, tid);
}

/* Returns its number, which is stable when rows move. */
guint32
strata_event_tasks_get_number (const StrataEventTasks *self,
                               const StrataEventTaskRow *row)
{
  return (guint32) (row - (const StrataEventTaskRow *) self->rows.data);
}

/* Returns the thread, valid until the next one is added. */
StrataEventTaskRow *
strata_event_tasks_get_numbered (StrataEventTasks *self,
                                 guint32 number)
{
  return get_row (self, number);
}

/* Returns the thread that had its id before it; NULL if there is none. */
StrataEventTaskRow *
strata_event_tasks_find_previous (StrataEventTasks *self,
                                  const StrataEventTaskRow *row)
{
  return row->previous != 0 ? get_row (self, row->previous - 1) : NULL;
}

static inline gboolean
is_equal (StrataText a,
          StrataText b)
{
  return a.n_bytes == b.n_bytes && memcmp (a.text, b.text, b.n_bytes) == 0;
}

/* The kernel writes "<...>" if it has not kept the name. */
static gboolean
is_name (StrataText comm)
{
  return comm.n_bytes > 0 && !strata_text_equals (comm, "<...>");
}

/**
 * strata_event_tasks_is_another:
 * @row: the latest thread of an id
 * @comm: name of that id's thread in an event; "<...>" and "" mean not known
 * @time_ns: when
 * @life: what happens to its thread
 *
 * A thread that has left its last CPU is gone, even if no event shows that another one begins: whatever runs next under its id
 * is another thread. Some kernels let a thread sleep once more after it has died. This is only assumed if the thread
 * was not seen to exit and keeps its name. A new thread runs before it is woken for the first time; a zombie that is woken
 * still has to run.
 *
 * Returns: whether the event is about another thread than @row
 */
gboolean
strata_event_tasks_is_another (const StrataEventTaskRow *row,
                               StrataText comm,
                               gint64 time_ns,
                               StrataEventLife life)
{
  if (time_ns > row->free_ns)
    return TRUE;
  if (life == STRATA_EVENT_LIFE_MET || time_ns <= row->end_ns || (life == STRATA_EVENT_LIFE_WOKEN && row->is_zombie))
    return FALSE;

  return row->has_exited || (is_name (comm) && row->comm.n_bytes > 0 && !is_equal (comm, row->comm));
}

static void
count_reuse (StrataEventTasks *self,
             guint32 tid,
             gint64 time_ns)
{
  const StrataPlace place = { .line = strata_trace_builder_get_counts (self->builder)->n_lines, .offset = -1, .time_ns = time_ns };
  g_autofree char *sample = g_strdup_printf ("%u", tid);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_THREAD_ID_REUSED, place, sample, -1);
}

/* Each thread of an id knows the one before it and one further back: twice as far where that is complete, as in a skew-binary
 * list. So any of n is found in about log n steps. */
static void
set_previous (StrataEventTasks *self,
              StrataEventTaskRow *row,
              guint32 previous)
{
  const StrataEventTaskRow *near = get_row (self, previous - 1);
  const StrataEventTaskRow *far = get_row (self, near->far_previous - 1);
  const StrataEventTaskRow *farther = get_row (self, far->far_previous - 1);
  const gboolean is_complete = near->n_previous - far->n_previous == far->n_previous - farther->n_previous;

  row->previous = previous;
  row->n_previous = near->n_previous + 1;
  row->far_previous = is_complete ? far->far_previous : previous;
}

/**
 * strata_event_tasks_replace:
 * @self: the table
 * @tid: a thread id that is known
 * @time_ns: when it begins to mean another thread
 * @old_thread: (out) (optional): index of the thread that it meant before
 *
 * Assigns a thread id to another thread.
 *
 * Returns: (transfer none): the other thread, valid until the next one is added
 */
StrataEventTaskRow *
strata_event_tasks_replace (StrataEventTasks *self,
                            guint32 tid,
                            gint64 time_ns,
                            guint32 *old_thread)
{
  const guint32 old = find_slot (self, tid)->row;
  StrataEventTaskRow *row = add_row (self, tid);
  StrataEventTaskRow *old_row = get_row (self, old - 1);

  self->has_lives = TRUE;
  set_previous (self, row, old);
  row->begin_ns = time_ns;
  old_row->end_ns = MIN (old_row->end_ns, time_ns);
  count_reuse (self, tid, time_ns);

  if (old_thread != NULL)
    *old_thread = old_row->thread;

  return row;
}

/* The first thread of the same id that begins after @time_ns, as @row does. */
static StrataEventTaskRow *
skip_later (StrataEventTasks *self,
            StrataEventTaskRow *row,
            gint64 time_ns)
{
  while (row->previous != 0)
    {
      StrataEventTaskRow *far = get_row (self, row->far_previous - 1);
      StrataEventTaskRow *near = strata_event_tasks_find_previous (self, row);

      if (time_ns < far->begin_ns)
        row = far;
      else if (time_ns < near->begin_ns)
        row = near;
      else
        break;
    }

  return row;
}

/* The thread that an id means at a time that is not in the range of the latest one. */
static StrataEventTaskRow *
get_other (StrataEventTasks *self,
           StrataEventTaskRow *row,
           gint64 time_ns)
{
  if (time_ns > row->end_ns && time_ns - row->end_ns > LEAST_REUSE_NS)
    return strata_event_tasks_replace (self, row->tid, time_ns, NULL);

  /* The thread was exiting and is not gone yet. */
  if (time_ns > row->end_ns && row->free_ns == G_MAXINT64)
    row->end_ns = G_MAXINT64;

  if (time_ns >= row->begin_ns)
    return row;

  StrataEventTaskRow *later = skip_later (self, row, time_ns);
  StrataEventTaskRow *previous = strata_event_tasks_find_previous (self, later);
  const gboolean is_between = previous == NULL || time_ns >= previous->free_ns || (time_ns > previous->end_ns && time_ns - previous->end_ns > LEAST_REUSE_NS);

  return is_between ? later : previous;
}

/**
 * strata_event_tasks_get_at:
 * @self: the table
 * @tid: a thread id
 * @time_ns: the time in question
 *
 * Finds or adds the thread that an id means at a time.
 *
 * Returns: (transfer none): the thread, valid until the next one is added
 */
StrataEventTaskRow *
strata_event_tasks_get_at (StrataEventTasks *self,
                           guint32 tid,
                           gint64 time_ns)
{
  StrataEventTaskRow *row = find_row (self, tid);

  if (G_UNLIKELY (row == NULL))
    return add_row (self, tid);

  return G_LIKELY (time_ns >= row->begin_ns && time_ns <= row->end_ns) ? row : get_other (self, row, time_ns);
}

/**
 * strata_event_tasks_bear:
 * @self: the table
 * @tid: the id of a new thread
 * @time_ns: when it begins
 * @birth: the event that shows it
 * @old_thread: (out): index of another thread that had the id until now, or %STRATA_NONE
 *
 * Records that a thread begins. An earlier thread with its id is a different one,
 * unless that was the beginning of this one.
 *
 * Returns: (transfer none): the thread, valid until the next one is added
 */
StrataEventTaskRow *
strata_event_tasks_bear (StrataEventTasks *self,
                         guint32 tid,
                         gint64 time_ns,
                         StrataEventBirth birth,
                         guint32 *old_thread)
{
  StrataEventTaskRow *row = get_task (self, tid);
  const gboolean is_same = row->birth != STRATA_EVENT_BIRTH_NONE && birth > (StrataEventBirth) row->birth;
  const gboolean is_gone = row->has_exited && row->exit_ns <= time_ns;
  const gboolean is_next = birth == STRATA_EVENT_BIRTH_WRITTEN && row->birth == STRATA_EVENT_BIRTH_WRITTEN;

  *old_thread = STRATA_NONE;
  if (time_ns <= row->begin_ns)
    return strata_event_tasks_get_at (self, tid, time_ns);

  if (is_next || (row->named_ns != STRATA_NO_TIME && (is_gone || (row->named_ns < time_ns && !is_same))))
    row = strata_event_tasks_replace (self, tid, time_ns, old_thread);

  row->birth = (guint8) birth;
  return row;
}

/* No more processes use an id at the same time, in containers for example. */
#define MOST_SHARING 256

/**
 * strata_event_tasks_find_of:
 * @self: the table
 * @tid: a thread id
 * @pid: a process
 *
 * Finds a thread of a process among those that had an id and have not exited.
 *
 * Returns: (nullable) (transfer none): the thread
 */
StrataEventTaskRow *
strata_event_tasks_find_of (StrataEventTasks *self,
                            guint32 tid,
                            gint64 pid)
{
  StrataEventTaskRow *row = strata_event_tasks_find (self, tid);

  for (guint i = 0; row != NULL && i < MOST_SHARING; i++, row = strata_event_tasks_find_previous (self, row))
    if (row->pid == pid && row->trust == STRATA_EVENT_TRUST_COLUMN && !row->has_exited)
      return row;

  return NULL;
}

/**
 * strata_event_tasks_find_first:
 * @self: the table
 * @tid: a thread id
 *
 * Returns: (nullable) (transfer none): the first thread of that id
 */
StrataEventTaskRow *
strata_event_tasks_find_first (StrataEventTasks *self,
                               guint32 tid)
{
  StrataEventTaskRow *row = strata_event_tasks_find (self, tid);

  while (row != NULL && row->previous != 0)
    row = strata_event_tasks_find_previous (self, row);

  return row;
}

/**
 * strata_event_tasks_find_in:
 * @self: the table
 * @tid: a thread id
 * @pid: a process
 *
 * Returns: (nullable) (transfer none): the latest thread of that id in the process, at any time
 */
StrataEventTaskRow *
strata_event_tasks_find_in (StrataEventTasks *self,
                            guint32 tid,
                            gint64 pid)
{
  StrataEventTaskRow *row = strata_event_tasks_find (self, tid);

  while (row != NULL && row->pid != pid)
    row = strata_event_tasks_find_previous (self, row);

  return row;
}

/**
 * strata_event_tasks_set_own_id:
 * @self: the table
 * @tid: the id assigned to a thread here, before it is met
 * @own_id: the id that its program uses, which is shown
 *
 * Records that an id was made up to distinguish a thread from others.
 */
void
strata_event_tasks_set_own_id (StrataEventTasks *self,
                               guint32 tid,
                               gint64 own_id)
{
  g_hash_table_insert (self->own_ids, GUINT_TO_POINTER (tid), g_memdup2 (&own_id, sizeof own_id));
}

/**
 * strata_event_tasks_end:
 * @row: a thread
 * @time_ns: when it leaves its last CPU
 * @is_zombie: whether it may run once more: it has exited, and others must still learn of that
 *
 * Records that a thread is gone.
 */
void
strata_event_tasks_end (StrataEventTaskRow *row,
                        gint64 time_ns,
                        gboolean is_zombie)
{
  row->is_zombie = (guint8) is_zombie;
  row->end_ns = MAX (time_ns, row->begin_ns);
}

/**
 * strata_event_tasks_free_row:
 * @row: a thread
 * @time_ns: when its memory is freed
 *
 * Records that no more events can come from a thread.
 */
void
strata_event_tasks_free_row (StrataEventTaskRow *row,
                             gint64 time_ns)
{
  if (row->end_ns == G_MAXINT64)
    strata_event_tasks_end (row, time_ns, FALSE);

  row->free_ns = MAX (time_ns, row->end_ns);
}

/* Names a thread, whatever its name was. */
void
strata_event_tasks_set_name (StrataEventTasks *self,
                             StrataEventTaskRow *row,
                             StrataText comm)
{
  if (!is_name (comm))
    return;

  guint32 name = strata_event_strings_intern (self->strings, comm);

  row->comm = strata_event_strings_get (self->strings, name);
  strata_trace_builder_name_thread (self->builder, row->thread, name);
}

/**
 * strata_event_tasks_name:
 * @self: the table
 * @row: a thread
 * @comm: a name; "<...>" is none
 * @time_ns: when it had that name
 *
 * Names a thread.
 */
void
strata_event_tasks_name (StrataEventTasks *self,
                         StrataEventTaskRow *row,
                         StrataText comm,
                         gint64 time_ns)
{
  if (G_UNLIKELY (time_ns < row->named_ns))
    return;

  if (G_UNLIKELY (comm.n_bytes != row->comm.n_bytes || memcmp (comm.text, row->comm.text, comm.n_bytes) != 0) && row->renamed_ns == STRATA_NO_TIME)
    strata_event_tasks_set_name (self, row, comm);

  row->named_ns = time_ns;
}

/**
 * strata_event_tasks_rename:
 * @self: the table
 * @row: a thread
 * @old_comm: its name until now; "" if not known
 * @comm: its name from now on
 * @time_ns: when
 *
 * Gives a thread another name.
 */
void
strata_event_tasks_rename (StrataEventTasks *self,
                           StrataEventTaskRow *row,
                           StrataText old_comm,
                           StrataText comm,
                           gint64 time_ns)
{
  const StrataText old = old_comm.n_bytes > 0 ? old_comm : row->comm;

  if (comm.n_bytes == 0 || is_equal (old, comm))
    return;

  const guint32 old_name = strata_event_strings_intern (self->strings, old);

  strata_trace_builder_rename_thread (self->builder, row->thread, time_ns, old_name, strata_event_strings_intern (self->strings, comm));
  if (time_ns < row->renamed_ns)
    return;

  strata_event_tasks_set_name (self, row, comm);
  row->named_ns = MAX (row->named_ns, time_ns);
  row->renamed_ns = time_ns;
}

static ProcessRow *
get_process_row (StrataEventTasks *self,
                 gint64 pid)
{
  const gsize known = GPOINTER_TO_SIZE (g_hash_table_lookup (self->process_rows, GSIZE_TO_POINTER (pid)));

  if (known != 0)
    return &strata_column_at (&self->processes, ProcessRow, known - 1);

  ProcessRow *row = strata_column_push (&self->processes, sizeof *row);

  const guint32 process = strata_trace_builder_get_process (self->builder, pid);

  *row = (ProcessRow){ process, process, STRATA_NONE, FALSE, G_MININT64 };
  g_hash_table_insert (self->process_rows, GSIZE_TO_POINTER (pid), GSIZE_TO_POINTER (self->processes.n));
  return row;
}

/* The process of a main thread. If that id had another main thread before, the latter belonged to
 * another process, even if that is discovered only now. */
static guint32
lead_process (StrataEventTasks *self,
              gint64 pid,
              const StrataEventTaskRow *thread)
{
  ProcessRow *row = get_process_row (self, pid);
  const gsize slot = (gsize) pid % N_PROCESS_SLOTS;
  const gboolean is_led = row->leader != STRATA_NONE && row->leader != thread->thread;

  if (is_led && thread->begin_ns < row->begin_ns)
    {
      row->first = strata_trace_builder_add_process (self->builder, pid);
      return row->first;
    }

  if (row->is_over || is_led)
    row->process = strata_trace_builder_add_process (self->builder, pid);

  row->leader = thread->thread;
  row->begin_ns = thread->begin_ns;
  row->is_over = FALSE;
  self->recent_pids[slot] = pid;
  self->recent_processes[slot] = row->process;
  return row->process;
}

/**
 * strata_event_tasks_get_process:
 * @self: the table
 * @pid: a process id, or -1
 *
 * Returns: its index in the builder; %STRATA_NONE for -1
 */
guint32
strata_event_tasks_get_process (StrataEventTasks *self,
                                gint64 pid)
{
  gsize slot = (gsize) pid % N_PROCESS_SLOTS;

  if (pid < 0)
    return STRATA_NONE;

  if (self->recent_pids[slot] != pid)
    {
      self->recent_pids[slot] = pid;
      self->recent_processes[slot] = get_process_row (self, pid)->process;
    }

  return self->recent_processes[slot];
}

/**
 * strata_event_tasks_find_at:
 * @self: the table
 * @tid: a thread id
 * @time_ns: when, or %STRATA_NO_TIME for the end
 *
 * Returns: (transfer none) (nullable): the thread that the id means at that time, as far as known; %NULL if it is certainly gone
 */
const StrataEventTaskRow *
strata_event_tasks_find_at (StrataEventTasks *self,
                            guint32 tid,
                            gint64 time_ns)
{
  const StrataEventTaskRow *row = find_row (self, tid);

  if (row == NULL || time_ns == STRATA_NO_TIME)
    return row;

  if (time_ns < row->begin_ns && row->previous != 0)
    {
      const StrataEventTaskRow *later = skip_later (self, find_row (self, tid), time_ns);
      const StrataEventTaskRow *previous = strata_event_tasks_find_previous (self, later);

      row = previous != NULL ? previous : later;
    }

  return time_ns < row->free_ns ? row : NULL;
}

/**
 * strata_event_tasks_find_process_at:
 * @self: the table
 * @pid: a process id
 * @time_ns: when, or %STRATA_NO_TIME for the end
 *
 * Returns: index in the builder of the process that an id means at that time; %STRATA_NONE if the capture has none
 */
guint32
strata_event_tasks_find_process_at (StrataEventTasks *self,
                                    guint32 pid,
                                    gint64 time_ns)
{
  const StrataEventTaskRow *row = strata_event_tasks_find_at (self, pid, time_ns);

  if (row == NULL && find_row (self, pid) != NULL)
    return STRATA_NONE;
  if (row != NULL && row->pid == pid && row->process != STRATA_NONE)
    return row->process;

  return g_hash_table_contains (self->process_rows, GSIZE_TO_POINTER (pid)) ? get_process_row (self, pid)->process : STRATA_NONE;
}

/* Whether an id has meant several processes. */
gboolean
strata_event_tasks_is_process_reused (StrataEventTasks *self,
                                      guint32 pid)
{
  const ProcessRow *row = g_hash_table_contains (self->process_rows, GSIZE_TO_POINTER (pid)) ? get_process_row (self, pid) : NULL;

  return row != NULL && row->first != row->process;
}

/* Whether any id has meant several threads or processes, so that the time matters. */
gboolean
strata_event_tasks_has_lives (const StrataEventTasks *self)
{
  return self->has_lives;
}

/* Whether a process has threads, and all of them were last met before @time_ns. */
static gboolean
is_before (StrataEventTasks *self,
           gint64 pid,
           gint64 time_ns)
{
  const guint32 process = get_process_row (self, pid)->process;
  gboolean has_threads = FALSE;

  for (guint32 i = 0; i < self->rows.n; i++)
    {
      const StrataEventTaskRow *row = get_row (self, i);

      if (row->process != process || row->tid == pid || row->named_ns == STRATA_NO_TIME)
        continue;
      if (row->named_ns >= time_ns)
        return FALSE;

      has_threads = TRUE;
    }

  return has_threads;
}

/**
 * strata_event_tasks_start_process:
 * @self: the table
 * @row: its main thread, which begins
 * @time_ns: when
 * @was_met: whether there were earlier events of that thread or of another one with its id
 *
 * Records that a process begins. A process of the same id whose main thread was never met is over.
 */
void
strata_event_tasks_start_process (StrataEventTasks *self,
                                  StrataEventTaskRow *row,
                                  gint64 time_ns,
                                  gboolean was_met)
{
  if (!was_met && g_hash_table_contains (self->process_rows, GSIZE_TO_POINTER (row->tid)) && is_before (self, row->tid, time_ns))
    {
      self->has_lives = TRUE;
      get_process_row (self, row->tid)->is_over = TRUE;
      row->pid = -1;
      row->trust = STRATA_EVENT_TRUST_NONE;
    }

  strata_event_tasks_set_process (self, row, row->tid, STRATA_EVENT_TRUST_BIRTH);
}

/**
 * strata_event_tasks_name_first_process:
 * @self: the table
 * @pid: a process id
 * @name: its first name
 *
 * Names the first process of an id that was used again.
 *
 * Returns: whether the id was used again
 */
gboolean
strata_event_tasks_name_first_process (StrataEventTasks *self,
                                       gint64 pid,
                                       StrataText name)
{
  if (!strata_event_tasks_is_process_reused (self, (guint32) pid))
    return FALSE;
  if (name.n_bytes > 0)
    strata_trace_builder_name_process (self->builder, get_process_row (self, pid)->first, strata_event_strings_intern (self->strings, name));

  return TRUE;
}

/**
 * strata_event_tasks_name_process:
 * @self: the table
 * @pid: a process id
 * @name: its name
 *
 * Names a process if the capture has it. Other processes are named after their main thread.
 */
void
strata_event_tasks_name_process (StrataEventTasks *self,
                                 gint64 pid,
                                 StrataText name)
{
  if (g_hash_table_contains (self->process_rows, GSIZE_TO_POINTER (pid)))
    strata_trace_builder_name_process (self->builder, get_process_row (self, pid)->process, strata_event_strings_intern (self->strings, name));
}

/**
 * strata_event_tasks_set_process:
 * @self: the table
 * @row: a thread
 * @pid: its process
 * @trust: the source of that
 *
 * Sets the process of a thread. The column changes when a thread id is reused; among the
 * other sources, a better one wins, otherwise the first.
 */
void
strata_event_tasks_set_process (StrataEventTasks *self,
                                StrataEventTaskRow *row,
                                gint64 pid,
                                StrataEventTrust trust)
{
  gboolean is_better = trust > (StrataEventTrust) row->trust || trust == STRATA_EVENT_TRUST_COLUMN;

  if (G_LIKELY (pid == row->pid && trust <= (StrataEventTrust) row->trust))
    return;

  /* Text that interrupts write while a CPU is idle shows nothing about the idle task, and threads of the kernel may write 0. */
  if (!is_better || pid < 0 || ((pid == 0 || row->tid == 0 || strata_event_is_idle_task (row->tid)) && trust == STRATA_EVENT_TRUST_PAYLOAD))
    return;

  row->trust = (guint8) trust;
  row->pid = pid;
  row->process = pid == row->tid ? lead_process (self, pid, row) : strata_event_tasks_get_process (self, pid);
  strata_trace_builder_set_thread_process (self->builder, row->thread, row->process);
}

/* The process of a thread may become known only after it cloned others: they belong to the same process, or start their own. */
static void
inherit (StrataEventTasks *self,
         StrataEventTaskRow *row)
{
  const StrataEventTaskRow *parent = get_row (self, row->parent - 1);

  if (parent->process == STRATA_NONE)
    return;
  if (row->process == STRATA_NONE)
    strata_event_tasks_set_process (self, row, parent->pid, STRATA_EVENT_TRUST_PARENT);
  else if (row->pid == row->tid && row->process != parent->process)
    strata_trace_builder_set_process_parent (self->builder, row->process, parent->process);
}

/* A thread that reuses the id of a main thread need not be a main thread itself. */
static gboolean
follows_leader (StrataEventTasks *self,
                const StrataEventTaskRow *row)
{
  const StrataEventTaskRow *previous = strata_event_tasks_find_previous (self, row);

  return row->birth == STRATA_EVENT_BIRTH_NONE && previous != NULL && previous->pid == row->tid;
}

/**
 * strata_event_tasks_finish:
 * @self: the table
 *
 * Assigns threads without a known process to the process with their id, or to that of
 * their parent.
 */
void
strata_event_tasks_finish (StrataEventTasks *self)
{
  for (guint32 i = 0; i < self->rows.n; i++)
    {
      StrataEventTaskRow *row = get_row (self, i);

      if (row->process == STRATA_NONE && !follows_leader (self, row) && g_hash_table_contains (self->process_rows, GSIZE_TO_POINTER (row->tid)))
        strata_event_tasks_set_process (self, row, row->tid, STRATA_EVENT_TRUST_PARENT);
    }

  for (guint32 i = 0; i < self->rows.n; i++)
    if (get_row (self, i)->parent != 0)
      inherit (self, get_row (self, i));
}

/**
 * strata_event_tasks_find_level_writers:
 * @self: the table
 * @n_threads: (out): length of the result
 *
 * Finds the threads of processes that write HiTrace markers with levels. Each process has
 * a single copy of the library that does so, so all of its markers have a level.
 *
 * Returns: (transfer full) (array length=n_threads): by index of the thread, whether it does
 */
gboolean *
strata_event_tasks_find_level_writers (StrataEventTasks *self,
                                       guint *n_threads)
{
  g_autoptr (GHashTable) processes = g_hash_table_new (NULL, NULL);

  *n_threads = 0;

  for (guint32 i = 0; i < self->rows.n; i++)
    {
      const StrataEventTaskRow *row = get_row (self, i);

      *n_threads = MAX (*n_threads, row->thread + 1);
      if (row->writes_levels && row->process != STRATA_NONE)
        g_hash_table_add (processes, GUINT_TO_POINTER (row->process));
    }

  gboolean *are_writers = g_new0 (gboolean, MAX (*n_threads, 1));

  for (guint32 i = 0; i < self->rows.n; i++)
    {
      const StrataEventTaskRow *row = get_row (self, i);

      are_writers[row->thread] = row->writes_levels || (row->process != STRATA_NONE && g_hash_table_contains (processes, GUINT_TO_POINTER (row->process)));
    }

  return are_writers;
}
