/* strata-trace-builder.c - builds a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace-builder.h"

#include "strata-main-span.h"
#include "strata-order.h"
#include "strata-pair-key.h"
#include "strata-trace-builder-private.h"

/* Events arrive roughly in time order and are appended to logs; nothing is sorted or moved until
 * strata_trace_builder_finish(), which turns one log after another into columns and frees each log
 * column as soon as its successor is complete. */

StrataTraceBuilder *
strata_trace_builder_new (void)
{
  StrataTraceBuilder *self = g_new0 (StrataTraceBuilder, 1);

  self->trace = strata_trace_new ();
  self->trace->clocks = STRATA_CLOCK_WALL;
  self->begin_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  self->scheduled_ns = STRATA_NO_TIME;
  self->process_by_pid = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->thread_by_tid = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  self->cpu_by_number = g_hash_table_new (NULL, NULL);

  return self;
}

static void
clear_logs (StrataTraceBuilder *self)
{
  strata_slice_log_clear (&self->slices);
  strata_column_clear (&self->enclosing);
  strata_column_clear (&self->async);
  strata_column_clear (&self->recording_ends);
  strata_column_clear (&self->expected_ends);
  strata_column_clear (&self->lanes);
  strata_column_clear (&self->samples);
  strata_column_clear (&self->instants);
  strata_column_clear (&self->cpu_states);
  strata_column_clear (&self->runs);
  strata_state_log_clear (&self->states);
  strata_async_map_clear (&self->async_by_key);
  strata_async_map_clear (&self->lane_by_key);
  g_clear_pointer (&self->place_by_lane, g_hash_table_unref);
  strata_async_map_clear (&self->counter_by_key);
}

/**
 * strata_trace_builder_free:
 * @self: (nullable) (transfer full): the builder
 *
 * Frees a builder and, unless it has finished, the trace in it.
 */
void
strata_trace_builder_free (StrataTraceBuilder *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->thread_states.n; i++)
    strata_column_clear (&strata_trace_builder_thread_state (self, i)->open);

  g_clear_object (&self->trace);
  g_hash_table_unref (self->process_by_pid);
  g_hash_table_unref (self->thread_by_tid);
  g_hash_table_unref (self->cpu_by_number);
  strata_column_clear (&self->thread_states);
  strata_column_clear (&self->process_devices);
  strata_column_clear (&self->device_names);
  clear_logs (self);
  g_clear_pointer (&self->call_frames, g_hash_table_unref);
  g_clear_pointer (&self->callsites, g_hash_table_unref);
  g_free (self);
}

/**
 * strata_trace_builder_set_format:
 * @self: the builder
 * @id: a static string: the format's name for programs
 * @name: a static string: the format's name for the user
 *
 * Sets the format of the input.
 */
void
strata_trace_builder_set_format (StrataTraceBuilder *self,
                                 const char *id,
                                 const char *name)
{
  self->trace->format_id = id;
  self->trace->format_name = name;
}

/**
 * strata_trace_builder_set_clocks:
 * @self: the builder
 * @clocks: the durations that the slices will have
 *
 * Sets the clocks; the default is %STRATA_CLOCK_WALL. Earlier slices have no CPU time; a single clock may be changed
 * later. With the CPU clock, slices have a CPU time. If it is the only clock, `time_ns` is the total running time of
 * all threads.
 */
void
strata_trace_builder_set_clocks (StrataTraceBuilder *self,
                                 StrataClocks clocks)
{
  const StrataClocks both = STRATA_CLOCK_WALL | STRATA_CLOCK_CPU;

  if (self->trace->inputs->len > 1 || (self->slices.name.n > 0 && clocks == both))
    {
      strata_trace_builder_join_clocks (self, clocks);
      return;
    }

  g_return_if_fail (self->slices.name.n == 0 || self->trace->clocks != both);

  self->trace->clocks = clocks;
  self->is_cpu_alone = clocks == STRATA_CLOCK_CPU;
}

/* Returns what is asked of readers, to be filled in before they begin. */
StrataReadOptions *
strata_trace_builder_get_options (StrataTraceBuilder *self)
{
  return &self->options;
}

/**
 * strata_trace_builder_set_start_time_us:
 * @self: the builder
 * @start_time_us: µs since 1970
 *
 * Sets the date when the trace began.
 */
void
strata_trace_builder_set_start_time_us (StrataTraceBuilder *self,
                                        gint64 start_time_us)
{
  self->trace->start_time_us = start_time_us;
}

/**
 * strata_trace_builder_add_property:
 * @self: the builder
 * @key: a key
 * @value: its value
 *
 * Adds a property of the file. Key and value are made valid UTF-8.
 */
void
strata_trace_builder_add_property (StrataTraceBuilder *self,
                                   const char *key,
                                   const char *value)
{
  g_ptr_array_add (self->trace->properties, g_utf8_make_valid (key, -1));
  g_ptr_array_add (self->trace->properties, g_utf8_make_valid (value, -1));
}

/**
 * strata_trace_builder_get_last_property:
 * @self: the builder
 * @key: a key
 *
 * Returns: (nullable) (transfer none): the value that was added last
 */
const char *
strata_trace_builder_get_last_property (const StrataTraceBuilder *self,
                                        const char *key)
{
  const GPtrArray *properties = self->trace->properties;

  for (guint i = properties->len; i > 0; i -= 2)
    if (g_str_equal (g_ptr_array_index (properties, i - 2), key))
      return g_ptr_array_index (properties, i - 1);

  return NULL;
}

/**
 * strata_trace_builder_set_method_namer:
 * @self: the builder
 * @namer: (nullable): names methods, or %NULL to keep the file's names
 * @data: for @namer; must live as long as methods are interned
 *
 * Sets a function that renames methods, for example to reverse obfuscation.
 */
void
strata_trace_builder_set_method_namer (StrataTraceBuilder *self,
                                       StrataMethodNamer namer,
                                       gpointer data)
{
  self->namer = namer;
  self->namer_data = data;
}

/**
 * strata_trace_builder_intern_method:
 * @self: the builder
 * @name: (array length=n_bytes): name of a method in the file
 * @n_bytes: length of the name
 *
 * Returns: string id of the method's name
 */
guint32
strata_trace_builder_intern_method (StrataTraceBuilder *self,
                                    const char *name,
                                    gsize n_bytes)
{
  g_autofree char *other = self->namer != NULL ? self->namer (self->namer_data, name, n_bytes) : NULL;

  if (other != NULL)
    return strata_string_pool_intern (self->trace->strings, other, strlen (other));

  return strata_string_pool_intern (self->trace->strings, name, n_bytes);
}

/* Gets the counts for the format to fill: lines, events, markers and methods. The builder counts
 * slices itself. */
StrataCounts *
strata_trace_builder_get_counts (StrataTraceBuilder *self)
{
  return &self->trace->counts;
}

/* Gets the diagnostics. The format counts its warnings, including unmatched ends, since it knows
 * their positions; the builder counts unfinished slices, repeated starts and switches that do not
 * match. */
StrataDiagnostics *
strata_trace_builder_get_diagnostics (StrataTraceBuilder *self)
{
  return self->trace->diagnostics;
}

StrataStringPool *
strata_trace_builder_get_strings (StrataTraceBuilder *self)
{
  return self->trace->strings;
}

StrataAttrTable *
strata_trace_builder_get_attrs (StrataTraceBuilder *self)
{
  return self->trace->attrs;
}

/**
 * strata_trace_builder_see_time:
 * @self: the builder
 * @time_ns: the time of any event
 *
 * Extends the span of the trace. Everything that is added does so implicitly; this is for events that add nothing.
 */
void
strata_trace_builder_see_time (StrataTraceBuilder *self,
                               gint64 time_ns)
{
  if (G_UNLIKELY (self->begin_ns == STRATA_NO_TIME))
    {
      self->begin_ns = time_ns;
      self->end_ns = time_ns;
    }

  self->begin_ns = MIN (self->begin_ns, time_ns);
  self->end_ns = MAX (self->end_ns, time_ns);
}

/**
 * strata_trace_builder_add_process:
 * @self: the builder
 * @pid: a process id
 *
 * Adds a process, even if one with that id exists: ids are reused. From now on, the id refers to the new one.
 *
 * Returns: its index
 */
guint32
strata_trace_builder_add_process (StrataTraceBuilder *self,
                                  gint64 pid)
{
  const gint64 key = strata_trace_builder_scope_id (self->device, pid);
  guint32 index = self->trace->processes->len;
  StrataProcess process = {
    .pid = pid,
    .name = STRATA_STRING_EMPTY,
    .parent = STRATA_NONE,
    .uid = -1,
    .start_ns = STRATA_NO_TIME,
    .end_ns = STRATA_NO_TIME,
    .device = self->device < STRATA_MAX_DEVICES ? self->device : STRATA_NONE,
  };

  g_array_append_val (self->trace->processes, process);
  strata_column_push_u32 (&self->process_devices, self->device);
  g_hash_table_insert (self->process_by_pid, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index));

  return index;
}

/**
 * strata_trace_builder_get_process:
 * @self: the builder
 * @pid: a process id
 *
 * Finds or adds a process.
 *
 * Returns: its index; of several with that id, the last one added
 */
guint32
strata_trace_builder_get_process (StrataTraceBuilder *self,
                                  gint64 pid)
{
  const gint64 key = strata_trace_builder_scope_id (self->device, pid);
  gpointer known;

  if (g_hash_table_lookup_extended (self->process_by_pid, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);

  return strata_trace_builder_add_process (self, pid);
}

/* Returns its id. */
gint64
strata_trace_builder_get_pid (const StrataTraceBuilder *self,
                              guint32 process)
{
  return g_array_index (self->trace->processes, StrataProcess, process).pid;
}

/* Names a process. A process that is never named gets the name of its main thread. */
void
strata_trace_builder_name_process (StrataTraceBuilder *self,
                                   guint32 process,
                                   guint32 name)
{
  g_array_index (self->trace->processes, StrataProcess, process).name = name;
}

/* Sets the parent of a process; the last call counts. */
void
strata_trace_builder_set_process_parent (StrataTraceBuilder *self,
                                         guint32 process,
                                         guint32 parent)
{
  g_array_index (self->trace->processes, StrataProcess, process).parent = parent;
}

/* Sets the user of a process; the last call counts. */
void
strata_trace_builder_set_process_uid (StrataTraceBuilder *self,
                                      guint32 process,
                                      guint32 uid)
{
  g_array_index (self->trace->processes, StrataProcess, process).uid = uid;
}

static void
set_string (GHashTable **strings,
            guint32 process,
            guint32 string)
{
  if (*strings == NULL)
    *strings = g_hash_table_new (NULL, NULL);

  g_hash_table_insert (*strings, GUINT_TO_POINTER (process), GUINT_TO_POINTER (string));
}

/* Sets how a process was started; the last call counts. */
void
strata_trace_builder_set_command_line (StrataTraceBuilder *self,
                                       guint32 process,
                                       guint32 line)
{
  set_string (&self->trace->command_lines, process, line);
}

/* Sets the labels of a process, which is in the trace or listed; the last call counts. */
void
strata_trace_builder_set_process_labels (StrataTraceBuilder *self,
                                         guint32 process,
                                         guint32 labels)
{
  set_string (&self->trace->process_labels, process, labels);
}

/**
 * strata_trace_builder_start_process:
 * @self: the builder
 * @process: index of a process
 * @time_ns: when it was started, which may be before the trace
 *
 * Sets when a process was started; the recorded start of its main thread has precedence.
 */
void
strata_trace_builder_start_process (StrataTraceBuilder *self,
                                    guint32 process,
                                    gint64 time_ns)
{
  g_array_index (self->trace->processes, StrataProcess, process).start_ns = time_ns;
}

static void
init_thread_state (StrataThreadState *self,
                   guint32 input)
{
  *self = (StrataThreadState){
    .last_ns = STRATA_NO_TIME,
    .last_cpu_ns = STRATA_NO_TIME,
    .cpu_ns = STRATA_NO_TIME,
    .call_cpu_ns = STRATA_NO_TIME,
    .cpu_time_ns = STRATA_NO_TIME,
    .state_ns = STRATA_NO_TIME,
    .exit_ns = STRATA_NO_TIME,
    .cpu = STRATA_NONE,
    .state_row = STRATA_NONE,
    .blocked_row = STRATA_NONE,
    .input = input,
  };
}

/**
 * strata_trace_builder_add_thread:
 * @self: the builder
 * @tid: a thread id
 *
 * Adds a thread, even if one with that id exists: ids are reused. From now on, the id refers to the new one.
 *
 * Returns: its index
 */
guint32
strata_trace_builder_add_thread (StrataTraceBuilder *self,
                                 gint64 tid)
{
  const gint64 key = strata_trace_builder_scope_id (self->thread_scope, tid);
  guint32 index = self->trace->threads->len;
  StrataThread thread = {
    .tid = tid,
    .process = STRATA_NONE,
    .name = STRATA_STRING_EMPTY,
    .track = STRATA_NONE,
    .first_ns = STRATA_NO_TIME,
    .last_ns = STRATA_NO_TIME,
    .start_ns = STRATA_NO_TIME,
    .end_ns = STRATA_NO_TIME,
    .device = self->thread_scope < STRATA_MAX_DEVICES ? self->thread_scope : STRATA_NONE,
  };
  StrataThreadState *state = strata_column_push (&self->thread_states, sizeof *state);

  init_thread_state (state, self->thread_scope >= STRATA_MAX_DEVICES ? self->trace->inputs->len - 1 : STRATA_NO_INPUT);
  g_array_append_val (self->trace->threads, thread);
  g_hash_table_insert (self->thread_by_tid, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index));

  return index;
}

/**
 * strata_trace_builder_get_thread:
 * @self: the builder
 * @tid: a thread id
 *
 * Finds or adds a thread.
 *
 * Returns: its index; of several with that id, the last one added
 */
guint32
strata_trace_builder_get_thread (StrataTraceBuilder *self,
                                 gint64 tid)
{
  const gint64 key = strata_trace_builder_scope_id (self->thread_scope, tid);
  gpointer known;

  if (g_hash_table_lookup_extended (self->thread_by_tid, &key, NULL, &known))
    return GPOINTER_TO_UINT (known);

  return strata_trace_builder_add_thread (self, tid);
}

/**
 * strata_trace_builder_set_own_id:
 * @self: the builder
 * @thread: index of a thread
 * @tid: the id that its program knows it by
 *
 * Sets the id that is shown for a thread, if it differs from the one that finds it here.
 */
void
strata_trace_builder_set_own_id (StrataTraceBuilder *self,
                                 guint32 thread,
                                 gint64 tid)
{
  StrataThread *row = &g_array_index (self->trace->threads, StrataThread, thread);

  row->tid = tid;
  row->has_own_id = TRUE;
}

/**
 * strata_trace_builder_start_thread:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when it was started
 *
 * Sets when a thread was started; the first call counts, since several events report it.
 */
void
strata_trace_builder_start_thread (StrataTraceBuilder *self,
                                   guint32 thread,
                                   gint64 time_ns)
{
  StrataThread *row = &g_array_index (self->trace->threads, StrataThread, thread);

  if (row->start_ns == STRATA_NO_TIME)
    row->start_ns = time_ns;
}

/**
 * strata_trace_builder_end_thread:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when it ended
 *
 * Sets when a thread ended; the latest time counts, since several events report it. Unlike
 * [method@Strata.TraceBuilder.exit_thread] this changes none of its states.
 */
void
strata_trace_builder_end_thread (StrataTraceBuilder *self,
                                 guint32 thread,
                                 gint64 time_ns)
{
  StrataThread *row = &g_array_index (self->trace->threads, StrataThread, thread);

  row->end_ns = row->end_ns == STRATA_NO_TIME ? time_ns : MAX (row->end_ns, time_ns);
}

/* Names a thread; the last name given stays. */
void
strata_trace_builder_name_thread (StrataTraceBuilder *self,
                                  guint32 thread,
                                  guint32 name)
{
  g_array_index (self->trace->threads, StrataThread, thread).name = name;
}

/**
 * strata_trace_builder_rename_thread:
 * @self: the builder
 * @thread: index of a thread
 * @time_ns: when its name changed
 * @old_name: string id of the name before
 * @name: string id of the name from then on
 *
 * Records a change of a thread's name. Its final name is set by [method@Strata.TraceBuilder.name_thread].
 */
void
strata_trace_builder_rename_thread (StrataTraceBuilder *self,
                                    guint32 thread,
                                    gint64 time_ns,
                                    guint32 old_name,
                                    guint32 name)
{
  const StrataThreadName names[] = { { STRATA_NO_TIME, thread, old_name }, { time_ns, thread, name } };

  g_array_append_vals (self->trace->names, names, G_N_ELEMENTS (names));
}

/* Returns the string id of its current name. */
guint32
strata_trace_builder_get_thread_name (StrataTraceBuilder *self,
                                      guint32 thread)
{
  return g_array_index (self->trace->threads, StrataThread, thread).name;
}

/* Returns its id in the system. */
gint64
strata_trace_builder_get_tid (const StrataTraceBuilder *self,
                              guint32 thread)
{
  return g_array_index (self->trace->threads, StrataThread, thread).tid;
}

/* Returns the index of its process as known so far, or STRATA_NONE. */
guint32
strata_trace_builder_get_thread_process (const StrataTraceBuilder *self,
                                         guint32 thread)
{
  return g_array_index (self->trace->threads, StrataThread, thread).process;
}

/**
 * strata_trace_builder_dup_process_title:
 * @self: the builder
 * @pid: a process id
 *
 * Gets the title of a process as known so far: its name, that of its main thread, or its id.
 *
 * Returns: (transfer full): a text
 */
char *
strata_trace_builder_dup_process_title (const StrataTraceBuilder *self,
                                        gint64 pid)
{
  const gint64 process = strata_trace_builder_scope_id (self->device, pid);
  const gint64 thread = strata_trace_builder_scope_id (self->thread_scope, pid);
  guint32 name = STRATA_STRING_EMPTY;
  gpointer known;

  if (g_hash_table_lookup_extended (self->process_by_pid, &process, NULL, &known))
    name = g_array_index (self->trace->processes, StrataProcess, GPOINTER_TO_UINT (known)).name;
  if (name == STRATA_STRING_EMPTY && g_hash_table_lookup_extended (self->thread_by_tid, &thread, NULL, &known))
    name = g_array_index (self->trace->threads, StrataThread, GPOINTER_TO_UINT (known)).name;

  return name != STRATA_STRING_EMPTY ? g_strdup (strata_string_pool_get (self->trace->strings, name)) : g_strdup_printf ("%" G_GINT64_FORMAT, pid);
}

/* Sets the process of a thread; the last call counts. */
void
strata_trace_builder_set_thread_process (StrataTraceBuilder *self,
                                         guint32 thread,
                                         guint32 process)
{
  g_array_index (self->trace->threads, StrataThread, thread).process = process;
}

/* A process without its own name gets that of its main thread. */
static void
name_processes (StrataTraceBuilder *self)
{
  for (guint i = 0; i < self->trace->threads->len; i++)
    {
      const StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);

      if (thread->process == STRATA_NONE)
        continue;

      StrataProcess *process = &g_array_index (self->trace->processes, StrataProcess, thread->process);

      if (process->name == STRATA_STRING_EMPTY && process->pid == thread->tid)
        process->name = thread->name;
    }
}

/* A process lives as long as its main thread. */
static void
date_processes (StrataTraceBuilder *self)
{
  for (guint i = 0; i < self->trace->threads->len; i++)
    {
      const StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);
      StrataProcess *process = thread->process != STRATA_NONE ? &g_array_index (self->trace->processes, StrataProcess, thread->process) : NULL;

      if (process == NULL || process->pid != thread->tid)
        continue;
      if (thread->start_ns != STRATA_NO_TIME)
        process->start_ns = thread->start_ns;
      if (thread->end_ns != STRATA_NO_TIME)
        process->end_ns = thread->end_ns;
    }
}

STRATA_ORDER_BY_TWO (compare_names, StrataThreadName, thread, time_ns)

/* Each change has the previous name: only the first previous name of a thread is needed. An exec
 * may keep the name, which is not a change. */
static gboolean
is_news (const StrataThreadName *before,
         const StrataThreadName *name)
{
  return before == NULL || before->thread != name->thread || (name->time_ns != STRATA_NO_TIME && before->name != name->name);
}

/* A thread whose only change kept its name has only the name before it; that is dropped. */
static void
join_names (GArray *names)
{
  StrataThreadName *rows = (StrataThreadName *) (gpointer) names->data;
  guint n = 0;

  for (guint i = 0; i < names->len; i++)
    {
      if (!is_news (n > 0 ? &rows[n - 1] : NULL, &rows[i]))
        continue;
      if (n > 0 && rows[n - 1].time_ns == STRATA_NO_TIME && rows[n - 1].thread != rows[i].thread)
        n--;

      rows[n++] = rows[i];
    }

  g_array_set_size (names, n > 0 && rows[n - 1].time_ns == STRATA_NO_TIME ? n - 1 : n);
}

static void
note_far_times (StrataTraceBuilder *self)
{
  StrataFarTimes far;

  strata_trace_find_main_span (self->trace, &far);
  if (far.n > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self), STRATA_DIAGNOSTIC_FAR_TIME, far.n, (StrataPlace){ 0, -1, far.first_ns }, strata_trace_get_string (self->trace, far.name), -1);
}

/**
 * strata_trace_builder_finish:
 * @self: a builder; only to be freed afterwards
 * @unfinished_end: where slices without an end are assumed to end
 *
 * Ends open slices and runs, sorts everything into columns and returns the trace.
 *
 * Returns: (transfer full): the trace, which is immutable
 */
StrataTrace *
strata_trace_builder_finish (StrataTraceBuilder *self,
                             StrataUnfinishedEnd unfinished_end)
{
  if (self->begin_ns == STRATA_NO_TIME)
    strata_trace_builder_see_time (self, 0);

  self->trace->span.begin_ns = self->begin_ns;
  self->trace->span.end_ns = self->end_ns;

  strata_trace_builder_settle_inputs (self);
  strata_trace_builder_end_schedule (self);

  self->has_states = self->states.start.n > 0;

  GThread *states = strata_trace_builder_start_states (self);

  strata_trace_builder_finish_calls (self, unfinished_end);
  g_clear_pointer (&states, g_thread_join);

  StrataCallMeter *meter = strata_trace_builder_start_measuring (self);

  strata_trace_builder_finish_async (self);
  strata_trace_builder_finish_cpus (self);
  strata_trace_builder_finish_losses (self);
  strata_trace_builder_finish_samples (self);
  strata_trace_builder_finish_call_samples (self);
  strata_trace_builder_finish_instants (self);
  strata_trace_builder_stop_measuring (meter);
  strata_trace_builder_finish_rows (self);
  strata_trace_builder_finish_chains (self);
  strata_trace_builder_finish_text (self);
  name_processes (self);
  date_processes (self);
  strata_trace_builder_finish_listed (self);
  g_array_sort (self->trace->names, compare_names); /* stable */
  join_names (self->trace->names);
  strata_trace_builder_name_inputs (self);
  g_ptr_array_add (self->trace->properties, NULL);
  note_far_times (self);

  return g_steal_pointer (&self->trace);
}
