/* strata-event-line.h - formats the head of a line as the kernel prints it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"

G_BEGIN_DECLS

/**
 * StrataEventLineHead:
 * @comm: name of the thread, or empty
 * @tid: the running thread; 0 for the idle task or if it is not known
 * @tgid: its process, or -1
 * @cpu: the CPU
 * @flags: the flags that the kernel writes with an event
 * @preempt: preemption depth, with the migration-disable depth in the upper 4 bits
 * @is_unknown: whether the running thread is not known
 * @time_ns: when
 *
 * The thread, place and time of an event.
 */
typedef struct
{
  StrataText comm;
  gint64 tgid;
  gint64 time_ns;
  guint32 tid;
  guint32 cpu;
  guint flags;
  guint preempt;
  gboolean is_unknown;
} StrataEventLineHead;

/* The longest head. */
#define STRATA_EVENT_LINE_HEAD_BYTES 400

gsize strata_event_line_put_head (const StrataEventLineHead *head, char *text);

G_END_DECLS
