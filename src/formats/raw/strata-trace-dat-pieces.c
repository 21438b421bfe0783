/* strata-trace-dat-pieces.c - reads compressed pages of a trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* The pages of a CPU start with the number of pieces. Each piece has its compressed and decompressed lengths and the data. The
 * length in the table of CPUs does not include these length fields. If they are damaged, the next piece is found by the magic
 * bytes of compressed data. */
#define PIECE_HEAD_BYTES 8

/* Bytes per search step. */
#define SEARCH_BYTES 65536

typedef struct
{
  guint32 n_bytes;
  guint32 n_unpacked_bytes;
} Piece;

/* Whether compressed data can start with these bytes. */
static gboolean
is_packed (StrataRingPacking packing,
           const guint8 *data)
{
  if (packing == STRATA_RING_ZSTD)
    return memcmp (data, "\x28\xb5\x2f\xfd", 4) == 0;

  return (data[0] & 15) == 8 && (data[0] >> 4) <= 7 && (data[0] * 256 + data[1]) % 31 == 0;
}

/* Whether a piece starts with these bytes. The file may end inside it. */
static gboolean
read_piece (const StrataDatReader *self,
            const guint8 *head,
            Piece *piece)
{
  piece->n_bytes = (guint32) strata_ring_read_uint (head, 4, self->is_swapped);
  piece->n_unpacked_bytes = (guint32) strata_ring_read_uint (head + 4, 4, self->is_swapped);
  return piece->n_bytes > 0 && piece->n_unpacked_bytes > 0 && piece->n_bytes <= STRATA_RING_MAX_UNIT_BYTES && piece->n_unpacked_bytes <= STRATA_RING_MAX_UNIT_BYTES &&
         piece->n_unpacked_bytes % self->capture.layout.page_bytes == 0 && is_packed (self->packing, head + PIECE_HEAD_BYTES);
}

static gboolean
is_piece (const StrataDatReader *self,
          guint64 offset,
          Piece *piece)
{
  guint8 head[PIECE_HEAD_BYTES + 4];

  return strata_ring_blob_copy (self->capture.blob, offset, head, sizeof head) == sizeof head && read_piece (self, head, piece);
}

/* Returns the start of the next piece; @end if there is none. */
static guint64
find_piece (const StrataDatReader *self,
            guint64 from,
            guint64 end)
{
  g_autofree guint8 *block = g_malloc (SEARCH_BYTES);
  Piece piece;

  while (from < end)
    {
      const gsize n_bytes = strata_ring_blob_copy (self->capture.blob, from, block, SEARCH_BYTES);

      if (n_bytes < PIECE_HEAD_BYTES + 4)
        break;

      for (gsize i = 0; i + PIECE_HEAD_BYTES + 4 <= n_bytes && from + i < end; i++)
        if (read_piece (self, block + i, &piece))
          return from + i;

      from += n_bytes - PIECE_HEAD_BYTES - 3;
    }

  return end;
}

/* Returns the start of the first piece. If it is not at @offset, bytes before it are missing or inserted, and the
 * number of pieces is not known. */
static guint64
find_first (StrataDatReader *self,
            guint64 offset,
            guint64 end,
            guint32 *n_pieces)
{
  Piece piece;

  if (*n_pieces > 0 && is_piece (self, offset, &piece))
    return offset;

  strata_dat_reader_note_damage (self, offset);
  *n_pieces = G_MAXUINT32;
  return find_piece (self, self->pieces_end != 0 ? self->pieces_end : offset, end);
}

/* Adds a piece. With @has_next, returns the start of the next one. */
static guint64
take_piece (StrataDatReader *self,
            guint32 cpu,
            guint64 offset,
            guint64 end,
            gboolean has_next)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  const guint64 begin = offset + PIECE_HEAD_BYTES;
  StrataRingExtent extent = { .offset = begin, .packing = self->packing };
  Piece piece, next;
  guint64 next_offset;

  is_piece (self, offset, &piece);
  next_offset = begin + piece.n_bytes;
  if (has_next && next_offset + PIECE_HEAD_BYTES + 4 > n_file_bytes)
    self->is_cut = TRUE;
  else if (has_next && !is_piece (self, next_offset, &next))
    {
      strata_dat_reader_note_damage (self, offset);
      next_offset = find_piece (self, begin, end);
    }

  extent.n_bytes = (guint32) MIN (piece.n_bytes, next_offset - begin);
  extent.n_unpacked_bytes = piece.n_unpacked_bytes;
  self->is_cut |= !strata_ring_capture_add (&self->capture, self->n_buffers, cpu, &extent);
  return next_offset;
}

guint64
strata_dat_reader_take_pieces (StrataDatReader *self,
                               guint32 cpu,
                               guint64 offset,
                               guint64 end)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  StrataDatCursor cursor = strata_dat_reader_open (self, offset);
  guint32 n_pieces = (guint32) strata_dat_cursor_get_uint (&cursor, 4);
  guint64 at;

  if (cursor.is_cut)
    {
      self->is_cut = TRUE;
      return cursor.at;
    }

  at = find_first (self, cursor.at, end, &n_pieces);
  for (; n_pieces > 0 && at + PIECE_HEAD_BYTES + 4 <= MIN (end, n_file_bytes); n_pieces--)
    at = take_piece (self, cpu, at, end, n_pieces > 1);

  self->pieces_end = MIN (at, n_file_bytes);
  strata_dat_reader_note_end (self, self->pieces_end);
  return self->pieces_end;
}
