/* strata-ftrace-inputs.c - the part of the ftrace reader for several files
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ftrace-reader.h"

/* Files of a device go through one reader, so that threads, names, asynchronous
 * slices and chains join as if they had been one. What a line means because of
 * those before it begins anew with each file. */

/**
 * strata_ftrace_reader_begin_input:
 * @self: the reader
 * @input: index of the file that the builder is at
 * @is_alone: whether there are no others, and nothing else is given to the builder
 *
 * Begins another file.
 */
void
strata_ftrace_reader_begin_input (StrataFtraceReader *self,
                                  guint32 input,
                                  gboolean is_alone)
{
  strata_ftrace_reader_begin_section (self, FALSE);
  self->input = input;
  self->is_alone = is_alone;
  self->offset_ns = strata_trace_builder_get_offset_ns (self->builder);
  self->clock = (StrataClockMarks){ 0 };
  self->lines = strata_trace_builder_get_line_store (self->builder);
  if (self->lines != NULL)
    strata_line_store_set_offset_ns (self->lines, self->offset_ns);

  self->begin_ns = STRATA_NO_TIME;
  self->end_ns = STRATA_NO_TIME;
  self->previous_ns = STRATA_NO_TIME;
  self->n_announced = 0;
  self->n_foreign_lines = 0;
  self->n_hitrace = 0;
  self->n_maybe_hitrace = 0;
  self->n_named = 0;
  self->option = STRATA_FTRACE_OPTION_NONE;
  self->has_rhea = FALSE;
  self->reads_rhea = FALSE;
  self->is_rhea_open = FALSE;
  self->rhea_pid = -1;
  self->sync_tid = -1;
  self->has_escaped_ends = FALSE;
  for (guint i = 0; i < STRATA_FTRACE_MAX_CPUS; i++)
    self->cpus[i].running = STRATA_NONE;

  strata_ftrace_log_begin_input (self->log, input);
}

static gboolean
has_markers (const StrataCounts *counts)
{
  for (guint i = 0; i < G_N_ELEMENTS (counts->n_markers); i++)
    if (counts->n_markers[i] > 0)
      return TRUE;

  return FALSE;
}

static const StrataFtraceFormat *
find_format (const StrataFtraceReader *self)
{
  static const StrataFtraceFormat rheatrace = { "rheatrace", "RheaTrace" };
  static const StrataFtraceFormat hitrace = { "hitrace", "HiTrace" };
  static const StrataFtraceFormat atrace = { "atrace", "atrace / systrace" };
  static const StrataFtraceFormat ftrace = { "ftrace", "ftrace" };

  if (self->has_rhea)
    return &rheatrace;
  if (strata_ftrace_reader_is_hitrace (self))
    return &hitrace;

  return has_markers (self->counts) ? &atrace : &ftrace;
}

/* What "H:" before a name means, each file says for itself. */
static void
judge_input (StrataFtraceReader *self)
{
  while (self->are_hitrace.n <= self->input)
    *(guint8 *) strata_column_push (&self->are_hitrace, sizeof (guint8)) = 0;

  strata_column_at (&self->are_hitrace, guint8, self->input) = strata_ftrace_reader_is_hitrace (self) != FALSE;

  if (self->counts->n_events == 0)
    return;

  self->format = find_format (self);
  strata_trace_builder_get_input (self->builder, self->input)->format_name = self->format->name;
}

/**
 * strata_ftrace_reader_end_input:
 * @self: the reader
 *
 * Ends a file: all that is known of it is in the builder or the log.
 */
void
strata_ftrace_reader_end_input (StrataFtraceReader *self)
{
  self->n_input_events += self->counts->n_events;
  judge_input (self);

  if (self->begin_ns == STRATA_NO_TIME)
    return;

  strata_trace_builder_see_time (self->builder, self->begin_ns);
  strata_trace_builder_see_time (self->builder, self->end_ns);
  self->total_begin_ns = self->total_begin_ns == STRATA_NO_TIME ? self->begin_ns : MIN (self->total_begin_ns, self->begin_ns);
}
