/* strata-ring-blob.c - random access to a whole file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "strata-ring-blob.h"

#include <string.h>

#include "strata-column.h"

/* Small enough to waste little memory, large enough that the system reclaims it immediately. */
#define PIECE_BYTES (256 * 1024)

/* Bytes per search step. */
#define SEARCH_BYTES ((gsize) 65536)

typedef struct
{
  guint8 *bytes; /* owned; NULL once it was freed */
  guint32 n_holds;
} Piece;

struct _StrataRingBlob
{
  StrataSource *file;  /* (nullable) borrowed: read from on demand */
  StrataColumn pieces; /* Piece; none with @file */
  guint64 n_bytes;
};

static Piece *
get_piece (const StrataRingBlob *self,
           guint64 offset)
{
  return &strata_column_at (&self->pieces, Piece, offset / PIECE_BYTES);
}

static void
append (StrataRingBlob *self,
        const guint8 *data,
        gsize n_bytes)
{
  while (n_bytes > 0)
    {
      const gsize at = self->n_bytes % PIECE_BYTES;
      const gsize n = MIN (n_bytes, PIECE_BYTES - at);

      if (at == 0)
        *(Piece *) strata_column_push (&self->pieces, sizeof (Piece)) = (Piece){ g_malloc (PIECE_BYTES), 0 };

      memcpy (get_piece (self, self->n_bytes)->bytes + at, data, n);
      self->n_bytes += n;
      data += n;
      n_bytes -= n;
    }
}

/**
 * strata_ring_blob_read:
 * @source: a source from which nothing was taken; must outlive the result
 * @error: return location for an error
 *
 * Reads all of a source, unless parts of it can be read on demand.
 *
 * Returns: (transfer full) (nullable): the blob, or %NULL if reading failed or was cancelled
 */
StrataRingBlob *
strata_ring_blob_read (StrataSource *source,
                       GError **error)
{
  g_autoptr (StrataRingBlob) self = g_new0 (StrataRingBlob, 1);

  if (!strata_source_open (source, error))
    return NULL;

  self->n_bytes = strata_source_get_n_file_bytes (source);
  if (self->n_bytes > 0)
    {
      self->file = source;
      return g_steal_pointer (&self);
    }

  for (;;)
    {
      const guint8 *data;
      gsize n_bytes;

      if (!strata_source_fill (source, 1, error))
        return NULL;

      data = strata_source_get_data (source, &n_bytes);
      if (n_bytes == 0)
        return g_steal_pointer (&self);

      append (self, data, n_bytes);
      strata_source_skip (source, n_bytes);
    }
}

void
strata_ring_blob_free (StrataRingBlob *self)
{
  if (self == NULL)
    return;

  for (gsize i = 0; i < self->pieces.n; i++)
    g_free (strata_column_at (&self->pieces, Piece, i).bytes);

  strata_column_clear (&self->pieces);
  g_free (self);
}

guint64
strata_ring_blob_get_n_bytes (const StrataRingBlob *self)
{
  return self->n_bytes;
}

/**
 * strata_ring_blob_end_at:
 * @self: a blob
 * @n_bytes: the new length; not more than the present one
 *
 * Cuts off the rest.
 */
void
strata_ring_blob_end_at (StrataRingBlob *self,
                         guint64 n_bytes)
{
  g_return_if_fail (n_bytes <= self->n_bytes);

  self->n_bytes = n_bytes;
}

/**
 * strata_ring_blob_copy:
 * @self: a blob
 * @offset: where to read
 * @bytes: where to copy to
 * @n_bytes: how many bytes to copy
 *
 * Copies a part of the file that was not freed.
 *
 * Returns: the number of bytes copied, which is smaller if the file ends before
 */
gsize
strata_ring_blob_copy (const StrataRingBlob *self,
                       guint64 offset,
                       gpointer bytes,
                       gsize n_bytes)
{
  const gsize n_wanted = offset < self->n_bytes ? (gsize) MIN (n_bytes, self->n_bytes - offset) : 0;

  if (self->file != NULL)
    return strata_source_read_at (self->file, offset, bytes, n_wanted);

  for (gsize n_done = 0; n_done < n_wanted;)
    {
      const gsize at = (offset + n_done) % PIECE_BYTES;
      const gsize n = MIN (n_wanted - n_done, PIECE_BYTES - at);
      const Piece *piece = get_piece (self, offset + n_done);

      if (piece->bytes == NULL)
        return n_done;

      memcpy ((guint8 *) bytes + n_done, piece->bytes + at, n);
      n_done += n;
    }

  return n_wanted;
}

/**
 * strata_ring_blob_dup:
 * @self: a blob
 * @offset: where to read
 * @n_bytes: (inout): how many bytes to copy, then how many were copied
 *
 * Returns: (transfer full): the bytes, followed by a NUL
 */
guint8 *
strata_ring_blob_dup (const StrataRingBlob *self,
                      guint64 offset,
                      guint64 *n_bytes)
{
  guint8 *bytes;

  *n_bytes = offset < self->n_bytes ? MIN (*n_bytes, self->n_bytes - offset) : 0;
  bytes = g_malloc (*n_bytes + 1);
  *n_bytes = strata_ring_blob_copy (self, offset, bytes, *n_bytes);
  bytes[*n_bytes] = 0;

  return bytes;
}

/**
 * strata_ring_blob_find:
 * @self: a blob
 * @from: where to start
 * @bytes: (array length=n_bytes): what to look for
 * @n_bytes: how many bytes; not 0, and only a few
 *
 * Returns: the next offset at which they occur, or the end of the file
 */
guint64
strata_ring_blob_find (const StrataRingBlob *self,
                       guint64 from,
                       gconstpointer bytes,
                       gsize n_bytes)
{
  g_autofree guint8 *block = g_malloc (SEARCH_BYTES);
  gsize n;

  while ((n = strata_ring_blob_copy (self, from, block, SEARCH_BYTES)) >= n_bytes)
    {
      const guint8 *found = memmem (block, n, bytes, n_bytes);

      if (found != NULL)
        return from + (guint64) (found - block);

      from += n - n_bytes + 1;
    }

  return self->n_bytes;
}

/**
 * strata_ring_blob_find_page:
 * @self: a blob
 * @layout: layout of the pages
 * @from: where to start
 * @end: where to stop
 * @before: time of the previous page, or 0 if there is none
 *
 * Searches for a page at any offset.
 *
 * Returns: the start of the next page, or @end
 */
guint64
strata_ring_blob_find_page (const StrataRingBlob *self,
                            const StrataRingLayout *layout,
                            guint64 from,
                            guint64 end,
                            guint64 before)
{
  const gsize n_block_bytes = MAX (SEARCH_BYTES, 2 * (gsize) layout->page_bytes);
  g_autofree guint8 *block = g_malloc (n_block_bytes);

  while (from < end)
    {
      const gsize n_bytes = strata_ring_blob_copy (self, from, block, (gsize) MIN (n_block_bytes, end - from));
      const gsize n_places = n_bytes < n_block_bytes ? n_bytes : n_bytes - layout->page_bytes;
      const gsize place = strata_ring_page_find (layout, block, n_bytes, n_places, before);

      from += place;
      if (place < n_places)
        return from;
      if (n_bytes < n_block_bytes)
        break;
    }

  return end;
}

/**
 * strata_ring_blob_hold:
 * @self: a blob
 * @offset: start of the part
 * @n_bytes: its length, within the file
 *
 * Keeps a part of the file in memory until it is released.
 */
void
strata_ring_blob_hold (StrataRingBlob *self,
                       guint64 offset,
                       guint64 n_bytes)
{
  if (n_bytes == 0 || self->file != NULL)
    return;

  for (guint64 i = offset / PIECE_BYTES; i <= (offset + n_bytes - 1) / PIECE_BYTES; i++)
    get_piece (self, i * PIECE_BYTES)->n_holds++;
}

/**
 * strata_ring_blob_release:
 * @self: a blob
 * @offset: start of a part that was held
 * @n_bytes: its length
 * @n_done: how much of it was released before
 * @n_more: how much more of it is no longer needed
 *
 * Releases a part in steps.
 */
void
strata_ring_blob_release (StrataRingBlob *self,
                          guint64 offset,
                          guint64 n_bytes,
                          guint64 n_done,
                          guint64 n_more)
{
  const guint64 end = offset + n_done + n_more;
  const guint64 first = (offset + n_done) / PIECE_BYTES;
  const guint64 n_pieces = n_done + n_more < n_bytes ? end / PIECE_BYTES : (end + PIECE_BYTES - 1) / PIECE_BYTES;

  if (n_more == 0 || self->file != NULL)
    return;

  for (guint64 i = first; i < n_pieces; i++)
    {
      Piece *piece = get_piece (self, i * PIECE_BYTES);

      if (piece->n_holds > 0 && --piece->n_holds == 0)
        g_clear_pointer (&piece->bytes, g_free);
    }
}

/**
 * strata_ring_blob_drop_rest:
 * @self: a blob
 *
 * Frees everything that is not held.
 */
void
strata_ring_blob_drop_rest (StrataRingBlob *self)
{
  for (gsize i = 0; i < self->pieces.n; i++)
    {
      Piece *piece = &strata_column_at (&self->pieces, Piece, i);

      if (piece->n_holds == 0)
        g_clear_pointer (&piece->bytes, g_free);
    }
}
