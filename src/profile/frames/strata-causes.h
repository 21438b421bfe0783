/* strata-causes.h - why something took so long
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"

G_BEGIN_DECLS

/* Kinds of causes. */
typedef enum
{
  STRATA_CAUSE_WORK,          /* a slice's own work */
  STRATA_CAUSE_CPU,           /* ready to run, while another thread had the CPU */
  STRATA_CAUSE_IO,            /* waiting for block I/O */
  STRATA_CAUSE_BLOCKED,       /* in uninterruptible sleep, not for I/O as far as known */
  STRATA_CAUSE_LOCK,          /* waiting for a lock */
  STRATA_CAUSE_BINDER,        /* waiting for another process to answer */
  STRATA_CAUSE_GC,            /* collecting garbage, or waiting for that */
  STRATA_CAUSE_PREVIOUS,      /* the thread was still busy with the previous frame */
  STRATA_CAUSE_TASK,          /* the thread was still busy with something that is not a frame */
  STRATA_CAUSE_RENDER,        /* waiting for the render side */
  STRATA_CAUSE_BUFFER,        /* waiting for a buffer to draw into */
  STRATA_CAUSE_GPU,           /* waiting for the GPU */
  STRATA_CAUSE_RECLAIM,       /* memory was short, and the thread had to free some itself */
  STRATA_CAUSE_SLEEP,         /* waiting for something that the trace does not show */
  STRATA_CAUSE_OFF_CPU,       /* not running, by the thread's CPU clock; whether it waited or lacked a CPU is not known */
  STRATA_CAUSE_VSYNC,         /* begun late, though the thread had nothing else to do */
  STRATA_CAUSE_UNKNOWN,       /* not known: neither a slice nor a state of the thread was recorded */
  STRATA_CAUSE_RENDER_LATE,   /* most of the time is the render side's; its work is shown as parts */
  STRATA_CAUSE_FREQUENCY,     /* the CPU ran slower than it can; a part of another cause */
  STRATA_CAUSE_CLUSTER,       /* on the slowest CPUs of the device; a part of another cause */
  STRATA_CAUSE_LIMIT,         /* the CPU's frequency was limited, for example because of heat; a part of another cause */
  STRATA_CAUSE_GPU_FREQUENCY, /* the GPU was at its lowest frequency; a part of another cause */
  STRATA_CAUSE_KILL,          /* processes were killed to free memory; takes no time itself */
} StrataCauseKind;

#define STRATA_N_CAUSE_KINDS (STRATA_CAUSE_KILL + 1)

/* A cause of lost time, and where to find it. */
typedef struct
{
  StrataCauseKind kind; /* what kind of cause */
  guint32 thread;       /* index of the thread that lost it */
  guint32 name;         /* string id of the slice around it; the empty string outside of all slices */
  /* string id of the kernel function that the thread waited in, or of the slice that reports a
   * lock or a call; or 0 */
  guint32 detail;
  /* index of the thread that had the CPU for the longest time, holds the lock, woke it, or (for a
   * call without scheduling data) had to answer; or STRATA_NONE */
  guint32 other;
  gint64 other_ns; /* how long that thread had the CPU; less than @total_ns if others had it, too */
  /* whether the kind is inferred, since no event shows it; for work: only the wall clock was
   * recorded; for a late begin: states were not recorded */
  gboolean is_inferred;
  gboolean is_by_interrupt; /* whether an interrupt ended the wait, such as a timer's */
  guint32 parent;           /* index of the cause that it is a part of, or STRATA_NONE; parts follow their parent */
  gint64 total_ns;          /* how long in all */
  gint64 running_ns;        /* how much of that the thread ran, as far as known */
  gint64 lost_ns;           /* how much of that would have been saved at the highest frequency */
  gint64 slow_ns;           /* how much of that it ran on the slowest CPUs of the device */
  gint64 limited_ns;        /* how much of @lost_ns a frequency limit caused */
  gint64 gpu_ns;            /* for waits for the GPU, how long it was at its lowest frequency */
  gint64 khz;               /* the lowest limit of a CPU, or the frequency of the GPU; 0 if neither was low */
  gint64 top_khz;           /* the highest frequency of that CPU */
  guint n_places;           /* in how many pieces */
  guint32 slice;            /* the slice of the longest piece, or STRATA_NONE */
  gint64 begin_ns;          /* when that piece begins */
  gint64 longest_ns;        /* how long it is */
} StrataCause;

typedef struct _StrataCauses StrataCauses;

StrataCauses *strata_causes_new_for_frame (const StrataFrames *frames, guint32 frame);
StrataCauses *strata_causes_new_for_slice (StrataTrace *trace, guint32 slice);
void strata_causes_free (StrataCauses *self);
const StrataCause *strata_causes_get (const StrataCauses *self, guint *n_causes);
const StrataCause *strata_causes_get_main (const StrataCauses *self);
gint64 strata_causes_get_total_ns (const StrataCauses *self);
const gint64 *strata_causes_get_states_ns (const StrataCauses *self);
void strata_causes_sum_states (StrataTrace *trace, guint32 thread, StrataSpan span, gint64 states_ns[STRATA_N_STATES]);
char *strata_causes_dup_text (const StrataCauses *self, guint cause);
char *strata_causes_dup_main_text (const StrataCauses *self);
const char *strata_cause_kind_get_id (StrataCauseKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataCauses, strata_causes_free)

G_END_DECLS
