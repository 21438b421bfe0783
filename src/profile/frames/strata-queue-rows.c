/* strata-queue-rows.c - the table of tasks that waited in queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-queue-rows.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-order.h"
#include "strata-trace-cells.h"

/* When a freeze is logged, the waiting tasks become slices on lanes of the handler's thread with this name suffix, each
 * after its queue (see formats/sampled). */
#define LANE_SUFFIX " queue"

/* Most urgent first, as the handler takes them. */
static const char *const queues[] = { "VIP", "Immediate", "High", "Low", "Idle" };

typedef struct
{
  guint32 track;
  guint rank;
} Lane;

typedef struct
{
  StrataTrace *trace; /* owned */
  GArray *tasks;      /* (element-type guint32) owned: slices */
  GArray *places;     /* (element-type guint32) owned: positions in their queues, from 1 */
} Data;

static gboolean
find_rank (const char *name,
           guint *rank)
{
  if (!g_str_has_suffix (name, LANE_SUFFIX))
    return FALSE;

  for (*rank = 0; *rank < G_N_ELEMENTS (queues); (*rank)++)
    if (g_ascii_strncasecmp (name, queues[*rank], strlen (queues[*rank])) == 0)
      break;

  return TRUE;
}

static int
compare_lanes (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  const Lane *left = a;
  const Lane *right = b;
  const StrataTrack *tracks = data;

  return STRATA_ORDER (tracks[left->track].thread, tracks[right->track].thread) ?: (STRATA_ORDER (left->rank, right->rank) ?: STRATA_ORDER (left->track, right->track));
}

static int
compare_begins (gconstpointer a,
                gconstpointer b,
                gpointer data)
{
  const guint32 left = *(const guint32 *) a;
  const guint32 right = *(const guint32 *) b;
  const gint64 *start_ns = data;

  return STRATA_ORDER (start_ns[left], start_ns[right]) ?: STRATA_ORDER (left, right);
}

static void
add_lane (StrataTrace *trace,
          const StrataTrack *track,
          GArray *tasks)
{
  const guint n_before = tasks->len;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    g_array_append_val (tasks, i);

  g_qsort_with_data (&g_array_index (tasks, guint32, n_before), (int) track->n_slices, sizeof (guint32), compare_begins, (gpointer) strata_trace_get_slices (trace)->start_ns);
}

/**
 * strata_queue_tasks_find:
 * @trace: a trace
 *
 * Returns: (transfer full) (element-type guint32): slices of the tasks that waited, by thread, priority and time
 */
GArray *
strata_queue_tasks_find (StrataTrace *trace)
{
  GArray *tasks = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    {
      Lane lane = { .track = i };

      if (tracks[i].kind != STRATA_TRACK_THREAD && tracks[i].thread != STRATA_NONE && find_rank (strata_trace_get_string (trace, tracks[i].name), &lane.rank))
        g_array_append_val (lanes, lane);
    }

  g_array_sort_with_data (lanes, compare_lanes, (gpointer) tracks);
  for (guint i = 0; i < lanes->len; i++)
    add_lane (trace, &tracks[g_array_index (lanes, Lane, i).track], tasks);

  return tasks;
}

static void
data_free (gpointer user_data)
{
  Data *data = user_data;

  g_object_unref (data->trace);
  g_array_unref (data->tasks);
  g_array_unref (data->places);
  g_free (data);
}

static const StrataTrack *
get_track (const Data *data,
           guint32 slice)
{
  return strata_trace_get_tracks (data->trace, NULL) + strata_trace_find_track (data->trace, slice);
}

static void
set_queue (StrataCell *cell,
           const Data *data,
           const StrataTrack *track)
{
  const char *name = strata_trace_get_string (data->trace, track->name);

  strata_cell_take_text (cell, g_strndup (name, strlen (name) - strlen (LANE_SUFFIX)));
}

static gboolean
get (StrataRow row,
     guint column,
     StrataCell *cell)
{
  const Data *data = row.data;
  const guint32 slice = g_array_index (data->tasks, guint32, row.number);
  const StrataSliceTable *slices = strata_trace_get_slices (data->trace);
  const StrataTrack *track = get_track (data, slice);
  const guint32 process = strata_trace_get_threads (data->trace, NULL)[track->thread].process;

  switch (column)
    {
    case STRATA_QUEUE_COLUMN_QUEUE:
      set_queue (cell, data, track);
      break;
    case STRATA_QUEUE_COLUMN_POSITION:
      strata_cell_set_number (cell, g_array_index (data->places, guint32, row.number));
      break;
    case STRATA_QUEUE_COLUMN_SENT:
      strata_cell_set_number (cell, slices->start_ns[slice]);
      break;
    case STRATA_QUEUE_COLUMN_WAITED:
      strata_cell_set_number (cell, strata_slice_table_get_wall_ns (slices, slice));
      break;
    case STRATA_QUEUE_COLUMN_PID:
      strata_trace_cells_set_pid (cell, data->trace, process);
      break;
    case STRATA_QUEUE_COLUMN_TID:
      strata_trace_cells_set_tid (cell, data->trace, track->thread);
      break;
    case STRATA_QUEUE_COLUMN_PROCESS:
      strata_trace_cells_set_process_name (cell, data->trace, process);
      break;
    case STRATA_QUEUE_COLUMN_NAME:
      strata_trace_cells_set_string (cell, data->trace, slices->name[slice]);
      break;
    case STRATA_QUEUE_COLUMN_ARGS:
      strata_cell_take_text (cell, strata_attr_table_dup_args_of (strata_trace_get_attrs (data->trace), strata_slice_table_get_attrs (slices, slice)));
      break;
    }

  return TRUE;
}

static const StrataTableColumn columns[] = {
  [STRATA_QUEUE_COLUMN_QUEUE] = { "queue", N_ ("Queue"), STRATA_CELL_TEXT,
                                  .n_chars = 10 },
  [STRATA_QUEUE_COLUMN_POSITION] = { "position", N_ ("Position"), STRATA_CELL_NUMBER },
  [STRATA_QUEUE_COLUMN_SENT] = { "ts_ns", N_ ("Sent"), STRATA_CELL_TIME },
  [STRATA_QUEUE_COLUMN_WAITED] = { "waited_ns", N_ ("Waited"), STRATA_CELL_DURATION },
  [STRATA_QUEUE_COLUMN_PID] = { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  [STRATA_QUEUE_COLUMN_TID] = { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  [STRATA_QUEUE_COLUMN_PROCESS] = { "process", N_ ("Process"), STRATA_CELL_TEXT,
                                    .n_chars = 18 },
  [STRATA_QUEUE_COLUMN_NAME] = { "name", N_ ("Name"), STRATA_CELL_TEXT,
                                 .n_chars = 24 },
  [STRATA_QUEUE_COLUMN_ARGS] = { "args", N_ ("Arguments"), STRATA_CELL_TEXT,
                                 .is_wide = TRUE },
};

static const guint8 shown[] = {
  STRATA_QUEUE_COLUMN_QUEUE,
  STRATA_QUEUE_COLUMN_POSITION,
  STRATA_QUEUE_COLUMN_NAME,
  STRATA_QUEUE_COLUMN_WAITED,
  STRATA_QUEUE_COLUMN_SENT,
  STRATA_QUEUE_COLUMN_PROCESS,
  STRATA_QUEUE_COLUMN_ARGS,
};

const StrataRowClass strata_queue_rows_class = {
  STRATA_ROW_COLUMNS (columns),
  .shown = STRATA_COLUMN_LIST (shown),
  .get = get,
  .free_data = data_free,
};

static GArray *
find_places (StrataTrace *trace,
             GArray *tasks)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 before = STRATA_NONE;
  guint32 place = 0;

  for (guint i = 0; i < tasks->len; i++)
    {
      const guint32 track = strata_trace_find_track (trace, g_array_index (tasks, guint32, i));

      place = track == before ? place + 1 : 1;
      before = track;
      g_array_append_val (places, place);
    }

  return places;
}

/**
 * strata_queue_rows_new:
 * @trace: a trace
 * @tasks: (element-type guint32): its tasks, from strata_queue_tasks_find()
 *
 * Returns: (transfer full): a row for each task, in their order
 */
StrataRows *
strata_queue_rows_new (StrataTrace *trace,
                       GArray *tasks)
{
  Data *data = g_new (Data, 1);

  *data = (Data){ g_object_ref (trace), g_array_ref (tasks), find_places (trace, tasks) };

  StrataRows *rows = strata_rows_new (&strata_queue_rows_class, data, tasks->len);

  strata_rows_set_axis (rows, strata_trace_get_span (trace));
  return rows;
}
