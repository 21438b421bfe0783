/* strata-usage-job.h - keeps the usage of the scope up to date
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-session.h"
#include "strata-usage.h"

G_BEGIN_DECLS

typedef struct _StrataUsageJob StrataUsageJob;

/* Called with each usage, or with %NULL if nothing is selected. */
typedef void (*StrataUsageReady) (StrataUsage *usage, gpointer user_data);

StrataUsageJob *strata_usage_job_new (StrataSession *session, StrataUsageReady ready, gpointer user_data);
void strata_usage_job_free (StrataUsageJob *self);
void strata_usage_job_set_active (StrataUsageJob *self, gboolean is_active);

G_END_DECLS
