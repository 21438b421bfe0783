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
  guint n_columns;
  guint n_frames;
  const StrataTableColumn *columns = strata_frame_rows_get_columns (&n_columns);
  StrataTable *table = strata_table_new (output, style, columns, n_columns);

  strata_frames_get (frames, &n_frames);
  for (guint32 i = 0; i < n_frames; i++)
    strata_frame_rows_write (table, frames, i);

  strata_table_close (table);
}
