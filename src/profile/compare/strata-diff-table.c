/* strata-diff-table.c - tables of a comparison
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-table.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff-private.h"
#include "strata-units.h"

/* Explains the figures: the unit that they are divided by, and the limit below which changes do not matter. */
static void
write_units (StrataOutput *output,
             const StrataDiff *diff)
{
  const StrataDiffUnits units = strata_diff_get_units (diff);
  char limit[STRATA_UNITS_BYTES];

  strata_units_amount (strata_diff_get_limit_ns (diff), strata_diff_get_unit (diff), limit);
  if (units.per == STRATA_DIFF_PER_FRAME)
    strata_output_format (output, _ ("Times and calls are per frame (%.0f and %.0f frames). "), units.n[STRATA_DIFF_A], units.n[STRATA_DIFF_B]);
  else if (units.per == STRATA_DIFF_PER_SECOND)
    strata_output_format (output, _ ("Times and calls are per second (%.3f and %.3f s). "), units.n[STRATA_DIFF_A], units.n[STRATA_DIFF_B]);
  else if (units.per == STRATA_DIFF_PER_CALL)
    strata_output_text (output, _ ("Times are per call. "));
  else if (units.per == STRATA_DIFF_PER_WEIGHT)
    strata_output_format (output, _ ("The samples of B weigh %.3f times as much as those of A; its sums are scaled to those of A. "), units.n[STRATA_DIFF_B]);
  if (units.per == STRATA_DIFF_PER_TOTAL)
    return;

  /* Translators: a time follows the sums of a comparison */
  strata_output_format (output, _ ("A change matters if it is at least %s in all of A.\n"), limit);
}

static gboolean
has_news (const StrataDiff *diff)
{
  for (guint verdict = 0; verdict <= STRATA_DIFF_TOO_FEW; verdict++)
    if (strata_diff_get_n_verdicts (diff, verdict) > 0)
      return TRUE;

  return FALSE;
}

/**
 * strata_diff_table_write_summary:
 * @output: where to write
 * @diff: a comparison
 *
 * Writes a line with the number of names of each verdict, or that nothing differs.
 */
void
strata_diff_table_write_summary (StrataOutput *output,
                                 const StrataDiff *diff)
{
  gboolean is_first = TRUE;
  guint n_rows;

  strata_diff_get_rows (diff, &n_rows);
  if (strata_diff_get_n_verdicts (diff, STRATA_DIFF_SAME) == n_rows)
    {
      strata_output_text (output, n_rows > 0 ? _ ("No difference: every value of B equals that of A.\n") : _ ("Neither capture has calls here.\n"));
      return;
    }

  write_units (output, diff);
  if (!has_news (diff))
    strata_output_text (output, _ ("No difference that is significant and large enough to matter: "));

  for (guint verdict = 0; verdict < STRATA_N_DIFF_VERDICTS; verdict++)
    {
      const guint n = strata_diff_get_n_verdicts (diff, verdict);

      if (n == 0)
        continue;

      strata_output_format (output, "%s%u %s", is_first ? "" : ", ", n, strata_diff_verdict_get_title (verdict));
      is_first = FALSE;
    }

  strata_output_char (output, '\n');
}
