/* strata-clock-marks.h - the offset between the clocks of files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-inputs.h"

G_BEGIN_DECLS

/* Clocks that are meaningful outside of a file. */
typedef enum
{
  STRATA_CLOCK_KIND_MONOTONIC, /* CLOCK_MONOTONIC of the kernel */
  STRATA_CLOCK_KIND_REALTIME,  /* the calendar */
  STRATA_N_CLOCK_KINDS,
} StrataClockKind;

/* The clock marks of a file. */
typedef struct
{
  gboolean is_told[STRATA_N_CLOCK_KINDS];   /* by kind, whether the file has a mark of it */
  gint64 distance_ns[STRATA_N_CLOCK_KINDS]; /* by kind, what to add to the times of the file to get those of that clock */
} StrataClockMarks;

/* The properties of a file that matter for its clock. */
typedef struct
{
  StrataClockMarks marks; /* its clock marks */
  StrataSpan span;        /* its times, on its own clock */
  gint64 offset_ns;       /* what to add to its times, once that is known */
  guint device;           /* its device */
  gboolean has_times;     /* whether it has any */
  gboolean is_relative;   /* whether its times are counted from its start */
  gboolean lacks_times;   /* whether its times are only durations, so that it is no clock for others */
} StrataClockFile;

void strata_clock_marks_add (StrataClockMarks *self, StrataClockKind kind, gint64 local_ns, gint64 reference_ns);
gint64 strata_clock_find_offset (const StrataClockFile *files, guint n_files, guint file, StrataClockRule *rule);
gboolean strata_clock_is_first (const StrataClockFile *files, guint file);
gboolean strata_clock_find_calendar_us (const StrataClockFile *files, guint n_files, gint64 *calendar_us);
gint64 strata_clock_shift (gint64 time_ns, gint64 offset_ns);

G_END_DECLS
