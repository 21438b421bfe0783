/* strata-frames-vsync.h - the VSYNCs and periods of the display
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-trace.h"

G_BEGIN_DECLS

/* The VSYNCs of one source. */
typedef struct
{
  guint32 counter;   /* index of the counter that reports it, or STRATA_NONE when it was inferred */
  guint n_edges;     /* how many there are */
  gint64 *time_ns;   /* (array length=n_edges): when each was, ascending */
  gint64 *period_ns; /* (array length=n_edges): how long the display had for a picture then, or 0 when not known */
} StrataVsync;

StrataVsync *strata_vsync_new_from_counter (StrataTrace *trace, guint32 counter);
StrataVsync *strata_vsync_new_from_times (const gint64 *time_ns, guint n_times);
void strata_vsync_free (StrataVsync *self);
guint strata_vsync_find (const StrataVsync *self, gint64 time_ns);
gint64 strata_vsync_get_period_ns (const StrataVsync *self, gint64 time_ns);
guint32 strata_vsync_find_counter (StrataTrace *trace, gboolean is_system);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (StrataVsync, strata_vsync_free)

G_END_DECLS
