/* strata-headline.h - the main finding of a trace, in one sentence
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-hot-method.h"
#include "strata-long-tasks.h"

G_BEGIN_DECLS

/* Kinds of findings. */
typedef enum
{
  STRATA_HEADLINE_NONE,        /* there are neither frames nor long tasks to report */
  STRATA_HEADLINE_LATE_FRAMES, /* frames of an app were late */
  STRATA_HEADLINE_LONG_TASKS,  /* no frame was late, but tasks of a main thread took too long */
  STRATA_HEADLINE_ON_TIME,     /* there are frames, and all of them were on time */
  STRATA_HEADLINE_BUSIEST,     /* of processes without frames or long tasks, one did the most work */
  STRATA_HEADLINE_METHOD,      /* of a method trace or a profile, the method that took the most time itself */
  STRATA_HEADLINE_SCHEDULER,   /* only scheduling was recorded; one thread ran the most */
  STRATA_HEADLINE_LONGEST,     /* there are only slices that are not calls of threads */
  STRATA_HEADLINE_LOG,         /* there are lines of a log, but neither calls nor scheduling */
  STRATA_HEADLINE_COUNTERS,    /* there are counters, but neither calls nor scheduling */
  STRATA_HEADLINE_FREEZE,      /* a log of stacks without times says why it was written */
} StrataHeadlineKind;

/* The finding that a user should see first. */
typedef struct
{
  StrataHeadlineKind kind; /* what kind of finding */
  guint32 process;         /* index of the process that the trace is about, or STRATA_NONE */
  guint32 thread;          /* index of the main thread of @process, or STRATA_NONE */
  guint32 render_thread;   /* index of the thread that draws its frames, or STRATA_NONE */
  guint32 frame;           /* index of its worst late frame, or STRATA_NONE */
  guint32 slice;           /* index of the slice to show: of @frame, or the longest task or call; or STRATA_NONE */
  guint32 instant;         /* index of the line to show of STRATA_HEADLINE_LOG: the first crash, hang or error; or STRATA_NONE */
  StrataHotMethod method;  /* for STRATA_HEADLINE_METHOD */
} StrataHeadline;

void strata_headline_find (StrataHeadline *self, const StrataFrames *frames, const StrataLongTask *tasks, guint n_tasks);
char *strata_headline_dup_text (const StrataHeadline *self, const StrataFrames *frames, const StrataLongTask *tasks, guint n_tasks);

G_END_DECLS
