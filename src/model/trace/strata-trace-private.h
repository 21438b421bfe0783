/* strata-trace-private.h - the parts of a trace, only for its builder
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-callsites.h"
#include "strata-listed-tasks.h"

G_BEGIN_DECLS

struct _StrataTrace
{
  GObject parent_instance;

  const char *format_id;   /* static */
  const char *format_name; /* static */
  StrataSpan span;
  StrataClocks clocks;
  StrataTrace *base;   /* (nullable) owned: the owner of the tables below, except for starts and durations */
  guint32 switch_name; /* string id, or STRATA_NONE */
  gint64 start_time_us;
  StrataCounts counts;
  GArray *inputs;        /* (element-type StrataInput) owned */
  GPtrArray *properties; /* (element-type utf8) owned: key, value, …, NULL */

  StrataDiagnostics *diagnostics; /* owned */
  StrataStringPool *strings;      /* owned */
  StrataAttrTable *attrs;         /* owned */

  GArray *processes; /* (element-type StrataProcess) owned */
  GArray *threads;   /* (element-type StrataThread) owned */
  GArray *tracks;    /* (element-type StrataTrack) owned */
  GArray *places;    /* (element-type StrataTrackPlace) owned */
  GArray *counters;  /* (element-type StrataCounter) owned */
  GArray *cpus;      /* (element-type StrataCpu) owned */
  GArray *losses;    /* (element-type StrataLoss) owned: by CPU and time, not overlapping */
  GArray *names;     /* (element-type StrataThreadName) owned: by thread and time */
  GArray *packages;  /* (element-type StrataPackage) owned */
  StrataCallsites callsites;
  StrataListedTasks listed;

  GPtrArray *device_names;     /* (element-type utf8) owned: by number, NULL for one without */
  GHashTable *command_lines;   /* (nullable) owned: process -> string id */
  GHashTable *process_labels;  /* (nullable) owned: process -> string id */
  GHashTable *counter_notes;   /* (nullable) owned: string id of a name -> StrataCounterNote, owned */
  GHashTable *counter_owners;  /* (nullable) owned: process and name of a counter -> StrataCounterOwner, owned */
  GHashTable *counter_parents; /* (nullable) owned: process and name of a counter -> number of the place above it */

  StrataSliceTable slices;
  StrataCpuRuns cpu_runs;
  StrataStates states;
  StrataSamples samples;
  StrataInstants instants;
  StrataChains chains;

  GPtrArray *line_stores; /* (element-type StrataLineStore) owned: one a file */
  StrataKindTable *kinds; /* owned */

  gsize has_rows;     /* whether slices.order and row_begin are made, see strata-trace-rows.c */
  guint32 *row_begin; /* (nullable) owned: place in slices.order of each row; one entry more than there are rows */
};

/* Returns an empty trace, owned by the caller. Only the builder and traces derived from another one
 * may fill it; once published it is immutable. */
StrataTrace *strata_trace_new (void);

/* Makes the drawing order on first use. Thread-safe. */
void strata_trace_ensure_rows (StrataTrace *self);

/* For a derived trace that is finalized: drops the tables it borrows from the base trace, without
 * freeing them, and its reference to that trace. */
void strata_trace_return_tables (StrataTrace *self);

G_END_DECLS
