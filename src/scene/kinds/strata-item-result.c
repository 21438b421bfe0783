/* strata-item-result.c - rows of the results of queries as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-units.h"

static const StrataResultSpan *
find (StrataSession *self,
      StrataItem item)
{
  return strata_findings_get_result_span (strata_session_get_findings (self), item.index);
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataResultSpan *row = find (self, item);

  if (row != NULL)
    *span = row->span;

  return row != NULL;
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  const guint32 index = item.index + (guint32) direction;

  return strata_findings_get_result_span (strata_session_get_findings (self), index) != NULL ? index : STRATA_NONE;
}

static guint32
find_lane (StrataSession *self,
           StrataItem item)
{
  guint n_lanes;
  const StrataLane *lanes = strata_lanes_get (strata_session_get_lanes (self), &n_lanes);

  for (guint32 i = 0; i < n_lanes; i++)
    if (lanes[i].kind == STRATA_LANE_RESULT && lanes[i].index == item.index >> STRATA_RESULT_BITS)
      return i;

  return STRATA_NONE;
}

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  const StrataResultSpan *row = find (self, item);
  const StrataResult *result = row != NULL ? strata_findings_get_result (strata_session_get_findings (self), item.index >> STRATA_RESULT_BITS) : NULL;
  char text[STRATA_UNITS_BYTES];

  if (result == NULL)
    return;

  strata_facts_add (facts, "%s", row->name != NULL && *row->name != '\0' ? row->name : result->title);
  if (result->has_values)
    strata_facts_add (facts, _ ("Value: %g"), row->value);
  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (row->span.end_ns - row->span.begin_ns, text));
  strata_facts_add (facts, _ ("Result of the query “%s”"), result->title);
}

const StrataItemClass strata_item_result_class = {
  .get_span = get_span,
  .find_lane = find_lane,
  .find_neighbour = find_neighbour,
  .describe = describe,
};
