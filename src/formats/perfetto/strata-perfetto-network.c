/* strata-perfetto-network.c - network packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-args.h"
#include "strata-perfetto-fields.h"
#include "strata-perfetto-player.h"

/* Packets are slices on tracks such as "wlan0 Received", named by their app. A single packet has no duration, nor
 * have packets listed in a bundle; a bundle of sums has the duration that it contains. Common parts of the
 * packets in a bundle may be interned.
 * Format: trace/android/network_trace.proto of Perfetto. */

#define DIRECTION_RECEIVED 1
#define DIRECTION_SENT 2

#define MOST_NAME_BYTES 100

typedef struct
{
  guint64 direction;
  StrataProto interface;
  guint64 n_bytes;
  guint64 uid;
  guint64 tag;
  guint64 protocol;
  guint64 tcp_flags;
  guint64 local_port;
  guint64 remote_port;
  guint64 n_packets; /* in a bundle of sums; otherwise 0 */
} Packet;

static void
parse (Packet *packet,
       StrataProto message)
{
  while (strata_proto_next (&message))
    switch (message.number)
      {
      case STRATA_PF_NETWORK_PACKET_DIRECTION:
        packet->direction = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_INTERFACE:
        packet->interface = message;
        break;
      case STRATA_PF_NETWORK_PACKET_LENGTH:
        packet->n_bytes = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_UID:
        packet->uid = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_TAG:
        packet->tag = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_PROTOCOL:
        packet->protocol = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_TCP_FLAGS:
        packet->tcp_flags = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_LOCAL_PORT:
        packet->local_port = strata_proto_get_uint (&message);
        break;
      case STRATA_PF_NETWORK_PACKET_REMOTE_PORT:
        packet->remote_port = strata_proto_get_uint (&message);
        break;
      default:
        break;
      }
}

static const char *
get_direction (const Packet *packet)
{
  switch (packet->direction)
    {
    case DIRECTION_RECEIVED:
      return "Received";
    case DIRECTION_SENT:
      return "Transmitted";
    default:
      return "Packets";
    }
}

static guint32
make_track_name (StrataPerfettoPlayer *self,
                 const Packet *packet)
{
  g_autofree char *interface = strata_proto_dup_text (&packet->interface, MOST_NAME_BYTES);
  g_autofree char *title = g_strdup_printf ("%s %s", interface != NULL ? interface : "network", get_direction (packet));

  return strata_perfetto_player_intern (self, title);
}

static guint32
make_name (StrataPerfettoPlayer *self,
           const Packet *packet)
{
  const char *app = strata_perfetto_reader_find_package (self->reader, packet->uid);
  char name[40];

  g_snprintf (name, sizeof name, "uid=%" G_GUINT64_FORMAT, packet->uid);
  return strata_perfetto_player_intern (self, app != NULL ? app : name);
}

static void
add_protocol (StrataPerfettoArgs *args,
              guint64 protocol)
{
  static const char *const names[] = { [1] = "ICMP", [6] = "TCP", [17] = "UDP", [58] = "ICMPv6" };

  if (protocol < G_N_ELEMENTS (names) && names[protocol] != NULL)
    strata_perfetto_args_add_word (args, "protocol", names[protocol]);
  else
    strata_perfetto_args_add_nonzero (args, "protocol", protocol);
}

static void
add_tcp_flags (StrataPerfettoArgs *args,
               guint64 flags)
{
  static const char *const names[] = { "FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR" };
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((flags >> i & 1) != 0)
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", names[i]);

  if (text->len > 0)
    strata_perfetto_args_add_word (args, "tcp_flags", text->str);
}

static guint32
intern_attrs (StrataPerfettoPlayer *self,
              const Packet *packet)
{
  StrataPerfettoArgs args = { self->text, NULL, self->reader->strings, 0 };
  StrataAttrs attrs = { 0 };

  g_string_truncate (self->text, 0);
  strata_perfetto_args_add_nonzero (&args, "packets", packet->n_packets);
  strata_perfetto_args_add_int (&args, "bytes", (gint64) packet->n_bytes);
  strata_perfetto_args_add_int (&args, "uid", (gint64) packet->uid);
  add_protocol (&args, packet->protocol);
  strata_perfetto_args_add_nonzero (&args, "local_port", packet->local_port);
  strata_perfetto_args_add_nonzero (&args, "remote_port", packet->remote_port);
  strata_perfetto_args_add_nonzero (&args, "socket_tag", packet->tag);
  add_tcp_flags (&args, packet->tcp_flags);
  attrs.category = strata_perfetto_player_intern (self, "network");
  attrs.args = strata_attr_table_intern_args (strata_trace_builder_get_attrs (self->reader->builder), self->text->str, self->text->len);
  return strata_attr_table_intern (strata_trace_builder_get_attrs (self->reader->builder), &attrs);
}

static void
add (StrataPerfettoPlayer *self,
     const Packet *packet,
     gint64 time_ns,
     gint64 duration_ns)
{
  const StrataEventTrack track = {
    .process = strata_perfetto_player_get_global (self),
    .thread = STRATA_NONE,
    .name = make_track_name (self, packet),
  };

  strata_perfetto_player_add_span (self, &track, time_ns, duration_ns, make_name (self, packet), intern_attrs (self, packet));
}

void
strata_perfetto_player_take_network_packet (StrataPerfettoPlayer *self,
                                            gint64 time_ns,
                                            StrataProto message)
{
  Packet packet = { 0 };

  parse (&packet, message);
  add (self, &packet, time_ns, 0);
}

/* Each packet has its own length, and a time relative to that of the bundle. */
static void
add_listed (StrataPerfettoPlayer *self,
            Packet *packet,
            gint64 time_ns,
            const GArray *times,
            const GArray *lengths)
{
  for (guint i = 0; i < MIN (times->len, lengths->len); i++)
    {
      packet->n_bytes = g_array_index (lengths, guint64, i);
      add (self, packet, strata_time_add (time_ns, (gint64) MIN (g_array_index (times, guint64, i), G_MAXINT64)), 0);
    }
}

void
strata_perfetto_player_take_network_bundle (StrataPerfettoPlayer *self,
                                            const StrataPerfettoContext *context,
                                            gint64 time_ns,
                                            StrataProto bundle)
{
  g_autoptr (GArray) times = strata_proto_list_numbers (bundle, STRATA_PF_NETWORK_BUNDLE_TIMES);
  g_autoptr (GArray) lengths = strata_proto_list_numbers (bundle, STRATA_PF_NETWORK_BUNDLE_LENGTHS);
  Packet packet = { 0 };
  StrataProto interned;
  guint64 duration_ns = 0;
  guint64 n_bytes = 0;

  while (strata_proto_next (&bundle))
    if (bundle.number == STRATA_PF_NETWORK_BUNDLE_CONTEXT)
      parse (&packet, strata_proto_enter (&bundle));
    else if (bundle.number == STRATA_PF_NETWORK_BUNDLE_N_PACKETS)
      packet.n_packets = strata_proto_get_uint (&bundle);
    else if (bundle.number == STRATA_PF_NETWORK_BUNDLE_DURATION)
      duration_ns = strata_proto_get_uint (&bundle);
    else if (bundle.number == STRATA_PF_NETWORK_BUNDLE_N_BYTES)
      n_bytes = strata_proto_get_uint (&bundle);
    else if (bundle.number == STRATA_PF_NETWORK_BUNDLE_IID && strata_perfetto_state_find_message (context->state, STRATA_PF_INTERNED_PACKET_CONTEXTS, strata_proto_get_uint (&bundle), &interned))
      {
        while (strata_proto_next (&interned))
          if (interned.number == STRATA_PF_PACKET_CONTEXT_CONTEXT)
            parse (&packet, strata_proto_enter (&interned));
      }
    else if (bundle.number == STRATA_PF_NETWORK_BUNDLE_IID)
      self->n_unknown_names++;

  if (times->len > 0 && lengths->len > 0)
    {
      add_listed (self, &packet, time_ns, times, lengths);
      return;
    }

  packet.n_bytes = n_bytes;
  add (self, &packet, time_ns, (gint64) MIN (duration_ns, G_MAXINT64));
}
