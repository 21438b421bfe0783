/* strata-sql-arrows.c - arrows implied by the kernel and the system: calls, messages, GPU jobs, frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-calls.h"
#include "strata-flows.h"
#include "strata-kernel-args.h"
#include "strata-sql-private.h"
#include "strata-sql-slices.h"

/* Such arrows have no number, as in PerfettoSQL. */
#define NO_NUMBER ((guint64) STRATA_SQL_NULL)

static void
add_arrow (GArray *flows,
           guint32 from,
           guint32 to)
{
  g_array_append_val (flows, ((StrataFlowLink){ from, to, NO_NUMBER }));
}

/* Adds arrows from a call to the slice that answers it. */
static void
add_calls (StrataSqlSource *source,
           GArray *flows)
{
  g_autoptr (StrataCalls) calls = strata_calls_new (source->trace);

  for (guint32 i = source->slices->first_kernel; i < source->slices->n_slices; i++)
    {
      const guint32 peer = strata_calls_is_call (source->trace, i) ? strata_calls_find_peer (calls, i) : STRATA_NONE;

      if (peer != STRATA_NONE)
        add_arrow (flows, i, peer);
    }
}

/* Adds arrows from sent to received messages. @senders maps the arguments of a sent message to its row of slice until it is received. */
static void
add_messages (StrataSqlSource *source,
              GArray *flows)
{
  const guint32 sent = strata_sql_source_find_string (source, "binder transaction async");
  const guint32 received = strata_sql_source_find_string (source, "binder async rcv");
  g_autoptr (GHashTable) senders = g_hash_table_new (NULL, NULL);
  gpointer from;

  if (sent == STRATA_NONE || received == STRATA_NONE || source->instants->attrs == NULL)
    return;

  for (guint32 i = 0; i < source->instants->n_instants; i++)
    {
      const gpointer set = GUINT_TO_POINTER (source->instants->attrs[i]);
      const guint32 name = strata_sql_source_get_instant_name (source, i);

      if (name == sent)
        g_hash_table_insert (senders, set, GUINT_TO_POINTER (source->slices->n_slices + i));
      else if (name == received && g_hash_table_steal_extended (senders, set, NULL, &from))
        add_arrow (flows, GPOINTER_TO_UINT (from), source->slices->n_slices + i);
    }
}

/* The fence of a job, from the kernel's arguments; %NULL if there is none; owned by the caller. */
static char *
dup_fence (StrataSqlSource *source,
           guint32 set)
{
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (source->trace), set);
  const char *at = args;
  StrataArg arg;

  while (strata_kernel_args_next (&at, &arg))
    if (strata_arg_has_key (&arg, "fence"))
      return g_strndup (arg.value, arg.n_value_bytes);

  return NULL;
}

static gboolean
is_queueing (StrataSqlSource *source,
             guint32 instant)
{
  const char *name = strata_sql_source_get_string (source, strata_sql_source_get_instant_name (source, instant));

  return g_str_equal (name, "drm_sched_job_queue") || g_str_equal (name, "drm_sched_job");
}

static GHashTable *
list_queued (StrataSqlSource *source)
{
  GHashTable *queued = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint32 i = 0; source->instants->attrs != NULL && i < source->instants->n_instants; i++)
    {
      char *fence = source->instants->attrs[i] != STRATA_ATTRS_NONE && is_queueing (source, i) ? dup_fence (source, source->instants->attrs[i]) : NULL;

      if (fence != NULL)
        g_hash_table_replace (queued, fence, GUINT_TO_POINTER (source->slices->n_slices + i));
    }

  return queued;
}

/* Adds arrows from where a thread queued a GPU job to the job: both have its fence. */
static void
add_jobs (StrataSqlSource *source,
          GArray *flows)
{
  g_autoptr (GHashTable) queued = list_queued (source);
  gpointer from;

  for (guint32 i = source->slices->first_kernel; g_hash_table_size (queued) > 0 && i < source->slices->n_slices; i++)
    {
      g_autofree char *fence = dup_fence (source, strata_slice_table_get_attrs (source->slices, i));

      if (fence != NULL && g_hash_table_lookup_extended (queued, fence, NULL, &from) && strata_sql_slice_get_ts (source, GPOINTER_TO_UINT (from)) <= source->slices->start_ns[i])
        add_arrow (flows, GPOINTER_TO_UINT (from), i);
    }
}

/**
 * strata_sql_arrows_add:
 * @source: the trace
 * @flows: (element-type StrataFlowLink): arrows
 *
 * Adds the arrows that no program recorded.
 */
void
strata_sql_arrows_add (StrataSqlSource *source,
                       GArray *flows)
{
  add_calls (source, flows);
  add_messages (source, flows);
  add_jobs (source, flows);
  strata_sql_timeline_add_arrows (source, flows);
}
