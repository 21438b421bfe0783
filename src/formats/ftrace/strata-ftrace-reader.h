/* strata-ftrace-reader.h - lines of ftrace text become tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-clock-marks.h"
#include "strata-column.h"
#include "strata-ftrace-dump.h"
#include "strata-ftrace-lexer.h"
#include "strata-ftrace-log.h"
#include "strata-ftrace-mark.h"
#include "strata-ftrace-methods.h"
#include "strata-ftrace-option.h"
#include "strata-ftrace-recall.h"
#include "strata-ftrace-tasks.h"

G_BEGIN_DECLS

/* CPUs above this are not watched for lost switches. */
#define STRATA_FTRACE_MAX_CPUS 512

/* In place of a thread id where events are missing: what runs is not known. */
#define STRATA_FTRACE_LOST (STRATA_NONE - 1)

/**
 * StrataFtraceCpu:
 * @last_ns: its latest event
 * @gap_ns: where its events are missing, the last one before that; %STRATA_NO_TIME for the begin of the section
 * @n_lost: how many are missing there, or %STRATA_LOSS_UNKNOWN
 * @running: the thread that its latest line puts there, %STRATA_NONE before its first switch
 * @is_in_gap: whether the next event ends a gap, or is the first of the section
 * @is_lossy: whether the kernel told of events lost in that gap
 *
 * A CPU, as far as the lines read so far tell.
 */
typedef struct
{
  gint64 last_ns;
  gint64 gap_ns;
  guint64 n_lost;
  guint32 running;
  gboolean is_in_gap;
  gboolean is_lossy;
} StrataFtraceCpu;

typedef struct _StrataFtraceReplay StrataFtraceReplay;

/**
 * StrataFtraceFormat:
 * @id: for programs
 * @name: for people
 *
 * Who writes text of ftrace.
 */
typedef struct
{
  const char *id;
  const char *name;
} StrataFtraceFormat;

/**
 * StrataFtraceReader:
 * @builder: where counts, strings, threads and diagnostics go
 * @counts: those of @builder
 * @kinds: those of @builder
 * @lines: (nullable): where lines are kept
 * @diagnostics: those of @builder
 * @strings: interns names
 * @tasks: the threads
 * @methods: what tells entries and exits of methods from other sections
 * @dump: the threads that lists of processes tell of
 * @log: what happened, to be replayed in order
 * @replay: (nullable): what replays it already while it is read
 * @recall: what was made of lines read before
 * @memo: for lines that are taken apart once more
 * @plain_names: by string id, 1 for a begin that says nothing beyond its name, 2 for one of RheaTrace, else 0
 * @is_alone: whether @replay may be made
 * @may_forget: whether what was replayed may be forgotten, since the file can be read once more
 * @device: number of the device
 * @offset_ns: what is added to the times of the present file
 * @clock: what the present file tells of clocks, its own times without @offset_ns
 * @input: index of the present file
 * @are_hitrace: by index of a file, whether it is one of HiTrace
 * @format: (nullable): what the latest file with events is
 * @n_input_events: events of the files before
 * @total_begin_ns: earliest time of the files before, or %STRATA_NO_TIME
 * @begin_ns: earliest time of the present file, or %STRATA_NO_TIME
 * @end_ns: latest time
 * @previous_ns: time of the previous event
 * @old_attrs: id of the attributes of markers from before API version 19
 * @n_hitrace: markers of the present file that surely are HiTrace
 * @n_maybe_hitrace: its markers whose name begins with "H:"
 * @n_named: its markers with a name, B, S, F and C
 * @n_announced: events that the header says the file has, or 0
 * @n_foreign_lines: lines of the file that come before and are no trace
 * @realtime_ms: calendar time of @realtime_at_ns, or 0
 * @realtime_at_ns: when a clock sync marker told it
 * @section_ns: the first event after the latest header, or %STRATA_NO_TIME
 * @is_overwritten: the latest header says that events were overwritten
 * @cpus: the CPUs
 * @continued: (nullable): lines that go on with the text of the latest marker
 * @has_continued: whether there are any
 * @can_continue: whether the line before was a marker whose text may go on
 * @is_cut_line: only the beginning of the present line is there
 * @option: what keeps the present file from being read, if it has no events
 * @has_rhea: the present file is one of RheaTrace
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
typedef struct _StrataFtraceReader StrataFtraceReader;

struct _StrataFtraceReader
{
  StrataTraceBuilder *builder;    /* borrowed: of the loader */
  StrataCounts *counts;           /* borrowed: from builder */
  StrataDiagnostics *diagnostics; /* borrowed: from builder */
  StrataKindTable *kinds;         /* borrowed: from builder */
  StrataLineStore *lines;         /* borrowed: from builder */
  StrataFtraceStrings *strings;   /* owned */
  StrataFtraceTasks *tasks;       /* owned */
  StrataFtraceDump *dump;         /* owned */
  StrataFtraceMethods *methods;   /* owned */
  StrataFtraceLog *log;           /* owned */
  StrataFtraceReplay *replay;     /* owned */
  StrataFtraceRecall *recall;     /* owned */
  StrataFtraceLineMemo *memo;     /* owned */
  StrataColumn plain_names;       /* guint8 */
  gboolean is_alone;
  gboolean may_forget;
  guint device;
  gint64 offset_ns;
  StrataClockMarks clock;
  guint32 input;
  StrataColumn are_hitrace;         /* guint8 */
  const StrataFtraceFormat *format; /* static */
  guint64 n_input_events;
  gint64 total_begin_ns;
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
  gint64 section_ns;
  gboolean is_overwritten;
  StrataFtraceCpu cpus[STRATA_FTRACE_MAX_CPUS];
  GString *continued; /* owned */
  gboolean has_continued;
  gboolean can_continue;
  gboolean is_cut_line;
  StrataFtraceOption option;
  gboolean has_rhea;
  gboolean reads_rhea;
  gboolean is_rhea_open;
  gint64 rhea_pid;
  gint64 monotonic_ns;
  gint64 monotonic_at_ns;
  gint64 sync_tid;
  gboolean has_escaped_ends;
};

void strata_ftrace_reader_init (StrataFtraceReader *self, StrataTraceBuilder *builder);
void strata_ftrace_reader_clear (StrataFtraceReader *self);
gboolean strata_ftrace_reader_take_lexed (StrataFtraceReader *self, StrataFtraceLexed *lexed);
void strata_ftrace_reader_end_text (StrataFtraceReader *self);
gboolean strata_ftrace_reader_is_hitrace (const StrataFtraceReader *self);
guint64 strata_ftrace_reader_get_line (const StrataFtraceReader *self);
guint32 strata_ftrace_reader_intern_attrs (StrataFtraceReader *self, char level, guint64 tags, StrataText chain);

void strata_ftrace_reader_see_time (StrataFtraceReader *self, gint64 time_ns, StrataText line);

/* strata-ftrace-inputs.c: the part of the reader for several files. */
void strata_ftrace_reader_begin_input (StrataFtraceReader *self, guint32 input, gboolean is_alone);
void strata_ftrace_reader_end_input (StrataFtraceReader *self);

/* strata-ftrace-rhea.c: the part of the reader for lines of RheaTrace. */
gboolean strata_ftrace_reader_take_rhea (StrataFtraceReader *self, StrataText whole);
gboolean strata_ftrace_reader_take_sync (StrataFtraceReader *self, const StrataFtraceTaskRow *task, gint64 time_ns, const StrataFtraceMark *mark);

/* strata-ftrace-marks.c: the part of the reader for markers. */
void strata_ftrace_reader_take_payload (StrataFtraceReader *self, StrataFtraceTaskRow *task, gint64 time_ns, StrataText payload);
gboolean strata_ftrace_reader_take_undated (StrataFtraceReader *self, const StrataFtraceLexed *lexed);
void strata_ftrace_reader_take_mark (StrataFtraceReader *self, StrataFtraceTaskRow *task, StrataFtraceLexed *lexed);

/* strata-ftrace-recall.c: the part of the reader for lines that were met before. */
void strata_ftrace_reader_forget (StrataFtraceReader *self);
void strata_ftrace_reader_learn_writer (StrataFtraceReader *self, const StrataFtraceTaskRow *task, const StrataFtraceLexed *lexed);
StrataFtraceTaskRow *strata_ftrace_reader_recall_writer (StrataFtraceReader *self, const StrataFtraceLexed *lexed, gint64 time_ns);
void strata_ftrace_reader_learn_tail (StrataFtraceReader *self, const StrataFtraceMark *mark, const StrataFtraceToken *token);
guint strata_ftrace_reader_recall (StrataFtraceReader *self, const StrataFtraceLexed *lines, guint n_lines);

/* strata-ftrace-lives.c: the part of the reader for threads that begin, change and end. */
void strata_ftrace_reader_end_thread (StrataFtraceReader *self, guint32 thread, gint64 time_ns);
StrataFtraceTaskRow *strata_ftrace_reader_see_survivor (StrataFtraceReader *self, StrataFtraceTaskRow *task, const StrataFtraceLine *line);
StrataFtraceTaskRow *strata_ftrace_reader_see_tgid (StrataFtraceReader *self, StrataFtraceTaskRow *task, const StrataFtraceLine *line);
gboolean strata_ftrace_reader_take_life (StrataFtraceReader *self, const StrataFtraceLine *line, const StrataFtraceTaskRow *writer, StrataFtraceEventKind kind);

/* strata-ftrace-losses.c: the part of the reader for events that are missing. */
void strata_ftrace_reader_lose (StrataFtraceReader *self, guint32 cpu, guint64 n_events);
void strata_ftrace_reader_begin_section (StrataFtraceReader *self, gboolean is_overwritten);
void strata_ftrace_reader_end_gap (StrataFtraceReader *self, guint32 cpu, gint64 time_ns);
void strata_ftrace_reader_end_gaps (StrataFtraceReader *self);

/* strata-ftrace-notes.c: the part of the reader for lines that are no event. */
gboolean strata_ftrace_reader_take_rest (StrataFtraceReader *self, StrataText line);
void strata_ftrace_reader_end_continued (StrataFtraceReader *self);

void strata_ftrace_reader_diagnose (StrataFtraceReader *self, StrataDiagnosticKind kind, guint64 count, gint64 time_ns, StrataText sample);

G_END_DECLS
