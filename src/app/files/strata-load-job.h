/* strata-load-job.h - a file being loaded for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"
#include "strata-session.h"

G_BEGIN_DECLS

typedef struct _StrataLoadJob StrataLoadJob;

typedef void (*StrataLoadDone) (StrataSession *session, const GError *error, gpointer user_data);

StrataLoadJob *strata_load_job_start (GPtrArray *files, GFile *mapping, gboolean rebuilds_callers, StrataLoadDone done, gpointer user_data);
void strata_load_job_cancel (StrataLoadJob *self);
StrataProgress *strata_load_job_get_progress (StrataLoadJob *self);

G_END_DECLS
