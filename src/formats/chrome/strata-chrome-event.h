/* strata-chrome-event.h - an event of a Chrome trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-json-reader.h"

G_BEGIN_DECLS

/* 73 years. No clock has later times in microseconds. */
#define STRATA_CHROME_MOST_US (G_MAXINT64 / 4000)

/**
 * StrataChromeValue:
 * @key: its name
 * @value: the number, rounded to an integer
 * @real: the number
 * @is_real: whether it has a fraction
 * @is_clamped: whether it exceeds 64 bits
 *
 * A value of a counter.
 */
typedef struct
{
  char *key; /* owned */
  gint64 value;
  double real;
  gboolean is_real;
  gboolean is_clamped;
} StrataChromeValue;

/**
 * StrataChromeEvent:
 * @phase: its kind, a letter; 0 if there is none
 * @scope: of an instant: 't', 'p' or 'g'
 * @time_ns: its time; out of range beyond STRATA_CHROME_MOST_US
 * @duration_ns: its duration, or -1
 * @cpu_ns: the CPU time of its thread at @time_ns, or %STRATA_NO_TIME
 * @cpu_duration_ns: its duration in CPU time, or -1
 * @pid: its process; -1 if there is none
 * @tid: its thread
 * @has_time: whether it has a time
 * @name: its name
 * @category: its categories
 * @id: the id that joins it with other events, with the scope of the id
 * @args: its arguments as "key=value,key={key=value},key=[value]"
 * @bind_id: the flow that it is a step of, or empty
 * @is_flow_in: whether the flow comes from an earlier event
 * @is_flow_out: whether the flow continues to a later event
 * @is_bound_around: whether a flow of the first version ends at the enclosing slice rather than at the next one
 * @pid_text: the text that identifies its process instead of a number, or empty
 * @tid_text: the same for its thread
 * @number_by_text: (element-type utf8 guint): all such texts of the file, and the numbers made of them
 * @numbers: (element-type guint): those numbers
 * @track: ours: the track of an instant or of an asynchronous slice, or empty
 * @cookie: ours: the cookie of an asynchronous slice, if it is not @id
 * @cpu: ours: the CPU of a counter; -1 if it has none
 * @is_global: ours: whether a counter belongs to no process
 * @has_cookie: ours: whether there is @cookie, which may be empty
 * @is_copy: ours: whether it repeats another event
 * @is_in_order: ours: whether the processes and threads of the trace come in the order of such events
 * @is_sampled: ours: whether it was seen in samples
 * @has_no_process: ours: whether @pid is made up
 * @own_tid: ours: the thread of an asynchronous event, which may be of a different process; -1 if it is @tid
 * @end_ns: ours: the end of an event without an end event, or %STRATA_NO_TIME
 * @own: ours: names and values of arguments that are attributes
 * @named: of metadata, the argument "name"
 * @values: (element-type StrataChromeValue): numbers among its arguments, including those written as text
 * @n_texts: how many of its arguments are not numbers
 * @is_duration_bad: whether the duration is negative or not a number
 *
 * An event. Processes and threads that are identified by text get numbers made from it.
 */
typedef struct
{
  char phase;
  char scope;
  gint64 time_ns;
  gint64 duration_ns;
  gint64 cpu_ns;
  gint64 cpu_duration_ns;
  gint64 pid;
  gint64 tid;
  gboolean has_time;
  GString *name;
  GString *category;
  GString *id;
  GString *args;
  GString *bind_id;
  gboolean is_flow_in;
  gboolean is_flow_out;
  gboolean is_bound_around;
  GString *pid_text;
  GString *tid_text;
  GHashTable *number_by_text;
  GHashTable *numbers;
  GString *track;
  GString *cookie;
  int cpu;
  gboolean is_global;
  gboolean has_cookie;
  gboolean is_copy;
  gboolean is_in_order;
  gboolean is_sampled;
  gboolean has_no_process;
  gint64 own_tid;
  gint64 end_ns;
  GPtrArray *own; /* (element-type utf8) */
  GString *named;
  GArray *values;
  guint n_texts;
  gboolean is_duration_bad;
} StrataChromeEvent;

void strata_chrome_event_init (StrataChromeEvent *self);
void strata_chrome_event_clear (StrataChromeEvent *self);
gint64 strata_chrome_event_get_time (const StrataJsonReader *json);
gboolean strata_chrome_event_read (StrataChromeEvent *self, StrataJsonReader *json, GError **error);

/* strata-chrome-args.c */
gboolean strata_chrome_skip_open (StrataJsonReader *json, GError **error);
gboolean strata_chrome_event_read_args (StrataChromeEvent *self, StrataJsonReader *json, GError **error);
void strata_chrome_event_add_arg (StrataChromeEvent *self, const char *key, const char *text);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataChromeEvent, strata_chrome_event_clear)

G_END_DECLS
