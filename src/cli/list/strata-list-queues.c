/* strata-list-queues.c - strata-cli list queues
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "strata-list.h"

/* The tasks that waited when a freeze was logged are slices on lanes of the handler's thread with this name, each after its
 * queue (see formats/sampled). */
#define LANE_SUFFIX " queue"

static const StrataTableColumn columns[] = {
  { "queue", N_ ("Queue"), STRATA_CELL_TEXT },
  { "position", N_ ("Position"), STRATA_CELL_NUMBER },
  { "ts_ns", N_ ("Sent"), STRATA_CELL_TIME },
  { "waited_ns", N_ ("Waited"), STRATA_CELL_DURATION },
  { "pid", N_ ("PID"), STRATA_CELL_NUMBER },
  { "tid", N_ ("TID"), STRATA_CELL_NUMBER },
  { "process", N_ ("Process"), STRATA_CELL_TEXT },
  { "name", N_ ("Name"), STRATA_CELL_TEXT },
  { "args", N_ ("Arguments"), STRATA_CELL_TEXT },
};

/* The urgent ones first, as the handler takes them. */
static const char *const queues[] = { "VIP", "Immediate", "High", "Low", "Idle" };

typedef struct
{
  guint32 track;
  guint rank;
} Lane;

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

  if (tracks[left->track].thread != tracks[right->track].thread)
    return tracks[left->track].thread < tracks[right->track].thread ? -1 : 1;
  if (left->rank != right->rank)
    return left->rank < right->rank ? -1 : 1;

  return (left->track > right->track) - (left->track < right->track);
}

static void
list_lane (StrataTrace *trace,
           StrataTable *table,
           const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (trace);
  const char *name = strata_trace_get_string (trace, track->name);
  g_autofree char *queue = g_strndup (name, strlen (name) - strlen (LANE_SUFFIX));
  const guint32 process = strata_trace_get_threads (trace, NULL)[track->thread].process;
  g_autofree guint32 *sorted = strata_list_sort_by_time (slices->start_ns, track->first_slice, track->first_slice + track->n_slices);

  for (guint32 i = 0; i < track->n_slices; i++)
    {
      const guint32 slice = sorted[i];

      strata_table_text (table, queue);
      strata_table_number (table, i + 1);
      strata_table_number (table, slices->start_ns[slice]);
      strata_table_number (table, strata_slice_table_get_wall_ns (slices, slice));
      strata_trace_cells_add_pid (table, trace, process);
      strata_trace_cells_add_tid (table, trace, track->thread);
      strata_trace_cells_add_process_name (table, trace, process);
      strata_trace_cells_add_string (table, trace, slices->name[slice]);
      strata_trace_cells_add_string (table, trace, strata_attr_table_get (strata_trace_get_attrs (trace), strata_slice_table_get_attrs (slices, slice))->args);
    }
}

/**
 * strata_list_queues:
 * @trace: a trace
 * @output: where to write
 * @style: how to write
 *
 * Lists the tasks that waited in the queues of a handler when a freeze was logged, by priority and by time.
 */
void
strata_list_queues (StrataTrace *trace,
                    StrataOutput *output,
                    StrataTableStyle style)
{
  StrataTable *table = strata_table_new (output, style, columns, G_N_ELEMENTS (columns));
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
    list_lane (trace, table, &tracks[g_array_index (lanes, Lane, i).track]);

  strata_table_close (table);
}
