/* strata-perfetto-packets.h - cuts a trace into its packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-source.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoPackets:
 * @source: where the bytes are from
 * @offset: of the present packet in the file; of one from a compressed block, that of the block
 * @n_packets: how many packets were found
 * @n_bad_packets: packets whose fields could not be read
 * @n_bad_blocks: compressed blocks that are damaged or nested
 * @n_gaps: places between packets with something else
 * @n_trailing_bytes: bytes behind the latest packet that are none
 * @first_bad_offset: of the first damage, or -1
 * @is_cut: whether the file ends inside a packet
 *
 * A trace that is being cut into packets.
 */
typedef struct
{
  StrataSource *source; /* borrowed */
  guint64 offset;
  guint64 n_packets;
  guint64 n_bad_packets;
  guint64 n_bad_blocks;
  guint64 n_gaps;
  guint64 n_trailing_bytes;
  gint64 first_bad_offset;
  gboolean is_cut;

  /*< private >*/
  gsize n_taken_bytes; /* of the window, by the present packet */
  guint8 *block;       /* (nullable) owned: a decompressed block */
  const guint8 *block_at;
  const guint8 *block_end;
} StrataPerfettoPackets;

void strata_perfetto_packets_init (StrataPerfettoPackets *self, StrataSource *source);
void strata_perfetto_packets_clear (StrataPerfettoPackets *self);
gboolean strata_perfetto_packets_next (StrataPerfettoPackets *self, const guint8 **data, gsize *n_bytes, GError **error);
gboolean strata_perfetto_packets_is_trace (const guint8 *data, gsize n_bytes);

G_END_DECLS
