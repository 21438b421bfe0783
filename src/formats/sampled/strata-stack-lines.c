/* strata-stack-lines.c - the lines of a text with stacks
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-stack-lines.h"

/* A line may be one deep stack. If it is longer than lines of logs, it is read in pieces. */
#define MOST_LINE_BYTES (64 << 20)

typedef struct
{
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackLineTake take;
  gpointer data;    /* borrowed */
  GString *pieces;  /* owned: the line up to here */
  gboolean is_long; /* whether it has more bytes than are kept */
} Reader;

static void
diagnose (const Reader *self,
          StrataDiagnosticKind kind,
          StrataText line,
          guint64 number)
{
  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, (StrataPlace){ number, -1, STRATA_NO_TIME }, line.text, (gssize) line.n_bytes);
}

static void
take_line (const Reader *self,
           StrataText line,
           guint64 number)
{
  StrataCounts *counts = strata_trace_builder_get_counts (self->builder);

  counts->n_lines++;
  if (self->is_long)
    diagnose (self, STRATA_DIAGNOSTIC_LONG_LINE, line, number);
  else if (self->take (self->data, line))
    counts->n_notes++;
  else
    diagnose (self, STRATA_DIAGNOSTIC_UNKNOWN_LINE, line, number);
}

/* Joins a piece with those before it. */
static void
add_piece (Reader *self,
           StrataText piece)
{
  self->is_long = self->is_long || self->pieces->len + piece.n_bytes > MOST_LINE_BYTES;
  if (!self->is_long)
    g_string_append_len (self->pieces, piece.text, (gssize) piece.n_bytes);
}

static void
take_pieces (Reader *self,
             guint64 number)
{
  if (self->pieces->len > 0)
    take_line (self, (StrataText){ self->pieces->str, self->pieces->len }, number);

  g_string_truncate (self->pieces, 0);
  self->is_long = FALSE;
}

static void
on_line (gpointer data,
         StrataText line,
         const StrataLogLines *lines)
{
  Reader *self = data;
  const gboolean is_piece = !lines->is_ended && line.n_bytes >= STRATA_LOG_MOST_LINE_BYTES;

  if (!is_piece && self->pieces->len == 0)
    {
      take_line (self, line, lines->number);
      return;
    }

  add_piece (self, line);
  if (!is_piece)
    take_pieces (self, lines->number);
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
  g_autoptr (GString) pieces = g_string_new (NULL);
  Reader self = { builder, take, data, pieces, FALSE };
  const gboolean is_read = strata_log_lines_read (lines, source, on_line, &self, strata_trace_builder_get_diagnostics (builder), error);

  take_pieces (&self, lines->number);
  return is_read;
}
