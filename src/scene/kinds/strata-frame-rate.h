/* strata-frame-rate.h - how many frames a second were shown around a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-span.h"

G_BEGIN_DECLS

/* Walks along the frames of a process; all fields but the first two are zero at first. */
typedef struct
{
  const gint64 *ends_ns; /* (array length=n) borrowed: when frames ended, sorted */
  guint n;               /* how many there are */
  guint next;            /* the first frame that ends at the current time or later */
  guint first;           /* the first frame of its run */
  guint begin;           /* the frames around the current time that are counted */
  guint last;            /* the last one of these */
} StrataFrameRate;

double strata_frame_rate_walk (StrataFrameRate *self, StrataSpan span);

G_END_DECLS
