/* strata-counter-text.c - values of counters, their changes and rates, for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-text.h"

#include <math.h>

#include "strata-real.h"
#include "strata-units.h"

/* Values with a fraction have four digits, and one decimal from here on. */
#define MIN_ONE_DECIMAL 1e3
#define MAX_ONE_DECIMAL 1e9

/* Rates below this have decimals; those above it, a prefix. */
#define MIN_WHOLE_RATE 1e3
#define MAX_WHOLE_RATE 1e6

static gint64
to_int (double value)
{
  return (gint64) CLAMP (value, -9.2e18, 9.2e18);
}

/* Such as "0.05", "12.34" and "1 234.5". */
static const char *
write_real (double value,
            char text[STRATA_UNITS_BYTES])
{
  const double size = fabs (value);
  const gint64 tenths = to_int (round (size * 10));
  char whole[STRATA_UNITS_BYTES];
  char decimal[8];

  if (size < MIN_ONE_DECIMAL || size >= MAX_ONE_DECIMAL)
    {
      g_snprintf (text, STRATA_UNITS_BYTES, "%.4g", value);
      return text;
    }

  g_snprintf (decimal, sizeof decimal, "%.1f", (double) (tenths % 10) / 10);
  g_snprintf (text, STRATA_UNITS_BYTES, "%s%s%s", value < 0 ? "-" : "", strata_units_count (tenths / 10, whole), decimal + 1);
  return text;
}

const char *
strata_counter_write_value (double value,
                            gboolean is_frequency,
                            char text[STRATA_UNITS_BYTES])
{
  gint64 whole;

  if (is_frequency)
    return strata_units_frequency (to_int (value), text);

  return strata_real_to_int (value, &whole) ? strata_units_count (whole, text) : write_real (value, text);
}

/* With its sign; a change may go either way. */
const char *
strata_counter_write_change (double change,
                             gboolean is_frequency,
                             char text[STRATA_UNITS_BYTES])
{
  char plain[STRATA_UNITS_BYTES];

  strata_counter_write_value (fabs (change), is_frequency, plain);
  g_snprintf (text, STRATA_UNITS_BYTES, "%s%s", change < 0.0 ? "-" : "+", plain);
  return text;
}

const char *
strata_counter_write_rate (double rate,
                           gboolean is_frequency,
                           char text[STRATA_UNITS_BYTES])
{
  char plain[STRATA_UNITS_BYTES];

  const double size = fabs (rate);

  if (is_frequency || (size >= MIN_WHOLE_RATE && size < MAX_WHOLE_RATE))
    strata_counter_write_change (trunc (rate), is_frequency, plain);
  else
    g_snprintf (plain, sizeof plain, "%s%.3g%s", rate < 0.0 ? "-" : "+", size < MAX_WHOLE_RATE ? size : size < 1e9 ? size / 1e6
                                                                                                                   : size / 1e9,
                size < MAX_WHOLE_RATE ? "" : size < 1e9 ? "\302\240M"
                                                        : "\302\240G");

  g_snprintf (text, STRATA_UNITS_BYTES, "%s/s", plain);
  return text;
}
