/* strata-simpleperf.c - the reports of "simpleperf report-sample", as text and as protobuf
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-format.h"
#include "strata-log-lines.h"
#include "strata-proto.h"
#include "strata-stack-frames.h"

/* The text has a paragraph "sample:" with a key a line, and the calls of the stack below "callchain:"; what is
 * above that is the innermost call. The protobuf has records with their length in front; samples refer to
 * files, symbols, threads and events by number, which may come after them, so that all is read first.
 * Format: simpleperf's report_sample.cpp and cmd_report_sample.proto. */

#define MAGIC "SIMPLEPERF"
#define MAGIC_BYTES 10
#define MOST_BYTES (1u << 30)

typedef struct
{
  StrataStackSamples *samples; /* borrowed */
  StrataStackFrames frames;
  GString *symbol_text;  /* owned */
  GString *library_text; /* owned */
  GString *event;        /* owned */
  GString *thread_name;  /* owned */
  gboolean has_call;
  gboolean is_open;
  gint64 time_ns;
  gint64 weight;
  gint64 pid;
  gint64 tid;
} Reader;

static void
end_call (Reader *self)
{
  if (self->has_call)
    strata_stack_frames_add_native (&self->frames, self->samples, g_str_equal (self->symbol_text->str, "unknown") ? (StrataText){ "", 0 } : (StrataText){ self->symbol_text->str, self->symbol_text->len },
                                    (StrataText){ self->library_text->str, self->library_text->len }, 0);

  self->has_call = FALSE;
  g_string_truncate (self->symbol_text, 0);
  g_string_truncate (self->library_text, 0);
}

static void
end_sample (Reader *self)
{
  end_call (self);
  if (self->is_open)
    {
      const guint32 event = strata_stack_samples_get_kernel_event (self->samples, (StrataText){ self->event->str, self->event->len }, self->weight >= 0);
      const guint32 thread = strata_stack_samples_get_thread (self->samples, event, self->pid, self->tid, (StrataText){ self->thread_name->str, self->thread_name->len });

      strata_stack_samples_add (self->samples, event, thread, self->time_ns, strata_stack_frames_take (&self->frames, self->samples, TRUE), self->weight >= 0 ? self->weight : 1);
    }

  self->is_open = FALSE;
  self->time_ns = STRATA_NO_TIME;
  self->weight = -1;
  self->pid = -1;
  self->tid = 0;
}

static void
set (GString *string,
     StrataText text)
{
  g_string_truncate (string, 0);
  g_string_append_len (string, text.text, (gssize) MIN (text.n_bytes, 65536));
}

static gint64
get_number (StrataText text)
{
  guint64 number;

  return strata_text_parse_uint (text.text, text.text + text.n_bytes, G_MAXINT64, &number) != NULL ? (gint64) number : 0;
}

/* Returns: whether the line is known */
static gboolean
take_line (Reader *self,
           StrataText line)
{
  StrataText text = strata_log_trim (line);

  if (text.n_bytes == 7 && memcmp (text.text, "sample:", 7) == 0)
    {
      end_sample (self);
      self->is_open = TRUE;
      return TRUE;
    }
  if (!self->is_open)
    return strata_log_skip_word (&text, "sample_count:") || strata_log_skip_word (&text, "lost_count:");
  if (strata_log_skip_word (&text, "event_type:"))
    set (self->event, text);
  else if (strata_log_skip_word (&text, "time:"))
    self->time_ns = get_number (text);
  else if (strata_log_skip_word (&text, "event_count:"))
    self->weight = get_number (text);
  else if (strata_log_skip_word (&text, "process_id:"))
    self->pid = get_number (text);
  else if (strata_log_skip_word (&text, "thread_id:"))
    self->tid = get_number (text);
  else if (strata_log_skip_word (&text, "thread_name:"))
    set (self->thread_name, text);
  else if (strata_log_skip_word (&text, "vaddr_in_file:"))
    {
      end_call (self);
      self->has_call = TRUE;
    }
  else if (strata_log_skip_word (&text, "file:"))
    set (self->library_text, text);
  else if (strata_log_skip_word (&text, "symbol:"))
    set (self->symbol_text, text);
  else if (strata_log_skip_word (&text, "lost_situation:"))
    end_sample (self);
  else
    return text.n_bytes == 0 || strata_log_skip_word (&text, "callchain:") || strata_log_skip_word (&text, "execution_type:") || strata_log_skip_word (&text, "unwinding_result:") || strata_log_skip_word (&text, "error_code:");

  return TRUE;
}

static gboolean
read_lines (Reader *self,
            StrataSource *source,
            StrataTraceBuilder *builder,
            GError **error)
{
  StrataCounts *counts = strata_trace_builder_get_counts (builder);
  GError *failure = NULL;
  StrataLogLines lines;
  StrataText line = { "", 0 };

  strata_log_lines_init (&lines, source);
  while (strata_log_lines_next (&lines, &line, &failure))
    {
      counts->n_lines++;
      if (take_line (self, line) || strata_log_is_blank (line))
        counts->n_notes++;
      else
        strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_UNKNOWN_LINE, (StrataPlace){ lines.number, -1, STRATA_NO_TIME }, line.text, (gssize) line.n_bytes);
    }

  end_sample (self);
  if (failure == NULL)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

/* protobuf */

typedef struct
{
  GHashTable *files;   /* id + 1 -> StrataProto, owned */
  GHashTable *threads; /* the same */
  GPtrArray *events;   /* (element-type utf8) owned */
  GPtrArray *samples;  /* (element-type StrataProto) owned */
} Tables;

static gpointer
copy_message (StrataProto message)
{
  return g_memdup2 (&message, sizeof message);
}

static gint64
find_number (StrataProto message,
             guint32 number)
{
  while (strata_proto_next (&message))
    if (message.number == number)
      return strata_proto_get_int (&message);

  return 0;
}

/* The one with that number among equal fields. */
static StrataText
find_text (StrataProto message,
           guint32 number,
           gint64 nth)
{
  while (nth >= 0 && strata_proto_next (&message))
    if (message.number == number && message.wire == STRATA_PROTO_BYTES && nth-- == 0)
      return (StrataText){ (const char *) message.data, (gsize) message.value };

  return (StrataText){ "", 0 };
}

static void
keep_record (Tables *tables,
             StrataProto record)
{
  while (strata_proto_next (&record))
    {
      StrataProto message = strata_proto_enter (&record);

      if (record.number == 1)
        g_ptr_array_add (tables->samples, copy_message (message));
      else if (record.number == 3 || record.number == 4)
        g_hash_table_replace (record.number == 3 ? tables->files : tables->threads, GSIZE_TO_POINTER ((gsize) find_number (message, 1) + 1), copy_message (message));
      else if (record.number == 5)
        while (strata_proto_next (&message))
          if (message.number == 1 && message.wire == STRATA_PROTO_BYTES)
            g_ptr_array_add (tables->events, g_strndup ((const char *) message.data, (gsize) message.value));
    }
}

static void
take_call (Reader *self,
           const Tables *tables,
           StrataProto call)
{
  const StrataProto *file = g_hash_table_lookup (tables->files, GSIZE_TO_POINTER ((gsize) find_number (call, 2) + 1));
  gint64 symbol = -1;

  for (StrataProto field = call; strata_proto_next (&field);)
    if (field.number == 3)
      symbol = (gint32) strata_proto_get_uint (&field);

  strata_stack_frames_add_native (&self->frames, self->samples, file != NULL ? find_text (*file, 3, symbol) : (StrataText){ "", 0 },
                                  file != NULL ? find_text (*file, 2, 0) : (StrataText){ "", 0 }, (guint64) find_number (call, 1));
}

static void
take_sample (Reader *self,
             const Tables *tables,
             StrataProto sample)
{
  const gint64 tid = (gint32) find_number (sample, 2);
  const guint64 type = (guint64) find_number (sample, 5);
  const StrataProto *thread = g_hash_table_lookup (tables->threads, GSIZE_TO_POINTER ((gsize) tid + 1));
  const StrataText name = thread != NULL ? find_text (*thread, 3, 0) : (StrataText){ "", 0 };
  const char *event = type < tables->events->len ? g_ptr_array_index (tables->events, type) : "samples";

  for (StrataProto field = sample; strata_proto_next (&field);)
    if (field.number == 3)
      take_call (self, tables, strata_proto_enter (&field));

  set (self->event, (StrataText){ event, strlen (event) });
  set (self->thread_name, name);
  self->is_open = TRUE;
  self->time_ns = find_number (sample, 1) & G_MAXINT64;
  self->weight = find_number (sample, 4) & G_MAXINT64;
  self->pid = thread != NULL ? (gint32) find_number (*thread, 2) : -1;
  self->tid = tid;
  end_sample (self);
}

static gboolean
read_records (Reader *self,
              StrataSource *source,
              StrataTraceBuilder *builder,
              GError **error)
{
  g_autoptr (GHashTable) files = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) samples = g_ptr_array_new_with_free_func (g_free);
  Tables tables = { files, threads, events, samples };
  gsize n_bytes;
  gsize at = MAGIC_BYTES + 2;

  if (!strata_source_fill (source, MOST_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);
  gboolean is_whole = FALSE;

  while (!is_whole && at + 4 <= n_bytes)
    {
      const guint32 size = data[at] | (guint32) data[at + 1] << 8 | (guint32) data[at + 2] << 16 | (guint32) data[at + 3] << 24;

      at += 4;
      is_whole = size == 0;
      if (size > n_bytes - at)
        break;

      keep_record (&tables, strata_proto (data + at, size));
      at += size;
    }

  if (!is_whole)
    strata_diagnostics_add (strata_trace_builder_get_diagnostics (builder), STRATA_DIAGNOSTIC_TRUNCATED, (StrataPlace){ 0, (gint64) at, STRATA_NO_TIME }, NULL, 0);
  for (guint i = 0; i < samples->len; i++)
    take_sample (self, &tables, *(const StrataProto *) g_ptr_array_index (samples, i));

  return TRUE;
}

static gboolean
load_simpleperf (StrataSource *source,
                 StrataTraceBuilder *builder,
                 GError **error)
{
  g_autoptr (StrataStackSamples) samples = strata_stack_samples_new (builder);
  g_autoptr (GString) symbol = g_string_new (NULL);
  g_autoptr (GString) library = g_string_new (NULL);
  g_autoptr (GString) event = g_string_new (NULL);
  g_autoptr (GString) thread_name = g_string_new (NULL);
  Reader self = { .samples = samples, .symbol_text = symbol, .library_text = library, .event = event, .thread_name = thread_name, .time_ns = STRATA_NO_TIME, .weight = -1, .pid = -1 };
  gsize n_bytes;
  gboolean is_read;

  if (!strata_source_fill (source, MAGIC_BYTES, error))
    return FALSE;

  const guint8 *data = strata_source_get_data (source, &n_bytes);

  if (n_bytes >= MAGIC_BYTES && memcmp (data, MAGIC, MAGIC_BYTES) == 0)
    is_read = read_records (&self, source, builder, error);
  else
    is_read = read_lines (&self, source, builder, error);

  strata_stack_frames_clear (&self.frames);
  return is_read && strata_stack_samples_play (samples, error);
}

static int
sniff_simpleperf (const guint8 *data,
                  gsize n_bytes)
{
  const char *p = (const char *) data;
  const char *end = p + n_bytes;
  gboolean is_behind_head = FALSE;
  StrataText line;

  if (n_bytes >= MAGIC_BYTES && memcmp (data, MAGIC, MAGIC_BYTES) == 0)
    return 95;

  while (strata_log_lines_next_of (&p, end, &line))
    {
      StrataText text = strata_log_trim (line);

      if (is_behind_head && strata_log_skip_word (&text, "event_type:"))
        return 90;
      is_behind_head = text.n_bytes == 7 && memcmp (text.text, "sample:", 7) == 0;
    }

  return 0;
}

static const char *const suffixes[] = { "txt", "trace", NULL };

const StrataFormat strata_format_simpleperf = {
  .id = "simpleperf",
  .name = "simpleperf report",
  .suffixes = suffixes,
  .sniff = sniff_simpleperf,
  .load = load_simpleperf,
  .unfinished_end = STRATA_UNFINISHED_AT_TRACE_END,
  .keeps_clock = TRUE,
};
