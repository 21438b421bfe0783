/* strata-frame-rate.c - how many frames a second were shown around a time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-rate.h"

/* The rate is the number of frames in the second around a time. A pause of half a second separates runs of frames, and
 * that second is cut off at the ends of a run: else the rate would seem to rise before the first frame and to sink
 * while the last frames are shown. In a pause, the rate is 0. */
#define HALF_SECOND_NS 500000000

static gboolean
begins_run (const StrataFrameRate *self,
            guint frame)
{
  return frame == 0 || strata_time_subtract (self->ends_ns[frame], self->ends_ns[frame - 1]) >= HALF_SECOND_NS;
}

static gboolean
is_in_run (const StrataFrameRate *self,
           guint frame)
{
  return frame < self->n && !begins_run (self, frame);
}

/* Counts the frames that end after the start of the part and up to its end. */
static double
count (StrataFrameRate *self,
       gint64 time_ns)
{
  const gint64 begin_ns = MAX (strata_time_add (time_ns, -HALF_SECOND_NS), self->ends_ns[self->first]);
  const gint64 end_ns = strata_time_add (time_ns, HALF_SECOND_NS);

  self->last = MAX (self->last, self->next);
  while (is_in_run (self, self->last + 1) && self->ends_ns[self->last + 1] <= end_ns)
    self->last++;
  while (self->begin <= self->last && self->ends_ns[self->begin] <= begin_ns)
    self->begin++;

  const gint64 cut_ns = is_in_run (self, self->last + 1) ? end_ns : self->ends_ns[self->last];

  return cut_ns > begin_ns ? (self->last + 1 - self->begin) * 1e9 / (double) (cut_ns - begin_ns) : 0.0;
}

/**
 * strata_frame_rate_walk:
 * @self: the frames
 * @span: a time, such as that of a column; later than in the call before
 *
 * Returns: the frames per second around the start of @span, or around the first frame in it if there was none before
 */
double
strata_frame_rate_walk (StrataFrameRate *self,
                        StrataSpan span)
{
  while (self->next < self->n && self->ends_ns[self->next] < span.begin_ns)
    {
      self->next++;
      if (self->next < self->n && begins_run (self, self->next))
        self->first = self->next;
    }

  if (self->next == self->n)
    return 0.0;
  if (self->next > self->first)
    return count (self, span.begin_ns);

  return self->ends_ns[self->first] < span.end_ns ? count (self, self->ends_ns[self->first]) : 0.0;
}
