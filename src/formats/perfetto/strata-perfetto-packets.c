/* strata-perfetto-packets.c - splits a trace into packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-packets.h"

#include "strata-perfetto-block.h"
#include "strata-perfetto-fields.h"
#include "strata-proto.h"

/* A trace is a message that contains only packets: a tag, a length and the packet, over and
 * over. There is no magic, no index and no checksum. A later version may have other fields
 * between packets; they are skipped and counted. Anything else is damage: the next place is
 * searched at which a readable packet begins that is followed by another one or by the end.
 * Right after damage only packets count, since the rest of a damaged packet consists of fields,
 * too. */
#define PACKET_TAG (STRATA_PF_TRACE_PACKET << 3 | STRATA_PROTO_BYTES)

/* No recorder writes larger packets; a larger length is damage and not worth the memory. */
#define MAX_PACKET_BYTES (256 * 1024 * 1024)

/* A tag and the longest length. */
#define MAX_HEAD_BYTES 11

/* How far to search for the next packet after damage, at a time. */
#define SEARCH_BYTES (1024 * 1024)

/* A packet is recognised by its fields; a later version may have more. */
#define MAX_KNOWN_FIELD 200

/**
 * strata_perfetto_packets_init:
 * @self: the caller's memory
 * @source: the trace
 *
 * Begins at the first packet.
 */
void
strata_perfetto_packets_init (StrataPerfettoPackets *self,
                              StrataSource *source)
{
  *self = (StrataPerfettoPackets){
    .source = source,
    .first_bad_offset = -1,
    .other_fields = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .is_in_step = TRUE,
  };
}

/**
 * strata_perfetto_packets_clear:
 * @self: packets
 *
 * Frees its memory, but not the source.
 */
void
strata_perfetto_packets_clear (StrataPerfettoPackets *self)
{
  g_clear_pointer (&self->block, g_free);
  g_clear_pointer (&self->other_fields, g_hash_table_unref);
}

/**
 * strata_perfetto_left_out_count:
 * @table: (element-type guint32 StrataPerfettoLeftOut): counts so far, by number
 * @number: number of a field
 * @n_bytes: its length
 *
 * Counts a field that is not shown.
 */
void
strata_perfetto_left_out_count (GHashTable *table,
                                guint32 number,
                                guint64 n_bytes)
{
  StrataPerfettoLeftOut *row = g_hash_table_lookup (table, GUINT_TO_POINTER (number));

  if (row == NULL)
    {
      row = g_new0 (StrataPerfettoLeftOut, 1);
      g_hash_table_insert (table, GUINT_TO_POINTER (number), row);
    }

  row->n_packets++;
  row->n_bytes += n_bytes;
}

/* Reads the tag and the length; @n_head_bytes is 0 if there is something else. */
static gboolean
read_head (const guint8 *data,
           const guint8 *end,
           gsize *n_head_bytes,
           guint64 *n_packet_bytes)
{
  const guint8 *at = data < end && *data == PACKET_TAG ? strata_proto_read_varint (data + 1, end, n_packet_bytes) : NULL;

  *n_head_bytes = at != NULL ? (gsize) (at - data) : 0;
  return at != NULL && *n_packet_bytes <= MAX_PACKET_BYTES;
}

/* Whether a complete packet begins at @data. */
static gboolean
is_packet (const guint8 *data,
           const guint8 *end,
           gsize *n_whole_bytes)
{
  guint64 n_packet_bytes;
  gsize n_head_bytes;

  if (!read_head (data, end, &n_head_bytes, &n_packet_bytes) || n_packet_bytes == 0 || n_packet_bytes > (guint64) (end - data) - n_head_bytes)
    return FALSE;

  *n_whole_bytes = n_head_bytes + (gsize) n_packet_bytes;
  return strata_proto_is_whole (data + n_head_bytes, (gsize) n_packet_bytes);
}

/* The first packet in the bytes that is followed by another one or by their end. */
static const guint8 *
find_packet (const guint8 *data,
             const guint8 *end)
{
  while ((data = memchr (data, PACKET_TAG, (gsize) (end - data))) != NULL)
    {
      gsize n_whole_bytes;

      if (is_packet (data, end, &n_whole_bytes) && (data + n_whole_bytes == end || data[n_whole_bytes] == PACKET_TAG))
        return data;

      data++;
    }

  return NULL;
}

static void
note_damage (StrataPerfettoPackets *self,
             guint64 n_lost_bytes)
{
  self->is_in_step = FALSE;
  if (self->first_bad_offset < 0)
    self->first_bad_offset = (gint64) self->offset;

  self->n_trailing_bytes += n_lost_bytes;
}

/* Skipped bytes in front of a packet do not count as trailing bytes. */
static void
end_damage (StrataPerfettoPackets *self)
{
  if (self->n_trailing_bytes == 0)
    return;

  self->n_gaps++;
  self->n_trailing_bytes = 0;
}

/* Moves past the damage at the window's start. Returns FALSE on a read error. */
static gboolean
skip_damage (StrataPerfettoPackets *self,
             GError **error)
{
  gsize n_bytes;

  /* this byte is not part of a packet, or of one that leads nowhere */
  strata_source_skip (self->source, 1);
  note_damage (self, 1);
  if (!strata_source_fill (self->source, SEARCH_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (self->source, &n_bytes);
  const guint8 *found = n_bytes > 0 ? find_packet (data, data + n_bytes) : NULL;
  const gsize n_skipped = found != NULL ? (gsize) (found - data) : n_bytes > MAX_HEAD_BYTES && !strata_source_is_at_end (self->source) ? n_bytes - MAX_HEAD_BYTES
                                                                                                                                       : n_bytes;

  strata_source_skip (self->source, n_skipped);
  note_damage (self, n_skipped);
  return TRUE;
}

/* A truncated file ends in a packet that would have continued. */
static gboolean
is_cut_packet (const StrataPerfettoPackets *self,
               const guint8 *data,
               gsize n_bytes)
{
  guint64 n_packet_bytes = 0;
  gsize n_head_bytes;

  if (!strata_source_is_at_end (self->source) || data[0] != PACKET_TAG)
    return FALSE;

  if (read_head (data, data + n_bytes, &n_head_bytes, &n_packet_bytes))
    return find_packet (data + 1, data + n_bytes) == NULL;

  return n_head_bytes == 0 && n_bytes < MAX_HEAD_BYTES;
}

/* Takes the packet at the window's start if all of it is there, as nearly always. */
static inline gboolean
take_packet (StrataPerfettoPackets *self,
             const guint8 **data,
             gsize *n_bytes)
{
  guint64 n_packet_bytes;
  gsize n_window_bytes;
  gsize n_head_bytes;
  const guint8 *window = strata_source_get_data (self->source, &n_window_bytes);

  if (!read_head (window, window + n_window_bytes, &n_head_bytes, &n_packet_bytes) || n_packet_bytes > n_window_bytes - n_head_bytes)
    return FALSE;

  *data = window + n_head_bytes;
  *n_bytes = (gsize) n_packet_bytes;
  self->n_taken_bytes = n_head_bytes + *n_bytes;
  return TRUE;
}

/* Reads until the packet at the window's start is in the window. @is_there is FALSE at damage and at the end. */
static gboolean
read_packet (StrataPerfettoPackets *self,
             const guint8 **data,
             gsize *n_bytes,
             gboolean *is_there,
             GError **error)
{
  guint64 n_packet_bytes = 0;
  gsize n_window_bytes;
  gsize n_head_bytes;

  *is_there = FALSE;
  if (!strata_source_fill (self->source, MAX_HEAD_BYTES, error))
    return FALSE;

  const guint8 *window = strata_source_get_data (self->source, &n_window_bytes);

  if (!read_head (window, window + n_window_bytes, &n_head_bytes, &n_packet_bytes))
    return TRUE;

  if (!strata_source_fill (self->source, n_head_bytes + (gsize) n_packet_bytes, error))
    return FALSE;

  *is_there = take_packet (self, data, n_bytes);
  return TRUE;
}

/* Whether a field may begin there, or the bytes end. */
static gboolean
may_be_field (const guint8 *at,
              const guint8 *end)
{
  const guint32 wires = 1 << STRATA_PROTO_VARINT | 1 << STRATA_PROTO_FIXED64 | 1 << STRATA_PROTO_BYTES | 1 << STRATA_PROTO_FIXED32;
  guint64 tag;

  return at == end || (strata_proto_read_varint (at, end, &tag) != NULL && tag >> 3 != 0 && (wires >> (tag & 7) & 1) != 0);
}

/* Counts the field at @data if its number is not that of packets. Returns its length, or 0. */
static gsize
take_other_field (StrataPerfettoPackets *self,
                  const guint8 *data,
                  const guint8 *end)
{
  StrataProto field = strata_proto (data, (gsize) (end - data));

  if (!self->is_in_step || !strata_proto_next (&field) || field.number == STRATA_PF_TRACE_PACKET || !may_be_field (field.at, end))
    return 0;

  strata_perfetto_left_out_count (self->other_fields, field.number, (guint64) (field.at - data));
  return (gsize) (field.at - data);
}

/* Moves past a field at the window's start that is not a packet, and sets @is_there. Returns FALSE on a read error. */
static gboolean
skip_other_field (StrataPerfettoPackets *self,
                  gboolean *is_there,
                  GError **error)
{
  guint64 n_field_bytes = 0;
  gsize n_bytes;
  guint64 tag;
  const guint8 *data = strata_source_get_data (self->source, &n_bytes);
  const guint8 *at = strata_proto_read_varint (data, data + n_bytes, &tag);

  *is_there = FALSE;
  if (at == NULL || ((tag & 7) == STRATA_PROTO_BYTES && (strata_proto_read_varint (at, data + n_bytes, &n_field_bytes) == NULL || n_field_bytes > MAX_PACKET_BYTES)))
    return TRUE;

  if (!strata_source_fill (self->source, 3 * MAX_HEAD_BYTES + (gsize) n_field_bytes, error))
    return FALSE;

  data = strata_source_get_data (self->source, &n_bytes);
  self->n_taken_bytes = take_other_field (self, data, data + n_bytes);
  *is_there = self->n_taken_bytes > 0;
  return TRUE;
}

/* The next packet of the file itself. @data is NULL at the end. */
static gboolean
next_outer (StrataPerfettoPackets *self,
            const guint8 **data,
            gsize *n_bytes,
            GError **error)
{
  gboolean is_there;

  for (;;)
    {
      strata_source_skip (self->source, self->n_taken_bytes);
      self->n_taken_bytes = 0;
      self->offset = strata_source_get_offset (self->source);
      is_there = take_packet (self, data, n_bytes);
      if (!is_there && !read_packet (self, data, n_bytes, &is_there, error))
        return FALSE;

      if (is_there)
        {
          end_damage (self);
          return TRUE;
        }

      gsize n_window_bytes;
      const guint8 *window = strata_source_get_data (self->source, &n_window_bytes);

      if (n_window_bytes == 0 || is_cut_packet (self, window, n_window_bytes))
        {
          self->is_cut = n_window_bytes > 0;
          if (self->is_cut && self->first_bad_offset < 0)
            self->first_bad_offset = (gint64) self->offset;
          strata_source_skip (self->source, n_window_bytes);
          *data = NULL;
          return TRUE;
        }

      if (!skip_other_field (self, &is_there, error) || (!is_there && !skip_damage (self, error)))
        return FALSE;
    }
}

/* Skips bytes that are not a packet. If a block was cut at the limit, its last packet is cut as well, which is not damage. */
static void
skip_inner (StrataPerfettoPackets *self,
            gboolean has_head)
{
  const guint8 *found = self->is_block_limited && has_head ? NULL : find_packet (self->block_at + 1, self->block_end);

  if (!self->is_block_limited || !has_head)
    {
      note_damage (self, 0);
      self->n_bad_blocks++;
    }
  self->block_at = found != NULL ? found : self->block_end;
}

/* The next packet of a decompressed block. */
static gboolean
next_inner (StrataPerfettoPackets *self,
            const guint8 **data,
            gsize *n_bytes)
{
  guint64 n_packet_bytes;
  gsize n_head_bytes;
  gsize n_other_bytes;

  if (self->block == NULL)
    return FALSE;

  while (self->block_at < self->block_end && (n_other_bytes = take_other_field (self, self->block_at, self->block_end)) > 0)
    self->block_at += n_other_bytes;

  if (self->block_at < self->block_end)
    {
      const gboolean has_head = read_head (self->block_at, self->block_end, &n_head_bytes, &n_packet_bytes);

      if (!has_head || n_packet_bytes > (guint64) (self->block_end - self->block_at) - n_head_bytes)
        skip_inner (self, has_head);
    }

  if (self->block_at == self->block_end || !read_head (self->block_at, self->block_end, &n_head_bytes, &n_packet_bytes))
    {
      g_clear_pointer (&self->block, g_free);
      return FALSE;
    }

  *data = self->block_at + n_head_bytes;
  *n_bytes = (gsize) n_packet_bytes;
  self->block_at = *data + *n_bytes;
  return TRUE;
}

/* Decompresses a block. The bytes before damage in it are used. */
static gboolean
open_block (StrataPerfettoPackets *self,
            const StrataProto *block,
            GError **error)
{
  const StrataPerfettoBlock kind = block->number == STRATA_PF_PACKET_COMPRESSED_ZSTD ? STRATA_PERFETTO_BLOCK_ZSTD : STRATA_PERFETTO_BLOCK_ZLIB;
  StrataPerfettoBlockEnd end;
  gsize n_block_bytes;

  self->block = strata_perfetto_block_unpack (block->data, (gsize) block->value, kind, strata_source_get_n_left (self->source), &n_block_bytes, &end);
  self->block_at = self->block;
  self->block_end = self->block + n_block_bytes;
  self->is_block_limited = end == STRATA_PERFETTO_BLOCK_TOO_LARGE;
  self->n_large_blocks += self->is_block_limited;
  if (end == STRATA_PERFETTO_BLOCK_DAMAGED)
    {
      self->n_bad_blocks++;
      note_damage (self, 0);
    }

  return strata_source_count_unpacked (self->source, "Perfetto", n_block_bytes, error);
}

/* Checks whether the top level of a packet is usable. No recorder writes blocks inside blocks,
 * which could make a small file very large. */
static gboolean
is_usable (StrataPerfettoPackets *self,
           const StrataPerfettoPacket *packet)
{
  const gboolean is_nested = self->block != NULL && packet->block.data != NULL;

  if (packet->is_damaged || is_nested)
    {
      self->n_bad_packets += packet->is_damaged != FALSE;
      self->n_nested_blocks += !packet->is_damaged;
      note_damage (self, 0);
      return FALSE;
    }

  self->is_in_step = TRUE;
  return TRUE;
}

/**
 * strata_perfetto_packets_next:
 * @self: packets
 * @packet: (out caller-allocates): the next packet, valid until the next call
 * @is_there: (out): whether there is one; %FALSE at the end
 * @error: return location for an error
 *
 * Finds the next packet, which may be inside a compressed block.
 *
 * Returns: %FALSE if reading failed or was cancelled
 */
gboolean
strata_perfetto_packets_next (StrataPerfettoPackets *self,
                              StrataPerfettoPacket *packet,
                              gboolean *is_there,
                              GError **error)
{
  const guint8 *data;
  gsize n_bytes;

  for (;;)
    {
      if (!next_inner (self, &data, &n_bytes) && !next_outer (self, &data, &n_bytes, error))
        return FALSE;

      *is_there = data != NULL;
      if (data == NULL)
        return TRUE;

      strata_perfetto_packet_parse (packet, data, n_bytes);
      if (!is_usable (self, packet))
        continue;

      if (packet->block.data == NULL)
        {
          self->n_packets++;
          return TRUE;
        }

      if (!open_block (self, &packet->block, error))
        return FALSE;
    }
}

/* Whether the available part of a packet begins with a known field that fits in the packet but is longer than the
 * available part: a compressed block, for example. */
static gboolean
begins_with_long_field (const guint8 *data,
                        gsize n_bytes,
                        guint64 n_packet_bytes)
{
  const guint8 *const end = data + n_bytes;
  guint64 tag;
  guint64 n_field_bytes;
  const guint8 *at = strata_proto_read_varint (data, end, &tag);

  at = at != NULL ? strata_proto_read_varint (at, end, &n_field_bytes) : NULL;
  return at != NULL && (tag & 7) == STRATA_PROTO_BYTES && tag >> 3 != 0 && tag >> 3 <= MAX_KNOWN_FIELD &&
         n_field_bytes > (guint64) (end - at) && n_field_bytes <= n_packet_bytes - (guint64) (at - data);
}

static gboolean
has_known_field (const guint8 *data,
                 gsize n_bytes,
                 guint64 n_packet_bytes)
{
  StrataProto packet = strata_proto (data, n_bytes);

  while (strata_proto_next (&packet))
    if (packet.number <= MAX_KNOWN_FIELD)
      return TRUE;

  return n_bytes < n_packet_bytes && begins_with_long_field (data, n_bytes, n_packet_bytes);
}

/* How many packets are searched for a known field. */
#define MAX_SNIFFED_PACKETS 16

/* Later versions may begin with unknown packets. */
static gboolean
has_known_packet (const guint8 *data,
                  const guint8 *end)
{
  guint64 n_packet_bytes;
  gsize n_head_bytes;

  for (guint i = 0; i < MAX_SNIFFED_PACKETS && read_head (data, end, &n_head_bytes, &n_packet_bytes); i++)
    {
      const guint8 *packet = data + n_head_bytes;
      const gsize n_bytes = (gsize) MIN (n_packet_bytes, (guint64) (end - packet));

      if (n_bytes == n_packet_bytes && !strata_proto_is_whole (packet, n_bytes))
        return FALSE;
      if (has_known_field (packet, n_bytes, n_packet_bytes))
        return TRUE;

      data = packet + n_bytes;
    }

  return FALSE;
}

/**
 * strata_perfetto_packets_is_trace:
 * @data: the first bytes of an input
 * @n_bytes: how many there are
 *
 * Text may also begin with the first byte of a packet, which is a newline.
 *
 * Returns: whether a packet is at the start and, if it is complete, another one follows
 */
gboolean
strata_perfetto_packets_is_trace (const guint8 *data,
                                  gsize n_bytes)
{
  const guint8 *end = data + n_bytes;
  guint64 n_packet_bytes;
  gsize n_head_bytes;

  if (n_bytes < 3 || !read_head (data, end, &n_head_bytes, &n_packet_bytes))
    return FALSE;

  const guint8 *packet = data + n_head_bytes;

  if (n_packet_bytes > (guint64) (end - packet))
    return has_known_field (packet, (gsize) (end - packet), n_packet_bytes);

  if (n_packet_bytes == 0 || !has_known_packet (data, end) || !strata_proto_is_whole (packet, (gsize) n_packet_bytes))
    return n_packet_bytes == 0 && packet < end && *packet == PACKET_TAG;

  return packet + n_packet_bytes == end || packet[n_packet_bytes] == PACKET_TAG || find_packet (packet + n_packet_bytes, end) != NULL || !g_utf8_validate ((const char *) data, (gssize) n_bytes, NULL);
}
