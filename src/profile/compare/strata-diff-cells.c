/* strata-diff-cells.c - cells of comparison tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-cells.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "strata-diff.h"
#include "strata-method-signature.h"
#include "strata-units.h"

/**
 * strata_diff_round:
 * @value: a value; NaN if it is not known
 *
 * Returns: the nearest whole number, or %STRATA_NO_TIME
 */
gint64
strata_diff_round (double value)
{
  return isfinite (value) ? (gint64) rint (value) : STRATA_NO_TIME;
}

/**
 * strata_diff_cell_set_figure:
 * @cell: an empty cell
 * @figure: a mean, a rate or a probability; NaN if it is not known
 *
 * Sets a cell to a figure with four significant digits.
 */
void
strata_diff_cell_set_figure (StrataCell *cell,
                             double figure)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  const double rounded = isfinite (figure) ? g_ascii_strtod (g_ascii_formatd (text, sizeof text, "%.4g", figure), NULL) : figure;

  if (rounded == rint (rounded) && fabs (rounded) < G_MAXINT32)
    strata_cell_set_number (cell, (gint64) rounded);
  else if (!isnan (rounded))
    strata_cell_set_real (cell, rounded);
}

/**
 * strata_diff_cell_set_known:
 * @cell: an empty cell
 * @value: a number, whole unless it is divided by frames or seconds; NaN if it is not known
 *
 * Sets a cell to a number.
 */
void
strata_diff_cell_set_known (StrataCell *cell,
                            double value)
{
  if (value == rint (value))
    strata_cell_set_number (cell, (gint64) value);
  else
    strata_diff_cell_set_figure (cell, value);
}

/**
 * strata_diff_cell_set_time:
 * @cell: an empty cell
 * @time_ns: a time; NaN if it is not known
 *
 * Sets a cell to a time in whole ns.
 */
void
strata_diff_cell_set_time (StrataCell *cell,
                           double time_ns)
{
  if (isfinite (time_ns))
    strata_cell_set_number (cell, strata_diff_round (time_ns));
}

/**
 * strata_diff_cell_set_amount:
 * @cell: an empty cell
 * @amount: how much, or %STRATA_NO_TIME
 * @unit: (nullable): the unit of weights, if they replace time
 *
 * Sets a cell to an amount as text, such as "1.23 ms".
 */
void
strata_diff_cell_set_amount (StrataCell *cell,
                             gint64 amount,
                             const char *unit)
{
  char text[STRATA_UNITS_BYTES];

  if (amount != STRATA_NO_TIME)
    strata_cell_take_text (cell, g_strdup (strata_units_amount (amount, unit, text)));
}

/**
 * strata_diff_cell_set_delta:
 * @cell: an empty cell
 * @delta: how much more, or %STRATA_NO_TIME
 * @unit: (nullable): the unit of weights, if they replace time
 *
 * Sets a cell to a difference as text, such as "+1.23 ms".
 */
void
strata_diff_cell_set_delta (StrataCell *cell,
                            gint64 delta,
                            const char *unit)
{
  char text[STRATA_UNITS_BYTES];

  if (delta != STRATA_NO_TIME)
    strata_cell_take_text (cell, g_strdup (strata_units_amount_delta (delta, unit, text)));
}

/**
 * strata_diff_cell_set_count:
 * @cell: an empty cell
 * @count: how many, or %STRATA_NO_TIME
 *
 * Sets a cell to a count as text, such as "1,234".
 */
void
strata_diff_cell_set_count (StrataCell *cell,
                            gint64 count)
{
  char text[STRATA_UNITS_BYTES];

  if (count != STRATA_NO_TIME)
    strata_cell_take_text (cell, g_strdup (strata_units_count (count, text)));
}

/**
 * strata_diff_cell_set_change:
 * @cell: an empty cell
 * @change_frac: the change as a fraction of the old value; NaN if it is not known
 *
 * Sets a cell to a change as text, such as "+10 %".
 */
void
strata_diff_cell_set_change (StrataCell *cell,
                             double change_frac)
{
  char text[STRATA_UNITS_BYTES];

  if (!isnan (change_frac))
    strata_cell_take_text (cell, g_strdup (strata_units_change (change_frac, text)));
}

/**
 * strata_diff_cell_set_p:
 * @cell: an empty cell
 * @p_value: a probability; NaN if it is not known
 *
 * Sets a cell to a probability as text.
 */
void
strata_diff_cell_set_p (StrataCell *cell,
                        double p_value)
{
  char text[STRATA_UNITS_BYTES];

  strata_cell_take_text (cell, g_strdup (strata_diff_format_p (p_value, text)));
}

/**
 * strata_diff_cell_set_name:
 * @cell: an empty cell
 * @name: a name of slices, which may be that of a method
 *
 * Sets a cell to a name as text.
 */
void
strata_diff_cell_set_name (StrataCell *cell,
                           const char *name)
{
  if (*name != '\0')
    strata_cell_take_text (cell, strata_method_signature_dup (name, STRATA_SIGNATURE_QUALIFIED));
  else
    strata_cell_set_text (cell, _ ("(empty name)"));
}
