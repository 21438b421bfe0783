/* strata-htrace-messages.c - containers of a file, and their messages
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-htrace-private.h"

/* Format: hiprofiler of OpenHarmony. A container has a header of 1,024 bytes, followed by
 * messages: a length of 32 bits and a ProfilerPluginData each. A file may have several
 * containers in a row. A container of hiperf is a perf.data; the content of other containers
 * without messages is not shown. */

#define HEADER_BYTES 1024
#define MAGIC "OHOSPROF"

/* Longer than any file: the length of a container whose header does not know it. */
#define NO_LENGTH (G_MAXUINT64 / 4)

#define LENGTH_OFFSET 8
#define TYPE_OFFSET 56
#define CLOCKS_OFFSET 60
#define NAME_OFFSET 108
#define NAME_BYTES 128

/* Names of plugins are not shorter. */
#define LEAST_NAME_BYTES 3

/* Field numbers of a message are below this. */
#define MOST_MESSAGE_FIELD 16

/* How many bytes are searched when damage is skipped. Longer messages always have a name. */
#define SEARCHED_BYTES 65536
#define MOST_NAMELESS_BYTES 1048576
#define MOST_FOUND_BYTES 0xffffff

/* Types of the content of a container. */
#define TYPE_MESSAGES 0
#define TYPE_SAMPLES 1

#define HIPERF "hiperf-plugin"

/* Fields of a message. */
enum
{
  MESSAGE_NAME = 1,
  MESSAGE_DATA = 3,
  MESSAGE_CLOCK = 4,
  MESSAGE_SECONDS = 5,
  MESSAGE_NANOSECONDS = 6,
};

/* Names occur with and without the path of the plugin. */
static const struct
{
  const char *name;
  StrataHtraceKind kind;
} plugins[] = {
  { "ftrace-plugin", STRATA_HTRACE_FTRACE },
  { "/data/local/tmp/libftrace_plugin.z.so", STRATA_HTRACE_FTRACE },
  { "hilog-plugin", STRATA_HTRACE_LOG },
  { "/data/local/tmp/libhilogplugin.z.so", STRATA_HTRACE_LOG },
  { "cpu-plugin", STRATA_HTRACE_CPU },
  { "memory-plugin", STRATA_HTRACE_MEMORY },
  { "process-plugin", STRATA_HTRACE_PROCESS },
  { "diskio-plugin", STRATA_HTRACE_DISK },
  { "network-plugin", STRATA_HTRACE_NETWORK },
  { "ffrt-profiler", STRATA_HTRACE_TASKS },
  { "ffrt-profiler_config", STRATA_HTRACE_TASKS_CONFIG },
};

static StrataHtraceKind
get_kind (StrataText name)
{
  static const char config[] = "_config";

  for (guint i = 0; i < G_N_ELEMENTS (plugins); i++)
    if (strata_text_equals (name, plugins[i].name))
      return plugins[i].kind;

  return name.n_bytes >= strlen (config) && memcmp (name.text + name.n_bytes - strlen (config), config, strlen (config)) == 0 ? STRATA_HTRACE_CONFIG : STRATA_HTRACE_NOT_SHOWN;
}

static guint64
read_uint (const guint8 *data,
           guint n_bytes)
{
  guint64 value = 0;

  for (guint i = 0; i < n_bytes; i++)
    value |= (guint64) data[i] << 8 * i;

  return value;
}

static void
leave_out (StrataHtraceReader *self,
           StrataText name)
{
  g_autofree char *key = g_strndup (name.text, MIN (strnlen (name.text, name.n_bytes), 200));
  guint64 *n = g_hash_table_lookup (self->left_out, key);

  if (n == NULL)
    {
      n = g_new0 (guint64, 1);
      g_hash_table_insert (self->left_out, g_utf8_make_valid (key, -1), n);
    }

  (*n)++;
}

static gint64
make_time (guint64 seconds,
           guint64 nanoseconds)
{
  return seconds < G_MAXINT64 / 1000000000 - 1 && nanoseconds < 1000000000 ? (gint64) (seconds * 1000000000 + nanoseconds) : 0;
}

static void
take_message (StrataHtraceReader *self,
              StrataProto fields)
{
  StrataHtraceMessage message = { .container = (guint32) self->clocks.n - 1, .clock = STRATA_HTRACE_REALTIME };
  StrataProto data = { .number = 0 };
  StrataText name = { "", 0 };
  guint64 seconds = 0;
  guint64 nanoseconds = 0;

  while (strata_proto_next (&fields))
    if (fields.number == MESSAGE_NAME)
      name = strata_proto_get_text (&fields);
    else if (fields.number == MESSAGE_DATA)
      data = fields;
    else if (fields.number == MESSAGE_CLOCK)
      message.clock = (guint32) MIN (strata_proto_get_uint (&fields), STRATA_HTRACE_N_CLOCKS);
    else if (fields.number == MESSAGE_SECONDS)
      seconds = strata_proto_get_uint (&fields);
    else if (fields.number == MESSAGE_NANOSECONDS)
      nanoseconds = strata_proto_get_uint (&fields);

  self->n_messages++;
  self->n_damaged += fields.is_damaged != FALSE;
  message.kind = (guint8) get_kind (name);
  if (message.kind == STRATA_HTRACE_NOT_SHOWN)
    leave_out (self, name);
  if (message.kind <= STRATA_HTRACE_CONFIG || data.wire != STRATA_PROTO_BYTES || data.value == 0)
    return;

  message.time_ns = make_time (seconds, nanoseconds);
  message.n_bytes = (gsize) data.value;
  message.data = g_memdup2 (data.data, message.n_bytes);
  *(StrataHtraceMessage *) strata_column_push (&self->messages, sizeof message) = message;
}

/* Whether the next bytes are available. */
static gboolean
fill (StrataHtraceReader *self,
      guint64 n_wanted,
      const guint8 **data,
      gboolean *are_there,
      GError **error)
{
  gsize n_bytes;

  *are_there = FALSE;
  if (n_wanted > G_MAXSIZE / 2)
    return TRUE;
  if (!strata_source_fill (self->source, (gsize) n_wanted, error))
    return FALSE;

  *data = strata_source_get_data (self->source, &n_bytes);
  *are_there = n_bytes >= n_wanted;
  return TRUE;
}

static gboolean
has_more (const StrataHtraceReader *self)
{
  gsize n_bytes;

  strata_source_get_data (self->source, &n_bytes);
  return n_bytes > 0;
}

/* Whether the bytes are the start of a message: a name, which is its first field, and one of the other fields. */
static gboolean
has_name (const guint8 *data,
          gsize n_bytes)
{
  const gsize n_name = n_bytes >= 2 && data[0] == (MESSAGE_NAME << 3 | STRATA_PROTO_BYTES) && data[1] < NAME_BYTES ? data[1] : 0;

  if (n_name < LEAST_NAME_BYTES || n_name + 2 >= n_bytes)
    return FALSE;
  for (gsize i = 0; i < n_name; i++)
    if (!g_ascii_isalnum (data[2 + i]) && strchr ("-_./", data[2 + i]) == NULL)
      return FALSE;

  return data[2 + n_name] > MESSAGE_NAME << 3 && data[2 + n_name] < MOST_MESSAGE_FIELD << 3;
}

/* Where a message begins, or @n_bytes. The data of a message may contain names as fields, too, but there the previous byte is
 * the length of the field. In front of a message it is the highest byte of the message's length, which is 0. */
static gsize
search_message (const guint8 *data,
                gsize n_bytes,
                guint64 n_left)
{
  for (gsize i = 0; i + 4 < n_bytes; i++)
    {
      const guint64 n_message = read_uint (data + i, 4);

      if (n_message <= MOST_FOUND_BYTES && n_message + 4 <= n_left - i && has_name (data + i + 4, (gsize) MIN (n_bytes - i - 4, n_message)))
        return i;
    }

  return n_bytes;
}

/* Skips bytes that are not a message, up to the next message. */
static gboolean
find_message (StrataHtraceReader *self,
              guint64 *n_left,
              GError **error)
{
  const gint64 begin = (gint64) strata_source_get_offset (self->source);
  const guint64 n_wanted = *n_left;
  gsize n_bytes = 1;
  gsize i = 1;

  while (*n_left > 0 && n_bytes > 0 && i > 0)
    {
      if (!strata_source_fill (self->source, SEARCHED_BYTES, error))
        return FALSE;

      const guint8 *data = strata_source_get_data (self->source, &n_bytes);
      const gsize n_searched = (gsize) MIN (n_bytes, *n_left);

      i = search_message (data, n_searched, *n_left);
      if (i == n_searched && n_bytes >= SEARCHED_BYTES && n_searched == n_bytes)
        i -= MIN (i - 1, 4 + 2 + NAME_BYTES); /* a message may begin here */
      strata_source_skip (self->source, i);
      *n_left -= i;
    }

  g_autofree char *text = g_strdup_printf (_ ("%" PRIu64 " bytes that are not a message"), n_wanted - *n_left);

  strata_diagnostics_add (strata_trace_builder_get_diagnostics (strata_event_sink_get_builder (self->sink)), STRATA_DIAGNOSTIC_DAMAGED_DATA, (StrataPlace){ 0, begin, STRATA_NO_TIME }, text, -1);
  self->end = strata_source_get_offset (self->source);
  return TRUE;
}

/* Whether the next bytes are a message, whose end may be missing. */
static gboolean
check_message (StrataHtraceReader *self,
               guint64 n_left,
               guint64 *n_message,
               gboolean *is_message,
               GError **error)
{
  const guint8 *data;
  gboolean are_there;
  gsize n_bytes;

  *is_message = FALSE;
  if (!strata_source_fill (self->source, 4 + 2 + NAME_BYTES, error))
    return FALSE;

  data = strata_source_get_data (self->source, &n_bytes);
  *n_message = n_bytes >= 4 ? read_uint (data, 4) : 0;
  if (n_bytes < 4 || *n_message == 0 || *n_message + 4 > n_left)
    return TRUE;

  *is_message = has_name (data + 4, (gsize) MIN (n_bytes - 4, *n_message));
  if (*is_message || *n_message > MIN (n_left, MOST_NAMELESS_BYTES))
    return TRUE;
  if (!fill (self, *n_message + 4, &data, &are_there, error))
    return FALSE;

  *is_message = are_there && strata_proto_is_whole (data + 4, (gsize) *n_message);
  return TRUE;
}

static gboolean
read_messages (StrataHtraceReader *self,
               guint64 n_left,
               GError **error)
{
  while (n_left > 0)
    {
      guint64 n_bytes;
      gboolean is_message;
      const guint8 *data;

      if (!check_message (self, n_left, &n_bytes, &is_message, error))
        return FALSE;

      if (!has_more (self) || n_left < 4)
        {
          self->is_cut = n_left < NO_LENGTH / 2;
          return TRUE;
        }
      if (!is_message)
        {
          if (!find_message (self, &n_left, error))
            return FALSE;
          continue;
        }

      if (!fill (self, n_bytes + 4, &data, &is_message, error))
        return FALSE;

      self->is_cut |= !is_message;
      if (self->is_cut)
        return TRUE;

      take_message (self, strata_proto (data + 4, (gsize) n_bytes));
      strata_source_skip (self->source, (gsize) n_bytes + 4);
      n_left -= n_bytes + 4;
      self->end = strata_source_get_offset (self->source);
    }

  return TRUE;
}

static gboolean
skip (StrataHtraceReader *self,
      guint64 n_left,
      GError **error)
{
  while (n_left > 0)
    {
      gsize n_bytes;

      if (!strata_source_fill (self->source, 1, error))
        return FALSE;

      strata_source_get_data (self->source, &n_bytes);
      self->is_cut |= n_bytes == 0;
      if (n_bytes == 0)
        return TRUE;

      n_bytes = (gsize) MIN (n_bytes, n_left);
      strata_source_skip (self->source, n_bytes);
      n_left -= n_bytes;
    }

  self->end = strata_source_get_offset (self->source);
  return TRUE;
}

/* Takes all clocks at one moment; old files have 0 for all. */
static void
take_clocks (StrataHtraceReader *self,
             const guint8 *header)
{
  static const guint8 order[] = { STRATA_HTRACE_BOOTTIME, STRATA_HTRACE_REALTIME, STRATA_HTRACE_REALTIME_COARSE, STRATA_HTRACE_MONOTONIC, STRATA_HTRACE_MONOTONIC_COARSE, STRATA_HTRACE_MONOTONIC_RAW };
  StrataHtraceClocks clocks = { .ns = { 0 }, .events = STRATA_HTRACE_BOOTTIME, .tasks = STRATA_HTRACE_N_CLOCKS };

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    clocks.ns[order[i]] = MAX ((gint64) read_uint (header + CLOCKS_OFFSET + 8 * i, 8), 0);

  *(StrataHtraceClocks *) strata_column_push (&self->clocks, sizeof clocks) = clocks;
}

static StrataText
get_plugin (const guint8 *header,
            guint64 type)
{
  const char *name = (const char *) header + NAME_OFFSET;

  if (*name != '\0')
    return (StrataText){ name, strnlen (name, NAME_BYTES) };

  return type == TYPE_SAMPLES ? (StrataText){ HIPERF, strlen (HIPERF) } : (StrataText){ "?", 1 };
}

/* Whether the next bytes are neither the end of the file nor another container. */
static gboolean
check_content (StrataHtraceReader *self,
               gboolean *has_content,
               GError **error)
{
  const guint8 *data;
  gsize n_bytes;

  if (!strata_source_fill (self->source, strlen (MAGIC), error))
    return FALSE;

  data = strata_source_get_data (self->source, &n_bytes);
  *has_content = n_bytes > 0 && (n_bytes < strlen (MAGIC) || memcmp (data, MAGIC, strlen (MAGIC)) != 0);
  return TRUE;
}

/* A recorder writes the length at its end: a container that is not longer than its header, but has content, was not
 * finished. It extends to the end of the file. */
static gboolean
read_container (StrataHtraceReader *self,
                const guint8 *header,
                GError **error)
{
  const guint64 n_bytes = read_uint (header + LENGTH_OFFSET, 8);
  guint64 n_left = n_bytes >= HEADER_BYTES ? MIN (n_bytes, NO_LENGTH / 4) - HEADER_BYTES : NO_LENGTH;
  const guint64 type = read_uint (header + TYPE_OFFSET, 4);

  const StrataText plugin = get_plugin (header, type);
  g_autofree char *name = g_strndup (plugin.text, plugin.n_bytes);
  gboolean is_kept = FALSE;
  gboolean has_content;

  take_clocks (self, header);
  strata_source_skip (self->source, HEADER_BYTES);
  if (!check_content (self, &has_content, error))
    return FALSE;
  if (n_left == 0 && has_content)
    n_left = NO_LENGTH;

  self->end = strata_source_get_offset (self->source);
  if (type == TYPE_MESSAGES)
    return read_messages (self, n_left, error);

  if (strstr (name, HIPERF) != NULL && !strata_htrace_reader_keep_recording (self, n_left, &is_kept, error))
    return FALSE;
  if (!is_kept)
    leave_out (self, (StrataText){ name, strlen (name) });

  return skip (self, n_left, error);
}

gboolean
strata_htrace_reader_read (StrataHtraceReader *self,
                           GError **error)
{
  const guint8 *data;
  gboolean are_there;
  gsize n_bytes;

  for (;;)
    {
      if (!fill (self, HEADER_BYTES, &data, &are_there, error))
        return FALSE;
      if (self->is_cut)
        return TRUE;

      if (!are_there || memcmp (data, MAGIC, strlen (MAGIC)) != 0)
        break;
      if (!read_container (self, data, error))
        return FALSE;
    }

  strata_source_get_data (self->source, &n_bytes);
  self->is_cut |= n_bytes > 0 && self->clocks.n == 0;
  self->n_trailing_bytes = n_bytes;
  return TRUE;
}
