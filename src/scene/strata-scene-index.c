/* strata-scene-index.c - what drawing needs beside the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene-index.h"

#include <math.h>
#include <string.h>

#include "strata-palette-private.h"

/* CPUs that are busy for more than this are busy always. */
#define MAX_TELLING_SHARE 0.9

static void
index_hues (StrataSceneIndex *self)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);
  guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (self->trace));

  self->name_hues = g_new (guint8, n_strings);
  for (guint32 i = 0; i < n_strings; i++)
    self->name_hues[i] = strata_palette_get_name_hue (strata_trace_get_string (self->trace, i));

  self->thread_hues = g_new (guint8, n_threads);
  for (guint i = 0; i < n_threads; i++)
    {
      guint32 process = threads[i].process;
      guint32 name = process != STRATA_NONE ? processes[process].name : STRATA_STRING_EMPTY;

      self->thread_hues[i] = self->name_hues[name != STRATA_STRING_EMPTY ? name : threads[i].name];
    }
}

static void
index_slices (StrataSceneIndex *self)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  guint32 n_rows = 0;

  for (guint i = 0; i < n_tracks; i++)
    n_rows = MAX (n_rows, tracks[i].first_row + tracks[i].n_rows);

  self->row_begin = g_new0 (guint32, n_rows + 1);
  for (guint i = 0; i < n_tracks; i++)
    for (guint32 depth = 0; depth < tracks[i].n_rows; depth++)
      {
        guint32 row = tracks[i].first_row + depth;

        strata_trace_get_row (self->trace, &tracks[i], depth, &self->row_begin[row], &self->row_begin[row + 1]);
      }

  self->slices = strata_fold_new (strata_trace_get_slices (self->trace), self->row_begin, n_rows, self->name_hues);
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

  self->runs = strata_fold_new (&self->run_table, self->run_row_begin, n_cpus, self->thread_hues);
}

static void
index_instants (StrataSceneIndex *self)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  self->instants = g_new (guint32, instants->n_instants);
  self->instant_begin = g_new0 (guint32, n_processes + 2);

  /* A counting sort: they are sorted by time and stay so in each process. */
  for (guint32 i = 0; i < instants->n_instants; i++)
    self->instant_begin[MIN (instants->process[i], n_processes) + 1]++;
  for (guint i = 0; i <= n_processes; i++)
    self->instant_begin[i + 1] += self->instant_begin[i];

  g_autofree guint32 *next = g_memdup2 (self->instant_begin, (n_processes + 1) * sizeof (guint32));

  for (guint32 i = 0; i < instants->n_instants; i++)
    self->instants[next[MIN (instants->process[i], n_processes)]++] = i;
}

static void
index_samples (StrataSceneIndex *self)
{
  const StrataSamples *samples = strata_trace_get_samples (self->trace);
  guint32 n_blocks = samples->n_samples / STRATA_SAMPLE_BLOCK;

  self->block_min = g_new (gint64, n_blocks);
  self->block_max = g_new (gint64, n_blocks);
  for (guint32 i = 0; i < n_blocks; i++)
    {
      const gint64 *values = samples->value + (gsize) i * STRATA_SAMPLE_BLOCK;

      self->block_min[i] = values[0];
      self->block_max[i] = values[0];
      for (guint k = 1; k < STRATA_SAMPLE_BLOCK; k++)
        {
          self->block_min[i] = MIN (self->block_min[i], values[k]);
          self->block_max[i] = MAX (self->block_max[i], values[k]);
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

/* So that single bins do not set the scale. */
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

/* How busy the CPUs were. Where that is not known, or they were always, how
 * much began: a flat line tells nothing about where to look. */
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
 * @trace: a trace, which must outlive the index
 *
 * Returns: (transfer full): its index
 */
StrataSceneIndex *
strata_scene_index_new (StrataTrace *trace)
{
  StrataSceneIndex *self = g_new0 (StrataSceneIndex, 1);

  self->trace = trace;
  index_hues (self);
  index_slices (self);
  index_runs (self);
  index_instants (self);
  index_samples (self);
  index_activity (self);

  return self;
}

/**
 * strata_scene_index_free:
 * @self: (nullable): the index
 *
 * Frees it.
 */
void
strata_scene_index_free (StrataSceneIndex *self)
{
  if (self == NULL)
    return;

  strata_fold_free (self->slices);
  strata_fold_free (self->runs);

  /* The other columns belong to the trace. */
  self->run_table.start_ns = NULL;
  self->run_table.name = NULL;
  strata_slice_table_clear (&self->run_table);

  g_free (self->name_hues);
  g_free (self->thread_hues);
  g_free (self->row_begin);
  g_free (self->run_row_begin);
  g_free (self->instants);
  g_free (self->instant_begin);
  g_free (self->block_min);
  g_free (self->block_max);
  g_free (self);
}
