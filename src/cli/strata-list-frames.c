/* strata-list-frames.c - strata-cli list frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <glib/gi18n.h>

#include "strata-frames.h"
#include "strata-list.h"

static const StrataTableColumn frame_columns[] = {
  { "ts_ns", N_ ("Time (s)"), STRATA_CELL_TIME },
  { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  { "verdict", N_ ("Verdict"), STRATA_CELL_TEXT },
  { "overrun_ns", N_ ("Overrun"), STRATA_CELL_DURATION },
  { "ui_ns", N_ ("UI"), STRATA_CELL_DURATION },
  { "render_ns", N_ ("Render"), STRATA_CELL_DURATION },
  { "waiting_ns", N_ ("Waiting"), STRATA_CELL_DURATION },
  { "missed", N_ ("Missed"), STRATA_CELL_NUMBER },
  { "vsync_ns", N_ ("VSYNC (s)"), STRATA_CELL_TIME },
  { "deadline_ns", N_ ("Deadline (s)"), STRATA_CELL_TIME },
  { "period_ns", N_ ("Period"), STRATA_CELL_DURATION },
  { "rule", N_ ("Deadline by"), STRATA_CELL_TEXT },
  { "counter", N_ ("Counter"), STRATA_CELL_TEXT },
  { "side", N_ ("Side"), STRATA_CELL_TEXT },
  { "joined_by", N_ ("Joined by"), STRATA_CELL_TEXT },
  { "shown_ns", N_ ("Shown (s)"), STRATA_CELL_TIME },
  { "id", N_ ("Number"), STRATA_CELL_NUMBER },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
};

static void
add_known (StrataTable *table,
           gboolean is_known,
           gint64 number)
{
  if (is_known)
    strata_table_number (table, number);
  else
    strata_table_unknown (table);
}

static void
add_deadline (StrataTable *table,
              StrataTrace *trace,
              const StrataFrameRow *frame)
{
  const StrataCounter *counters = strata_trace_get_counters (trace, NULL);

  strata_table_number (table, frame->vsync_ns);
  strata_table_number (table, frame->deadline_ns);
  add_known (table, frame->period_ns > 0, frame->period_ns);
  strata_table_text (table, strata_deadline_rule_get_id (frame->rule));
  if (frame->counter != STRATA_NONE)
    strata_list_add_string (table, trace, counters[frame->counter].name);
  else
    strata_table_unknown (table);
}

static void
add_frame (StrataTable *table,
           const StrataFrames *frames,
           const StrataFrameRow *all,
           const StrataFrameRow *frame)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  guint n_groups;
  const StrataFrameGroup *group = strata_frames_get_groups (frames, &n_groups) + frame->group;

  strata_table_number (table, frame->begin_ns);
  strata_table_number (table, strata_frame_get_duration_ns (frame));
  strata_table_text (table, strata_frame_verdict_get_id (frame->verdict));
  add_known (table, frame->rule != STRATA_DEADLINE_NONE, frame->overrun_ns);
  strata_table_number (table, strata_frame_get_ui_ns (frame));
  strata_table_number (table, strata_frame_get_render_ns (frame));
  strata_table_number (table, strata_frame_get_waiting_ns (frame));
  strata_table_number (table, frame->n_missed);
  add_deadline (table, trace, frame);
  strata_table_text (table, group->is_system ? "system" : "app");
  strata_table_text (table, frame->is_joined_by_id ? "id" : "time");
  strata_table_number (table, frame->system_frame != STRATA_NONE ? all[frame->system_frame].end_ns : STRATA_NO_TIME);
  add_known (table, frame->id >= 0, frame->id);
  strata_list_add_pid (table, trace, group->process);
  strata_list_add_tid (table, trace, group->thread);
  strata_list_add_process_name (table, trace, group->process);
}

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
  StrataTable *table = strata_table_new (output, style, frame_columns, G_N_ELEMENTS (frame_columns));
  guint n_frames;
  const StrataFrameRow *all = strata_frames_get (frames, &n_frames);

  for (guint i = 0; i < n_frames; i++)
    add_frame (table, frames, all, &all[i]);

  strata_table_close (table);
}
