/* strata-sql-tracks.c - track and counter_track
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-counter-notes.h"
#include "strata-device-names.h"
#include "strata-global-process.h"
#include "strata-sql-args.h"
#include "strata-sql-derived.h"
#include "strata-sql-private.h"
#include "strata-sql-tracks.h"

/* Rows of track: the tracks of the trace, the counters, and tracks with only instants or nothing but others below them. */

typedef enum
{
  OF_TRACE,
  OF_COUNTER,
  OF_INSTANTS,
} Part;

/* Finds the part of @row, and makes @row its index in that part. */
static Part
split (StrataSqlSource *source,
       guint32 *row)
{
  if (*row < source->n_tracks)
    return OF_TRACE;

  *row -= source->n_tracks;
  if (*row < source->n_counters)
    return OF_COUNTER;

  *row -= source->n_counters;
  strata_sql_source_need_instants (source);
  return OF_INSTANTS;
}

static const StrataSqlTrackKey *
get_key (StrataSqlSource *source,
         guint32 row)
{
  return &g_array_index (source->instant_tracks, StrataSqlTrackKey, row);
}

/* PerfettoSQL has no name for the track of a thread. */
static guint32
get_track_name (const StrataTrack *track)
{
  return track->kind == STRATA_TRACK_THREAD ? 0 : track->name;
}

static const char *
get_word (StrataSqlSource *source,
          guint32 string)
{
  return string != STRATA_STRING_EMPTY ? strata_trace_get_string (source->trace, string) : NULL;
}

/* The names in PerfettoSQL of lanes that are more readable on the timeline, some of which have none there. */
static const char *
get_kernel_name (const char *lane)
{
  static const char *const names[][2] = {
    { "dma-buf buffers", "mem.dma_buffer" },
    { "ion buffers", "mem.ion_buffer" },
    { "suspend", "Suspend/Resume Latency" },
    { "suspended", "Suspend/Resume Minimal" },
    { "Mali MCU", NULL },
  };

  if (g_str_has_prefix (lane, STRATA_SQL_RUNTIME_POWER))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i][0], lane))
      return names[i][1];

  return lane;
}

/* Each CPU has its own name for its interrupts. */
static const char *
get_irq_name (StrataSqlSource *source,
              const StrataTrack *track,
              const char *lane)
{
  const char *format = g_str_equal (lane, "irq") ? "Irq Cpu %u" : g_str_equal (lane, "softirq") ? "SoftIrq Cpu %u"
                                                                                                : NULL;
  g_autofree char *name = NULL;

  if (format == NULL || track->cpu == STRATA_NONE)
    return NULL;
  if (source->track_names == NULL)
    source->track_names = g_string_chunk_new (64);

  name = g_strdup_printf (format, track->cpu % STRATA_DEVICE_CPUS);
  return g_string_chunk_insert_const (source->track_names, name);
}

static const char *
get_trace_name (StrataSqlSource *source,
                const StrataTrack *track)
{
  const char *name = get_word (source, get_track_name (track));

  if (name == NULL || track->kind != STRATA_TRACK_CPU)
    return name;

  return get_irq_name (source, track, name) ?: get_kernel_name (name);
}

const char *
strata_sql_track_get_lane (StrataSqlSource *source,
                           guint32 row)
{
  const gboolean is_of_kernel = split (source, &row) == OF_TRACE && source->tracks[row].kind == STRATA_TRACK_CPU;

  return is_of_kernel ? strata_trace_get_string (source->trace, source->tracks[row].name) : "";
}

const char *
strata_sql_track_get_name (StrataSqlSource *source,
                           guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return get_trace_name (source, &source->tracks[row]);
    case OF_COUNTER:
      return strata_sql_counter_get_name (source, row);
    case OF_INSTANTS:
      return get_key (source, row)->is_kill ? "LMK" : get_word (source, get_key (source, row)->name);
    }

  g_assert_not_reached ();
}

/* The category of its first slice, or the empty string. */
static const char *
get_category (StrataSqlSource *source,
              const StrataTrack *track)
{
  const guint32 set = track->n_slices > 0 ? strata_slice_table_get_attrs (source->slices, track->first_slice) : STRATA_ATTRS_NONE;

  return strata_trace_get_string (source->trace, strata_attr_table_get (strata_trace_get_attrs (source->trace), set).category);
}

gboolean
strata_sql_source_is_span (const StrataSqlSource *self,
                           guint32 slice)
{
  return g_str_equal (strata_trace_get_format_id (self->trace), "perfetto") && strata_nesting_is_packet (self->slices, slice);
}

/* Slices of packets are recognised by their category, which programs may use, too. */
static gboolean
is_of_packets (StrataSqlSource *source,
               const StrataTrack *track,
               const char *category)
{
  return track->kind == STRATA_TRACK_ASYNC && track->n_slices > 0 && g_str_equal (get_category (source, track), category) && strata_sql_source_is_span (source, track->first_slice);
}

/* In Perfetto traces, only the slices of programs that write track events have categories, or nest. */
static gboolean
has_events (StrataSqlSource *source,
            const StrataTrack *track)
{
  if (!g_str_equal (strata_trace_get_format_id (source->trace), "perfetto") || track->n_slices == 0)
    return FALSE;

  return *get_category (source, track) != '\0' || strata_nesting_get_stack (source->slices->cookie[track->first_slice - source->slices->first_async]) != 0;
}

/* Frames of the system; and slices that programs put on a track of another name. */
static const char *
get_program_type (StrataSqlSource *source,
                  const StrataTrack *track,
                  const char *name)
{
  if (g_str_equal (name, "Actual Timeline"))
    return "android_actual_frame_timeline";
  if (g_str_equal (name, "Expected Timeline"))
    return "android_expected_frame_timeline";
  if (has_events (source, track))
    return "process_merged_track_event";

  return track->n_slices > 0 && source->slices->name[track->first_slice] != track->name ? "atrace_async_slice_for_track" : "atrace_async_slice";
}

/* Types of tracks in PerfettoSQL for kernel lanes; * is any text. */
static const char *
get_kernel_type (const char *lane)
{
  static const char *const types[][2] = {
    { "irq", "cpu_irq" },
    { "softirq", "cpu_softirq" },
    { "suspend", "suspend_resume" },
    { "suspended", "suspend_resume_minimal" },
    { "wakelocks", "wakesource_wakelock" },
    { "Mali MCU", "mali_mcu_state" },
    { "dma-buf buffers", "android_dma_allocations" },
    { "ion buffers", "android_ion_allocations" },
    { "block I/O *", "block_io" },
    { STRATA_SQL_HOTPLUG "*", "cpu_hotplug" },
    { STRATA_SQL_RUNTIME_POWER "*", "linux_rpm" },
    { "GPU * work of user *", "android_gpu_work_period" },
    { "GPU * (Ctx=*, Prio=*)", "adreno_gpu_cmdbatch" },
    { "Hrtimer Cpu *", "cpu_hrtimer" },
    { "swapper* -funcgraph", "cpu_funcgraph" },
    { "pkVM Hypervisor CPU *", "pkvm_hypervisor" },
    { "powervr_gpu_power_state", "powervr_gpu_power_state" },
    { "sched-*", "drm_sched_ring" },
    { "vblank-*", "drm_vblank" },
    { "Virtgpu * Queue", "virtgpu_queue_event" },
    { "TCP stream#*", "net_socket_set_state" },
    { "TCP Retransmit Skb", "net_tcp_retransmit_skb" },
    { "Interconnect Events", "interconnect_events" },
    { "io.ufs.command.tag[*]", "ufs_command_tag" },
    { "underrun[*]", "disp_dpu_underrun" },
    { "line_underrun[*]", "disp_dpu_line_underrun" },
    { "ddic_underrun[*]", "ddic_underrun" },
    { "frame_done_missing[*]", "disp_frame_done_missing" },
    { "frame_done_timeout[*]", "disp_frame_done_timeout" },
    { "frame_start_missing[*]", "disp_frame_start_missing" },
    { "frame_start_timeout[*]", "disp_frame_start_timeout" },
    { "panel_settings_full[*]", "panel_settings_full" },
    { "panel_settings_lite[*]", "panel_settings_lite" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_pattern_match_simple (types[i][0], lane))
      return types[i][1];

  return "cpu_kernel";
}

/* The thread that a track is of, by the place of the track, or STRATA_NONE. */
static guint32
get_place_owner (const StrataSqlSource *source,
                 guint32 place)
{
  return place != 0 ? strata_trace_get_places (source->trace, NULL)[place - 1].owner - 1 : STRATA_NONE;
}

/* Only tracks of programs that describe them are in the tree of lanes, or have no process. */
static const char *
get_placed_type (StrataSqlSource *source,
                 guint32 process,
                 guint32 place)
{
  if (get_place_owner (source, place) != STRATA_NONE)
    return "thread_merged_track_event";

  return strata_sql_source_get_upid (source, process) != STRATA_SQL_NULL ? "process_merged_track_event" : "global_merged_track_event";
}

static gboolean
is_described (StrataSqlSource *source,
              guint32 process,
              guint32 place)
{
  return place != 0 || (process != STRATA_NONE && strata_global_process_is (source->trace, process));
}

static const char *
get_instants_type (StrataSqlSource *source,
                   const StrataSqlTrackKey *key)
{
  const char *name = strata_trace_get_string (source->trace, key->name);

  if (key->is_kill)
    return "android_lmk";
  if (key->thread == STRATA_NONE && g_str_equal (name, "DeviceStateChanged"))
    return "android_device_state";
  if (key->thread == STRATA_NONE && g_str_equal (name, "Trace Triggers"))
    return "triggers";
  if (key->thread == STRATA_NONE && g_str_equal (name, "Statsd Atoms"))
    return "statsd_atoms";
  if (key->thread == STRATA_NONE && (key->is_event || is_described (source, key->process, key->place)))
    return get_placed_type (source, key->process, key->place);

  if (key->thread == STRATA_NONE && key->name != 0)
    return "atrace_async_slice_for_track";

  return key->thread != STRATA_NONE ? "thread_execution" : "process_instants";
}

/* A lane of states has nothing else. */
static const char *
get_state_type (StrataSqlSource *source,
                const StrataTrack *track)
{
  if (get_place_owner (source, track->place) != STRATA_NONE)
    return "thread_state_track_event";

  return strata_sql_source_get_upid (source, track->process) != STRATA_SQL_NULL ? "process_state_track_event" : "global_state_track_event";
}

static const char *
get_trace_type (StrataSqlSource *source,
                const StrataTrack *track)
{
  const char *name = strata_trace_get_string (source->trace, track->name);

  if (track->n_slices > 0 && strata_nesting_is_state (source->slices, track->first_slice))
    return get_state_type (source, track);

  if (is_of_packets (source, track, "gpu"))
    return g_str_equal (name, "Vulkan Events") ? "vulkan_events" : "gpu_render_stage";
  if (is_of_packets (source, track, "network"))
    return "network_packets";
  if (is_of_packets (source, track, "buffer"))
    return "graphics_frame_event";
  if (track->kind == STRATA_TRACK_CPU && g_str_has_prefix (name, "fence "))
    return "gpu_fence";
  if (track->kind == STRATA_TRACK_ASYNC && is_described (source, track->process, track->place))
    return get_placed_type (source, track->process, track->place);

  switch (track->kind)
    {
    case STRATA_TRACK_THREAD:
      return "thread_execution";
    case STRATA_TRACK_ASYNC:
      return get_program_type (source, track, name);
    case STRATA_TRACK_CPU:
      return get_kernel_type (name);
    case STRATA_TRACK_KERNEL:
      return "thread_kernel";
    }

  g_assert_not_reached ();
}

/* The type of a counter that a program named. */
static const char *
get_named_type (StrataSqlSource *source,
                const StrataCounter *counter)
{
  const StrataCounterOwner *owner = strata_counter_notes_get_owner (source->trace, counter);

  if (owner != NULL && owner->thread != STRATA_NONE)
    return "thread_counter_track_event";

  if (strata_global_process_is (source->trace, counter->process))
    return "global_counter_track_event";

  return owner != NULL ? "process_counter_track_event" : "atrace_counter";
}

static const char *
get_counter_type (StrataSqlSource *source,
                  guint32 row)
{
  const StrataSqlCounterType *type = strata_sql_counter_find_type (source, row);
  const StrataCounter *counter = &source->counters[row];

  if (type != NULL)
    return type->type;

  return counter->process != STRATA_NONE && counter->cpu < 0 ? get_named_type (source, counter) : strata_sql_counter_get_owner (source, row);
}

static const char *
get_type (StrataSqlSource *source,
          guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return get_trace_type (source, &source->tracks[row]);
    case OF_COUNTER:
      return get_counter_type (source, row);
    case OF_INSTANTS:
      return get_instants_type (source, get_key (source, row));
    }

  g_assert_not_reached ();
}

/* The thread of a track of the trace. */
static guint32
get_thread (const StrataSqlSource *source,
            const StrataTrack *track)
{
  return track->thread != STRATA_NONE ? track->thread : get_place_owner (source, track->place);
}

/* The same for a track of instants. */
static guint32
get_key_thread (const StrataSqlSource *source,
                const StrataSqlTrackKey *key)
{
  return key->thread != STRATA_NONE ? key->thread : get_place_owner (source, key->place);
}

static gint64
get_counter_utid (StrataSqlSource *source,
                  guint32 row)
{
  const StrataCounterOwner *owner = strata_counter_notes_get_owner (source->trace, &source->counters[row]);

  return strata_sql_source_get_utid (source, owner != NULL ? owner->thread : STRATA_NONE);
}

/* The process of a counter, unless it is of a thread. */
static gint64
get_counter_upid (StrataSqlSource *source,
                  guint32 row)
{
  return get_counter_utid (source, row) == STRATA_SQL_NULL ? strata_sql_source_get_upid (source, source->counters[row].process) : STRATA_SQL_NULL;
}

gint64
strata_sql_track_get_utid (StrataSqlSource *source,
                           guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return strata_sql_source_get_utid (source, get_thread (source, &source->tracks[row]));
    case OF_COUNTER:
      return get_counter_utid (source, row);
    case OF_INSTANTS:
      return strata_sql_source_get_utid (source, get_key_thread (source, get_key (source, row)));
    }

  g_assert_not_reached ();
}

gint64
strata_sql_track_get_upid (StrataSqlSource *source,
                           guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return get_thread (source, &source->tracks[row]) == STRATA_NONE ? strata_sql_source_get_upid (source, source->tracks[row].process) : STRATA_SQL_NULL;
    case OF_COUNTER:
      return get_counter_upid (source, row);
    case OF_INSTANTS:
      return get_key_thread (source, get_key (source, row)) == STRATA_NONE ? strata_sql_source_get_upid (source, get_key (source, row)->process) : STRATA_SQL_NULL;
    }

  g_assert_not_reached ();
}

STRATA_SQL_GETTER (gint64, get_counter_cpu, source->counters[row].cpu >= 0 ? strata_sql_get_ucpu ((guint32) source->counters[row].cpu) : STRATA_SQL_NULL)

gint64
strata_sql_track_get_ucpu (StrataSqlSource *source,
                           guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return source->tracks[row].cpu != STRATA_NONE ? strata_sql_get_ucpu (source->tracks[row].cpu) : STRATA_SQL_NULL;
    case OF_COUNTER:
      return get_counter_cpu (source, row);
    case OF_INSTANTS:
      return STRATA_SQL_NULL;
    }

  g_assert_not_reached ();
}

/* Tracks that are not of a process, a thread or a CPU are taken for those of the first device. */
static gint64
get_device (const StrataSqlSource *source,
            guint32 thread,
            guint32 process,
            gint64 cpu)
{
  if (thread != STRATA_NONE)
    return strata_device_or_first (source->threads[thread].device);
  if (process != STRATA_NONE)
    return strata_device_or_first (source->processes[process].device);

  return cpu >= 0 ? cpu / STRATA_DEVICE_CPUS : 0;
}

static gint64
get_counter_device (StrataSqlSource *source,
                    guint32 row)
{
  return get_device (source, STRATA_NONE, source->counters[row].process, source->counters[row].cpu);
}

static gint64
get_track_device (StrataSqlSource *source,
                  guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return get_device (source, source->tracks[row].thread, source->tracks[row].process, strata_sql_index (source->tracks[row].cpu));
    case OF_COUNTER:
      return get_counter_device (source, row);
    case OF_INSTANTS:
      return get_device (source, get_key (source, row)->thread, get_key (source, row)->process, STRATA_SQL_NULL);
    }

  g_assert_not_reached ();
}

/* The track above a place. */
static gint64
find_above (StrataSqlSource *source,
            guint32 process,
            guint32 place)
{
  const guint32 parent = place != 0 ? strata_trace_get_places (source->trace, NULL)[place - 1].parent : 0;

  return strata_sql_source_find_placed (source, process, parent);
}

static gint64
get_counter_parent (StrataSqlSource *source,
                    guint32 row)
{
  const StrataCounter *counter = &source->counters[row];

  return strata_sql_source_find_placed (source, counter->process, strata_counter_notes_get_parent (source->trace, counter));
}

static gint64
get_parent (StrataSqlSource *source,
            guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return find_above (source, source->tracks[row].process, source->tracks[row].place);
    case OF_COUNTER:
      return get_counter_parent (source, row);
    case OF_INSTANTS:
      return find_above (source, get_key (source, row)->process, get_key (source, row)->place);
    }

  g_assert_not_reached ();
}

guint32
strata_sql_track_get_place (StrataSqlSource *source,
                            guint32 row)
{
  switch (split (source, &row))
    {
    case OF_TRACE:
      return source->tracks[row].place;
    case OF_COUNTER:
      return 0;
    case OF_INSTANTS:
      return get_key (source, row)->place;
    }

  g_assert_not_reached ();
}

guint32
strata_sql_track_get_counter (StrataSqlSource *source,
                              guint32 row)
{
  return split (source, &row) == OF_COUNTER ? row : STRATA_NONE;
}

STRATA_SQL_GETTER (gint64, is_counter, split (source, &row) == OF_COUNTER)
STRATA_SQL_GETTER (gint64, get_dimensions, strata_sql_args_get_track_set (source, row, FALSE))
STRATA_SQL_GETTER (gint64, get_source, strata_sql_args_get_track_set (source, row, TRUE))

static gboolean
is_of_samples (const StrataSqlSource *source,
               const StrataTrack *track)
{
  return source->hides_samples && (strata_slice_table_get_flags (source->slices, track->first_slice) & STRATA_SLICE_SAMPLED) != 0;
}

static gboolean
exists (StrataSqlSource *source,
        guint32 row)
{
  guint32 number = row;

  switch (split (source, &number))
    {
    case OF_TRACE:
      return source->tracks[row].n_slices > 0 && !source->derived->hides_track[row] && !is_of_samples (source, &source->tracks[row]);
    case OF_COUNTER:
      return !source->derived->hides_counter[number];
    case OF_INSTANTS:
      return !get_key (source, number)->is_log;
    }

  g_assert_not_reached ();
}

/* Sorts tracks by thread or by process, once. */
static void
need_owners (StrataSqlSource *source,
             gboolean is_process)
{
  const guint32 n_tracks = strata_sql_source_count_tracks (source);
  const guint32 n_owners = (is_process ? source->upids : source->utids)->n;
  gint64 (*get_owner) (StrataSqlSource *, guint32) = is_process ? strata_sql_track_get_upid : strata_sql_track_get_utid;

  if (source->track_begin[is_process] != NULL)
    return;

  guint32 *begin = g_new0 (guint32, n_owners + 2);
  guint32 *order = g_new (guint32, MAX (n_tracks, 1));

  for (guint32 i = 0; i < n_tracks; i++)
    if (get_owner (source, i) != STRATA_SQL_NULL)
      begin[get_owner (source, i) + 2]++;

  for (guint32 i = 2; i < n_owners + 2; i++)
    begin[i] += begin[i - 1];

  for (guint32 i = 0; i < n_tracks; i++)
    if (get_owner (source, i) != STRATA_SQL_NULL)
      order[begin[get_owner (source, i) + 1]++] = i;

  source->track_begin[is_process] = begin;
  source->track_order[is_process] = order;
}

static void
find_owner (StrataSqlSource *source,
            gboolean is_process,
            gint64 value,
            GArray *segments)
{
  need_owners (source, is_process);
  if (value >= 0 && value < (is_process ? source->upids : source->utids)->n)
    strata_sql_segments_add (segments, source->track_order[is_process],
                             source->track_begin[is_process][value], source->track_begin[is_process][value + 1]);
}

static void
find_utid (StrataSqlSource *source,
           gint64 value,
           GArray *segments)
{
  find_owner (source, FALSE, value, segments);
}

static void
find_upid (StrataSqlSource *source,
           gint64 value,
           GArray *segments)
{
  find_owner (source, TRUE, value, segments);
}

/* track itself has no thread, process or CPU columns, since they would be ambiguous in joins with the views. */
static const StrataSqlColumn columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the track", STRATA_SQL_ID, strata_sql_get_row },
  { "name", STRATA_SQL_TEXT, NULL, "Name; NULL for the track of a thread", 0, .word = strata_sql_track_get_name },
  { "type", STRATA_SQL_TEXT, NULL, "What is on it", 0, .word = get_type },
  { "parent_id", STRATA_SQL_INTEGER, NULL, "The track that it is below: track.id", 0, get_parent },
  { "source_arg_set_id", STRATA_SQL_INTEGER, NULL, "What the file says of it: args.arg_set_id", 0, get_source },
  { "dimension_arg_set_id", STRATA_SQL_INTEGER, NULL, "What tells it from others of its type, such as cpu: args.arg_set_id", 0, get_dimensions },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Its device: machine.id", 0, get_track_device },
  { "track_group_id", STRATA_SQL_INTEGER, NULL, "Always NULL: tracks are not grouped", 0, strata_sql_get_null },
  { "of_utid", STRATA_SQL_INTEGER, NULL, "The thread of the track: thread.utid", STRATA_SQL_HIDDEN, strata_sql_track_get_utid, .find = find_utid },
  { "of_upid", STRATA_SQL_INTEGER, NULL, "The process of the track: process.upid", STRATA_SQL_HIDDEN, strata_sql_track_get_upid, .find = find_upid },
  { "of_cpu", STRATA_SQL_INTEGER, NULL, "The CPU of the track", STRATA_SQL_HIDDEN, strata_sql_track_get_ucpu },
  { "is_counter", STRATA_SQL_INTEGER, NULL, "1 for the track of a counter", STRATA_SQL_HIDDEN, is_counter },
};

const StrataSqlTable strata_sql_table_track = {
  .name = "track",
  .doc = "What slices, instants and counters are on",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .count = strata_sql_source_count_tracks,
  .exists = exists,
};

STRATA_SQL_COUNT (count_counters, source->n_counters)

static guint32
get_first_counter (StrataSqlSource *source)
{
  return source->n_tracks;
}

STRATA_SQL_GETTER (gboolean, counter_exists, !source->derived->hides_counter[row])
STRATA_SQL_GETTER (gint64, get_counter_id, source->n_tracks + row)
STRATA_SQL_GETTER (const char *, get_counter_kind, get_counter_type (source, row))

STRATA_SQL_GETTER (gint64, get_counter_dimensions, strata_sql_args_get_track_set (source, source->n_tracks + row, FALSE))
STRATA_SQL_GETTER (gint64, get_counter_source, strata_sql_args_get_track_set (source, source->n_tracks + row, TRUE))

static const StrataSqlColumn counter_columns[] = {
  { "id", STRATA_SQL_INTEGER, NULL, "Number of the track: track.id", STRATA_SQL_ID, get_counter_id },
  { "name", STRATA_SQL_TEXT, NULL, "Name of the counter; of those of the kernel the name in PerfettoSQL: cpufreq, Cpu 0 Max Freq Limit, Cpu 0 Util, mem.rss.anon, mem.swap, mem.dma_heap, gpufreq, X Frequency, X Temperature, X Received KB and so on", 0, .word = strata_sql_counter_get_name },
  { "type", STRATA_SQL_TEXT, NULL, "What it counts, by its name: cpu_frequency, cpu_max_frequency_limit, cpustat, process_memory, oom_score_adj, battery_counter, power_rails, gpu_counter and so on; of those that programs name atrace_counter, thread_counter_track_event, process_counter_track_event or global_counter_track_event; of others what it belongs to, such as cpu_counter", 0, .word = get_counter_kind },
  { "unit", STRATA_SQL_TEXT, NULL, "What it counts, such as bytes or kHz; NULL if that is not known", 0, .word = strata_sql_counter_get_unit },
  { "description", STRATA_SQL_TEXT, NULL, "What the file says of it", 0, .word = strata_sql_counter_get_description },
  { "parent_id", STRATA_SQL_INTEGER, NULL, "The track that it is below: track.id", 0, get_counter_parent },
  { "source_arg_set_id", STRATA_SQL_INTEGER, NULL, "What the file says of it: args.arg_set_id", 0, get_counter_source },
  { "dimension_arg_set_id", STRATA_SQL_INTEGER, NULL, "What tells it from others of its type, such as cpu or cpustat_key: args.arg_set_id", 0, get_counter_dimensions },
  { "machine_id", STRATA_SQL_INTEGER, NULL, "Its device: machine.id", 0, get_counter_device },
  { "of_utid", STRATA_SQL_INTEGER, NULL, "The thread of the counter: thread.utid", STRATA_SQL_HIDDEN, get_counter_utid },
  { "of_upid", STRATA_SQL_INTEGER, NULL, "The process of the counter: process.upid", STRATA_SQL_HIDDEN, get_counter_upid },
  { "of_cpu", STRATA_SQL_INTEGER, NULL, "The CPU of the counter", STRATA_SQL_HIDDEN, get_counter_cpu },
  { "of_gpu", STRATA_SQL_INTEGER, NULL, "The GPU of the counter", STRATA_SQL_HIDDEN, strata_sql_counter_get_gpu },
};

const StrataSqlTable strata_sql_table_counter_track = {
  .name = "counter_track",
  .doc = "Counters; also as process_counter_track, thread_counter_track and cpu_counter_track",
  .columns = counter_columns,
  .n_columns = G_N_ELEMENTS (counter_columns),
  .count = count_counters,
  .exists = counter_exists,
  .first_id = get_first_counter,
};
