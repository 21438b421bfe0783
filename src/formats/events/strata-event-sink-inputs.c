/* strata-event-sink-inputs.c - several files of one device
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-device-builder.h"
#include "strata-event-replay.h"
#include "strata-device-names.h"
#include "strata-event-sink-private.h"

/* The files of a device go through one sink, so that threads, names, asynchronous slices
 * and chains join as in a single file. State that gives meaning to later events is reset for
 * each file. */

static void
clear_input (StrataEventSink *self)
{
  self->own_format = (StrataEventFormat){ NULL, NULL };
  self->file = (StrataEventFile){ 0 };
  self->can_continue = FALSE;
  self->offset = -1;
  self->clock = (StrataClockMarks){ 0 };
  self->begin_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  self->previous_ns = STRATA_NO_TIME;
  self->n_hitrace = 0;
  self->n_maybe_hitrace = 0;
  self->n_named = 0;
  self->sync_tid = -1;
  for (guint i = 0; i < STRATA_EVENT_MAX_CPUS; i++)
    strata_event_sink_forget_cpu (self, i);
}

typedef void (*SinkFunc) (StrataEventSink *self);

static void
for_others (StrataEventSink *self,
            SinkFunc func)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      StrataEventSink *other = g_ptr_array_index (self->others, i);

      other->input = self->input;
      func (other);
    }

  strata_event_sink_select (self);
}

static void
begin_other (StrataEventSink *self)
{
  strata_event_sink_begin_input (self, self->input);
}

/**
 * strata_event_sink_begin_input:
 * @self: the sink
 * @input: index of the current file of the builder
 *
 * Begins another file.
 */
void
strata_event_sink_begin_input (StrataEventSink *self,
                               guint32 input)
{
  strata_event_sink_begin_section (self, FALSE);
  self->input = input;
  self->offset_ns = strata_trace_builder_get_offset_ns (self->builder);
  self->drift = *strata_trace_builder_get_drift (self->builder);
  clear_input (self);
  strata_event_log_begin_input (self->log, input);
  for_others (self, begin_other);
}

static gboolean
has_markers (const StrataCounts *counts)
{
  for (guint i = 0; i < G_N_ELEMENTS (counts->n_markers); i++)
    if (counts->n_markers[i] > 0)
      return TRUE;

  return FALSE;
}

static StrataEventFormat
find_format (const StrataEventSink *self)
{
  static const StrataEventFormat rheatrace = { "rheatrace", "RheaTrace" };
  static const StrataEventFormat hitrace = { "hitrace", "HiTrace" };
  static const StrataEventFormat atrace = { "atrace", "atrace / systrace" };
  static const StrataEventFormat ftrace = { "ftrace", "ftrace" };

  if (self->own_format.id != NULL)
    return self->own_format;
  if (self->file.is_rhea)
    return rheatrace;
  if (strata_event_sink_is_hitrace (self))
    return hitrace;

  return has_markers (self->counts) ? atrace : ftrace;
}

/* Each file determines what "H:" before a name means. */
static void
judge_input (StrataEventSink *self)
{
  while (self->are_hitrace.n <= self->input)
    {
      *(guint8 *) strata_column_push (&self->are_hitrace, sizeof (guint8)) = 0;
      *(gint64 *) strata_column_push (&self->input_ends, sizeof (gint64)) = STRATA_NO_TIME;
    }

  strata_column_at (&self->are_hitrace, guint8, self->input) = strata_event_sink_is_hitrace (self) != FALSE;
  strata_column_at (&self->input_ends, gint64, self->input) = self->end_ns;

  if (self->counts->n_events == 0)
    return;

  self->format = find_format (self);
  strata_trace_builder_get_input (self->builder, self->input)->format_name = self->format.name;
}

/* A file has times if any of its machines has. */
static void
see_others (StrataEventSink *self)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      const StrataEventSink *other = g_ptr_array_index (self->others, i);

      if (other->begin_ns == STRATA_NO_TIME)
        continue;

      self->begin_ns = self->begin_ns == STRATA_NO_TIME ? other->begin_ns : MIN (self->begin_ns, other->begin_ns);
      self->end_ns = self->end_ns == STRATA_NO_TIME ? other->end_ns : MAX (self->end_ns, other->end_ns);
    }
}

/**
 * strata_event_sink_end_input:
 * @self: the sink
 *
 * Ends a file: everything known about it is in the builder or the log.
 */
void
strata_event_sink_end_input (StrataEventSink *self)
{
  self->n_input_events += self->counts->n_events;
  self->lists_all = self->lists_all || self->file.lists_all;
  judge_input (self);
  for_others (self, strata_event_sink_end_input);
  see_others (self);

  if (self->begin_ns == STRATA_NO_TIME)
    return;

  strata_trace_builder_see_time (self->builder, self->begin_ns);
  strata_trace_builder_see_time (self->builder, self->end_ns);
  self->total_begin_ns = self->total_begin_ns == STRATA_NO_TIME ? self->begin_ns : MIN (self->total_begin_ns, self->begin_ns);
}

/**
 * strata_event_sink_finish:
 * @self: a sink that has received all events
 *
 * Builds the trace.
 */
void
strata_event_sink_finish (StrataEventSink *self)
{
  strata_event_sink_select (self);
  strata_process_list_apply (self->list, self->tasks);
  strata_event_tasks_finish (self->tasks);
  strata_process_list_apply_facts (self->list, self->tasks, self->builder);
  if (self->lists_all)
    strata_process_list_apply_rest (self->list, self->tasks, self->builder);
  strata_event_sink_settle_memory (self);
  strata_trace_builder_set_format (self->builder, self->format.id, self->format.name);
  if (self->calendar_ns > 0)
    strata_trace_builder_set_start_time_us (self->builder, self->calendar_ns / 1000 - strata_time_subtract (self->calendar_at_ns, self->total_begin_ns) / 1000);

  strata_event_replay (self);
  for_others (self, strata_event_sink_finish);
}

/**
 * strata_event_sink_get_other:
 * @self: the sink of a device
 * @id: id of another machine in its files
 *
 * Finds or creates the sink of another machine, which has its own threads, processes and CPUs.
 *
 * Returns: (transfer none) (nullable): the sink, or %NULL if there are too many
 */
StrataEventSink *
strata_event_sink_get_other (StrataEventSink *self,
                             guint64 id)
{
  for (guint i = 0; i < self->others->len; i++)
    {
      StrataEventSink *other = g_ptr_array_index (self->others, i);

      if (other->id == id)
        return other;
    }

  const guint device = strata_trace_builder_add_device (self->builder);

  if (device == STRATA_NONE)
    return NULL;

  StrataEventSink *other = strata_event_sink_new (self->builder, device);
  g_autofree char *name = g_strdup_printf (STRATA_DEVICE_MACHINE "%" G_GUINT64_FORMAT, id);

  other->id = id;
  strata_event_sink_begin_input (other, self->input);
  strata_event_sink_set_name (other, name);
  g_ptr_array_add (self->others, other);
  return other;
}

/* Sets the name that distinguishes its processes from those of other machines. */
void
strata_event_sink_set_name (StrataEventSink *self,
                            const char *name)
{
  strata_trace_builder_name_device (self->builder, self->device, name);
}

/**
 * strata_event_sink_shift:
 * @self: the sink of another machine, which has received no event
 * @offset_ns: offset to add to its times
 *
 * Sets the offset between its clock and that of the file.
 */
void
strata_event_sink_shift (StrataEventSink *self,
                         gint64 offset_ns)
{
  self->offset_ns = strata_time_add (self->offset_ns, offset_ns);
}

/* Makes the following events belong to its machine. Needed only for files of several machines. */
void
strata_event_sink_select (StrataEventSink *self)
{
  strata_trace_builder_set_device (self->builder, self->device);
}

/**
 * strata_event_sink_place_time:
 * @self: the sink
 * @own_time_ns: a time on the clock of the file
 *
 * Returns: the time on the axis of the trace
 */
gint64
strata_event_sink_place_time (const StrataEventSink *self,
                              gint64 own_time_ns)
{
  return strata_clock_shift (own_time_ns, self->offset_ns + strata_drift_get_ns (&self->drift, own_time_ns));
}

/* Returns what is known of the current file, to be added to. */
StrataEventFile *
strata_event_sink_get_file (StrataEventSink *self)
{
  return &self->file;
}

/**
 * strata_event_sink_set_machine:
 * @self: the sink
 * @machine: the machine name from uname, such as "aarch64"
 *
 * Enables names for system calls that are recorded as numbers.
 */
void
strata_event_sink_set_machine (StrataEventSink *self,
                               const char *machine)
{
  self->syscalls = strata_syscalls_find (machine);
  memset (self->call_names, 0, sizeof self->call_names);
}

/**
 * strata_event_sink_set_format:
 * @self: the sink
 * @id: static: identifier for programs
 * @name: static: name for the user
 *
 * Sets the format of the current file, if its markers do not determine that.
 */
void
strata_event_sink_set_format (StrataEventSink *self,
                              const char *id,
                              const char *name)
{
  self->own_format = (StrataEventFormat){ id, name };
}

/**
 * strata_event_sink_set_offset:
 * @self: the sink
 * @offset: offset of the bytes being read, for diagnostics of a file without lines; or -1
 */
void
strata_event_sink_set_offset (StrataEventSink *self,
                              gint64 offset)
{
  self->offset = offset;
}

/* Returns the number of the current line in its file; 0 if the file has no lines. */
guint64
strata_event_sink_get_line (const StrataEventSink *self)
{
  return self->file.n_foreign_lines + self->counts->n_lines;
}

StrataTraceBuilder *
strata_event_sink_get_builder (const StrataEventSink *self)
{
  return self->builder;
}

/* Returns the threads named by lists outside the events. */
StrataProcessList *
strata_event_sink_get_list (const StrataEventSink *self)
{
  return self->list;
}

/* Returns the clock marks of the current file, to be added to. */
StrataClockMarks *
strata_event_sink_get_clock (StrataEventSink *self)
{
  return &self->clock;
}

/**
 * strata_event_sink_set_calendar:
 * @self: the sink
 * @local_ns: a time of the current file, on its own clock
 * @calendar_ns: the same time in ns since 1970
 *
 * Relates the trace to the calendar. The first call counts.
 */
void
strata_event_sink_set_calendar (StrataEventSink *self,
                                gint64 local_ns,
                                gint64 calendar_ns)
{
  strata_clock_marks_add (&self->clock, STRATA_CLOCK_KIND_REALTIME, local_ns, calendar_ns);

  if (self->calendar_ns > 0)
    return;

  self->calendar_ns = calendar_ns;
  self->calendar_at_ns = strata_time_add (local_ns, self->offset_ns);
}

/* Returns the number of events of the current file so far. */
guint64
strata_event_sink_get_n_events (const StrataEventSink *self)
{
  return self->counts->n_events;
}

guint64
strata_event_sink_get_n_total_events (const StrataEventSink *self)
{
  return self->n_input_events;
}

/* Returns the earliest time of the current file, or STRATA_NO_TIME. */
gint64
strata_event_sink_get_begin_ns (const StrataEventSink *self)
{
  return self->begin_ns;
}

/* Returns the time of the latest event, or STRATA_NO_TIME. */
gint64
strata_event_sink_get_latest_ns (const StrataEventSink *self)
{
  return self->previous_ns;
}

gboolean
strata_event_sink_can_continue (const StrataEventSink *self)
{
  return self->can_continue;
}

/**
 * strata_event_sink_end_text:
 * @self: the sink
 * @more: the text that follows the latest marker, beginning with a line end; may be empty
 *
 * Ends the text of the latest marker.
 */
void
strata_event_sink_end_text (StrataEventSink *self,
                            StrataText more)
{
  self->can_continue = FALSE;
  if (more.n_bytes == 0)
    return;

  const StrataText first = strata_event_strings_get (self->strings, strata_event_log_get_last_name (self->log));
  g_autoptr (GString) whole = g_string_new_len (first.text, (gssize) first.n_bytes);

  g_string_append_len (whole, more.text, (gssize) more.n_bytes);
  strata_event_log_rename_last (self->log, strata_event_strings_intern (self->strings, (StrataText){ whole->str, whole->len }));
}
