/* strata-item-phase.c - starts and inputs as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-facts-private.h"
#include "strata-item-class.h"

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  *span = strata_findings_get_phase_span (strata_session_get_findings (self), item.index);
  return TRUE;
}

static StrataItem
resolve (StrataSession *self,
         StrataItem item)
{
  guint n_phases;
  const StrataPhase *phases = strata_findings_get_phases (strata_session_get_findings (self), &n_phases);

  return strata_session_make_slice_item (self, phases[item.index].slice);
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  strata_facts_take_text (facts, strata_findings_describe_phase (strata_session_get_findings (self), item.index));
}

const StrataItemClass strata_item_phase_class = {
  .get_span = get_span,
  .resolve = resolve,
  .describe = describe,
};
