/* strata-spool.c - stores bytes temporarily, to be read again
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-spool.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <zstd.h>

/* An unlinked temporary file, so that nothing is left behind whatever happens. Each piece is a
 * Zstandard frame: text takes a tenth of its size, and the zeros of a bomb next to nothing. */
#define BLOCK_BYTES (128 * 1024)
#define LEVEL 1

struct _StrataSpool
{
  int fd;
  ZSTD_CCtx *compressor; /* owned */
  guint64 piece_begin;
  guint64 end;
  guint8 block[BLOCK_BYTES]; /* compressed bytes to be written to the file */
};

struct _StrataSpoolStream
{
  GInputStream parent_instance;

  StrataSpool *spool; /* borrowed: outlives its streams */
  StrataSpoolPiece piece;
  ZSTD_DCtx *decompressor; /* owned */
  ZSTD_inBuffer in;
  guint8 *block; /* owned: too large for a GObject */
};

G_DEFINE_FINAL_TYPE (StrataSpoolStream, strata_spool_stream, G_TYPE_INPUT_STREAM)

static gboolean
set_errno_error (int code,
                 GError **error)
{
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _ ("the temporary file could not be used: %s"), g_strerror (code));
  return FALSE;
}

/**
 * strata_spool_new:
 * @error: return location for an error
 *
 * Creates a spool in the folder for temporary files, set by `TMPDIR`.
 *
 * Returns: (transfer full): a spool, or %NULL
 */
StrataSpool *
strata_spool_new (GError **error)
{
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp ("strata-XXXXXX", &path, error);
  StrataSpool *self;

  if (fd < 0)
    return NULL;

  g_unlink (path);
  self = g_new0 (StrataSpool, 1);
  self->fd = fd;
  self->compressor = ZSTD_createCCtx ();
  ZSTD_CCtx_setParameter (self->compressor, ZSTD_c_compressionLevel, LEVEL);

  return self;
}

/**
 * strata_spool_free:
 * @self: (nullable) (transfer full): the spool; its streams must no longer be read
 */
void
strata_spool_free (StrataSpool *self)
{
  if (self == NULL)
    return;

  ZSTD_freeCCtx (self->compressor);
  g_close (self->fd, NULL);
  g_free (self);
}

static gboolean
write_block (StrataSpool *self,
             gsize n_bytes,
             GError **error)
{
  for (gsize at = 0; at < n_bytes;)
    {
      const ssize_t n = pwrite (self->fd, self->block + at, n_bytes - at, (off_t) self->end);

      if (n < 0 && errno != EINTR)
        return set_errno_error (errno, error);
      if (n > 0)
        {
          at += (gsize) n;
          self->end += (guint64) n;
        }
    }

  return TRUE;
}

/* Returns whether all bytes were written to the file or accepted by the compressor. */
static gboolean
compress (StrataSpool *self,
          ZSTD_inBuffer in,
          ZSTD_EndDirective directive,
          GError **error)
{
  gsize n_left;

  do
    {
      ZSTD_outBuffer out = { self->block, sizeof self->block, 0 };

      n_left = ZSTD_compressStream2 (self->compressor, &out, &in, directive);
      if (ZSTD_isError (n_left))
        return set_errno_error (ENOMEM, error);
      if (!write_block (self, out.pos, error))
        return FALSE;
    }
  while (directive == ZSTD_e_end ? n_left > 0 : in.pos < in.size);

  return TRUE;
}

/* Adds bytes to the current piece. Returns FALSE if the file cannot be written. */
gboolean
strata_spool_append (StrataSpool *self,
                     const guint8 *data,
                     gsize n_bytes,
                     GError **error)
{
  return compress (self, (ZSTD_inBuffer){ data, n_bytes, 0 }, ZSTD_e_continue, error);
}

/**
 * strata_spool_end_piece:
 * @self: the spool
 * @piece: (out): the bytes appended since the previous piece
 * @error: return location for an error
 *
 * Ends a piece. The next byte begins another one.
 *
 * Returns: %FALSE if the file cannot be written
 */
gboolean
strata_spool_end_piece (StrataSpool *self,
                        StrataSpoolPiece *piece,
                        GError **error)
{
  if (!compress (self, (ZSTD_inBuffer){ NULL, 0, 0 }, ZSTD_e_end, error))
    return FALSE;

  *piece = (StrataSpoolPiece){ self->piece_begin, self->end };
  self->piece_begin = self->end;

  return TRUE;
}

/**
 * strata_spool_open:
 * @self: the spool; must outlive the stream
 * @piece: a finished piece
 *
 * Returns: (transfer full): a stream of the bytes of @piece
 */
GInputStream *
strata_spool_open (StrataSpool *self,
                   StrataSpoolPiece piece)
{
  StrataSpoolStream *stream = g_object_new (STRATA_TYPE_SPOOL_STREAM, NULL);

  stream->spool = self;
  stream->piece = piece;

  return G_INPUT_STREAM (stream);
}

/* Reads the next block of the file; it is empty at the end of the piece. */
static gboolean
read_block (StrataSpoolStream *self,
            GError **error)
{
  const guint64 n_left = self->piece.end - self->piece.begin;
  ssize_t n;

  do
    n = pread (self->spool->fd, self->block, (gsize) MIN (n_left, BLOCK_BYTES), (off_t) self->piece.begin);
  while (n < 0 && errno == EINTR);

  if (n < 0 || (n == 0 && n_left > 0))
    return set_errno_error (n < 0 ? errno : EIO, error);

  self->piece.begin += (guint64) n;
  self->in = (ZSTD_inBuffer){ self->block, (gsize) n, 0 };

  return TRUE;
}

static gssize
strata_spool_stream_read (GInputStream *stream,
                          void *buffer,
                          gsize n_bytes,
                          GCancellable *cancellable,
                          GError **error)
{
  StrataSpoolStream *self = STRATA_SPOOL_STREAM (stream);
  ZSTD_outBuffer out = { buffer, n_bytes, 0 };

  for (;;)
    {
      const gsize status = ZSTD_decompressStream (self->decompressor, &out, &self->in);

      if (ZSTD_isError (status))
        {
          set_errno_error (EIO, error);
          return -1;
        }
      if (out.pos > 0 || (self->in.pos == self->in.size && self->piece.begin == self->piece.end))
        return (gssize) out.pos;
      if (self->in.pos == self->in.size && !read_block (self, error))
        return -1;
    }
}

static void
strata_spool_stream_finalize (GObject *object)
{
  StrataSpoolStream *self = STRATA_SPOOL_STREAM (object);

  ZSTD_freeDCtx (self->decompressor);
  g_free (self->block);

  G_OBJECT_CLASS (strata_spool_stream_parent_class)->finalize (object);
}

static void
strata_spool_stream_class_init (StrataSpoolStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = strata_spool_stream_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = strata_spool_stream_read;
}

static void
strata_spool_stream_init (StrataSpoolStream *self)
{
  self->decompressor = ZSTD_createDCtx ();
  self->block = g_malloc (BLOCK_BYTES);
}
