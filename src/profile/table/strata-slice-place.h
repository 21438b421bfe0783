/* strata-slice-place.h - a slice among those of its name, and in its thread
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
 * @rank: its place among them by length, 1 for the longest; of equals the first counts as the longer one
 * @slice_ns: how long it took, on the clock that is shown
 * @thread_ns: how long its thread was in calls, by the same clock; %STRATA_NO_TIME for what is no call
 * @process_ns: how long the threads of its process were, together; the same, and where there is no process
 * @trace_ns: how long the trace is
 *
 * What part of what a slice is. Fields are read only.
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
