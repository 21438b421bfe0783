/* strata-list-frames.c - strata-cli list frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-rows.h"
#include "strata-list.h"

/**
 * strata_list_frames:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the frames, one process after the other.
 */
void
strata_list_frames (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  g_autoptr (StrataFrames) frames = strata_frames_new (trace, NULL);
  g_autoptr (StrataRows) rows = strata_frame_rows_new (frames);

  strata_rows_print (rows, output, style);
}
