/* strata-causes-private.h - how causes are collected
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-calls.h"
#include "strata-causes.h"
#include "strata-clusters.h"
#include "strata-thread-index.h"

G_BEGIN_DECLS

struct _StrataCauses
{
  StrataTrace *trace;       /* owned */
  GArray *causes;           /* (element-type StrataCause) owned; sorted when done */
  GHashTable *places;       /* owned until done: kind, thread, name and detail to the index in @causes, plus 1 */
  GHashTable *occupants;    /* (element-type gint64 gint64) owned until done: a thread and the one that had its CPU, to how long */
  StrataThreadIndex *index; /* owned; nullable: made on first use */
  StrataCalls *calls;       /* the same */
  guint32 process;          /* whose time is explained, or STRATA_NONE; its name goes without saying */
  gint64 total_ns;
  gint64 states_ns[STRATA_N_STATES]; /* of the thread whose time is explained */
  StrataClusters *clusters;          /* owned; nullable: made on first use */
  guint32 gpu;                       /* index of the counter of the GPU's frequency, or STRATA_NONE */
  gint64 gpu_khz;                    /* its lowest frequency; 0 until first used */
};

/* A period of a thread's time with one innermost slice and one state. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 thread;
  guint32 slice;        /* innermost; STRATA_NONE outside of all slices */
  guint32 meaning;      /* the innermost enclosing slice whose name shows the reason for a wait, or STRATA_NONE */
  StrataCauseKind kind; /* the reason that @meaning shows */
  guint32 state;        /* index, or STRATA_NONE if not known */
  guint32 reclaim;      /* the kernel's slice in which the thread has to free memory, or STRATA_NONE */
  guint32 call;         /* the kernel's slice of a binder call that the thread waits for, or STRATA_NONE;
                         * only if the thread has no states */
  double ran_frac;      /* share of the slice's self time that it ran, by its CPU clock; -1 when not known */
} StrataCausePiece;

typedef void (*StrataCauseFunc) (StrataCauses *self, const StrataCausePiece *piece);

/* Calls @func for each piece of @thread's time in @span, from early to late. Pieces are disjoint
 * and add up to @span; a piece has at most one innermost slice and one state. */
void strata_causes_walk (StrataCauses *self, guint32 thread, StrataSpan span, StrataCauseFunc func);

/* Adds @ns to the cause with the same key as @cause, or to a copy of @cause if there is none yet.
 * Returns it, borrowed until the next call, or %NULL if @ns is not positive. */
StrataCause *strata_causes_add (StrataCauses *self, const StrataCause *cause, gint64 ns);
/* Adds to the time that @other had the CPU while @thread waited for it; the one with the most time is named. */
void strata_causes_add_occupant (StrataCauses *self, guint32 thread, guint32 other, gint64 ns);

/* Sorts the causes, parts below their parent, and drops those too small to explain anything, unless all are. Frees what
 * was only needed to add causes; called once, at the end. Returns @self. */
StrataCauses *strata_causes_finish (StrataCauses *self);
/* The outermost slice around @slice, or @slice. */
guint32 strata_causes_find_top (const StrataCauses *self, guint32 slice);

/* Returns a translated sentence, owned by the caller, for a cause whose work was mostly done on
 * the slowest CPUs. */
char *strata_causes_dup_cluster_text (const StrataCauses *self, const StrataCause *cause);
/* Describes the limit of the CPUs and, if it was recorded, how hot the device was; translated. */
char *strata_causes_dup_limit_text (const StrataCauses *self, const StrataCause *cause);
/* Lists the processes that were killed to free memory; translated. */
char *strata_causes_dup_kill_text (const StrataCauses *self, const StrataCause *cause);
/* Adds to a cause the time that a piece of running would have saved at the highest frequency,
 * and how much of that a limit prevented. */
void strata_causes_add_speed (StrataCauses *self, const StrataCausePiece *piece, guint32 cpu, StrataCause *row);
/* Adds to a cause how long the GPU was at its lowest frequency during a wait for it. */
void strata_causes_add_gpu_speed (StrataCauses *self, StrataSpan span, StrataCause *row);
/* Adds a cause that takes no time, if processes were killed in @span to free memory. */
void strata_causes_add_kills (StrataCauses *self, guint32 thread, StrataSpan span);

/* A StrataCauseFunc: adds a piece of a thread's time to the one cause that it was lost to. */
void strata_causes_add_piece (StrataCauses *self, const StrataCausePiece *piece);

G_END_DECLS
