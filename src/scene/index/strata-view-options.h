/* strata-view-options.h - the clock and the colours of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataColoring:
 * @STRATA_COLORING_NAME: each name has its colour, the same in all captures
 * @STRATA_COLORING_PACKAGE: each package of methods; slices that are not methods by name
 * @STRATA_COLORING_TIME: round-robin from the names with the most inclusive time, as in Traceview
 * @STRATA_COLORING_PROCESS: each process
 * @STRATA_COLORING_CATEGORY: each category, or tags if there is none
 * @STRATA_COLORING_THREAD: each name of threads, the same in all captures; asynchronous slices by their process
 * @STRATA_COLORING_DURATION: by duration, a colour for each power of ten
 * @STRATA_COLORING_STATE: by the state of the thread for most of the slice, similar to the colours of states
 *
 * The meaning of the colours of slices.
 */
typedef enum
{
  STRATA_COLORING_NAME,
  STRATA_COLORING_PACKAGE,
  STRATA_COLORING_TIME,
  STRATA_COLORING_PROCESS,
  STRATA_COLORING_CATEGORY,
  STRATA_COLORING_THREAD,
  STRATA_COLORING_DURATION,
  STRATA_COLORING_STATE,
  STRATA_N_COLORINGS,
} StrataColoring;

/**
 * StrataViewOptions:
 * @clock: %STRATA_CLOCK_CPU to put slices on their threads' CPU clocks, if the trace has them; else the clock of the file
 * @coloring: the meaning of colours
 * @has_switches: whether the time that a call was switched out is pale
 *
 * How slices are shown.
 */
typedef struct
{
  StrataClocks clock;
  StrataColoring coloring;
  gboolean has_switches;
} StrataViewOptions;

#define STRATA_VIEW_OPTIONS_INIT                   \
  {                                                \
    STRATA_CLOCK_WALL, STRATA_COLORING_NAME, FALSE \
  }

const char *strata_coloring_get_id (StrataColoring coloring);
gboolean strata_coloring_from_id (const char *id, StrataColoring *coloring);

G_END_DECLS
