/* strata-run-names.c - the sums of names in a run, for all threads and for each role
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-run-names.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-samples.h"
#include "strata-name-shape.h"
#include "strata-order.h"

/* One profile is for all threads, and one for the threads of each role. A capture has hundreds of
 * threads, and most do little: those outside the roles with the most calls share one profile. */
#define MOST_ROLES 200
/* Separates a name and a role. Neither contains it, except in crafted files. */
#define SEPARATOR '\x1f'

/* Which rows to add. */
typedef struct
{
  StrataRunSums *sums; /* borrowed */
  StrataTrace *trace;  /* borrowed */
  StrataRunKind kind;
  const char *role; /* borrowed; nullable: NULL for names on all threads */
} Names;

/**
 * strata_run_names_dup_role:
 * @trace: a trace
 * @thread: index of one of its threads
 *
 * Returns: (transfer full): its role, which does not depend on ids: the name of the app,
 *   and the thread's name without numbers
 */
char *
strata_run_names_dup_role (StrataTrace *trace,
                           guint32 thread)
{
  const StrataThread *known = &strata_trace_get_threads (trace, NULL)[thread];
  const char *process = known->process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[known->process].name) : "";
  const char *name = strata_trace_get_string (trace, known->name);
  g_autofree char *shape = strata_name_shape_dup (name);

  return *process != '\0' && !g_str_equal (process, name) ? g_strdup_printf ("%s/%s", process, shape) : g_steal_pointer (&shape);
}

/* Returns the name of the row of @name on these threads. */
char *
strata_run_names_dup_key (const char *name,
                          const char *role)
{
  return g_strdup_printf ("%s%c%s", name, SEPARATOR, role);
}

/**
 * strata_run_names_split:
 * @key: the name of a row of a name
 * @role: (out) (transfer none) (nullable): its threads; %NULL for all
 *
 * Returns: (transfer full): the name without the role
 */
char *
strata_run_names_split (const char *key,
                        const char **role)
{
  const char *separator = strrchr (key, SEPARATOR);

  *role = separator != NULL ? separator + 1 : NULL;
  return separator != NULL ? g_strndup (key, (gsize) (separator - key)) : g_strdup (key);
}

static char *
dup_key (const Names *self,
         const char *name)
{
  return self->role != NULL ? strata_run_names_dup_key (name, self->role) : g_strdup (name);
}

static double
without (gint64 time_ns,
         gint64 unfinished_ns)
{
  return time_ns != STRATA_NO_TIME ? (double) (time_ns - unfinished_ns) : NAN;
}

static double
to_number (gint64 value)
{
  return value != STRATA_NO_TIME ? (double) value : NAN;
}

static void
add_name (const Names *self,
          const char *name,
          const StrataProfileRow *row,
          const StrataDiffUnfinished *unfinished)
{
  g_autofree char *key = dup_key (self, name);
  StrataRunRow *added = strata_run_sums_add (self->sums, self->kind, key);

  added->values[STRATA_RUN_INCLUSIVE] = without (row->inclusive_ns, unfinished->outermost_ns[0]);
  added->values[STRATA_RUN_EXCLUSIVE] = without (row->exclusive_ns, unfinished->own_ns[0]);
  added->values[STRATA_RUN_CPU] = without (row->n_unknown_cpu == 0 ? row->inclusive_cpu_ns : STRATA_NO_TIME, unfinished->outermost_ns[1]);
  added->values[STRATA_RUN_EXCLUSIVE_CPU] = without (row->n_unknown_self_cpu == 0 ? row->exclusive_cpu_ns : STRATA_NO_TIME, unfinished->own_ns[1]);
  added->values[STRATA_RUN_CALLS] = (double) (row->n_calls + row->n_recursive_calls);
  added->values[STRATA_RUN_MEAN] = to_number (row->mean_ns);
  added->values[STRATA_RUN_P50] = to_number (row->median_ns);
  added->values[STRATA_RUN_P95] = to_number (row->p95_ns);
  added->values[STRATA_RUN_MAX] = to_number (row->max_ns);
}

static gboolean
has_unfinished (const StrataProfileRow *rows,
                guint n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    if (rows[i].n_unfinished > 0)
      return TRUE;

  return FALSE;
}

/* An unfinished call; only unfinished calls are around it. */
typedef struct
{
  guint32 end;              /* one past the last call in it */
  const StrataRunRow *name; /* borrowed */
} OpenCall;

static gboolean
is_open (const GArray *calls,
         const StrataRunRow *name)
{
  for (guint i = 0; i < calls->len; i++)
    if (g_array_index (calls, OpenCall, i).name == name)
      return TRUE;

  return FALSE;
}

/* In a trace with only the CPU clock, the times of the axis are CPU times. */
static double
get_time (const StrataSliceTable *slices,
          guint32 slice,
          guint clock)
{
  const gboolean is_cpu = clock == 1 && strata_ns_column_exists (&slices->cpu);

  return (double) MAX (is_cpu ? strata_slice_table_get_cpu_ns (slices, slice) : strata_slice_table_get_wall_ns (slices, slice), 0);
}

static void
subtract (StrataRunRow *row,
          const StrataSliceTable *slices,
          guint32 slice,
          gboolean is_outermost)
{
  static const StrataRunMetric totals[] = { STRATA_RUN_INCLUSIVE, STRATA_RUN_CPU };
  static const StrataRunMetric owns[] = { STRATA_RUN_EXCLUSIVE, STRATA_RUN_EXCLUSIVE_CPU };
  const guint32 end = slices->subtree_end[slice];

  for (guint clock = 0; clock < G_N_ELEMENTS (totals); clock++)
    {
      if (isnan (row->values[owns[clock]]))
        continue;

      double own_ns = get_time (slices, slice, clock);

      for (guint32 i = slice + 1; i < end; i = slices->subtree_end[i])
        own_ns -= get_time (slices, i, clock);
      if (is_outermost)
        row->values[totals[clock]] -= get_time (slices, slice, clock);
      row->values[owns[clock]] -= own_ns;
    }
}

/* Calls inside a finished call are finished, so most calls are skipped. */
static void
subtract_unfinished (const Names *self,
                     const StrataScopePiece *piece)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  g_autoptr (GArray) calls = g_array_new (FALSE, FALSE, sizeof (OpenCall));

  for (guint32 i = piece->begin; i < piece->end;)
    {
      if (!(strata_slice_table_get_flags (slices, i) & STRATA_SLICE_UNFINISHED))
        {
          i = slices->subtree_end[i];
          continue;
        }

      g_autofree char *shape = strata_name_shape_dup (strata_trace_get_string (self->trace, slices->name[i]));
      g_autofree char *key = dup_key (self, shape);
      StrataRunRow *row = (StrataRunRow *) strata_run_sums_find (self->sums, self->kind, key);
      const OpenCall call = { slices->subtree_end[i], row };

      while (calls->len > 0 && g_array_index (calls, OpenCall, calls->len - 1).end <= i)
        g_array_set_size (calls, calls->len - 1);
      if (row != NULL)
        subtract (row, slices, i, !is_open (calls, row));
      g_array_append_val (calls, call);
      i++;
    }
}

static gboolean
is_whole (const StrataScope *scope,
          StrataTrace *trace)
{
  const StrataSpan span = strata_trace_get_span (trace);

  return scope->span.begin_ns <= span.begin_ns && scope->span.end_ns >= span.end_ns;
}

/* Durations of unfinished calls only depend on when the capture was stopped, so they are subtracted. If calls are cut
 * by the scope, a second pass finds the part that counts. */
static gboolean
add_names (const Names *self,
           const StrataScope *scope,
           GCancellable *cancellable)
{
  static const StrataDiffUnfinished nothing = { { 0, 0 }, { 0, 0 } };
  g_autoptr (StrataProfile) profile = strata_profile_new (self->trace, scope, STRATA_PROFILE_BY_SHAPE, cancellable);
  g_auto (StrataDiffSamples) samples = { 0 };
  guint n_rows;

  if (profile == NULL)
    return FALSE;

  const StrataProfileRow *rows = strata_profile_get_rows (profile, &n_rows);
  const gboolean is_unfinished = has_unfinished (rows, n_rows);

  if (is_unfinished && !is_whole (scope, self->trace) && !strata_diff_samples_init (&samples, profile, cancellable))
    return FALSE;

  for (guint i = 0; i < n_rows; i++)
    {
      g_autofree char *name = strata_profile_dup_name (profile, rows[i].key);

      add_name (self, name, &rows[i], samples.unfinished != NULL ? &samples.unfinished[i] : &nothing);
    }

  if (!is_unfinished || !is_whole (scope, self->trace))
    return TRUE;

  g_autoptr (GArray) pieces = strata_scope_list_pieces (scope, self->trace);

  for (guint i = 0; i < pieces->len; i++)
    subtract_unfinished (self, &g_array_index (pieces, StrataScopePiece, i));
  return TRUE;
}

/* Threads that do the same in every run. */
typedef struct
{
  char *name;      /* owned */
  GArray *threads; /* (element-type guint32) owned */
  guint64 n_calls;
} Role;

static void
clear_role (gpointer data)
{
  Role *role = data;

  g_free (role->name);
  g_array_unref (role->threads);
}

static int
compare_roles (gconstpointer a,
               gconstpointer b)
{
  const Role *role_a = a;
  const Role *role_b = b;

  return STRATA_ORDER (role_b->n_calls, role_a->n_calls) ?: strcmp (role_a->name, role_b->name);
}

static void
add_piece (GArray *roles,
           GHashTable *role_of_name,
           StrataTrace *trace,
           const StrataScopePiece *piece)
{
  const guint32 thread = strata_trace_get_tracks (trace, NULL)[piece->track].thread;
  g_autofree char *name = strata_run_names_dup_role (trace, thread);
  gpointer known;

  if (!g_hash_table_lookup_extended (role_of_name, name, NULL, &known))
    {
      const Role role = { g_strdup (name), g_array_new (FALSE, FALSE, sizeof (guint32)), 0 };

      known = GUINT_TO_POINTER (roles->len);
      g_array_append_val (roles, role);
      g_hash_table_insert (role_of_name, role.name, known);
    }

  Role *role = &g_array_index (roles, Role, GPOINTER_TO_UINT (known));

  g_array_append_val (role->threads, thread);
  role->n_calls += piece->end - piece->begin;
}

/* Roles with the most calls come first; the last role may be for all others. */
static GArray *
list_roles (StrataTrace *trace,
            const StrataScope *scope)
{
  GArray *roles = g_array_new (FALSE, FALSE, sizeof (Role));
  g_autoptr (GHashTable) role_of_name = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GArray) pieces = strata_scope_list_pieces (scope, trace);

  g_array_set_clear_func (roles, clear_role);
  for (guint i = 0; i < pieces->len; i++)
    add_piece (roles, role_of_name, trace, &g_array_index (pieces, StrataScopePiece, i));

  g_array_sort (roles, compare_roles);
  if (roles->len <= MOST_ROLES)
    return roles;

  Role *others = &g_array_index (roles, Role, MOST_ROLES - 1);

  g_free (others->name);
  others->name = g_strdup (_ ("other threads"));
  for (guint i = MOST_ROLES; i < roles->len; i++)
    {
      const GArray *threads = g_array_index (roles, Role, i).threads;

      g_array_append_vals (others->threads, threads->data, threads->len);
    }

  g_array_set_size (roles, MOST_ROLES);
  return roles;
}

static gboolean
add_of_role (StrataRunSums *sums,
             StrataTrace *trace,
             const StrataScope *scope,
             const Role *role,
             GCancellable *cancellable)
{
  g_autoptr (GBytes) threads = strata_scope_new_threads (trace, (const guint32 *) (gpointer) role->threads->data, role->threads->len);
  const Names names = { sums, trace, STRATA_RUN_THREAD_NAME, role->name };
  StrataScope of_role = *scope;

  of_role.threads = threads;
  return add_names (&names, &of_role, cancellable);
}

/**
 * strata_run_names_add:
 * @sums: a run
 * @trace: its trace
 * @scope: its scope; not limited to some threads
 * @cancellable: (nullable): stops it
 *
 * Adds the rows of names, and those of names on threads.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
strata_run_names_add (StrataRunSums *sums,
                      StrataTrace *trace,
                      const StrataScope *scope,
                      GCancellable *cancellable)
{
  const Names names = { sums, trace, STRATA_RUN_NAME, NULL };
  g_autoptr (GArray) roles = list_roles (trace, scope);

  if (!add_names (&names, scope, cancellable))
    return FALSE;

  for (guint i = 0; i < roles->len; i++)
    if (!add_of_role (sums, trace, scope, &g_array_index (roles, Role, i), cancellable))
      return FALSE;

  return TRUE;
}
