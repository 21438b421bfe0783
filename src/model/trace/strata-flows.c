/* strata-flows.c - flows, by which programs connect slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flows.h"

#include <string.h>

#include "strata-order.h"

/* A slice or an instant names its flows as arguments, "flow=0x5,flow_end=0x7". Those with one number, by time, are
 * steps; one that ends the flow has no next step, and the number may be reused. Sets of arguments are searched first,
 * then the slices and instants for the sets found. Only one slice is selected at a time, so no index is kept. */

typedef struct
{
  gint64 time_ns;
  guint32 slice;  /* or instant, see StrataFlowLink */
  guint32 flow;   /* number of its flow */
  guint8 kind;    /* StrataFlowKind */
  guint8 is_late; /* whether it is at the end of the slice */
} Step;

static gboolean
is_text (const char *text,
         gsize n_bytes,
         const char *other)
{
  return strlen (other) == n_bytes && memcmp (text, other, n_bytes) == 0;
}

StrataFlowKind
strata_flow_get_kind (const StrataArg *arg)
{
  static const struct
  {
    const char *key;
    StrataFlowKind kind;
  } rows[] = {
    { STRATA_FLOW_KEY, STRATA_FLOW_STEP },
    { STRATA_FLOW_END_KEY, STRATA_FLOW_END },
    { STRATA_FLOW_LATE_KEY, STRATA_FLOW_STEP },
    { STRATA_FLOW_LATE_END_KEY, STRATA_FLOW_END },
    { STRATA_FLOW_OUT_KEY, STRATA_FLOW_OUT },
    { STRATA_FLOW_IN_OUT_KEY, STRATA_FLOW_IN_OUT },
    { STRATA_FLOW_IN_KEY, STRATA_FLOW_IN },
  };

  for (guint i = 0; arg->key != NULL && i < G_N_ELEMENTS (rows); i++)
    if (is_text (arg->key, arg->n_key_bytes, rows[i].key))
      return rows[i].kind;

  return STRATA_FLOW_NONE;
}

/* Whether an argument is a step of a flow at the end of a slice. */
gboolean
strata_flow_is_late (const StrataArg *arg)
{
  return arg->key != NULL && arg->n_key_bytes >= strlen (STRATA_FLOW_LATE_KEY) && *arg->key == *STRATA_FLOW_LATE_KEY && strata_flow_get_kind (arg) != STRATA_FLOW_NONE;
}

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const Step *left = a;
  const Step *right = b;

  return STRATA_ORDER (left->flow, right->flow) ?: (STRATA_ORDER (left->time_ns, right->time_ns) ?: STRATA_ORDER (left->slice, right->slice));
}

static gint64
get_begin_ns (StrataTrace *trace,
              guint32 slice)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  return slice < slices->n_slices ? slices->start_ns[slice] : strata_trace_get_instants (trace)->time_ns[slice - slices->n_slices];
}

/* Arrows go forward in time, even to the end of a slice that began earlier. */
static void
add_link (StrataTrace *trace,
          const Step *from,
          const Step *to,
          guint64 id,
          GArray *links)
{
  if (get_begin_ns (trace, from->slice) <= get_begin_ns (trace, to->slice))
    g_array_append_val (links, ((StrataFlowLink){ from->slice, to->slice, id }));
  else
    g_array_append_val (links, ((StrataFlowLink){ to->slice, from->slice, id }));
}

static void
link_steps (StrataTrace *trace,
            GArray *steps,
            const GArray *ids,
            GArray *links)
{
  const Step *open = NULL;

  g_array_sort (steps, compare_steps);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      if (open != NULL && open->flow != step->flow)
        open = NULL;
      if (open != NULL && step->kind != STRATA_FLOW_OUT)
        add_link (trace, open, step, g_array_index (ids, guint64, step->flow), links);

      if (step->kind == STRATA_FLOW_END)
        open = NULL;
      else if (open == NULL ? step->kind == STRATA_FLOW_STEP || step->kind == STRATA_FLOW_OUT : step->kind == STRATA_FLOW_STEP || step->kind == STRATA_FLOW_IN_OUT)
        open = step;
    }
}

/* Adds the flows in a set of arguments; just one of them, if @only is not %NULL. */
static void
add_uses (const StrataAttrTable *attrs,
          guint32 set,
          const char *only,
          GHashTable *number_by_id,
          GArray *ids,
          GArray *uses)
{
  g_autofree char *args = strata_attr_table_dup_args_of (attrs, set);
  const char *at = args;
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    {
      const StrataFlowKind kind = strata_flow_get_kind (&arg);
      gpointer known;

      if (kind == STRATA_FLOW_NONE || (only != NULL && !is_text (arg.value, arg.n_value_bytes, only)))
        continue;

      g_autofree char *id = g_strndup (arg.value, arg.n_value_bytes);

      if (!g_hash_table_lookup_extended (number_by_id, id, NULL, &known))
        {
          const guint64 number = g_ascii_strtoull (id, NULL, 0);

          known = GUINT_TO_POINTER (ids->len);
          g_array_append_val (ids, number);
          g_hash_table_insert (number_by_id, g_steal_pointer (&id), known);
        }

      g_array_append_val (uses, ((Step){ 0, set, GPOINTER_TO_UINT (known), (guint8) kind, (guint8) strata_flow_is_late (&arg) }));
    }
}

typedef struct
{
  const guint32 *first_use; /* in @uses, for each set; one entry more than there are sets */
  guint32 n_sets;
  const GArray *uses; /* (element-type Step) */
  GArray *steps;
} Uses;

/* Adds the steps of a slice or instant with a set of arguments. */
static void
add_steps (const Uses *self,
           guint32 slice,
           gint64 begin_ns,
           gint64 end_ns,
           guint32 set)
{
  if (set >= self->n_sets)
    return;

  for (guint32 i = self->first_use[set]; i < self->first_use[set + 1]; i++)
    {
      const Step *use = &g_array_index (self->uses, Step, i);

      g_array_append_val (self->steps, ((Step){ use->is_late ? end_ns : begin_ns, slice, use->flow, use->kind, use->is_late }));
    }
}

static void
add_all_steps (const Uses *self,
               StrataTrace *trace)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  for (guint32 i = 0; i < slices->n_slices && slices->attrs != NULL; i++)
    add_steps (self, i, slices->start_ns[i], strata_slice_table_get_end_ns (slices, i), slices->attrs[i]);
  for (guint32 i = 0; i < instants->n_instants && instants->attrs != NULL; i++)
    add_steps (self, slices->n_slices + i, instants->time_ns[i], instants->time_ns[i], instants->attrs[i]);
}

/* The arrows of all flows, or of the one with an id. */
static GArray *
list_links (StrataTrace *trace,
            const char *only)
{
  const StrataAttrTable *attrs = strata_trace_get_attrs (trace);
  const guint32 n_sets = strata_attr_table_get_n_sets (attrs);
  g_autofree guint32 *first_use = g_new0 (guint32, n_sets + 1);
  g_autoptr (GHashTable) number_by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (Step));
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  GArray *links = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));

  for (guint32 i = 0; i < n_sets; i++)
    {
      first_use[i] = uses->len;
      if (strata_attr_table_has_word (attrs, i, STRATA_FLOW_KEY))
        add_uses (attrs, i, only, number_by_id, ids, uses);
    }
  first_use[n_sets] = uses->len;

  add_all_steps (&(Uses){ first_use, n_sets, uses, steps }, trace);
  link_steps (trace, steps, ids, links);
  return links;
}

static void
add_links (StrataTrace *trace,
           const char *id,
           guint32 slice,
           GArray *links)
{
  g_autoptr (GArray) all = list_links (trace, id);

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
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GArray *links = g_array_new (FALSE, FALSE, sizeof (StrataFlowLink));
  g_autofree char *args = strata_attr_table_dup_args_of (strata_trace_get_attrs (trace), get_attrs_of_end (trace, slice));
  const char *at = args;
  StrataArg arg;

  while (strata_args_next (&at, &arg))
    if (strata_flow_get_kind (&arg) != STRATA_FLOW_NONE)
      {
        char *id = g_strndup (arg.value, arg.n_value_bytes);

        if (g_hash_table_contains (known, id))
          g_free (id);
        else
          {
            g_hash_table_add (known, id);
            add_links (trace, id, slice, links);
          }
      }

  return links;
}

/* Finds the steps of all flows. The cost is linear in the slices and instants of the trace, plus
 * sorting those with flows. Returns StrataFlowLinks (transfer full), by flow and time. */
GArray *
strata_flows_list_all (StrataTrace *trace)
{
  return list_links (trace, NULL);
}
