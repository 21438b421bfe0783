/* strata-sql-source.h - a trace as read by the SQL tables
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames.h"
#include "strata-nesting.h"
#include "strata-profile.h"
#include "strata-sql-numbers.h"
#include "strata-sql-table.h"
#include "strata-trace.h"

G_BEGIN_DECLS

/* A track with only instants, or one with nothing but others below it. */
typedef struct
{
  guint32 process;   /* index of a process, or STRATA_NONE */
  guint32 thread;    /* index of a thread, or STRATA_NONE */
  guint32 name;      /* string id, or 0 */
  guint32 place;     /* number of its place in the tree of lanes, from 1, or 0 */
  gboolean is_log;   /* whether it has only log lines */
  gboolean is_event; /* whether a program describes it */
  gboolean is_kill;  /* whether it has what the low memory killer did */
} StrataSqlTrackKey;

/* What is around an instant that is inside another one. */
typedef struct
{
  guint32 around;   /* row of slice: the other one */
  guint32 first;    /* number of the outermost instant around it */
  guint32 n_around; /* how many instants are around it */
} StrataSqlInstantPlace;

/* An argument. */
typedef struct
{
  guint32 set;            /* id of the set */
  char *key;              /* owned: the key */
  char *value;            /* owned: the value */
  gboolean is_text;       /* whether it is a text even if it looks like a number */
  gboolean is_annotation; /* whether a program wrote it as an annotation or a typed message */
} StrataSqlArg;

/* strata-sql-lines.c: a parsed line of the original text. */
typedef struct _StrataSqlLine StrataSqlLine;

void strata_sql_line_free (StrataSqlLine *self);

/* strata-sql-counter-types.c: the type of a counter in PerfettoSQL. */
typedef struct _StrataSqlCounterType StrataSqlCounterType;

/* strata-sql-derived.c: counters that the trace has in another form. */
typedef struct _StrataSqlDerived StrataSqlDerived;

void strata_sql_derived_free (StrataSqlDerived *self);

/* strata-sql-names.c: names of slices as in PerfettoSQL. */
typedef struct _StrataSqlNames StrataSqlNames;

void strata_sql_names_free (StrataSqlNames *self);

/* The data that getters of columns read. Fields that do not point into the trace are made on
 * demand: permutations and lists, never copies of columns. A source is used by one thread at a
 * time.
 *
 * Track ids are in this order: tracks of the trace, its counters, tracks with only instants or
 * nothing. */
struct _StrataSqlSource
{
  StrataTrace *trace; /* owned */
  const StrataSliceTable *slices;
  const StrataInstants *instants;
  const StrataSamples *samples;
  const StrataStates *states;
  const StrataCpuRuns *runs;
  const StrataTrack *tracks;
  const StrataCounter *counters;
  StrataThread *threads;    /* owned: those with events, and the others after them */
  StrataProcess *processes; /* owned: the same */
  const StrataCpu *cpus;
  guint n_tracks;
  guint n_counters;
  guint n_threads;
  guint n_processes;
  guint n_cpus;

  guint32 last_track;   /* track of the last slice that was read */
  guint32 last_counter; /* counter of the last sample that was read */
  guint32 last_thread;  /* thread of the last state that was read */
  guint32 last_cpu;     /* CPU of the last run that was read */

  StrataSqlDerived *derived; /* owned: its counters are in @counters, after those of the trace */
  gboolean hides_samples;    /* whether sampled slices are no rows of slice */
  StrataSqlNumbers *utids;   /* owned: numbers of threads */
  StrataSqlNumbers *upids;   /* owned: numbers of processes */

  GArray *state_threads;                      /* (element-type guint32) owned: threads with states, by their first state */
  GArray *instant_tracks;                     /* (element-type StrataSqlTrackKey) (nullable) owned: tracks with only instants or nothing */
  GHashTable *placed;                         /* (nullable) owned: process and place of a track -> its id */
  guint32 *instant_track;                     /* (nullable) owned: id of the track of each instant */
  guint32 *instant_order;                     /* (nullable) owned: instants by track */
  guint32 *instant_begin;                     /* (nullable) owned: offset in @instant_order of each track; one more than there are */
  guint32 *name_order;                        /* (nullable) owned: rows of slice by name */
  guint8 *unfinished;                         /* (nullable) owned: a byte per block of slices: whether any of them has no end */
  guint32 *name_begin;                        /* (nullable) owned: offset in @name_order of each name; one more than there are strings */
  GArray *sorted_names;                       /* (element-type guint32) (nullable) owned: names of rows of slice, by their text */
  GArray *args;                               /* (element-type StrataSqlArg) (nullable) owned */
  guint32 n_arg_sets;                         /* those of the trace, two for each track, and one for each process */
  guint32 *arg_begin;                         /* (nullable) owned: offset in @args of each set; one more than there are */
  GArray *log_rows;                           /* (element-type guint32) (nullable) owned: instants that are log lines */
  GArray *state_slices;                       /* (element-type guint32) (nullable) owned: slices that are states */
  GArray *frame_slices[2];                    /* (element-type guint32) (nullable) owned: expected, actual */
  GArray *diagnostics;                        /* (element-type StrataDiagnosticKind) (nullable) owned */
  GArray *tasks;                              /* (element-type StrataLongTask) (nullable) owned */
  StrataFrames *frames;                       /* (nullable) owned */
  GArray *counted_frames;                     /* (nullable) (element-type guint32) owned: counted frames, by index */
  StrataProfile *profile;                     /* (nullable) owned */
  GArray *flows;                              /* (element-type StrataFlowLink) (nullable) owned: arrows of chains and flows */
  guint32 *flow_order[2];                     /* (nullable) owned: rows of @flows by their start, and by their end */
  guint32 *track_order[2];                    /* (nullable) owned: tracks by thread, by process */
  guint32 *track_begin[2];                    /* (nullable) owned: offset in @track_order of each thread, of each process; one more than there are */
  guint32 *line_begin;                        /* (nullable) owned: first row of each file of lines, and the end */
  GArray *counter_names;                      /* (element-type StrataSqlCounterName) (nullable) owned: by counter: its name in PerfettoSQL */
  const StrataSqlCounterType **counter_types; /* (nullable) owned: by counter: its type, or %NULL */
  GPtrArray *nestings;                        /* (element-type StrataNesting) (nullable) owned: by track: how its slices nest, or %NULL if they do not */
  GArray *mappings;                           /* (element-type guint32) (nullable) owned: string ids of the libraries in sampled stacks */
  guint32 *frame_mapping;                     /* (nullable) owned: index in @mappings of each frame */
  GStringChunk *track_names;                  /* (nullable) owned: names of tracks that the trace does not have */
  StrataSqlNames *names;                      /* (nullable) owned: names that differ from those of the trace */
  StrataSqlLine *line;                        /* (nullable) owned: the last line that was read */

  /* (nullable) owned: by instant: those around it, all 0 if there are none; NULL if no instant is inside another one */
  StrataSqlInstantPlace *instant_places;

  GCancellable *cancellable; /* (nullable) borrowed: ends long computations */
};

StrataSqlSource *strata_sql_source_new (StrataTrace *trace);

/* strata-sql-derived.c: adds derived counters to those of the trace. */
void strata_sql_source_derive (StrataSqlSource *source);

void strata_sql_source_free (StrataSqlSource *self);

/* strata-sql-slices.c: shared by tables whose rows are slices. */
guint32 strata_sql_source_get_slice_track (StrataSqlSource *self, guint32 slice);

/* strata-sql-instants.c: the instants around one, or NULL if there are none. */
const StrataSqlInstantPlace *strata_sql_source_find_instants_around (StrataSqlSource *self, guint32 instant);

/* strata-sql-nesting.c: how slices of any track nest. Parents are slices, or %STRATA_NONE. */
guint32 strata_sql_source_find_parent (StrataSqlSource *self, guint32 slice);
guint32 strata_sql_source_get_depth (StrataSqlSource *self, guint32 slice);
gint64 strata_sql_source_get_self_ns (StrataSqlSource *self, guint32 slice);
void strata_sql_source_find_inside (StrataSqlSource *self, guint32 slice, GArray *segments);
/* Whether the slices of a track are one stack, and the innermost slice at a time; on the stack with a number, unless that is 0. */
gboolean strata_sql_source_is_stack (StrataSqlSource *self, guint32 track);
guint32 strata_sql_source_find_around (StrataSqlSource *self, guint32 track, guint32 stack, gint64 time_ns);

/* strata-sql-names.c: id of the name of a slice or instant in PerfettoSQL. Ids are those of the trace's pool, followed
 * by those of names that are not in it. */
guint32 strata_sql_source_get_slice_name (StrataSqlSource *self, guint32 slice);
guint32 strata_sql_source_get_instant_name (StrataSqlSource *self, guint32 instant);
/* The same of the category that PerfettoSQL gives to a slice of the kernel. */
guint32 strata_sql_source_get_kernel_category (StrataSqlSource *self, guint32 slice);
/* The text of an id; the id of a text, or STRATA_NONE; one more than the last id. */
const char *strata_sql_source_get_string (StrataSqlSource *self, guint32 id);
guint32 strata_sql_source_find_string (StrataSqlSource *self, const char *text);
guint32 strata_sql_source_count_strings (StrataSqlSource *self);

/* strata-sql-counter-names.c: the name of a counter in PerfettoSQL; the same with whether its values are in KB there. */
typedef struct
{
  char *text; /* owned */
  gboolean is_in_kb;
} StrataSqlCounterName;

const char *strata_sql_counter_get_name (StrataSqlSource *self, guint32 counter);
const StrataSqlCounterName *strata_sql_counter_need_name (StrataSqlSource *self, guint32 counter);

/* strata-sql-units.c: the unit and the description of a counter, and the number of its GPU, or %STRATA_SQL_NULL. */
const char *strata_sql_counter_get_unit (StrataSqlSource *self, guint32 counter);
const char *strata_sql_counter_get_description (StrataSqlSource *self, guint32 counter);
const char *strata_sql_counter_get_raw_name (StrataSqlSource *self, guint32 counter);
const char *strata_sql_counter_get_subsystem (StrataSqlSource *self, guint32 counter);
gint64 strata_sql_counter_get_gpu (StrataSqlSource *self, guint32 counter);

/* strata-sql-tracks.c: whether an asynchronous slice is made of a single packet of a Perfetto trace. */
gboolean strata_sql_source_is_span (const StrataSqlSource *self, guint32 slice);

/* strata-sql-instants.c: finds the tracks of instants, once; the track at a place, or NULL. */
void strata_sql_source_need_instants (StrataSqlSource *self);
gint64 strata_sql_source_find_placed (StrataSqlSource *self, guint32 process, guint32 place);
guint32 strata_sql_source_count_tracks (StrataSqlSource *self);

/* An index or an id of nothing is NULL. */
static inline gint64
strata_sql_index (guint32 index)
{
  return index != STRATA_NONE ? (gint64) index : STRATA_SQL_NULL;
}

/* The number of a thread, and that of a process, or NULL for none. */
static inline gint64
strata_sql_source_get_utid (const StrataSqlSource *self,
                            guint32 thread)
{
  return thread != STRATA_NONE ? strata_sql_index (self->utids->number[thread]) : STRATA_SQL_NULL;
}

static inline gint64
strata_sql_source_get_upid (const StrataSqlSource *self,
                            guint32 process)
{
  return process != STRATA_NONE ? strata_sql_index (self->upids->number[process]) : STRATA_SQL_NULL;
}

/* PerfettoSQL gives each machine this many numbers for its CPUs. */
#define STRATA_SQL_DEVICE_CPUS 4096

/* The number of a CPU among those of all machines, as in PerfettoSQL. */
static inline gint64
strata_sql_get_ucpu (guint32 cpu)
{
  return (gint64) (cpu / STRATA_DEVICE_CPUS) * STRATA_SQL_DEVICE_CPUS + cpu % STRATA_DEVICE_CPUS;
}

/* An unknown time is NULL. */
static inline gint64
strata_sql_time (gint64 time_ns)
{
  return time_ns != STRATA_NO_TIME ? time_ns : STRATA_SQL_NULL;
}

G_END_DECLS
