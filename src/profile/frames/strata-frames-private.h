/* strata-frames-private.h - shared by the finders of frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames-names.h"
#include "strata-frames-vsync.h"
#include "strata-frames.h"

G_BEGIN_DECLS

struct _StrataFrames
{
  gatomicrefcount n_refs;
  StrataTrace *trace;     /* owned */
  GArray *frames;         /* (element-type StrataFrameRow) owned; those of a group together */
  GArray *groups;         /* (element-type StrataFrameGroup) owned */
  guint32 *worst;         /* (array) owned: all frames, the worst first */
  GHashTable *by_slice;   /* (key-type slice+1) (value-type frame+1) owned */
  gint64 clock_offset_ns; /* added to `now` and `expectedEnd` to get times of the trace */
};

/* A slice that is a frame marker. */
typedef struct
{
  guint32 slice;
  guint32 thread;
  StrataFrameMark mark;
} StrataFrameMarkRow;

typedef struct _StrataFrameFences StrataFrameFences;

/* The common state of the finders. */
typedef struct
{
  StrataFrames *frames;          /* borrowed: receives the frames */
  StrataTrace *trace;            /* borrowed */
  const StrataSliceTable *table; /* borrowed */
  guint8 *marks;                 /* owned: StrataFrameMark by string id */
  GArray *rows;                  /* (element-type StrataFrameMarkRow) owned; by track, in pre-order */
  StrataFrameFences *fences;     /* owned */
  StrataVsync *app_vsync;        /* owned; nullable */
  StrataVsync *system_vsync;     /* owned; nullable */
  GHashTable *drawn;             /* (key-type process+1) owned: processes with threads that queue buffers themselves */
} StrataFrameFinder;

/* The marks of one thread. */
typedef struct
{
  const StrataFrameMarkRow *rows; /* borrowed */
  guint n_rows;
  guint32 thread;
} StrataFrameMarks;

/* Whether the thread has a slice with this mark. */
gboolean strata_frame_marks_have (const StrataFrameMarks *self, StrataFrameMark mark);

/* Iterates over threads that have frame markers: start with @place 0. @marks is borrowed from
 * the finder. FALSE after the last. */
gboolean strata_frame_finder_next_thread (const StrataFrameFinder *self, guint *place, StrataFrameMarks *marks);

/* Returns the process of a thread, or %STRATA_NONE. */
guint32 strata_frame_finder_get_process (const StrataFrameFinder *self, guint32 thread);

/* Whether @thread is the main thread of its process. */
gboolean strata_frame_finder_is_main (const StrataFrameFinder *self, guint32 thread);

/* Returns the frame or VSYNC id in the name of a marker, or %STRATA_FRAME_NO_ID. */
gint64 strata_frame_finder_get_id (const StrataFrameFinder *self, guint32 slice);

/* Returns a frame that spans exactly @slice, with no deadline and no verdict but "unfinished". */
StrataFrameRow strata_frame_finder_make (const StrataFrameFinder *self, guint32 slice);

/* Sorts @frames by time and copies them as one group of @thread. @frames stays the caller's; an
 * empty array adds no group. */
void strata_frame_finder_add_group (StrataFrameFinder *self, guint32 thread, StrataFrameProducer producer, GArray *frames);

/* Sets VSYNC, period and deadline of a frame from the VSYNC counters; leaves them unset if these do
 * not explain the frame. */
void strata_frame_finder_set_deadline (const StrataFrameFinder *self, StrataFrameRow *frame, guint32 thread, gboolean is_system);

/* Finds when the GPU was done with each buffer; @finder has its marks by then and must outlive the result. */
StrataFrameFences *strata_frame_fences_new (const StrataFrameFinder *finder);

/* @self may be NULL. */
void strata_frame_fences_free (StrataFrameFences *self);

/* When the GPU was done with the buffer of a FENCE or SIGNALED mark, or STRATA_NO_TIME. */
gint64 strata_frame_fences_get_done_ns (const StrataFrameFences *self, const StrataFrameMarkRow *fence);

/* All frames of @self, the worst first. */
guint32 *strata_frames_sort_worst (const StrataFrames *self);

/* Adds the frames of Android apps, then those of SurfaceFlinger. Called once for each trace, as
 * are the other producers below. */
void strata_frames_find_android (StrataFrameFinder *self);

/* Adds the frames of OpenHarmony apps, then those of render_service. */
void strata_frames_find_harmony (StrataFrameFinder *self);

/* Adds the frames of threads that queue buffers themselves, such as game engines. Called after
 * the view systems, whose threads it skips. */
void strata_frames_find_buffers (StrataFrameFinder *self);

/* Replaces the frames of processes with a frame timeline by the frames of that timeline. */
void strata_frames_find_timeline (StrataFrameFinder *self);

/* Gives no verdict on frames that consist mostly of losses. Called once all frames are found, before they are judged. */
void strata_frames_doubt_lost (StrataTrace *trace, StrataFrameRow *frames, guint n_frames);

/* Whether a thread queues buffers itself, neither for a view system nor as a compositor. */
gboolean strata_frames_has_pictures (const StrataFrameFinder *self, const StrataFrameMarks *marks);

G_END_DECLS
