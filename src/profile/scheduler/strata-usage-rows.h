/* strata-usage-rows.h - the tables of a usage
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-rows.h"
#include "strata-usage.h"

G_BEGIN_DECLS

/* Columns of the tables of a usage. A row is a row of the usage, by its index. */
typedef enum
{
  STRATA_USAGE_COLUMN_PID,           /* number of the process */
  STRATA_USAGE_COLUMN_TID,           /* number of the thread */
  STRATA_USAGE_COLUMN_PROCESS,       /* name of the process */
  STRATA_USAGE_COLUMN_THREAD,        /* name of the thread */
  STRATA_USAGE_COLUMN_THREADS,       /* how many threads of the process lived */
  STRATA_USAGE_COLUMN_ELAPSED,       /* the elapsed time */
  STRATA_USAGE_COLUMN_RUNNING,       /* time on a CPU */
  STRATA_USAGE_COLUMN_RUNNABLE,      /* time from the wake-up to running */
  STRATA_USAGE_COLUMN_PREEMPTED,     /* time from being preempted to running */
  STRATA_USAGE_COLUMN_SLEEPING,      /* time asleep */
  STRATA_USAGE_COLUMN_BLOCKED,       /* time in uninterruptible sleep */
  STRATA_USAGE_COLUMN_BLOCKED_IO,    /* time in uninterruptible sleep for block I/O */
  STRATA_USAGE_COLUMN_STOPPED,       /* time stopped */
  STRATA_USAGE_COLUMN_UNKNOWN,       /* time without a known state */
  STRATA_USAGE_COLUMN_VOLUNTARY,     /* how often a thread left the CPU to wait */
  STRATA_USAGE_COLUMN_INVOLUNTARY,   /* how often it was preempted */
  STRATA_USAGE_COLUMN_WAKEUPS,       /* how often it was woken */
  STRATA_USAGE_COLUMN_MEAN_LATENCY,  /* mean time from a wake-up to the run */
  STRATA_USAGE_COLUMN_MAX_LATENCY,   /* the longest */
  STRATA_USAGE_COLUMN_CPU,           /* number of the CPU */
  STRATA_USAGE_COLUMN_IDLE,          /* time in which nothing ran */
  STRATA_USAGE_COLUMN_INTERRUPTS,    /* time in interrupts */
  STRATA_USAGE_COLUMN_BUSY,          /* time in threads, without interrupts */
  STRATA_USAGE_COLUMN_SWITCHES,      /* how often threads left the CPU */
  STRATA_USAGE_COLUMN_CLUSTER,       /* rank of its cluster, 0 for the slowest */
  STRATA_USAGE_COLUMN_TOP_KHZ,       /* the highest frequency of the cluster */
  STRATA_USAGE_COLUMN_KHZ,           /* a frequency */
  STRATA_USAGE_COLUMN_SHARE,         /* share of the elapsed time, or of the known time of a CPU */
  STRATA_USAGE_COLUMN_ID,            /* number of the process or thread */
  STRATA_USAGE_COLUMN_NAME,          /* name of the process, thread or CPU */
  STRATA_USAGE_COLUMN_BOTH_SWITCHES, /* voluntary and involuntary switches */
  STRATA_USAGE_COLUMN_CPU_NAME,      /* the CPU, or all */
  STRATA_USAGE_COLUMN_CLUSTER_NAME,  /* which cluster of how many */
  STRATA_USAGE_COLUMN_MACHINE,       /* the machine of the CPU, if it is not the first */
} StrataUsageColumn;

extern const StrataRowClass strata_usage_rows_class;
StrataRows *strata_usage_rows_new (StrataUsage *usage, StrataUsageBy by);
StrataRows *strata_usage_rows_new_cells (StrataUsage *usage, StrataUsageBy by, GArray *cells);
guint32 strata_usage_rows_get_index (const StrataRows *rows, guint row);

G_END_DECLS
