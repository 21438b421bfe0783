/* strata-perfetto-tracks.h - the tracks of events
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-column.h"
#include "strata-ftrace-line.h"
#include "strata-process-list.h"
#include "strata-proto.h"
#include "strata-trace-builder.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoTrackKind:
 * @STRATA_PERFETTO_TRACK_THREAD: the calls of a thread
 * @STRATA_PERFETTO_TRACK_PROCESS: a track of a process
 * @STRATA_PERFETTO_TRACK_THREAD_CHILD: a track below a thread
 * @STRATA_PERFETTO_TRACK_GLOBAL: a track without an owner
 *
 * The owner of a track.
 */
typedef enum
{
  STRATA_PERFETTO_TRACK_THREAD,
  STRATA_PERFETTO_TRACK_PROCESS,
  STRATA_PERFETTO_TRACK_THREAD_CHILD,
  STRATA_PERFETTO_TRACK_GLOBAL,
} StrataPerfettoTrackKind;

/* What is known about the parents of a track. */
typedef enum
{
  STRATA_PERFETTO_LOOP_UNKNOWN,
  STRATA_PERFETTO_LOOP_ON_WAY, /* while they are followed */
  STRATA_PERFETTO_LOOP_NONE,
  STRATA_PERFETTO_LOOP_FOUND, /* they form a loop */
} StrataPerfettoLoop;

/**
 * StrataPerfettoTrack:
 * @uuid: its id
 * @parent: uuid of its parent, or 0
 * @name: string id of its own name, or 0
 * @unit: string id of the unit of a counter, or 0
 * @description: string id of its description, or 0
 * @kind: #StrataPerfettoTrackKind, once it is settled
 * @pid: its process, or -1
 * @tid: its thread, or -1
 * @process: index of its process, once an event needs it; %STRATA_NONE before
 * @title: string id of its displayed name, once it is settled
 * @own_title: the same before titles of counters were made different
 * @lane: string id that identifies its lane, once it is settled
 * @place: number of its place in the tree of lanes, or 0
 * @n_above: depth of @place
 * @below: (nullable): the track that it is placed below
 * @ordering: order of its children
 * @merging: which siblings share its lane
 * @merge_key: string id or number of a key for that
 * @rank: its rank among its siblings, if these are ordered by rank
 * @index: its number
 * @open: (element-type StrataPerfettoOpen): its open slices, see strata-perfetto-slices.c
 * @multiplier: factor for the values of a counter
 * @state: string id of its state, or 0
 * @next_attrs: id of attributes for its next slice or instant
 * @n_next: how many events these are from
 * @sum: (nullable): sum of its latest value, if values are differences, see strata-perfetto-sums.c
 * @sum_generation: the state of the writer that @sum is of
 * @instant_ns: when its latest event was, if that is an instant; else %STRATA_NO_TIME
 * @loop: whether its parents form a loop, once it is settled (StrataPerfettoLoop)
 * @is_owner: whether it represents a process or a thread
 * @has_name: whether its descriptor has a name, which may be empty
 * @has_note: whether its unit was added to the trace
 * @has_owner: whether what it is of was
 * @is_settled: whether @kind, @pid, @tid and @title are known
 * @is_apart: whether it asks not to be merged with kernel data of its thread
 * @is_counter: whether it is a counter
 * @is_thread_time: whether its values are the CPU time of its thread
 * @is_instructions: whether its values are instructions executed by its thread
 * @is_incremental: whether its values are differences
 * @is_repeated: whether it repeats kernel events; set by strata-cli
 * @has_no_process: whether its process is made up; set by strata-cli
 * @is_of_thread: whether its process has the id of a thread of another process; set by strata-cli
 * @is_of_packets: whether its slices were no events, but a packet each; set by strata-cli
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
  guint32 gpu_and_1;
  guint32 raw_name;
  guint32 subsystem;
  StrataPerfettoTrackKind kind;
  gint64 pid;
  gint64 tid;
  guint32 process;
  guint32 title;
  guint32 own_title;
  guint32 lane;
  guint32 place;
  guint n_above;
  struct _StrataPerfettoTrack *below;
  guint64 merge_key;
  gint64 rank;
  guint32 index;
  guint32 n_others; /* other counters with its name */
  guint32 n_flows;  /* since the last start of a slice */
  StrataColumn open;
  gint64 multiplier;
  gint64 instant_ns;
  guint32 state;
  guint32 next_attrs;
  guint32 n_next;
  struct _StrataPerfettoSum *sum;
  guint64 sum_generation;
  guint8 ordering;
  guint8 merging;
  guint8 loop;
  guint8 is_owner; /* this one and those after it are booleans: there may be very many tracks */
  guint8 has_name;
  guint8 has_note;
  guint8 has_owner;
  guint8 is_settled;
  guint8 is_apart;
  guint8 is_counter;
  guint8 is_thread_time;
  guint8 is_instructions;
  guint8 is_incremental;
  guint8 is_repeated;
  guint8 has_no_process;
  guint8 is_of_thread;
  guint8 is_of_packets;
} StrataPerfettoTrack;

/**
 * StrataPerfettoTaskNamer:
 * @data: the caller's data
 * @pid: a process
 * @tid: one of its threads, or -1 for the process itself
 * @name: its name
 * @rank: what kind of name it is
 *
 * Called with the name of a process or a thread from a track descriptor.
 */
typedef void (*StrataPerfettoTaskNamer) (gpointer data, gint64 pid, gint64 tid, StrataText name, StrataSuggestion rank);

typedef struct _StrataPerfettoTracks StrataPerfettoTracks;

StrataPerfettoTracks *strata_perfetto_tracks_new (StrataTraceBuilder *builder);
void strata_perfetto_tracks_free (StrataPerfettoTracks *self);
void strata_perfetto_tracks_set_namer (StrataPerfettoTracks *self, StrataPerfettoTaskNamer namer, gpointer data);
void strata_perfetto_tracks_describe (StrataPerfettoTracks *self, StrataProto descriptor);
StrataPerfettoTrack *strata_perfetto_tracks_get (StrataPerfettoTracks *self, guint64 uuid);
guint32 strata_perfetto_translate (GHashTable *translations, guint32 name);
GHashTable *strata_perfetto_tracks_get_translations (StrataPerfettoTracks *self);
void strata_perfetto_tracks_place_crossing (StrataPerfettoTracks *self, StrataPerfettoTrack *track, guint32 title);
void strata_perfetto_tracks_settle (StrataPerfettoTracks *self, StrataPerfettoTrack *track, guint32 event_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataPerfettoTracks, strata_perfetto_tracks_free)

G_END_DECLS
