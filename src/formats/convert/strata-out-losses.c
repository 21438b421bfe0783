/* strata-out-losses.c - what a written file does not have as the trace has it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-out-losses.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-atrace-events.h"
#include "strata-atrace-payload.h"
#include "strata-atrace-writer.h"
#include "strata-callsites.h"
#include "strata-command-lines.h"
#include "strata-counter-notes.h"
#include "strata-device-names.h"
#include "strata-listed-tasks.h"
#include "strata-nesting.h"
#include "strata-packages.h"
#include "strata-pair-key.h"
#include "strata-process-labels.h"

/* Each sentence is without its subject, the file. */

typedef struct
{
  StrataTrace *trace;     /* borrowed */
  const StrataClip *clip; /* borrowed */
  StrataOutForm form;
  GPtrArray *notes; /* (element-type utf8) borrowed */
} Losses;

static void add (Losses *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static void
add (Losses *self,
     const char *format,
     ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (self->notes, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

static void
note_ids (Losses *self)
{
  const guint n = strata_out_ids_count_made (self->trace, self->clip, self->form);

  if (n > 0)
    add (self, ngettext ("%u process or thread id was replaced because another in the trace has the same id, or it is too large", "%u process and thread ids were replaced because others in the trace have the same ids, or they are too large", n), n);
}

static gboolean
has_line_end (const char *text)
{
  return strpbrk (text, "\n\r") != NULL;
}

static guint
count_args_with_line_ends (const Losses *self)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (self->trace);
  const guint32 n_args = strata_attr_table_get_n_args (attrs);
  guint n = 0;

  for (guint32 i = 0; i < n_args; i++)
    {
      g_autofree char *args = strata_attr_table_dup_args (attrs, i);

      n += has_line_end (args);
    }

  return n;
}

/* A line of text cannot have several. */
static void
note_line_ends (Losses *self)
{
  const StrataStringPool *strings = strata_trace_get_strings (self->trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);
  guint n = count_args_with_line_ends (self);

  for (guint32 i = 0; i < n_strings; i++)
    n += has_line_end (strata_string_pool_get (strings, i));

  if (n > 0)
    add (self, ngettext ("%u name or argument has a line end, which is written as \\n or \\r", "%u names and arguments have line ends, which are written as \\n or \\r", n), n);
}

static void
note_times (Losses *self)
{
  g_autofree char *note = strata_clip_dup_note (self->clip);
  const gboolean is_moved = self->form != STRATA_OUT_JSON || strata_atrace_has_kernel (self->trace);

  if (note != NULL && is_moved)
    add (self, "%s", note);
}

/* Only our own notes have a unit. */
static void
note_unit (Losses *self)
{
  const char *unit = strata_trace_get_unit (self->trace);

  if (unit != NULL)
    add (self, _ ("has %s as nanoseconds for other programs"), unit);
}

/* Perfetto traces have their own packets for the frame timeline, and other formats have none. */
static void
note_frames (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint64 n_frames = 0;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_ASYNC && g_str_equal (strata_trace_get_string (self->trace, tracks[i].name), "Actual Timeline"))
      for (guint32 slice = tracks[i].first_slice; slice < tracks[i].first_slice + tracks[i].n_slices; slice++)
        n_frames += strata_clip_has_slice (self->clip, slices, slice);

  if (n_frames > 0)
    add (self, ngettext ("has %" PRIu64 " frame of the frame timeline as a slice, which only Strata reads as a frame", "has %" PRIu64 " frames of the frame timeline as slices, which only Strata reads as frames", (gulong) n_frames), n_frames);
}

/* A switch in text needs priorities. */
static void
note_priorities (Losses *self)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  guint64 n_unknown = 0;

  for (guint32 i = 0; i < runs->n_runs; i++)
    n_unknown += runs->rank[i] == 0 && strata_clip_touches (self->clip, runs->start_ns[i], runs->end_ns[i]);

  if (n_unknown > 0)
    add (self, ngettext ("has the priority 120 for %" PRIu64 " run on a CPU whose priority is unknown", "has the priority 120 for %" PRIu64 " runs on CPUs whose priority is unknown", (gulong) n_unknown), n_unknown);
}

/* Atrace text has no CPU clocks of threads. CPU times of calls from the scheduler are kept. */
static void
note_cpu_times (Losses *self)
{
  if (strata_ns_column_exists (&strata_trace_get_slices (self->trace)->cpu_start))
    add (self, "%s", _ ("leaves out the CPU times of calls, which atrace text cannot hold"));
}

/* Chrome JSON identifies threads by id; other programs ignore Strata's records about reused ids. */
static void
note_reused_ids (Losses *self)
{
  g_autofree guint8 *reuse = strata_atrace_find_reuse (self->trace, self->clip);
  guint n_threads;
  guint n_later = 0;

  strata_trace_get_threads (self->trace, &n_threads);
  for (guint i = 0; i < n_threads; i++)
    n_later += reuse[i] == STRATA_ATRACE_REUSE_LATER;

  if (n_later > 0)
    add (self, ngettext ("has %u thread with the id of an earlier one, which only Strata reads as two", "has %u threads with the ids of earlier ones, which only Strata reads as two each", n_later), n_later);
}

/* What the kernel recorded is text of ftrace in Chrome JSON. Other programs skip our events about kernel slices. */
static void
note_kernel_slices (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint n = slices->n_slices - slices->first_kernel;

  if (n > 0)
    add (self, ngettext ("has %u slice of the kernel as an asynchronous slice for other programs", "has %u slices of the kernel as asynchronous slices for other programs", n), n);
}

static gboolean
is_written (const Losses *self,
            const StrataCallSample *sample)
{
  return sample->time_ns >= self->clip->span.begin_ns && sample->time_ns <= self->clip->span.end_ns;
}

/* Neither text nor JSON has a place for samples themselves. */
static void
note_samples (Losses *self)
{
  const GArray *samples = strata_callsites_get (self->trace)->samples;
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    n += is_written (self, &g_array_index (samples, StrataCallSample, i));

  if (n > 0)
    add (self, ngettext ("has the calls of %u sample as slices, but not the sample itself", "has the calls of %u samples as slices, but not the samples themselves", n), n);
}

static gboolean
is_described (const Losses *self,
              guint32 process)
{
  const StrataProcess *row = strata_trace_get_processes (self->trace, NULL) + process;

  return row->uid >= 0 || row->parent != STRATA_NONE || strata_command_lines_find (self->trace, process) != STRATA_STRING_EMPTY;
}

static gboolean
has_facts (const Losses *self)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint32 i = 0; i < n_processes; i++)
    if (is_described (self, i))
      return TRUE;

  return FALSE;
}

/* The tree of processes has no times. */
static void
note_reused_processes (Losses *self)
{
  g_autofree guint8 *reuse = strata_atrace_find_reuse (self->trace, self->clip);
  g_autofree gboolean *are_reused = strata_atrace_find_reused_processes (self->trace, reuse);
  guint n_processes;
  guint n = 0;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint32 i = 0; i < n_processes; i++)
    n += are_reused[i] && is_described (self, i);

  if (n > 0)
    add (self, ngettext ("leaves out the command line, user and parent of %u process whose id means others, too", "leaves out the command lines, users and parents of %u processes whose ids mean others, too", n), n);
}

/* Nor for what lists of processes contain. */
static void
note_lists (Losses *self)
{
  const StrataListedTasks *listed = strata_listed_tasks_get (self->trace);

  if (has_facts (self) || listed->processes->len + listed->threads->len > 0)
    add (self, "%s", _ ("leaves out command lines, users and parents of processes, and processes and threads without events"));
}

static void
note_packages (Losses *self)
{
  guint n_packages;

  strata_packages_get (self->trace, &n_packages);
  if (n_packages > 0)
    add (self, "%s", _ ("leaves out the list of packages"));
}

/* Names of devices are only in Perfetto traces. */
static void
note_devices (Losses *self)
{
  const guint n_devices = strata_device_names_count (self->trace);

  if (n_devices > 1)
    add (self, ngettext ("has %u device as one", "has %u devices as one", n_devices), n_devices);
}

/* Only Perfetto traces have them. What is of a counter that a program describes is its track. */
static void
note_counter_notes (Losses *self)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);
  guint n = 0;

  for (guint i = 0; i < n_counters; i++)
    n += strata_counter_notes_find (self->trace, counters[i].name) != NULL || strata_counter_notes_get_owner (self->trace, &counters[i]) != NULL;

  if (n > 0)
    add (self, ngettext ("leaves out the unit, description and track of %u counter", "leaves out the units, descriptions and tracks of %u counters", n), n);
}

/* Other programs get the ends from Perfetto traces, and nothing else. */
static void
note_lives (Losses *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  const gboolean has_ends = self->form == STRATA_OUT_PERFETTO;
  guint n = 0;

  for (guint i = 0; i < n_threads; i++)
    {
      const StrataAtraceLife life = strata_atrace_get_life (&threads[i], self->clip);

      n += life.start_ns != STRATA_NO_TIME || (!has_ends && life.end_ns != STRATA_NO_TIME);
    }

  if (n > 0 && has_ends)
    add (self, ngettext ("has the start of %u thread, which only Strata reads", "has the starts of %u threads, which only Strata reads", n), n);
  else if (n > 0)
    add (self, ngettext ("has the start or end of %u thread, which only Strata reads", "has the starts and ends of %u threads, which only Strata reads", n), n);
}

/* JSON has them. */
static void
note_labels (Losses *self)
{
  guint n_processes;
  guint n = 0;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint32 i = 0; i < n_processes; i++)
    n += strata_process_labels_find (self->trace, i) != STRATA_STRING_EMPTY;

  if (n > 0)
    add (self, "%s", _ ("leaves out the labels of processes"));
}

/* Perfetto's samples have times in ns only if they are of perf. */
static void
note_rounded_samples (Losses *self)
{
  const GArray *samples = strata_callsites_get (self->trace)->samples;
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const StrataCallSample *sample = &g_array_index (samples, StrataCallSample, i);

      n += sample->sampler != STRATA_SAMPLER_PERF && sample->time_ns % 1000 != 0 && is_written (self, sample);
    }

  if (n > 0)
    add (self, ngettext ("has the time of %u sample in whole microseconds, though its calls are exact", "has the times of %u samples in whole microseconds, though their calls are exact", n), n);
}

/* Where the process of a method trace is not known, its main thread has the id 1. */
static void
note_method_process (Losses *self)
{
  const gint64 pid = strata_atrace_find_method_pid (self->trace);

  if (pid >= 0 && strata_trace_get_property (self->trace, "pid") == NULL)
    add (self, _ ("has the process, whose id is unknown, as process %" PRId64), pid);
}

/* No format says how a call ended. */
static void
note_exceptions (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n = 0;

  for (guint32 i = 0; i < slices->first_async; i++)
    n += (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_EXCEPTION) != 0 && strata_clip_has_slice (self->clip, slices, i);

  if (n > 0)
    add (self, ngettext ("does not say that an exception ended %u call", "does not say that exceptions ended %u calls", n), n);
}

static gboolean
has_several_stacks (const StrataSliceTable *slices,
                    const StrataTrack *track)
{
  const gint64 *cookies = slices->cookie + (track->first_slice - slices->first_async);

  for (guint32 i = 1; i < track->n_slices; i++)
    if (strata_nesting_get_stack (cookies[i]) != strata_nesting_get_stack (cookies[0]))
      return TRUE;

  return FALSE;
}

/* Text and JSON know the tracks of a process by name. */
static void
note_stacks (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  g_autoptr (GHashTable) known = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint n = 0;

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_ASYNC)
      {
        const StrataPairKey key = { tracks[i].process, tracks[i].name };
        const gboolean is_new = g_hash_table_add (known, g_memdup2 (&key, sizeof key));

        n += !is_new || has_several_stacks (slices, &tracks[i]);
      }

  if (n > 0)
    add (self, ngettext ("has the tracks that share %u name as one", "has the tracks that share %u names as one each", n), n);
}

static gboolean
is_of_device (const Losses *self,
              guint32 slice)
{
  const guint32 set = strata_slice_table_get_attrs (strata_trace_get_slices (self->trace), slice);
  const char *category = strata_trace_get_string (self->trace, strata_attr_table_get (strata_trace_get_attrs (self->trace), set).category);

  return g_str_equal (category, "gpu") || g_str_equal (category, "network");
}

/* Only Perfetto traces have packets for it. */
static void
note_packets (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n = 0;

  for (guint32 i = slices->first_async; i < slices->first_kernel; i++)
    n += strata_nesting_is_packet (slices, i) && is_of_device (self, i) && strata_clip_has_slice (self->clip, slices, i);

  if (n > 0)
    add (self, ngettext ("has %u piece of work of the GPU or the network as a slice of a program", "has %u pieces of work of the GPU and the network as slices of a program", n), n);
}

/* The lanes of asynchronous slices: (element-type StrataPairKey). */
static GHashTable *
list_lanes (StrataTrace *trace)
{
  GHashTable *lanes = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind == STRATA_TRACK_ASYNC)
      {
        const StrataPairKey key = { tracks[i].process, tracks[i].name };

        g_hash_table_add (lanes, g_memdup2 (&key, sizeof key));
      }

  return lanes;
}

/* JSON has its events in any order. */
static gboolean
is_at_end (const Losses *self,
           guint32 instant)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 around = strata_instants_get_around (instants, instant);

  if (around == 0 || around >= STRATA_INSTANTS_IN_PREVIOUS)
    return FALSE;

  return strata_slice_table_get_end_ns (strata_trace_get_slices (self->trace), around - 1) == instants->time_ns[instant];
}

/* Only their times show where instants are: inside another one at the same time, at the end of a slice, or, in JSON, among slices of a track. */
static void
note_nested_instants (Losses *self)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const gboolean is_json = self->form == STRATA_OUT_JSON;
  g_autoptr (GHashTable) lanes = list_lanes (self->trace);
  guint n = 0;

  for (guint32 i = 0; i < instants->n_instants; i++)
    {
      const StrataPairKey key = { instants->process[i], instants->track_name[i] };
      const gboolean is_lost = strata_instants_get_around (instants, i) == STRATA_INSTANTS_IN_PREVIOUS || (is_json && (is_at_end (self, i) || g_hash_table_contains (lanes, &key)));

      n += is_lost && strata_clip_has_time (self->clip, instants->time_ns[i]);
    }

  if (n > 0)
    add (self, ngettext ("does not say what %u instant is inside, except by its time", "does not say what %u instants are inside, except by their times", n), n);
}

/* JSON has no events for them. */
static void
note_states (Losses *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n = 0;

  for (guint32 i = slices->first_async; i < slices->first_kernel; i++)
    n += strata_nesting_is_state (slices, i);

  if (n > 0)
    add (self, ngettext ("has %u state of a track as a slice", "has %u states of tracks as slices", n), n);
}

static void
note_lost_in_text (Losses *self)
{
  note_stacks (self);
  note_packets (self);
  note_nested_instants (self);
  note_samples (self);
  note_lists (self);
  note_packages (self);
  note_devices (self);
  note_counter_notes (self);
  note_frames (self);
  note_priorities (self);
  note_method_process (self);
}

/**
 * strata_out_losses_list:
 * @trace: a trace
 * @clip: the part of it that is written
 * @form: the format
 *
 * Lists what the file does not have as the trace has it. No sentence has a subject.
 *
 * Returns: (transfer full) (element-type utf8): the sentences
 */
GPtrArray *
strata_out_losses_list (StrataTrace *trace,
                        const StrataClip *clip,
                        StrataOutForm form)
{
  Losses self = { trace, clip, form, g_ptr_array_new_with_free_func (g_free) };

  note_ids (&self);
  if (form == STRATA_OUT_TEXT)
    note_line_ends (&self);
  note_times (&self);
  note_unit (&self);
  note_lives (&self);
  note_exceptions (&self);
  if (form == STRATA_OUT_PERFETTO)
    {
      note_rounded_samples (&self);
      note_reused_processes (&self);
    }
  else
    note_lost_in_text (&self);
  if (form == STRATA_OUT_TEXT)
    {
      note_labels (&self);
      note_cpu_times (&self);
    }
  if (form == STRATA_OUT_JSON)
    {
      note_states (&self);
      note_kernel_slices (&self);
      note_reused_ids (&self);
    }

  return self.notes;
}
