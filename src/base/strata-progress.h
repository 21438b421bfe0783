/* strata-progress.h - how far a job has come, across threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * StrataProgress:
 * @done_bytes: input read so far; atomic
 * @total_bytes: input in all, 0 when that is not known; atomic
 *
 * Written by one worker and polled by whoever shows it. It lives in the memory
 * of the job; both sides use the functions below.
 */
typedef struct
{
  gsize done_bytes;
  gsize total_bytes;
} StrataProgress;

void strata_progress_set_total (StrataProgress *self, guint64 total_bytes);
void strata_progress_add (StrataProgress *self, guint64 n_bytes);
double strata_progress_get_fraction (StrataProgress *self);
guint64 strata_progress_get_done_bytes (StrataProgress *self);

G_END_DECLS
