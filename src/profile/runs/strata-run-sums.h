/* strata-run-sums.h - the data of a run that is kept when its trace is freed
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-profile.h"

G_BEGIN_DECLS

/* Kinds of rows of a run. */
typedef enum
{
  STRATA_RUN_NAME,        /* calls of names that differ only in parts that change from call to call */
  STRATA_RUN_THREAD_NAME, /* the same on threads of a role, see strata_run_names_dup_role() */
  STRATA_RUN_STATE,       /* the time that threads of a role spend in a state */
  STRATA_RUN_FRAMES,      /* a figure of the frames of apps */
  STRATA_RUN_START,       /* a step of the start of an app */
} StrataRunKind;

#define STRATA_N_RUN_KINDS (STRATA_RUN_START + 1)

/* A figure of a row. */
typedef enum
{
  STRATA_RUN_INCLUSIVE,     /* wall time of the outermost calls; the only figure of rows that are not names */
  STRATA_RUN_EXCLUSIVE,     /* wall self time of all calls */
  STRATA_RUN_CPU,           /* CPU time of the outermost calls */
  STRATA_RUN_EXCLUSIVE_CPU, /* CPU self time of all calls */
  STRATA_RUN_CALLS,         /* how many calls there were, including recursive ones */
  STRATA_RUN_MEAN,          /* mean time of the finished calls, by the clock of the scope */
  STRATA_RUN_P50,           /* the time that half of them do not exceed */
  STRATA_RUN_P95,           /* the time that 95 % of them do not exceed */
  STRATA_RUN_MAX,           /* the longest */
} StrataRunMetric;

#define STRATA_N_RUN_METRICS (STRATA_RUN_MAX + 1)

/* Stable names of the rows of frames. */
#define STRATA_RUN_LATE "late"
#define STRATA_RUN_FRAME_P50 "p50"
#define STRATA_RUN_FRAME_P90 "p90"
#define STRATA_RUN_FRAME_P95 "p95"
#define STRATA_RUN_FRAME_P99 "p99"
#define STRATA_RUN_FRAME_MAX "max"

/* A row of a run. Sums exclude unfinished calls. */
typedef struct
{
  StrataRunKind kind; /* what kind of row */
  /* borrowed: its name: the shape of a name, "thread: state", a figure of frames, "app: step"; for
   * names on threads see strata_run_names_dup_key() */
  char *name;
  /* its figures, as sums of the run: ns or the unit of the run, calls, or for late frames a share
   * of 1; NaN if not known */
  double values[STRATA_N_RUN_METRICS];
} StrataRunRow;

/* A run without its trace. */
typedef struct
{
  char *file;               /* the file that it was loaded from */
  guint64 digest;           /* identifies the capture, see strata_run_digest(); 0 when not known */
  gint64 recorded_us;       /* when it was recorded, in µs since 1970; 0 when not known */
  gboolean is_date_of_file; /* whether that is the date of the file, since the capture has none */
  char *unit;               /* nullable: the unit, such as "bytes"; NULL for time */
  StrataClocks clocks;      /* the clocks that it has */
  double seconds;           /* how long its scope is; NaN if its unit is not time */
  guint n_frames;           /* frames of apps that begin there */
  guint n_judged;           /* how many of them were judged */
  guint n_late;             /* how many of those were late or dropped */
  GArray *frame_times_ns;   /* (element-type double): how long each finished frame took, ascending */
  GArray *rows;             /* (element-type StrataRunRow): its rows */

  /* private */
  gatomicrefcount ref_count;
  GHashTable *row_of_name[STRATA_N_RUN_KINDS];
} StrataRunSums;

StrataRunSums *strata_run_sums_new (const char *file);
StrataRunSums *strata_run_sums_new_of_trace (const char *file, StrataTrace *trace, const StrataScope *scope, GCancellable *cancellable);
StrataRunSums *strata_run_sums_ref (StrataRunSums *self);
void strata_run_sums_unref (StrataRunSums *self);
StrataRunRow *strata_run_sums_add (StrataRunSums *self, StrataRunKind kind, const char *name);
void strata_run_sums_count_frames (StrataRunSums *self, const StrataFrames *frames, const StrataScope *scope);
void strata_run_sums_set_frames (StrataRunSums *self, guint n_frames, guint n_judged, guint n_late, const double *times_ns, guint n_times);
const StrataRunRow *strata_run_sums_find (const StrataRunSums *self, StrataRunKind kind, const char *name);
double strata_run_sums_get (const StrataRunSums *self, StrataRunKind kind, const char *name, StrataRunMetric metric);
double strata_run_sums_get_frame_time (const StrataRunSums *self, double part);
const char *strata_run_kind_get_id (StrataRunKind kind);
gboolean strata_run_kind_is_name (StrataRunKind kind);
gboolean strata_run_metric_parse (const char *text, StrataRunMetric *metric);
const char *strata_run_metric_get_id (StrataRunMetric metric);
const char *strata_run_metric_get_title (StrataRunMetric metric);
gboolean strata_run_metric_is_sum (StrataRunMetric metric);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataRunSums, strata_run_sums_unref)

G_END_DECLS
