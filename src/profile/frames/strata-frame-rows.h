/* strata-frame-rows.h - the table of frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-rows.h"

G_BEGIN_DECLS

/* Columns of the table of frames. A row is a frame, by its index. */
typedef enum
{
  STRATA_FRAME_COLUMN_TIME,       /* when it began */
  STRATA_FRAME_COLUMN_DURATION,   /* from its begin to its end */
  STRATA_FRAME_COLUMN_VERDICT,    /* whether it was late */
  STRATA_FRAME_COLUMN_OVERRUN,    /* how long after its deadline it was done; negative if before */
  STRATA_FRAME_COLUMN_UI,         /* the part of the UI thread */
  STRATA_FRAME_COLUMN_RENDER,     /* the part of the render side */
  STRATA_FRAME_COLUMN_WAITING,    /* the rest, from its VSYNC on */
  STRATA_FRAME_COLUMN_MISSED,     /* how many periods passed without a new picture */
  STRATA_FRAME_COLUMN_VSYNC,      /* the VSYNC that started it */
  STRATA_FRAME_COLUMN_DEADLINE,   /* when it had to be done */
  STRATA_FRAME_COLUMN_PERIOD,     /* how long the display had for it */
  STRATA_FRAME_COLUMN_RULE,       /* how the deadline was determined */
  STRATA_FRAME_COLUMN_COUNTER,    /* the counter that the rule uses */
  STRATA_FRAME_COLUMN_SIDE,       /* app or system */
  STRATA_FRAME_COLUMN_PRODUCER,   /* what made it */
  STRATA_FRAME_COLUMN_JOINED_BY,  /* how its parts were joined */
  STRATA_FRAME_COLUMN_SHOWN,      /* when it was shown */
  STRATA_FRAME_COLUMN_ID,         /* its number in the markers */
  STRATA_FRAME_COLUMN_PID,        /* its process */
  STRATA_FRAME_COLUMN_TID,        /* its thread */
  STRATA_FRAME_COLUMN_PROCESS,    /* the name of its process */
  STRATA_FRAME_COLUMN_JANK,       /* why it janked, in the words of the system */
  STRATA_FRAME_COLUMN_PRESENT,    /* how the system showed it */
  STRATA_FRAME_COLUMN_PREDICTION, /* whether the system had predicted it */
  STRATA_FRAME_COLUMN_LAYER,      /* its layer */
  STRATA_FRAME_COLUMN_RUNNING,    /* how long the UI thread ran in its part */
  STRATA_FRAME_COLUMN_RUNNABLE,   /* how long it waited for a CPU */
  STRATA_FRAME_COLUMN_SLEEPING,   /* how long it slept */
  STRATA_FRAME_COLUMN_BLOCKED,    /* how long it was blocked, for any reason */
  STRATA_FRAME_COLUMN_IO,         /* how much of that is known to be for I/O */
  STRATA_FRAME_COLUMN_REASON,     /* for slow frames, the main cause */
  STRATA_FRAME_COLUMN_TOTAL,      /* from its VSYNC to its end, as in the headline and the reasons */
} StrataFrameColumn;

extern const StrataRowClass strata_frame_rows_class;
StrataRows *strata_frame_rows_new (StrataFrames *frames);

G_END_DECLS
