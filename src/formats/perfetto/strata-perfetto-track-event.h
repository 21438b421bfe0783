/* strata-perfetto-track-event.h - events on tracks of programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-args.h"
#include "strata-perfetto-player.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoEventType:
 * @STRATA_PERFETTO_EVENT_BEGIN: a slice begins
 * @STRATA_PERFETTO_EVENT_END: the innermost slice of the track ends
 * @STRATA_PERFETTO_EVENT_INSTANT: an instant
 * @STRATA_PERFETTO_EVENT_COUNTER: a value
 * @STRATA_PERFETTO_EVENT_STATE: a state begins, and the previous one ends; without a name there is no new state
 *
 * Types of events.
 */
typedef enum
{
  STRATA_PERFETTO_EVENT_BEGIN = 1,
  STRATA_PERFETTO_EVENT_END = 2,
  STRATA_PERFETTO_EVENT_INSTANT = 3,
  STRATA_PERFETTO_EVENT_COUNTER = 4,
  STRATA_PERFETTO_EVENT_STATE = 5,
} StrataPerfettoEventType;

/**
 * StrataPerfettoTrackEvent:
 *
 * The fields of an event. @cpu_ns is the CPU time of its thread, or %STRATA_NO_TIME. @tid is its thread if that is given in addition to its track, or
 * %STRATA_NONE; @pid is the process of an instant in the same way, or -1. @call_cpu_ns is the CPU duration of a call whose begin has no @cpu_ns, or
 * %STRATA_NO_TIME. @is_sampled is whether a call was derived from samples. @lasts_ns is how
 * long an asynchronous slice without an end lasts, or %STRATA_NO_TIME.
 */
typedef struct
{
  gint64 time_ns;
  gint64 cpu_ns;
  gint64 call_cpu_ns;
  gint64 lasts_ns;
  StrataPerfettoState *state;
  StrataProto message;
  guint32 type; /* StrataPerfettoEventType */
  guint32 name;
  guint32 category;
  guint32 own_category; /* those that are not interned, which come after the others */
  guint n_category_iids;
  guint64 category_iid; /* the last interned one */
  guint32 attrs;
  guint32 tid;
  gint64 pid;
  gboolean has_args;
  guint32 first_extension; /* the least number of its extensions, and the greatest: G_MAXUINT32 and 0 if it has none */
  guint32 last_extension;
  gboolean is_sampled;
  gboolean is_apart;
  gboolean is_cut;   /* whether it has more flows or counters than fit */
  gboolean is_early; /* whether only its differences count, since its time has not come yet */
  gboolean has_track;
  guint64 track_uuid;
  gboolean has_value;
  double value;
  gint64 whole_value;
  gboolean has_whole_value;
  StrataProto legacy;
  StrataProto log; /* a line of a log */
  guint n_extras;
  guint n_double_extras;
  guint n_values;
  guint n_double_values;
  guint n_flows;
  guint n_flow_ends;
  const char *bind_key; /* (nullable): key of its flow as an argument, if it has one in the form of Chrome's JSON */
  guint64 bind_id;

  /* only set up to their numbers */
  guint64 extras[STRATA_PERFETTO_MAX_EXTRAS];
  guint64 double_extras[STRATA_PERFETTO_MAX_EXTRAS];
  guint64 values[STRATA_PERFETTO_MAX_EXTRAS];
  guint64 double_values[STRATA_PERFETTO_MAX_EXTRAS];
  guint64 flows[STRATA_PERFETTO_MAX_EXTRAS];
  guint64 flow_ends[STRATA_PERFETTO_MAX_EXTRAS];
} StrataPerfettoTrackEvent;

/* The value of a counter of which events have differences. Integers are exact up to 64 bits, numbers with a fraction up to 53. */
typedef struct _StrataPerfettoSum
{
  double value;
  gint64 whole_value;
  gboolean is_real; /* whether it differs from that integer */
} StrataPerfettoSum;

/* Whether an event has arguments, or flows, which are kept like arguments. */
static inline gboolean
strata_perfetto_event_has_args (const StrataPerfettoTrackEvent *event)
{
  return event->has_args || event->n_flows > 0 || event->n_flow_ends > 0 || event->bind_key != NULL;
}

/* strata-perfetto-sums.c */
StrataPerfettoSum strata_perfetto_player_add_to_sum (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event, double value, gint64 whole_value, gboolean is_whole);

/* strata-perfetto-track-log.c */
void strata_perfetto_player_take_event_log (StrataPerfettoPlayer *self, const StrataPerfettoTrackEvent *event, guint32 thread);
void strata_perfetto_args_add_log (StrataPerfettoArgs *self, StrataProto log);

/* strata-perfetto-own.c */
/* Takes an annotation written by strata-cli. Returns whether it is one. */
gboolean strata_perfetto_event_take_own (StrataPerfettoTrackEvent *event, StrataProto annotation, StrataAttrs *attrs, StrataStringPool *strings);

/* strata-perfetto-slices.c */
StrataPerfettoTrack *strata_perfetto_player_get_thread_track (StrataPerfettoPlayer *self, gint64 pid, gint64 tid);
guint32 strata_perfetto_player_get_process (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, gint64 time_ns);
void strata_perfetto_player_begin (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event);
void strata_perfetto_player_describe (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event, guint32 attrs);
void strata_perfetto_player_end (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event);
void strata_perfetto_player_add_complete (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event, gint64 end_ns, gint64 cpu_ns);
void strata_perfetto_player_enter_state (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event);
guint32 strata_perfetto_player_get_event_thread (StrataPerfettoPlayer *self, const StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event);
void strata_perfetto_player_add_instant (StrataPerfettoPlayer *self, StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event);

/* strata-perfetto-profiles.c */
gboolean strata_perfetto_player_take_profile (StrataPerfettoPlayer *self, const StrataPerfettoTrack *track, const StrataPerfettoTrackEvent *event, guint64 id);

/* strata-perfetto-legacy.c */
void strata_perfetto_legacy_add_flow (StrataPerfettoTrackEvent *event);
void strata_perfetto_player_take_legacy (StrataPerfettoPlayer *self, const StrataPerfettoContext *context, StrataPerfettoTrack *track, StrataPerfettoTrackEvent *event);

G_END_DECLS
