/* strata-item-lane.c - headers of lanes as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-item-class.h"

/* Describes what the header of a lane shows, and what does not fit there. */
static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  const StrataLane *lane = &strata_lanes_get (strata_session_get_lanes (self), NULL)[item.index];
  GString *out = facts->text;

  g_string_append (out, lane->title);

  if (strata_lane_get_class (lane)->describe != NULL)
    strata_lane_get_class (lane)->describe (self, lane, out);
  if (lane->is_pinned && !strata_lane_is_group (lane))
    g_string_append_printf (out, "\n%s", strata_lanes_get (strata_session_get_lanes (self), NULL)[lane->group].title);
  if (lane->is_pinned)
    g_string_append_printf (out, "\n%s", _ ("Pinned to the top while the others scroll"));
  if (lane->n_rows < lane->n_all_rows)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, _ ("%u of %u levels of calls are shown"), lane->n_rows, lane->n_all_rows);
    }
}

const StrataItemClass strata_item_lane_class = {
  .is_only_shown = TRUE,
  .describe = describe,
};
