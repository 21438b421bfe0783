/* strata-states.h - states of threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "strata-span.h"
#include "strata-tables.h"

G_BEGIN_DECLS

/* States of a thread. */
typedef enum
{
  STRATA_STATE_UNKNOWN,       /* before the scheduler first reports it, or where events were lost */
  STRATA_STATE_RUNNING,       /* on a CPU */
  STRATA_STATE_RUNNABLE,      /* woken, and waiting for a CPU */
  STRATA_STATE_PREEMPTED,     /* preempted, and waiting for a CPU */
  STRATA_STATE_SLEEPING,      /* in interruptible sleep */
  STRATA_STATE_BLOCKED,       /* in uninterruptible sleep; whether for block I/O is not known */
  STRATA_STATE_BLOCKED_IO,    /* the same, for block I/O */
  STRATA_STATE_BLOCKED_OTHER, /* the same, not for block I/O */
  STRATA_STATE_STOPPED,       /* stopped, traced or parked */
  STRATA_STATE_DEAD,          /* gone */
} StrataState;

#define STRATA_N_STATES (STRATA_STATE_DEAD + 1)

/* The states of all threads, those of one thread together and without gaps. Fields are read only. */
typedef struct
{
  guint32 n_states; /* how many all threads have */
  /* (array length=n_states): when each began; it lasts to the next state of its thread, the last
   * one to the thread's `states_end_ns` */
  gint64 *start_ns;
  /* (array length=n_states): for a runnable state, the index of the waker, or STRATA_NONE; for a
   * sleeping or blocked one, the string id of the kernel function that it waited in, or 0 */
  guint32 *detail;
  guint16 *cpu;  /* (array length=n_states): for a running state, the number of the CPU; else STRATA_STATES_NO_CPU */
  guint8 *state; /* (array length=n_states): StrataState, with STRATA_STATES_FROM_INTERRUPT */
} StrataStates;

#define STRATA_STATES_NO_CPU 0xffff

/* Set in a runnable state if an interrupt was the waker, whatever thread it had interrupted. */
#define STRATA_STATES_FROM_INTERRUPT 0x80

static inline StrataState
strata_states_get (const StrataStates *self,
                   guint32 index)
{
  return (StrataState) (self->state[index] & ~STRATA_STATES_FROM_INTERRUPT);
}

/* When a state of @thread ends. */
static inline gint64
strata_states_get_end_ns (const StrataStates *self,
                          const StrataThread *thread,
                          guint32 index)
{
  return index + 1 < thread->first_state + thread->n_states ? self->start_ns[index + 1] : thread->states_end_ns;
}

guint32 strata_states_find (const StrataStates *self, const StrataThread *thread, gint64 time_ns);
const char *strata_state_get_name (StrataState state);
gboolean strata_states_sum (const StrataStates *self, const StrataThread *thread, gint64 sums_ns[STRATA_N_STATES]);
gint64 strata_states_get_running_ns (const StrataStates *self, const StrataThread *thread, StrataSpan span);
void strata_states_clear (StrataStates *self);

G_END_DECLS
