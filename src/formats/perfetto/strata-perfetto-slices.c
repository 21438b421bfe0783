/* strata-perfetto-slices.c - slices and instants on the tracks of programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-global-process.h"
#include "strata-nesting.h"
#include "strata-heap.h"
#include "strata-perfetto-track-event.h"

/* Slices on the track of a thread are its calls, together with its markers from the kernel. Slices of
 * other tracks are asynchronous: they nest on their track, and the depth is part of the key by which
 * an end finds its start. Complete slices use numbers beyond the depths. */
#define MAX_DEPTH STRATA_NESTING_MAX_DEPTH

/* Tracks of threads without a descriptor; ids of described tracks are random. */
#define THREAD_TRACKS (G_GUINT64_CONSTANT (0x5a6b) << 48)

/* Cookies of spans, which are known as a whole; beyond the cookies of tracks and frames. Below them are those of tracks with spans that
 * strata-cli wrote, where none overlap. */
#define SPAN_COOKIES (G_GINT64_CONSTANT (-0x3000000000000000))

/* Begin and duration are each rounded to a microsecond. */
#define ROUNDING_NS 2000

/* How many open slices are searched for the name of an end event. */
#define MAX_CROSSING 64

/* An open slice of a track. Chrome's complete events know their ends, others wait for an end event. Both may overlap: an end event ends
 * the innermost begin, never a complete event. Calls of a thread nest here. So a complete event that outlasts its parent is moved to a
 * separate lane, with its full length; a begin is cut and counted, and its own end event then ends nothing. Slices on other kinds of
 * tracks are not changed, and complete ones are not on the stack. Entries of both kinds are linked, so no search is needed. */
typedef struct
{
  gint64 end_ns;     /* its end as shown; G_MAXINT64 if its end is a separate event */
  gint64 own_end_ns; /* its end in the file */
  guint64 order;     /* of a complete event: identifies its end */
  gsize begin;       /* nearest enclosing begin, counted from 1, or 0 */
  gsize complete;    /* nearest enclosing complete event, the same */
  gint64 begin_ns;   /* of @loose */
  gpointer loose;    /* (nullable): borrowed: the start of a complete event inside another slice, see strata_event_sink_move_slice() */
  guint32 name;      /* string id */
  guint32 category;  /* string id */
  gboolean is_over;
  gboolean has_end; /* whether it is over, but its end event is still to come */
} StrataPerfettoOpen;

/* Initial capacity of open slices: if there are very many tracks, slices of most of them do not nest. */
#define FEW_OPEN 2

/* The process of tracks without one; no program has this id. */
#define GLOBAL_PID 0

/**
 * strata_perfetto_player_get_thread_track:
 * @self: the player
 * @pid: a process
 * @tid: one of its threads
 *
 * Returns: (transfer none): the track with its calls
 */
StrataPerfettoTrack *
strata_perfetto_player_get_thread_track (StrataPerfettoPlayer *self,
                                         gint64 pid,
                                         gint64 tid)
{
  StrataPerfettoTrack *track = strata_perfetto_tracks_get (self->reader->tracks, THREAD_TRACKS ^ ((guint64) pid << 32 ^ (guint64) tid));

  track->pid = pid;
  track->tid = tid;
  return track;
}

/* The thread that an event names, which may be of another process unless the process of the track has a thread with that
 * id; otherwise the thread of its track. */
static guint32
get_thread (StrataPerfettoPlayer *self,
            const StrataPerfettoTrack *track,
            guint32 told_tid,
            gint64 time_ns)
{
  if (told_tid != STRATA_NONE)
    return strata_event_sink_see_thread (self->sink, strata_event_sink_has_own_id (self->sink, track->pid, told_tid) ? track->pid : -1, told_tid, time_ns);

  return track->tid >= 0 ? strata_event_sink_see_thread (self->sink, track->pid, track->tid, time_ns) : STRATA_NONE;
}

/**
 * strata_perfetto_player_get_event_thread:
 * @self: the player
 * @track: a settled track
 * @event: an event
 *
 * Returns: index of the thread of an event, or %STRATA_NONE
 */
guint32
strata_perfetto_player_get_event_thread (StrataPerfettoPlayer *self,
                                         const StrataPerfettoTrack *track,
                                         const StrataPerfettoTrackEvent *event)
{
  return get_thread (self, track, event->tid, event->time_ns);
}

/**
 * strata_perfetto_player_get_global:
 * @self: the player
 *
 * Returns: index of the process for items without one
 */
guint32
strata_perfetto_player_get_global (StrataPerfettoPlayer *self)
{
  const guint32 process = strata_event_sink_see_process (self->sink, GLOBAL_PID);

  if (!self->has_global)
    strata_trace_builder_name_process (self->reader->builder, process, strata_string_pool_intern (self->reader->strings, STRATA_GLOBAL_PROCESS_NAME, strlen (STRATA_GLOBAL_PROCESS_NAME)));

  self->has_global = TRUE;
  return process;
}

/**
 * strata_perfetto_player_get_process:
 * @self: the player
 * @track: a settled track
 * @time_ns: when
 *
 * The id of a process may be reused. That of a track is not, unless it is made from ids of processes and threads.
 *
 * Returns: index of the process that a track belongs to
 */
guint32
strata_perfetto_player_get_process (StrataPerfettoPlayer *self,
                                    StrataPerfettoTrack *track,
                                    gint64 time_ns)
{
  if (track->pid < 0)
    return strata_perfetto_player_get_global (self);
  if (track->process == STRATA_NONE || track->kind == STRATA_PERFETTO_TRACK_THREAD)
    track->process = strata_event_sink_see_process_at (self->sink, track->pid, time_ns);

  return track->process;
}

/* Atrace has its own keys, whose cookies are at least the minimum of 32 bits. */
static StrataEventTrack
make_key (StrataPerfettoPlayer *self,
          StrataPerfettoTrack *track,
          guint depth,
          gint64 time_ns,
          guint32 tid)
{
  return (StrataEventTrack){
    .process = strata_perfetto_player_get_process (self, track, time_ns),
    .thread = get_thread (self, track, tid, time_ns),
    .name = track->lane,
    .cookie = !track->is_of_packets ? strata_nesting_make_cookie (track->index, depth) : SPAN_COOKIES - 1 - (gint64) track->index,
  };
}

/* Calls of a thread may contain its CPU time. */
static guint32
see_call (StrataPerfettoPlayer *self,
          const StrataPerfettoTrack *track,
          gint64 time_ns,
          gint64 cpu_ns)
{
  const guint32 thread = get_thread (self, track, STRATA_NONE, time_ns);

  if (cpu_ns != STRATA_NO_TIME)
    strata_event_sink_see_cpu_time (self->sink, thread, time_ns, cpu_ns);

  return thread;
}

static StrataPerfettoOpen *
get_open (const StrataPerfettoTrack *track,
          gsize index)
{
  return &strata_column_at (&track->open, StrataPerfettoOpen, index);
}

static gboolean
is_begin (const StrataPerfettoOpen *open)
{
  return open->end_ns == G_MAXINT64;
}

/* The index, from 1, of the innermost begin among the first @n that an end event may end; 0 if there is none. */
static gsize
find_begin (const StrataPerfettoTrack *track,
            gsize n)
{
  while (n > 0 && (!is_begin (get_open (track, n - 1)) || (get_open (track, n - 1)->is_over && !get_open (track, n - 1)->has_end)))
    n = get_open (track, n - 1)->begin;

  return n;
}

/* Whether an end event may end a begin: it has the same name and the same category, as far as it has any, but a begin need not have a name. */
static gboolean
is_end_of (const StrataPerfettoTrackEvent *event,
           const StrataPerfettoOpen *open)
{
  return (event->name == STRATA_STRING_EMPTY || open->name == STRATA_STRING_EMPTY || open->name == event->name) && (event->category == STRATA_STRING_EMPTY || open->category == event->category);
}

/* The index, from 1, of the innermost begin that an end event ends; 0 if there is none. */
static gsize
find_begin_of (const StrataPerfettoTrack *track,
               const StrataPerfettoTrackEvent *event)
{
  gsize i = find_begin (track, track->open.n);

  for (guint n = 0; n < MAX_CROSSING && i > 0; n++)
    {
      if (is_end_of (event, get_open (track, i - 1)))
        return i;

      i = find_begin (track, i - 1);
    }

  return 0;
}

/* The same for complete events that are not over. */
static gsize
find_complete (const StrataPerfettoTrack *track,
               gsize n)
{
  while (n > 0 && (is_begin (get_open (track, n - 1)) || get_open (track, n - 1)->is_over))
    n = get_open (track, n - 1)->complete;

  return n;
}

/* Among very many tracks, few have open slices at a time. So a track without any passes its memory to the next one that needs some. */
static void
take_room (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track)
{
  if (G_LIKELY (track->open.n_allocated > 0))
    return;

  if (self->rooms.n > 0)
    track->open = strata_column_at (&self->rooms, StrataColumn, --self->rooms.n);
  else
    strata_column_reserve (&track->open, sizeof (StrataPerfettoOpen), FEW_OPEN);
}

/* The attributes of an event, with those that earlier events have for it. */
static guint32
take_attrs (StrataPerfettoPlayer *self,
            StrataPerfettoTrack *track,
            const StrataPerfettoTrackEvent *event)
{
  if (G_LIKELY (track->next_attrs == STRATA_ATTRS_NONE))
    return event->attrs;

  const guint32 next = track->next_attrs;

  self->n_next -= track->n_next;
  track->n_next = 0;
  track->next_attrs = STRATA_ATTRS_NONE;
  return strata_trace_builder_join_attrs (self->reader->builder, event->attrs, next);
}

static void
begin (StrataPerfettoPlayer *self,
       StrataPerfettoTrack *track,
       const StrataPerfettoTrackEvent *event,
       const StrataPerfettoOpen *open)
{
  const guint depth = (guint) MIN (track->open.n, MAX_DEPTH);
  const guint32 attrs = take_attrs (self, track, event);

  take_room (self, track);
  track->instant_ns = STRATA_NO_TIME;

  StrataPerfettoOpen *row = strata_column_push (&track->open, sizeof *row);

  *row = *open;
  row->begin = find_begin (track, track->open.n - 1);
  row->complete = find_complete (track, track->open.n - 1);
  track->n_flows = 0;
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    {
      const guint32 thread = see_call (self, track, event->time_ns, event->cpu_ns);

      if (event->call_cpu_ns != STRATA_NO_TIME)
        strata_event_sink_expect_cpu_time (self->sink, thread, event->time_ns, event->call_cpu_ns);
      if (event->is_sampled)
        strata_event_sink_expect_sampled (self->sink, thread, event->time_ns);
      if (row->end_ns != G_MAXINT64 && track->open.n > 1)
        {
          row->loose = strata_event_sink_begin_loose_slice (self->sink, thread, event->time_ns, event->name, attrs);
          row->begin_ns = event->time_ns;
        }
      else
        strata_event_sink_begin_slice (self->sink, thread, event->time_ns, event->name, attrs);
      return;
    }

  const StrataEventTrack key = make_key (self, track, depth, event->time_ns, event->tid);

  if (event->lasts_ns != STRATA_NO_TIME)
    strata_event_sink_expect_duration (self->sink, event->time_ns, event->lasts_ns);
  strata_event_sink_begin_on_track (self->sink, &key, event->time_ns, event->name, attrs);
}

/**
 * strata_perfetto_player_begin:
 * @self: the player
 * @track: a settled track
 * @event: the event that begins it
 *
 * Begins a slice.
 */
void
strata_perfetto_player_begin (StrataPerfettoPlayer *self,
                              StrataPerfettoTrack *track,
                              const StrataPerfettoTrackEvent *event)
{
  const StrataPerfettoOpen open = { .end_ns = G_MAXINT64, .own_end_ns = G_MAXINT64, .name = event->name, .category = event->category };

  begin (self, track, event, &open);
}

/* Drops entries that are not needed any more. A begin that was cut stays until its end event. */
static void
drop_over (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track)
{
  while (track->open.n > 0 && get_open (track, track->open.n - 1)->is_over && !get_open (track, track->open.n - 1)->has_end)
    track->open.n--;

  if (track->open.n > 0 || track->kind == STRATA_PERFETTO_TRACK_THREAD)
    return;

  *(StrataColumn *) strata_column_push (&self->rooms, sizeof (StrataColumn)) = track->open;
  track->open = (StrataColumn) STRATA_COLUMN_INIT;
}

static void
tell_overlap (StrataPerfettoPlayer *self,
              const StrataPerfettoOpen *open,
              gint64 time_ns)
{
  const char *name = strata_string_pool_get (self->reader->strings, open->name);

  if (open->own_end_ns - time_ns >= ROUNDING_NS)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_OVERLAP, 1, time_ns, (StrataText){ name, strlen (name) });
}

/* The lane of complete events of a thread that do not nest. */
static StrataEventTrack
make_crossing_key (StrataPerfettoPlayer *self,
                   StrataPerfettoTrack *track,
                   gint64 time_ns)
{
  const guint32 thread = get_thread (self, track, STRATA_NONE, time_ns);

  if (track->place == 0)
    {
      strata_perfetto_tracks_place_crossing (self->reader->tracks, track, strata_perfetto_player_intern (self, STRATA_EVENT_APART_NAME));
      strata_trace_builder_own_place (self->reader->builder, track->place, thread);
    }

  return (StrataEventTrack){
    .process = strata_perfetto_player_get_process (self, track, time_ns),
    .thread = thread,
    .name = track->lane,
    .cookie = SPAN_COOKIES + (gint64) self->n_spans++,
  };
}

/* Returns FALSE if the slice has to be cut instead. */
static gboolean
move_crossing (StrataPerfettoPlayer *self,
               StrataPerfettoTrack *track,
               const StrataPerfettoOpen *open,
               gint64 time_ns)
{
  if (open->loose == NULL || open->own_end_ns - time_ns < ROUNDING_NS)
    return FALSE;

  const StrataEventTrack key = make_crossing_key (self, track, time_ns);

  strata_event_sink_move_slice (self->sink, open->loose, open->begin_ns, &key, open->own_end_ns);
  return TRUE;
}

/* Adds the arguments of an end event to the slice that it ends. */
static void
add_end_attrs (StrataPerfettoPlayer *self,
               const StrataPerfettoTrackEvent *event)
{
  if (event != NULL && strata_perfetto_event_has_args (event))
    strata_event_sink_add_attrs (self->sink, event->time_ns, event->attrs);
}

/* Calls of a thread nest: a slice inside the one that ends also ends, or is moved away. */
static void
end_calls (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track,
           gsize index,
           gint64 time_ns,
           gint64 cpu_ns,
           const StrataPerfettoTrackEvent *event)
{
  for (gsize i = track->open.n; i-- > index;)
    {
      StrataPerfettoOpen *open = get_open (track, i);

      if (open->is_over)
        continue;

      open->is_over = TRUE;
      if (i > index && move_crossing (self, track, open, time_ns))
        continue;
      if (i == index)
        add_end_attrs (self, event);

      strata_event_sink_end_slice (self->sink, see_call (self, track, time_ns, cpu_ns), time_ns);
      open->has_end = i > index && is_begin (open);
      if (i > index)
        tell_overlap (self, open, time_ns);
    }
}

/* @event is the event that ends it, if there is one. */
static void
end_at (StrataPerfettoPlayer *self,
        StrataPerfettoTrack *track,
        gsize index,
        gint64 time_ns,
        gint64 cpu_ns,
        const StrataPerfettoTrackEvent *event)
{
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    end_calls (self, track, index, time_ns, cpu_ns, event);
  else
    {
      const StrataEventTrack key = make_key (self, track, (guint) MIN (index, MAX_DEPTH), time_ns, STRATA_NONE);

      add_end_attrs (self, event);
      strata_event_sink_end_on_track (self->sink, &key, time_ns);
      get_open (track, index)->is_over = TRUE;
    }

  drop_over (self, track);
}

/* Counts an end without a begin. The sink does so where there is nothing else that it could end; it does not know names. */
static void
count_end (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track,
           const StrataPerfettoTrackEvent *event)
{
  static const StrataText nothing = { "E", 1 };
  const gboolean is_of_thread = track->kind == STRATA_PERFETTO_TRACK_THREAD;
  const gboolean is_named = event->name != STRATA_STRING_EMPTY || event->category != STRATA_STRING_EMPTY;

  if (track->open.n > 0 || (is_named && is_of_thread))
    strata_event_sink_diagnose (self->sink, is_of_thread ? STRATA_DIAGNOSTIC_UNMATCHED_END : STRATA_DIAGNOSTIC_UNMATCHED_ASYNC_END, 1, event->time_ns, nothing);
  else if (is_of_thread)
    {
      add_end_attrs (self, event);
      strata_event_sink_end_slice (self->sink, see_call (self, track, event->time_ns, event->cpu_ns), event->time_ns);
    }
  else
    {
      const StrataEventTrack key = make_key (self, track, 0, event->time_ns, STRATA_NONE);

      strata_event_sink_end_on_track (self->sink, &key, event->time_ns);
    }
}

/**
 * strata_perfetto_player_describe:
 * @self: the player
 * @track: a settled track
 * @event: the event
 * @attrs: id of attributes
 *
 * Adds arguments to the innermost open slice of a thread. For other tracks they are dropped, since nothing nests there.
 */
void
strata_perfetto_player_describe (StrataPerfettoPlayer *self,
                                 StrataPerfettoTrack *track,
                                 const StrataPerfettoTrackEvent *event,
                                 guint32 attrs)
{
  if (track->kind == STRATA_PERFETTO_TRACK_THREAD)
    strata_event_sink_describe_slice (self->sink, get_thread (self, track, STRATA_NONE, event->time_ns), event->time_ns, attrs);
}

/**
 * strata_perfetto_player_end:
 * @self: the player
 * @track: a settled track
 * @event: the event that ends it
 *
 * Ends the innermost open slice of a track whose end is not known yet. If the event has a name or a category, the slice has the
 * same, as in Perfetto. An end without such a begin is counted.
 */
void
strata_perfetto_player_end (StrataPerfettoPlayer *self,
                            StrataPerfettoTrack *track,
                            const StrataPerfettoTrackEvent *event)
{
  const gsize i = find_begin_of (track, event);

  track->instant_ns = STRATA_NO_TIME;
  if (i == 0 && track->state != STRATA_STRING_EMPTY)
    return; /* Chrome ends each state, before the next one */
  if (i == 0)
    count_end (self, track, event);
  else if (get_open (track, i - 1)->is_over)
    {
      get_open (track, i - 1)->has_end = FALSE;
      drop_over (self, track);
    }
  else
    end_at (self, track, i - 1, event->time_ns, event->cpu_ns, event);
}

/**
 * strata_perfetto_player_enter_state:
 * @self: the player
 * @track: a settled track
 * @event: the event; its name is the state, or empty for none
 *
 * Ends the state of a track and begins another one. States have nothing to do with slices of the same track.
 */
void
strata_perfetto_player_enter_state (StrataPerfettoPlayer *self,
                                    StrataPerfettoTrack *track,
                                    const StrataPerfettoTrackEvent *event)
{
  StrataEventTrack key = make_key (self, track, 0, event->time_ns, event->tid);

  key.cookie = strata_nesting_make_state_cookie (track->index);
  if (track->state != STRATA_STRING_EMPTY)
    strata_event_sink_end_on_track (self->sink, &key, event->time_ns);
  if (event->name != STRATA_STRING_EMPTY && event->lasts_ns != STRATA_NO_TIME)
    strata_event_sink_expect_duration (self->sink, event->time_ns, event->lasts_ns);
  if (event->name != STRATA_STRING_EMPTY)
    strata_event_sink_begin_on_track (self->sink, &key, event->time_ns, event->name, event->attrs);

  track->state = event->name;
}

/**
 * strata_perfetto_player_add_instant:
 * @self: the player
 * @track: a settled track
 * @event: the event
 *
 * Adds an instant. One that follows another at the same time, with nothing between them on the track, is inside it: that is how
 * Perfetto nests slices without a duration.
 */
void
strata_perfetto_player_add_instant (StrataPerfettoPlayer *self,
                                    StrataPerfettoTrack *track,
                                    const StrataPerfettoTrackEvent *event)
{
  const guint32 thread = get_thread (self, track, event->tid, event->time_ns);
  guint32 process = track->has_no_process ? STRATA_NONE : strata_perfetto_player_get_process (self, track, event->time_ns);

  if (event->pid >= 0)
    process = strata_event_sink_see_process_at (self->sink, event->pid, event->time_ns);

  const gboolean is_on_thread = track->kind == STRATA_PERFETTO_TRACK_THREAD;
  const StrataEventTrack key = {
    .process = process,
    .thread = thread,
    .name = is_on_thread ? STRATA_STRING_EMPTY : track->lane,
    .cookie = strata_nesting_make_cookie (track->index, 0),
  };

  if (is_on_thread && event->cpu_ns != STRATA_NO_TIME)
    strata_event_sink_see_cpu_time (self->sink, thread, event->time_ns, event->cpu_ns);
  strata_event_sink_add_attrs (self->sink, event->time_ns, take_attrs (self, track, event));
  strata_event_sink_add_instant_on_track (self->sink, &key, event->time_ns, event->name, (guint) MIN (track->open.n, MAX_DEPTH + 1), track->instant_ns == event->time_ns && !event->is_apart);
  track->instant_ns = event->time_ns;
}

static gboolean
is_before (gconstpointer first,
           gconstpointer second)
{
  const StrataPerfettoEnd *a = first;
  const StrataPerfettoEnd *b = second;

  return a->time_ns < b->time_ns || (a->time_ns == b->time_ns && a->order > b->order);
}

static void
push_end (StrataPerfettoPlayer *self,
          const StrataPerfettoEnd *end)
{
  strata_column_push (&self->ends, sizeof *end);
  strata_heap_rise (self->ends.data, sizeof *end, self->ends.n - 1, end, is_before);
}

/* Adds a slice that is known as a whole. */
static void
add_span (StrataPerfettoPlayer *self,
          const StrataEventTrack *key,
          gint64 time_ns,
          gint64 duration_ns,
          guint32 name,
          guint32 attrs)
{
  gint64 end_ns;

  strata_event_sink_begin_on_track (self->sink, key, time_ns, name, attrs);
  if (duration_ns >= 0 && !__builtin_add_overflow (time_ns, duration_ns, &end_ns))
    strata_event_sink_end_on_track (self->sink, key, end_ns);
}

/**
 * strata_perfetto_player_add_complete:
 * @self: the player
 * @track: a settled track
 * @event: the event that begins it
 * @end_ns: when it ends
 * @cpu_ns: the CPU time of its thread at the end, or %STRATA_NO_TIME
 *
 * Adds a slice whose end is known. Earlier end events belong to other slices.
 */
void
strata_perfetto_player_add_complete (StrataPerfettoPlayer *self,
                                     StrataPerfettoTrack *track,
                                     const StrataPerfettoTrackEvent *event,
                                     gint64 end_ns,
                                     gint64 cpu_ns)
{
  track->instant_ns = STRATA_NO_TIME;
  if (track->kind != STRATA_PERFETTO_TRACK_THREAD)
    {
      const StrataEventTrack key = make_key (self, track, MAX_DEPTH + 1 + (guint) (self->n_spans++ & MAX_DEPTH), event->time_ns, event->tid);

      add_span (self, &key, event->time_ns, end_ns - event->time_ns, event->name, event->attrs);
      return;
    }

  const gsize outer = find_complete (track, track->open.n);
  const gint64 shown_end_ns = outer > 0 ? MIN (end_ns, get_open (track, outer - 1)->end_ns) : end_ns;

  if (end_ns - shown_end_ns >= ROUNDING_NS)
    {
      const StrataEventTrack key = make_crossing_key (self, track, event->time_ns);

      add_span (self, &key, event->time_ns, end_ns - event->time_ns, event->name, event->attrs);
      return;
    }

  const StrataPerfettoEnd end = { shown_end_ns, self->n_ends++, track, track->open.n, cpu_ns };
  const StrataPerfettoOpen open = { .end_ns = shown_end_ns, .own_end_ns = end_ns, .order = end.order, .name = event->name };

  begin (self, track, event, &open);
  push_end (self, &end);
}

/* It may have been cut before, at the end of its parent, and its entry reused. */
static void
end_complete (StrataPerfettoPlayer *self,
              const StrataPerfettoEnd *end)
{
  const StrataPerfettoOpen *open = end->place < end->track->open.n ? get_open (end->track, end->place) : NULL;

  if (open == NULL || is_begin (open) || open->order != end->order || open->is_over)
    return;

  end_at (self, end->track, end->place, end->time_ns, end->cpu_ns, NULL);
}

static void
drop_first_end (StrataPerfettoPlayer *self)
{
  StrataPerfettoEnd *ends = self->ends.data;
  const StrataPerfettoEnd moved = ends[--self->ends.n];

  strata_heap_sink (ends, self->ends.n, sizeof moved, 0, &moved, is_before);
}

/**
 * strata_perfetto_player_play_ends:
 * @self: the player
 * @until_ns: a time
 *
 * Ends complete events up to a time.
 */
void
strata_perfetto_player_play_ends (StrataPerfettoPlayer *self,
                                  gint64 until_ns)
{
  while (self->ends.n > 0 && strata_column_at (&self->ends, StrataPerfettoEnd, 0).time_ns <= until_ns)
    {
      const StrataPerfettoEnd end = strata_column_at (&self->ends, StrataPerfettoEnd, 0);

      drop_first_end (self);
      end_complete (self, &end);
    }
}

/**
 * strata_perfetto_player_add_span:
 * @self: the player
 * @track: its track; the cookie is not used
 * @time_ns: its start
 * @duration_ns: its duration; negative if unknown
 * @name: string id of the name
 * @attrs: id of the attributes
 *
 * Adds a slice from a single packet. It may overlap others of its track.
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

  key.cookie = SPAN_COOKIES + (gint64) self->n_spans++;
  add_span (self, &key, time_ns, duration_ns, name, attrs);
}

/**
 * strata_perfetto_player_clear_rooms:
 * @self: the player
 *
 * Frees the memory that tracks have returned.
 */
void
strata_perfetto_player_clear_rooms (StrataPerfettoPlayer *self)
{
  for (gsize i = 0; i < self->rooms.n; i++)
    strata_column_clear (&strata_column_at (&self->rooms, StrataColumn, i));

  strata_column_clear (&self->rooms);
}
