/* strata-scene-index.h - what drawing needs in addition to the trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-activity-index.h"
#include "strata-counter-series.h"
#include "strata-lod-index.h"
#include "strata-instant-rows.h"
#include "strata-state-index.h"
#include "strata-switches.h"
#include "strata-trace.h"
#include "strata-usage-index.h"

G_BEGIN_DECLS

#define STRATA_OVERVIEW_BINS 2048

/**
 * StrataSceneIndex:
 * @trace: the trace that is shown, on the clock of @view_options; owned
 * @view_options: how it is shown
 * @hues: colours of slices
 * @thread_hues: colours by thread: their processes' colours
 * @slices: the rows of all tracks, by their number in the trace
 * @switches: (nullable): times switched out, by the same rows; %NULL if there are none to show
 * @switch_table: the switches as a slice table
 * @runs: the runs of the CPUs; a row a CPU
 * @run_table: the runs as a slice table, whose names are threads
 * @usage: how busy the CPUs were
 * @busy: when processes ran; computed for each on request, in the drawing thread
 * @states: the states of threads
 * @instants: instants by process and time
 * @block_min: smallest value of each 64 samples
 * @block_max: largest value of each 64 samples
 * @activity: how busy each part of the trace was, 0 to 1
 *
 * Made in time proportional to the trace; read-only afterwards.
 */
typedef struct
{
  StrataTrace *trace;
  StrataViewOptions view_options;
  StrataHues hues;
  StrataHues thread_hues;
  guint32 *row_begin;
  StrataLodIndex *slices;
  guint32 *switch_row_begin;
  StrataLodIndex *switches;
  StrataSliceTable switch_table;
  guint32 *run_row_begin;
  StrataLodIndex *runs;
  StrataSliceTable run_table;
  StrataUsageIndex usage;
  StrataActivityIndex *busy;
  StrataStateIndex states;
  StrataInstantRows instants;
  double *block_min;
  double *block_max;
  float activity[STRATA_OVERVIEW_BINS];
} StrataSceneIndex;

#define STRATA_SAMPLE_BLOCK 64

StrataSceneIndex *strata_scene_index_new (StrataTrace *trace, const StrataViewOptions *view_options);
void strata_scene_index_free (StrataSceneIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSceneIndex, strata_scene_index_free)

gboolean strata_scene_index_get_range (const StrataSceneIndex *index, const StrataCounter *counter, const StrataCounterSeries *series, guint32 begin, guint32 end, double *min, double *max);

G_END_DECLS
