/* strata-damage.c - how much of a trace is missing
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-damage.h"

#include <glib/gi18n-lib.h>

/* Smaller shares are mentioned only in the import report. */
#define LEAST_FRAC 0.01

/* If another file continues after that of the scheduler, the rest is unknown, but nothing was lost. */
static gboolean
is_beyond (StrataTrace *trace,
           const StrataLoss *loss)
{
  guint n_inputs;

  strata_trace_get_inputs (trace, &n_inputs);
  return n_inputs > 1 && loss->n_events == STRATA_LOSS_UNKNOWN && loss->end_ns == strata_trace_get_span (trace).end_ns;
}

/* A double, since the sum over many CPUs may exceed an integer. */
static double
get_lost_ns (StrataTrace *trace,
             StrataSpan span)
{
  guint n_losses;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  double lost_ns = 0;

  for (guint i = 0; i < n_losses; i++)
    if (!is_beyond (trace, &losses[i]))
      lost_ns += MAX ((double) MIN (losses[i].end_ns, span.end_ns) - (double) MAX (losses[i].begin_ns, span.begin_ns), 0);

  return lost_ns;
}

static double
get_time_frac (StrataTrace *trace)
{
  const StrataSpan span = strata_trace_get_span (trace);
  const double length_ns = (double) span.end_ns - (double) span.begin_ns;
  guint n_cpus;

  strata_trace_get_cpus (trace, &n_cpus);
  return n_cpus > 0 && length_ns > 0 ? get_lost_ns (trace, span) / (length_ns * n_cpus) : 0;
}

static guint64
count (StrataTrace *trace,
       StrataDiagnosticKind kind)
{
  return strata_diagnostics_get_count (strata_trace_get_diagnostics (trace), kind);
}

static double
get_line_frac (StrataTrace *trace)
{
  const guint64 n_bad = count (trace, STRATA_DIAGNOSTIC_BAD_LINE) + count (trace, STRATA_DIAGNOSTIC_TIME_LIMIT) + count (trace, STRATA_DIAGNOSTIC_MARKER_ALONE);
  const guint64 n_lines = strata_trace_get_counts (trace)->n_lines;

  return n_lines > 0 ? MIN ((double) n_bad / (double) n_lines, 1) : 0;
}

/**
 * strata_damage_find:
 * @self: (out caller-allocates): the damage
 * @trace: a trace
 *
 * Computes how much of a trace is missing. The cost is linear in its losses.
 */
void
strata_damage_find (StrataDamage *self,
                    StrataTrace *trace)
{
  *self = (StrataDamage){
    .time_frac = MIN (get_time_frac (trace), 1),
    .line_frac = get_line_frac (trace),
    .is_cut = count (trace, STRATA_DIAGNOSTIC_TRUNCATED) > 0,
    .has_gap = count (trace, STRATA_DIAGNOSTIC_DAMAGED_DATA) > 0,
  };
}

static void
add_sentence (GString *text,
              const char *sentence)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", sentence);
}

static void
add_share (GString *text,
           const char *format,
           double frac)
{
  g_autofree char *share = g_strdup_printf ("%.*f\302\240%%", frac < 0.1 ? 1 : 0, 100 * frac);
  g_autoptr (GString) sentence = g_string_new (format);

  g_string_replace (sentence, "{share}", share, 1);
  if (frac >= LEAST_FRAC)
    add_sentence (text, sentence->str);
}

/**
 * strata_damage_dup_text:
 * @self: the damage
 *
 * Returns: (transfer full) (nullable): a description in sentences; %NULL if the trace is complete, or nearly
 */
char *
strata_damage_dup_text (const StrataDamage *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  add_share (text, _ ("Events of {share} of the CPU time were lost: what ran then is unknown."), self->time_frac);
  add_share (text, _ ("{share} of the lines could not be read."), self->line_frac);
  if (self->is_cut)
    add_sentence (text, _ ("The file is cut off: its end is missing."));
  if (self->has_gap)
    add_sentence (text, _ ("Part of the file is damaged and was left out."));

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}
