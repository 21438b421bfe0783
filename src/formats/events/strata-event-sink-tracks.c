/* strata-event-sink-tracks.c - turns slices, instants and counter values of programs into tokens
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "strata-event-sink-private.h"
#include "strata-nesting.h"
#include "strata-real.h"

static void
push (StrataEventSink *self,
      const StrataEventToken *token)
{
  self->counts->n_events++;
  strata_event_sink_see_time (self, token->time_ns);
  strata_event_log_push (self->log, token);
}

/**
 * strata_event_sink_see_process:
 * @self: the sink
 * @pid: a process id
 *
 * Returns: index of the process
 */
guint32
strata_event_sink_see_process (StrataEventSink *self,
                               gint64 pid)
{
  return strata_event_tasks_get_process (self->tasks, pid);
}

/**
 * strata_event_sink_see_process_at:
 * @self: the sink
 * @pid: a process id, which other processes may have at other times
 * @time_ns: when
 *
 * Returns: index of the process
 */
guint32
strata_event_sink_see_process_at (StrataEventSink *self,
                                  gint64 pid,
                                  gint64 time_ns)
{
  const gboolean has_others = pid > 0 && pid <= G_MAXUINT32 && strata_event_tasks_has_lives (self->tasks);
  const guint32 known = has_others ? strata_event_tasks_find_process_at (self->tasks, (guint32) pid, time_ns) : STRATA_NONE;

  return known != STRATA_NONE ? known : strata_event_sink_see_process (self, pid);
}

/**
 * strata_event_sink_begin_slice:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when
 * @name: string id of the name
 * @attrs: id of the attributes
 *
 * Begins a call of a thread.
 */
void
strata_event_sink_begin_slice (StrataEventSink *self,
                               guint32 thread,
                               gint64 time_ns,
                               guint32 name,
                               guint32 attrs)
{
  const StrataEventToken token = {
    .kind = attrs != STRATA_ATTRS_NONE ? STRATA_EVENT_TOKEN_BEGIN_ATTRS : STRATA_EVENT_TOKEN_BEGIN,
    .time_ns = time_ns,
    .thread = thread,
    .name = name,
    .extra = attrs,
  };

  if (thread <= STRATA_EVENT_TOKEN_MAX_THREAD)
    push (self, &token);
}

/**
 * strata_event_sink_begin_loose_slice:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when
 * @name: string id of the name
 * @attrs: id of the attributes
 *
 * Begins a call of a thread that may later be moved to a track, see [func@Strata.event_sink_move_slice].
 *
 * Returns: (transfer none) (nullable): the begin, valid until the end of the file
 */
gpointer
strata_event_sink_begin_loose_slice (StrataEventSink *self,
                                     guint32 thread,
                                     gint64 time_ns,
                                     guint32 name,
                                     guint32 attrs)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_BEGIN_ATTRS,
    .time_ns = time_ns,
    .thread = thread,
    .name = name,
    .extra = attrs,
  };

  if (thread > STRATA_EVENT_TOKEN_MAX_THREAD)
    return NULL;

  push (self, &token);
  return self->log->last;
}

/**
 * strata_event_sink_end_slice:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when
 *
 * Ends the innermost call of a thread.
 */
void
strata_event_sink_end_slice (StrataEventSink *self,
                             guint32 thread,
                             gint64 time_ns)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_END,
    .time_ns = time_ns,
    .thread = thread,
  };

  if (thread <= STRATA_EVENT_TOKEN_MAX_THREAD)
    push (self, &token);
}

/**
 * strata_event_sink_describe_slice:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when
 * @attrs: id of attributes
 *
 * Adds arguments to the innermost call of a thread.
 */
void
strata_event_sink_describe_slice (StrataEventSink *self,
                                  guint32 thread,
                                  gint64 time_ns,
                                  guint32 attrs)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_DESCRIBE,
    .time_ns = time_ns,
    .thread = thread,
    .extra = attrs,
  };

  if (thread <= STRATA_EVENT_TOKEN_MAX_THREAD)
    push (self, &token);
}

/**
 * strata_event_sink_expect_sampled:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when its next call begins
 *
 * Marks the next call of a thread as seen in samples instead of traced.
 */
void
strata_event_sink_expect_sampled (StrataEventSink *self,
                                  guint32 thread,
                                  gint64 time_ns)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_DESCRIBE,
    .flags = STRATA_EVENT_TOKEN_NEXT | STRATA_EVENT_TOKEN_SAMPLED,
    .time_ns = time_ns,
    .thread = thread,
    .extra = STRATA_ATTRS_NONE,
  };

  if (thread <= STRATA_EVENT_TOKEN_MAX_THREAD)
    strata_event_log_push (self->log, &token);
}

/**
 * strata_event_sink_expect_duration:
 * @self: the sink
 * @time_ns: when the next asynchronous slice begins
 * @duration_ns: how long it lasts if nothing ends it
 *
 * Sets when the next asynchronous slice is known to be over. Without an end it would last until the end of the trace.
 */
void
strata_event_sink_expect_duration (StrataEventSink *self,
                                   gint64 time_ns,
                                   gint64 duration_ns)
{
  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_LASTS, .time_ns = time_ns, .thread = STRATA_NONE, .value = duration_ns };

  strata_event_log_push (self->log, &token);
}

static void
push_cpu_time (StrataEventSink *self,
               const StrataEventToken *token)
{
  if (token->thread > STRATA_EVENT_TOKEN_MAX_THREAD)
    return;

  self->has_cpu_times = TRUE;
  strata_event_log_push (self->log, token);
}

/**
 * strata_event_sink_see_cpu_time:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when
 * @cpu_ns: reading of its CPU clock
 *
 * Records how long a thread has run. A call that begins or ends next, at the same time, gets this CPU time.
 */
void
strata_event_sink_see_cpu_time (StrataEventSink *self,
                                guint32 thread,
                                gint64 time_ns,
                                gint64 cpu_ns)
{
  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_CPU_TIME, .time_ns = time_ns, .thread = thread, .value = cpu_ns };

  push_cpu_time (self, &token);
}

/**
 * strata_event_sink_expect_cpu_time:
 * @self: the sink
 * @thread: index of a thread
 * @time_ns: when its next call begins
 * @cpu_ns: CPU time of that call
 *
 * Sets the CPU time of the next call, which begins at the same time, if the thread's CPU clock is not known.
 */
void
strata_event_sink_expect_cpu_time (StrataEventSink *self,
                                   guint32 thread,
                                   gint64 time_ns,
                                   gint64 cpu_ns)
{
  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_CPU_TIME, .flags = STRATA_EVENT_TOKEN_OF_CALL, .time_ns = time_ns, .thread = thread, .value = cpu_ns };

  push_cpu_time (self, &token);
}

static StrataEventToken
make_token (const StrataEventTrack *track,
            StrataEventTokenKind kind,
            gint64 time_ns)
{
  return (StrataEventToken){
    .kind = kind,
    .time_ns = time_ns,
    .thread = track->thread,
    .process = track->process,
    .value = track->cookie,
  };
}

/**
 * strata_event_sink_expect_kernel_calls:
 * @self: the sink
 *
 * Records that calls of threads may be kernel functions.
 */
void
strata_event_sink_expect_kernel_calls (StrataEventSink *self)
{
  self->has_kernel_calls = TRUE;
}

/**
 * strata_event_sink_add_attrs:
 * @self: the sink
 * @time_ns: when
 * @attrs: id of attributes
 *
 * Sets the attributes of what is added next at the same time: an instant, or the begin of a slice on a
 * track. Before the end of a slice they are added to those of its begin.
 */
void
strata_event_sink_add_attrs (StrataEventSink *self,
                             gint64 time_ns,
                             guint32 attrs)
{
  const StrataEventToken token = { .kind = STRATA_EVENT_TOKEN_ATTRS, .time_ns = time_ns, .thread = STRATA_NONE, .name = attrs };

  if (attrs != STRATA_ATTRS_NONE)
    strata_event_log_push (self->log, &token);
}

/**
 * strata_event_sink_begin_on_track:
 * @self: the sink
 * @track: the track
 * @time_ns: when
 * @name: string id of the name
 * @attrs: id of the attributes
 *
 * Begins an asynchronous slice.
 */
void
strata_event_sink_begin_on_track (StrataEventSink *self,
                                  const StrataEventTrack *track,
                                  gint64 time_ns,
                                  guint32 name,
                                  guint32 attrs)
{
  StrataEventToken token = make_token (track, STRATA_EVENT_TOKEN_TRACK_BEGIN, time_ns);

  strata_event_sink_add_attrs (self, time_ns, attrs);
  token.flags = STRATA_EVENT_TOKEN_NO_COOKIE;
  token.name = name;
  token.extra = track->name;
  push (self, &token);
}

/**
 * strata_event_sink_end_on_track:
 * @self: the sink
 * @track: the track that the slice began with
 * @time_ns: when
 *
 * Ends an asynchronous slice.
 */
void
strata_event_sink_end_on_track (StrataEventSink *self,
                                const StrataEventTrack *track,
                                gint64 time_ns)
{
  StrataEventToken token = make_token (track, STRATA_EVENT_TOKEN_TRACK_END, time_ns);

  token.name = track->name;
  push (self, &token);
}

/**
 * strata_event_sink_add_instant:
 * @self: the sink
 * @thread: index of a thread, or %STRATA_NONE
 * @process: index of the process
 * @track_name: string id of its track, or %STRATA_STRING_EMPTY
 * @time_ns: when
 * @name: string id of the name
 *
 * Adds an instant.
 */
void
strata_event_sink_add_instant (StrataEventSink *self,
                               guint32 thread,
                               guint32 process,
                               guint32 track_name,
                               gint64 time_ns,
                               guint32 name)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_INSTANT,
    .time_ns = time_ns,
    .thread = thread,
    .process = process,
    .name = name,
    .extra = track_name,
  };

  push (self, &token);
}

/**
 * strata_event_sink_add_instant_on_track:
 * @self: the sink
 * @track: a track with a cookie of [func@Strata.Nesting.make_cookie], or without a name for the calls of its thread
 * @time_ns: when
 * @name: string id of the name
 * @n_open: how many slices of the stack are open; not used for calls
 * @is_in_instant: whether it is inside the instant before it on the track, at the same time
 *
 * Adds an instant to a stack of slices, or to the calls of a thread.
 */
void
strata_event_sink_add_instant_on_track (StrataEventSink *self,
                                        const StrataEventTrack *track,
                                        gint64 time_ns,
                                        guint32 name,
                                        guint n_open,
                                        gboolean is_in_instant)
{
  StrataEventToken token = make_token (track, STRATA_EVENT_TOKEN_INSTANT, time_ns);

  token.value = 0;
  if (track->name != STRATA_STRING_EMPTY)
    token.value = (gint64) strata_nesting_get_stack (track->cookie) | (gint64) n_open << STRATA_EVENT_TOKEN_DEPTH_SHIFT;
  if (is_in_instant)
    token.value |= STRATA_EVENT_TOKEN_IN_INSTANT;
  token.name = name;
  token.extra = track->name;
  push (self, &token);
}

/**
 * strata_event_sink_add_sample:
 * @self: the sink
 * @process: index of a process, or %STRATA_NONE for the whole system
 * @name: string id of the counter
 * @time_ns: when
 * @value: the value
 *
 * Adds a value of a counter.
 */
void
strata_event_sink_add_sample (StrataEventSink *self,
                              guint32 process,
                              guint32 name,
                              gint64 time_ns,
                              gint64 value)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = process,
    .name = name,
    .value = value,
  };

  push (self, &token);
}

/* A value that cannot be drawn causes an import warning that names the counter. */
static void
diagnose_endless (StrataEventSink *self,
                  guint32 name,
                  gint64 time_ns,
                  double value)
{
  const StrataText counter = strata_event_strings_get (self->strings, name);
  g_autofree char *sample = g_strdup_printf ("%.*s = %s", (int) MIN (counter.n_bytes, 200), counter.text, isnan (value) ? "nan" : value < 0 ? "-inf"
                                                                                                                                            : "inf");

  strata_event_sink_diagnose (self, isnan (value) ? STRATA_DIAGNOSTIC_BAD_PAYLOAD : STRATA_DIAGNOSTIC_VALUE_LIMIT, 1, time_ns, (StrataText){ sample, strlen (sample) });
}

/**
 * strata_event_sink_add_real_sample:
 * @self: the sink
 * @process: index of a process, or %STRATA_NONE for the whole system
 * @name: string id of the counter
 * @time_ns: when
 * @value: the value, any number
 *
 * Adds a value of a counter that may have a fraction. NaN is left out and counted; infinity is clamped to the
 * largest integer, and counted.
 */
void
strata_event_sink_add_real_sample (StrataEventSink *self,
                                   guint32 process,
                                   guint32 name,
                                   gint64 time_ns,
                                   double value)
{
  StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = process,
    .name = name,
  };

  if (!isfinite (value))
    diagnose_endless (self, name, time_ns, value);
  if (isnan (value))
    return;

  if (!strata_real_to_int (value, &token.value) && isfinite (value))
    {
      token.flags = STRATA_EVENT_TOKEN_REAL;
      token.value = strata_real_to_bits (value);
    }

  push (self, &token);
}

/**
 * strata_event_sink_add_cpu_sample:
 * @self: the sink
 * @cpu: number of a CPU
 * @name: string id of the counter
 * @time_ns: when
 * @value: the value
 *
 * Adds a value of a counter of a CPU.
 */
void
strata_event_sink_add_cpu_sample (StrataEventSink *self,
                                  guint32 cpu,
                                  guint32 name,
                                  gint64 time_ns,
                                  gint64 value)
{
  const StrataEventToken token = {
    .kind = STRATA_EVENT_TOKEN_CPU_COUNTER,
    .time_ns = time_ns,
    .thread = STRATA_NONE,
    .process = cpu,
    .name = name,
    .value = value,
  };

  push (self, &token);
}

/**
 * strata_event_sink_move_slice:
 * @self: the sink
 * @begin: a begin, from strata_event_sink_begin_loose_slice()
 * @begin_ns: its time
 * @track: the track to move it to, with its own cookie
 * @end_ns: when it ends
 *
 * Turns a call that does not end inside its parent into an asynchronous slice. It must not have ended.
 */
void
strata_event_sink_move_slice (StrataEventSink *self,
                              gpointer begin,
                              gint64 begin_ns,
                              const StrataEventTrack *track,
                              gint64 end_ns)
{
  StrataEventToken token = { .extra = STRATA_ATTRS_NONE };

  strata_event_log_take_back (begin, &token);
  strata_event_sink_begin_on_track (self, track, begin_ns, token.name, token.extra);
  strata_event_sink_end_on_track (self, track, end_ns);
}
