/* strata-scope.h - the scope of a profile
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The scope of a profile: calls that meet all of these conditions. Only calls are profiled:
 * asynchronous slices overlap, so sums of their times mean nothing. */
typedef struct
{
  StrataSpan span;       /* the span that counts; slices that exceed it are cut at its edges */
  guint32 process;       /* index of the only process, or STRATA_NONE for all */
  guint32 thread;        /* index of the only thread, or STRATA_NONE for all */
  gboolean has_switches; /* whether time switched out is a separate call, as in Traceview; not by thread or process */
  StrataClocks clock;    /* the clock that sorts the rows and of the durations of single calls; 0 for that of the axis */
  guint32 first_slice;   /* the only call, with all calls inside it; see @end_slice */
  guint32 end_slice;     /* one past the last call inside @first_slice; 0 for all calls */
  /* nullable: a byte for each thread, nonzero if it is in scope; NULL for all. Borrowed by a
   * scope; code that keeps a scope has to keep a reference, too */
  GBytes *threads;
} StrataScope;

StrataScope strata_scope_everything (StrataTrace *trace);
void strata_scope_set_subtree (StrataScope *self, StrataTrace *trace, guint32 slice);
GBytes *strata_scope_new_threads (StrataTrace *trace, const guint32 *threads, guint n_threads);
gboolean strata_scope_has_track (const StrataScope *self, const StrataTrack *track);
gboolean strata_scope_is_by_cpu (const StrataScope *self, StrataTrace *trace);
void strata_scope_name_clocks (StrataTrace *trace, gint64 *wall_ns, gint64 *cpu_ns);
gsize strata_scope_get_stack_height (const StrataScope *self, StrataTrace *trace);
guint32 *strata_scope_new_stack (const StrataScope *self, StrataTrace *trace);

/* Adjacent calls of a track that one worker handles. */
typedef struct
{
  guint32 track; /* index of a track */
  guint32 begin; /* first slice */
  guint32 end;   /* one past the last */
} StrataScopePiece;

GArray *strata_scope_list_pieces (const StrataScope *self, StrataTrace *trace);
GPtrArray *strata_scope_split (const StrataScope *self, StrataTrace *trace, guint n_parts);
guint64 strata_scope_count_slices (const StrataScope *self, StrataTrace *trace);
guint strata_scope_count_parts (const StrataScope *self, StrataTrace *trace);

G_END_DECLS
