/* strata-diff-figure.h - figures of a comparison other than those of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diff-counters.h"
#include "strata-diff-frames.h"

G_BEGIN_DECLS

/* Kinds of figures in conditions. */
typedef enum
{
  STRATA_FIGURE_OF_NAME, /* a figure of the calls of a name: none of those here */
  STRATA_FIGURE_LATE,    /* the share of late frames, 0 to 1 */
  STRATA_FIGURE_FRAME,   /* how long frames took, in ns */
  STRATA_FIGURE_COUNTER, /* a figure of a counter, in its unit */
  STRATA_FIGURE_MEASURE, /* another of the measures of diff --measures */
  STRATA_FIGURE_START,   /* how long an app took to start, or a step of it; only for sets */
} StrataFigureKind;

/* A figure of frames. */
typedef enum
{
  STRATA_FIGURE_P50, /* the time that half of the frames do not exceed */
  STRATA_FIGURE_P95, /* the same at 95 % */
  STRATA_FIGURE_P99, /* the same at 99 % */
  STRATA_FIGURE_MAX, /* the longest */
} StrataFigureMetric;

gboolean strata_diff_figure_find_late (GArray *frames, const char *app, double parts[STRATA_N_DIFF_SIDES]);
gboolean strata_diff_figure_find_frame (GArray *frames, const char *app, StrataFigureMetric metric, double times_ns[STRATA_N_DIFF_SIDES]);
gboolean strata_diff_figure_find_counter (GArray *counters, const char *name, StrataDiffCounterMetric metric, double values[STRATA_N_DIFF_SIDES]);

G_END_DECLS
