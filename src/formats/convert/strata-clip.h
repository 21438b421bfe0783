/* strata-clip.h - the part of a trace that is written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The part of a trace that is written. Items that are active at its start begin there; items that
 * continue after its end have no end. */
typedef struct
{
  StrataSpan span;   /* the span of the result */
  StrataSpan limits; /* items outside are omitted; without bounds if @span is the whole trace */
  gint64 moved_ns;   /* added to written times, since kernel clocks have no times before 0 */
} StrataClip;

StrataClip strata_clip_new (StrataTrace *trace, StrataSpan span);
StrataClip strata_clip_new_all (StrataTrace *trace);
gboolean strata_clip_is_all (const StrataClip *self);
gint64 strata_clip_get_start_time_us (const StrataClip *self, StrataTrace *trace);
char *strata_clip_dup_note (const StrataClip *self);

/* Whether a time is inside. */
static inline gboolean
strata_clip_has_time (const StrataClip *self,
                      gint64 time_ns)
{
  return time_ns >= self->limits.begin_ns && time_ns < self->limits.end_ns;
}

/* Whether a part of a span is inside. */
static inline gboolean
strata_clip_touches (const StrataClip *self,
                     gint64 start_ns,
                     gint64 end_ns)
{
  return start_ns < self->limits.end_ns && (end_ns > self->limits.begin_ns || start_ns >= self->limits.begin_ns);
}

/* Whether at least a part of a slice is inside. */
static inline gboolean
strata_clip_has_slice (const StrataClip *self,
                       const StrataSliceTable *slices,
                       guint32 slice)
{
  return strata_clip_touches (self, slices->start_ns[slice], strata_slice_table_get_end_ns (slices, slice));
}

/* Whether its end is inside as well. */
static inline gboolean
strata_clip_has_end (const StrataClip *self,
                     const StrataSliceTable *slices,
                     guint32 slice)
{
  return (strata_slice_table_get_flags (slices, slice) & STRATA_SLICE_UNFINISHED) == 0 && strata_slice_table_get_end_ns (slices, slice) <= self->limits.end_ns;
}

/* The start in the result of an item that starts at @start_ns. */
static inline gint64
strata_clip_get_start_ns (const StrataClip *self,
                          gint64 start_ns)
{
  return MAX (start_ns, self->limits.begin_ns);
}

G_END_DECLS
