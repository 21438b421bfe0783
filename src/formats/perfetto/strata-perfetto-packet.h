/* strata-perfetto-packet.h - the parts of a packet
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "strata-proto.h"

G_BEGIN_DECLS

/**
 * StrataPerfettoPacket:
 * @stamp: its timestamp, not converted
 * @has_stamp: whether it has one
 * @clock: id of the clock of @stamp, or 0
 * @sequence: id of its writer
 * @machine: number of the machine, 0 for the recording one
 * @pid: the process that wrote it, or -1
 * @kind: number of the field with its content, or 0
 * @flags: flags of the sequence
 * @clears: whether it clears the state of its sequence
 * @is_after_loss: whether packets of its sequence are missing before it
 * @is_first: whether it is the first one of its sequence
 * @content: the content
 * @interned: new entries of the dictionaries
 * @defaults: new defaults
 * @block: a compressed block, which contains packets
 * @is_damaged: whether its fields could not be read to the end; fields of nested messages are not checked
 * @time_clock: index of the clock of @stamp; this and @time_ns are set by its reader
 * @time_ns: @stamp as a time on that clock
 *
 * A parsed packet.
 */
typedef struct
{
  guint64 stamp;
  gboolean has_stamp;
  guint64 clock;
  guint32 sequence;
  guint32 machine;
  gint64 pid;
  guint32 kind;
  guint32 flags;
  gboolean clears;
  gboolean is_after_loss;
  gboolean is_first;
  StrataProto content;
  StrataProto interned;
  StrataProto defaults;
  StrataProto block;
  gboolean is_damaged;
  guint32 time_clock;
  gint64 time_ns;
} StrataPerfettoPacket;

gboolean strata_perfetto_packet_is_moment (guint32 kind);
void strata_perfetto_packet_parse (StrataPerfettoPacket *packet, const guint8 *data, gsize n_bytes);

G_END_DECLS
