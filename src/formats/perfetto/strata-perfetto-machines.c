/* strata-perfetto-machines.c - the machines of a trace
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-machines.h"

#include "strata-perfetto-fields.h"

/* A trace may be recorded on a host and its virtual machines, or on several devices. Ids, CPUs,
 * clocks, tracks and losses belong to a machine. So each machine has its own reader, player and
 * sink; only the packets are in one file. The machine of the first packet uses the loader's sink;
 * usually it is the host. Finding the machine of a packet costs one comparison. */

static void
free_machine (gpointer data)
{
  StrataPerfettoMachine *self = data;

  strata_perfetto_player_clear (&self->player);
  strata_perfetto_reader_clear (&self->reader);
  g_free (self);
}

static StrataPerfettoMachine *
add_machine (StrataPerfettoMachines *self,
             guint32 id)
{
  const gboolean is_other = self->all->len > 0;
  StrataEventSink *sink = is_other ? strata_event_sink_get_other (self->sink, id) : self->sink;

  if (sink == NULL)
    return NULL;

  StrataPerfettoMachine *machine = g_new0 (StrataPerfettoMachine, 1);

  strata_event_sink_set_format (sink, "perfetto", "Perfetto");
  strata_event_sink_get_file (sink)->lists_all = TRUE;
  strata_perfetto_reader_init (&machine->reader, sink);
  machine->reader.source = self->packets.source;
  machine->reader.machine = id;
  machine->reader.is_other = is_other;
  if (is_other && id == 0)
    strata_event_sink_set_name (sink, "host");
  strata_perfetto_player_init (&machine->player, &machine->reader);
  g_ptr_array_add (self->all, machine);
  return machine;
}

static StrataPerfettoMachine *
find_machine (StrataPerfettoMachines *self,
              guint32 id)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      StrataPerfettoMachine *machine = g_ptr_array_index (self->all, i);

      if (machine->reader.machine == id)
        return machine;
    }

  return add_machine (self, id);
}

/**
 * strata_perfetto_machines_init:
 * @self: the caller's memory
 * @source: the trace
 * @sink: the sink of the first machine
 *
 * Begins to read a trace.
 */
void
strata_perfetto_machines_init (StrataPerfettoMachines *self,
                               StrataSource *source,
                               StrataEventSink *sink)
{
  *self = (StrataPerfettoMachines){ .sink = sink, .all = g_ptr_array_new_with_free_func (free_machine) };
  strata_perfetto_packets_init (&self->packets, source);
}

void
strata_perfetto_machines_clear (StrataPerfettoMachines *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
  strata_perfetto_packets_clear (&self->packets);
}

/* A recording begins with its configuration and, unless the recorder is old, with an id. It applies to all machines. */
static void
begin_recording (StrataPerfettoMachines *self)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      StrataPerfettoMachine *machine = g_ptr_array_index (self->all, i);

      strata_perfetto_reader_begin_recording (&machine->reader);
    }
}

static void
take_packet (StrataPerfettoMachines *self,
             StrataPerfettoPacket *packet)
{
  if (packet->kind == STRATA_PF_PACKET_TRACE_UUID || packet->kind == STRATA_PF_PACKET_TRACE_CONFIG)
    begin_recording (self);

  if (self->current == NULL || self->current->reader.machine != packet->machine)
    {
      StrataPerfettoMachine *machine = find_machine (self, packet->machine);

      if (machine == NULL)
        {
          self->n_left_out++;
          return;
        }

      self->current = machine;
      strata_event_sink_select (machine->reader.sink);
    }

  strata_perfetto_reader_take (&self->current->reader, packet);
}

/**
 * strata_perfetto_machines_read:
 * @self: the machines
 * @error: return location for an error
 *
 * Reads all packets.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_perfetto_machines_read (StrataPerfettoMachines *self,
                               GError **error)
{
  StrataPerfettoPacket packet;
  gboolean is_there;

  while (strata_perfetto_packets_next (&self->packets, &packet, &is_there, error))
    {
      if (!is_there)
        return TRUE;

      take_packet (self, &packet);
      if (packet.kind == STRATA_PF_PACKET_EXTENSION_DESCRIPTOR && !strata_source_count_unpacked (self->packets.source, "Perfetto", 0, error))
        return FALSE;
    }

  return FALSE;
}

static void
report_left_out (const StrataPerfettoMachines *self)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  if (self->n_left_out > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), STRATA_DIAGNOSTIC_MACHINE_LIMIT,
                                 self->n_left_out, place, "too many machines", -1);
}

/* Places another machine: the offset of its clock and its name are only known now. */
static void
place_other (StrataPerfettoMachine *self)
{
  const StrataPerfettoReader *reader = &self->reader;
  const gint64 offset_ns = reader->n_ahead > 0 ? -(reader->ahead_ns / reader->n_ahead) : 0;

  strata_event_sink_shift (reader->sink, offset_ns);
  self->player.lines = strata_trace_builder_keep_lines_beside (reader->builder);
  if (self->player.lines != NULL)
    strata_line_store_set_clock (self->player.lines, strata_time_add (strata_trace_builder_get_offset_ns (reader->builder), offset_ns), strata_trace_builder_get_drift (reader->builder));
}

static gboolean
play_machine (StrataPerfettoMachine *self)
{
  StrataPerfettoReader *reader = &self->reader;

  strata_event_sink_select (reader->sink);
  if (reader->is_other)
    place_other (self);
  strata_perfetto_reader_tell_apps (reader);
  strata_perfetto_player_play (&self->player);
  strata_event_sink_end_gaps (reader->sink);

  const gboolean has_samples = strata_perfetto_player_play_samples (&self->player) | strata_perfetto_player_play_profiles (&self->player);

  strata_perfetto_player_report (&self->player);
  return has_samples;
}

/**
 * strata_perfetto_machines_play:
 * @self: the machines, after reading
 *
 * Passes everything to the sinks.
 *
 * Returns: whether there are stacks sampled by a profiler
 */
gboolean
strata_perfetto_machines_play (StrataPerfettoMachines *self)
{
  gboolean has_samples = FALSE;

  for (guint i = 0; i < self->all->len; i++)
    {
      StrataPerfettoMachine *machine = g_ptr_array_index (self->all, i);

      if (i == 0)
        strata_perfetto_player_report_packets (&machine->player, &self->packets);
      has_samples |= play_machine (machine);
    }

  report_left_out (self);
  strata_event_sink_select (self->sink);
  return has_samples;
}

/**
 * strata_perfetto_machines_explain:
 * @self: the machines, without anything to show
 *
 * Returns: (transfer full) (element-type utf8): the reasons, for the user, as far as known
 */
GPtrArray *
strata_perfetto_machines_explain (const StrataPerfettoMachines *self)
{
  GPtrArray *reasons = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->all->len; i++)
    {
      const StrataPerfettoMachine *machine = g_ptr_array_index (self->all, i);

      strata_perfetto_player_explain (&machine->player, reasons);
    }

  strata_perfetto_packets_explain (&self->packets, reasons);
  return reasons;
}

/* Finds the boot time in a snapshot of one of the two sides. */
static gboolean
find_boottime (StrataProto snapshot,
               gint64 *time_ns)
{
  gboolean is_found = FALSE;

  while (strata_proto_next (&snapshot))
    {
      if (snapshot.number != STRATA_PF_CLOCK_SNAPSHOT_CLOCKS)
        continue;

      StrataProto clock = strata_proto_enter (&snapshot);
      guint64 id = 0;
      guint64 stamp = 0;

      while (strata_proto_next (&clock))
        if (clock.number == STRATA_PF_CLOCK_ID)
          id = strata_proto_get_uint (&clock);
        else if (clock.number == STRATA_PF_CLOCK_TIMESTAMP)
          stamp = strata_proto_get_uint (&clock);

      if (id != STRATA_PERFETTO_CLOCK_BOOTTIME)
        continue;

      *time_ns = (gint64) stamp;
      is_found = TRUE;
    }

  return is_found;
}

static void
take_synced_clocks (StrataPerfettoReader *self,
                    StrataProto synced)
{
  gint64 client_ns;
  gint64 host_ns;
  gint64 ahead_ns;
  gboolean has_client = FALSE;
  gboolean has_host = FALSE;

  while (strata_proto_next (&synced))
    if (synced.number == STRATA_PF_SYNCED_CLOCKS_CLIENT)
      has_client = find_boottime (strata_proto_enter (&synced), &client_ns);
    else if (synced.number == STRATA_PF_SYNCED_CLOCKS_HOST)
      has_host = find_boottime (strata_proto_enter (&synced), &host_ns);

  if (!has_client || !has_host || __builtin_sub_overflow (client_ns, host_ns, &ahead_ns) || __builtin_add_overflow (self->ahead_ns, ahead_ns, &ahead_ns))
    return;

  self->ahead_ns = ahead_ns;
  self->n_ahead++;
}

/**
 * strata_perfetto_reader_take_clock_sync:
 * @self: the reader of another machine
 * @sync: the recorder's measurements: pairs of snapshots, each taken when the other side had answered
 *
 * Computes the offset of a machine's clock from the host's. The measurements include the latency of a message, once in
 * each direction, so the mean is used.
 */
void
strata_perfetto_reader_take_clock_sync (StrataPerfettoReader *self,
                                        StrataProto sync)
{
  while (strata_proto_next (&sync))
    if (sync.number == STRATA_PF_REMOTE_CLOCK_SYNC_SYNCED)
      take_synced_clocks (self, strata_proto_enter (&sync));
}
