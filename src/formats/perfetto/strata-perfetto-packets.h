/* strata-perfetto-packets.h - splits a trace into packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-perfetto-packet.h"
#include "strata-source.h"

G_BEGIN_DECLS

/* Packets, or fields, of a kind that is not shown. */
typedef struct
{
  guint64 n_packets; /* their number */
  guint64 n_bytes;   /* their total length */
} StrataPerfettoLeftOut;

/* A trace that is being split into packets. */
typedef struct
{
  StrataSource *source;     /* borrowed: the trace */
  guint64 offset;           /* offset of the current packet in the file; for a packet in a compressed block, that of the block */
  guint64 n_packets;        /* how many packets were found */
  guint64 n_bad_packets;    /* packets whose fields could not be read */
  guint64 n_bad_blocks;     /* compressed blocks that are damaged */
  guint64 n_large_blocks;   /* compressed blocks that are far larger than those of recorders */
  guint64 n_nested_blocks;  /* compressed blocks inside others, which are not read */
  GHashTable *other_fields; /* fields besides packets, by their numbers; number -> StrataPerfettoLeftOut, owned */
  guint64 n_gaps;           /* places between packets with something else */
  guint64 n_trailing_bytes; /* bytes after the latest packet that are not a packet */
  gint64 first_bad_offset;  /* offset of the first damage, or -1 */
  gboolean is_cut;          /* whether the file ends inside a packet */

  /* private */
  gsize n_taken_bytes; /* of the window, used by the current packet */
  guint8 *block;       /* (nullable) owned: a decompressed block */
  const guint8 *block_at;
  const guint8 *block_end;
  gboolean is_block_limited; /* whether it was cut at the limit */
  gboolean is_in_step;       /* whether there was no damage since the latest packet */
} StrataPerfettoPackets;

void strata_perfetto_packets_init (StrataPerfettoPackets *self, StrataSource *source);
void strata_perfetto_packets_clear (StrataPerfettoPackets *self);
gboolean strata_perfetto_packets_next (StrataPerfettoPackets *self, StrataPerfettoPacket *packet, gboolean *is_there, GError **error);
gboolean strata_perfetto_packets_is_trace (const guint8 *data, gsize n_bytes);

void strata_perfetto_left_out_count (GHashTable *table, guint32 number, guint64 n_bytes);

G_END_DECLS
