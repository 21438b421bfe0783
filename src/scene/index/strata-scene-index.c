/* strata-scene-index.c - what drawing needs in addition to the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene-index.h"

#include <math.h>
#include <string.h>

#include "strata-palette-private.h"

/* CPUs that are busier than this count as always busy. */
#define MAX_TELLING_SHARE 0.9

/* Threads have the colours of their processes. */
static void
index_threads (StrataSceneIndex *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  self->thread_hues.by_name = g_new (guint8, n_threads);
  for (guint i = 0; i < n_threads; i++)
    {
      guint32 process = threads[i].process;
      guint32 name = process != STRATA_NONE ? processes[process].name : STRATA_STRING_EMPTY;

      if (name == STRATA_STRING_EMPTY)
        name = threads[i].name;

      self->thread_hues.by_name[i] = strata_palette_get_name_hue (strata_trace_get_string (self->trace, name));
    }
}

static void
index_slices (StrataSceneIndex *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 n_rows = strata_trace_count_rows (self->trace);

  self->row_begin = g_new0 (guint32, n_rows + 1);
  for (guint i = 0; i < n_tracks; i++)
    for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
      {
        guint32 row = tracks[i].first_row + depth;

        strata_trace_get_row (self->trace, &tracks[i], depth, &self->row_begin[row], &self->row_begin[row + 1]);
      }

  self->slices = strata_lod_index_new (strata_trace_get_slices (self->trace), self->row_begin, n_rows, &self->hues);
}

/* Sorts the times switched out into the rows of their calls. */
static void
sort_switches (StrataSceneIndex *self,
               const StrataSwitches *switches,
               guint32 n_rows)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  g_autofree guint32 *rows = g_new (guint32, switches->n_switches);

  for (guint32 i = 0; i < switches->n_switches; i++)
    {
      const StrataTrack *track = &tracks[strata_trace_find_track (self->trace, switches->slice[i])];

      rows[i] = track->first_row + strata_slice_table_get_depth (slices, switches->slice[i]);
      self->switch_row_begin[rows[i] + 1]++;
    }

  for (guint32 row = 0; row < n_rows; row++)
    self->switch_row_begin[row + 1] += self->switch_row_begin[row];

  g_autofree guint32 *next = g_memdup2 (self->switch_row_begin, (n_rows + 1) * sizeof (guint32));

  for (guint32 i = 0; i < switches->n_switches; i++)
    self->switch_table.order[next[rows[i]]++] = i;
}

/* Times switched out are shaped like slices, so they are drawn by the same code. */
static void
index_switches (StrataSceneIndex *self)
{
  g_autoptr (StrataSwitches) switches = strata_switches_new (self->trace);
  guint32 n = switches->n_switches;
  guint32 n_rows = strata_trace_count_rows (self->trace);
  StrataHues hues = self->hues;

  if (n == 0)
    return;

  self->switch_table.n_slices = n;
  self->switch_table.name = g_new0 (guint32, n);
  self->switch_table.order = g_new (guint32, n);
  self->switch_row_begin = g_new0 (guint32, n_rows + 1);
  sort_switches (self, switches, n_rows);

  self->switch_table.start_ns = g_steal_pointer (&switches->start_ns);
  strata_ns_column_take (&self->switch_table.wall, g_steal_pointer (&switches->wall_ns), n);
  strata_slice_table_index (&self->switch_table);
  hues.by_slice = NULL; /* times switched out are not slices */
  self->switches = strata_lod_index_new (&self->switch_table, self->switch_row_begin, n_rows, &hues);
}

/* CPU runs are shaped like slices, so they are drawn by the same code. */
static void
index_runs (StrataSceneIndex *self)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (self->trace);
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);
  gint64 *wall_ns = g_new (gint64, runs->n_runs);

  self->run_table.n_slices = runs->n_runs;
  self->run_table.start_ns = runs->start_ns;
  self->run_table.name = runs->thread;
  self->run_table.order = g_new (guint32, runs->n_runs);
  for (guint32 i = 0; i < runs->n_runs; i++)
    {
      wall_ns[i] = MAX (runs->end_ns[i] - runs->start_ns[i], 0);
      self->run_table.order[i] = i;
    }

  strata_ns_column_take (&self->run_table.wall, wall_ns, runs->n_runs);
  strata_slice_table_index (&self->run_table);

  self->run_row_begin = g_new0 (guint32, n_cpus + 1);
  for (guint i = 0; i < n_cpus; i++)
    {
      self->run_row_begin[i] = cpus[i].first_run;
      self->run_row_begin[i + 1] = cpus[i].first_run + cpus[i].n_runs;
    }

  self->runs = strata_lod_index_new (&self->run_table, self->run_row_begin, n_cpus, &self->thread_hues);
  strata_usage_index_init (&self->usage, self->trace, self->run_row_begin);
  self->busy = strata_activity_index_new (self->trace);
}

static void
index_samples (StrataSceneIndex *self)
{
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  guint32 n_blocks = samples->n_samples / STRATA_SAMPLE_BLOCK;

  self->block_min = g_new (double, n_blocks);
  self->block_max = g_new (double, n_blocks);
  for (guint32 i = 0; i < n_blocks; i++)
    {
      self->block_min[i] = INFINITY;
      self->block_max[i] = -INFINITY;
      for (guint32 k = i * STRATA_SAMPLE_BLOCK; k < (i + 1) * STRATA_SAMPLE_BLOCK; k++)
        {
          self->block_min[i] = MIN (self->block_min[i], strata_samples_get_real (samples, k));
          self->block_max[i] = MAX (self->block_max[i], strata_samples_get_real (samples, k));
        }
    }
}

/* Adds the time of a slice to the bins that it covers. */
static void
add_activity (double *bins,
              double begin,
              double end)
{
  begin = CLAMP (begin, 0.0, STRATA_OVERVIEW_BINS);
  end = CLAMP (end, begin, STRATA_OVERVIEW_BINS);

  for (int bin = (int) begin; bin < STRATA_OVERVIEW_BINS && bin < end; bin++)
    bins[bin] += MIN (end, bin + 1) - MAX (begin, bin);
}

static void
add_rows (StrataSceneIndex *self,
          const StrataSliceTable *table,
          guint32 begin,
          guint32 end,
          double *bins)
{
  StrataSpan span = strata_trace_get_span (self->trace);
  double bins_per_ns = STRATA_OVERVIEW_BINS / MAX ((double) span.end_ns - (double) span.begin_ns, 1.0);

  for (guint32 place = begin; place < end; place++)
    {
      guint32 slice = table->order[place];
      double first = (double) ((guint64) table->start_ns[slice] - (guint64) span.begin_ns) * bins_per_ns;

      add_activity (bins, first, first + (double) strata_slice_table_get_wall_ns (table, slice) * bins_per_ns);
    }
}

/* How many slices begin in each part of the trace. */
static void
count_begins (const StrataSliceTable *table,
              StrataSpan span,
              double *bins)
{
  double bins_per_ns = STRATA_OVERVIEW_BINS / MAX ((double) span.end_ns - (double) span.begin_ns, 1.0);

  for (guint32 slice = 0; slice < table->n_slices; slice++)
    {
      double bin = (double) ((guint64) table->start_ns[slice] - (guint64) span.begin_ns) * bins_per_ns;

      bins[(int) CLAMP (bin, 0.0, STRATA_OVERVIEW_BINS - 1)] += 1.0;
    }
}

static double
get_mean_share (const double *bins)
{
  double peak = 0.0;
  double sum = 0.0;

  for (guint i = 0; i < STRATA_OVERVIEW_BINS; i++)
    {
      peak = MAX (peak, bins[i]);
      sum += bins[i];
    }

  return peak > 0.0 ? sum / peak / STRATA_OVERVIEW_BINS : 0.0;
}

/* Smooths the bins, so that single ones do not set the scale. */
static void
smooth (double *bins)
{
  double before = bins[0];

  for (guint i = 1; i + 1 < STRATA_OVERVIEW_BINS; i++)
    {
      double here = bins[i];

      bins[i] = (before + 2.0 * here + bins[i + 1]) / 4.0;
      before = here;
    }
}

/* How busy the CPUs were. If that is unknown or they were always busy, how many slices began: a
 * flat line does not show where to look. */
static void
index_activity (StrataSceneIndex *self)
{
  g_autofree double *bins = g_new0 (double, STRATA_OVERVIEW_BINS);
  double peak = 0.0;

  add_rows (self, &self->run_table, 0, self->run_table.n_slices, bins);
  if (self->run_table.n_slices == 0 || (get_mean_share (bins) > MAX_TELLING_SHARE && strata_trace_get_slices (self->trace)->n_slices > 0))
    {
      memset (bins, 0, STRATA_OVERVIEW_BINS * sizeof *bins);
      count_begins (strata_trace_get_slices (self->trace), strata_trace_get_span (self->trace), bins);
    }

  smooth (bins);
  for (guint i = 0; i < STRATA_OVERVIEW_BINS; i++)
    peak = MAX (peak, bins[i]);
  for (guint i = 0; i < STRATA_OVERVIEW_BINS; i++)
    self->activity[i] = peak > 0.0 ? (float) sqrt (bins[i] / peak) : 0.0f;
}

/**
 * strata_scene_index_new:
 * @trace: a trace as read from the file
 * @view_options: how to show it
 *
 * May run in any thread.
 *
 * Returns: (transfer full): its index
 */
StrataSceneIndex *
strata_scene_index_new (StrataTrace *trace,
                        const StrataViewOptions *view_options)
{
  StrataSceneIndex *self = g_new0 (StrataSceneIndex, 1);

  self->view_options = *view_options;
  if (view_options->clock == STRATA_CLOCK_CPU && strata_trace_can_change_clock (trace))
    self->trace = strata_trace_new_on_cpu_clock (trace);
  else
    self->trace = g_object_ref (trace);

  strata_hues_init (&self->hues, trace, view_options->coloring, strata_trace_count_rows (trace));
  index_threads (self);
  index_slices (self);
  if (view_options->has_switches)
    index_switches (self);
  index_runs (self);
  strata_state_index_init (&self->states, self->trace);
  strata_instant_rows_init (&self->instants, self->trace, NULL);
  index_samples (self);
  index_activity (self);

  return self;
}

void
strata_scene_index_free (StrataSceneIndex *self)
{
  if (self == NULL)
    return;

  strata_lod_index_free (self->slices);
  strata_lod_index_free (self->switches);
  strata_lod_index_free (self->runs);
  strata_usage_index_clear (&self->usage);
  strata_activity_index_free (self->busy);
  strata_state_index_clear (&self->states);

  /* The other columns belong to the trace. */
  self->run_table.start_ns = NULL;
  self->run_table.name = NULL;
  strata_slice_table_clear (&self->run_table);

  strata_slice_table_clear (&self->switch_table);
  g_free (self->switch_row_begin);
  strata_hues_clear (&self->hues);
  strata_hues_clear (&self->thread_hues);
  g_free (self->row_begin);
  g_free (self->run_row_begin);
  strata_instant_rows_clear (&self->instants);
  g_free (self->block_min);
  g_free (self->block_max);
  g_object_unref (self->trace);
  g_free (self);
}

/* Widens [min, max] by the samples [begin, end), whole blocks at a time. */
static void
widen_range (const StrataSceneIndex *index,
             guint32 begin,
             guint32 end,
             double *min,
             double *max)
{
  const StrataSamples *samples = strata_trace_get_samples (index->trace);

  while (begin < end)
    {
      if (begin % STRATA_SAMPLE_BLOCK == 0 && end - begin >= STRATA_SAMPLE_BLOCK)
        {
          *min = MIN (*min, index->block_min[begin / STRATA_SAMPLE_BLOCK]);
          *max = MAX (*max, index->block_max[begin / STRATA_SAMPLE_BLOCK]);
          begin += STRATA_SAMPLE_BLOCK;
          continue;
        }

      *min = MIN (*min, strata_samples_get_real (samples, begin));
      *max = MAX (*max, strata_samples_get_real (samples, begin));
      begin++;
    }
}

/**
 * strata_scene_index_get_range:
 * @index: the index
 * @counter: a counter
 * @series: (nullable): the series shown instead of the values of @counter
 * @begin: the first sample, an index into the samples of the trace
 * @end: one past the last sample
 * @min: (out): the lowest value
 * @max: (out): the highest value
 *
 * Returns: %FALSE if there is no value in that range
 */
gboolean
strata_scene_index_get_range (const StrataSceneIndex *index,
                              const StrataCounter *counter,
                              const StrataCounterSeries *series,
                              guint32 begin,
                              guint32 end,
                              double *min,
                              double *max)
{
  *min = INFINITY;
  *max = -INFINITY;

  if (series != NULL)
    {
      strata_counter_series_widen (series, begin - counter->first_sample, end - counter->first_sample, min, max);
      return *min <= *max;
    }

  widen_range (index, begin, end, min, max);
  return begin < end;
}
