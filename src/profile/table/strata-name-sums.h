/* strata-name-sums.h - the slices of a name, summed up
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
 * @wall_ns: wall time; %STRATA_NO_TIME when the trace has no wall clock
 * @self_ns: the same, without what is called
 * @cpu_ns: CPU time; %STRATA_NO_TIME when that of no call is known
 * @self_cpu_ns: the same, without what is called
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
 * Who calls a name.
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
 * @n_recursive: how many of these lie inside a call of the same name
 * @n_unknown_self_cpu: of how many calls it is not known how long they ran without those inside them; if of more than @n_unknown_cpu, there is no sum of that
 * @n_unknown_cpu: of how many calls the CPU time is not known; of them, sums have what is known of the calls inside them
 * @calls: times of the calls; those inside calls of the same name count once
 * @all: times of all calls of the trace, where @self_ns and @self_cpu_ns are the same as the others
 * @async_ns: how long those took that are no calls, together
 * @durations: how long single slices took, on the clock that is shown
 * @histogram: the same
 * @callers: (element-type StrataNameCaller): who calls it, the longest first
 *
 * What is known of all slices of a name together. Fields are read only.
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
