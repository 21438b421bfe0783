/* strata-chrome-event.h - an event of a Chrome trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-cpuprofile-parts.h"
#include "strata-json-reader.h"
#include "strata-memory-dump.h"

G_BEGIN_DECLS

/* 292 years, as in all formats, but for the last second. */
#define STRATA_CHROME_MOST_US (G_MAXINT64 / 1000 - 1000000)

/* 73 years before the clock began. */
#define STRATA_CHROME_LEAST_US (-G_MAXINT64 / 4000)

/* A value of a counter. */
typedef struct
{
  gsize key;           /* where its name begins in the names of the event */
  gint64 value;        /* the number, rounded to an integer */
  double real;         /* the number */
  gboolean is_real;    /* whether it has a fraction */
  gboolean is_clamped; /* whether it exceeds 64 bits */
} StrataChromeValue;

/* An event. Processes and threads that are identified by text get numbers made from it. */
typedef struct
{
  char phase;                      /* its kind, a letter; 0 if there is none */
  char scope;                      /* of an instant: 't', 'p' or 'g' */
  gint64 time_ns;                  /* its time; out of range beyond STRATA_CHROME_LEAST_US and STRATA_CHROME_MOST_US */
  gint64 duration_ns;              /* its duration, or -1 */
  gint64 cpu_ns;                   /* the CPU time of its thread at @time_ns, or STRATA_NO_TIME */
  gint64 cpu_duration_ns;          /* its duration in CPU time, or -1 */
  gint64 pid;                      /* its process; -1 if there is none */
  gint64 tid;                      /* its thread */
  gboolean has_time;               /* whether it has a time */
  gboolean has_tid;                /* whether it names a thread */
  GString *name;                   /* its name */
  GString *category;               /* its categories */
  GString *id;                     /* the id that joins it with other events, with the scope of the id */
  GString *args;                   /* its arguments as "key=value,key={key=value},key=[value]" */
  GString *bind_id;                /* the flow that it is a step of, or empty */
  gboolean is_flow_in;             /* whether the flow comes from an earlier event */
  gboolean is_flow_out;            /* whether the flow continues to a later event */
  gboolean is_bound_around;        /* whether a flow of the first version ends at the enclosing slice rather than at the next one */
  GString *pid_text;               /* the text that identifies its process instead of a number, or empty */
  GString *tid_text;               /* the same for its thread */
  GHashTable *number_by_text;      /* (element-type utf8 guint): all such texts of the file, and the numbers made of them */
  GHashTable *numbers;             /* (element-type guint): those numbers */
  GString *track;                  /* ours: the track of an instant or of an asynchronous slice, or empty */
  GString *cookie;                 /* ours: the cookie of an asynchronous slice, if it is not @id */
  int cpu;                         /* ours: the CPU of a counter; -1 if it has none */
  gboolean is_global;              /* ours: whether a counter belongs to no process */
  gboolean has_cookie;             /* ours: whether there is @cookie, which may be empty */
  gboolean is_copy;                /* ours: whether it repeats another event */
  gboolean is_in_order;            /* ours: whether the processes and threads of the trace come in the order of such events */
  gboolean is_sampled;             /* ours: whether it was seen in samples */
  gboolean has_no_process;         /* ours: whether @pid is made up */
  gint64 own_pid;                  /* ours: the process of an instant of a thread of another one; -1 if it is @pid */
  gint64 own_tid;                  /* ours: the thread of an asynchronous event, which may be of a different process; -1 if it is @tid */
  guint32 own_depth;               /* ours: one more than the number of calls around a complete event, or 0 */
  gint64 start_ns;                 /* ours: when a thread or process started, or STRATA_NO_TIME */
  gint64 end_ns;                   /* ours: the end of an event without an end event, or of a thread, or STRATA_NO_TIME */
  GPtrArray *own;                  /* ours: names and values of arguments that are attributes; (element-type utf8) */
  GString *named;                  /* of metadata, the argument "name" or "labels" */
  GArray *values;                  /* (element-type StrataChromeValue): numbers among its arguments, including those written as text */
  GString *value_keys;             /* their names, each with NUL at its end */
  StrataCpuprofileParts *profiles; /* borrowed: takes the parts of CPU profiles among its arguments */
  StrataMemoryDump *dump;          /* owned: sizes among its arguments, if it describes memory */
  guint n_texts;                   /* how many of its arguments are not numbers */
  gboolean is_duration_bad;        /* whether the duration is negative or not a number */

  /* private: reused while an event is read */
  GString *key;
  GString *path;
  GString *arg_key;
} StrataChromeEvent;

void strata_chrome_event_init (StrataChromeEvent *self, StrataCpuprofileParts *profiles);
void strata_chrome_event_clear (StrataChromeEvent *self);
gint64 strata_chrome_event_get_time (const StrataJsonReader *json);
gboolean strata_chrome_event_read (StrataChromeEvent *self, StrataJsonReader *json, GError **error);

/* strata-chrome-args.c */
gboolean strata_chrome_skip_open (StrataJsonReader *json, GError **error);
gboolean strata_chrome_event_read_args (StrataChromeEvent *self, StrataJsonReader *json, GError **error);
void strata_chrome_event_add_arg (StrataChromeEvent *self, const char *key, const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataChromeEvent, strata_chrome_event_clear)

G_END_DECLS
