/* strata-frames.h - the frames of a trace, and which were late
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* Whether a frame was late. */
typedef enum
{
  STRATA_FRAME_ON_TIME,    /* it was done by its deadline */
  STRATA_FRAME_LATE,       /* it was done after its deadline */
  STRATA_FRAME_VERY_LATE,  /* it was done a whole period after its deadline, or later */
  STRATA_FRAME_DROPPED,    /* the next frame replaced it before it was shown */
  STRATA_FRAME_UNFINISHED, /* a part of it is outside the trace */
  STRATA_FRAME_UNJUDGED,   /* no deadline is known */
} StrataFrameVerdict;

#define STRATA_N_FRAME_VERDICTS (STRATA_FRAME_UNJUDGED + 1)

/* How a deadline is determined. */
typedef enum
{
  STRATA_DEADLINE_NONE,    /* there is no deadline */
  STRATA_DEADLINE_COUNTER, /* a period after the previous VSYNC, which a counter reports */
  /* a period after its start; a counter shows the period, but no VSYNC that could have started the
   * frame */
  STRATA_DEADLINE_BEGIN,
  STRATA_DEADLINE_SPACING,             /* a period after its start; the period is inferred from the spacing of the frames */
  STRATA_DEADLINE_EXPECTED_END,        /* the expected end in its own marker */
  STRATA_DEADLINE_SYSTEM_EXPECTED_END, /* the expected end in the marker of the render_service frame that showed it */
  /* the VSYNC at which the display would have to repeat the previous picture, by the rate that the
   * layer aims at */
  STRATA_DEADLINE_REPEAT,
  STRATA_DEADLINE_BUDGET,   /* each thread of an engine has a period for its part of a frame */
  STRATA_DEADLINE_TIMELINE, /* the expected end in the system's frame timeline */
} StrataDeadlineRule;

/* The software that makes frames. */
typedef enum
{
  STRATA_PRODUCER_CHOREOGRAPHER, /* the view system of Android */
  STRATA_PRODUCER_COMPOSE,       /* the same with Jetpack Compose */
  STRATA_PRODUCER_ARKUI,         /* the view system of HarmonyOS */
  STRATA_PRODUCER_SYSTEM,        /* the compositor, which shows the pictures of others */
  STRATA_PRODUCER_FLUTTER,       /* Flutter */
  STRATA_PRODUCER_UNITY,         /* Unity */
  STRATA_PRODUCER_UNREAL,        /* Unreal Engine */
  STRATA_PRODUCER_CHROME,        /* Chrome or a WebView with its own GPU thread */
  STRATA_PRODUCER_VIDEO,         /* a video decoder */
  STRATA_PRODUCER_OTHER,         /* another thread that queues buffers */
} StrataFrameProducer;

/* A frame of an app or of the compositor. */
typedef struct
{
  guint32 group;              /* index of its group */
  StrataFrameVerdict verdict; /* whether it was late */
  StrataDeadlineRule rule;    /* how @deadline_ns was determined */
  guint32 counter;            /* index of the counter that the rule uses, or STRATA_NONE */
  gint64 id;                  /* its number in the markers, or -1 */
  gboolean is_resynced;       /* whether it began so late that the system let it take a later VSYNC for its own */
  gboolean is_repeated;       /* whether it is another layer of a frame that its worst layer already counts for */
  gboolean is_joined_by_id;   /* whether its parts were joined by @id; else by time */
  guint32 ui_slice;           /* the slice on the UI thread, or STRATA_NONE */
  guint32 render_slice;       /* the first slice on the render thread, or STRATA_NONE */
  guint32 render_thread;      /* index of the render thread, or STRATA_NONE */
  guint32 system_frame;       /* index of the frame of surfaceflinger or render_service that showed it, or STRATA_NONE */
  guint32 timeline_slice;     /* its slice in the system's frame timeline, or STRATA_NONE */
  gint64 vsync_ns;            /* the VSYNC that started it; STRATA_NO_TIME when not known */
  gint64 period_ns;           /* how long the display had for a picture; 0 when not known */
  gint64 deadline_ns;         /* when it had to be done; STRATA_NO_TIME when not known */
  gint64 begin_ns;            /* when it began */
  gint64 ui_end_ns;           /* when the UI thread was done with it */
  gint64 render_begin_ns;     /* when the render side began; @ui_end_ns without one */
  gint64 render_end_ns;       /* when the render side was done; @ui_end_ns without one */
  gint64 drawn_ns;            /* when the render thread was done, if the GPU is known to have drawn until @render_end_ns; else 0 */
  gint64 end_ns;              /* when all was done */
  gint64 overrun_ns;          /* how long after the deadline it was done, negative if before; 0 without a deadline */
  guint n_missed;             /* how many periods passed without a new picture because it was late */
} StrataFrameRow;

/* The frames of one UI thread, or of another thread that queues buffers. */
typedef struct
{
  guint32 process;              /* index of its process, or STRATA_NONE */
  guint32 thread;               /* index of its UI thread, or of its render thread if it has only that */
  StrataFrameProducer producer; /* what makes its frames */
  gboolean is_system;           /* whether it is the compositor's */
  guint32 first_frame;          /* index of its first frame */
  guint32 n_frames;             /* how many it has, sorted by begin */
} StrataFrameGroup;

/* Totals of the frames of a group. Durations are those of finished frames. */
typedef struct
{
  guint n_frames;                            /* how many frames */
  guint n_verdicts[STRATA_N_FRAME_VERDICTS]; /* how many of each StrataFrameVerdict */
  guint n_judged;                            /* how many can be late: they finished or were dropped, and have a deadline */
  guint n_slow;                              /* how many of them were late, very late or dropped */
  guint n_missed;                            /* how many periods passed without a new picture because frames were late */
  gint64 p50_ns;                             /* the duration that half of the finished frames do not exceed, by rank */
  gint64 p90_ns;                             /* the same at 90 % */
  gint64 p95_ns;                             /* the same at 95 % */
  gint64 p99_ns;                             /* the same at 99 % */
  gint64 longest_ns;                         /* the longest duration */
  guint32 longest_frame;                     /* index of the longest frame, or STRATA_NONE */
  gint64 period_ns;                          /* the period of most frames, or 0 */
  double fps_mean;                           /* finished frames per second, from the first begin to the last; 0 if there are fewer than two */
} StrataFrameSummary;

typedef struct _StrataFrames StrataFrames;

StrataFrames *strata_frames_new (StrataTrace *trace, GCancellable *cancellable);
StrataFrames *strata_frames_ref (StrataFrames *self);
void strata_frames_unref (StrataFrames *self);
StrataTrace *strata_frames_get_trace (const StrataFrames *self);
const StrataFrameRow *strata_frames_get (const StrataFrames *self, guint *n_frames);
const StrataFrameGroup *strata_frames_get_groups (const StrataFrames *self, guint *n_groups);
gint64 strata_frames_get_clock_offset_ns (const StrataFrames *self);
guint32 strata_frames_find_slice (const StrataFrames *self, guint32 slice);
gboolean strata_frames_is_system (const StrataFrames *self, guint32 frame);
void strata_frames_summarise (const StrataFrames *self, guint32 group, StrataFrameSummary *summary);
guint32 *strata_frames_list_worst (const StrataFrames *self);
char *strata_frames_dup_rule (const StrataFrames *self, guint32 frame);
char *strata_frames_dup_timeline (const StrataFrames *self, guint32 frame, const char *key);
const char *strata_frame_verdict_get_id (StrataFrameVerdict verdict);
const char *strata_frame_verdict_get_name (StrataFrameVerdict verdict);
const char *strata_deadline_rule_get_id (StrataDeadlineRule rule);
const char *strata_frame_producer_get_id (StrataFrameProducer producer);

static inline gint64
strata_frame_get_duration_ns (const StrataFrameRow *self)
{
  return self->end_ns - self->begin_ns;
}

/* From its VSYNC, where that is known: what the user waited for. */
static inline gint64
strata_frame_get_total_ns (const StrataFrameRow *self)
{
  return self->end_ns - (self->vsync_ns != STRATA_NO_TIME ? MIN (self->vsync_ns, self->begin_ns) : self->begin_ns);
}

static inline gint64
strata_frame_get_ui_ns (const StrataFrameRow *self)
{
  return self->ui_end_ns - self->begin_ns;
}

/* From the end of the UI thread's part, so that the parts do not overlap. */
static inline gint64
strata_frame_get_render_ns (const StrataFrameRow *self)
{
  return self->render_end_ns - MAX (self->render_begin_ns, self->ui_end_ns);
}

/* Before its start and between its parts. */
static inline gint64
strata_frame_get_waiting_ns (const StrataFrameRow *self)
{
  const gint64 before_ns = self->vsync_ns != STRATA_NO_TIME ? MAX (self->begin_ns - self->vsync_ns, 0) : 0;

  return before_ns + MAX (self->render_begin_ns - self->ui_end_ns, 0);
}

/* Whether its lateness is known. A frame without a deadline may have been dropped, but is called late only if the
 * system does. */
static inline gboolean
strata_frame_is_judged (const StrataFrameRow *self)
{
  if (self->verdict == STRATA_FRAME_DROPPED)
    return self->rule != STRATA_DEADLINE_NONE || self->timeline_slice != STRATA_NONE;

  return self->verdict != STRATA_FRAME_UNFINISHED && self->verdict != STRATA_FRAME_UNJUDGED;
}

static inline gboolean
strata_frame_is_slow (const StrataFrameRow *self)
{
  return strata_frame_is_judged (self) && self->verdict != STRATA_FRAME_ON_TIME;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFrames, strata_frames_unref)

G_END_DECLS
