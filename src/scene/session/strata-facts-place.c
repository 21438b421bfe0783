/* strata-facts-place.c - facts about the share of a slice in larger parts of the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-facts-private.h"
#include "strata-method-signature.h"
#include "strata-short-text.h"
#include "strata-units.h"

/* Shares refer to the time in calls that a profile counts; nested calls are a part of it. Slices
 * that are not calls overlap others of their kind, so they only have a share of their name and of
 * the trace. */

static void
take (GPtrArray *facts,
      const char *label,
      char *value,
      char *search,
      const char *hint)
{
  StrataFact *fact = strata_fact_new (g_strdup (label), value, search);

  fact->hint = g_strdup (hint);
  g_ptr_array_add (facts, fact);
}

/* For example "12.3 % of 42.6 ms". */
static char *
dup_part (StrataTrace *trace,
          gint64 part_ns,
          gint64 whole_ns)
{
  char share[STRATA_UNITS_BYTES];
  char whole[STRATA_UNITS_BYTES];

  return g_strdup_printf (C_ ("a share, and the duration that it is of", "%s of %s"), strata_units_share (part_ns, whole_ns, share), strata_units_amount (whole_ns, strata_trace_get_unit (trace), whole));
}

static char *
dup_name_search (const StrataNameSums *sums)
{
  return strata_facts_dup_search ("name", strata_trace_get_string (sums->trace, sums->name));
}

/* The total time of the name, on the clock that is shown. */
static gint64
get_total_ns (const StrataSlicePlace *place)
{
  const StrataNameSums *sums = place->sums;
  const gboolean is_cpu = strata_durations_are_cpu (sums->trace) || strata_trace_get_axis (sums->trace) == STRATA_CLOCK_CPU;

  if (place->thread_ns == STRATA_NO_TIME)
    return sums->async_ns;

  return is_cpu ? sums->calls.cpu_ns : sums->calls.wall_ns;
}

static void
add_thread_shares (GPtrArray *facts,
                   const StrataSlicePlace *place)
{
  StrataTrace *trace = place->sums->trace;
  const guint32 thread = strata_trace_find_thread (trace, place->slice);
  const guint32 process = strata_trace_get_threads (trace, NULL)[thread].process;

  take (facts, _ ("Share of its thread"), dup_part (place->sums->trace, place->slice_ns, place->thread_ns), strata_facts_dup_thread_search (trace, thread),
        _ ("Share of the time its thread spent in calls, as in a profile of the thread"));
  if (process == STRATA_NONE)
    return;

  const gint64 pid = strata_trace_get_processes (trace, NULL)[process].pid;

  take (facts, _ ("Share of its process"), dup_part (place->sums->trace, place->slice_ns, place->process_ns), pid >= 0 ? g_strdup_printf ("pid=%" PRId64, pid) : NULL,
        _ ("Share of the time all threads of its process spent in calls, as in a profile of the process"));
}

/**
 * strata_facts_list_shares:
 * @place: the place of a slice
 *
 * Returns: (transfer full) (element-type StrataFact): its share of its name, thread, process and trace
 */
GPtrArray *
strata_facts_list_shares (const StrataSlicePlace *place)
{
  GPtrArray *facts = strata_facts_new_list ();

  if (place->sums->n_slices > 1)
    take (facts, _ ("Share of its name"), dup_part (place->sums->trace, place->slice_ns, get_total_ns (place)), dup_name_search (place->sums), _ ("All of this name together"));
  if (place->thread_ns != STRATA_NO_TIME)
    add_thread_shares (facts, place);

  take (facts, _ ("Share of the trace"), dup_part (place->sums->trace, place->slice_ns, place->trace_ns), NULL, _ ("Share of the whole trace’s time"));
  return facts;
}

static void
add_total (GPtrArray *facts,
           const StrataNameSums *sums,
           const char *label,
           gint64 total_ns,
           gint64 all_ns,
           const char *hint)
{
  char total[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];

  if (total_ns == STRATA_NO_TIME)
    return;

  strata_units_amount (total_ns, strata_trace_get_unit (sums->trace), total);
  strata_units_share (total_ns, all_ns, share);
  /* Translators: a duration, and its share */
  take (facts, label, g_strdup_printf (_ ("%s, %s of all calls"), total, share), NULL, hint);
}

static void
add_count (GPtrArray *facts,
           const StrataNameSums *sums)
{
  char all[STRATA_UNITS_BYTES];
  char inner[STRATA_UNITS_BYTES];
  char *value;

  strata_units_count (sums->n_slices, all);
  strata_units_count (sums->n_recursive, inner);
  if (sums->n_recursive > 0)
    /* Translators: two numbers of calls */
    value = g_strdup_printf (_ ("%s, %s of them nested"), all, inner);
  else
    value = g_strdup (all);

  take (facts, _ ("Calls"), value, dup_name_search (sums), NULL);
}

/**
 * strata_facts_list_sums:
 * @place: the place of a slice
 *
 * Returns: (transfer full) (element-type StrataFact): number and total time of the slices
 *   of its name, as in a profile of the whole trace
 */
GPtrArray *
strata_facts_list_sums (const StrataSlicePlace *place)
{
  GPtrArray *facts = strata_facts_new_list ();
  const StrataNameSums *sums = place->sums;
  char total[STRATA_UNITS_BYTES];

  add_count (facts, sums);
  if (sums->n_calls == 0)
    {
      take (facts, _ ("Total"), g_strdup (strata_units_amount (sums->async_ns, strata_trace_get_unit (sums->trace), total)), NULL, NULL);
      return facts;
    }

  add_total (facts, sums, _ ("Total"), sums->calls.wall_ns, sums->all.wall_ns, _ ("All calls of this name; nested calls count once"));
  add_total (facts, sums, _ ("Total self time"), sums->calls.self_ns, sums->all.self_ns, _ ("All calls of this name, excluding callees"));
  add_total (facts, sums, _ ("Total CPU time"), sums->calls.cpu_ns, sums->all.cpu_ns, _ ("Total time of all calls of this name; nested calls count once"));
  add_total (facts, sums, _ ("Total self CPU time"), sums->calls.self_cpu_ns, sums->all.self_cpu_ns, _ ("Total time of all calls of this name, excluding callees"));
  if (sums->n_unknown_cpu > 0 && sums->n_unknown_cpu < sums->n_calls)
    take (facts, _ ("Calls without CPU time"), g_strdup (strata_units_count (sums->n_unknown_cpu, total)), NULL, _ ("How long they ran is unknown; the totals of CPU time do not include them"));
  return facts;
}

/* A search for slices of the name that took at least (or less than) @limit_ns, depending on @op. */
static char *
dup_spread_search (const StrataNameSums *sums,
                   const char *op,
                   gint64 limit_ns)
{
  g_autofree char *name = dup_name_search (sums);

  return name != NULL ? g_strdup_printf ("%s dur%s%" PRId64 "ns", name, op, limit_ns) : NULL;
}

/**
 * strata_facts_list_spread:
 * @place: the place of a slice
 *
 * Returns: (transfer full) (element-type StrataFact): the spread of the durations of its name; empty for a single slice
 */
GPtrArray *
strata_facts_list_spread (const StrataSlicePlace *place)
{
  GPtrArray *facts = strata_facts_new_list ();
  const StrataDurations *durations = &place->sums->durations;
  const struct
  {
    const char *label;
    const char *op;
    gint64 limit_ns;
  } rows[] = {
    { _ ("Shortest"), "<=", durations->min_ns },
    { _ ("Mean"), ">=", durations->mean_ns },
    { _ ("Median"), ">=", durations->p50_ns },
    { _ ("90 %"), ">=", durations->p90_ns },
    { _ ("95 %"), ">=", durations->p95_ns },
    { _ ("99 %"), ">=", durations->p99_ns },
    { _ ("Longest"), ">=", durations->max_ns },
  };
  char text[STRATA_UNITS_BYTES];

  for (guint i = 0; i < G_N_ELEMENTS (rows) && durations->n_finished > 1; i++)
    take (facts, rows[i].label, g_strdup (strata_units_amount (rows[i].limit_ns, strata_trace_get_unit (place->sums->trace), text)), dup_spread_search (place->sums, rows[i].op, rows[i].limit_ns), NULL);

  return facts;
}

/* "7 calls, 12.0 ms, 34.0 %" */
static char *
dup_calls (const StrataNameSums *sums,
           const StrataNameCaller *caller,
           gint64 all_ns)
{
  char n_calls[STRATA_UNITS_BYTES];
  char total[STRATA_UNITS_BYTES];
  char share[STRATA_UNITS_BYTES];

  strata_units_count ((gint64) caller->n_calls, n_calls);
  strata_units_amount (caller->total_ns, strata_trace_get_unit (sums->trace), total);
  strata_units_share (caller->total_ns, all_ns, share);
  /* Translators: a number of calls, how long they took, and the share of that */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s call, %s, %s", "%s calls, %s, %s", (gulong) caller->n_calls), n_calls, total, share);
}

static StrataFact *
new_caller (const StrataNameSums *sums,
            const StrataNameCaller *caller,
            gint64 all_ns)
{
  if (caller->name == STRATA_NONE)
    return strata_fact_new (g_strdup (_ ("(no caller)")), dup_calls (sums, caller, all_ns), NULL);

  const char *raw = strata_trace_get_string (sums->trace, caller->name);
  g_autofree char *name = strata_method_signature_dup (raw, STRATA_SIGNATURE_QUALIFIED);
  char *label = strata_short_text_cut (g_utf8_make_valid (name, -1));
  StrataFact *fact = strata_fact_new (label, dup_calls (sums, caller, all_ns), strata_facts_dup_search ("name", raw));

  fact->slice = strata_trace_find_parent (sums->trace, caller->longest);
  fact->hint = g_strdup (_ ("Go to the caller of the longest of these calls"));
  return fact;
}

/**
 * strata_facts_list_callers:
 * @place: the place of a slice
 * @most: the most callers to list
 *
 * Returns: (transfer full) (element-type StrataFact): the callers of the name of the slice, the longest first
 */
GPtrArray *
strata_facts_list_callers (const StrataSlicePlace *place,
                           guint most)
{
  GPtrArray *facts = strata_facts_new_list ();
  const GArray *callers = place->sums->callers;
  gint64 all_ns = 0;

  for (guint i = 0; i < callers->len; i++)
    all_ns = strata_time_add (all_ns, g_array_index (callers, StrataNameCaller, i).total_ns);
  for (guint i = 0; i < MIN (callers->len, most); i++)
    g_ptr_array_add (facts, new_caller (place->sums, &g_array_index (callers, StrataNameCaller, i), all_ns));

  return facts;
}
