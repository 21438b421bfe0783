/* strata-diff-counters.c - compares the counters of two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-counters.h"

#include <math.h>

#include "strata-name-shape.h"

static const char *const metric_ids[] = {
  [STRATA_DIFF_COUNTER_MEAN] = "mean",
  [STRATA_DIFF_COUNTER_MIN] = "min",
  [STRATA_DIFF_COUNTER_MAX] = "max",
  [STRATA_DIFF_COUNTER_INTEGRAL] = "integral",
  [STRATA_DIFF_COUNTER_SLOPE] = "slope",
};

static void
clear_counter (gpointer data)
{
  StrataDiffCounter *counter = data;

  g_free (counter->name);
  g_free (counter->process);
}

static const char *
get_process_name (StrataTrace *trace,
                  const StrataCounter *counter)
{
  if (counter->process == STRATA_NONE)
    return "";

  return strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[counter->process].name);
}

/* The rows so far, and how many counters of a side have each key. */
typedef struct
{
  GArray *list;           /* (element-type StrataDiffCounter) borrowed */
  GHashTable *row_of_key; /* borrowed */
  GHashTable *n_of_key;   /* borrowed: for the side that is being added */
} Rows;

/* The parts of a counter's identity that are equal in two captures; ids differ. Several with the same key, such as those of
 * processes of one name, are paired in order. */
static char *
dup_key (const Rows *self,
         const char *name,
         const char *process,
         int cpu)
{
  g_autofree char *name_shape = strata_name_shape_dup (name);
  g_autofree char *process_shape = strata_name_shape_dup (process);
  g_autofree char *key = g_strdup_printf ("%s\n%s\n%d", name_shape, process_shape, cpu);
  const guint n_before = GPOINTER_TO_UINT (g_hash_table_lookup (self->n_of_key, key));
  char *numbered = g_strdup_printf ("%s\n%u", key, n_before);

  g_hash_table_insert (self->n_of_key, g_steal_pointer (&key), GUINT_TO_POINTER (n_before + 1));
  return numbered;
}

static void
add_counter (Rows *self,
             StrataTrace *trace,
             StrataDiffSide side,
             const StrataCounter *counter,
             const StrataCounterStats *stats)
{
  const char *name = strata_trace_get_string (trace, counter->name);
  const char *process = get_process_name (trace, counter);
  g_autofree char *key = dup_key (self, name, process, counter->cpu);
  gpointer known;
  guint row;

  if (g_hash_table_lookup_extended (self->row_of_key, key, NULL, &known))
    row = GPOINTER_TO_UINT (known);
  else
    {
      const StrataDiffCounter new_row = { g_utf8_make_valid (name, -1), g_utf8_make_valid (process, -1), counter->cpu, { FALSE, FALSE }, { { { 0 } } } };

      row = self->list->len;
      g_array_append_val (self->list, new_row);
      g_hash_table_insert (self->row_of_key, g_steal_pointer (&key), GUINT_TO_POINTER (row));
    }

  g_array_index (self->list, StrataDiffCounter, row).has[side] = TRUE;
  g_array_index (self->list, StrataDiffCounter, row).stats[side] = *stats;
}

static gboolean
is_in_scope (const StrataCounter *counter,
             const StrataScope *scope)
{
  return scope->process == STRATA_NONE || counter->process == scope->process;
}

/* The change of the mean as a fraction of the larger one; counters of one side come first. */
static double
get_size (const StrataDiffCounter *counter)
{
  const double a = strata_diff_counter_get (counter, STRATA_DIFF_A, STRATA_DIFF_COUNTER_MEAN);
  const double b = strata_diff_counter_get (counter, STRATA_DIFF_B, STRATA_DIFF_COUNTER_MEAN);
  const double larger = MAX (fabs (a), fabs (b));

  if (isnan (a) || isnan (b))
    return 2.0;

  return larger > 0.0 ? fabs (b - a) / larger : 0.0;
}

static int
compare_counters (gconstpointer a,
                  gconstpointer b)
{
  const double size_a = get_size (a);
  const double size_b = get_size (b);
  const int by_name = g_strcmp0 (((const StrataDiffCounter *) a)->name, ((const StrataDiffCounter *) b)->name);

  if (size_a != size_b)
    return size_a > size_b ? -1 : 1;

  return by_name != 0 ? by_name : ((const StrataDiffCounter *) a)->cpu - ((const StrataDiffCounter *) b)->cpu;
}

/**
 * strata_diff_counters_new:
 * @traces: two traces
 * @scopes: their scopes; only the span and the process count
 * @cancellable: (nullable): stops it
 *
 * Pairs the counters of two traces by their names, ignoring numbers in them, the names of
 * their processes, and their CPUs.
 *
 * Returns: (transfer full) (element-type StrataDiffCounter): the counters of only one side, then the others by the
 *   change of their mean
 */
GArray *
strata_diff_counters_new (StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                          const StrataScope scopes[STRATA_N_DIFF_SIDES],
                          GCancellable *cancellable)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (StrataDiffCounter));
  g_autoptr (GHashTable) row_of_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) n_of_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Rows rows = { list, row_of_key, n_of_key };

  g_array_set_clear_func (list, clear_counter);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      guint n_counters;
      const StrataCounter *counters = strata_trace_get_counters (traces[side], &n_counters);
      StrataCounterStats stats;

      for (guint32 i = 0; i < n_counters && !g_cancellable_is_cancelled (cancellable); i++)
        if (is_in_scope (&counters[i], &scopes[side]) && strata_counter_stats_find (traces[side], i, scopes[side].span, cancellable, &stats))
          add_counter (&rows, traces[side], side, &counters[i], &stats);

      g_hash_table_remove_all (n_of_key);
    }

  g_array_sort (list, compare_counters);
  return list;
}

/**
 * strata_diff_counter_get:
 * @self: a counter in both
 * @side: a side
 * @metric: a metric
 *
 * Returns: the figure; NaN if the side has no value, or if the span is empty for a figure over time
 */
double
strata_diff_counter_get (const StrataDiffCounter *self,
                         StrataDiffSide side,
                         StrataDiffCounterMetric metric)
{
  const StrataCounterStats *stats = &self->stats[side];
  const double seconds = ((double) stats->span.end_ns - (double) stats->span.begin_ns) / 1e9;

  if (!self->has[side])
    return NAN;

  switch (metric)
    {
    case STRATA_DIFF_COUNTER_MEAN:
      return stats->mean;
    case STRATA_DIFF_COUNTER_MIN:
      return stats->min;
    case STRATA_DIFF_COUNTER_MAX:
      return stats->max;
    case STRATA_DIFF_COUNTER_INTEGRAL:
      return stats->mean * seconds;
    case STRATA_DIFF_COUNTER_SLOPE:
      return seconds > 0.0 ? (stats->last - stats->first) / seconds : NAN;
    }

  g_return_val_if_reached (NAN);
}

/* Returns its stable name for programs. */
const char *
strata_diff_counter_metric_get_id (StrataDiffCounterMetric metric)
{
  return metric_ids[metric];
}

/**
 * strata_diff_counters_find:
 * @counters: (element-type StrataDiffCounter): counters of both
 * @name: a name, or the shape of one
 *
 * Returns: the index of the first counter of that name, or %STRATA_NONE
 */
guint32
strata_diff_counters_find (GArray *counters,
                           const char *name)
{
  g_autofree char *shape = strata_name_shape_dup (name);
  guint32 found = STRATA_NONE;

  for (guint32 i = 0; i < counters->len; i++)
    {
      const char *known = g_array_index (counters, StrataDiffCounter, i).name;
      g_autofree char *known_shape = strata_name_shape_dup (known);

      if (g_str_equal (known, name))
        return i;
      if (found == STRATA_NONE && g_str_equal (known_shape, shape))
        found = i;
    }

  return found;
}
