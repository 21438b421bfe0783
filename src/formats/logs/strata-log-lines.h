/* strata-log-lines.h - a text, line by line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diagnostics.h"
#include "strata-ftrace-line.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Longer lines are cut into several. */
#define STRATA_LOG_MOST_LINE_BYTES (1 << 20)

/**
 * StrataLogLines:
 * @number: number of the last line, from 1
 * @is_ended: whether a line end, or zeros, followed it
 * @n_holes: blocks of zeros that were skipped: what is before and behind is two lines
 *
 * The lines of a source. Set up with strata_log_lines_init().
 */
typedef struct
{
  guint64 number;
  gboolean is_ended;
  guint64 n_holes;

  /*< private >*/
  StrataSource *source; /* borrowed */
  gsize n_bytes;        /* of the last line, with its end */
  guint64 n_left;       /* bytes behind those that belong to them */
  gboolean is_cut;      /* zeros follow the last line, which has another part behind them */
  guint64 first_hole;   /* number of its line */
} StrataLogLines;

/**
 * StrataLogLineTake:
 * @data: that of the caller
 * @line: a line, without its end
 * @lines: the lines up to there
 *
 * Reads a line.
 */
typedef void (*StrataLogLineTake) (gpointer data, StrataText line, const StrataLogLines *lines);

void strata_log_lines_init (StrataLogLines *self, StrataSource *source);
gboolean strata_log_lines_next (StrataLogLines *self, StrataText *line, GError **error);
gboolean strata_log_lines_next_bytes (StrataLogLines *self, guint64 n_bytes, gsize n_most_bytes, StrataText *bytes, GError **error);
gboolean strata_log_lines_read (StrataLogLines *self, StrataSource *source, StrataLogLineTake take, gpointer data, StrataDiagnostics *diagnostics, GError **error);
gboolean strata_log_lines_is_cut_short (const StrataLogLines *self);
gboolean strata_log_lines_next_of (const char **p, const char *end, StrataText *line);
gboolean strata_log_is_blank (StrataText line);
StrataText strata_log_trim (StrataText line);
gboolean strata_log_skip_word (StrataText *text, const char *word);

G_END_DECLS
