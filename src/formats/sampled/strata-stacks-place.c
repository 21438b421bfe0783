/* strata-stacks-place.c - places stacks without times
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stacks-place.h"

/* Format: HiCollie, "主线程超时检测": it samples the stacks of main threads with longer tasks. */
#define MIN_TASK_NS G_GINT64_CONSTANT (150000000)

/**
 * strata_stacks_place:
 * @builder: the builder, with the calls of all files
 * @files: (array length=n_files): their clocks
 * @n_files: how many there are
 * @file: index of the file without times, which has been read as if it began at 0
 *
 * Moves stacks to their calendar time if it is known, and otherwise to a long task of their main thread.
 *
 * Returns: how their place was found
 */
StrataClockRule
strata_stacks_place (StrataTraceBuilder *builder,
                     StrataClockFile *files,
                     guint n_files,
                     guint file)
{
  StrataClockFile *self = &files[file];
  StrataInput *input = strata_trace_builder_get_input (builder, file);
  const gint64 length_ns = strata_span_get_length_ns (input->span);
  StrataTask task;

  self->span = input->span;
  self->offset_ns = strata_clock_find_offset (files, n_files, file, &input->rule);
  strata_trace_builder_move_input (builder, file, self->offset_ns);

  if (input->rule == STRATA_CLOCK_RULE_UNKNOWN &&
      strata_trace_builder_find_task (builder, self->device, strata_trace_builder_get_input_pid (builder, file), MIN_TASK_NS, length_ns, &task))
    strata_trace_builder_place_input (builder, file, &task);

  return input->rule;
}
