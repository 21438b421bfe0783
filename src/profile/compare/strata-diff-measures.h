/* strata-diff-measures.h - measures of two traces other than the times of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-thread-match.h"

G_BEGIN_DECLS

/**
 * StrataMeasureKind:
 * @STRATA_MEASURE_LATENCY: from a marker to another; first, since the user asked for it
 * @STRATA_MEASURE_FRAMES: frames of a thread
 * @STRATA_MEASURE_START: the start of an app
 * @STRATA_MEASURE_INPUT: from an input event to its frame
 * @STRATA_MEASURE_TASKS: long tasks of a process
 * @STRATA_MEASURE_CPU: usage of a CPU, a cluster or all of them
 * @STRATA_MEASURE_ASYNC: asynchronous slices of a name
 * @STRATA_MEASURE_COUNTER: values of a counter
 *
 * Kinds of measures.
 */
typedef enum
{
  STRATA_MEASURE_LATENCY,
  STRATA_MEASURE_FRAMES,
  STRATA_MEASURE_START,
  STRATA_MEASURE_INPUT,
  STRATA_MEASURE_TASKS,
  STRATA_MEASURE_CPU,
  STRATA_MEASURE_ASYNC,
  STRATA_MEASURE_COUNTER,
} StrataMeasureKind;

#define STRATA_N_MEASURE_KINDS (STRATA_MEASURE_COUNTER + 1)

/**
 * StrataMeasureUnit:
 * @STRATA_MEASURE_IN_NS: a time
 * @STRATA_MEASURE_IN_ITEMS: a count
 * @STRATA_MEASURE_IN_PARTS: a share, 0 to 1
 * @STRATA_MEASURE_IN_OWN: the unit of the counter
 *
 * Units of values.
 */
typedef enum
{
  STRATA_MEASURE_IN_NS,
  STRATA_MEASURE_IN_ITEMS,
  STRATA_MEASURE_IN_PARTS,
  STRATA_MEASURE_IN_OWN,
} StrataMeasureUnit;

/**
 * StrataDiffMeasure:
 * @kind: what kind of measure
 * @name: the name of the thread, app, CPU and so on
 * @key: (nullable): its name in conditions if that differs from @name, such as "all", "7" or "cluster 4" for CPUs
 * @figure: the name of the value for programs; static
 * @unit: the unit of the values
 * @value: the value of each side; NaN if it has none
 * @p_value: the probability of such a difference or a larger one by chance, adjusted for
 *   all measures; NaN if it is not tested
 *
 * A measure of two traces.
 */
typedef struct
{
  StrataMeasureKind kind;
  char *name;
  char *key;
  const char *figure;
  StrataMeasureUnit unit;
  double value[STRATA_N_DIFF_SIDES];
  double p_value;
} StrataDiffMeasure;

/**
 * StrataLatencyNames:
 * @from: the name of a slice or an instant where it begins
 * @to: the name of a slice or an instant where it ends
 *
 * A latency to measure.
 */
typedef struct
{
  char *from;
  char *to;
} StrataLatencyNames;

/**
 * StrataMeasureInput:
 * @traces: two traces
 * @scopes: their scopes; only the span and the process count
 * @frames: their frames
 * @match: their matched threads
 * @latencies: (array length=n_latencies): which latencies to measure
 * @n_latencies: how many
 *
 * The input of a measurement.
 */
typedef struct
{
  StrataTrace *traces[STRATA_N_DIFF_SIDES];
  StrataScope scopes[STRATA_N_DIFF_SIDES];
  StrataFrames *frames[STRATA_N_DIFF_SIDES];
  const StrataThreadMatch *match;
  const StrataLatencyNames *latencies;
  guint n_latencies;
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
