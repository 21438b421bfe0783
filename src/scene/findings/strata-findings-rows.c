/* strata-findings-rows.c - frames and phases in the rows of their lanes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-findings-private.h"
#include "strata-frames-vsync.h"
#include "strata-order.h"

/* Everything the picture needs is sorted once, when frames are found.
 *
 * A start is above its steps, and overlapping inputs are below one another: each
 * goes into the first row that is free when it begins. */

/* Items without a free row overlap others in the last row. */
#define MOST_ROWS 6

static void
frame_rows_clear (gpointer data)
{
  StrataFrameRows *rows = data;

  g_array_unref (rows->order);
  g_array_unref (rows->ends_ns);
}

static void
phase_rows_clear (gpointer data)
{
  g_ptr_array_unref (((StrataPhaseRows *) data)->rows);
}

static StrataFrameRows *
get_frame_rows (StrataFindings *self,
                guint32 process)
{
  for (guint i = 0; i < self->frame_rows->len; i++)
    if (g_array_index (self->frame_rows, StrataFrameRows, i).process == process)
      return &g_array_index (self->frame_rows, StrataFrameRows, i);

  const StrataFrameRows rows = {
    .process = process,
    .order = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .ends_ns = g_array_new (FALSE, FALSE, sizeof (gint64)),
  };

  g_array_append_val (self->frame_rows, rows);
  return &g_array_index (self->frame_rows, StrataFrameRows, self->frame_rows->len - 1);
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const StrataFrameRow *frames = data;
  const gint64 left = frames[*(const guint32 *) a].begin_ns;
  const gint64 right = frames[*(const guint32 *) b].begin_ns;

  return (left > right) - (left < right);
}

static void
sort_frames (StrataFindings *self)
{
  guint n_groups;
  guint n_frames;
  const StrataFrameGroup *groups = strata_frames_get_groups (self->frames, &n_groups);
  const StrataFrameRow *frames = strata_frames_get (self->frames, &n_frames);

  for (guint i = 0; i < n_groups; i++)
    {
      StrataFrameRows *rows = get_frame_rows (self, groups[i].process);
      StrataFrameSummary summary;

      strata_frames_summarise (self->frames, i, &summary);
      rows->max_fps = MAX (rows->max_fps, summary.period_ns > 0 ? 1e9 / (double) summary.period_ns : 60.0);
      for (guint32 j = groups[i].first_frame; j < groups[i].first_frame + groups[i].n_frames; j++)
        {
          g_array_append_val (rows->order, j);
          rows->has_ui |= frames[j].ui_end_ns > frames[j].begin_ns;
          rows->has_system |= frames[j].system_frame != STRATA_NONE;
          if (frames[j].verdict != STRATA_FRAME_UNFINISHED && frames[j].verdict != STRATA_FRAME_DROPPED && !frames[j].is_repeated)
            g_array_append_val (rows->ends_ns, frames[j].end_ns);
        }
    }

  for (guint i = 0; i < self->frame_rows->len; i++)
    {
      StrataFrameRows *rows = &g_array_index (self->frame_rows, StrataFrameRows, i);

      g_array_sort_with_data (rows->order, compare_begins, (gpointer) frames);
      g_array_sort (rows->ends_ns, strata_order_i64);
    }
}

/* Finds VSYNCs from the counter that apps follow, else from the frames themselves. */
static void
list_vsyncs (StrataFindings *self)
{
  StrataTrace *trace = strata_frames_get_trace (self->frames);
  const guint32 counter = strata_vsync_find_counter (trace, FALSE);
  guint n_frames;
  const StrataFrameRow *frames = strata_frames_get (self->frames, &n_frames);

  self->vsyncs_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (counter != STRATA_NONE)
    {
      g_autoptr (StrataVsync) vsync = strata_vsync_new_from_counter (trace, counter);

      g_array_append_vals (self->vsyncs_ns, vsync->time_ns, vsync->n_edges);
      return;
    }

  for (guint i = 0; i < n_frames; i++)
    if (frames[i].vsync_ns != STRATA_NO_TIME && !strata_frames_is_system (self->frames, i))
      g_array_append_val (self->vsyncs_ns, frames[i].vsync_ns);

  g_array_sort (self->vsyncs_ns, strata_order_i64);
}

static StrataPhaseRows *
get_phase_rows (StrataFindings *self,
                guint32 process)
{
  for (guint i = 0; i < self->phase_rows->len; i++)
    if (g_array_index (self->phase_rows, StrataPhaseRows, i).process == process)
      return &g_array_index (self->phase_rows, StrataPhaseRows, i);

  const StrataPhaseRows rows = { process, g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref) };

  g_array_append_val (self->phase_rows, rows);
  return &g_array_index (self->phase_rows, StrataPhaseRows, self->phase_rows->len - 1);
}

static void
add_to_row (StrataFindings *self,
            guint32 index)
{
  const StrataPhase *phases = (const StrataPhase *) (gpointer) self->phases->data;
  GPtrArray *rows = get_phase_rows (self, phases[index].process)->rows;
  guint row = 0;

  for (; row < rows->len; row++)
    {
      const GArray *others = g_ptr_array_index (rows, row);

      if (phases[g_array_index (others, guint32, others->len - 1)].end_ns <= phases[index].begin_ns)
        break;
    }

  if (row >= MOST_ROWS)
    row = MOST_ROWS - 1;
  if (row == rows->len)
    g_ptr_array_add (rows, g_array_new (FALSE, FALSE, sizeof (guint32)));

  g_array_append_val (g_ptr_array_index (rows, row), index);
}

void
strata_findings_make_rows (StrataFindings *self)
{
  self->frame_rows = g_array_new (FALSE, FALSE, sizeof (StrataFrameRows));
  g_array_set_clear_func (self->frame_rows, frame_rows_clear);
  sort_frames (self);
  list_vsyncs (self);

  self->phase_rows = g_array_new (FALSE, FALSE, sizeof (StrataPhaseRows));
  g_array_set_clear_func (self->phase_rows, phase_rows_clear);
  for (guint32 i = 0; i < self->phases->len; i++)
    if (g_array_index (self->phases, StrataPhase, i).process != STRATA_NONE)
      add_to_row (self, i);
}

void
strata_findings_clear_rows (StrataFindings *self)
{
  g_clear_pointer (&self->frame_rows, g_array_unref);
  g_clear_pointer (&self->phase_rows, g_array_unref);
  g_clear_pointer (&self->vsyncs_ns, g_array_unref);
}

/**
 * strata_findings_find_frame_rows:
 * @self: the findings
 * @process: index of a process
 *
 * Returns: (transfer none) (nullable): the frames of a process as its lane shows them, or %NULL if it has none
 */
const StrataFrameRows *
strata_findings_find_frame_rows (StrataFindings *self,
                                 guint32 process)
{
  for (guint i = 0; self->frame_rows != NULL && i < self->frame_rows->len; i++)
    if (g_array_index (self->frame_rows, StrataFrameRows, i).process == process)
      return &g_array_index (self->frame_rows, StrataFrameRows, i);

  return NULL;
}

/**
 * strata_findings_find_phase_rows:
 * @self: the findings
 * @process: index of a process
 *
 * Returns: (transfer none) (nullable): the phases of a process as its lane shows them, or %NULL if it has none
 */
const StrataPhaseRows *
strata_findings_find_phase_rows (StrataFindings *self,
                                 guint32 process)
{
  for (guint i = 0; self->phase_rows != NULL && i < self->phase_rows->len; i++)
    if (g_array_index (self->phase_rows, StrataPhaseRows, i).process == process)
      return &g_array_index (self->phase_rows, StrataPhaseRows, i);

  return NULL;
}

/**
 * strata_findings_lay_out_lanes:
 * @self: the findings
 * @lanes: the lanes of the view, or lanes that will replace them
 *
 * Sets the rows of the lanes of frames, phases and results; none until frames were searched for.
 */
void
strata_findings_lay_out_lanes (StrataFindings *self,
                               StrataLanes *lanes)
{
  g_return_if_fail (STRATA_IS_FINDINGS (self));

  strata_lanes_freeze (lanes);
  for (guint i = 0; self->frame_rows != NULL && i < self->frame_rows->len; i++)
    {
      const StrataFrameRows *rows = &g_array_index (self->frame_rows, StrataFrameRows, i);

      strata_lanes_set_rows (lanes, STRATA_LANE_FRAMES, rows->process, 1 + rows->has_ui + rows->has_system);
    }

  for (guint i = 0; self->phase_rows != NULL && i < self->phase_rows->len; i++)
    {
      const StrataPhaseRows *rows = &g_array_index (self->phase_rows, StrataPhaseRows, i);

      strata_lanes_set_rows (lanes, STRATA_LANE_PHASES, rows->process, rows->rows->len);
    }

  for (guint i = 0; i < STRATA_N_RESULTS; i++)
    {
      if (self->results[i] != NULL)
        strata_lanes_add_results (lanes);
      strata_lanes_set_rows (lanes, STRATA_LANE_RESULT, i, self->results[i] != NULL ? self->results[i]->rows->len : 0);
    }

  strata_lanes_thaw (lanes);
}
