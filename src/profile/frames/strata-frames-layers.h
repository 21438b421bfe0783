/* strata-frames-layers.h - when the display took the buffers of a thread
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-frames-vsync.h"

G_BEGIN_DECLS

/* A buffer that a thread queues to a layer. */
typedef struct
{
  guint32 slice;     /* the slice that queues it */
  guint32 top;       /* the outermost slice around @slice that contains no other picture; @slice if there is none */
  gint64 begin_ns;   /* when handing over began */
  gint64 end_ns;     /* when it was handed over */
  gint64 done_ns;    /* when the GPU had drawn it, too; @end_ns if that was earlier or is not known */
  gint64 shown_ns;   /* when the display took it, or could first; STRATA_NO_TIME when not known */
  guint n_refreshes; /* how many VSYNCs after the previous picture it was shown; 0 for the first after a pause */
  guint n_aimed;     /* how many it aimed at; 0 if the pictures are too irregular */
} StrataPicture;

guint32 strata_layer_find_counter (StrataTrace *trace, const StrataPicture *pictures, guint n_pictures);
void strata_layer_read_latches (StrataTrace *trace, guint32 counter, StrataPicture *pictures, guint n_pictures);
gint64 strata_layer_count_refreshes (const StrataVsync *vsync, StrataPicture *pictures, guint n_pictures, const gboolean *is_pause);
void strata_layer_set_aims (StrataPicture *pictures, guint n_pictures, gint64 vsync_ns);

G_END_DECLS
