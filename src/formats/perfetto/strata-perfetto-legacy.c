/* strata-perfetto-legacy.c - Chrome's JSON events inside track events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-flows.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-track-event.h"

/* Phases are the letters of Chrome's JSON. Asynchronous events are joined by their id, and by
 * the process if the id is local to a process; each such id has a track. */
#define ASYNC_TRACKS (G_GUINT64_CONSTANT (0x3c9d) << 48)

/* The owner of an instant, if not its thread. */
#define INSTANT_OF_ALL 1
#define INSTANT_OF_PROCESS 2

/* Bit of an event that receives a flow. */
#define FLOW_IN 1
#define FLOW_OUT 2
#define FLOW_IN_OUT 3

/* Limit for the steps of first-version flows in a slice, since its arguments are joined with each. */
#define MAX_FLOWS 64

typedef struct
{
  guint32 phase;
  gint64 duration_us;
  gint64 cpu_us;
  gboolean has_duration;
  gboolean has_cpu_us;
  guint64 id;
  guint32 id_kind; /* number of the field of @id */
  gboolean is_global;
  StrataProto scope;
  guint64 instant_scope;
  gint64 pid;
  gint64 tid;
  guint32 name;
  gboolean is_of_enclosing;
} Legacy;

static void
parse (Legacy *legacy,
       StrataProto message)
{
  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_LEGACY_PHASE:
        legacy->phase = (guint32) strata_proto_get_uint (&message);
        break;
      case STRATA_PF_LEGACY_NAME_IID:
        legacy->name = (guint32) MIN (strata_proto_get_uint (&message), G_MAXUINT32);
        break;
      case STRATA_PF_LEGACY_DURATION_US:
        legacy->duration_us = strata_proto_get_int (&message);
        legacy->has_duration = TRUE;
        break;
      case STRATA_PF_LEGACY_THREAD_DURATION_US:
        legacy->cpu_us = strata_proto_get_int (&message);
        legacy->has_cpu_us = TRUE;
        break;
      case STRATA_PF_LEGACY_LOCAL_ID:
        legacy->id = strata_proto_get_uint (&message);
        legacy->id_kind = message.number;
        break;
      case STRATA_PF_LEGACY_SCOPE:
        legacy->scope = message;
        break;
      case STRATA_PF_LEGACY_INSTANT_SCOPE:
        legacy->instant_scope = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_LEGACY_UNSCOPED_ID:
      case STRATA_PF_LEGACY_GLOBAL_ID:
        legacy->id = strata_proto_get_uint (&message);
        legacy->id_kind = message.number;
        legacy->is_global = TRUE;
        break;
      case STRATA_PF_LEGACY_BIND_TO_ENCLOSING:
        legacy->is_of_enclosing = strata_proto_get_uint (&message) != 0;
        break;
      case STRATA_PF_LEGACY_PID:
        legacy->pid = (gint32) strata_proto_get_uint (&message);
        break;
      case STRATA_PF_LEGACY_TID:
        legacy->tid = (gint32) strata_proto_get_uint (&message);
        break;
      default:
        break;
      }
}

static guint64
mix (guint64 hash,
     guint64 value)
{
  return (hash ^ value) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

/* Ids are local to their category, and to a scope if one is named. */
static guint64
get_scope (StrataPerfettoPlayer *self,
           const Legacy *legacy,
           const StrataPerfettoTrackEvent *event)
{
  const guint32 scope = legacy->scope.wire == STRATA_PROTO_BYTES ? strata_proto_intern (&legacy->scope, self->reader->strings) : STRATA_STRING_EMPTY;

  return (guint64) scope << 32 | event->category;
}

static StrataPerfettoTrack *
get_async_track (StrataPerfettoPlayer *self,
                 const Legacy *legacy,
                 StrataPerfettoTrack *track,
                 const StrataPerfettoTrackEvent *event)
{
  const gint64 pid = legacy->is_global ? -1 : legacy->pid >= 0 ? legacy->pid
                                                               : track->pid;
  const guint64 hash = mix (mix (mix (mix (0, legacy->phase == 'S' || legacy->phase == 'T' || legacy->phase == 'p' || legacy->phase == 'F' ? event->name : 0), legacy->id), (guint64) pid), get_scope (self, legacy, event));
  StrataPerfettoTrack *async = strata_perfetto_tracks_get (self->reader->tracks, ASYNC_TRACKS ^ hash >> 16);

  if (!async->is_settled)
    {
      async->pid = pid;
      async->name = event->name;
      strata_perfetto_tracks_settle (self->reader->tracks, async, event->name);
    }

  return async;
}

static gint64
get_cpu_time_ns (const Legacy *legacy)
{
  gint64 cpu_ns;

  return legacy->has_cpu_us && legacy->cpu_us >= 0 && !__builtin_mul_overflow (legacy->cpu_us, 1000, &cpu_ns) ? cpu_ns : STRATA_NO_TIME;
}

/* The thread's CPU time at the end of a slice whose CPU duration is known. */
static gint64
get_end_cpu_ns (const StrataPerfettoTrackEvent *event,
                gint64 cpu_time_ns)
{
  gint64 cpu_ns;

  return event->cpu_ns != STRATA_NO_TIME && cpu_time_ns != STRATA_NO_TIME && !__builtin_add_overflow (event->cpu_ns, cpu_time_ns, &cpu_ns) ? cpu_ns : STRATA_NO_TIME;
}

static void
take_complete (StrataPerfettoPlayer *self,
               const Legacy *legacy,
               StrataPerfettoTrack *track,
               StrataPerfettoTrackEvent *event)
{
  const gint64 cpu_time_ns = get_cpu_time_ns (legacy);
  gint64 end_ns;

  event->call_cpu_ns = event->cpu_ns == STRATA_NO_TIME ? cpu_time_ns : STRATA_NO_TIME;
  if (legacy->has_duration && legacy->duration_us >= 0 && !__builtin_mul_overflow (legacy->duration_us, 1000, &end_ns) && !__builtin_add_overflow (end_ns, event->time_ns, &end_ns))
    strata_perfetto_player_add_complete (self, track, event, end_ns, get_end_cpu_ns (event, cpu_time_ns));
  else
    strata_perfetto_player_begin (self, track, event);
}

/* Adds an instant of a process, or of none. */
static void
add_instant (StrataPerfettoPlayer *self,
             const Legacy *legacy,
             StrataPerfettoTrack *track,
             const StrataPerfettoTrackEvent *event)
{
  if (legacy->instant_scope != INSTANT_OF_ALL && legacy->instant_scope != INSTANT_OF_PROCESS)
    {
      strata_perfetto_player_add_instant (self, track, event);
      return;
    }

  const gboolean is_of_process = legacy->instant_scope == INSTANT_OF_PROCESS && track->pid >= 0;
  const guint32 process = is_of_process ? strata_perfetto_player_get_process (self, track, event->time_ns) : strata_perfetto_player_get_global (self);

  strata_event_sink_add_attrs (self->sink, event->time_ns, event->attrs);
  strata_event_sink_add_instant (self->sink, STRATA_NONE, process, strata_string_pool_intern (self->reader->strings, "instants", 8), event->time_ns, event->name);
}

/* A value of a counter, an integer or a real number. */
typedef struct
{
  gint64 whole;
  double real;
  gboolean is_real;
} Value;

/* Reads a number among the annotations of a counter. */
static gboolean
read_value (StrataProto annotation,
            Value *value)
{
  gboolean is_found = FALSE;

  while (strata_proto_next (&annotation))
    if (annotation.number == STRATA_PF_ANNOTATION_INT || annotation.number == STRATA_PF_ANNOTATION_UINT)
      {
        *value = (Value){ .whole = strata_proto_get_int (&annotation) };
        is_found = TRUE;
      }
    else if (annotation.number == STRATA_PF_ANNOTATION_DOUBLE)
      {
        *value = (Value){ .real = strata_proto_get_double (&annotation), .is_real = TRUE };
        is_found = TRUE;
      }

  return is_found;
}

static char *
dup_annotation_name (StrataPerfettoPlayer *self,
                     const StrataPerfettoState *state,
                     StrataProto annotation)
{
  guint32 name = STRATA_STRING_EMPTY;

  while (strata_proto_next (&annotation))
    if (annotation.number == STRATA_PF_ANNOTATION_NAME)
      name = strata_proto_intern (&annotation, self->reader->strings);
    else if (annotation.number == STRATA_PF_ANNOTATION_NAME_IID)
      strata_perfetto_state_find_text (state, STRATA_PF_INTERNED_ANNOTATION_NAMES, strata_proto_get_uint (&annotation), &name);

  return g_strdup (strata_string_pool_get (self->reader->strings, name));
}

static void
add_value (StrataPerfettoPlayer *self,
           StrataPerfettoTrack *track,
           const char *title,
           gint64 time_ns,
           const Value *value)
{
  const guint32 process = strata_perfetto_player_get_process (self, track, time_ns);
  const guint32 name = strata_perfetto_player_intern (self, title);

  if (!value->is_real)
    {
      strata_event_sink_add_sample (self->sink, process, name, time_ns, value->whole);
      return;
    }

  strata_event_sink_add_real_sample (self->sink, process, name, time_ns, value->real);
}

/* Each number is a counter of the process; the name "value" is omitted. */
static void
take_counter (StrataPerfettoPlayer *self,
              StrataPerfettoTrack *track,
              const StrataPerfettoTrackEvent *event)
{
  StrataProto message = event->message;
  Value value;

  while (strata_proto_next (&message))
    if (message.number == STRATA_PF_EVENT_ANNOTATIONS && read_value (strata_proto_enter (&message), &value))
      {
        const char *name = strata_string_pool_get (self->reader->strings, event->name);
        g_autofree char *key = dup_annotation_name (self, event->state, strata_proto_enter (&message));
        g_autofree char *title = *key == '\0' || g_str_equal (key, "value") ? g_strdup (name) : g_strdup_printf ("%s %s", name, key);

        add_value (self, track, title, event->time_ns, &value);
      }
}

/* Whether an event names its track, which then counts. */
static gboolean
names_track (const StrataPerfettoTrackEvent *event)
{
  const StrataPerfettoDefaults *defaults = &event->state->defaults;

  return event->has_track ? event->track_uuid != 0 : defaults->has_track && defaults->track != 0;
}

/* An event may be about a different thread than the one that wrote it. */
static StrataPerfettoTrack *
find_track (StrataPerfettoPlayer *self,
            Legacy *legacy,
            StrataPerfettoTrack *track,
            StrataPerfettoTrackEvent *event)
{
  if (names_track (event))
    legacy->pid = legacy->tid = -1;
  if (legacy->pid < 0 && legacy->tid < 0)
    return track;

  StrataPerfettoTrack *other = strata_perfetto_player_get_thread_track (self, legacy->pid >= 0 ? legacy->pid : track->pid, legacy->tid >= 0 ? legacy->tid : track->tid);

  if (!other->is_settled)
    strata_perfetto_tracks_settle (self->reader->tracks, other, event->name);

  if (other->tid != track->tid)
    event->cpu_ns = STRATA_NO_TIME;

  return other;
}

/**
 * strata_perfetto_legacy_add_flow:
 * @event: an event in Chrome's JSON form
 *
 * Adds the flow that it is a step of, in the form of newer events.
 */
void
strata_perfetto_legacy_add_flow (StrataPerfettoTrackEvent *event)
{
  static const char *const keys[] = { [FLOW_IN] = STRATA_FLOW_IN_KEY, [FLOW_OUT] = STRATA_FLOW_OUT_KEY, [FLOW_IN_OUT] = STRATA_FLOW_IN_OUT_KEY };
  StrataProto legacy = event->legacy;
  guint64 direction = 0;
  guint64 id = 0;

  while (strata_proto_next (&legacy))
    if (legacy.number == STRATA_PF_LEGACY_BIND_ID)
      id = strata_proto_get_uint (&legacy);
    else if (legacy.number == STRATA_PF_LEGACY_FLOW_DIRECTION)
      direction = strata_proto_get_uint (&legacy);

  if (id == 0 || direction >= G_N_ELEMENTS (keys))
    return;

  event->bind_key = keys[direction];
  event->bind_id = id;
}

static void
leave_out (StrataPerfettoPlayer *self,
           const StrataPerfettoTrackEvent *event)
{
  strata_perfetto_reader_leave_out (self->reader, STRATA_PF_PACKET_TRACK_EVENT, (guint64) (event->message.end - event->message.at));
}

/* Whether a step continues a flow, or begins one that is not there yet. Others mean nothing, as in Perfetto. */
static gboolean
follow (StrataPerfettoPlayer *self,
        const Legacy *legacy,
        guint64 id)
{
  const gboolean is_known = g_hash_table_contains (self->old_flows, &id);

  if (legacy->phase == 's' && !is_known)
    g_hash_table_add (self->old_flows, g_memdup2 (&id, sizeof id));
  if (legacy->phase == 'f' && legacy->is_of_enclosing)
    g_hash_table_remove (self->old_flows, &id);

  return is_known != (legacy->phase == 's');
}

/* Takes a step of a first-version flow: it belongs to the enclosing call or, where a flow ends, to the next call or instant
 * unless specified otherwise. Flows differ by id, category and name; local ids are those of a process. */
static void
take_flow (StrataPerfettoPlayer *self,
           const Legacy *legacy,
           StrataPerfettoTrack *track,
           const StrataPerfettoTrackEvent *event)
{
  if (track->n_flows++ >= MAX_FLOWS)
    {
      leave_out (self, event);
      return;
    }

  const char *category = strata_string_pool_get (self->reader->strings, event->category);
  const char *name = strata_string_pool_get (self->reader->strings, event->name);
  const guint64 owner = legacy->id_kind == STRATA_PF_LEGACY_LOCAL_ID ? (guint64) track->pid : 0;
  const guint64 id = mix (mix (mix (mix (mix (0, owner), legacy->id_kind), legacy->id), g_str_hash (category)), g_str_hash (name));
  const gboolean is_end = legacy->phase == 'f';
  const gboolean is_next = is_end && !legacy->is_of_enclosing;

  if ((!is_next && track->open.n == 0) || !follow (self, legacy, id))
    {
      leave_out (self, event);
      return;
    }

  g_autofree char *args = g_strdup_printf ("%s=0x%" G_GINT64_MODIFIER "x", is_end ? STRATA_FLOW_END_KEY : STRATA_FLOW_KEY, id);
  const guint32 set = strata_attr_table_intern_only_args (strata_trace_builder_get_attrs (self->reader->builder), args, strlen (args));

  if (is_next)
    {
      track->next_attrs = strata_trace_builder_join_attrs (self->reader->builder, track->next_attrs, set);
      track->n_next++;
      self->n_next++;
    }
  else
    strata_perfetto_player_describe (self, track, event, set);
}

/**
 * strata_perfetto_player_take_legacy:
 * @self: the player
 * @context: context of the record
 * @track: its track
 * @event: the event
 *
 * Plays an event in Chrome's JSON form.
 */
void
strata_perfetto_player_take_legacy (StrataPerfettoPlayer *self,
                                    const StrataPerfettoContext *context,
                                    StrataPerfettoTrack *track,
                                    StrataPerfettoTrackEvent *event)
{
  Legacy legacy = { .pid = -1, .tid = -1 };

  parse (&legacy, event->legacy);
  if (legacy.phase == 0)
    legacy.phase = event->type == STRATA_PERFETTO_EVENT_BEGIN ? 'B' : event->type == STRATA_PERFETTO_EVENT_END   ? 'E'
                                                                  : event->type == STRATA_PERFETTO_EVENT_INSTANT ? 'I'
                                                                                                                 : 0;
  if (legacy.name != 0 && event->name == STRATA_STRING_EMPTY)
    strata_perfetto_state_find_text (context->state, STRATA_PF_INTERNED_EVENT_NAMES, legacy.name, &event->name);

  track = find_track (self, &legacy, track, event);
  switch (legacy.phase)
    {
    case 'B':
      strata_perfetto_player_begin (self, track, event);
      break;
    case 'E':
      strata_perfetto_player_end (self, track, event);
      break;
    case 'X':
      take_complete (self, &legacy, track, event);
      break;
    case 'i':
    case 'I':
    case 'R':
      add_instant (self, &legacy, track, event);
      break;
    case 's':
    case 't':
    case 'f':
      take_flow (self, &legacy, track, event);
      break;
    case 'C':
      take_counter (self, track, event);
      break;
    case 'b':
    case 'S':
      strata_perfetto_player_begin (self, get_async_track (self, &legacy, track, event), event);
      break;
    case 'e':
    case 'F':
      strata_perfetto_player_end (self, get_async_track (self, &legacy, track, event), event);
      break;
    case 'n':
    case 'T':
    case 'p':
      strata_perfetto_player_add_instant (self, get_async_track (self, &legacy, track, event), event);
      break;
    case 'P':
      if (!strata_perfetto_player_take_profile (self, track, event, legacy.id))
        leave_out (self, event);
      break;
    default:
      if (legacy.phase != 0)
        leave_out (self, event);
      break;
    }
}
