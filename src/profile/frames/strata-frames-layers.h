/* strata-frames-layers.h - when the display took the buffers of a thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames-vsync.h"

G_BEGIN_DECLS

/**
 * StrataPicture:
 * @slice: the slice that hands it over
 * @top: the outermost slice around that which encloses no other; @slice without one
 * @begin_ns: when handing over began
 * @end_ns: when it was handed over
 * @done_ns: when the GPU had drawn it, too; @end_ns where that was earlier or is not known
 * @shown_ns: when the display took it, or could first; %STRATA_NO_TIME when not known
 * @n_refreshes: how many VSYNCs after the picture before that was; 0 for the first after a pause
 * @n_aimed: how many it aimed at; 0 when the pictures come too irregularly
 *
 * A buffer that a thread queues to a layer.
 */
typedef struct
{
  guint32 slice;
  guint32 top;
  gint64 begin_ns;
  gint64 end_ns;
  gint64 done_ns;
  gint64 shown_ns;
  guint n_refreshes;
  guint n_aimed;
} StrataPicture;

guint32 strata_layer_find_counter (StrataTrace *trace, const StrataPicture *pictures, guint n_pictures);
void strata_layer_read_latches (StrataTrace *trace, guint32 counter, StrataPicture *pictures, guint n_pictures);
gint64 strata_layer_count_refreshes (const StrataVsync *vsync, StrataPicture *pictures, guint n_pictures, const gboolean *is_pause);
void strata_layer_set_aims (StrataPicture *pictures, guint n_pictures, gint64 vsync_ns);

G_END_DECLS
