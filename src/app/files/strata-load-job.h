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
 * @STRATA_READING_CALLERS: calls are made of exits whose entries precede a method trace
 * @STRATA_READING_WEIGHTS: samples are as long as they weigh
 *
 * In which of several ways a file is to be read: flags, none for the usual way.
 */
typedef enum
{
  STRATA_READING_CALLERS = 1 << 0,
  STRATA_READING_WEIGHTS = 1 << 1,
} StrataReading;

typedef struct _StrataLoadJob StrataLoadJob;

typedef void (*StrataLoadDone) (StrataSession *session, const GError *error, gpointer user_data);

StrataLoadJob *strata_load_job_start (GPtrArray *files, GFile *mapping, StrataReading reading, StrataLoadDone done, gpointer user_data);
void strata_load_job_cancel (StrataLoadJob *self);
StrataProgress *strata_load_job_get_progress (StrataLoadJob *self);

G_END_DECLS
