/* strata-frames-losses.c - frames that cannot be judged because events were lost
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frames-private.h"

#include "strata-bisect.h"

/* Sums the losses of one CPU, which are sorted. */
static gint64
sum_lost_ns (const StrataLoss *losses,
             guint begin,
             guint end,
             const StrataFrameRow *frame)
{
  guint last = end;
  gint64 sum_ns = 0;

  STRATA_BISECT (begin, last, i, losses[i].end_ns <= frame->begin_ns);
  for (guint i = begin; i < end && losses[i].begin_ns < frame->end_ns; i++)
    sum_ns += MIN (losses[i].end_ns, frame->end_ns) - MAX (losses[i].begin_ns, frame->begin_ns);

  return sum_ns;
}

static guint
find_end (const StrataLoss *losses,
          guint begin,
          guint n_losses)
{
  guint end = begin;

  while (end < n_losses && losses[end].cpu == losses[begin].cpu)
    end++;

  return end;
}

/* If events were lost for most of the time of all CPUs, a frame may combine the start of one frame
 * and the end of another, and its duration means nothing. The system's own verdict on a frame does
 * not depend on that. */
static void
doubt (StrataFrameRow *frame,
       double lost_ns,
       guint n_cpus)
{
  if (frame->timeline_slice == STRATA_NONE && lost_ns * 2 > (double) strata_frame_get_duration_ns (frame) * n_cpus)
    frame->verdict = STRATA_FRAME_UNFINISHED;
}

void
strata_frames_doubt_lost (StrataTrace *trace,
                          StrataFrameRow *frames,
                          guint n_frames)
{
  guint n_losses, n_cpus;
  const StrataLoss *losses = strata_trace_get_losses (trace, &n_losses);
  g_autofree double *lost_ns = g_new0 (double, MAX (n_frames, 1));

  strata_trace_get_cpus (trace, &n_cpus);
  for (guint begin = 0, end; begin < n_losses; begin = end)
    {
      end = find_end (losses, begin, n_losses);
      for (guint i = 0; i < n_frames; i++)
        lost_ns[i] += (double) sum_lost_ns (losses, begin, end, &frames[i]);
    }

  for (guint i = 0; i < n_frames && n_losses > 0; i++)
    doubt (&frames[i], lost_ns[i], n_cpus);
}
