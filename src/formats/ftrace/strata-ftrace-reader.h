/* strata-ftrace-reader.h - lines of ftrace text become events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"
#include "strata-ftrace-lexer.h"
#include "strata-ftrace-option.h"

G_BEGIN_DECLS

/**
 * StrataFtraceKnownWriter:
 * @number: of #StrataFtraceKnown
 * @writer: whose lines begin so
 *
 * What was found for lines with the same bytes before the CPU.
 */
typedef struct
{
  guint32 number;
  StrataEventWriter writer;
} StrataFtraceKnownWriter;

/**
 * StrataFtraceKnownTail:
 * @number: of #StrataFtraceKnown
 * @recipe: what markers that end so are made into
 *
 * What was found for lines with the same bytes behind the time.
 */
typedef struct
{
  guint32 number;
  StrataEventRecipe recipe;
} StrataFtraceKnownTail;

/**
 * StrataFtraceReader:
 * @has_offset: whether the times of the file are not those of the trace
 * @n_announced: events that the header says the text has, or 0
 * @continued: lines that go on with the text of the latest marker
 * @is_cut_line: only the beginning of the present line is there
 * @option: what keeps the text from being read, if it has no events
 * @reads_rhea: lines may be those of RheaTrace
 * @is_rhea_open: RheaTrace has written its start and not yet its end
 * @rhea_pid: process that RheaTrace is in, or -1
 * @stats_cpu: the CPU whose statistics are being read, or -1
 * @overruns: by CPU, how many events its ring has overwritten as its statistics say, or -1
 *
 * Reads the lines of a file, or of the sections of one, in order, and keeps only what the
 * next line depends on; what events mean is up to the sink.
 */
typedef struct
{
  StrataEventSink *sink;  /* borrowed: of the loader */
  StrataCounts *counts;   /* borrowed: of its builder */
  StrataLineStore *lines; /* (nullable) borrowed: of its builder */
  gboolean has_offset;
  guint64 n_announced;
  GString *continued; /* owned */
  gboolean is_cut_line;
  StrataFtraceOption option;
  gboolean reads_rhea;
  gboolean is_rhea_open;
  gint64 rhea_pid;
  gint64 stats_cpu;
  gint64 overruns[STRATA_EVENT_MAX_CPUS];
  StrataFtraceKnownWriter writers[STRATA_FTRACE_N_WRITERS];
  StrataFtraceKnownTail tails[STRATA_FTRACE_N_TAILS];
} StrataFtraceReader;

StrataFtraceReader *strata_ftrace_reader_new (StrataEventSink *sink);
void strata_ftrace_reader_free (StrataFtraceReader *self);
void strata_ftrace_reader_begin_text (StrataFtraceReader *self);
void strata_ftrace_reader_take_lines (StrataFtraceReader *self, StrataFtraceLexed *lines, guint n_lines);
void strata_ftrace_reader_take_last_line (StrataFtraceReader *self, StrataFtraceLexed *lexed);
void strata_ftrace_reader_end_text (StrataFtraceReader *self);

/* strata-ftrace-rhea.c: the lines of RheaTrace. */
gboolean strata_ftrace_reader_take_rhea (StrataFtraceReader *self, StrataText whole);

/* strata-ftrace-notes.c: lines that are no event. */
gboolean strata_ftrace_reader_take_rest (StrataFtraceReader *self, StrataText line);
void strata_ftrace_reader_end_continued (StrataFtraceReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceReader, strata_ftrace_reader_free)

G_END_DECLS
