/* strata-ftrace-kernel.h - what the kernel does on CPUs and for threads
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-reader.h"
#include "strata-kernel-event.h"

G_BEGIN_DECLS

/**
 * StrataFtraceLane:
 * @STRATA_FTRACE_LANE_IDLE: idle states of a CPU
 * @STRATA_FTRACE_LANE_IRQ: handlers of interrupts on a CPU
 * @STRATA_FTRACE_LANE_SOFTIRQ: softirqs on a CPU
 * @STRATA_FTRACE_LANE_IPI: interrupts from other CPUs on a CPU
 * @STRATA_FTRACE_LANE_WORK: pieces of work of a worker thread
 * @STRATA_FTRACE_LANE_BINDER: binder calls of a thread
 * @STRATA_FTRACE_LANE_FILE: operations of file systems for a thread
 * @STRATA_FTRACE_LANE_BLOCK: requests to a block device
 *
 * Lanes for what the kernel does.
 */
typedef enum
{
  STRATA_FTRACE_LANE_IDLE,
  STRATA_FTRACE_LANE_IRQ,
  STRATA_FTRACE_LANE_SOFTIRQ,
  STRATA_FTRACE_LANE_IPI,
  STRATA_FTRACE_LANE_WORK,
  STRATA_FTRACE_LANE_BINDER,
  STRATA_FTRACE_LANE_FILE,
  STRATA_FTRACE_LANE_BLOCK,
} StrataFtraceLane;

gboolean strata_ftrace_reader_take_kernel (StrataFtraceReader *self, const StrataFtraceLine *line, const StrataFtraceTaskRow *task, StrataKernelKind kind);

typedef struct _StrataFtraceKernel StrataFtraceKernel;

StrataFtraceKernel *strata_ftrace_kernel_new (StrataTraceBuilder *builder, StrataFtraceStrings *strings);
void strata_ftrace_kernel_free (StrataFtraceKernel *self);
void strata_ftrace_kernel_replay (StrataFtraceKernel *self, const StrataFtraceToken *token);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceKernel, strata_ftrace_kernel_free)

G_END_DECLS
