/* strata-counter-text.h - values of counters, their changes and rates, for the user
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"
#include "strata-units.h"

G_BEGIN_DECLS

/* How values of a counter are written. */
typedef enum
{
  STRATA_COUNTER_PLAIN,     /* a plain number */
  STRATA_COUNTER_FREQUENCY, /* kHz */
  STRATA_COUNTER_BYTES,     /* a size */
  STRATA_COUNTER_TIME,      /* ns */
  STRATA_COUNTER_ELECTRIC,  /* a millionth of an ampere, a volt and so on */
} StrataCounterMeasure;

/* The unit of a counter. */
typedef struct
{
  StrataCounterMeasure measure; /* how values are written */
  double scale;                 /* factor to apply to values before writing */
  const char *name;             /* nullable: unit written after plain values, and after electric ones with a prefix */
} StrataCounterUnit;

StrataCounterUnit strata_counter_unit_get (StrataTrace *trace, guint32 counter);
const char *strata_counter_write_value (double value, const StrataCounterUnit *unit, char text[STRATA_UNITS_BYTES]);
const char *strata_counter_write_exact (double value, gint64 whole, const StrataCounterUnit *unit, char text[STRATA_UNITS_BYTES]);
const char *strata_counter_write_change (double change, const StrataCounterUnit *unit, char text[STRATA_UNITS_BYTES]);
const char *strata_counter_write_rate (double rate, const StrataCounterUnit *unit, char text[STRATA_UNITS_BYTES]);

G_END_DECLS
