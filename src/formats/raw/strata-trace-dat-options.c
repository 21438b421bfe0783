/* strata-trace-dat-options.c - options of a trace.dat
 *
 * Copyright 2026 The Strata authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "config.h"

#include <string.h>

#include "strata-trace-dat-private.h"

/* Days of clocks that were never set are not moved by more. */
#define MAX_DATE_US (G_MAXINT64 / 1000)

static char *
dup_all (StrataDatCursor *option)
{
  gsize n_bytes;

  return strata_dat_cursor_dup_text (option, option->end - option->at, &n_bytes);
}

/* "[local] global counter …" */
static void
take_clock (StrataDatReader *self,
            const char *text)
{
  const char *begin = strchr (text, '[');
  const char *end = begin != NULL ? strchr (begin, ']') : NULL;

  g_free (self->clock);
  self->clock = end != NULL ? g_strndup (begin + 1, (gsize) (end - begin) - 1) : g_strdup (text);
}

/* "overrun: 123" in the statistics of a CPU. */
static void
take_stats (StrataDatReader *self,
            const char *text)
{
  static const char key[] = "\noverrun: ";
  const char *p = strstr (text, key);

  if (p != NULL)
    self->n_overrun += g_ascii_strtoull (p + strlen (key), NULL, 10);
}

static void
take_date (StrataDatReader *self,
           const char *text)
{
  const gint64 date_us = (gint64) g_ascii_strtoull (text, NULL, 0);

  if (date_us > 0 && date_us < MAX_DATE_US)
    self->date_us = date_us;
}

/* Ticks of the CPU become ns: mult, shift and what is added. */
static void
take_tsc (StrataDatReader *self,
          StrataDatCursor *option)
{
  const guint32 mult = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint32 shift = (guint32) strata_dat_cursor_get_uint (option, 4);
  const guint64 offset_ns = strata_dat_cursor_get_uint (option, 8);

  if (option->is_cut || shift > 63 || mult == 0)
    return;

  self->capture.clock.mult = mult;
  self->capture.clock.shift = shift;
  self->capture.clock.offset_ns += (gint64) offset_ns;
}

/* A guest's times become those of its host: the first distance that was measured. The number of
 * CPUs follows the flags, then for the first CPU how many measurements, their times, the distances. */
static void
take_shift (StrataDatReader *self,
            StrataDatCursor *option)
{
  guint32 n_cpus, n;

  strata_dat_cursor_get_uint (option, 8);
  strata_dat_cursor_get_uint (option, 4);
  n_cpus = (guint32) strata_dat_cursor_get_uint (option, 4);
  n = (guint32) strata_dat_cursor_get_uint (option, 4);
  if (option->is_cut || n_cpus == 0 || n == 0 || n > (option->end - option->at) / 16)
    return;

  option->at += (guint64) n * 8;
  self->capture.clock.offset_ns += (gint64) strata_dat_cursor_get_uint (option, 8);
}

/* Another buffer of version 6: where its table is. */
static void
take_old_buffer (StrataDatReader *self,
                 StrataDatCursor *option)
{
  StrataDatCursor cursor = strata_dat_reader_open (self, strata_dat_cursor_get_uint (option, 8));
  char tag[10];

  if (!option->is_cut && strata_dat_cursor_copy (&cursor, tag, sizeof tag) && memcmp (tag, "flyrecord", sizeof tag) == 0)
    strata_dat_reader_take_cpus (self, &cursor, self->n_cpus);
  else
    strata_dat_reader_note_damage (self, cursor.at);
}

/* An option, of which the cursor has just the data. */
void
strata_dat_reader_take_option (StrataDatReader *self,
                               guint id,
                               StrataDatCursor *option)
{
  g_autofree char *text = NULL;

  switch (id)
    {
    case STRATA_DAT_DATE:
      text = dup_all (option);
      take_date (self, text);
      break;
    case STRATA_DAT_CPU_STATS:
      text = dup_all (option);
      take_stats (self, text);
      break;
    case STRATA_DAT_BUFFER:
      if (self->version >= 7)
        strata_dat_reader_take_buffer (self, option);
      else
        take_old_buffer (self, option);
      break;
    case STRATA_DAT_TRACE_CLOCK:
      text = dup_all (option);
      take_clock (self, text);
      break;
    case STRATA_DAT_UNAME:
      text = dup_all (option);
      strata_trace_builder_add_property (strata_event_sink_get_builder (self->sink), "uname", text);
      break;
    case STRATA_DAT_OFFSET:
      text = dup_all (option);
      self->capture.clock.offset_ns += g_ascii_strtoll (text, NULL, 0);
      break;
    case STRATA_DAT_TIME_SHIFT:
      take_shift (self, option);
      break;
    case STRATA_DAT_TSC2NSEC:
      take_tsc (self, option);
      break;
    default:
      break;
    }
}
