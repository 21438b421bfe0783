/* strata-slice-walk.h - the calls of a track inside a span, in pre-order
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-scope.h"
#include "strata-switches.h"

G_BEGIN_DECLS

/* How often to check whether a walk was cancelled, in slices. */
#define STRATA_SLICES_BETWEEN_CHECKS 65536

/* Walks over the calls of a scope, one piece after another, and cuts them at the edges of its
 * span. A slice always comes after its parent. The CPU time of a cut slice is from the scheduler.
 * Without scheduling data, it is assumed to be spread evenly over the slice's self time, so that
 * the time of its children inside the span stays exact. Times at which a call was switched out can
 * be visited like calls inside it. */
typedef struct
{
  guint32 slice;           /* the current slice, or the one that was switched out */
  guint32 name;            /* its name, or the name for time switched out */
  guint32 depth_flags;     /* its depth below the outermost call in scope in the upper 24 bits, StrataSliceFlags in the lower 8 */
  gint64 axis_ns;          /* its time on the axis of the trace, inside the span */
  gint64 cpu_ns;           /* its CPU time inside the span, or the known part of it; 0 if the table has none */
  gboolean knows_cpu;      /* whether @cpu_ns is known completely */
  gboolean knows_self_cpu; /* whether its self CPU time is known */

  /* private */
  StrataTrace *trace; /* borrowed */
  const StrataSliceTable *slices;
  StrataSpan span;
  guint32 first_slice; /* of the scope; 0 if it is not a single call */
  guint32 base_depth;  /* in the upper 24 bits */
  gboolean is_cut;
  const StrataSwitches *switches; /* (nullable) borrowed */
  guint32 next_switch;
  gboolean has_cpu;
  guint32 next;
  guint32 end;
  GArray *cuts; /* (element-type StrataSliceCut) owned: see strata-slice-walk.c */
  guint next_cut;
  guint n_left; /* slices until the next check of a cancellable */
} StrataSliceWalk;

void strata_slice_walk_init (StrataSliceWalk *self, StrataTrace *trace, const StrataScope *scope, const StrataSwitches *switches);
void strata_slice_walk_clear (StrataSliceWalk *self);
void strata_slice_walk_enter (StrataSliceWalk *self, const StrataScopePiece *piece);
GArray *strata_slice_walk_list_callers (const StrataSliceWalk *self);
gboolean strata_slice_walk_next_inside (StrataSliceWalk *self);

/* Moves to the next slice; FALSE at the end of the piece. */
static inline gboolean
strata_slice_walk_next (StrataSliceWalk *self)
{
  if (self->is_cut || self->switches != NULL)
    return strata_slice_walk_next_inside (self);

  if (self->next >= self->end)
    return FALSE;

  self->slice = self->next++;
  self->name = self->slices->name[self->slice];
  self->depth_flags = self->slices->depth_flags[self->slice];
  self->axis_ns = strata_ns_column_get (&self->slices->wall, self->slice);
  if (self->has_cpu)
    self->cpu_ns = strata_ns_column_get (&self->slices->cpu, self->slice);
  if (G_UNLIKELY (self->slices->cpu_unknown != NULL))
    {
      self->knows_cpu = strata_slice_table_knows_cpu (self->slices, self->slice);
      self->knows_self_cpu = strata_slice_table_knows_self_cpu (self->slices, self->slice);
    }

  return TRUE;
}

/* The same, but also FALSE soon after @cancellable was cancelled. */
static inline gboolean
strata_slice_walk_next_unless (StrataSliceWalk *self,
                               GCancellable *cancellable)
{
  if (G_UNLIKELY (self->n_left-- == 0))
    {
      self->n_left = STRATA_SLICES_BETWEEN_CHECKS;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }

  return strata_slice_walk_next (self);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StrataSliceWalk, strata_slice_walk_clear)

G_END_DECLS
