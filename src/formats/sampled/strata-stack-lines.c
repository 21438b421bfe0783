/* strata-stack-lines.c - the lines of a text with stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-lines.h"

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackLineTake take;
  gpointer data; /* borrowed */
} Reader;

static void
on_line (gpointer data,
         StrataText line,
         const StrataLogLines *lines)
{
  const Reader *self = data;
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);
  const StrataPlace place = { lines->number, -1, STRATA_NO_TIME };

  counts->n_lines++;
  if (self->take (self->data, line))
    counts->n_notes++;
  else
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_UNKNOWN_LINE, place, line.text, (gssize) line.n_bytes);
}

/**
 * strata_stack_lines_read:
 * @lines: (out caller-allocates): the reader of the lines
 * @source: where they come from
 * @builder: counts lines, and unknown lines
 * @take: called with each line
 * @data: passed to @take
 * @error: return location for an error
 *
 * Reads all lines.
 *
 * Returns: %FALSE if the source failed; the lines before were read
 */
gboolean
strata_stack_lines_read (StrataLogLines *lines,
                         StrataSource *source,
                         StrataTraceBuilder *builder,
                         StrataStackLineTake take,
                         gpointer data,
                         GError **error)
{
  Reader self = { builder, take, data };

  return strata_log_lines_read (lines, source, on_line, &self, strata_trace_builder_get_diagnostics (builder), error);
}
