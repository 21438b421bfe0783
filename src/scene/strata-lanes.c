/* strata-lanes.c - the rows of the timeline, from top to bottom
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-span.h"

/* Lanes stand in groups: the CPUs with the counters of the machine, then the
 * processes, those with most slices first. In a process come the main thread,
 * the other threads by name, asynchronous lanes, counters and instants. A
 * thread that only ran on a CPU has no lane, and a process without lanes no
 * group. Hidden lanes keep their place in the array with a height of 0, so that
 * indices never change; tops ascend, which is what find_at searches. */

#define GROUP_HEIGHT_PX 28
#define ROW_HEIGHT_PX 18
#define CPU_HEIGHT_PX 22
#define COUNTER_HEIGHT_PX 40
#define INSTANTS_HEIGHT_PX 22
#define LANE_PADDING_PX 3

/* Recursion may be a hundred thousand calls deep; what lies below is in the profile. */
#define MAX_ROWS 512

struct _StrataLanes
{
  StrataTrace *trace;     /* owned */
  GArray *lanes;          /* (element-type StrataLane) owned */
  guint32 *lane_of_track; /* owned */
  int height_px;
};

typedef struct
{
  guint32 process; /* index, or STRATA_NONE for what has none */
  guint64 n_slices;
} ProcessOrder;

static int
get_kind_height (StrataLaneKind kind,
                 guint32 n_rows)
{
  switch (kind)
    {
    case STRATA_LANE_GROUP:
      return GROUP_HEIGHT_PX;
    case STRATA_LANE_CPU:
      return CPU_HEIGHT_PX;
    case STRATA_LANE_THREAD:
    case STRATA_LANE_ASYNC:
      return (int) n_rows * ROW_HEIGHT_PX + 2 * LANE_PADDING_PX;
    case STRATA_LANE_COUNTER:
      return COUNTER_HEIGHT_PX;
    case STRATA_LANE_INSTANTS:
      return INSTANTS_HEIGHT_PX;
    }

  g_return_val_if_reached (0);
}

static void
lay_out (StrataLanes *self)
{
  int y_px = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      lane->is_visible = !lane->is_filtered_out &&
                         (lane->group == i || !g_array_index (self->lanes, StrataLane, lane->group).is_collapsed);
      lane->y_px = y_px;
      lane->height_px = lane->is_visible ? get_kind_height (lane->kind, lane->n_rows) : 0;
      y_px += lane->height_px;
    }

  self->height_px = y_px;
}

/* Takes @title. */
static guint32
add_lane (StrataLanes *self,
          StrataLaneKind kind,
          guint32 index,
          guint32 group,
          guint32 n_rows,
          char *title)
{
  guint32 lane_index = self->lanes->len;
  StrataLane lane = {
    .kind = kind,
    .index = index,
    .group = kind == STRATA_LANE_GROUP ? lane_index : group,
    .title = title,
    .n_rows = MIN (n_rows, MAX_ROWS),
    .row_height_px = kind == STRATA_LANE_GROUP ? 0 : ROW_HEIGHT_PX,
  };

  g_array_append_val (self->lanes, lane);
  return lane_index;
}

static char *
make_title (StrataTrace *trace,
            guint32 name,
            gint64 id)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, name), -1);

  return *text != '\0' ? g_strdup_printf ("%s %" G_GINT64_FORMAT, text, id) : g_strdup_printf ("%" G_GINT64_FORMAT, id);
}

static void
add_counters (StrataLanes *self,
              const GArray *counter_indices,
              guint32 group)
{
  const StrataCounter *counters = strata_trace_get_counters (self->trace, NULL);

  for (guint i = 0; i < counter_indices->len; i++)
    {
      guint32 index = g_array_index (counter_indices, guint32, i);
      g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (self->trace, counters[index].name), -1);
      char *title = counters[index].cpu >= 0 ? g_strdup_printf (_ ("%s, CPU %d"), name, counters[index].cpu) : g_strdup (name);

      add_lane (self, STRATA_LANE_COUNTER, index, group, 1, title);
    }
}

/* CPUs of a further device have their number and that of the device in one. */
static char *
dup_cpu_title (guint32 cpu)
{
  if (cpu < STRATA_DEVICE_CPUS)
    return g_strdup_printf (_ ("CPU %u"), cpu);

  return g_strdup_printf (_ ("CPU %u, device %u"), cpu % STRATA_DEVICE_CPUS, cpu / STRATA_DEVICE_CPUS + 1);
}

static void
add_machine (StrataLanes *self,
             const GArray *counters)
{
  guint n_cpus;
  const StrataCpu *cpus = strata_trace_get_cpus (self->trace, &n_cpus);
  guint32 group = add_lane (self, STRATA_LANE_GROUP, STRATA_NONE, 0, 0, g_strdup (n_cpus > 0 ? _ ("CPUs") : _ ("Counters")));

  for (guint i = 0; i < n_cpus; i++)
    add_lane (self, STRATA_LANE_CPU, i, group, 1, dup_cpu_title (cpus[i].cpu));

  add_counters (self, counters, group);
  if (self->lanes->len == 1)
    {
      g_free (g_array_index (self->lanes, StrataLane, 0).title);
      g_array_set_size (self->lanes, 0);
    }
}

/* In a process whose threads are known by number the first has the process's;
 * a method trace numbers them from 1, and calls it "main". */
static gboolean
is_main_thread (StrataTrace *trace,
                const StrataThread *thread)
{
  const StrataProcess *processes = strata_trace_get_processes (trace, NULL);

  if (thread->process != STRATA_NONE && processes[thread->process].pid == thread->tid)
    return TRUE;

  return g_str_equal (strata_trace_get_string (trace, thread->name), "main");
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer user_data)
{
  StrataTrace *trace = user_data;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, NULL);
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const StrataThread *thread_a = &threads[tracks[*(const guint32 *) a].thread];
  const StrataThread *thread_b = &threads[tracks[*(const guint32 *) b].thread];
  int by_main = is_main_thread (trace, thread_b) - is_main_thread (trace, thread_a);

  if (by_main != 0)
    return by_main;

  int by_name = g_strcmp0 (strata_trace_get_string (trace, thread_a->name), strata_trace_get_string (trace, thread_b->name));

  return by_name != 0 ? by_name : (thread_a->tid > thread_b->tid) - (thread_a->tid < thread_b->tid);
}

static int
compare_async (gconstpointer a,
               gconstpointer b,
               gpointer user_data)
{
  StrataTrace *trace = user_data;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, NULL);

  return g_strcmp0 (strata_trace_get_string (trace, tracks[*(const guint32 *) a].name),
                    strata_trace_get_string (trace, tracks[*(const guint32 *) b].name));
}

static void
add_tracks (StrataLanes *self,
            GArray *track_indices,
            guint32 group)
{
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  const StrataThread *threads = strata_trace_get_threads (self->trace, NULL);

  for (guint i = 0; i < track_indices->len; i++)
    {
      guint32 track = g_array_index (track_indices, guint32, i);
      gboolean is_thread = tracks[track].kind == STRATA_TRACK_THREAD;
      char *title = is_thread ? make_title (self->trace, threads[tracks[track].thread].name, threads[tracks[track].thread].tid)
                              : g_utf8_make_valid (strata_trace_get_string (self->trace, tracks[track].name), -1);

      self->lane_of_track[track] = add_lane (self, is_thread ? STRATA_LANE_THREAD : STRATA_LANE_ASYNC, track, group, tracks[track].n_rows, title);
    }
}

/* The tracks of a kind, of each process in turn: what add_process needs without a search. */
static void
add_process_tracks (StrataLanes *self,
                    const GArray *all_tracks,
                    StrataTrackKind kind,
                    guint32 group)
{
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; all_tracks != NULL && i < all_tracks->len; i++)
    {
      guint32 track = g_array_index (all_tracks, guint32, i);

      if (tracks[track].kind == kind)
        g_array_append_val (chosen, track);
    }

  g_array_sort_with_data (chosen, kind == STRATA_TRACK_THREAD ? compare_threads : compare_async, self->trace);
  add_tracks (self, chosen, group);
}

static char *
make_process_title (StrataLanes *self,
                    guint32 process)
{
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  if (process == STRATA_NONE || processes[process].pid < 0)
    return g_strdup (_ ("Unknown process"));

  return make_title (self->trace, processes[process].name, processes[process].pid);
}

static void
add_process (StrataLanes *self,
             guint32 process,
             const GArray *tracks,
             const GArray *counters,
             gboolean has_instants)
{
  guint32 group = add_lane (self, STRATA_LANE_GROUP, process, 0, 0, make_process_title (self, process));

  add_process_tracks (self, tracks, STRATA_TRACK_THREAD, group);
  add_process_tracks (self, tracks, STRATA_TRACK_ASYNC, group);
  if (process != STRATA_NONE)
    add_counters (self, counters, group);
  if (has_instants)
    add_lane (self, STRATA_LANE_INSTANTS, process, group, 1, g_strdup (_ ("Instants")));

  if (self->lanes->len == group + 1)
    {
      g_free (g_array_index (self->lanes, StrataLane, group).title);
      g_array_set_size (self->lanes, group);
    }
}

static int
compare_processes (gconstpointer a,
                   gconstpointer b)
{
  const ProcessOrder *order_a = a;
  const ProcessOrder *order_b = b;

  if (order_a->n_slices != order_b->n_slices)
    return order_a->n_slices > order_b->n_slices ? -1 : 1;

  return (order_a->process > order_b->process) - (order_a->process < order_b->process);
}

static guint32
get_track_process (StrataTrace *trace,
                   const StrataTrack *track)
{
  if (track->process != STRATA_NONE || track->thread == STRATA_NONE)
    return track->process;

  return strata_trace_get_threads (trace, NULL)[track->thread].process;
}

static GPtrArray *
make_groups (guint n_processes)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i <= n_processes; i++)
    g_ptr_array_add (groups, g_array_new (FALSE, FALSE, sizeof (guint32)));

  return groups;
}

/* Returns (element-type GArray*): the tracks of each process, and last of none. */
static GPtrArray *
group_tracks (StrataLanes *self,
              guint n_processes,
              ProcessOrder *order)
{
  GPtrArray *groups = make_groups (n_processes);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint32 i = 0; i < n_tracks; i++)
    {
      guint32 process = MIN (get_track_process (self->trace, &tracks[i]), n_processes);

      if (tracks[i].n_slices == 0)
        continue;

      g_array_append_val (g_ptr_array_index (groups, process), i);
      order[process].n_slices += tracks[i].n_slices;
    }

  return groups;
}

/* The same for counters; those of none are the machine's. */
static GPtrArray *
group_counters (StrataTrace *trace,
                guint n_processes)
{
  GPtrArray *groups = make_groups (n_processes);
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (trace, &n_counters);

  for (guint32 i = 0; i < n_counters; i++)
    if (counters[i].n_samples > 0)
      g_array_append_val (g_ptr_array_index (groups, MIN (counters[i].process, n_processes)), i);

  return groups;
}

static gboolean *
find_instants (StrataTrace *trace,
               guint n_processes)
{
  gboolean *has_instants = g_new0 (gboolean, n_processes + 1);
  const StrataInstants *instants = strata_trace_get_instants (trace);

  for (guint32 i = 0; i < instants->n_instants; i++)
    has_instants[MIN (instants->process[i], n_processes)] = TRUE;

  return has_instants;
}

static void
add_groups (StrataLanes *self)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);

  g_autofree ProcessOrder *order = g_new0 (ProcessOrder, n_processes + 1);
  g_autofree gboolean *has_instants = find_instants (self->trace, n_processes);
  g_autoptr (GPtrArray) tracks = group_tracks (self, n_processes, order);
  g_autoptr (GPtrArray) counters = group_counters (self->trace, n_processes);

  add_machine (self, g_ptr_array_index (counters, n_processes));

  for (guint i = 0; i <= n_processes; i++)
    order[i].process = i;

  qsort (order, n_processes + 1, sizeof *order, compare_processes);
  for (guint i = 0; i <= n_processes; i++)
    {
      guint32 process = order[i].process;

      add_process (self, process < n_processes ? process : STRATA_NONE, g_ptr_array_index (tracks, process), g_ptr_array_index (counters, process), has_instants[process]);
    }
}

static void
clear_lane (gpointer lane)
{
  g_free (((StrataLane *) lane)->title);
}

/**
 * strata_lanes_new:
 * @trace: a trace
 *
 * Lays out the lanes of a trace, all groups open.
 *
 * Returns: (transfer full): the lanes
 */
StrataLanes *
strata_lanes_new (StrataTrace *trace)
{
  StrataLanes *self = g_new0 (StrataLanes, 1);
  guint n_tracks;

  g_return_val_if_fail (STRATA_IS_TRACE (trace), NULL);

  strata_trace_get_tracks (trace, &n_tracks);
  self->trace = g_object_ref (trace);
  self->lanes = g_array_new (FALSE, FALSE, sizeof (StrataLane));
  self->lane_of_track = g_new (guint32, n_tracks);
  for (guint i = 0; i < n_tracks; i++)
    self->lane_of_track[i] = STRATA_NONE;

  add_groups (self);
  g_array_set_clear_func (self->lanes, clear_lane);
  lay_out (self);

  return self;
}

/**
 * strata_lanes_free:
 * @self: (nullable): the lanes
 *
 * Frees them.
 */
void
strata_lanes_free (StrataLanes *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->lanes);
  g_object_unref (self->trace);
  g_free (self->lane_of_track);
  g_free (self);
}

/**
 * strata_lanes_get:
 * @self: the lanes
 * @n_lanes: (out) (optional): how many
 *
 * Returns: (transfer none) (array length=n_lanes): all lanes, hidden ones included
 */
const StrataLane *
strata_lanes_get (const StrataLanes *self,
                  guint *n_lanes)
{
  if (n_lanes != NULL)
    *n_lanes = self->lanes->len;

  return (const StrataLane *) self->lanes->data;
}

/**
 * strata_lanes_get_height_px:
 * @self: the lanes
 *
 * Returns: the height of all visible lanes together
 */
int
strata_lanes_get_height_px (const StrataLanes *self)
{
  return self->height_px;
}

/**
 * strata_lanes_find_at:
 * @self: the lanes
 * @y_px: a place, from the top of all lanes
 *
 * Returns: the index of the visible lane there, or %STRATA_NONE; O(log lanes)
 */
guint32
strata_lanes_find_at (const StrataLanes *self,
                      double y_px)
{
  const StrataLane *lanes = (const StrataLane *) self->lanes->data;
  guint begin = 0;
  guint end = self->lanes->len;

  if (y_px < 0 || y_px >= self->height_px)
    return STRATA_NONE;

  /* The first lane whose bottom is below; hidden ones have no height and are passed over. */
  while (begin < end)
    {
      guint middle = begin + (end - begin) / 2;

      if (lanes[middle].y_px + lanes[middle].height_px > y_px)
        end = middle;
      else
        begin = middle + 1;
    }

  return begin;
}

/**
 * strata_lanes_find_track:
 * @self: the lanes
 * @track: index of a track
 *
 * Returns: the index of its lane, or %STRATA_NONE
 */
guint32
strata_lanes_find_track (const StrataLanes *self,
                         guint32 track)
{
  return self->lane_of_track[track];
}

/**
 * strata_lanes_find_cpu:
 * @self: the lanes
 * @cpu_index: index of a CPU
 *
 * Returns: the index of its lane, or %STRATA_NONE
 */
guint32
strata_lanes_find_cpu (const StrataLanes *self,
                       guint32 cpu_index)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (lane->kind == STRATA_LANE_CPU && lane->index == cpu_index)
        return i;
    }

  return STRATA_NONE;
}

/**
 * strata_lanes_set_collapsed:
 * @self: the lanes
 * @group: index of a group's lane
 * @is_collapsed: whether it is to be closed
 *
 * Opens or closes a group.
 */
void
strata_lanes_set_collapsed (StrataLanes *self,
                            guint32 group,
                            gboolean is_collapsed)
{
  g_return_if_fail (group < self->lanes->len);

  StrataLane *lane = &g_array_index (self->lanes, StrataLane, group);

  if (lane->kind != STRATA_LANE_GROUP)
    return;

  lane->is_collapsed = is_collapsed;
  lay_out (self);
}

/**
 * strata_lanes_set_all_collapsed:
 * @self: the lanes
 * @is_collapsed: whether they are to be closed
 *
 * Opens or closes all groups.
 */
void
strata_lanes_set_all_collapsed (StrataLanes *self,
                                gboolean is_collapsed)
{
  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);

      if (lane->kind == STRATA_LANE_GROUP)
        lane->is_collapsed = is_collapsed;
    }

  lay_out (self);
}

/* A pattern without wildcards is looked for anywhere in a title. */
static GPtrArray *
compile_patterns (const char *patterns)
{
  g_auto (GStrv) parts = g_strsplit (patterns, ",", -1);
  GPtrArray *compiled = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *folded = g_utf8_casefold (g_strstrip (parts[i]), -1);
      g_autofree char *anywhere = strpbrk (folded, "*?") == NULL ? g_strconcat ("*", folded, "*", NULL) : NULL;

      if (*folded != '\0')
        g_ptr_array_add (compiled, g_pattern_spec_new (anywhere != NULL ? anywhere : folded));
    }

  return compiled;
}

static gboolean
matches_any (const GPtrArray *compiled,
             const char *title)
{
  g_autofree char *folded = g_utf8_casefold (title, -1);
  gboolean matches = FALSE;

  for (guint i = 0; i < compiled->len && !matches; i++)
    matches = g_pattern_spec_match_string (g_ptr_array_index (compiled, i), folded);

  return matches;
}

/**
 * strata_lanes_filter:
 * @self: the lanes
 * @patterns: (nullable): titles with * and ?, parted by commas; %NULL for all lanes
 *
 * Leaves out the lanes whose title matches no pattern, whatever the case of the
 * letters. A group that matches keeps all its lanes; one with a lane that
 * matches keeps its header.
 *
 * Returns: how many lanes are left, without those that are groups
 */
guint
strata_lanes_filter (StrataLanes *self,
                     const char *patterns)
{
  g_autoptr (GPtrArray) compiled = patterns != NULL ? compile_patterns (patterns) : NULL;
  gboolean is_group_wanted = FALSE;
  guint n_left = 0;

  for (guint i = 0; i < self->lanes->len; i++)
    {
      StrataLane *lane = &g_array_index (self->lanes, StrataLane, i);
      gboolean is_wanted = compiled == NULL || matches_any (compiled, lane->title);

      if (lane->kind == STRATA_LANE_GROUP)
        is_group_wanted = is_wanted;

      lane->is_filtered_out = lane->kind == STRATA_LANE_GROUP || !(is_wanted || is_group_wanted);
      if (lane->is_filtered_out)
        continue;

      g_array_index (self->lanes, StrataLane, lane->group).is_filtered_out = FALSE;
      n_left++;
    }

  lay_out (self);
  return n_left;
}
