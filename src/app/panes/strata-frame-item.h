/* strata-frame-item.h - a line of the frames pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "strata-causes.h"

G_BEGIN_DECLS

/**
 * StrataFrameColumn:
 * @STRATA_FRAME_COLUMN_VERDICT: how it did
 * @STRATA_FRAME_COLUMN_DURATION: from its begin to its end
 * @STRATA_FRAME_COLUMN_OVERRUN: how long after its deadline it was done; negative before
 * @STRATA_FRAME_COLUMN_TIME: when it began, since the begin of the trace
 * @STRATA_FRAME_COLUMN_UI: the part of the UI thread
 * @STRATA_FRAME_COLUMN_RENDER: the part of the render side
 * @STRATA_FRAME_COLUMN_WAITING: the rest, from its VSYNC on
 * @STRATA_FRAME_COLUMN_RUNNING: what the UI thread ran in its part
 * @STRATA_FRAME_COLUMN_RUNNABLE: what it waited for a CPU
 * @STRATA_FRAME_COLUMN_SLEEPING: what it slept
 * @STRATA_FRAME_COLUMN_BLOCKED: what it was blocked, for whatever
 * @STRATA_FRAME_COLUMN_IO: what of that is known to be for I/O
 * @STRATA_FRAME_COLUMN_REASON: what most of the time was lost to, of slow ones
 * @STRATA_FRAME_COLUMN_PROCESS: whose it is
 *
 * Columns of the frames pane.
 */
typedef enum
{
  STRATA_FRAME_COLUMN_VERDICT,
  STRATA_FRAME_COLUMN_DURATION,
  STRATA_FRAME_COLUMN_OVERRUN,
  STRATA_FRAME_COLUMN_TIME,
  STRATA_FRAME_COLUMN_UI,
  STRATA_FRAME_COLUMN_RENDER,
  STRATA_FRAME_COLUMN_WAITING,
  STRATA_FRAME_COLUMN_RUNNING,
  STRATA_FRAME_COLUMN_RUNNABLE,
  STRATA_FRAME_COLUMN_SLEEPING,
  STRATA_FRAME_COLUMN_BLOCKED,
  STRATA_FRAME_COLUMN_IO,
  STRATA_FRAME_COLUMN_REASON,
  STRATA_FRAME_COLUMN_PROCESS,
} StrataFrameColumn;

#define STRATA_N_FRAME_COLUMNS (STRATA_FRAME_COLUMN_PROCESS + 1)

#define STRATA_TYPE_FRAME_ITEM (strata_frame_item_get_type ())
G_DECLARE_FINAL_TYPE (StrataFrameItem, strata_frame_item, STRATA, FRAME_ITEM, GObject)

StrataFrameItem *strata_frame_item_new (StrataFrames *frames, guint32 frame, guint32 rank);
guint32 strata_frame_item_get_frame (StrataFrameItem *self);
char *strata_frame_item_dup_text (StrataFrameItem *self, StrataFrameColumn column);
int strata_frame_item_compare (StrataFrameItem *self, StrataFrameItem *other, StrataFrameColumn column);
gboolean strata_frame_column_is_text (StrataFrameColumn column);

G_END_DECLS
