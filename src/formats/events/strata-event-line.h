/* strata-event-line.h - formats the head of a line as the kernel prints it
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"

G_BEGIN_DECLS

/* The thread, place and time of an event. */
typedef struct
{
  StrataText comm;     /* name of the thread, or empty */
  gint64 tgid;         /* its process, or -1 */
  gint64 time_ns;      /* when */
  guint32 tid;         /* the running thread; 0 for the idle task or if it is not known */
  guint32 cpu;         /* the CPU */
  guint flags;         /* the flags that the kernel writes with an event */
  guint preempt;       /* preemption depth, with the migration-disable depth in the upper 4 bits */
  gboolean is_unknown; /* whether the running thread is not known */
} StrataEventLineHead;

/* The longest head. */
#define STRATA_EVENT_LINE_HEAD_BYTES 400

gsize strata_event_line_put_head (const StrataEventLineHead *head, char *text);
void strata_event_line_keep (StrataLineStore *lines, guint64 *n_lines, const char *begin, const char *end, gint64 time_ns);

G_END_DECLS
