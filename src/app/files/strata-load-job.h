/* strata-load-job.h - loads a file for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"
#include "strata-session.h"

G_BEGIN_DECLS

/* Options for reading a file. All zero is the default. */
typedef struct
{
  gboolean rebuilds_callers; /* whether to rebuild calls entered before recording began */
  gboolean is_by_weight;     /* whether the length of samples is their weight */
  const char *event;         /* nullable: read only samples of this event, an interned string */
  int sample_interval_ms;    /* the interval of samples if a log does not contain it, or 0 */
} StrataReading;

typedef struct _StrataLoadJob StrataLoadJob;

typedef void (*StrataLoadDone) (StrataSession *session, const GError *error, gpointer user_data);

StrataLoadJob *strata_load_job_start (GPtrArray *files, GFile *mapping, StrataReading reading, StrataLoadDone done, gpointer user_data);
void strata_load_job_cancel (StrataLoadJob *self);
StrataProgress *strata_load_job_get_progress (StrataLoadJob *self);

G_END_DECLS
