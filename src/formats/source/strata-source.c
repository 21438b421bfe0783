/* strata-source.c - provides decompressed bytes on demand
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

/* A stack of stages. The lowest one reads the stream; each other one decompresses the data of the
 * stage below, or cuts out a section. The buffer of the top stage is the window that formats see. A
 * stage keeps the bytes that were not taken yet at [begin, end) of its buffer. A block is read
 * behind them, after moving them to the front.
 *
 * Damage ends a stage like the end of its input: earlier data remains usable, and the loader
 * reports the first damage. If the format tolerates a gap, as lines of text do, reading continues
 * with the next member or frame: the line before the gap is ended, and the line that begins in the
 * gap is left out. */
#define DEFAULT_READ_BYTES (256 * 1024)
#define DEFAULT_MAX_BYTES (G_GUINT64_CONSTANT (32) << 30)
#define MAX_LAYERS 3

/* Fewer bytes after the last member or frame are not another one. */
#define LEAST_MEMBER_BYTES 1024

/* Detection of a layer's compression uses at most this many bytes. */
#define PEEK_BYTES 1024

struct _StrataSource
{
  GInputStream *stream;      /* owned */
  GCancellable *cancellable; /* (nullable) owned */
  StrataProgress *progress;  /* (nullable) borrowed: from the loader's caller */
  gsize read_bytes;
  guint64 max_bytes;
  guint64 n_spent_bytes;    /* how much of @max_bytes other inputs have used */
  guint64 n_unpacked_bytes; /* bytes that an archive in it has yielded */
  StrataSourceStage *top;   /* owned */
  gboolean is_open;
  GError *damage; /* (nullable) owned */
  StrataDiagnosticKind damage_kind;
  guint64 n_damages;
  gint64 damage_offset; /* of the first damage, or -1 */
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

/* The first damage causes any later ones. */
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

/* Feeds the decoder, or detects that no input is left. */
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

/* Says how many bytes were skipped, by @format, which contains the damage and that number. They most likely were a member or a
 * frame. Only the first damage is reported. */
static void G_GNUC_PRINTF (2, 0)
    tell_gap (StrataSource *self,
              const char *format,
              guint64 n_skipped_bytes)
{
  g_autoptr (GError) damage = self->damage;

  self->damage = g_error_new (STRATA_ERROR, STRATA_ERROR_CORRUPT, format, damage->message, n_skipped_bytes);
  self->damage_kind = STRATA_DIAGNOSTIC_DAMAGED_DATA;
}

static void
end_gap (StrataSource *self,
         StrataSourceStage *stage,
         guint64 n_skipped_bytes)
{
  if (self->n_damages == 1)
    tell_gap (self, _ ("%s; %" PRIu64 " compressed bytes were skipped, and reading continued after them"), n_skipped_bytes);

  stage->decoder = strata_decoder_renew (stage->decoder);
  stage->is_stuck = FALSE;
  stage->is_in_gap = TRUE;
  if (stage->n_out > 0 && stage->last != '\n')
    {
      stage->buffer[stage->end] = '\n';
      strata_source_stage_add (stage, 1);
    }
}

/* No other member or frame follows. A few bytes may be a note that somebody added. */
static void
end_in_gap (StrataSource *self,
            StrataSourceStage *stage,
            guint64 n_skipped_bytes)
{
  stage->is_at_end = TRUE;
  if (self->n_damages == 1 && self->damage_kind == STRATA_DIAGNOSTIC_TRAILING_BYTES && n_skipped_bytes >= LEAST_MEMBER_BYTES)
    tell_gap (self, _ ("%s; %" PRIu64 " compressed bytes were skipped, up to the end"), n_skipped_bytes);
}

/* Finds the next member or frame. The buffer must have space for a byte. */
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
        end_in_gap (self, stage, n_skipped_bytes);

      if (is_found || below->is_at_end)
        return TRUE;
      if (g_cancellable_set_error_if_cancelled (self->cancellable, error) || !stage_read (self, below, error))
        return FALSE;
    }
}

/* Removes the rest of a line that begins in a gap. Returns the number of remaining bytes. */
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

/* The limit applies to the sum over all inputs, so that many small bombs count as one large bomb. */
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

/* Decompresses until a block is full, so that one call does not return tiny amounts. */
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

/* The buffer grows with the available data, not with the requested size, because lengths in
 * files may be arbitrary. */
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
 * @stream: the input: a file, a pipe or memory
 * @read_bytes: how many bytes to read at a time, or 0 for the default
 * @max_bytes: the most bytes that decompression may yield, or 0 for the default of 32 GiB
 * @cancellable: (nullable): cancels reading
 *
 * Creates a source. Nothing is read yet.
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
 * @progress: (nullable): counts the bytes read, before decompression; must live as long as @self
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
 * @n_bytes: how many bytes other inputs have yielded, see [method@Strata.Source.get_n_yielded]
 *
 * Reduces the limit of this source by that amount.
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
 * @name: name of the data for messages
 * @n_bytes: how many more bytes it has yielded
 * @error: return location for an error
 *
 * Applies the limit to these bytes, too.
 *
 * Returns: %FALSE if the limit is exceeded
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
 * Returns: how many more bytes such parts may yield
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
 * Returns: how many bytes decompression has yielded, or an archive in the source if that is more
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
 * Detects compression by content, layer by layer. The first
 * [func@Strata.Source.fill] does it, too.
 *
 * Returns: %FALSE if reading failed or was cancelled
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
 * Reads until the window has at least @n_wanted_bytes or the input has ended. In the latter
 * case it has fewer, and [method@Strata.Source.is_at_end] is %TRUE. Usually it has more. To
 * read more than the window has now, request one byte more. The window may move in memory.
 *
 * Returns: %FALSE if reading failed, a limit was exceeded or the user cancelled
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
 * Returns: (transfer none) (array length=n_bytes): the window, valid until the next
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
 * @n_bytes: how many bytes of the window are no longer needed
 *
 * Advances the window. The remaining bytes keep their place in memory.
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
 * Checks whether the input is a plain file on a disk, of which any part can be read at any time
 * with [method@Strata.Source.read_at].
 *
 * Returns: the length of the file; 0 if the input is a stream, such as a pipe or compressed data
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
 * @bytes: receives the bytes
 * @n_bytes: how many bytes
 *
 * Reads a part of the file, independent of the window.
 *
 * Returns: how many bytes were read: fewer at the end of the file, which may be truncated while it is read
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
 * @buffer: (inout) (nullable): memory from g_malloc() that is no longer needed;
 *   then the memory that contains the bytes, owned by the caller
 * @n_allocated: (inout): its size
 *
 * Advances the window like [method@Strata.Source.skip], but gives its first bytes to the
 * caller, in exchange for other memory.
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
 * Makes reading continue after damage with the next gzip member or Zstandard frame, at
 * the start of a line.
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
 * @decoder: (transfer full): finds the end of the section, and may change its bytes
 *
 * Presents a section of the input, from the start of the window, as if it were the whole input.
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
 * @self: a source that presents a section
 *
 * Returns to the input around the section. The window starts after the bytes that the
 * section has used.
 */
void
strata_source_pop (StrataSource *self)
{
  StrataSourceStage *section = self->top;

  g_return_if_fail (section->below != NULL);

  self->top = g_steal_pointer (&section->below);
  strata_source_stage_free (section);
}

/* Returns how many bytes, after decompression or of the section, precede the window. */
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

/* Returns why the input ended early, or NULL if all of it could be read so far. */
const GError *
strata_source_get_damage (const StrataSource *self)
{
  return self->damage;
}

/* Returns how often damage was met. */
guint64
strata_source_get_n_damages (const StrataSource *self)
{
  return self->n_damages;
}

/* Returns how many decompressed bytes precede the first damage. */
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
