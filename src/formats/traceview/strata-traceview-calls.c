/* strata-traceview-calls.c - turns records of a method trace into calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-traceview-calls.h"

#include <string.h>

#include "strata-clock-marks.h"
#include "strata-column.h"
#include "strata-traceview-log.h"

/* Each thread has a stack of the methods it is in. An exit nearly always leaves the topmost
 * one. Otherwise it may leave a method further down, whose callees were left by an
 * exception, or one that was entered before tracing began. To distinguish these without
 * searching the stack each time, a thread that met such an exit once counts from then on how
 * often each method is open.
 *
 * If there are only CPU clocks, threads are placed on one axis as in Traceview: it advances
 * by the time that the thread of each record has run since its last one, so that threads are
 * placed one after another, where they really ran.
 *
 * Times are µs in 32 bits and wrap after 71.6 minutes. All threads share the wall clock, and
 * the records of a file are nearly sorted by it. The CPU clock of a thread restarts when the
 * thread's id is reused. */
#define N_TIDS 65536

/* How many methods are counted in arrays, over all threads: 16 MiB. */
#define MOST_COUNTERS ((gsize) 4 * 1024 * 1024)
#define EPOCH_US (G_GINT64_CONSTANT (1) << 32)

/* Two readings this far apart in the wrong order are a wrap. */
#define WRAP_US (EPOCH_US / 2)

/* After a wrap, threads may still write records from before it for this long. */
#define LATE_US (60 * G_USEC_PER_SEC)

/* If a thread's CPU clock steps back by more than this to a value below this, it has restarted. */
#define RESTART_US 1000

typedef struct
{
  gint64 ns;
  gint64 cpu_ns;
} Now;

typedef struct
{
  guint32 tid;
  guint32 thread; /* of the builder */
  guint32 name;   /* string id; as declared last */
  gboolean is_declared;
  guint64 n_undeclared;     /* records before it was declared */
  StrataPlace place;        /* place of the first of these */
  StrataColumn stack;       /* guint32: indices of methods */
  gboolean is_counting;     /* whether open_counts is maintained */
  StrataColumn open_counts; /* guint32: how often each method is open, by its index */
  GHashTable *rare_counts;  /* (nullable) owned: the same for methods beyond these: index -> count */
  gint64 cpu_us;            /* last reading, unwrapped; -1 before the first one */
  gint64 cpu_base_us;       /* added to readings */
  gint64 wall_us;           /* last reading, unwrapped; -1 before the first one */
  gboolean has_callee;      /* whether any method was entered, when callers are rebuilt */
  Now callee_begin;         /* start of the first and outermost one */
} Thread;

struct _StrataTraceviewCalls
{
  StrataTraceBuilder *builder;    /* borrowed */
  StrataTraceviewLog *log;        /* (nullable) owned: keeps the records unchanged */
  StrataDiagnostics *diagnostics; /* borrowed: of the builder */
  StrataCounts *counts;           /* borrowed: of the builder */
  StrataStringPool *strings;      /* borrowed: of the builder */
  StrataClocks clocks;
  gboolean rebuilds_callers;
  gboolean is_in_summary;
  gboolean is_whole;               /* ids and times are not truncated to 16 and 32 bits */
  Thread **threads;                /* (array length=N_TIDS) owned: by the tid in records */
  GHashTable *whole_threads;       /* owned: the same if ids are complete: tid -> Thread owned */
  Thread *latest;                  /* (nullable) borrowed: one of these */
  gboolean has_key;                /* all declarations precede the records */
  gsize n_counters;                /* total size of the open_counts of all threads */
  StrataTraceviewMethods *methods; /* owned */
  gint64 latest_wall_us;
  gint64 laid_us;  /* total running time of all threads, if there is only the CPU clock; -1 before the first record */
  gint64 begin_ns; /* earliest time so far */
};

static void
thread_free (Thread *self)
{
  strata_column_clear (&self->stack);
  strata_column_clear (&self->open_counts);
  g_clear_pointer (&self->rare_counts, g_hash_table_unref);
  g_free (self);
}

/**
 * strata_traceview_calls_new:
 * @builder: receives the calls; must live as long as the result
 *
 * Returns: (transfer full): an empty set of methods and threads
 */
StrataTraceviewCalls *
strata_traceview_calls_new (StrataTraceBuilder *builder)
{
  StrataTraceviewCalls *self = g_new0 (StrataTraceviewCalls, 1);

  self->builder = builder;
  self->diagnostics = strata_trace_builder_get_diagnostics (builder);
  self->strings = strata_trace_builder_get_strings (builder);
  self->counts = strata_trace_builder_get_counts (builder);
  self->rebuilds_callers = strata_trace_builder_get_options (builder)->rebuilds_callers;
  self->begin_ns = G_MAXINT64;
  self->laid_us = -1;
  self->clocks = STRATA_CLOCK_CPU;
  self->threads = g_new0 (Thread *, N_TIDS);
  self->whole_threads = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) thread_free);
  self->methods = strata_traceview_methods_new (builder);
  if (strata_trace_builder_get_options (builder)->method_log != NULL)
    self->log = strata_traceview_log_new (strata_trace_builder_get_options (builder)->method_log, self->methods);

  return self;
}

void
strata_traceview_calls_free (StrataTraceviewCalls *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < N_TIDS; i++)
    g_clear_pointer (&self->threads[i], thread_free);

  g_free (self->threads);
  g_hash_table_unref (self->whole_threads);
  strata_traceview_log_free (self->log);
  strata_traceview_methods_free (self->methods);
  g_free (self);
}

/**
 * strata_traceview_calls_set_clocks:
 * @self: the calls
 * @clocks: the clocks of records
 *
 * Sets the clocks; call it before the first record.
 */
void
strata_traceview_calls_set_clocks (StrataTraceviewCalls *self,
                                   StrataClocks clocks)
{
  self->clocks = clocks;
  strata_trace_builder_set_clocks (self->builder, clocks);
}

/**
 * strata_traceview_calls_set_whole:
 * @self: the calls
 *
 * Declares that records contain complete ids and times, which never wrap. Call it before the
 * first record.
 */
void
strata_traceview_calls_set_whole (StrataTraceviewCalls *self)
{
  self->is_whole = TRUE;

  for (guint i = 0; i < N_TIDS; i++)
    {
      Thread *thread = g_steal_pointer (&self->threads[i]);

      if (thread != NULL)
        g_hash_table_insert (self->whole_threads, GUINT_TO_POINTER (thread->tid), thread);
    }
}

/**
 * strata_traceview_calls_set_cpu_alone:
 * @self: the calls
 *
 * Declares that there is only the CPU clock. A streamed file contains that at its end.
 */
void
strata_traceview_calls_set_cpu_alone (StrataTraceviewCalls *self)
{
  if (self->clocks == STRATA_CLOCK_WALL)
    strata_trace_builder_set_clocks (self->builder, STRATA_CLOCK_CPU);
}

/* Names a method. Declarations may be repeated; the last one wins. Records may precede it. */
void
strata_traceview_calls_declare_method (StrataTraceviewCalls *self,
                                       guint64 id,
                                       const char *name,
                                       gsize n_bytes)
{
  strata_traceview_methods_declare (self->methods, id, name, n_bytes);
}

/**
 * strata_traceview_calls_log_method:
 * @self: the calls
 * @id: id of a method
 * @line: (array length=n_bytes): its description in the file, separated by tabs
 * @n_bytes: length of the line
 *
 * Passes the line of a method to the log that keeps the file unchanged.
 */
void
strata_traceview_calls_log_method (StrataTraceviewCalls *self,
                                   guint64 id,
                                   const char *line,
                                   gsize n_bytes)
{
  if (self->log != NULL)
    strata_traceview_log_declare_method (self->log, id, line, n_bytes);
}

static Thread *
add_thread (StrataTraceviewCalls *self,
            guint32 tid)
{
  Thread *thread = g_new0 (Thread, 1);

  thread->thread = strata_trace_builder_get_thread (self->builder, tid);
  thread->tid = tid;
  thread->cpu_us = -1;
  thread->wall_us = -1;

  if (self->is_whole)
    g_hash_table_insert (self->whole_threads, GUINT_TO_POINTER (tid), thread);
  else
    self->threads[tid % N_TIDS] = thread;

  return thread;
}

static Thread *
find_thread (StrataTraceviewCalls *self,
             guint32 tid)
{
  if (G_LIKELY (!self->is_whole))
    return self->threads[tid % N_TIDS];

  if (self->latest == NULL || self->latest->tid != tid)
    self->latest = g_hash_table_lookup (self->whole_threads, GUINT_TO_POINTER (tid));

  return self->latest;
}

/* An id was given to two threads: both names are shown, the last one first. */
static void
report_reuse (StrataTraceviewCalls *self,
              Thread *thread,
              guint32 name,
              gint64 offset)
{
  const StrataPlace place = { 0, offset, STRATA_NO_TIME };
  g_autofree char *both = g_strdup_printf ("%s, %s", strata_string_pool_get (self->strings, name), strata_string_pool_get (self->strings, thread->name));

  strata_diagnostics_add (self->diagnostics, STRATA_DIAGNOSTIC_THREAD_ID_REUSED, place, both, -1);
  strata_trace_builder_name_thread (self->builder, thread->thread, strata_string_pool_intern (self->strings, both, strlen (both)));
}

/**
 * strata_traceview_calls_declare_thread:
 * @self: the calls
 * @tid: id of a thread
 * @name: (array length=n_bytes): its name
 * @n_bytes: length of the name
 * @offset: offset in the file
 *
 * Names a thread. Records contain only the lower 16 bits of @tid, unless ids are complete.
 */
void
strata_traceview_calls_declare_thread (StrataTraceviewCalls *self,
                                       guint32 tid,
                                       const char *name,
                                       gsize n_bytes,
                                       gint64 offset)
{
  const guint32 id = strata_string_pool_intern (self->strings, name, n_bytes);
  Thread *thread = find_thread (self, tid);

  if (thread == NULL)
    thread = add_thread (self, tid);

  if (self->log != NULL && (!thread->is_declared || thread->name != id))
    strata_traceview_log_declare_thread (self->log, tid, name, n_bytes);

  if (thread->is_declared && thread->name != id && !self->is_in_summary)
    report_reuse (self, thread, id, offset);
  else if (!thread->is_declared || thread->name != id)
    strata_trace_builder_name_thread (self->builder, thread->thread, id);

  thread->name = id;
  thread->is_declared = TRUE;
}

/* Declares that the following repeats earlier declarations: a thread whose name differs was
 * renamed. */
void
strata_traceview_calls_begin_summary (StrataTraceviewCalls *self)
{
  self->is_in_summary = TRUE;
}

static void
report (StrataTraceviewCalls *self,
        StrataDiagnosticKind kind,
        const StrataTraceviewRecord *record,
        gint64 time_ns)
{
  const StrataPlace place = { 0, record->offset, time_ns };

  strata_diagnostics_add (self->diagnostics, kind, place, NULL, 0);
}

/* A wall clock reading is compared with the latest one of all threads. Far behind it means
 * that the clock has wrapped; far ahead of it after a wrap means from before the wrap. */
static gint64
unwrap_wall (StrataTraceviewCalls *self,
             gint64 reading_us)
{
  const gint64 latest_us = self->latest_wall_us;
  gint64 time_us = (latest_us & ~(EPOCH_US - 1)) + reading_us;

  if (G_UNLIKELY (self->is_whole))
    return reading_us;

  if (time_us + WRAP_US < latest_us)
    time_us += EPOCH_US;
  else if (time_us >= EPOCH_US && time_us - EPOCH_US <= latest_us && latest_us - (time_us - EPOCH_US) < LATE_US)
    time_us -= EPOCH_US;

  self->latest_wall_us = MAX (latest_us, time_us);

  return time_us;
}

/* A CPU clock reading is compared with the thread's own last one. */
static gint64
unwrap_cpu (StrataTraceviewCalls *self,
            Thread *thread,
            gint64 reading_us)
{
  gint64 time_us = thread->cpu_base_us + reading_us;

  if (!self->is_whole && time_us + WRAP_US < thread->cpu_us)
    {
      thread->cpu_base_us += EPOCH_US;
      time_us += EPOCH_US;
    }

  return time_us;
}

/* If the id is reused, the new thread's time continues from the old one's. Otherwise its time
 * would not count until it had caught up. */
static gboolean
is_restart (const Thread *thread,
            gint64 time_us,
            gint64 reading_us)
{
  return reading_us < RESTART_US && thread->cpu_us - time_us > RESTART_US;
}

static void
lay_cpu (StrataTraceviewCalls *self,
         const Thread *thread,
         gint64 cpu_us)
{
  if (self->laid_us < 0)
    self->laid_us = cpu_us;
  else if (thread->cpu_us >= 0)
    self->laid_us += MAX (cpu_us - thread->cpu_us, 0);
}

/* Both last readings never decrease; steps back are counted and flattened. */
static void
read_clocks (StrataTraceviewCalls *self,
             Thread *thread,
             const StrataTraceviewRecord *record)
{
  const gboolean has_cpu = (self->clocks & STRATA_CLOCK_CPU) != 0;
  const gboolean has_wall = (self->clocks & STRATA_CLOCK_WALL) != 0;
  const gint64 cpu_reading_us = (gint64) record->time_us[0];
  const gint64 wall_reading_us = (gint64) record->time_us[has_cpu ? 1 : 0];
  const gint64 cpu_us = has_cpu ? unwrap_cpu (self, thread, cpu_reading_us) : 0;
  const gint64 wall_us = has_wall ? unwrap_wall (self, wall_reading_us) : 0;

  if (G_UNLIKELY ((has_cpu && cpu_us < thread->cpu_us) || (has_wall && wall_us < thread->wall_us)))
    report (self, STRATA_DIAGNOSTIC_TIME_BACKWARDS, record, strata_clock_shift (1000 * (has_wall ? wall_us : cpu_us), strata_trace_builder_get_offset_ns (self->builder)));

  if (G_UNLIKELY (has_cpu && is_restart (thread, cpu_us, cpu_reading_us)))
    thread->cpu_base_us += thread->cpu_us - cpu_us;

  if (!has_wall)
    lay_cpu (self, thread, cpu_us);

  thread->cpu_us = MAX (thread->cpu_us, cpu_us);
  thread->wall_us = MAX (thread->wall_us, wall_us);
}

/* Hash tables for each thread took 18 % of the time for a recorded trace. But a small file may have many threads and
 * many methods, so arrays only grow up to MOST_COUNTERS in total. */
static gboolean
make_counter (StrataTraceviewCalls *self,
              Thread *thread,
              guint32 method)
{
  if (G_LIKELY (method < thread->open_counts.n))
    return TRUE;

  const gsize n_more = method + 1 - thread->open_counts.n;

  if (thread->rare_counts != NULL || n_more > MOST_COUNTERS - self->n_counters)
    return FALSE;

  strata_column_grow (&thread->open_counts, sizeof (guint32), (gsize) method + 1);
  memset (&strata_column_at (&thread->open_counts, guint32, thread->open_counts.n), 0, n_more * sizeof (guint32));
  thread->open_counts.n += n_more;
  self->n_counters += n_more;
  return TRUE;
}

static guint32
get_rare_count (const Thread *thread,
                guint32 method)
{
  return thread->rare_counts != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (thread->rare_counts, GUINT_TO_POINTER (method))) : 0;
}

static void
count_open (StrataTraceviewCalls *self,
            Thread *thread,
            guint32 method,
            int change)
{
  if (G_LIKELY (make_counter (self, thread, method)))
    {
      strata_column_at (&thread->open_counts, guint32, method) += (guint32) change;
      return;
    }

  if (thread->rare_counts == NULL)
    thread->rare_counts = g_hash_table_new (NULL, NULL);

  g_hash_table_insert (thread->rare_counts, GUINT_TO_POINTER (method), GUINT_TO_POINTER (get_rare_count (thread, method) + (guint32) change));
}

static gboolean
is_open (StrataTraceviewCalls *self,
         Thread *thread,
         guint32 method)
{
  if (!thread->is_counting)
    {
      thread->is_counting = TRUE;
      for (gsize i = 0; i < thread->stack.n; i++)
        count_open (self, thread, strata_column_at (&thread->stack, guint32, i), +1);
    }

  return method < thread->open_counts.n ? strata_column_at (&thread->open_counts, guint32, method) > 0 : get_rare_count (thread, method) > 0;
}

static void
push (StrataTraceviewCalls *self,
      Thread *thread,
      guint32 method)
{
  strata_column_push_u32 (&thread->stack, method);
  if (thread->is_counting)
    count_open (self, thread, method, +1);
}

static guint32
pop (StrataTraceviewCalls *self,
     Thread *thread)
{
  const guint32 method = strata_column_at (&thread->stack, guint32, --thread->stack.n);

  if (thread->is_counting)
    count_open (self, thread, method, -1);

  return method;
}

static Now
get_now (StrataTraceviewCalls *self,
         const Thread *thread)
{
  const gint64 offset_ns = strata_trace_builder_get_offset_ns (self->builder);
  if ((self->clocks & STRATA_CLOCK_WALL) == 0)
    return (Now){ strata_clock_shift (self->laid_us * 1000, offset_ns), thread->cpu_us * 1000 };

  return (Now){ strata_clock_shift (thread->wall_us * 1000, offset_ns), (self->clocks & STRATA_CLOCK_CPU) != 0 ? thread->cpu_us * 1000 : STRATA_NO_TIME };
}

static void
enter (StrataTraceviewCalls *self,
       Thread *thread,
       guint32 method,
       Now now)
{
  if (G_UNLIKELY (self->rebuilds_callers && !thread->has_callee))
    {
      thread->has_callee = TRUE;
      thread->callee_begin = now;
    }

  push (self, thread, method);
  strata_trace_builder_begin_slice (self->builder, thread->thread, now.ns, now.cpu_ns, strata_traceview_methods_at (self->methods, method)->name, 0);
}

/* A caller starts just before its first callee, as in Android Studio; without callees, it
 * starts with the trace. A thread's CPU time cannot exceed the wall clock time. */
static Now
find_caller_begin (StrataTraceviewCalls *self,
                   const Thread *thread,
                   Now now)
{
  const gboolean has_cpu = now.cpu_ns != STRATA_NO_TIME;
  Now begin = { MIN (self->begin_ns, now.ns - 1000), now.cpu_ns };

  if (thread->has_callee)
    return (Now){ thread->callee_begin.ns - 1000, has_cpu ? thread->callee_begin.cpu_ns - 1000 : STRATA_NO_TIME };
  if (has_cpu)
    begin.cpu_ns = CLAMP (now.cpu_ns - (now.ns - begin.ns), 0, now.cpu_ns);

  return begin;
}

/* Creates a call for an exit when no method is open. */
static gboolean
rebuild_caller (StrataTraceviewCalls *self,
                Thread *thread,
                guint32 method,
                const StrataTraceviewRecord *record,
                Now now)
{
  const Now begin = find_caller_begin (self, thread, now);
  const StrataEnclosing call = {
    .begin_ns = begin.ns,
    .begin_cpu_ns = begin.cpu_ns,
    .end_ns = now.ns,
    .end_cpu_ns = now.cpu_ns,
    .name = strata_traceview_methods_at (self->methods, method)->name,
    .flags = STRATA_SLICE_REBUILT | (record->action == STRATA_TRACEVIEW_UNROLL ? STRATA_SLICE_EXCEPTION : 0),
  };

  if (!strata_trace_builder_enclose_thread (self->builder, thread->thread, &call))
    return FALSE;

  thread->has_callee = TRUE;
  thread->callee_begin = begin;

  return TRUE;
}

/* Handles an exit from a method that was entered before tracing began, or never. Its time belongs to no call. */
static void
ignore_exit (StrataTraceviewCalls *self,
             Thread *thread,
             guint32 method,
             const StrataTraceviewRecord *record,
             Now now)
{
  StrataTraceviewMethod *known = strata_traceview_methods_at (self->methods, method);

  strata_trace_builder_see_thread (self->builder, thread->thread, now.ns, now.cpu_ns);
  self->counts->slices.n_unmatched++;
  self->counts->n_unmatched_methods += known->is_unmatched ? 0 : 1;
  known->is_unmatched = TRUE;
  report (self, STRATA_DIAGNOSTIC_UNMATCHED_END, record, now.ns);
}

/* The callees of @method have no exit of their own: an exception went through them. */
static void
pop_to (StrataTraceviewCalls *self,
        Thread *thread,
        guint32 method,
        Now now)
{
  while (strata_column_at (&thread->stack, guint32, thread->stack.n - 1) != method)
    {
      pop (self, thread);
      strata_trace_builder_end_slice (self->builder, thread->thread, now.ns, now.cpu_ns, STRATA_SLICE_EXCEPTION);
    }
}

static void
leave (StrataTraceviewCalls *self,
       Thread *thread,
       guint32 method,
       const StrataTraceviewRecord *record,
       Now now)
{
  const gsize n = thread->stack.n;

  if (G_UNLIKELY (n == 0))
    {
      if (self->rebuilds_callers && rebuild_caller (self, thread, method, record, now))
        return;

      ignore_exit (self, thread, method, record, now);
      return;
    }

  if (G_UNLIKELY (strata_column_at (&thread->stack, guint32, n - 1) != method))
    {
      if (!is_open (self, thread, method))
        {
          ignore_exit (self, thread, method, record, now);
          return;
        }

      report (self, STRATA_DIAGNOSTIC_MISMATCHED_EXIT, record, now.ns);
      pop_to (self, thread, method, now);
    }

  pop (self, thread);
  strata_trace_builder_end_slice (self->builder, thread->thread, now.ns, now.cpu_ns, record->action == STRATA_TRACEVIEW_UNROLL ? STRATA_SLICE_EXCEPTION : 0);
}

static guint32
find_method (StrataTraceviewCalls *self,
             const Thread *thread,
             const StrataTraceviewRecord *record)
{
  if (G_LIKELY (record->method != STRATA_TRACEVIEW_TOP || record->action == STRATA_TRACEVIEW_ENTER))
    return strata_traceview_methods_find (self->methods, record->method);

  return thread->stack.n > 0 ? strata_column_at (&thread->stack, guint32, thread->stack.n - 1) : strata_traceview_methods_find_nameless (self->methods);
}

/* Declares that no more declarations will follow. A record with an undeclared thread and an
 * undeclared method is then treated as damage. */
void
strata_traceview_calls_end_key (StrataTraceviewCalls *self)
{
  self->has_key = self->counts->n_methods > 0;
}

/**
 * strata_traceview_calls_add:
 * @self: the calls
 * @record: a record
 *
 * Processes the next record.
 */
void
strata_traceview_calls_add (StrataTraceviewCalls *self,
                            const StrataTraceviewRecord *record)
{
  Thread *thread = find_thread (self, record->tid);
  StrataTraceviewMethod *method;
  guint32 index;
  Now now;

  if (self->log != NULL)
    {
      strata_traceview_log_add (self->log, record);
      self->counts->n_events++;
      return;
    }

  if (G_UNLIKELY (thread == NULL) && self->has_key && !strata_traceview_methods_has (self->methods, record->method))
    {
      self->counts->n_events++;
      report (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, record, STRATA_NO_TIME);
      return;
    }

  if (G_UNLIKELY (thread == NULL))
    thread = add_thread (self, record->tid);

  index = find_method (self, thread, record);
  method = strata_traceview_methods_at (self->methods, index);
  read_clocks (self, thread, record);
  now = get_now (self, thread);
  self->begin_ns = MIN (self->begin_ns, now.ns);
  self->counts->n_events++;

  if (G_UNLIKELY (!thread->is_declared && thread->n_undeclared++ == 0))
    thread->place = (StrataPlace){ 0, record->offset, now.ns };
  if (G_UNLIKELY (!method->is_declared))
    strata_traceview_methods_count_undeclared (self->methods, method, (StrataPlace){ 0, record->offset, now.ns });

  switch (record->action)
    {
    case STRATA_TRACEVIEW_ENTER:
      enter (self, thread, index, now);
      break;
    case STRATA_TRACEVIEW_EXIT:
    case STRATA_TRACEVIEW_UNROLL:
      leave (self, thread, index, record, now);
      break;
    case STRATA_TRACEVIEW_RESERVED:
      strata_trace_builder_see_thread (self->builder, thread->thread, now.ns, now.cpu_ns);
      report (self, STRATA_DIAGNOSTIC_UNKNOWN_EVENT, record, now.ns);
      break;
    }
}

static void
finish_thread (StrataTraceviewCalls *self,
               const Thread *thread,
               guint32 process)
{
  strata_trace_builder_set_thread_process (self->builder, thread->thread, process);
  if (!thread->is_declared && thread->n_undeclared > 0)
    strata_diagnostics_add_many (self->diagnostics, STRATA_DIAGNOSTIC_UNKNOWN_THREAD, thread->n_undeclared, thread->place, NULL, 0);
}

/**
 * strata_traceview_calls_finish:
 * @self: the calls
 * @pid: the traced process, or -1 if the file does not contain it
 *
 * Assigns all threads to the process, and reports ids that were never declared.
 */
void
strata_traceview_calls_finish (StrataTraceviewCalls *self,
                               gint64 pid)
{
  const guint32 process = strata_trace_builder_get_process (self->builder, pid);
  GHashTableIter iter;
  gpointer thread;

  for (guint i = 0; i < N_TIDS; i++)
    {
      if (self->threads[i] != NULL)
        finish_thread (self, self->threads[i], process);
    }

  g_hash_table_iter_init (&iter, self->whole_threads);
  while (g_hash_table_iter_next (&iter, NULL, &thread))
    finish_thread (self, thread, process);

  strata_traceview_methods_finish (self->methods);
}
