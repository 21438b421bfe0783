/* strata-htrace-private.h - shared parts of the .htrace reader
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-event-sink.h"
#include "strata-proto-text.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* How messages of a plugin are used. */
typedef enum
{
  STRATA_HTRACE_NOT_SHOWN,
  STRATA_HTRACE_CONFIG, /* of a plugin: omitting it loses nothing */
  STRATA_HTRACE_FTRACE,
  STRATA_HTRACE_LOG,
  STRATA_HTRACE_CPU,
  STRATA_HTRACE_MEMORY,
  STRATA_HTRACE_PROCESS,
  STRATA_HTRACE_DISK,
  STRATA_HTRACE_NETWORK,
  STRATA_HTRACE_TASKS,
  STRATA_HTRACE_TASKS_CONFIG,
} StrataHtraceKind;

/* Clocks with Linux's numbers. */
enum
{
  STRATA_HTRACE_REALTIME = 0,
  STRATA_HTRACE_MONOTONIC = 1,
  STRATA_HTRACE_MONOTONIC_RAW = 4,
  STRATA_HTRACE_REALTIME_COARSE = 5,
  STRATA_HTRACE_MONOTONIC_COARSE = 6,
  STRATA_HTRACE_BOOTTIME = 7,
  STRATA_HTRACE_N_CLOCKS,
};

/* Clocks of a container. Times are converted to the boot time clock. */
typedef struct
{
  gint64 ns[STRATA_HTRACE_N_CLOCKS]; /* all clocks at one moment, in ns; 0 if not known */
  guint32 events;                    /* the clock of kernel events */
  guint32 tasks;                     /* the clock of the events of tasks (FFRT) */
  gint64 shift_ns;                   /* added to all times if their offset from the first container is unknown */
} StrataHtraceClocks;

/* A message of a plugin, kept until all clocks and names are known. */
typedef struct
{
  guint8 kind;       /* StrataHtraceKind */
  guint32 container; /* number of its container */
  guint32 clock;     /* the clock of @time_ns */
  gint64 time_ns;    /* when it was sent */
  guint8 *data;      /* owned: its content */
  gsize n_bytes;     /* length of the content */
} StrataHtraceMessage;

/* A container of hiperf. */
typedef struct
{
  guint32 container; /* number of its container */
  guint64 offset;    /* where it is in the file */
  GBytes *bytes;     /* owned: a perf.data */
} StrataHtraceRecording;

/* An .htrace that is being read. */
typedef struct
{
  StrataSource *source;      /* borrowed: the file */
  StrataEventSink *sink;     /* borrowed: where its events go */
  StrataColumn clocks;       /* StrataHtraceClocks: of each container */
  StrataColumn messages;     /* StrataHtraceMessage */
  GHashTable *left_out;      /* (element-type utf8 guint64): how many messages are not shown, by plugin */
  StrataColumn recordings;   /* StrataHtraceRecording: stacks that hiperf sampled */
  GError *limit;             /* owned; nullable: the error that a recording exceeds the size limit */
  StrataStringPool *strings; /* borrowed: of the trace */
  GString *text;             /* buffer for generated texts */
  GHashTable *comms;         /* (element-type guint32 StrataText): names of threads, in messages */
  GHashTable *symbols;       /* (element-type guint64 utf8): names of functions */
  guint64 n_messages;        /* how many messages there are */
  guint64 n_damaged;         /* how many of them, or of their parts, could not be read */
  guint64 n_without_time;    /* kernel events without a time */
  guint64 n_trailing_bytes;  /* bytes after the last container */
  gboolean is_cut;           /* whether the file ends early */
  guint64 end;               /* where the last whole message ends */
  StrataLineStore *lines;    /* (nullable) borrowed: where kernel events are kept as lines */
  guint64 n_lines;           /* how many lines are kept */
} StrataHtraceReader;

/* What the kernel writes with each event. */
typedef struct
{
  guint flags;
  guint preempt; /* depth */
} StrataHtraceCommon;

/* strata-htrace-messages.c */
/* Reads all containers of the file. Returns FALSE if reading failed or was cancelled. */
gboolean strata_htrace_reader_read (StrataHtraceReader *self, GError **error);

/* strata-htrace-clocks.c */
/* Converts a time to the boot time clock; times of unknown clocks are not converted. */
gint64 strata_htrace_reader_convert (const StrataHtraceReader *self, guint32 container, guint32 clock, gint64 time_ns);

/* Converts a time to the boot time clock, and to the trace's axis. */
gint64 strata_htrace_reader_place (const StrataHtraceReader *self, guint32 container, guint32 clock, gint64 time_ns);

/* Linux's number of a clock for the plugins' number, which differs; for 0, STRATA_HTRACE_N_CLOCKS. */
guint32 strata_htrace_get_clock (guint64 number);

/* strata-htrace-ftrace.c */
/* Takes names, clocks and losses of a message with kernel events. */
void strata_htrace_reader_prepare_ftrace (StrataHtraceReader *self, const StrataHtraceMessage *message);

/* Finds the time of the first kernel event in a message. Returns whether there is one. */
gboolean strata_htrace_reader_find_first (StrataHtraceReader *self, const StrataHtraceMessage *message, gint64 *time_ns);

/* Plays the kernel events of all messages, by time. */
void strata_htrace_reader_play_ftrace (StrataHtraceReader *self);

/* strata-htrace-event.c */
/* Passes a kernel event to the sink. @time_ns is of the boot time clock. */
void strata_htrace_reader_take_event (StrataHtraceReader *self, guint32 cpu, gint64 time_ns, StrataProto event);

/* The name of a function for its address; %NULL if there is none. */
const char *strata_htrace_reader_find_symbol (guint64 value, gpointer data);

/* strata-htrace-lines.c */
/* Keeps a kernel event as a line. @kind is %NULL if it is not known; @time_ns is of the boot time clock. */
void strata_htrace_reader_keep_line (StrataHtraceReader *self, const StrataEvent *event, const StrataHtraceCommon *common, const StrataProtoEventKind *kind, const StrataProto *content, gint64 time_ns);

/* strata-htrace-logs.c */
/* Takes log lines. */
void strata_htrace_reader_take_log (StrataHtraceReader *self, const StrataHtraceMessage *message);

/* Takes the clock of task events. */
void strata_htrace_reader_take_tasks_config (StrataHtraceReader *self, const StrataHtraceMessage *message);

/* Takes task events (FFRT), a kind of markers. */
void strata_htrace_reader_take_tasks (StrataHtraceReader *self, const StrataHtraceMessage *message);

/* strata-htrace-samples.c */
/* Keeps a container of hiperf, which is a perf.data, until all clocks are known. Sets @is_kept if it is one. */
gboolean strata_htrace_reader_keep_recording (StrataHtraceReader *self, guint64 n_bytes, gboolean *is_kept, GError **error);

/* Adds the stacks that hiperf sampled. Returns whether there are any. */
gboolean strata_htrace_reader_play_samples (StrataHtraceReader *self);

/* strata-htrace-stats.c */
/* Takes numbers that a plugin polls from the system. */
void strata_htrace_reader_take_stats (StrataHtraceReader *self, const StrataHtraceMessage *message);

G_END_DECLS
