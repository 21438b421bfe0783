/* strata-perfetto-player.c - shows the records of a trace in the order of time
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-player.h"

#include <stdio.h>

#include "strata-perfetto-fields.h"

/* Records come by time. One with a bundle opens it; from then on its events are merged with
 * the records that follow. Few bundles are open at a time, about one for each CPU. */

/* What states mean is that of this kernel if the trace does not say which one it is of. */
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

/**
 * strata_perfetto_player_init:
 * @self: memory of the caller
 * @reader: what has read the whole trace
 *
 * Begins before the first record.
 */
void
strata_perfetto_player_init (StrataPerfettoPlayer *self,
                             StrataPerfettoReader *reader)
{
  *self = (StrataPerfettoPlayer){
    .reader = reader,
    .sink = reader->sink,
    .cpus = g_new0 (StrataPerfettoCpu, STRATA_PERFETTO_MAX_CPUS),
    .kernel_version = parse_kernel (reader->kernel_release),
    .open_frames = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free),
    .expected = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
    .rails = g_hash_table_new (NULL, NULL),
    .gpu_counters = g_hash_table_new (NULL, NULL),
    .text = g_string_new (NULL),
  };
  strata_perfetto_clocks_settle (reader->clocks);
  strata_perfetto_records_sort (reader->records, map_time, reader);
}

/**
 * strata_perfetto_player_clear:
 * @self: a player
 *
 * Frees what it holds.
 */
void
strata_perfetto_player_clear (StrataPerfettoPlayer *self)
{
  for (guint i = 0; i < self->n_allocated; i++)
    strata_perfetto_bundle_clear (&self->bundles[i]);

  g_clear_pointer (&self->bundles, g_free);
  g_clear_pointer (&self->cpus, g_free);
  strata_column_clear (&self->ends);
  g_clear_pointer (&self->open_frames, g_hash_table_unref);
  g_clear_pointer (&self->expected, g_hash_table_unref);
  g_clear_pointer (&self->rails, g_hash_table_unref);
  g_clear_pointer (&self->gpu_counters, g_hash_table_unref);
  g_string_free (g_steal_pointer (&self->text), TRUE);
}

static gboolean
is_before (const StrataPerfettoBundle *a,
           const StrataPerfettoBundle *b)
{
  return a->next_ns < b->next_ns || (a->next_ns == b->next_ns && a->order < b->order);
}

static void
swap_bundles (StrataPerfettoPlayer *self,
              guint i,
              guint j)
{
  const StrataPerfettoBundle bundle = self->bundles[i];

  self->bundles[i] = self->bundles[j];
  self->bundles[j] = bundle;
}

static void
sift_up (StrataPerfettoPlayer *self,
         guint i)
{
  for (; i > 0 && is_before (&self->bundles[i], &self->bundles[(i - 1) / 2]); i = (i - 1) / 2)
    swap_bundles (self, i, (i - 1) / 2);
}

static void
sift_down (StrataPerfettoPlayer *self)
{
  for (guint i = 0;;)
    {
      guint child = 2 * i + 1;

      if (child + 1 < self->n_bundles && is_before (&self->bundles[child + 1], &self->bundles[child]))
        child++;
      if (child >= self->n_bundles || !is_before (&self->bundles[child], &self->bundles[i]))
        return;

      swap_bundles (self, i, child);
      i = child;
    }
}

static void
close_bundle (StrataPerfettoPlayer *self)
{
  self->n_damaged_bundles += self->bundles[0].has_damage;
  strata_perfetto_records_release (self->reader->records, self->bundles[0].data);
  swap_bundles (self, 0, --self->n_bundles);
  sift_down (self);
}

/* Events that are missing in front of a bundle are behind the one before on its CPU. */
static void
open_bundle (StrataPerfettoPlayer *self,
             const StrataPerfettoRecord *record)
{
  guint list;

  if (self->n_bundles == self->n_allocated)
    {
      self->n_allocated = MAX (8, self->n_allocated * 2);
      self->bundles = g_renew (StrataPerfettoBundle, self->bundles, self->n_allocated);
      memset (self->bundles + self->n_bundles, 0, (self->n_allocated - self->n_bundles) * sizeof *self->bundles);
    }

  StrataPerfettoBundle *bundle = &self->bundles[self->n_bundles];

  strata_perfetto_bundle_open (bundle, self->reader, record);
  bundle->order = self->n_opened++;
  if (bundle->n_lost > 0 && bundle->cpu < STRATA_PERFETTO_MAX_CPUS)
    {
      strata_event_sink_lose (self->sink, bundle->cpu, bundle->n_lost);
      self->cpus[bundle->cpu].is_known = FALSE;
    }

  if (!strata_perfetto_bundle_find_next (bundle, &list) || bundle->cpu >= STRATA_PERFETTO_MAX_CPUS)
    {
      strata_perfetto_records_release (self->reader->records, record->data);
      self->n_damaged_bundles++;
      return;
    }

  sift_up (self, self->n_bundles++);
}

/* Plays the next event of the earliest bundle, and those behind it that come before all else. */
static void
play_bundle (StrataPerfettoPlayer *self)
{
  const gint64 until_ns = strata_perfetto_records_get_next_ns (self->reader->records);
  StrataPerfettoBundle *bundle = &self->bundles[0];
  gboolean is_left;
  guint list;

  is_left = strata_perfetto_bundle_find_next (bundle, &list);
  while (is_left)
    {
      strata_perfetto_player_take_bundle (self, bundle, list);
      is_left = strata_perfetto_bundle_find_next (bundle, &list);
      if (bundle->next_ns >= until_ns || (self->n_bundles > 1 && !is_before (bundle, &self->bundles[1])) ||
          (self->n_bundles > 2 && !is_before (bundle, &self->bundles[2])))
        break;
    }

  if (is_left)
    sift_down (self);
  else
    close_bundle (self);
}

static void
play_record (StrataPerfettoPlayer *self,
             const StrataPerfettoRecord *record)
{
  const StrataPerfettoContext *context = &strata_column_at (&self->reader->contexts, StrataPerfettoContext, record->context);
  const gint64 time_ns = strata_event_sink_place_time (self->sink, record->time_ns);
  const StrataProto content = strata_proto (record->data, record->n_bytes);

  switch (context->kind)
    {
    case STRATA_PF_PACKET_FTRACE_EVENTS:
      open_bundle (self, record);
      return;
    case STRATA_PF_PACKET_TRACK_EVENT:
      strata_perfetto_player_take_track_event (self, context, time_ns, content);
      break;
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
    case STRATA_PF_PACKET_ANDROID_LOG:
      strata_perfetto_player_take_log (self, content);
      break;
    default:
      break;
    }

  strata_perfetto_records_release (self->reader->records, record->data);
}

/**
 * strata_perfetto_player_play:
 * @self: a player
 *
 * Gives everything to the sink, by time.
 */
void
strata_perfetto_player_play (StrataPerfettoPlayer *self)
{
  for (;;)
    {
      const gint64 record_ns = strata_perfetto_records_get_next_ns (self->reader->records);
      const gint64 next_ns = self->n_bundles > 0 ? MIN (record_ns, self->bundles[0].next_ns) : record_ns;

      if (self->ends.n > 0)
        strata_perfetto_player_play_ends (self, strata_event_sink_place_time (self->sink, next_ns));

      if (self->n_bundles > 0 && self->bundles[0].next_ns < record_ns)
        {
          play_bundle (self);
          continue;
        }

      const StrataPerfettoRecord *record = strata_perfetto_records_pop (self->reader->records);

      if (record != NULL)
        play_record (self, record);
      else if (self->n_bundles > 0)
        play_bundle (self);
      else
        return;
    }
}
