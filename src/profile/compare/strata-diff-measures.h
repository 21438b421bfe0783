/* strata-diff-measures.h - measures of two traces other than the times of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-thread-match.h"

G_BEGIN_DECLS

/* Kinds of measures. */
typedef enum
{
  STRATA_MEASURE_LATENCY, /* from a marker to another; first, since the user asked for it */
  STRATA_MEASURE_FRAMES,  /* frames of a thread */
  STRATA_MEASURE_START,   /* the start of an app */
  STRATA_MEASURE_INPUT,   /* from an input event to its frame */
  STRATA_MEASURE_TASKS,   /* long tasks of a process */
  STRATA_MEASURE_CPU,     /* usage of a CPU, a cluster or all of them */
  STRATA_MEASURE_ASYNC,   /* asynchronous slices of a name */
  STRATA_MEASURE_COUNTER, /* values of a counter */
} StrataMeasureKind;

#define STRATA_N_MEASURE_KINDS (STRATA_MEASURE_COUNTER + 1)

/* Units of values. */
typedef enum
{
  STRATA_MEASURE_IN_NS,    /* a time */
  STRATA_MEASURE_IN_ITEMS, /* a count */
  STRATA_MEASURE_IN_PARTS, /* a share, 0 to 1 */
  STRATA_MEASURE_IN_OWN,   /* the unit of the counter */
} StrataMeasureUnit;

/* A measure of two traces. */
typedef struct
{
  StrataMeasureKind kind;            /* what kind of measure */
  char *name;                        /* the name of the thread, app, CPU and so on */
  char *key;                         /* nullable: its name in conditions if that differs from @name, such as "all", "7" or "cluster 4" for CPUs */
  const char *figure;                /* the name of the value for programs; static */
  StrataMeasureUnit unit;            /* the unit of the values */
  double value[STRATA_N_DIFF_SIDES]; /* the value of each side; NaN if it has none */
  /* the probability of such a difference or a larger one by chance, adjusted for all measures; NaN
   * if it is not tested */
  double p_value;
} StrataDiffMeasure;

/* A latency to measure. */
typedef struct
{
  char *from; /* the name of a slice or an instant where it begins */
  char *to;   /* the name of a slice or an instant where it ends */
} StrataLatencyNames;

/* The input of a measurement. */
typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];  /* two traces */
  StrataScope scopes[STRATA_N_DIFF_SIDES];   /* their scopes; only the span and the process count */
  StrataFrames *frames[STRATA_N_DIFF_SIDES]; /* their frames */
  const StrataThreadMatch *match;            /* their matched threads */
  const StrataLatencyNames *latencies;       /* (array length=n_latencies): which latencies to measure */
  guint n_latencies;                         /* how many */
} StrataMeasureInput;

char *strata_latency_names_dup_title (const StrataLatencyNames *self);
GArray *strata_diff_measures_new (const StrataMeasureInput *input, GCancellable *cancellable);
double strata_diff_measure_get_delta (const StrataDiffMeasure *self);
double strata_diff_measure_get_change (const StrataDiffMeasure *self);
const char *strata_diff_measure_format (StrataMeasureUnit unit, double value, char text[STRATA_UNITS_BYTES]);
const char *strata_diff_measure_format_delta (StrataMeasureUnit unit, double value, char text[STRATA_UNITS_BYTES]);
const StrataDiffMeasure *strata_diff_measures_find (GArray *measures, StrataMeasureKind kind, const char *name, const char *figure);
gboolean strata_measure_figure_find_unit (StrataMeasureKind kind, const char *figure, StrataMeasureUnit *unit);
const char *strata_measure_kind_get_id (StrataMeasureKind kind);
const char *strata_measure_kind_get_title (StrataMeasureKind kind);
const char *strata_measure_figure_get_title (const char *figure);

G_END_DECLS
