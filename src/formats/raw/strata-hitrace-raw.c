/* strata-hitrace-raw.c - reads raw binary HiTrace (.sys)
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
 * a type, a length and data. Names and the layout of pages follow the pages, so all segments
 * are listed before any is read. Numbers are little-endian, and padding bytes between them have
 * arbitrary values. */

#define HEADER_BYTES 12
#define SEGMENT_BYTES 8

#define MAGIC 0xdf49

#define FILE_HONGMENG 1

#define PAGE_BYTES 4096

/* Bytes per step of the search for a segment after damage. */
#define SEARCH_BYTES 65536

/* Segment types. From FIRST_CPU on, they contain the pages of a CPU; HongMeng has all pages in FIRST_CPU. */
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

/* Every HongMeng page contains the number of its CPU. */
#define HM_CPU_OFFSET 16
#define HM_HEADER_BYTES 17

/* How far the times of consecutive pages of different CPUs may be apart. */
#define HM_SLACK_NS (G_GUINT64_CONSTANT (3600) * 1000000000)

/* Files of the kernel may end with a few zeros. */
#define MAX_LAST_ZEROS 8

/* The time of the file may differ from that of the dump by this much if both are from one clock. */
#define CLOCK_TOLERANCE_NS (G_GINT64_CONSTANT (600) * 1000000000)

typedef struct
{
  StrataRingCapture capture;
  StrataEventSink *sink; /* borrowed */
  gboolean is_hongmeng;
  guint64 n_skipped; /* segments of unknown type */
  gint64 unix_ms;    /* of the dump, or 0 */
  gint64 boot_ms;
  guint64 end;         /* of the last complete segment */
  guint8 last_type;    /* of that segment, or 0 */
  gboolean has_layout; /* whether the pages have determined their layout */
  gboolean is_chain;   /* whether each segment leads to the next, and the last one to the end of the file */
} Reader;

static char *
dup_text (Reader *self,
          guint64 offset,
          guint64 *n_bytes)
{
  return (char *) strata_ring_blob_dup (self->capture.blob, offset, n_bytes);
}

static void
tell (Reader *self,
      StrataDiagnosticKind kind,
      guint64 count,
      guint64 offset)
{
  strata_event_sink_set_offset (self->sink, (gint64) offset);
  strata_event_sink_diagnose (self->sink, kind, count, STRATA_NO_TIME, (StrataText){ "", 0 });
}

/* The earliest possible time of a page after one of another CPU. */
static guint64
get_earliest (guint64 ticks)
{
  return ticks - MIN (ticks, HM_SLACK_NS);
}

/* Whether a HongMeng page starts at @offset, judged by its records or its time. The last page may be incomplete. */
static gboolean
is_hm_page (const Reader *self,
            guint64 offset,
            guint64 end,
            guint64 before,
            StrataRingHead *head)
{
  guint8 page[PAGE_BYTES];
  const gsize n_bytes = strata_ring_blob_copy (self->capture.blob, offset, page, (gsize) MIN (sizeof page, end - offset));

  if (!strata_ring_head_read (head, &self->capture.layout, page, n_bytes))
    return FALSE;

  return strata_ring_page_is_blank (page, n_bytes) || n_bytes < sizeof page || (before != 0 && strata_ring_ticks_are_near (head->ticks, get_earliest (before))) ||
         strata_ring_page_is_whole (&self->capture.layout, page, n_bytes);
}

/* Returns the start of the next page; after damage, that may be anywhere after the start of this one. */
static guint64
find_next_hm_page (Reader *self,
                   guint64 offset,
                   guint64 end,
                   guint64 ticks)
{
  const guint64 next = offset + PAGE_BYTES;
  StrataRingHead head;

  if (next >= end || is_hm_page (self, next, end, ticks, &head))
    return next;

  tell (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, next);
  return strata_ring_blob_find_page (self->capture.blob, &self->capture.layout, offset + HM_HEADER_BYTES, end, get_earliest (ticks));
}

static void
take_hm_pages (Reader *self,
               guint64 offset,
               guint64 n_bytes)
{
  const guint64 end = offset + n_bytes;
  guint64 ticks = 0;

  while (offset + HM_HEADER_BYTES < end)
    {
      StrataRingHead head = { 0 };
      const gboolean is_page = is_hm_page (self, offset, end, ticks, &head);
      const guint64 next = find_next_hm_page (self, offset, end, is_page ? head.ticks : ticks);
      const guint32 n_page_bytes = (guint32) MIN (PAGE_BYTES, MIN (next, end) - offset);
      const StrataRingExtent extent = { offset, n_page_bytes, n_page_bytes, STRATA_RING_PLAIN };
      guint8 cpu = 0;

      ticks = is_page ? head.ticks : ticks;
      strata_ring_blob_copy (self->capture.blob, extent.offset + HM_CPU_OFFSET, &cpu, 1);
      strata_ring_capture_add (&self->capture, 0, cpu, &extent);
      offset = next;
    }
}

/* Determines the layout from a page. The kernel's length of a long is given only after the pages, and missing in a truncated file. */
static void
guess_layout (Reader *self,
              guint64 offset,
              guint64 n_bytes)
{
  StrataRingLayout layout = strata_ring_default_layout;
  guint8 page[PAGE_BYTES];
  const gsize n = strata_ring_blob_copy (self->capture.blob, offset, page, (gsize) MIN (sizeof page, n_bytes));

  if (self->has_layout || n < sizeof page || strata_ring_page_is_whole (&layout, page, n))
    return;

  layout.commit_bytes = 4;
  layout.data_offset = 12;
  if (strata_ring_page_is_whole (&layout, page, n))
    {
      self->capture.layout = layout;
      self->has_layout = TRUE;
    }
}

static void
take_pages (Reader *self,
            guint32 cpu,
            guint64 offset,
            guint64 n_bytes)
{
  const StrataRingExtent extent = { offset, (guint32) n_bytes, (guint32) n_bytes, STRATA_RING_PLAIN };

  if (!self->is_hongmeng)
    guess_layout (self, offset, n_bytes);
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

  if (n_bytes > strlen (text) + MAX_LAST_ZEROS)
    tell (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, offset + strlen (text));

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

/* Returns the length of the data of a segment. */
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

/* Whether it looks like the first page of a CPU. The kernel's length of a long, given after the pages, may not be known yet. */
static gboolean
is_page (const Reader *self,
         const guint8 *page,
         gsize n_bytes)
{
  StrataRingLayout layout = self->capture.layout;

  if (strata_ring_page_is_whole (&layout, page, n_bytes))
    return TRUE;

  layout.commit_bytes = 4;
  layout.data_offset = 12;
  return !self->is_hongmeng && strata_ring_page_is_whole (&layout, page, n_bytes);
}

/* Whether the start of a text fits its segment type. Lists start with a number. */
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

/* Whether a segment with data starts at @at: its data must match its header. */
static gboolean
is_header (const Reader *self,
           guint64 at,
           const guint8 *head)
{
  const guint64 n_left = strata_ring_blob_get_n_bytes (self->capture.blob) - at - SEGMENT_BYTES;
  const guint64 n_bytes = get_n_bytes (head);
  guint8 begin[PAGE_BYTES + 1] = { 0 };

  if (!is_known (head[0]) || n_bytes == 0 || n_bytes > n_left || (is_of_pages (head[0]) && n_bytes % PAGE_BYTES != 0))
    return FALSE;

  strata_ring_blob_copy (self->capture.blob, at + SEGMENT_BYTES, begin, is_of_pages (head[0]) ? PAGE_BYTES : (gsize) MIN (n_bytes, 16));
  return is_of_pages (head[0]) ? is_page (self, begin, PAGE_BYTES) : is_text (head[0], (const char *) begin);
}

/* Whether a segment starts at @at, or the file ends. Empty segments of CPUs may come first. */
static gboolean
is_followed (const Reader *self,
             guint64 at)
{
  guint8 head[SEGMENT_BYTES];

  for (guint i = SEGMENT_FIRST_CPU; i < SEGMENT_HEADER_PAGE; i++, at += SEGMENT_BYTES)
    if (strata_ring_blob_copy (self->capture.blob, at, head, sizeof head) < sizeof head || !is_of_pages (head[0]) || get_n_bytes (head) > 0)
      break;

  return at == strata_ring_blob_get_n_bytes (self->capture.blob) ||
         (strata_ring_blob_copy (self->capture.blob, at, head, sizeof head) == sizeof head && is_header (self, at, head));
}

/* Whether a segment with data starts at @at and is followed by another one or the end of the file. */
static gboolean
is_segment (const Reader *self,
            guint64 at,
            const guint8 *head)
{
  return is_header (self, at, head) && is_followed (self, at + SEGMENT_BYTES + get_n_bytes (head));
}

/* Returns the start of the next segment after damage; the end of the file if there is none. */
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

/* Whether the segments lead to the end of the file. If so, they are accepted, whatever they contain. */
static gboolean
is_chain (const Reader *self)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint8 head[SEGMENT_BYTES];
  guint64 at = HEADER_BYTES;

  while (at < n_file_bytes && strata_ring_blob_copy (self->capture.blob, at, head, sizeof head) == sizeof head)
    {
      if (!is_known (head[0]) && get_n_bytes (head) == 0)
        return FALSE;

      at += SEGMENT_BYTES + get_n_bytes (head);
    }

  return at == n_file_bytes;
}

/* Returns the start of the next segment: directly after this one, or found after damage. */
static guint64
find_next (Reader *self,
           guint64 at,
           guint64 n_bytes)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  guint64 next;

  if (self->is_chain || (n_bytes < n_file_bytes - at && is_followed (self, at + n_bytes)))
    return at + n_bytes;

  next = find_segment (self, at);
  if (next == n_file_bytes)
    return at + n_bytes;

  tell (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, MIN (at + n_bytes, next));
  return next;
}

/* Returns the CPU whose segment lost its header: the one before the next segment, or the one after the last. */
static guint32
find_lost_cpu (const Reader *self,
               guint8 next_type)
{
  if (is_of_pages (next_type) && next_type > SEGMENT_FIRST_CPU)
    return next_type - 1U - SEGMENT_FIRST_CPU;

  return is_of_pages (self->last_type) ? self->last_type + 1U - SEGMENT_FIRST_CPU : 0;
}

/* Takes pages between two segments: their segment header is damaged, or the segment before is longer than its
 * header says. */
static void
take_lost_pages (Reader *self,
                 guint64 begin,
                 guint64 end)
{
  const guint64 first = strata_ring_blob_find_page (self->capture.blob, &self->capture.layout, begin, end, 0);
  guint8 next_type = 0;

  strata_ring_blob_copy (self->capture.blob, end, &next_type, 1);
  if (first == end)
    return;

  if (self->is_hongmeng || (first - begin) % PAGE_BYTES == SEGMENT_BYTES)
    take_pages (self, find_lost_cpu (self, next_type), first, end - first);
  else if (is_of_pages (self->last_type))
    take_pages (self, self->last_type - (guint32) SEGMENT_FIRST_CPU, first, end - first);
}

/* Skips bytes that are not a segment. Returns the start of the next segment; the end of the file if there is none. */
static guint64
skip_damage (Reader *self,
             guint64 at)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  const guint64 next = find_segment (self, at);
  const gboolean is_behind_last = next == n_file_bytes && self->last_type == (self->is_hongmeng ? SEGMENT_TGIDS : SEGMENT_STRINGS);

  if (is_behind_last)
    tell (self, STRATA_DIAGNOSTIC_TRAILING_BYTES, n_file_bytes - at, at);
  else
    tell (self, STRATA_DIAGNOSTIC_DAMAGED_DATA, 1, at);

  return next;
}

/* Whether the header of a segment is plausible. */
static gboolean
is_possible (const Reader *self,
             guint64 at,
             const guint8 *head)
{
  const guint64 n_left = strata_ring_blob_get_n_bytes (self->capture.blob) - at - SEGMENT_BYTES;

  return self->is_chain || is_known (head[0]) || (get_n_bytes (head) > 0 && get_n_bytes (head) <= n_left && is_followed (self, at + SEGMENT_BYTES + get_n_bytes (head)));
}

/* Takes the segment at an offset, and pages lost after it. Returns the start of the next segment. */
static guint64
take_next (Reader *self,
           guint64 at,
           const guint8 *head)
{
  const guint64 n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  const guint64 begin = at + SEGMENT_BYTES;
  const guint64 next = find_next (self, begin, get_n_bytes (head));
  const guint64 end = MIN (begin + get_n_bytes (head), next);

  take_segment (self, head[0], begin, MIN (end, n_file_bytes) - begin);
  self->end = begin;
  self->last_type = head[0];
  if (end < next)
    take_lost_pages (self, end, next);

  return next;
}

/* If the file ends inside a segment, the part before is read. If it ends inside a page, the
 * complete records are read. */
static void
read_segments (Reader *self)
{
  guint8 head[SEGMENT_BYTES];
  guint64 n_file_bytes, at = HEADER_BYTES;

  self->is_chain = is_chain (self);
  if (!self->is_chain)
    {
      strata_ring_capture_end_at_next_file (&self->capture, HEADER_BYTES);
      self->is_chain = is_chain (self);
    }

  n_file_bytes = strata_ring_blob_get_n_bytes (self->capture.blob);
  while (at < n_file_bytes && strata_ring_blob_copy (self->capture.blob, at, head, sizeof head) == sizeof head)
    at = is_possible (self, at, head) ? take_next (self, at, head) : skip_damage (self, at);

  if (at != n_file_bytes)
    tell (self, STRATA_DIAGNOSTIC_TRUNCATED, 1, self->end);
  if (self->capture.n_behind > 0)
    tell (self, STRATA_DIAGNOSTIC_TRAILING_BYTES, self->capture.n_behind, n_file_bytes);
}

/* The file does not name its clock. It is the boot clock unless another one was requested: only then
 * do its times match those of the dump. */
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
    self->capture.layout = (StrataRingLayout){ .page_bytes = 4096, .data_offset = HM_HEADER_BYTES, .commit_offset = 8, .commit_bytes = 8, .is_hongmeng = TRUE };

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

/* The first segment must have a known type. */
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
