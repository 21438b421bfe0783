/* strata-counter-text.c - values of counters, their changes and rates, for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-text.h"

#include <math.h>
#include <string.h>

#include "strata-counter-units.h"
#include "strata-real.h"
#include "strata-units.h"

/* Values with a fraction have four digits; from this size on, one decimal. */
#define MIN_ONE_DECIMAL 1e3
#define MAX_ONE_DECIMAL 1e9

/* Rates below this have decimals; larger ones have a prefix. */
#define MIN_WHOLE_RATE 1e3
#define MAX_WHOLE_RATE 1e6

/* Longer unit names are omitted. */
#define MOST_UNIT_BYTES 12

static gint64
to_int (double value)
{
  return (gint64) CLAMP (value, -9.2e18, 9.2e18);
}

/* For example "0.05", "12.34" and "1 234.5". */
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

/**
 * strata_counter_unit_get:
 * @trace: a trace
 * @counter: index of a counter
 *
 * Returns: its unit
 */
StrataCounterUnit
strata_counter_unit_get (StrataTrace *trace,
                         guint32 counter)
{
  static const struct
  {
    const char *name;
    StrataCounterUnit unit;
  } rows[] = {
    { "kHz", { STRATA_COUNTER_FREQUENCY, 1.0, NULL } },
    { "bytes", { STRATA_COUNTER_BYTES, 1.0, NULL } },
    { "byte", { STRATA_COUNTER_BYTES, 1.0, NULL } },
    { "B", { STRATA_COUNTER_BYTES, 1.0, NULL } },
    { "KB", { STRATA_COUNTER_BYTES, 1e3, NULL } },
    { "ns", { STRATA_COUNTER_TIME, 1.0, NULL } },
    { "us", { STRATA_COUNTER_TIME, 1e3, NULL } },
    { "ms", { STRATA_COUNTER_TIME, 1e6, NULL } },
    { "s", { STRATA_COUNTER_TIME, 1e9, NULL } },
    { "uA", { STRATA_COUNTER_ELECTRIC, 1.0, "A" } },
    { "mA", { STRATA_COUNTER_ELECTRIC, 1e3, "A" } },
    { "uV", { STRATA_COUNTER_ELECTRIC, 1.0, "V" } },
    { "mV", { STRATA_COUNTER_ELECTRIC, 1e3, "V" } },
    { "uAh", { STRATA_COUNTER_ELECTRIC, 1.0, "Ah" } },
    { "uWh", { STRATA_COUNTER_ELECTRIC, 1.0, "Wh" } },
    { "uWs", { STRATA_COUNTER_ELECTRIC, 1.0, "J" } },
    { "uJ", { STRATA_COUNTER_ELECTRIC, 1.0, "J" } },
    { "mW", { STRATA_COUNTER_ELECTRIC, 1e3, "W" } },
    { "count", { STRATA_COUNTER_PLAIN, 1.0, NULL } },
  };
  const char *name = strata_counter_units_find (trace, counter);

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (rows[i].name, name))
      return rows[i].unit;

  return (StrataCounterUnit){ STRATA_COUNTER_PLAIN, 1.0, name != NULL && strlen (name) <= MOST_UNIT_BYTES ? name : NULL };
}

/* With four digits, since counters vary within narrow ranges: "15.97 MB", "4.1 V". @prefixes begin with the prefix of @value. */
static const char *
write_prefixed (double value,
                const char *const *prefixes,
                guint n_prefixes,
                const char *unit,
                char text[STRATA_UNITS_BYTES])
{
  guint i = 0;

  for (; fabs (value) >= 999.95 && i < n_prefixes - 1; i++)
    value /= 1000;

  g_snprintf (text, STRATA_UNITS_BYTES, "%.4g\302\240%s%s", value, prefixes[i], unit);
  return text;
}

static const char *
write_bytes (double value,
             char text[STRATA_UNITS_BYTES])
{
  static const char *const prefixes[] = { "", "k", "M", "G", "T" };

  return write_prefixed (value, prefixes, G_N_ELEMENTS (prefixes), "B", text);
}

/* Of millionths. */
static const char *
write_electric (double value,
                const char *unit,
                char text[STRATA_UNITS_BYTES])
{
  static const char *const prefixes[] = { "\302\265", "m", "", "k" };

  return write_prefixed (value, prefixes, G_N_ELEMENTS (prefixes), unit, text);
}

static const char *
write_number (const char *number,
              const char *unit,
              char text[STRATA_UNITS_BYTES])
{
  g_snprintf (text, STRATA_UNITS_BYTES, unit != NULL ? "%s\302\240%s" : "%s", number, unit);
  return text;
}

static const char *
write_plain (double value,
             const char *unit,
             char text[STRATA_UNITS_BYTES])
{
  char number[STRATA_UNITS_BYTES];
  gint64 whole;

  if (strata_real_to_int (value, &whole))
    strata_units_count (whole, number);
  else
    write_real (value, number);

  return write_number (number, unit, text);
}

/* @unit is (nullable): NULL for a plain number. */
const char *
strata_counter_write_value (double value,
                            const StrataCounterUnit *unit,
                            char text[STRATA_UNITS_BYTES])
{
  const StrataCounterMeasure measure = unit != NULL ? unit->measure : STRATA_COUNTER_PLAIN;

  switch (measure)
    {
    case STRATA_COUNTER_FREQUENCY:
      return strata_units_frequency (to_int (value), text);
    case STRATA_COUNTER_BYTES:
      return write_bytes (value * unit->scale, text);
    case STRATA_COUNTER_TIME:
      return strata_units_duration (to_int (value * unit->scale), text);
    case STRATA_COUNTER_ELECTRIC:
      return write_electric (value * unit->scale, unit->name, text);
    case STRATA_COUNTER_PLAIN:
      break;
    }

  return write_plain (value, unit != NULL ? unit->name : NULL, text);
}

/* The same with the nearest whole number, since a double has only 53 bits. */
const char *
strata_counter_write_exact (double value,
                            gint64 whole,
                            const StrataCounterUnit *unit,
                            char text[STRATA_UNITS_BYTES])
{
  char number[STRATA_UNITS_BYTES];

  if ((unit != NULL && unit->measure != STRATA_COUNTER_PLAIN) || (double) whole != value)
    return strata_counter_write_value (value, unit, text);

  return write_number (strata_units_count (whole, number), unit != NULL ? unit->name : NULL, text);
}

/* With its sign. */
const char *
strata_counter_write_change (double change,
                             const StrataCounterUnit *unit,
                             char text[STRATA_UNITS_BYTES])
{
  char plain[STRATA_UNITS_BYTES];

  strata_counter_write_value (fabs (change), unit, plain);
  g_snprintf (text, STRATA_UNITS_BYTES, "%s%s", change < 0.0 ? "-" : "+", plain);
  return text;
}

/* With three digits: "+0.25 J", "+1.5 M". */
static void
write_short (double rate,
             const char *unit,
             char text[STRATA_UNITS_BYTES])
{
  const char *prefix = "";
  double size = fabs (rate);

  if (size >= MAX_WHOLE_RATE)
    {
      prefix = size < 1e9 ? "M" : "G";
      size /= size < 1e9 ? 1e6 : 1e9;
    }

  g_snprintf (text, STRATA_UNITS_BYTES, "%s%.3g%s%s%s", rate < 0.0 ? "-" : "+", size, *prefix != '\0' || unit != NULL ? "\302\240" : "", prefix, unit != NULL ? unit : "");
}

const char *
strata_counter_write_rate (double rate,
                           const StrataCounterUnit *unit,
                           char text[STRATA_UNITS_BYTES])
{
  char plain[STRATA_UNITS_BYTES];

  if (unit->measure != STRATA_COUNTER_PLAIN || (fabs (rate) >= MIN_WHOLE_RATE && fabs (rate) < MAX_WHOLE_RATE))
    strata_counter_write_change (trunc (rate), unit, plain);
  else
    write_short (rate, unit->name, plain);

  g_snprintf (text, STRATA_UNITS_BYTES, "%s/s", plain);
  return text;
}
