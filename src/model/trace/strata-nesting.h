/* strata-nesting.h - nested slices on tracks other than calls
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

typedef struct _StrataNesting StrataNesting;

/* A deeper slice does not have its own number: its enclosing slice is found by time only. */
#define STRATA_NESTING_MAX_DEPTH 0x7fff

gint64 strata_nesting_make_cookie (guint32 stack, guint32 depth);
guint32 strata_nesting_get_stack (gint64 cookie);
gboolean strata_nesting_has_depth (gint64 cookie);
gint64 strata_nesting_make_state_cookie (guint32 track);
gboolean strata_nesting_is_state (const StrataSliceTable *slices, guint32 slice);
gboolean strata_nesting_is_packet (const StrataSliceTable *slices, guint32 slice);

StrataNesting *strata_nesting_new (StrataTrace *trace, const StrataTrack *track);
void strata_nesting_free (StrataNesting *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataNesting, strata_nesting_free)

gboolean strata_nesting_is_stack (const StrataNesting *self);
guint32 strata_nesting_find_parent (const StrataNesting *self, guint32 slice);
guint32 strata_nesting_find_around (const StrataNesting *self, gint64 time_ns);
guint32 strata_nesting_find_around_on (const StrataNesting *self, guint32 stack, gint64 time_ns);
guint32 strata_nesting_get_depth (const StrataNesting *self, guint32 slice);
const guint32 *strata_nesting_get_inside (const StrataNesting *self, guint32 slice, guint32 *begin, guint32 *end);
gint64 strata_nesting_get_self_ns (const StrataNesting *self, guint32 slice);

G_END_DECLS
