/* strata-finding-writer.c - writes a trace and its view into one file
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-finding-writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "strata-archive.h"
#include "strata-source.h"
#include "strata-traceview-pair.h"

/* A stream that writes one file of an archive. */

struct archive;

#define STRATA_TYPE_MEMBER_STREAM (strata_member_stream_get_type ())
G_DECLARE_FINAL_TYPE (StrataMemberStream, strata_member_stream, STRATA, MEMBER_STREAM, GOutputStream)

/* Errors have no text here: the owner of the archive's stream knows the cause best. */
struct _StrataMemberStream
{
  GOutputStream parent_instance;
  struct archive *archive; /* borrowed: must outlive the stream */
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

/* Makes a stream that writes the content of the archive's current file, whose header was written last.
 * The archive must outlive it. */
static GOutputStream *
strata_member_stream_new (struct archive *archive)
{
  StrataMemberStream *self = g_object_new (STRATA_TYPE_MEMBER_STREAM, NULL);

  self->archive = archive;
  return G_OUTPUT_STREAM (self);
}

/* A zip of two files: the notes, and the unchanged trace or a part of it. */

#define COPY_BYTES (256 * 1024)

typedef struct
{
  const StrataFindingFile *finding; /* borrowed */
  GOutputStream *stream;            /* borrowed */
  StrataProgress *progress;         /* borrowed */
  GCancellable *cancellable;        /* borrowed; nullable */
  GError *error;                    /* owned; nullable: error of @stream */
  struct archive *archive;          /* owned */
} Writer;

static la_ssize_t
on_write (struct archive *archive,
          void *data,
          const void *bytes,
          size_t n_bytes)
{
  Writer *self = data;

  if (self->error == NULL && g_output_stream_write_all (self->stream, bytes, n_bytes, NULL, self->cancellable, &self->error))
    return (la_ssize_t) n_bytes;

  archive_set_error (archive, EIO, "%s", self->error->message);
  return -1;
}

/* The error of the stream is the most specific one. */
static gboolean
fail (Writer *self,
      GError **error)
{
  if (self->error != NULL)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, archive_error_string (self->archive));

  return FALSE;
}

static gboolean
begin_file (Writer *self,
            const char *name,
            GError **error)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname_utf8 (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_mtime (entry, g_get_real_time () / G_USEC_PER_SEC, 0);

  const gboolean is_begun = archive_write_header (self->archive, entry) == ARCHIVE_OK;

  archive_entry_free (entry);
  return is_begun || fail (self, error);
}

static gboolean
copy_capture (Writer *self,
              GOutputStream *member,
              GError **error)
{
  g_autoptr (GFileInputStream) input = g_file_read (self->finding->capture, self->cancellable, error);
  g_autoptr (GFileInfo) info = input != NULL ? g_file_input_stream_query_info (input, G_FILE_ATTRIBUTE_STANDARD_SIZE, self->cancellable, NULL) : NULL;
  g_autofree guint8 *bytes = g_malloc (COPY_BYTES);
  gssize n_bytes = input != NULL ? 1 : -1;

  if (info != NULL)
    strata_progress_set_total (self->progress, (guint64) g_file_info_get_size (info));

  while (n_bytes > 0)
    {
      n_bytes = g_input_stream_read (G_INPUT_STREAM (input), bytes, COPY_BYTES, self->cancellable, error);
      if (n_bytes > 0 && !g_output_stream_write_all (member, bytes, (gsize) n_bytes, NULL, self->cancellable, error))
        return FALSE;
      if (n_bytes > 0)
        strata_progress_add (self->progress, (guint64) n_bytes);
    }

  return n_bytes == 0;
}

/**
 * strata_finding_file_get_form:
 * @trace: a trace that is written without its file
 *
 * Text cannot represent everything that the formats of Perfetto and Chrome can.
 *
 * Returns: the format of the trace in the file
 */
StrataOutForm
strata_finding_file_get_form (StrataTrace *trace)
{
  const char *format = strata_trace_get_format_id (trace);

  return g_str_equal (format, "perfetto") || g_str_equal (format, "chrome") ? STRATA_OUT_PERFETTO : STRATA_OUT_TEXT;
}

static gboolean
write_trace (Writer *self,
             GError **error)
{
  const StrataFindingFile *finding = self->finding;
  const StrataOutForm form = strata_finding_file_get_form (finding->trace);
  g_autofree char *base = finding->capture != NULL ? g_file_get_basename (finding->capture) : g_strdup (form == STRATA_OUT_PERFETTO ? "clip.pftrace" : "clip.ftrace");
  g_autofree char *name = g_utf8_make_valid (base, -1);
  g_autoptr (GError) cause = NULL;

  if (!begin_file (self, name, error))
    return FALSE;

  g_autoptr (GOutputStream) member = strata_member_stream_new (self->archive);
  gboolean is_written;

  if (finding->capture != NULL)
    is_written = copy_capture (self, member, &cause);
  else
    is_written = strata_out_form_write (form, finding->trace, &finding->clip, member, self->cancellable, &cause);

  if (is_written)
    return TRUE;

  if (self->error == NULL)
    self->error = g_steal_pointer (&cause);

  return fail (self, error);
}

static gboolean
write_notes (Writer *self,
             GError **error)
{
  const gsize n_bytes = strlen (self->finding->notes);

  if (!begin_file (self, "finding.notes", error))
    return FALSE;

  return archive_write_data (self->archive, self->finding->notes, n_bytes) == (la_ssize_t) n_bytes || fail (self, error);
}

static gboolean
write_all (Writer *self,
           GError **error)
{
  archive_write_set_format_zip (self->archive);
  archive_write_set_bytes_in_last_block (self->archive, 1);
  if (archive_write_open (self->archive, self, NULL, on_write, NULL) != ARCHIVE_OK)
    return fail (self, error);

  return write_notes (self, error) && write_trace (self, error) && (archive_write_close (self->archive) == ARCHIVE_OK || fail (self, error));
}

/**
 * strata_finding_file_can_hold:
 * @file: the file that a trace was read from
 *
 * Archives inside an archive are not read, nor are method traces in two files.
 *
 * Returns: whether a finding can contain the unchanged file
 */
gboolean
strata_finding_file_can_hold (GFile *file)
{
  g_autoptr (GFile) key = NULL;
  g_autoptr (GFile) data = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);

  strata_traceview_pair_find (file, NULL, &key, &data);
  if (stream == NULL || key != NULL || data != NULL)
    return FALSE;

  g_autoptr (StrataSource) source = strata_source_new (G_INPUT_STREAM (stream), COPY_BYTES, 0, NULL);
  gboolean is_archive;

  return strata_archive_find (source, &is_archive, NULL) && !is_archive;
}

/**
 * strata_finding_file_write:
 * @self: the finding
 * @stream: the output; it remains open
 * @progress: reports how much of a capture is written
 * @cancellable: (nullable): cancels writing
 * @error: return location for an error
 *
 * Writes a trace and the view of it, so that opening the file restores the view.
 *
 * Returns: %FALSE if writing failed or was cancelled
 */
gboolean
strata_finding_file_write (const StrataFindingFile *self,
                           GOutputStream *stream,
                           StrataProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  Writer writer = { .finding = self, .stream = stream, .progress = progress, .cancellable = cancellable, .archive = archive_write_new () };

  if (writer.archive == NULL)
    g_error ("libarchive could not be initialised");

  const gboolean is_written = write_all (&writer, error);

  /* after a failure, unwritten data is dropped */
  if (!is_written)
    archive_write_fail (writer.archive);
  archive_write_free (writer.archive);
  g_clear_error (&writer.error);
  return is_written;
}
