/* strata-scope.h - what a profile is about
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/**
 * StrataScope:
 * @span: what of the slices counts; slices that reach out of it are cut at its edges
 * @process: index of the only process to look at, or %STRATA_NONE for all
 * @thread: index of the only thread to look at, or %STRATA_NONE for all
 * @has_switches: whether time switched out is a call of its own, as in Traceview; not by thread or process
 * @clock: which clock sorts the rows and gives the shortest to the longest call; 0 for that of the axis
 * @first_slice: the only call to look at, with all that it calls; see @end_slice
 * @end_slice: one past the last call that @first_slice made; 0 for all calls
 * @threads: (nullable): which threads to look at: a byte for each, other than 0 for yes; %NULL for all.
 *   Borrowed by a scope; whatever keeps one, keeps a reference beside it
 *
 * What a profile is about: what meets all of these. Only calls are profiled:
 * asynchronous slices overlap, so their times add up to nothing.
 */
typedef struct
{
  StrataSpan span;
  guint32 process;
  guint32 thread;
  gboolean has_switches;
  StrataClocks clock;
  guint32 first_slice;
  guint32 end_slice;
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

/**
 * StrataScopePiece:
 * @track: index of a track
 * @begin: first slice
 * @end: one past the last
 *
 * Neighbouring calls of a track that are looked at together.
 */
typedef struct
{
  guint32 track;
  guint32 begin;
  guint32 end;
} StrataScopePiece;

GArray *strata_scope_list_pieces (const StrataScope *self, StrataTrace *trace);
GPtrArray *strata_scope_split (const StrataScope *self, StrataTrace *trace, guint n_parts);
guint64 strata_scope_count_slices (const StrataScope *self, StrataTrace *trace);
guint strata_scope_count_parts (const StrataScope *self, StrataTrace *trace);

G_END_DECLS
