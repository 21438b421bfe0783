/* strata-perfetto-packet.c - the parts of a packet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-packet.h"

#include "strata-perfetto-fields.h"
#include "strata-perfetto-reader.h"

#define FLAG_CLEARED 1

/**
 * strata_perfetto_packet_is_moment:
 * @kind: number of the field with the content of a packet
 *
 * Returns: whether it is an event that is shown
 */
gboolean
strata_perfetto_packet_is_moment (guint32 kind)
{
  switch (kind)
    {
    case STRATA_PF_PACKET_TRACK_EVENT:
    case STRATA_PF_PACKET_PROCESS_STATS:
    case STRATA_PF_PACKET_SYS_STATS:
    case STRATA_PF_PACKET_BATTERY:
    case STRATA_PF_PACKET_ANDROID_LOG:
    case STRATA_PF_PACKET_POWER_RAILS:
    case STRATA_PF_PACKET_GPU_COUNTER_EVENT:
    case STRATA_PF_PACKET_GPU_MEM_TOTAL:
    case STRATA_PF_PACKET_GPU_RENDER_STAGE_EVENT:
    case STRATA_PF_PACKET_GPU_LOG:
    case STRATA_PF_PACKET_FRAME_TIMELINE:
    case STRATA_PF_PACKET_GRAPHICS_FRAME_EVENT:
    case STRATA_PF_PACKET_ENERGY_BREAKDOWN:
    case STRATA_PF_PACKET_ENTITY_RESIDENCY:
    case STRATA_PF_PACKET_WAKELOCKS:
    case STRATA_PF_PACKET_CPU_PER_UID:
    case STRATA_PF_PACKET_PERF_SAMPLE:
    case STRATA_PF_PACKET_STREAMING_PROFILE:
    case STRATA_PF_PACKET_NETWORK_PACKET:
    case STRATA_PF_PACKET_NETWORK_BUNDLE:
    case STRATA_PF_PACKET_VULKAN_CALL:
    case STRATA_PF_PACKET_VULKAN_MEMORY:
    case STRATA_PF_PACKET_SYSTEM_PROPERTY:
    case STRATA_PF_PACKET_DISPLAY_STATE:
    case STRATA_PF_PACKET_TRIGGER:
    case STRATA_PF_PACKET_CLONE_TRIGGER:
    case STRATA_PF_PACKET_TASK_STATE:
    case STRATA_PF_PACKET_EVDEV_EVENT:
    case STRATA_PF_PACKET_STATSD:
    case STRATA_PF_PACKET_SMAPS:
    case STRATA_PF_PACKET_MEMORY_SNAPSHOT:
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
is_known (guint32 kind)
{
  return kind == STRATA_PF_PACKET_FTRACE_EVENTS || strata_perfetto_packet_is_moment (kind) || strata_perfetto_reader_is_fact (kind);
}

/* Takes a content field. A later version may add an unknown field next to the content. */
static void
take_content (StrataPerfettoPacket *packet,
              const StrataProto *field)
{
  if (packet->kind != 0 && !is_known (field->number))
    return;

  packet->kind = field->number;
  packet->content = *field;
}

/* Takes a field: some are about the packet, all others are content. */
static void
take_field (StrataPerfettoPacket *packet,
            const StrataProto *field)
{
  switch (field->number)
    {
    case STRATA_PF_PACKET_TIMESTAMP:
      packet->stamp = strata_proto_get_uint (field);
      packet->has_stamp = TRUE;
      break;
    case STRATA_PF_PACKET_TIMESTAMP_CLOCK:
      packet->clock = strata_proto_get_uint (field);
      break;
    case STRATA_PF_PACKET_SEQUENCE:
      packet->sequence = (guint32) strata_proto_get_uint (field);
      break;
    case STRATA_PF_PACKET_SEQUENCE_FLAGS:
      packet->flags = (guint32) strata_proto_get_uint (field);
      packet->clears |= (packet->flags & FLAG_CLEARED) != 0;
      break;
    case STRATA_PF_PACKET_STATE_CLEARED:
      packet->clears |= strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_PACKET_DROPPED:
      packet->is_after_loss = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_PACKET_FIRST_ON_SEQUENCE:
      packet->is_first = strata_proto_get_uint (field) != 0;
      break;
    case STRATA_PF_PACKET_MACHINE:
      packet->machine = (guint32) strata_proto_get_uint (field);
      break;
    case STRATA_PF_PACKET_PRODUCER_PID:
      packet->pid = (gint64) strata_proto_get_uint (field);
      break;
    case STRATA_PF_PACKET_INTERNED_DATA:
      packet->interned = strata_proto_enter (field);
      break;
    case STRATA_PF_PACKET_DEFAULTS:
      packet->defaults = strata_proto_enter (field);
      break;
    case STRATA_PF_PACKET_UID:
      break;
    case STRATA_PF_PACKET_COMPRESSED:
    case STRATA_PF_PACKET_COMPRESSED_ZSTD:
      if (field->wire == STRATA_PROTO_BYTES && packet->block.data == NULL)
        packet->block = *field;
      break;
    default:
      if (field->wire == STRATA_PROTO_BYTES)
        take_content (packet, field);
      break;
    }
}

/**
 * strata_perfetto_packet_parse:
 * @packet: (out caller-allocates): its parts, which point into @data
 * @data: (array length=n_bytes): a packet
 * @n_bytes: length of @data
 *
 * Finds the parts of a packet.
 */
void
strata_perfetto_packet_parse (StrataPerfettoPacket *packet,
                              const guint8 *data,
                              gsize n_bytes)
{
  StrataProto message = strata_proto (data, n_bytes);

  *packet = (StrataPerfettoPacket){ .pid = -1 };
  while (strata_proto_next (&message))
    take_field (packet, &message);

  packet->is_damaged = message.is_damaged;
}
