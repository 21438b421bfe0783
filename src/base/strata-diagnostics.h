/* strata-diagnostics.h - warnings about an input, counted
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  STRATA_SEVERITY_INFO,    /* common in captures; nothing is missing */
  STRATA_SEVERITY_WARNING, /* something could not be used unchanged */
  STRATA_SEVERITY_ERROR,   /* part of the input is lost */
} StrataSeverity;

/* One row per kind: symbol, name in lists, severity, sentence for the user. An X-macro, so that
 * the enum and its table cannot get out of step. */
#define STRATA_DIAGNOSTIC_KINDS(X)                                                                                                    \
  X (UNKNOWN_LINE, "unknown-line", WARNING, N_ ("Lines that are not trace events"))                                                   \
  X (BAD_LINE, "bad-line", ERROR, N_ ("Lines with an unreadable event"))                                                              \
  X (TIME_LIMIT, "time-limit", ERROR, N_ ("Events later than 292 years, skipped"))                                                    \
  X (FAR_TIME, "far-time", WARNING, N_ ("Items decades away from all others, outside the first picture"))                             \
  X (LONG_LINE, "long-line", ERROR, N_ ("Lines too long to be read completely"))                                                      \
  X (ZEROS, "zeros", ERROR, N_ ("Blocks of zeros where text should be"))                                                              \
  X (CONTINUED_LINE, "continued-line", INFO, N_ ("Lines that continue a marker’s text"))                                              \
  X (UNKNOWN_EVENT, "unknown-event", INFO, N_ ("Events of a type that is not shown"))                                                 \
  X (BAD_PAYLOAD, "bad-payload", ERROR, N_ ("Markers or events with unreadable fields"))                                              \
  X (HIDDEN_MARKER, "hidden-marker", ERROR, N_ ("Markers whose text is omitted by the trace option “fields”"))                        \
  X (MARKER_ALONE, "marker-alone", ERROR, N_ ("Markers without thread and time (trace option “printk-msg-only”)"))                    \
  X (CUT_PAYLOAD, "cut-payload", WARNING, N_ ("Markers truncated at the length limit"))                                               \
  X (EMPTY_COOKIE, "empty-cookie", WARNING, N_ ("Asynchronous markers without a cookie"))                                             \
  X (VALUE_LIMIT, "value-limit", WARNING, N_ ("Counter values that exceed 64 bits, clamped"))                                         \
  X (VALUE_FRACTION, "value-fraction", WARNING, N_ ("Counter values with a fraction, rounded to whole numbers"))                      \
  X (CUT_ARGUMENTS, "cut-arguments", WARNING, N_ ("Events with more arguments, flows or counters than fit, cut off"))                 \
  X (CPU_LIMIT, "cpu-limit", ERROR, N_ ("Events of CPUs with numbers above 4095, left out"))                                          \
  X (UNMATCHED_END, "unmatched-end", INFO, N_ ("Ends without a start"))                                                               \
  X (MISMATCHED_EXIT, "mismatched-exit", WARNING, N_ ("Exits from a method other than the innermost"))                                \
  X (EXCEPTION, "exception", INFO, N_ ("Calls exited by an exception"))                                                               \
  X (UNFINISHED_SLICE, "unfinished-slice", INFO, N_ ("Slices that did not finish"))                                                   \
  X (UNMATCHED_ASYNC_END, "unmatched-async-end", INFO, N_ ("Asynchronous ends without a start"))                                      \
  X (UNMATCHED_KERNEL_END, "unmatched-kernel-end", INFO, N_ ("Ends of kernel slices without a start"))                                \
  X (UNFINISHED_ASYNC, "unfinished-async", INFO, N_ ("Asynchronous slices that did not finish"))                                      \
  X (REPEATED_ASYNC_START, "repeated-async-start", WARNING, N_ ("Asynchronous starts repeated before their end"))                     \
  X (OVERLAP, "overlap", WARNING, N_ ("Slices that outlast the one around them, cut at its end"))                                     \
  X (TIME_BACKWARDS, "time-backwards", WARNING, N_ ("Times that go backwards"))                                                       \
  X (SWITCH_MISMATCH, "switch-mismatch", WARNING, N_ ("Scheduler switches away from a thread that was not running"))                  \
  X (LOST_EVENTS, "lost-events", ERROR, N_ ("Events lost by the kernel"))                                                             \
  X (OVERWRITTEN, "overwritten", WARNING, N_ ("Events overwritten in the ring buffer before saving"))                                 \
  X (NOT_ENABLED, "not-enabled", WARNING, N_ ("Kernel events that were requested but could not be recorded"))                         \
  X (CLOCK_TICKS, "clock-ticks", INFO, N_ ("Files with times in clock ticks, shown as nanoseconds"))                                  \
  X (UNSHOWN_PACKET, "unshown-packet", INFO, N_ ("Packets, events and messages of a kind that is not shown"))                         \
  X (LOST_PACKETS, "lost-packets", ERROR, N_ ("Places where Perfetto packets were lost before they were saved"))                      \
  X (UNKNOWN_STATE, "unknown-state", WARNING, N_ ("Perfetto packets whose names were lost with earlier packets"))                     \
  X (UNKNOWN_NAME, "unknown-name", WARNING, N_ ("Names that Perfetto packets refer to but that are not in the file"))                 \
  X (UNKNOWN_TIME, "unknown-time", ERROR, N_ ("Perfetto packets on a clock that cannot be converted"))                                \
  X (TRACK_LOOP, "track-loop", ERROR, N_ ("Events on tracks whose parents form a loop, left out"))                                    \
  X (MACHINE_LIMIT, "machine-limit", ERROR, N_ ("Perfetto packets of more machines than can be shown, left out"))                     \
  X (CLOCK_RATE, "clock-rate", ERROR, N_ ("Perfetto clock snapshots with another rate than before, left out"))                        \
  X (EARLY_LOG, "early-log", WARNING, N_ ("Log lines from before the clock of the device was set, left out"))                         \
  X (LATE_LOG, "late-log", WARNING, N_ ("Log lines dated long after they were recorded, shown when they were recorded"))              \
  X (UNKNOWN_METHOD, "unknown-method", WARNING, N_ ("Records of undeclared methods"))                                                 \
  X (UNKNOWN_THREAD, "unknown-thread", WARNING, N_ ("Records of undeclared threads"))                                                 \
  X (UNKNOWN_NODE, "unknown-node", ERROR, N_ ("Samples of nodes missing from the file"))                                              \
  X (BAD_FRAME, "bad-frame", ERROR, N_ ("Stack frames with an impossible sample count or level"))                                     \
  X (CUT_STACK, "cut-stack", WARNING, N_ ("Stacks deeper than 16,384 calls, of which the inner ones were cut"))                       \
  X (NO_STACK, "no-stack", INFO, N_ ("Samples without a stack, which have no calls to show"))                                         \
  X (DEEP_STACK, "deep-stack", WARNING, N_ ("Samples of too many calls, of which only the outer 64 are shown"))                       \
  X (ASSUMED_INTERVAL, "assumed-interval", INFO, N_ ("Sampling intervals that are not in the file, taken to be 150 ms (--interval)")) \
  X (NOT_TIME, "not-time", INFO, N_ ("Files without times: the axis counts what was sampled"))                                        \
  X (OTHER_EVENT, "other-event", WARNING, N_ ("Samples of other events, which count something else and are left out"))                \
  X (LONG_FRAME, "long-frame", WARNING, N_ ("Frames with more samples than their caller, shortened to it"))                           \
  X (THREAD_ID_REUSED, "thread-id-reused", INFO, N_ ("Thread ids used more than once"))                                               \
  X (BUFFER_OVERFLOW, "buffer-overflow", WARNING, N_ ("The tracing buffer was full before tracing ended"))                            \
  X (SKIPPED_SECTION, "skipped-section", INFO, N_ ("Unused sections of the file"))                                                    \
  X (TRUNCATED, "truncated", ERROR, N_ ("The file is cut off"))                                                                       \
  X (UNKNOWN_CLOCK, "unknown-clock", WARNING, N_ ("Files with unknown clock offset"))                                                 \
  X (BAD_MAPPING, "bad-mapping", WARNING, N_ ("Unreadable lines in the name mapping"))                                                \
  X (UNENDED_LINE, "unended-line", WARNING, N_ ("Last lines without a line end: the file may be cut off"))                            \
  X (BLOCK_LIMIT, "block-limit", ERROR, N_ ("Compressed packets that decompress to more than 64 MiB, cut off"))                       \
  X (PART_LIMIT, "part-limit", ERROR, N_ ("Recordings inside the file that exceed the limit of --max-bytes, left out"))               \
  X (TRAILING_BYTES, "trailing-bytes", WARNING, N_ ("Bytes after the end of the data"))                                               \
  X (DAMAGED_DATA, "damaged-data", ERROR, N_ ("Part of the file is damaged and was left out"))

/**
 * StrataDiagnosticKind:
 *
 * Problems of an input that leave the rest of it usable.
 */
typedef enum
{
#define STRATA_DIAGNOSTIC_SYMBOL(symbol, name, severity, text) STRATA_DIAGNOSTIC_##symbol,
  STRATA_DIAGNOSTIC_KINDS (STRATA_DIAGNOSTIC_SYMBOL)
#undef STRATA_DIAGNOSTIC_SYMBOL
      STRATA_N_DIAGNOSTIC_KINDS
} StrataDiagnosticKind;

/* Used instead of the index of a file if there is none, or it is unknown. */
#define STRATA_NO_INPUT G_MAXUINT32

/* One kind of warning and how often it occurred. Lines are given for text, offsets for binary
 * files. */
typedef struct
{
  StrataDiagnosticKind kind; /* the kind of warning */
  guint64 count;             /* how often */
  guint32 first_input;       /* index of the file of the first one, or STRATA_NO_INPUT */
  guint64 first_line;        /* number of the first affected line, from 1, or 0 */
  gint64 first_offset;       /* byte offset of the first place after decompression, or -1 */
  gint64 first_ns;           /* time of the first one, or STRATA_NO_TIME */
  char *sample;              /* nullable: the first one's text, cut to a readable length */
} StrataDiagnostic;

/* Where something is in the input. */
typedef struct
{
  guint64 line;   /* number of the line, from 1, or 0 */
  gint64 offset;  /* byte offset, or -1 */
  gint64 time_ns; /* time, or STRATA_NO_TIME */
} StrataPlace;

typedef struct _StrataDiagnostics StrataDiagnostics;

StrataDiagnostics *strata_diagnostics_new (void);
void strata_diagnostics_free (StrataDiagnostics *self);
void strata_diagnostics_set_input (StrataDiagnostics *self, guint32 input);
void strata_diagnostics_add (StrataDiagnostics *self, StrataDiagnosticKind kind, StrataPlace place, const char *sample, gssize n_sample_bytes);
void strata_diagnostics_add_many (StrataDiagnostics *self, StrataDiagnosticKind kind, guint64 count, StrataPlace place, const char *sample, gssize n_sample_bytes);
const StrataDiagnostic *strata_diagnostics_get (const StrataDiagnostics *self, StrataDiagnosticKind kind);
guint64 strata_diagnostics_get_count (const StrataDiagnostics *self, StrataDiagnosticKind kind);
guint strata_diagnostics_get_n_kinds (const StrataDiagnostics *self, StrataSeverity least);

const char *strata_diagnostic_kind_get_name (StrataDiagnosticKind kind);
const char *strata_diagnostic_kind_get_text (StrataDiagnosticKind kind);
StrataSeverity strata_diagnostic_kind_get_severity (StrataDiagnosticKind kind);
const char *strata_severity_get_name (StrataSeverity severity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataDiagnostics, strata_diagnostics_free)

G_END_DECLS
