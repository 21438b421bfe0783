/* strata-frame-rows.c - frames as a table for programs
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-rows.h"

#include <glib/gi18n-lib.h>

/* The command line and the exports of the window share these: a contract. */
static const StrataTableColumn columns[] = {
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
  { "producer", N_ ("Producer"), STRATA_CELL_TEXT },
  { "joined_by", N_ ("Joined by"), STRATA_CELL_TEXT },
  { "shown_ns", N_ ("Shown (s)"), STRATA_CELL_TIME },
  { "id", N_ ("Number"), STRATA_CELL_NUMBER },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
};

/**
 * strata_frame_rows_get_columns:
 * @n_columns: (out): how many
 *
 * Returns: (transfer none) (array length=n_columns): the columns
 */
const StrataTableColumn *
strata_frame_rows_get_columns (guint *n_columns)
{
  *n_columns = G_N_ELEMENTS (columns);

  return columns;
}

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
  strata_table_text (table, frame->counter != STRATA_NONE ? strata_trace_get_string (trace, counters[frame->counter].name) : "");
}

static void
add_owner (StrataTable *table,
           StrataTrace *trace,
           const StrataFrameGroup *group)
{
  const StrataProcess *process = group->process != STRATA_NONE ? &strata_trace_get_processes (trace, NULL)[group->process] : NULL;

  add_known (table, process != NULL && process->pid >= 0, process != NULL ? process->pid : 0);
  strata_table_number (table, strata_trace_get_threads (trace, NULL)[group->thread].tid);
  strata_table_text (table, process != NULL ? strata_trace_get_string (trace, process->name) : "");
}

/**
 * strata_frame_rows_write:
 * @table: a table with the columns
 * @frames: frames
 * @frame: index of one of them
 *
 * Writes the row of a frame.
 */
void
strata_frame_rows_write (StrataTable *table,
                         const StrataFrames *frames,
                         guint32 frame)
{
  StrataTrace *trace = strata_frames_get_trace (frames);
  guint n_groups;
  guint n_frames;
  const StrataFrameRow *all = strata_frames_get (frames, &n_frames);
  const StrataFrameRow *row = &all[frame];
  const StrataFrameGroup *group = strata_frames_get_groups (frames, &n_groups) + row->group;

  strata_table_number (table, row->begin_ns);
  strata_table_number (table, strata_frame_get_duration_ns (row));
  strata_table_text (table, strata_frame_verdict_get_id (row->verdict));
  add_known (table, row->rule != STRATA_DEADLINE_NONE, row->overrun_ns);
  strata_table_number (table, strata_frame_get_ui_ns (row));
  strata_table_number (table, strata_frame_get_render_ns (row));
  strata_table_number (table, strata_frame_get_waiting_ns (row));
  strata_table_number (table, row->n_missed);
  add_deadline (table, trace, row);
  strata_table_text (table, group->is_system ? "system" : "app");
  strata_table_text (table, strata_frame_producer_get_id (group->producer));
  strata_table_text (table, row->is_joined_by_id ? "id" : "time");
  strata_table_number (table, row->system_frame != STRATA_NONE ? all[row->system_frame].end_ns : STRATA_NO_TIME);
  add_known (table, row->id >= 0, row->id);
  add_owner (table, trace, group);
}
