/* strata-load-job.h - a file being loaded for a window
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-loader.h"
#include "strata-session.h"

G_BEGIN_DECLS

/**
 * StrataReading:
 * @rebuilds_callers: whether calls are made of exits whose entries precede a method trace
 * @is_by_weight: whether samples are as long as they weigh
 * @event: (nullable): the only event whose samples are wanted, as an interned string
 * @sample_interval_ms: how far samples are apart where a log does not say, or 0
 *
 * In which of several ways a file is to be read. All zero is the usual way.
 */
typedef struct
{
  gboolean rebuilds_callers;
  gboolean is_by_weight;
  const char *event;
  int sample_interval_ms;
} StrataReading;

typedef struct _StrataLoadJob StrataLoadJob;

typedef void (*StrataLoadDone) (StrataSession *session, const GError *error, gpointer user_data);

StrataLoadJob *strata_load_job_start (GPtrArray *files, GFile *mapping, StrataReading reading, StrataLoadDone done, gpointer user_data);
void strata_load_job_cancel (StrataLoadJob *self);
StrataProgress *strata_load_job_get_progress (StrataLoadJob *self);

G_END_DECLS
