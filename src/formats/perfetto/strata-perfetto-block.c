/* strata-perfetto-block.c - unpacks compressed packets
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-perfetto-block.h"

#include "strata-gunzip.h"
#include "strata-unzstd.h"

/* Recorders end a block at 512 KiB. A block that decompresses to more than this is a bomb. */
#define MAX_UNPACKED_BYTES (64 * 1024 * 1024)

/* Initial size of the output. */
#define FIRST_BYTES (512 * 1024)

typedef struct
{
  guint8 *bytes; /* owned */
  gsize n_used;
  gsize n_allocated;
} Room;

static void
make_room (Room *room)
{
  if (room->n_used < room->n_allocated)
    return;

  room->n_allocated = room->n_allocated == 0 ? FIRST_BYTES : room->n_allocated * 2;
  room->bytes = g_realloc (room->bytes, room->n_allocated);
}

/* Decompresses one step. Returns FALSE at the end. */
static gboolean
step (StrataDecoder *decoder,
      StrataDecodeBuffers *buffers,
      Room *room,
      gsize most_bytes,
      StrataPerfettoBlockEnd *end)
{
  make_room (room);
  buffers->out = room->bytes + room->n_used;
  buffers->n_out = room->n_allocated - room->n_used;
  buffers->n_read = 0;
  buffers->n_written = 0;

  const StrataDecodeResult result = strata_decoder_decode (decoder, buffers);

  room->n_used += buffers->n_written;
  buffers->in += buffers->n_read;
  buffers->n_in -= buffers->n_read;
  if (room->n_used > most_bytes)
    *end = STRATA_PERFETTO_BLOCK_TOO_LARGE;
  else if (result == STRATA_DECODE_OK && decoder->may_end && buffers->n_in == 0)
    *end = STRATA_PERFETTO_BLOCK_WHOLE;
  else
    *end = STRATA_PERFETTO_BLOCK_DAMAGED;

  return *end == STRATA_PERFETTO_BLOCK_DAMAGED && result == STRATA_DECODE_OK && (buffers->n_read > 0 || buffers->n_written > 0);
}

/**
 * strata_perfetto_block_unpack:
 * @data: (array length=n_bytes): compressed bytes
 * @n_bytes: its length
 * @kind: how they are compressed
 * @most_bytes: limit for the output; it is lowered to a fixed maximum far above the blocks of recorders
 * @n_unpacked_bytes: (out): length of the output; one more than @most_bytes if the limit was exceeded
 * @end: (out): how decompression ended
 *
 * Decompresses a block as far as possible.
 *
 * Returns: (transfer full): the bytes
 */
guint8 *
strata_perfetto_block_unpack (const guint8 *data,
                              gsize n_bytes,
                              StrataPerfettoBlock kind,
                              guint64 most_bytes,
                              gsize *n_unpacked_bytes,
                              StrataPerfettoBlockEnd *end)
{
  g_autoptr (StrataDecoder) decoder = kind == STRATA_PERFETTO_BLOCK_ZSTD ? strata_unzstd_new () : strata_gunzip_new (kind == STRATA_PERFETTO_BLOCK_GZIP ? STRATA_GUNZIP_GZIP : STRATA_GUNZIP_ZLIB);
  StrataDecodeBuffers buffers = { .in = data, .n_in = n_bytes, .is_last = TRUE };
  const gsize limit = (gsize) MIN (most_bytes, MAX_UNPACKED_BYTES);
  Room room = { NULL, 0, 0 };

  *end = STRATA_PERFETTO_BLOCK_DAMAGED;
  while (step (decoder, &buffers, &room, limit, end))
    ;

  *n_unpacked_bytes = MIN (room.n_used, limit + (most_bytes < MAX_UNPACKED_BYTES));
  return room.bytes;
}
