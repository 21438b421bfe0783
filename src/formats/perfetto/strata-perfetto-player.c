/* strata-perfetto-player.c - plays the records of a trace in order of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-player.h"

#include <stdio.h>

#include "strata-pair-key.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-own.h"
#include "strata-recordings.h"

/* Kernel events are played while the trace is read, see strata-perfetto-reader.c. Everything
 * else waits until all that packets say about other packets is known. */

/* The kernel version that defines the meaning of states, if the trace does not contain one. */
#define DEFAULT_KERNEL 4004

static gboolean
map_time (gpointer data,
          StrataPerfettoRecord *record)
{
  StrataPerfettoReader *reader = data;
  const StrataPerfettoContext *context = &strata_column_at (&reader->contexts, StrataPerfettoContext, record->context);

  if (strata_perfetto_clocks_convert (reader->clocks, context->clock, record->time_ns, &record->time_ns))
    return TRUE;

  reader->n_without_clock++;
  return FALSE;
}

static guint
parse_kernel (const char *release)
{
  guint major;
  guint minor;

  return release != NULL && sscanf (release, "%u.%u", &major, &minor) == 2 && major < 1000 && minor < 1000 ? major * 1000 + minor : DEFAULT_KERNEL;
}

/* If a file has several recordings in a row, it is unknown what ran between them. */
static void
begin_recording (StrataPerfettoPlayer *self,
                 guint32 recording,
                 gint64 begin_ns)
{
  gint64 latest_ns = 0;

  for (guint i = 0; i < STRATA_PERFETTO_MAX_CPUS; i++)
    latest_ns = MAX (latest_ns, self->cpus[i].latest_ns);

  self->recording = recording;
  if (latest_ns == 0 || begin_ns <= latest_ns || begin_ns - latest_ns <= STRATA_LEAST_PAUSE_NS)
    return;

  strata_event_sink_lose_all (self->sink);
  for (guint i = 0; i < STRATA_PERFETTO_MAX_CPUS; i++)
    self->cpus[i].is_known = FALSE;
}

/* Events that are lost before a bundle come after the previous bundle of its CPU. The running
 * thread is also unknown if a bundle comes too late in the file. */
static gboolean
begin_bundle (StrataPerfettoPlayer *self,
              StrataPerfettoBundle *bundle)
{
  if (bundle->cpu >= STRATA_PERFETTO_MAX_CPUS)
    {
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_CPU_LIMIT, 1, STRATA_NO_TIME, (StrataText){ "ftrace_events", strlen ("ftrace_events") });
      return FALSE;
    }

  const guint32 recording = strata_column_at (&self->reader->contexts, StrataPerfettoContext, bundle->context).recording;
  StrataPerfettoCpu *cpu = &self->cpus[bundle->cpu];

  if (G_UNLIKELY (recording != self->recording))
    begin_recording (self, recording, bundle->next_ns);

  bundle->is_begun = TRUE;
  cpu->n_lost += bundle->n_lost != STRATA_PERFETTO_LOST_UNKNOWN ? bundle->n_lost : 0;
  if (bundle->n_lost > 0)
    strata_event_sink_lose (self->sink, bundle->cpu, bundle->n_lost > 1 && bundle->n_lost != STRATA_PERFETTO_LOST_UNKNOWN ? bundle->n_lost : STRATA_LOSS_UNKNOWN);
  if (bundle->n_lost > 0 || bundle->next_ns < cpu->latest_ns)
    cpu->is_known = FALSE;

  return TRUE;
}

/* Plays the events that come before all other bundles. Returns whether any are left. */
static gboolean
play_bundle (StrataPerfettoPlayer *self,
             StrataPerfettoBundle *bundle,
             gint64 until_ns)
{
  guint list;

  if (!strata_perfetto_bundle_find_next (bundle, &list))
    {
      bundle->has_damage |= !bundle->is_begun;
      return FALSE;
    }

  if (!bundle->is_begun && !begin_bundle (self, bundle))
    return FALSE;

  do
    {
      strata_perfetto_player_take_bundle (self, bundle, list, until_ns);
      if (!strata_perfetto_bundle_find_next (bundle, &list))
        return FALSE;
    }
  while (bundle->next_ns < until_ns);

  return TRUE;
}

/* Plays the earliest kernel events until at most @n_kept_bytes are left. */
static void
play_bundles (gpointer data,
              gsize n_kept_bytes)
{
  StrataPerfettoPlayer *self = data;
  StrataPerfettoBundles *bundles = self->reader->bundles;
  StrataPerfettoBundle *bundle;
  gint64 until_ns;

  self->kernel_version = parse_kernel (self->reader->kernel_release);
  while (strata_perfetto_bundles_get_n_bytes (bundles) > n_kept_bytes && (bundle = strata_perfetto_bundles_take (bundles, &until_ns)) != NULL)
    {
      until_ns = MIN (until_ns, strata_perfetto_player_move_threads (self, bundle->next_ns));
      if (play_bundle (self, bundle, until_ns))
        {
          strata_perfetto_bundles_put_back (bundles);
          continue;
        }

      self->n_damaged_bundles += bundle->has_damage;
      strata_perfetto_bundles_drop (bundles);
    }
}

/**
 * strata_perfetto_player_init:
 * @self: the caller's memory
 * @reader: a reader that has read nothing
 *
 * Makes a player that plays bundles while the trace is read.
 */
void
strata_perfetto_player_init (StrataPerfettoPlayer *self,
                             StrataPerfettoReader *reader)
{
  *self = (StrataPerfettoPlayer){
    .reader = reader,
    .sink = reader->sink,
    .cpus = g_new0 (StrataPerfettoCpu, STRATA_PERFETTO_MAX_CPUS),
    .memo = strata_perfetto_memo_new (),
    .open_frames = g_hash_table_new_full (strata_int64_hash, g_int64_equal, NULL, g_free),
    .expected = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
    .open_phases = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .rails = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
    .gpu_counters = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .gpu_contexts = g_hash_table_new (NULL, NULL),
    .gpu_objects = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
    .gpu_memory = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free),
    .task_cpus = g_hash_table_new (NULL, NULL),
    .gpu_stages = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .joined = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL),
    .stack_texts = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, NULL),
    .sums = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, g_free),
    .old_flows = g_hash_table_new_full (strata_int64_hash, g_int64_equal, g_free, NULL),
    .early_sums = g_hash_table_new_full (strata_pair_key_hash, strata_pair_key_equal, g_free, g_free),
    .text = g_string_new (NULL),
  };
  self->lines = reader->is_other ? NULL : strata_trace_builder_get_line_store (reader->builder);
  if (self->lines != NULL)
    strata_line_store_set_clock (self->lines, strata_trace_builder_get_offset_ns (reader->builder), strata_trace_builder_get_drift (reader->builder));

  /* the start of another machine's clock is only known at the end */
  reader->play_bundles = reader->is_other ? NULL : play_bundles;
  reader->play_data = self;
  strata_event_sink_get_file (reader->sink)->is_unordered = TRUE;
}

void
strata_perfetto_player_clear (StrataPerfettoPlayer *self)
{
  g_clear_pointer (&self->memo, strata_perfetto_memo_free);
  g_clear_pointer (&self->cpus, g_free);
  strata_column_clear (&self->ends);
  strata_perfetto_player_clear_rooms (self);
  g_clear_pointer (&self->open_frames, g_hash_table_unref);
  g_clear_pointer (&self->expected, g_hash_table_unref);
  g_clear_pointer (&self->open_phases, g_hash_table_unref);
  g_clear_pointer (&self->rails, g_hash_table_unref);
  g_clear_pointer (&self->gpu_counters, g_hash_table_unref);
  g_clear_pointer (&self->gpu_contexts, g_hash_table_unref);
  g_clear_pointer (&self->gpu_objects, g_hash_table_unref);
  g_clear_pointer (&self->gpu_memory, g_hash_table_unref);
  g_clear_pointer (&self->task_cpus, g_hash_table_unref);
  g_clear_pointer (&self->gpu_stages, g_array_unref);
  g_clear_pointer (&self->joined, g_hash_table_unref);
  g_clear_pointer (&self->stack_texts, g_hash_table_unref);
  g_clear_pointer (&self->sums, g_hash_table_unref);
  g_clear_pointer (&self->old_flows, g_hash_table_unref);
  g_clear_pointer (&self->early_sums, g_hash_table_unref);
  g_clear_pointer (&self->inputs, g_hash_table_unref);
  g_clear_pointer (&self->power, g_hash_table_unref);
  strata_perfetto_player_clear_samples (self);
  g_clear_pointer (&self->profiles, strata_cpuprofile_parts_free);
  g_string_free (g_steal_pointer (&self->text), TRUE);
}

/* Plays packets that depend on names defined earlier by their sequence. */
static void
play_named (StrataPerfettoPlayer *self,
            const StrataPerfettoContext *context,
            gint64 time_ns,
            StrataProto content)
{
  switch (context->kind)
    {
    case STRATA_PF_PACKET_TRACK_EVENT:
      strata_perfetto_player_take_track_event (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_GPU_RENDER_STAGE_EVENT:
      strata_perfetto_player_take_render_stage (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_ENERGY_BREAKDOWN:
      strata_perfetto_player_take_energy_breakdown (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_ENTITY_RESIDENCY:
      strata_perfetto_player_take_residency (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_WAKELOCKS:
      strata_perfetto_player_take_wakelocks (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_CPU_PER_UID:
      strata_perfetto_player_take_cpu_per_uid (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_PERF_SAMPLE:
      strata_perfetto_player_take_perf_sample (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_STREAMING_PROFILE:
      strata_perfetto_player_take_streaming_profile (self, context, time_ns, content);
      break;
    case STRATA_PF_PACKET_NETWORK_BUNDLE:
      strata_perfetto_player_take_network_bundle (self, context, time_ns, content);
      break;
    default:
      break;
    }
}

/* Plays rare packets. */
static void
play_state (StrataPerfettoPlayer *self,
            const StrataPerfettoContext *context,
            gint64 time_ns,
            StrataProto content)
{
  switch (context->kind)
    {
    case STRATA_PF_PACKET_STATSD:
      strata_perfetto_player_take_atoms (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_EVDEV_EVENT:
      strata_perfetto_player_take_input (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_NETWORK_PACKET:
      strata_perfetto_player_take_network_packet (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_GRAPHICS_FRAME_EVENT:
      strata_perfetto_player_take_buffer (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_VULKAN_CALL:
      strata_perfetto_player_take_vulkan_call (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_VULKAN_MEMORY:
      strata_perfetto_player_take_vulkan_memory (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_SYSTEM_PROPERTY:
      strata_perfetto_player_take_properties (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_DISPLAY_STATE:
      strata_perfetto_player_take_display_state (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_TRIGGER:
    case STRATA_PF_PACKET_CLONE_TRIGGER:
      strata_perfetto_player_take_trigger (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_SMAPS:
      strata_perfetto_player_take_smaps (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_MEMORY_SNAPSHOT:
      strata_perfetto_player_take_memory_snapshot (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_TASK_STATE:
      strata_perfetto_player_take_task_state (self, time_ns, content);
      break;
    default:
      play_named (self, context, time_ns, content);
      break;
    }
}

static void
play_record (StrataPerfettoPlayer *self,
             const StrataPerfettoRecord *record)
{
  const StrataPerfettoContext *context = &strata_column_at (&self->reader->contexts, StrataPerfettoContext, record->context);
  const gint64 time_ns = strata_event_sink_place_time (self->sink, record->time_ns);
  const StrataProto content = strata_proto (record->data, record->n_bytes);

  /* track events are most records and are checked while they are parsed */
  self->n_damaged += context->kind != STRATA_PF_PACKET_TRACK_EVENT && !strata_proto_is_whole (record->data, record->n_bytes);
  switch (context->kind)
    {
    case STRATA_PF_PACKET_FRAME_TIMELINE:
      strata_perfetto_player_take_frame (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_PROCESS_STATS:
      strata_perfetto_player_take_process_stats (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_SYS_STATS:
      strata_perfetto_player_take_sys_stats (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_BATTERY:
      strata_perfetto_player_take_battery (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_POWER_RAILS:
      strata_perfetto_player_take_power_rails (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_GPU_COUNTER_EVENT:
      strata_perfetto_player_take_gpu_counters (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_GPU_MEM_TOTAL:
      strata_perfetto_player_take_gpu_memory (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_GPU_LOG:
      strata_perfetto_player_take_gpu_log (self, time_ns, content);
      break;
    case STRATA_PF_PACKET_ANDROID_LOG:
      strata_perfetto_player_take_log (self, record->time_ns, content);
      break;
    default:
      play_state (self, context, time_ns, content);
      break;
    }
}

/* Returns its string id in the trace. */
guint32
strata_perfetto_player_intern (StrataPerfettoPlayer *self,
                               const char *text)
{
  return strata_string_pool_intern (self->reader->strings, text, strlen (text));
}

/**
 * strata_perfetto_player_play:
 * @self: a player whose reader has read the whole trace
 *
 * Passes everything to the sink: the remaining kernel events by time, then everything else by time. The sink sorts both
 * together.
 */
void
strata_perfetto_player_play (StrataPerfettoPlayer *self)
{
  StrataPerfettoReader *reader = self->reader;
  const StrataPerfettoRecord *record;

  strata_perfetto_clocks_settle (reader->clocks);
  strata_perfetto_bundles_settle (reader->bundles);
  strata_perfetto_player_settle_moves (self);
  strata_perfetto_player_tell_lives (self);
  play_bundles (self, 0);

  /* the kernel knows best which threads an id has had */
  strata_perfetto_reader_tell_threads (reader);
  strata_perfetto_records_sort (reader->records, map_time, reader);
  while ((record = strata_perfetto_records_pop (reader->records)) != NULL)
    {
      if (self->ends.n > 0)
        strata_perfetto_player_play_ends (self, strata_event_sink_place_time (self->sink, record->time_ns));

      play_record (self, record);
    }

  strata_perfetto_player_play_ends (self, G_MAXINT64);
  strata_perfetto_player_end_gpu_counters (self);
  for (; self->n_next > 0; self->n_next--)
    strata_perfetto_reader_leave_out (reader, STRATA_PF_PACKET_TRACK_EVENT, 0);
}
