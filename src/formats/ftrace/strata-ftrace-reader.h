/* strata-ftrace-reader.h - turns lines of ftrace text into events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-event-sink.h"
#include "strata-ftrace-lexer.h"
#include "strata-ftrace-option.h"

G_BEGIN_DECLS

/* The result for lines with the same bytes before the CPU. */
typedef struct
{
  guint32 number;           /* of StrataFtraceKnown */
  StrataEventWriter writer; /* the thread of lines that begin this way */
} StrataFtraceKnownWriter;

/* The result for lines with the same bytes after the time. */
typedef struct
{
  guint32 number;           /* of StrataFtraceKnown */
  StrataEventRecipe recipe; /* the parsed marker of lines with this tail */
} StrataFtraceKnownTail;

/* Reads the lines of a file or of its sections in order, and keeps only state that the next line
 * depends on; the sink interprets the events. */
typedef struct
{
  StrataEventSink *sink;     /* borrowed: of the loader */
  StrataCounts *counts;      /* borrowed: of its builder */
  StrataLineStore *lines;    /* (nullable) borrowed: of its builder */
  gboolean has_offset;       /* whether the times of the file differ from those of the trace */
  guint64 n_announced;       /* number of events according to the header, or 0 */
  GString *continued;        /* owned: lines that continue the text of the latest marker */
  StrataFtraceOption option; /* a trace option that makes the text unreadable, if it has no events */
  gboolean reads_rhea;       /* lines may be those of RheaTrace */
  gboolean is_rhea_open;     /* RheaTrace has written its start and not yet its end */
  gint64 rhea_pid;           /* process of RheaTrace, or -1 */
  gint64 stats_cpu;          /* the CPU whose statistics are being read, or -1 */
  /* by CPU, how many events its ring has overwritten according to its statistics, or -1 */
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

/* strata-ftrace-rhea.c: takes a line of RheaTrace. */
gboolean strata_ftrace_reader_take_rhea (StrataFtraceReader *self, StrataText whole);

/* strata-ftrace-notes.c: takes a line that is not an event. */
gboolean strata_ftrace_reader_take_rest (StrataFtraceReader *self, StrataText line);
void strata_ftrace_reader_end_continued (StrataFtraceReader *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataFtraceReader, strata_ftrace_reader_free)

G_END_DECLS
