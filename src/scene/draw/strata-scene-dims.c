/* strata-scene-dims.c - the CPUs when a thread is selected
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-scene.h"

#include "strata-scene-private.h"

/* What runs on the CPUs besides the selected thread lies under a veil. The veil is
 * a picture of its own over the lanes, so that these need not be painted anew when
 * another thread is selected. Where the thread ran but a longer run of another won
 * the column, the column is the thread's: it is never lost by zooming out. */

static void
veil_lane (StrataPen *pen,
           const StrataThreadRuns *selected,
           const StrataLane *lane)
{
  const int n = pen->grid.n_columns;
  const int y = strata_pen_get_y (pen, lane->y_px + STRATA_LANE_PADDING_PX - 1);
  const int bottom = strata_pen_get_y (pen, lane->y_px + lane->usage_top_px - STRATA_LANE_PADDING_PX + 1);
  const StrataColor color = strata_palette_get_hue_color (pen->palette, pen->index->thread_hues.by_name[selected->thread]);
  g_autofree double *selected_ns = g_new0 (double, (gsize) MAX (n, 1));

  strata_coverage_add_columns (&selected->coverage, lane->index, &pen->grid, selected_ns);
  strata_lod_index_walk (pen->index->runs, lane->index, &pen->grid, &pen->runs);
  if (pen->runs.n == 0)
    return;

  StrataColor *pixels = strata_draw_list_add_strip (pen->list, STRATA_LAYER_GROUND, pen->x, y, bottom - y - 1, (guint32) n);

  for (gsize i = 0; i < pen->runs.n; i++)
    {
      const StrataRun *run = &strata_column_at (&pen->runs, StrataRun, i);

      if (pen->index->run_table.name[pen->index->run_table.order[run->place]] == selected->thread)
        continue;

      for (int column = run->begin; column < MIN (run->end, n); column++)
        pixels[column] = selected_ns[column] > 0.0 ? color : pen->palette->dim;
    }
}

/**
 * strata_scene_build_dims:
 * @session: the session
 * @frame: what part of the lanes is shown
 * @palette: the colours
 * @list: where to write; emptied first
 * @begin_px: (out): top of what is drawn
 * @end_px: (out): its bottom
 *
 * Draws what lies over the lanes of CPUs, and under the marks, while a thread or
 * something of it is selected.
 *
 * Returns: whether there is anything to draw
 */
gboolean
strata_scene_build_dims (StrataSession *session,
                         const StrataSceneRegion *frame,
                         const StrataPalette *palette,
                         StrataDrawList *list,
                         double *begin_px,
                         double *end_px)
{
  const StrataThreadRuns *selected = strata_session_get_thread_runs (session);
  StrataLaneWalk walk;
  const StrataLane *lane;
  double clip_begin_px;
  double clip_end_px;
  StrataPen pen;

  strata_pen_init (&pen, session, frame, palette, list);
  strata_frame_get_clip (frame, &clip_begin_px, &clip_end_px);
  *begin_px = clip_end_px;
  *end_px = clip_begin_px;

  strata_pen_walk (&pen, &walk);
  while (selected->thread != STRATA_NONE && (lane = strata_lane_walk_next (&walk)) != NULL)
    {
      if (lane->kind != STRATA_LANE_CPU)
        continue;

      veil_lane (&pen, selected, lane);
      *begin_px = MIN (*begin_px, MAX (lane->y_px - pen.scroll_px, clip_begin_px));
      *end_px = MIN (MAX (*end_px, lane->y_px + lane->height_px - pen.scroll_px), clip_end_px);
    }

  strata_pen_clear (&pen);
  return *begin_px < *end_px;
}
