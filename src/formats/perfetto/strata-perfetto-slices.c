/* strata-perfetto-slices.c - slices and instants on the tracks of programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-track-event.h"

/* Slices on the track of a thread are its calls, together with those that it marks for the
 * kernel. Slices of other tracks are asynchronous: they nest on their track, and the depth
 * is a part of the key by which the end finds its begin. */
#define DEPTH_BITS 16
#define MAX_DEPTH ((1u << DEPTH_BITS) - 1)

/* Tracks of threads that no descriptor has; the ids of described ones are random. */
#define THREAD_TRACKS (G_GUINT64_CONSTANT (0x5a6b) << 48)

/* Of slices that are known as a whole; beyond the cookies of tracks and frames. */
#define SPAN_COOKIES (G_GINT64_CONSTANT (-0x3000000000000000))

/* The process of tracks that belong to none, which no program has. */
#define GLOBAL_PID 0
#define GLOBAL_NAME "Global tracks"

/**
 * strata_perfetto_player_get_thread_track:
 * @self: the player
 * @pid: a process
 * @tid: a thread of it
 *
 * Returns: (transfer none): the track with its calls
 */
StrataPerfettoTrack *
strata_perfetto_player_get_thread_track (StrataPerfettoPlayer *self,
                                         gint64 pid,
                                         gint64 tid)
{
  StrataPerfettoTrack *track = strata_perfetto_tracks_get (self->reader->tracks, THREAD_TRACKS ^ ((guint64) pid << 32 | (guint32) tid));

  track->pid = pid;
  track->tid = tid;
  return track;
}

/* The thread that an event says it is about, else that of its track. */
static guint32
get_thread (StrataPerfettoPlayer *self,
            const StrataPerfettoTrack *track,
            guint32 told_tid,
            gint64 time_ns)
{
  const gint64 tid = told_tid != 0 ? (gint64) told_tid : track->tid;

  return tid >= 0 ? strata_event_sink_see_thread (self->sink, track->pid, (guint32) tid, time_ns) : STRATA_NONE;
}

/**
 * strata_perfetto_player_get_global:
 * @self: the player
 *
 * Returns: index of the process that has what belongs to none
 */
guint32
strata_perfetto_player_get_global (StrataPerfettoPlayer *self)
{
  const guint32 process = strata_event_sink_see_process (self->sink, GLOBAL_PID);

  if (!self->has_global)
    strata_trace_builder_name_process (self->reader->builder, process, strata_string_pool_intern (self->reader->strings, GLOBAL_NAME, strlen (GLOBAL_NAME)));

  self->has_global = TRUE;
  return process;
}

/**
 * strata_perfetto_player_get_process:
 * @self: the player
 * @track: a settled track
 * @time_ns: when
 *
 * Returns: index of the process that a track belongs to
 */
guint32
strata_perfetto_player_get_process (StrataPerfettoPlayer *self,
                                    const StrataPerfettoTrack *track,
                                    gint64 time_ns)
{
  return track->pid >= 0 ? strata_event_sink_see_process (self->sink, track->pid) : strata_perfetto_player_get_global (self);
}

/* Atrace has keys of its own, whose cookies are not below the least of 32 bits. */
static StrataEventTrack
make_key (StrataPerfettoPlayer *self,
          const StrataPerfettoTrack *track,
          guint depth,
          gint64 time_ns,
          guint32 tid)
{
  return (StrataEventTrack){
    .process = strata_perfetto_player_get_process (self, track, time_ns),
    .thread = get_thread (self, track, tid, time_ns),
    .name = track->lane,
    .cookie = (gint64) G_MININT32 - 1 - (gint64) ((guint64) track->index << DEPTH_BITS | depth),
  };
}

/* The calls of a thread may say what its CPU clock shows. */
static guint32
see_call (StrataPerfettoPlayer *self,
          const StrataPerfettoTrack *track,
          gint64 time_ns,
          gint64 cpu_ns)
{
  const guint32 thread = get_thread (self, track, 0, time_ns);

  if (cpu_ns != STRATA_NO_TIME)
    strata_event_sink_see_cpu_time (self->sink, thread, time_ns, cpu_ns);

  return thread;
}

/**
 * strata_perfetto_player_begin:
 * @self: the player
 * @track: a settled track
 * @event: what begins
 *
 * Begins a slice.
 */
void
strata_perfetto_player_begin (StrataPerfettoPlayer *self,
                              StrataPerfettoTrack *track,
                              const StrataPerfettoTrackEvent *event)
{
  track->n_flows = 0;
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    {
      strata_event_sink_begin_slice (self->sink, see_call (self, track, event->time_ns, event->cpu_ns), event->time_ns, event->name, event->attrs);
      return;
    }

  const StrataEventTrack key = make_key (self, track, MIN (track->n_open, MAX_DEPTH), event->time_ns, event->tid);

  track->n_open++;
  strata_event_sink_begin_on_track (self->sink, &key, event->time_ns, event->name, event->attrs);
}

/**
 * strata_perfetto_player_describe:
 * @self: the player
 * @track: a settled track
 * @event: when
 * @attrs: id of attributes
 * @is_next: whether they are of the next slice that begins, not of the innermost open one
 *
 * Adds arguments to a slice of a thread. Of other tracks they are left out, since nothing is nested there.
 */
void
strata_perfetto_player_describe (StrataPerfettoPlayer *self,
                                 StrataPerfettoTrack *track,
                                 const StrataPerfettoTrackEvent *event,
                                 guint32 attrs,
                                 gboolean is_next)
{
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    strata_event_sink_describe_slice (self->sink, get_thread (self, track, 0, event->time_ns), event->time_ns, attrs, is_next);
}

/**
 * strata_perfetto_player_end:
 * @self: the player
 * @track: a settled track
 * @time_ns: when
 * @cpu_ns: the CPU clock of its thread then, or %STRATA_NO_TIME
 *
 * Ends the innermost open slice of a track. An end without a begin is counted.
 */
void
strata_perfetto_player_end (StrataPerfettoPlayer *self,
                            StrataPerfettoTrack *track,
                            gint64 time_ns,
                            gint64 cpu_ns)
{
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    {
      strata_event_sink_end_slice (self->sink, see_call (self, track, time_ns, cpu_ns), time_ns);
      return;
    }

  if (track->n_open > 0)
    track->n_open--;

  const StrataEventTrack key = make_key (self, track, MIN (track->n_open, MAX_DEPTH), time_ns, 0);

  strata_event_sink_end_on_track (self->sink, &key, time_ns);
}

/**
 * strata_perfetto_player_add_instant:
 * @self: the player
 * @track: a settled track
 * @event: what happened
 *
 * Adds an instant.
 */
void
strata_perfetto_player_add_instant (StrataPerfettoPlayer *self,
                                    StrataPerfettoTrack *track,
                                    const StrataPerfettoTrackEvent *event)
{
  const guint32 thread = get_thread (self, track, event->tid, event->time_ns);
  const guint32 process = strata_perfetto_player_get_process (self, track, event->time_ns);

  strata_event_sink_add_attrs (self->sink, event->time_ns, event->attrs);
  strata_event_sink_add_instant (self->sink, thread, process, track->kind == STRATA_PERFETTO_TRACK_THREAD ? STRATA_STRING_EMPTY : track->title, event->time_ns, event->name);
}

static gboolean
is_before (const StrataPerfettoEnd *a,
           const StrataPerfettoEnd *b)
{
  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->order > b->order);
}

/**
 * strata_perfetto_player_end_later:
 * @self: the player
 * @track: a settled track
 * @time_ns: when
 * @cpu_ns: the CPU clock of its thread then, or %STRATA_NO_TIME
 *
 * Ends the innermost slice of a track, which must have begun already, when its time comes.
 */
void
strata_perfetto_player_end_later (StrataPerfettoPlayer *self,
                                  StrataPerfettoTrack *track,
                                  gint64 time_ns,
                                  gint64 cpu_ns)
{
  gsize i = self->ends.n;
  StrataPerfettoEnd *ends;

  *(StrataPerfettoEnd *) strata_column_push (&self->ends, sizeof (StrataPerfettoEnd)) = (StrataPerfettoEnd){ time_ns, self->n_ends++, track, cpu_ns };
  ends = self->ends.data;
  for (; i > 0 && is_before (&ends[i], &ends[(i - 1) / 2]); i = (i - 1) / 2)
    {
      const StrataPerfettoEnd end = ends[i];

      ends[i] = ends[(i - 1) / 2];
      ends[(i - 1) / 2] = end;
    }
}

static void
drop_first_end (StrataPerfettoPlayer *self)
{
  StrataPerfettoEnd *ends = self->ends.data;
  const StrataPerfettoEnd moved = ends[--self->ends.n];
  gsize i = 0;

  for (;;)
    {
      gsize child = 2 * i + 1;

      if (child + 1 < self->ends.n && is_before (&ends[child + 1], &ends[child]))
        child++;
      if (child >= self->ends.n || !is_before (&ends[child], &moved))
        break;

      ends[i] = ends[child];
      i = child;
    }

  ends[i] = moved;
}

/**
 * strata_perfetto_player_play_ends:
 * @self: the player
 * @until_ns: a time
 *
 * Ends what was to be ended up to a time.
 */
void
strata_perfetto_player_play_ends (StrataPerfettoPlayer *self,
                                  gint64 until_ns)
{
  while (self->ends.n > 0 && strata_column_at (&self->ends, StrataPerfettoEnd, 0).time_ns <= until_ns)
    {
      const StrataPerfettoEnd end = strata_column_at (&self->ends, StrataPerfettoEnd, 0);

      drop_first_end (self);
      strata_perfetto_player_end (self, end.track, end.time_ns, end.cpu_ns);
    }
}

/**
 * strata_perfetto_player_add_span:
 * @self: the player
 * @track: where; its cookie is not used
 * @time_ns: when it begins
 * @duration_ns: how long it is; negative if that is not known
 * @name: string id of the name
 * @attrs: id of the attributes
 *
 * Adds a slice that a packet has as a whole. It may overlap others of its track.
 */
void
strata_perfetto_player_add_span (StrataPerfettoPlayer *self,
                                 const StrataEventTrack *track,
                                 gint64 time_ns,
                                 gint64 duration_ns,
                                 guint32 name,
                                 guint32 attrs)
{
  StrataEventTrack key = *track;
  gint64 end_ns;

  key.cookie = SPAN_COOKIES + (gint64) self->n_spans++;
  strata_event_sink_begin_on_track (self->sink, &key, time_ns, name, attrs);
  if (duration_ns >= 0 && !__builtin_add_overflow (time_ns, duration_ns, &end_ns))
    strata_event_sink_end_on_track (self->sink, &key, end_ns);
}
