/* strata-list.h - the lists of strata-cli list
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-long-tasks.h"
#include "strata-raw-filter.h"
#include "strata-rows.h"
#include "strata-search.h"
#include "strata-trace-cells.h"

G_BEGIN_DECLS

/* A request for a list. Everything is borrowed. */
typedef struct
{
  StrataTrace *trace;             /* a trace */
  StrataTableStyle style;         /* the style of the output */
  const StrataSearch *where;      /* nullable: the search, for kinds that can be searched; NULL for all */
  guint32 chain;                  /* for chains: index of the only one, or STRATA_NONE for all */
  const StrataTaskLimits *limits; /* for tasks: the limits */
  const StrataRawFilter *filter;  /* for events: the filter */
} StrataListRequest;

/* A kind of rows. */
typedef struct
{
  const char *name; /* its stable name on the command line */
  /* nullable: makes its rows, (transfer full), if the window has the same; the rest is not needed
   * then */
  StrataRows *(*make_rows) (const StrataListRequest *request);
  const StrataTableColumn *columns; /* (array length=n_columns) nullable: its columns */
  guint n_columns;                  /* how many */
  /* nullable: gets the columns if they depend on the trace */
  const StrataTableColumn *(*get_columns) (StrataTrace *trace, guint *n_columns);
  gboolean can_search; /* whether it uses StrataListRequest.where */
  /* writes all rows */
  void (*write) (StrataTable *table, const StrataListRequest *request);
} StrataListKind;

#define STRATA_LIST_COLUMNS(array) .columns = array, .n_columns = G_N_ELEMENTS (array)

/* Calls by time; asynchronous slices; the kernel's slices on CPUs and for threads: interrupts, idle states, work,
 * binder calls and I/O; and the results of a search: slices of all kinds, instants, and counters or samples. */
extern const StrataListKind strata_list_slices;
extern const StrataListKind strata_list_async;
extern const StrataListKind strata_list_kernel;
extern const StrataListKind strata_list_hits;
/* By time. A search of counters that does not ask for values finds counters with all of their samples. */
extern const StrataListKind strata_list_instants;
extern const StrataListKind strata_list_counters;
extern const StrataListKind strata_list_log;
/* The runs of each CPU. */
extern const StrataListKind strata_list_cpu;
/* One thread after the other: its states, the wake-ups that ended a sleep, and the block device requests that it waited
 * for, with the call that accessed the file if it is in the trace. */
extern const StrataListKind strata_list_states;
extern const StrataListKind strata_list_wakeups;
extern const StrataListKind strata_list_io;
/* Periods in which events of a CPU are missing, and how many. */
extern const StrataListKind strata_list_losses;
/* The slices of all call chains, or of one, each chain as a tree. */
extern const StrataListKind strata_list_chains;
extern const StrataListKind strata_list_threads;
extern const StrataListKind strata_list_processes;
/* The names of renamed threads, and since when they had them. */
extern const StrataListKind strata_list_names;
/* The methods that were called. In a trace without declared methods, these are the slices with names like methods. */
extern const StrataListKind strata_list_methods;
extern const StrataListKind strata_list_frames;
/* The tasks that took too long, with the main reason. */
extern const StrataListKind strata_list_tasks;
/* How long inputs took until their frames, and apps to start. */
extern const StrataListKind strata_list_phases;
/* The tasks that waited in the queues of a handler when a freeze was logged, by priority and by time. */
extern const StrataListKind strata_list_queues;
/* The events of the text in its order; for several files, by time. The trace needs its lines. */
extern const StrataListKind strata_list_events;
/* The warnings about the file. */
extern const StrataListKind strata_list_diagnostics;

const StrataListKind *strata_list_find_kind (const char *name);
char *strata_list_dup_names (void);
void strata_list_write (const StrataListKind *kind, const StrataListRequest *request, StrataOutput *output);

guint64 *strata_list_search (const StrataListRequest *request, StrataSearchKind kind);
guint32 *strata_list_sort_by_time (const gint64 *time_ns, guint32 begin, guint32 end);

G_END_DECLS
