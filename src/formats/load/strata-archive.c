/* strata-archive.c - zip and tar
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-archive.h"

#include <string.h>

#include <archive.h>
#include <archive_entry.h>
#include <glib/gi18n-lib.h>

#include "strata-archive-private.h"
#include "strata-chain-stream.h"
#include "strata-error.h"
#include "strata-loader-private.h"

/* An archive is read once, from front to back, since it may come from a pipe or be compressed
 * itself. Files whose first bytes look like a trace are spooled, since traces are loaded in the
 * order of their names, and perhaps twice. The list at the end of a zip is not needed, so a
 * truncated zip can be read. */
#define HEAD_BYTES (256 * 1024)
#define SNIFF_READ_BYTES (64 * 1024)
#define SNIFF_BYTES 512 /* the header of a tar */

/* When the library meets damage, it drops what it had decompressed of the block. So blocks are
 * small, and independent of the size of reads. */
#define BLOCK_BYTES 4096

/* Limits against hostile archives. A bug report has some hundreds of files. */
#define MAX_FILES 10000
#define MAX_TRACES 256

/* The notes of a finding, which are a key file. */
#define NOTES_MAGIC "[Strata Notes]\n"
#define MAX_NOTED_BYTES 200 /* limit for the listed names of skipped files */
#define MAX_NOTES_BYTES (16 * 1024 * 1024)

typedef struct
{
  StrataArchive *result;     /* borrowed */
  StrataSource *source;      /* borrowed */
  GCancellable *cancellable; /* (nullable) borrowed */
  struct archive *archive;   /* owned */
  GError *error;             /* (nullable) owned: of reading the source, or of a limit */
  char *reason;              /* (nullable) owned: the library's last message */
  gsize n_shown_bytes;       /* bytes of the source's window that the library holds */

  /* of the current file */
  GByteArray *head; /* owned */
  char *name;       /* owned */
  gboolean is_decided;
  gboolean is_trace;
  gboolean is_notes;
  StrataArchiveTrace trace;
} Reader;

static void
trace_clear (gpointer data)
{
  StrataArchiveTrace *self = data;

  g_free (self->name);
}

/* All tar headers, even old ones without a magic, contain the sum of their bytes. */
static gboolean
is_tar (const guint8 *data,
        gsize n_bytes)
{
  const gsize sum_at = 148;
  const gsize n_sum = 8;
  guint64 sum = 0;
  char text[9] = { 0 };

  if (n_bytes < SNIFF_BYTES || data[0] == 0)
    return FALSE;

  for (gsize i = 0; i < SNIFF_BYTES; i++)
    sum += i >= sum_at && i < sum_at + n_sum ? ' ' : data[i];

  memcpy (text, data + sum_at, n_sum);

  return g_ascii_strtoull (g_strchug (text), NULL, 8) == sum;
}

/**
 * strata_archive_find:
 * @source: an input, after decompression
 * @is_archive: (out): whether it is a zip or a tar
 * @error: return location for an error
 *
 * Looks at the first bytes of an input and takes none. Call it before any format is looked for: a tar shows the
 * text of its first file.
 *
 * Returns: %FALSE if reading failed
 */
gboolean
strata_archive_find (StrataSource *source,
                     gboolean *is_archive,
                     GError **error)
{
  static const char *const magics[] = { "PK\003\004", "PK\005\006", "PK\007\010" };
  gsize n_bytes;

  if (!strata_source_fill (source, SNIFF_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  *is_archive = is_tar (data, n_bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (magics); i++)
    *is_archive |= n_bytes >= 4 && memcmp (data, magics[i], 4) == 0;

  return TRUE;
}

static StrataArchive *
archive_new (void)
{
  StrataArchive *self = g_new0 (StrataArchive, 1);

  self->skipped = g_string_new (NULL);
  self->damaged = g_string_new (NULL);
  return self;
}

/**
 * strata_archive_free:
 * @self: (nullable) (transfer full): the archive; no stream of it may be read any more
 */
void
strata_archive_free (StrataArchive *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->traces);
  strata_spool_free (self->spool);
  g_free (self->first_skipped);
  g_free (self->first_damaged);
  g_string_free (self->skipped, TRUE);
  g_string_free (self->damaged, TRUE);
  g_free (self->notes);
  g_clear_error (&self->damage);
  g_free (self);
}

/* Returns the number of files that look like traces, at least one. */
guint
strata_archive_get_n_traces (const StrataArchive *self)
{
  return self->traces->len;
}

const char *
strata_archive_get_name (const StrataArchive *self,
                         guint index)
{
  return g_array_index (self->traces, StrataArchiveTrace, index).name;
}

guint64
strata_archive_get_n_bytes (const StrataArchive *self)
{
  return self->n_bytes;
}

/* Returns the notes that came with the traces, unchanged; NULL if there is none. */
const char *
strata_archive_get_notes (const StrataArchive *self)
{
  return self->notes;
}

/**
 * strata_archive_open:
 * @self: the archive; must outlive the stream
 * @index: number of a trace
 *
 * Returns: (transfer full): its content, from the start
 */
GInputStream *
strata_archive_open (StrataArchive *self,
                     guint index)
{
  const StrataArchiveTrace *trace = &g_array_index (self->traces, StrataArchiveTrace, index);
  g_autoptr (GInputStream) first = strata_spool_open (self->spool, trace->pieces[0]);
  g_autoptr (GInputStream) second = trace->n_pieces > 1 ? strata_spool_open (self->spool, trace->pieces[1]) : NULL;

  return second != NULL ? strata_chain_stream_new (first, second) : g_steal_pointer (&first);
}

/* Adds a file to the names, up to the length that a diagnostic shows, and stores the reason of the first file. */
static void
note (GString *names,
      char **first,
      const char *name,
      const char *reason)
{
  if (*first == NULL)
    *first = g_strdup_printf ("%s: %s", name, reason);
  if (names->len < MAX_NOTED_BYTES)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
}

/**
 * strata_archive_add_skipped:
 * @self: the archive
 * @name: a file in it
 * @reason: why it is not used
 *
 * Counts a skipped file.
 */
void
strata_archive_add_skipped (StrataArchive *self,
                            const char *name,
                            const char *reason)
{
  note (self->skipped, &self->first_skipped, name, reason);
  self->n_skipped++;
}

static void
add_damaged (StrataArchive *self,
             const char *name,
             const char *reason)
{
  note (self->damaged, &self->first_damaged, name, reason);
  self->n_damaged++;
}

/**
 * strata_archive_add_unreadable:
 * @self: the archive
 * @name: a file in it
 * @cause: why it could not be read
 *
 * Counts a skipped file, as damaged if damage is the cause.
 */
void
strata_archive_add_unreadable (StrataArchive *self,
                               const char *name,
                               const GError *cause)
{
  if (g_error_matches (cause, STRATA_ERROR, STRATA_ERROR_CORRUPT))
    add_damaged (self, name, cause->message);
  else
    strata_archive_add_skipped (self, name, cause->message);
}

/**
 * strata_archive_report:
 * @self: the archive
 * @diagnostics: where to report
 *
 * Reports skipped and damaged files.
 */
void
strata_archive_report (const StrataArchive *self,
                       StrataDiagnostics *diagnostics)
{
  const StrataPlace place = { 0, -1, STRATA_NO_TIME };

  strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_SKIPPED_SECTION, self->n_skipped, place, self->n_skipped == 1 ? self->first_skipped : self->skipped->str, -1);
  strata_diagnostics_add_many (diagnostics, STRATA_DIAGNOSTIC_DAMAGED_DATA, self->n_damaged, place, self->n_damaged == 1 ? self->first_damaged : self->damaged->str, -1);
  if (self->damage != NULL)
    strata_diagnostics_add (diagnostics, self->damage_kind, place, self->damage->message, -1);
}

/* The library asks for the next block when it has used up the previous one. */
static la_ssize_t
on_read (struct archive *archive,
         void *data,
         const void **block)
{
  Reader *self = data;
  gsize n_bytes;

  strata_source_skip (self->source, self->n_shown_bytes);
  self->n_shown_bytes = 0;
  if (!strata_source_fill (self->source, BLOCK_BYTES, &self->error))
    {
      archive_set_error (archive, EIO, "%s", self->error->message);
      return ARCHIVE_FATAL;
    }

  *block = strata_source_get_data (self->source, &n_bytes);
  self->n_shown_bytes = MIN (n_bytes, BLOCK_BYTES);

  return (la_ssize_t) self->n_shown_bytes;
}

/* Some messages of the library end with a newline, which is removed. */
static const char *
get_reason (Reader *self)
{
  const char *reason = archive_error_string (self->archive);

  g_free (self->reason);
  self->reason = g_strchomp (g_strdup (reason != NULL ? reason : _ ("reason unknown")));

  return self->reason;
}

/* Ends reading at damage; the traces so far are kept. */
static void
end_damaged (Reader *self)
{
  const GError *cause = strata_source_get_damage (self->source);

  if (self->error == NULL && self->result->damage == NULL && cause == NULL)
    self->result->damage = g_error_new (STRATA_ERROR, STRATA_ERROR_CORRUPT, _ ("the archive is damaged or cut off after %u files (%s)"),
                                        self->result->n_files, get_reason (self));
}

/* If the data around the archive is damaged, that is the cause of the archive's own damage. */
static void
copy_damage (StrataArchive *self,
             StrataSource *source)
{
  self->damage_kind = STRATA_DIAGNOSTIC_DAMAGED_DATA;
  if (strata_source_get_damage (source) == NULL)
    return;

  g_clear_error (&self->damage);
  self->damage = g_error_copy (strata_source_get_damage (source));
  self->damage_kind = strata_source_get_damage_kind (source);
}

/* Whether the first bytes of a file are those of a trace. */
static gboolean
judge_head (Reader *self,
            GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (self->head->data, (gssize) self->head->len, NULL);
  g_autoptr (StrataSource) source = strata_source_new (stream, SNIFF_READ_BYTES, 0, self->cancellable);
  gboolean is_archive;

  if (!strata_archive_find (source, &is_archive, error))
    return FALSE;
  if (!is_archive)
    return strata_loader_find_format (source, TRUE, error) != NULL;

  g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("this is an archive inside an archive, which is not opened; unpack it first"));
  return FALSE;
}

static void
keep_tail (StrataArchiveTrace *trace,
           const guint8 *data,
           gsize n_bytes)
{
  const gsize n_new = MIN (n_bytes, STRATA_ARCHIVE_TAIL_BYTES);
  const gsize n_old = MIN (trace->n_tail_bytes, STRATA_ARCHIVE_TAIL_BYTES - n_new);

  memmove (trace->tail, trace->tail + trace->n_tail_bytes - n_old, n_old);
  memcpy (trace->tail + n_old, data + n_bytes - n_new, n_new);
  trace->n_tail_bytes = n_old + n_new;
}

static gboolean
put_aside (Reader *self,
           const guint8 *data,
           gsize n_bytes)
{
  StrataArchiveTrace *trace = &self->trace;

  if (n_bytes == 0)
    return TRUE;

  keep_tail (trace, data, n_bytes);
  self->result->n_bytes += n_bytes;

  return strata_spool_append (self->result->spool, data, n_bytes, &self->error);
}

/* The first notes in the archive count. */
static gboolean
are_notes (const Reader *self)
{
  return self->result->notes == NULL && self->head->len > strlen (NOTES_MAGIC) && memcmp (self->head->data, NOTES_MAGIC, strlen (NOTES_MAGIC)) == 0;
}

/* Notes that are too long are dropped. */
static void
end_notes (Reader *self)
{
  if (self->head->len <= MAX_NOTES_BYTES)
    self->result->notes = g_strndup ((const char *) self->head->data, self->head->len);
  else
    strata_archive_add_skipped (self->result, self->name, _ ("these notes are too long"));
}

/* Decides by the first bytes whether a file is a trace. */
static gboolean
decide (Reader *self)
{
  self->is_notes = are_notes (self);
  if (self->is_notes)
    {
      self->is_decided = TRUE;
      return TRUE;
    }

  g_autoptr (GError) cause = NULL;

  self->is_decided = TRUE;
  self->is_trace = judge_head (self, &cause);
  if (!self->is_trace)
    {
      strata_archive_add_unreadable (self->result, self->name, cause);
      return TRUE;
    }

  self->trace.n_head_bytes = MIN (self->head->len, sizeof self->trace.head);
  memcpy (self->trace.head, self->head->data, self->trace.n_head_bytes);

  return put_aside (self, self->head->data, self->head->len);
}

/* Takes a block of a file. Returns %FALSE on an error that ends all reading. */
static gboolean
take_block (Reader *self,
            const guint8 *data,
            gsize n_bytes)
{
  if (!strata_source_count_unpacked (self->source, "archive", n_bytes, &self->error) || g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
    return FALSE;

  if (!self->is_decided)
    {
      g_byte_array_append (self->head, data, (guint) n_bytes);
      return self->head->len < HEAD_BYTES || decide (self);
    }

  if (self->is_notes && self->head->len <= MAX_NOTES_BYTES)
    g_byte_array_append (self->head, data, (guint) n_bytes);

  return !self->is_trace || put_aside (self, data, n_bytes);
}

/* Holes of sparse files are skipped: traces have none. Returns the library's last status. */
static int
read_blocks (Reader *self,
             gboolean knows_length)
{
  for (;;)
    {
      const void *data;
      size_t n_bytes;
      la_int64_t offset;
      const int status = archive_read_data_block (self->archive, &data, &n_bytes, &offset);

      if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        return status;
      if (!take_block (self, data, n_bytes))
        return ARCHIVE_FATAL;
      if (status == ARCHIVE_WARN)
        add_damaged (self->result, self->name, get_reason (self));

      /* with a known length, the library skips the rest without unpacking it */
      if (self->is_decided && !self->is_trace && !self->is_notes && knows_length)
        return ARCHIVE_EOF;
    }
}

static gboolean
end_trace (Reader *self)
{
  StrataArchive *result = self->result;

  if (!strata_spool_end_piece (result->spool, &self->trace.pieces[0], &self->error))
    return FALSE;

  if (result->traces->len == MAX_TRACES)
    {
      g_set_error (&self->error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("the archive contains more than the limit of %d traces"), MAX_TRACES);
      return FALSE;
    }

  self->trace.n_pieces = 1;
  self->trace.name = g_steal_pointer (&self->name);
  g_array_append_val (result->traces, self->trace);

  return TRUE;
}

/* Returns whether to continue with the next file. */
static gboolean
read_file (Reader *self,
           struct archive_entry *entry)
{
  int status;

  g_byte_array_set_size (self->head, 0);
  self->trace = (StrataArchiveTrace){ 0 };
  self->is_decided = FALSE;
  self->is_trace = FALSE;
  self->is_notes = FALSE;

  status = read_blocks (self, archive_entry_size_is_set (entry));
  if (self->error != NULL)
    return FALSE;

  if (status != ARCHIVE_EOF && self->head->len == 0)
    strata_archive_add_skipped (self->result, self->name, get_reason (self));
  else if (status != ARCHIVE_EOF && status != ARCHIVE_FATAL)
    add_damaged (self->result, self->name, get_reason (self));
  if (status == ARCHIVE_FATAL)
    end_damaged (self);

  if (!self->is_decided && (self->head->len > 0 || status == ARCHIVE_EOF) && !decide (self))
    return FALSE;

  if (self->is_notes)
    end_notes (self);

  return (!self->is_trace || end_trace (self)) && status != ARCHIVE_FATAL;
}

static char *
dup_name (struct archive_entry *entry)
{
  const char *name = archive_entry_pathname_utf8 (entry);

  if (name == NULL)
    name = archive_entry_pathname (entry);

  return name != NULL ? g_utf8_make_valid (name, -1) : g_strdup (_ ("a file without a name"));
}

/* Returns whether to continue with the next file. */
static gboolean
read_entry (Reader *self,
            struct archive_entry *entry)
{
  if (archive_entry_filetype (entry) != AE_IFREG || archive_entry_hardlink (entry) != NULL)
    return TRUE;

  g_free (self->name);
  self->name = dup_name (entry);
  if (++self->result->n_files > MAX_FILES)
    {
      g_set_error (&self->error, STRATA_ERROR, STRATA_ERROR_TOO_LARGE, _ ("the archive contains more than the limit of %d files"), MAX_FILES);
      return FALSE;
    }

  if (archive_entry_is_encrypted (entry))
    {
      strata_archive_add_skipped (self->result, self->name, _ ("this is encrypted, which is not supported; unpack it with its password first"));
      return TRUE;
    }

  return read_file (self, entry);
}

static void
read_entries (Reader *self)
{
  struct archive_entry *entry;
  int status;

  do
    {
      status = archive_read_next_header (self->archive, &entry);
      if (g_cancellable_set_error_if_cancelled (self->cancellable, &self->error))
        return;
      if (status == ARCHIVE_EOF)
        return;
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        {
          end_damaged (self);
          return;
        }
    }
  while (read_entry (self, entry));
}

/* The end of the archive is not the end of the compressed data around it, whose damage may only
 * show there. */
static void
read_rest (Reader *self)
{
  gsize n_bytes;

  while (self->error == NULL && !strata_source_is_at_end (self->source))
    {
      strata_source_get_data (self->source, &n_bytes);
      strata_source_skip (self->source, n_bytes);
      strata_source_fill (self->source, 1, &self->error);
    }
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (((const StrataArchiveTrace *) a)->name, ((const StrataArchiveTrace *) b)->name);
}

/* For an archive without a trace, the error gives the reason. */
static gboolean
check_traces (const StrataArchive *self,
              GError **error)
{
  if (self->traces->len > 0)
    return TRUE;

  if (self->n_files == 0 && self->damage == NULL)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("the archive is empty"));
  else if (self->first_skipped == NULL)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_CORRUPT, self->damage != NULL ? self->damage->message : self->first_damaged);
  else if (self->n_files == 1)
    g_set_error_literal (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, self->first_skipped);
  else
    g_set_error (error, STRATA_ERROR, STRATA_ERROR_UNSUPPORTED, _ ("none of the %u files in the archive is a trace; the first is %s"), self->n_files, self->first_skipped);

  return FALSE;
}

/* Enables only these two formats, and no decompression around them. */
static gboolean
open_reader (Reader *self)
{
  self->archive = archive_read_new ();
  if (self->archive == NULL)
    g_error ("libarchive could not be initialised");

  archive_read_support_format_zip_streamable (self->archive);
  archive_read_support_format_tar (self->archive);
  if (archive_read_open (self->archive, self, NULL, on_read, NULL) == ARCHIVE_OK)
    return TRUE;

  end_damaged (self);
  return FALSE;
}

/**
 * strata_archive_read:
 * @source: a source whose window begins with an archive; read to its end
 * @cancellable: (nullable): cancels reading
 * @error: return location for an error
 *
 * Spools the traces of an archive, sorted by name. A damaged or truncated archive yields the traces before the damage.
 * Files that are not traces are counted and skipped, and so are nested archives.
 *
 * Returns: (transfer full): an archive with at least one trace, or %NULL
 */
StrataArchive *
strata_archive_read (StrataSource *source,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (StrataArchive) result = archive_new ();
  Reader self = { .result = result, .source = source, .cancellable = cancellable };

  result->traces = g_array_new (FALSE, FALSE, sizeof (StrataArchiveTrace));
  g_array_set_clear_func (result->traces, trace_clear);
  result->spool = strata_spool_new (error);
  if (result->spool == NULL)
    return NULL;

  self.head = g_byte_array_new ();
  if (open_reader (&self))
    read_entries (&self);

  archive_read_free (self.archive);
  read_rest (&self);
  copy_damage (result, source);
  g_byte_array_unref (self.head);
  g_free (self.name);
  g_free (self.reason);

  if (self.error != NULL)
    {
      g_propagate_error (error, self.error);
      return NULL;
    }

  g_array_sort (result->traces, compare_names);
  strata_archive_join_pairs (result);
  strata_archive_join_rhea (result);

  return check_traces (result, error) ? g_steal_pointer (&result) : NULL;
}
