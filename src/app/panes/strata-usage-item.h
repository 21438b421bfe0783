/* strata-usage-item.h - a line of the usage pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-usage.h"

G_BEGIN_DECLS

/**
 * StrataUsageColumn:
 * @STRATA_USAGE_COLUMN_NAME: name of the process, thread or CPU
 * @STRATA_USAGE_COLUMN_ID: number of the process or thread
 * @STRATA_USAGE_COLUMN_PROCESS: name of the thread's process
 * @STRATA_USAGE_COLUMN_THREADS: how many threads of the process lived
 * @STRATA_USAGE_COLUMN_SHARE: share of the time that has passed, or of what is known of a CPU
 * @STRATA_USAGE_COLUMN_RUNNING: time on a CPU
 * @STRATA_USAGE_COLUMN_RUNNABLE: time from being woken to running
 * @STRATA_USAGE_COLUMN_PREEMPTED: time from being made to leave a CPU to running
 * @STRATA_USAGE_COLUMN_SLEEPING: time asleep
 * @STRATA_USAGE_COLUMN_BLOCKED: time in sleeps that nothing but their end ends
 * @STRATA_USAGE_COLUMN_BLOCKED_IO: time in such for block I/O
 * @STRATA_USAGE_COLUMN_IDLE: time in which nothing ran
 * @STRATA_USAGE_COLUMN_INTERRUPTS: time in interrupts
 * @STRATA_USAGE_COLUMN_UNKNOWN: time of which nothing is known
 * @STRATA_USAGE_COLUMN_SWITCHES: how often it left a CPU, or a thread left the CPU
 * @STRATA_USAGE_COLUMN_INVOLUNTARY: how often it was made to
 * @STRATA_USAGE_COLUMN_WAKEUPS: how often it was woken
 * @STRATA_USAGE_COLUMN_MEAN_LATENCY: mean time from a wake-up to the run
 * @STRATA_USAGE_COLUMN_MAX_LATENCY: the longest
 *
 * Columns of the usage pane.
 */
typedef enum
{
  STRATA_USAGE_COLUMN_NAME,
  STRATA_USAGE_COLUMN_ID,
  STRATA_USAGE_COLUMN_PROCESS,
  STRATA_USAGE_COLUMN_THREADS,
  STRATA_USAGE_COLUMN_SHARE,
  STRATA_USAGE_COLUMN_RUNNING,
  STRATA_USAGE_COLUMN_RUNNABLE,
  STRATA_USAGE_COLUMN_PREEMPTED,
  STRATA_USAGE_COLUMN_SLEEPING,
  STRATA_USAGE_COLUMN_BLOCKED,
  STRATA_USAGE_COLUMN_BLOCKED_IO,
  STRATA_USAGE_COLUMN_IDLE,
  STRATA_USAGE_COLUMN_INTERRUPTS,
  STRATA_USAGE_COLUMN_UNKNOWN,
  STRATA_USAGE_COLUMN_SWITCHES,
  STRATA_USAGE_COLUMN_INVOLUNTARY,
  STRATA_USAGE_COLUMN_WAKEUPS,
  STRATA_USAGE_COLUMN_MEAN_LATENCY,
  STRATA_USAGE_COLUMN_MAX_LATENCY,
} StrataUsageColumn;

#define STRATA_N_USAGE_COLUMNS (STRATA_USAGE_COLUMN_MAX_LATENCY + 1)

#define STRATA_TYPE_USAGE_ITEM (strata_usage_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataUsageItem, strata_usage_item, STRATA, USAGE_ITEM, GObject)

StrataUsageItem *strata_usage_item_new (StrataUsage *usage, StrataUsageBy by, guint row);
guint strata_usage_item_get_row (StrataUsageItem *self);
guint32 strata_usage_item_get_index (StrataUsageItem *self);
const char *strata_usage_item_get_name (StrataUsageItem *self);
char *strata_usage_item_dup_text (StrataUsageItem *self, StrataUsageColumn column);
int strata_usage_item_compare (StrataUsageItem *self, StrataUsageItem *other, StrataUsageColumn column);

G_END_DECLS
