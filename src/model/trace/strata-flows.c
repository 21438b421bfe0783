/* strata-flows.c - flows, by which programs connect slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flows.h"

#include <string.h>

#include "strata-order.h"

/* A slice or an instant names its flows as arguments, "flow=0x5,flow_end=0x7". Those with one number, by begin, are
 * steps; one that ends the flow has no next step, and the number may be reused. Sets of arguments are searched first,
 * then the slices and instants for the sets found. Only one slice is selected at a time, so no index is kept. */

typedef enum
{
  FLOW_NONE,
  FLOW_STEP,
  FLOW_END,
} FlowKind;

typedef struct
{
  gint64 begin_ns;
  guint32 slice; /* or instant, see StrataFlowLink */
  guint32 flow;  /* number of its flow */
  guint8 kind;   /* FlowKind */
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
  return strata_trace_get_string (trace, strata_attr_table_get (strata_trace_get_attrs (trace), attrs).args);
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

  return STRATA_ORDER (left->flow, right->flow) ?: (STRATA_ORDER (left->begin_ns, right->begin_ns) ?: STRATA_ORDER (left->slice, right->slice));
}

static void
link_steps (GArray *steps,
            GArray *ids,
            GArray *links)
{
  g_array_sort (steps, compare_steps);
  for (guint i = 1; i < steps->len; i++)
    {
      const Step *from = &g_array_index (steps, Step, i - 1);
      const Step *to = &g_array_index (steps, Step, i);

      if (from->flow == to->flow && from->kind != FLOW_END)
        g_array_append_val (links, ((StrataFlowLink){ from->slice, to->slice, g_array_index (ids, guint64, from->flow) }));
    }
}

/* Visits the set of arguments of each slice or instant that may have flows. */
typedef void (*VisitSet) (gpointer data, guint32 end, gint64 begin_ns, guint32 set);

static void
visit_sets (StrataTrace *trace,
            VisitSet visit,
            gpointer data)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  for (guint32 i = 0; i < slices->n_slices && slices->attrs != NULL; i++)
    visit (data, i, slices->start_ns[i], slices->attrs[i]);
  for (guint32 i = 0; i < instants->n_instants && instants->attrs != NULL; i++)
    visit (data, slices->n_slices + i, instants->time_ns[i], instants->attrs[i]);
}

typedef struct
{
  const guint8 *kinds; /* FlowKind of each set */
  guint32 n_sets;
  GArray *steps;
} OneFlow;

static void
visit_one_flow (gpointer data,
                guint32 end,
                gint64 begin_ns,
                guint32 set)
{
  const OneFlow *self = data;

  if (set < self->n_sets && self->kinds[set] != FLOW_NONE)
    g_array_append_val (self->steps, ((Step){ begin_ns, end, 0, self->kinds[set] }));
}

/* The steps of one flow. */
static GArray *
list_steps (StrataTrace *trace,
            const char *id)
{
  const guint32 n_sets = strata_attr_table_get_n_sets (strata_trace_get_attrs (trace));
  g_autofree guint8 *kinds = g_new0 (guint8, MAX (n_sets, 1));
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (Step));

  for (guint32 i = 0; i < n_sets; i++)
    if (strstr (get_args (trace, i), STRATA_FLOW_KEY) != NULL)
      kinds[i] = (guint8) find_flow (get_args (trace, i), id);

  visit_sets (trace, visit_one_flow, &(OneFlow){ kinds, n_sets, steps });
  return steps;
}

static void
add_links (StrataTrace *trace,
           const char *id,
           guint32 slice,
           GArray *links)
{
  const guint64 number = g_ascii_strtoull (id, NULL, 0);
  g_autoptr (GArray) steps = list_steps (trace, id);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));

  g_array_append_val (ids, number);
  link_steps (steps, ids, all);
  for (guint i = 0; i < all->len; i++)
    {
      const StrataFlowLink *link = &g_array_index (all, StrataFlowLink, i);

      if (link->from == slice || link->to == slice)
        g_array_append_vals (links, link, 1);
    }
}

static guint32
get_attrs_of_end (StrataTrace *trace,
                  guint32 end)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  if (end < slices->n_slices)
    return strata_slice_table_get_attrs (slices, end);

  return strata_instants_get_attrs (strata_trace_get_instants (trace), end - slices->n_slices);
}

/**
 * strata_flows_list_links:
 * @trace: a trace
 * @slice: index of a slice, or number of slices and index of an instant
 *
 * Finds where the flows of a slice or instant come from and go to. The cost is linear in their number in the trace.
 *
 * Returns: (transfer full) (element-type StrataFlowLink): the steps that begin or end there
 */
GArray *
strata_flows_list_links (StrataTrace *trace,
                         guint32 slice)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));
  const char *at = get_args (trace, get_attrs_of_end (trace, slice));
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    if (get_kind (&arg) != FLOW_NONE)
      {
        g_autofree char *id = g_strndup (arg.value, arg.n_value_bytes);

        add_links (trace, id, slice, links);
      }

  return links;
}

/* Adds the flows in a set of arguments. */
static void
add_uses (const char *args,
          guint32 set,
          GHashTable *number_by_id,
          GArray *ids,
          GArray *uses)
{
  StrataArg arg;

  while (strata_args_next (&args, &arg))
    if (get_kind (&arg) != FLOW_NONE)
      {
        char *id = g_strndup (arg.value, arg.n_value_bytes);
        gpointer known;

        if (!g_hash_table_lookup_extended (number_by_id, id, NULL, &known))
          {
            const guint64 number = g_ascii_strtoull (id, NULL, 0);

            known = GUINT_TO_POINTER (ids->len);
            g_array_append_val (ids, number);
            g_hash_table_insert (number_by_id, id, known);
          }
        else
          g_free (id);

        g_array_append_val (uses, ((Step){ 0, set, GPOINTER_TO_UINT (known), (guint8) get_kind (&arg) }));
      }
}

typedef struct
{
  const guint32 *first_use; /* in @uses, for each set; one entry more than there are sets */
  guint32 n_sets;
  const GArray *uses; /* (element-type Step) */
  GArray *steps;
} AllFlows;

static void
visit_all_flows (gpointer data,
                 guint32 end,
                 gint64 begin_ns,
                 guint32 set)
{
  const AllFlows *self = data;

  if (set >= self->n_sets)
    return;

  for (guint32 i = self->first_use[set]; i < self->first_use[set + 1]; i++)
    {
      const Step *use = &g_array_index (self->uses, Step, i);

      g_array_append_val (self->steps, ((Step){ begin_ns, end, use->flow, use->kind }));
    }
}

/* Finds the steps of all flows. The cost is linear in the slices and instants of the trace, plus
 * sorting those with flows. Returns: (element-type StrataFlowLink): the steps, by flow and time. */
GArray *
strata_flows_list_all (StrataTrace *trace)
{
  const guint32 n_sets = strata_attr_table_get_n_sets (strata_trace_get_attrs (trace));
  g_autofree guint32 *first_use = g_new0 (guint32, n_sets + 1);
  g_autoptr (GHashTable) number_by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  GArray *links = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));

  for (guint32 i = 0; i < n_sets; i++)
    {
      first_use[i] = uses->len;
      if (strstr (get_args (trace, i), STRATA_FLOW_KEY) != NULL)
        add_uses (get_args (trace, i), i, number_by_id, ids, uses);
    }
  first_use[n_sets] = uses->len;

  visit_sets (trace, visit_all_flows, &(AllFlows){ first_use, n_sets, uses, steps });
  link_steps (steps, ids, links);
  return links;
}
