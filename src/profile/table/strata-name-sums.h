/* strata-name-sums.h - sums of the slices of a name
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-durations.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 wall_ns;     /* wall time; STRATA_NO_TIME if the trace has no wall clock */
  gint64 self_ns;     /* the same without calls inside */
  gint64 cpu_ns;      /* CPU time; STRATA_NO_TIME if it is not known for any call */
  gint64 self_cpu_ns; /* the same without calls inside */
} StrataNameTimes;

/* A caller of a name. */
typedef struct
{
  guint32 name;    /* string id of its name; STRATA_NONE for the outermost calls, which have no caller */
  guint32 longest; /* the longest of them, the first of equals */
  guint64 n_calls; /* how many calls it made */
  gint64 total_ns; /* how long these took, on the clock that is shown */
} StrataNameCaller;

/* Sums of all slices of a name. Fields are read only. */
typedef struct
{
  StrataTrace *trace;  /* the trace */
  guint32 name;        /* string id of the name */
  guint32 *slices;     /* (array length=n_slices): all slices of the name, ascending */
  guint32 n_slices;    /* how many */
  guint32 n_calls;     /* how many of them are calls */
  guint32 n_recursive; /* how many of these are inside a call of the same name */
  /* how many calls have an unknown CPU time; for them, sums include the known times of the calls
   * inside */
  guint32 n_unknown_cpu;
  /* how many calls have an unknown self CPU time; if these are more than @n_unknown_cpu, there is
   * no sum of self CPU times */
  guint32 n_unknown_self_cpu;
  StrataNameTimes calls;     /* times of the calls; those inside calls of the same name count once */
  StrataNameTimes all;       /* times of all calls of the trace, with @self_ns and @self_cpu_ns equal to the inclusive times */
  gint64 async_ns;           /* total time of slices that are not calls */
  StrataDurations durations; /* durations of single slices, on the clock that is shown */
  StrataHistogram histogram; /* the same */
  GArray *callers;           /* (element-type StrataNameCaller): its callers, longest first */

  /* private */
  gatomicrefcount ref_count;
} StrataNameSums;

StrataNameSums *strata_name_sums_new (StrataTrace *trace, guint32 name, GCancellable *cancellable);
StrataNameSums *strata_name_sums_ref (StrataNameSums *self);
void strata_name_sums_unref (StrataNameSums *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataNameSums, strata_name_sums_unref)

G_END_DECLS
