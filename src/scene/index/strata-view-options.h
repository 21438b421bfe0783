/* strata-view-options.h - the clock and the colours of slices
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The meaning of the colours of slices. */
typedef enum
{
  STRATA_COLORING_NAME,     /* each name has its colour, the same in all captures */
  STRATA_COLORING_PACKAGE,  /* each package of methods; slices that are not methods by name */
  STRATA_COLORING_TIME,     /* round-robin from the names with the most inclusive time, as in Traceview */
  STRATA_COLORING_PROCESS,  /* each process */
  STRATA_COLORING_CATEGORY, /* each category, or tags if there is none */
  STRATA_COLORING_THREAD,   /* each name of threads, the same in all captures; asynchronous slices by their process */
  STRATA_COLORING_DURATION, /* by duration, a colour for each power of ten */
  STRATA_COLORING_STATE,    /* by the state of the thread for most of the slice, similar to the colours of states */
  STRATA_N_COLORINGS,
} StrataColoring;

/* How slices are shown. */
typedef struct
{
  /* STRATA_CLOCK_CPU to put slices on their threads' CPU clocks, if the trace has them; else the
   * clock of the file */
  StrataClocks clock;
  StrataColoring coloring; /* the meaning of colours */
  gboolean has_switches;   /* whether the time that a call was switched out is pale */
} StrataViewOptions;

#define STRATA_VIEW_OPTIONS_INIT                   \
  {                                                \
    STRATA_CLOCK_WALL, STRATA_COLORING_NAME, FALSE \
  }

const char *strata_coloring_get_id (StrataColoring coloring);
gboolean strata_coloring_from_id (const char *id, StrataColoring *coloring);

G_END_DECLS
