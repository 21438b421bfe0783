/* strata-lanes-build.c - the lanes of processes
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-lanes-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-column.h"
#include "strata-counter-notes.h"
#include "strata-cpu-title.h"
#include "strata-frames-names.h"
#include "strata-global-process.h"
#include "strata-order.h"
#include "strata-phases.h"
#include "strata-process-labels.h"
#include "strata-span.h"
#include "strata-trace-titles.h"
#include "strata-track-place.h"

typedef struct
{
  guint32 process; /* index, or STRATA_NONE for lanes without a process */
  guint32 rank;
  guint64 n_slices;
} ProcessOrder;

/* Parts of the trace that become lanes. The last element of each array of groups has no process. */
typedef struct
{
  ProcessOrder *order;    /* owned: an element a group */
  GPtrArray *threads;     /* (element-type GArray*) owned: indices of threads */
  GPtrArray *async;       /* the same: tracks */
  GPtrArray *counters;    /* the same: counters */
  gboolean has_frames;    /* whether any name marks frames */
  gboolean has_phases;    /* whether any name begins a phase that the user waits for */
  gboolean *has_instants; /* owned: an element a group */
  guint32 *calls;         /* owned: the track of each thread's calls, or STRATA_NONE */
  guint32 *kernel;        /* owned: the first kernel track of each thread, or STRATA_NONE */
  guint32 *next_kernel;   /* owned: the next track of the same thread, or STRATA_NONE */
} Found;

static char *
make_title (StrataTrace *trace,
            guint32 name,
            gint64 id)
{
  g_autofree char *text = g_utf8_make_valid (strata_trace_get_string (trace, name), -1);

  return *text != '\0' ? g_strdup_printf ("%s %" G_GINT64_FORMAT, text, id) : g_strdup_printf ("%" G_GINT64_FORMAT, id);
}

/* The CPU clock of a thread, which programs record to know the CPU times of its calls. */
#define CPU_CLOCK_NAME "thread_time"

/* The name of a counter, with its thread if it has one: many threads have a counter of that name. */
static char *
dup_counter_name (StrataLanes *self,
                  const StrataCounter *counter,
                  gboolean *is_cpu_clock)
{
  const StrataCounterOwner *owner = strata_counter_notes_get_owner (self->trace, counter);

  *is_cpu_clock = owner != NULL && owner->thread != STRATA_NONE && g_str_equal (strata_trace_get_string (self->trace, owner->name), CPU_CLOCK_NAME);
  if (owner == NULL || owner->thread == STRATA_NONE)
    return g_utf8_make_valid (strata_trace_get_string (self->trace, counter->name), -1);

  g_autofree char *name = g_utf8_make_valid (strata_trace_get_string (self->trace, owner->name), -1);
  g_autofree char *thread = strata_trace_titles_dup_thread (self->trace, owner->thread);

  /* Translators: a thread */
  return *is_cpu_clock ? g_strdup_printf (_ ("CPU time of %s"), thread) : g_strdup_printf ("%s · %s", name, thread);
}

guint32
strata_lanes_add_counter (StrataLanes *self,
                          guint32 index,
                          guint32 group)
{
  const StrataCounter *counter = &strata_trace_get_counters (self->trace, NULL)[index];
  gboolean is_cpu_clock;
  g_autofree char *name = dup_counter_name (self, counter, &is_cpu_clock);
  g_autofree char *cpu = counter->cpu >= STRATA_DEVICE_CPUS ? strata_cpu_dup_title (self->trace, (guint32) counter->cpu) : NULL;
  char *title = cpu != NULL ? g_strdup_printf ("%s, %s", name, cpu) : counter->cpu >= 0 ? g_strdup_printf (_ ("%s, CPU %d"), name, counter->cpu)
                                                                                        : g_strdup (name);

  const guint32 lane = strata_lanes_add (self, STRATA_LANE_COUNTER, index, group, 1, title);
  const gboolean is_of_process = g_array_index (self->lanes, StrataLane, group).index != STRATA_NONE;

  if (is_of_process && (is_cpu_clock || counter->real_min == counter->real_max))
    g_array_index (self->lanes, StrataLane, lane).extra = STRATA_LANE_EXTRA_STEADY;

  return lane;
}

/* If threads have ids, the main thread has the id of its process. A method trace numbers threads
 * from 1 and calls it "main". */
static gboolean
is_main_thread (StrataTrace *trace,
                const StrataThread *thread)
{
  return strata_trace_is_main_thread (trace, thread) || g_str_equal (strata_trace_get_string (trace, thread->name), "main");
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer user_data)
{
  const StrataLanes *lanes = user_data;
  StrataTrace *trace = lanes->trace;
  const guint32 rank_a = lanes->rank_of_thread != NULL ? lanes->rank_of_thread[*(const guint32 *) a] : 0;
  const guint32 rank_b = lanes->rank_of_thread != NULL ? lanes->rank_of_thread[*(const guint32 *) b] : 0;
  const StrataThread *threads = strata_trace_get_threads (trace, NULL);
  const StrataThread *thread_a = &threads[*(const guint32 *) a];
  const StrataThread *thread_b = &threads[*(const guint32 *) b];
  int by_main = is_main_thread (trace, thread_b) - is_main_thread (trace, thread_a);

  if (rank_a != rank_b)
    return rank_a < rank_b ? -1 : 1;
  if (by_main != 0)
    return by_main;

  /* samples or methods of a thread from an additional file are below the thread */
  if (thread_a->tid == thread_b->tid && (thread_a->device == STRATA_NONE) != (thread_b->device == STRATA_NONE))
    return thread_a->device == STRATA_NONE ? 1 : -1;

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

  return strata_track_compare (trace, &tracks[*(const guint32 *) a], &tracks[*(const guint32 *) b]);
}

static void
add_thread (StrataLanes *self,
            const Found *found,
            guint32 thread_index,
            guint32 group)
{
  const StrataThread *thread = &strata_trace_get_threads (self->trace, NULL)[thread_index];
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, NULL);
  const guint32 track = found->calls[thread_index];
  const gboolean is_quiet = track == STRATA_NONE && found->kernel[thread_index] == STRATA_NONE;
  char *title = strata_trace_titles_dup_thread (self->trace, thread_index);
  guint32 lane = STRATA_NONE;

  if (track != STRATA_NONE)
    lane = strata_lanes_add_track (self, track, group, 0, title);
  else
    lane = strata_lanes_add (self, STRATA_LANE_STATES, thread_index, group, 1, title);

  g_array_index (self->lanes, StrataLane, lane).extra = is_quiet ? STRATA_LANE_EXTRA_THREADS : 0;
  if (thread->n_states > 0 || track == STRATA_NONE)
    strata_lanes_add_strip (self, lane, thread_index);

  for (guint32 i = found->kernel[thread_index]; i != STRATA_NONE; i = found->next_kernel[i])
    strata_lanes_add_track (self, i, group, 0, g_utf8_make_valid (strata_trace_get_string (self->trace, tracks[i].name), -1));
}

static void
add_async (StrataLanes *self,
           GArray *tracks,
           guint32 group)
{
  const StrataTrack *all_tracks = strata_trace_get_tracks (self->trace, NULL);

  g_array_sort_with_data (tracks, compare_async, self->trace);
  for (guint i = 0; i < tracks->len; i++)
    {
      const guint32 track = g_array_index (tracks, guint32, i);

      strata_lanes_add_track (self, track, group, 0, strata_track_dup_path (self->trace, &all_tracks[track]));
    }
}

static char *
make_labelled_title (StrataTrace *trace,
                     guint32 process,
                     const StrataProcess *row)
{
  g_autofree char *title = make_title (trace, row->name, row->pid);
  g_autofree char *labels = g_utf8_make_valid (strata_trace_get_string (trace, strata_process_labels_find (trace, process)), -1);

  return *labels != '\0' ? g_strdup_printf ("%s %s", title, labels) : g_steal_pointer (&title);
}

static char *
make_process_title (StrataLanes *self,
                    guint32 process)
{
  const StrataProcess *processes = strata_trace_get_processes (self->trace, NULL);

  if (process == STRATA_NONE || processes[process].pid < 0)
    return g_strdup (_ ("Unknown process"));
  if (strata_global_process_is (self->trace, process))
    return strata_trace_titles_dup_process (self->trace, process);

  return make_labelled_title (self->trace, process, &processes[process]);
}

/* The main thread, then the other threads by name, each with its kernel lanes, then asynchronous
 * lanes, counters and instants. */
static void
add_process (StrataLanes *self,
             const Found *found,
             guint32 process)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);

  const guint32 index = process < n_processes ? process : STRATA_NONE;
  const guint32 group = strata_lanes_add (self, STRATA_LANE_GROUP, index, 0, 0, make_process_title (self, index));
  GArray *threads = g_ptr_array_index (found->threads, process);
  const GArray *counters = g_ptr_array_index (found->counters, process);

  if (index != STRATA_NONE && found->has_frames && threads->len > 0)
    strata_lanes_add (self, STRATA_LANE_FRAMES, index, group, 0, g_strdup (_ ("Frames")));
  if (index != STRATA_NONE && found->has_phases && threads->len > 0)
    strata_lanes_add (self, STRATA_LANE_PHASES, index, group, 0, g_strdup (_ ("Starts and inputs")));

  g_array_sort_with_data (threads, compare_threads, self);
  for (guint i = 0; i < threads->len; i++)
    add_thread (self, found, g_array_index (threads, guint32, i), group);

  add_async (self, g_ptr_array_index (found->async, process), group);
  for (guint i = 0; index != STRATA_NONE && i < counters->len; i++)
    strata_lanes_add_counter (self, g_array_index (counters, guint32, i), group);

  if (found->has_instants[process])
    strata_lanes_add (self, STRATA_LANE_INSTANTS, index, group, 1, g_strdup (_ ("Instants")));

  strata_lanes_end_group (self, group);
}

static int
compare_processes (gconstpointer a,
                   gconstpointer b)
{
  const ProcessOrder *order_a = a;
  const ProcessOrder *order_b = b;

  return STRATA_ORDER (order_a->rank, order_b->rank) ?: (STRATA_ORDER (order_b->n_slices, order_a->n_slices) ?: STRATA_ORDER (order_a->process, order_b->process));
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

/* Backwards, so that the list of each thread ascends. */
static void
find_tracks (Found *self,
             StrataTrace *trace,
             guint n_processes)
{
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (trace, &n_tracks);

  for (guint32 i = n_tracks; i-- > 0;)
    {
      const guint32 process = MIN (get_track_process (trace, &tracks[i]), n_processes);

      if (tracks[i].n_slices == 0 || tracks[i].kind == STRATA_TRACK_CPU)
        continue;

      if (tracks[i].kind == STRATA_TRACK_KERNEL && tracks[i].thread != STRATA_NONE)
        {
          self->next_kernel[i] = self->kernel[tracks[i].thread];
          self->kernel[tracks[i].thread] = i;
          continue;
        }

      self->order[process].n_slices += tracks[i].n_slices;
      if (tracks[i].kind == STRATA_TRACK_THREAD)
        self->calls[tracks[i].thread] = i;
      else
        g_array_append_val (g_ptr_array_index (self->async, process), i);
    }
}

static void
find_threads (Found *self,
              StrataTrace *trace,
              guint n_processes)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (trace, &n_threads);

  for (guint32 i = 0; i < n_threads; i++)
    if (self->calls[i] != STRATA_NONE || self->kernel[i] != STRATA_NONE || threads[i].n_states > 0)
      g_array_append_val (g_ptr_array_index (self->threads, MIN (threads[i].process, n_processes)), i);
}

/* Returns (element-type GArray*): the counters of each process, then of the machine. */
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

static gboolean
has_string (StrataTrace *trace,
            gboolean (*is_one) (const char *string))
{
  const StrataStringPool *strings = strata_trace_get_strings (trace);
  const guint32 n_strings = strata_string_pool_get_n_strings (strings);

  for (guint32 i = 0; i < n_strings; i++)
    if (is_one (strata_string_pool_get (strings, i)))
      return TRUE;

  return FALSE;
}

static void
found_init (Found *self,
            StrataTrace *trace,
            guint n_processes)
{
  guint n_tracks;
  guint n_threads;

  strata_trace_get_tracks (trace, &n_tracks);
  strata_trace_get_threads (trace, &n_threads);

  self->order = g_new0 (ProcessOrder, n_processes + 1);
  self->threads = make_groups (n_processes);
  self->async = make_groups (n_processes);
  self->counters = group_counters (trace, n_processes);
  self->has_instants = find_instants (trace, n_processes);
  self->calls = strata_new_nones (n_threads);
  self->kernel = strata_new_nones (n_threads);
  self->next_kernel = strata_new_nones (n_tracks);
  /* The lanes of frames are made before the frames are found. Signs of frames are markers of their
   * begins, buffers (the only ones that games have) and times recorded by the system. */
  self->has_frames = has_string (trace, strata_frame_name_is_begin);
  self->has_phases = has_string (trace, strata_phase_is_name);
  find_tracks (self, trace, n_processes);
  find_threads (self, trace, n_processes);
}

static void
found_clear (Found *self)
{
  g_free (self->order);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->async);
  g_ptr_array_unref (self->counters);
  g_free (self->has_instants);
  g_free (self->calls);
  g_free (self->kernel);
  g_free (self->next_kernel);
}

void
strata_lanes_add_all (StrataLanes *self)
{
  Found found;
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  found_init (&found, self->trace, n_processes);

  strata_lanes_add_machine (self, g_ptr_array_index (found.counters, n_processes));
  strata_lanes_add_devices (self);
  self->first_process = self->lanes->len;

  for (guint i = 0; i <= n_processes; i++)
    {
      found.order[i].process = i;
      found.order[i].rank = self->rank_of_process != NULL ? self->rank_of_process[i] : 0;
    }

  qsort (found.order, n_processes + 1, sizeof *found.order, compare_processes);
  for (guint i = 0; i <= n_processes; i++)
    add_process (self, &found, found.order[i].process);

  found_clear (&found);
}
