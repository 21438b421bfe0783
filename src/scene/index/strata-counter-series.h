/* strata-counter-series.h - a counter as its changes or rate
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* What is shown of a counter. A change is shown from one value to the next; the rate is the
 * average between them. */
typedef enum
{
  STRATA_COUNTER_VALUE,  /* its values */
  STRATA_COUNTER_CHANGE, /* from each value to the next */
  STRATA_COUNTER_RATE,   /* that change a second */
  STRATA_N_COUNTER_MODES,
} StrataCounterMode;

/* Changes or rates of a counter. */
typedef struct
{
  double min;        /* the lowest */
  double max;        /* the highest; less than @min if there is none */
  guint32 n_values;  /* one less than the counter has samples */
  double *values;    /* (array length=n_values): by sample; NaN if no time has passed */
  double *block_min; /* the lowest of each STRATA_SERIES_BLOCK values */
  double *block_max; /* the highest */
} StrataCounterSeries;

#define STRATA_SERIES_BLOCK 64

StrataCounterSeries *strata_counter_series_new (StrataTrace *trace, guint32 counter, StrataCounterMode mode);
void strata_counter_series_free (StrataCounterSeries *self);
double strata_counter_get_change (StrataTrace *trace, guint32 sample, StrataCounterMode mode);
void strata_counter_series_widen (const StrataCounterSeries *self, guint32 begin, guint32 end, double *min, double *max);

const char *strata_counter_mode_get_id (StrataCounterMode mode);
gboolean strata_counter_mode_from_id (const char *id, StrataCounterMode *mode);

G_END_DECLS
