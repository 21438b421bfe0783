/* strata-clock-marks.h - how far the clock of a file is from others
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-inputs.h"

G_BEGIN_DECLS

/**
 * StrataClockKind:
 * @STRATA_CLOCK_KIND_MONOTONIC: CLOCK_MONOTONIC of the kernel
 * @STRATA_CLOCK_KIND_REALTIME: the calendar
 *
 * Clocks that mean something outside of a file.
 */
typedef enum
{
  STRATA_CLOCK_KIND_MONOTONIC,
  STRATA_CLOCK_KIND_REALTIME,
  STRATA_N_CLOCK_KINDS,
} StrataClockKind;

/**
 * StrataClockMarks:
 * @is_told: by kind, whether the file has it
 * @distance_ns: by kind, what is to be added to the times of the file to get those of that clock
 *
 * What a file says of clocks.
 */
typedef struct
{
  gboolean is_told[STRATA_N_CLOCK_KINDS];
  gint64 distance_ns[STRATA_N_CLOCK_KINDS];
} StrataClockMarks;

/**
 * StrataClockFile:
 * @marks: what it says
 * @span: its times, on its own clock
 * @offset_ns: what is to be added to them, once that is settled
 * @device: its device
 * @has_times: whether it has any
 * @is_relative: whether its times are counted from its begin
 * @lacks_times: whether they only say how long something took, so that it is no clock for others
 *
 * A file, as far as it matters for its clock.
 */
typedef struct
{
  StrataClockMarks marks;
  StrataSpan span;
  gint64 offset_ns;
  guint device;
  gboolean has_times;
  gboolean is_relative;
  gboolean lacks_times;
} StrataClockFile;

void strata_clock_marks_add (StrataClockMarks *self, StrataClockKind kind, gint64 local_ns, gint64 reference_ns);
gint64 strata_clock_find_offset (const StrataClockFile *files, guint n_files, guint file, StrataClockRule *rule);
gboolean strata_clock_is_first (const StrataClockFile *files, guint file);
gboolean strata_clock_find_calendar_us (const StrataClockFile *files, guint n_files, gint64 *calendar_us);
gint64 strata_clock_shift (gint64 time_ns, gint64 offset_ns);

G_END_DECLS
