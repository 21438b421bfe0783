/* strata-findings-results.c - query results as lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings-private.h"

/* Results are pinned above the other lanes. */
static void
set_pinned (StrataFindings *self,
            guint slot,
            gboolean is_pinned)
{
  StrataLanes *lanes = strata_view_get_lanes (self->view);
  guint n_lanes;
  const StrataLane *all = strata_lanes_get (lanes, &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (all[i].kind == STRATA_LANE_RESULT && all[i].index == slot)
      strata_lanes_set_pinned (lanes, i, is_pinned);
}

/**
 * strata_findings_take_result:
 * @self: the findings
 * @result: (transfer full): a finished result, or one whose query is to be run
 *
 * Shows a result as a lane. It replaces a result of the same query, else takes a free slot, else replaces the oldest.
 * Emits ::results-changed.
 */
void
strata_findings_take_result (StrataFindings *self,
                             StrataResult *result)
{
  guint slot = 0;

  g_return_if_fail (STRATA_IS_FINDINGS (self));

  while (slot < STRATA_N_RESULTS && self->results[slot] != NULL && !g_str_equal (self->results[slot]->sql, result->sql))
    slot++;
  if (slot == STRATA_N_RESULTS)
    slot = self->oldest_result++ % STRATA_N_RESULTS;

  strata_result_free (self->results[slot]);
  self->results[slot] = result;
  strata_findings_lay_out_lanes (self, strata_view_get_lanes (self->view));
  set_pinned (self, slot, TRUE);
  strata_findings_emit_results_changed (self);
}

/**
 * strata_findings_clear_results:
 * @self: the findings
 *
 * Removes the lanes of all results. Emits ::results-changed.
 */
void
strata_findings_clear_results (StrataFindings *self)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    set_pinned (self, i, FALSE);
  strata_findings_free_results (self);
  strata_findings_lay_out_lanes (self, strata_view_get_lanes (self->view));
  strata_findings_emit_results_changed (self);
}

void
strata_findings_free_results (StrataFindings *self)
{
  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    g_clear_pointer (&self->results[i], strata_result_free);

  self->oldest_result = 0;
}

/**
 * strata_findings_get_result:
 * @self: the findings
 * @slot: number of a lane of results, below %STRATA_N_RESULTS
 *
 * Returns: (transfer none) (nullable): the result it shows
 */
const StrataResult *
strata_findings_get_result (StrataFindings *self,
                            guint slot)
{
  g_return_val_if_fail (STRATA_IS_FINDINGS (self) && slot < STRATA_N_RESULTS, NULL);

  return self->results[slot];
}

/**
 * strata_findings_get_result_span:
 * @self: the findings
 * @index: number of the span in the low %STRATA_RESULT_BITS bits, number of the lane above them
 *
 * Returns: (transfer none) (nullable): a span of a shown result
 */
const StrataResultSpan *
strata_findings_get_result_span (StrataFindings *self,
                                 guint32 index)
{
  const guint slot = index >> STRATA_RESULT_BITS;
  const guint32 place = index & ((1u << STRATA_RESULT_BITS) - 1);

  g_return_val_if_fail (STRATA_IS_FINDINGS (self), NULL);

  if (slot >= STRATA_N_RESULTS || self->results[slot] == NULL || place >= self->results[slot]->spans->len)
    return NULL;

  return &g_array_index (self->results[slot]->spans, StrataResultSpan, place);
}
