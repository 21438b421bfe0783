/* strata-slice-place.h - a slice compared with those of its name and its thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-name-sums.h"

G_BEGIN_DECLS

/* The shares of a slice in its name, thread, process and trace. Fields are read only. */
typedef struct
{
  StrataNameSums *sums; /* all slices of its name */
  guint32 slice;        /* the slice */
  guint32 rank;         /* its rank among them by duration, 1 for the longest; of equal ones the first counts as longer */
  gint64 slice_ns;      /* its duration, on the clock that is shown */
  gint64 thread_ns;     /* how long its thread was in calls, by the same clock; STRATA_NO_TIME if it is not a call */
  gint64 process_ns;    /* the same for all threads of its process together; also STRATA_NO_TIME without a process */
  gint64 trace_ns;      /* the length of the trace */
} StrataSlicePlace;

StrataSlicePlace *strata_slice_place_new (StrataTrace *trace, guint32 slice, StrataNameSums *known, GCancellable *cancellable);
void strata_slice_place_free (StrataSlicePlace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSlicePlace, strata_slice_place_free)

G_END_DECLS
