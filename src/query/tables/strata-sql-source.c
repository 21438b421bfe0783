/* strata-sql-source.c - a trace as read by the SQL tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-source.h"

#include "strata-listed-tasks.h"

static void
clear_arg (gpointer data)
{
  StrataSqlArg *arg = data;

  g_free (arg->key);
  g_free (arg->value);
}

/* Lists the threads with states: states of a thread are neighbours, and threads without states cannot be found by them. */
static GArray *
list_state_threads (const StrataSqlSource *self)
{
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < self->n_threads; i++)
    if (self->threads[i].n_states > 0)
      g_array_append_val (threads, i);

  return threads;
}

/**
 * strata_sql_source_new:
 * @trace: a trace
 *
 * Returns: (transfer full): the source of its tables
 */
StrataSqlSource *
strata_sql_source_new (StrataTrace *trace)
{
  StrataSqlSource *self = g_new0 (StrataSqlSource, 1);

  self->trace = g_object_ref (trace);
  self->slices = strata_trace_get_slices (trace);
  self->instants = strata_trace_get_instants (trace);
  self->samples = strata_trace_get_samples (trace);
  self->states = strata_trace_get_states (trace);
  self->runs = strata_trace_get_cpu_runs (trace);
  self->tracks = strata_trace_get_tracks (trace, &self->n_tracks);
  self->counters = strata_trace_get_counters (trace, &self->n_counters);
  self->threads = strata_listed_tasks_dup_threads (trace, &self->n_threads);
  self->processes = strata_listed_tasks_dup_processes (trace, &self->n_processes);
  self->cpus = strata_trace_get_cpus (trace, &self->n_cpus);
  self->hides_samples = strata_sql_numbers_hides_samples (trace);
  self->utids = strata_sql_numbers_new_threads (trace);
  self->upids = strata_sql_numbers_new_processes (trace);
  self->state_threads = list_state_threads (self);
  strata_sql_source_derive (self);
  self->args = g_array_new (FALSE, FALSE, sizeof (StrataSqlArg));
  g_array_set_clear_func (self->args, clear_arg);

  return self;
}

static void
clear_array (GArray **array)
{
  g_clear_pointer (array, g_array_unref);
}

/**
 * strata_sql_source_free:
 * @self: (nullable): the source
 */
void
strata_sql_source_free (StrataSqlSource *self)
{
  if (self == NULL)
    return;

  clear_array (&self->state_threads);
  clear_array (&self->instant_tracks);
  clear_array (&self->sorted_names);
  clear_array (&self->args);
  clear_array (&self->log_rows);
  clear_array (&self->state_slices);
  clear_array (&self->frame_slices[0]);
  clear_array (&self->frame_slices[1]);
  clear_array (&self->diagnostics);
  clear_array (&self->tasks);
  clear_array (&self->flows);
  clear_array (&self->mappings);
  strata_sql_numbers_free (self->utids);
  strata_sql_numbers_free (self->upids);
  g_free (self->threads);
  g_free (self->processes);
  g_free (self->instant_track);
  g_free (self->instant_order);
  g_free (self->instant_begin);
  g_free (self->instant_places);
  g_free (self->name_order);
  g_free (self->name_begin);
  g_free (self->unfinished);
  g_free (self->arg_begin);
  g_free (self->line_begin);
  g_free (self->frame_mapping);
  g_free (self->counter_types);
  g_free (self->flow_order[0]);
  g_free (self->flow_order[1]);
  g_free (self->track_order[0]);
  g_free (self->track_order[1]);
  g_free (self->track_begin[0]);
  g_free (self->track_begin[1]);
  g_clear_pointer (&self->placed, g_hash_table_unref);
  strata_sql_derived_free (self->derived);
  g_clear_pointer (&self->track_names, g_string_chunk_free);
  strata_sql_line_free (self->line);
  strata_sql_names_free (self->names);
  g_clear_pointer (&self->nestings, g_ptr_array_unref);
  g_clear_pointer (&self->counter_names, g_array_unref);
  g_clear_pointer (&self->frames, strata_frames_unref);
  g_clear_pointer (&self->counted_frames, g_array_unref);
  g_clear_pointer (&self->profile, strata_profile_unref);
  g_object_unref (self->trace);
  g_free (self);
}
