/* strata-clusters.c - finds clusters of CPUs by their frequencies
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-clusters.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-cpu-facts.h"
#include "strata-inputs.h"

/* Traces do not contain the clusters of CPUs, so they are inferred from frequencies; only some contain the highest ones. The kernel
 * reports each change for every CPU of a cluster, one right after the other: CPUs with nearly all
 * changes in common are a cluster. On machines where each CPU has its own clock, no two change
 * together; there, CPUs with the same highest frequency are a cluster. A CPU without frequencies is
 * in no cluster. */

/* The reports of one change for all CPUs of a cluster are at most this far apart. */
#define TOGETHER_NS 1000000

/* Not all changes need to match: events may be lost, and captures begin and end in the middle of a series. */
#define MIN_SHARE 0.9

/* This many changes are enough to decide, and at most this many of another CPU are compared around each. */
#define MAX_COMPARED 256
#define MAX_AROUND 64

/* Some machines have three or four clusters; if there are more than this, each CPU has its own clock. */
#define MAX_CLUSTERS 16

struct _StrataClusters
{
  GArray *cpus;     /* (element-type StrataCpuCounters) owned; by number */
  GArray *clusters; /* (element-type StrataCluster) owned; by lowest number */
};

static int
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  const guint32 cpu_a = ((const StrataCpuCounters *) a)->cpu;
  const guint32 cpu_b = ((const StrataCpuCounters *) b)->cpu;

  return (cpu_a > cpu_b) - (cpu_a < cpu_b);
}

/* A row for each counter of a frequency or a limit; those of a CPU are adjacent. */
static GArray *
list_counters (StrataTrace *trace)
{
  static const char *const names[] = { "frequency", "frequency min", "frequency max" };
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (StrataCpuCounters));
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint32 i = 0; i < n_counters; i++)
    {
      const char *name = counters[i].cpu >= 0 && counters[i].n_samples > 0 ? strata_trace_get_string (trace, counters[i].name) : "";
      const StrataCpuCounters row = {
        .cpu = (guint32) counters[i].cpu,
        .cluster = STRATA_NONE,
        .frequency = g_str_equal (name, names[0]) ? i : STRATA_NONE,
        .limits = { g_str_equal (name, names[1]) ? i : STRATA_NONE, g_str_equal (name, names[2]) ? i : STRATA_NONE },
      };

      if (MIN (row.frequency, MIN (row.limits[0], row.limits[1])) != STRATA_NONE)
        g_array_append_val (rows, row);
    }

  g_array_sort (rows, compare_cpus);
  return rows;
}

static void
join_rows (GArray *rows)
{
  guint n = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const StrataCpuCounters row = g_array_index (rows, StrataCpuCounters, i);
      StrataCpuCounters *last = n > 0 ? &g_array_index (rows, StrataCpuCounters, n - 1) : NULL;

      if (last == NULL || last->cpu != row.cpu)
        {
          g_array_index (rows, StrataCpuCounters, n++) = row;
          continue;
        }

      last->frequency = MIN (last->frequency, row.frequency);
      last->limits[0] = MIN (last->limits[0], row.limits[0]);
      last->limits[1] = MIN (last->limits[1], row.limits[1]);
    }

  g_array_set_size (rows, n);
}

/* Whether a CPU changed to @value around a time; @next moves on to the
 * first sample that is not too early. */
static gboolean
has_change (const StrataSamples *samples,
            const StrataCounter *counter,
            guint32 *next,
            gint64 time_ns,
            gint64 value)
{
  const guint32 last = counter->first_sample + counter->n_samples;

  while (*next < last && samples->time_ns[*next] < strata_time_add (time_ns, -TOGETHER_NS))
    (*next)++;

  const guint32 end = MIN (last, *next + MAX_AROUND);

  for (guint32 i = *next; i < end && samples->time_ns[i] <= strata_time_add (time_ns, TOGETHER_NS); i++)
    if (samples->value[i] == value)
      return TRUE;

  return FALSE;
}

static gboolean
changes_together (StrataTrace *trace,
                  guint32 counter_a,
                  guint32 counter_b)
{
  const StrataSamples *samples = strata_trace_get_samples (trace);
  const StrataCounter *counters = strata_trace_get_counters (trace, NULL);
  const StrataCounter *less = &counters[counters[counter_a].n_samples <= counters[counter_b].n_samples ? counter_a : counter_b];
  const StrataCounter *more = &counters[less == &counters[counter_a] ? counter_b : counter_a];
  const guint32 n_compared = MIN (less->n_samples, MAX_COMPARED);
  guint32 next = more->first_sample;
  guint n_found = 0;

  if (less->n_samples < more->n_samples / 2)
    return FALSE;

  for (guint32 i = 0; i < n_compared; i++)
    {
      const guint32 sample = less->first_sample + i;

      n_found += has_change (samples, more, &next, samples->time_ns[sample], samples->value[sample]);
    }

  return n_found >= MIN_SHARE * n_compared;
}

static const StrataCounter *
get_counter (StrataTrace *trace,
             guint32 counter)
{
  return counter != STRATA_NONE ? &strata_trace_get_counters (trace, NULL)[counter] : NULL;
}

static gint64
get_top_khz (StrataTrace *trace,
             const StrataCpuCounters *cpu)
{
  const StrataCounter *limit = get_counter (trace, cpu->limits[1]);

  return MAX (strata_cpu_fact_get_top_khz (trace, cpu->cpu), MAX (get_counter (trace, cpu->frequency)->max, limit != NULL ? limit->max : 0));
}

/* The cluster that a CPU changes together with; only the first CPU of each cluster is compared. */
static guint32
find_cluster (const StrataClusters *self,
              StrataTrace *trace,
              const StrataCpuCounters *cpu)
{
  for (guint32 i = 0; i < self->clusters->len; i++)
    {
      const guint32 first_cpu = g_array_index (self->clusters, StrataCluster, i).first_cpu;

      if (first_cpu / STRATA_DEVICE_CPUS == cpu->cpu / STRATA_DEVICE_CPUS &&
          changes_together (trace, strata_clusters_find_cpu (self, first_cpu)->frequency, cpu->frequency))
        return i;
    }

  return self->clusters->len;
}

static void
add_to_cluster (StrataClusters *self,
                StrataTrace *trace,
                StrataCpuCounters *cpu)
{
  cpu->cluster = find_cluster (self, trace, cpu);
  if (cpu->cluster == self->clusters->len)
    {
      const StrataCluster empty = { .first_cpu = cpu->cpu, .limits_cpu = STRATA_NONE };

      g_array_append_val (self->clusters, empty);
    }

  StrataCluster *cluster = &g_array_index (self->clusters, StrataCluster, cpu->cluster);

  cluster->n_cpus++;
  cluster->top_khz = MAX (cluster->top_khz, get_top_khz (trace, cpu));
  if (cpu->limits[0] != STRATA_NONE || cpu->limits[1] != STRATA_NONE)
    cluster->limits_cpu = MIN (cluster->limits_cpu, cpu->cpu);
}

/* Joins clusters with the same highest frequency into the earlier one. */
static void
join_clusters (StrataClusters *self)
{
  guint32 target[MAX_CLUSTERS + 1];
  guint32 n = 0;

  for (guint32 i = 0; i < self->clusters->len; i++)
    {
      const StrataCluster cluster = g_array_index (self->clusters, StrataCluster, i);
      guint32 same = 0;

      while (same < n && (g_array_index (self->clusters, StrataCluster, same).top_khz != cluster.top_khz ||
                          g_array_index (self->clusters, StrataCluster, same).first_cpu / STRATA_DEVICE_CPUS != cluster.first_cpu / STRATA_DEVICE_CPUS))
        same++;

      StrataCluster *joined = &g_array_index (self->clusters, StrataCluster, same);

      target[i] = same;
      if (same == n)
        {
          *joined = cluster;
          n++;
          continue;
        }

      joined->n_cpus += cluster.n_cpus;
      joined->limits_cpu = MIN (joined->limits_cpu, cluster.limits_cpu);
    }

  g_array_set_size (self->clusters, n);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      StrataCpuCounters *cpu = &g_array_index (self->cpus, StrataCpuCounters, i);

      if (cpu->cluster != STRATA_NONE)
        cpu->cluster = target[cpu->cluster];
    }
}

static void
rank_clusters (StrataClusters *self)
{
  for (guint i = 0; i < self->clusters->len; i++)
    {
      StrataCluster *cluster = &g_array_index (self->clusters, StrataCluster, i);

      for (guint k = 0; k < self->clusters->len; k++)
        {
          const StrataCluster *other = &g_array_index (self->clusters, StrataCluster, k);

          if (other->first_cpu / STRATA_DEVICE_CPUS != cluster->first_cpu / STRATA_DEVICE_CPUS)
            continue;

          cluster->n_ranks++;
          cluster->rank += other->top_khz < cluster->top_khz;
        }
    }
}

static void
forget_clusters (StrataClusters *self)
{
  g_array_set_size (self->clusters, 0);
  for (guint i = 0; i < self->cpus->len; i++)
    g_array_index (self->cpus, StrataCpuCounters, i).cluster = STRATA_NONE;
}

/**
 * strata_clusters_new:
 * @trace: a trace
 *
 * Infers clusters from the frequencies of CPUs: CPUs that change together, or have the same highest frequency. There
 * are none without frequencies, or if there would be too many to be meaningful.
 *
 * Returns: (transfer full): the clusters
 */
StrataClusters *
strata_clusters_new (StrataTrace *trace)
{
  StrataClusters *self = g_new0 (StrataClusters, 1);

  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  self->clusters = g_array_new (FALSE, FALSE, sizeof (StrataCluster));
  self->cpus = list_counters (trace);
  join_rows (self->cpus);

  for (guint i = 0; i < self->cpus->len && self->clusters->len <= MAX_CLUSTERS; i++)
    {
      StrataCpuCounters *cpu = &g_array_index (self->cpus, StrataCpuCounters, i);

      if (cpu->frequency != STRATA_NONE)
        add_to_cluster (self, trace, cpu);
    }

  if (self->clusters->len > MAX_CLUSTERS)
    forget_clusters (self);

  join_clusters (self);
  rank_clusters (self);
  return self;
}

void
strata_clusters_free (StrataClusters *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->cpus);
  g_array_unref (self->clusters);
  g_free (self);
}

/**
 * strata_clusters_get:
 * @self: the clusters
 * @n_clusters: (out): how many
 *
 * Returns: (transfer none) (array length=n_clusters): all clusters, by the lowest number of their CPUs
 */
const StrataCluster *
strata_clusters_get (const StrataClusters *self,
                     guint *n_clusters)
{
  *n_clusters = self->clusters->len;
  return (const StrataCluster *) self->clusters->data;
}

/**
 * strata_clusters_find_cpu:
 * @self: the clusters
 * @cpu: number of a CPU
 *
 * Returns: (nullable): the counters of its frequency, or %NULL if there are none
 */
const StrataCpuCounters *
strata_clusters_find_cpu (const StrataClusters *self,
                          guint32 cpu)
{
  const StrataCpuCounters *cpus = (const StrataCpuCounters *) self->cpus->data;
  guint begin = 0;
  guint end = self->cpus->len;

  STRATA_BISECT (begin, end, i, cpus[i].cpu < cpu);

  return begin < self->cpus->len && cpus[begin].cpu == cpu ? &cpus[begin] : NULL;
}

/**
 * strata_clusters_find_limit:
 * @self: the clusters
 * @cpu: number of a CPU
 * @which: 0 for the lowest allowed frequency, 1 for the highest
 *
 * Finds the limit of a CPU: its own, else that of its cluster.
 *
 * Returns: the index of a counter in kHz, or %STRATA_NONE
 */
guint32
strata_clusters_find_limit (const StrataClusters *self,
                            guint32 cpu,
                            guint which)
{
  const StrataCpuCounters *counters = strata_clusters_find_cpu (self, cpu);

  if (counters == NULL || counters->limits[which] != STRATA_NONE || counters->cluster == STRATA_NONE)
    return counters != NULL ? counters->limits[which] : STRATA_NONE;

  const guint32 told_cpu = g_array_index (self->clusters, StrataCluster, counters->cluster).limits_cpu;

  return told_cpu != STRATA_NONE ? strata_clusters_find_cpu (self, told_cpu)->limits[which] : STRATA_NONE;
}

/**
 * strata_clusters_find_cluster:
 * @self: the clusters
 * @cpu: number of a CPU
 *
 * Returns: (transfer none) (nullable): its cluster, or %NULL if its frequency does not show one
 */
const StrataCluster *
strata_clusters_find_cluster (const StrataClusters *self,
                              guint32 cpu)
{
  const StrataCpuCounters *counters = strata_clusters_find_cpu (self, cpu);

  return counters != NULL && counters->cluster != STRATA_NONE ? &g_array_index (self->clusters, StrataCluster, counters->cluster) : NULL;
}

/**
 * strata_clusters_tell_apart:
 * @self: the clusters
 * @cpu: number of a CPU
 *
 * Returns: whether it is in one of several clusters of its device
 */
gboolean
strata_clusters_tell_apart (const StrataClusters *self,
                            guint32 cpu)
{
  const StrataCluster *cluster = strata_clusters_find_cluster (self, cpu);

  return cluster != NULL && cluster->n_ranks > 1;
}
