/* strata-frame-item.c - a line of the frames pane
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-frame-item.h"

#include <glib/gi18n-lib.h>

#include "strata-units.h"

/* A frame and its place among the worst. The main reason is looked for when its
 * line is first seen. */
struct _StrataFrameItem
{
  GObject parent_instance;

  StrataFrames *frames; /* owned */
  guint32 frame;
  guint32 rank; /* 0 for the worst */
  gboolean has_states;
  gint64 states_ns[STRATA_N_STATES];
  char *reason; /* owned; nullable */
};

G_DEFINE_FINAL_TYPE (StrataFrameItem, strata_frame_item, G_TYPE_OBJECT)

static const StrataFrameRow *
get_row (StrataFrameItem *self)
{
  guint n_frames;

  return strata_frames_get (self->frames, &n_frames) + self->frame;
}

static const StrataFrameGroup *
get_group (StrataFrameItem *self)
{
  guint n_groups;

  return strata_frames_get_groups (self->frames, &n_groups) + get_row (self)->group;
}

/* %STRATA_NO_TIME where nothing is known. */
static gint64
get_states_ns (StrataFrameItem *self,
               StrataState first,
               StrataState last)
{
  const StrataFrameRow *row = get_row (self);
  StrataTrace *trace = strata_frames_get_trace (self->frames);
  const guint32 thread = get_group (self)->thread;
  gint64 sum_ns = 0;

  if (strata_trace_get_threads (trace, NULL)[thread].n_states == 0 || row->ui_slice == STRATA_NONE)
    return STRATA_NO_TIME;

  if (!self->has_states)
    strata_causes_sum_states (trace, thread, (StrataSpan){ row->begin_ns, row->ui_end_ns }, self->states_ns);
  self->has_states = TRUE;

  for (guint i = first; i <= last; i++)
    sum_ns += self->states_ns[i];
  return sum_ns;
}

static gint64
get_number (StrataFrameItem *self,
            StrataFrameColumn column)
{
  const StrataFrameRow *row = get_row (self);

  switch (column)
    {
    case STRATA_FRAME_COLUMN_DURATION:
      return strata_frame_get_duration_ns (row);
    case STRATA_FRAME_COLUMN_OVERRUN:
      return row->rule != STRATA_DEADLINE_NONE ? row->overrun_ns : STRATA_NO_TIME;
    case STRATA_FRAME_COLUMN_TIME:
      return row->begin_ns;
    case STRATA_FRAME_COLUMN_UI:
      return strata_frame_get_ui_ns (row);
    case STRATA_FRAME_COLUMN_RENDER:
      return strata_frame_get_render_ns (row);
    case STRATA_FRAME_COLUMN_WAITING:
      return strata_frame_get_waiting_ns (row);
    case STRATA_FRAME_COLUMN_RUNNING:
      return get_states_ns (self, STRATA_STATE_RUNNING, STRATA_STATE_RUNNING);
    case STRATA_FRAME_COLUMN_RUNNABLE:
      return get_states_ns (self, STRATA_STATE_RUNNABLE, STRATA_STATE_PREEMPTED);
    case STRATA_FRAME_COLUMN_SLEEPING:
      return get_states_ns (self, STRATA_STATE_SLEEPING, STRATA_STATE_SLEEPING);
    case STRATA_FRAME_COLUMN_BLOCKED:
      return get_states_ns (self, STRATA_STATE_BLOCKED, STRATA_STATE_BLOCKED_OTHER);
    case STRATA_FRAME_COLUMN_IO:
      return get_states_ns (self, STRATA_STATE_BLOCKED_IO, STRATA_STATE_BLOCKED_IO);
    case STRATA_FRAME_COLUMN_VERDICT:
    case STRATA_FRAME_COLUMN_REASON:
    case STRATA_FRAME_COLUMN_PROCESS:
      break;
    }

  return STRATA_NO_TIME;
}

static const char *
get_process (StrataFrameItem *self)
{
  StrataTrace *trace = strata_frames_get_trace (self->frames);
  const guint32 process = get_group (self)->process;

  return process != STRATA_NONE ? strata_trace_get_string (trace, strata_trace_get_processes (trace, NULL)[process].name) : "";
}

static const char *
get_reason (StrataFrameItem *self)
{
  guint n_causes;

  if (self->reason != NULL)
    return self->reason;
  if (!strata_frame_is_slow (get_row (self)))
    return "";

  g_autoptr (StrataCauses) causes = strata_causes_new_for_frame (self->frames, self->frame);

  strata_causes_get (causes, &n_causes);
  self->reason = n_causes > 0 ? strata_causes_dup_text (causes, 0) : g_strdup ("");
  return self->reason;
}

/**
 * strata_frame_item_get_frame:
 * @self: the line
 *
 * Returns: index of its frame
 */
guint32
strata_frame_item_get_frame (StrataFrameItem *self)
{
  return self->frame;
}

/**
 * strata_frame_column_is_text:
 * @column: a column
 *
 * Returns: whether its cells are words
 */
gboolean
strata_frame_column_is_text (StrataFrameColumn column)
{
  return column == STRATA_FRAME_COLUMN_VERDICT || column == STRATA_FRAME_COLUMN_REASON || column == STRATA_FRAME_COLUMN_PROCESS;
}

/**
 * strata_frame_item_dup_text:
 * @self: the line
 * @column: a column
 *
 * Returns: (transfer full): what the line has there, valid UTF-8
 */
char *
strata_frame_item_dup_text (StrataFrameItem *self,
                            StrataFrameColumn column)
{
  char text[STRATA_UNITS_BYTES];

  if (column == STRATA_FRAME_COLUMN_VERDICT)
    return g_strdup (strata_frame_verdict_get_name (get_row (self)->verdict));
  if (column == STRATA_FRAME_COLUMN_REASON)
    return g_utf8_make_valid (get_reason (self), -1);
  if (column == STRATA_FRAME_COLUMN_PROCESS)
    return g_utf8_make_valid (get_process (self), -1);

  const gint64 number = get_number (self, column);

  if (number == STRATA_NO_TIME)
    return g_strdup ("");
  if (column == STRATA_FRAME_COLUMN_TIME)
    return g_strdup (strata_units_offset (number - strata_trace_get_span (strata_frames_get_trace (self->frames)).begin_ns, 1000, text));
  if (number < 0)
    return g_strconcat ("−", strata_units_duration (-number, text), NULL);

  return g_strdup (strata_units_duration (number, text));
}

/**
 * strata_frame_item_compare:
 * @self: a line
 * @other: another
 * @column: by what
 *
 * Verdicts are in the order of the worst; so are reasons.
 *
 * Returns: below 0 when @self comes first in ascending order, 0 for equal ones
 */
int
strata_frame_item_compare (StrataFrameItem *self,
                           StrataFrameItem *other,
                           StrataFrameColumn column)
{
  if (column == STRATA_FRAME_COLUMN_PROCESS)
    return g_utf8_collate (get_process (self), get_process (other));
  if (column == STRATA_FRAME_COLUMN_VERDICT || column == STRATA_FRAME_COLUMN_REASON)
    return (self->rank < other->rank) - (self->rank > other->rank);

  const gint64 left = get_number (self, column);
  const gint64 right = get_number (other, column);

  return (left > right) - (left < right);
}

static void
strata_frame_item_finalize (GObject *object)
{
  StrataFrameItem *self = STRATA_FRAME_ITEM (object);

  strata_frames_unref (self->frames);
  g_free (self->reason);

  G_OBJECT_CLASS (strata_frame_item_parent_class)->finalize (object);
}

static void
strata_frame_item_class_init (StrataFrameItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_frame_item_finalize;
}

static void
strata_frame_item_init (StrataFrameItem *self)
{
}

/**
 * strata_frame_item_new:
 * @frames: frames
 * @frame: index of one of them
 * @rank: its place among the worst, from 0
 *
 * Returns: (transfer full): a line
 */
StrataFrameItem *
strata_frame_item_new (StrataFrames *frames,
                       guint32 frame,
                       guint32 rank)
{
  StrataFrameItem *self = g_object_new (STRATA_TYPE_FRAME_ITEM, NULL);

  self->frames = strata_frames_ref (frames);
  self->frame = frame;
  self->rank = rank;
  return self;
}
