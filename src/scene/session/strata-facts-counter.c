/* strata-facts-counter.c - facts about a counter in a span
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-counter-text.h"
#include "strata-facts-private.h"
#include "strata-real.h"
#include "strata-sample-rows.h"
#include "strata-units.h"

/* Means below this have decimals. */
#define MIN_WHOLE_MEAN 1e3

static char *
dup_search (StrataTrace *trace,
            guint32 counter,
            const char *op,
            double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gint64 whole;
  g_autofree char *raw = strata_sample_rows_dup_name (trace, counter);
  g_autofree char *name = strata_facts_dup_search ("name", raw);

  if (name == NULL)
    return NULL;
  if (strata_real_to_int (value, &whole))
    return g_strdup_printf ("%s value%s%" G_GINT64_FORMAT, name, op, whole);

  return g_strdup_printf ("%s value%s%s", name, op, strata_real_format (value, text));
}

static void
add_value (GPtrArray *facts,
           const char *label,
           double value,
           const StrataCounterUnit *unit,
           char *search)
{
  char text[STRATA_UNITS_BYTES];

  g_ptr_array_add (facts, strata_fact_new (g_strdup (label), g_strdup (strata_counter_write_value (value, unit, text)), search));
}

/* Small means have decimals, since many counters are only 0 or 1. */
static void
add_mean (GPtrArray *facts,
          double mean,
          const StrataCounterUnit *unit,
          char *search)
{
  char text[STRATA_UNITS_BYTES];

  if (unit->measure == STRATA_COUNTER_PLAIN && fabs (mean) < MIN_WHOLE_MEAN)
    g_snprintf (text, sizeof text, "%.3g", mean);
  else
    strata_counter_write_value (round (mean), unit, text);

  StrataFact *fact = strata_fact_new (g_strdup (_ ("Mean")), g_strdup (text), search);

  fact->hint = g_strdup (_ ("Over time: each value is weighted by its duration"));
  g_ptr_array_add (facts, fact);
}

/* For example "+12 in 2.00 s, +6/s". */
static void
add_change (GPtrArray *facts,
            const StrataCounterStats *stats,
            const StrataCounterUnit *unit)
{
  const gint64 length_ns = strata_span_get_length_ns (stats->span);
  const double change = stats->last - stats->first;
  char text[STRATA_UNITS_BYTES];
  char length[STRATA_UNITS_BYTES];
  char rate[STRATA_UNITS_BYTES];

  if (length_ns <= 0)
    return;

  strata_counter_write_change (change, unit, text);
  strata_units_duration (length_ns, length);
  strata_counter_write_rate (change / ((double) length_ns / 1e9), unit, rate);

  /* Translators: a change, how long it took, and the same a second */
  StrataFact *fact = strata_fact_new (g_strdup (_ ("Change")), g_strdup_printf (_ ("%s in %s, %s"), text, length, rate), NULL);

  fact->hint = g_strdup (_ ("From the first value to the last"));
  g_ptr_array_add (facts, fact);
}

/**
 * strata_session_list_counter_facts:
 * @self: the session
 * @item: a value of a counter
 * @stats: statistics of the counter in a span
 *
 * Returns: (transfer full) (element-type StrataFact): the statistics as facts
 */
GPtrArray *
strata_session_list_counter_facts (StrataSession *self,
                                   StrataItem item,
                                   const StrataCounterStats *stats)
{
  g_return_val_if_fail (STRATA_IS_SESSION (self), NULL);

  StrataTrace *trace = strata_session_get_trace (self);
  const guint32 counter = strata_trace_find_counter (trace, item.index);
  const StrataCounterUnit unit = strata_counter_unit_get (trace, counter);
  const double mean = CLAMP (stats->mean, -9.2e18, 9.2e18);
  GPtrArray *facts = strata_facts_new_list ();
  char count[STRATA_UNITS_BYTES];

  add_value (facts, _ ("Lowest"), stats->min, &unit, dup_search (trace, counter, "=", stats->min));
  add_value (facts, _ ("Highest"), stats->max, &unit, dup_search (trace, counter, "=", stats->max));
  add_mean (facts, mean, &unit, dup_search (trace, counter, ">", floor (mean)));
  add_change (facts, stats, &unit);
  strata_units_count (stats->n_samples, count);
  g_ptr_array_add (facts, strata_fact_new (g_strdup (_ ("Set")), g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s time", "%s times", stats->n_samples), count), NULL));
  return facts;
}
