/* strata-item-phase.c - starts and inputs as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-session-frames.h"
#include "strata-session-private.h"

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  *span = strata_session_get_phase_span (self, item.index);
  return TRUE;
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  strata_facts_take_text (facts, strata_session_describe_phase (self, item.index));
}

const StrataItemClass strata_item_phase_class = {
  .get_span = get_span,
  .resolve = strata_session_resolve_phase_item,
  .describe = describe,
};
