/* strata-slice-place.h - a slice compared with those of its name and its thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-name-sums.h"

G_BEGIN_DECLS

/**
 * StrataSlicePlace:
 * @sums: all slices of its name
 * @slice: the slice
 * @rank: its rank among them by duration, 1 for the longest; of equal ones the first counts as longer
 * @slice_ns: its duration, on the clock that is shown
 * @thread_ns: how long its thread was in calls, by the same clock; %STRATA_NO_TIME if it is not a call
 * @process_ns: the same for all threads of its process together; also %STRATA_NO_TIME without a process
 * @trace_ns: the length of the trace
 *
 * The shares of a slice in its name, thread, process and trace. Fields are read only.
 */
typedef struct
{
  StrataNameSums *sums;
  guint32 slice;
  guint32 rank;
  gint64 slice_ns;
  gint64 thread_ns;
  gint64 process_ns;
  gint64 trace_ns;
} StrataSlicePlace;

StrataSlicePlace *strata_slice_place_new (StrataTrace *trace, guint32 slice, StrataNameSums *known, GCancellable *cancellable, GError **error);
void strata_slice_place_free (StrataSlicePlace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSlicePlace, strata_slice_place_free)

G_END_DECLS
