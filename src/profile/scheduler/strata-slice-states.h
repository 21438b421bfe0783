/* strata-slice-states.h - the thread states during a slice
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

/* A kernel function that a slice waited in. */
typedef struct
{
  StrataState state;     /* how it waited: sleeping or one of the blocked states */
  guint32 function;      /* string id of the kernel function that it waited in */
  guint32 n_waits;       /* how often */
  gint64 total_ns;       /* how long, inside the slice */
  guint32 longest_state; /* index of the longest such state */
  gint64 longest_ns;     /* how long that was, inside the slice */
} StrataSliceWait;

/* A waker of a slice's thread. */
typedef struct
{
  guint32 thread;        /* index of the waker; STRATA_NONE if it was an interrupt or is not known */
  gboolean is_interrupt; /* whether it was an interrupt */
  guint32 n_wakeups;     /* how often, inside the slice */
  gint64 latency_ns;     /* how long the thread then waited for a CPU, inside the slice */
  guint32 longest_state; /* index of the runnable state with the longest latency */
  gint64 longest_ns;     /* that latency, inside the slice */
} StrataSliceWaker;

/* A slice split by the states of its thread. */
typedef struct
{
  guint32 slice;                     /* index of the slice */
  guint32 thread;                    /* index of its thread */
  gint64 states_ns[STRATA_N_STATES]; /* time in each StrataState; with @outside_ns it adds up to the duration of the slice */
  guint32 n_states[STRATA_N_STATES]; /* how many of each overlap the slice */
  gint64 outside_ns;                 /* time of the slice outside of the thread's states */
  GArray *waits;                     /* (element-type StrataSliceWait): its waits, longest total first */
  GArray *wakers;                    /* (element-type StrataSliceWaker): its wakers, longest latency first */
} StrataSliceStates;

StrataSliceStates *strata_slice_states_new (StrataTrace *trace, guint32 slice);
guint32 strata_slice_states_count (StrataTrace *trace, guint32 slice);
void strata_slice_states_free (StrataSliceStates *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataSliceStates, strata_slice_states_free)

G_END_DECLS
