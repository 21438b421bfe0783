/* strata-input-builder.c - builds a trace from several files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-device-builder.h"
#include "strata-trace-builder-private.h"

/* The counts are those of the current file, since formats use them; those of finished files are
 * kept separately. Ids of processes and threads are only valid within a device. In addition, a
 * method trace has its own threads: its calls and the markers of the same thread are from two
 * clocks and would not nest. */

#define SCOPE_BITS 36

/* The kernel truncates names of threads to this length. */
#define COMM_BYTES 15

gint64
strata_trace_builder_scope_id (guint scope,
                               gint64 id)
{
  return (gint64) ((guint64) id + ((guint64) scope << SCOPE_BITS));
}

/* The first file may have been a method trace with one clock, and a later one may have two. */
static void
fill_cpu_column (StrataTraceBuilder *self)
{
  StrataSliceLog *log = &self->slices;

  self->trace->slices.has_cpu_gaps |= log->cpu.values.n < log->name.n;
  while (log->cpu.values.n < log->name.n)
    strata_ns_log_push (&log->cpu, STRATA_NO_TIME);
  while (log->cpu_start.values.n < log->name.n)
    strata_ns_log_push (&log->cpu_start, STRATA_NO_TIME);
}

void
strata_trace_builder_join_clocks (StrataTraceBuilder *self,
                                  StrataClocks clocks)
{
  const StrataClocks both = STRATA_CLOCK_WALL | STRATA_CLOCK_CPU;

  self->is_cpu_alone = clocks == STRATA_CLOCK_CPU;
  if (clocks == both && self->trace->clocks == STRATA_CLOCK_WALL)
    {
      self->trace->clocks = both;
      fill_cpu_column (self);
    }
}

static void
add_counts (StrataCounts *sum,
            const StrataCounts *counts)
{
  sum->n_lines += counts->n_lines;
  sum->n_events += counts->n_events;
  sum->n_methods += counts->n_methods;
  sum->n_unmatched_methods += counts->n_unmatched_methods;
  sum->n_weighed += counts->n_weighed;

  for (guint i = 0; i < G_N_ELEMENTS (sum->n_markers); i++)
    sum->n_markers[i] += counts->n_markers[i];
}

/* Counts of slices are the builder's own and stay. */
static void
put_counts_aside (StrataTraceBuilder *self)
{
  StrataCounts *counts = &self->trace->counts;

  add_counts (&self->counts_aside, counts);
  counts->n_lines = 0;
  counts->n_events = 0;
  counts->n_methods = 0;
  counts->n_unmatched_methods = 0;
  counts->n_weighed = 0;
  memset (counts->n_markers, 0, sizeof counts->n_markers);
}

/**
 * strata_trace_builder_begin_input:
 * @self: the builder
 * @input: a file; its name is copied
 * @is_apart: whether its threads are separate from those with the same ids in other files
 *
 * Begins another file. Everything that follows belongs to it.
 */
void
strata_trace_builder_begin_input (StrataTraceBuilder *self,
                                  const StrataInput *input,
                                  gboolean is_apart)
{
  const guint index = self->trace->inputs->len;
  StrataInput *copy;

  g_array_append_vals (self->trace->inputs, input, 1);
  copy = &g_array_index (self->trace->inputs, StrataInput, index);
  copy->name = g_strdup (input->name);

  self->device = input->device;
  self->offset_ns = input->offset_ns;
  self->drift = input->drift;
  self->thread_scope = is_apart && index < G_MAXUINT16 ? STRATA_MAX_DEVICES + index : input->device;
  self->is_cpu_alone = FALSE;
  self->outer_begin_ns = self->begin_ns;
  self->outer_end_ns = self->end_ns;
  self->begin_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  strata_diagnostics_set_input (self->trace->diagnostics, index);
}

/**
 * strata_trace_builder_get_input_name:
 * @self: the builder
 *
 * Returns: (nullable): the name of the current file
 */
const char *
strata_trace_builder_get_input_name (const StrataTraceBuilder *self)
{
  const GArray *inputs = self->trace->inputs;

  return inputs->len > 0 ? g_array_index (inputs, StrataInput, inputs->len - 1).name : NULL;
}

/**
 * strata_trace_builder_end_input:
 * @self: the builder
 *
 * Ends the current file, whose span is then known.
 *
 * Returns: (transfer none): its data; writable until the trace is finished
 */
StrataInput *
strata_trace_builder_end_input (StrataTraceBuilder *self)
{
  StrataInput *input = &g_array_index (self->trace->inputs, StrataInput, self->trace->inputs->len - 1);

  put_counts_aside (self);
  strata_diagnostics_set_input (self->trace->diagnostics, STRATA_NO_INPUT);
  input->offset_ns = self->offset_ns;
  input->span = self->begin_ns != STRATA_NO_TIME ? (StrataSpan){ self->begin_ns, self->end_ns } : (StrataSpan){ 0, 0 };

  if (self->begin_ns != STRATA_NO_TIME && self->outer_begin_ns != STRATA_NO_TIME)
    {
      self->begin_ns = MIN (self->begin_ns, self->outer_begin_ns);
      self->end_ns = MAX (self->end_ns, self->outer_end_ns);
    }
  else if (self->begin_ns == STRATA_NO_TIME)
    {
      self->begin_ns = self->outer_begin_ns;
      self->end_ns = self->outer_end_ns;
    }

  return input;
}

/**
 * strata_trace_builder_end_inputs:
 * @self: the builder
 *
 * Ends the last file. The counts are then those of all files.
 */
void
strata_trace_builder_end_inputs (StrataTraceBuilder *self)
{
  add_counts (&self->trace->counts, &self->counts_aside);
  memset (&self->counts_aside, 0, sizeof self->counts_aside);
}

/* Returns its data; writable until the trace is finished. */
StrataInput *
strata_trace_builder_get_input (StrataTraceBuilder *self,
                                guint index)
{
  return &g_array_index (self->trace->inputs, StrataInput, index);
}

/* Returns the offset that the format has to add to the times of the current file. */
gint64
strata_trace_builder_get_offset_ns (const StrataTraceBuilder *self)
{
  return self->offset_ns;
}

/* Returns the drift of the current file's clock. */
const StrataDrift *
strata_trace_builder_get_drift (const StrataTraceBuilder *self)
{
  return &self->drift;
}

/**
 * strata_trace_builder_set_start_finder:
 * @self: the builder
 * @finder: (nullable): finds the offset of a file from its start time
 * @data: for @finder
 *
 * Method traces have their start time in the header, by one clock or another.
 */
void
strata_trace_builder_set_start_finder (StrataTraceBuilder *self,
                                       StrataStartFinder finder,
                                       gpointer data)
{
  self->start_finder = finder;
  self->start_finder_data = data;
}

/**
 * strata_trace_builder_tell_start:
 * @self: the builder
 * @is_calendar: whether @start_us is since 1970; else since the device had started
 * @start_us: time 0 of the current file, in µs
 *
 * Reports the start time of the file, before its first record.
 */
void
strata_trace_builder_tell_start (StrataTraceBuilder *self,
                                 gboolean is_calendar,
                                 gint64 start_us)
{
  if (self->start_finder != NULL)
    self->offset_ns = self->start_finder (self->start_finder_data, is_calendar, start_us);
}

/* Whether the current file only has the CPU clock. */
gboolean
strata_trace_builder_is_cpu_alone (const StrataTraceBuilder *self)
{
  return self->is_cpu_alone;
}

static gboolean
is_same_name (const StrataTraceBuilder *self,
              guint32 name,
              guint32 comm)
{
  const char *a = strata_string_pool_get (self->trace->strings, name);
  const char *b = strata_string_pool_get (self->trace->strings, comm);

  return *b != '\0' && strncmp (a, b, COMM_BYTES) == 0;
}

/* The thread with the same id in the text of the same device, or STRATA_NONE. */
static guint32
find_twin (StrataTraceBuilder *self,
           guint32 thread)
{
  const guint32 input = strata_trace_builder_thread_state (self, thread)->input;
  const guint device = g_array_index (self->trace->inputs, StrataInput, input).device;
  const gint64 key = strata_trace_builder_scope_id (device, g_array_index (self->trace->threads, StrataThread, thread).tid);
  gpointer known;

  return g_hash_table_lookup_extended (self->thread_by_tid, &key, NULL, &known) ? GPOINTER_TO_UINT (known) : STRATA_NONE;
}

static gboolean
has_process (const StrataTraceBuilder *self,
             guint32 thread)
{
  const guint32 process = g_array_index (self->trace->threads, StrataThread, thread).process;

  return process != STRATA_NONE && g_array_index (self->trace->processes, StrataProcess, process).pid >= 0;
}

/* A method trace may not contain its process. All its threads belong to one, and one of them with
 * the same name in a text identifies it. */
static guint32
find_process_of (StrataTraceBuilder *self,
                 guint32 input)
{
  for (guint32 i = 0; i < self->trace->threads->len; i++)
    {
      const StrataThread *thread = &g_array_index (self->trace->threads, StrataThread, i);
      const guint32 twin = strata_trace_builder_thread_state (self, i)->input == input && !has_process (self, i) ? find_twin (self, i) : STRATA_NONE;

      if (twin != STRATA_NONE && has_process (self, twin) && is_same_name (self, thread->name, g_array_index (self->trace->threads, StrataThread, twin).name))
        return g_array_index (self->trace->threads, StrataThread, twin).process;
    }

  return STRATA_NONE;
}

static void
find_processes (StrataTraceBuilder *self)
{
  g_autofree guint32 *found = g_new (guint32, self->trace->inputs->len);

  for (guint32 i = 0; i < self->trace->inputs->len; i++)
    found[i] = find_process_of (self, i);

  for (guint32 i = 0; i < self->trace->threads->len; i++)
    {
      const guint32 input = strata_trace_builder_thread_state (self, i)->input;

      if (input != STRATA_NO_INPUT && found[input] != STRATA_NONE && !has_process (self, i))
        g_array_index (self->trace->threads, StrataThread, i).process = found[input];
    }
}

static void
append_name (StrataTraceBuilder *self,
             guint32 *name,
             const char *more)
{
  const char *plain = strata_string_pool_get (self->trace->strings, *name);
  g_autofree char *both = *plain != '\0' ? g_strdup_printf ("%s (%s)", plain, more) : g_strdup (more);

  *name = strata_string_pool_intern (self->trace->strings, both, strlen (both));
}

static void
append_input (StrataTraceBuilder *self,
              guint32 *name,
              guint32 input)
{
  g_autofree char *file = g_path_get_basename (g_array_index (self->trace->inputs, StrataInput, input).name);

  append_name (self, name, file);
}

static guint
count_devices (const StrataTraceBuilder *self)
{
  guint n_devices = self->n_devices;

  for (guint i = 0; i < self->trace->inputs->len; i++)
    n_devices = MAX (n_devices, g_array_index (self->trace->inputs, StrataInput, i).device + 1);

  return MIN (n_devices, STRATA_MAX_DEVICES);
}

/* Ambiguous ids are distinguished by the name of the device or of the file. */
void
strata_trace_builder_name_inputs (StrataTraceBuilder *self)
{
  for (guint i = 0; i < count_devices (self); i++)
    g_ptr_array_add (self->trace->device_names, strata_trace_builder_dup_device_name (self, i));

  for (guint32 i = 0; i < self->trace->processes->len; i++)
    {
      g_autofree char *device = strata_trace_builder_dup_device_name (self, strata_column_at (&self->process_devices, guint32, i));

      if (device != NULL)
        append_name (self, &g_array_index (self->trace->processes, StrataProcess, i).name, device);
    }

  for (guint32 i = 0; i < self->trace->threads->len && self->trace->inputs->len > 1; i++)
    {
      const guint32 input = strata_trace_builder_thread_state (self, i)->input;

      if (input != STRATA_NO_INPUT)
        append_input (self, &g_array_index (self->trace->threads, StrataThread, i).name, input);
    }
}

void
strata_trace_builder_settle_inputs (StrataTraceBuilder *self)
{
  if (self->trace->inputs->len > 1)
    find_processes (self);
}
