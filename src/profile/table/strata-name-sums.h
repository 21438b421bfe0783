/* strata-name-sums.h - sums of the slices of a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-durations.h"

G_BEGIN_DECLS

/**
 * StrataNameTimes:
 * @wall_ns: wall time; %STRATA_NO_TIME if the trace has no wall clock
 * @self_ns: the same without calls inside
 * @cpu_ns: CPU time; %STRATA_NO_TIME if it is not known for any call
 * @self_cpu_ns: the same without calls inside
 */
typedef struct
{
  gint64 wall_ns;
  gint64 self_ns;
  gint64 cpu_ns;
  gint64 self_cpu_ns;
} StrataNameTimes;

/**
 * StrataNameCaller:
 * @name: string id of its name; %STRATA_NONE for the outermost calls, which have no caller
 * @n_calls: how many calls it made
 * @total_ns: how long these took, on the clock that is shown
 * @longest: the longest of them, the first of equals
 *
 * A caller of a name.
 */
typedef struct
{
  guint32 name;
  guint32 longest;
  guint64 n_calls;
  gint64 total_ns;
} StrataNameCaller;

/**
 * StrataNameSums:
 * @trace: the trace
 * @name: string id of the name
 * @slices: (array length=n_slices): all slices of the name, ascending
 * @n_slices: how many
 * @n_calls: how many of them are calls
 * @n_recursive: how many of these are inside a call of the same name
 * @n_unknown_self_cpu: how many calls have an unknown self CPU time; if these are more than @n_unknown_cpu, there is no sum of self CPU times
 * @n_unknown_cpu: how many calls have an unknown CPU time; for them, sums include the known times of the calls inside
 * @calls: times of the calls; those inside calls of the same name count once
 * @all: times of all calls of the trace, with @self_ns and @self_cpu_ns equal to the inclusive times
 * @async_ns: total time of slices that are not calls
 * @durations: durations of single slices, on the clock that is shown
 * @histogram: the same
 * @callers: (element-type StrataNameCaller): its callers, longest first
 *
 * Sums of all slices of a name. Fields are read only.
 */
typedef struct
{
  StrataTrace *trace;
  guint32 name;
  guint32 *slices;
  guint32 n_slices;
  guint32 n_calls;
  guint32 n_recursive;
  guint32 n_unknown_cpu;
  guint32 n_unknown_self_cpu;
  StrataNameTimes calls;
  StrataNameTimes all;
  gint64 async_ns;
  StrataDurations durations;
  StrataHistogram histogram;
  GArray *callers;

  /*< private >*/
  gatomicrefcount ref_count;
} StrataNameSums;

StrataNameSums *strata_name_sums_new (StrataTrace *trace, guint32 name, GCancellable *cancellable, GError **error);
StrataNameSums *strata_name_sums_ref (StrataNameSums *self);
void strata_name_sums_unref (StrataNameSums *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataNameSums, strata_name_sums_unref)

G_END_DECLS
