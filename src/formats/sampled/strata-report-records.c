/* strata-report-records.c - the protobuf of "simpleperf report-sample" and of "hiperf report --proto"
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-report-records.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "strata-proto.h"
#include "strata-stack-frames.h"

/* After the magic and a version of two bytes, each record is preceded by its length; a length of 0 is the end. Samples
 * refer to files, symbols, threads and events by number. These may come later, so everything is read first. hiperf uses
 * simpleperf's numbers for the fields that are read here.
 * Format: simpleperf's cmd_report_sample.proto. hiperf's format is from memory of its report_sample.proto; no real file
 * was at hand. */

#define MOST_BYTES (1u << 30)
#define HEADER_BYTES (STRATA_REPORT_MAGIC_BYTES + 2)

/* Fields of a record. */
enum
{
  RECORD_SAMPLE = 1,
  RECORD_LOST = 2,
  RECORD_FILE = 3,
  RECORD_THREAD = 4,
  RECORD_INFO = 5,
  RECORD_SWITCH = 6,
};

typedef struct
{
  StrataText path;
  GArray *symbols; /* (element-type StrataText) owned */
} File;

typedef struct
{
  gint64 pid;
  StrataText name;
} Thread;

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  StrataTraceBuilder *builder; /* borrowed */
  StrataStackFrames frames;
  GHashTable *files;   /* id + 1 -> File, owned */
  GHashTable *threads; /* tid + 1 -> Thread, owned */
  GPtrArray *events;   /* (element-type utf8) owned */
  GArray *records;     /* (element-type StrataProto) owned: samples */
} Reader;

static gpointer
get_key (guint64 id)
{
  return GSIZE_TO_POINTER ((gsize) (id & G_MAXUINT32) + 1);
}

static void
free_file (gpointer data)
{
  File *file = data;

  g_array_unref (file->symbols);
  g_free (file);
}

static void
keep_file (Reader *self,
           StrataProto message)
{
  File *file = g_new0 (File, 1);
  guint64 id = 0;

  file->symbols = g_array_new (FALSE, FALSE, sizeof (StrataText));
  while (strata_proto_next (&message))
    {
      const StrataText text = strata_proto_get_text (&message);

      if (message.number == 1)
        id = strata_proto_get_uint (&message);
      else if (message.number == 2)
        file->path = text;
      else if (message.number == 3)
        g_array_append_val (file->symbols, text);
    }

  g_hash_table_replace (self->files, get_key (id), file);
}

static void
keep_thread (Reader *self,
             StrataProto message)
{
  Thread *thread = g_new0 (Thread, 1);
  guint64 tid = 0;

  while (strata_proto_next (&message))
    if (message.number == 1)
      tid = strata_proto_get_uint (&message);
    else if (message.number == 2)
      thread->pid = (gint32) strata_proto_get_uint (&message);
    else if (message.number == 3)
      thread->name = strata_proto_get_text (&message);

  g_hash_table_replace (self->threads, get_key (tid), thread);
}

/* Keeps the names of events; hiperf also writes the command that was run. */
static void
keep_info (Reader *self,
           StrataProto message)
{
  while (strata_proto_next (&message))
    {
      const StrataText text = strata_proto_get_text (&message);
      g_autofree char *word = g_strndup (text.text, MIN (text.n_bytes, 4096));

      if (message.number == 1)
        g_ptr_array_add (self->events, g_steal_pointer (&word));
      else if (message.number == 2 && *word != '\0')
        strata_trace_builder_add_property (self->builder, "command", word);
    }
}

static void
report_lost (const Reader *self,
             StrataProto message)
{
  const guint64 n_lost = strata_proto_find_uint (message, 2);

  if (n_lost > 0)
    strata_diagnostics_add_many (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_LOST_EVENTS, n_lost, (StrataPlace){ 0, -1, STRATA_NO_TIME }, NULL, -1);
}

static void
report_unshown (const Reader *self,
                guint32 number)
{
  g_autofree char *other = g_strdup_printf (_ ("records of kind %u"), number);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), STRATA_DIAGNOSTIC_UNSHOWN_PACKET, (StrataPlace){ 0, -1, STRATA_NO_TIME }, number == RECORD_SWITCH ? _ ("context switches") : other, -1);
}

static void
keep_record (Reader *self,
             StrataProto record)
{
  while (strata_proto_next (&record))
    {
      const StrataProto message = strata_proto_enter (&record);

      if (record.number == RECORD_SAMPLE)
        g_array_append_val (self->records, message);
      else if (record.number == RECORD_LOST)
        report_lost (self, message);
      else if (record.number == RECORD_FILE)
        keep_file (self, message);
      else if (record.number == RECORD_THREAD)
        keep_thread (self, message);
      else if (record.number == RECORD_INFO)
        keep_info (self, message);
      else
        report_unshown (self, record.number);
    }
}

/* A call without a symbol has the symbol -1. */
static void
take_call (Reader *self,
           StrataProto call)
{
  const File *file = NULL;
  guint64 address = 0;
  gint64 symbol = -1;

  while (strata_proto_next (&call))
    if (call.number == 1)
      address = strata_proto_get_uint (&call);
    else if (call.number == 2)
      file = g_hash_table_lookup (self->files, get_key (strata_proto_get_uint (&call)));
    else if (call.number == 3)
      symbol = (gint32) strata_proto_get_uint (&call);

  const gboolean is_known = file != NULL && symbol >= 0 && symbol < (gint64) file->symbols->len;

  strata_stack_frames_add_native (&self->frames, self->samples, is_known ? g_array_index (file->symbols, StrataText, (guint) symbol) : (StrataText){ "", 0 }, file != NULL ? file->path : (StrataText){ "", 0 }, address);
}

static void
take_sample (Reader *self,
             StrataProto sample)
{
  gint64 time_ns = 0;
  gint64 tid = 0;
  gint64 weight = 0;
  guint64 type = 0;

  while (strata_proto_next (&sample))
    if (sample.number == 1)
      time_ns = strata_proto_get_int (&sample) & G_MAXINT64;
    else if (sample.number == 2)
      tid = (gint32) strata_proto_get_uint (&sample);
    else if (sample.number == 3)
      take_call (self, strata_proto_enter (&sample));
    else if (sample.number == 4)
      weight = strata_proto_get_int (&sample) & G_MAXINT64;
    else if (sample.number == 5)
      type = strata_proto_get_uint (&sample);

  const Thread *thread = g_hash_table_lookup (self->threads, get_key ((guint64) tid));
  const char *name = type < self->events->len ? g_ptr_array_index (self->events, type) : "samples";
  const guint32 event = strata_stack_samples_get_kernel_event (self->samples, (StrataText){ name, strlen (name) }, TRUE);
  const guint32 row = strata_stack_samples_get_thread (self->samples, event, thread != NULL ? thread->pid : -1, tid, thread != NULL ? thread->name : (StrataText){ "", 0 });

  strata_stack_samples_add (self->samples, event, row, time_ns, strata_stack_frames_take_any (&self->frames, self->samples), weight);
  strata_stack_samples_add_stack (self->samples, STRATA_SAMPLER_SIMPLEPERF, event, thread != NULL ? thread->pid : -1, tid, time_ns, self->frames.callsite);
}

static void
diagnose (const Reader *self,
          StrataDiagnosticKind kind,
          gsize offset,
          const char *sample)
{
  strata_diagnostics_add (strata_trace_builder_get_diagnostics (self->builder), kind, (StrataPlace){ 0, (gint64) offset, STRATA_NO_TIME }, sample, -1);
}

/* The length of a record, little endian. */
static guint32
get_size (const guint8 *data)
{
  return data[0] | (guint32) data[1] << 8 | (guint32) data[2] << 16 | (guint32) data[3] << 24;
}

/* An incomplete record is not used. */
static void
keep_records (Reader *self,
              const guint8 *data,
              gsize n_bytes)
{
  gsize at = HEADER_BYTES;
  guint32 size = 1;

  while (size > 0 && at + 4 <= n_bytes)
    {
      size = get_size (data + at);
      at += 4;
      if (size > n_bytes - at)
        break;

      if (strata_proto_is_whole (data + at, size))
        keep_record (self, strata_proto (data + at, size));
      else
        diagnose (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, at, _ ("a record that is not protobuf"));
      at += size;
    }

  if (size > 0)
    diagnose (self, STRATA_DIAGNOSTIC_TRUNCATED, at, NULL);
  else if (at < n_bytes)
    diagnose (self, STRATA_DIAGNOSTIC_TRAILING_BYTES, at, NULL);
}

/**
 * strata_report_has_magic:
 * @data: (array length=n_bytes): the first bytes of something
 * @n_bytes: how many there are
 * @magic: %STRATA_REPORT_MAGIC_BYTES bytes
 *
 * Returns: whether it begins with them
 */
gboolean
strata_report_has_magic (const guint8 *data,
                         gsize n_bytes,
                         const char *magic)
{
  return n_bytes >= STRATA_REPORT_MAGIC_BYTES && memcmp (data, magic, STRATA_REPORT_MAGIC_BYTES) == 0;
}

/**
 * strata_report_read_records:
 * @samples: where samples go
 * @source: a report as protobuf
 * @builder: where properties of the recording go
 * @error: return location for an error
 *
 * Reads all samples of a report.
 *
 * Returns: %FALSE if it cannot be read at all
 */
gboolean
strata_report_read_records (StrataStackSamples *samples,
                            StrataSource *source,
                            StrataTraceBuilder *builder,
                            GError **error)
{
  Reader self = { .samples = samples, .builder = builder };
  gsize n_bytes;

  if (!strata_source_fill (source, MOST_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  self.files = g_hash_table_new_full (NULL, NULL, NULL, free_file);
  self.threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.events = g_ptr_array_new_with_free_func (g_free);
  self.records = g_array_new (FALSE, FALSE, sizeof (StrataProto));
  keep_records (&self, data, n_bytes);
  for (guint i = 0; i < self.records->len; i++)
    take_sample (&self, g_array_index (self.records, StrataProto, i));

  strata_stack_frames_clear (&self.frames);
  g_hash_table_unref (self.files);
  g_hash_table_unref (self.threads);
  g_ptr_array_unref (self.events);
  g_array_unref (self.records);
  return TRUE;
}
