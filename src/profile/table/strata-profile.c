/* strata-profile.c - inclusive and exclusive times by name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-profile.h"

#include <string.h>

#include "strata-profile-private.h"

/* A profile is complete and immutable once it is returned; any thread may read it. It keeps its
 * trace alive. Rows are computed in strata-profile-compute.c, relatives in
 * strata-profile-relatives.c. */

const char *const strata_profile_by_ids[STRATA_N_PROFILE_BY] = {
  [STRATA_PROFILE_BY_NAME] = "name",
  [STRATA_PROFILE_BY_CLASS] = "class",
  [STRATA_PROFILE_BY_PACKAGE] = "package",
  [STRATA_PROFILE_BY_THREAD] = "thread",
  [STRATA_PROFILE_BY_PROCESS] = "process",
  [STRATA_PROFILE_BY_SHAPE] = "shape",
  [STRATA_PROFILE_BY_CATEGORY] = "category",
  [STRATA_PROFILE_BY_TAG] = "tag",
};

/* The key for "of no process" follows the others. */
static void
new_row_of_key (StrataProfile *self)
{
  gsize n = (gsize) strata_profile_keys_get_n_keys (&self->keys);

  self->n_keys = (guint32) n;
  self->row_of_key = g_new (guint32, n + 1);
  memset (self->row_of_key, 0xff, sizeof (guint32) * (n + 1));
}

/* Whether time switched out can be a separate row. */
static gboolean
is_about_calls (StrataProfileBy by)
{
  return by == STRATA_PROFILE_BY_NAME || by == STRATA_PROFILE_BY_CLASS || by == STRATA_PROFILE_BY_PACKAGE || by == STRATA_PROFILE_BY_SHAPE;
}

StrataProfile *
strata_profile_new_parallel (StrataTrace *trace,
                             const StrataScope *scope,
                             StrataProfileBy by,
                             guint n_workers,
                             GCancellable *cancellable)
{
  g_autoptr (StrataProfile) self = g_new0 (StrataProfile, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->scope = *scope;
  if (scope->threads != NULL)
    g_bytes_ref (scope->threads);
  strata_profile_keys_init (&self->keys, trace, scope, by);
  if (scope->has_switches && is_about_calls (by))
    self->switches = strata_switches_new (trace);
  new_row_of_key (self);

  if (!strata_profile_compute (self, n_workers, cancellable))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * strata_profile_new:
 * @trace: a trace
 * @scope: the scope
 * @by: how calls are grouped
 * @cancellable: (nullable): stops it
 *
 * Sums the calls of a trace. Any thread may call it.
 *
 * Returns: (transfer full): the profile, or %NULL if it was cancelled
 */
StrataProfile *
strata_profile_new (StrataTrace *trace,
                    const StrataScope *scope,
                    StrataProfileBy by,
                    GCancellable *cancellable)
{
  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);
  g_return_val_if_fail (scope != NULL, NULL);

  return strata_profile_new_parallel (trace, scope, by, strata_scope_count_parts (scope, trace), cancellable);
}

StrataProfile *
strata_profile_ref (StrataProfile *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
strata_profile_unref (StrataProfile *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;

  strata_profile_keys_clear (&self->keys);
  strata_switches_free (self->switches);
  g_free (self->row_of_key);
  g_free (self->rows);
  g_clear_pointer (&self->scope.threads, g_bytes_unref);
  g_object_unref (self->trace);
  g_free (self);
}

/**
 * strata_profile_get_rows:
 * @self: a profile
 * @n_rows: (out): how many
 *
 * Returns: (transfer none) (array length=n_rows): its rows, longest inclusive time first
 */
const StrataProfileRow *
strata_profile_get_rows (const StrataProfile *self,
                         guint *n_rows)
{
  *n_rows = self->n_rows;
  return self->rows;
}

StrataProfileBy
strata_profile_get_by (const StrataProfile *self)
{
  return self->keys.by;
}

/* Returns the index of the row of @key, or STRATA_NONE. */
guint32
strata_profile_find_row (const StrataProfile *self,
                         guint32 key)
{
  return *strata_profile_get_row_of_key (self, key);
}

/**
 * strata_profile_dup_name:
 * @self: a profile
 * @key: key of one of its rows or their relatives
 *
 * Names a key: a slice's name as in the trace, a class, a package, a thread with its id or a process with its id.
 *
 * Returns: (transfer full): the name, which may be empty if it is in the trace
 */
char *
strata_profile_dup_name (const StrataProfile *self,
                         guint32 key)
{
  return strata_profile_keys_dup_name (&self->keys, key);
}

/* Returns the wall time of all outermost calls, or STRATA_NO_TIME. */
gint64
strata_profile_get_total_ns (const StrataProfile *self)
{
  return self->total_ns;
}

/* Returns the CPU time of all outermost calls, or STRATA_NO_TIME. */
gint64
strata_profile_get_total_cpu_ns (const StrataProfile *self)
{
  return self->total_cpu_ns;
}

const StrataScope *
strata_profile_get_scope (const StrataProfile *self)
{
  return &self->scope;
}

StrataTrace *
strata_profile_get_trace (const StrataProfile *self)
{
  return self->trace;
}
