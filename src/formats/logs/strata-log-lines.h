/* strata-log-lines.h - reads a text line by line
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-diagnostics.h"
#include "strata-ftrace-line.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Longer lines are split. */
#define STRATA_LOG_MOST_LINE_BYTES (1 << 20)

/* The lines of a source. Set up with strata_log_lines_init(). */
typedef struct
{
  guint64 number;    /* number of the last line, from 1 */
  gboolean is_ended; /* whether a newline, or zeros, followed it */
  guint64 n_holes;   /* number of skipped blocks of zeros; the text before and after one is two lines */

  /* private */
  StrataSource *source; /* borrowed */
  gsize n_bytes;        /* of the last line, including its end */
  guint64 n_left;       /* bytes still to be skipped after n_bytes */
  gboolean is_cut;      /* zeros follow the last line, and more text follows them */
  guint64 first_hole;   /* line number of the first hole */
} StrataLogLines;

/**
 * StrataLogLineTake:
 * @data: the caller's data
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
