/* strata-name-sums.c - sums of the slices of a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-name-sums.h"

#include "strata-column.h"
#include "strata-order.h"
#include "strata-scope.h"

/* The sums are those of a profile of the whole trace, which takes a pass over all calls. Here a
 * pass over the names finds the slices, and the rest only visits these. They are ascending and in
 * pre-order, so a call is inside one of its name if it comes before the end of that one's subtree. */
typedef struct
{
  StrataNameSums *sums; /* borrowed */
  const StrataSliceTable *slices;
  gboolean has_cpu;
  gboolean is_cpu;     /* whether the CPU clock is the one shown */
  guint32 outer_end;   /* end of the subtree of the last call that is not inside one of its name */
  guint32 parent;      /* caller of the last call; STRATA_NONE at first */
  GHashTable *callers; /* owned: StrataNameCaller by name */
  GCancellable *cancellable;
} Pass;

#define SLICES_BETWEEN_CHECKS 65536

/* How far to look back for a caller before searching for it. */
#define MOST_STEPS 32

static gboolean
is_cancelled (GCancellable *cancellable,
              guint32 n_seen)
{
  return n_seen % SLICES_BETWEEN_CHECKS == 0 && g_cancellable_is_cancelled (cancellable);
}

static void
find_slices (StrataNameSums *self,
             GCancellable *cancellable)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  StrataColumn found = STRATA_COLUMN_INIT;

  for (guint32 slice = 0; slice < table->n_slices && !is_cancelled (cancellable, slice); slice++)
    if (table->name[slice] == self->name)
      strata_column_push_u32 (&found, slice);

  self->n_slices = (guint32) found.n;
  self->slices = strata_column_steal (&found, sizeof (guint32));
}

/* Most callers are near, or are the previous call's, which needs no search. In pre-order, the last
 * slice with less depth is the caller. */
static guint32
find_parent (Pass *pass,
             guint32 slice)
{
  const guint32 depth = strata_slice_table_get_depth (pass->slices, slice);
  const guint32 last = pass->parent;

  for (guint32 i = slice; depth > 0 && i > 0 && slice - i < MOST_STEPS; i--)
    if (strata_slice_table_get_depth (pass->slices, i - 1) < depth)
      return pass->parent = i - 1;

  if (last == STRATA_NONE || slice >= pass->slices->subtree_end[last] || strata_slice_table_get_depth (pass->slices, last) + 1 != depth)
    pass->parent = strata_trace_find_parent (pass->sums->trace, slice);

  return pass->parent;
}

static void
add_to_caller (Pass *pass,
               guint32 slice)
{
  const guint32 parent = find_parent (pass, slice);
  const guint32 name = parent != STRATA_NONE ? pass->slices->name[parent] : STRATA_NONE;
  StrataNameCaller *caller = g_hash_table_lookup (pass->callers, GUINT_TO_POINTER (name));

  if (caller == NULL)
    {
      caller = g_new (StrataNameCaller, 1);
      *caller = (StrataNameCaller){ name, slice, 0, 0 };
      g_hash_table_insert (pass->callers, GUINT_TO_POINTER (name), caller);
    }

  const gint64 slice_ns = strata_durations_get_of (pass->slices, pass->is_cpu, slice);

  caller->n_calls++;
  caller->total_ns = strata_time_add (caller->total_ns, slice_ns);
  if (slice_ns > strata_durations_get_of (pass->slices, pass->is_cpu, caller->longest))
    caller->longest = slice;
}

static void
add_call (Pass *pass,
          guint32 slice)
{
  StrataNameTimes *times = &pass->sums->calls;
  const gboolean is_outermost = slice >= pass->outer_end;

  pass->sums->n_calls++;
  pass->sums->n_recursive += !is_outermost;
  times->self_ns = strata_time_add (times->self_ns, strata_slice_table_get_self_ns (pass->slices, slice));
  if (pass->has_cpu && !strata_slice_table_knows_self_cpu (pass->slices, slice))
    pass->sums->n_unknown_self_cpu++;
  else if (pass->has_cpu)
    times->self_cpu_ns = strata_time_add (times->self_cpu_ns, strata_slice_table_get_self_cpu_ns (pass->slices, slice));
  if (is_outermost)
    {
      pass->outer_end = pass->slices->subtree_end[slice];
      times->wall_ns = strata_time_add (times->wall_ns, strata_slice_table_get_wall_ns (pass->slices, slice));
      if (pass->has_cpu)
        times->cpu_ns = strata_time_add (times->cpu_ns, strata_slice_table_get_cpu_ns (pass->slices, slice));
    }
  if (pass->has_cpu && !strata_slice_table_knows_cpu (pass->slices, slice))
    pass->sums->n_unknown_cpu++;

  add_to_caller (pass, slice);
}

static int
compare_callers (gconstpointer a,
                 gconstpointer b)
{
  const StrataNameCaller *caller_a = a;
  const StrataNameCaller *caller_b = b;

  return STRATA_ORDER (caller_b->total_ns, caller_a->total_ns) ?: STRATA_ORDER (caller_a->longest, caller_b->longest);
}

static void
list_callers (const Pass *pass)
{
  GHashTableIter iter;
  gpointer caller;

  g_hash_table_iter_init (&iter, pass->callers);
  while (g_hash_table_iter_next (&iter, NULL, &caller))
    g_array_append_vals (pass->sums->callers, caller, 1);

  g_array_sort (pass->sums->callers, compare_callers);
}

static void
add_slices (StrataNameSums *self,
            GCancellable *cancellable)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  g_autoptr (GHashTable) callers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  Pass pass = { self, table, strata_ns_column_exists (&table->cpu), strata_durations_are_cpu (self->trace), 0, STRATA_NONE, callers, cancellable };

  for (guint32 i = 0; i < self->n_slices && !is_cancelled (cancellable, i); i++)
    if (self->slices[i] < table->first_async)
      add_call (&pass, self->slices[i]);
    else
      self->async_ns = strata_time_add (self->async_ns, strata_slice_table_get_wall_ns (table, self->slices[i]));

  list_callers (&pass);
}

/* Only outermost calls: they include the calls inside. */
static void
add_all (StrataNameSums *self,
         GCancellable *cancellable)
{
  const StrataSliceTable *table = strata_trace_get_slices (self->trace);
  const gboolean has_cpu = strata_ns_column_exists (&table->cpu);
  guint32 n_seen = 0;

  for (guint32 i = 0; i < table->first_async && !is_cancelled (cancellable, ++n_seen); i = table->subtree_end[i])
    {
      self->all.wall_ns = strata_time_add (self->all.wall_ns, strata_slice_table_get_wall_ns (table, i));
      if (has_cpu)
        self->all.cpu_ns = strata_time_add (self->all.cpu_ns, strata_slice_table_get_cpu_ns (table, i));
    }

  self->all.self_ns = self->all.wall_ns;
  self->all.self_cpu_ns = self->all.cpu_ns;
}

static void
name_clocks (StrataNameSums *self,
             StrataNameTimes *times)
{
  strata_scope_name_clocks (self->trace, &times->wall_ns, &times->cpu_ns);
  strata_scope_name_clocks (self->trace, &times->self_ns, &times->self_cpu_ns);
}

/**
 * strata_name_sums_new:
 * @trace: a trace
 * @name: string id of a name
 * @cancellable: (nullable): stops it early
 *
 * Sums the slices of a name. O(slices of the trace), but cheap for slices of other names.
 *
 * Returns: (transfer full): the sums, or %NULL if it was cancelled
 */
StrataNameSums *
strata_name_sums_new (StrataTrace *trace,
                      guint32 name,
                      GCancellable *cancellable)
{
  g_autoptr (StrataNameSums) self = g_new0 (StrataNameSums, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->name = name;
  self->callers = g_array_new (FALSE, FALSE, sizeof (StrataNameCaller));
  find_slices (self, cancellable);
  add_slices (self, cancellable);
  add_all (self, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;

  name_clocks (self, &self->calls);
  name_clocks (self, &self->all);
  if (self->n_calls > 0 && self->n_unknown_cpu == self->n_calls)
    self->calls.cpu_ns = STRATA_NO_TIME;
  if (self->n_unknown_self_cpu > self->n_unknown_cpu || (self->n_calls > 0 && self->n_unknown_self_cpu == self->n_calls))
    self->calls.self_cpu_ns = STRATA_NO_TIME;
  strata_durations_fill_histogram (trace, self->slices, self->n_slices, &self->histogram);
  strata_durations_summarise (trace, self->slices, self->n_slices, &self->durations);
  return g_steal_pointer (&self);
}

StrataNameSums *
strata_name_sums_ref (StrataNameSums *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
strata_name_sums_unref (StrataNameSums *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->trace);
  g_array_unref (self->callers);
  g_free (self->slices);
  g_free (self);
}
