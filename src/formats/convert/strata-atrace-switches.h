/* strata-atrace-switches.h - runs on CPUs as switches
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-atrace-events.h"

G_BEGIN_DECLS

/* A switch of threads on a CPU. */
typedef struct
{
  gint64 time_ns;    /* when */
  guint32 cpu;       /* index of the CPU */
  guint32 prev;      /* index of the thread that leaves it, or STRATA_NONE for the idle task */
  guint32 next;      /* index of the thread that gets it, or STRATA_NONE */
  guint8 end_state;  /* the state in which @prev leaves: a letter, perhaps with STRATA_END_STATE_PREEMPTED; 0 if unknown */
  int prev_priority; /* the kernel's priority of @prev; 120, that of ordinary threads, if unknown */
  int next_priority; /* the same for @next */
} StrataAtraceSwitch;

/* Limit for the switches of one event. */
#define STRATA_ATRACE_MAX_SWITCHES 2

/* The priority of a thread if it is unknown. */
#define STRATA_ATRACE_NO_PRIORITY STRATA_RANK_PRIORITY (0)

typedef struct _StrataAtraceSwitches StrataAtraceSwitches;

StrataAtraceSwitches *strata_atrace_switches_new (StrataTrace *trace);
void strata_atrace_switches_free (StrataAtraceSwitches *self);
guint32 strata_atrace_switches_get_running (const StrataAtraceSwitches *self, guint32 number);
guint32 strata_atrace_switches_find_free_cpu (StrataTrace *trace, guint32 begin, guint32 end);
guint32 strata_atrace_switches_get_cpu (const StrataAtraceSwitches *self, guint32 thread);
int strata_atrace_switches_get_priority (const StrataAtraceSwitches *self, guint32 thread);
guint strata_atrace_switches_take (StrataAtraceSwitches *self, const StrataAtraceEvent *event, const StrataAtraceEvent *end, StrataAtraceSwitch *switches);

G_END_DECLS
