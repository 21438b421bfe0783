/* strata-ring-check.c - whether the records of a page can be true
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include "strata-ring-check.h"

/* Records have no marks: each begins where the one before ends, with a time since that one. Where bytes were overwritten, what is
 * behind them may look like records for a while, and the times of all that follow are wrong.
 *
 * So every page is walked through before it is decoded. Its records have to end where the page says, no later than the next
 * page begins, and have numbers and lengths that the formats know. Nearly all pages pass this. Of the others, records are believed
 * up to the first that is odd. Where only the content of single records is odd, but all of them lead to the end, these are left out.
 *
 * A record of HongMeng has its time from that of the page, so that those behind damage are right if they lead to the end. */

/* The least of what the kernel allows for the ids of threads, on all machines. */
#define MAX_TID 4194304

/* Captures need not have the formats of all events, and a kernel may have new ones. Numbers begin with 1, or where those of
 * HongMeng do, and are given one after another. */
#define MOST_EVENTS 8192
#define HM_FIRST_EVENT 32768

/* Times of a CPU may overlap by this where interrupts nest. */
#define SLACK_TICKS 1000000

/* A page of HongMeng may end in fewer bytes of nothing. */
#define MOST_HM_ZEROS 64

/* An event begins with its number, flags and a thread. */
#define EVENT_BYTES 8

static inline gboolean
is_swapped (const StrataRingRules *self)
{
  return strata_ring_layout_is_swapped (&self->layout);
}

/* Whether a record can be read, and ends in its page. An event has at least its number, flags and a thread. */
static inline gboolean
read_record (const StrataRingRules *self,
             StrataRingEntry *record,
             const guint8 *at,
             gsize n_left)
{
  if (!strata_ring_entry_read (record, &self->layout, at, n_left))
    return FALSE;

  /* the bytes that round a length up may be missing */
  return strata_ring_entry_is_event (record) ? record->n_data_bytes >= EVENT_BYTES && record->n_data_bytes <= n_left - (gsize) (record->data - at) : record->n_bytes <= n_left;
}

static inline const StrataRingFormat *
get_format (const StrataRingRules *self,
            const guint8 *data)
{
  const guint32 id = (guint32) strata_ring_read_uint (data, 2, is_swapped (self));

  return G_LIKELY (self->by_id[id] != NULL) ? self->by_id[id] : strata_ring_formats_get (self->formats, id);
}

/* Whether there is nothing to doubt of an event. */
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
 * @self: what records are held against
 * @data: an event, which has 8 bytes at least
 *
 * Formats may be those of another kernel: then events are longer or shorter, or have numbers that follow.
 *
 * Returns: whether it can be true
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

/* Goes through records of our own endianness as long as they are short and there is nothing to doubt, which is what most pages
 * are. Returns how many bytes they are. */
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

/* Goes through the records of a page. Returns whether they lead to its end and there is nothing to doubt. */
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
  guint32 first_doubt;   /* the first record that is not plain */
  guint32 largest_delta; /* the record that follows the one before the latest */
  guint32 last;          /* the record before which all are whole */
  gboolean has_doubt;
  gboolean has_odd;
  gboolean is_whole; /* whether the records lead to the end of the page */
  gboolean is_late;  /* whether times do not fit the next page */
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

  /* the length of the last one may be what is wrong */
  guint32 n_good = found.is_late ? found.largest_delta : found.last;

  if (found.has_doubt)
    n_good = MIN (n_good, found.first_doubt);

  return (StrataRingVerdict){ n_good, FALSE };
}

/**
 * strata_ring_rules_allow_hm:
 * @self: what records are held against
 * @at: (array length=n_left): what may be a record of HongMeng
 * @n_left: how much there is to the end of the page
 *
 * Returns: whether it can be true
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

/* Whether records lead from there to the end of the page, or to so many bytes of nothing before it. */
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
 * @self: what records are held against
 * @at: (array length=n_left): where there is no record of HongMeng
 * @n_left: how much there is to the end of the page
 * @earliest: time of the record before, from that of the page
 *
 * Looks for records behind damage. They lead to the very end, as those of another page hardly do.
 *
 * Returns: where they begin; @n_left if there are none
 */
gsize
strata_ring_rules_find_hm (const StrataRingRules *self,
                           const guint8 *at,
                           gsize n_left,
                           guint32 earliest)
{
  /* records are an even number of bytes long */
  for (gsize i = 2; i + STRATA_RING_HM_RECORD_BYTES + EVENT_BYTES <= n_left; i += 2)
    if (get_hm_time (at + i) >= earliest && strata_ring_rules_allow_hm (self, at + i, n_left - i) && is_hm_chain (self, at + i, n_left - i, 0))
      return i;

  return n_left;
}

/**
 * strata_ring_rules_check:
 * @self: what records are held against
 * @page: a page that is whole
 * @head: how it begins
 * @latest: time of the next page, or %G_MAXUINT64 if that is not known
 *
 * Checks the records of a page.
 *
 * Returns: how much of them can be believed
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
