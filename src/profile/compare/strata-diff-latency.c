/* strata-diff-latency.c - compares the latency from one marker to another in two traces
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A latency lasts from the start of a slice or instant with one name to the end of the next one with another name that
 * begins at or after it, in any thread: for example, from the input to the frame that shows it. If the first name
 * occurs several times before the second, the first occurrence counts.
 */
#include "config.h"

#include "strata-diff-latency.h"

#include <math.h>
#include <stdlib.h>

#include "strata-mean-test.h"
#include "strata-name-shape.h"
#include "strata-order.h"
#include "strata-rank-test.h"

typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gboolean is_to;
} Mark;

/* Marks the strings of a trace that have the same shape as a name. */
static guint8 *
match_strings (StrataTrace *trace,
               const char *name)
{
  const guint32 n_strings = strata_string_pool_get_n_strings (strata_trace_get_strings (trace));
  g_autofree char *shape = strata_name_shape_dup (name);
  guint8 *matches = g_new0 (guint8, n_strings);

  for (guint32 i = 0; i < n_strings; i++)
    {
      const char *text = strata_trace_get_string (trace, i);
      g_autofree char *text_shape = strata_name_shape_dup (text);

      matches[i] = g_str_equal (text, name) || g_str_equal (text_shape, shape);
    }

  return matches;
}

static gboolean
has_begun_in (gint64 time_ns,
              const StrataScope *scope)
{
  return time_ns >= scope->span.begin_ns && time_ns < scope->span.end_ns;
}

static void
add_slices (GArray *marks,
            StrataTrace *trace,
            const StrataScope *scope,
            const guint8 *matches,
            gboolean is_to)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);

  for (guint32 i = 0; i < slices->n_slices; i++)
    {
      const gint64 begin_ns = strata_slice_table_get_start_ns (slices, i);

      if (!matches[slices->name[i]] || !has_begun_in (begin_ns, scope) || (is_to && (slices->depth_flags[i] & STRATA_SLICE_UNFINISHED)))
        continue;

      const Mark mark = { begin_ns, begin_ns + strata_slice_table_get_wall_ns (slices, i), is_to };

      g_array_append_val (marks, mark);
    }
}

static void
add_instants (GArray *marks,
              StrataTrace *trace,
              const StrataScope *scope,
              const guint8 *matches,
              gboolean is_to)
{
  const StrataInstants *instants = strata_trace_get_instants (trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (matches[instants->name[i]] && has_begun_in (instants->time_ns[i], scope))
      {
        const Mark mark = { instants->time_ns[i], instants->time_ns[i], is_to };

        g_array_append_val (marks, mark);
      }
}

/* By time; at the same time, "from" comes first. */
static int
compare_marks (gconstpointer a,
               gconstpointer b)
{
  const Mark *mark_a = a;
  const Mark *mark_b = b;

  return STRATA_ORDER (mark_a->begin_ns, mark_b->begin_ns) ?: (int) mark_a->is_to - (int) mark_b->is_to;
}

static GArray *
list_marks (StrataTrace *trace,
            const StrataScope *scope,
            const char *const names[2])
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));

  for (guint i = 0; i < 2; i++)
    {
      g_autofree guint8 *matches = match_strings (trace, names[i]);

      add_slices (marks, trace, scope, matches, i == 1);
      add_instants (marks, trace, scope, matches, i == 1);
    }

  g_array_sort (marks, compare_marks);
  return marks;
}

static GArray *
list_values (StrataTrace *trace,
             const StrataScope *scope,
             const char *const names[2])
{
  g_autoptr (GArray) marks = list_marks (trace, scope, names);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint32));
  const Mark *from = NULL;

  for (guint i = 0; i < marks->len; i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);

      if (!mark->is_to)
        {
          from = from != NULL ? from : mark;
          continue;
        }
      if (from == NULL)
        continue;

      const guint32 value = strata_rank_test_value (mark->end_ns - from->begin_ns);

      g_array_append_val (values, value);
      from = NULL;
    }

  return values;
}

/**
 * strata_diff_latency_find:
 * @self: (out caller-allocates): the latencies
 * @traces: two traces
 * @scopes: their scopes; only the spans count
 * @from: the name of a slice or an instant; numbers in it are ignored
 * @to: the same for the end of the latency
 *
 * Compares the latencies from the start of @from to the end of the next @to.
 */
void
strata_diff_latency_find (StrataDiffLatency *self,
                          StrataTrace *const traces[STRATA_N_DIFF_SIDES],
                          const StrataScope scopes[STRATA_N_DIFF_SIDES],
                          const char *from,
                          const char *to)
{
  GArray *values[STRATA_N_DIFF_SIDES];

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    values[side] = list_values (traces[side], &scopes[side], (const char *const[]){ from, to });

  const StrataMeanTest means = strata_mean_test ((guint32 *) values[0]->data, values[0]->len, (guint32 *) values[1]->data, values[1]->len);

  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      g_autofree guint32 *scratch = g_new (guint32, values[side]->len);

      strata_rank_test_sort ((guint32 *) values[side]->data, values[side]->len, scratch);
      self->n[side] = values[side]->len;
      self->mean_ns[side] = values[side]->len > 0 ? means.mean[side] : NAN;
      self->p50_ns[side] = strata_rank_test_get_percentile (values[side], 0.5);
      self->p95_ns[side] = strata_rank_test_get_percentile (values[side], 0.95);
      self->max_ns[side] = strata_rank_test_get_percentile (values[side], 1.0);
    }

  const StrataRankTest ranks = strata_rank_test ((guint32 *) values[0]->data, values[0]->len, (guint32 *) values[1]->data, values[1]->len);

  self->p_value = MIN (1.0, 2.0 * MIN (ranks.p_value, means.p_value));
  self->change_ns = self->mean_ns[STRATA_DIFF_B] - self->mean_ns[STRATA_DIFF_A];
  self->error_ns = means.half_width;
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    g_array_unref (values[side]);
}
