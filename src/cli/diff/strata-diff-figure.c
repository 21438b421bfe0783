/* strata-diff-figure.c - figures of a comparison other than those of names
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-diff-figure.h"

#include <math.h>

/* A thread has the last 15 characters of its app's name. */
static gboolean
is_of_app (const StrataDiffFrames *row,
           const char *app)
{
  return *app == '\0' || g_str_equal (row->title, app) || (strlen (row->title) == 15 && g_str_has_suffix (app, row->title));
}

static guint
count_frames (const StrataDiffFrames *row)
{
  return row->summary[STRATA_DIFF_A].n_frames + row->summary[STRATA_DIFF_B].n_frames;
}

/* The row of an app with the most frames; those of the compositor are skipped, since they show them again. */
static const StrataDiffFrames *
find_row (GArray *frames,
          const char *app)
{
  const StrataDiffFrames *found = NULL;

  for (guint i = 0; i < frames->len; i++)
    {
      const StrataDiffFrames *row = &g_array_index (frames, StrataDiffFrames, i);

      if (is_of_app (row, app) && (!row->is_system || *app != '\0') && (found == NULL || count_frames (row) > count_frames (found)))
        found = row;
    }

  return found;
}

/**
 * strata_diff_figure_find_late:
 * @frames: (element-type StrataDiffFrames): the frames of both
 * @app: the name of an app; empty for the one with the most frames
 * @parts: (out caller-allocates): the share of late frames among its judged frames on each side; NaN if none is judged
 *
 * Returns: %FALSE if it has no frames
 */
gboolean
strata_diff_figure_find_late (GArray *frames,
                              const char *app,
                              double parts[STRATA_N_DIFF_SIDES])
{
  const StrataDiffFrames *row = find_row (frames, app);

  for (guint side = 0; row != NULL && side < STRATA_N_DIFF_SIDES; side++)
    parts[side] = row->summary[side].n_judged > 0 ? (double) strata_diff_frames_get_n_late (row, side) / row->summary[side].n_judged : NAN;

  return row != NULL;
}

static double
get_time_ns (const StrataFrameSummary *summary,
             StrataFigureMetric metric)
{
  const gint64 times_ns[] = {
    [STRATA_FIGURE_P50] = summary->p50_ns,
    [STRATA_FIGURE_P95] = summary->p95_ns,
    [STRATA_FIGURE_P99] = summary->p99_ns,
    [STRATA_FIGURE_MAX] = summary->longest_ns,
  };

  return summary->longest_frame != STRATA_NONE && summary->n_frames > 0 ? (double) times_ns[metric] : NAN;
}

/**
 * strata_diff_figure_find_frame:
 * @frames: (element-type StrataDiffFrames): the frames of both
 * @app: the name of an app; empty for the one with the most frames
 * @metric: the metric
 * @times_ns: (out caller-allocates): the figure of each side; NaN if no frame finished
 *
 * Returns: %FALSE if it has no frames
 */
gboolean
strata_diff_figure_find_frame (GArray *frames,
                               const char *app,
                               StrataFigureMetric metric,
                               double times_ns[STRATA_N_DIFF_SIDES])
{
  const StrataDiffFrames *row = find_row (frames, app);

  for (guint side = 0; row != NULL && side < STRATA_N_DIFF_SIDES; side++)
    times_ns[side] = get_time_ns (&row->summary[side], metric);

  return row != NULL;
}

/**
 * strata_diff_figure_find_counter:
 * @counters: (element-type StrataDiffCounter): the counters of both
 * @name: the name of one; numbers in it are ignored
 * @metric: the metric
 * @values: (out caller-allocates): the figure of each side; NaN if it has no value
 *
 * Returns: %FALSE if there is no such counter
 */
gboolean
strata_diff_figure_find_counter (GArray *counters,
                                 const char *name,
                                 StrataDiffCounterMetric metric,
                                 double values[STRATA_N_DIFF_SIDES])
{
  const guint32 found = strata_diff_counters_find (counters, name);

  for (guint side = 0; found != STRATA_NONE && side < STRATA_N_DIFF_SIDES; side++)
    values[side] = strata_diff_counter_get (&g_array_index (counters, StrataDiffCounter, found), side, metric);

  return found != STRATA_NONE;
}
