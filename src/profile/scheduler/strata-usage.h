/* strata-usage.h - CPU usage in a period
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-trace.h"

G_BEGIN_DECLS

typedef enum
{
  STRATA_USAGE_BY_PROCESS, /* rows of processes */
  STRATA_USAGE_BY_THREAD,  /* rows of threads */
  STRATA_USAGE_BY_CPU,     /* rows of CPUs */
} StrataUsageBy;

/* What a thread or process did in the period. A wake-up belongs to the period that it is in; its
 * latency counts in full, even if it ends after the period. */
typedef struct
{
  guint32 index;                     /* of the thread or process; STRATA_NONE for the threads whose process is not known */
  guint32 n_threads;                 /* how many threads it sums up */
  gint64 states_ns[STRATA_N_STATES]; /* time in each StrataState inside the period; with several threads the sum of theirs */
  guint64 n_voluntary;               /* how often it left a CPU to wait or for good */
  guint64 n_involuntary;             /* how often it was preempted */
  guint64 n_wakeups;                 /* how often it was woken */
  guint64 n_latencies;               /* how many of the wake-ups have a known time of running */
  gint64 latency_ns;                 /* total time from those wake-ups to the runs */
  gint64 max_latency_ns;             /* the longest; STRATA_NO_TIME for none */
} StrataUsageRow;

/* What a CPU did in the period: running, idle and unknown add up to it. */
typedef struct
{
  guint32 cpu;         /* its number; STRATA_NONE for the sum of all */
  gint64 running_ns;   /* time in which a thread ran there */
  gint64 idle_ns;      /* time in which no thread ran */
  gint64 unknown_ns;   /* unknown time: before its first switch, or where events were lost */
  gint64 interrupt_ns; /* time in interrupts, whatever they interrupted */
  gint64 busy_ns;      /* @running_ns without the interrupts of threads */
  guint64 n_switches;  /* how often a thread left it */
} StrataUsageCpu;

/* The frequency is not known. */
#define STRATA_USAGE_NO_KHZ G_MININT64

/* The running time of a thread, process or CPU on one CPU at one frequency. */
typedef struct
{
  guint32 index;     /* index of a thread or process, or number of a CPU, as requested */
  guint32 cpu;       /* number of a CPU */
  gint64 khz;        /* its frequency, or STRATA_USAGE_NO_KHZ */
  gint64 running_ns; /* running time there at that frequency */
} StrataUsageCell;

typedef struct _StrataUsage StrataUsage;

StrataUsage *strata_usage_new (StrataTrace *trace, StrataSpan span, GCancellable *cancellable);
StrataUsage *strata_usage_ref (StrataUsage *self);
void strata_usage_unref (StrataUsage *self);
StrataTrace *strata_usage_get_trace (const StrataUsage *self);
StrataSpan strata_usage_get_span (const StrataUsage *self);
const StrataUsageRow *strata_usage_get_threads (const StrataUsage *self, guint *n_threads);
const StrataUsageRow *strata_usage_get_processes (const StrataUsage *self, guint *n_processes);
const StrataUsageCpu *strata_usage_get_cpus (const StrataUsage *self, guint *n_cpus);
const StrataUsageCpu *strata_usage_get_system (const StrataUsage *self);
GArray *strata_usage_list_cells (const StrataUsage *self, StrataUsageBy by);
gint64 strata_usage_row_get_blocked_ns (const StrataUsageRow *self);
gint64 strata_usage_row_get_mean_latency_ns (const StrataUsageRow *self);
gint64 strata_usage_cpu_get_known_ns (const StrataUsageCpu *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataUsage, strata_usage_unref)

G_END_DECLS
