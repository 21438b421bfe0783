/* strata-diff-measures.c - measures of two traces other than the times of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One list of values, so that the window, the command line and the page show the same:
 * latencies, frames, starts, inputs, long tasks, CPUs, asynchronous slices and counters.
 * Values from many times are tested; all tests are adjusted together.
 */
#include "config.h"

#include "strata-diff-measures.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-clusters.h"
#include "strata-cpu-title.h"
#include "strata-diff-counters.h"
#include "strata-diff-latency.h"
#include "strata-diff-measures-private.h"
#include "strata-long-tasks.h"
#include "strata-name-shape.h"
#include "strata-rank-test.h"
#include "strata-usage.h"

#define KERNEL_NAME_BYTES 15

static const struct
{
  const char *id;
  const char *title;
} kinds[STRATA_N_MEASURE_KINDS] = {
  [STRATA_MEASURE_LATENCY] = { "latency", N_ ("Latency") },
  [STRATA_MEASURE_FRAMES] = { "frames", N_ ("Frames") },
  [STRATA_MEASURE_START] = { "start", N_ ("App start") },
  [STRATA_MEASURE_INPUT] = { "input", N_ ("Input to frame") },
  [STRATA_MEASURE_TASKS] = { "tasks", N_ ("Long tasks") },
  [STRATA_MEASURE_CPU] = { "cpu", N_ ("CPU use") },
  [STRATA_MEASURE_ASYNC] = { "async", N_ ("Async slices") },
  [STRATA_MEASURE_COUNTER] = { "counter", N_ ("Counter") },
};

static const struct
{
  const char *id;
  const char *title;
} figures[] = {
  { "n", N_ ("Number") },
  { "mean", N_ ("Mean") },
  { "p50", N_ ("Median") },
  { "p95", N_ ("95 %") },
  { "max", N_ ("Maximum") },
  { "late", N_ ("Late share") },
  { "ui_mean", N_ ("UI thread, mean") },
  { "ui_p95", N_ ("UI thread, 95 %") },
  { "render_mean", N_ ("Rendering, mean") },
  { "render_p95", N_ ("Rendering, 95 %") },
  { "sum", N_ ("Total time") },
  { "busy", N_ ("Busy") },
  { "min", N_ ("Minimum") },
  { "integral", N_ ("Value × s") },
  { "slope", N_ ("Slope per s") },
};

static void
clear_measure (gpointer data)
{
  g_free (((StrataDiffMeasure *) data)->name);
  g_free (((StrataDiffMeasure *) data)->key);
}

void
strata_diff_measures_add (GArray *measures,
                          StrataMeasureKind kind,
                          const char *name,
                          const char *figure,
                          StrataMeasureUnit unit,
                          const double value[STRATA_N_DIFF_SIDES],
                          double p_value)
{
  const StrataDiffMeasure measure = { kind, g_strdup (name), NULL, figure, unit, { value[0], value[1] }, p_value };

  if (isnan (value[0]) && isnan (value[1]))
    {
      g_free (measure.name);
      return;
    }

  g_array_append_val (measures, measure);
}

/* Returns the name of its measures. */
char *
strata_latency_names_dup_title (const StrataLatencyNames *self)
{
  return g_strdup_printf ("%s → %s", self->from, self->to);
}

static void
add_latencies (GArray *measures,
               const StrataMeasureInput *input)
{
  for (guint i = 0; i < input->n_latencies; i++)
    {
      const StrataLatencyNames *names = &input->latencies[i];
      g_autofree char *title = strata_latency_names_dup_title (names);
      StrataDiffLatency latency;

      strata_diff_latency_find (&latency, input->traces, input->scopes, names->from, names->to);

      const double n[] = { latency.n[STRATA_DIFF_A], latency.n[STRATA_DIFF_B] };

      strata_diff_measures_add (measures, STRATA_MEASURE_LATENCY, title, "n", STRATA_MEASURE_IN_ITEMS, n, NAN);
      strata_diff_measures_add (measures, STRATA_MEASURE_LATENCY, title, "mean", STRATA_MEASURE_IN_NS, latency.mean_ns, latency.p_value);
      strata_diff_measures_add (measures, STRATA_MEASURE_LATENCY, title, "p50", STRATA_MEASURE_IN_NS, latency.p50_ns, NAN);
      strata_diff_measures_add (measures, STRATA_MEASURE_LATENCY, title, "p95", STRATA_MEASURE_IN_NS, latency.p95_ns, NAN);
      strata_diff_measures_add (measures, STRATA_MEASURE_LATENCY, title, "max", STRATA_MEASURE_IN_NS, latency.max_ns, NAN);
    }
}

/* How many long tasks a process has, and their total time. */
typedef struct
{
  double n[STRATA_N_DIFF_SIDES];
  double sum_ns[STRATA_N_DIFF_SIDES];
} Tasks;

static void
fill_tasks (const StrataMeasureInput *input,
            guint side,
            GHashTable *tasks_of_name)
{
  StrataTrace *trace = input->traces[side];
  g_autoptr (StrataTaskLimits) limits = strata_task_limits_new (STRATA_LONG_TASK_WARN_NS, STRATA_LONG_TASK_SEVERE_NS);
  g_autoptr (GArray) tasks = strata_long_tasks_find (trace, limits);
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const StrataScope *scope = &input->scopes[side];

  for (guint i = 0; i < tasks->len; i++)
    {
      const StrataLongTask *task = &g_array_index (tasks, StrataLongTask, i);
      const gint64 begin_ns = strata_slice_table_get_start_ns (slices, task->slice);
      g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (trace, threads[task->thread].name), -1);
      Tasks *known = g_hash_table_lookup (tasks_of_name, name);

      if (begin_ns < scope->span.begin_ns || begin_ns >= scope->span.end_ns || (scope->process != STRATA_NONE && scope->process != threads[task->thread].process))
        continue;
      if (known == NULL)
        g_hash_table_insert (tasks_of_name, g_steal_pointer (&name), known = g_new0 (Tasks, 1));

      known->n[side] += 1.0;
      known->sum_ns[side] += (double) strata_slice_table_get_wall_ns (slices, task->slice);
    }
}

static void
add_tasks (GArray *measures,
           const StrataMeasureInput *input)
{
  g_autoptr (GHashTable) tasks_of_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  GHashTableIter iter;
  gpointer name;
  gpointer tasks;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    fill_tasks (input, side, tasks_of_name);

  g_hash_table_iter_init (&iter, tasks_of_name);
  while (g_hash_table_iter_next (&iter, &name, &tasks))
    {
      strata_diff_measures_add (measures, STRATA_MEASURE_TASKS, name, "n", STRATA_MEASURE_IN_ITEMS, ((Tasks *) tasks)->n, NAN);
      strata_diff_measures_add (measures, STRATA_MEASURE_TASKS, name, "sum", STRATA_MEASURE_IN_NS, ((Tasks *) tasks)->sum_ns, NAN);
    }
}

static double
get_share (double busy_ns,
           double known_ns)
{
  return known_ns > 0.0 ? busy_ns / known_ns : NAN;
}

/* The CPUs of one trace, and its clusters by their first CPU. */
typedef struct
{
  StrataUsage *usage;       /* owned; nullable */
  StrataClusters *clusters; /* owned */
} Device;

static double
get_cpu_share (const Device *device,
               guint32 cpu)
{
  guint n_cpus;
  const StrataUsageCpu *cpus = device->usage != NULL ? strata_usage_get_cpus (device->usage, &n_cpus) : NULL;

  for (guint i = 0; cpus != NULL && i < n_cpus; i++)
    if (cpus[i].cpu == cpu)
      return get_share ((double) cpus[i].busy_ns, (double) strata_usage_cpu_get_known_ns (&cpus[i]));

  return NAN;
}

static const StrataCluster *
find_cluster (const Device *device,
              guint32 first_cpu)
{
  guint n_clusters;
  const StrataCluster *clusters = strata_clusters_get (device->clusters, &n_clusters);

  for (guint i = 0; i < n_clusters; i++)
    if (clusters[i].first_cpu == first_cpu)
      return &clusters[i];

  return NULL;
}

static double
get_cluster_share (const Device *device,
                   guint32 first_cpu)
{
  const StrataCluster *cluster = find_cluster (device, first_cpu);
  double busy_ns = 0.0;
  double known_ns = 0.0;
  guint n_cpus;
  const StrataUsageCpu *cpus = device->usage != NULL && cluster != NULL ? strata_usage_get_cpus (device->usage, &n_cpus) : NULL;

  for (guint i = 0; cpus != NULL && i < n_cpus; i++)
    if (strata_clusters_find_cluster (device->clusters, cpus[i].cpu) == cluster)
      {
        busy_ns += (double) cpus[i].busy_ns;
        known_ns += (double) strata_usage_cpu_get_known_ns (&cpus[i]);
      }

  return get_share (busy_ns, known_ns);
}

static double
get_system_share (const Device *device)
{
  const StrataUsageCpu *all = device->usage != NULL ? strata_usage_get_system (device->usage) : NULL;

  return all != NULL ? get_share ((double) all->busy_ns, (double) strata_usage_cpu_get_known_ns (all)) : NAN;
}

static void
add_busy (GArray *measures,
          const char *name,
          const char *key,
          double a,
          double b)
{
  const double share[] = { a, b };
  const guint n_before = measures->len;

  strata_diff_measures_add (measures, STRATA_MEASURE_CPU, name, "busy", STRATA_MEASURE_IN_PARTS, share, NAN);
  if (measures->len > n_before)
    g_array_index (measures, StrataDiffMeasure, n_before).key = g_strdup (key);
}

static guint32
get_cpu_end (const Device devices[STRATA_N_DIFF_SIDES])
{
  guint32 end = 0;

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_cpus;
      const StrataUsageCpu *cpus = devices[side].usage != NULL ? strata_usage_get_cpus (devices[side].usage, &n_cpus) : NULL;

      for (guint i = 0; cpus != NULL && i < n_cpus; i++)
        end = MAX (end, cpus[i].cpu + 1);
    }

  return end;
}

/* A cluster of one CPU is skipped, since it equals that CPU. */
static void
add_cluster (GArray *measures,
             const Device devices[STRATA_N_DIFF_SIDES],
             guint32 first_cpu)
{
  const StrataCluster *a = find_cluster (&devices[STRATA_DIFF_A], first_cpu);
  const StrataCluster *b = find_cluster (&devices[STRATA_DIFF_B], first_cpu);
  const guint n_cpus = MAX (a != NULL ? a->n_cpus : 0, b != NULL ? b->n_cpus : 0);

  if (n_cpus < 2)
    return;

  /* Translators: a group of CPUs of a kind, by the number of the first and how many they are */
  g_autofree char *name = g_strdup_printf (_ ("Cluster of CPU %u (%u CPUs)"), first_cpu, n_cpus);

  g_autofree char *key = g_strdup_printf ("cluster %u", first_cpu);

  add_busy (measures, name, key, get_cluster_share (&devices[STRATA_DIFF_A], first_cpu), get_cluster_share (&devices[STRATA_DIFF_B], first_cpu));
}

static void
add_cpus (GArray *measures,
          const StrataMeasureInput *input,
          GCancellable *cancellable)
{
  Device devices[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    devices[side] = (Device){ strata_usage_new (input->traces[side], input->scopes[side].span, cancellable), strata_clusters_new (input->traces[side]) };

  const guint32 end = get_cpu_end (devices);

  if (end > 0)
    add_busy (measures, _ ("All CPUs"), "all", get_system_share (&devices[STRATA_DIFF_A]), get_system_share (&devices[STRATA_DIFF_B]));
  for (guint32 cpu = 0; cpu < end; cpu++)
    add_cluster (measures, devices, cpu);
  for (guint32 cpu = 0; cpu < end; cpu++)
    {
      g_autofree char *name = g_strdup_printf ("CPU %u", cpu);

      add_busy (measures, name, name + strlen ("CPU "), get_cpu_share (&devices[STRATA_DIFF_A], cpu), get_cpu_share (&devices[STRATA_DIFF_B], cpu));
    }

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_clear_pointer (&devices[side].usage, strata_usage_unref);
      strata_clusters_free (devices[side].clusters);
    }
}

static char *
dup_counter_name (StrataTrace *trace,
                  const StrataDiffCounter *counter)
{
  g_autofree char *title = counter->cpu >= STRATA_DEVICE_CPUS ? strata_cpu_dup_title (trace, (guint32) counter->cpu) : g_strdup_printf ("CPU %d", counter->cpu);
  g_autofree char *cpu = counter->cpu >= 0 ? g_strdup_printf (" (%s)", title) : g_strdup ("");

  return *counter->process != '\0' ? g_strdup_printf ("%s (%s)%s", counter->name, counter->process, cpu) : g_strconcat (counter->name, cpu, NULL);
}

static void
add_counters (GArray *measures,
              const StrataMeasureInput *input,
              GCancellable *cancellable)
{
  g_autoptr (GArray) counters = strata_diff_counters_new (input->traces, input->scopes, cancellable);

  for (guint i = 0; i < counters->len; i++)
    {
      const StrataDiffCounter *counter = &g_array_index (counters, StrataDiffCounter, i);
      g_autofree char *name = dup_counter_name (input->traces[STRATA_DIFF_A], counter);

      for (guint metric = 0; metric < STRATA_N_DIFF_COUNTER_METRICS; metric++)
        {
          const double values[] = { strata_diff_counter_get (counter, STRATA_DIFF_A, metric), strata_diff_counter_get (counter, STRATA_DIFF_B, metric) };

          strata_diff_measures_add (measures, STRATA_MEASURE_COUNTER, name, strata_diff_counter_metric_get_id (metric), STRATA_MEASURE_IN_OWN, values, NAN);
        }
    }
}

static void
adjust (GArray *measures)
{
  g_autofree double *p_values = g_new (double, MAX (measures->len, 1));
  guint n = 0;

  for (guint i = 0; i < measures->len; i++)
    if (!isnan (g_array_index (measures, StrataDiffMeasure, i).p_value))
      p_values[n++] = g_array_index (measures, StrataDiffMeasure, i).p_value;

  strata_rank_test_adjust (p_values, n);
  n = 0;
  for (guint i = 0; i < measures->len; i++)
    if (!isnan (g_array_index (measures, StrataDiffMeasure, i).p_value))
      g_array_index (measures, StrataDiffMeasure, i).p_value = p_values[n++];
}

static gboolean
is_in_both (const StrataDiffMeasure *self)
{
  return !isnan (self->value[STRATA_DIFF_A]) && !isnan (self->value[STRATA_DIFF_B]);
}

/* Kinds in the order above; within a kind, values of both sides come before those of one side. Otherwise the order
 * stays as created. */
static int
compare_kinds (gconstpointer a,
               gconstpointer b)
{
  const StrataDiffMeasure *measure_a = a;
  const StrataDiffMeasure *measure_b = b;

  if (measure_a->kind != measure_b->kind)
    return (int) measure_a->kind - (int) measure_b->kind;
  if (is_in_both (measure_a) != is_in_both (measure_b))
    return is_in_both (measure_a) ? -1 : 1;

  return measure_a->kind == STRATA_MEASURE_TASKS ? g_strcmp0 (measure_a->name, measure_b->name) : 0;
}

/**
 * strata_diff_measures_new:
 * @input: the input
 * @cancellable: (nullable): stops it
 *
 * Measures two traces.
 *
 * Returns: (transfer full) (element-type StrataDiffMeasure): the values, kind by kind
 */
GArray *
strata_diff_measures_new (const StrataMeasureInput *input,
                          GCancellable *cancellable)
{
  GArray *measures = g_array_new (FALSE, FALSE, sizeof (StrataDiffMeasure));

  g_array_set_clear_func (measures, clear_measure);
  strata_diff_measures_add_times (measures, input, cancellable);
  add_latencies (measures, input);
  add_tasks (measures, input);
  add_cpus (measures, input, cancellable);
  add_counters (measures, input, cancellable);
  adjust (measures);
  g_array_sort (measures, compare_kinds); /* stable in GLib: a merge sort */
  return measures;
}

/* Matches the whole name, the key, or a name that the kernel cut to its last 15 characters. */
static gboolean
is_called (const StrataDiffMeasure *self,
           const char *name,
           const char *shape)
{
  g_autofree char *own_shape = strata_name_shape_dup (self->name);

  return g_str_equal (self->name, name) || g_strcmp0 (self->key, name) == 0 || g_str_equal (own_shape, shape) || (strlen (self->name) == KERNEL_NAME_BYTES && g_str_has_suffix (name, self->name));
}

/**
 * strata_diff_measures_find:
 * @measures: (element-type StrataDiffMeasure): measures
 * @kind: a kind
 * @name: its whole name, with or without numbers, its key, or a word that only one name contains
 * @figure: which value
 *
 * Returns: (transfer none) (nullable): the measure; %NULL if there is none, or if several contain the word
 */
const StrataDiffMeasure *
strata_diff_measures_find (GArray *measures,
                           StrataMeasureKind kind,
                           const char *name,
                           const char *figure)
{
  g_autofree char *shape = strata_name_shape_dup (name);
  const StrataDiffMeasure *with_word = NULL;
  guint n_with_word = 0;

  for (guint i = 0; i < measures->len; i++)
    {
      const StrataDiffMeasure *measure = &g_array_index (measures, StrataDiffMeasure, i);

      if (measure->kind != kind || !g_str_equal (measure->figure, figure))
        continue;
      if (is_called (measure, name, shape))
        return measure;
      if (!strata_name_shape_has_word (measure->name, name))
        continue;

      with_word = measure;
      n_with_word++;
    }

  return n_with_word == 1 ? with_word : NULL;
}

/**
 * strata_measure_figure_find_unit:
 * @kind: a kind
 * @figure: the name of a value for programs
 * @unit: (out): its unit
 *
 * Returns: %FALSE if there is no such value
 */
gboolean
strata_measure_figure_find_unit (StrataMeasureKind kind,
                                 const char *figure,
                                 StrataMeasureUnit *unit)
{
  gboolean is_known = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    is_known |= g_str_equal (figures[i].id, figure);

  *unit = kind == STRATA_MEASURE_COUNTER                                 ? STRATA_MEASURE_IN_OWN
          : g_str_equal (figure, "n")                                    ? STRATA_MEASURE_IN_ITEMS
          : g_str_equal (figure, "late") || g_str_equal (figure, "busy") ? STRATA_MEASURE_IN_PARTS
                                                                         : STRATA_MEASURE_IN_NS;
  return is_known;
}

/* Returns how much larger it is in B; NaN if a side has no value. */
double
strata_diff_measure_get_delta (const StrataDiffMeasure *self)
{
  return self->value[STRATA_DIFF_B] - self->value[STRATA_DIFF_A];
}

/**
 * strata_diff_measure_get_change:
 * @self: a measure
 *
 * Returns: how much larger it is in B, as a fraction of A; NaN if that is not known, and for shares
 */
double
strata_diff_measure_get_change (const StrataDiffMeasure *self)
{
  const double a = self->value[STRATA_DIFF_A];

  return a != 0.0 && self->unit != STRATA_MEASURE_IN_PARTS ? strata_diff_measure_get_delta (self) / fabs (a) : NAN;
}

/**
 * strata_diff_measure_format:
 * @unit: the unit of @value
 * @value: a value of a measure
 * @text: where to write
 *
 * Returns: @text: the value; empty when not known
 */
const char *
strata_diff_measure_format (StrataMeasureUnit unit,
                            double value,
                            char text[STRATA_UNITS_BYTES])
{
  *text = '\0';
  if (isnan (value))
    return text;

  switch (unit)
    {
    case STRATA_MEASURE_IN_NS:
      return strata_units_duration ((gint64) CLAMP (rint (value), -9e18, 9e18), text);
    case STRATA_MEASURE_IN_ITEMS:
      return strata_units_count ((gint64) value, text);
    case STRATA_MEASURE_IN_PARTS:
      g_snprintf (text, STRATA_UNITS_BYTES, "%.1f %%", 100.0 * value);
      return text;
    case STRATA_MEASURE_IN_OWN:
      g_snprintf (text, STRATA_UNITS_BYTES, "%.6g", value);
      return text;
    }

  g_return_val_if_reached (text);
}

/**
 * strata_diff_measure_format_delta:
 * @unit: the unit of @value
 * @value: the difference of two values of a measure
 * @text: where to write
 *
 * Returns: @text: the difference with its sign; empty when not known
 */
const char *
strata_diff_measure_format_delta (StrataMeasureUnit unit,
                                  double value,
                                  char text[STRATA_UNITS_BYTES])
{
  *text = '\0';
  if (isnan (value))
    return text;

  switch (unit)
    {
    case STRATA_MEASURE_IN_NS:
      return strata_units_delta ((gint64) CLAMP (rint (value), -9e18, 9e18), text);
    case STRATA_MEASURE_IN_PARTS:
      /* no sign if it is rounded to 0 */
      if (fabs (value) < 0.0005)
        g_strlcpy (text, "0", STRATA_UNITS_BYTES);
      else
        g_snprintf (text, STRATA_UNITS_BYTES, "%+.1f", 100.0 * value);
      /* Translators: percentage points, the difference of two shares: it is appended to a number */
      g_strlcat (text, _ (" pp"), STRATA_UNITS_BYTES);
      return text;
    case STRATA_MEASURE_IN_ITEMS:
    case STRATA_MEASURE_IN_OWN:
      if (value == 0.0)
        g_strlcpy (text, "0", STRATA_UNITS_BYTES);
      else
        g_snprintf (text, STRATA_UNITS_BYTES, "%+.6g", value);
      return text;
    }

  g_return_val_if_reached (text);
}

/* Returns its stable name for programs. */
const char *
strata_measure_kind_get_id (StrataMeasureKind kind)
{
  return kinds[kind].id;
}

const char *
strata_measure_kind_get_title (StrataMeasureKind kind)
{
  return _ (kinds[kind].title);
}

/**
 * strata_measure_figure_get_title:
 * @figure: the name of a value for programs
 *
 * Returns: its title
 */
const char *
strata_measure_figure_get_title (const char *figure)
{
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    if (g_str_equal (figures[i].id, figure))
      return _ (figures[i].title);

  return figure;
}
