/* strata-counter-notes.c - metadata of counters
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-notes.h"

#include "strata-trace-private.h"

/**
 * strata_counter_notes_find:
 * @trace: a trace
 * @name: string id of the name of a counter
 *
 * Returns: (nullable) (transfer none): the metadata in its file for counters with that name
 */
const StrataCounterNote *
strata_counter_notes_find (StrataTrace *trace,
                           guint32 name)
{
  const StrataTrace *owner = strata_trace_get_base (trace);

  return owner->counter_notes != NULL ? g_hash_table_lookup (owner->counter_notes, GUINT_TO_POINTER (name)) : NULL;
}

/**
 * strata_counter_notes_get_parent:
 * @trace: a trace
 * @counter: a counter of it
 *
 * Returns: number of the place that it is below in the tree of lanes, from 1, or 0
 */
guint32
strata_counter_notes_get_parent (StrataTrace *trace,
                                 const StrataCounter *counter)
{
  const StrataTrace *owner = strata_trace_get_base (trace);
  const guint64 key = (guint64) counter->process << 32 | counter->name;

  return owner->counter_parents != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (owner->counter_parents, &key)) : 0;
}

/* Returns what it is of; NULL if no program describes it. */
const StrataCounterOwner *
strata_counter_notes_get_owner (StrataTrace *trace,
                                const StrataCounter *counter)
{
  const StrataTrace *owner = strata_trace_get_base (trace);
  const guint64 key = (guint64) counter->process << 32 | counter->name;

  return owner->counter_owners != NULL ? g_hash_table_lookup (owner->counter_owners, &key) : NULL;
}
