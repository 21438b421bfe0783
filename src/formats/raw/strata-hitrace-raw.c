/* strata-hitrace-raw.c - raw binary HiTrace (.sys)
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "strata-error.h"
#include "strata-format.h"
#include "strata-ring-capture.h"

/* Format: hitrace of OpenHarmony, frameworks/trace_factory. A header of 12 bytes, then segments of
 * a type, a length and data. Names and the layout of pages come behind the pages, so all
 * segments are listed before one is read. Numbers are little endian, and bytes between them may be
 * anything. */

#define HEADER_BYTES 12
#define SEGMENT_BYTES 8

#define MAGIC 0xdf49

#define FILE_HONGMENG 1

/* Pages are of a power of two. */
#define LEAST_PAGE_BYTES 4096
#define MOST_PAGE_BYTES 65536

/* So much is looked at in one piece for a segment behind damage. */
#define SEARCH_BYTES 65536

/* Of a segment. From FIRST_CPU on they are the pages of a CPU; all those of HongMeng are there. */
enum
{
  SEGMENT_FORMATS = 1,
  SEGMENT_COMMS = 2,
  SEGMENT_TGIDS = 3,
  SEGMENT_FIRST_CPU = 4,
  SEGMENT_HEADER_PAGE = 30,
  SEGMENT_STRINGS = 31,
  SEGMENT_SYMBOLS = 32,
  SEGMENT_BASE_INFO = 33,
};

/* Every page of HongMeng says which CPU it is of. */
#define HM_CPU_OFFSET 16
#define HM_HEADER_BYTES 17

/* How far the time of the file may be from that of the dump, so that both are of one clock. */
#define CLOCK_TOLERANCE_NS (G_GINT64_CONSTANT (600) * 1000000000)

typedef struct
{
  StrataRingCapture capture;
  StrataEventSink *sink; /* borrowed */
  gboolean is_hongmeng;
  guint64 n_skipped; /* segments of a type that is not known */
  gint64 unix_ms;    /* of the dump, or 0 */
  gint64 boot_ms;
  guint64 end; /* of the last segment that is whole */
} Reader;

static char *
dup_text (Reader *self,
          guint64 offset,
          guint64 *n_bytes)
{
  return (char *) strata_ring_blob_dup (self->capture.blob, offset, n_bytes);
}

static void
take_hm_pages (Reader *self,
               guint64 offset,
               guint64 n_bytes)
{
  const guint32 page_bytes = self->capture.layout.page_bytes;

  for (guint64 at = 0; at + HM_HEADER_BYTES < n_bytes; at += page_bytes)
    {
      const guint32 n_page_bytes = (guint32) MIN (page_bytes, n_bytes - at);
      const StrataRingExtent extent = { offset + at, n_page_bytes, n_page_bytes, STRATA_RING_PLAIN };
      guint8 cpu = 0;

      strata_ring_blob_copy (self->capture.blob, extent.offset + HM_CPU_OFFSET, &cpu, 1);
      strata_ring_capture_add (&self->capture, 0, cpu, &extent);
    }
}

static void
take_pages (Reader *self,
            guint32 cpu,
            guint64 offset,
            guint64 n_bytes)
{
  const StrataRingExtent extent = { offset, (guint32) n_bytes, (guint32) n_bytes, STRATA_RING_PLAIN };

  if (self->is_hongmeng)
    take_hm_pages (self, offset, n_bytes);
  else if (n_bytes > 0)
    strata_ring_capture_add (&self->capture, 0, cpu, &extent);
}

static gint64
find_number (const char *text,
             const char *key)
{
  const char *p = strstr (text, key);

  return p != NULL ? g_ascii_strtoll (p + strlen (key), NULL, 10) : 0;
}

static void
take_base_info (Reader *self,
                const char *text)
{
  static const char kernel[] = "KERNEL_VERSION: ";
  const char *p = strstr (text, kernel);

  self->unix_ms = find_number (text, "UNIX_TIME_MS: ");
  self->boot_ms = find_number (text, "BOOT_TIME_MS: ");
  if (p != NULL)
    {
      g_autofree char *version = g_strndup (p + strlen (kernel), MIN (strcspn (p + strlen (kernel), "\n"), 200));

      strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "kernel_version", version);
    }
}

static void
take_text (Reader *self,
           guint8 type,
           guint64 offset,
           guint64 n_bytes)
{
  g_autofree char *text = dup_text (self, offset, &n_bytes);
  StrataRingNames *names = self->capture.names;

  switch (type)
    {
    case SEGMENT_FORMATS:
      strata_ring_formats_add (self->capture.formats, text, n_bytes);
      break;
    case SEGMENT_COMMS:
      strata_ring_names_take_comms (names, g_steal_pointer (&text), n_bytes);
      break;
    case SEGMENT_TGIDS:
      strata_ring_names_take_tgids (names, text, n_bytes);
      break;
    case SEGMENT_HEADER_PAGE:
      strata_ring_layout_parse (&self->capture.layout, text, n_bytes);
      break;
    case SEGMENT_STRINGS:
      strata_ring_names_take_strings (names, g_steal_pointer (&text), n_bytes);
      break;
    case SEGMENT_SYMBOLS:
      strata_ring_names_take_symbols (names, g_steal_pointer (&text), n_bytes);
      break;
    default:
      take_base_info (self, text);
      break;
    }
}

static gboolean
is_of_pages (guint8 type)
{
  return type >= SEGMENT_FIRST_CPU && type < SEGMENT_HEADER_PAGE;
}

static gboolean
is_known (guint8 type)
{
  return type >= SEGMENT_FORMATS && type <= SEGMENT_BASE_INFO;
}

/* How much follows the header of a segment. */
static guint64
get_n_bytes (const guint8 *head)
{
  return strata_ring_read_uint (head + 4, 4, G_BYTE_ORDER != G_LITTLE_ENDIAN);
}

static void
take_segment (Reader *self,
              guint8 type,
              guint64 offset,
              guint64 n_bytes)
{
  if (is_of_pages (type))
    take_pages (self, type - (guint32) SEGMENT_FIRST_CPU, offset, n_bytes);
  else if (is_known (type))
    take_text (self, type, offset, n_bytes);
  else
    self->n_skipped++;
}

/* Whether it looks like the first page of a CPU: how much of a page is used is in its header. */
static gboolean
is_page (const guint8 *begin)
{
  const guint64 n_used = strata_ring_read_uint (begin + 8, 4, G_BYTE_ORDER != G_LITTLE_ENDIAN) & 0x07ffffff;

  return n_used > 0 && n_used <= MOST_PAGE_BYTES;
}

/* Whether the begin of a text fits its type. Lists begin with a number. */
static gboolean
is_text (guint8 type,
         const char *begin)
{
  switch (type)
    {
    case SEGMENT_FORMATS:
      return g_str_has_prefix (begin, "name: ");
    case SEGMENT_HEADER_PAGE:
      return g_str_has_prefix (begin, "\tfield: ");
    case SEGMENT_STRINGS:
      return g_str_has_prefix (begin, "0x");
    case SEGMENT_BASE_INFO:
      return g_str_has_prefix (begin, "KERNEL_VERSION: ");
    case SEGMENT_SYMBOLS:
      return strspn (begin, "0123456789abcdef") >= 8;
    default:
      return g_ascii_isdigit (*begin) && begin[strspn (begin, "0123456789")] == ' ';
    }
}

/* Whether what a header says of itself is true of what follows it. */
static gboolean
is_header (const Reader *self,
           guint64 at,
           const guint8 *head)
{
  const guint64 n_left = strata_ring_blob_get_n_bytes (self->capture.blob) - at - SEGMENT_BYTES;
  const guint64 n_bytes = get_n_bytes (head);
  guint8 begin[17] = { 0 };

  if (!is_known (head[0]) || n_bytes == 0 || n_bytes > n_left || (is_of_pages (head[0]) && n_bytes % LEAST_PAGE_BYTES != 0))
    return FALSE;

  strata_ring_blob_copy (self->capture.blob, at + SEGMENT_BYTES, begin, (gsize) MIN (n_bytes, sizeof begin - 1));
  return is_of_pages (head[0]) ? is_page (begin) : is_text (head[0], (const char *) begin);
}

/* Whether a segment begins there, which another one or the end of the file follows. */
static gboolean
is_segment (const Reader *self,
            guint64 at,
            const guint8 *head)
{
  guint8 next[SEGMENT_BYTES];

  if (!is_header (self, at, head))
    return FALSE;

  at += SEGMENT_BYTES + get_n_bytes (head);
  return at == strata_ring_blob_get_n_bytes (self->capture.blob) ||
         (strata_ring_blob_copy (self->capture.blob, at, next, sizeof next) == sizeof next && is_header (self, at, next));
}

/* Where the next segment begins behind damage; the end of the file for nowhere. */
static guint64
find_segment (const Reader *self,
              guint64 at)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  g_autofree guint8 *block = g_malloc (SEARCH_BYTES);
  gsize n_bytes;

  while ((n_bytes = strata_ring_blob_copy (self->capture.blob, at, block, SEARCH_BYTES)) > SEGMENT_BYTES)
    {
      for (gsize i = 0; i + SEGMENT_BYTES < n_bytes; i++)
        if (is_segment (self, at + i, block + i))
          return at + i;

      at += n_bytes - SEGMENT_BYTES;
    }

  return n_file_bytes;
}

/* Goes on behind a header that cannot be true. */
static guint64
skip_damage (Reader *self,
             guint64 at)
{
  const guint64 next = find_segment (self, at);

  if (next < strata_ring_blob_get_n_bytes (self->capture.blob))
    {
      strata_event_sink_set_offset (self->sink, (gint64) at);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, STRATA_NO_TIME, (StrataText){ "", 0 });
    }

  return next;
}

/* A segment that the file ends in is read as far as it goes. Of a page that is cut, the
 * records are read that are whole. */
static void
read_segments (Reader *self)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint8 head[SEGMENT_BYTES];
  guint64 at = HEADER_BYTES;

  while (strata_ring_blob_copy (self->capture.blob, at, head, sizeof head) == sizeof head)
    {
      const guint64 n_bytes = get_n_bytes (head);
      const gboolean is_too_long = n_bytes > n_file_bytes - at - SEGMENT_BYTES;
      const guint64 next = is_too_long || (!is_known (head[0]) && n_bytes == 0) ? skip_damage (self, at) : n_file_bytes;

      if (next < n_file_bytes)
        {
          at = next;
          continue;
        }

      at += SEGMENT_BYTES;
      take_segment (self, head[0], at, MIN (n_bytes, n_file_bytes - at));
      self->end = at;
      at += n_bytes;
      if (at > n_file_bytes)
        break;
    }

  if (at != n_file_bytes)
    {
      strata_event_sink_set_offset (self->sink, (gint64) self->end);
      strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_TRUNCATED, 1, STRATA_NO_TIME, (StrataText){ "", 0 });
    }
}

/* The file does not name its clock. It is that of the boot where nothing else was asked for: then its
 * times are those of the dump. */
static void
tell_clock (const Reader *self)
{
  const gint64 latest_ns = strata_event_sink_get_latest_ns (self->sink);
  const gint64 boot_ns = self->boot_ms < G_MAXINT64 / 1000000 ? self->boot_ms * 1000000 : 0;

  if (self->unix_ms <= 0 || self->unix_ms > G_MAXINT64 / 1000000 || boot_ns <= 0 || latest_ns == STRATA_NO_TIME)
    return;

  const gint64 own_ns = strata_clock_shift (latest_ns, -strata_event_sink_place_time (self->sink, 0));

  if (ABS (own_ns - boot_ns) <= CLOCK_TOLERANCE_NS)
    strata_clock_marks_add (strata_event_sink_get_clock (self->sink), STRATA_CLOCK_KIND_REALTIME, boot_ns, self->unix_ms * 1000000);
}

static gboolean
read_capture (Reader *self,
              GError **error)
{
  guint8 head[HEADER_BYTES] = { 0 };
  guint64 n_pages;

  strata_ring_blob_copy (self->capture.blob, 0, head, sizeof head);
  self->is_hongmeng = head[2] == FILE_HONGMENG;
  if (self->is_hongmeng)
    self->capture.layout = (StrataRingLayout){ .page_bytes = 4096, .data_offset = HM_HEADER_BYTES, .commit_bytes = 8, .is_hongmeng = TRUE };

  read_segments (self);
  n_pages = strata_ring_capture_play (&self->capture, self->sink);
  tell_clock (self);
  strata_event_sink_set_offset (self->sink, -1);
  if (self->n_skipped > 0)
    strata_event_sink_diagnose (self->sink, STRATA_DIAGNOSTIC_SKIPPED_SECTION, self->n_skipped, STRATA_NO_TIME, (StrataText){ "", 0 });

  if (strata_event_sink_get_n_events (self->sink) > 0)
    return TRUE;

  g_set_error (error, STRATA_ERROR, STRATA_ERROR_EMPTY, _ ("there is no event in the %" PRIu64 " pages of this raw HiTrace file"), n_pages);
  return FALSE;
}

static gboolean
read_hitrace_raw (StrataSource *source,
                  StrataEventSink *sink,
                  GError **error)
{
  Reader reader = { .sink = sink };
  gboolean is_read;

  if (!strata_ring_capture_init (&reader.capture, source, error))
    return FALSE;

  strata_event_sink_set_format (sink, "hitrace-raw", "HiTrace (raw)");
  is_read = read_capture (&reader, error);
  strata_ring_capture_clear (&reader.capture);
  return is_read;
}

/* The first segment has a type that is known. */
static int
sniff_hitrace_raw (const guint8 *data,
                   gsize n_bytes)
{
  if (n_bytes < HEADER_BYTES || strata_ring_read_uint (data, 2, G_BYTE_ORDER != G_LITTLE_ENDIAN) != MAGIC || data[2] > FILE_HONGMENG)
    return 0;

  if (n_bytes < HEADER_BYTES + SEGMENT_BYTES)
    return 30;

  return is_known (data[HEADER_BYTES]) ? 80 : 30;
}

static const char *const suffixes[] = { "sys", NULL };

const StrataFormat strata_format_hitrace_raw = {
  .id = "hitrace-raw",
  .name = "HiTrace (raw)",
  .suffixes = suffixes,
  .sniff = sniff_hitrace_raw,
  .read = read_hitrace_raw,
  .unfinished_end = STRATA_UNFINISHED_AT_LAST_KNOWN,
};
