/* strata-usage-cpus.c - what CPUs did in a period
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-order.h"
#include "strata-usage-private.h"

/* The runs, losses, interrupts and frequencies of a CPU are sorted, so one walk over its runs meets
 * all of them in order. Between two runs it was idle, except for losses. */

typedef struct
{
  StrataUsage *usage;   /* borrowed */
  const StrataCpu *cpu; /* borrowed */
  StrataUsageCpu row;
  GArray *interrupts; /* (element-type StrataSpan) owned; sorted, disjoint */
  guint next_interrupt;
  const StrataLoss *losses; /* borrowed; of this CPU */
  guint n_losses;
  const StrataCounter *frequency; /* borrowed; nullable */
  guint32 next_sample;            /* the first that is not in effect yet */
} Walk;

static int
compare_cells (gconstpointer a,
               gconstpointer b)
{
  const StrataUsageCell *left = a;
  const StrataUsageCell *right = b;

  return STRATA_ORDER (left->index, right->index) ?: (STRATA_ORDER (left->cpu, right->cpu) ?: STRATA_ORDER (left->khz, right->khz));
}

void
strata_usage_join_cells (GArray *cells)
{
  guint n = 0;

  g_array_sort (cells, compare_cells);
  for (guint i = 0; i < cells->len; i++)
    {
      const StrataUsageCell cell = g_array_index (cells, StrataUsageCell, i);
      StrataUsageCell *last = n > 0 ? &g_array_index (cells, StrataUsageCell, n - 1) : NULL;

      if (last != NULL && compare_cells (last, &cell) == 0)
        last->running_ns = strata_time_add (last->running_ns, cell.running_ns);
      else
        g_array_index (cells, StrataUsageCell, n++) = cell;
    }

  g_array_set_size (cells, n);
}

static gboolean
is_interrupt_lane (StrataTrace *trace,
                   const StrataTrack *track,
                   guint32 cpu)
{
  if (track->kind != STRATA_TRACK_CPU || track->cpu != cpu)
    return FALSE;

  const char *name = strata_trace_get_string (trace, track->name);

  return g_str_equal (name, "irq") || g_str_equal (name, "softirq") || g_str_equal (name, "ipi");
}

/* Adds the interrupts of a lane. An interrupt without an end is skipped, since its duration is not known. */
static void
add_lane (GArray *spans,
          const StrataUsage *usage,
          const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (usage->trace);

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      const StrataSpan span = {
        MAX (usage->span.begin_ns, strata_slice_table_get_start_ns (slices, i)),
        MIN (usage->span.end_ns, strata_slice_table_get_end_ns (slices, i)),
      };

      if (span.begin_ns < span.end_ns && (strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED) == 0)
        g_array_append_val (spans, span);
    }
}

static GArray *
list_interrupts (const StrataUsage *usage,
                 guint32 cpu)
{
  GArray *spans = g_array_new (FALSE, FALSE, sizeof (StrataSpan));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (usage->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (is_interrupt_lane (usage->trace, &tracks[i], cpu))
      add_lane (spans, usage, &tracks[i]);

  strata_span_join_all (spans); /* one interrupt may interrupt another */
  return spans;
}

static void
find_losses (Walk *walk)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (walk->usage->trace, &n_losses);

  for (guint i = 0; i < n_losses; i++)
    if (losses[i].cpu == walk->cpu->cpu)
      {
        walk->losses = walk->n_losses == 0 ? &losses[i] : walk->losses;
        walk->n_losses++;
      }
}

static const StrataCounter *
find_frequency (StrataTrace *trace,
                guint32 cpu)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    if (counters[i].cpu >= 0 && (guint32) counters[i].cpu == cpu && g_str_equal (strata_trace_get_string (trace, counters[i].name), "frequency"))
      return &counters[i];

  return NULL;
}

/* Adds time in which no thread ran: idle, except for the unknown part. */
static void
add_gap (Walk *walk,
         gint64 begin_ns,
         gint64 end_ns)
{
  const StrataSpan span = walk->usage->span;

  begin_ns = CLAMP (begin_ns, span.begin_ns, span.end_ns);
  end_ns = CLAMP (end_ns, begin_ns, span.end_ns);

  const gint64 known_ns = CLAMP (walk->cpu->known_ns, begin_ns, end_ns);
  gint64 unknown_ns = known_ns - begin_ns;

  for (; walk->n_losses > 0 && walk->losses->end_ns <= begin_ns; walk->n_losses--)
    walk->losses++;

  for (guint i = 0; i < walk->n_losses && walk->losses[i].begin_ns < end_ns; i++)
    unknown_ns += strata_usage_clip_ns ((StrataSpan){ known_ns, end_ns }, walk->losses[i].begin_ns, walk->losses[i].end_ns);

  walk->row.unknown_ns += unknown_ns;
  walk->row.idle_ns += end_ns - begin_ns - unknown_ns;
}

/* How much of a run interrupts took. */
static gint64
count_interrupts_ns (Walk *walk,
                     gint64 begin_ns,
                     gint64 end_ns)
{
  gint64 sum_ns = 0;

  for (; walk->next_interrupt < walk->interrupts->len; walk->next_interrupt++)
    {
      const StrataSpan interrupt = g_array_index (walk->interrupts, StrataSpan, walk->next_interrupt);

      if (interrupt.begin_ns >= end_ns)
        break;

      sum_ns += strata_usage_clip_ns ((StrataSpan){ begin_ns, end_ns }, interrupt.begin_ns, interrupt.end_ns);
      if (interrupt.end_ns > end_ns)
        break; /* the rest of it is in the next run */
    }

  return sum_ns;
}

/* Splits a run where the frequency changes. */
static void
add_cells (Walk *walk,
           guint32 thread,
           gint64 begin_ns,
           gint64 end_ns)
{
  const StrataSamples *samples = strata_trace_get_samples (walk->usage->trace);
  const guint32 first = walk->frequency != NULL ? walk->frequency->first_sample : 0;
  const guint32 end = walk->frequency != NULL ? first + walk->frequency->n_samples : 0;

  while (begin_ns < end_ns)
    {
      while (walk->next_sample < end && samples->time_ns[walk->next_sample] <= begin_ns)
        walk->next_sample++;

      const gint64 part_ns = walk->next_sample < end ? MIN (samples->time_ns[walk->next_sample], end_ns) : end_ns;
      const StrataUsageCell cell = {
        .index = thread,
        .cpu = walk->cpu->cpu,
        .khz = walk->next_sample > first ? samples->value[walk->next_sample - 1] : STRATA_USAGE_NO_KHZ,
        .running_ns = part_ns - begin_ns,
      };

      g_array_append_val (walk->usage->cells, cell);
      begin_ns = part_ns;
    }
}

static void
add_run (Walk *walk,
         guint32 i)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (walk->usage->trace);
  const StrataSpan span = walk->usage->span;
  const gint64 begin_ns = MAX (runs->start_ns[i], span.begin_ns);
  const gint64 end_ns = MIN (runs->end_ns[i], span.end_ns);

  if (runs->end_state[i] != 0 && strata_usage_has_time (span, strata_trace_get_span (walk->usage->trace).end_ns, runs->end_ns[i]))
    walk->row.n_switches++;

  if (begin_ns >= end_ns)
    return;

  walk->row.running_ns += end_ns - begin_ns;
  walk->row.busy_ns += end_ns - begin_ns - count_interrupts_ns (walk, begin_ns, end_ns);
  add_cells (walk, runs->thread[i], begin_ns, end_ns);
}

static guint32
find_first_run (const StrataCpuRuns *runs,
                const StrataCpu *cpu,
                gint64 time_ns)
{
  guint32 begin = cpu->first_run;
  guint32 end = begin + cpu->n_runs;

  STRATA_BISECT (begin, end, i, runs->end_ns[i] < time_ns);

  return begin;
}

static void
walk_runs (Walk *walk)
{
  const StrataCpuRuns *runs = strata_trace_get_cpu_runs (walk->usage->trace);
  const StrataSpan span = walk->usage->span;
  const guint32 end = walk->cpu->first_run + walk->cpu->n_runs;
  gint64 since_ns = span.begin_ns;

  for (guint32 i = find_first_run (runs, walk->cpu, since_ns); i < end && runs->start_ns[i] <= span.end_ns; i++)
    {
      add_gap (walk, since_ns, runs->start_ns[i]);
      add_run (walk, i);
      since_ns = MAX (since_ns, runs->end_ns[i]);
    }

  add_gap (walk, since_ns, span.end_ns);
}

static void
add_cpu (StrataUsage *self,
         const StrataCpu *cpu)
{
  Walk walk = {
    .usage = self,
    .cpu = cpu,
    .row = { .cpu = cpu->cpu },
    .interrupts = list_interrupts (self, cpu->cpu),
    .frequency = find_frequency (self->trace, cpu->cpu),
  };

  walk.next_sample = walk.frequency != NULL ? walk.frequency->first_sample : 0;
  find_losses (&walk);

  for (guint i = 0; i < walk.interrupts->len; i++)
    walk.row.interrupt_ns += strata_span_get_length_ns (g_array_index (walk.interrupts, StrataSpan, i));

  walk_runs (&walk);
  g_array_append_val (self->cpus, walk.row);
  g_array_unref (walk.interrupts);
}

static void
add_to_system (StrataUsageCpu *system,
               const StrataUsageCpu *cpu)
{
  system->running_ns = strata_time_add (system->running_ns, cpu->running_ns);
  system->idle_ns = strata_time_add (system->idle_ns, cpu->idle_ns);
  system->unknown_ns = strata_time_add (system->unknown_ns, cpu->unknown_ns);
  system->interrupt_ns = strata_time_add (system->interrupt_ns, cpu->interrupt_ns);
  system->busy_ns = strata_time_add (system->busy_ns, cpu->busy_ns);
  system->n_switches += cpu->n_switches;
}

void
strata_usage_add_cpus (StrataUsage *self)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);

  self->system.cpu = STRATA_NONE;
  for (guint i = 0; i < n_cpus; i++)
    {
      add_cpu (self, &cpus[i]);
      add_to_system (&self->system, &g_array_index (self->cpus, StrataUsageCpu, i));
    }

  strata_usage_join_cells (self->cells);
}
