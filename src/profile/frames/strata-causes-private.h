/* strata-causes-private.h - how causes are gathered
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
  GHashTable *places;       /* owned until done: kind, thread, name and detail to the place in @causes, plus 1 */
  GHashTable *occupants;    /* (element-type gint64 gint64) owned until done: a thread and who had the CPU it waited for, to how long */
  StrataThreadIndex *index; /* owned; nullable: made when it is asked for */
  StrataCalls *calls;       /* the same */
  gint64 total_ns;
  gint64 states_ns[STRATA_N_STATES]; /* of the thread that counts */
  StrataClusters *clusters;          /* owned; nullable: made when it is asked for */
  guint32 gpu;                       /* index of the counter of the GPU's frequency, or STRATA_NONE */
  gint64 gpu_khz;                    /* its lowest frequency; 0 until it is asked for */
};

/* A stretch of a thread's time in which it was in one innermost slice and one state. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  guint32 thread;
  guint32 slice;        /* innermost; STRATA_NONE outside of any */
  guint32 meaning;      /* the innermost slice around that shows what is waited for, or STRATA_NONE */
  StrataCauseKind kind; /* what @meaning shows */
  guint32 state;        /* index, or STRATA_NONE where nothing is known */
  guint32 reclaim;      /* the kernel's slice in which the thread has to free memory, or STRATA_NONE */
  guint32 call;         /* the kernel's slice of a binder call that the thread waits for, or STRATA_NONE; only where it has no states */
  double ran_frac;      /* how much of the slice's own time it ran by its CPU clock; -1 when not known */
} StrataCausePiece;

typedef void (*StrataCauseFunc) (StrataCauses *self, const StrataCausePiece *piece);

/* Calls @func for each piece of what @thread did in @span, from early to late. Pieces are
 * disjoint and add up to @span; a piece has at most one innermost slice and one state. */
void strata_causes_walk (StrataCauses *self, guint32 thread, StrataSpan span, StrataCauseFunc func);

/* Adds @ns to the cause with the same key as @cause, which is copied if it is the first.
 * Returns it, borrowed until the next call, or %NULL if @ns is not positive. */
StrataCause *strata_causes_add (StrataCauses *self, const StrataCause *cause, gint64 ns);
/* Adds to how long a thread had the CPU for which another one waited; the one with the most is named. */
void strata_causes_add_occupant (StrataCauses *self, guint32 thread, guint32 other, gint64 ns);

/* Sorts, parts below what they are parts of, and leaves out what is too little to be an answer, if not
 * everything is. Frees what was only needed to add causes; called once, at the end. Returns @self. */
StrataCauses *strata_causes_finish (StrataCauses *self);
/* The outermost slice around @slice, or @slice. */
guint32 strata_causes_find_top (const StrataCauses *self, guint32 slice);

/* Returns a translated sentence, owned by the caller, for a cause whose work was mostly done on
 * the slowest CPUs. */
char *strata_causes_dup_cluster_text (const StrataCauses *self, const StrataCause *cause);
/* The limit that CPUs had and, where it was recorded, how hot the device was; translated. */
char *strata_causes_dup_limit_text (const StrataCauses *self, const StrataCause *cause);
/* Which processes were killed for their memory; translated. */
char *strata_causes_dup_kill_text (const StrataCauses *self, const StrataCause *cause);
/* Adds to a cause what a piece of running would have saved at the highest frequency, and how much of that was not allowed. */
void strata_causes_add_speed (StrataCauses *self, const StrataCausePiece *piece, guint32 cpu, StrataCause *row);
/* Adds to a cause for how much of a wait for the GPU that was at its lowest frequency. */
void strata_causes_add_gpu_speed (StrataCauses *self, StrataSpan span, StrataCause *row);
/* Adds a cause that takes no time, if the kernel killed processes for their memory during it. */
void strata_causes_add_kills (StrataCauses *self, guint32 thread, StrataSpan span);

/* A StrataCauseFunc: adds a piece of a thread's time to the one cause it was lost to. */
void strata_causes_add_piece (StrataCauses *self, const StrataCausePiece *piece);

G_END_DECLS
