/* strata-member-stream.c - a file in an archive that is being written
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-member-stream.h"

#include <archive.h>

/* Why the library could not write is known best to whoever gave it the file. */
struct _StrataMemberStream
{
  GOutputStream parent_instance;
  struct archive *archive; /* borrowed: has to outlive the stream */
};

G_DEFINE_FINAL_TYPE (StrataMemberStream, strata_member_stream, G_TYPE_OUTPUT_STREAM)

static gssize
strata_member_stream_write (GOutputStream *stream,
                            const void *buffer,
                            gsize n_bytes,
                            GCancellable *cancellable,
                            GError **error)
{
  const la_ssize_t n_written = archive_write_data (STRATA_MEMBER_STREAM (stream)->archive, buffer, n_bytes);

  if (n_written >= 0)
    return (gssize) n_written;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, archive_error_string (STRATA_MEMBER_STREAM (stream)->archive));
  return -1;
}

static void
strata_member_stream_class_init (StrataMemberStreamClass *klass)
{
  G_OUTPUT_STREAM_CLASS (klass)->write_fn = strata_member_stream_write;
}

static void
strata_member_stream_init (StrataMemberStream *self)
{
}

/**
 * strata_member_stream_new:
 * @archive: an archive whose last header is that of the file; must outlive the stream
 *
 * Returns: (transfer full): a stream that writes the content of the file
 */
GOutputStream *
strata_member_stream_new (struct archive *archive)
{
  StrataMemberStream *self = g_object_new (STRATA_TYPE_MEMBER_STREAM, NULL);

  self->archive = archive;
  return G_OUTPUT_STREAM (self);
}
