/* strata-sample-builder.c - builds columns of counters and instants
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include "strata-pair-key.h"
#include "strata-real.h"
#include "strata-trace-builder-private.h"

/**
 * strata_trace_builder_get_counter:
 * @self: the builder
 * @process: index of its process, or %STRATA_NONE
 * @cpu: number of its CPU, or -1
 * @name: string id
 *
 * Finds or adds a counter.
 *
 * Returns: its index
 */
guint32
strata_trace_builder_get_counter (StrataTraceBuilder *self,
                                  guint32 process,
                                  int cpu,
                                  guint32 name)
{
  StrataAsyncKey key = { .cookie = cpu, .process = process, .name = name };
  guint32 known = strata_async_map_get (&self->counter_by_key, &key);

  if (known != 0)
    return known - 1;

  StrataCounter counter = { .name = name, .process = process, .cpu = cpu, .min = G_MAXINT64, .max = G_MININT64, .real_min = INFINITY, .real_max = -INFINITY };

  g_array_append_val (self->trace->counters, counter);
  strata_async_map_set (&self->counter_by_key, &key, self->trace->counters->len);

  return self->trace->counters->len - 1;
}

static void
widen (StrataCounter *counter,
       gint64 whole,
       double real)
{
  counter->n_samples++;
  counter->min = MIN (counter->min, whole);
  counter->max = MAX (counter->max, whole);
  counter->real_min = MIN (counter->real_min, real);
  counter->real_max = MAX (counter->real_max, real);
}

/**
 * strata_trace_builder_add_sample:
 * @self: the builder
 * @counter: index of a counter
 * @time_ns: when
 * @value: its value from then on
 *
 * Adds a sample to a counter.
 */
void
strata_trace_builder_add_sample (StrataTraceBuilder *self,
                                 guint32 counter,
                                 gint64 time_ns,
                                 gint64 value)
{
  strata_trace_builder_see_time (self, time_ns);
  widen (&g_array_index (self->trace->counters, StrataCounter, counter), value, (double) value);
  *(StrataSampleEntry *) strata_column_push (&self->samples, sizeof (StrataSampleEntry)) = (StrataSampleEntry){
    .time_ns = time_ns,
    .value = value,
    .counter = counter,
  };
}

/**
 * strata_trace_builder_add_real_sample:
 * @self: the builder
 * @counter: index of a counter
 * @time_ns: when
 * @value: its value from then on, any number
 *
 * Adds a sample with a fraction to a counter.
 */
void
strata_trace_builder_add_real_sample (StrataTraceBuilder *self,
                                      guint32 counter,
                                      gint64 time_ns,
                                      double value)
{
  gint64 whole;

  if (strata_real_to_int (value, &whole))
    {
      strata_trace_builder_add_sample (self, counter, time_ns, whole);
      return;
    }

  strata_trace_builder_see_time (self, time_ns);
  widen (&g_array_index (self->trace->counters, StrataCounter, counter), whole, value);
  self->has_real_samples = TRUE;
  *(StrataSampleEntry *) strata_column_push (&self->samples, sizeof (StrataSampleEntry)) = (StrataSampleEntry){
    .time_ns = time_ns,
    .value = strata_real_to_bits (value),
    .counter = counter,
    .is_real = TRUE,
  };
}

/**
 * strata_trace_builder_add_instant:
 * @self: the builder
 * @thread: index of the thread that wrote it, or %STRATA_NONE
 * @process: index of its process, or %STRATA_NONE
 * @track_name: string id of its named track, which may be a lane with a place, or 0 for its thread
 * @time_ns: when
 * @name: string id
 *
 * Adds an event without a duration.
 */
void
strata_trace_builder_add_instant (StrataTraceBuilder *self,
                                  guint32 thread,
                                  guint32 process,
                                  guint32 track_name,
                                  gint64 time_ns,
                                  guint32 name)
{
  strata_trace_builder_see_time (self, time_ns);
  if (thread != STRATA_NONE)
    strata_trace_builder_see_thread (self, thread, time_ns, STRATA_NO_TIME);

  *(StrataInstantEntry *) strata_column_push (&self->instants, sizeof (StrataInstantEntry)) = (StrataInstantEntry){
    .time_ns = time_ns,
    .name = name,
    .track_name = track_name,
    .thread = thread,
    .process = process,
    .cpu_ns = STRATA_NO_TIME,
  };
}

/**
 * strata_trace_builder_describe_instant:
 * @self: the builder
 * @attrs: id of its attributes
 *
 * Sets the attributes of the latest instant.
 */
void
strata_trace_builder_describe_instant (StrataTraceBuilder *self,
                                       guint32 attrs)
{
  g_return_if_fail (self->instants.n > 0);

  strata_column_at (&self->instants, StrataInstantEntry, self->instants.n - 1).attrs = attrs;
  self->has_instant_attrs |= attrs != STRATA_ATTRS_NONE;
}

/**
 * strata_trace_builder_stack_instant:
 * @self: the builder
 * @stack: number of a stack of slices, from 1
 *
 * Sets the stack of slices of its lane that the latest instant is on, see strata_nesting_make_cookie().
 */
void
strata_trace_builder_stack_instant (StrataTraceBuilder *self,
                                    guint32 stack)
{
  g_return_if_fail (self->instants.n > 0);

  strata_column_at (&self->instants, StrataInstantEntry, self->instants.n - 1).stack = stack;
  self->has_instant_stacks = TRUE;
}

static StrataInstantEntry *
get_latest (StrataTraceBuilder *self)
{
  return &strata_column_at (&self->instants, StrataInstantEntry, self->instants.n - 1);
}

/**
 * strata_trace_builder_nest_in_calls:
 * @self: the builder
 *
 * Places the latest instant, which is on a thread, inside the innermost call that is open now, and takes the CPU clock of
 * the thread. A thread that has exited has no open calls, though they had no end.
 */
void
strata_trace_builder_nest_in_calls (StrataTraceBuilder *self)
{
  g_return_if_fail (self->instants.n > 0);

  StrataInstantEntry *entry = get_latest (self);
  StrataThreadState *state = strata_trace_builder_thread_state (self, entry->thread);

  if (state->exit_ns == STRATA_NO_TIME)
    entry->around = state->open.n > 0 ? strata_column_at (&state->open, guint32, state->open.n - 1) + 1 : STRATA_NONE;

  self->has_nested_instants = TRUE;
  if (state->cpu_ns == STRATA_NO_TIME)
    return;

  entry->cpu_ns = strata_trace_builder_take_cpu_clock (state, STRATA_NO_TIME);
  self->has_instant_clocks = TRUE;
}

/**
 * strata_trace_builder_nest_in_async:
 * @self: the builder
 * @key: (nullable): key of an open asynchronous slice of its stack; %NULL if none is open
 *
 * Places the latest instant, which is on a stack of slices, inside a slice.
 */
void
strata_trace_builder_nest_in_async (StrataTraceBuilder *self,
                                    const StrataAsyncKey *key)
{
  g_return_if_fail (self->instants.n > 0);

  get_latest (self)->around = key != NULL ? strata_async_map_get (&self->async_by_key, key) : STRATA_NONE;
  self->has_nested_instants = TRUE;
}

/**
 * strata_trace_builder_nest_in_instant:
 * @self: the builder
 *
 * Places the latest instant inside the one before it on its track, at the same time.
 */
void
strata_trace_builder_nest_in_instant (StrataTraceBuilder *self)
{
  g_return_if_fail (self->instants.n > 0);

  get_latest (self)->around = STRATA_INSTANTS_IN_PREVIOUS;
  self->has_nested_instants = TRUE;
}

/* Both kinds of entry begin with their time. */
static int
compare_times (gconstpointer a,
               gconstpointer b,
               gpointer unused)
{
  gint64 left_ns = *(const gint64 *) a;
  gint64 right_ns = *(const gint64 *) b;

  return (left_ns > right_ns) - (left_ns < right_ns);
}

/**
 * strata_trace_builder_describe_counter:
 * @self: the builder
 * @name: string id of the name of a counter
 * @note: its metadata
 *
 * Sets the metadata of the counters with a name; the last call counts.
 */
void
strata_trace_builder_describe_counter (StrataTraceBuilder *self,
                                       guint32 name,
                                       const StrataCounterNote *note)
{
  if (self->trace->counter_notes == NULL)
    self->trace->counter_notes = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  g_hash_table_replace (self->trace->counter_notes, GUINT_TO_POINTER (name), g_memdup2 (note, sizeof *note));
}

/**
 * strata_trace_builder_place_counter:
 * @self: the builder
 * @process: index of the process of a counter, or %STRATA_NONE
 * @name: string id of its name
 * @place: number of a place in the tree of lanes, from 1
 *
 * Sets what a counter is below in the tree of lanes; the first call counts.
 */
void
strata_trace_builder_place_counter (StrataTraceBuilder *self,
                                    guint32 process,
                                    guint32 name,
                                    guint32 place)
{
  const guint64 key = (guint64) process << 32 | name;

  if (self->trace->counter_parents == NULL)
    self->trace->counter_parents = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  if (!g_hash_table_contains (self->trace->counter_parents, &key))
    g_hash_table_insert (self->trace->counter_parents, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
}

/* Sets what a counter of a process is of; the first call counts. */
void
strata_trace_builder_own_counter (StrataTraceBuilder *self,
                                  guint32 process,
                                  guint32 name,
                                  const StrataCounterOwner *owner)
{
  const guint64 key = (guint64) process << 32 | name;

  if (self->trace->counter_owners == NULL)
    self->trace->counter_owners = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free);

  if (!g_hash_table_contains (self->trace->counter_owners, &key))
    g_hash_table_insert (self->trace->counter_owners, g_memdup2 (&key, sizeof key), g_memdup2 (owner, sizeof *owner));
}

void
strata_trace_builder_add_package (StrataTraceBuilder *self,
                                  const StrataPackage *package)
{
  g_array_append_val (self->trace->packages, *package);
}

/* Formats sort their events, so this nearly always is only a check. The sort is stable, since of
 * two samples at one time the last one counts. */
static void
sort_by_time (StrataColumn *column,
              gsize element_bytes)
{
  const char *entries = column->data;
  gboolean is_sorted = TRUE;

  for (gsize i = 1; i < column->n && is_sorted; i++)
    is_sorted = compare_times (entries + (i - 1) * element_bytes, entries + i * element_bytes, NULL) <= 0;

  if (!is_sorted)
    g_qsort_with_data (column->data, (int) column->n, element_bytes, compare_times, NULL);
}

static void
store_sample (StrataSamples *samples,
              guint32 place,
              const StrataSampleEntry *entry)
{
  const double real = entry->is_real ? strata_real_from_bits (entry->value) : (double) entry->value;

  samples->time_ns[place] = entry->time_ns;
  samples->value[place] = entry->value;
  if (entry->is_real)
    strata_real_to_int (real, &samples->value[place]);
  if (samples->real != NULL)
    samples->real[place] = real;
}

void
strata_trace_builder_finish_samples (StrataTraceBuilder *self)
{
  StrataSamples *samples = &self->trace->samples;
  g_autofree guint32 *next = g_new0 (guint32, MAX (self->trace->counters->len, 1));
  guint32 first_sample = 0;

  sort_by_time (&self->samples, sizeof (StrataSampleEntry));

  for (guint i = 0; i < self->trace->counters->len; i++)
    {
      StrataCounter *counter = &g_array_index (self->trace->counters, StrataCounter, i);

      counter->first_sample = first_sample;
      next[i] = first_sample;
      first_sample += counter->n_samples;
    }

  samples->n_samples = (guint32) self->samples.n;
  samples->time_ns = g_new (gint64, MAX (samples->n_samples, 1));
  samples->value = g_new (gint64, MAX (samples->n_samples, 1));
  samples->real = self->has_real_samples ? g_new (double, samples->n_samples) : NULL;

  for (gsize i = 0; i < self->samples.n; i++)
    {
      const StrataSampleEntry *entry = &strata_column_at (&self->samples, StrataSampleEntry, i);

      store_sample (samples, next[entry->counter]++, entry);
    }

  strata_column_clear (&self->samples);
}

/* The track of an instant may have a place in the tree of lanes, which also has its name. */
static void
store_track (StrataTraceBuilder *self,
             gsize instant,
             const StrataInstantEntry *entry)
{
  StrataInstants *instants = &self->trace->instants;
  const guint32 place = entry->track_name != STRATA_STRING_EMPTY ? strata_trace_builder_find_place (self, entry->track_name) : 0;

  instants->track_name[instant] = place != 0 ? g_array_index (self->trace->places, StrataTrackPlace, place - 1).name : entry->track_name;
  if (instants->place != NULL)
    instants->place[instant] = place;
  if (instants->stack != NULL)
    instants->stack[instant] = entry->stack;
  if (instants->around != NULL)
    instants->around[instant] = entry->around;
  if (instants->cpu_ns != NULL)
    instants->cpu_ns[instant] = entry->cpu_ns;
}

/* A call that enclosed everything before it was only known at its end, so an instant without a call may be inside one. */
void
strata_trace_builder_place_in_calls (StrataTraceBuilder *self,
                                     const guint32 *places)
{
  for (gsize i = 0; i < self->instants.n; i++)
    {
      StrataInstantEntry *entry = &strata_column_at (&self->instants, StrataInstantEntry, i);

      if (entry->stack != 0 || entry->around == 0 || entry->around == STRATA_INSTANTS_IN_PREVIOUS)
        continue;
      if (entry->around == STRATA_NONE)
        entry->around = self->enclosing.n > 0 ? 0 : STRATA_NONE;
      else if (places != NULL)
        entry->around = places[entry->around - 1] + 1;
    }
}

void
strata_trace_builder_place_in_async (StrataTraceBuilder *self)
{
  for (gsize i = 0; i < self->instants.n; i++)
    {
      StrataInstantEntry *entry = &strata_column_at (&self->instants, StrataInstantEntry, i);

      if (entry->stack != 0 && entry->around != 0 && entry->around < STRATA_INSTANTS_IN_PREVIOUS)
        entry->around = strata_column_at (&self->async, StrataAsyncEntry, entry->around - 1).slice + 1;
    }
}

void
strata_trace_builder_finish_instants (StrataTraceBuilder *self)
{
  StrataInstants *instants = &self->trace->instants;
  gsize n = self->instants.n;

  sort_by_time (&self->instants, sizeof (StrataInstantEntry));

  instants->n_instants = (guint32) n;
  instants->time_ns = g_new (gint64, MAX (n, 1));
  instants->name = g_new (guint32, MAX (n, 1));
  instants->track_name = g_new (guint32, MAX (n, 1));
  instants->thread = g_new (guint32, MAX (n, 1));
  instants->process = g_new (guint32, MAX (n, 1));
  instants->attrs = self->has_instant_attrs ? g_new (guint32, n) : NULL;
  instants->place = self->place_by_lane != NULL ? g_new (guint32, MAX (n, 1)) : NULL;
  instants->stack = self->has_instant_stacks ? g_new (guint32, n) : NULL;
  instants->around = self->has_nested_instants ? g_new (guint32, n) : NULL;
  instants->cpu_ns = self->has_instant_clocks ? g_new (gint64, n) : NULL;

  for (gsize i = 0; i < n; i++)
    {
      const StrataInstantEntry *entry = &strata_column_at (&self->instants, StrataInstantEntry, i);

      instants->time_ns[i] = entry->time_ns;
      instants->name[i] = entry->name;
      instants->thread[i] = entry->thread;
      instants->process[i] = entry->process == STRATA_NONE && entry->thread != STRATA_NONE ? g_array_index (self->trace->threads, StrataThread, entry->thread).process : entry->process;
      if (instants->attrs != NULL)
        instants->attrs[i] = entry->attrs;
      store_track (self, i, entry);
    }

  strata_column_clear (&self->instants);
}
