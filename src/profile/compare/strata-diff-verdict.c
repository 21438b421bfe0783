/* strata-diff-verdict.c - verdicts on a name as text
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-private.h"
#include "strata-units.h"

static const struct
{
  const char *id;
  const char *title;
} verdicts[] = {
  [STRATA_DIFF_SLOWER] = { "slower", N_ ("slower") },
  [STRATA_DIFF_ADDED] = { "added", N_ ("only in B") },
  [STRATA_DIFF_FASTER] = { "faster", N_ ("faster") },
  [STRATA_DIFF_REMOVED] = { "removed", N_ ("only in A") },
  [STRATA_DIFF_MORE_CALLS] = { "more-calls", N_ ("more calls") },
  [STRATA_DIFF_FEWER_CALLS] = { "fewer-calls", N_ ("fewer calls") },
  [STRATA_DIFF_SLOWER_TAIL] = { "slower-tail", N_ ("slower in its tail") },
  [STRATA_DIFF_FASTER_TAIL] = { "faster-tail", N_ ("faster in its tail") },
  [STRATA_DIFF_SLOWER_INSIDE] = { "slower-inside", N_ ("slower in what it calls") },
  [STRATA_DIFF_FASTER_INSIDE] = { "faster-inside", N_ ("faster in what it calls") },
  [STRATA_DIFF_TOO_FEW] = { "too-few", N_ ("too few calls to compare") },
  [STRATA_DIFF_SMALL] = { "small", N_ ("less than the limit") },
  [STRATA_DIFF_NOISE] = { "noise", N_ ("not significant") },
  [STRATA_DIFF_SAME] = { "same", N_ ("the same") },
};

/* Returns its stable name for programs. */
const char *
strata_diff_verdict_get_id (StrataDiffVerdict verdict)
{
  return verdicts[verdict].id;
}

/* Returns its title, translated. */
const char *
strata_diff_verdict_get_title (StrataDiffVerdict verdict)
{
  return _ (verdicts[verdict].title);
}

/* Whether it means a significant change. */
gboolean
strata_diff_verdict_is_real (StrataDiffVerdict verdict)
{
  return verdict < STRATA_DIFF_TOO_FEW;
}

/**
 * strata_diff_verdict_is_worse:
 * @verdict: a verdict
 *
 * Returns: whether it means that something takes longer or happens more often
 */
gboolean
strata_diff_verdict_is_worse (StrataDiffVerdict verdict)
{
  return verdict == STRATA_DIFF_SLOWER || verdict == STRATA_DIFF_ADDED || verdict == STRATA_DIFF_MORE_CALLS || verdict == STRATA_DIFF_SLOWER_TAIL ||
         verdict == STRATA_DIFF_SLOWER_INSIDE;
}

static char *
dup_move (const StrataDiff *self,
          const StrataDiffRow *row)
{
  const StrataDiffRow *other = &self->rows[row->moved];
  const double size = fabs (strata_diff_get_delta (self, row, strata_diff_get_own_metric (self)));
  char text[STRATA_UNITS_BYTES];

  strata_units_duration ((gint64) size, text);
  if (row->verdict == STRATA_DIFF_REMOVED)
    return g_strdup_printf (_ ("gone; its %s are now in “%s”"), text, strata_diff_get_name (self, other));

  return g_strdup_printf (_ ("%s of it were in “%s”"), text, strata_diff_get_name (self, other));
}

static gboolean
is_unfinished_in (const StrataDiff *self,
                  const StrataDiffRow *row,
                  StrataDiffSide side)
{
  guint n_rows;

  return row->row[side] != STRATA_NONE && strata_diff_is_unfinished (&strata_profile_get_rows (self->profiles[side], &n_rows)[row->row[side]]);
}

/* The sides in which no call ended; %NULL if there are none. */
static const char *
get_unfinished_note (const StrataDiff *self,
                     const StrataDiffRow *row)
{
  const gboolean is_a = is_unfinished_in (self, row, STRATA_DIFF_A);
  const gboolean is_b = is_unfinished_in (self, row, STRATA_DIFF_B);

  if (is_a && is_b)
    return _ ("not finished in A and B");
  if (is_a || is_b)
    return is_a ? _ ("not finished in A") : _ ("not finished in B");

  return NULL;
}

/* Returns a note on the verdict: where the work of a name went, why there is no time or no verdict,
 * or the limit; NULL if there is none. */
char *
strata_diff_dup_note (const StrataDiff *self,
                      const StrataDiffRow *row)
{
  char text[STRATA_UNITS_BYTES];

  if (row->moved != STRATA_NONE)
    return dup_move (self, row);
  if (get_unfinished_note (self, row) != NULL)
    return g_strdup (get_unfinished_note (self, row));
  if (row->verdict == STRATA_DIFF_TOO_FEW)
    return g_strdup (row->row[STRATA_DIFF_A] == STRATA_NONE || row->row[STRATA_DIFF_B] == STRATA_NONE ? _ ("only in one, which may be chance: its calls come in bursts and the captures differ in length")
                                                                                                      : _ ("so few calls may differ this much by chance"));
  if (row->verdict == STRATA_DIFF_SMALL)
    return g_strdup_printf (_ ("less than %s in the whole scope"), strata_units_amount (self->limit_ns, strata_diff_get_unit (self), text));

  return NULL;
}

/**
 * strata_diff_row_get_p:
 * @row: a row of a comparison
 *
 * Returns: the adjusted p value of the test that decided, or else of the test of the typical call; may be NaN
 */
double
strata_diff_row_get_p (const StrataDiffRow *row)
{
  switch (row->verdict)
    {
    case STRATA_DIFF_MORE_CALLS:
    case STRATA_DIFF_FEWER_CALLS:
      return row->calls.adjusted;
    case STRATA_DIFF_SLOWER_INSIDE:
    case STRATA_DIFF_FASTER_INSIDE:
      return row->total.adjusted;
    case STRATA_DIFF_SLOWER_TAIL:
    case STRATA_DIFF_FASTER_TAIL:
      return row->tail.adjusted;
    case STRATA_DIFF_SLOWER:
    case STRATA_DIFF_FASTER:
      return MIN (row->self.adjusted, row->mean.adjusted);
    case STRATA_DIFF_ADDED:
    case STRATA_DIFF_REMOVED:
    case STRATA_DIFF_TOO_FEW:
    case STRATA_DIFF_SMALL:
    case STRATA_DIFF_NOISE:
    case STRATA_DIFF_SAME:
      return row->self.adjusted;
    }

  g_return_val_if_reached (1.0);
}

/**
 * strata_diff_format_p:
 * @p_value: a p value
 * @text: where to write
 *
 * Returns: @text: the value with four digits, in the language of the user; empty if not known
 */
const char *
strata_diff_format_p (double p_value,
                      char text[STRATA_UNITS_BYTES])
{
  if (isnan (p_value))
    *text = '\0';
  else
    g_snprintf (text, STRATA_UNITS_BYTES, "%.4g", p_value);

  return text;
}
