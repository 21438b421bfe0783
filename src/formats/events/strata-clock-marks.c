/* strata-clock-marks.c - the offset between the clocks of files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-clock-marks.h"

/* Markers report a clock some microseconds after it was read, and the calendar in milliseconds.
 * Clocks that agree this closely are taken to be one. Otherwise each file would be shifted slightly
 * against the others. */
static const gint64 agreement_ns[] = {
  [STRATA_CLOCK_KIND_MONOTONIC] = 1000000,
  [STRATA_CLOCK_KIND_REALTIME] = 2000000,
};

/* Sums are clamped to this range, so that the difference of two does not overflow. */
#define LEAST_NS (-G_GINT64_CONSTANT (100000000000000000))
#define MOST_NS G_GINT64_CONSTANT (9100000000000000000)

static gint64
clamp_sum (gint64 a,
           gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a > 0 ? MOST_NS : LEAST_NS;

  return sum;
}

/**
 * strata_clock_shift:
 * @time_ns: a time in a file
 * @offset_ns: what to add
 *
 * Returns: the time in the trace
 */
gint64
strata_clock_shift (gint64 time_ns,
                    gint64 offset_ns)
{
  if (G_LIKELY (offset_ns == 0))
    return time_ns;

  return CLAMP (clamp_sum (time_ns, offset_ns), LEAST_NS, MOST_NS);
}

/**
 * strata_clock_marks_add:
 * @self: the clock marks of a file
 * @kind: the clock
 * @local_ns: time of the mark, on the file's own clock
 * @reference_ns: what @kind showed at that time
 *
 * Keeps the first mark of each clock.
 */
void
strata_clock_marks_add (StrataClockMarks *self,
                        StrataClockKind kind,
                        gint64 local_ns,
                        gint64 reference_ns)
{
  gint64 distance_ns;

  if (self->is_told[kind] || __builtin_sub_overflow (reference_ns, local_ns, &distance_ns))
    return;

  self->is_told[kind] = TRUE;
  self->distance_ns[kind] = distance_ns;
}

/* Each device has its own monotonic clock; all share the calendar. */
static gboolean
find_by_mark (const StrataClockFile *files,
              guint n_files,
              guint file,
              StrataClockKind kind,
              gint64 *offset_ns)
{
  const StrataClockFile *self = &files[file];

  for (guint i = 0; i < n_files; i++)
    {
      const StrataClockFile *other = &files[i];

      if (i == file || other->lacks_times || !self->marks.is_told[kind] || !other->marks.is_told[kind] || (kind == STRATA_CLOCK_KIND_MONOTONIC && other->device != self->device))
        continue;

      /* how far that file's clock mark is from the clock of the trace */
      const gint64 distance_ns = clamp_sum (other->marks.distance_ns[kind], -other->offset_ns);

      *offset_ns = clamp_sum (self->marks.distance_ns[kind], distance_ns == G_MININT64 ? G_MAXINT64 : -distance_ns);

      if (ABS (*offset_ns) <= agreement_ns[kind] && !self->is_relative)
        *offset_ns = 0;

      return TRUE;
    }

  return FALSE;
}

static gboolean
overlaps (const StrataClockFile *files,
          guint n_files,
          guint file)
{
  const StrataClockFile *self = &files[file];

  for (guint i = 0; i < n_files; i++)
    {
      const StrataClockFile *other = &files[i];

      if (i != file && other->device == self->device && other->has_times && !other->is_relative &&
          self->span.begin_ns <= strata_clock_shift (other->span.end_ns, other->offset_ns) &&
          self->span.end_ns >= strata_clock_shift (other->span.begin_ns, other->offset_ns))
        return TRUE;
    }

  return FALSE;
}

/* The file that others are placed by if nothing else is known. */
static const StrataClockFile *
find_first (const StrataClockFile *files,
            guint n_files)
{
  for (guint i = 0; i < n_files; i++)
    if (!files[i].lacks_times)
      return &files[i];

  return files;
}

/* Times since the start of a device and times of the calendar are decades apart. */
#define MOST_APART_NS (10 * STRATA_YEAR_NS)

/* Whether a file, without a mark of the other's clock, cannot be on the clock on which the other one begins at @other_ns. */
static gboolean
is_apart (const StrataClockFile *self,
          const StrataClockFile *other,
          gint64 other_ns)
{
  return self->is_relative || other->is_relative || self->device != other->device || ABS (strata_time_subtract (self->span.begin_ns, other_ns)) > MOST_APART_NS;
}

/* The first file that can be on the clock of a file, or NULL. */
static const StrataClockFile *
find_companion (const StrataClockFile *files,
                guint n_files,
                guint file)
{
  for (guint i = 0; i < n_files; i++)
    if (i != file && files[i].has_times && !files[i].lacks_times && !is_apart (&files[file], &files[i], files[i].span.begin_ns))
      return &files[i];

  return NULL;
}

/* A file that cannot be on the clock of the first one begins with it, or is placed as another one of its own clock was. */
static gint64
guess_offset (const StrataClockFile *files,
              guint n_files,
              guint file)
{
  const StrataClockFile *self = &files[file];
  const StrataClockFile *first = find_first (files, n_files);
  const gint64 first_ns = strata_clock_shift (first->span.begin_ns, first->offset_ns);
  const StrataClockFile *companion = find_companion (files, n_files, file);

  if (!is_apart (self, first, first_ns))
    return 0;

  return companion != NULL ? companion->offset_ns : clamp_sum (first_ns, -self->span.begin_ns);
}

/**
 * strata_clock_find_offset:
 * @files: (array length=n_files): files whose offset is known
 * @n_files: how many there are
 * @file: index of the file in question, which may be beyond @n_files
 * @rule: (out): how the offset was found
 *
 * Finds the offset to add to the times of a file. Marks of the monotonic clock are best,
 * then those of the calendar. Without marks, files of one device whose times overlap are
 * assumed to share one clock, that of the kernel. If nothing is known, files that count from
 * their start, come from another device or are decades away are aligned with the start of the
 * first file, or like another file that they can share a clock with; others keep their times.
 *
 * Returns: the offset
 */
gint64
strata_clock_find_offset (const StrataClockFile *files,
                          guint n_files,
                          guint file,
                          StrataClockRule *rule)
{
  const StrataClockFile *self = &files[file];
  gint64 offset_ns = 0;

  if (!self->has_times)
    *rule = STRATA_CLOCK_RULE_NONE;
  else if (find_by_mark (files, n_files, file, STRATA_CLOCK_KIND_MONOTONIC, &offset_ns))
    *rule = STRATA_CLOCK_RULE_MONOTONIC;
  else if (find_by_mark (files, n_files, file, STRATA_CLOCK_KIND_REALTIME, &offset_ns))
    *rule = STRATA_CLOCK_RULE_REALTIME;
  else if (!self->is_relative && overlaps (files, n_files, file))
    *rule = STRATA_CLOCK_RULE_OVERLAP;
  else
    {
      *rule = STRATA_CLOCK_RULE_UNKNOWN;

      if (n_files > 0)
        offset_ns = guess_offset (files, n_files, file);
    }

  return offset_ns;
}

/**
 * strata_clock_is_first:
 * @files: files
 * @file: index of one of them
 *
 * Returns: whether no earlier file is a clock for others
 */
gboolean
strata_clock_is_first (const StrataClockFile *files,
                       guint file)
{
  for (guint i = 0; i < file; i++)
    if (!files[i].lacks_times)
      return FALSE;

  return TRUE;
}

/**
 * strata_clock_find_calendar_us:
 * @files: (array length=n_files): the files of a trace, whose offsets are known
 * @n_files: how many there are
 * @calendar_us: (out): the calendar time at time 0 of the trace, µs since 1970
 *
 * Returns: whether a file contains it
 */
gboolean
strata_clock_find_calendar_us (const StrataClockFile *files,
                               guint n_files,
                               gint64 *calendar_us)
{
  for (guint i = 0; i < n_files; i++)
    if (files[i].marks.is_told[STRATA_CLOCK_KIND_REALTIME])
      {
        *calendar_us = files[i].marks.distance_ns[STRATA_CLOCK_KIND_REALTIME] / 1000 - files[i].offset_ns / 1000;
        return TRUE;
      }

  return FALSE;
}
