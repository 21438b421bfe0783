/* strata-perfetto-tracks.h - the tracks that events are on
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-ftrace-line.h"
#include "strata-proto.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoTrackKind:
 * @STRATA_PERFETTO_TRACK_THREAD: the calls of a thread
 * @STRATA_PERFETTO_TRACK_PROCESS: a track of a process
 * @STRATA_PERFETTO_TRACK_THREAD_CHILD: a track below a thread
 * @STRATA_PERFETTO_TRACK_GLOBAL: a track of nobody
 *
 * Whom a track belongs to.
 */
typedef enum
{
  STRATA_PERFETTO_TRACK_THREAD,
  STRATA_PERFETTO_TRACK_PROCESS,
  STRATA_PERFETTO_TRACK_THREAD_CHILD,
  STRATA_PERFETTO_TRACK_GLOBAL,
} StrataPerfettoTrackKind;

/**
 * StrataPerfettoTrack:
 * @uuid: its id
 * @parent: uuid of the one above, or 0
 * @name: string id of its own name, or 0
 * @unit: string id of the unit of a counter, or 0
 * @description: string id of what is said of it, or 0
 * @kind: #StrataPerfettoTrackKind, once it is settled
 * @pid: process that it belongs to, or -1
 * @tid: thread that it belongs to, or -1
 * @process: index of its process, once an event needs it; %STRATA_NONE before
 * @title: string id of what to call it, once it is settled
 * @lane: string id that its lane is known by, once it is settled
 * @place: number of its place in the tree of lanes, or 0
 * @n_above: how many places are above that
 * @below: (nullable): the track that it is placed below
 * @ordering: how those below it are ordered
 * @merging: with which others of its parent it shares a lane
 * @merge_key: string id or number of a key for that
 * @rank: where it stands among those of its parent if they have an order of their own
 * @index: its number
 * @open: (element-type StrataPerfettoOpen): its slices that are open, see strata-perfetto-slices.c
 * @multiplier: what values of a counter are multiplied by
 * @is_owner: whether it stands for a process or a thread
 * @has_name: whether its descriptor has a name, which may be empty
 * @has_note: whether the trace has its unit
 * @is_settled: whether @kind, @pid, @tid and @title are known
 * @is_apart: whether it asks not to be joined with what the kernel records of its thread
 * @is_counter: whether it has values
 * @is_thread_time: whether these are the CPU time of its thread
 * @is_instructions: whether these are how many instructions its thread has executed
 * @is_incremental: whether these are differences
 * @is_repeated: whether events of the kernel say the same, as strata-cli writes them
 * @has_no_process: whether the process that it names is made up, as strata-cli writes it
 * @is_of_thread: whether the process that it names has the id of a thread of another one, as strata-cli writes it
 *
 * A track.
 */
typedef struct _StrataPerfettoTrack
{
  guint64 uuid;
  guint64 parent;
  guint32 name;
  guint32 unit;
  guint32 description;
  StrataPerfettoTrackKind kind;
  gint64 pid;
  gint64 tid;
  guint32 process;
  guint32 title;
  guint32 lane;
  guint32 place;
  guint n_above;
  struct _StrataPerfettoTrack *below;
  guint64 merge_key;
  gint64 rank;
  guint32 index;
  guint32 n_others; /* counters of its name that are not it */
  guint32 n_flows;  /* since a slice began last */
  StrataColumn open;
  gint64 multiplier;
  guint8 ordering;
  guint8 merging;
  guint8 is_owner; /* this and those behind it are booleans: there may be very many tracks */
  guint8 has_name;
  guint8 has_note;
  guint8 is_settled;
  guint8 is_apart;
  guint8 is_counter;
  guint8 is_thread_time;
  guint8 is_instructions;
  guint8 is_incremental;
  guint8 is_repeated;
  guint8 has_no_process;
  guint8 is_of_thread;
} StrataPerfettoTrack;

/**
 * StrataPerfettoTaskNamer:
 * @data: what was given along
 * @pid: a process
 * @tid: a thread of it, or -1 for the process itself
 * @name: its name
 * @is_type: whether that is the name of its type, which counts if it has no other
 *
 * Is told what a track descriptor says of a process or a thread.
 */
typedef void (*StrataPerfettoTaskNamer) (gpointer data, gint64 pid, gint64 tid, StrataText name, gboolean is_type);

typedef struct _StrataPerfettoTracks StrataPerfettoTracks;

StrataPerfettoTracks *strata_perfetto_tracks_new (StrataTraceBuilder *builder);
void strata_perfetto_tracks_free (StrataPerfettoTracks *self);
void strata_perfetto_tracks_set_namer (StrataPerfettoTracks *self, StrataPerfettoTaskNamer namer, gpointer data);
void strata_perfetto_tracks_describe (StrataPerfettoTracks *self, StrataProto descriptor);
StrataPerfettoTrack *strata_perfetto_tracks_get (StrataPerfettoTracks *self, guint64 uuid);
guint32 strata_perfetto_translate (GHashTable *translations, guint32 name);
GHashTable *strata_perfetto_tracks_get_translations (StrataPerfettoTracks *self);
void strata_perfetto_tracks_settle (StrataPerfettoTracks *self, StrataPerfettoTrack *track, guint32 event_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoTracks, strata_perfetto_tracks_free)

G_END_DECLS
