/* strata-ring-check.c - checks whether the records of a page are valid
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-check.h"

/* Records have no markers: each begins where the one before ends, with the time since that one. If bytes were overwritten, the bytes
 * after them may look like records for a while, and the times of all following records are wrong.
 *
 * So every page is checked before it is decoded. Its records must end at the end given by the page, not be later than the next page,
 * and have numbers and lengths that the formats allow. Nearly all pages pass. In other pages, records are accepted up to the first
 * suspicious one. If only the content of single records is invalid, but all records lead to the end, only these are left out.
 *
 * HongMeng records have times relative to the page, so records after damage are valid if they lead to the end. */

/* The lowest limit of thread ids in the kernel, over all machines. */
#define MAX_TID 4194304

/* Captures need not contain the formats of all events, and a kernel may have new ones. Numbers start at 1, or at HongMeng's first
 * number, and are assigned consecutively. */
#define MOST_EVENTS 8192
#define HM_FIRST_EVENT 32768

/* Times of a CPU may overlap by this much when interrupts nest. */
#define SLACK_TICKS 1000000

/* A HongMeng page may end in up to this many unused bytes. */
#define MOST_HM_ZEROS 64

/* An event begins with its number, flags and thread. */
#define EVENT_BYTES 8

static inline gboolean
is_swapped (const StrataRingRules *self)
{
  return strata_ring_layout_is_swapped (&self->layout);
}

/* Whether a record can be parsed and ends within its page. An event has at least its number, flags and thread. */
static inline gboolean
read_record (const StrataRingRules *self,
             StrataRingEntry *record,
             const guint8 *at,
             gsize n_left)
{
  if (!strata_ring_entry_read (record, &self->layout, at, n_left))
    return FALSE;

  /* the bytes that round up a length may be missing */
  return strata_ring_entry_is_event (record) ? record->n_data_bytes >= EVENT_BYTES && record->n_data_bytes <= n_left - (gsize) (record->data - at) : record->n_bytes <= n_left;
}

static inline const StrataRingFormat *
get_format (const StrataRingRules *self,
            const guint8 *data)
{
  const guint32 id = (guint32) strata_ring_read_uint (data, 2, is_swapped (self));

  return G_LIKELY (self->by_id[id] != NULL) ? self->by_id[id] : strata_ring_formats_get (self->formats, id);
}

/* Whether an event is certainly valid. */
static inline gboolean
is_plain (const StrataRingRules *self,
          const guint8 *data,
          guint32 n_bytes)
{
  const StrataRingFormat *format = get_format (self, data);

  return format != NULL && n_bytes >= format->n_least_bytes && n_bytes <= format->n_most_bytes && strata_ring_read_uint (data + 4, 4, is_swapped (self)) <= MAX_TID;
}

/**
 * strata_ring_rules_allow:
 * @self: the rules for records
 * @data: an event of at least 8 bytes
 *
 * The formats may be from another kernel. Then events may be longer or shorter, or have higher numbers.
 *
 * Returns: whether the event can be valid
 */
gboolean
strata_ring_rules_allow (const StrataRingRules *self,
                         const guint8 *data)
{
  const StrataRingFormat *format = get_format (self, data);
  const guint32 id = (guint32) strata_ring_read_uint (data, 2, is_swapped (self));
  const guint32 tid = (guint32) strata_ring_read_uint (data + 4, 4, is_swapped (self));

  if (format != NULL)
    return tid <= (self->layout.is_hongmeng ? G_MAXINT32 : MAX_TID);

  if (tid > MAX_TID || id == 0 || self->min_id > self->max_id)
    return tid <= MAX_TID && id != 0;

  return self->layout.is_hongmeng ? id >= MIN (self->min_id, HM_FIRST_EVENT) && id < self->max_id + MOST_EVENTS : id < MAX (self->max_id, MOST_EVENTS);
}

/* Skips records of native endianness while they are short and certainly valid, which most pages consist of. Returns their length
 * in bytes. */
static inline gsize
skip_plain (const StrataRingRules *self,
            const guint8 *records,
            gsize n_bytes,
            guint64 *ticks)
{
  StrataRingFormat *const *by_id = self->by_id;
  gsize at = 0;

  while (at + 4 + EVENT_BYTES <= n_bytes)
    {
      const guint8 *const data = records + at + 4;
      const guint32 head = (guint32) strata_ring_read_uint (records + at, 4, FALSE);
      const guint32 n_data_bytes = (head & 31) * 4;
      const StrataRingFormat *format = by_id[strata_ring_read_uint (data, 2, FALSE)];

      if (n_data_bytes - 1 >= STRATA_RING_PADDING * 4 - 1 || n_data_bytes > n_bytes - at - 4 || format == NULL || n_data_bytes < format->n_least_bytes || n_data_bytes > format->n_most_bytes ||
          strata_ring_read_uint (data + 4, 4, FALSE) > MAX_TID)
        break;

      *ticks += head >> 5;
      at += 4 + n_data_bytes;
    }

  return at;
}

/* Checks the records of a page. Returns whether they lead to its end and are certainly valid. */
static gboolean
is_clean (const StrataRingRules *self,
          const guint8 *records,
          const StrataRingHead *head,
          guint64 latest)
{
  guint64 ticks = head->ticks;
  gsize at = 0;

  while (at < head->n_used)
    {
      StrataRingEntry record;

      if (!is_swapped (self) && !self->layout.is_big_endian)
        at += skip_plain (self, records + at, head->n_used - at, &ticks);
      if (at == head->n_used)
        break;

      if (!read_record (self, &record, records + at, head->n_used - at))
        return FALSE;
      if (record.n_bytes == 0)
        break;
      if (strata_ring_entry_is_event (&record) && !is_plain (self, record.data, record.n_data_bytes))
        return FALSE;

      ticks = strata_ring_entry_add_time (&record, ticks);
      at += record.n_bytes;
    }

  return ticks <= latest;
}

typedef struct
{
  guint32 first_doubt;   /* the first record that is not certainly valid */
  guint32 largest_delta; /* the record with the largest time step */
  guint32 last;          /* the last complete record */
  gboolean has_doubt;
  gboolean has_odd;
  gboolean is_whole; /* whether the records lead to the end of the page */
  gboolean is_late;  /* whether a time is later than the next page */
} Walk;

static Walk
walk (const StrataRingRules *self,
      const guint8 *records,
      const StrataRingHead *head,
      guint64 latest)
{
  Walk walk = { .is_whole = TRUE };
  guint64 ticks = head->ticks, most = 0;
  gsize at = 0;

  while (at < head->n_used)
    {
      StrataRingEntry record;

      walk.is_whole = read_record (self, &record, records + at, head->n_used - at);
      if (!walk.is_whole || record.n_bytes == 0)
        break;

      if (record.type != STRATA_RING_TIME_STAMP && record.delta > most)
        {
          most = record.delta;
          walk.largest_delta = (guint32) at;
        }

      ticks = strata_ring_entry_add_time (&record, ticks);
      walk.is_late |= ticks > latest;
      if (strata_ring_entry_is_event (&record) && !is_plain (self, record.data, record.n_data_bytes))
        {
          walk.first_doubt = walk.has_doubt ? walk.first_doubt : (guint32) at;
          walk.has_doubt = TRUE;
          walk.has_odd |= !strata_ring_rules_allow (self, record.data);
        }

      walk.last = (guint32) at;
      at += record.n_bytes;
    }

  return walk;
}

static StrataRingVerdict
judge (const StrataRingRules *self,
       const guint8 *records,
       const StrataRingHead *head,
       guint64 latest)
{
  const Walk found = walk (self, records, head, latest);

  if (found.is_whole && !found.is_late)
    return (StrataRingVerdict){ head->n_used, found.has_odd };

  /* the length of the last complete record may be what is wrong */
  guint32 n_good = found.is_late ? found.largest_delta : found.last;

  if (found.has_doubt)
    n_good = MIN (n_good, found.first_doubt);

  return (StrataRingVerdict){ n_good, FALSE };
}

/**
 * strata_ring_rules_allow_hm:
 * @self: the rules for records
 * @at: (array length=n_left): a possible HongMeng record
 * @n_left: bytes left in the page
 *
 * Returns: whether it can be valid
 */
gboolean
strata_ring_rules_allow_hm (const StrataRingRules *self,
                            const guint8 *at,
                            gsize n_left)
{
  guint32 n_bytes;

  if (n_left < STRATA_RING_HM_RECORD_BYTES + EVENT_BYTES)
    return FALSE;

  n_bytes = (guint32) strata_ring_read_uint (at + 4, 2, G_BYTE_ORDER != G_LITTLE_ENDIAN);
  return n_bytes >= EVENT_BYTES && n_bytes <= n_left - STRATA_RING_HM_RECORD_BYTES && strata_ring_rules_allow (self, at + STRATA_RING_HM_RECORD_BYTES);
}

static gsize
get_hm_bytes (const guint8 *at)
{
  return STRATA_RING_HM_RECORD_BYTES + (strata_ring_read_uint (at + 4, 2, G_BYTE_ORDER != G_LITTLE_ENDIAN) + 3) / 4 * 4;
}

static guint32
get_hm_time (const guint8 *at)
{
  return (guint32) strata_ring_read_uint (at, 4, G_BYTE_ORDER != G_LITTLE_ENDIAN);
}

/* Whether records lead to the end of the page, or to at most @n_most_zeros unused bytes before it. */
static gboolean
is_hm_chain (const StrataRingRules *self,
             const guint8 *at,
             gsize n_left,
             gsize n_most_zeros)
{
  while (n_left >= STRATA_RING_HM_RECORD_BYTES)
    {
      if (!strata_ring_rules_allow_hm (self, at, n_left))
        return n_left <= n_most_zeros && strata_ring_page_is_blank (at + 4, n_left - 4);

      const gsize n_bytes = MIN (get_hm_bytes (at), n_left);

      at += n_bytes;
      n_left -= n_bytes;
    }

  return n_left == 0 || n_most_zeros > 0;
}

/**
 * strata_ring_rules_find_hm:
 * @self: the rules for records
 * @at: (array length=n_left): a place without a valid HongMeng record
 * @n_left: bytes left in the page
 * @earliest: time of the record before, relative to the page
 *
 * Searches for records after damage. They must lead to the very end, which records of another page hardly do.
 *
 * Returns: the offset of the first one; @n_left if there are none
 */
gsize
strata_ring_rules_find_hm (const StrataRingRules *self,
                           const guint8 *at,
                           gsize n_left,
                           guint32 earliest)
{
  /* the length of a record is an even number of bytes */
  for (gsize i = 2; i + STRATA_RING_HM_RECORD_BYTES + EVENT_BYTES <= n_left; i += 2)
    if (get_hm_time (at + i) >= earliest && strata_ring_rules_allow_hm (self, at + i, n_left - i) && is_hm_chain (self, at + i, n_left - i, 0))
      return i;

  return n_left;
}

/**
 * strata_ring_rules_check:
 * @self: the rules for records
 * @page: a complete page
 * @head: its head
 * @latest: time of the next page, or %G_MAXUINT64 if not known
 *
 * Checks the records of a page.
 *
 * Returns: how many of them are accepted
 */
StrataRingVerdict
strata_ring_rules_check (const StrataRingRules *self,
                         const guint8 *page,
                         const StrataRingHead *head,
                         guint64 latest)
{
  const guint8 *const records = page + self->layout.data_offset;

  latest = latest < G_MAXUINT64 - SLACK_TICKS ? latest + SLACK_TICKS : latest;
  if (self->layout.is_hongmeng)
    return (StrataRingVerdict){ head->n_used, !is_hm_chain (self, records, head->n_used, MOST_HM_ZEROS) };
  if (is_clean (self, records, head, latest))
    return (StrataRingVerdict){ head->n_used, FALSE };

  return judge (self, records, head, latest);
}
