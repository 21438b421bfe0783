/* strata-method-walk.c - one pass over the records of a method trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-method-walk.h"

/* Threads are independent, so the records are sorted by thread first: then one stack and one count
 * of open calls per method are enough, however many threads there are.
 *
 * The rules are those of Android's dmtracedump, as its output shows: the time since the thread's
 * last record goes to the caller at an entry, and to the method that is left at an exit; an exit
 * from an empty stack leaves a method that was entered at time 0. Open calls end with their thread.
 * At an exit of a method other than the topmost, that program stops; here the exit ends all calls
 * above, or is ignored if the method is not open. */
#define WRAP_US (G_GUINT64_CONSTANT (1) << 31)
#define EPOCH_US (G_GUINT64_CONSTANT (1) << 32)

/* Tids below this are looked up in an array. */
#define N_NEAR_TIDS 65536

/* Calls that only the end of their thread ends count as seen after all others. */
#define SEEN_LATE (G_GUINT64_CONSTANT (1) << 63)

typedef struct
{
  StrataMethodEnd method;
  guint64 begin_us;
} Frame;

typedef struct
{
  guint32 tid;
  gsize n_records;
} Thread;

/* The records sorted by thread. */
typedef struct
{
  StrataColumn threads; /* Thread */
  guint32 *order;       /* (array) owned: indices of records */
} Threads;

typedef struct
{
  const StrataMethodLog *log; /* borrowed */
  const guint32 *index_of;    /* borrowed: index in sums of each method of the log */
  StrataMethodSums *sums;     /* borrowed */
  StrataMethodArcs *arcs;     /* borrowed */
  StrataColumn stack;         /* Frame */
  guint32 *n_open;            /* (array) owned: how often each method is on the stack */
  guint64 base_us;            /* added to times after wraps */
  guint64 now_us;             /* the last record's time */
} Walk;

static guint32
add_thread (Threads *self,
            guint32 tid)
{
  Thread *thread = strata_column_push (&self->threads, sizeof (Thread));

  *thread = (Thread){ tid, 0 };

  return (guint32) self->threads.n - 1;
}

/* Values in @near and @far are the index plus one. */
static guint32
find_thread (Threads *self,
             guint32 *near,
             GHashTable *far,
             guint32 tid)
{
  guint32 known = tid < N_NEAR_TIDS ? near[tid] : GPOINTER_TO_UINT (g_hash_table_lookup (far, GUINT_TO_POINTER (tid)));

  if (G_LIKELY (known != 0))
    return known - 1;

  known = add_thread (self, tid) + 1;
  if (tid < N_NEAR_TIDS)
    near[tid] = known;
  else
    g_hash_table_insert (far, GUINT_TO_POINTER (tid), GUINT_TO_POINTER (known));

  return known - 1;
}

/* Counts the records of each thread, then sorts them by thread. */
static void
threads_init (Threads *self,
              const StrataColumn *records)
{
  g_autofree guint32 *near = g_new0 (guint32, N_NEAR_TIDS);
  g_autoptr (GHashTable) far = g_hash_table_new (NULL, NULL);
  g_autofree gsize *next = NULL;
  const StrataLoggedRecord *all = records->data;
  gsize n = 0;

  *self = (Threads){ STRATA_COLUMN_INIT, g_new (guint32, records->n) };
  for (gsize i = 0; i < records->n; i++)
    {
      const guint32 thread = find_thread (self, near, far, all[i].tid);

      strata_column_at (&self->threads, Thread, thread).n_records++;
    }

  next = g_new (gsize, self->threads.n + 1);
  for (gsize i = 0; i < self->threads.n; i++)
    {
      next[i] = n;
      n += strata_column_at (&self->threads, Thread, i).n_records;
    }

  for (gsize i = 0; i < records->n; i++)
    self->order[next[find_thread (self, near, far, all[i].tid)]++] = (guint32) i;
}

static void
threads_clear (Threads *self)
{
  strata_column_clear (&self->threads);
  g_clear_pointer (&self->order, g_free);
}

static const Frame *
get_top (const Walk *self)
{
  return self->stack.n > 0 ? &strata_column_at (&self->stack, Frame, self->stack.n - 1) : NULL;
}

static void
charge (Walk *self,
        const Frame *frame,
        guint64 delta_us)
{
  StrataMethodSum *sum = &self->sums->methods[frame != NULL ? frame->method.method : STRATA_METHOD_TOP];

  sum->exclusive_us += delta_us;
  if (frame == NULL || !frame->method.is_recursive)
    sum->outermost_us += delta_us;
}

static void
enter (Walk *self,
       guint32 method,
       guint64 begin_us)
{
  Frame *frame = strata_column_push (&self->stack, sizeof (Frame));

  *frame = (Frame){ { method, self->n_open[method] > 0 }, begin_us };
  self->n_open[method]++;
  self->sums->oddities.max_depth = MAX (self->sums->oddities.max_depth, self->stack.n);
}

/* Ends the topmost call now. */
static void
leave (Walk *self,
       guint64 seen)
{
  const Frame frame = strata_column_at (&self->stack, Frame, --self->stack.n);
  const Frame *caller = get_top (self);
  StrataMethodSum *sum = &self->sums->methods[frame.method.method];
  const guint64 elapsed_us = self->now_us - frame.begin_us;

  self->n_open[frame.method.method]--;
  if (frame.method.is_recursive)
    {
      sum->n_recursive++;
    }
  else
    {
      sum->n_calls++;
      sum->inclusive_us += elapsed_us;
    }

  strata_method_arcs_add (self->arcs, caller != NULL ? caller->method : (StrataMethodEnd){ STRATA_METHOD_TOP, FALSE }, frame.method, elapsed_us, seen);
}

/* Returns whether the topmost call is now one of @method; ends the calls above it if necessary. */
static gboolean
bring_to_top (Walk *self,
              guint32 method,
              guint64 seen)
{
  if (G_LIKELY (get_top (self)->method.method == method))
    return TRUE;

  if (self->n_open[method] == 0)
    {
      self->sums->oddities.n_ignored++;
      return FALSE;
    }

  self->sums->oddities.n_popped++;
  while (get_top (self)->method.method != method)
    leave (self, seen);

  return TRUE;
}

static void
take_record (Walk *self,
             const StrataLoggedRecord *record,
             guint64 delta_us,
             guint64 seen)
{
  const guint32 method = self->index_of[record->word >> 2];
  const gboolean is_entry = (record->word & 3) == STRATA_METHOD_ENTER;

  if (is_entry)
    {
      charge (self, get_top (self), delta_us);
      enter (self, method, self->now_us);
      return;
    }

  if (self->stack.n == 0)
    enter (self, method, 0);
  charge (self, get_top (self), delta_us);
  if (bring_to_top (self, method, seen))
    leave (self, seen);
}

/* Times have 32 bits and wrap after 71.6 minutes; smaller steps back are kept. */
static guint64
unwrap (Walk *self,
        guint64 time_us,
        gboolean is_first)
{
  const guint64 now_us = self->base_us + time_us;

  if (is_first || now_us >= self->now_us)
    return now_us;

  if (self->log->has_whole_times || self->now_us - now_us < WRAP_US)
    {
      self->sums->oddities.n_steps_back++;
      return now_us;
    }

  self->sums->oddities.n_wraps++;
  self->base_us += EPOCH_US;

  return now_us + EPOCH_US;
}

static void
walk_thread (Walk *self,
             const Thread *thread,
             const guint32 *order)
{
  const StrataLoggedRecord *records = self->log->records.data;
  guint64 begin_us = 0;

  self->base_us = 0;
  for (gsize i = 0; i < thread->n_records; i++)
    {
      const StrataLoggedRecord *record = &records[order[i]];
      const guint64 last_us = self->now_us;

      self->now_us = unwrap (self, record->time_us, i == 0);
      if (i == 0)
        begin_us = self->now_us;
      take_record (self, record, i > 0 ? self->now_us - last_us : 0, order[i]);
    }

  for (guint64 i = 0; self->stack.n > 0; i++)
    leave (self, SEEN_LATE | (guint64) thread->tid << 31 | MIN (i, G_MAXINT32));

  self->sums->total_us += self->now_us - begin_us;
  self->sums->oddities.max_tid = MAX (self->sums->oddities.max_tid, thread->tid);
}

/**
 * strata_method_walk:
 * @log: the records
 * @index_of: (array): index in @sums of each method of @log
 * @sums: totals whose methods are known; times, calls and warnings are added
 * @arcs: counts calls of one method by another
 *
 * Sums the records of all threads.
 */
void
strata_method_walk (const StrataMethodLog *log,
                    const guint32 *index_of,
                    StrataMethodSums *sums,
                    StrataMethodArcs *arcs)
{
  Walk self = { log, index_of, sums, arcs, STRATA_COLUMN_INIT, g_new0 (guint32, sums->n_methods), 0, 0 };
  Threads threads;
  gsize at = 0;

  threads_init (&threads, &log->records);
  for (gsize i = 0; i < threads.threads.n; i++)
    {
      const Thread *thread = &strata_column_at (&threads.threads, Thread, i);

      walk_thread (&self, thread, threads.order + at);
      at += thread->n_records;
    }

  sums->methods[STRATA_METHOD_TOP].inclusive_us = sums->total_us;
  threads_clear (&threads);
  strata_column_clear (&self.stack);
  g_free (self.n_open);
}
