/* strata-source.c - decompressed bytes to pull from
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-source.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gio/gfiledescriptorbased.h>
#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-source-stage.h"

/* A stack of stages. The lowest reads the stream; each above it decompresses
 * what the one below holds, or cuts a section out of it. The buffer of the
 * uppermost is the window that formats see. A stage keeps what has not been taken from it at [begin, end) of
 * its buffer; a block is read behind that, after moving it to the front.
 *
 * Damage ends a stage as the end of its input does: what came before stays
 * usable, and the first damage met is kept for the loader to report. Where the
 * format can bear a gap, as lines of text can, reading goes on with the next member
 * or frame: the line before the gap is ended, the one that begins in it left out. */
#define DEFAULT_READ_BYTES (256 * 1024)
#define DEFAULT_MAX_BYTES (G_GUINT64_CONSTANT (32) << 30)
#define MAX_LAYERS 3

/* What a decision about a layer's compression is based on. */
#define PEEK_BYTES 1024

struct _StrataSource
{
  GInputStream *stream;      /* owned */
  GCancellable *cancellable; /* (nullable) owned */
  StrataProgress *progress;  /* (nullable) borrowed: from the loader's caller */
  gsize read_bytes;
  guint64 max_bytes;
  guint64 n_spent_bytes;    /* of these by other inputs */
  guint64 n_unpacked_bytes; /* what an archive in it has yielded */
  StrataSourceStage *top;   /* owned */
  gboolean is_open;
  GError *damage; /* (nullable) owned */
  StrataDiagnosticKind damage_kind;
  guint64 n_damages;
  gint64 damage_offset; /* of the first, or -1 */
};

static gboolean
read_stream (StrataSource *self,
             StrataSourceStage *stage,
             GError **error)
{
  gssize n;

  n = g_input_stream_read (self->stream, stage->buffer + stage->end, self->read_bytes, self->cancellable, error);
  if (n < 0)
    return FALSE;

  strata_source_stage_add (stage, (gsize) n);
  stage->is_at_end = n == 0;
  strata_progress_add (self->progress, (guint64) n);

  return TRUE;
}

/* The first damage is the cause of any other. */
static void G_GNUC_PRINTF (4, 5)
    end_damaged (StrataSource *self,
                 StrataSourceStage *stage,
                 StrataDiagnosticKind kind,
                 const char *format,
                 ...)
{
  va_list args;

  self->n_damages++;
  stage->is_stuck = kind != STRATA_DIAGNOSTIC_TRUNCATED && stage->decoder->magic != NULL;
  stage->is_at_end = !(stage->is_stuck && stage->recovers);
  if (self->damage != NULL)
    return;

  va_start (args, format);
  self->damage = g_error_new_valist (STRATA_ERROR, STRATA_ERROR_CORRUPT, format, args);
  self->damage_kind = kind;
  self->damage_offset = stage == self->top ? (gint64) stage->n_out : -1;
  va_end (args);
}

static void
judge_result (StrataSource *self,
              StrataSourceStage *stage,
              StrataDecodeResult result)
{
  const StrataDecoder *decoder = stage->decoder;

  switch (result)
    {
    case STRATA_DECODE_OK:
      break;
    case STRATA_DECODE_DAMAGED:
      end_damaged (self, stage, STRATA_DIAGNOSTIC_DAMAGED_DATA, _ ("the %s data is damaged after %" PRIu64 " decompressed bytes (%s)"),
                   decoder->name, stage->n_out, decoder->reason != NULL ? decoder->reason : _ ("reason unknown"));
      break;
    case STRATA_DECODE_TRAILING:
      end_damaged (self, stage, STRATA_DIAGNOSTIC_TRAILING_BYTES, _ ("unexpected data after the %s data of %" PRIu64 " decompressed bytes"),
                   decoder->name, stage->n_out);
      break;
    case STRATA_DECODE_END:
      stage->is_at_end = TRUE;
      break;
    }
}

static gboolean stage_read (StrataSource *self, StrataSourceStage *stage, GError **error);

/* Feeds the decoder, or finds that there is nothing left to feed it. */
static gboolean
refill_below (StrataSource *self,
              StrataSourceStage *stage,
              GError **error)
{
  if (!stage->below->is_at_end)
    return stage_read (self, stage->below, error);

  if (stage->decoder->may_end)
    stage->is_at_end = TRUE;
  else
    end_damaged (self, stage, STRATA_DIAGNOSTIC_TRUNCATED, _ ("the %s data is cut off after %" PRIu64 " decompressed bytes"),
                 stage->decoder->name, stage->n_out);

  return TRUE;
}

/* What was left out belongs to the first damage, which is the one that is reported.
 * What is between two members was most likely a third. */
static void
end_gap (StrataSource *self,
         StrataSourceStage *stage,
         guint64 n_skipped_bytes)
{
  GError *damage = self->damage;

  if (self->n_damages == 1)
    {
      self->damage = g_error_new (STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("%s; %" PRIu64 " compressed bytes were skipped, and reading continued after them"),
                                  damage->message, n_skipped_bytes);
      self->damage_kind = STRATA_DIAGNOSTIC_DAMAGED_DATA;
      g_error_free (damage);
    }

  stage->decoder = strata_decoder_renew (stage->decoder);
  stage->is_stuck = FALSE;
  stage->is_in_gap = TRUE;
  if (stage->n_out > 0 && stage->last != '\n')
    {
      stage->buffer[stage->end] = '\n';
      strata_source_stage_add (stage, 1);
    }
}

/* Goes on to the next member or frame. There is room for a byte. */
static gboolean
recover (StrataSource *self,
         StrataSourceStage *stage,
         GError **error)
{
  StrataSourceStage *below = stage->below;
  guint64 n_skipped_bytes = 0;
  gboolean is_found;

  for (;;)
    {
      const gsize n_bytes = strata_decoder_find_next (stage->decoder, below->buffer + below->begin, below->end - below->begin, below->is_at_end, &is_found);

      below->begin += n_bytes;
      n_skipped_bytes += n_bytes;

      if (is_found)
        end_gap (self, stage, n_skipped_bytes);
      else if (below->is_at_end)
        stage->is_at_end = TRUE;

      if (is_found || below->is_at_end)
        return TRUE;
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error) || !stage_read (self, below, error))
        return FALSE;
    }
}

/* Leaves out the rest of the line that begins in a gap. Returns what remains. */
static gsize
drop_line (StrataSourceStage *stage,
           guint8 *bytes,
           gsize n_bytes)
{
  const guint8 *line_end = memchr (bytes, '\n', n_bytes);
  const gsize n_dropped = line_end != NULL ? (gsize) (line_end + 1 - bytes) : n_bytes;

  stage->is_in_gap = line_end == NULL;
  memmove (bytes, bytes + n_dropped, n_bytes - n_dropped);
  return n_bytes - n_dropped;
}

/* Of several inputs the sum counts, so that many small bombs are one large. */
static gboolean
check_limit (StrataSource *self,
             const char *name,
             guint64 n_bytes,
             GError **error)
{
  if (n_bytes <= self->max_bytes && self->n_spent_bytes <= self->max_bytes - n_bytes)
    return TRUE;

  if (self->n_spent_bytes > 0)
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("all files together decompress to more than the limit of %" PRIu64 " bytes"), self->max_bytes);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("the %s data decompresses to more than the limit of %" PRIu64 " bytes"), name, self->max_bytes);

  return FALSE;
}

/* Decompresses until a block is full, so that one call does not hand over crumbs. */
static gboolean
read_decoder (StrataSource *self,
              StrataSourceStage *stage,
              GError **error)
{
  const gsize block_end = stage->end + self->read_bytes;

  while (stage->end < block_end && !stage->is_at_end)
    {
      StrataSourceStage *below = stage->below;

      if (stage->is_stuck)
        {
          if (!recover (self, stage, error))
            return FALSE;
          continue;
        }

      StrataDecodeBuffers buffers = {
        .in = below->buffer + below->begin,
        .n_in = below->end - below->begin,
        .out = stage->buffer + stage->end,
        .n_out = block_end - stage->end,
        .is_last = below->is_at_end,
      };
      const StrataDecodeResult result = strata_decoder_decode (stage->decoder, &buffers);

      below->begin += buffers.n_read;
      strata_source_stage_add (stage, stage->is_in_gap ? drop_line (stage, buffers.out, buffers.n_written) : buffers.n_written);
      judge_result (self, stage, result);

      if (result == STRATA_DECODE_OK && buffers.n_read == 0 && buffers.n_written == 0 && !refill_below (self, stage, error))
        return FALSE;
    }

  return stage->is_section || check_limit (self, stage->decoder->name, stage->n_out, error);
}

/* Reads a block; at least one byte unless the stage is at its end. */
static gboolean
stage_read (StrataSource *self,
            StrataSourceStage *stage,
            GError **error)
{
  strata_source_stage_make_room (stage, self->read_bytes);

  return stage->decoder != NULL ? read_decoder (self, stage, error) : read_stream (self, stage, error);
}

/* The buffer grows with what is there, not with what is wanted: lengths in
 * files can be anything. */
static gboolean
stage_fill (StrataSource *self,
            StrataSourceStage *stage,
            gsize n_wanted_bytes,
            GError **error)
{
  while (stage->end - stage->begin < n_wanted_bytes && !stage->is_at_end)
    {
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error) || !stage_read (self, stage, error))
        return FALSE;
    }

  return TRUE;
}

/**
 * strata_source_new:
 * @stream: what to read; a file, a pipe or memory
 * @read_bytes: how many bytes to read at a time, or 0 for the default
 * @max_bytes: most bytes that decompression may yield, or 0 for the default of 32 GiB
 * @cancellable: (nullable): what cancels reading
 *
 * Makes a source. Nothing is read yet.
 *
 * Returns: (transfer full): a source
 */
StrataSource *
strata_source_new (GInputStream *stream,
                   gsize read_bytes,
                   guint64 max_bytes,
                   GCancellable *cancellable)
{
  StrataSource *self;

  g_return_val_if_fail (G_IS_INPUT_STREAM (stream), NULL);

  self = g_new0 (StrataSource, 1);
  self->stream = g_object_ref (stream);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->read_bytes = read_bytes > 0 ? read_bytes : DEFAULT_READ_BYTES;
  self->max_bytes = max_bytes > 0 ? max_bytes : DEFAULT_MAX_BYTES;
  self->top = strata_source_stage_new (NULL, NULL);
  self->damage_offset = -1;

  return self;
}

void
strata_source_free (StrataSource *self)
{
  if (self == NULL)
    return;

  strata_source_stage_free (self->top);
  g_clear_object (&self->stream);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->damage);
  g_free (self);
}

/**
 * strata_source_set_progress:
 * @self: the source
 * @progress: (nullable): where to count the bytes read, before decompression; must live as long as @self
 *
 * Sets where progress is reported.
 */
void
strata_source_set_progress (StrataSource *self,
                            StrataProgress *progress)
{
  self->progress = progress;
}

/**
 * strata_source_set_spent:
 * @self: the source
 * @n_bytes: what other inputs have yielded, see [method@Strata.Source.get_n_yielded]
 *
 * Leaves less of the limit to this source.
 */
void
strata_source_set_spent (StrataSource *self,
                         guint64 n_bytes)
{
  self->n_spent_bytes = n_bytes;
}

/**
 * strata_source_count_unpacked:
 * @self: the source of an archive, or of data with compressed parts
 * @name: what has yielded the bytes, as it is called in messages
 * @n_bytes: how many bytes more it has yielded
 * @error: return location for an error
 *
 * Holds the limit against what these yield, too.
 *
 * Returns: %FALSE when the limit is reached
 */
gboolean
strata_source_count_unpacked (StrataSource *self,
                              const char *name,
                              guint64 n_bytes,
                              GError **error)
{
  self->n_unpacked_bytes += n_bytes;

  return check_limit (self, name, self->n_unpacked_bytes, error);
}

/**
 * strata_source_get_n_left:
 * @self: the source of data with compressed parts
 *
 * Returns: how many bytes more such parts may yield
 */
guint64
strata_source_get_n_left (const StrataSource *self)
{
  const guint64 n_bytes = self->max_bytes - MIN (self->n_spent_bytes, self->max_bytes);

  return n_bytes - MIN (self->n_unpacked_bytes, n_bytes);
}

/**
 * strata_source_get_n_yielded:
 * @self: the source
 *
 * Returns: how many bytes decompression has yielded, or an archive in it if that is more
 */
guint64
strata_source_get_n_yielded (const StrataSource *self)
{
  const StrataSourceStage *stage = self->top;

  while (stage->is_section)
    stage = stage->below;

  return MAX (stage->decoder != NULL ? stage->n_out : 0, self->n_unpacked_bytes);
}

/**
 * strata_source_open:
 * @self: the source
 * @error: return location for an error
 *
 * Looks at the content for compression, layer by layer. The first
 * [func@Strata.Source.fill] does it, too.
 *
 * Returns: %FALSE when reading failed or was cancelled
 */
gboolean
strata_source_open (StrataSource *self,
                    GError **error)
{
  for (guint n_layers = 0; !self->is_open && n_layers < MAX_LAYERS; n_layers++)
    {
      StrataDecoder *decoder;
      gsize n_skipped_bytes;

      if (!stage_fill (self, self->top, PEEK_BYTES, error))
        return FALSE;

      decoder = strata_decoder_detect (self->top->buffer + self->top->begin, self->top->end - self->top->begin, &n_skipped_bytes);
      if (decoder == NULL)
        break;

      self->top->begin += n_skipped_bytes;
      self->top = strata_source_stage_new (self->top, decoder);
    }

  self->is_open = TRUE;

  return TRUE;
}

/**
 * strata_source_fill:
 * @self: the source
 * @n_wanted_bytes: how many bytes the window should have
 * @error: return location for an error
 *
 * Reads until the window has at least @n_wanted_bytes, or the input has ended:
 * then it has fewer, and [method@Strata.Source.is_at_end] is %TRUE. Usually it
 * has more. To get more than there is now, ask for one byte more. The window may
 * move in memory.
 *
 * Returns: %FALSE when reading failed, a limit was reached or the user cancelled
 */
gboolean
strata_source_fill (StrataSource *self,
                    gsize n_wanted_bytes,
                    GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  if (!self->is_open && !strata_source_open (self, error))
    return FALSE;

  return stage_fill (self, self->top, n_wanted_bytes, error);
}

/**
 * strata_source_get_data:
 * @self: the source
 * @n_bytes: (out): how many bytes the window has
 *
 * Returns: (transfer none) (array length=n_bytes): the window, until the next
 *   call of [method@Strata.Source.fill]
 */
const guint8 *
strata_source_get_data (const StrataSource *self,
                        gsize *n_bytes)
{
  *n_bytes = self->top->end - self->top->begin;

  return self->top->buffer != NULL ? self->top->buffer + self->top->begin : (const guint8 *) "";
}

/**
 * strata_source_skip:
 * @self: the source
 * @n_bytes: how many bytes of the window are done with
 *
 * Moves the window on. The bytes after those stay where they are in memory.
 */
void
strata_source_skip (StrataSource *self,
                    gsize n_bytes)
{
  g_return_if_fail (n_bytes <= self->top->end - self->top->begin);

  self->top->begin += n_bytes;
}

/**
 * strata_source_get_n_file_bytes:
 * @self: an open source
 *
 * Finds out whether the input is a plain file on a disk, of which any part can be read at any time
 * with [method@Strata.Source.read_at].
 *
 * Returns: how long the file is; 0 if bytes can only be pulled, as those of a pipe or of compressed data
 */
guint64
strata_source_get_n_file_bytes (const StrataSource *self)
{
  struct stat file;
  int fd;

  if (self->top->below != NULL || !G_IS_FILE_DESCRIPTOR_BASED (self->stream))
    return 0;

  fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (self->stream));
  if (fstat (fd, &file) != 0 || !S_ISREG (file.st_mode) || lseek (fd, 0, SEEK_CUR) != (off_t) self->top->n_out)
    return 0;

  return (guint64) MAX (file.st_size, 0);
}

/**
 * strata_source_read_at:
 * @self: a source of a plain file, see [method@Strata.Source.get_n_file_bytes]
 * @offset: where to read
 * @bytes: where to put it
 * @n_bytes: how many bytes
 *
 * Reads a part of the file, beside the window.
 *
 * Returns: how many bytes were read: fewer at the end of the file, which may be cut off while it is read
 */
gsize
strata_source_read_at (StrataSource *self,
                       guint64 offset,
                       gpointer bytes,
                       gsize n_bytes)
{
  const int fd = g_file_descriptor_based_get_fd (G_FILE_DESCRIPTOR_BASED (self->stream));
  gsize n_done = 0;

  while (n_done < n_bytes)
    {
      const gssize n = pread (fd, (guint8 *) bytes + n_done, n_bytes - n_done, (off_t) (offset + n_done));

      if (n <= 0)
        break;

      n_done += (gsize) n;
    }

  strata_progress_add (self->progress, n_done);
  return n_done;
}

/**
 * strata_source_take:
 * @self: the source
 * @n_bytes: how many bytes of the window to take
 * @buffer: (inout) (nullable): memory from g_malloc() that is not needed any more;
 *   then that in which the bytes are, owned by the caller
 * @n_allocated: (inout): its size
 *
 * Moves the window on as [method@Strata.Source.skip] does, but leaves its first bytes
 * to the caller, in place of memory to go on with.
 *
 * Returns: (transfer none): the bytes
 */
const guint8 *
strata_source_take (StrataSource *self,
                    gsize n_bytes,
                    gpointer *buffer,
                    gsize *n_allocated)
{
  g_return_val_if_fail (n_bytes <= self->top->end - self->top->begin, NULL);

  return strata_source_stage_take (self->top, n_bytes, buffer, n_allocated);
}

/**
 * strata_source_recover:
 * @self: an open source of text
 *
 * Makes it go on behind damage with the next member of gzip or frame of Zstandard,
 * at the beginning of a line.
 */
void
strata_source_recover (StrataSource *self)
{
  g_return_if_fail (self->is_open);

  self->top->recovers = TRUE;
  if (self->top->is_stuck)
    self->top->is_at_end = FALSE;
}

/**
 * strata_source_push:
 * @self: an open source
 * @decoder: (transfer full): what finds the end of the section, and may change its bytes
 *
 * Shows a section of the input, from the window's begin on, as if it were all of it.
 */
void
strata_source_push (StrataSource *self,
                    StrataDecoder *decoder)
{
  g_return_if_fail (self->is_open);

  self->top = strata_source_stage_new (self->top, decoder);
  self->top->is_section = TRUE;
}

/**
 * strata_source_pop:
 * @self: a source that shows a section
 *
 * Goes back to the input around the section. The window begins behind what the
 * section has used up.
 */
void
strata_source_pop (StrataSource *self)
{
  StrataSourceStage *section = self->top;

  g_return_if_fail (section->below != NULL);

  self->top = g_steal_pointer (&section->below);
  strata_source_stage_free (section);
}

/**
 * strata_source_get_offset:
 * @self: the source
 *
 * Returns: how many bytes after decompression, or of the section, come before the window
 */
guint64
strata_source_get_offset (const StrataSource *self)
{
  return self->top->n_out - (self->top->end - self->top->begin);
}

gboolean
strata_source_is_at_end (const StrataSource *self)
{
  return self->top->is_at_end;
}

/**
 * strata_source_get_damage:
 * @self: the source
 *
 * Returns: (nullable) (transfer none): why the input ended early, or %NULL when
 *   all of it was read so far
 */
const GError *
strata_source_get_damage (const StrataSource *self)
{
  return self->damage;
}

/**
 * strata_source_get_n_damages:
 * @self: the source
 *
 * Returns: how often damage was met
 */
guint64
strata_source_get_n_damages (const StrataSource *self)
{
  return self->n_damages;
}

/**
 * strata_source_get_damage_offset:
 * @self: a source with damage
 *
 * Returns: how many bytes after decompression come before the first damage
 */
guint64
strata_source_get_damage_offset (const StrataSource *self)
{
  return self->damage_offset >= 0 ? (guint64) self->damage_offset : strata_source_get_offset (self);
}

StrataDiagnosticKind
strata_source_get_damage_kind (const StrataSource *self)
{
  return self->damage_kind;
}
