/* strata-flame-text.c - texts about the boxes of a flame graph
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flame.h"

#include <glib/gi18n-lib.h>

#include "strata-flame-private.h"
#include "strata-units.h"

static const char *
get_unit (const StrataFlame *self)
{
  return strata_trace_get_unit (strata_call_tree_get_trace (self->tree));
}

/* "+30 %"; empty if A has none, since no percentage of 0 gives the difference. */
static const char *
write_change (const StrataDiffNode *both,
              char text[STRATA_UNITS_BYTES])
{
  const gint64 a_ns = both->value_ns[STRATA_DIFF_A];

  return a_ns > 0 ? strata_units_change ((double) (both->value_ns[STRATA_DIFF_B] - a_ns) / (double) a_ns, text) : "";
}

/**
 * strata_flame_dup_detail:
 * @self: a flame graph
 * @node: one of its nodes
 *
 * Returns: (transfer full): the text after the label: the duration, and in a comparison of two
 *   captures the change from A, if it is significant
 */
char *
strata_flame_dup_detail (const StrataFlame *self,
                         guint32 node)
{
  char duration[STRATA_UNITS_BYTES];
  char change[STRATA_UNITS_BYTES];
  StrataDiffNode both;

  strata_units_amount (strata_call_tree_get_value (self->tree, node), get_unit (self), duration);
  if (self->changes == NULL)
    return g_strdup (duration);

  strata_diff_tree_get_node (self->changes, self->side, node, &both);
  if (!strata_diff_verdict_is_real (both.verdict))
    return g_strdup (duration);
  if (both.node[STRATA_DIFF_A] == STRATA_NONE || both.node[STRATA_DIFF_B] == STRATA_NONE)
    return g_strdup_printf ("%s %s", duration, strata_diff_verdict_get_title (both.verdict));

  return g_strdup_printf ("%s %s", duration, write_change (&both, change));
}

/* "doFrame: 12.0 ms (3.1 %), self time 2.0 ms, 52 calls" */
static char *
describe (const StrataFlame *self,
          guint32 node,
          const char *label)
{
  StrataCallNode values;
  char total[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];
  char own[STRATA_UNITS_BYTES];
  char calls[STRATA_UNITS_BYTES];
  gint64 own_ns;

  strata_call_tree_get_node (self->tree, node, &values);
  own_ns = strata_call_tree_get_value (self->tree, node);
  for (guint32 i = values.first_child; i < values.first_child + values.n_children; i++)
    own_ns -= strata_call_tree_get_value (self->tree, i);

  strata_units_amount (strata_call_tree_get_value (self->tree, node), get_unit (self), total);
  strata_units_share (strata_call_tree_get_value (self->tree, node), strata_call_tree_get_value (self->tree, STRATA_CALL_TREE_ROOT), share);
  strata_units_amount (own_ns, get_unit (self), own);
  strata_units_count (values.n_calls, calls);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %s (%s), self time %s, %s call", "%s: %s (%s), self time %s, %s calls", (gulong) values.n_calls),
                          label, total, share, own, calls);
}

/* "draw: 160 ms in A, 240 ms in B (+50 %), slower; calls: 40 in A, 40 in B" */
static char *
describe_change (const StrataFlame *self,
                 guint32 node,
                 const char *label)
{
  StrataDiffNode both;
  char durations[STRATA_N_DIFF_SIDES][STRATA_UNITS_BYTES];
  char calls[STRATA_N_DIFF_SIDES][STRATA_UNITS_BYTES];
  char change[STRATA_UNITS_BYTES];

  strata_diff_tree_get_node (self->changes, self->side, node, &both);
  for (guint side = 0; side < STRATA_N_DIFF_SIDES; side++)
    {
      strata_units_amount (both.value_ns[side], get_unit (self), durations[side]);
      strata_units_count ((gint64) both.n_calls[side], calls[side]);
    }

  const char *verdict = strata_diff_verdict_get_title (both.verdict);

  if (both.node[STRATA_DIFF_A] == STRATA_NONE)
    return g_strdup_printf (_ ("%s: not called this way in A, %s in B, %s; calls: %s in B"), label, durations[STRATA_DIFF_B], verdict, calls[STRATA_DIFF_B]);
  if (both.node[STRATA_DIFF_B] == STRATA_NONE)
    return g_strdup_printf (_ ("%s: %s in A, not called this way in B, %s; calls: %s in A"), label, durations[STRATA_DIFF_A], verdict, calls[STRATA_DIFF_A]);

  return g_strdup_printf (_ ("%s: %s in A, %s in B (%s), %s; calls: %s in A, %s in B"), label, durations[STRATA_DIFF_A], durations[STRATA_DIFF_B],
                          write_change (&both, change), verdict, calls[STRATA_DIFF_A], calls[STRATA_DIFF_B]);
}

/**
 * strata_flame_dup_description:
 * @self: a flame graph
 * @node: one of its nodes, but not the root
 *
 * Returns: (transfer full): a sentence about it
 */
char *
strata_flame_dup_description (const StrataFlame *self,
                              guint32 node)
{
  if (self->chart != NULL)
    return strata_flame_chart_dup_description (self->chart, node);

  g_autofree char *label = strata_flame_dup_label (self, node);

  return self->changes != NULL ? describe_change (self, node, label) : describe (self, node, label);
}
