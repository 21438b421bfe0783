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

/* Made in time proportional to the trace; read-only afterwards. */
typedef struct
{
  StrataTrace *trace;             /* the trace that is shown, on the clock of @view_options; owned */
  StrataViewOptions view_options; /* how it is shown */
  StrataHues hues;                /* colours of slices */
  StrataHues thread_hues;         /* colours by thread: their processes' colours */
  guint32 *row_begin;
  StrataLodIndex *slices; /* the rows of all tracks, by their number in the trace */
  guint32 *switch_row_begin;
  StrataLodIndex *switches;      /* nullable: times switched out, by the same rows; NULL if there are none to show */
  StrataSliceTable switch_table; /* the switches as a slice table */
  guint32 *run_row_begin;
  StrataLodIndex *runs;                 /* the runs of the CPUs; a row a CPU */
  StrataSliceTable run_table;           /* the runs as a slice table, whose names are threads */
  StrataUsageIndex usage;               /* how busy the CPUs were */
  StrataActivityIndex *busy;            /* when processes ran; computed for each on request, in the drawing thread */
  StrataStateIndex states;              /* the states of threads */
  StrataInstantRows instants;           /* instants by process and time */
  double *block_min;                    /* smallest value of each 64 samples */
  double *block_max;                    /* largest value of each 64 samples */
  float activity[STRATA_OVERVIEW_BINS]; /* how busy each part of the trace was, 0 to 1 */
} StrataSceneIndex;

#define STRATA_SAMPLE_BLOCK 64

StrataSceneIndex *strata_scene_index_new (StrataTrace *trace, const StrataViewOptions *view_options);
void strata_scene_index_free (StrataSceneIndex *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSceneIndex, strata_scene_index_free)

gboolean strata_scene_index_get_range (const StrataSceneIndex *index, const StrataCounter *counter, const StrataCounterSeries *series, guint32 begin, guint32 end, double *min, double *max);

G_END_DECLS
