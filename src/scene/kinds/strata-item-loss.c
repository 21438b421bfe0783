/* strata-item-loss.c - lost events as items
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "strata-cpu-title.h"
#include "strata-facts-private.h"
#include "strata-item-class.h"
#include "strata-units.h"

static void
describe (StrataSession *self,
          StrataFacts *facts,
          StrataItem item)
{
  StrataTrace *trace = strata_session_get_trace (self);
  const StrataLoss *loss = &strata_trace_get_losses (trace, NULL)[item.index];
  g_autofree char *cpu = strata_cpu_dup_title (trace, loss->cpu);
  char text[STRATA_UNITS_BYTES];

  if (loss->n_events == STRATA_LOSS_UNKNOWN)
    strata_facts_add (facts, _ ("Unknown number of events lost on %s"), cpu);
  else
    /* Translators: a number, and such as "CPU 0" */
    strata_facts_add (facts, ngettext ("%s event lost on %s", "%s events lost on %s", (gulong) loss->n_events),
                      strata_units_count ((gint64) MIN (loss->n_events, G_MAXINT64), text), cpu);

  strata_facts_add (facts, _ ("Duration: %s"), strata_units_duration (loss->end_ns - loss->begin_ns, text));
  strata_facts_search_duration (facts, "dur", loss->end_ns - loss->begin_ns);
  strata_facts_add_start (facts, trace, loss->begin_ns);
}

static guint32
find_neighbour (StrataSession *self,
                StrataItem item,
                int direction)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (strata_session_get_trace (self), &n_losses);
  const gint64 next = (gint64) item.index + direction;

  return next >= 0 && next < n_losses && losses[next].cpu == losses[item.index].cpu ? (guint32) next : STRATA_NONE;
}

static gboolean
get_span (StrataSession *self,
          StrataItem item,
          StrataSpan *span)
{
  const StrataLoss *loss = &strata_trace_get_losses (strata_session_get_trace (self), NULL)[item.index];

  *span = (StrataSpan){ loss->begin_ns, loss->end_ns };
  return TRUE;
}

const StrataItemClass strata_item_loss_class = {
  .get_span = get_span,
  .find_neighbour = find_neighbour,
  .describe = describe,
};
