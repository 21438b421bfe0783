/* strata-activity-index.c - when any thread of a process ran
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-activity-index.h"

#include "strata-column.h"

/* The times at which at least one thread of a process ran on a CPU are one row of spans. Without
 * scheduling data the outermost calls are used instead. A process is computed on request: few
 * closed groups are visible. */

typedef struct
{
  gint64 *begin_ns;
  gint64 *end_ns;
  guint32 row_begin[2];
  StrataCoverage coverage;
} Activity;

struct _StrataActivityIndex
{
  StrataTrace *trace; /* borrowed */
  guint32 *first;     /* owned: the first thread of each process, or STRATA_NONE; the last entry is for threads without a process */
  guint32 *next;      /* owned: the next thread of the same process, or STRATA_NONE */
  guint n_processes;
  GHashTable *of_process; /* (element-type guint32 Activity) owned */
};

static void
activity_free (gpointer data)
{
  Activity *self = data;

  strata_coverage_clear (&self->coverage);
  g_free (self->begin_ns);
  g_free (self->end_ns);
  g_free (self);
}

static void
add_span (GArray *spans,
          gint64 begin_ns,
          gint64 end_ns)
{
  const StrataSpan span = { begin_ns, end_ns };

  if (end_ns > begin_ns)
    g_array_append_val (spans, span);
}

static void
add_runs (StrataTrace *trace,
          const StrataThread *thread,
          GArray *spans)
{
  const StrataStates *states = strata_trace_get_states (trace);

  for (guint32 i = thread->first_state; states->n_states > 0 && i < thread->first_state + thread->n_states; i++)
    if (strata_states_get (states, i) == STRATA_STATE_RUNNING)
      add_span (spans, states->start_ns[i], strata_states_get_end_ns (states, thread, i));
}

static void
add_calls (StrataTrace *trace,
           const StrataThread *thread,
           GArray *spans)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  guint32 begin;
  guint32 end;

  if (thread->track == STRATA_NONE || strata_trace_get_tracks (trace, NULL)[thread->track].n_rows == 0)
    return;

  strata_trace_get_row (trace, &strata_trace_get_tracks (trace, NULL)[thread->track], 0, &begin, &end);
  for (guint32 i = begin; i < end; i++)
    add_span (spans, slices->start_ns[slices->order[i]], strata_slice_table_get_end_ns (slices, slices->order[i]));
}

static Activity *
make_activity (const StrataActivityIndex *self,
               guint32 process)
{
  const StrataThread *threads = strata_trace_get_threads (self->trace, NULL);
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (StrataSpan));
  Activity *out = g_new0 (Activity, 1);

  for (guint32 i = self->first[process]; i != STRATA_NONE; i = self->next[i])
    add_runs (self->trace, &threads[i], spans);
  for (guint32 i = spans->len == 0 ? self->first[process] : STRATA_NONE; i != STRATA_NONE; i = self->next[i])
    add_calls (self->trace, &threads[i], spans);

  strata_span_join_all (spans);
  out->begin_ns = g_new (gint64, spans->len + 1);
  out->end_ns = g_new (gint64, spans->len + 1);
  out->row_begin[1] = spans->len;
  for (guint i = 0; i < spans->len; i++)
    {
      out->begin_ns[i] = g_array_index (spans, StrataSpan, i).begin_ns;
      out->end_ns[i] = g_array_index (spans, StrataSpan, i).end_ns;
    }

  strata_coverage_init (&out->coverage, out->begin_ns, out->end_ns, out->row_begin, 1);
  return out;
}

/* Stores the threads of each process of @trace, which must outlive it; the rest is computed on
 * request. */
StrataActivityIndex *
strata_activity_index_new (StrataTrace *trace)
{
  StrataActivityIndex *self = g_new0 (StrataActivityIndex, 1);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  strata_trace_get_processes (trace, &self->n_processes);
  self->trace = trace;
  self->first = strata_new_nones ((gsize) self->n_processes + 1);
  self->next = strata_new_nones (n_threads);
  self->of_process = g_hash_table_new_full (NULL, NULL, NULL, activity_free);
  for (guint32 i = n_threads; i-- > 0;)
    {
      guint32 *first = &self->first[MIN (threads[i].process, self->n_processes)];

      self->next[i] = *first;
      *first = i;
    }

  return self;
}

void
strata_activity_index_free (StrataActivityIndex *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->of_process);
  g_free (self->first);
  g_free (self->next);
  g_free (self);
}

/* Returns when a process ran, as one row; STRATA_NONE for threads without a process. NULL if
 * nothing is known. */
const StrataCoverage *
strata_activity_index_get (StrataActivityIndex *self,
                           guint32 process)
{
  const guint32 index = MIN (process, self->n_processes);
  Activity *found = g_hash_table_lookup (self->of_process, GUINT_TO_POINTER (index));

  if (found == NULL)
    {
      found = make_activity (self, index);
      g_hash_table_insert (self->of_process, GUINT_TO_POINTER (index), found);
    }

  return found->row_begin[1] > 0 ? &found->coverage : NULL;
}
