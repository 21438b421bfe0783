/* strata-perfetto-legacy.c - events of Chrome's JSON inside track events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-track-event.h"

/* Phases are the letters of Chrome's JSON. Of asynchronous ones the id, and for ids of a
 * process the process, say which belong together; each such id has a track. */
#define ASYNC_TRACKS (G_GUINT64_CONSTANT (0x3c9d) << 48)

typedef struct
{
  guint32 phase;
  gint64 duration_us;
  gboolean has_duration;
  guint64 id;
  gboolean is_global;
  gint64 pid;
  gint64 tid;
  guint32 name;
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
      case STRATA_PF_LEGACY_UNSCOPED_ID:
      case STRATA_PF_LEGACY_LOCAL_ID:
        legacy->id = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_LEGACY_GLOBAL_ID:
        legacy->id = strata_proto_get_uint (&message);
        legacy->is_global = TRUE;
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

static StrataPerfettoTrack *
get_async_track (StrataPerfettoPlayer *self,
                 const Legacy *legacy,
                 const StrataPerfettoTrack *track,
                 const StrataPerfettoTrackEvent *event)
{
  const gint64 pid = legacy->is_global ? -1 : legacy->pid >= 0 ? legacy->pid
                                                               : track->pid;
  const guint64 hash = mix (mix (mix (legacy->phase == 'S' || legacy->phase == 'T' || legacy->phase == 'p' || legacy->phase == 'F' ? event->name : 0, legacy->id), (guint64) pid), event->category);
  StrataPerfettoTrack *async = strata_perfetto_tracks_get (self->reader->tracks, ASYNC_TRACKS ^ hash >> 16);

  if (!async->is_settled)
    {
      async->pid = pid;
      async->name = event->name;
      strata_perfetto_tracks_settle (self->reader->tracks, async, event->name);
    }

  return async;
}

static void
take_complete (StrataPerfettoPlayer *self,
               const Legacy *legacy,
               StrataPerfettoTrack *track,
               const StrataPerfettoTrackEvent *event)
{
  gint64 end_ns;

  strata_perfetto_player_begin (self, track, event);
  if (legacy->has_duration && legacy->duration_us >= 0 && !__builtin_mul_overflow (legacy->duration_us, 1000, &end_ns) && !__builtin_add_overflow (end_ns, event->time_ns, &end_ns))
    strata_perfetto_player_end_later (self, track, end_ns);
}

/* Threads may be written about by another one. */
static StrataPerfettoTrack *
find_track (StrataPerfettoPlayer *self,
            const Legacy *legacy,
            StrataPerfettoTrack *track,
            const StrataPerfettoTrackEvent *event)
{
  if (legacy->pid < 0 && legacy->tid < 0)
    return track;

  StrataPerfettoTrack *other = strata_perfetto_player_get_thread_track (self, legacy->pid >= 0 ? legacy->pid : track->pid, legacy->tid >= 0 ? legacy->tid : track->tid);

  if (!other->is_settled)
    strata_perfetto_tracks_settle (self->reader->tracks, other, event->name);

  return other;
}

/**
 * strata_perfetto_player_take_legacy:
 * @self: the player
 * @context: what the record depends on
 * @track: its track
 * @event: the event
 *
 * Plays an event that is one of Chrome's JSON.
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
      strata_perfetto_player_end (self, track, event->time_ns);
      break;
    case 'X':
      take_complete (self, &legacy, track, event);
      break;
    case 'i':
    case 'I':
    case 'R':
      strata_perfetto_player_add_instant (self, track, event);
      break;
    case 'b':
    case 'S':
      strata_perfetto_player_begin (self, get_async_track (self, &legacy, track, event), event);
      break;
    case 'e':
    case 'F':
      strata_perfetto_player_end (self, get_async_track (self, &legacy, track, event), event->time_ns);
      break;
    case 'n':
    case 'T':
    case 'p':
      strata_perfetto_player_add_instant (self, get_async_track (self, &legacy, track, event), event);
      break;
    default:
      break;
    }
}
