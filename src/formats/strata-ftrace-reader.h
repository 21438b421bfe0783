/* strata-ftrace-reader.h - lines of ftrace text become tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-ftrace-dump.h"
#include "strata-ftrace-lexer.h"
#include "strata-ftrace-log.h"
#include "strata-ftrace-mark.h"
#include "strata-ftrace-methods.h"
#include "strata-ftrace-tasks.h"

G_BEGIN_DECLS

/* CPUs above this are not watched for lost switches. */
#define STRATA_FTRACE_MAX_CPUS 512

/* Longer lines are counted and left out. */
#define STRATA_FTRACE_MAX_LINE_BYTES (1024 * 1024)

/**
 * StrataFtraceReader:
 * @builder: where counts, strings, threads and diagnostics go
 * @counts: those of @builder
 * @diagnostics: those of @builder
 * @strings: interns names
 * @tasks: the threads
 * @methods: what tells entries and exits of methods from other sections
 * @dump: the threads that lists of processes tell of
 * @log: what happened, to be replayed in order
 * @begin_ns: earliest time, or %STRATA_NO_TIME
 * @end_ns: latest time
 * @previous_ns: time of the previous event
 * @old_attrs: id of the attributes of markers from before API version 19
 * @n_hitrace: markers that surely are HiTrace
 * @n_maybe_hitrace: markers whose name begins with "H:"
 * @n_named: markers with a name, B, S, F and C
 * @n_announced: events that the header says the file has, or 0
 * @n_foreign_lines: lines of the file that come before and are no trace
 * @realtime_ms: calendar time of @realtime_at_ns, or 0
 * @realtime_at_ns: when a clock sync marker told it
 * @running: which thread the latest line of each CPU puts there, %STRATA_NONE before its first switch
 * @reads_rhea: lines may be those of RheaTrace
 * @is_rhea_open: RheaTrace told of its start and not yet of its end
 * @rhea_pid: process of which RheaTrace tells, or -1
 * @monotonic_ns: the monotonic clock at @monotonic_at_ns, or %STRATA_NO_TIME
 * @monotonic_at_ns: when RheaTrace told it
 * @sync_tid: the thread that wrote that and may still end it, or -1
 * @has_escaped_ends: lines end in a literal "\n\", as in the script of old systrace pages
 *
 * Reads lines one after the other.
 */
typedef struct
{
  StrataTraceBuilder *builder;    /* borrowed: of the loader */
  StrataCounts *counts;           /* borrowed: from builder */
  StrataDiagnostics *diagnostics; /* borrowed: from builder */
  StrataFtraceStrings *strings;   /* owned */
  StrataFtraceTasks *tasks;       /* owned */
  StrataFtraceDump *dump;         /* owned */
  StrataFtraceMethods *methods;   /* owned */
  StrataFtraceLog *log;           /* owned */
  gint64 begin_ns;
  gint64 end_ns;
  gint64 previous_ns;
  guint32 old_attrs;
  guint64 n_hitrace;
  guint64 n_maybe_hitrace;
  guint64 n_named;
  guint64 n_announced;
  guint64 n_foreign_lines;
  gint64 realtime_ms;
  gint64 realtime_at_ns;
  guint32 running[STRATA_FTRACE_MAX_CPUS];
  gboolean reads_rhea;
  gboolean is_rhea_open;
  gint64 rhea_pid;
  gint64 monotonic_ns;
  gint64 monotonic_at_ns;
  gint64 sync_tid;
  gboolean has_escaped_ends;
} StrataFtraceReader;

void strata_ftrace_reader_init (StrataFtraceReader *self, StrataTraceBuilder *builder);
void strata_ftrace_reader_clear (StrataFtraceReader *self);
gboolean strata_ftrace_reader_take_line (StrataFtraceReader *self, const char *text, gsize n_bytes);
gboolean strata_ftrace_reader_take_lexed (StrataFtraceReader *self, const StrataFtraceLexed *lexed);
void strata_ftrace_reader_skip_line (StrataFtraceReader *self, const char *text, gsize n_bytes);
gboolean strata_ftrace_reader_is_hitrace (const StrataFtraceReader *self);
guint64 strata_ftrace_reader_get_line (const StrataFtraceReader *self);
guint32 strata_ftrace_reader_intern_attrs (StrataFtraceReader *self, char level, guint64 tags, StrataText chain);

void strata_ftrace_reader_see_time (StrataFtraceReader *self, gint64 time_ns, StrataText line);

/* strata-ftrace-rhea.c: the part of the reader for lines of RheaTrace. */
gboolean strata_ftrace_reader_take_rhea (StrataFtraceReader *self, StrataText whole);
gboolean strata_ftrace_reader_take_sync (StrataFtraceReader *self, const StrataFtraceTaskRow *task, gint64 time_ns, const StrataFtraceMark *mark);

/* strata-ftrace-marks.c: the part of the reader for markers. */
void strata_ftrace_reader_take_mark (StrataFtraceReader *self, StrataFtraceTaskRow *task, gint64 time_ns, StrataText payload);

/* strata-ftrace-notes.c: the part of the reader for lines that are no event. */
gboolean strata_ftrace_reader_take_note (StrataFtraceReader *self, StrataText line);

void strata_ftrace_reader_diagnose (StrataFtraceReader *self, StrataDiagnosticKind kind, guint64 count, gint64 time_ns, StrataText sample);

G_END_DECLS
