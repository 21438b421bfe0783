/* strata-slice-builder.c - builds columns of calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-memory.h"
#include "strata-recordings.h"
#include "strata-trace-builder-private.h"

/* Processed times of the log are released in steps of this many. */
#define RELEASED_AT_ONCE (512 * 1024)

void
strata_slice_log_clear (StrataSliceLog *self)
{
  strata_ns_log_clear (&self->start);
  strata_ns_log_clear (&self->wall);
  strata_ns_log_clear (&self->cpu);
  strata_ns_log_clear (&self->cpu_start);
  strata_column_clear (&self->name);
  strata_column_clear (&self->depth_flags);
  strata_column_clear (&self->attrs);
  strata_column_clear (&self->thread);
}

static inline StrataThreadState *
see_thread (StrataTraceBuilder *self,
            guint32 thread,
            gint64 time_ns,
            gint64 cpu_ns)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  if (G_UNLIKELY (state->last_ns == STRATA_NO_TIME))
    g_array_index (self->trace->threads, StrataThread, thread).first_ns = time_ns;

  state->last_ns = MAX (state->last_ns, time_ns);
  if (cpu_ns != STRATA_NO_TIME)
    {
      state->last_cpu_ns = MAX (state->last_cpu_ns, cpu_ns);
      state->cpu_time_ns = state->last_ns;
    }
  if (G_UNLIKELY (self->begin_ns == STRATA_NO_TIME || time_ns < self->begin_ns))
    strata_trace_builder_see_time (self, time_ns);

  self->end_ns = MAX (self->end_ns, time_ns);
  return state;
}

/**
 * strata_trace_builder_see_thread:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: the time of one of its events
 * @cpu_ns: its CPU clock then, or %STRATA_NO_TIME
 *
 * Extends the lifetime of a thread. Everything that is added to a thread does so implicitly. A time before the thread's
 * latest is clamped to it, since a slice must not begin before its parent. The CPU clock applies to the next call that
 * begins or ends without one.
 */
void
strata_trace_builder_see_thread (StrataTraceBuilder *self,
                                 guint32 thread,
                                 gint64 time_ns,
                                 gint64 cpu_ns)
{
  StrataThreadState *state = see_thread (self, thread, time_ns, cpu_ns);

  if (cpu_ns != STRATA_NO_TIME)
    strata_trace_builder_read_cpu_clock (self, state, cpu_ns);
}

static void
fill_attrs (StrataSliceLog *log)
{
  if (log->attrs.n >= log->name.n)
    return;

  gsize n_missing = log->name.n - log->attrs.n;

  strata_column_grow (&log->attrs, sizeof (guint32), log->name.n + 1);
  memset (&strata_column_at (&log->attrs, guint32, log->attrs.n), 0, n_missing * sizeof (guint32));
  log->attrs.n = log->name.n;
}

/* The first set of attributes creates the column; earlier slices have none. */
static void
push_attrs (StrataSliceLog *log,
            guint32 attrs)
{
  if (attrs == STRATA_ATTRS_NONE && log->attrs.n == 0)
    return;

  fill_attrs (log);
  strata_column_push_u32 (&log->attrs, attrs);
}

/**
 * strata_trace_builder_begin_slice:
 * @self: the builder
 * @thread: index of the thread that makes the call
 * @time_ns: when
 * @cpu_ns: its CPU clock then; %STRATA_NO_TIME without one
 * @name: string id
 * @attrs: id of its attributes, or %STRATA_ATTRS_NONE
 *
 * Begins a call inside the open calls of the thread.
 */
void
strata_trace_builder_begin_slice (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns,
                                  gint64 cpu_ns,
                                  guint32 name,
                                  guint32 attrs)
{
  StrataSliceLog *log = &self->slices;

  StrataThreadState *state = see_thread (self, thread, time_ns, cpu_ns);
  guint32 depth = (guint32) state->open.n;

  state->exit_ns = STRATA_NO_TIME;

  if (G_UNLIKELY (depth > STRATA_MAX_DEPTH))
    {
      strata_column_push_u32 (&state->open, STRATA_NONE);
      return;
    }

  if (G_UNLIKELY (log->name.n == 0 || strata_slice_log_has_cpu (log)))
    strata_slice_log_push_cpu (log, self->trace->clocks, strata_trace_builder_take_cpu_clock (state, cpu_ns), strata_trace_builder_take_cpu_time (state));
  if (attrs != STRATA_ATTRS_NONE || log->attrs.n > 0)
    push_attrs (log, attrs);

  strata_column_push_u32 (&state->open, (guint32) log->name.n);
  strata_slice_log_push_span (log, state->last_ns, STRATA_NO_TIME);
  strata_column_push_u32 (&log->name, name);
  strata_column_push_u32 (&log->depth_flags, depth << 8);
  strata_column_push_u32 (&log->thread, thread);

  state->n_slices++;
  state->n_rows = MAX (state->n_rows, depth + 1);
}

static void
close_slice (StrataTraceBuilder *self,
             guint32 slice,
             gint64 end_ns,
             gint64 end_cpu_ns,
             guint32 flags)
{
  StrataSliceLog *log = &self->slices;

  strata_ns_log_set (&log->wall, slice, strata_time_subtract (end_ns, strata_ns_log_get (&log->start, slice)));
  strata_column_at (&log->depth_flags, guint32, slice) |= flags;

  if (strata_slice_log_has_cpu (log))
    strata_trace_builder_set_cpu_end (self, slice, end_cpu_ns);
}

/**
 * strata_trace_builder_end_slice:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when
 * @cpu_ns: its CPU clock then; %STRATA_NO_TIME without one
 * @flags: flags for the slice
 *
 * Ends the innermost open call of a thread.
 *
 * Returns: %FALSE if none was open; counted as unmatched
 */
gboolean
strata_trace_builder_end_slice (StrataTraceBuilder *self,
                                guint32 thread,
                                gint64 time_ns,
                                gint64 cpu_ns,
                                StrataSliceFlags flags)
{
  StrataThreadState *state = see_thread (self, thread, time_ns, cpu_ns);

  if (state->open.n == 0)
    {
      self->trace->counts.slices.n_unmatched++;
      return FALSE;
    }

  guint32 slice = strata_column_at (&state->open, guint32, --state->open.n);

  state->exit_ns = STRATA_NO_TIME;
  if (slice != STRATA_NONE)
    close_slice (self, slice, state->last_ns, strata_trace_builder_take_cpu_clock (state, cpu_ns), flags);

  return TRUE;
}

/**
 * strata_trace_builder_leave_slice:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when; not before its last slice began or ended, but possibly before later events of the thread
 * @flags: flags for the slice
 *
 * Ends the innermost open call of a thread at an earlier time than now. Only for threads without another clock.
 *
 * Returns: %FALSE if none was open
 */
gboolean
strata_trace_builder_leave_slice (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns,
                                  StrataSliceFlags flags)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  if (state->open.n == 0)
    return FALSE;

  const guint32 slice = strata_column_at (&state->open, guint32, --state->open.n);

  if (slice != STRATA_NONE)
    close_slice (self, slice, MAX (time_ns, strata_ns_log_get (&self->slices.start, slice)), STRATA_NO_TIME, flags);

  return TRUE;
}

/**
 * strata_trace_builder_leave_calls:
 * @self: the builder
 * @thread: index of a thread without further events
 * @time_ns: when
 *
 * Sets when the open calls of a thread are over, none of which has an end; clamped to its last event. An exit of the thread wins.
 */
void
strata_trace_builder_leave_calls (StrataTraceBuilder *self,
                                  guint32 thread,
                                  gint64 time_ns)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  if (state->open.n == 0 || state->exit_ns != STRATA_NO_TIME)
    return;

  state->exit_ns = MAX (time_ns, state->last_ns);
  strata_trace_builder_see_time (self, state->exit_ns);
}

/**
 * strata_trace_builder_flag_slice:
 * @self: the builder
 * @thread: index of a thread with an open call
 * @flags: flags to add
 *
 * Adds flags to the innermost open call of a thread.
 */
void
strata_trace_builder_flag_slice (StrataTraceBuilder *self,
                                 guint32 thread,
                                 StrataSliceFlags flags)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);

  g_return_if_fail (state->open.n > 0);

  guint32 slice = strata_column_at (&state->open, guint32, state->open.n - 1);

  if (slice != STRATA_NONE)
    strata_column_at (&self->slices.depth_flags, guint32, slice) |= flags;
}

/**
 * strata_trace_builder_join_attrs:
 * @self: the builder
 * @attrs: id of attributes
 * @more: id of others
 *
 * Returns: id of attributes with the arguments of both, and everything else from @attrs
 */
guint32
strata_trace_builder_join_attrs (StrataTraceBuilder *self,
                                 guint32 attrs,
                                 guint32 more)
{
  if (attrs == STRATA_ATTRS_NONE || more == STRATA_ATTRS_NONE)
    return attrs != STRATA_ATTRS_NONE ? attrs : more;

  StrataAttrs joined = strata_attr_table_get (self->trace->attrs, attrs);
  const guint32 args = strata_attr_table_get (self->trace->attrs, more).args;

  if (joined.args == STRATA_ARGS_NONE)
    joined.args = args;
  else if (args != STRATA_ARGS_NONE)
    {
      g_autofree char *first = strata_attr_table_dup_args (self->trace->attrs, joined.args);
      g_autofree char *second = strata_attr_table_dup_args (self->trace->attrs, args);
      g_autofree char *text = g_strconcat (first, ",", second, NULL);

      joined.args = strata_attr_table_intern_args (self->trace->attrs, text, strlen (text));
    }

  return strata_attr_table_intern (self->trace->attrs, &joined);
}

/**
 * strata_trace_builder_describe_slice:
 * @self: the builder
 * @thread: index of a thread
 * @attrs: id of attributes
 *
 * Adds arguments to the innermost open call of a thread, if there is one.
 */
void
strata_trace_builder_describe_slice (StrataTraceBuilder *self,
                                     guint32 thread,
                                     guint32 attrs)
{
  const StrataThreadState *state = strata_trace_builder_thread_state (self, thread);
  const guint32 slice = state->open.n > 0 ? strata_column_at (&state->open, guint32, state->open.n - 1) : STRATA_NONE;

  if (slice == STRATA_NONE || attrs == STRATA_ATTRS_NONE)
    return;

  fill_attrs (&self->slices);

  guint32 *id = &strata_column_at (&self->slices.attrs, guint32, slice);

  *id = strata_trace_builder_join_attrs (self, *id, attrs);
}

/**
 * strata_trace_builder_replace_names:
 * @self: the builder
 * @names: string id -> string id, by GUINT_TO_POINTER()
 *
 * Replaces names of calls that became known only after the calls.
 */
void
strata_trace_builder_replace_names (StrataTraceBuilder *self,
                                    GHashTable *names)
{
  StrataColumn *column = &self->slices.name;

  for (gsize i = 0; i < column->n; i++)
    {
      guint32 *name = &strata_column_at (column, guint32, i);
      gpointer known;

      if (g_hash_table_lookup_extended (names, GUINT_TO_POINTER (*name), NULL, &known))
        *name = GPOINTER_TO_UINT (known);
    }
}

/* Returns how many calls are open on it. */
guint32
strata_trace_builder_get_n_open (StrataTraceBuilder *self,
                                 guint32 thread)
{
  return (guint32) strata_trace_builder_thread_state (self, thread)->open.n;
}

/**
 * strata_trace_builder_get_open_name:
 * @self: the builder
 * @thread: index of a thread
 * @depth: 0 for the outermost, up to the number of open calls
 *
 * Returns: string id of the name of an open call; %STRATA_NONE if it is too deep to be kept
 */
guint32
strata_trace_builder_get_open_name (StrataTraceBuilder *self,
                                    guint32 thread,
                                    guint32 depth)
{
  const StrataColumn *open = &strata_trace_builder_thread_state (self, thread)->open;

  g_return_val_if_fail (depth < open->n, STRATA_NONE);

  guint32 slice = strata_column_at (open, guint32, depth);

  return slice == STRATA_NONE ? STRATA_NONE : strata_column_at (&self->slices.name, guint32, slice);
}

static void
close_thread (StrataTraceBuilder *self,
              guint32 thread,
              gint64 end_ns)
{
  StrataThreadState *state = strata_trace_builder_thread_state (self, thread);
  StrataCounts *counts = &self->trace->counts;

  for (; state->open.n > 0; state->open.n--)
    {
      guint32 slice = strata_column_at (&state->open, guint32, state->open.n - 1);

      if (slice == STRATA_NONE)
        continue;

      StrataPlace place = { .offset = -1, .time_ns = strata_ns_log_get (&self->slices.start, slice) };
      const char *name = strata_string_pool_get (self->trace->strings, strata_column_at (&self->slices.name, guint32, slice));

      close_slice (self, slice, end_ns, end_ns == state->cpu_time_ns ? state->last_cpu_ns : STRATA_NO_TIME, STRATA_SLICE_UNFINISHED);
      strata_diagnostics_add (self->trace->diagnostics, STRATA_DIAGNOSTIC_UNFINISHED_SLICE, place, name, -1);
      counts->slices.n_unfinished++;
    }

  strata_column_clear (&state->open);
}

/* A thread that has exited has no open calls any more. With scheduling data, the absence of events
 * means that the thread stayed in its last state, and so in the call that never ended; but a thread
 * with an unknown state is only known until its last event. Without scheduling data, a thread
 * without further events is assumed to hang in the call. */
static gint64
get_unfinished_end_ns (const StrataTraceBuilder *self,
                       const StrataThreadState *state,
                       StrataUnfinishedEnd unfinished_end)
{
  if (state->exit_ns != STRATA_NO_TIME)
    return state->exit_ns;

  const gboolean has_own_clock = state->input != STRATA_NO_INPUT;

  switch (unfinished_end)
    {
    case STRATA_UNFINISHED_AT_TRACE_END:
      return has_own_clock ? state->last_ns : self->end_ns;
    case STRATA_UNFINISHED_AT_LAST_KNOWN:
      if (!has_own_clock && state->is_followed)
        return MAX (strata_trace_builder_get_scheduled_end_ns (self), state->last_ns);
      if (!has_own_clock && !self->has_states)
        return strata_trace_builder_get_file_end_ns (self, state->last_ns);

      return MAX (state->last_ns, state->state_ns);
    case STRATA_UNFINISHED_AT_THREAD_END:
      return state->last_ns;
    }

  g_assert_not_reached ();
}

/* The activity of a device in between was not recorded. */
static void
forget_device (StrataTraceBuilder *self,
               guint device,
               gint64 time_ns,
               gint64 begin_ns)
{
  for (guint i = 0; i < self->trace->cpus->len; i++)
    {
      const guint32 cpu = g_array_index (self->trace->cpus, StrataCpu, i).cpu;

      if (cpu / STRATA_DEVICE_CPUS == device)
        strata_trace_builder_miss_switch (self, cpu, time_ns, begin_ns);
    }

  for (guint32 i = 0; i < self->thread_states.n; i++)
    if (g_array_index (self->trace->threads, StrataThread, i).device == device && strata_trace_builder_thread_state (self, i)->exit_ns == STRATA_NO_TIME)
      strata_trace_builder_forget_state (self, i, time_ns);
}

/**
 * strata_trace_builder_end_recording:
 * @self: the builder
 * @device: number of a device
 * @time_ns: when a recording of it ended
 * @begin_ns: when the next one began
 *
 * Ends the open calls of its threads as unfinished: the next events are from a later recording, which did not record their ends.
 * Asynchronous slices may end in a later recording; those that do not, end here. The activity of its CPUs and threads in between is
 * not known.
 */
void
strata_trace_builder_end_recording (StrataTraceBuilder *self,
                                    guint device,
                                    gint64 time_ns,
                                    gint64 begin_ns)
{
  for (guint32 i = 0; i < self->thread_states.n; i++)
    {
      const StrataThreadState *state = strata_trace_builder_thread_state (self, i);

      if (state->open.n == 0 || g_array_index (self->trace->threads, StrataThread, i).device != device)
        continue;

      close_thread (self, i, state->exit_ns != STRATA_NO_TIME ? state->exit_ns : self->has_states ? MAX (state->last_ns, state->state_ns)
                                                                                                  : MAX (state->last_ns, time_ns));
    }

  strata_trace_builder_end_async_recording (self, device, time_ns);
  forget_device (self, device, time_ns, begin_ns);
}

/* Ends open calls, and creates a track for each thread with calls. */
static void
make_tracks (StrataTraceBuilder *self,
             StrataUnfinishedEnd unfinished_end)
{
  guint32 first_slice = 0;

  for (guint32 i = 0; i < self->thread_states.n; i++)
    {
      StrataThreadState *state = strata_trace_builder_thread_state (self, i);
      StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);

      close_thread (self, i, get_unfinished_end_ns (self, state, unfinished_end));
      thread->last_ns = state->last_ns;
      thread->has_cpu_clock = state->last_cpu_ns != STRATA_NO_TIME || state->has_cpu_times;

      if (state->n_slices == 0)
        continue;

      StrataTrack track = {
        .kind = STRATA_TRACK_THREAD,
        .name = STRATA_STRING_EMPTY,
        .process = thread->process,
        .thread = i,
        .cpu = STRATA_NONE,
        .first_slice = first_slice,
        .n_slices = state->n_slices,
        .n_rows = state->n_rows,
      };

      thread->track = self->trace->tracks->len;
      first_slice += state->n_slices;
      g_array_append_val (self->trace->tracks, track);
    }
}

/* A log of one thread is in its final order if no enclosing call was added. */
static gboolean
is_in_order (const StrataTraceBuilder *self)
{
  return self->trace->tracks->len <= 1 && self->enclosing.n == 0;
}

/* The final place of each slice of the log: after those of earlier tracks, and after those of its
 * own track that began before it. Of enclosing calls, the last is the outermost. NULL if all stay
 * where they are. */
static guint32 *
make_places (StrataTraceBuilder *self)
{
  if (is_in_order (self))
    {
      strata_column_clear (&self->slices.thread);
      return NULL;
    }

  gsize n = self->slices.thread.n;
  gsize n_enclosing = 0;
  guint32 *places = strata_column_steal (&self->slices.thread, sizeof (guint32));
  g_autofree guint32 *next = g_new0 (guint32, MAX (self->trace->threads->len, 1));

  for (guint i = 0; i < self->trace->tracks->len; i++)
    {
      const StrataTrack *track = &g_array_index (self->trace->tracks, StrataTrack, i);

      next[track->thread] = track->first_slice;
    }

  for (gsize i = self->enclosing.n; i-- > 0;)
    {
      const guint32 slice = strata_column_at (&self->enclosing, guint32, i);

      places[slice] = next[places[slice]]++;
    }

  for (gsize i = 0; i < n; i++)
    {
      if (G_UNLIKELY (n_enclosing < self->enclosing.n && strata_column_at (&self->enclosing, guint32, n_enclosing) == i))
        n_enclosing++;
      else
        places[i] = next[places[i]]++;
    }

  return places;
}

/* Memory of a column that is no longer needed. */
typedef struct
{
  gpointer data; /* (nullable) owned */
  gsize n_bytes;
} Spare;

/* The system has to clear new memory, which takes longer than filling it, so spare memory is reused. */
static gpointer
take_memory (Spare *spare,
             gsize n,
             gsize element_bytes)
{
  if (n == 0 || spare->n_bytes / element_bytes < n)
    {
      spare->n_bytes = 0;
      g_clear_pointer (&spare->data, g_free);
      return strata_memory_new (n, element_bytes);
    }

  spare->n_bytes = 0;
  return g_realloc_n (g_steal_pointer (&spare->data), n, element_bytes);
}

static void
spare_column (Spare *spare,
              StrataColumn *column,
              gsize element_bytes)
{
  g_free (spare->data);
  *spare = (Spare){ column->data, column->n_allocated * element_bytes };
  *column = (StrataColumn) STRATA_COLUMN_INIT;
}

/* Moves a column into its final order, with room for @n_more, and makes the log's memory the spare. */
static gpointer
scatter (StrataColumn *column,
         gsize element_bytes,
         const guint32 *places,
         guint32 n_more,
         Spare *spare)
{
  if (places == NULL)
    {
      column->n += n_more;
      strata_column_grow (column, element_bytes, column->n);
      return strata_column_steal (column, element_bytes);
    }

  char *out = take_memory (spare, column->n + n_more, element_bytes);

  if (element_bytes == sizeof (gint64))
    for (gsize i = 0; i < column->n; i++)
      ((gint64 *) out)[places[i]] = strata_column_at (column, gint64, i);
  else
    for (gsize i = 0; i < column->n; i++)
      ((guint32 *) out)[places[i]] = strata_column_at (column, guint32, i);

  spare_column (spare, column, element_bytes);
  return out;
}

/* A slice ends its subtree where its last child does; children are skipped by their own ends, so
 * every slice is visited once. */
static void
find_subtree_ends (StrataSliceTable *table,
                   const StrataTrack *track)
{
  guint32 track_end = track->first_slice + track->n_slices;

  for (guint32 i = track_end; i-- > track->first_slice;)
    {
      guint32 depth = strata_slice_table_get_depth (table, i);
      guint32 next = i + 1;

      while (next < track_end && strata_slice_table_get_depth (table, next) > depth)
        next = table->subtree_end[next];

      table->subtree_end[i] = next;
    }
}

/* Moves times of the log into their final order, with room for @n_more, 8 bytes each. The log is
 * freed as it is read: both together would be the peak of memory use. */
static gint64 *
scatter_wide (StrataNsLog *log,
              const guint32 *places,
              guint32 n_more,
              Spare *spare)
{
  if (log->is_wide)
    return scatter (&log->values, sizeof (gint64), places, n_more, spare);

  gint64 *out = take_memory (spare, log->values.n + n_more, sizeof (gint64));

  for (gsize i = 0; i < log->values.n; i++)
    {
      if (G_UNLIKELY (i % RELEASED_AT_ONCE == 0))
        strata_memory_release (log->values.data, i * sizeof (guint32));

      out[places != NULL ? places[i] : i] = strata_ns_log_get (log, i);
    }

  strata_column_clear (&log->values);
  return out;
}

/* The same for durations, in 4 bytes each if the log has that, all are known, and nothing is added. */
static void
scatter_durations (StrataTraceBuilder *self,
                   StrataNsLog *log,
                   const guint32 *places,
                   Spare *spare,
                   StrataNsColumn *column)
{
  const guint32 n_async = (guint32) self->async.n;

  if (log->is_wide || log->values.n == 0 || n_async > 0 || self->has_states || self->trace->slices.has_cpu_gaps)
    column->wide = scatter_wide (log, places, n_async, spare);
  else
    *column = (StrataNsColumn){ .narrow = scatter (&log->values, sizeof (guint32), places, 0, spare), .unit_ns = strata_ns_log_get_unit_ns (log) };
}

static void
finish_cpu_starts (StrataTraceBuilder *self,
                   const guint32 *places,
                   Spare *spare)
{
  StrataSliceTable *table = &self->trace->slices;

  scatter_durations (self, &self->slices.cpu_start, places, spare, &table->cpu_start);
  self->trace->switch_name = strata_string_pool_intern (self->trace->strings, STRATA_SWITCH_NAME, strlen (STRATA_SWITCH_NAME));
  if (table->cpu_start.wide == NULL)
    return;

  gint64 *start_ns = g_steal_pointer (&table->cpu_start.wide);

  for (guint32 i = table->first_async; i < table->n_slices; i++)
    start_ns[i] = 0;

  if (table->has_cpu_gaps)
    table->cpu_start_unknown = strata_trace_builder_take_unknown (self, start_ns);
  strata_ns_column_take (&table->cpu_start, start_ns, table->n_slices);
}

static void
finish_cpu_times (StrataTraceBuilder *self,
                  const guint32 *places,
                  Spare *spare)
{
  StrataSliceTable *table = &self->trace->slices;

  scatter_durations (self, &self->slices.cpu, places, spare, &table->cpu);
  if (table->has_cpu_gaps)
    table->cpu_unknown = strata_trace_builder_take_unknown (self, table->cpu.wide);
}

static void
trim_times (StrataNsLog *log)
{
  strata_column_trim (&log->values, log->is_wide ? sizeof (gint64) : sizeof (guint32));
}

/* Trims the log once it is complete, since the next steps need one column more. */
static void
trim (StrataSliceLog *log)
{
  trim_times (&log->start);
  trim_times (&log->wall);
  trim_times (&log->cpu_start);
  trim_times (&log->cpu);
  strata_column_trim (&log->name, sizeof (guint32));
  strata_column_trim (&log->depth_flags, sizeof (guint32));
  strata_column_trim (&log->attrs, sizeof (guint32));
}

void
strata_trace_builder_finish_calls (StrataTraceBuilder *self,
                                   StrataUnfinishedEnd unfinished_end)
{
  StrataSliceLog *log = &self->slices;
  StrataSliceTable *table = &self->trace->slices;
  guint32 n_async = (guint32) self->async.n;
  guint32 n = (guint32) log->name.n;
  gboolean has_attrs = log->attrs.n > 0;
  gboolean has_cpu_times = strata_slice_log_has_cpu (log);

  strata_trace_builder_settle_enclosing (self);
  make_tracks (self, unfinished_end);
  if (has_attrs)
    {
      push_attrs (log, 0); /* fills up to the last slice, plus one unused entry */
      log->attrs.n = n;
    }

  trim (log);
  if (has_cpu_times)
    strata_trace_builder_settle_cpu_starts (self);

  guint32 *places = make_places (self);

  strata_trace_builder_place_in_calls (self, places);

  Spare spare = { NULL, 0 };

  table->first_async = n;
  table->n_slices = n + n_async;
  if (has_cpu_times)
    finish_cpu_starts (self, places, &spare);
  scatter_durations (self, &log->wall, places, &spare, &table->wall);
  if (has_cpu_times)
    finish_cpu_times (self, places, &spare);
  table->name = scatter (&log->name, sizeof (guint32), places, n_async, &spare);
  table->depth_flags = scatter (&log->depth_flags, sizeof (guint32), places, n_async, &spare);
  table->attrs = has_attrs ? scatter (&log->attrs, sizeof (guint32), places, n_async, &spare) : NULL;
  /* the widest column is last, when most of the log is freed */
  table->start_ns = scatter_wide (&log->start, places, n_async, &spare);
  g_free (spare.data);
  spare = (Spare){ places, places != NULL ? n * sizeof (guint32) : 0 };
  table->subtree_end = take_memory (&spare, table->n_slices, sizeof (guint32));
  g_free (spare.data);

  for (guint i = 0; i < self->trace->tracks->len; i++)
    find_subtree_ends (table, &g_array_index (self->trace->tracks, StrataTrack, i));

  self->trace->counts.slices.n_closed = n - self->trace->counts.slices.n_unfinished;
}

void
strata_trace_builder_finish_rows (StrataTraceBuilder *self)
{
  const StrataTrace *trace = self->trace;
  StrataSliceTable *table = &self->trace->slices;
  gint64 *wall_ns = g_steal_pointer (&table->wall.wide);
  gint64 *cpu_ns = g_steal_pointer (&table->cpu.wide);
  guint32 n_rows = 0;

  if (table->cpu_unknown != NULL)
    strata_trace_builder_sum_known (self, cpu_ns);
  if (wall_ns != NULL)
    strata_ns_column_take (&table->wall, wall_ns, table->n_slices);
  if (cpu_ns != NULL)
    strata_ns_column_take (&table->cpu, cpu_ns, table->n_slices);

  for (guint i = 0; i < trace->tracks->len; i++)
    {
      StrataTrack *track = &g_array_index (trace->tracks, StrataTrack, i);

      track->first_row = n_rows;
      n_rows += track->n_rows;
    }
}
