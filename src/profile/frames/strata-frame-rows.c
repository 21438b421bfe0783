/* strata-frame-rows.c - the table of frames
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-rows.h"

#include <glib/gi18n-lib.h>

#include "strata-causes.h"
#include "strata-trace-cells.h"

/* Found when a cell first needs it, because it takes a walk through
 * the slices and states of the frame. */
typedef struct
{
  gboolean has_states;
  gint64 states_ns[STRATA_N_STATES];
  char *reason; /* owned; nullable */
} Details;

typedef struct
{
  StrataFrames *frames;      /* owned */
  StrataTrace *trace;        /* borrowed from the frames */
  const StrataFrameRow *all; /* borrowed, too */
  guint n_frames;

  GMutex lock;       /* guards everything below */
  guint32 *ranks;    /* (array length=n_frames) owned; nullable: ranks, 0 for the worst */
  Details **details; /* (array length=n_frames) owned: NULL until first used */
} Data;

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  for (guint i = 0; i < data->n_frames; i++)
    {
      if (data->details[i] != NULL)
        g_free (data->details[i]->reason);
      g_free (data->details[i]);
    }

  g_free (data->details);
  g_free (data->ranks);
  g_mutex_clear (&data->lock);
  strata_frames_unref (data->frames);
  g_free (data);
}

static const StrataFrameRow *
get_frame (gpointer data,
           guint row)
{
  return &((Data *) data)->all[row];
}

static const StrataFrameGroup *
get_group (gpointer data,
           guint row)
{
  guint n_groups;

  return strata_frames_get_groups (((Data *) data)->frames, &n_groups) + get_frame (data, row)->group;
}

static void
set_shown (const Data *data,
           guint32 system_frame,
           StrataCell *cell)
{
  if (system_frame != STRATA_NONE)
    strata_cell_set_number (cell, data->all[system_frame].end_ns);
}

static void
set_counter (const Data *data,
             guint32 counter,
             StrataCell *cell)
{
  strata_cell_set_text (cell, counter != STRATA_NONE ? strata_trace_get_string (data->trace, strata_trace_get_counters (data->trace, NULL)[counter].name) : "");
}

/* The lock must be held. */
static Details *
get_details (Data *data,
             guint row)
{
  if (data->details[row] == NULL)
    data->details[row] = g_new0 (Details, 1);

  return data->details[row];
}

/* Unknown if the trace has no states of the UI thread. */
static void
set_states (gpointer user_data,
            guint row,
            StrataState first,
            StrataState last,
            StrataCell *cell)
{
  Data *data = user_data;
  const StrataFrameRow *frame = &data->all[row];
  const guint32 thread = get_group (data, row)->thread;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&data->lock);
  Details *details = get_details (data, row);
  gint64 sum_ns = 0;

  if (thread == STRATA_NONE || strata_trace_get_threads (data->trace, NULL)[thread].n_states == 0 || frame->ui_slice == STRATA_NONE)
    return;

  if (!details->has_states)
    strata_causes_sum_states (data->trace, thread, (StrataSpan){ frame->begin_ns, frame->ui_end_ns }, details->states_ns);
  details->has_states = TRUE;

  for (guint i = first; i <= last; i++)
    sum_ns += details->states_ns[i];
  strata_cell_set_number (cell, sum_ns);
}

static char *
dup_reason (StrataFrames *frames,
            guint32 frame)
{
  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (frames, frame);
  char *reason = strata_causes_dup_main_text (causes);

  return reason != NULL ? reason : g_strdup ("");
}

static void
set_reason (gpointer user_data,
            guint row,
            StrataCell *cell)
{
  Data *data = user_data;

  if (!strata_frame_is_slow (&data->all[row]))
    return;

  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&data->lock);
  Details *details = get_details (data, row);

  if (details->reason == NULL)
    details->reason = dup_reason (data->frames, row);
  strata_cell_set_text (cell, details->reason);
}

/* Fills a cell from the system's frame timeline. FALSE if the column is not one of its columns. */
static gboolean
get_timeline (const Data *data,
              guint row,
              StrataFrameColumn column,
              StrataCell *cell)
{
  static const char *const keys[] = { "jank", "present", "prediction", "layer" };

  if (column < STRATA_FRAME_COLUMN_JANK || column > STRATA_FRAME_COLUMN_LAYER)
    return FALSE;

  char *text = strata_frames_dup_timeline (data->frames, row, keys[column - STRATA_FRAME_COLUMN_JANK]);

  strata_cell_take_text (cell, text != NULL ? text : g_strdup (""));
  return TRUE;
}

/* Fills the columns about the rule, the process and the thread. */
static void
get_detail (Data *data,
            guint row,
            StrataFrameColumn column,
            StrataCell *cell)
{
  const StrataFrameRow *frame = &data->all[row];

  switch ((int) column)
    {
    case STRATA_FRAME_COLUMN_RULE:
      strata_cell_set_text (cell, strata_deadline_rule_get_id (frame->rule));
      return;
    case STRATA_FRAME_COLUMN_COUNTER:
      set_counter (data, frame->counter, cell);
      return;
    case STRATA_FRAME_COLUMN_SIDE:
      strata_cell_set_text (cell, get_group (data, row)->is_system ? "system" : "app");
      return;
    case STRATA_FRAME_COLUMN_PRODUCER:
      strata_cell_set_text (cell, strata_frame_producer_get_id (get_group (data, row)->producer));
      return;
    case STRATA_FRAME_COLUMN_JOINED_BY:
      strata_cell_set_text (cell, frame->is_joined_by_id ? "id" : "time");
      return;
    case STRATA_FRAME_COLUMN_ID:
      strata_trace_cells_set_known (cell, frame->id >= 0, frame->id);
      return;
    case STRATA_FRAME_COLUMN_PID:
      strata_trace_cells_set_pid (cell, data->trace, get_group (data, row)->process);
      return;
    case STRATA_FRAME_COLUMN_TID:
      strata_trace_cells_set_tid (cell, data->trace, get_group (data, row)->thread);
      return;
    case STRATA_FRAME_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, data->trace, get_group (data, row)->process);
      return;
    case STRATA_FRAME_COLUMN_RUNNING:
      set_states (data, row, STRATA_STATE_RUNNING, STRATA_STATE_RUNNING, cell);
      return;
    case STRATA_FRAME_COLUMN_RUNNABLE:
      set_states (data, row, STRATA_STATE_RUNNABLE, STRATA_STATE_PREEMPTED, cell);
      return;
    case STRATA_FRAME_COLUMN_SLEEPING:
      set_states (data, row, STRATA_STATE_SLEEPING, STRATA_STATE_SLEEPING, cell);
      return;
    case STRATA_FRAME_COLUMN_BLOCKED:
      set_states (data, row, STRATA_STATE_BLOCKED, STRATA_STATE_BLOCKED_OTHER, cell);
      return;
    case STRATA_FRAME_COLUMN_IO:
      set_states (data, row, STRATA_STATE_BLOCKED_IO, STRATA_STATE_BLOCKED_IO, cell);
      return;
    case STRATA_FRAME_COLUMN_REASON:
      set_reason (data, row, cell);
      return;
    }
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const StrataFrameRow *frame = get_frame (row.data, row.number);

  switch (column)
    {
    case STRATA_FRAME_COLUMN_TIME:
      strata_cell_set_number (cell, frame->begin_ns);
      break;
    case STRATA_FRAME_COLUMN_DURATION:
      strata_cell_set_number (cell, strata_frame_get_duration_ns (frame));
      break;
    case STRATA_FRAME_COLUMN_VERDICT:
      strata_cell_set_text (cell, strata_frame_verdict_get_id (frame->verdict));
      break;
    case STRATA_FRAME_COLUMN_OVERRUN:
      strata_trace_cells_set_known (cell, frame->rule != STRATA_DEADLINE_NONE, frame->overrun_ns);
      break;
    case STRATA_FRAME_COLUMN_UI:
      strata_cell_set_number (cell, strata_frame_get_ui_ns (frame));
      break;
    case STRATA_FRAME_COLUMN_RENDER:
      strata_cell_set_number (cell, strata_frame_get_render_ns (frame));
      break;
    case STRATA_FRAME_COLUMN_WAITING:
      strata_cell_set_number (cell, strata_frame_get_waiting_ns (frame));
      break;
    case STRATA_FRAME_COLUMN_TOTAL:
      strata_cell_set_number (cell, strata_frame_get_total_ns (frame));
      break;
    case STRATA_FRAME_COLUMN_MISSED:
      strata_cell_set_number (cell, frame->n_missed);
      break;
    case STRATA_FRAME_COLUMN_VSYNC:
      strata_cell_set_number (cell, frame->vsync_ns);
      break;
    case STRATA_FRAME_COLUMN_DEADLINE:
      strata_cell_set_number (cell, frame->deadline_ns);
      break;
    case STRATA_FRAME_COLUMN_PERIOD:
      strata_trace_cells_set_known (cell, frame->period_ns > 0, frame->period_ns);
      break;
    case STRATA_FRAME_COLUMN_SHOWN:
      set_shown (row.data, frame->system_frame, cell);
      break;
    default:
      if (!get_timeline (row.data, row.number, column, cell))
        get_detail (row.data, row.number, column, cell);
    }

  return TRUE;
}

static gboolean
show (StrataRow row,
      guint column,
      StrataCell *cell)
{
  if (column != STRATA_FRAME_COLUMN_VERDICT)
    return FALSE;

  strata_cell_set_text (cell, strata_frame_verdict_get_name (get_frame (row.data, row.number)->verdict));
  return TRUE;
}

static void
find_ranks (Data *data)
{
  g_autofree guint32 *worst = strata_frames_list_worst (data->frames);

  data->ranks = g_new (guint32, MAX (data->n_frames, 1));
  for (guint32 i = 0; i < data->n_frames; i++)
    data->ranks[worst[i]] = i;
}

/* Verdicts and reasons sort in the order of the worst. */
static gboolean
sort (StrataRow row,
      guint column,
      StrataCell *cell)
{
  Data *data = row.data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&data->lock);

  if (column != STRATA_FRAME_COLUMN_VERDICT && column != STRATA_FRAME_COLUMN_REASON)
    return FALSE;
  if (data->ranks == NULL)
    find_ranks (data);

  strata_cell_set_number (cell, -(gint64) data->ranks[row.number]);
  return TRUE;
}

/* A verdict needs its rule; a reason may be longer than its cell. */
static gboolean
tooltip (StrataRow row,
         guint column,
         StrataCell *cell)
{
  if (column == STRATA_FRAME_COLUMN_REASON && strata_frame_is_slow (get_frame (row.data, row.number)))
    return FALSE;

  strata_cell_take_text (cell, strata_frames_dup_rule (((Data *) row.data)->frames, row.number));
  return TRUE;
}

/* In other results for the same trace, the same index is taken as the same frame. */
static guint64
get_key (StrataRow row)
{
  return row.number;
}

static const StrataTableColumn columns[] = {
  [STRATA_FRAME_COLUMN_TIME] = { "ts_ns", N_ ("Time"), STRATA_CELL_TIME, .is_reversed = TRUE },
  [STRATA_FRAME_COLUMN_DURATION] = { "dur_ns", N_ ("Duration"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_VERDICT] = { "verdict", N_ ("Verdict"), STRATA_CELL_TEXT, .n_chars = 11, .is_reversed = TRUE },
  [STRATA_FRAME_COLUMN_OVERRUN] = { "overrun_ns", N_ ("Overrun"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_UI] = { "ui_ns", N_ ("UI"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_RENDER] = { "render_ns", N_ ("Render"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_WAITING] = { "waiting_ns", N_ ("Waiting"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_MISSED] = { "missed", N_ ("Missed"), STRATA_CELL_NUMBER },
  [STRATA_FRAME_COLUMN_VSYNC] = { "vsync_ns", N_ ("VSYNC"), STRATA_CELL_TIME },
  [STRATA_FRAME_COLUMN_DEADLINE] = { "deadline_ns", N_ ("Deadline"), STRATA_CELL_TIME },
  [STRATA_FRAME_COLUMN_PERIOD] = { "period_ns", N_ ("Period"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_RULE] = { "rule", N_ ("Deadline by"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_COUNTER] = { "counter", N_ ("Counter"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_SIDE] = { "side", N_ ("Side"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_PRODUCER] = { "producer", N_ ("Producer"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_JOINED_BY] = { "joined_by", N_ ("Joined by"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_SHOWN] = { "shown_ns", N_ ("Shown"), STRATA_CELL_TIME },
  [STRATA_FRAME_COLUMN_ID] = { "id", N_ ("Number"), STRATA_CELL_NUMBER },
  [STRATA_FRAME_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_FRAME_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [STRATA_FRAME_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT, .n_chars = 22 },
  [STRATA_FRAME_COLUMN_JANK] = { "jank", N_ ("Jank type"), STRATA_CELL_TEXT, .n_chars = 20 },
  [STRATA_FRAME_COLUMN_PRESENT] = { "present", N_ ("Presented"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_PREDICTION] = { "prediction", N_ ("Prediction"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_LAYER] = { "layer", N_ ("Layer"), STRATA_CELL_TEXT },
  [STRATA_FRAME_COLUMN_RUNNING] = { "running_ns", N_ ("Running"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_RUNNABLE] = { "runnable_ns", N_ ("Runnable"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_SLEEPING] = { "sleeping_ns", N_ ("Sleeping"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_BLOCKED] = { "blocked_ns", N_ ("Blocked"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_IO] = { "io_ns", N_ ("I/O"), STRATA_CELL_DURATION },
  [STRATA_FRAME_COLUMN_REASON] = { "reason", N_ ("Main reason"), STRATA_CELL_TEXT, .n_chars = 24, .is_wide = TRUE, .is_reversed = TRUE },
  [STRATA_FRAME_COLUMN_TOTAL] = { "total_ns", N_ ("From VSYNC"), STRATA_CELL_DURATION },
};

static const guint8 shown[] = {
  STRATA_FRAME_COLUMN_VERDICT,
  STRATA_FRAME_COLUMN_TOTAL,
  STRATA_FRAME_COLUMN_DURATION,
  STRATA_FRAME_COLUMN_OVERRUN,
  STRATA_FRAME_COLUMN_REASON,
  STRATA_FRAME_COLUMN_TIME,
  STRATA_FRAME_COLUMN_UI,
  STRATA_FRAME_COLUMN_RENDER,
  STRATA_FRAME_COLUMN_WAITING,
  STRATA_FRAME_COLUMN_RUNNING,
  STRATA_FRAME_COLUMN_RUNNABLE,
  STRATA_FRAME_COLUMN_SLEEPING,
  STRATA_FRAME_COLUMN_BLOCKED,
  STRATA_FRAME_COLUMN_IO,
  STRATA_FRAME_COLUMN_PROCESS,
};

static StrataTone
get_tone (StrataRow row)
{
  switch (get_frame (row.data, row.number)->verdict)
    {
    case STRATA_FRAME_ON_TIME:
      return STRATA_TONE_GOOD;
    case STRATA_FRAME_LATE:
    case STRATA_FRAME_DROPPED:
      return STRATA_TONE_BAD;
    case STRATA_FRAME_VERY_LATE:
      return STRATA_TONE_WORST;
    case STRATA_FRAME_UNJUDGED:
    case STRATA_FRAME_UNFINISHED:
      break;
    }

  return STRATA_TONE_NONE;
}

const StrataRowClass strata_frame_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .exported = { NULL, STRATA_FRAME_COLUMN_LAYER + 1 },
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .show = show,
  .sort = sort,
  .tooltip = tooltip,
  .is_sorted = TRUE,
  .sorted_by = STRATA_FRAME_COLUMN_VERDICT,
  .get_key = get_key,
  .get_tone = get_tone,
  .toned = STRATA_FRAME_COLUMN_VERDICT,
  .free_data = data_free,
};

/**
 * strata_frame_rows_new:
 * @frames: frames
 *
 * Returns: (transfer full): a row for each frame, by its index
 */
StrataRows *
strata_frame_rows_new (StrataFrames *frames)
{
  Data *data = g_new0 (Data, 1);

  data->frames = strata_frames_ref (frames);
  data->trace = strata_frames_get_trace (frames);
  data->all = strata_frames_get (frames, &data->n_frames);
  data->details = g_new0 (Details *, MAX (data->n_frames, 1));
  g_mutex_init (&data->lock);

  StrataRows *rows = strata_rows_new (&strata_frame_rows_class, data, data->n_frames);

  strata_rows_set_axis (rows, strata_trace_get_span (data->trace));
  return rows;
}
