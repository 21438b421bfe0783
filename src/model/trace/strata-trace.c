/* strata-trace.c - a loaded trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-trace.h"

#include "strata-bisect.h"
#include "strata-packages.h"
#include "strata-trace-private.h"

/* A trace owns its tables and hands them out; queries of a table are declared with the table. It is
 * immutable once the builder has finished, so any thread may read it. */

G_DEFINE_FINAL_TYPE (StrataTrace, strata_trace, G_TYPE_OBJECT)

static void
strata_trace_finalize (GObject *object)
{
  StrataTrace *self = STRATA_TRACE (object);

  if (self->base != NULL)
    strata_trace_return_tables (self);

  g_array_unref (self->inputs);
  g_ptr_array_unref (self->properties);
  g_ptr_array_unref (self->device_names);
  strata_diagnostics_free (self->diagnostics);
  strata_string_pool_free (self->strings);
  strata_attr_table_free (self->attrs);
  g_array_unref (self->processes);
  g_array_unref (self->threads);
  g_array_unref (self->tracks);
  g_array_unref (self->places);
  g_array_unref (self->counters);
  g_array_unref (self->cpus);
  g_array_unref (self->losses);
  g_array_unref (self->names);
  g_array_unref (self->packages);
  strata_callsites_clear (&self->callsites);
  strata_listed_tasks_clear (&self->listed);
  g_clear_pointer (&self->command_lines, g_hash_table_unref);
  g_clear_pointer (&self->process_labels, g_hash_table_unref);
  g_clear_pointer (&self->counter_notes, g_hash_table_unref);
  g_clear_pointer (&self->counter_owners, g_hash_table_unref);
  g_clear_pointer (&self->counter_parents, g_hash_table_unref);
  strata_slice_table_clear (&self->slices);
  strata_cpu_runs_clear (&self->cpu_runs);
  strata_states_clear (&self->states);
  strata_samples_clear (&self->samples);
  strata_instants_clear (&self->instants);
  strata_chains_clear (&self->chains);
  g_ptr_array_unref (self->line_stores);
  strata_kind_table_free (self->kinds);
  g_free (self->row_begin);

  G_OBJECT_CLASS (strata_trace_parent_class)->finalize (object);
}

static void
strata_trace_class_init (StrataTraceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_trace_finalize;
}

static void
strata_trace_init (StrataTrace *self)
{
  self->format_id = "";
  self->format_name = "";
  self->start_time_us = STRATA_NO_TIME;
  self->switch_name = STRATA_NONE;
  self->properties = g_ptr_array_new_with_free_func (g_free);
  self->device_names = g_ptr_array_new_with_free_func (g_free);
  self->diagnostics = strata_diagnostics_new ();
  self->strings = strata_string_pool_new ();
  self->attrs = strata_attr_table_new ();
  self->line_stores = g_ptr_array_new_with_free_func ((GDestroyNotify) strata_line_store_free);
  self->kinds = strata_kind_table_new ();
  self->processes = g_array_new (FALSE, FALSE, sizeof (StrataProcess));
  self->inputs = g_array_new (FALSE, FALSE, sizeof (StrataInput));
  g_array_set_clear_func (self->inputs, (GDestroyNotify) strata_input_clear);
  self->threads = g_array_new (FALSE, FALSE, sizeof (StrataThread));
  self->tracks = g_array_new (FALSE, FALSE, sizeof (StrataTrack));
  self->places = g_array_new (FALSE, FALSE, sizeof (StrataTrackPlace));
  self->counters = g_array_new (FALSE, FALSE, sizeof (StrataCounter));
  self->cpus = g_array_new (FALSE, FALSE, sizeof (StrataCpu));
  self->losses = g_array_new (FALSE, FALSE, sizeof (StrataLoss));
  self->names = g_array_new (FALSE, FALSE, sizeof (StrataThreadName));
  self->packages = g_array_new (FALSE, FALSE, sizeof (StrataPackage));
  strata_callsites_init (&self->callsites);
  strata_listed_tasks_init (&self->listed);
}

StrataTrace *
strata_trace_new (void)
{
  return g_object_new (STRATA_TYPE_TRACE, NULL);
}

/**
 * strata_trace_get_format_id:
 * @self: the trace
 *
 * Returns: (transfer none): the name of its format for programs, such as "hitrace"
 */
const char *
strata_trace_get_format_id (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->format_id;
}

const char *
strata_trace_get_format_name (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->format_name;
}

/* Returns the span from its first event to its last, in the clock of the file. */
StrataSpan
strata_trace_get_span (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), ((StrataSpan){ 0, 0 }));

  return self->span;
}

StrataClocks
strata_trace_get_clocks (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), 0);

  return self->clocks;
}

StrataClocks
strata_trace_get_axis (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), STRATA_CLOCK_WALL);

  return self->base != NULL || (self->clocks & STRATA_CLOCK_WALL) == 0 ? STRATA_CLOCK_CPU : STRATA_CLOCK_WALL;
}

/**
 * strata_trace_get_base:
 * @self: the trace
 *
 * Returns: (transfer none): the trace as it was read; @self unless it was put on another clock
 */
StrataTrace *
strata_trace_get_base (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->base != NULL ? self->base : self;
}

/**
 * strata_trace_get_switch_name:
 * @self: the trace
 *
 * Returns: string id of the name of time switched out, %STRATA_NONE if that is not known
 */
guint32
strata_trace_get_switch_name (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), STRATA_NONE);

  return self->switch_name;
}

/**
 * strata_trace_get_inputs:
 * @self: the trace
 * @n_inputs: (out) (optional): how many there are
 *
 * Returns: (transfer none) (array length=n_inputs): the files that it was loaded from
 */
const StrataInput *
strata_trace_get_inputs (StrataTrace *self,
                         guint *n_inputs)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_inputs != NULL)
    *n_inputs = self->inputs->len;

  return (const StrataInput *) self->inputs->data;
}

/**
 * strata_trace_get_start_time_us:
 * @self: the trace
 *
 * Returns: the date of its beginning in µs since 1970, or %STRATA_NO_TIME
 */
gint64
strata_trace_get_start_time_us (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), STRATA_NO_TIME);

  return self->start_time_us;
}

const StrataCounts *
strata_trace_get_counts (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->counts;
}

/**
 * strata_trace_get_diagnostics:
 * @self: the trace
 *
 * Returns: (transfer none): the warnings about the input
 */
const StrataDiagnostics *
strata_trace_get_diagnostics (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->diagnostics;
}

/**
 * strata_trace_get_property:
 * @self: the trace
 * @key: a key
 *
 * Looks up a property of the file, such as "vm" of a method trace.
 *
 * Returns: (nullable) (transfer none): the value, or %NULL
 */
const char *
strata_trace_get_property (StrataTrace *self,
                           const char *key)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  for (guint i = 0; i + 1 < self->properties->len; i += 2)
    if (g_str_equal (g_ptr_array_index (self->properties, i), key))
      return g_ptr_array_index (self->properties, i + 1);

  return NULL;
}

/* The unit of lengths on the axis if it is not time, for samples without times. See
 * strata_units_amount(). Returns a unit such as "bytes"; NULL for ns. */
const char *
strata_trace_get_unit (StrataTrace *self)
{
  return strata_trace_get_property (self, STRATA_UNIT_PROPERTY);
}

/* @id may be STRATA_NONE. */
const char *
strata_trace_get_string (StrataTrace *self,
                         guint32 id)
{
  return strata_string_pool_get (self->strings, id);
}

const StrataStringPool *
strata_trace_get_strings (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->strings;
}

/**
 * strata_trace_get_attrs:
 * @self: the trace
 *
 * Returns: (transfer none): the attribute sets that its slices refer to
 */
const StrataAttrTable *
strata_trace_get_attrs (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return self->attrs;
}

/**
 * strata_trace_get_processes:
 * @self: the trace
 * @n_processes: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_processes): its processes; references to them are indices into this array
 */
const StrataProcess *
strata_trace_get_processes (StrataTrace *self,
                            guint *n_processes)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_processes != NULL)
    *n_processes = self->processes->len;

  return (const StrataProcess *) self->processes->data;
}

/**
 * strata_trace_get_threads:
 * @self: the trace
 * @n_threads: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_threads): its threads; references to them are indices into this array
 */
const StrataThread *
strata_trace_get_threads (StrataTrace *self,
                          guint *n_threads)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_threads != NULL)
    *n_threads = self->threads->len;

  return (const StrataThread *) self->threads->data;
}

/* Whether it has the id of its process. */
gboolean
strata_trace_is_main_thread (StrataTrace *self,
                             const StrataThread *thread)
{
  return thread->process != STRATA_NONE && strata_trace_get_processes (self, NULL)[thread->process].pid == thread->tid;
}

/**
 * strata_trace_get_tracks:
 * @self: the trace
 * @n_tracks: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_tracks): its tracks; references to them are indices into this array
 */
const StrataTrack *
strata_trace_get_tracks (StrataTrace *self,
                         guint *n_tracks)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_tracks != NULL)
    *n_tracks = self->tracks->len;

  return (const StrataTrack *) self->tracks->data;
}

/**
 * strata_trace_get_places:
 * @self: the trace
 * @n_places: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_places): the places of lanes; number N is element N - 1, after its parent
 */
const StrataTrackPlace *
strata_trace_get_places (StrataTrace *self,
                         guint *n_places)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_places != NULL)
    *n_places = self->places->len;

  return (const StrataTrackPlace *) self->places->data;
}

/**
 * strata_trace_get_counters:
 * @self: the trace
 * @n_counters: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_counters): its counters; references to them are indices into this array
 */
const StrataCounter *
strata_trace_get_counters (StrataTrace *self,
                           guint *n_counters)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_counters != NULL)
    *n_counters = self->counters->len;

  return (const StrataCounter *) self->counters->data;
}

/**
 * strata_trace_get_cpus:
 * @self: the trace
 * @n_cpus: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_cpus): its CPUs; what refers to one is an index in here
 */
const StrataCpu *
strata_trace_get_cpus (StrataTrace *self,
                       guint *n_cpus)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_cpus != NULL)
    *n_cpus = self->cpus->len;

  return (const StrataCpu *) self->cpus->data;
}

/**
 * strata_trace_find_cpu:
 * @self: the trace
 * @number: number of a CPU
 *
 * Returns: its index, or %STRATA_NONE if nothing is known to have run on it
 */
guint32
strata_trace_find_cpu (StrataTrace *self,
                       guint32 number)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self, &n_cpus);
  guint begin = 0;
  guint end = n_cpus;

  STRATA_BISECT (begin, end, i, cpus[i].cpu < number);
  return begin < n_cpus && cpus[begin].cpu == number ? begin : STRATA_NONE;
}

/**
 * strata_trace_find_cpu_of_run:
 * @self: the trace
 * @run: index of a run
 *
 * Returns: the index of its CPU, or %STRATA_NONE
 */
guint32
strata_trace_find_cpu_of_run (StrataTrace *self,
                              guint32 run)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self, &n_cpus);

  for (guint32 i = 0; i < n_cpus; i++)
    if (run - cpus[i].first_run < cpus[i].n_runs)
      return i;

  return STRATA_NONE;
}

/**
 * strata_trace_get_losses:
 * @self: the trace
 * @n_losses: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_losses): where events of a CPU are missing, by CPU and time; those of a CPU do not overlap
 */
const StrataLoss *
strata_trace_get_losses (StrataTrace *self,
                         guint *n_losses)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_losses != NULL)
    *n_losses = self->losses->len;

  return (const StrataLoss *) self->losses->data;
}

/**
 * strata_trace_find_loss:
 * @self: the trace
 * @cpu: number of a CPU
 * @time_ns: a time
 *
 * Returns: index of the first loss of the CPU that ends after the time, which may begin later; %STRATA_NONE if there is none
 */
guint32
strata_trace_find_loss (StrataTrace *self,
                        guint32 cpu,
                        gint64 time_ns)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (self, &n_losses);
  guint32 begin = 0;
  guint32 end = n_losses;

  STRATA_BISECT (begin, end, i, losses[i].cpu < cpu || (losses[i].cpu == cpu && losses[i].end_ns <= time_ns));

  return begin < n_losses && losses[begin].cpu == cpu ? begin : STRATA_NONE;
}

/**
 * strata_trace_get_thread_names:
 * @self: the trace
 * @n_names: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_names): the names of threads that were renamed, by thread and time; the last
 *   one of a thread may not be its current name, which other events show, too
 */
const StrataThreadName *
strata_trace_get_thread_names (StrataTrace *self,
                               guint *n_names)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  if (n_names != NULL)
    *n_names = self->names->len;

  return (const StrataThreadName *) self->names->data;
}

const StrataSliceTable *
strata_trace_get_slices (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->slices;
}

const StrataCpuRuns *
strata_trace_get_cpu_runs (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->cpu_runs;
}

const StrataStates *
strata_trace_get_states (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->states;
}

const StrataSamples *
strata_trace_get_samples (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->samples;
}

const StrataInstants *
strata_trace_get_instants (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->instants;
}

const StrataChains *
strata_trace_get_chains (StrataTrace *self)
{
  g_return_val_if_fail (STRATA_IS_TRACE (self), NULL);

  return &self->chains;
}

/**
 * strata_trace_find_track:
 * @self: the trace
 * @slice: a slice
 *
 * Returns: the index of the track that @slice is on; O(log tracks)
 */
guint32
strata_trace_find_track (StrataTrace *self,
                         guint32 slice)
{
  const StrataTrack *tracks = (const StrataTrack *) self->tracks->data;
  guint32 begin = 0;
  guint32 end = self->tracks->len;

  STRATA_BISECT_LAST (begin, end, i, tracks[i].first_slice <= slice);

  return begin;
}

/**
 * strata_trace_find_counter:
 * @self: the trace
 * @sample: a sample
 *
 * Returns: the index of @sample's counter; O(log counters)
 */
guint32
strata_trace_find_counter (StrataTrace *self,
                           guint32 sample)
{
  const StrataCounter *counters = (const StrataCounter *) self->counters->data;
  guint32 begin = 0;
  guint32 end = self->counters->len;

  STRATA_BISECT_LAST (begin, end, i, counters[i].first_sample <= sample);

  return begin;
}

/**
 * strata_trace_find_thread:
 * @self: the trace
 * @slice: a slice
 *
 * Returns: the index of the thread that made @slice, or %STRATA_NONE; for an asynchronous one, the thread that started it
 */
guint32
strata_trace_find_thread (StrataTrace *self,
                          guint32 slice)
{
  if (slice >= self->slices.first_async && self->slices.async_thread != NULL)
    return self->slices.async_thread[slice - self->slices.first_async];

  return g_array_index (self->tracks, StrataTrack, strata_trace_find_track (self, slice)).thread;
}

/**
 * strata_trace_find_process:
 * @self: the trace
 * @slice: a slice
 *
 * Returns: the index of @slice's process, or %STRATA_NONE
 */
guint32
strata_trace_find_process (StrataTrace *self,
                           guint32 slice)
{
  const StrataTrack *track = &g_array_index (self->tracks, StrataTrack, strata_trace_find_track (self, slice));

  if (track->process != STRATA_NONE || track->thread == STRATA_NONE)
    return track->process;

  return g_array_index (self->threads, StrataThread, track->thread).process;
}

/* Whether it is known how long @slice ran: it is a call, and its CPU time is recorded or the
 * scheduler reports its thread. */
gboolean
strata_trace_has_cpu_time (StrataTrace *self,
                           guint32 slice)
{
  return strata_ns_column_exists (&self->slices.cpu) && slice < self->slices.first_async && strata_slice_table_knows_cpu (&self->slices, slice);
}

/**
 * strata_trace_get_cpu_begin_ns:
 * @self: the trace
 * @slice: a slice
 *
 * Returns: the CPU clock of its thread when @slice began, as in the file; %STRATA_NO_TIME if that is not known
 */
gint64
strata_trace_get_cpu_begin_ns (StrataTrace *self,
                               guint32 slice)
{
  const StrataSliceTable *slices = &self->slices;

  if (!strata_ns_column_exists (&slices->cpu_start) || slice >= slices->first_async || !strata_slice_table_knows_cpu_start (slices, slice))
    return STRATA_NO_TIME;

  const StrataTrack *track = &g_array_index (self->tracks, StrataTrack, strata_trace_find_track (self, slice));

  return strata_time_add (strata_slice_table_get_cpu_start_ns (slices, slice), g_array_index (self->threads, StrataThread, track->thread).cpu_begin_ns);
}

/**
 * strata_trace_find_parent:
 * @self: the trace
 * @slice: a slice
 *
 * Finds the caller of a call: the last one a level up that precedes it in pre-order.
 *
 * Returns: the parent's index, or %STRATA_NONE for an outermost or asynchronous slice; O(log slices)
 */
guint32
strata_trace_find_parent (StrataTrace *self,
                          guint32 slice)
{
  const StrataTrack *track = &g_array_index (self->tracks, StrataTrack, strata_trace_find_track (self, slice));
  guint32 depth = strata_slice_table_get_depth (&self->slices, slice);
  guint32 begin;
  guint32 end;

  if (track->kind != STRATA_TRACK_THREAD || depth == 0)
    return STRATA_NONE;

  strata_trace_get_row (self, track, depth - 1, &begin, &end);
  STRATA_BISECT_LAST (begin, end, i, self->slices.order[i] < slice);

  return self->slices.order[begin];
}
