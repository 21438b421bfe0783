/* strata-state-index.c - thread states as rows that are drawn
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-state-index.h"

#include "strata-bisect.h"
#include "strata-span.h"

/* Sleep takes most of the time and shows no work, so it is not drawn as a row. The end of a thread
 * takes no time, and nothing is known before the thread first appears. */
static gboolean
is_drawn (const StrataThread *thread,
          StrataState state,
          guint32 index)
{
  return state != STRATA_STATE_SLEEPING && state != STRATA_STATE_DEAD &&
         (state != STRATA_STATE_UNKNOWN || index > thread->first_state);
}

/* Returns the durations, and fills the other columns; row_begin is (array length=n_threads+1). */
static gint64 *
fill_table (StrataStateIndex *self,
            StrataTrace *trace,
            guint32 *row_begin)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  gint64 *wall_ns = g_new0 (gint64, states->n_states);
  guint32 place = 0;

  for (guint32 i = 0; i < self->n_threads; i++)
    {
      /* a trace on its other clock has the threads, but no states */
      const guint32 end = states->n_states > 0 && threads[i].n_states > 0 ? threads[i].first_state + threads[i].n_states : self->first_state[i];

      for (guint32 k = self->first_state[i]; k < end; k++)
        {
          const StrataState state = strata_states_get (states, k);

          self->table.name[k] = state;
          wall_ns[k] = MAX (strata_states_get_end_ns (states, &threads[i], k) - states->start_ns[k], 0);
          if (is_drawn (&threads[i], state, k))
            self->table.order[place++] = k;
        }

      self->first_state[i + 1] = end;
      row_begin[i + 1] = place;
    }

  return wall_ns;
}

/* Prepares the states of @trace for drawing. */
void
strata_state_index_init (StrataStateIndex *self,
                         StrataTrace *trace)
{
  const StrataStates *states = strata_trace_get_states (trace);

  *self = (StrataStateIndex){ 0 };
  strata_trace_get_threads (trace, &self->n_threads);

  g_autofree guint32 *row_begin = g_new0 (guint32, self->n_threads + 1);

  self->first_state = g_new0 (guint32, self->n_threads + 1);
  self->table.start_ns = states->start_ns;
  self->table.name = g_new (guint32, MAX (states->n_states, 1));
  self->table.order = g_new (guint32, MAX (states->n_states, 1));

  gint64 *wall_ns = fill_table (self, trace, row_begin);

  strata_ns_column_take (&self->table.wall, wall_ns, states->n_states);

  /* The number of places in the order, fewer than states. */
  self->table.n_slices = row_begin[self->n_threads];
  strata_slice_table_index (&self->table);

  self->hues.by_name = g_new (guint8, STRATA_N_STATES);
  for (guint8 i = 0; i < STRATA_N_STATES; i++)
    self->hues.by_name[i] = i;

  self->lod = strata_lod_index_new (&self->table, row_begin, self->n_threads, &self->hues);
}

void
strata_state_index_clear (StrataStateIndex *self)
{
  self->table.start_ns = NULL; /* owned by the trace */
  strata_slice_table_clear (&self->table);
  strata_hues_clear (&self->hues);
  g_clear_pointer (&self->first_state, g_free);
  g_clear_pointer (&self->lod, strata_lod_index_free);
}

/* Memory in addition to the trace's. */
gsize
strata_state_index_get_n_bytes (const StrataStateIndex *self)
{
  const gsize n_states = self->first_state[self->n_threads];

  return strata_lod_index_get_n_bytes (self->lod) + n_states * (2 * sizeof (guint32) + (self->table.wall.narrow != NULL ? sizeof (guint32) : sizeof (gint64))) +
         (self->n_threads + 1) * sizeof (guint32);
}

/* Finds the last in [begin, end) of ascending numbers that is at most @value. */
static guint32
find_last (const guint32 *values,
           guint32 begin,
           guint32 end,
           guint32 value)
{
  STRATA_BISECT_LAST (begin, end, i, values[i] <= value);

  return begin;
}

/* Returns the thread that a state belongs to. */
guint32
strata_state_index_find_thread (const StrataStateIndex *self,
                                guint32 state)
{
  return find_last (self->first_state, 0, self->n_threads, state);
}

/* Returns the state of a thread at a time, or STRATA_NONE. */
guint32
strata_state_index_find_at (const StrataStateIndex *self,
                            const StrataStates *states,
                            guint32 thread,
                            gint64 time_ns)
{
  guint32 begin = self->first_state[thread];
  guint32 end = self->first_state[thread + 1];

  if (begin == end || states->start_ns[begin] > time_ns)
    return STRATA_NONE;

  STRATA_BISECT_LAST (begin, end, i, states->start_ns[i] <= time_ns);

  return begin;
}

/**
 * strata_state_index_find_wakeup:
 * @self: the index
 * @trace: its trace
 * @state: index of a state
 *
 * Finds the runnable state that stores who woke the thread of @state: the state itself,
 * the one after its sleep, or the one before its run.
 *
 * Returns: its index, or %STRATA_NONE if that is not known
 */
guint32
strata_state_index_find_wakeup (const StrataStateIndex *self,
                                StrataTrace *trace,
                                guint32 state)
{
  const StrataStates *states = strata_trace_get_states (trace);
  const StrataThread *thread = &strata_trace_get_threads (trace, NULL)[strata_state_index_find_thread (self, state)];

  switch (strata_states_get (states, state))
    {
    case STRATA_STATE_RUNNABLE:
      return state;
    case STRATA_STATE_RUNNING:
    case STRATA_STATE_PREEMPTED:
      /* back over the runs that a preemption split */
      while (state > thread->first_state && strata_states_get (states, state) != STRATA_STATE_RUNNABLE &&
             (strata_states_get (states, state) == STRATA_STATE_RUNNING || strata_states_get (states, state) == STRATA_STATE_PREEMPTED))
        state--;
      break;
    case STRATA_STATE_SLEEPING:
    case STRATA_STATE_BLOCKED:
    case STRATA_STATE_BLOCKED_IO:
    case STRATA_STATE_BLOCKED_OTHER:
    case STRATA_STATE_STOPPED:
      state++;
      break;
    case STRATA_STATE_UNKNOWN:
    case STRATA_STATE_DEAD:
      return STRATA_NONE;
    }

  if (state >= thread->first_state + thread->n_states || strata_states_get (states, state) != STRATA_STATE_RUNNABLE)
    return STRATA_NONE;

  return state;
}
