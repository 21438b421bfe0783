/* strata-sql-frames.c - frame: frames, and which of them were late
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-sql-private.h"

#include "strata-bisect.h"

/* A frame of several layers is one row, that of its worst layer; each layer is a separate slice. */
static void
need_frames (StrataSqlSource *source)
{
  guint n_frames;

  if (source->frames != NULL)
    return;

  /* the result of a cancelled search is not used: the query that waits for it ends as well */
  source->frames = strata_frames_new (source->trace, NULL);
  source->counted_frames = g_array_new (FALSE, FALSE, sizeof (guint32));

  const StrataFrameRow *frames = strata_frames_get (source->frames, &n_frames);

  for (guint32 i = 0; i < n_frames; i++)
    if (!frames[i].is_repeated)
      g_array_append_val (source->counted_frames, i);
}

static guint32
count (StrataSqlSource *source)
{
  need_frames (source);
  return source->counted_frames->len;
}

static const StrataFrameRow *
get_frame (StrataSqlSource *source,
           guint32 row)
{
  guint n_frames;

  return &strata_frames_get (source->frames, &n_frames)[g_array_index (source->counted_frames, guint32, row)];
}

/* The row of a counted frame, or STRATA_NONE. */
static guint32
find_row (StrataSqlSource *source,
          guint32 frame)
{
  guint32 row = 0;
  guint32 end = source->counted_frames->len;

  STRATA_BISECT (row, end, i, g_array_index (source->counted_frames, guint32, i) < frame);
  return row < source->counted_frames->len && g_array_index (source->counted_frames, guint32, row) == frame ? row : STRATA_NONE;
}

static const StrataFrameGroup *
get_group (StrataSqlSource *source,
           guint32 row)
{
  guint n_groups;

  return &strata_frames_get_groups (source->frames, &n_groups)[get_frame (source, row)->group];
}

STRATA_SQL_GETTER (gint64, get_ts, get_frame (source, row)->begin_ns)

static gint64
get_dur (StrataSqlSource *source,
         guint32 row)
{
  const StrataFrameRow *frame = get_frame (source, row);

  return frame->verdict == STRATA_FRAME_UNFINISHED ? -1 : strata_frame_get_duration_ns (frame);
}

STRATA_SQL_GETTER (gint64, get_number, get_frame (source, row)->id >= 0 ? get_frame (source, row)->id : STRATA_SQL_NULL)
STRATA_SQL_GETTER (const char *, get_verdict, strata_frame_verdict_get_id (get_frame (source, row)->verdict))
STRATA_SQL_GETTER (gint64, is_slow, strata_frame_is_slow (get_frame (source, row)))
STRATA_SQL_GETTER (gint64, get_overrun, get_frame (source, row)->deadline_ns != STRATA_NO_TIME ? get_frame (source, row)->overrun_ns : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_deadline, strata_sql_time (get_frame (source, row)->deadline_ns))
STRATA_SQL_GETTER (const char *, get_rule, strata_deadline_rule_get_id (get_frame (source, row)->rule))
STRATA_SQL_GETTER (gint64, get_vsync, strata_sql_time (get_frame (source, row)->vsync_ns))
STRATA_SQL_GETTER (gint64, get_period, get_frame (source, row)->period_ns > 0 ? get_frame (source, row)->period_ns : STRATA_SQL_NULL)
STRATA_SQL_GETTER (gint64, get_ui_dur, strata_frame_get_ui_ns (get_frame (source, row)))
STRATA_SQL_GETTER (gint64, get_render_dur, strata_frame_get_render_ns (get_frame (source, row)))
STRATA_SQL_GETTER (gint64, get_missed, get_frame (source, row)->n_missed)
STRATA_SQL_GETTER (const char *, get_producer, strata_frame_producer_get_id (get_group (source, row)->producer))
STRATA_SQL_GETTER (gint64, is_system, get_group (source, row)->is_system)
STRATA_SQL_GETTER (gint64, get_utid, strata_sql_source_get_utid (source, get_group (source, row)->thread))
STRATA_SQL_GETTER (gint64, get_render_utid, strata_sql_source_get_utid (source, get_frame (source, row)->render_thread))
STRATA_SQL_GETTER (gint64, get_upid, strata_sql_source_get_upid (source, get_group (source, row)->process))
STRATA_SQL_GETTER (gint64, get_ui_slice, strata_sql_index (get_frame (source, row)->ui_slice))
STRATA_SQL_GETTER (gint64, get_render_slice, strata_sql_index (get_frame (source, row)->render_slice))
STRATA_SQL_GETTER (gint64, get_system_frame, strata_sql_index (find_row (source, get_frame (source, row)->system_frame)))

static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the frame", STRATA_SQL_ID, strata_sql_get_row },
  { "ts", STRATA_SQL_INTEGER, "ns", "When it began", STRATA_SQL_TIME, get_ts },
  { "dur", STRATA_SQL_INTEGER, "ns", "Until all was done; -1 if a part of it is outside of the trace", 0, get_dur },
  { "frame_id", STRATA_SQL_INTEGER, NULL, "Its number in the markers", 0, get_number },
  { "verdict", STRATA_SQL_TEXT, NULL, "How it did: on-time, late, very-late, dropped, unfinished or unjudged", 0, .word = get_verdict },
  { "is_slow", STRATA_SQL_INTEGER, NULL, "1 if it was late, very late or dropped", 0, is_slow },
  { "overrun", STRATA_SQL_INTEGER, "ns", "How long after its deadline it was done; negative before", 0, get_overrun },
  { "deadline_ts", STRATA_SQL_INTEGER, "ns", "When it had to be done", 0, get_deadline },
  { "rule", STRATA_SQL_TEXT, NULL, "What the deadline is from", 0, .word = get_rule },
  { "vsync_ts", STRATA_SQL_INTEGER, "ns", "The VSYNC that it belongs to", 0, get_vsync },
  { "period", STRATA_SQL_INTEGER, "ns", "Time that the display had for a picture", 0, get_period },
  { "ui_dur", STRATA_SQL_INTEGER, "ns", "Until the UI thread was done", 0, get_ui_dur },
  { "render_dur", STRATA_SQL_INTEGER, "ns", "From there until rendering was done", 0, get_render_dur },
  { "n_missed", STRATA_SQL_INTEGER, NULL, "How many periods passed without a new picture", 0, get_missed },
  { "producer", STRATA_SQL_TEXT, NULL, "What makes such frames, such as choreographer", 0, .word = get_producer },
  { "is_system", STRATA_SQL_INTEGER, NULL, "1 for frames that show the pictures of others", 0, is_system },
  { "utid", STRATA_SQL_INTEGER, NULL, "Its UI thread: thread.utid", 0, get_utid },
  { "upid", STRATA_SQL_INTEGER, NULL, "Its process: process.upid", 0, get_upid },
  { "render_utid", STRATA_SQL_INTEGER, NULL, "Its render thread: thread.utid", 0, get_render_utid },
  { "ui_slice_id", STRATA_SQL_INTEGER, NULL, "Its slice on the UI thread: slice.id", 0, get_ui_slice },
  { "render_slice_id", STRATA_SQL_INTEGER, NULL, "Its first slice on the render thread: slice.id", 0, get_render_slice },
  { "system_frame_id", STRATA_SQL_INTEGER, NULL, "The frame of the system that showed it: frame.id", 0, get_system_frame },
};

const StrataSqlTable strata_sql_table_frame = {
  .name = "frame",
  .doc = "Frames as “strata-cli frames” judges them, each once whatever it has of layers",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = count,
  .is_computed = TRUE,
};
