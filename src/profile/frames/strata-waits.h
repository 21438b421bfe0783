/* strata-waits.h - slices that wait, and slices that run a message queue
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a slice relates to the message queue of its thread. */
typedef enum
{
  STRATA_WAIT_NONE,     /* it works, as far as its name says */
  STRATA_WAIT_OTHER,    /* it waits for something: sleeps, parks, joins a thread */
  STRATA_WAIT_QUEUE,    /* it waits for the next message of the thread's queue, so the thread is idle */
  STRATA_WAIT_LOOP,     /* it runs a queue: its calls are the tasks, its own time is idle */
  STRATA_WAIT_DISPATCH, /* it handles one message of a queue, so it is a task */
} StrataWaitKind;

StrataWaitKind strata_wait_parse (const char *name);

/* Whether the self time of a slice of this kind is waiting. */
static inline gboolean
strata_wait_is_idle (StrataWaitKind kind)
{
  return kind == STRATA_WAIT_OTHER || kind == STRATA_WAIT_QUEUE || kind == STRATA_WAIT_LOOP;
}

G_END_DECLS
