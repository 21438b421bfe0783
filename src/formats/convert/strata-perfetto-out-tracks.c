/* strata-perfetto-out-tracks.c - processes, threads and tracks as Perfetto packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-out.h"

#include "strata-atrace-events.h"
#include "strata-counter-names.h"
#include "strata-counter-notes.h"
#include "strata-device-names.h"
#include "strata-global-process.h"
#include "strata-listed-tasks.h"
#include "strata-nesting.h"
#include "strata-pair-key.h"
#include "strata-process-labels.h"
#include "strata-track-place.h"

#define PACKET_CLOCK_SNAPSHOT 6
#define PACKET_TIMESTAMP 8
#define PACKET_SYSTEM_INFO 45
#define PACKET_TRACK_DESCRIPTOR 60

/* Perfetto takes the last thread that is described on the sequence of an event for the thread that wrote it. So that of
 * kernel events has the descriptions. */
#define DESCRIPTION_SEQUENCE 2

#define SYSTEM_NAME 17

#define REALTIME_ID 1
#define BOOTTIME_ID 6

/* Our own field of a snapshot. */
#define SNAPSHOT_CALENDAR_UNKNOWN 29700

/* Fields of a TrackDescriptor. */
#define TRACK_UUID 1
#define TRACK_NAME 2
#define TRACK_PROCESS 3
#define TRACK_THREAD 4
#define TRACK_PARENT 5
#define TRACK_COUNTER 8
#define TRACK_CHILD_ORDERING 11
#define TRACK_RANK 12
#define TRACK_DESCRIPTION 14
#define TRACK_MERGING 15
#define TRACK_MERGE_NUMBER 17
#define TRACK_STATE 18

/* Fields of a process in the tree, the last one of our own. */
#define PROCESS_WORDS 3
#define OWN_WHOLE_LINE 29700

/* Field of a ProcessDescriptor. */
#define PROCESS_LABEL 8

/* Fields of a CounterDescriptor. */
#define COUNTER_TYPE 1
#define COUNTER_UNIT 3
#define COUNTER_UNIT_NAME 6

#define TYPE_THREAD_TIME 1
#define UNIT_NS 1

#define BY_RANK 3
#define BY_KEY 3

/* Our own field of a descriptor: the track repeats kernel events. */
#define TRACK_REPEATED 29700

/* Our own field: the process of a thread is made up. It comes first. */
#define TRACK_PROCESS_UNKNOWN 29701

/* Our own field: the id of the process is that of a thread of another one, or was. It comes first. */
#define TRACK_PROCESS_OF_THREAD 29702

/* Our own field: no program describes the counter. It is of the kernel, or of a marker. */
#define TRACK_WITHOUT_OWNER 29703

/* Our own field: the name of a counter that other programs know by the name of the track. */
#define TRACK_OWN_NAME 29704

/* Our own field: no program describes the track. Each of its slices was a packet. */
#define TRACK_OF_PACKETS 29705

/* Our own fields of a counter. A GPU is its number + 1. */
#define COUNTER_GPU 29700
#define COUNTER_RAW_NAME 29701
#define COUNTER_SUBSYSTEM 29702

static const char *
get_string (const StrataPerfettoOut *self,
            guint32 id)
{
  return strata_trace_get_string (self->trace, id);
}

static void
put_clock (StrataPerfettoOut *self,
           guint32 id,
           guint64 stamp)
{
  strata_proto_put_uint (self->inner, 1, id);
  strata_proto_put_uint (self->inner, 2, stamp);
  strata_proto_put_message (self->body, 1, self->inner);
}

/* Relates times of the trace to the clock that Perfetto assumes, and to the calendar. Each machine has its own clocks. Log lines have no other times, so
 * they get those of a made-up calendar if the real one is unknown. */
static void
write_clocks (StrataPerfettoOut *self,
              const StrataClip *clip,
              gboolean has_log)
{
  const gint64 start_us = strata_clip_get_start_time_us (clip, self->trace);
  const guint64 begin = strata_perfetto_out_get_time (self, clip->span.begin_ns);
  const gboolean has_calendar = start_us != STRATA_NO_TIME && start_us > 0 && start_us < G_MAXINT64 / 1000;

  self->calendar_ns = has_calendar ? start_us * 1000 - (gint64) begin : 0;
  put_clock (self, BOOTTIME_ID, begin);
  if (has_calendar || has_log)
    put_clock (self, REALTIME_ID, begin + (guint64) self->calendar_ns);
  if (!has_calendar)
    strata_proto_put_uint (self->body, SNAPSHOT_CALENDAR_UNKNOWN, 1);
  strata_proto_put_uint (self->body, 2, BOOTTIME_ID);
  strata_perfetto_out_end_packet (self, PACKET_CLOCK_SNAPSHOT, 1);
}

/* Finds processes without a main thread whose id is that of a thread of another one, as markers may name them. Readers would treat that
 * thread as a main thread. Returns an (array) by process. */
static gboolean *
find_processes_of_others (StrataPerfettoOut *self,
                          guint n_processes)
{
  gboolean *are_of_others = g_new0 (gboolean, MAX (n_processes, 1));
  g_autoptr (GHashTable) owners = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE && !threads[i].has_own_id)
      {
        const gint64 tid = strata_perfetto_out_get_tid (self, i);

        g_hash_table_insert (owners, g_memdup2 (&tid, sizeof tid), GUINT_TO_POINTER (threads[i].process + 1));
      }

  for (guint i = 0; i < n_processes; i++)
    {
      const gint64 pid = strata_out_ids_get_pid (&self->ids, i);
      const guint owner = GPOINTER_TO_UINT (g_hash_table_lookup (owners, &pid));

      are_of_others[i] = owner != 0 && strata_out_ids_get_pid (&self->ids, owner - 1) != pid;
    }

  for (guint i = 0; i < n_threads; i++)
    if (threads[i].process != STRATA_NONE && !threads[i].has_own_id && strata_perfetto_out_get_tid (self, i) == strata_out_ids_get_pid (&self->ids, threads[i].process))
      are_of_others[threads[i].process] = FALSE;

  return are_of_others;
}

static void
put_process_name (StrataPerfettoOut *self,
                  guint32 field,
                  guint32 process)
{
  g_autofree char *name = strata_perfetto_out_dup_process_name (self, process);

  if (*name != '\0')
    strata_proto_put_text (self->inner, field, name);
}

/* Writes the names of the other machines, except names made from their ids. */
static void
write_machines (StrataPerfettoOut *self)
{
  for (guint device = 1; device < self->n_devices; device++)
    {
      const char *name = strata_device_names_find (self->trace, device);

      if (name == NULL || g_str_has_prefix (name, STRATA_DEVICE_MACHINE))
        continue;

      strata_perfetto_out_set_device (self, device);
      strata_proto_put_text (self->body, SYSTEM_NAME, name);
      strata_perfetto_out_end_packet (self, PACKET_SYSTEM_INFO, 1);
    }
}

/* Whether an id means a process all the time. */
static gboolean
is_constant (const StrataPerfettoOut *self,
             guint32 process)
{
  return process == STRATA_NONE || self->process_births[process] == STRATA_NO_TIME;
}

static void
begin_track (StrataPerfettoOut *self,
             guint64 uuid,
             guint64 parent,
             const char *name)
{
  strata_proto_put_uint (self->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self, strata_perfetto_out_get_birth (self, parent != 0 ? parent : uuid)));
  strata_proto_put_uint (self->body, TRACK_UUID, uuid);
  if (parent != 0)
    strata_proto_put_uint (self->body, TRACK_PARENT, parent);
  if (name != NULL)
    strata_proto_put_text (self->body, TRACK_NAME, name);
}

static void
end_track (StrataPerfettoOut *self)
{
  strata_perfetto_out_end_packet (self, PACKET_TRACK_DESCRIPTOR, DESCRIPTION_SEQUENCE);
}

static void
put_labels (StrataPerfettoOut *self,
            guint32 process)
{
  const char *labels = strata_trace_get_string (self->trace, strata_process_labels_find (self->trace, process));
  g_auto (GStrv) parts = g_strsplit (labels, STRATA_PROCESS_LABELS_SEPARATOR, -1);

  for (guint i = 0; parts[i] != NULL; i++)
    strata_proto_put_text (self->inner, PROCESS_LABEL, parts[i]);
}

static void
write_processes (StrataPerfettoOut *self,
                 const gboolean *are_reused_processes,
                 const gboolean *are_of_others)
{
  guint n_processes;

  strata_trace_get_processes (self->trace, &n_processes);
  for (guint i = 0; i < n_processes; i++)
    {
      if (!strata_out_ids_has_process (&self->ids, i) || strata_global_process_is (self->trace, i))
        continue;

      strata_perfetto_out_set_process (self, i);
      begin_track (self, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PROCESS, i, 0), 0, NULL);
      if (are_of_others[i] || !is_constant (self, i))
        strata_proto_put_uint (self->body, TRACK_PROCESS_OF_THREAD, 1);
      strata_proto_put_uint (self->inner, 1, (guint64) MAX (strata_perfetto_out_get_pid (self, i), 0));
      if (!are_reused_processes[i])
        put_process_name (self, 6, i);
      put_labels (self, i);
      strata_proto_put_message (self->body, TRACK_PROCESS, self->inner);
      end_track (self);
    }
}

/* Other processes without events are only in the tree, which has no labels. */
static void
write_listed_labels (StrataPerfettoOut *self)
{
  g_autofree StrataProcess *processes = NULL;
  guint n_busy;
  guint n_processes = 0;

  if (!strata_process_labels_exist (self->trace))
    return;

  strata_trace_get_processes (self->trace, &n_busy);
  processes = strata_listed_tasks_dup_processes (self->trace, &n_processes);
  for (guint32 i = n_busy; i < n_processes; i++)
    {
      if (strata_process_labels_find (self->trace, i) == STRATA_STRING_EMPTY)
        continue;

      strata_perfetto_out_set_device (self, processes[i].device);
      strata_proto_put_uint (self->packet, PACKET_TIMESTAMP, strata_perfetto_out_get_time (self, self->begin_ns));
      strata_proto_put_uint (self->body, TRACK_UUID, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PROCESS, i, 0));
      strata_proto_put_uint (self->inner, 1, (guint64) processes[i].pid);
      put_labels (self, i);
      strata_proto_put_message (self->body, TRACK_PROCESS, self->inner);
      end_track (self);
    }
}

/* Finds threads that have items: an (array) by thread. */
static gboolean *
find_writers (StrataPerfettoOut *self,
              guint n_threads)
{
  gboolean *are_writers = g_new0 (gboolean, MAX (n_threads, 1));
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  guint n_places;
  const StrataTrackPlace *places = strata_trace_get_places (self->trace, &n_places);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].thread != STRATA_NONE)
      are_writers[tracks[i].thread] = TRUE;

  for (guint i = 0; i < n_places; i++)
    if (places[i].owner != 0)
      are_writers[places[i].owner - 1] = TRUE;

  for (guint32 i = 0; i < instants->n_instants; i++)
    if (instants->thread[i] != STRATA_NONE)
      are_writers[instants->thread[i]] = TRUE;

  return are_writers;
}

/* A thread needs a process here; scheduler data of other threads is in the process tree. */
static void
write_threads (StrataPerfettoOut *self,
               const guint8 *reuse)
{
  guint n_threads;
  const StrataThread *threads = strata_trace_get_threads (self->trace, &n_threads);
  g_autofree gboolean *are_writers = find_writers (self, n_threads);

  for (guint i = 0; i < n_threads; i++)
    {
      const gboolean is_left_out = threads[i].process != STRATA_NONE ? !strata_out_ids_has_process (&self->ids, threads[i].process) : !are_writers[i] || reuse[i] == STRATA_ATRACE_REUSE_ABSENT;

      if (is_left_out)
        continue;

      strata_perfetto_out_set_thread (self, i);
      begin_track (self, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, i, 0), 0, NULL);
      if (strata_out_ids_get_pid (&self->ids, threads[i].process) < 0)
        strata_proto_put_uint (self->body, TRACK_PROCESS_UNKNOWN, 1);
      strata_proto_put_uint (self->inner, 1, (guint64) strata_perfetto_out_get_thread_pid (self, i));
      strata_proto_put_uint (self->inner, 2, (guint64) strata_perfetto_out_get_tid (self, i));
      if (self->names[i] != STRATA_STRING_EMPTY && !strata_atrace_reuse_is_shared (reuse[i]))
        strata_proto_put_text (self->inner, 5, get_string (self, self->names[i]));
      strata_proto_put_message (self->body, TRACK_THREAD, self->inner);
      end_track (self);
    }
}

/* Writes the CPU times of threads whose calls contain them. The counter is only for other programs: here the calls contain them. */
static void
write_cpu_clocks (StrataPerfettoOut *self)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  guint n_tracks;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);

  for (guint i = 0; i < n_tracks && strata_ns_column_exists (&slices->cpu_start); i++)
    {
      guint32 slice = tracks[i].first_slice;
      const guint32 end = slice + (tracks[i].kind == STRATA_TRACK_THREAD ? tracks[i].n_slices : 0);

      while (slice < end && !strata_slice_table_knows_cpu_start (slices, slice))
        slice++;
      if (slice == end)
        continue;

      strata_perfetto_out_set_thread (self, tracks[i].thread);
      begin_track (self, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_CPU_CLOCK, tracks[i].thread, 0), strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, tracks[i].thread, 0), NULL);
      strata_proto_put_uint (self->inner, COUNTER_TYPE, TYPE_THREAD_TIME);
      strata_proto_put_uint (self->inner, COUNTER_UNIT, UNIT_NS);
      strata_proto_put_message (self->body, TRACK_COUNTER, self->inner);
      strata_proto_put_uint (self->body, TRACK_REPEATED, 1);
      end_track (self);
    }
}

/* Global tracks have a process only inside this program. */
static guint64
get_process_uuid (const StrataPerfettoOut *self,
                  guint32 process)
{
  if (process == STRATA_NONE || strata_global_process_is (self->trace, process))
    return 0;

  return strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PROCESS, process, 0);
}

static guint64
get_place_uuid (const StrataPerfettoOut *self,
                guint32 place,
                guint32 process)
{
  return place != 0 ? strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_PLACE, place, process + 1) : get_process_uuid (self, process);
}

/* The track that a place is below. */
static guint64
get_above_uuid (const StrataPerfettoOut *self,
                guint32 place,
                guint32 process)
{
  const StrataTrackPlace *row = &strata_trace_get_places (self->trace, NULL)[place - 1];

  return row->parent == 0 && row->owner != 0 ? strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, row->owner - 1, 0) : get_place_uuid (self, row->parent, process);
}

/* Writes a place and those above it, which sort their children. */
static void
write_places (StrataPerfettoOut *self,
              guint32 place,
              guint32 process,
              GHashTable *known)
{
  const StrataTrackPlace *places = strata_trace_get_places (self->trace, NULL);

  for (; place != 0; place = places[place - 1].parent)
    {
      const guint64 uuid = get_place_uuid (self, place, process);

      if (!g_hash_table_add (known, g_memdup2 (&uuid, sizeof uuid)))
        return;

      begin_track (self, uuid, get_above_uuid (self, place, process), get_string (self, places[place - 1].name));
      strata_proto_put_uint (self->body, TRACK_CHILD_ORDERING, BY_RANK);
      strata_proto_put_uint (self->body, TRACK_RANK, (guint64) places[place - 1].rank);
      end_track (self);
    }
}

/* Lanes with the same name at the same place remain separate. */
static void
write_place (StrataPerfettoOut *self,
             const StrataTrack *track)
{
  if (track->place == 0)
    return;

  strata_proto_put_uint (self->body, TRACK_RANK, (guint64) strata_trace_get_places (self->trace, NULL)[track->place - 1].rank);
  strata_proto_put_uint (self->body, TRACK_MERGING, BY_KEY);
  strata_proto_put_uint (self->body, TRACK_MERGE_NUMBER, track->place);
}

static guint64
get_row_parent (StrataPerfettoOut *self,
                const StrataTrack *track)
{
  if (track->kind == STRATA_TRACK_KERNEL && track->thread != STRATA_NONE)
    return strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, track->thread, 0);

  return track->place != 0 ? get_above_uuid (self, track->place, track->process) : get_process_uuid (self, track->process);
}

/* Overlapping slices are in rows, each of which is a track; tracks with the same name are shown as one. */
static void
write_rows (StrataPerfettoOut *self,
            guint32 index,
            const StrataTrack *track)
{
  const StrataSliceTable *slices = strata_trace_get_slices (self->trace);
  const guint64 parent = get_row_parent (self, track);
  /* requests to a disk are of no CPU */
  const gboolean is_of_cpu = track->kind == STRATA_TRACK_CPU && track->cpu != STRATA_NONE;
  g_autofree char *name = is_of_cpu ? g_strdup_printf ("CPU %u %s", track->cpu % STRATA_DEVICE_CPUS, get_string (self, track->name)) : strata_perfetto_out_dup_name (self, get_string (self, track->name));
  guint32 n_rows = 0;

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    n_rows = MAX (n_rows, strata_slice_table_get_depth (slices, i) + 1);

  for (guint32 row = 0; row < n_rows; row++)
    {
      begin_track (self, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_ROW, index, row), parent, name);
      if (track->kind != STRATA_TRACK_ASYNC)
        strata_proto_put_uint (self->body, TRACK_REPEATED, 1);
      if (track->kind == STRATA_TRACK_ASYNC && strata_nesting_is_packet (slices, track->first_slice))
        strata_proto_put_uint (self->body, TRACK_OF_PACKETS, 1);
      if (strata_nesting_is_state (slices, track->first_slice))
        strata_proto_put_message (self->body, TRACK_STATE, self->inner); /* empty */
      write_place (self, track);
      end_track (self);
    }
}

/* Writes what a file says of a counter. */
static void
write_note (StrataPerfettoOut *self,
            const StrataCounterNote *note)
{
  if (note == NULL)
    return;
  if (note->gpu != STRATA_NONE)
    strata_proto_put_uint (self->inner, COUNTER_GPU, (guint64) note->gpu + 1);
  if (note->raw_name != STRATA_STRING_EMPTY)
    strata_proto_put_text (self->inner, COUNTER_RAW_NAME, get_string (self, note->raw_name));
  if (note->subsystem != STRATA_STRING_EMPTY)
    strata_proto_put_text (self->inner, COUNTER_SUBSYSTEM, get_string (self, note->subsystem));
  if (note->unit != STRATA_STRING_EMPTY)
    strata_proto_put_text (self->inner, COUNTER_UNIT_NAME, get_string (self, note->unit));
  if (note->description != STRATA_STRING_EMPTY)
    strata_proto_put_text (self->body, TRACK_DESCRIPTION, get_string (self, note->description));
}

/* The name of a counter for other programs. Those that count traffic in another unit, and those whose CPU it does not contain, keep ours. */
static char *
dup_counter_name (StrataPerfettoOut *self,
                  const StrataCounter *counter,
                  const char *own)
{
  gboolean is_in_kb;
  g_autofree char *name = strata_counter_names_dup (self->trace, counter, &is_in_kb);
  g_autofree char *cpu = g_strdup_printf ("Cpu %d ", counter->cpu % STRATA_DEVICE_CPUS);

  if (counter->cpu >= 0 && !g_str_has_prefix (name, cpu))
    return g_strdup_printf ("CPU %d %s", counter->cpu % STRATA_DEVICE_CPUS, own);

  return !is_in_kb ? strata_perfetto_out_dup_name (self, name) : g_strdup (own);
}

static void
write_counters (StrataPerfettoOut *self,
                GHashTable *places)
{
  guint n_counters;
  const StrataCounter *counters = strata_trace_get_counters (self->trace, &n_counters);

  for (guint i = 0; i < n_counters; i++)
    {
      const guint32 parent = strata_counter_notes_get_parent (self->trace, &counters[i]);

      strata_perfetto_out_set_counter (self, i);
      write_places (self, parent, counters[i].process, places);

      const StrataCounterOwner *owner = strata_counter_notes_get_owner (self->trace, &counters[i]);
      const guint64 above = parent == 0 && owner != NULL && owner->thread != STRATA_NONE ? strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_THREAD, owner->thread, 0) : get_place_uuid (self, parent, counters[i].process);
      g_autofree char *name = strata_perfetto_out_dup_name (self, get_string (self, owner != NULL ? owner->name : counters[i].name));
      g_autofree char *shown = dup_counter_name (self, &counters[i], name);

      begin_track (self, strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_COUNTER, i, 0), above, shown);
      write_note (self, strata_counter_notes_find (self->trace, counters[i].name));
      strata_proto_put_message (self->body, TRACK_COUNTER, self->inner);
      if (counters[i].process == STRATA_NONE)
        strata_proto_put_uint (self->body, TRACK_REPEATED, 1);
      if (owner == NULL)
        strata_proto_put_uint (self->body, TRACK_WITHOUT_OWNER, 1);
      if (counters[i].process != STRATA_NONE && !g_str_equal (shown, name))
        strata_proto_put_text (self->body, TRACK_OWN_NAME, name);
      end_track (self);
    }
}

/* The track of instants whose lane has no slices. */
static void
write_instant_track (StrataPerfettoOut *self,
                     guint32 instant,
                     GHashTable *places,
                     GHashTable *known)
{
  const StrataInstants *instants = strata_trace_get_instants (self->trace);
  const guint32 process = instants->process[instant];
  const guint32 place = strata_instants_get_place (instants, instant);
  const guint64 uuid = strata_perfetto_out_get_instant_uuid (self, instant);

  strata_perfetto_out_set_instant (self, instant);
  if (place != 0 && uuid == get_place_uuid (self, place, process))
    write_places (self, place, process, places);
  if (uuid != strata_perfetto_out_get_uuid (STRATA_PERFETTO_OUT_INSTANTS, instants->track_name[instant], process + 1) || !g_hash_table_add (known, g_memdup2 (&uuid, sizeof uuid)))
    return;

  begin_track (self, uuid, get_process_uuid (self, process), get_string (self, instants->track_name[instant]));
  end_track (self);
}

static void
write_instants (StrataPerfettoOut *self,
                GHashTable *places)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  for (guint32 i = 0; i < strata_trace_get_instants (self->trace)->n_instants; i++)
    write_instant_track (self, i, places, known);
}

/**
 * strata_perfetto_out_describe:
 * @self: where packets go
 * @clip: the part of the trace that is written
 * @reuse: by thread, whether others have the same id
 * @are_reused_processes: the same for processes
 *
 * Writes the clock, processes, threads and all tracks.
 */
void
strata_perfetto_out_describe (StrataPerfettoOut *self,
                              const StrataClip *clip,
                              const guint8 *reuse,
                              const gboolean *are_reused_processes)
{
  guint n_tracks;
  guint n_processes;
  const StrataTrack *tracks = strata_trace_get_tracks (self->trace, &n_tracks);
  g_autoptr (GHashTable) places = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL);

  strata_trace_get_processes (self->trace, &n_processes);

  g_autofree gboolean *are_of_others = find_processes_of_others (self, n_processes);

  const gboolean has_log = strata_perfetto_out_has_log (self);

  for (guint device = 0; device < self->n_devices; device++)
    {
      strata_perfetto_out_set_device (self, device);
      write_clocks (self, clip, has_log);
    }

  write_machines (self);
  strata_perfetto_out_packages (self);
  for (guint device = 0; device < self->n_devices; device++)
    strata_perfetto_out_tree (self, device, reuse, are_reused_processes, are_of_others);
  write_processes (self, are_reused_processes, are_of_others);
  write_listed_labels (self);
  write_threads (self, reuse);
  write_cpu_clocks (self);
  for (guint i = 0; i < n_tracks; i++)
    if (tracks[i].kind != STRATA_TRACK_THREAD)
      {
        strata_perfetto_out_set_track (self, &tracks[i]);
        write_places (self, strata_track_get_parent (self->trace, &tracks[i]), tracks[i].process, places);
        write_rows (self, i, &tracks[i]);
      }

  write_counters (self, places);
  write_instants (self, places);
}
