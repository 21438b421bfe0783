/* strata-progress.h - the progress of a job, across threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Written by one worker and polled by the thread that shows it. It is part of the job's memory;
 * both sides use the functions below. The total may only become known later (an archive is
 * unpacked, files are read again): the fraction that was shown is kept, and the rest is divided
 * again. */
typedef struct
{
  gsize done_bytes;  /* input read so far; atomic */
  gsize total_bytes; /* total input to read, as far as known; 0 if unknown; atomic */
  gsize size_bytes;  /* the size of the input, which may be read several times; atomic */
  gsize begin_bytes; /* @done_bytes when @total_bytes was last changed; atomic */
  gsize begin_ppm;   /* the fraction then, in millionths; atomic */
  gsize shown_ppm;   /* the largest fraction that was returned, in millionths; belongs to the thread that shows it */
} StrataProgress;

void strata_progress_set_total (StrataProgress *self, guint64 total_bytes);
void strata_progress_add (StrataProgress *self, guint64 n_bytes);
void strata_progress_finish (StrataProgress *self);
double strata_progress_get_fraction (StrataProgress *self);
guint64 strata_progress_get_done_bytes (StrataProgress *self);
guint64 strata_progress_get_size_bytes (StrataProgress *self);

G_END_DECLS
