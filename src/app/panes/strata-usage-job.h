/* strata-usage-job.h - the usage of a period, kept up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"
#include "strata-usage.h"

G_BEGIN_DECLS

/**
 * StrataUsagePeriod:
 * @STRATA_USAGE_PERIOD_TRACE: the whole trace
 * @STRATA_USAGE_PERIOD_WINDOW: the visible time
 * @STRATA_USAGE_PERIOD_SELECTION: that of the selected item
 * @STRATA_USAGE_PERIOD_AREA: that of the selected area
 *
 * Of which period a usage is.
 */
typedef enum
{
  STRATA_USAGE_PERIOD_TRACE,
  STRATA_USAGE_PERIOD_WINDOW,
  STRATA_USAGE_PERIOD_SELECTION,
  STRATA_USAGE_PERIOD_AREA,
} StrataUsagePeriod;

typedef struct _StrataUsageJob StrataUsageJob;

/* Called with each usage, or with %NULL where nothing is selected. */
typedef void (*StrataUsageReady) (StrataUsage *usage, gpointer user_data);

StrataUsageJob *strata_usage_job_new (StrataUsageReady ready, gpointer user_data);
void strata_usage_job_free (StrataUsageJob *self);
void strata_usage_job_set_session (StrataUsageJob *self, StrataSession *session);
void strata_usage_job_set_period (StrataUsageJob *self, StrataUsagePeriod period);

G_END_DECLS
