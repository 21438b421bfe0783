/* strata-flows.c - slices that programs say followed one from another
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flows.h"

#include <string.h>

/* A slice names its flows as arguments, "flow=0x5,flow_end=0x7". Those of one number, by their begin,
 * are steps; one that ends the flow has no next step, and the number may be used anew. Sets of
 * arguments are searched first, and then the slices for those that were found: what is selected is one
 * slice at a time, so that no index is kept. */

typedef enum
{
  FLOW_NONE,
  FLOW_STEP,
  FLOW_END,
} FlowKind;

typedef struct
{
  gint64 begin_ns;
  guint32 slice;
  guint8 kind; /* FlowKind */
} Step;

static gboolean
is_text (const char *text,
         gsize n_bytes,
         const char *other)
{
  return strlen (other) == n_bytes && memcmp (text, other, n_bytes) == 0;
}

static FlowKind
get_kind (const StrataArg *arg)
{
  if (arg->key == NULL)
    return FLOW_NONE;
  if (is_text (arg->key, arg->n_key_bytes, STRATA_FLOW_KEY))
    return FLOW_STEP;

  return is_text (arg->key, arg->n_key_bytes, STRATA_FLOW_END_KEY) ? FLOW_END : FLOW_NONE;
}

static const char *
get_args (StrataTrace *trace,
          guint32 attrs)
{
  return strata_trace_get_string (trace, strata_attr_table_get (strata_trace_get_attrs (trace), attrs)->args);
}

static FlowKind
find_flow (const char *args,
           const char *id)
{
  FlowKind found = FLOW_NONE;
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    if (get_kind (&arg) != FLOW_NONE && is_text (arg.value, arg.n_value_bytes, id))
      found = MAX (found, get_kind (&arg));

  return found;
}

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const Step *left = a;
  const Step *right = b;

  if (left->begin_ns != right->begin_ns)
    return left->begin_ns < right->begin_ns ? -1 : 1;

  return (left->slice > right->slice) - (left->slice < right->slice);
}

static GArray *
list_steps (StrataTrace *trace,
            const char *id)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const guint32 n_sets = strata_attr_table_get_n_sets (strata_trace_get_attrs (trace));
  g_autofree guint8 *kinds = g_new0 (guint8, MAX (n_sets, 1));
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint32 i = 0; i < n_sets; i++)
    if (strstr (get_args (trace, i), STRATA_FLOW_KEY) != NULL)
      kinds[i] = (guint8) find_flow (get_args (trace, i), id);

  for (guint32 i = 0; i < slices->n_slices && slices->attrs != NULL; i++)
    if (slices->attrs[i] < n_sets && kinds[slices->attrs[i]] != FLOW_NONE)
      {
        const Step step = { slices->start_ns[i], i, kinds[slices->attrs[i]] };

        g_array_append_val (steps, step);
      }

  g_array_sort (steps, compare_steps);
  return steps;
}

static void
add_links (StrataTrace *trace,
           const char *id,
           guint32 slice,
           GArray *links)
{
  g_autoptr (GArray) steps = list_steps (trace, id);

  for (guint i = 1; i < steps->len; i++)
    {
      const Step *from = &g_array_index (steps, Step, i - 1);
      const Step *to = &g_array_index (steps, Step, i);

      if (from->kind != FLOW_END && (from->slice == slice || to->slice == slice))
        g_array_append_val (links, ((StrataFlowLink){ from->slice, to->slice }));
    }
}

/**
 * strata_flows_list_links:
 * @trace: a trace
 * @slice: index of a slice
 *
 * Finds where the flows of a slice come from and go to. The cost is linear in the slices of the trace.
 *
 * Returns: (transfer full) (element-type StrataFlowLink): the steps that begin or end there
 */
GArray *
strata_flows_list_links (StrataTrace *trace,
                         guint32 slice)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));
  const char *at = get_args (trace, strata_slice_table_get_attrs (strata_trace_get_slices (trace), slice));
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    if (get_kind (&arg) != FLOW_NONE)
      {
        g_autofree char *id = g_strndup (arg.value, arg.n_value_bytes);

        add_links (trace, id, slice, links);
      }

  return links;
}
