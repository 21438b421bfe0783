/* strata-scene-frames.c - VSYNCs behind the lanes, and marks of slow frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-bisect.h"
#include "strata-scene-private.h"

#define MIN_STRIPE_PX 3
#define OVERVIEW_MARK_PX 5

/* Worse verdicts have larger numbers; 0 means no frame. */
static const guint8 severities[STRATA_N_FRAME_VERDICTS] = {
  [STRATA_FRAME_UNJUDGED] = 1,
  [STRATA_FRAME_ON_TIME] = 2,
  [STRATA_FRAME_UNFINISHED] = 3,
  [STRATA_FRAME_DROPPED] = 4,
  [STRATA_FRAME_LATE] = 5,
  [STRATA_FRAME_VERY_LATE] = 6,
};

static guint8
get_task_severity (StrataLongTaskLevel level)
{
  switch (level)
    {
    case STRATA_LONG_TASK_WARNING:
      return severities[STRATA_FRAME_LATE];
    case STRATA_LONG_TASK_SEVERE:
      return severities[STRATA_FRAME_VERY_LATE];
    case STRATA_LONG_TASK_UNFINISHED:
      return severities[STRATA_FRAME_UNFINISHED];
    }

  g_assert_not_reached ();
}

guint8
strata_scene_get_severity (StrataFrameVerdict verdict)
{
  return severities[verdict];
}

StrataColor
strata_scene_get_severity_color (const StrataPalette *palette,
                                 guint8 severity)
{
  for (guint i = 0; i < STRATA_N_FRAME_VERDICTS; i++)
    if (severities[i] == severity)
      return palette->frames[i];

  g_return_val_if_reached (0);
}

void
strata_scene_add_vsyncs (StrataPen *pen)
{
  guint n_vsyncs;
  const gint64 *times_ns = strata_findings_get_vsyncs (strata_session_get_findings (pen->session), &n_vsyncs);

  if (!strata_view_get_vsync_shown (strata_session_get_view (pen->session)) || n_vsyncs < 2)
    return;

  const gint64 end_ns = strata_grid_column_to_time (&pen->grid, pen->grid.n_columns);
  const int height = strata_draw_list_get_device_height (pen->list);
  guint begin = 0;
  guint end = n_vsyncs;

  STRATA_BISECT (begin, end, i, times_ns[i] < pen->grid.begin_ns);

  for (guint i = (begin - MIN (begin, 1)) & ~1u; i + 1 < n_vsyncs && times_ns[i] < end_ns; i += 2)
    {
      const int left = MAX (strata_pen_get_column (pen, times_ns[i]), 0);
      const int right = MIN (strata_pen_get_column (pen, times_ns[i + 1]), pen->grid.n_columns);

      if (right - left >= strata_pen_to_device (pen, MIN_STRIPE_PX))
        strata_draw_list_add_box (pen->list, STRATA_LAYER_LINES, (StrataBox){ pen->x + left, 0, right - left, height, pen->palette->vsync });
    }
}

static void
mark_overview (guint8 *columns,
               const StrataPen *pen,
               StrataSpan span,
               guint8 rank)
{
  const StrataSpan bounds = strata_session_get_viewport (pen->session)->bounds;
  const double columns_per_ns = pen->grid.n_columns / MAX ((double) strata_span_get_length_ns (bounds), 1.0);
  const int begin = CLAMP ((int) ((double) (span.begin_ns - bounds.begin_ns) * columns_per_ns), 0, pen->grid.n_columns - 1);
  const int end = CLAMP ((int) ((double) (span.end_ns - bounds.begin_ns) * columns_per_ns), begin + MIN (2, pen->grid.n_columns - begin), pen->grid.n_columns);

  for (int i = begin; i < end; i++)
    columns[i] = MAX (columns[i], rank);
}

static void
add_overview_row (StrataPen *pen,
                  const guint8 *columns,
                  int y)
{
  for (int begin = 0, end; begin < pen->grid.n_columns; begin = end)
    {
      for (end = begin + 1; end < pen->grid.n_columns && columns[end] == columns[begin];)
        end++;
      if (columns[begin] > 0)
        strata_draw_list_add_box (pen->list, STRATA_LAYER_OVER, (StrataBox){ pen->x + begin, y, end - begin, strata_pen_to_device (pen, OVERVIEW_MARK_PX - 1), strata_scene_get_severity_color (pen->palette, columns[begin]) });
    }
}

void
strata_scene_add_slow_marks (StrataPen *pen)
{
  StrataFrames *frames = strata_findings_get_frames (strata_session_get_findings (pen->session));
  const StrataSliceTable *slices = strata_trace_get_slices (pen->trace);
  const int bottom = strata_draw_list_get_device_height (pen->list) - 1;
  g_autofree guint8 *columns = g_new0 (guint8, (gsize) MAX (pen->grid.n_columns, 1));
  guint n_frames = 0;
  guint n_tasks;
  const StrataFrameRow *all = frames != NULL ? strata_frames_get (frames, &n_frames) : NULL;
  const StrataLongTask *tasks = strata_findings_get_long_tasks (strata_session_get_findings (pen->session), &n_tasks);

  if (pen->grid.n_columns < 2)
    return;

  for (guint i = 0; i < n_frames; i++)
    if (strata_frame_is_slow (&all[i]) && !strata_frames_is_system (frames, i))
      mark_overview (columns, pen, (StrataSpan){ all[i].begin_ns, all[i].end_ns }, severities[all[i].verdict]);
  add_overview_row (pen, columns, bottom - strata_pen_to_device (pen, OVERVIEW_MARK_PX));

  memset (columns, 0, (gsize) pen->grid.n_columns);
  for (guint i = 0; i < n_tasks; i++)
    mark_overview (columns, pen, (StrataSpan){ slices->start_ns[tasks[i].slice], strata_slice_table_get_end_ns (slices, tasks[i].slice) },
                   get_task_severity (tasks[i].level));
  add_overview_row (pen, columns, bottom - 2 * strata_pen_to_device (pen, OVERVIEW_MARK_PX));
}
