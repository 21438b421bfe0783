/* strata-units.c - times, shares and sizes as text for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-units.h"

#include <langinfo.h>
#include <math.h>
#include <string.h>

#include "strata-span.h"

typedef struct
{
  gint64 size_ns;
  const char *suffix;
} Unit;

/* The usual units for frames. A no-break space keeps number and unit together. */
static const Unit units[] = {
  { G_GINT64_CONSTANT (1000000000), "\302\240s" },
  { 1000000, "\302\240ms" },
  { 1000, "\302\240µs" },
  { 1, "\302\240ns" },
};

/* For weights that are not time: bytes, and everything else, which is followed by its name. */
static const Unit byte_units[] = {
  { G_GINT64_CONSTANT (1000000000), "\302\240GB" },
  { 1000000, "\302\240MB" },
  { 1000, "\302\240kB" },
  { 1, "\302\240B" },
};
static const Unit count_units[] = {
  { G_GINT64_CONSTANT (1000000000), "\302\240G\302\240" },
  { 1000000, "\302\240M\302\240" },
  { 1000, "\302\240k\302\240" },
  { 1, "\302\240" },
};

/* A table of four units, and the name that follows them. */
typedef struct
{
  const Unit *units;
  const char *name;
} Scale;

/* Longer names of units are cut. */
#define MOST_NAME_BYTES 16

static Scale
get_scale (const char *name)
{
  if (name == NULL)
    return (Scale){ units, "" };

  return g_str_equal (name, "bytes") ? (Scale){ byte_units, "" } : (Scale){ count_units, name };
}

/* A value below 1000 of a unit may round to 1000 with four digits: the next unit then shows it as 1.00. */
#define ROUNDED_UP 20000

/* The largest unit that is not larger than the value, except for 1/@part of the unit. */
static const Unit *
choose_unit (const Scale *scale,
             gint64 magnitude_ns,
             gint64 part)
{
  for (guint i = 0; i < G_N_ELEMENTS (units) - 1; i++)
    if (magnitude_ns >= scale->units[i].size_ns - scale->units[i].size_ns / part)
      return &scale->units[i];

  return &scale->units[G_N_ELEMENTS (units) - 1];
}

static void
append_name (const Scale *scale,
             char text[STRATA_UNITS_BYTES])
{
  const gsize n_bytes = strlen (scale->name);
  const char *end = n_bytes > MOST_NAME_BYTES ? g_utf8_find_prev_char (scale->name, scale->name + MOST_NAME_BYTES) : scale->name + n_bytes;
  const gsize at = strlen (text);

  g_strlcpy (text + at, scale->name, MIN (STRATA_UNITS_BYTES - at, (gsize) (end - scale->name) + 1));
  if (n_bytes > MOST_NAME_BYTES)
    g_strlcat (text, "…", STRATA_UNITS_BYTES);
}

static gint64
magnitude (gint64 value)
{
  return value == G_MININT64 ? G_MAXINT64 : ABS (value);
}

/**
 * strata_units_duration:
 * @duration_ns: a duration, or %STRATA_NO_TIME
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a duration with the unit that reads best and three or four
 * significant digits: "16.7 ms", "1.24 s", "812 ns". An unknown one is "–".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_duration (gint64 duration_ns,
                       char text[STRATA_UNITS_BYTES])
{
  return strata_units_amount (duration_ns, NULL, text);
}

/**
 * strata_units_amount:
 * @amount: an amount, or %STRATA_NO_TIME
 * @name: (nullable): its unit, such as "bytes" or "cycles"; %NULL for ns
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes an amount like strata_units_duration(): "29.6 MB", "309.4 M cycles", "12 samples".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_amount (gint64 amount,
                     const char *name,
                     char text[STRATA_UNITS_BYTES])
{
  const Scale scale = get_scale (name);

  if (amount == STRATA_NO_TIME)
    return g_strlcpy (text, "–", STRATA_UNITS_BYTES), text;

  const Unit *unit = choose_unit (&scale, magnitude (amount), ROUNDED_UP);
  double value = (double) amount / (double) unit->size_ns;
  double size = fabs (value);
  int n_decimals = unit->size_ns == 1 ? 0 : size < 9.995 ? 2
                                        : size < 999.95  ? 1
                                                         : 0;

  g_snprintf (text, STRATA_UNITS_BYTES, "%.*f%s", n_decimals, value, unit->suffix);
  append_name (&scale, text);
  return text;
}

/**
 * strata_units_delta:
 * @delta_ns: a difference of durations, or %STRATA_NO_TIME
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a difference with its sign: "+1.24 ms", "-812 ns", "0". An unknown one is "–".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_delta (gint64 delta_ns,
                    char text[STRATA_UNITS_BYTES])
{
  return strata_units_amount_delta (delta_ns, NULL, text);
}

/**
 * strata_units_amount_delta:
 * @delta: a difference of amounts, or %STRATA_NO_TIME
 * @name: (nullable): its unit; %NULL for ns
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a difference like strata_units_delta().
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_amount_delta (gint64 delta,
                           const char *name,
                           char text[STRATA_UNITS_BYTES])
{
  char amount[STRATA_UNITS_BYTES];

  if (delta == 0)
    return g_strlcpy (text, "0", STRATA_UNITS_BYTES), text;

  strata_units_amount (delta, name, amount);
  g_strlcpy (text, delta > 0 ? "+" : "", STRATA_UNITS_BYTES);
  g_strlcat (text, amount, STRATA_UNITS_BYTES);
  return text;
}

/**
 * strata_units_change:
 * @change_frac: the relative increase
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a change as "+12.3 %", "-4.0 %" or "0 %"; large ones as "×12.3".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_change (double change_frac,
                     char text[STRATA_UNITS_BYTES])
{
  /* changes that round to 0 have no sign */
  if (fabs (change_frac) < 0.0005)
    g_strlcpy (text, "0 %", STRATA_UNITS_BYTES);
  else if (change_frac >= 9.0)
    g_snprintf (text, STRATA_UNITS_BYTES, "×%.*f", change_frac < 99.0 ? 1 : 0, 1.0 + change_frac);
  else
    g_snprintf (text, STRATA_UNITS_BYTES, "%+.1f %%", 100.0 * change_frac);

  return text;
}

/* Writes a time with so many decimals, rounded, with the decimal separator of durations. It only
 * uses integers: a double has no nanoseconds after 104 days. */
static void
write_decimals (gint64 time_ns,
                const Unit *unit,
                gint64 resolution_ns,
                int n_decimals,
                char text[STRATA_UNITS_BYTES])
{
  const guint64 unit_ns = (guint64) unit->size_ns;
  const guint64 resolution = (guint64) resolution_ns;
  const guint64 size_ns = time_ns < 0 ? -(guint64) time_ns : (guint64) time_ns;
  const guint64 rounded_ns = (size_ns + resolution / 2) / resolution * resolution;
  const char *sign = time_ns < 0 && rounded_ns > 0 ? "-" : "";

  if (n_decimals == 0)
    g_snprintf (text, STRATA_UNITS_BYTES, "%s%" G_GUINT64_FORMAT "%s", sign, rounded_ns / unit_ns, unit->suffix);
  else
    g_snprintf (text, STRATA_UNITS_BYTES, "%s%" G_GUINT64_FORMAT "%s%0*" G_GUINT64_FORMAT "%s", sign,
                rounded_ns / unit_ns, nl_langinfo (RADIXCHAR), n_decimals, rounded_ns % unit_ns / resolution, unit->suffix);
}

/**
 * strata_units_offset:
 * @offset_ns: a time since the start of the trace
 * @step_ns: the distance to the next label, above 0
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a ruler label with as many decimals as distinguish labels @step_ns from
 * each other, in the unit that suits the step.
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_offset (gint64 offset_ns,
                     gint64 step_ns,
                     char text[STRATA_UNITS_BYTES])
{
  return strata_units_amount_offset (offset_ns, step_ns, NULL, text);
}

/**
 * strata_units_amount_offset:
 * @offset: an amount since the start of the axis
 * @step: the distance to the next label, above 0
 * @name: (nullable): its unit; %NULL for ns
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a ruler label like strata_units_offset().
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_amount_offset (gint64 offset,
                            gint64 step,
                            const char *name,
                            char text[STRATA_UNITS_BYTES])
{
  const Scale scale = get_scale (name);
  const Unit *unit = choose_unit (&scale, MAX (magnitude (offset), step), G_MAXINT64);
  gint64 resolution = unit->size_ns;
  int n_decimals = 0;

  while (resolution > MAX (step, 1) && resolution > 1)
    {
      resolution /= 10;
      n_decimals++;
    }

  write_decimals (offset, unit, resolution, n_decimals, text);
  append_name (&scale, text);
  return text;
}

/**
 * strata_units_instant:
 * @offset_ns: a time since the start of the trace
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a time to the nanosecond: "17280000.000025027 s", "812 ns". Whole microseconds omit the last three decimals:
 * "1.216000 s".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_instant (gint64 offset_ns,
                      char text[STRATA_UNITS_BYTES])
{
  return strata_units_amount_instant (offset_ns, NULL, text);
}

/**
 * strata_units_amount_instant:
 * @offset: an amount since the start of the axis
 * @name: (nullable): its unit; %NULL for ns
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a place on the axis like strata_units_instant().
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_amount_instant (gint64 offset,
                             const char *name,
                             char text[STRATA_UNITS_BYTES])
{
  return strata_units_amount_offset (offset, offset % 1000 == 0 ? 1000 : 1, name, text);
}

/**
 * strata_units_share:
 * @part: a part
 * @whole: the whole
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a share as "38.2 %"; "–" if the whole is 0 or less.
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_share (gint64 part,
                    gint64 whole,
                    char text[STRATA_UNITS_BYTES])
{
  if (whole <= 0 || part == STRATA_NO_TIME)
    g_strlcpy (text, "–", STRATA_UNITS_BYTES);
  else
    g_snprintf (text, STRATA_UNITS_BYTES, "%.1f\302\240%%", 100.0 * (double) part / (double) whole);

  return text;
}

/**
 * strata_units_count:
 * @count: a number
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a whole number with its digits in groups of three, separated by narrow no-break spaces: "27 876".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_count (gint64 count,
                    char text[STRATA_UNITS_BYTES])
{
  char digits[24];
  int n_digits = g_snprintf (digits, sizeof digits, "%" G_GINT64_FORMAT, count);
  int n_head = count < 0 ? 1 : 0;
  char *end = text;

  for (int i = 0; i < n_digits; i++)
    {
      if (i > n_head && (n_digits - i) % 3 == 0)
        end = g_stpcpy (end, "\342\200\257");

      *end++ = digits[i];
    }

  *end = '\0';
  return text;
}

/**
 * strata_units_frequency:
 * @khz: a frequency in kHz
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a frequency as "1.80 GHz", "576 MHz" or "32 kHz".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_frequency (gint64 khz,
                        char text[STRATA_UNITS_BYTES])
{
  const gint64 size_khz = magnitude (khz);

  if (size_khz >= 999500)
    g_snprintf (text, STRATA_UNITS_BYTES, "%.2f\302\240GHz", (double) khz / 1e6);
  else if (size_khz >= 1000)
    g_snprintf (text, STRATA_UNITS_BYTES, "%.0f\302\240MHz", (double) khz / 1e3);
  else
    g_snprintf (text, STRATA_UNITS_BYTES, "%" G_GINT64_FORMAT "\302\240kHz", khz);

  return text;
}

/**
 * strata_units_bytes:
 * @n_bytes: a size
 * @text: (out caller-allocates): buffer for the text
 *
 * Writes a size in powers of ten: "181 MB".
 *
 * Returns: (transfer none): @text
 */
const char *
strata_units_bytes (guint64 n_bytes,
                    char text[STRATA_UNITS_BYTES])
{
  static const char *const suffixes[] = { "B", "kB", "MB", "GB", "TB" };
  double value = (double) n_bytes;
  guint i = 0;

  for (; value >= 999.5 && i < G_N_ELEMENTS (suffixes) - 1; i++)
    value /= 1000;

  g_snprintf (text, STRATA_UNITS_BYTES, "%.*f\302\240%s", i > 0 && value < 9.95 ? 1 : 0, value, suffixes[i]);
  return text;
}
